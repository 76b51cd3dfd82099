/* SPDX-License-Identifier: Apache-2.0 */
/* cut.h - which rank owns which place: space is cut in two again and again (recursive bisection), so that each rank has its share of the
 * costs. All ranks have the same cuts. */
#ifndef TSU_RANKS_CUT_H
#define TSU_RANKS_CUT_H

#include "step/world.h"

/* Some of the particles, each standing for others near it. */
typedef struct tsu_cut_sample {
    double x[3]; /* [m] */
    double cost; /* in any unit */
} tsu_cut_sample;

/* So many leave each part within half a percent of the mean. */
static inline int64_t tsu_cut_samples(int ranks)
{
    enum { LEAST = 1 << 17, EACH = 1 << 14 };
    return ranks > LEAST / EACH ? (int64_t)EACH * ranks : LEAST;
}

typedef struct tsu_cut_plane {
    int axis, low; /* so many ranks are below it */
    double at;     /* [m] */
} tsu_cut_plane;

typedef struct tsu_cut {
    int ranks;
    tsu_cut_plane *plane; /* [ranks - 1] each, those below it, those above it; owned */
} tsu_cut;

void tsu_cut_free(tsu_cut *cut);
/* Across the longest side. `random` other than 0: along any axis, anywhere, for tests. Sorts the samples. */
tsu_status tsu_cut_make(tsu_cut *cut, int ranks, tsu_cut_sample *sample, int64_t samples, uint64_t random,
                        tsu_error *err);
int tsu_cut_owner(const tsu_cut *cut, const double x[3]);

/* At most so many of the own particles of a part, or of all of a whole world; how many they are is known. What each costs, by row; NULL: 1. Returns how many
 * samples there are. */
int64_t tsu_cut_sample_rows(const struct tsu_world *w, int64_t own, const double *cost,
                            tsu_cut_sample *sample, int64_t most);

#endif
