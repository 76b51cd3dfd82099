/* SPDX-License-Identifier: Apache-2.0 */
#include "model/dt_reset.h"
#include <math.h>

typedef struct reset {
    tsu_dt_reset_def def;
    int64_t last; /* step of the last change */
} reset;

tsu_dt_reset_def tsu_model_dt_reset_default(void)
{
    return (tsu_dt_reset_def){.group = TSU_GROUP_ALL, .every = 1, .most = INFINITY};
}

static void preset(void *def)
{
    *(tsu_dt_reset_def *)def = tsu_model_dt_reset_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    reset *r = m->state;
    const tsu_dt_reset_def *d = &r->def;
    m->every = d->every;
    r->last = m->world->step;
    if (d->every >= 1 && d->distance > 0.0 && d->least <= d->most) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "dt_reset %s: every %lld steps, within %g and %g s, at most %g m: the number of steps and the "
        "distance must be positive and the least time step not above the largest",
        m->name, (long long)d->every, d->least, d->most, d->distance);
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* First by velocity and by force alone, then shortened so that both together keep the distance. */
static double longest_step(const tsu_dt_reset_def *d, const tsu_particles *p, int32_t i)
{
    double way[3];
    const double v = length(p->vm[i]), a = length(p->force[i]) / p->mass[i];
    const double by_speed = v > 0.0 ? d->distance / v : INFINITY,
                 by_force = a > 0.0 ? sqrt(2.0 * d->distance / a) : INFINITY;
    const double dt = fmin(by_speed, by_force);
    if (!isfinite(dt)) return dt;
    for (int q = 0; q < 3; q++) {
        way[q] = dt * p->vm[i][q] + 0.5 * dt * dt * p->force[i][q] / p->mass[i];
    }
    const double moved = length(way);
    return moved > d->distance ? dt * (d->distance / moved) : dt;
}

static tsu_status set_step(tsu_model *m, tsu_error *err)
{
    reset *r = m->state;
    tsu_world *w = m->world;
    double dt = INFINITY;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_in_group(w, i, r->def.group)) dt = fmin(dt, longest_step(&r->def, &w->particles, i));
    }
    dt = fmin(fmax(dt, r->def.least), r->def.most);
    if (!isfinite(dt) || dt == w->dt) return TSU_OK; /* nobody moves */
    if (!(dt > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "dt_reset finds a time step of %g at step %lld: some velocity grows without "
                             "bound; give a lower bound",
                             dt, (long long)w->step);
    tsu_world_set_dt(w, dt);
    r->last = w->step;
    return TSU_OK;
}

static tsu_status last_change(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = (double)((const reset *)m->state)->last;
    return TSU_OK;
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_pack_u64(pack, (uint64_t)((const reset *)m->state)->last);
    tsu_pack_f64(pack, m->world->dt);
}

/* Who goes on has begun with the first time step again. */
static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    ((reset *)m->state)->last = (int64_t)tsu_cursor_count(saved, INT64_MAX);
    const double dt = tsu_cursor_f64(saved);
    if (!(dt > 0.0 && isfinite(dt))) saved->bad = true;
    if (!saved->bad) tsu_world_set_dt(m->world, dt);
    return TSU_OK;
}

const tsu_model_row tsu_model_dt_reset = {
    .name = "dt_reset",
    .names = &tsu_names_dt_reset,
    .doc = "sets the time step by how far particles move",
    .def_size = sizeof(tsu_dt_reset_def),
    .state_size = sizeof(reset),
    .preset = preset,
    .create = create,
    .reads = TSU_FIELDS_VELOCITY | TSU_FIELDS_FORCE | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP,
    .between = set_step,
    .at_start = true,
    .save = save,
    .load = load,
    .scalar = last_change,
};
