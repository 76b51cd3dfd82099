/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_atom.h"
#include "base/memory.h"
#include <string.h>

typedef struct atom_average {
    tsu_ave_atom_def def;
    tsu_average times;
    char sum[TSU_MODEL_NAME], mean[TSU_MODEL_NAME]; /* columns; empty: not yet there */
    double *now;
    size_t capacity;
} atom_average;

static tsu_status add_sample(const tsu_world *w, atom_average *a, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const size_t values = (size_t)a->def.values;
    const tsu_particle_column *sum = tsu_particles_find_column(p, a->sum);
    tsu_status status =
        tsu_memory_grow(&a->now, &a->capacity, (size_t)p->count + 1, sizeof *a->now, "a sample", err);
    for (size_t k = 0; k < values && status == TSU_OK; k++) {
        status = tsu_model_value_each(&a->def.value[k], p->count, a->now, err);
        for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
            if (tsu_in_group(w, i, a->def.group)) sum->value[(size_t)i * values + k] += a->now[i];
        }
    }
    return status;
}

static tsu_status between(tsu_model *m, tsu_error *err)
{
    atom_average *a = m->state;
    const tsu_particles *p = &m->world->particles;
    bool last;
    if (!tsu_average_due(&a->times, &a->def.average, m->world->step, &last)) return TSU_OK;
    const tsu_status status = add_sample(m->world, a, err);
    if (status != TSU_OK || !last) return status;
    const tsu_particle_column *sum = tsu_particles_find_column(p, a->sum),
                              *mean = tsu_particles_find_column(p, a->mean);
    for (size_t k = 0; k < (size_t)p->count * (size_t)a->def.values; k++) {
        mean->value[k] = sum->value[k] / (double)a->times.samples;
        sum->value[k] = 0.0;
    }
    a->times.samples = 0;
    return tsu_average_tell(m, &a->def.average, &a->times, err);
}

static const double *means(const tsu_model *m)
{
    return tsu_particles_find_column(&m->world->particles, ((const atom_average *)m->state)->mean)->value;
}

static void renumber(tsu_model *m, int64_t by)
{
    atom_average *a = m->state;
    (void)by;
    tsu_average_begin(&a->times, &a->def.average, m->world->step);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_average_save(&((const atom_average *)m->state)->times, pack);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    return tsu_average_load(&((atom_average *)m->state)->times, saved, err);
}

/* A column that is there already comes from a restart file. */
static tsu_status add_column(const tsu_model *m, const char *prefix, int width, char to[TSU_MODEL_NAME],
                             tsu_error *err)
{
    const tsu_model_column column = {prefix, width, 0.0, true};
    char name[TSU_MODEL_NAME];
    tsu_model_column_name(m, &column, name);
    if (!tsu_particles_column(&m->world->particles, name, width, 0.0, err)) return TSU_ERROR_INPUT;
    memcpy(to, name, sizeof name);
    return TSU_OK;
}

tsu_ave_atom_def tsu_model_ave_atom_default(void)
{
    return (tsu_ave_atom_def){.average = tsu_average_default(), .group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_ave_atom_def *)def = tsu_model_ave_atom_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    atom_average *a = m->state;
    const tsu_ave_atom_def *d = &a->def;
    tsu_status status = tsu_average_check(m, &d->average, err);
    if (status == TSU_OK && (d->values < 1 || d->values > TSU_AVE_ATOM_VALUES))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "ave_atom %s: %d values are to be averaged; 1 to %d can be", m->name, d->values,
                             TSU_AVE_ATOM_VALUES);
    m->every = d->average.every;
    m->particle_numbers = d->values;
    if (status == TSU_OK) status = add_column(m, "sum:", d->values, a->sum, err);
    if (status == TSU_OK) status = add_column(m, "mean:", d->values, a->mean, err);
    tsu_average_begin(&a->times, &d->average, m->world->step);
    return status;
}

static void destroy(tsu_model *m)
{
    atom_average *a = m->state;
    if (a->sum[0]) tsu_particles_remove_column(&m->world->particles, a->sum);
    if (a->mean[0]) tsu_particles_remove_column(&m->world->particles, a->mean);
    tsu_average_free(&a->times);
    tsu_memory_release(&a->now);
}

const tsu_model_row tsu_model_ave_atom = {
    .name = "ave_atom",
    .doc = "time averages of per-particle values",
    .def_size = sizeof(tsu_ave_atom_def),
    .state_size = sizeof(atom_average),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .reads = TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_COLUMNS,
    .between = between,
    .at_start = true,
    .renumber = renumber,
    .save = save,
    .load = load,
    .particle_numbers = 1,
    .particles = means,
};
