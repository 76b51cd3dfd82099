/* SPDX-License-Identifier: Apache-2.0 */
/* trig.h - sine, cosine and the angle of a vector that give the same bits everywhere, for moving walls, random directions and arcs.
 *
 * Made like the functions of power.h: fixed order, no branches, no tables. Error below 1 ulp (0.8 measured) for
 * |angle| <= 1e6 rad; larger angles lose digits, so count whole turns of a wheel before asking: tsu_sincos_turns is
 * exact in that. */
#ifndef TSU_BASE_TRIG_H
#define TSU_BASE_TRIG_H

#include "base/power.h"

typedef struct tsu_sincos_pair {
    double sin, cos;
} tsu_sincos_pair;

/* Both functions of r + r_low, |r| <= pi/4, then turned by `quarters` right angles. */
TSU_FN tsu_sincos_pair tsu_sincos_series(double r, double r_low, uint64_t quarters)
{
    const double z = r * r;
    double s = 1.0 / 355687428096000.0;
    s = s * z - 1.0 / 1307674368000.0;
    s = s * z + 1.0 / 6227020800.0;
    s = s * z - 1.0 / 39916800.0;
    s = s * z + 1.0 / 362880.0;
    s = s * z - 1.0 / 5040.0;
    s = s * z + 1.0 / 120.0;
    s = s * z - 1.0 / 6.0;
    const double sine = r + (r * z * s + r_low * (1.0 - 0.5 * z));
    double c = 1.0 / 20922789888000.0;
    c = c * z - 1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z - 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    const tsu_double2 one = tsu_double2_sum(1.0, -0.5 * z);
    const double cosine = one.hi + (one.lo + (z * z * c - r * r_low));

    const double swapped_sin = (quarters & 1) ? cosine : sine;
    const double swapped_cos = (quarters & 1) ? sine : cosine;
    const uint64_t flip_sin = (quarters & 2) << 62, flip_cos = ((quarters + 1) & 2) << 62;
    const tsu_sincos_pair made = {tsu_double_from_bits(tsu_double_bits(swapped_sin) ^ flip_sin),
                                  tsu_double_from_bits(tsu_double_bits(swapped_cos) ^ flip_cos)};
    return made;
}

/* sin and cos of 2 pi u. */
TSU_FN tsu_sincos_pair tsu_sincos_turns(double u)
{
    const double big = 0x1.8p52;
    const double t = 4.0 * u + big;
    const double f = 4.0 * u - (t - big); /* exact: quarters of a turn, |f| <= 1/2 */
    const tsu_double2 r = tsu_double2_product(f, 0x1.921fb54442d18p+0);
    return tsu_sincos_series(r.hi, r.lo + f * 0x1.1a62633145c07p-54, tsu_double_bits(t));
}

/* sin and cos of x [rad]. pi/2 is taken away in three parts of 33 bits, whose products with k are exact. */
TSU_FN tsu_sincos_pair tsu_sincos(double x)
{
    const double big = 0x1.8p52;
    const double t = x * 0x1.45f306dc9c883p-1 + big;
    const double k = t - big;
    const double head = x - k * 0x1.921fb544p+0;
    const double middle = k * 0x1.0b4611a6p-34;
    const double first = head - middle;
    const double tail = ((head - first) - middle) - k * 0x1.3198a2ep-69;
    const double r = first + tail;
    return tsu_sincos_series(r, (first - r) + tail, tsu_double_bits(t));
}

/* The same for |x| <= 0.78 rad, with fewer operations. */
TSU_FN tsu_sincos_pair tsu_sincos_small(double x)
{
    return tsu_sincos_series(x + 0.0, 0.0, 0); /* a zero has no sign there */
}

/* The angle of the vector (x, y) [rad], -pi to pi: 0 for (0, 0), and a zero has no sign. Error below 1 ulp (0.8 measured) for finite
 * numbers whose sizes lie between 1e-290 and 1e290. The angle is a multiple of pi/4 and an arc tangent of at most tan(pi/8). */
TSU_FN double tsu_atan2(double y, double x)
{
    const double ax = fabs(x), ay = fabs(y), big = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
    if (!(big > 0.0)) return big + small; /* 0 or NaN */
    const int inner = small <= 0x1.a827999fcef32p-2 * big;
    const tsu_double2 below = inner ? tsu_double2_sum(small, 0.0) : tsu_double2_sum(-big, small);
    const tsu_double2 above = inner ? tsu_double2_sum(big, 0.0) : tsu_double2_sum(big, small);
    const double t = below.hi / above.hi;
    const tsu_double2 back = tsu_double2_product(t, above.hi);
    const double rest = ((below.hi - back.hi) - back.lo + (below.lo - t * above.lo)) / above.hi;
    const double z = t * t;
    double s = 0.0;
    for (int k = 43; k >= 3; k -= 2) { /* -1/3 + z/5 - z^2/7 ... */
        s = s * z + ((k & 2) ? -1.0 : 1.0) / (double)k;
    }
    const double low = rest + t * z * s;
    /* eighths of a turn, and the sense in which the arc tangent counts */
    const int steep = ay >= ax && !(ax > ay), left = x < 0.0;
    const double way = (steep != left) ? -1.0 : 1.0;
    double eighths = inner ? 0.0 : 1.0;
    if (steep) eighths = 2.0 - eighths;
    if (left) eighths = 4.0 - eighths;
    const double base = eighths * 0x1.921fb54442d18p-1, base_low = eighths * 0x1.1a62633145c07p-55;
    const tsu_double2 sum =
        fabs(base) >= fabs(t) ? tsu_double2_sum(base, way * t) : tsu_double2_sum(way * t, base);
    const double angle = sum.hi + (sum.lo + (base_low + way * low));
    return y < 0.0 ? -angle : angle;
}

#endif
