/* SPDX-License-Identifier: Apache-2.0 */
#include "base/exact_round.h"
#include "base/parallel.h"
#include <math.h>
#include <stdlib.h>

enum {
    ROWS_LEAST = 2048, /* of a block */
    BLOCKS_MOST = 64
};

void tsu_exact_init(tsu_exact_sum *sum)
{
    memset(sum, 0, sizeof *sum);
}

void tsu_exact_settle(tsu_exact_sum *sum)
{
    int64_t carry = 0;
    for (int k = 0; k < TSU_EXACT_LAST; k++) {
        const int64_t all = sum->limb[k] + carry, low = (int64_t)((uint64_t)all & UINT32_MAX);
        carry = (all - low) / (INT64_C(1) << 32);
        sum->limb[k] = low;
    }
    sum->limb[TSU_EXACT_LAST] += carry;
    sum->added = 0;
}

void tsu_exact_add_special(tsu_exact_sum *sum, double x)
{
    sum->nan += x != x;
    sum->above += x > 0.0;
    sum->below += x < 0.0;
}

/* Many are added with few operations: what each has of multiples of a power of two so large that doubles hold the sum of all of these without rounding,
 * then what is left of each, until nothing is. (T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26, 2005, split
 * numbers so.) */
enum { MANY = 512, LANES = 8 };

typedef struct numbers {
    double rest[MANY] TSU_ALIGNED(64);
} numbers;

/* The largest size; not a number if one is none. */
static TSU_CLONES double largest_of(const numbers *b)
{
    double most[LANES] = {0.0}, none[LANES] = {0.0};
    for (int i = 0; i < MANY; i += LANES) {
        for (int l = 0; l < LANES; l++) {
            const double size = fabs(b->rest[i + l]);
            most[l] = size > most[l] ? size : most[l];
            none[l] += 0.0 * size;
        }
    }
    double largest = 0.0;
    for (int l = 0; l < LANES; l++) {
        largest = most[l] > largest ? most[l] : largest;
    }
    for (int l = 0; l < LANES; l++) {
        largest += none[l];
    }
    return largest;
}

/* The sum of the multiples of sigma 2^-52 next to each, which are taken away; sigma is 1.5 times a power of two. */
static TSU_CLONES double take_multiples(numbers *b, double sigma)
{
    double sum[LANES] = {0.0}, all = 0.0;
    for (int i = 0; i < MANY; i += LANES) {
        for (int l = 0; l < LANES; l++) {
            const double shifted = b->rest[i + l] + sigma, near = shifted - sigma;
            sum[l] += near;
            b->rest[i + l] -= near;
        }
    }
    for (int l = 0; l < LANES; l++) {
        all += sum[l];
    }
    return all;
}

/* So many. False: it must be added one by one. */
static bool add_many(tsu_exact_sum *sum, const double *x, int64_t stride)
{
    numbers b;
    for (int i = 0; i < MANY; i++) {
        b.rest[i] = x[i * stride];
    }
    double largest = largest_of(&b);
    if (!(largest < 0x1p900)) return false;
    while (largest > 0x1p-900) {
        int exponent;
        (void)frexp(largest, &exponent); /* below 2^exponent; all together below 2^(exponent + 9) */
        tsu_exact_add(sum, take_multiples(&b, ldexp(1.5, exponent + 10)));
        largest = largest_of(&b);
    }
    for (int i = 0; i < MANY && largest > 0.0; i++) {
        tsu_exact_add(sum, b.rest[i]);
    }
    return true;
}

void tsu_exact_add_all(tsu_exact_sum *sum, const double *x, int64_t count, int64_t stride)
{
    int64_t i = 0;
    while (i + MANY <= count && add_many(sum, x + i * stride, stride)) {
        i += MANY;
    }
    for (; i < count; i++) {
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
    tsu_exact_add_integer(sum, (mantissa & UINT32_MAX) * n, exponent - hidden, sign);
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

double tsu_exact_round(const tsu_exact_sum *sum)
{
    return tsu_exact_nearest(sum);
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
