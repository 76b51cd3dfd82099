/* SPDX-License-Identifier: Apache-2.0 */
/* step.c - a time step, from top to bottom. */
#include "base/memory.h"
#include "law/fused.h"
#include "step/forces.h"
#include "step/hooks.h"
#include "step/integrate.h"
#include "step/ledger/energy.h"
#include "step/ledger/exchange.h"
#include "step/ledger/losses.h"
#include "step/liquid.h"
#include "step/list/lists.h"
#include "step/mesh/body.h"
#include "step/resume.h"
#include "step/wall/forces.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_PARTIAL = 1024 };

void tsu_world_change(world *w)
{
    if (w->ledger.open && !w->ledger.changing && w->forces_current) {
        w->ledger.before = tsu_energy_known(w);
        w->ledger.kick_before = tsu_energy_kicks(w);
        w->ledger.changing = true;
    }
    w->lists.valid = false;
    w->forces_current = false;
    w->generation++;
}

tsu_status tsu_world_prepare_laws(world *w, tsu_error *err)
{
    if (w->laws_current) return TSU_OK;
    if (!w->laws.law[TSU_NORMAL])
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "no contact law is chosen; add `pair_style gran model hertz tangential history` or the like");
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
    const tsu_fused *loops = w->staged ? NULL : tsu_fused_find(&w->laws);
    w->fused = loops;
    w->laws_current = true;
    return TSU_OK;
}

/* Room for two partial sums per chunk of rows, which the integrator needs without a way to fail. */
static tsu_status reserve_partials(world *w, tsu_error *err)
{
    const size_t chunks = 2 * ((size_t)w->particles.count / ROWS_PER_PARTIAL + 1);
    return tsu_memory_grow(&w->partial, &w->partial_capacity, chunks, sizeof *w->partial, "partial sums",
                           err);
}

tsu_status tsu_world_settle(world *w, tsu_error *err)
{
    tsu_status s = tsu_world_prepare_laws(w, err);
    if (s == TSU_OK) s = tsu_resume_adopt(w, NULL, NULL, err);
    tsu_times_begin(&w->times, 0, INT32_MAX);
    if (!w->forces_current) w->generation++;
    if (s == TSU_OK && !w->forces_current) s = tsu_lists_update(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_SEARCH);
    if (s == TSU_OK && !w->forces_current) s = tsu_forces_compute(w, 0.0, TSU_FINISH_FORCES, err);
    if (s == TSU_OK && !w->forces_current) s = tsu_external_first(w, 0.0, err);
    if (s != TSU_OK) return s;
    w->forces_current = true;
    tsu_energy_open(w);
    return w->lean ? TSU_OK : tsu_world_look(w, err);
}

/* How far a step may go once a particle has its force: as far as nobody looks at what is in between. */
static tsu_finish finish_of(const world *w, bool last)
{
    if (tsu_external_acts(w)) return TSU_FINISH_FORCES;
    return last || !tsu_world_hooks_rest(w) || w->losses || w->staged ? TSU_FINISH_KICK : TSU_FINISH_AHEAD;
}

static void first_half(world *w, double *furthest, bool *outside)
{
    if (!w->ahead.taken) {
        tsu_integrate_first(w, furthest, outside);
        return;
    }
    *furthest = w->ahead.furthest;
    *outside = w->ahead.outside;
    w->ahead.taken = false;
}

static tsu_status take_step(world *w, bool last, tsu_error *err)
{
    double furthest = 0.0;
    bool outside = false;
    w->generation++;
    tsu_times_begin(&w->times, w->step, w->particles.count);
    w->guided = false;
    const tsu_exchange exchange = tsu_exchange_begin(w);
    tsu_status s = tsu_world_run_hooks(w, TSU_HOOK_BEFORE_STEP, err);
    if (s == TSU_OK) s = reserve_partials(w, err);
    if (s != TSU_OK) return s;
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    first_half(w, &furthest, &outside);
    tsu_exchange_sample(w);
    tsu_external_second(w, w->dt);
    tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
    w->step++;
    w->time += w->dt;
    w->lists.leaving = outside;
    tsu_lists_wear(&w->lists, furthest, w->dt);
    tsu_meshes_advance(w, furthest);
    tsu_times_lap(&w->times, TSU_STAGE_WALLS);
    s = tsu_world_run_hooks(w, TSU_HOOK_AFTER_DRIFT, err);
    if (s == TSU_OK) s = reserve_partials(w, err); /* particles may have been inserted */
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    if (s == TSU_OK) s = tsu_lists_update(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_SEARCH);
    const tsu_finish finish = finish_of(w, last);
    if (s == TSU_OK) s = tsu_forces_compute(w, w->dt, finish, err); /* laps walls, pairs and sum */
    if (s == TSU_OK) s = tsu_external_first(w, w->dt, err);
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    if (s == TSU_OK && finish == TSU_FINISH_FORCES) s = tsu_integrate_second(w, err);
    tsu_times_lap(&w->times, TSU_STAGE_INTEGRATE);
    if (s == TSU_OK) s = tsu_world_run_hooks(w, TSU_HOOK_AFTER_STEP, err);
    tsu_exchange_end(w, &exchange);
    tsu_times_lap(&w->times, TSU_STAGE_COMMANDS);
    return s;
}

tsu_status tsu_world_advance_until(world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                                   tsu_error *err)
{
    for (int64_t k = 1, last = steps; k <= last; k++) {
        if (wanted && wanted(context)) last = k;
        tsu_status s = w->forces_current && w->laws_current ? TSU_OK : tsu_world_settle(w, err);
        if (s == TSU_OK) s = take_step(w, k == last, err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

tsu_status tsu_world_advance(world *w, int64_t steps, tsu_error *err)
{
    return tsu_world_advance_until(w, steps, NULL, NULL, err);
}
