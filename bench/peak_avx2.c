#include "peak_fma.h"

double peak_fma_avx2(int64_t calls) { return peak_fma(calls); }
