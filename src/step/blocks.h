/* SPDX-License-Identifier: Apache-2.0 */
/* blocks.h - what the contacts between particles and those at walls do alike with a block: run the laws on gathered lanes,
 * write records, keep the books. */
#ifndef TSU_STEP_BLOCKS_H
#define TSU_STEP_BLOCKS_H

#include "base/parallel.h"
#include "step/world.h"

enum { TSU_BLOCKS_PER_CHUNK = 16 }; /* blocks that one thread works off in a row */

/* What is summed over the contacts of a chunk: the accounts, then these. */
enum {
    TSU_SUM_ELASTIC = TSU_ACCOUNT_COUNT,
    TSU_SUM_TOUCHING,
    TSU_SUM_WALL_WORK,
    TSU_SUM_BULGE_WORK,
    TSU_SUM_FORCE,                      /* three: on the wall */
    TSU_SUM_TORQUE = TSU_SUM_FORCE + 3, /* three: on the wall, about its reference point */
    TSU_SUMS = TSU_SUM_TORQUE + 3
};

/* Coefficients of a pair of materials into lane l. */
void tsu_block_coefficients(const tsu_lawset *laws, tsu_lane_space *s, int l, int type_i, int type_j);

/* Whether any contact of the block at entry k touches or did so the last time, or the laws act between bodies apart;
 * otherwise there is nothing to compute or to forget. */
bool tsu_block_matters(const tsu_lawset *laws, const tsu_contacts *c, const tsu_block *b, int64_t k);

/* Zeroes the records of the block at entry k. */
void tsu_block_clear(tsu_contacts *c, int64_t k);

/* Runs the laws over the block at entry k, whose geometry and coefficients are in *s: reads the history, writes history,
 * flags and records. */
void tsu_block_run(const tsu_lawset *laws, tsu_contacts *c, tsu_lane_space *s, int64_t k);

/* Adds the accounts, the stored energy and the number of touching contacts of a block. */
void tsu_block_sum(const tsu_lawset *laws, const tsu_block *b, double *sum);

/* Cuts the entries of a list into chunks, runs `chunk` on each and adds up their sums (TSU_SUMS). chunk finds the row of
 * its sums in w->partial + chunk * TSU_SUMS, zeroed. */
tsu_status tsu_blocks_run(struct tsu_world *w, int64_t entries, tsu_parallel_fn *chunk, void *context,
                          double *sum, tsu_error *err);

/* Enters the sums of a list into the books of the world. */
void tsu_blocks_book(struct tsu_world *w, const double *sum);

#endif
