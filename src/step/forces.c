/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - contact forces. Contacts are worked off in blocks of TSU_LANES: gather the two bodies, kinematics, the laws one
 * after the other, write one record per contact. Then each particle sums its records in the order of its partners' ids.
 * A contact is computed by one thread from data nobody changes, and a particle is summed by one thread in an order that
 * depends on ids alone, so the result depends neither on the threads nor on how rows and lists are arranged. */
#include "step/forces.h"
#include "base/parallel.h"
#include "law/surface_default.h"
#include "step/device.h"
#include "step/integrate.h"
#include "step/ledger/losses.h"
#include "step/ledger/openings.h"
#include "step/liquid.h"
#include "step/list/places.h"
#include "step/multicontact.h"
#include "step/pair/block.h"
#include "step/pair/rows.h"
#include "step/part/part.h"
#include "step/wall/contacts.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* The first two lines from an address on, of an array that is read in order: the processor sees by itself how it goes on, but not
 * before it has waited for them. */
TSU_FN void prefetch_begin(const void *begin)
{
    TSU_PREFETCH(begin);
    TSU_PREFETCH((const char *)begin + 64);
}

/* What summing and moving the rows of a unit begins with, and the next unit. */
static void prefetch_unit(const tsu_pair_job *j, int64_t unit)
{
    const tsu_contacts *c = j->c;
    const tsu_particles *p = &j->w->particles;
    const tsu_schedule *plan = j->plan;
    const tsu_contact_unit *u = &plan->unit[unit];
    const int64_t next = u[1].block * TSU_LANES;
    if (j->ring > 0) prefetch_begin(plan->sum + plan->run[u->run].code);
    if (plan->sparse) TSU_PREFETCH(plan->stray + u->row);
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
static void compute_blocks(const tsu_pair_job *j, tsu_lane_space *s, int64_t unit)
{
    const tsu_range r = tsu_unit_blocks(j->plan, unit);
    const tsu_contact_unit *u = &j->plan->unit[unit];
    for (int64_t k = r.begin * TSU_LANES; k < r.end * TSU_LANES; k += TSU_LANES) {
        const tsu_records to = tsu_pair_block_records(j, u, k);
        if (j->look) {
            tsu_pair_block_look(j, s, k, r.end * TSU_LANES);
            continue;
        }
        if (j->plan->ring > 0) tsu_pair_block_prefetch_kept(j->pool, k);
        const bool done = tsu_pair_block_compute(j, s, k, r.end * TSU_LANES, to);
        if (done && j->plan->ring > 0) tsu_pair_block_keep(j->pool, k, to);
        tsu_pair_block_lap(s, TSU_SAMPLE_LAWS);
    }
}

static tsu_timing timing_of(const tsu_pair_job *j, int64_t unit)
{
    return j->look ? TSU_TIMED_NOT : tsu_times_unit(&j->w->times, unit);
}

/* What fused loops want to know of all blocks beforehand. */
static void begin_fused(const tsu_pair_job *j, tsu_block *b)
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
    const tsu_pair_job *j = context;
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
    if (j->know && tsu_pair_alike(j))
        tsu_block_know_alike(j->know, s, (const tsu_lane *)s->coefficient, false);
    prefetch_unit(j, unit);
    compute_blocks(j, s, unit);
    if (timing == TSU_TIMED_WHOLE) sum[TSU_SUM_SAMPLE + TSU_SAMPLE_PAIRS] = tsu_clock_seconds() - begin;
}

