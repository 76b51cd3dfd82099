/* SPDX-License-Identifier: Apache-2.0 */
/* step.c - a time step, from top to bottom: velocity Verlet, with the forces of the new places and the velocities of the half step.
 *
 *   tsu_world_advance_until   for each step: settle what is not current (current.h), then
 *   take_step                 1 hooks before the step
 *                             2 half kick and drift; a part of a divided world learns of its guests (part/part.h)
 *                             3 time passes, lists wear, meshes move; hooks after the drift
 *                             4 lists made anew if they are worn out, histories of contacts carried over
 *                             5 forces: walls, pairs, sums; as far as nobody looks also the second half kick (6), and half kick
 *                               and drift of the next step (2)
 *                             6 forces that hooks add; half kick
 *                             7 hooks after the step */
#include "base/memory.h"
#include "law/fused.h"
#include "step/clump/clumps.h"
#include "step/device.h"
#include "step/forces.h"
#include "step/hooks.h"
#include "step/integrate.h"
#include "step/ledger/energy.h"
#include "step/ledger/exchange.h"
#include "step/ledger/losses.h"
#include "step/liquid.h"
#include "step/list/lists.h"
#include "step/mesh/body.h"
#include "step/mesh/freedom.h"
#include "step/part/part.h"
#include "step/resume/resume.h"
#include "step/wall/forces.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_PARTIAL = 1024 };

void tsu_world_change(world *w)
{
    if (w->ledger.open && !w->ledger.changing && tsu_world_is(w, TSU_CURRENT_FORCES)) {
        w->ledger.before = tsu_energy_known(w);
        w->ledger.kick_before = tsu_energy_kicks(w);
        w->ledger.changing = true;
    }
    tsu_world_lose(w, TSU_CURRENT_LISTS | TSU_CURRENT_FORCES);
    w->generation++;
}

