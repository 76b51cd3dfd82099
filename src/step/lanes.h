/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - the memory in which one thread evaluates contacts, a block of lanes at a time. */
#ifndef TSU_STEP_LANES_H
#define TSU_STEP_LANES_H

#include "law/fused.h"
#include "state/particles.h"
#include "step/list/units.h"

/* Up to so many materials the coefficients of lanes are chosen among those of all pairs, which vector code can do. */
enum { TSU_CHOICE_TYPES = 4, TSU_CHOICE_PAIRS = TSU_CHOICE_TYPES * (TSU_CHOICE_TYPES + 1) / 2 };

typedef struct tsu_lane_space { /* scratch of one thread */
    tsu_block block;
    tsu_bodies bodies;
    tsu_wall_before before;
    tsu_outcome outcome;
    tsu_lane coefficient[TSU_COEFFICIENT_MAX];
    tsu_lane known[TSU_FUSED_KNOWN];                      /* law/fused.h */
    tsu_lane pair;                                        /* of materials, in each lane ... */
    double choice[TSU_COEFFICIENT_MAX][TSU_CHOICE_PAIRS]; /* ... coefficients by pair ... */
    double pair_of[TSU_CHOICE_TYPES][TSU_CHOICE_TYPES];   /* ... and its number */
    tsu_tally tally;                                      /* energies of an evaluation of all contacts */
    tsu_lane stored[TSU_LAW_KINDS]; /* by each kind of law, where that is asked for [J] */
    tsu_lane bulge;                 /* work of surfaces that bulge [J] ... */
    tsu_lane softer[2];             /* ... and lawset.h */
    tsu_four force[TSU_UNIT_ROWS], torque[TSU_UNIT_ROWS]; /* of the rows of a unit that nobody will ask for */
    int64_t touching;                                     /* contacts of the evaluation that touch */
    bool others; /* energies of these lanes are booked by another rank (part/part.h) */
    uint8_t other[TSU_LANES];
    bool fresh; /* TSU_CURRENT_INSERTED; then ... */
    uint8_t
        live[TSU_LANES]; /* ... contacts of the present block that touched before, and what a loop has left */
    tsu_tally left;
    double *sample; /* seconds of narrow phase and laws of the present unit, where it is timed; or NULL */
    double mark;    /* when the present one of the two began [s] */
} TSU_ALIGNED(64) tsu_lane_space;

#endif
