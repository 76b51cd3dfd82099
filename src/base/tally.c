/* SPDX-License-Identifier: Apache-2.0 */
#include "base/tally.h"
#include <limits.h>
#include <math.h>
#include <stddef.h>

enum {
    FINEST =
        -1000, /* exponents of quanta: 1.5 2^52 of the finest is a normal number, of the coarsest finite */
    COARSEST = 900,
    FINER = 40, /* bits, if all values were rounded to nothing */
    NONE = INT_MIN
};

static const uint64_t exponent_bits = UINT64_C(0xfff) << 52; /* and sign */

TSU_FN uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double finest(void)
{
    return ldexp(1.0, FINEST);
}

void tsu_tally_begin(tsu_tally *t, const tsu_quanta *quanta, bool measured)
{
    memset(t, 0, offsetof(tsu_tally, large));
    for (int s = 0; s < TSU_TALLY_SUMS; s++) {
        t->magic[s] = 0x1.8p52 * (quanta->of[s] > 0.0 ? quanta->of[s] : finest());
        t->largest[s] = NONE;
    }
    t->measured = measured;
}

/* The integer with these bits. */
static int64_t signed_of(uint64_t bits)
{
    return bits >> 63 ? -(int64_t)~bits - 1 : (int64_t)bits;
}

/* Quanta in the parts of sum s, of which 64 bits hold no more than TSU_TALLY_MOST values. */
static int64_t quanta_in(const tsu_tally *t, int s)
{
    uint64_t sum = 0;
    for (int k = 0; k < TSU_TALLY_PARTS; k++) {
        sum += t->part[s][k];
    }
    return signed_of(sum - (uint64_t)t->count[s] * bits_of(t->magic[s]));
}

/* Takes them out. */
static void empty(tsu_tally *t, int s)
{
    const int64_t quanta = quanta_in(t, s), low = (int64_t)((uint64_t)quanta & UINT32_MAX);
    t->high[s] += (quanta - low) / (INT64_C(1) << 32);
    t->low[s] += low;
    t->part[s] = (tsu_words8){0};
    t->count[s] = 0;
}

/* ---- the fast way ------------------------------------------------------------------------------------------------ */

/* Adds the bits of values; *differ gets those in which they are not like the constant. */
TSU_FN void add_bits(const double *a, const int count, double constant, tsu_words8 *part, tsu_words8 *differ)
{
    const tsu_v8 magic = {constant, constant, constant, constant, constant, constant, constant, constant};
    tsu_words8 sum = *part, other = *differ;
    for (int l = 0; l < count; l += TSU_TALLY_PARTS) {
        tsu_v8 eight;
        memcpy(&eight, a + l, sizeof eight);
        const tsu_words8 bits = (tsu_words8)(eight + magic);
        sum += bits;
        other |= bits ^ (tsu_words8)magic;
    }
    *part = sum;
    *differ = other;
}

/* Whether all values were in range; otherwise the parts are spoilt. */
static TSU_CLONES bool add_all(tsu_words8 *part, const double *magic, unsigned mask, const double *value,
                               int64_t stride, int count)
{
    enum { BLOCK = 64 };
    tsu_words8 differ = {0};
    uint64_t wrong = 0;
    for (int s = 0; mask >> s; s++) {
        if (!(mask & 1u << s)) continue;
        const double *a = value + s * stride;
        if (count == BLOCK)
            add_bits(a, BLOCK, magic[s], &part[s], &differ);
        else
            add_bits(a, count, magic[s], &part[s], &differ);
    }
    for (int k = 0; k < TSU_TALLY_PARTS; k++) {
        wrong |= differ[k];
    }
    return (wrong & exponent_bits) == 0;
}

static TSU_CLONES uint64_t join_sizes(const double *TSU_RESTRICT a, int count, double magic)
{
    uint64_t size = 0;
    for (int l = 0; l < count; l++) {
        size |= bits_of(fabs(a[l]) + magic);
    }
    return size;
}

/* ---- the exact way ----------------------------------------------------------------------------------------------- */

/* One that is out of range: 2^51 quanta or more. From 2^52 on it is a multiple. */
static void add_large(tsu_tally *t, int s, double a)
{
    const double limit = t->magic[s] / 1.5, far = a < 0.0 ? -limit : limit; /* 2^52 quanta */
    if (!t->exact[s]) tsu_exact_init(&t->large[s]);
    t->exact[s] = true;
    tsu_exact_add(&t->large[s], fabs(a) < limit ? (a + far) - far : a);
    int exponent = NONE;
    if (isfinite(a)) frexp(a, &exponent);
    t->largest[s] = exponent > t->largest[s] ? exponent : t->largest[s];
}

