/* SPDX-License-Identifier: Apache-2.0 */
/* block.h - a block of contacts between particles: gather the two bodies, look whether they may touch, kinematics and laws, one
 * record per contact. */
#ifndef TSU_STEP_PAIR_BLOCK_H
#define TSU_STEP_PAIR_BLOCK_H

#include "step/blocks.h"
#include "step/forces.h"
#include "step/gather.h"
#include "step/kick.h"
#include "step/list/places.h"

/* An evaluation of all contacts between particles. */
typedef struct tsu_pair_job {
    struct tsu_world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    tsu_contact_forces *f;
    const tsu_schedule *plan;
    tsu_force_pool *pool;
    tsu_fused_fn *fused;     /* NULL: stage by stage */
    tsu_fused_know_fn *know; /* or NULL */
    double dt;
    double (*shift)[4]; /* by image */
    tsu_gather_from from;
    const double *liquid; /* column of the particles that the laws read; or NULL */
    bool bulging;         /* surface multicontact */
    tsu_finish finish;    /* how far rows go */
    bool ahead;           /* nobody will ask for forces */
    int64_t ring;         /* entries whose records go round in a ring; 0: records of all are kept */
    tsu_kick motion;      /* of the step */
    bool uniform;         /* one material of all particles: coefficients are the same in all lanes */
    bool same;            /* all particles have one radius and one mass */
    bool close;           /* laws act between bodies that touch only */
    double worn; /* blocks that are further from touching cannot have come to it (tsu_schedule.cold) */
    bool look;   /* for the records alone: contacts stay as they are */
} tsu_pair_job;

/* Whether all pairs have the same radii, masses and coefficients. */
static inline bool tsu_pair_alike(const tsu_pair_job *j)
{
    return j->uniform && j->same;
}

/* Where the records of the block at entry k of a unit go. */
tsu_records tsu_pair_block_records(const tsu_pair_job *j, const tsu_contact_unit *u, int64_t k);

/* Computes the block at entry k; returns whether there was anything to compute. Flags from `end` on may be another thread's. */
bool tsu_pair_block_compute(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t end, tsu_records to);

/* Copies the records that rows need longer than they are in the ring; before that, fetches the places of those of the next block. */
void tsu_pair_block_keep(const tsu_force_pool *pool, int64_t k, tsu_records from);
void tsu_pair_block_prefetch_kept(const tsu_force_pool *pool, int64_t k);

/* Computes the block without a trace but its records. */
void tsu_pair_block_look(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t end);

/* One of the two parts of a block is done. */
void tsu_pair_block_lap(tsu_lane_space *s, int part);

#endif
