/* SPDX-License-Identifier: Apache-2.0 */
#include "step/blocks.h"
#include "base/memory.h"
#include "law/fused.h"
#include "step/lanes.h"
#include "step/ledger/energy.h"
#include "step/multicontact.h"
#include "step/part/part.h"
#include <string.h>

typedef struct tsu_world world;

void tsu_block_coefficients(const tsu_lawset *laws, tsu_lane_space *s, int l, int type_i, int type_j)
{
    const double *p = tsu_lawset_coefficients(laws, type_i, type_j);
    for (int q = 0; q < laws->coefficients; q++) {
        s->coefficient[q][l] = p[q];
    }
}

TSU_CLONES static void fill_lanes(const tsu_lawset *laws, tsu_lane_space *s, const double *p)
{
    for (int q = 0; q < laws->coefficients; q++) {
        const double value = p[q];
        for (int l = 0; l < TSU_LANES; l++) {
            s->coefficient[q][l] = value;
        }
    }
}

void tsu_block_coefficients_all(const tsu_lawset *laws, tsu_lane_space *s, int type_i, int type_j)
{
    fill_lanes(laws, s, tsu_lawset_coefficients(laws, type_i, type_j));
}

/* The first lanes of each row in all others. */
static TSU_CLONES void repeat_lanes(tsu_lane *known)
{
    for (int q = 0; q < TSU_FUSED_KNOWN; q++) {
        tsu_v8 eight;
        memcpy(&eight, known[q], sizeof eight);
        for (int l = TSU_SUM_LANES; l < TSU_LANES; l += TSU_SUM_LANES) {
            memcpy(known[q] + l, &eight, sizeof eight);
        }
    }
}

void tsu_block_know_alike(tsu_fused_know_fn *know, tsu_lane_space *s, const tsu_lane *coefficient, bool wall)
{
    know(&s->block, coefficient, wall, s->known, TSU_SUM_LANES);
    repeat_lanes(s->known);
}

void tsu_block_choices(const tsu_lawset *laws, tsu_lane_space *s)
{
    int pair = 0;
    if (laws->types > TSU_CHOICE_TYPES) return;
    for (int i = 0; i < laws->types; i++) {
        for (int j = 0; j <= i; j++, pair++) {
            const double *p = tsu_lawset_coefficients(laws, i, j);
            s->pair_of[i][j] = s->pair_of[j][i] = pair;
            for (int q = 0; q < laws->coefficients; q++) {
                s->choice[q][pair] = p[q];
            }
        }
    }
}

/* One coefficient in all lanes. `choice` is read beforehand, so that nothing is left but selects. */
TSU_FN void choose_one(const double *TSU_RESTRICT choice, const double *TSU_RESTRICT pair,
                       double *TSU_RESTRICT to, const int pairs)
{
    double value[TSU_CHOICE_PAIRS];
    for (int k = 0; k < pairs; k++) {
        value[k] = choice[k];
    }
    for (int l = 0; l < TSU_LANES; l++) {
        double chosen = value[0];
        for (int k = 1; k < pairs; k++) {
            chosen = pair[l] == k ? value[k] : chosen;
        }
        to[l] = chosen;
    }
}

TSU_FN void choose(const tsu_lawset *laws, tsu_lane_space *s, const int pairs)
{
    for (int q = 0; q < laws->coefficients; q++) {
        choose_one(s->choice[q], s->pair, s->coefficient[q], pairs);
    }
}

static TSU_CLONES void choose_all(const tsu_lawset *laws, tsu_lane_space *s)
{
    if (laws->types == 2)
        choose(laws, s, 3);
    else if (laws->types == 3)
        choose(laws, s, 6);
    else
        choose(laws, s, TSU_CHOICE_PAIRS);
}

void tsu_block_coefficients_pairs(const tsu_lawset *laws, tsu_lane_space *s, const int32_t *type,
                                  const tsu_contacts *c, int64_t k)
{
    const bool few = laws->types <= TSU_CHOICE_TYPES;
    for (int l = 0; l < TSU_LANES; l++) {
        const int32_t i = type[c->row[k + l]], j = type[c->partner[k + l] & TSU_CONTACT_ROW_MASK];
        if (few)
            s->pair[l] = s->pair_of[i][j];
        else
            tsu_block_coefficients(laws, s, l, i, j);
    }
    if (few) choose_all(laws, s);
}

void tsu_block_begin(tsu_lane_space *s, double dt)
{
    memset(&s->block, 0, sizeof s->block);
    s->block.dt = dt;
}

bool tsu_block_matters(const tsu_lawset *laws, const tsu_contacts *c, const tsu_block *b, int64_t k)
{
    if (laws->apart || tsu_block_live(c, k)) return true;
    int64_t touching = 0;
    for (int l = 0; l < TSU_LANES; l++) {
        touching |= b->overlap[l] > 0.0 ? 1 : 0;
    }
    return touching != 0;
}

