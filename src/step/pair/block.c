/* SPDX-License-Identifier: Apache-2.0 */
#include "step/pair/block.h"
#include "law/surface_default.h"
#include "step/clump/clumps.h"
#include "step/list/places.h"
#include "step/multicontact.h"
#include "step/part/part.h"
#include <stdatomic.h>
#include <string.h>

/* The state of the contacts of a block. */
typedef struct block_state {
    double history[TSU_HISTORY_ROWS * TSU_LANES];
    uint8_t live[TSU_LANES];
} block_state;

/* Lines from an address on, to be written. */
TSU_FN void prefetch_lines(const void *begin, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        TSU_PREFETCH_WRITE((const char *)begin + at);
    }
}

/* Records of a block that are not in the ring. */
static void prefetch_records(const tsu_pair_job *j, int64_t k)
{
    const tsu_contact_forces *f = j->f;
    prefetch_lines(f->record + k, TSU_LANES * sizeof *f->record);
    if (f->roll) prefetch_lines(f->roll + k, TSU_LANES * sizeof *f->roll);
}

/* Only the places of partners, for a block in which nothing touched. */
static void prefetch_places(const tsu_pair_job *j, int64_t k)
{
    for (int l = 0; l < TSU_LANES; l++) { /* padding is there too */
        TSU_PREFETCH(j->w->particles.xr[j->c->partner[k + l] & TSU_CONTACT_ROW_MASK]);
    }
}

/* Whether nothing in the block at entry k can touch yet, however particles have left their expected paths. */
static bool is_far(const tsu_pair_job *j, int64_t k)
{
    return j->plan->cold[k / TSU_CONTACT_BLOCK] > j->worn;
}

/* Makes ready for the block after that at entry k; returns which block's partners and histories are worth fetching while this
 * one is gathered. Flags from `end` on may be another thread's. */
static int64_t look_forward(const tsu_pair_job *j, int64_t k, int64_t end)
{
    const int64_t next = k + TSU_LANES;
    if (next >= j->c->count) return k;
    TSU_PREFETCH(j->c->live + next + TSU_LANES);
    if (j->close && next < end && !tsu_block_live(j->c, next)) {
        if (!is_far(j, next)) prefetch_places(j, next);
        return k;
    }
    if (j->ring == 0) prefetch_records(j, next);
    return next;
}

/* Whether the block at entry k is one of those that are not expected to touch. */
static bool is_cold(const tsu_schedule *c, int64_t k)
{
    return c->sparse && c->cold[k / TSU_CONTACT_BLOCK];
}

static void gather_liquid(const tsu_pair_job *j, tsu_block *b, int64_t k)
{
    for (int l = 0; l < TSU_LANES; l++) {
        b->liquid_i[l] = j->liquid[j->c->row[k + l]];
        b->liquid_j[l] = j->liquid[j->c->partner[k + l] & TSU_CONTACT_ROW_MASK];
    }
}

static TSU_CLONES void geometry(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_spheres(b, g);
}

static TSU_CLONES void kinematics(tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g)
{
    tsu_surface_kinematics(b, g);
}

tsu_records tsu_pair_block_records(const tsu_pair_job *j, const tsu_contact_unit *u, int64_t k)
{
    if (j->ring == 0) return tsu_block_records(j->f, k);
    const int64_t at = tsu_place_ring(j->plan, u->strip, k);
    return (tsu_records){j->pool->record + at, j->pool->roll ? j->pool->roll + at : NULL};
}

void tsu_pair_block_prefetch_kept(const tsu_force_pool *c, int64_t k)
{
    const int64_t next = k / TSU_LANES + 1;
    for (uint32_t q = c->keep_first[next]; q < c->keep_first[next + 1]; q++) {
        TSU_PREFETCH_WRITE(c->record[c->keep_place[q]]);
    }
}

void tsu_pair_block_keep(const tsu_force_pool *c, int64_t k, tsu_records from)
{
    const int64_t block = k / TSU_LANES;
    for (uint32_t q = c->keep_first[block]; q < c->keep_first[block + 1]; q++) {
        const uint32_t to = c->keep_place[q], lane = c->keep_lane[q];
        memcpy(c->record[to], from.record[lane], sizeof *from.record);
        if (from.roll) memcpy(c->roll[to], from.roll[lane], sizeof *from.roll);
    }
}

/* Whether any pair of the block is so near that it may touch: the squares of distances against those of the sums of radii, with
 * a margin that is larger than any rounding. */
static TSU_CLONES bool may_touch(const tsu_pair_job *j, int64_t k)
{
    const tsu_v4 *x = (const tsu_v4 *)j->w->particles.xr, *shift = (const tsu_v4 *)j->shift;
    const uint32_t *TSU_RESTRICT row = j->c->row + k, *TSU_RESTRICT partner = j->c->partner + k;
    tsu_mask4 near = {0};
    for (int l = 0; l < TSU_LANES; l += 4) {
        tsu_v4 dx[4];
        for (int q = 0; q < 4; q++) {
            const tsu_v4 xi = x[row[l + q]], xj = x[partner[l + q] & TSU_CONTACT_ROW_MASK];
            dx[q] =
                TSU_V4_SHUFFLE(xi - xj - shift[partner[l + q] >> TSU_CONTACT_ROW_BITS], xi + xj, 0, 1, 2, 7);
        }
        tsu_v4_transpose(&dx[0], &dx[1], &dx[2], &dx[3]);
        near |= dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2] < (1.0 + 1.0e-9) * (dx[3] * dx[3]);
    }
    return near[0] | near[1] | near[2] | near[3];
}

