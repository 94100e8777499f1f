/// @file interrupt.h
/// Ends a run between two steps when the user asks for it, so that no half file is left.
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_asked(void);
/// Ends the program as the signal would have; does nothing where there was none.
void interrupt_obey(void);

#endif
