#include "peak_fma.h"

double peak_fma_avx512(int64_t calls) { return peak_fma(calls); }
