/* Mathematics (math.h), as operations of the machine where it has them; the rest is computed exactly on the bits.
 *
 * Rounding is to nearest; errno and floating-point exceptions are not set. Functions that would need their own
 * approximation (tan, asin, cbrt, gamma, …) are unsupported. */
#undef __OPTIMIZE__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "threadwise.h"
#include <math.h>
#include <stdint.h>

#undef isnan
#undef isinf
#undef finite
#undef signbit

/* ---- operations of the machine ---- */

#define UNARY(name, builtin)                                    \
    float name##f(float x) { return __builtin_elementwise_##builtin(x); } \
    double name(double x) { return __builtin_elementwise_##builtin(x); }  \
    long double name##l(long double x) { return __builtin_elementwise_##builtin(x); }
UNARY(sqrt, sqrt)
UNARY(floor, floor)
UNARY(ceil, ceil)
UNARY(trunc, trunc)
UNARY(roundeven, roundeven)
UNARY(rint, roundeven)
UNARY(nearbyint, roundeven)
UNARY(round, round)
UNARY(fabs, abs)
UNARY(sin, sin)
UNARY(cos, cos)
UNARY(exp, exp)
UNARY(exp2, exp2)
UNARY(log, log)
UNARY(log2, log2)
UNARY(log10, log10)

#define BINARY(name, F, D, L)                                  \
    float name##f(float x, float y) { return F(x, y); }        \
    double name(double x, double y) { return D(x, y); }        \
    long double name##l(long double x, long double y) { return L(x, y); }
BINARY(fmin, __builtin_fminf, __builtin_fmin, __builtin_fminl)
BINARY(fmax, __builtin_fmaxf, __builtin_fmax, __builtin_fmaxl)
BINARY(copysign, __builtin_copysignf, __builtin_copysign, __builtin_copysignl)
BINARY(pow, __builtin_elementwise_pow, __builtin_elementwise_pow, __builtin_elementwise_pow)

float fmaf(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
double fma(double x, double y, double z) { return __builtin_elementwise_fma(x, y, z); }

void sincos(double x, double *s, double *c) {
    *s = sin(x);
    *c = cos(x);
}

void sincosf(float x, float *s, float *c) {
    *s = sinf(x);
    *c = cosf(x);
}

/* ---- to integers ---- */

#define TO_INTEGER(type, prefix)                                             \
    type prefix##rintf(float x) { return (type)__builtin_elementwise_roundeven(x); } \
    type prefix##rint(double x) { return (type)__builtin_elementwise_roundeven(x); } \
    type prefix##rintl(long double x) { return (type)__builtin_elementwise_roundeven(x); } \
    type prefix##roundf(float x) { return (type)__builtin_elementwise_round(x); } \
    type prefix##round(double x) { return (type)__builtin_elementwise_round(x); } \
    type prefix##roundl(long double x) { return (type)__builtin_elementwise_round(x); }
TO_INTEGER(long, l)
TO_INTEGER(long long, ll)

/* ---- bits ---- */

union f64 {
    double value;
    uint64_t bits;
};

union f32 {
    float value;
    uint32_t bits;
};

static uint64_t bits64(double x) { return (union f64){.value = x}.bits; }
static uint32_t bits32(float x) { return (union f32){.value = x}.bits; }
static double of64(uint64_t bits) { return (union f64){.bits = bits}.value; }
static float of32(uint32_t bits) { return (union f32){.bits = bits}.value; }

int isnan(double x) { return x != x; }
int isnanf(float x) { return x != x; }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __isnanl(long double x) { return x != x; }

static int infinite(double x) { return x == HUGE_VAL ? 1 : x == -HUGE_VAL ? -1 : 0; }
int isinf(double x) { return infinite(x); }
int isinff(float x) { return infinite(x); }
int __isinf(double x) { return infinite(x); }
int __isinff(float x) { return infinite(x); }
int __isinfl(long double x) { return x == HUGE_VALL ? 1 : x == -HUGE_VALL ? -1 : 0; }

static int is_finite(double x) { return x - x == 0; }
int finite(double x) { return is_finite(x); }
int finitef(float x) { return is_finite(x); }
int __finite(double x) { return is_finite(x); }
int __finitef(float x) { return is_finite(x); }
int __finitel(long double x) { return x - x == 0; }

int __signbit(double x) { return (int)(bits64(x) >> 63); }
int __signbitf(float x) { return (int)(bits32(x) >> 31); }

int __fpclassify(double x) {
    uint64_t magnitude = bits64(x) << 1;
    if (!magnitude) return FP_ZERO;
    if (magnitude >> 53 == 0) return FP_SUBNORMAL;
    if (magnitude >> 53 < 2047) return FP_NORMAL;
    return magnitude << 11 ? FP_NAN : FP_INFINITE;
}

int __fpclassifyf(float x) {
    uint32_t magnitude = bits32(x) << 1;
    if (!magnitude) return FP_ZERO;
    if (magnitude >> 24 == 0) return FP_SUBNORMAL;
    if (magnitude >> 24 < 255) return FP_NORMAL;
    return magnitude << 8 ? FP_NAN : FP_INFINITE;
}

double nan(const char *tag) {
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag) {
    (void)tag;
    return __builtin_nanf("");
}

double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
float fdimf(float x, float y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }

/* ---- exact remainder: shift and subtract ---- */

/* mantissa * 2^exponent of a finite number; the mantissa has its leading bit at `top` unless the number is 0. */
static uint64_t mantissa(uint64_t magnitude, int top, int *exponent) {
    int e = (int)(magnitude >> top);
    uint64_t m = magnitude & ((1ull << top) - 1);
    if (e)
        m |= 1ull << top;
    else
        e = 1;
    while (m && !(m >> top)) m <<= 1, e--;
    *exponent = e;
    return m;
}

/* Bits of |x| mod |y|; x finite, y finite and not 0; `quotient`: the low bits of the quotient. */
static uint64_t remainder_of(uint64_t x, uint64_t y, int top, unsigned *quotient) {
    int ex, ey;
    uint64_t mx = mantissa(x, top, &ex), my = mantissa(y, top, &ey);
    unsigned q = 0;
    *quotient = 0;
    if (ex < ey || !mx) return x;
    for (;; ex--) {
        q <<= 1;
        if (mx >= my) mx -= my, q |= 1;
        if (ex == ey) break;
        mx <<= 1;
    }
    *quotient = q;
    if (!mx) return 0;
    while (!(mx >> top)) mx <<= 1, ey--;
    if (ey > 0) return (mx & ((1ull << top) - 1)) | (uint64_t)ey << top;
    return mx >> (1 - ey);
}

double fmod(double x, double y) {
    unsigned q;
    uint64_t sign = bits64(x) & 1ull << 63;
    if (!is_finite(x) || y != y || y == 0) return __builtin_nan("");
    if (!is_finite(y)) return x;
    return of64(remainder_of(bits64(x) & ~(1ull << 63), bits64(y) & ~(1ull << 63), 52, &q) | sign);
}

float fmodf(float x, float y) {
    unsigned q;
    uint32_t sign = bits32(x) & 1u << 31;
    if (!is_finite(x) || y != y || y == 0) return __builtin_nanf("");
    if (!is_finite(y)) return x;
    return of32((uint32_t)remainder_of(bits32(x) & ~(1u << 31), bits32(y) & ~(1u << 31), 23, &q) | sign);
}

/* The quotient rounded to nearest, ties to even. */
double remainder(double x, double y) {
    unsigned q;
    if (!is_finite(x) || y != y || y == 0) return __builtin_nan("");
    if (!is_finite(y)) return x;
    double size = __builtin_fabs(y);
    double r = of64(remainder_of(bits64(x) & ~(1ull << 63), bits64(y) & ~(1ull << 63), 52, &q));
    double other = size - r; /* exact where it matters: size/2 <= r <= size */
    if (r > other || (r == other && (q & 1))) r = r - size;
    return bits64(x) >> 63 ? -r : r;
}

float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }

/* ---- exponents ---- */

double frexp(double x, int *exponent) {
    int e;
    if (!is_finite(x) || x == 0) {
        *exponent = 0;
        return x;
    }
    uint64_t m = mantissa(bits64(x) & ~(1ull << 63), 52, &e);
    *exponent = e - 1022;
    return of64((m & ((1ull << 52) - 1)) | 1022ull << 52 | (bits64(x) & 1ull << 63));
}

float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }

