/* SPDX-License-Identifier: Apache-2.0 */
/* power.h - exp, log, pow and relatives that give the same bits everywhere.
 *
 * The functions of libm are accurate but differ in the last bit between libraries and cannot be vectorised by the
 * compiler. These use only + - * / (and sqrt, which is correctly rounded everywhere) and integer operations on the
 * bits of a double, in a fixed order, without branches or tables. So scalar and vector code, any optimisation level
 * and any compiler agree to the bit as long as floating-point contraction is off, and a loop over them vectorises.
 *
 *   tsu_exp tsu_log tsu_pow   error below 1 ulp (0.79, 0.80, 0.71 measured), subnormal arguments and results too
 *   tsu_expm1 tsu_log1p       error below 1.5 ulp
 *   tsu_fifth_root            error below 2 ulp, for 0 and normal numbers
 *
 * Domain: tsu_pow wants x >= 0 and gives NaN for x < 0 whatever the exponent. The exponents 0, 1/2, 1, 3/2 and 2 are
 * exact forms: 1, sqrt(x), x, x sqrt(x), x x. The round-to-nearest mode is assumed, as everywhere in tsubu.
 *
 * Cost in a vectorised loop, AVX2 / AVX-512 on a Zen 4 core: exp and log 3 / 1.5 ns, pow 18 / 10 ns. A law whose
 * exponent is nearly always 1 or 1.5 does well to choose the form once per block instead of calling tsu_pow. */
#ifndef TSUBU_LAW_POWER_H
#define TSUBU_LAW_POWER_H

#include "tsubu/law/compiler.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* An unevaluated sum hi + lo with |lo| <= ulp(hi)/2 or so: about 100 bits. */
typedef struct tsu_double2 {
    double hi, lo;
} tsu_double2;

TSU_FN uint64_t tsu_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

TSU_FN double tsu_double_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* test ? a : b by masks. Where the test does not change within a loop, gcc 12 vectorises this but no ternary.
 */
TSU_FN double tsu_double_select(int test, double a, double b)
{
    const uint64_t mask = UINT64_C(0) - (uint64_t)(test != 0);
    return tsu_double_from_bits((tsu_double_bits(a) & mask) | (tsu_double_bits(b) & ~mask));
}

/* a + b exactly, if |a| >= |b| or a = 0. */
TSU_FN tsu_double2 tsu_double2_sum(double a, double b)
{
    const double s = a + b;
    const tsu_double2 made = {s, b - (s - a)};
    return made;
}

/* a b with an error of about 2^-105. The factors are cut into 26 leading and 27 trailing bits: the partial
 * products are then exact. Cutting by mask rather than by multiplication cannot overflow. */
TSU_FN tsu_double2 tsu_double2_product(double a, double b)
{
    const uint64_t leading = ~UINT64_C(0x7ffffff);
    const double ah = tsu_double_from_bits(tsu_double_bits(a) & leading), al = a - ah;
    const double bh = tsu_double_from_bits(tsu_double_bits(b) & leading), bl = b - bh;
    const double p = a * b;
    const tsu_double2 made = {p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl};
    return made;
}

