/* SPDX-License-Identifier: Apache-2.0 */
/* elementary.h - the functions of formulas, with the same bits everywhere: power.h and trig.h, for arguments of any sign and size. Unlike
 * those they have branches and belong into no hot loop. */
#ifndef TSU_BASE_ELEMENTARY_H
#define TSU_BASE_ELEMENTARY_H

#include "base/power.h"
#include "base/trig.h"
#include <math.h>
#include <stdint.h>

/* sin and cos of x [rad]; beyond 1e6 pi/2 is taken away in two doubles and a half, beyond 2^50 whole turns before that. */
static inline tsu_sincos_pair tsu_sincos_of(double x)
{
    if (!(fabs(x) > 1.0e6)) return tsu_sincos(x);
    if (fabs(x) > 0x1p50) x = fmod(x, 0x1.921fb54442d18p+2);
    const double k = nearbyint(x * 0x1.45f306dc9c883p-1);
    const tsu_double2 most = tsu_double2_product(k, 0x1.921fb54442d18p+0);
    const tsu_double2 rest = tsu_double2_product(k, 0x1.1a62633145c07p-54);
    const tsu_double2 first = tsu_double2_sum(x - most.hi, -most.lo);
    const tsu_double2 then = tsu_double2_sum(first.hi, -rest.hi);
    const double low = then.lo + (first.lo - (rest.lo - k * 0x1.f1976b7ed8fbcp-110));
    const tsu_double2 r = tsu_double2_sum(then.hi, low);
    return tsu_sincos_series(r.hi, r.lo, (uint64_t)(int64_t)k);
}

static inline double tsu_tan_of(double x)
{
    const tsu_sincos_pair p = tsu_sincos_of(x);
    return p.sin / p.cos;
}

/* For |x| <= 1. */
static inline double tsu_asin_of(double x)
{
    return tsu_atan2(x, sqrt((1.0 - x) * (1.0 + x)));
}

static inline double tsu_acos_of(double x)
{
    return tsu_atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}

/* Of an infinite x, too. */
static inline double tsu_atan_of(double x)
{
    return fabs(x) <= 1.0e290 ? tsu_atan2(x, 1.0) : copysign(0x1.921fb54442d18p+0, x);
}

/* The logarithm to base 10, for x > 0: powers of ten have whole ones. */
static inline double tsu_log10_of(double x)
{
    if (!isfinite(x)) return x;
    const tsu_double2 l = tsu_log_double2(x);
    const tsu_double2 p = tsu_double2_product(l.hi, 0x1.bcb7b1526e50ep-2);
    return p.hi + (p.lo + (l.hi * 0x1.95355baaafad3p-57 + l.lo * 0x1.bcb7b1526e50ep-2));
}

/* x^y; of a negative x for whole y, else not a number. */
static inline double tsu_pow_of(double x, double y)
{
    if (!(x < 0.0)) return tsu_pow(x, y);
    const double size = y == floor(y) ? tsu_pow(-x, y) : tsu_pow(x, y);
    return fmod(y, 2.0) == 0.0 ? size : -size;
}

/* For x >= 0; of cubes exact. */
static inline double tsu_cbrt_of(double x)
{
    if (!(x > 0.0) || !isfinite(x)) return x;
    const double y = tsu_pow(x, 1.0 / 3.0);
    const tsu_double2 y2 = tsu_double2_product(y, y), y3 = tsu_double2_product(y2.hi, y);
    return y - ((y3.hi - x) + (y3.lo + y2.lo * y)) / (3.0 * y2.hi);
}

#endif
