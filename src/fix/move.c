/* SPDX-License-Identifier: Apache-2.0 */
/* move.c - `fix move`: particles on a prescribed way: linear, wiggle, rotate, or given by variables. Components that are
 * left free (NULL) are integrated as usual.
 *
 * Before a step the velocity becomes what brings a particle to its next place, so that contacts see the true way; after it, the
 * velocity of that moment. What that does to the kinetic energy is work from outside, as is the work against contacts. */
#include "base/memory.h"
#include "base/trig.h"
#include "model/rows.h"
#include "session/session.h"
#include "step/hooks.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum way { LINEAR, WIGGLE, ROTATE, VARIABLE } way;

typedef struct move_fix {
    tsu_session *session;
    int group;
    way kind;
    bool given[3];              /* LINEAR, WIGGLE: this component is prescribed */
    double vector[3];           /* velocity [m/s], amplitude [m] */
    double point[3], axis[3];   /* ROTATE; unit axis */
    double period;              /* WIGGLE, ROTATE [s] */
    char variable[6][TSU_NAME]; /* VARIABLE: displacement and velocity; empty: none */
    double *value[6];           /* ... of each particle */
    size_t capacity[6];
    char column[TSU_NAME]; /* places at time 0 of the motion; NAN: not yet known */
    int64_t origin;        /* step of time 0 */
} move_fix;

static void destroy_move(tsu_session *s, void *state)
{
    move_fix *f = state;
    if (s->world && f->column[0]) tsu_particles_remove_column(&s->world->particles, f->column);
    for (int k = 0; k < 6; k++) {
        tsu_memory_release(&f->value[k]);
    }
    free(f);
}

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
static tsu_sincos_pair angle_at(const move_fix *f, double steps, bool back)
{
    tsu_sincos_pair a = tsu_sincos_turns(steps * f->session->world->dt / f->period);
    if (back) a.sin = -a.sin;
    return a;
}

/* Place of a particle `steps` after time 0 from its place x0 then (back: the other way round). Free components stay. */
static void place_at(const move_fix *f, int32_t i, double steps, bool back, const double x0[3], double x[3])
{
    const double sign = back ? -1.0 : 1.0, time = steps * f->session->world->dt;
    memcpy(x, x0, 3 * sizeof *x);
    if (f->kind == ROTATE) {
        double d[3];
        for (int q = 0; q < 3; q++) {
            d[q] = x0[q] - f->point[q];
        }
        turn(f->axis, angle_at(f, steps, back), d, x);
    }
    for (int q = 0; q < 3; q++) {
        if (f->kind == ROTATE) x[q] += f->point[q];
        if (f->kind == LINEAR && f->given[q]) x[q] += sign * f->vector[q] * time;
        if (f->kind == WIGGLE && f->given[q]) x[q] += sign * f->vector[q] * angle_at(f, steps, false).sin;
        if (f->kind == VARIABLE && f->variable[q][0]) x[q] += sign * f->value[q][i];
    }
}

/* Velocity at `steps` after time 0 of a particle that is at x; components it does not know stay. */
static void velocity_at(const move_fix *f, int32_t i, double steps, const double x[3], double v[3])
{
    const double pi2 = 6.283185307179586476925287, rate = f->period > 0.0 ? pi2 / f->period : 0.0;
    for (int q = 0; q < 3; q++) {
        const int r = (q + 1) % 3, t = (q + 2) % 3;
        if (f->kind == LINEAR && f->given[q]) v[q] = f->vector[q];
        if (f->kind == WIGGLE && f->given[q]) v[q] = f->vector[q] * rate * angle_at(f, steps, false).cos;
        if (f->kind == ROTATE)
            v[q] = rate * (f->axis[r] * (x[t] - f->point[t]) - f->axis[t] * (x[r] - f->point[r]));
        if (f->kind == VARIABLE && f->variable[3 + q][0]) v[q] = f->value[3 + q][i];
    }
}

static bool prescribed(const move_fix *f, int q)
{
    if (f->kind == ROTATE) return true;
    return f->kind == VARIABLE ? f->variable[q][0] || f->variable[3 + q][0] : f->given[q];
}

