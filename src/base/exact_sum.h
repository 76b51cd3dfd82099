/* SPDX-License-Identifier: Apache-2.0 */
/* exact_sum.h - sums of doubles without any rounding on the way, so that their order leaves no trace.
 *
 * A sum of doubles depends on the order in which they are added, and the order of rows depends on when lists were made.
 * Where such a sum steers a particle or is printed, it is taken here: every double is an integer times 2^-1074, and
 * these integers are added exactly. The result is rounded once, at the end, to the nearest double, ties to even.
 * Any order, any blocks, any threads, any processes give the same bits.
 *
 *     tsu_exact_sum sum;
 *     tsu_exact_init(&sum);
 *     for (int64_t i = 0; i < n; i++) tsu_exact_add(&sum, p->mass[i] * p->vm[i][0]);
 *     const double momentum = tsu_exact_round(&sum);
 *
 * A product like m v is rounded once, as a double, before it is added. The digits of the large integer have 32 bits in
 * words of 64 (R. M. Neal, "Fast exact summation using small and large superaccumulators", arXiv:1505.05571): an
 * addition touches two words, and carries are settled once in a thousand additions.
 *
 * An infinity or a NaN stays: +inf and -inf together, or a NaN, give the NaN with positive sign; a zero is +0. A sum
 * past the largest double rounds to an infinity, but only the final one: what goes beyond and comes back is right.
 *
 * All members are int64_t: settled sums of several processes may be added word by word (one integer reduction). */
#ifndef TSU_BASE_EXACT_SUM_H
#define TSU_BASE_EXACT_SUM_H

#include "base/portable.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    TSU_EXACT_LIMBS = 67,
    TSU_EXACT_MOST =
        1024, /* additions until carries must be settled: each brings less than 2^52 + 2^32 to a limb */
    TSU_EXACT_WIDTH = 24 /* sums that tsu_exact_rows takes at once, at most */
};

typedef struct tsu_exact_sum {
    int64_t limb[TSU_EXACT_LIMBS]; /* limb k counts 2^(32 k - 1074) */
    int64_t nan, above, below;     /* how many NaN, +inf and -inf were added */
    int64_t added;                 /* since carries were settled */
} tsu_exact_sum;

void tsu_exact_init(tsu_exact_sum *sum);

/* Settles carries: limbs but the last are then 0 .. 2^32 - 1, and equal sums have equal words. */
void tsu_exact_settle(tsu_exact_sum *sum);

/* Adds the infinity or NaN x. */
void tsu_exact_add_special(tsu_exact_sum *sum, double x);

/* Adds an integer below 2^53 times 2^(place - 1074); sign is 0, or -1: it is subtracted. */
TSU_FN void tsu_exact_add_integer(tsu_exact_sum *sum, uint64_t integer, int place, int64_t sign)
{
    const int shift = place & 31;
    const int64_t low = (int64_t)(integer << shift & UINT32_MAX), high = (int64_t)(integer >> (32 - shift));
    sum->limb[place >> 5] += (low ^ sign) - sign;
    sum->limb[(place >> 5) + 1] += (high ^ sign) - sign;
    if (++sum->added >= TSU_EXACT_MOST) tsu_exact_settle(sum);
}

TSU_FN void tsu_exact_add(tsu_exact_sum *sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 2047);
    if (TSU_UNLIKELY(exponent == 2047)) {
        tsu_exact_add_special(sum, x);
        return;
    }
    const uint64_t hidden = exponent > 0 ? 1 : 0,
                   mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | hidden << 52;
    tsu_exact_add_integer(sum, mantissa, exponent - (int)hidden, -(int64_t)(bits >> 63));
}

enum { TSU_EXACT_TIMES = 1024 };

/* Adds x so many times, TSU_EXACT_TIMES at most. */
void tsu_exact_add_times(tsu_exact_sum *sum, double x, int times);

/* Adds `count` doubles that lie `stride` apart. */
void tsu_exact_add_all(tsu_exact_sum *sum, const double *x, int64_t count, int64_t stride);

/* Adds another sum. */
void tsu_exact_merge(tsu_exact_sum *sum, const tsu_exact_sum *other);

/* The double nearest to the sum. */
double tsu_exact_round(const tsu_exact_sum *sum);

/* What row i brings to each of the sums; false if it is not among the rows to be summed. May be called from several
 * threads at once. */
typedef bool tsu_exact_row(const void *context, int64_t i, double *value);

/* sums[c] = the exact sum of value[c] over the rows 0 .. n - 1, for `width` columns (TSU_EXACT_WIDTH at most), on `threads`
 * threads (0: the number set, parallel.h). Returns the number of rows that were summed. */
int64_t tsu_exact_rows(int64_t n, int width, int threads, tsu_exact_row *row, const void *context,
                       double *sums);

#endif
