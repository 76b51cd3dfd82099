/* SPDX-License-Identifier: Apache-2.0 */
/* added.c - forces that are added to those of contacts, or replace them. */
#include "base/memory.h"
#include "model/force/force.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include <string.h>

enum { ENERGY = 3, SUMS };

typedef struct given_force {
    tsu_given_force_def def;
    double *each[3]; /* forces asked for each particle; NULL: one for all [N] */
    size_t each_capacity[3];
    tsu_exact_sum sum[SUMS]; /* forces [N], energy of added ones [J] */
    double mean_of[3];       /* forces of a group, summed [N] */
} given_force;

tsu_given_force_def tsu_model_given_force_default(void)
{
    return (tsu_given_force_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_given_force_def *)def = tsu_model_given_force_default();
}

static void destroy(tsu_model *m)
{
    given_force *f = m->state;
    tsu_world_change(m->world);
    for (int q = 0; q < 3; q++) {
        tsu_memory_release(&f->each[q]);
    }
}

/* The present forces: one for all, or in f->each. */
static tsu_status evaluate(given_force *f, int32_t rows, double common[3], tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const tsu_model_value *v = &f->def.force[q];
        tsu_status s = TSU_OK;
        if (!v->ask_each) {
            s = tsu_model_value_now(v, &common[q], err);
        } else {
            s = tsu_memory_grow(&f->each[q], &f->each_capacity[q], (size_t)rows + 1, sizeof(double), "forces",
                                err);
            if (s == TSU_OK) s = v->ask_each(v->context, rows, f->each[q], err);
        }
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}

/* Sums are those before the change. */
static void add(given_force *f, tsu_world *w, int32_t i, const double value[3])
{
    double *force = w->particles.force[i], x[3];
    tsu_world_unwrapped(w, i, x);
    for (int q = 0; q < 3; q++) {
        tsu_exact_add(&f->sum[q], force[q]);
        force[q] += value[q];
        tsu_exact_add(&f->sum[ENERGY], -(value[q] * x[q]));
    }
}

static void set(given_force *f, tsu_world *w, int32_t i, const double value[3])
{
    double *force = w->particles.force[i];
    for (int q = 0; q < 3; q++) {
        tsu_exact_add(&f->sum[q], force[q]);
        if (!f->def.free[q]) force[q] = value[q];
    }
}

typedef void row_act(given_force *f, tsu_world *w, int32_t i, const double value[3]);

static tsu_status apply(tsu_model *m, row_act *act, tsu_error *err)
{
    given_force *f = m->state;
    tsu_world *w = m->world;
    double common[3] = {0};
    const tsu_region *region;
    tsu_status s = tsu_model_place_now(&f->def.place, &region, err);
    if (s == TSU_OK) s = evaluate(f, w->particles.count, common, err);
    if (s != TSU_OK) return s;
    for (int q = 0; q < SUMS; q++) {
        tsu_exact_init(&f->sum[q]);
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        double value[3];
        if (!tsu_chosen(w, i, f->def.group, region)) continue;
        for (int q = 0; q < 3; q++) {
            value[q] = f->def.force[q].ask_each ? f->each[q][i] : common[q];
        }
        act(f, w, i, value);
    }
    return TSU_OK;
}

static tsu_status apply_add(tsu_model *m, tsu_error *err)
{
    return apply(m, add, err);
}

static tsu_status apply_set(tsu_model *m, tsu_error *err)
{
    return apply(m, set, err);
}

static tsu_status number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const given_force *)m->state)->sum[index]);
    return TSU_OK;
}

static tsu_status mean_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const given_force *)m->state)->mean_of[index];
    return TSU_OK;
}

static tsu_status energy(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const given_force *)m->state)->sum[ENERGY]);
    return TSU_OK;
}

/* ---- the mean force --------------------------------------------------------------------------------------------------------- */

static tsu_status create_average(tsu_model *m, tsu_error *err)
{
    const tsu_given_force_def *d = m->state;
    for (int q = 0; q < 3; q++) {
        if (d->force[q].ask_each)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "average_force %s takes one value for all, not one for each particle",
                                 m->name);
    }
    return TSU_OK;
}

static void force_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    memcpy(value, w->particles.force[i], 3 * sizeof *value);
}

static tsu_status average(tsu_model *m, tsu_error *err)
{
    given_force *f = m->state;
    tsu_world *w = m->world;
    double value[3] = {0};
    const tsu_region *region = NULL;
    tsu_status s = tsu_model_place_now(&f->def.place, &region, err);
    if (s == TSU_OK) s = evaluate(f, w->particles.count, value, err);
    if (s != TSU_OK) return s;
    const double n = (double)tsu_group_sum(w, f->def.group, region, 3, force_of, NULL, f->mean_of);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_chosen(w, i, f->def.group, region)) continue;
        for (int q = 0; q < 3; q++) {
            if (!f->def.free[q]) w->particles.force[i][q] = f->mean_of[q] / n + value[q];
        }
    }
    return TSU_OK;
}

#define TSU_GIVEN                                                                                            \
    .value_at = {offsetof(tsu_given_force_def, force[0]), offsetof(tsu_given_force_def, force[1]),           \
                 offsetof(tsu_given_force_def, force[2])},                                                   \
    .place_at = offsetof(tsu_given_force_def, place)
static const tsu_model_parts parts = {TSU_GIVEN, .sums_at = offsetof(given_force, sum), .sums = SUMS},
                             parts_average = {TSU_GIVEN, .ends_at = offsetof(given_force, mean_of),
                                              .ends = sizeof((given_force *)0)->mean_of};

/* ---- rows --------------------------------------------------------------------------------------------------------------------- */

const tsu_model_row tsu_model_add_force = {
    .name = "add_force",
    .names = &tsu_names_add_force,
    .doc = "a force added to each particle of a group",
    .def_size = sizeof(tsu_given_force_def),
    .state_size = sizeof(given_force),
    .preset = preset,
    .destroy = destroy,
    .phase[TSU_HOOK_FORCE] = apply_add,
    .parts = &parts,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_IMAGE | TSU_FIELDS_BOX | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = number,
    .scalar = energy,
    .scalar_is_energy = true,
    .settles = true,
};

const tsu_model_row tsu_model_set_force = {
    .name = "set_force",
    .names = &tsu_names_given_force,
    .doc = "the force on each particle of a group, whatever its contacts are",
    .def_size = sizeof(tsu_given_force_def),
    .state_size = sizeof(given_force),
    .preset = preset,
    .destroy = destroy,
    .phase[TSU_HOOK_FORCE] = apply_set,
    .parts = &parts,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = number,
    .settles = true,
};

const tsu_model_row tsu_model_average_force = {
    .name = "average_force",
    .names = &tsu_names_given_force,
    .doc = "each particle of a group gets the mean force of the group, and what is given",
    .def_size = sizeof(tsu_given_force_def),
    .state_size = sizeof(given_force),
    .preset = preset,
    .create = create_average,
    .destroy = destroy,
    .phase[TSU_HOOK_FORCE] = average,
    .parts = &parts_average,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = mean_number,
    .settles = true,
};