void tsu_block_clear(tsu_contact_forces *f, int64_t k, tsu_records to)
{
    memset(to.record, 0, TSU_LANES * sizeof *to.record);
    if (to.roll) memset(to.roll, 0, TSU_LANES * sizeof *to.roll);
    for (int q = 0; q < TSU_ACCOUNT_COUNT && f->loss; q++) {
        memset(f->loss + q * f->capacity + k, 0, TSU_LANES * sizeof *f->loss);
    }
}

static TSU_CLONES void write_records(const tsu_outcome *TSU_RESTRICT o, double (*TSU_RESTRICT record)[8],
                                     int lanes)
{
    for (int l = 0; l < lanes; l += 4) {
        tsu_v4_store_rows(o->fx + l, o->fy + l, o->fz + l, o->half + l, record[l], 8);
        tsu_v4_store_rows(o->tx + l, o->ty + l, o->tz + l, o->touching + l, record[l] + 4, 8);
    }
}

static TSU_CLONES void write_rolls(const tsu_outcome *TSU_RESTRICT o, double (*TSU_RESTRICT roll)[4],
                                   int lanes)
{
    for (int l = 0; l < lanes; l += 4) {
        tsu_v4_store_rows(o->mx + l, o->my + l, o->mz + l, o->touching + l, roll[l], 4);
    }
}

static TSU_CLONES void write_flags(const double *TSU_RESTRICT touching, uint8_t *TSU_RESTRICT live, int lanes)
{
    for (int l = 0; l < lanes; l++) {
        live[l] = touching[l] != 0.0 ? 1 : 0;
    }
}

/* The number of flags that are set, of eight at a time. */
static int64_t count_flags(const uint8_t *live, int lanes)
{
    uint64_t each = 0;
    for (int l = 0; l < lanes; l += 8) {
        uint64_t eight;
        memcpy(&eight, live + l, 8);
        each += eight; /* a byte holds TSU_LANES / 8 at most */
    }
    return (int64_t)((each * UINT64_C(0x0101010101010101)) >> 56);
}

int64_t tsu_block_write(tsu_contacts *c, const tsu_outcome *o, int64_t k, tsu_records to, int lanes)
{
    write_flags(o->touching, c->live + k, lanes);
    write_records(o, to.record, lanes);
    if (to.roll) write_rolls(o, to.roll, lanes);
    return count_flags(c->live + k, lanes);
}

/* What the stages left in the block. */
static TSU_CLONES void collect(const tsu_block *TSU_RESTRICT b, tsu_outcome *TSU_RESTRICT o)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]}, f_t = {b->ftx[l], b->fty[l], b->ftz[l]};
        tsu_outcome_store(o, l, b->f_total[l], b->overlap[l], n, f_t);
        o->touching[l] = b->touching[l];
    }
    memcpy(o->mx, b->mrx, sizeof o->mx);
    memcpy(o->my, b->mry, sizeof o->my);
    memcpy(o->mz, b->mrz, sizeof o->mz);
}

void tsu_block_run(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                   int64_t k)
{
    memcpy(s->live, c->live + k, sizeof s->live);
    tsu_lawset_run(laws, &s->block, (const tsu_lane *)s->coefficient, tsu_block_history(c, k));
    collect(&s->block, &s->outcome);
    s->touching += tsu_block_write(c, &s->outcome, k, tsu_block_records(f, k), TSU_LANES);
}

void tsu_block_keep_losses(tsu_contact_forces *f, const tsu_block *b, int64_t k)
{
    for (int q = 0; q < TSU_ACCOUNT_COUNT && f->loss; q++) {
        memcpy(f->loss + q * f->capacity + k, b->account[q], TSU_LANES * sizeof *f->loss);
    }
}

/* Zeroes an energy of contacts that do not touch and did not before. */
static void forget_apart(const tsu_lane_space *s, double *energy, int lanes)
{
    for (int l = 0; l < lanes; l++) {
        if (!s->live[l] && s->outcome.touching[l] == 0.0) energy[l] = 0.0;
    }
}

/* Zeroes an energy that another rank books. */
static void forget_others(const tsu_lane_space *s, double *energy, int lanes)
{
    for (int l = 0; l < lanes && s->others; l++) {
        if (s->other[l]) energy[l] = 0.0;
    }
}

tsu_tally *tsu_block_tally(tsu_lane_space *s, const tsu_contacts *c, int64_t k)
{
    if (!s->fresh && !s->others) return &s->tally;
    memcpy(s->live, c->live + k, sizeof s->live);
    s->left.used = 0;
    return &s->left;
}

