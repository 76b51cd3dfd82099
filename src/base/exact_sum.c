/* SPDX-License-Identifier: Apache-2.0 */
#include "base/exact_sum.h"
#include "base/parallel.h"
#include <math.h>
#include <stdlib.h>

enum {
    LAST = TSU_EXACT_LIMBS - 1,
    ROWS_LEAST = 2048, /* of a block */
    BLOCKS_MOST = 64
};

static const uint64_t digit = UINT32_MAX;

void tsu_exact_init(tsu_exact_sum *sum)
{
    memset(sum, 0, sizeof *sum);
}

void tsu_exact_settle(tsu_exact_sum *sum)
{
    int64_t carry = 0;
    for (int k = 0; k < LAST; k++) {
        const int64_t all = sum->limb[k] + carry, low = (int64_t)((uint64_t)all & digit);
        carry = (all - low) / (INT64_C(1) << 32);
        sum->limb[k] = low;
    }
    sum->limb[LAST] += carry;
    sum->added = 0;
}

void tsu_exact_add_special(tsu_exact_sum *sum, double x)
{
    sum->nan += x != x;
    sum->above += x > 0.0;
    sum->below += x < 0.0;
}

void tsu_exact_add_all(tsu_exact_sum *sum, const double *x, int64_t count, int64_t stride)
{
    for (int64_t i = 0; i < count; i++) {
        tsu_exact_add(sum, x[i * stride]);
    }
}

void tsu_exact_add_times(tsu_exact_sum *sum, double x, int times)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 2047), hidden = exponent > 0 ? 1 : 0;
    if (exponent == 2047) {
        for (int k = 0; k < times; k++) {
            tsu_exact_add_special(sum, x);
        }
        return;
    }
    const uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)hidden << 52,
                   n = (uint64_t)times;
    const int64_t sign = -(int64_t)(bits >> 63);
    tsu_exact_add_integer(sum, (mantissa & digit) * n, exponent - hidden, sign);
    tsu_exact_add_integer(sum, (mantissa >> 32) * n, exponent - hidden + 32, sign);
}

/* A settled sum counts as one addition. */
void tsu_exact_merge(tsu_exact_sum *sum, const tsu_exact_sum *other)
{
    const int64_t more = other->added + 1;
    if (sum->added + more > TSU_EXACT_MOST) tsu_exact_settle(sum);
    for (int k = 0; k < TSU_EXACT_LIMBS; k++) {
        sum->limb[k] += other->limb[k];
    }
    sum->nan += other->nan;
    sum->above += other->above;
    sum->below += other->below;
    sum->added += more;
    if (sum->added >= TSU_EXACT_MOST) tsu_exact_settle(sum);
}

/* The nearest double of a settled sum >= 0, as bits. Its least bit is that of the least double, so a sum of up to 53 bits
 * is its own representation, and no result is rounded twice. */
static uint64_t round_magnitude(const tsu_exact_sum *sum)
{
    static const uint64_t infinite = UINT64_C(2047) << 52;
    int h = LAST, zeros = 0;
    while (h > 0 && sum->limb[h] == 0)
        h--;
    if (h == LAST) return infinite;
    while (zeros < 32 && (uint64_t)sum->limb[h] >> (31 - zeros) == 0)
        zeros++;
    const int top = 32 * h + 31 - zeros; /* the highest bit */
    const uint64_t b = h > 0 ? (uint64_t)sum->limb[h - 1] : 0, c = h > 1 ? (uint64_t)sum->limb[h - 2] : 0;
    if (top <= 52) return h > 0 ? (uint64_t)sum->limb[h] << 32 | b : (uint64_t)sum->limb[h];
    const uint64_t window = ((uint64_t)sum->limb[h] << 32 | b) << zeros | c >> (32 - zeros);
    bool more = (c << zeros & digit) != 0;
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
static bool settle_some(const tsu_exact_sum *sum, int64_t sign, int first, int last, int64_t *digits)
{
    const int end = last < LAST ? last + 1 : LAST;
    int64_t carry = 0;
    for (int k = first; k < end; k++) {
        const int64_t all = sign * sum->limb[k] + carry, low = (int64_t)((uint64_t)all & digit);
        carry = (all - low) / (INT64_C(1) << 32);
        digits[k] = low;
    }
    digits[end] = carry + (last == LAST ? sign * sum->limb[LAST] : 0);
    return digits[end] < 0;
}

/* Most digits of a sum are zero: its numbers are of a few sizes. */
double tsu_exact_round(const tsu_exact_sum *sum)
{
    if (sum->nan > 0 || (sum->above > 0 && sum->below > 0)) return (double)NAN;
    if (sum->above > 0 || sum->below > 0) return sum->above > 0 ? (double)INFINITY : -(double)INFINITY;
    tsu_exact_sum settled;
    int first = 0, last = LAST;
    while (first < LAST && sum->limb[first] == 0)
        first++;
    while (last > first && sum->limb[last] == 0)
        last--;
    tsu_exact_init(&settled);
    const bool negative = settle_some(sum, 1, first, last, settled.limb);
    if (negative) settle_some(sum, -1, first, last, settled.limb);
    const uint64_t bits = round_magnitude(&settled) | (negative ? UINT64_C(1) << 63 : 0);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

typedef struct job {
    int64_t n, size; /* rows, and rows of a block */
    int width;
    tsu_exact_row *row;
    const void *context;
    tsu_exact_sum *sum; /* `width` of each block */
    int64_t *count;     /* of each block */
} job;

static void sum_block(void *context, int64_t block, int thread)
{
    const job *j = context;
    const tsu_range r = tsu_parallel_block(block, j->n, j->size);
    tsu_exact_sum *const sum = j->sum + block * j->width;
    double value[TSU_EXACT_WIDTH];
    (void)thread;
    for (int c = 0; c < j->width; c++) {
        tsu_exact_init(&sum[c]);
    }
    for (int64_t i = r.begin; i < r.end; i++) {
        if (!j->row(j->context, i, value)) continue;
        for (int c = 0; c < j->width; c++) {
            tsu_exact_add(&sum[c], value[c]);
        }
        j->count[block]++;
    }
}

int64_t tsu_exact_rows(int64_t n, int width, int threads, tsu_exact_row *row, const void *context,
                       double *sums)
{
    tsu_exact_sum one[TSU_EXACT_WIDTH];
    int64_t count[BLOCKS_MOST] = {0};
    job j = {n, tsu_parallel_share(n, BLOCKS_MOST, ROWS_LEAST), width, row, context, one, count};
    int64_t blocks = tsu_parallel_blocks(n, j.size);
    tsu_exact_sum *const many = blocks > 1 ? malloc((size_t)blocks * (size_t)width * sizeof *many) : NULL;
    if (many) j.sum = many;
    if (!many) j.size = n, blocks = 1; /* one block, without memory of its own: the same bits */
    tsu_parallel_for(blocks, threads, sum_block, &j);
    for (int c = 0; c < width; c++) {
        for (int64_t block = 1; block < blocks; block++) {
            tsu_exact_merge(&j.sum[c], &j.sum[block * width + c]);
        }
        sums[c] = tsu_exact_round(&j.sum[c]);
    }
    for (int64_t block = 1; block < blocks; block++) {
        count[0] += count[block];
    }
    free(many);
    return count[0];
}
