/* SPDX-License-Identifier: Apache-2.0 */
/* callback.c - functions of a program that are called in each step. */
#include "api/api.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

tsu_callback_def tsu_callback_def_default(void)
{
    return (tsu_callback_def){.name = "callback", .when = TSU_CALL_FORCE, .every = 1};
}

static tsu_status check_forces(const tsu_particles *p, const char *name, tsu_error *err)
{
    for (int32_t i = 0; i < p->count; i++) {
        const double *f = p->force[i], *t = p->torque[i];
        if (isfinite(f[0] + f[1] + f[2] + t[0] + t[1] + t[2])) continue;
        return tsu_error_set(err, TSU_ERROR_UNSTABLE,
                             "callback %s: force or torque of particle %llu is not finite", name,
                             (unsigned long long)p->id[i]);
    }
    return TSU_OK;
}

static tsu_status run(tsu_world *w, void *context, tsu_error *err)
{
    const tsu_api_callback *c = context;
    const tsu_particles *p = &w->particles;
    const bool force = c->def.when == TSU_CALL_FORCE;
    if (!force && w->step % c->def.every != 0) return TSU_OK;
    const tsu_step_view now = {.world = w,
                               .step = w->step,
                               .time = w->time,
                               .timestep = w->dt,
                               .count = (size_t)p->count,
                               .id = p->id,
                               .x = (const double *)p->xr,
                               .v = (const double *)p->vm,
                               .omega = (const double *)p->wi,
                               .mass = p->mass,
                               .force = force ? (double *)p->force : NULL,
                               .torque = force ? (double *)p->torque : NULL};
    tsu_error own = {0};
    w->calling = true;
    const tsu_status s = c->def.call(c->def.context, &now, &own);
    w->calling = false;
    if (s == TSU_OK) return force ? check_forces(p, c->name, err) : TSU_OK;
    return tsu_error_set(err, s, "callback %s: %s", c->name, own.message[0] ? own.message : "it has failed");
}

/* Steps without it are taken faster. */
static bool rests(const void *context)
{
    const tsu_api_callback *c = context;
    return c->world->step % c->def.every != 0;
}

tsu_status tsu_callbacks_add(tsu_world *w, const tsu_callback_def *d, uint64_t *handle, tsu_error *err)
{
    if (!w || !d) return tsu_error_null(err, "tsu_callbacks_add", "world and def");
    static const tsu_hook_phase phase[] = {TSU_HOOK_BEFORE_STEP, TSU_HOOK_FORCE, TSU_HOOK_AFTER_STEP};
    tsu_status s = tsu_world_need_rest(w, "tsu_callbacks_add", err);
    if (s != TSU_OK) return s;
    if (!d->name || !d->call || (unsigned)d->when > TSU_CALL_AFTER_STEP)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a callback needs a name, a function and a phase");
    if (d->every < 1 || (d->when == TSU_CALL_FORCE && d->every != 1))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "callback %s: every %lld steps; it must be at least 1, and 1 for forces",
                             d->name, (long long)d->every);
    struct tsu_api *a = tsu_api_of(w, err);
    tsu_api_callback *c = a ? calloc(1, sizeof *c) : NULL;
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for callback %s", d->name);
    *c = (tsu_api_callback){.def = *d, .world = w, .next = a->callback};
    snprintf(c->name, sizeof c->name, "%s", d->name);
    const bool resting = d->when != TSU_CALL_FORCE && d->every > 1;
    const tsu_hook_def hook = {
        .name = c->name, .phase = phase[d->when], .run = run, .rests = resting ? rests : NULL, .context = c};
    tsu_world_change(w); /* forces of the present moment have none of it */
    s = tsu_world_add_hook(w, &hook, &c->hook, err);
    if (s != TSU_OK) {
        free(c);
        return s;
    }
    a->callback = c;
    if (handle) *handle = c->hook.number;
    return TSU_OK;
}

tsu_status tsu_callbacks_remove(tsu_world *w, uint64_t handle, tsu_error *err)
{
    if (!w) return tsu_error_null(err, "tsu_callbacks_remove", "world");
    const tsu_status s = tsu_world_need_rest(w, "tsu_callbacks_remove", err);
    if (s != TSU_OK) return s;
    for (tsu_api_callback **at = w->api ? &w->api->callback : NULL; at && *at; at = &(*at)->next) {
        tsu_api_callback *c = *at;
        if (c->hook.number != handle) continue;
        tsu_world_change(w);
        tsu_world_remove_hook(w, &c->hook);
        *at = c->next;
        free(c);
        return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "this world has no callback with handle %llu; it was removed, or is another world's",
                         (unsigned long long)handle);
}
