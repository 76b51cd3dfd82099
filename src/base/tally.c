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
    return signed_of(sum);
}

/* Takes them out. */
static void empty(tsu_tally *t, int s)
{
    const int64_t quanta = quanta_in(t, s), low = (int64_t)((uint64_t)quanta & UINT32_MAX);
    t->high[s] += (quanta - low) / (INT64_C(1) << 32);
    t->low[s] += low;
    t->part[s] = (tsu_words8){0};
}

static void empty_all(tsu_tally *t)
{
    for (int s = 0; t->used >> s; s++) {
        if (t->used & 1u << s) empty(t, s);
    }
    t->filled = 0;
}

/* ---- the fast way ------------------------------------------------------------------------------------------------ */

/* Adds the quanta of values; *differ gets the bits in which their sums with the constant are not like it. */
TSU_FN void add_quanta(const double *a, const int count, double constant, tsu_words8 *part,
                       tsu_words8 *differ)
{
    const tsu_v8 magic = {constant, constant, constant, constant, constant, constant, constant, constant};
    tsu_words8 sum = *part - (uint64_t)(count / TSU_TALLY_PARTS) * bits_of(constant), other = *differ;
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
            add_quanta(a, BLOCK, magic[s], &part[s], &differ);
        else
            add_quanta(a, count, magic[s], &part[s], &differ);
    }
    for (int k = 0; k < TSU_TALLY_PARTS; k++) {
        wrong |= differ[k];
    }
    return (wrong & UINT64_C(0xfff) << 52) == 0; /* exponent and sign */
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
        t->part[s][l % TSU_TALLY_PARTS] -= bits_of(a[l] + t->magic[s]) - bits_of(t->magic[s]);
        add_large(t, s, a[l]);
    }
}

/* What is wanted now and then only. */
static void look_at(tsu_tally *t, unsigned mask, const double *value, int64_t stride, int count,
                    bool in_range)
{
    for (int s = 0; mask >> s; s++) {
        if (!(mask & 1u << s)) continue;
        const double *a = value + s * stride;
        if (!in_range) mend(t, s, a, count);
        if (t->measured) t->size[s] |= join_sizes(a, count, t->magic[s]);
    }
}

void tsu_tally_add(tsu_tally *t, unsigned mask, const double *value, int64_t stride, int count)
{
    const bool in_range = add_all(t->part, t->magic, mask, value, stride, count);
    t->used |= mask;
    t->filled += count;
    if (!in_range || t->measured) look_at(t, mask, value, stride, count, in_range);
    if (t->filled >= TSU_TALLY_MOST) empty_all(t);
}

/* ---- totals and quanta ------------------------------------------------------------------------------------------- */

void tsu_tally_merge(tsu_tally *t, const tsu_tally *other)
{
    empty_all(t);
    t->used |= other->used;
    t->filled = other->filled;
    for (int s = 0; other->used >> s; s++) {
        if (!(other->used & 1u << s)) continue;
        t->part[s] = other->part[s];
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

/* All quanta of sum s but those of the exact one: high times 2^32 and low, which is below that and not negative. */
typedef struct quanta_total {
    int64_t high, low;
} quanta_total;

static quanta_total total_of(const tsu_tally *t, int s)
{
    const int64_t unit = INT64_C(1) << 32, rest = quanta_in(t, s),
                  rest_low = (int64_t)((uint64_t)rest & UINT32_MAX);
    const int64_t low = t->low[s] + rest_low, carried = low / unit; /* neither is negative */
    return (quanta_total){t->high[s] + (rest - rest_low) / unit + carried, low - carried * unit};
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
    if (!(t->used & 1u << s)) return;
    const quanta_total total = total_of(t, s);
    add_integer(to, total.high, 0x1p32 * quantum);
    if (total.low != 0) tsu_exact_add(to, (double)total.low * quantum);
    if (t->exact[s]) tsu_exact_merge(to, &t->large[s]);
}

double tsu_tally_total(const tsu_tally *t, int s)
{
    if (!(t->used & 1u << s)) return 0.0;
    const double quantum = t->magic[s] / 0x1.8p52;
    const quanta_total total = total_of(t, s);
    const double sum = (double)total.high * (0x1p32 * quantum) + (double)total.low * quantum;
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
    if (!t->measured || !(t->used & 1u << s) || t->exact[s]) return NONE;
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
