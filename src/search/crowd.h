/* SPDX-License-Identifier: Apache-2.0 */
/* crowd.h - spheres that are added one by one: does another one fit in?
 *
 * Cells are as wide as the spheres in them, by powers of two, and are found by hashing, so that neither sizes that differ
 * much nor a large empty space cost anything. Answers depend on the set of spheres alone. */
#ifndef TSU_SEARCH_CROWD_H
#define TSU_SEARCH_CROWD_H

#include "base/error.h"
#include "state/box.h"

enum { TSU_CROWD_LEVELS = 64 };

typedef struct tsu_crowd {
    tsu_box box; /* whose periodic axes count */
    int64_t count;
    size_t capacity, next_capacity;
    double (*xr)[4];  /* [count] centre and radius [m] */
    int32_t *next;    /* [count] in the same bucket; -1: none */
    int32_t *head;    /* [buckets] */
    uint64_t buckets; /* a power of two */
    int levels;
    struct tsu_crowd_level {
        int exponent;   /* the cells are 2^exponent wide */
        double inverse; /* of their width [1/m] */
        double largest; /* radius in it [m] */
        int64_t count;
    } level[TSU_CROWD_LEVELS];
    double largest; /* radius of all [m] */
} tsu_crowd;

/* An empty crowd that expects so many spheres. */
tsu_status tsu_crowd_init(tsu_crowd *c, const tsu_box *box, int64_t expected, tsu_error *err);
void tsu_crowd_free(tsu_crowd *c);
tsu_status tsu_crowd_add(tsu_crowd *c, const double x[3], double radius, tsu_error *err);

/* Whether a sphere would overlap one of the crowd or one of their periodic images. */
bool tsu_crowd_overlaps(const tsu_crowd *c, const double x[3], double radius);

#endif
