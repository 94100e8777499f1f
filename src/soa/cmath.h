/// @file cmath.h
/// Transcendental functions of scalars at creation, with the same bits on every machine: SLEEF's deterministic FMA family,
/// declared here because sleef.h hides it where the compiler is not told that the machine has FMA (src/sched/dispatch.c
/// refuses one that has not).
#ifndef SHL_CMATH_H
#define SHL_CMATH_H

double Sleef_finz_powd1_u10purecfma(double, double);
double Sleef_finz_expd1_u10purecfma(double);
double Sleef_finz_logd1_u10purecfma(double);
double Sleef_finz_cbrtd1_u10purecfma(double);
double Sleef_finz_sind1_u10purecfma(double);
double Sleef_finz_cosd1_u10purecfma(double);
double Sleef_finz_atan2d1_u10purecfma(double, double);
double Sleef_finz_sinpid1_u05purecfma(double);
double Sleef_finz_cospid1_u05purecfma(double);

static inline double shl_pow(double a, double b) { return Sleef_finz_powd1_u10purecfma(a, b); }
static inline double shl_exp(double a) { return Sleef_finz_expd1_u10purecfma(a); }
static inline double shl_log(double a) { return Sleef_finz_logd1_u10purecfma(a); }
static inline double shl_cbrt(double a) { return Sleef_finz_cbrtd1_u10purecfma(a); }
static inline double shl_sin(double a) { return Sleef_finz_sind1_u10purecfma(a); }
static inline double shl_cos(double a) { return Sleef_finz_cosd1_u10purecfma(a); }
static inline double shl_atan2(double y, double x) { return Sleef_finz_atan2d1_u10purecfma(y, x); }
static inline void shl_sincospi(double turns, double *sine, double *cosine) // of pi turns
{
    *sine = Sleef_finz_sinpid1_u05purecfma(turns);
    *cosine = Sleef_finz_cospid1_u05purecfma(turns);
}

#endif
