/* SPDX-License-Identifier: Apache-2.0 */
/* exact_round.h - the double nearest to an exact sum (exact_sum.h), as a pure function that a device can call, too. */
#ifndef TSU_BASE_EXACT_ROUND_H
#define TSU_BASE_EXACT_ROUND_H

#include "base/exact_sum.h"
#include <math.h>

enum { TSU_EXACT_LAST = TSU_EXACT_LIMBS - 1 };

/* The nearest double of a settled sum >= 0, as bits. Its least bit is that of the least double, so a sum of up to 53 bits
 * is its own representation, and no result is rounded twice. */
TSU_FN uint64_t tsu_exact_magnitude(const tsu_exact_sum *sum)
{
    const uint64_t infinite = UINT64_C(2047) << 52;
    int h = TSU_EXACT_LAST, zeros = 0;
    while (h > 0 && sum->limb[h] == 0)
        h--;
    if (h == TSU_EXACT_LAST) return infinite;
    while (zeros < 32 && (uint64_t)sum->limb[h] >> (31 - zeros) == 0)
        zeros++;
    const int top = 32 * h + 31 - zeros; /* the highest bit */
    const uint64_t b = h > 0 ? (uint64_t)sum->limb[h - 1] : 0, c = h > 1 ? (uint64_t)sum->limb[h - 2] : 0;
    if (top <= 52) return h > 0 ? (uint64_t)sum->limb[h] << 32 | b : (uint64_t)sum->limb[h];
    const uint64_t window = ((uint64_t)sum->limb[h] << 32 | b) << zeros | c >> (32 - zeros);
    bool more = (c << zeros & UINT32_MAX) != 0;
    for (int k = h - 3; k >= 0 && !more; k--) {
        more = sum->limb[k] != 0;
    }
    const uint64_t mantissa = window >> 11, rest = window & 2047;
    const bool up = rest > 1024 || (rest == 1024 && (more || (mantissa & 1) != 0));
    const uint64_t bits = ((uint64_t)(top - 52) << 52) + mantissa + (up ? 1 : 0);
    return bits < infinite ? bits : infinite;
}

/* The digits first .. last of a sum times sign, settled, into digits that are zero; all others of the sum are zero. Returns whether
 * the number is negative; the digits are then of no use. */
TSU_FN bool tsu_exact_settle_some(const tsu_exact_sum *sum, int64_t sign, int first, int last,
                                  int64_t *digits)
{
    const int end = last < TSU_EXACT_LAST ? last + 1 : TSU_EXACT_LAST;
    int64_t carry = 0;
    for (int k = first; k < end; k++) {
        const int64_t all = sign * sum->limb[k] + carry, low = (int64_t)((uint64_t)all & UINT32_MAX);
        carry = (all - low) / (INT64_C(1) << 32);
        digits[k] = low;
    }
    digits[end] = carry + (last == TSU_EXACT_LAST ? sign * sum->limb[TSU_EXACT_LAST] : 0);
    return digits[end] < 0;
}

/* Most digits of a sum are zero: its numbers are of a few sizes. */
TSU_FN double tsu_exact_nearest(const tsu_exact_sum *sum)
{
    if (sum->nan > 0 || (sum->above > 0 && sum->below > 0)) return (double)NAN;
    if (sum->above > 0 || sum->below > 0) return sum->above > 0 ? (double)INFINITY : -(double)INFINITY;
    tsu_exact_sum settled;
    int first = 0, last = TSU_EXACT_LAST;
    while (first < TSU_EXACT_LAST && sum->limb[first] == 0)
        first++;
    while (last > first && sum->limb[last] == 0)
        last--;
    memset(&settled, 0, sizeof settled);
    const bool negative = tsu_exact_settle_some(sum, 1, first, last, settled.limb);
    if (negative) tsu_exact_settle_some(sum, -1, first, last, settled.limb);
    const uint64_t bits = tsu_exact_magnitude(&settled) | (negative ? UINT64_C(1) << 63 : 0);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