void tsu_block_tallied(tsu_lane_space *s, int lanes)
{
    const unsigned sums = s->fresh || s->others ? s->left.used : 0;
    for (int q = 0; sums >> q; q++) {
        if (sums & 1u << q && s->fresh) forget_apart(s, s->outcome.energy[q], lanes);
        if (sums & 1u << q) forget_others(s, s->outcome.energy[q], lanes);
    }
    if (sums) tsu_tally_add(&s->tally, sums, s->outcome.energy[0], TSU_LANES, lanes);
}

void tsu_block_run_parts(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                         int64_t k)
{
    const tsu_lane *softer = tsu_multicontact_on(laws) ? (const tsu_lane *)s->softer : NULL;
    memcpy(s->live, c->live + k, sizeof s->live);
    tsu_lawset_run_parts(laws, &s->block, (const tsu_lane *)s->coefficient, tsu_block_history(c, k), softer,
                         s->stored);
    collect(&s->block, &s->outcome);
    s->touching += tsu_block_write(c, &s->outcome, k, tsu_block_records(f, k), TSU_LANES);
}

void tsu_block_add(const tsu_lawset *laws, const tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                   int64_t k)
{
    tsu_block *b = &s->block;
    for (int q = 0; q < TSU_ACCOUNT_COUNT && s->fresh; q++) {
        if (laws->accounts & 1u << q) forget_apart(s, b->account[q], TSU_LANES);
    }
    tsu_block_keep_losses(f, b, k);
    for (int q = 0; q < TSU_ACCOUNT_COUNT && s->others; q++) {
        if (laws->accounts & 1u << q) forget_others(s, b->account[q], TSU_LANES);
    }
    forget_others(s, b->elastic, TSU_LANES);
    tsu_tally_add(&s->tally, laws->accounts, b->account[0], TSU_LANES, TSU_LANES);
    tsu_tally_add(&s->tally, 1u << TSU_SUM_ELASTIC, b->elastic, 0, TSU_LANES);
    if (tsu_multicontact_on(laws)) tsu_tally_add(&s->tally, 1u << TSU_SUM_BULGE_WORK, s->bulge, 0, TSU_LANES);
    if (laws->spent) tsu_lawset_add_spent(laws, b, tsu_block_history(c, k));
}

/* ---- all blocks ---------------------------------------------------------------------------------------------------- */

void tsu_spaces_free(world *w)
{
    tsu_memory_release(&w->space);
    w->spaces = 0;
}

tsu_status tsu_spaces_reserve(world *w, tsu_error *err)
{
    if (w->spaces >= w->threads) return TSU_OK;
    tsu_spaces_free(w);
    const tsu_status status = tsu_memory_allocate(&w->space, (size_t)w->threads, sizeof *w->space,
                                                  "work space of the threads", err);
    if (status == TSU_OK) w->spaces = w->threads;
    return status;
}

tsu_status tsu_blocks_begin(world *w, tsu_error *err)
{
    const tsu_status status = tsu_spaces_reserve(w, err);
    const bool fresh = tsu_world_is(w, TSU_CURRENT_INSERTED);
    for (int t = 0; t < w->spaces && status == TSU_OK; t++) {
        tsu_tally_begin(&w->space[t].tally, &w->ledger.quanta, tsu_energy_measures(w));
        w->space[t].touching = 0;
        w->space[t].fresh = fresh;
        w->space[t].others = false;
        if (fresh || w->part) tsu_tally_begin(&w->space[t].left, &w->ledger.quanta, false);
    }
    return status;
}

tsu_status tsu_blocks_reserve(world *w, int64_t units, tsu_error *err)
{
    const tsu_status status = tsu_memory_grow(&w->partial, &w->partial_capacity, (size_t)units * TSU_SUMS + 1,
                                              sizeof *w->partial, "partial sums", err);
    if (status == TSU_OK) memset(w->partial, 0, (size_t)units * TSU_SUMS * sizeof *w->partial);
    return status;
}

void tsu_blocks_run(world *w, int64_t entries, tsu_parallel_fn *chunk, void *context)
{
    tsu_parallel_for(tsu_parallel_blocks(entries, (int64_t)TSU_BLOCKS_PER_CHUNK * TSU_LANES), w->threads,
                     chunk, context);
}

void tsu_blocks_book(world *w)
{
    tsu_tally *all = &w->space[0].tally;
    w->touching = w->space[0].touching;
    for (int t = 1; t < w->spaces; t++) {
        tsu_tally_merge(all, &w->space[t].tally);
        w->touching += w->space[t].touching;
    }
    if (!w->part || !tsu_part_merge(w, all)) tsu_energy_enter(&w->ledger, all);
}
