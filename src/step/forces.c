/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "step/forces.h"
#include "base/parallel.h"
#include "law/fused.h"
#include "law/surface_default.h"
#include "step/blocks.h"
#include "step/gather.h"
#include "step/integrate.h"
#include "step/lanes.h"
#include "step/ledger/losses.h"
#include "step/liquid.h"
#include "step/list/places.h"
#include "step/multicontact.h"
#include "step/rows.h"
#include "step/wall/contacts.h"
#include <math.h>
#include <stdatomic.h>
#include <string.h>

typedef struct tsu_world world;

typedef struct job {
    world *w;
    const tsu_lawset *laws;
    tsu_contacts *c;
    tsu_fused_fn *fused; /* NULL: stage by stage */
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
    bool look;            /* for the records alone: contacts stay as they are */
} job;

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
static void prefetch_records(const job *j, int64_t k)
{
    const tsu_contacts *c = j->c;
    prefetch_lines(c->record + k, TSU_LANES * sizeof *c->record);
    if (c->roll) prefetch_lines(c->roll + k, TSU_LANES * sizeof *c->roll);
}

/* Only the places of partners, for a block in which nothing touched. */
static void prefetch_places(const job *j, int64_t k)
{
    for (int l = 0; l < TSU_LANES; l++) { /* padding is there too */
        TSU_PREFETCH(j->w->particles.xr[j->c->partner[k + l] & TSU_CONTACT_ROW_MASK]);
    }
}

/* Makes ready for the block after that at entry k; returns which block's partners and histories are worth fetching while this
 * one is gathered. Flags from `end` on may be another thread's. */
static int64_t look_forward(const job *j, int64_t k, int64_t end)
{
    const int64_t next = k + TSU_LANES;
    if (next >= j->c->count) return k;
    TSU_PREFETCH(j->c->live + next + TSU_LANES);
    if (j->close && next < end && !tsu_block_live(j->c, next)) {
        prefetch_places(j, next);
        return k;
    }
    if (j->ring == 0) prefetch_records(j, next);
    return next;
}

/* Whether the block at entry k is one of those that are not expected to touch. */
static bool is_cold(const tsu_contacts *c, int64_t k)
{
    return c->sparse && c->cold[k / TSU_CONTACT_BLOCK];
}

static void gather_liquid(const job *j, tsu_block *b, int64_t k)
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

/* Where the records of the block at entry k of a unit go. */
static tsu_records records_of(const job *j, const tsu_contact_unit *u, int64_t k)
{
    const tsu_contacts *c = j->c;
    if (j->ring == 0) return tsu_block_records(c, k);
    const int64_t at = tsu_place_ring(c, u->strip, k);
    return (tsu_records){c->pool + at, c->roll ? c->roll_pool + at : NULL};
}

/* Fetches the places of records of the block after that at entry k that will be kept. */
static void prefetch_kept(const tsu_contacts *c, int64_t k)
{
    const int64_t next = k / TSU_LANES + 1;
    for (uint32_t q = c->keep_first[next]; q < c->keep_first[next + 1]; q++) {
        TSU_PREFETCH_WRITE(c->pool[c->keep_place[q]]);
    }
}

/* Those of them that are needed later are kept. */
static void keep_records(const tsu_contacts *c, int64_t k, tsu_records from)
{
    const int64_t block = k / TSU_LANES;
    for (uint32_t q = c->keep_first[block]; q < c->keep_first[block + 1]; q++) {
        const uint32_t to = c->keep_place[q], lane = c->keep_lane[q];
        memcpy(c->pool[to], from.record[lane], sizeof *from.record);
        if (from.roll) memcpy(c->roll_pool[to], from.roll[lane], sizeof *from.roll);
    }
}

/* Whether any pair of the block is so near that it may touch: the squares of distances against those of the sums of radii, with
 * a margin that is larger than any rounding. */
static TSU_CLONES bool may_touch(const job *j, int64_t k)
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
static void prefetch_stray(const tsu_contacts *c, uint32_t row)
{
    TSU_PREFETCH(c->incident_first + row);
    TSU_PREFETCH(c->sum_first + row);
}

/* Both particles of every contact of the block. */
static void mark_stray(const tsu_contacts *c, int64_t k)
{
    for (int64_t l = k; l < k + TSU_LANES; l++) {
        if (!c->live[l]) continue;
        prefetch_stray(c, c->row[l]);
        prefetch_stray(c, c->partner[l] & TSU_CONTACT_ROW_MASK);
        atomic_store_explicit((_Atomic uint8_t *)&c->stray[c->row[l]], 1, memory_order_relaxed);
        atomic_store_explicit((_Atomic uint8_t *)&c->stray[c->partner[l] & TSU_CONTACT_ROW_MASK], 1,
                              memory_order_relaxed);
    }
}

