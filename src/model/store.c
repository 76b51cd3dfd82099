/* SPDX-License-Identifier: Apache-2.0 */
#include "model/store.h"
#include "base/memory.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include <string.h>

/* ---- a state ---------------------------------------------------------------------------------------------------------------- */

typedef struct stored {
    tsu_store_state_def def;
    char column[TSU_MODEL_NAME]; /* empty: not yet there */
    bool waiting;                /* what is late is not stored yet */
    double *now;
    size_t capacity;
} stored;

tsu_store_state_def tsu_model_store_state_default(void)
{
    return (tsu_store_state_def){.group = TSU_GROUP_ALL};
}

static void preset_state(void *def)
{
    *(tsu_store_state_def *)def = tsu_model_store_state_default();
}

static void place_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    double x[3];
    (void)context;
    tsu_world_unwrapped(w, i, x);
    for (int q = 0; q < 3; q++) {
        value[q] = m * x[q];
    }
    value[3] = m;
}

static double centre_of(const tsu_world *w, uint32_t group, int axis)
{
    double sums[4];
    tsu_group_sum(w, group, NULL, 4, place_of, NULL, sums);
    return sums[3] > 0.0 ? sums[axis] / sums[3] : 0.0;
}

static tsu_status store_value(const tsu_world *w, stored *f, int k, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const tsu_store_value *v = &f->def.value[k];
    tsu_status status =
        tsu_memory_grow(&f->now, &f->capacity, (size_t)p->count + 1, sizeof *f->now, "a state", err);
    if (status == TSU_OK) status = tsu_model_value_each(&v->value, p->count, f->now, err);
    if (status != TSU_OK) return status;
    const double centre = v->centred ? centre_of(w, f->def.group, v->axis) : 0.0;
    const tsu_particle_column *c = tsu_particles_find_column(p, f->column);
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_in_group(w, i, f->def.group))
            c->value[(size_t)i * (size_t)f->def.values + (size_t)k] = f->now[i] - centre;
    }
    return TSU_OK;
}

static tsu_status store(const tsu_world *w, stored *f, bool early, bool late, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < f->def.values && status == TSU_OK; k++) {
        if (f->def.value[k].late ? late : early) status = store_value(w, f, k, err);
    }
    return status;
}

/* A column that is there already comes from a restart file, with what was stored then. */
static tsu_status create_state(tsu_model *m, tsu_error *err)
{
    static const tsu_model_column column = {"state:", 0, 0.0, true};
    stored *f = m->state;
    tsu_particles *p = &m->world->particles;
    char name[TSU_MODEL_NAME];
    if (f->def.values < 1 || f->def.values > TSU_STORE_VALUES)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "store_state %s: %d values are to be stored; 1 to %d can be", m->name,
                             f->def.values, TSU_STORE_VALUES);
    m->every = f->def.every;
    m->particle_numbers = f->def.values;
    tsu_model_column_name(m, &column, name);
    const tsu_particle_column *old = tsu_particles_find_column(p, name);
    const bool there = old && old->width == f->def.values;
    if (old && !there) tsu_particles_remove_column(p, name);
    if (!tsu_particles_column(p, name, f->def.values, 0.0, err)) return TSU_ERROR_MEMORY;
    memcpy(f->column, name, sizeof name);
    f->waiting = !there;
    return there ? TSU_OK : store(m->world, f, true, false, err);
}

static void destroy_state(tsu_model *m)
{
    stored *f = m->state;
    if (f->column[0]) tsu_particles_remove_column(&m->world->particles, f->column);
    tsu_memory_release(&f->now);
}

static tsu_status begin_state(tsu_model *m, tsu_error *err)
{
    stored *f = m->state;
    if (!f->waiting) return TSU_OK;
    f->waiting = false;
    return store(m->world, f, false, true, err);
}

static tsu_status store_all(tsu_model *m, tsu_error *err)
{
    return store(m->world, m->state, true, true, err);
}

static const double *stored_values(const tsu_model *m)
{
    return tsu_particles_find_column(&m->world->particles, ((const stored *)m->state)->column)->value;
}

const tsu_model_row tsu_model_store_state = {
    .name = "store_state",
    .doc = "keeps numbers of each particle as they were",
    .def_size = sizeof(tsu_store_state_def),
    .state_size = sizeof(stored),
    .preset = preset_state,
    .create = create_state,
    .destroy = destroy_state,
    .reads = TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_COLUMNS,
    .begin = begin_state,
    .between = store_all,
    .particle_numbers = 1,
    .particles = stored_values,
};

/* ---- forces ------------------------------------------------------------------------------------------------------------------ */

static const tsu_model_column force[] = {{"force:", 3, 0.0, true}, {0}};

tsu_store_force_def tsu_model_store_force_default(void)
{
    return (tsu_store_force_def){.group = TSU_GROUP_ALL};
}

static void preset_force(void *def)
{
    *(tsu_store_force_def *)def = tsu_model_store_force_default();
}

static double *forces_of(const tsu_model *m)
{
    char name[TSU_MODEL_NAME];
    tsu_model_column_name(m, force, name);
    return tsu_particles_find_column(&m->world->particles, name)->value;
}

/* Models act in the order in which they were created: what those before this one have done is in it. */
static tsu_status keep_forces(tsu_model *m, tsu_error *err)
{
    const tsu_store_force_def *d = m->state;
    const tsu_world *w = m->world;
    (void)err;
    double *to = forces_of(m);
    for (int32_t i = 0; i < w->particles.count; i++) {
        const bool in = tsu_in_group(w, i, d->group);
        for (int q = 0; q < 3; q++) {
            to[3 * (size_t)i + (size_t)q] = in ? w->particles.force[i][q] : 0.0;
        }
    }
    return TSU_OK;
}

static const double *kept_forces(const tsu_model *m)
{
    return forces_of(m);
}

const tsu_model_row tsu_model_store_force = {
    .name = "store_force",
    .names = &tsu_names_group,
    .doc = "keeps the force on each particle before models created later act on it",
    .def_size = sizeof(tsu_store_force_def),
    .state_size = sizeof(tsu_store_force_def),
    .preset = preset_force,
    .phase[TSU_HOOK_FORCE] = keep_forces,
    .stirs = true,
    .reads = TSU_FIELDS_FORCE | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_COLUMNS,
    .column = force,
    .particle_numbers = 3,
    .particles = kept_forces,
    .settles = true,
};