/* What is summed for the rows of a run, and from where. */
static tsu_row_sums sums_of(const tsu_pair_job *j, int64_t run, tsu_lane_space *space)
{
    const tsu_schedule *c = j->plan;
    const tsu_incidence *in = &c->incidence;
    const tsu_range rows = tsu_run_rows(c, run);
    const bool forget = j->ahead && !tsu_world_is(j->w, TSU_CURRENT_GUIDED), ring = j->ring > 0;
    const bool listed = ring || (c->ring == 0 && c->sparse);
    return (tsu_row_sums){.rows = rows,
                          .run = run,
                          .record = (const double(*)[8])(ring ? j->pool->record : j->f->record),
                          .roll = (const double(*)[4])(ring ? j->pool->roll : j->f->roll),
                          .code = listed ? c->sum + c->run[run].code : in->code + in->first[rows.begin],
                          .end = listed ? c->sum + c->run[run + 1].code : in->code + in->first[rows.end],
                          .sparse = listed && c->sparse,
                          .force = forget ? space->force : j->w->particles.force + rows.begin,
                          .torque = forget ? space->torque : j->w->particles.torque + rows.begin};
}

/* What a run of rows tells, behind the sums of the units. */
enum { RUN_NOT_FINITE, RUN_FURTHEST2, RUN_OUTSIDE, RUN_SECONDS, RUN_SUMS };

static double *run_sums(const world *w, int64_t run)
{
    return w->partial + w->schedule.units * TSU_SUMS + run * RUN_SUMS;
}

static void finish_run(void *context, int64_t run, int thread)
{
    const tsu_pair_job *j = context;
    double *sum = run_sums(j->w, run);
    const bool timed = timing_of(j, j->plan->run[run].unit) == TSU_TIMED_WHOLE;
    const double begin = timed ? tsu_clock_seconds() : 0.0;
    const tsu_row_sums s = sums_of(j, run, &j->w->space[thread]);
    const tsu_row_outcome out = tsu_rows_finish(j->w, &s, &j->motion, j->finish);
    sum[RUN_NOT_FINITE] = out.not_finite;
    sum[RUN_FURTHEST2] = out.drift.furthest2;
    sum[RUN_OUTSIDE] = out.drift.outside;
    sum[RUN_SECONDS] = timed ? tsu_clock_seconds() - begin : 0.0;
}

/* Adds up what runs of rows tell, and notes the longest displacement of the step ahead, and whether it led out. */
static void look_at_runs(world *w, bool ahead, double *sum)
{
    double most = 0.0;
    for (int64_t r = 0; r < w->schedule.runs; r++) {
        const double *run = run_sums(w, r);
        sum[TSU_SUM_NOT_FINITE] += run[RUN_NOT_FINITE];
        sum[TSU_SUM_SAMPLE + TSU_SAMPLE_ROWS] += run[RUN_SECONDS];
        sum[TSU_SUM_OUTSIDE] += run[RUN_OUTSIDE];
        most = run[RUN_FURTHEST2] > most ? run[RUN_FURTHEST2] : most;
    }
    if (!ahead) return;
    w->ahead = (tsu_ahead){sum[TSU_SUM_OUTSIDE] > 0.0, sqrt(most)};
    tsu_world_gain(w, TSU_CURRENT_AHEAD);
}

