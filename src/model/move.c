/* SPDX-License-Identifier: Apache-2.0 */
#include "model/move.h"
#include "base/memory.h"
#include "base/trig.h"
#include "model/rows.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <string.h>

typedef struct move {
    tsu_move_def def;
    double *value[6]; /* of each particle */
    size_t capacity[6];
    char column[TSU_MODEL_NAME]; /* places at time 0 of the motion; NAN: not yet known */
    int64_t origin;              /* step of time 0 */
    double dt;                   /* the world's [s] */
} move;

static const tsu_model_column ways[] = {{"way:", 3, NAN, true}, {0}};

/* ---- where particles are ------------------------------------------------------------------------------------------------- */

/* A vector turned about the axis by an angle whose sine and cosine are given. */
static void turn(const double axis[3], tsu_sincos_pair a, const double d[3], double out[3])
{
    const double along = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
    for (int q = 0; q < 3; q++) {
        const int r = (q + 1) % 3, t = (q + 2) % 3;
        const double across = d[q] - along * axis[q], side = axis[r] * d[t] - axis[t] * d[r];
        out[q] = along * axis[q] + across * a.cos + side * a.sin;
    }
}

/* The angle at `steps` after time 0, as sine and cosine; `back`: of the opposite angle. */
static tsu_sincos_pair angle_at(const move *f, double steps, bool back)
{
    tsu_sincos_pair a = tsu_sincos_turns(steps * f->dt / f->def.period);
    if (back) a.sin = -a.sin;
    return a;
}

/* Place of a particle `steps` after time 0 from its place x0 then (back: the other way round). Free components stay. */
static void place_at(const move *f, int32_t i, double steps, bool back, const double x0[3], double x[3])
{
    const double sign = back ? -1.0 : 1.0, time = steps * f->dt;
    memcpy(x, x0, 3 * sizeof *x);
    if (f->def.kind == TSU_MOVE_WAY_ROTATE) {
        double d[3];
        for (int q = 0; q < 3; q++) {
            d[q] = x0[q] - f->def.point[q];
        }
        turn(f->def.axis, angle_at(f, steps, back), d, x);
    }
    for (int q = 0; q < 3; q++) {
        if (f->def.kind == TSU_MOVE_WAY_ROTATE) x[q] += f->def.point[q];
        if (f->def.kind == TSU_MOVE_WAY_LINEAR && f->def.given[q]) x[q] += sign * f->def.vector[q] * time;
        if (f->def.kind == TSU_MOVE_WAY_WIGGLE && f->def.given[q])
            x[q] += sign * f->def.vector[q] * angle_at(f, steps, false).sin;
        if (f->def.kind == TSU_MOVE_WAY_VALUES && f->def.given[q]) x[q] += sign * f->value[q][i];
    }
}

/* Velocity at `steps` after time 0 of a particle that is at x; components it does not know stay. */
static void velocity_at(const move *f, int32_t i, double steps, const double x[3], double v[3])
{
    const double pi2 = 6.283185307179586476925287, rate = f->def.period > 0.0 ? pi2 / f->def.period : 0.0;
    for (int q = 0; q < 3; q++) {
        const int r = (q + 1) % 3, t = (q + 2) % 3;
        if (f->def.kind == TSU_MOVE_WAY_LINEAR && f->def.given[q]) v[q] = f->def.vector[q];
        if (f->def.kind == TSU_MOVE_WAY_WIGGLE && f->def.given[q])
            v[q] = f->def.vector[q] * rate * angle_at(f, steps, false).cos;
        if (f->def.kind == TSU_MOVE_WAY_ROTATE)
            v[q] = rate *
                   (f->def.axis[r] * (x[t] - f->def.point[t]) - f->def.axis[t] * (x[r] - f->def.point[r]));
        if (f->def.kind == TSU_MOVE_WAY_VALUES && f->def.given[3 + q]) v[q] = f->value[3 + q][i];
    }
}

