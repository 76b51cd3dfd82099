/* SPDX-License-Identifier: Apache-2.0 */
/* blend.h - what particles to insert: templates, and distributions that mix them by mass or by number. Both are plain
 * values without owned memory, so that a copy is a copy. */
#ifndef TSU_STATE_BLEND_H
#define TSU_STATE_BLEND_H

#include "state/spread.h"

typedef struct tsu_template {
    char name[64];
    uint64_t seed;
    int32_t type;                       /* material, from 0 */
    uint32_t group;                     /* mask that its particles get */
    tsu_spread radius, density;         /* [m], [kg/m^3] */
    double volume, mass;                /* of a particle, on average [m^3], [kg] */
    const struct tsu_clump_kind *clump; /* lent by the world; its radius is its reach. NULL: a sphere */
} tsu_template;

enum { TSU_BLEND_PARTS = 256 };

typedef struct tsu_blend {
    char name[64];
    uint64_t seed;
    uint32_t group; /* mask that its particles get besides */
    int parts;
    tsu_template part[TSU_BLEND_PARTS];
    double weight[TSU_BLEND_PARTS]; /* share of the number, sum 1 */
    int order[TSU_BLEND_PARTS];     /* from the largest mean volume to the smallest */
    double volume, mass;            /* of a particle, on average [m^3], [kg] */
    double smallest, largest;       /* radius [m] */
    bool varied;                    /* the size of a particle of some part is random */
    bool clumps;                    /* some parts are clumps */
} tsu_blend;

/* A particle that is about to be inserted. */
typedef struct tsu_grain {
    double x[3], radius, density;       /* [m], [m], [kg/m^3] */
    const struct tsu_clump_kind *clump; /* NULL: a sphere */
    double turn[4];                     /* of a clump: quaternion w x y z */
    int32_t type, part;
    uint32_t group;
} tsu_grain;

/* Sets the averages of a template from its spreads. */
void tsu_template_measure(tsu_template *t);

/* Completes a blend whose parts and weights (of any sum) are set: numbers from weights by mass if `by_mass`, order,
 * averages. */
tsu_status tsu_blend_finish(tsu_blend *b, bool by_mass, tsu_error *err);

/* How many particles of each part make `number` together. Exact: the whole numbers below the shares, the rest handed out
 * at random in proportion to what is missing. Otherwise each share is rounded up or down at random, so that the sum is
 * `number` on average only. `key` names who asks and when. */
void tsu_blend_count(const tsu_blend *b, uint64_t key, int64_t number, bool exact, int64_t *count);

/* Radius and density of particle `index` of a part, for the asker `key`. */
tsu_grain tsu_blend_draw(const tsu_blend *b, int part, uint64_t key, uint64_t index);

#endif
