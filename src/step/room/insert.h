/* SPDX-License-Identifier: Apache-2.0 */
/* insert.h - putting new particles into a room, without overlap. */
#ifndef TSU_STEP_ROOM_INSERT_H
#define TSU_STEP_ROOM_INSERT_H

#include "search/crowd.h"
#include "state/blend.h"
#include "step/room/room.h"

/* What to do where trying does not find places for all. */
typedef enum tsu_shift {
    TSU_SHIFT_NEVER, /* the rest is left out */
    TSU_SHIFT_IF_ALL, /* particles are shifted until all have room, if the room can hold them; else the rest is left out */
    TSU_SHIFT_DENSE /* the same, up to random close packing */
} tsu_shift;

/* One insertion. The result is a function of what stands here and of the particles and walls there are, not of their
 * order, the lists or the threads. */
typedef struct tsu_batch {
    const tsu_world *world;
    tsu_room room; /* measured */
    double volume; /* of the room [m^3] */
    const tsu_blend *blend;
    uint64_t seed;    /* of the command */
    uint64_t event;   /* how many insertions of the command came before */
    int64_t number;   /* particles wanted */
    double target;    /* total volume or mass wanted, where particles are random; 0: their number counts */
    bool target_mass; /* the target is a mass [kg], else a volume [m^3] */
    bool exact;       /* the number is met exactly, else on average (see blend.h) */
    bool check;       /* no overlaps */
    bool vacant;      /* no particle was in the region before */
    tsu_shift shift;
    int64_t tries;  /* places that are tried at random before particles are shifted */
    uint32_t group; /* mask that all get besides */
    bool turned;    /* clumps lie in random directions; else as given, turned by ... */
    double turn[4]; /* ... this quaternion w x y z */
    /* results */
    int64_t asked;     /* particles, before what the room can never hold was left out */
    int64_t wanted;    /* particles drawn */
    int64_t placed;    /* the first `placed` grains have their place */
    int64_t shifted;   /* of these, how many were moved to make room: all or none */
    int64_t by_walls;  /* tries that failed because of walls or faces of the box ... */
    int64_t by_others; /* ... and of other particles */
    tsu_grain *grain;  /* [wanted], owned */
} tsu_batch;

/* Draws the particles and finds places for them. Those that find none are the last ones. */
tsu_status tsu_batch_place(tsu_batch *b, tsu_error *err);
void tsu_batch_free(tsu_batch *b);
/* Where sphere k of a clump is. */
void tsu_grain_part(const tsu_grain *g, int32_t k, double x[3]);

#endif