/* a b for two double-doubles, error about 2^-102. */
TSU_FN tsu_double2 tsu_double2_multiply(tsu_double2 a, tsu_double2 b)
{
    const tsu_double2 p = tsu_double2_product(a.hi, b.hi);
    return tsu_double2_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* ln 2 = LN2_HI + LN2_LO; LN2_HI has 42 bits, so that its product with an exponent is exact. */
#define TSU_LN2_HI 0x1.62e42fefa3800p-1
#define TSU_LN2_LO 0x1.ef35793c76730p-45

/* ---- exponential
 * -------------------------------------------------------------------------------------------- */

/* x = k ln 2 + r + r_low with |r| <= ln2/2. The whole number k is also kept as shifted, whose low bits hold
 * it. */
typedef struct tsu_exp_reduced {
    double k, r, r_low;
    uint64_t shifted; /* k + 2048, never negative */
} tsu_exp_reduced;

TSU_FN tsu_exp_reduced tsu_exp_reduce(double x, double x_low)
{
    const double big = 0x1.8p52; /* adding it rounds to a whole number, which then sits in the low bits */
    const double t = x * 0x1.71547652b82fep+0 + big;
    const double k = t - big;
    const double head = x - k * TSU_LN2_HI;
    const double tail = k * TSU_LN2_LO - x_low;
    const double r = head - tail;
    const tsu_exp_reduced made = {k, r, (head - r) - tail, tsu_double_bits(t) - tsu_double_bits(big) + 2048};
    return made;
}

/* exp(r + r_low) - 1 - r for |r| <= 0.35: the Taylor series; its first term left out is below 2^-57 of
 * exp(r). */
TSU_FN double tsu_exp_series(double r, double r_low)
{
    double q = 1.0 / 6227020800.0;
    q = q * r + 1.0 / 479001600.0;
    q = q * r + 1.0 / 39916800.0;
    q = q * r + 1.0 / 3628800.0;
    q = q * r + 1.0 / 362880.0;
    q = q * r + 1.0 / 40320.0;
    q = q * r + 1.0 / 5040.0;
    q = q * r + 1.0 / 720.0;
    q = q * r + 1.0 / 120.0;
    q = q * r + 1.0 / 24.0;
    q = q * r + 1.0 / 6.0;
    return r * r * (0.5 + r * q) + r_low;
}

/* y 2^k, in two factors so that results beyond the normal range are rounded once, or overflow. */
TSU_FN double tsu_exp_scale(double y, uint64_t shifted)
{
    const uint64_t first = shifted >> 1, second = shifted - first;
    return y * tsu_double_from_bits((first - 1) << 52) * tsu_double_from_bits((second - 1) << 52);
}

/* exp(x + x_low) for |x_low| << |x|. */
TSU_FN double tsu_exp_sum(double x, double x_low)
{
    const double below = x < -746.0 ? -746.0 : x; /* comparisons are written so that NaN passes through */
    const double within = below > 710.0 ? 710.0 : below;
    const tsu_exp_reduced e = tsu_exp_reduce(within, x_low);
    const tsu_double2 p = tsu_double2_sum(1.0, e.r);
    return tsu_exp_scale(p.hi + (p.lo + tsu_exp_series(e.r, e.r_low)), e.shifted);
}

TSU_FN double tsu_exp(double x)
{
    return tsu_exp_sum(x, 0.0);
}

/* exp(x) - 1 without loss of digits near 0. */
TSU_FN double tsu_expm1(double x)
{
    const double below = x < -40.0 ? -40.0 : x;
    const double within = below > 710.0 ? 710.0 : below;
    const tsu_exp_reduced e = tsu_exp_reduce(within, 0.0);
    const double p = e.r + tsu_exp_series(e.r, e.r_low);
    const double shrunk = tsu_double_from_bits((UINT64_C(1023) + 2048 - e.shifted) << 52); /* 2^-k */
    const double whole = e.k < 64.0 ? 1.0 - shrunk : 1.0;
    return tsu_exp_scale(p + whole, e.shifted);
}

/* ---- logarithm
 * ---------------------------------------------------------------------------------------------- */

/* x = 2^k m with sqrt(1/2) <= m < sqrt(2), for positive finite x. */
typedef struct tsu_log_reduced {
    double k, m;
} tsu_log_reduced;

TSU_FN tsu_log_reduced tsu_log_reduce(double x)
{
    const double scaled = x * 0x1p54;
    const double normal = x < 0x1p-1022 ? scaled : x;
    const double shift = x < 0x1p-1022 ? 54.0 : 0.0;
    const uint64_t bits = tsu_double_bits(normal);
    const uint64_t exponent =
        (bits - UINT64_C(0x3fe6a09e667f3bcd) + (UINT64_C(1024) << 52)) >> 52; /* k + 1024 */
    const double k = tsu_double_from_bits(exponent | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    const tsu_log_reduced made = {k - shift, tsu_double_from_bits(bits - ((exponent - 1024) << 52))};
    return made;
}

/* The tail of 2 atanh(s) = 2 s + s w(s^2): w(z) = 2 z/3 + 2 z^2/5 + ... for z <= 0.0295. */
TSU_FN double tsu_log_series(double z)
{
    double w = 2.0 / 21.0;
    w = w * z + 2.0 / 19.0;
    w = w * z + 2.0 / 17.0;
    w = w * z + 2.0 / 15.0;
    w = w * z + 2.0 / 13.0;
    w = w * z + 2.0 / 11.0;
    w = w * z + 2.0 / 9.0;
    w = w * z + 2.0 / 7.0;
    w = w * z + 2.0 / 5.0;
    w = w * z + 2.0 / 3.0;
    return w * z;
}

/* log(1 + f) + k ln 2 + low. With s = f/(2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + w), whose first term is
 * exact. */
TSU_FN double tsu_log_sum(double f, double k, double low)
{
    const double s = f / (2.0 + f);
    const double half = 0.5 * f * f;
    const double rest = s * (half + tsu_log_series(s * s)) + (k * TSU_LN2_LO + low);
    return k * TSU_LN2_HI - ((half - rest) - f);
}

/* log for x in (0, inf) is `value`; the ends and what lies outside are chosen here. */
TSU_FN double tsu_log_ends(double x, double value)
{
    const double infinite = tsu_double_from_bits(UINT64_C(0x7ff0000000000000));
    const double invalid = tsu_double_from_bits(UINT64_C(0x7ff8000000000000));
    const double upper = x < infinite ? value : x; /* +inf and NaN stay */
    const double lower = x == 0.0 ? -infinite : upper;
    return x < 0.0 ? invalid : lower;
}

TSU_FN double tsu_log(double x)
{
    const tsu_log_reduced l = tsu_log_reduce(x);
    return tsu_log_ends(x, tsu_log_sum(l.m - 1.0, l.k, 0.0));
}

/* log(1 + x) without loss of digits near 0. */
TSU_FN double tsu_log1p(double x)
{
    const double u = 1.0 + x;
    const tsu_log_reduced l = tsu_log_reduce(u);
    const double swapped = x - (u - 1.0),
                 lost = 1.0 - (u - x); /* what rounding took from u, for small and big x */
    const double correction = (x > 1.0 ? lost : swapped) / u;
    const double f = l.k == 0.0 ? x : l.m - 1.0;
    const double value = tsu_log_sum(f, l.k, l.k == 0.0 ? 0.0 : correction);
    return tsu_log_ends(u, value);
}

/* ---- power
 * -------------------------------------------------------------------------------------------------- */

/* log(x) as a double-double for positive finite x, relative error about 2^-65: s and the first two terms of
 * 2 s (1 + z/3 + z^2 (1/5 + ...)) are kept double, the rest is too small to need it. */
TSU_FN tsu_double2 tsu_log_double2(double x)
{
    const tsu_log_reduced l = tsu_log_reduce(x);
    const double f = l.m - 1.0;
    const tsu_double2 d = {l.m + 1.0, l.m - ((l.m + 1.0) - 1.0)};
    const double s_hi = f / d.hi;
    const tsu_double2 back = tsu_double2_product(s_hi, d.hi);
    const tsu_double2 s = {s_hi, (((f - back.hi) - back.lo) - s_hi * d.lo) / d.hi};
    const tsu_double2 z = tsu_double2_multiply(s, s);

    double q = 1.0 / 25.0;
    q = q * z.hi + 1.0 / 23.0;
    q = q * z.hi + 1.0 / 21.0;
    q = q * z.hi + 1.0 / 19.0;
    q = q * z.hi + 1.0 / 17.0;
    q = q * z.hi + 1.0 / 15.0;
    q = q * z.hi + 1.0 / 13.0;
    q = q * z.hi + 1.0 / 11.0;
    q = q * z.hi + 1.0 / 9.0;
    q = q * z.hi + 1.0 / 7.0;
    q = q * z.hi + 1.0 / 5.0;
    const tsu_double2 p = tsu_double2_sum(0x1.5555555555555p-2, q * z.hi);
    const tsu_double2 third = {p.hi, p.lo + 0x1.5555555555555p-56};
    const tsu_double2 zp = tsu_double2_multiply(z, third);
    const tsu_double2 one = tsu_double2_sum(1.0, zp.hi);
    const tsu_double2 bracket = {one.hi, one.lo + zp.lo};
    const tsu_double2 h = tsu_double2_multiply(s, bracket);

    const tsu_double2 sum = tsu_double2_sum(l.k * TSU_LN2_HI, 2.0 * h.hi);
    return tsu_double2_sum(sum.hi, sum.lo + (2.0 * h.lo + l.k * TSU_LN2_LO));
}

/* exp(y log x) for 0 < x < inf. Exponents beyond 2^64 give 0, 1 or inf as 2^64 does and are cut to it. */
TSU_FN double tsu_pow_inside(double x, double y)
{
    const double below = tsu_double_select(y < -0x1p64, -0x1p64, y);
    const double within = tsu_double_select(below > 0x1p64, 0x1p64, below);
    const tsu_double2 l = tsu_log_double2(x);
    const tsu_double2 p = tsu_double2_product(within, l.hi);
    const tsu_double2 e = tsu_double2_sum(p.hi, p.lo + within * l.lo);
    const double low = fabs(e.hi) < 800.0 ? e.lo : 0.0;
    return tsu_exp_sum(e.hi, low);
}

/* x^y for x >= 0; x^0 = 1 for every x. */
TSU_FN double tsu_pow(double x, double y)
{
    const double infinite = tsu_double_from_bits(UINT64_C(0x7ff0000000000000));
    const double invalid = tsu_double_from_bits(UINT64_C(0x7ff8000000000000));
    const double root = sqrt(x);
    const double at_zero = tsu_double_select(y > 0.0, 0.0, infinite);
    const double at_infinity = tsu_double_select(y > 0.0, infinite, 0.0);
    const double inside = tsu_pow_inside(x, y);
    const double upper = x == infinite ? at_infinity : inside;
    const double general = x == 0.0 ? at_zero : upper;
    const double half = tsu_double_select(y == 0.5, root, general);
    const double one = tsu_double_select(y == 1.0, x, half);
    const double three_halves = tsu_double_select(y == 1.5, x * root, one);
    const double two = tsu_double_select(y == 2.0, x * x, three_halves);
    const double checked = tsu_double_select(y == y, x >= 0.0 ? two : invalid, invalid);
    return tsu_double_select(y == 0.0, 1.0, checked);
}

/* x^(1/5) for x = 0 or a normal number, at half the price of exp(log(x)/5). A first guess of w = x^(-1/5), from the bits, has
 * x w^5 = 1 - e with |e| < 0.16; then w (1 - e)^(-1/5) by the first terms of the series, twice, and x^(1/5) = x w^4. */
TSU_FN double tsu_fifth_root(double x)
{
    const uint64_t high = tsu_double_bits(x) >> 32, fifth = high * UINT64_C(0xcccccccd) >> 34;
    const double guess = tsu_double_from_bits((UINT64_C(0x4cb89bb1) - fifth) << 32);
    const double guess2 = guess * guess;
    const double e = 1.0 - (x * guess) * (guess2 * guess2);
    const double w = guess + guess * (e * ((0.2 + 0.12 * e) + (e * e) * (0.088 + 0.0704 * e)));
    const double w2 = w * w;
    const double f = 1.0 - (x * w) * (w2 * w2);
    const double inverse = w + w * (f * (0.2 + f * (0.12 + 0.088 * f)));
    const double inverse2 = inverse * inverse, y = x * (inverse2 * inverse2);
    return y + 0.8 * y * (1.0 - y * inverse);
}

#endif
