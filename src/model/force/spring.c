/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/spring.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "step/hooks.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a spring at the centre of mass ------------------------------------------------------------------------------------ */

enum { FORCE = 0, TOTAL = 3, POINT = 4, NUMBERS = 7 };

typedef struct spring {
    tsu_spring_def def;
    double now[NUMBERS]; /* force on the group and its size [N], far end [m], of the last step */
    double energy;       /* [J] */
} spring;

tsu_spring_def tsu_model_spring_default(void)
{
    return (tsu_spring_def){.group = TSU_GROUP_ALL, .k = 1.0};
}

static void preset_spring(void *def)
{
    *(tsu_spring_def *)def = tsu_model_spring_default();
}

static tsu_status create_spring(tsu_model *m, tsu_error *err)
{
    const tsu_spring_def *d = m->state;
    if (!(d->k > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "spring %s: the stiffness is %g N/m; it must be positive",
                             m->name, d->k);
    if (!(d->rest >= 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "spring %s: the length without force is %g m; it must not be negative", m->name,
                             d->rest);
    if (d->phases < 0 || d->phases > TSU_SPRING_PHASES)
        return tsu_error_set(err, TSU_ERROR_INPUT, "spring %s has %d phases; there is room for %d", m->name,
                             d->phases, TSU_SPRING_PHASES);
    for (int k = 1; k < d->phases; k++) {
        if (!(d->phase[k].start > d->phase[k - 1].start))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "spring %s: the phases are out of order: %g s comes after %g s", m->name,
                                 d->phase[k].start, d->phase[k - 1].start);
    }
    return TSU_OK;
}

/* The far end at a time. */
static void find_point(const tsu_spring_def *p, double time, double out[3])
{
    memcpy(out, p->point, sizeof p->point);
    for (int n = 0; n < p->phases; n++) {
        const double end = n + 1 < p->phases ? fmin(time, p->phase[n + 1].start) : time;
        const double duration = fmax(0.0, end - p->phase[n].start);
        for (int q = 0; q < 3; q++) {
            out[q] += duration * p->phase[n].velocity[q];
        }
    }
}

static void weighted_place(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_particles *p = &w->particles;
    const tsu_box *box = &w->box;
    (void)context;
    for (int q = 0; q < 3; q++) {
        const double moved = box->periodic[q] ? p->image[i][q] * (box->hi[q] - box->lo[q]) : 0.0;
        value[q] = p->mass[i] * (p->xr[i][q] + moved);
    }
    value[3] = p->mass[i];
}

/* Mass and centre of the group, across periodic faces where particles have crossed them. */
static double find_centre(const tsu_world *w, uint32_t group, double centre[3])
{
    double sum[4];
    tsu_group_sum(w, group, NULL, 4, weighted_place, NULL, sum);
    for (int q = 0; q < 3; q++) {
        centre[q] = sum[3] > 0.0 ? sum[q] / sum[3] : 0.0;
    }
    return sum[3];
}

static tsu_status pull(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_world *w = m->world;
    spring *p = m->state;
    const tsu_spring_def *d = &p->def;
    double centre[3], *point = p->now + POINT, *force = p->now + FORCE;
    const double mass = find_centre(w, d->group, centre);
    memset(p->now, 0, sizeof p->now);
    p->energy = 0.0;
    find_point(d, w->time, point);
    if (!(mass > 0.0)) return TSU_OK;
    double stretch[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        stretch[q] = d->free[q] ? 0.0 : point[q] - centre[q];
        length2 += stretch[q] * stretch[q];
    }
    const double length = sqrt(length2), extension = length - d->rest;
    for (int q = 0; q < 3; q++) {
        force[q] = length > 0.0 ? d->k * extension * (stretch[q] / length) : 0.0;
    }
    p->now[TOTAL] = d->k * extension;
    p->energy = 0.5 * d->k * extension * extension;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_in_group(w, i, d->group)) continue;
        for (int q = 0; q < 3; q++) {
            w->particles.force[i][q] += force[q] * (w->particles.mass[i] / mass);
        }
    }
    return TSU_OK;
}

static tsu_status spring_energy(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const spring *)m->state)->energy;
    return TSU_OK;
}

static tsu_status spring_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const spring *)m->state)->now[index];
    return TSU_OK;
}

static const tsu_model_parts parts_spring = {.ends_at = offsetof(spring, now),
                                             .ends = sizeof(spring) - offsetof(spring, now)};

