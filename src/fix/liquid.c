/* SPDX-License-Identifier: Apache-2.0 */
/* liquid.c - what a deck sees of the liquid of capillary bridges (step/liquid.h): f_surfaceLiquidContent is the liquid of each
 * particle over its volume, f_liquidSource what is added to it per second; `set ... property/atom` sets either. f_liquidFlux is what
 * it gained per second from bridges that broke in the last step. */
#include "step/liquid.h"
#include "session/session.h"
#include "step/hooks.h"
#include "step/wall/wall.h"

static const char source_name[] = "liquidSource";

static const char *liquid_column(const tsu_world *w, double *start)
{
    const char *name = tsu_lawset_column(&w->laws, start);
    for (int k = 0; k < w->walls && !name; k++) {
        name = tsu_lawset_column(&w->wall[k]->laws, start);
    }
    return name;
}

static tsu_status add_source(tsu_world *w, void *context, tsu_error *err)
{
    (void)context;
    (void)err;
    double start;
    const char *name = liquid_column(w, &start);
    const tsu_particle_column *liquid = name ? tsu_particles_find_column(&w->particles, name) : NULL;
    const tsu_particle_column *source = tsu_particles_find_column(&w->particles, source_name);
    for (int32_t i = 0; liquid && source && i < w->particles.count; i++) {
        liquid->value[i] += w->dt * source->value[i];
    }
    return TSU_OK;
}

tsu_status tsu_session_prepare_liquid(tsu_session *s, tsu_error *err)
{
    double start = 0.0;
    const char *name = liquid_column(s->world, &start);
    if (!name) return TSU_OK;
    tsu_status status = tsu_session_need_property(s, name, start, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, source_name, 0.0, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, TSU_LIQUID_FLUX, 0.0, err);
    if (status != TSU_OK) return status;
    const tsu_hook_def hook = {source_name, TSU_HOOK_AFTER_STEP, add_source, .context = NULL};
    tsu_world_remove_hook(s->world, &s->liquid);
    return tsu_world_add_hook(s->world, &hook, &s->liquid, err);
}