/* Nothing happens in the block: its records are not asked for, or zero. */
static void pass_block(const job *j, int64_t k, tsu_records to)
{
    if (j->ring == 0 || !is_cold(j->c, k)) tsu_block_clear(j->c, k, to);
}

/* Lanes to be computed of the block at entry k: the last one may be short. */
static int lanes_of(const tsu_contacts *c, int64_t k)
{
    const int64_t whole = tsu_parallel_blocks(c->count - k, TSU_SUM_LANES) * TSU_SUM_LANES;
    return whole < TSU_LANES ? (int)whole : TSU_LANES;
}

/* Gathers the block at entry k and looks whether there is anything to compute; returns how many lanes. */
static int narrow_phase(const job *j, tsu_lane_space *s, int64_t k, int64_t next, tsu_records to)
{
    if (j->close && !tsu_block_live(j->c, k) && !may_touch(j, k)) {
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
    if (j->bulging) tsu_multicontact_enlarge(j->laws, j->c, &s->block, k);
    if (known || tsu_block_matters(j->laws, j->c, &s->block, k)) return lanes;
    tsu_block_clear(j->c, k, to);
    return 0;
}

static void run_laws(const job *j, tsu_lane_space *s, int64_t k, int64_t next, int lanes, tsu_records to)
{
    if (j->fused) {
        j->fused(&s->block, &s->bodies, (const tsu_lane *)s->coefficient, tsu_block_history(j->c, k),
                 (const tsu_lane *)tsu_block_history(j->c, next), &s->outcome, tsu_block_tally(s, j->c, k),
                 lanes);
        tsu_block_tallied(s, lanes);
        s->touching += tsu_block_write(j->c, &s->outcome, k, to, lanes);
    } else {
        tsu_block_run(j->laws, j->c, s, k);
        if (j->bulging) tsu_multicontact_end(j->laws, j->c, s, k);
        tsu_block_add(j->laws, j->c, s, k);
    }
    if (is_cold(j->c, k)) mark_stray(j->c, k);
}

/* One of the two parts of a block is done. */
static void lap(tsu_lane_space *s, int part)
{
    if (!s->sample) return;
    const double now = tsu_clock_seconds();
    s->sample[part] += now - s->mark;
    s->mark = now;
}

/* Returns whether anything was computed. */
static bool compute_block(const job *j, tsu_lane_space *s, int64_t k, int64_t end, tsu_records to)
{
    const int64_t next = look_forward(j, k, end);
    const int lanes = narrow_phase(j, s, k, next, to);
    lap(s, TSU_SAMPLE_NARROW);
    if (lanes > 0) run_laws(j, s, k, next, lanes, to);
    return lanes > 0;
}

/* Computes the block without a trace but its records. */
static void look_at_block(const job *j, tsu_lane_space *s, int64_t k, int64_t end)
{
    tsu_contacts *c = j->c;
    block_state before;
    memcpy(before.history, tsu_contacts_history(c, 0, k), tsu_contacts_history_bytes(c, TSU_LANES));
    memcpy(before.live, c->live + k, sizeof before.live);
    compute_block(j, s, k, end, tsu_block_records(c, k));
    memcpy(tsu_contacts_history(c, 0, k), before.history, tsu_contacts_history_bytes(c, TSU_LANES));
    memcpy(c->live + k, before.live, sizeof before.live);
}

/* The first two lines from an address on, of an array that is read in order: the processor sees by itself how it goes on, but not
 * before it has waited for them. */
TSU_FN void prefetch_begin(const void *begin)
{
    TSU_PREFETCH(begin);
    TSU_PREFETCH((const char *)begin + 64);
}

/* What summing and moving the rows of a unit begins with, and the next unit. */
static void prefetch_unit(const job *j, int64_t unit)
{
    const tsu_contacts *c = j->c;
    const tsu_particles *p = &j->w->particles;
    const tsu_contact_unit *u = &c->unit[unit];
    const int64_t next = u[1].block * TSU_LANES;
    if (j->ring > 0) prefetch_begin(c->sum + c->run[u->run].code);
    if (c->sparse) TSU_PREFETCH(c->stray + u->row);
    prefetch_begin(p->group + u->row);
    prefetch_begin(p->mass + u->row);
    if (next >= c->count) return;
    for (int l = 0; l < 2 * TSU_LANES; l += 16) {
        TSU_PREFETCH_NEXT(c->partner + next + l);
        TSU_PREFETCH_NEXT(c->row + next + l);
    }
    TSU_PREFETCH_NEXT(c->live + next);
    TSU_PREFETCH_NEXT(c->live + next + TSU_LANES);
}

/* The blocks of a unit. */
static void compute_blocks(const job *j, tsu_lane_space *s, int64_t unit)
{
    const tsu_range r = tsu_unit_blocks(j->c, unit);
    const tsu_contact_unit *u = &j->c->unit[unit];
    for (int64_t k = r.begin * TSU_LANES; k < r.end * TSU_LANES; k += TSU_LANES) {
        const tsu_records to = records_of(j, u, k);
        if (j->look) {
            look_at_block(j, s, k, r.end * TSU_LANES);
            continue;
        }
        if (j->c->ring > 0) prefetch_kept(j->c, k);
        const bool done = compute_block(j, s, k, r.end * TSU_LANES, to);
        if (done && j->c->ring > 0) keep_records(j->c, k, to);
        lap(s, TSU_SAMPLE_LAWS);
    }
}

static tsu_timing timing_of(const job *j, int64_t unit)
{
    return j->look ? TSU_TIMED_NOT : tsu_times_unit(&j->w->times, unit);
}

/* What fused loops want to know of all blocks beforehand. */
static void begin_fused(const job *j, tsu_block *b)
{
    b->dt = j->dt;
    b->same = j->same;
    if (!j->same) return;
    const double radius = j->w->particles.xr[0][3], inverse = j->w->particles.vm[0][3];
    tsu_contact c = {.radius_i = radius, .radius_j = radius, .inv_mass_i = inverse, .inv_mass_j = inverse};
    tsu_surface_reduce(&c);
    for (int l = 0; l < TSU_LANES; l++) {
        b->radius_i[l] = b->radius_j[l] = radius;
        b->inv_mass_i[l] = b->inv_mass_j[l] = inverse;
        b->r_eff[l] = c.r_eff;
        b->m_eff[l] = c.m_eff;
    }
}

static void compute_unit(void *context, int64_t unit, int thread)
{
    const job *j = context;
    tsu_lane_space *s = &j->w->space[thread];
    double *sum = j->w->partial + unit * TSU_SUMS;
    const tsu_timing timing = timing_of(j, unit);
    const double begin = timing != TSU_TIMED_NOT ? tsu_clock_seconds() : 0.0;
    s->sample = timing == TSU_TIMED_PARTS ? sum + TSU_SUM_SAMPLE : NULL;
    s->mark = begin;
    if (j->fused)
        begin_fused(j, &s->block);
    else
        tsu_block_begin(s, j->dt);
    if (j->uniform)
        tsu_block_coefficients_all(j->laws, s, j->w->lists.type, j->w->lists.type);
    else
        tsu_block_choices(j->laws, s);
    prefetch_unit(j, unit);
    compute_blocks(j, s, unit);
    if (timing == TSU_TIMED_WHOLE) sum[TSU_SUM_SAMPLE + TSU_SAMPLE_PAIRS] = tsu_clock_seconds() - begin;
}

/* What is summed for the rows of a run, and from where. */
static tsu_row_sums sums_of(const job *j, int64_t run, tsu_lane_space *space)
{
    const tsu_contacts *c = j->c;
    const tsu_range rows = tsu_run_rows(c, run);
    const bool forget = j->ahead && !j->w->guided, ring = j->ring > 0;
    const bool listed = ring || (c->ring == 0 && c->sparse);
    return (tsu_row_sums){
        .rows = rows,
        .run = run,
        .record = (const double(*)[8])(ring ? c->pool : c->record),
        .roll = (const double(*)[4])(ring && c->roll ? c->roll_pool : c->roll),
        .code = listed ? c->sum + c->run[run].code : c->incident + c->incident_first[rows.begin],
        .end = listed ? c->sum + c->run[run + 1].code : c->incident + c->incident_first[rows.end],
        .sparse = listed && c->sparse,
        .force = forget ? space->force : j->w->particles.force + rows.begin,
        .torque = forget ? space->torque : j->w->particles.torque + rows.begin};
}

/* What a run of rows tells, behind the sums of the units. */
enum { RUN_NOT_FINITE, RUN_FURTHEST2, RUN_OUTSIDE, RUN_SECONDS, RUN_SUMS };

static double *run_sums(const world *w, int64_t run)
{
    return w->partial + w->contacts.units * TSU_SUMS + run * RUN_SUMS;
}

static void finish_run(void *context, int64_t run, int thread)
{
    const job *j = context;
    double *sum = run_sums(j->w, run);
    const bool timed = timing_of(j, j->c->run[run].unit) == TSU_TIMED_WHOLE;
    const double begin = timed ? tsu_clock_seconds() : 0.0;
    const tsu_row_sums s = sums_of(j, run, &j->w->space[thread]);
    const tsu_row_outcome out = tsu_rows_finish(j->w, &s, &j->motion, j->finish);
    sum[RUN_NOT_FINITE] = out.not_finite;
    sum[RUN_FURTHEST2] = out.drift.furthest2;
    sum[RUN_OUTSIDE] = out.drift.outside;
    sum[RUN_SECONDS] = timed ? tsu_clock_seconds() - begin : 0.0;
}

/* Adds up what runs of rows tell, and notes the longest way of the step ahead, and whether it led out. */
static void look_at_runs(world *w, bool ahead, double *sum)
{
    double most = 0.0;
    for (int64_t r = 0; r < w->contacts.runs; r++) {
        const double *run = run_sums(w, r);
        sum[TSU_SUM_NOT_FINITE] += run[RUN_NOT_FINITE];
        sum[TSU_SUM_SAMPLE + TSU_SAMPLE_ROWS] += run[RUN_SECONDS];
        sum[TSU_SUM_OUTSIDE] += run[RUN_OUTSIDE];
        most = run[RUN_FURTHEST2] > most ? run[RUN_FURTHEST2] : most;
    }
    if (ahead) w->ahead = (tsu_ahead){true, sum[TSU_SUM_OUTSIDE] > 0.0, sqrt(most)};
}

static tsu_status check_finite(const world *w, const double *sum, tsu_error *err)
{
    const tsu_contacts *c = &w->contacts;
    if (sum[TSU_SUM_NOT_FINITE] == 0.0) return TSU_OK;
    for (int64_t u = 0; u < c->units; u++) {
        const tsu_status s = tsu_integrate_check(w, tsu_unit_rows(c, u), err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

static job job_of(world *w, double dt, tsu_finish finish, double shift[32][4])
{
    tsu_box_shifts(&w->box, shift);
    shift[TSU_IMAGE_NEVER][0] = 1.0e30;
    const bool fused = !tsu_losses_kept(w, &w->laws) && w->fused;
    return (job){.w = w,
                 .laws = &w->laws,
                 .c = &w->contacts,
                 .fused = fused ? w->fused->run : NULL,
                 .from = {&w->particles, &w->contacts, (const double(*)[4])shift, !fused},
                 .dt = dt,
                 .finish = finish,
                 .ahead = finish == TSU_FINISH_AHEAD,
                 .motion = tsu_integrate_kick(w),
                 .shift = shift,
                 .liquid = tsu_liquid_begin(w, &w->laws),
                 .bulging = tsu_multicontact_on(&w->laws),
                 .uniform = w->lists.type >= 0,
                 .same = w->lists.same && w->lists.resized == w->particles.resized,
                 .close = !w->laws.apart && !tsu_multicontact_on(&w->laws)};
}

tsu_status tsu_forces_look(world *w, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32);
    job j = job_of(w, 0.0, TSU_FINISH_FORCES, shift);
    j.look = true;
    tsu_status status = tsu_blocks_begin(w, err);
    if (status == TSU_OK) status = tsu_blocks_reserve(w, j.c->units, err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(j.c->units, w->threads, compute_unit, &j);
    if (j.c->sparse) memset(j.c->stray, 0, (size_t)w->particles.count);
    return TSU_OK;
}

tsu_status tsu_forces_compute(world *w, double dt, tsu_finish finish, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32), sum[TSU_SUMS];
    job j = job_of(w, dt, finish, shift);
    w->forces_standing = dt == 0.0;
    tsu_status status = tsu_blocks_begin(w, err);
    if (status == TSU_OK) status = tsu_walls_begin(w, (const double(*)[4])shift, dt, err);
    if (status == TSU_OK) status = tsu_losses_prepare(w, err); /* the lists are as long as they will be */
    if (status == TSU_OK) status = tsu_multicontact_begin(w, err);
    if (status == TSU_OK) status = tsu_walls_compute(w, (const double(*)[4])shift, dt, err);
    if ((j.ahead || w->lean) && j.fused) j.ring = j.c->ring;
    w->records_current = j.ring == 0;
    if (status == TSU_OK) status = tsu_places_arrange(j.c, w->threads, err);
    const int64_t sums = j.c->units + tsu_parallel_blocks(j.c->runs * RUN_SUMS, TSU_SUMS);
    if (status == TSU_OK) status = tsu_blocks_reserve(w, sums, err);
    if (status != TSU_OK) return status;
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    tsu_units_run(j.c, w->threads, compute_unit, finish_run, &j);
    tsu_parallel_sum(w->partial, j.c->units, TSU_SUMS, sum);
    look_at_runs(w, j.ahead, sum);
    tsu_blocks_book(w);
    w->fresh = false;
    tsu_losses_book(w);
    tsu_liquid_share(w);
    tsu_times_share(&w->times, sum + TSU_SUM_SAMPLE);
    return check_finite(w, sum, err);
}