const tsu_model_row tsu_model_spring = {
    .name = "spring",
    .names = &tsu_names_spring,
    .doc = "a spring from a group's centre of mass to a fixed point, or to one that moves on a schedule",
    .def_size = sizeof(tsu_spring_def),
    .state_size = sizeof(spring),
    .preset = preset_spring,
    .create = create_spring,
    .phase[TSU_HOOK_FORCE] = pull,
    .parts = &parts_spring,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP | TSU_FIELDS_IMAGE | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .scalar = spring_energy,
    .scalar_is_energy = true,
    .numbers = NUMBERS,
    .number = spring_number,
};

/* ---- each to its own place ----------------------------------------------------------------------------------------------- */

typedef struct tether {
    tsu_spring_self_def def;
    tsu_exact_sum energy; /* [J] */
} tether;

static const tsu_model_column home[] = {{"home:", 3, NAN, true}, {0}};

tsu_spring_self_def tsu_model_spring_self_default(void)
{
    return (tsu_spring_self_def){.group = TSU_GROUP_ALL, .k = 1.0};
}

static void preset_tether(void *def)
{
    *(tsu_spring_self_def *)def = tsu_model_spring_self_default();
}

static tsu_status create_tether(tsu_model *m, tsu_error *err)
{
    const tsu_spring_self_def *d = m->state;
    char column[TSU_MODEL_NAME];
    if (!(d->k > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "spring_self %s: the stiffness is %g N/m; it must be positive", m->name, d->k);
    tsu_model_column_name(m, home, column);
    return tsu_world_remember_places(m->world, column, err);
}

static void destroy_tether(tsu_model *m)
{
    tsu_world_change(m->world);
}

static tsu_status pull_back(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_world *w = m->world;
    tether *p = m->state;
    char column[TSU_MODEL_NAME];
    tsu_model_column_name(m, home, column);
    const tsu_particle_column *c = tsu_particles_find_column(&w->particles, column);
    tsu_exact_init(&p->energy);
    for (int32_t i = 0; i < w->particles.count; i++) {
        double x[3], *place = c->value + 3 * (size_t)i;
        if (!tsu_in_group(w, i, p->def.group)) continue;
        tsu_world_unwrapped(w, i, x);
        if (isnan(place[0])) memcpy(place, x, sizeof x); /* came later */
        for (int q = 0; q < 3; q++) {
            const double stretch = p->def.free[q] ? 0.0 : x[q] - place[q];
            w->particles.force[i][q] -= p->def.k * stretch;
            tsu_exact_add(&p->energy, 0.5 * p->def.k * stretch * stretch);
        }
    }
    return TSU_OK;
}

static tsu_status tether_energy(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const tether *)m->state)->energy);
    return TSU_OK;
}

static const tsu_model_parts parts_tether = {.sums_at = offsetof(tether, energy), .sums = 1};

const tsu_model_row tsu_model_spring_self = {
    .name = "spring_self",
    .names = &tsu_names_spring_self,
    .doc = "a spring from each particle to the place where it was when the model was created",
    .def_size = sizeof(tsu_spring_self_def),
    .state_size = sizeof(tether),
    .preset = preset_tether,
    .create = create_tether,
    .destroy = destroy_tether,
    .phase[TSU_HOOK_FORCE] = pull_back,
    .parts = &parts_tether,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_IMAGE | TSU_FIELDS_BOX | TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_FORCE | TSU_FIELDS_COLUMNS,
    .account = TSU_MODEL_WORK,
    .column = home,
    .scalar = tether_energy,
    .scalar_is_energy = true,
    .settles = true,
};

/* ---- torques set ----------------------------------------------------------------------------------------------------------- */

tsu_set_torque_def tsu_model_set_torque_default(void)
{
    return (tsu_set_torque_def){.group = TSU_GROUP_ALL};
}

static void preset_torque(void *def)
{
    *(tsu_set_torque_def *)def = tsu_model_set_torque_default();
}

static tsu_status set_torque(tsu_model *m, tsu_error *err)
{
    (void)err;
    const tsu_set_torque_def *d = m->state;
    tsu_particles *p = &m->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_in_group(m->world, i, d->group)) continue;
        for (int q = 0; q < 3; q++) {
            if (!d->free[q]) p->torque[i][q] = d->value[q];
        }
    }
    return TSU_OK;
}

static const tsu_model_parts parts_torque = {0};

const tsu_model_row tsu_model_set_torque = {
    .name = "set_torque",
    .names = &tsu_names_set_torque,
    .doc = "sets torques",
    .def_size = sizeof(tsu_set_torque_def),
    .state_size = sizeof(tsu_set_torque_def),
    .preset = preset_torque,
    .phase[TSU_HOOK_FORCE] = set_torque,
    .parts = &parts_torque,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_TORQUE,
    .account = TSU_MODEL_WORK,
};
