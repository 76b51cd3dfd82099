/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/velocity.h"
#include "model/group_function.h"
#include "model/rows.h"
#include "step/ledger/energy.h"
#include <math.h>

/* ---- speed_limit -------------------------------------------------------------------------------------------------------------- */

typedef struct speed_limit {
    tsu_speed_limit_def def;
    tsu_exact_sum cut; /* velocities cut in this run */
} speed_limit;

tsu_speed_limit_def tsu_model_speed_limit_default(void)
{
    return (tsu_speed_limit_def){.group = TSU_GROUP_ALL, .way = 0.1, .relative = true};
}

static void preset_limit(void *def)
{
    *(tsu_speed_limit_def *)def = tsu_model_speed_limit_default();
}

static tsu_status create_limit(tsu_model *m, tsu_error *err)
{
    const tsu_speed_limit_def *d = m->state;
    if (d->way > 0.0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "speed_limit %s: the distance per step is %g; it must be positive", m->name, d->way);
}

/* Scales u = v + add to the largest speed and takes `add` off again, so that the half kick to come ends at the limit. */
static void limit(speed_limit *f, tsu_world *w, int32_t i, double half)
{
    tsu_particles *p = &w->particles;
    const double most = f->def.way * (f->def.relative ? p->xr[i][3] : 1.0) / w->dt;
    double u[3], size2 = 0.0, before = 0.0, after = 0.0;
    for (int q = 0; q < 3; q++) {
        u[q] = p->vm[i][q] + half * p->vm[i][3] * p->force[i][q];
        size2 += u[q] * u[q];
    }
    if (!(size2 > most * most)) return;
    tsu_exact_add(&f->cut, 1.0);
    for (int q = 0; q < 3; q++) {
        before += p->vm[i][q] * p->vm[i][q];
        p->vm[i][q] += u[q] * (most / sqrt(size2) - 1.0);
        after += p->vm[i][q] * p->vm[i][q];
    }
    tsu_ledger_give(w, 0.5 * p->mass[i] * (after - before));
}

static void limit_group(tsu_model *m, double half)
{
    speed_limit *f = m->state;
    for (int32_t i = 0; i < m->world->particles.count; i++) {
        if (tsu_in_group(m->world, i, f->def.group)) limit(f, m->world, i, half);
    }
}

static tsu_status limit_before(tsu_model *m, tsu_error *err)
{
    (void)err;
    limit_group(m, 0.5 * m->world->dt);
    return TSU_OK;
}

static tsu_status limit_after(tsu_model *m, tsu_error *err)
{
    (void)err;
    limit_group(m, 0.0);
    return TSU_OK;
}

static tsu_status begin_limit(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_exact_init(&((speed_limit *)m->state)->cut);
    return TSU_OK;
}

static tsu_status count_cut(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const speed_limit *)m->state)->cut);
    return TSU_OK;
}

static void mark_limit(const tsu_model *m)
{
    m->world->moving |= ((const tsu_speed_limit_def *)m->state)->group;
}

static const tsu_model_parts parts_limit = {.sums_at = offsetof(speed_limit, cut), .sums = 1, .grow = true};

const tsu_model_row tsu_model_speed_limit = {
    .name = "speed_limit",
    .names = &tsu_names_speed_limit,
    .doc = "limits the displacement of the particles of a group in a step",
    .def_size = sizeof(tsu_speed_limit_def),
    .state_size = sizeof(speed_limit),
    .preset = preset_limit,
    .create = create_limit,
    .mark = mark_limit,
    .begin = begin_limit,
    .phase[TSU_HOOK_BEFORE_STEP] = limit_before,
    .phase[TSU_HOOK_AFTER_STEP] = limit_after,
    .parts = &parts_limit,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_VELOCITY | TSU_FIELDS_FORCE | TSU_FIELDS_SIZE,
    .writes = TSU_FIELDS_VELOCITY,
    .account = TSU_MODEL_GIVEN,
    .scalar = count_cut,
};

/* ---- momentum ------------------------------------------------------------------------------------------------------------------ */

tsu_momentum_def tsu_model_momentum_default(void)
{
    return (tsu_momentum_def){.group = TSU_GROUP_ALL, .every = 1, .linear = {true, true, true}};
}

static void preset_momentum(void *def)
{
    *(tsu_momentum_def *)def = tsu_model_momentum_default();
}

static tsu_status create_momentum(tsu_model *m, tsu_error *err)
{
    const tsu_momentum_def *d = m->state;
    if (d->every > 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "momentum %s acts every %lld steps; it must be at least 1",
                         m->name, (long long)d->every);
}

static tsu_status take_off(tsu_model *m, tsu_error *err)
{
    const tsu_momentum_def *d = m->state;
    tsu_world *w = m->world;
    double v[3], spin[3] = {0}, centre[3] = {0};
    (void)err;
    if (w->step % d->every != 0) return TSU_OK;
    tsu_world_group_vector(w, "vcm", d->group, v);
    if (d->angular) tsu_world_group_vector(w, "omega", d->group, spin);
    if (d->angular) tsu_world_group_vector(w, "xcm", d->group, centre);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_in_group(w, i, d->group)) continue;
        double x[3], *u = w->particles.vm[i];
        tsu_world_unwrapped(w, i, x);
        const double before = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        for (int q = 0; q < 3; q++) {
            const int r = (q + 1) % 3, t = (q + 2) % 3;
            u[q] -= (d->linear[q] ? v[q] : 0.0) + spin[r] * (x[t] - centre[t]) - spin[t] * (x[r] - centre[r]);
        }
        const double after = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        tsu_ledger_give(w, 0.5 * w->particles.mass[i] * (after - before));
    }
    return TSU_OK;
}

/* In each step the parts of a divided world do it themselves. */
static int64_t momentum_due(const tsu_model *m)
{
    const int64_t every = ((const tsu_momentum_def *)m->state)->every, step = m->world->step;
    return every == 1 ? INT64_MAX : step - step % every + every;
}

static const tsu_model_parts parts_momentum = {0};

const tsu_model_row tsu_model_momentum = {
    .name = "momentum",
    .names = &tsu_names_momentum,
    .doc = "removes the overall motion of a group every so many steps",
    .def_size = sizeof(tsu_momentum_def),
    .state_size = sizeof(tsu_momentum_def),
    .preset = preset_momentum,
    .create = create_momentum,
    .phase[TSU_HOOK_AFTER_STEP] = take_off,
    .due = momentum_due,
    .parts = &parts_momentum,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_POSITION | TSU_FIELDS_IMAGE | TSU_FIELDS_BOX |
             TSU_FIELDS_VELOCITY | TSU_FIELDS_SIZE,
    .writes = TSU_FIELDS_VELOCITY,
    .account = TSU_MODEL_GIVEN,
};
