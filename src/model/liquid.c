/* SPDX-License-Identifier: Apache-2.0 */
#include "model/liquid.h"
#include "step/liquid.h"
#include "step/wall/wall.h"

const char *tsu_liquid_column(const tsu_world *w, double *start)
{
    const char *name = tsu_lawset_column(&w->laws, start);
    for (int k = 0; k < w->walls && !name; k++) {
        name = tsu_lawset_column(&w->wall[k]->laws, start);
    }
    return name;
}

static tsu_status add(tsu_model *m, tsu_error *err)
{
    tsu_world *w = m->world;
    double start;
    (void)err;
    const char *name = tsu_liquid_column(w, &start);
    const tsu_particle_column *liquid = name ? tsu_particles_find_column(&w->particles, name) : NULL;
    const tsu_particle_column *source = tsu_particles_find_column(&w->particles, TSU_LIQUID_SOURCE);
    for (int32_t i = 0; liquid && source && i < w->particles.count; i++) {
        liquid->value[i] += w->dt * source->value[i];
    }
    return TSU_OK;
}

static const tsu_model_column columns[] = {
    {TSU_LIQUID_SOURCE, 1, 0.0, false}, {TSU_LIQUID_FLUX, 1, 0.0, false}, {0}};

static const tsu_model_parts parts = {0};

const tsu_model_row tsu_model_liquid_source = {
    .name = "liquid_source",
    .doc = "liquid added to particles, by the column liquidSource",
    .phase[TSU_HOOK_AFTER_STEP] = add,
    .parts = &parts,
    .reads = TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_COLUMNS,
    .column = columns,
};
