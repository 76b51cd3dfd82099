/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.c - what commands add to a step, and the work of the forces they add. */
#include "step/hooks.h"
#include "base/memory.h"
#include "law/fused.h"
#include "step/clump/clumps.h"
#include "step/device.h"
#include "step/ledger/energy.h"
#include "step/part/part.h"
#include "step/world.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

tsu_status tsu_world_add_hook(world *w, const tsu_hook_def *def, tsu_hook_handle *handle, tsu_error *err)
{
    static atomic_uint_least64_t made; /* of all worlds: a handle that outlives its world fits no other one */
    tsu_hook *larger = realloc(w->hook, (size_t)(w->hooks + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %s", def->name);
    w->hook = larger;
    tsu_hook *h = &w->hook[w->hooks++];
    *h = (tsu_hook){.phase = def->phase,
                    .run = def->run,
                    .rests = def->rests,
                    .due = def->due,
                    .sleeps = def->sleeps,
                    .context = def->context};
    h->handle.number = atomic_fetch_add(&made, 1) + 1;
    snprintf(h->name, sizeof h->name, "%s", def->name);
    *handle = h->handle;
    return TSU_OK;
}

static int find_hook(const world *w, tsu_hook_handle handle)
{
    for (int k = 0; k < w->hooks && handle.number > 0; k++) {
        if (w->hook[k].handle.number == handle.number) return k;
    }
    return -1;
}

bool tsu_world_has_hook(const world *w, tsu_hook_handle handle)
{
    return find_hook(w, handle) >= 0;
}

void tsu_world_remove_hook(world *w, tsu_hook_handle *handle)
{
    const int k = find_hook(w, *handle);
    handle->number = 0;
    if (k < 0) return;
    memmove(w->hook + k, w->hook + k + 1, (size_t)(w->hooks - k - 1) * sizeof *w->hook);
    w->hooks--;
}

bool tsu_world_hooks_rest(const world *w)
{
    for (int k = 0; k < w->hooks; k++) {
        const tsu_hook *h = &w->hook[k];
        if (h->phase == TSU_HOOK_AFTER_DRIFT) continue;
        if (!h->rests || !h->rests(h->context)) return false;
    }
    return true;
}

int64_t tsu_world_hooks_due(const world *w, const tsu_hook **always)
{
    int64_t next = INT64_MAX;
    *always = NULL;
    for (int k = 0; k < w->hooks; k++) {
        const tsu_hook *h = &w->hook[k];
        const int64_t said = h->due ? h->due(h->context) : TSU_HOOK_ALWAYS;
        const int64_t due = said == TSU_HOOK_ALWAYS ? w->step + 1 : said;
        if (said == TSU_HOOK_ALWAYS && !*always) *always = h;
        next = due < next ? due : next;
    }
    return next;
}

/* In a part of a divided world one that fails does not keep the others from what all ranks do together. */
tsu_status tsu_world_run_hooks(world *w, tsu_hook_phase phase, tsu_error *err)
{
    tsu_status failed = TSU_OK;
    tsu_error later;
    for (int k = 0; k < w->hooks; k++) {
        const tsu_hook *h = &w->hook[k];
        if (h->phase != phase) continue;
        tsu_hook_rests *idle = phase == TSU_HOOK_AFTER_DRIFT ? h->sleeps : h->rests;
        const bool looks = !idle || !idle(h->context);
        tsu_error *where = failed == TSU_OK ? err : &later;
        tsu_status s = looks ? tsu_device_bring(w, where) : TSU_OK;
        if (s == TSU_OK) s = w->hook[k].run(w, w->hook[k].context, where);
        if (s != TSU_OK && !w->part) return s;
        if (failed == TSU_OK) failed = s;
    }
    return failed;
}

static bool has_force_hooks(const world *w)
{
    for (int k = 0; k < w->hooks; k++) {
        if (w->hook[k].phase == TSU_HOOK_FORCE) return true;
    }
    return false;
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Power of what commands add to a particle: of added forces; and of what keeps the velocity or spin of a particle that its
 * forces do not change, against the contacts (and its weight, if it moves). */
static double added_power(const world *w, int32_t i)
{
    static const tsu_four none = {0};
    const tsu_particles *p = &w->particles;
    const double *v = p->vm[i], *o = p->wi[i];
    const double *f = i < w->external_rows ? w->external[2 * i] : none;
    const double *t = i < w->external_rows ? w->external[2 * i + 1] : none;
    const bool moves = p->group[i] & (w->moving | w->coasting);
    if (tsu_clumps_hold(w, i)) return dot(f, v) + dot(t, o);
    double power = p->group[i] & w->turning && o[3] > 0.0 ? dot(t, o) : dot(t, o) - dot(p->torque[i], o);
    if (p->group[i] & w->moving && v[3] > 0.0) return power + dot(f, v);
    power += dot(f, v) - dot(p->force[i], v);
    return moves ? power : power + p->mass[i] * dot(w->gravity, v);
}

/* The same for all parts of a divided world. */
static bool adds_work(const world *w)
{
    const bool forces = w->part ? w->part->forces_added : w->external_rows > 0;
    return forces || w->coasting != 0 || w->turning != w->moving;
}

bool tsu_external_acts(const world *w)
{
    return has_force_hooks(w) || adds_work(w);
}

/* Books half of the work over a step with the present (half-step) velocities. */
static void book_half(world *w, double dt)
{
    tsu_tally tally;
    tsu_lane work TSU_ALIGNED(64);
    if (!adds_work(w)) return;
    tsu_tally_begin(&tally, &w->ledger.quanta, tsu_energy_measures(w));
    for (int32_t first = 0; first < w->particles.count; first += TSU_LANES) {
        const int32_t n = w->particles.count - first < TSU_LANES ? w->particles.count - first : TSU_LANES;
        for (int32_t l = 0; l < TSU_LANES; l++) {
            const bool books = l < n && !(w->part && tsu_part_guest(w, first + l));
            work[l] = books ? 0.5 * dt * added_power(w, first + l) : 0.0;
        }
        tsu_tally_add(&tally, 1u << TSU_SUM_ADDED_WORK, work, 0, TSU_LANES);
    }
    if (w->part) tsu_part_merge_work(w, &tally);
    tsu_tally_enter(&tally, TSU_SUM_ADDED_WORK, &w->ledger.external_work);
    tsu_quanta_review(&w->ledger.quanta, &tally);
}

tsu_status tsu_external_first(world *w, double dt, tsu_error *err)
{
    w->external_rows = 0;
    if (w->part) w->part->forces_added = has_force_hooks(w);
    if (!has_force_hooks(w)) {
        book_half(w, dt);
        return TSU_OK;
    }
    tsu_particles *p = &w->particles;
    tsu_status s = tsu_memory_grow(&w->external, &w->external_capacity, 2 * (size_t)p->count + 2,
                                   sizeof *w->external, "forces added by commands", err);
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < p->count; i++) {
        memcpy(w->external[2 * i], p->force[i], sizeof(tsu_four));
        memcpy(w->external[2 * i + 1], p->torque[i], sizeof(tsu_four));
    }
    s = tsu_part_excuse(w, tsu_world_run_hooks(w, TSU_HOOK_FORCE, err));
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3; q++) {
            w->external[2 * i][q] = p->force[i][q] - w->external[2 * i][q];
            w->external[2 * i + 1][q] = p->torque[i][q] - w->external[2 * i + 1][q];
        }
    }
    w->external_rows = p->count;
    book_half(w, dt);
    return TSU_OK;
}

void tsu_external_second(world *w, double dt)
{
    book_half(w, dt);
}