/* What a row with a stray contact needs first. */
static void prefetch_stray(const tsu_schedule *c, uint32_t row)
{
    TSU_PREFETCH(c->incidence.first + row);
    TSU_PREFETCH(c->sum_first + row);
}

/* Both particles of every contact of the block. */
static void mark_stray(const tsu_schedule *s, const tsu_contacts *c, int64_t k)
{
    for (int64_t l = k; l < k + TSU_LANES; l++) {
        if (!c->live[l]) continue;
        prefetch_stray(s, c->row[l]);
        prefetch_stray(s, c->partner[l] & TSU_CONTACT_ROW_MASK);
        atomic_store_explicit((_Atomic uint8_t *)&s->stray[c->row[l]], 1, memory_order_relaxed);
        atomic_store_explicit((_Atomic uint8_t *)&s->stray[c->partner[l] & TSU_CONTACT_ROW_MASK], 1,
                              memory_order_relaxed);
    }
}

/* Nothing happens in the block: its records are not asked for, or zero. */
static void pass_block(const tsu_pair_job *j, int64_t k, tsu_records to)
{
    if (j->ring == 0 || !is_cold(j->plan, k)) tsu_block_clear(j->f, k, to);
}

/* Lanes to be computed of the block at entry k: the last one may be short. */
static int lanes_of(const tsu_contacts *c, int64_t k)
{
    const int64_t whole = tsu_parallel_blocks(c->count - k, TSU_SUM_LANES) * TSU_SUM_LANES;
    return whole < TSU_LANES ? (int)whole : TSU_LANES;
}

/* Gathers the block at entry k and looks whether there is anything to compute; returns how many lanes. */
static int narrow_phase(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t next, tsu_records to)
{
    if (j->close && !tsu_block_live(j->c, k) && (is_far(j, k) || !may_touch(j, k))) {
        pass_block(j, k, to);
        return 0;
    }
    const bool known = j->fused && tsu_block_live(j->c, k); /* that it matters; the loop does the rest */
    const int lanes = known ? lanes_of(j->c, k) : TSU_LANES;
    tsu_gather(&j->from, s, k, next, lanes);
    if (!j->uniform) tsu_block_coefficients_pairs(j->laws, s, j->w->particles.type, j->c, k);
    if (j->liquid) gather_liquid(j, &s->block, k);
    if (!known) geometry(&s->block, &s->bodies);
    if (!j->fused) kinematics(&s->block, &s->bodies);
    if (!j->fused) tsu_clumps_see_locally(j->w, &s->block, j->c, k, lanes_of(j->c, k));
    if (j->bulging) tsu_multicontact_enlarge(j->laws, j->c, s, k);
    if (known || tsu_block_matters(j->laws, j->c, &s->block, k)) return lanes;
    tsu_block_clear(j->f, k, to);
    return 0;
}

static void run_laws(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t next, int lanes,
                     tsu_records to)
{
    if (j->w->part) tsu_part_mark(j->w, s, k);
    if (j->know && !tsu_pair_alike(j))
        j->know(&s->block, (const tsu_lane *)s->coefficient, false, s->known, lanes);
    if (j->fused) {
        j->fused(&s->block, &s->bodies, (const tsu_lane *)s->coefficient, (const tsu_lane *)s->known,
                 tsu_block_history(j->c, k), (const tsu_lane *)tsu_block_history(j->c, next), &s->outcome,
                 tsu_block_tally(s, j->c, k), lanes);
        tsu_block_tallied(s, lanes);
        s->touching += tsu_block_write(j->c, &s->outcome, k, to, lanes);
    } else {
        if (j->bulging)
            tsu_multicontact_run(j->laws, j->c, j->f, s, k);
        else
            tsu_block_run(j->laws, j->c, j->f, s, k);
        tsu_block_add(j->laws, j->c, j->f, s, k);
    }
    for (int l = 0; l < TSU_LANES && s->others; l++) {
        s->touching -= s->other[l] && j->c->live[k + l];
    }
    if (is_cold(j->plan, k)) mark_stray(j->plan, j->c, k);
}

void tsu_pair_block_lap(tsu_lane_space *s, int part)
{
    if (!s->sample) return;
    const double now = tsu_clock_seconds();
    s->sample[part] += now - s->mark;
    s->mark = now;
}

bool tsu_pair_block_compute(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t end, tsu_records to)
{
    const int64_t next = look_forward(j, k, end);
    const int lanes = narrow_phase(j, s, k, next, to);
    tsu_pair_block_lap(s, TSU_SAMPLE_NARROW);
    if (lanes > 0) run_laws(j, s, k, next, lanes, to);
    return lanes > 0;
}

void tsu_pair_block_look(const tsu_pair_job *j, tsu_lane_space *s, int64_t k, int64_t end)
{
    tsu_contacts *c = j->c;
    block_state before;
    memcpy(before.history, tsu_contacts_history(c, 0, k), tsu_contacts_history_bytes(c, TSU_LANES));
    memcpy(before.live, c->live + k, sizeof before.live);
    tsu_pair_block_compute(j, s, k, end, tsu_block_records(j->f, k));
    memcpy(tsu_contacts_history(c, 0, k), before.history, tsu_contacts_history_bytes(c, TSU_LANES));
    memcpy(c->live + k, before.live, sizeof before.live);
}
