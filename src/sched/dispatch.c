// Which kernels this machine can run.
#include "sched/batch.h"

#define MEMBER_OF(name, isa) .name = shl_##name##_##isa,
#define SCALAR(name) MEMBER_OF(name, scalar)
#define AVX2(name) MEMBER_OF(name, avx2)
#define AVX512(name) MEMBER_OF(name, avx512)
#define NEON(name) MEMBER_OF(name, neon)
#define OTHER_KERNELS(X) X(turn) X(fft) X(ocean_columns) X(ocean_points) X(wave_tile)

const ShlKernels *shl_kernels(ShoalIsa isa)
{
    static const ShlKernels scalar = {SHL_BLOCK_KERNELS(SCALAR) OTHER_KERNELS(SCALAR)};
#if SHL_HAVE_AVX2
    static const ShlKernels avx2 = {SHL_BLOCK_KERNELS(AVX2) OTHER_KERNELS(AVX2)};
#endif
#if SHL_HAVE_AVX512
    static const ShlKernels avx512 = {SHL_BLOCK_KERNELS(AVX512) OTHER_KERNELS(AVX512)};
#endif
#if SHL_HAVE_NEON
    static const ShlKernels neon = {SHL_BLOCK_KERNELS(NEON) OTHER_KERNELS(NEON)};
#endif
    switch (isa) {
    case SHOAL_ISA_SCALAR: return &scalar;
#if SHL_HAVE_AVX2
    case SHOAL_ISA_AVX2: return &avx2;
#endif
#if SHL_HAVE_AVX512
    case SHOAL_ISA_AVX512: return &avx512;
#endif
#if SHL_HAVE_NEON
    case SHOAL_ISA_NEON: return &neon;
#endif
    default: return NULL;
    }
}

const char *shoal_isa_name(ShoalIsa isa)
{
    static const char *const names[] = {"best", "scalar", "avx2", "avx512", "neon"};
    return (int)isa >= 0 && (size_t)isa < sizeof names / sizeof *names ? names[isa] : "unknown";
}

int shoal_isa_built(ShoalIsa isa) { return isa == SHOAL_ISA_BEST || shl_kernels(isa) != NULL; }

int shoal_isa_here(ShoalIsa isa)
{
    if (!shoal_isa_built(isa)) {
        return 0;
    }
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx")) {
        return 0; // even the scalar reference is compiled with hardware FMA
    }
    if (isa == SHOAL_ISA_AVX2 || (SHL_EMULATE_AVX512 && isa == SHOAL_ISA_AVX512)) {
        return __builtin_cpu_supports("avx2") != 0;
    }
    if (isa == SHOAL_ISA_AVX512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    }
#endif
    return 1;
}

ShoalIsa shl_best_isa(void)
{
    static const ShoalIsa widest_first[] = {SHOAL_ISA_AVX512, SHOAL_ISA_AVX2, SHOAL_ISA_NEON};
    const size_t first = SHL_EMULATE_AVX512 ? 1 : 0; // emulated, the widest is the slowest
    for (size_t k = first; k < sizeof widest_first / sizeof *widest_first; k++) {
        if (shoal_isa_here(widest_first[k])) {
            return widest_first[k];
        }
    }
    return SHOAL_ISA_SCALAR;
}
