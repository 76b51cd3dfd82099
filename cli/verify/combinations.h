/* SPDX-License-Identifier: Apache-2.0 */
/* verify_combinations.h - one oblique impact of two spinning spheres for every combination of registered laws. */
#ifndef TSU_CLI_VERIFY_COMBINATIONS_H
#define TSU_CLI_VERIFY_COMBINATIONS_H

#include "verify/verify.h"

typedef struct tsu_combination {
    char laws[256]; /* the words that choose them */
    double time;    /* contact time of the normal law alone; of bodies that stick a guess [s] */
} tsu_combination;

typedef void tsu_combination_fn(const tsu_combination *c, void *context);

/* A row that fails for each law with a property that has no value in law/samples.h; it takes part in no combination. */
void tsu_combinations_missing(tsu_card *card);

/* Calls `run` for every combination of cohesion, tangential and rolling law with this normal law; returns how many there
 * are. */
int tsu_combinations_each(const tsu_law *normal, tsu_combination_fn *run, void *context);

/* The impact, ready to start, in steps of 1/`parts` of the contact time. */
tsu_scene tsu_combination_start(const tsu_combination *c, double parts);

/* |What the audit cannot explain| over the energy exchanged; the truncation error counts as unexplained. */
double tsu_unexplained(tsu_scene *s);

#endif
