/* SPDX-License-Identifier: Apache-2.0 */
/* lists.h - which pairs may touch, and how long that holds. */
#ifndef TSU_STEP_LIST_LISTS_H
#define TSU_STEP_LIST_LISTS_H

#include "search/pairs.h"
#include "step/list/axis_order.h"

struct tsu_world;

/* Where particles are expected to be while a list lasts (expected_path.h). */
typedef struct tsu_expected_path {
    float (*from)[3]; /* [rows] places when the list was made                                        [m] */
    float (*pace)[3]; /* [rows] velocities with which they are expected to go on, if `straight`      [m/s] */
    bool straight;    /* they go on as they did; else they stay, and nobody knows how long */
    double time;      /* since the list was made                                                     [s] */
    double horizon;   /* how long it may last at most, if `straight`                                 [s] */
    double fastest;   /* longest pace                                                                [m/s] */
    double *longest2; /* of chunks of rows, scratch                                                  [m^2] */
    int32_t rows;
    size_t from_capacity, pace_capacity, chunks_capacity;
} tsu_expected_path;

/* Two lists: the outer one, from the grid, holds pairs nearer than `wide`; the working one (tsu_contacts) is drawn from
 * it with a smaller skin and lives shorter. Nearer at the moment, or where particles flow, on the paths on which they are
 * expected (expected_path.h). Neither changes a bit of the trajectory. */
typedef struct tsu_lists {
    double skin;        /* of the outer list, as asked for                            [m] */
    double wide;        /* ... as it is                                               [m] */
    double inner;       /* of the working list                                        [m] */
    double reach;       /* how far beyond touching a law acts                         [m] */
    double moved_outer; /* most that any particle may have moved since the outer list was made [m] */
    double off_outer;   /* ... until the working list was made                        [m] */
    double
        moved_inner; /* most that any may be off the path where it was expected when the working list was made [m] */
    double last_outer, last_inner;         /* ... that the last step added to these [m] */
    double largest_radius, typical_radius; /* [m] */
    int32_t type;                          /* of all particles; -1: they differ */
    bool same;                             /* all had one radius and one mass ... */
    int64_t resized;                       /* ... when so many had been set (tsu_particles) */
    bool
        leaving; /* a particle is beyond a fixed face: it is lost in this step, not when lists happen to be made */
    bool
        flowing; /* particles are expected to go on as they do, not to stay: both lists are made at once, for so
                              many steps ... */
    int64_t ahead; /* ... at most */
    int64_t every; /* rebuild the outer list at least every so many steps; 0: when needed */
    int64_t steps_outer, steps_inner; /* steps since the lists were made */
    int64_t builds, refreshes;        /* counted over the run */
    tsu_axis_order axes;              /* axes as the search sees them */
    tsu_expected_path path;           /* since the working list was made */
    int32_t late_rows;                /* so many at the end are those of the large particles (boundary.h) */
    tsu_pairs outer;
    uint8_t *nearness; /* of outer pairs, scratch (pair_list.c) */
    size_t nearness_capacity;
    struct tsu_carry *carry; /* scratch (carry.h) */
} tsu_lists;

/* Whether all particles have one radius and one mass; `resized`: of the particles now. */
static inline bool tsu_lists_same(const tsu_lists *lists, int64_t resized)
{
    return lists->same && lists->resized == resized;
}

/* Removes who has left the box in the drift. */
tsu_status tsu_lists_lose(struct tsu_world *w, tsu_error *err);
tsu_status tsu_lists_update(struct tsu_world *w, tsu_error *err);
/* Lists are used up and will be searched for anew with other particles: tunes them by what has become of them. */
void tsu_lists_review(struct tsu_world *w);
/* How far apart the surfaces of what is searched may be for the outer list [m]. */
double tsu_lists_range(const tsu_lists *lists);
/* A step has been taken in which no particle moved further than this. */
void tsu_lists_wear(tsu_lists *lists, double furthest, double dt);
void tsu_lists_free(tsu_lists *lists);

#endif