/* Steps that are exact, and one that rounds at the end. */
double scalbn(double x, int n) {
    double up = 0x1p1023, down = 0x1p-969; /* down leaves 53 bits */
    for (int i = 0; n > 1023 && i < 3; i++) x *= up, n -= 1023;
    for (int i = 0; n < -1022 && i < 3; i++) x *= down, n += 969;
    if (n > 1023) n = 1023;
    if (n < -1022) n = -1022;
    return x * of64((uint64_t)(n + 1023) << 52);
}

double ldexp(double x, int n) { return scalbn(x, n); }
double scalbln(double x, long n) { return scalbn(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n); }
float scalbnf(float x, int n) { return (float)scalbn((double)x, n); }
float ldexpf(float x, int n) { return (float)scalbn((double)x, n); }

int ilogb(double x) {
    int e;
    if (x != x) return FP_ILOGBNAN;
    if (x == 0) return FP_ILOGB0;
    if (!is_finite(x)) return 0x7fffffff;
    frexp(x, &e);
    return e - 1;
}

double logb(double x) { return x == 0 ? -HUGE_VAL : is_finite(x) ? ilogb(x) : x * x; }

double modf(double x, double *whole) {
    double w = __builtin_elementwise_trunc(x);
    *whole = w;
    return is_finite(x) || x != x ? __builtin_copysign(x - w, x) : __builtin_copysign(0.0, x);
}

float modff(float x, float *whole) {
    float w = __builtin_elementwise_trunc(x);
    *whole = w;
    return is_finite(x) || x != x ? __builtin_copysignf(x - w, x) : __builtin_copysignf(0.0f, x);
}

double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysign(0x1p-1074, y);
    return of64((x < y) == (x > 0) ? bits64(x) + 1 : bits64(x) - 1);
}

float nextafterf(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysignf(0x1p-149f, y);
    return of32((x < y) == (x > 0) ? bits32(x) + 1 : bits32(x) - 1);
}

/* ---- unsupported ---- */

#pragma clang diagnostic ignored "-Wunused-parameter"
#define NO_UNARY(name)                                        \
    float name##f(float x) { __tw_unsupported(#name); }       \
    double name(double x) { __tw_unsupported(#name); }
#define NO_BINARY(name)                                       \
    float name##f(float x, float y) { __tw_unsupported(#name); } \
    double name(double x, double y) { __tw_unsupported(#name); }
NO_UNARY(tan)
NO_UNARY(asin)
NO_UNARY(acos)
NO_UNARY(atan)
NO_UNARY(sinh)
NO_UNARY(cosh)
NO_UNARY(tanh)
NO_UNARY(asinh)
NO_UNARY(acosh)
NO_UNARY(atanh)
NO_UNARY(cbrt)
NO_UNARY(expm1)
NO_UNARY(log1p)
NO_UNARY(exp10)
NO_UNARY(erf)
NO_UNARY(erfc)
NO_UNARY(lgamma)
NO_UNARY(tgamma)
NO_BINARY(atan2)
NO_BINARY(hypot)
