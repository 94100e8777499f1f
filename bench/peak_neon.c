#include "peak_fma.h"

double peak_fma_neon(int64_t calls) { return peak_fma(calls); }