/* Values of sum s that the fast way has added already, though not all of them are in range. */
static void mend(tsu_tally *t, int s, const double *a, int count)
{
    const double limit = t->magic[s] / 3.0; /* 2^51 quanta */
    for (int l = 0; l < count; l++) {
        if (fabs(a[l]) < limit) continue;
        t->part[s][l % TSU_TALLY_PARTS] -= bits_of(a[l] + t->magic[s]);
        t->count[s]--;
        add_large(t, s, a[l]);
    }
}

void tsu_tally_add(tsu_tally *t, unsigned mask, const double *value, int64_t stride, int count)
{
    const bool in_range = add_all(t->part, t->magic, mask, value, stride, count);
    for (int s = 0; mask >> s; s++) {
        if (!(mask & 1u << s)) continue;
        const double *a = value + s * stride;
        t->any[s] = true;
        t->count[s] += count;
        if (!in_range) mend(t, s, a, count);
        if (t->measured) t->size[s] |= join_sizes(a, count, t->magic[s]);
        if (t->count[s] >= TSU_TALLY_MOST) empty(t, s);
    }
}

/* ---- totals and quanta ------------------------------------------------------------------------------------------- */

void tsu_tally_merge(tsu_tally *t, const tsu_tally *other)
{
    for (int s = 0; s < TSU_TALLY_SUMS; s++) {
        if (!other->any[s]) continue;
        empty(t, s);
        t->any[s] = true;
        t->part[s] = other->part[s];
        t->count[s] = other->count[s];
        t->high[s] += other->high[s];
        t->low[s] += other->low[s];
        t->size[s] |= other->size[s];
        t->largest[s] = other->largest[s] > t->largest[s] ? other->largest[s] : t->largest[s];
        if (!other->exact[s]) continue;
        if (!t->exact[s]) tsu_exact_init(&t->large[s]);
        t->exact[s] = true;
        tsu_exact_merge(&t->large[s], &other->large[s]);
    }
}

/* Adds an integer times a power of two. */
static void add_integer(tsu_exact_sum *to, int64_t number, double unit)
{
    const int64_t low = (int64_t)((uint64_t)number & UINT32_MAX), high = (number - low) / (INT64_C(1) << 32);
    if (high != 0) tsu_exact_add(to, (double)high * (0x1p32 * unit));
    if (low != 0) tsu_exact_add(to, (double)low * unit);
}

void tsu_tally_enter(const tsu_tally *t, int s, tsu_exact_sum *to)
{
    const double quantum = t->magic[s] / 0x1.8p52;
    if (!t->any[s]) return;
    add_integer(to, t->high[s], 0x1p32 * quantum);
    add_integer(to, t->low[s], quantum);
    add_integer(to, quanta_in(t, s), quantum);
    if (t->exact[s]) tsu_exact_merge(to, &t->large[s]);
}

double tsu_tally_total(const tsu_tally *t, int s)
{
    if (!t->any[s]) return 0.0;
    const int64_t unit = INT64_C(1) << 32, rest = quanta_in(t, s),
                  rest_low = (int64_t)((uint64_t)rest & UINT32_MAX);
    const int64_t low = t->low[s] + rest_low, carried = low / unit; /* none of them is negative */
    const double quantum = t->magic[s] / 0x1.8p52;
    const double high = (double)(t->high[s] + (rest - rest_low) / unit + carried) * (0x1p32 * quantum);
    const double sum = high + (double)(low - carried * unit) * quantum;
    return t->exact[s] ? sum + tsu_exact_round(&t->large[s]) : sum;
}

static int bit_length(uint64_t number)
{
    int length = 0;
    for (; number > 0; number >>= 1) {
        length++;
    }
    return length;
}

/* 2^this is above all values; NONE: nobody knows. */
static int exponent_of(const tsu_tally *t, int s)
{
    int quantum;
    if (t->largest[s] != NONE) return t->largest[s];
    if (!t->measured || !t->any[s] || t->exact[s]) return NONE;
    frexp(t->magic[s] / 0x1.8p52, &quantum);                    /* one more than its exponent */
    const uint64_t number = t->size[s] & ~bits_of(t->magic[s]); /* none of its bits are below 2^51 */
    return quantum - 1 + (number > 0 ? bit_length(number) : TSU_TALLY_BITS - FINER);
}

bool tsu_quantum_is_sound(double quantum)
{
    int exponent;
    if (quantum == 0.0) return true;
    return isfinite(quantum) && frexp(quantum, &exponent) == 0.5 && exponent > FINEST &&
           exponent <= COARSEST + 1;
}

void tsu_quanta_review(tsu_quanta *quanta, const tsu_tally *t)
{
    for (int s = 0; s < TSU_TALLY_SUMS; s++) {
        const int top = exponent_of(t, s);
        if (top == NONE) continue;
        const int exponent = top - TSU_TALLY_BITS;
        quanta->of[s] = ldexp(1.0, exponent < FINEST ? FINEST : exponent > COARSEST ? COARSEST : exponent);
    }
}