tsu_status tsu_world_prepare_laws(world *w, tsu_error *err)
{
    if (tsu_world_is(w, TSU_CURRENT_LAWS)) return TSU_OK;
    if (!w->laws.law[TSU_NORMAL])
        return tsu_error_lacks_named(err, TSU_LACKS_MODEL, "contact model",
                                     tsu_error_set(err, TSU_ERROR_INPUT, "no contact model is chosen"));
    if (!(w->dt > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the time step is %g; it must be positive (`timestep`)",
                             w->dt);
    tsu_status s = tsu_losses_arrange(w, err);
    if (s == TSU_OK) s = tsu_lawset_prepare(&w->laws, &w->materials, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = tsu_wall_prepare(w, w->wall[k], err);
    }
    if (s == TSU_OK) s = tsu_liquid_prepare(w, err);
    if (s != TSU_OK) return s;
    const tsu_fused *loops = w->staged || tsu_clumps_local(w) ? NULL : tsu_fused_find(&w->laws);
    w->fused = loops;
    tsu_world_gain(w, TSU_CURRENT_LAWS);
    return TSU_OK;
}

/* Room for two partial sums per chunk of rows, which the integrator needs without a way to fail. */
static tsu_status reserve_partials(world *w, tsu_error *err)
{
    const size_t chunks = 2 * ((size_t)w->particles.count / ROWS_PER_PARTIAL + 1);
    return tsu_memory_grow(&w->partial, &w->partial_capacity, chunks, sizeof *w->partial, "partial sums",
                           err);
}

/* Lists and forces at the present places and velocities. */
static tsu_status find_standing_forces(world *w, tsu_error *err)
{
    w->generation++;
    tsu_status s = tsu_lists_update(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_SEARCH);
    if (s == TSU_OK) s = tsu_forces_compute(w, 0.0, TSU_FINISH_FORCES, err);
    if (s == TSU_OK) s = tsu_external_first(w, 0.0, err);
    tsu_freedoms_sum(w);
    return s;
}

tsu_status tsu_world_settle(world *w, tsu_error *err)
{
    tsu_status s = tsu_world_prepare_laws(w, err);
    if (s == TSU_OK) s = tsu_resume_adopt(w, NULL, NULL, err);
    tsu_times_begin(&w->times, 0, INT32_MAX);
    if (s == TSU_OK && !tsu_world_is(w, TSU_CURRENT_FORCES)) s = find_standing_forces(w, err);
    if (s != TSU_OK) return s;
    tsu_world_gain(w, TSU_CURRENT_FORCES);
    tsu_energy_open(w);
    return w->lean ? TSU_OK : tsu_world_look(w, err);
}

/* ---- a step ------------------------------------------------------------------------------------------------------ */

/* 1: hooks before the step; they may remove particles. */
static tsu_status begin(world *w, tsu_error *err)
{
    w->generation++;
    tsu_world_lose(w, TSU_CURRENT_GUIDED);
    if (w->part) w->part->early = true;
    tsu_status s = tsu_world_run_hooks(w, TSU_HOOK_BEFORE_STEP, err);
    if (s == TSU_OK) s = reserve_partials(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    return s;
}

/* 2: half kick and drift, unless the step before has gone ahead and taken them (5). */
static tsu_status first_half(world *w, double *furthest, tsu_error *err)
{
    *furthest = w->ahead.furthest;
    w->lists.leaving = w->ahead.outside;
    if (tsu_clumps_hold_all(w)) {
        *furthest = 0.0;
        w->lists.leaving = false;
    } else if (!tsu_world_is(w, TSU_CURRENT_AHEAD))
        tsu_integrate_first(w, furthest, &w->lists.leaving);
    tsu_world_lose(w, TSU_CURRENT_AHEAD);
    const tsu_status s = w->clumps ? tsu_clumps_first(w, furthest, &w->lists.leaving, err) : TSU_OK;
    return s == TSU_OK && w->part ? tsu_part_exchange(w, furthest, err) : s;
}

/* 3: time passes, lists wear, meshes move; hooks after the drift. */
static tsu_status pass(world *w, double furthest, tsu_error *err)
{
    w->step++;
    w->time += w->dt;
    tsu_lists_wear(&w->lists, furthest, w->dt);
    tsu_meshes_advance(w, furthest);
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    tsu_status s = tsu_world_run_hooks(w, TSU_HOOK_AFTER_DRIFT, err);
    if (s == TSU_OK) s = reserve_partials(w, err); /* particles may have been inserted */
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    return s;
}

/* Whether nobody looks at what is between this step and the first half of the next. */
static bool goes_ahead(const world *w, bool last)
{
    return !last && tsu_world_hooks_rest(w) && !w->losses && !w->staged;
}

/* How far particles go in 5: as far as nobody looks at what is in between. */
static tsu_finish finish_of(const world *w, bool last)
{
    const bool clumps = w->clumps && w->clumps->count > 0; /* they sum the forces of their spheres */
    if (tsu_external_acts(w) || tsu_clumps_hold_all(w)) return TSU_FINISH_FORCES;
    return clumps || !goes_ahead(w, last) ? TSU_FINISH_KICK : TSU_FINISH_AHEAD;
}

/* 4: who left the box goes; are the lists still good, else sort and search again. A device has lists of its own. */
static tsu_status renew_lists(world *w, tsu_finish finish, tsu_error *err)
{
    tsu_status s = tsu_device_takes(w, w->dt, finish) ? tsu_lists_lose(w, err) : TSU_OK;
    if (s == TSU_OK && !tsu_device_takes(w, w->dt, finish)) s = tsu_lists_update(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_SEARCH);
    return s;
}

/* 5: forces, contact by contact: those of walls, then those between particles, in units that fit a cache. A particle whose contacts
 * are all computed sums them, gets those of walls and its weight, and at once, while it is at hand, goes on:
 *   TSU_FINISH_FORCES  no further: hooks will add forces (6)
 *   TSU_FINISH_KICK    takes the second half kick of this step (6)
 *   TSU_FINISH_AHEAD   takes that, and half kick and drift of the next step (2); its force is not kept
 * The accounts get what contacts store and dissipate. */
static tsu_status find_forces(world *w, tsu_finish finish, tsu_error *err)
{
    return tsu_forces_compute(w, w->dt, finish, err); /* laps walls, pairs and sum */
}

/* 6: forces of hooks, and the second half kick unless it was taken in 5; that of meshes that move freely. */
static tsu_status second_half(world *w, tsu_finish finish, bool last, tsu_error *err)
{
    const bool ahead = !tsu_external_acts(w) && finish != TSU_FINISH_AHEAD && goes_ahead(w, last);
    tsu_status s = tsu_external_first(w, w->dt, err);
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    if (s == TSU_OK && finish == TSU_FINISH_FORCES && !tsu_clumps_hold_all(w))
        s = tsu_part_excuse(w, tsu_integrate_second(w, err));
    if (s == TSU_OK && w->clumps) s = tsu_clumps_second(w, ahead, err);
    if (s == TSU_OK) s = tsu_freedoms_kick(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
    return s;
}

/* How many of the steps left after this one will surely be like it: nobody looks in between or stops, the measures of the accounts
 * are not due, and it is not the last one. */
static int64_t steps_alike(const world *w, int64_t left)
{
    const tsu_hook *always;
    const int64_t hooks = tsu_world_hooks_due(w, &always), now = w->step,
                  exchange = TSU_EXCHANGE_STRIDE - 1 - (now - 1) % TSU_EXCHANGE_STRIDE,
                  measure = TSU_MEASURE_STRIDE - 1 - (now - 1) % TSU_MEASURE_STRIDE;
    int64_t alike = left - 1;
    if (hooks < INT64_MAX && hooks - now - 2 < alike) alike = hooks - now - 2;
    alike = exchange < alike ? exchange : alike;
    alike = measure < alike ? measure : alike;
    return alike > 0 ? alike : 0;
}

/* Behind the drift; so many steps of the run are left after it. */
static tsu_status finish_step(world *w, double furthest, const tsu_exchange *exchange, int64_t left,
                              tsu_error *err)
{
    const bool last = left == 0;
    tsu_status s = tsu_exchange_sample(w, err);
    if (s != TSU_OK) return s;
    tsu_external_second(w, w->dt);
    tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
    s = pass(w, furthest, err);
    const tsu_finish finish = finish_of(w, last);
    if (s == TSU_OK) s = renew_lists(w, finish, err);
    if (w->device) w->device->certain = steps_alike(w, left);
    if (s == TSU_OK) s = find_forces(w, finish, err);
    if (s == TSU_OK) s = second_half(w, finish, last, err);
    if (s == TSU_OK) /* 7: output that is due, limits */
        s = tsu_part_excuse(w, tsu_world_run_hooks(w, TSU_HOOK_AFTER_STEP, err));
    tsu_exchange_end(w, exchange);
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    return s;
}

static tsu_status take_step(world *w, int64_t left, tsu_error *err)
{
    double furthest;
    tsu_times_begin(&w->times, w->step, w->particles.count);
    tsu_exchange exchange = tsu_exchange_begin(w);
    tsu_status s = begin(w, err);
    if (s == TSU_OK) s = first_half(w, &furthest, err);
    if (w->part)
        exchange.external_work = w->part->work_begins; /* now it knows what all ranks have booked before */
    if (w->part && w->part->last) left = 0;
    return s == TSU_OK ? finish_step(w, furthest, &exchange, left, err) : s;
}

tsu_status tsu_world_finish_step(world *w, double furthest, tsu_error *err)
{
    tsu_times_begin(&w->times, w->step, w->particles.count);
    const tsu_exchange exchange = tsu_exchange_begin(w);
    const tsu_status s = reserve_partials(w, err);
    return s == TSU_OK ? finish_step(w, furthest, &exchange, 0, err) : s;
}

tsu_status tsu_world_advance_until(world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                                   tsu_error *err)
{
    for (int64_t k = 1, last = steps; k <= last; k++) {
        const bool there = w->device && w->device->stock > 0; /* a device is some steps ahead */
        if (wanted && !there && wanted(context)) last = k;
        if (w->part) tsu_part_start(w, k == last);
        tsu_status s =
            tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS) ? TSU_OK : tsu_world_settle(w, err);
        if (s == TSU_OK) s = take_step(w, last - k, err);
        if (s != TSU_OK || (w->part && w->part->last)) return s;
    }
    return TSU_OK;
}

tsu_status tsu_world_advance(world *w, int64_t steps, tsu_error *err)
{
    return tsu_world_advance_until(w, steps, NULL, NULL, err);
}