static bool prescribed(const move *f, int q)
{
    if (f->def.kind == TSU_MOVE_WAY_ROTATE) return true;
    return f->def.kind == TSU_MOVE_WAY_VALUES ? f->def.given[q] || f->def.given[3 + q] : f->def.given[q];
}

/* Values as they are at the end of the step to come. */
static tsu_status evaluate(move *f, tsu_world *w, bool ahead, tsu_error *err)
{
    tsu_status status = TSU_OK;
    const double time = w->time;
    f->dt = w->dt;
    if (f->def.kind != TSU_MOVE_WAY_VALUES) return TSU_OK;
    w->step += ahead ? 1 : 0;
    w->time += ahead ? w->dt : 0.0;
    for (int k = 0; k < 6 && status == TSU_OK; k++) {
        if (!f->def.given[k]) continue;
        status = tsu_memory_grow(&f->value[k], &f->capacity[k], (size_t)w->particles.count + 1,
                                 sizeof(double), "a motion", err);
        if (status == TSU_OK)
            status = tsu_model_value_each(&f->def.value[k], w->particles.count, f->value[k], err);
    }
    w->step -= ahead ? 1 : 0;
    w->time = time;
    return status;
}

/* ---- a step ---------------------------------------------------------------------------------------------------------------- */

static double energy_of(const tsu_particles *p, int32_t i)
{
    const double *v = p->vm[i], *o = p->wi[i], r = p->xr[i][3];
    return 0.5 * p->mass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.2 * p->mass[i] * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
}

/* Half a kick of the free components. Their forces do work, which the accounts of particles that are led take for work against the
 * leading. */
static void kick_free(const move *f, tsu_world *w, int32_t i, bool first)
{
    tsu_particles *p = &w->particles;
    for (int q = 0; q < 3; q++) {
        if (prescribed(f, q)) continue;
        const double force = p->force[i][q];
        if (first) p->vm[i][q] += 0.5 * w->dt * p->vm[i][3] * force;
        tsu_ledger_work(w, 0.5 * w->dt * force * p->vm[i][q]);
        if (!first) p->vm[i][q] += 0.5 * w->dt * p->vm[i][3] * force;
    }
}

static void lead(const move *f, tsu_world *w, int32_t i, double *origin)
{
    tsu_particles *p = &w->particles;
    const double pi2 = 6.283185307179586476925287, steps = (double)(w->step + 1 - f->origin);
    double x[3], to[3];
    tsu_world_unwrapped(w, i, x);
    if (isnan(origin[0])) place_at(f, i, steps - 1.0, true, x, origin);
    place_at(f, i, steps, false, origin, to);
    const double before = energy_of(p, i);
    for (int q = 0; q < 3; q++) {
        const bool by_speed = f->def.kind == TSU_MOVE_WAY_VALUES && !f->def.given[q] && f->def.given[3 + q];
        if (by_speed) p->vm[i][q] = f->value[3 + q][i];
        if (prescribed(f, q) && !by_speed) p->vm[i][q] = (to[q] - x[q]) / w->dt;
        if (f->def.kind == TSU_MOVE_WAY_ROTATE) p->wi[i][q] = pi2 / f->def.period * f->def.axis[q];
    }
    tsu_ledger_work(w, energy_of(p, i) - before);
    kick_free(f, w, i, true);
}

static tsu_status before_step(tsu_model *m, tsu_error *err)
{
    tsu_world *w = m->world;
    move *f = m->state;
    const tsu_status status = evaluate(f, w, true, err);
    if (status != TSU_OK) return status;
    const tsu_particle_column *c = tsu_particles_find_column(&w->particles, f->column);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_in_group(w, i, f->def.group)) lead(f, w, i, c->value + 3 * (size_t)i);
    }
    return TSU_OK;
}

