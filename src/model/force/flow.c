/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/flow.h"
#include "model/heat/heat.h"
#include <stdio.h>
#include <string.h>

static tsu_status column_of(const tsu_model *m, const char *name, int width, double **value, tsu_error *err)
{
    const tsu_particle_column *c = tsu_particles_find_column(&m->world->particles, name);
    if (!c || c->width != width)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the coupling has lost the property %s of particles",
                             name);
    *value = c->value;
    return TSU_OK;
}

static tsu_status add_column(tsu_model *m, const char *name, int width, double initial, tsu_error *err)
{
    if (tsu_particles_column(&m->world->particles, name, width, initial, err)) return TSU_OK;
    return err ? err->status : TSU_ERROR_MEMORY;
}

static void stir(tsu_model *m)
{
    tsu_world_change(m->world);
}

/* ---- flow_force ------------------------------------------------------------------------------------------------------------ */

enum { NUMBERS = 6 };

typedef struct flow_force {
    tsu_flow_force_def def;
    double total[NUMBERS]; /* force [N] and torque [N m] on all */
} flow_force;

tsu_flow_force_def tsu_model_flow_force_default(void)
{
    return (tsu_flow_force_def){.group = TSU_GROUP_ALL, .torque = true};
}

static void preset_force(void *def)
{
    *(tsu_flow_force_def *)def = tsu_model_flow_force_default();
}

static tsu_status create_force(tsu_model *m, tsu_error *err)
{
    const tsu_flow_force_def *d = m->state;
    tsu_status s = add_column(m, "dragforce", 3, 0.0, err);
    if (s == TSU_OK && d->torque) s = add_column(m, "hdtorque", 3, 0.0, err);
    if (s == TSU_OK && d->implicit) s = add_column(m, "Ksl", 1, 0.0, err);
    if (s == TSU_OK && d->implicit) s = add_column(m, "uf", 3, 0.0, err);
    return s;
}

static tsu_status push(tsu_model *m, tsu_error *err)
{
    flow_force *f = m->state;
    tsu_particles *p = &m->world->particles;
    double *drag = NULL, *torque = NULL, *factor = NULL, *flow = NULL;
    tsu_status s = column_of(m, "dragforce", 3, &drag, err);
    if (s == TSU_OK && f->def.torque) s = column_of(m, "hdtorque", 3, &torque, err);
    if (s == TSU_OK && f->def.implicit) s = column_of(m, "Ksl", 1, &factor, err);
    if (s == TSU_OK && f->def.implicit) s = column_of(m, "uf", 3, &flow, err);
    if (s != TSU_OK) return s;
    tsu_exact_sum total[NUMBERS];
    for (int q = 0; q < NUMBERS; q++) {
        tsu_exact_init(&total[q]);
    }
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_in_group(m->world, i, f->def.group)) continue;
        for (int q = 0; q < 3; q++) {
            const double implicit = factor ? factor[i] * (flow[3 * i + q] - p->vm[i][q]) : 0.0;
            p->force[i][q] += drag[3 * i + q] + implicit;
            tsu_exact_add(&total[q], drag[3 * i + q] + implicit);
            if (!torque) continue;
            p->torque[i][q] += torque[3 * i + q];
            tsu_exact_add(&total[3 + q], torque[3 * i + q]);
        }
    }
    for (int q = 0; q < NUMBERS; q++) {
        f->total[q] = tsu_exact_round(&total[q]);
    }
    return TSU_OK;
}

static tsu_status force_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const flow_force *)m->state)->total[index];
    return TSU_OK;
}

const tsu_model_row tsu_model_flow_force = {
    .name = "flow_force",
    .doc = "force and torque of a flow, by the columns dragforce, hdtorque, Ksl and uf",
    .def_size = sizeof(tsu_flow_force_def),
    .state_size = sizeof(flow_force),
    .preset = preset_force,
    .create = create_force,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = push,
    .reads = TSU_FIELDS_VELOCITY | TSU_FIELDS_GROUP | TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE,
    .account = TSU_MODEL_WORK,
    .numbers = NUMBERS,
    .number = force_number,
    .settles = true,
};