/* Variables as they are at the end of the step to come. */
static tsu_status evaluate(move_fix *f, tsu_world *w, bool ahead, tsu_error *err)
{
    tsu_status status = TSU_OK;
    const double time = w->time;
    w->step += ahead ? 1 : 0;
    w->time += ahead ? w->dt : 0.0;
    for (int k = 0; k < 6 && status == TSU_OK; k++) {
        if (!f->variable[k][0]) continue;
        status = tsu_memory_grow(&f->value[k], &f->capacity[k], (size_t)w->particles.count + 1,
                                 sizeof(double), "a motion", err);
        if (status == TSU_OK)
            status = tsu_script_variable_particles(f->session->script, f->variable[k], NULL,
                                                   w->particles.count, f->value[k], err);
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
static void kick_free(const move_fix *f, tsu_world *w, int32_t i, bool first)
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

static void lead(const move_fix *f, tsu_world *w, int32_t i, double *origin)
{
    tsu_particles *p = &w->particles;
    const double pi2 = 6.283185307179586476925287, steps = (double)(w->step + 1 - f->origin);
    double x[3], to[3];
    tsu_world_unwrapped(f->session->world, i, x);
    if (isnan(origin[0])) place_at(f, i, steps - 1.0, true, x, origin);
    place_at(f, i, steps, false, origin, to);
    const double before = energy_of(p, i);
    for (int q = 0; q < 3; q++) {
        const bool by_speed = f->kind == VARIABLE && !f->variable[q][0] && f->variable[3 + q][0];
        if (by_speed) p->vm[i][q] = f->value[3 + q][i];
        if (prescribed(f, q) && !by_speed) p->vm[i][q] = (to[q] - x[q]) / w->dt;
        if (f->kind == ROTATE) p->wi[i][q] = pi2 / f->period * f->axis[q];
    }
    tsu_ledger_work(w, energy_of(p, i) - before);
    kick_free(f, w, i, true);
}

static tsu_status before_step(struct tsu_world *w, void *context, tsu_error *err)
{
    move_fix *f = context;
    const tsu_status status = evaluate(f, w, true, err);
    if (status != TSU_OK) return status;
    const tsu_particle_column *c = tsu_particles_find_column(&w->particles, f->column);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_session_in_group(f->session, i, f->group)) lead(f, w, i, c->value + 3 * (size_t)i);
    }
    return TSU_OK;
}

static tsu_status after_step(struct tsu_world *w, void *context, tsu_error *err)
{
    move_fix *f = context;
    tsu_particles *p = &w->particles;
    const tsu_status status = evaluate(f, w, false, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        double x[3];
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        kick_free(f, w, i, false);
        const double before = energy_of(p, i);
        tsu_world_unwrapped(f->session->world, i, x);
        velocity_at(f, i, (double)(w->step - f->origin), x, p->vm[i]);
        tsu_ledger_work(w, energy_of(p, i) - before);
    }
    return status;
}

/* Who is led must not be moved by another integrator as well. */
static tsu_status init_move(tsu_session *s, void *state, tsu_error *err)
{
    const move_fix *f = state;
    const tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(s, i, f->group) && p->group[i] & s->world->moving)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "particle %llu is moved by fix move (group %s) and by an integrator (nve); "
                                 "give the integrator a group without it, as by `group rest subtract all %s`",
                                 (unsigned long long)p->id[i], s->group[f->group], s->group[f->group]);
    }
    return TSU_OK;
}

static tsu_status move_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    (void)err;
    *data = tsu_particles_find_column(&s->world->particles, ((const move_fix *)state)->column)->value;
    return TSU_OK;
}

static void reset_move(tsu_session *s, void *state, int64_t old)
{
    ((move_fix *)state)->origin += s->world->step - old;
}

static void save_move(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_pack_u64(pack, (uint64_t)((const move_fix *)state)->origin);
}

static tsu_status load_move(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    ((move_fix *)state)->origin = (int64_t)tsu_cursor_u64(saved);
    return TSU_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static tsu_status read_vector(tsu_words *words, move_fix *f, const char *what, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        f->given[q] = !tsu_words_accept(words, "NULL");
        if (f->given[q]) status = tsu_words_number(words, what, &f->vector[q], err);
    }
    return status;
}

