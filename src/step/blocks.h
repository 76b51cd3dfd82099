/* SPDX-License-Identifier: Apache-2.0 */
/* blocks.h - what the contacts between particles and those at walls do alike with a block: run the laws on gathered lanes,
 * write records, add up energies. */
#ifndef TSU_STEP_BLOCKS_H
#define TSU_STEP_BLOCKS_H

#include "base/parallel.h"
#include "law/fused.h"
#include "step/lanes.h"
#include "step/world.h"
#include <string.h>

enum { TSU_BLOCKS_PER_CHUNK = 2 }; /* blocks that one thread works off in a row */

/* What is summed over units besides the energies, which are in the tallies of the threads. */
enum {
    TSU_SUM_NOT_FINITE, /* not zero if a velocity is not finite */
    TSU_SUM_SAMPLE,     /* TSU_SAMPLES: seconds of units that are timed [s] */
    TSU_SUM_FURTHEST2 =
        TSU_SUM_SAMPLE + TSU_SAMPLES, /* square of the next longest displacement: not for adding */
    TSU_SUM_OUTSIDE,                  /* not zero if it led out of the box */
    TSU_SUMS
};

/* An empty block, before the first of a chunk. */
void tsu_block_begin(tsu_lane_space *s, double dt);

/* Coefficients of a pair of materials into lane l. */
void tsu_block_coefficients(const tsu_lawset *laws, tsu_lane_space *s, int l, int type_i, int type_j);

/* The same into all lanes. */
void tsu_block_coefficients_all(const tsu_lawset *laws, tsu_lane_space *s, int type_i, int type_j);

/* The same between particles, into all lanes of the block at entry k; `type`: of all particles. tsu_block_choices goes before, once
 * for many blocks. */
void tsu_block_coefficients_pairs(const tsu_lawset *laws, tsu_lane_space *s, const int32_t *type,
                                  const tsu_contacts *c, int64_t k);
void tsu_block_choices(const tsu_lawset *laws, tsu_lane_space *s);

/* What a law knows of bodies that are alike in all lanes: found for the first ones. */
void tsu_block_know_alike(tsu_fused_know_fn *know, tsu_lane_space *s, const tsu_lane *coefficient, bool wall);

/* Whether any contact of the block at entry k touched the last time. */
static inline bool tsu_block_live(const tsu_contacts *c, int64_t k)
{
    uint64_t live = 0;
    for (int q = 0; q < TSU_LANES / 8; q++) {
        uint64_t eight;
        memcpy(&eight, c->live + k + 8 * q, 8);
        live |= eight;
    }
    return live != 0;
}

/* Whether any contact of the block at entry k touches or did so the last time, or the laws act between bodies apart;
 * otherwise there is nothing to compute or to forget. */
bool tsu_block_matters(const tsu_lawset *laws, const tsu_contacts *c, const tsu_block *b, int64_t k);

/* Where the records of a block go; roll: NULL without a rolling law. */
typedef struct tsu_records {
    double (*record)[8];
    double (*roll)[4];
} tsu_records;

/* Those of the block at entry k, in the store of the list. */
static inline tsu_records tsu_block_records(const tsu_contact_forces *f, int64_t k)
{
    return (tsu_records){f->record + k, f->roll ? f->roll + k : NULL};
}

/* Zeroes the records of the block at entry k. */
void tsu_block_clear(tsu_contact_forces *f, int64_t k, tsu_records to);

/* The history of the block at entry k, in place. */
static inline tsu_lane *tsu_block_history(const tsu_contacts *c, int64_t k)
{
    return (tsu_lane *)tsu_contacts_history(c, 0, k);
}

/* Runs the laws over the block at entry k, whose geometry and coefficients are in *s: updates the history, writes flags and
 * records. */
void tsu_block_run(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                   int64_t k);
/* The same, and what each kind of law stores [J], in s->stored. */
void tsu_block_run_parts(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                         int64_t k);

/* Where a fused loop over the block at entry k adds its energies, and what to do afterwards. In the step in which particles were
 * inserted it adds them elsewhere first: a particle that was not there yet is followed back over the step like all others and may
 * seem to have overlapped another one. Without a contact, then or now, there are no energies. */
tsu_tally *tsu_block_tally(tsu_lane_space *s, const tsu_contacts *c, int64_t k);
void tsu_block_tallied(tsu_lane_space *s, int lanes);

/* Keeps the losses of the contacts of the block at entry k, if the store has room for them. */
void tsu_block_keep_losses(tsu_contact_forces *f, const tsu_block *b, int64_t k);

/* Adds accounts and stored energy of such a block to the tally in *s, and keeps the losses of its contacts if they are wanted. */
void tsu_block_add(const tsu_lawset *laws, const tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                   int64_t k);

/* Writes flags and records of the first `lanes` entries, a multiple of 8, of the block at entry k; returns how many touch. */
int64_t tsu_block_write(tsu_contacts *c, const tsu_outcome *o, int64_t k, tsu_records to, int lanes);

/* Room for the scratch of all threads. */
tsu_status tsu_spaces_reserve(struct tsu_world *w, tsu_error *err);
void tsu_spaces_free(struct tsu_world *w);

/* Makes the tallies of all threads ready for an evaluation of all contacts. */
tsu_status tsu_blocks_begin(struct tsu_world *w, tsu_error *err);

/* Room for `units` rows of TSU_SUMS sums in w->partial, zeroed. */
tsu_status tsu_blocks_reserve(struct tsu_world *w, int64_t units, tsu_error *err);

/* Cuts the entries of a list into chunks and runs `chunk` on each. */
void tsu_blocks_run(struct tsu_world *w, int64_t entries, tsu_parallel_fn *chunk, void *context);

/* Enters the tallies of all threads into the accounts of the world, and counts the contacts that touch. */
void tsu_blocks_book(struct tsu_world *w);

#endif