/* ---- feed ------------------------------------------------------------------------------------------------------------------- */

tsu_feed_def tsu_model_feed_default(void)
{
    return (tsu_feed_def){.group = TSU_GROUP_ALL,
                          .name = {"Temp", "heatFlux", "heatSource", "convectiveHeatFlux", "thermalCapacity"},
                          .capacity = true,
                          .initial = 293.15};
}

static void preset_feed(void *def)
{
    *(tsu_feed_def *)def = tsu_model_feed_default();
}

static tsu_status create_feed(tsu_model *m, tsu_error *err)
{
    const tsu_feed_def *d = m->state;
    tsu_status s = add_column(m, d->name[TSU_FEED_QUANTITY], 1, d->initial, err);
    for (int k = TSU_FEED_TOTAL; k < TSU_FEED_CAPACITY && s == TSU_OK; k++) {
        s = add_column(m, d->name[k], 1, 0.0, err);
    }
    return s;
}

static tsu_status begin_feed(tsu_model *m, tsu_error *err)
{
    const tsu_feed_def *d = m->state;
    tsu_property *p = tsu_materials_find(&m->world->materials, d->name[TSU_FEED_CAPACITY]);
    if (p && p->shape == TSU_PROPERTY_TYPE) p->used = true;
    if (p ? p->shape == TSU_PROPERTY_TYPE : !d->capacity) return TSU_OK;
    return tsu_error_lacks_named(
        err, TSU_LACKS_PROPERTY, d->name[TSU_FEED_CAPACITY],
        tsu_error_set(err, TSU_ERROR_INPUT,
                      "what flows into particles needs the property %s of each material, which is not given",
                      d->name[TSU_FEED_CAPACITY]));
}

static bool is_first(const tsu_model *m)
{
    const char *quantity = ((const tsu_feed_def *)m->state)->name[TSU_FEED_QUANTITY];
    if (strcmp(quantity, "Temp") == 0 && tsu_models_of(m->world, &tsu_model_heat)) return false;
    for (int k = 0; k < tsu_models_count(m->world); k++) {
        const tsu_model *other = tsu_models_at(m->world, k);
        if (other->row != &tsu_model_feed) continue;
        if (strcmp(((const tsu_feed_def *)other->state)->name[TSU_FEED_QUANTITY], quantity) == 0)
            return other == m;
    }
    return false;
}

static tsu_status feed(tsu_model *m, tsu_error *err)
{
    const tsu_feed_def *d = m->state;
    tsu_world *w = m->world;
    double *column[TSU_FEED_CAPACITY] = {NULL};
    for (int k = 0; k < TSU_FEED_CAPACITY; k++) {
        const tsu_status s = column_of(m, d->name[k], 1, &column[k], err);
        if (s != TSU_OK) return s;
    }
    const tsu_property *c = tsu_materials_find(&w->materials, d->name[TSU_FEED_CAPACITY]);
    const bool first = is_first(m);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (first) column[TSU_FEED_TOTAL][i] = 0.0;
        if (!tsu_in_group(w, i, d->group)) continue;
        const double holds = c ? w->particles.mass[i] * c->value[w->particles.type[i]] : 1.0;
        const double flux = column[TSU_FEED_FLUX][i];
        column[TSU_FEED_TOTAL][i] += flux;
        column[TSU_FEED_QUANTITY][i] += w->dt * (flux + (first ? column[TSU_FEED_SOURCE][i] : 0.0)) / holds;
    }
    return TSU_OK;
}

const tsu_model_row tsu_model_feed = {
    .name = "feed",
    .doc = "heat or a species that flows into particles, by columns",
    .def_size = sizeof(tsu_feed_def),
    .state_size = sizeof(tsu_feed_def),
    .preset = preset_feed,
    .create = create_feed,
    .destroy = stir,
    .begin = begin_feed,
    .phase[TSU_HOOK_AFTER_STEP] = feed,
    .reads = TSU_FIELDS_SIZE | TSU_FIELDS_TYPE | TSU_FIELDS_GROUP | TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_COLUMNS,
};