static tsu_status read_variables(const tsu_session *s, tsu_words *words, move_fix *f, tsu_error *err)
{
    for (int k = 0; k < 6; k++) {
        tsu_quantity q;
        if (tsu_words_accept(words, "NULL")) continue;
        const tsu_status status = tsu_words_quantity(words, "v_NAME or NULL", &q, err);
        if (status != TSU_OK) return status;
        if (!q.variable[0] || tsu_script_variable_style(s->script, q.variable) == TSU_VARIABLE_NONE)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the way must be given by variables there are (v_NAME)");
        snprintf(f->variable[k], TSU_NAME, "%s", q.variable);
    }
    return TSU_OK;
}

static tsu_status read_rotation(tsu_words *words, move_fix *f, tsu_error *err)
{
    tsu_status status = tsu_words_numbers(words, "a point of the axis [m]", 3, f->point, err);
    if (status == TSU_OK) status = tsu_words_numbers(words, "the axis", 3, f->axis, err);
    const double length = sqrt(f->axis[0] * f->axis[0] + f->axis[1] * f->axis[1] + f->axis[2] * f->axis[2]);
    if (status == TSU_OK && !(length > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the axis has no direction");
    for (int q = 0; q < 3; q++) {
        f->axis[q] /= length;
    }
    return status;
}

static tsu_status read_move(const tsu_session *s, tsu_words *words, move_fix *f, tsu_error *err)
{
    static const char *const kinds[] = {"linear", "wiggle", "rotate", "variable", NULL};
    int kind = 0;
    tsu_status status = tsu_words_choice(words, "the kind of motion", kinds, &kind, err);
    if (status != TSU_OK) return status;
    f->kind = (way)kind;
    if (kind == LINEAR) status = read_vector(words, f, "a velocity [m/s] or NULL", err);
    if (kind == WIGGLE) status = read_vector(words, f, "an amplitude [m] or NULL", err);
    if (kind == ROTATE) status = read_rotation(words, f, err);
    if (kind == VARIABLE) status = read_variables(s, words, f, err);
    if (status == TSU_OK && (kind == WIGGLE || kind == ROTATE)) {
        status = tsu_words_number(words, "the period [s]", &f->period, err);
        if (status == TSU_OK && !(f->period > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the period must be positive");
    }
    if (status == TSU_OK && tsu_words_accept(words, "units")) {
        bool lattice;
        double scale[3];
        status = tsu_session_read_units(words, &lattice, err);
        if (status != TSU_OK) return status;
        tsu_session_length_scale(s, lattice, scale);
        for (int q = 0; q < 3; q++) {
            f->vector[q] *= scale[q];
            f->point[q] *= scale[q];
        }
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status remember(tsu_session *s, const char *id, move_fix *f, tsu_error *err)
{
    char name[TSU_NAME];
    snprintf(name, sizeof name, "way:%.50s", id);
    const bool there =
        tsu_particles_find_column(&s->world->particles, name) != NULL; /* from a restart file */
    const tsu_status status = there ? TSU_OK : tsu_world_remember_places(s->world, name, err);
    if (status == TSU_OK) snprintf(f->column, sizeof f->column, "%s", name);
    return status;
}

static tsu_status fix_move(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    move_fix *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->session = s;
    f->group = fix.group;
    f->origin = s->world->step;
    fix.destroy = destroy_move;
    fix.init = init_move;
    fix.reset = reset_move;
    fix.save = save_move;
    fix.load = load_move;
    fix.values = (tsu_values){.particle_columns = 3, .particles = move_particles};
    status = read_move(s, words, f, err);
    if (status == TSU_OK) status = remember(s, fix.id, f, err);
    const tsu_hook_def before = {.phase = TSU_HOOK_BEFORE_STEP, .run = before_step, .context = f};
    const tsu_hook_def after = {.phase = TSU_HOOK_AFTER_STEP, .run = after_step, .context = f};
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, before, err);
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, after, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_move[] = {
    {"move",
     "fix ID GROUP move linear VX VY VZ | wiggle AX AY AZ PERIOD | rotate PX PY PZ RX RY RZ PERIOD | "
     "variable "
     "v_DX v_DY v_DZ v_VX v_VY v_VZ [units box|lattice]",
     "particles on a prescribed way (NULL: this component is free); f_ID[1..3] are the places it began at",
     fix_move},
    {0}};
