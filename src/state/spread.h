/* SPDX-License-Identifier: Apache-2.0 */
/* spread.h - how a size or a density is spread over particles.
 *
 *   constant  a                       uniform   between a and b
 *   gaussian  mean a, deviation b, cut three deviations from the mean
 *   lognormal mean a and deviation b of the natural logarithm, cut likewise
 * By number unless said otherwise; by mass means that the mass of the particles of a size follows the law, so that their
 * number follows the law divided by the cube of the size. */
#ifndef TSU_STATE_SPREAD_H
#define TSU_STATE_SPREAD_H

#include "base/error.h"

typedef enum tsu_spread_kind {
    TSU_SPREAD_CONSTANT,
    TSU_SPREAD_UNIFORM,
    TSU_SPREAD_GAUSSIAN,
    TSU_SPREAD_LOGNORMAL
} tsu_spread_kind;

typedef struct tsu_spread {
    tsu_spread_kind kind;
    bool by_mass;
    double a, b;   /* parameters, see above */
    double lo, hi; /* no value lies outside */
} tsu_spread;

/* Checks the parameters; values must be positive. `what` names the quantity in the error. */
tsu_status tsu_spread_make(tsu_spread *s, tsu_spread_kind kind, double a, double b, bool by_mass,
                           const char *what, tsu_error *err);

/* Mean of value^power over the particles. */
double tsu_spread_moment(const tsu_spread *s, int power);

/* The value of one particle: a function of the seed and the particle's id. `purpose` keeps the numbers for different
 * quantities apart. */
double tsu_spread_draw(const tsu_spread *s, uint64_t seed, uint64_t id, uint32_t purpose);

#endif