static tsu_status after_step(tsu_model *m, tsu_error *err)
{
    tsu_world *w = m->world;
    move *f = m->state;
    tsu_particles *p = &w->particles;
    const tsu_status status = evaluate(f, w, false, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        double x[3];
        if (!tsu_in_group(w, i, f->def.group)) continue;
        kick_free(f, w, i, false);
        const double before = energy_of(p, i);
        tsu_world_unwrapped(w, i, x);
        velocity_at(f, i, (double)(w->step - f->origin), x, p->vm[i]);
        tsu_ledger_work(w, energy_of(p, i) - before);
    }
    return status;
}

/* ---- the model --------------------------------------------------------------------------------------------------------------- */

tsu_move_def tsu_model_move_default(void)
{
    return (tsu_move_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_move_def *)def = tsu_model_move_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    move *f = m->state;
    const tsu_move_def *d = &f->def;
    const double *a = d->axis;
    if ((d->kind == TSU_MOVE_WAY_WIGGLE || d->kind == TSU_MOVE_WAY_ROTATE) && !(d->period > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "move %s: the period is %g s; it must be positive",
                             m->name, d->period);
    if (d->kind == TSU_MOVE_WAY_ROTATE && !(fabs(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] - 1.0) < 1.0e-6))
        return tsu_error_set(err, TSU_ERROR_INPUT, "move %s: the axis (%g %g %g) is not a unit vector",
                             m->name, a[0], a[1], a[2]);
    f->origin = m->world->step;
    tsu_model_column_name(m, ways, f->column);
    return tsu_world_remember_places(m->world, f->column, err);
}

static void destroy(tsu_model *m)
{
    move *f = m->state;
    for (int k = 0; k < 6; k++) {
        tsu_memory_release(&f->value[k]);
    }
}

static void mark(const tsu_model *m)
{
    m->world->coasting |= ((const tsu_move_def *)m->state)->group;
}

/* Who is led must not be moved by another integrator as well. */
static tsu_status begin(tsu_model *m, tsu_error *err)
{
    const tsu_move_def *d = m->state;
    const tsu_world *w = m->world;
    const tsu_particles *p = &w->particles;
    const char *name = d->group_name ? d->group_name : m->name;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_in_group(w, i, d->group) && p->group[i] & w->moving)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "particle %llu is moved by the prescribed motion %s (group %s) and by an integrator; "
                "give the integrator a group without it",
                (unsigned long long)p->id[i], m->name, name);
    }
    return TSU_OK;
}

static void renumber(tsu_model *m, int64_t by)
{
    ((move *)m->state)->origin += by;
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_pack_u64(pack, (uint64_t)((const move *)m->state)->origin);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    ((move *)m->state)->origin = (int64_t)tsu_cursor_u64(saved);
    return TSU_OK;
}

static const double *places(const tsu_model *m)
{
    return tsu_particles_find_column(&m->world->particles, ((const move *)m->state)->column)->value;
}

static const tsu_model_parts parts = {
    .value_at = {offsetof(tsu_move_def, value[0]), offsetof(tsu_move_def, value[1]),
                 offsetof(tsu_move_def, value[2]), offsetof(tsu_move_def, value[3]),
                 offsetof(tsu_move_def, value[4]), offsetof(tsu_move_def, value[5])},
    .begins_at = offsetof(move, origin),
    .begins = sizeof((move *)0)->origin};

const tsu_model_row tsu_model_move = {
    .name = "move",
    .names = &tsu_names_move,
    .doc = "moves particles along a prescribed path",
    .def_size = sizeof(tsu_move_def),
    .state_size = sizeof(move),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_BEFORE_STEP] = before_step,
    .phase[TSU_HOOK_AFTER_STEP] = after_step,
    .parts = &parts,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_IMAGE | TSU_FIELDS_FORCE | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP |
             TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN | TSU_FIELDS_COLUMNS,
    .account = TSU_MODEL_WORK,
    .column = ways,
    .mark = mark,
    .begin = begin,
    .renumber = renumber,
    .save = save,
    .load = load,
    .particle_numbers = 3,
    .particles = places,
};
