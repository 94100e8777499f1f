/// @file fpu.h
/// Rounding to nearest, with denormals, no traps: set for the time of a task, then the caller's mode comes back, and the
/// flags of exceptions that it had.
#ifndef SHL_FPU_H
#define SHL_FPU_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
typedef unsigned ShlFpu;
static inline ShlFpu shl_fpu_enter(void)
{
    const ShlFpu before = _mm_getcsr();
    _mm_setcsr(0x1f80); // all exceptions masked, nearest, no flush to zero, denormals are numbers
    return before;
}
static inline void shl_fpu_leave(ShlFpu before) { _mm_setcsr(before); }
#elif defined(__aarch64__)
typedef uint64_t ShlFpu; // FPCR, and FPSR above it
static inline ShlFpu shl_fpu_enter(void)
{
    uint64_t control, status;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(status));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return (control & 0xffffffff) | status << 32;
}
static inline void shl_fpu_leave(ShlFpu before)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(before & 0xffffffff));
    __asm__ volatile("msr fpsr, %0" : : "r"(before >> 32));
}
#else
#error "rounding mode of this processor"
#endif

#endif
