/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h - fast sums of very many doubles that do not depend on their order.
 *
 * Exact sums (exact_sum.h) cost too much for the energies of every contact in every step. Here each value is rounded
 * once, by itself, to a multiple of a quantum, to the nearest, ties to even; multiples are integers, and integers are
 * added without any rounding. So order, blocks, threads and processes leave no trace in the total.
 *
 * The quantum q is a power of two. For |a| < 2^51 q the double a + 1.5 2^52 q has q as its last bit, so its bits are
 * those of 1.5 2^52 q plus the integer a/q, rounded: an addition of doubles and one of integers, which vector code can
 * do. Values that are larger, infinite or not a number change the exponent of that double, which is looked at once for
 * each call; they are rounded by the same rule, if there is anything to round, and go into an exact sum.
 *
 * A quantum must be fine against the values, but 2^51 quanta is not much if nobody knows how large they will be. So each
 * sum has a quantum of its own, and it is chosen anew from the largest value of a tally for the next one
 * (tsu_quanta_review): the largest value does not depend on the order either. A sum begins with a quantum so fine that
 * all values go into the exact sum. */
#ifndef TSU_BASE_TALLY_H
#define TSU_BASE_TALLY_H

#include "base/exact_sum.h"

enum {
    TSU_TALLY_SUMS = 16,
    TSU_TALLY_PARTS = 8,  /* of a sum: value l goes to part l modulo this */
    TSU_TALLY_BITS = 47,  /* of the largest value, as an integer, with the quantum chosen for it */
    TSU_TALLY_MOST = 2048 /* values of less than 2^51 until 64 bits may be full, with some to spare */
};

typedef struct tsu_quanta {
    double of[TSU_TALLY_SUMS]; /* powers of two; 0: the finest */
} tsu_quanta;

typedef struct tsu_tally {
    tsu_words8 part[TSU_TALLY_SUMS]; /* quanta, modulo 2^64 */
    double magic[TSU_TALLY_SUMS];    /* 1.5 2^52 quanta */
    int64_t high[TSU_TALLY_SUMS];    /* what was taken out of them: quanta over 2^32 ... */
    int64_t low[TSU_TALLY_SUMS];     /* ... and the rest */
    uint64_t size[TSU_TALLY_SUMS];   /* bits of the magnitudes of values, if they are measured */
    int32_t largest[TSU_TALLY_SUMS]; /* values that went into the exact sum are below 2^this */
    bool exact[TSU_TALLY_SUMS];      /* the exact sum is in use */
    unsigned used;                   /* mask: sums with values */
    int32_t filled;                  /* most values in the parts of a sum */
    bool measured;                   /* magnitudes are looked at */
    tsu_exact_sum large[TSU_TALLY_SUMS];
} TSU_ALIGNED(64) tsu_tally;

/* An empty tally with these quanta. `measured`: the largest value is wanted in any case, not only if it exceeds what the
 * quanta are good for. */
void tsu_tally_begin(tsu_tally *t, const tsu_quanta *quanta, bool measured);

/* Adds `count` values, a multiple of TSU_TALLY_PARTS and no more than 64, to each sum whose bit is set in `mask`; those of sum s begin
 * at value + s * stride. */
void tsu_tally_add(tsu_tally *t, unsigned mask, const double *value, int64_t stride, int count);

/* Adds another tally with the same quanta. */
void tsu_tally_merge(tsu_tally *t, const tsu_tally *other);

/* Adds the total of sum s to an exact sum. */
void tsu_tally_enter(const tsu_tally *t, int s, tsu_exact_sum *to);

/* The total of sum s, rounded. */
double tsu_tally_total(const tsu_tally *t, int s);

/* Whether a number from a file can be a quantum. */
bool tsu_quantum_is_sound(double quantum);

/* Quanta for the next tally of this kind. */
void tsu_quanta_review(tsu_quanta *quanta, const tsu_tally *t);

#endif