static tsu_status check_finite(const world *w, const double *sum, tsu_error *err)
{
    const tsu_schedule *c = &w->schedule;
    if (sum[TSU_SUM_NOT_FINITE] == 0.0) return TSU_OK;
    for (int64_t u = 0; u < c->units; u++) {
        const tsu_status s = tsu_integrate_check(w, tsu_unit_rows(c, u), err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

static tsu_pair_job job_of(world *w, double dt, tsu_finish finish, double shift[32][4])
{
    tsu_box_shifts(&w->box, shift);
    shift[TSU_IMAGE_NEVER][0] = 1.0e30;
    const bool fused = !tsu_losses_kept(w, &w->laws) && w->fused;
    return (tsu_pair_job){.w = w,
                          .laws = &w->laws,
                          .c = &w->contacts,
                          .f = &w->forces,
                          .plan = &w->schedule,
                          .pool = &w->pool,
                          .fused = fused ? w->fused->run : NULL,
                          .know = fused ? w->fused->know : NULL,
                          .from = {&w->particles, &w->contacts, (const double(*)[4])shift, !fused},
                          .dt = dt,
                          .finish = finish,
                          .ahead = finish == TSU_FINISH_AHEAD,
                          .motion = tsu_integrate_kick(w),
                          .shift = shift,
                          .liquid = tsu_liquid_begin(w, &w->laws),
                          .bulging = tsu_multicontact_on(&w->laws),
                          .uniform = w->lists.type >= 0,
                          .same = tsu_lists_same(&w->lists, w->particles.resized),
                          .close = !w->laws.apart && !tsu_multicontact_on(&w->laws),
                          .worn = 1.0 + 2.0 * w->lists.moved_inner / w->schedule.gap};
}

tsu_status tsu_forces_look(world *w, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32);
    tsu_pair_job j = job_of(w, 0.0, TSU_FINISH_FORCES, shift);
    j.look = true;
    tsu_status status = tsu_blocks_begin(w, err);
    if (status == TSU_OK) status = tsu_blocks_reserve(w, j.plan->units, err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(j.plan->units, w->threads, compute_unit, &j);
    if (j.plan->sparse) memset(j.plan->stray, 0, (size_t)w->particles.count);
    return TSU_OK;
}

tsu_status tsu_forces_compute(world *w, double dt, tsu_finish finish, tsu_error *err)
{
    double shift[32][4] TSU_ALIGNED(32), sum[TSU_SUMS];
    if (tsu_device_takes(w, dt, finish)) return w->device->compute(w->device, w, dt, finish, err);
    tsu_status status = tsu_device_bring(w, err);
    if (status != TSU_OK) return status;
    tsu_pair_job j = job_of(w, dt, finish, shift);
    tsu_world_lose(w, TSU_CURRENT_STANDING | TSU_CURRENT_RECORDS);
    if (dt == 0.0) tsu_world_gain(w, TSU_CURRENT_STANDING);
    status = tsu_blocks_begin(w, err);
    if (status == TSU_OK && w->part) status = tsu_part_arrange(w, err);
    if (status == TSU_OK) status = tsu_walls_begin(w, (const double(*)[4])shift, dt, err);
    if (status == TSU_OK) status = tsu_losses_prepare(w, err); /* the lists are as long as they will be */
    if (status == TSU_OK) status = tsu_multicontact_begin(w, err);
    if (status == TSU_OK && tsu_world_is(w, TSU_CURRENT_INSERTED)) status = tsu_openings_book(w, dt, err);
    if (status == TSU_OK) status = tsu_walls_compute(w, (const double(*)[4])shift, dt, err);
    if ((j.ahead || w->lean) && j.fused) j.ring = j.plan->ring;
    if (j.ring == 0) tsu_world_gain(w, TSU_CURRENT_RECORDS);
    if (status == TSU_OK)
        status =
            tsu_places_arrange(&w->schedule, &w->pool, w->laws.law[TSU_ROLLING] != NULL, w->threads, err);
    const int64_t sums = j.plan->units + tsu_parallel_blocks(j.plan->runs * RUN_SUMS, TSU_SUMS);
    if (status == TSU_OK) status = tsu_blocks_reserve(w, sums, err);
    if (status != TSU_OK) return status;
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    tsu_units_run(j.plan, w->threads, compute_unit, finish_run, &j);
    tsu_parallel_sum(w->partial, j.plan->units, TSU_SUMS, sum);
    look_at_runs(w, j.ahead, sum);
    tsu_blocks_book(w);
    tsu_world_lose(w, TSU_CURRENT_INSERTED);
    tsu_losses_book(w);
    tsu_liquid_share(w);
    tsu_times_share(&w->times, sum + TSU_SUM_SAMPLE);
    status = tsu_part_check(w, err);
    return status == TSU_OK ? tsu_part_excuse(w, check_finite(w, sum, err)) : status;
}
