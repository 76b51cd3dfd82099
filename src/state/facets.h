/* SPDX-License-Identifier: Apache-2.0 */
/* facets.h - triangles as a file has them: corners only, nothing known of each other. */
#ifndef TSU_STATE_FACETS_H
#define TSU_STATE_FACETS_H

#include "base/error.h"

enum { TSU_FACETS_MAX = 1 << 26 }; /* what an index of 27 bits and a memory of some GB allow */

typedef struct tsu_facets {
    int64_t count;
    size_t capacity, origin_capacity;
    double (*corner)[3][3]; /* [count] three corners                                         [m] */
    int64_t *origin; /* [count] its place in the file: line of a text, number from 1 in a binary file */
    char note[256];  /* what the reader found odd though readable; empty: nothing */
} tsu_facets;

void tsu_facets_free(tsu_facets *f);
tsu_status tsu_facets_append(tsu_facets *f, const double corner[3][3], int64_t origin, tsu_error *err);

/* Changes of all corners, in the order they are called. The rotation is about an axis through the origin, by the rule of
 * the right hand [rad]; an axis without length is an error. */
void tsu_facets_move(tsu_facets *f, const double by[3]);
void tsu_facets_scale(tsu_facets *f, double factor);
tsu_status tsu_facets_rotate(tsu_facets *f, const double axis[3], double angle, tsu_error *err);

/* Removes the facets with one of these origins (in any order) and returns how many there were; the order of the rest
 * stays. */
tsu_status tsu_facets_exclude(tsu_facets *f, const int64_t *origins, size_t count, int64_t *removed,
                              tsu_error *err);

#endif
