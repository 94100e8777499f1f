/// @file expression.h
/// Arithmetic in world files, by muParser. The functions are SLEEF's deterministic ones, so a world has the same bits on
/// every machine.
#ifndef SHL_EXPRESSION_H
#define SHL_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ShlExpression ShlExpression;

ShlExpression *shl_expression_create(void); ///< NULL without memory
void shl_expression_destroy(ShlExpression *expression);
/// @param problem  where it fails, a sentence of at most `size` bytes
/// @return whether the value is there and finite
bool shl_expression_evaluate(ShlExpression *expression, const char *text, double *value, char *problem, size_t size);

#ifdef __cplusplus
}
#endif

#endif
