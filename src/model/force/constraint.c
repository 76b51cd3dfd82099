/* SPDX-License-Identifier: Apache-2.0 */
/* constraint.c - forces and motions that are taken away from a group. */
#include "model/clumps.h"
#include "model/force/force.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include <math.h>

tsu_constraint_def tsu_model_constraint_default(void)
{
    return (tsu_constraint_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_constraint_def *)def = tsu_model_constraint_default();
}

static void stir(tsu_model *m)
{
    tsu_world_change(m->world);
}

/* ---- freeze ------------------------------------------------------------------------------------------------------------------- */

typedef struct freeze {
    tsu_constraint_def def;
    bool held;              /* once it has held particles it lets them go */
    tsu_exact_sum total[3]; /* [N] */
} freeze;

static void hold_group(tsu_model *m, bool fast)
{
    tsu_particles *p = &m->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        const freeze *f = m->state;
        if (!tsu_in_group(m->world, i, f->def.group) || (p->vm[i][3] == 0.0) == fast) continue;
        if (tsu_clumps_hold(m->world, i)) {
            tsu_clump_freeze(m->world, tsu_clumps_of(m->world, i), fast);
            continue;
        }
        tsu_world_change(m->world); /* contacts feel another mass */
        tsu_particles_hold(p, i, fast);
    }
}

static void destroy_freeze(tsu_model *m)
{
    if (((const freeze *)m->state)->held) hold_group(m, false);
    stir(m);
}

static tsu_status create_freeze(tsu_model *m, tsu_error *err)
{
    (void)err;
    ((freeze *)m->state)->held = true;
    hold_group(m, true);
    return TSU_OK;
}

/* Contacts see infinite mass in a frozen particle, also in one that joined the group since. */
static tsu_status begin_freeze(tsu_model *m, tsu_error *err)
{
    const tsu_status s =
        tsu_model_clumps_whole(m->world, ((const freeze *)m->state)->def.group, m->name, err);
    if (s == TSU_OK) hold_group(m, true);
    return s;
}

static tsu_status take_forces(tsu_model *m, tsu_error *err)
{
    freeze *f = m->state;
    tsu_particles *p = &m->world->particles;
    (void)err;
    for (int q = 0; q < 3; q++) {
        tsu_exact_init(&f->total[q]);
    }
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_in_group(m->world, i, f->def.group)) continue;
        for (int q = 0; q < 3; q++) {
            tsu_exact_add(&f->total[q], p->force[i][q]);
            p->force[i][q] = p->torque[i][q] = 0.0;
        }
    }
    return TSU_OK;
}

static tsu_status freeze_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const freeze *)m->state)->total[index]);
    return TSU_OK;
}

static const tsu_model_parts parts_freeze = {.sums_at = offsetof(freeze, total), .sums = 3}, parts_each = {0};

const tsu_model_row tsu_model_freeze = {
    .name = "freeze",
    .names = &tsu_names_freeze,
    .doc = "forces do not act on a group; contacts see infinite mass",
    .def_size = sizeof(tsu_constraint_def),
    .state_size = sizeof(freeze),
    .preset = preset,
    .create = create_freeze,
    .destroy = destroy_freeze,
    .begin = begin_freeze,
    .phase[TSU_HOOK_FORCE] = take_forces,
    .parts = &parts_freeze,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE | TSU_FIELDS_SIZE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = freeze_number,
    .settles = true,
};

/* ---- flat ---------------------------------------------------------------------------------------------------------------------- */

/* The velocity out of the plane goes, and with it its energy. */
static void flatten(tsu_world *w, int32_t i)
{
    tsu_particles *p = &w->particles;
    const double r = p->xr[i][3], *o = p->wi[i];
    const double energy =
        0.5 * p->mass[i] * p->vm[i][2] * p->vm[i][2] + 0.2 * p->mass[i] * r * r * (o[0] * o[0] + o[1] * o[1]);
    tsu_ledger_give(w, -energy);
    p->force[i][2] = p->vm[i][2] = 0.0;
    for (int q = 0; q < 2; q++) {
        p->torque[i][q] = p->wi[i][q] = 0.0;
    }
}

static tsu_status flatten_group(tsu_model *m, tsu_error *err)
{
    const tsu_constraint_def *d = m->state;
    (void)err;
    for (int32_t i = 0; i < m->world->particles.count; i++) {
        if (tsu_in_group(m->world, i, d->group)) flatten(m->world, i);
    }
    return TSU_OK;
}

const tsu_model_row tsu_model_flat = {
    .name = "flat",
    .names = &tsu_names_group,
    .doc = "no motion along z, no spin about x and y",
    .def_size = sizeof(tsu_constraint_def),
    .state_size = sizeof(tsu_constraint_def),
    .preset = preset,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = flatten_group,
    .parts = &parts_each,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN | TSU_FIELDS_SIZE,
    .writes = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE | TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN,
    .account = TSU_MODEL_GIVEN,
};

/* ---- line_force, plane_force ------------------------------------------------------------------------------------------------------ */

tsu_direction_def tsu_model_direction_default(void)
{
    return (tsu_direction_def){.group = TSU_GROUP_ALL, .direction = {1.0, 0.0, 0.0}};
}

static void preset_direction(void *def)
{
    *(tsu_direction_def *)def = tsu_model_direction_default();
}

static tsu_status create_direction(tsu_model *m, tsu_error *err)
{
    tsu_direction_def *d = m->state;
    const double *n = d->direction, length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s %s: the direction has no length", m->row->name,
                             m->name);
    for (int q = 0; q < 3; q++) {
        d->direction[q] /= length;
    }
    return TSU_OK;
}

static void project(tsu_model *m, bool line)
{
    const tsu_direction_def *d = m->state;
    const double *n = d->direction;
    tsu_particles *p = &m->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_in_group(m->world, i, d->group)) continue;
        double *force = p->force[i];
        const double along = force[0] * n[0] + force[1] * n[1] + force[2] * n[2];
        for (int q = 0; q < 3; q++) {
            force[q] = line ? along * n[q] : force[q] - along * n[q];
        }
    }
}

static tsu_status keep_along(tsu_model *m, tsu_error *err)
{
    (void)err;
    project(m, true);
    return TSU_OK;
}

static tsu_status keep_across(tsu_model *m, tsu_error *err)
{
    (void)err;
    project(m, false);
    return TSU_OK;
}

const tsu_model_row tsu_model_line_force = {
    .name = "line_force",
    .names = &tsu_names_direction,
    .doc = "only the force along a direction acts",
    .def_size = sizeof(tsu_direction_def),
    .state_size = sizeof(tsu_direction_def),
    .preset = preset_direction,
    .create = create_direction,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = keep_along,
    .parts = &parts_each,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
};

const tsu_model_row tsu_model_plane_force = {
    .name = "plane_force",
    .names = &tsu_names_direction,
    .doc = "only the force across a direction acts",
    .def_size = sizeof(tsu_direction_def),
    .state_size = sizeof(tsu_direction_def),
    .preset = preset_direction,
    .create = create_direction,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = keep_across,
    .parts = &parts_each,
    .stirs = true,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_FORCE,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
};
