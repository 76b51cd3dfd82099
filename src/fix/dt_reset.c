/* SPDX-License-Identifier: Apache-2.0 */
/* dt_reset.c - `fix dt/reset`: every N steps the time step becomes the longest in which no particle of the group moves
 * farther than a given distance, by its velocity and its present force, within bounds. */
#include "session/session.h"
#include <math.h>
#include <stdlib.h>

typedef struct reset {
    int group;
    double least, most; /* bounds [s]; 0 and infinity without */
    double distance;    /* [m] */
    int64_t last;       /* step of the last change */
} reset;

static void destroy_reset(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* First by velocity and by force alone, then shortened so that both together keep the distance. */
static double longest_step(const reset *r, const tsu_particles *p, int32_t i)
{
    double way[3];
    const double v = length(p->vm[i]), a = length(p->force[i]) / p->mass[i];
    const double by_speed = v > 0.0 ? r->distance / v : INFINITY,
                 by_force = a > 0.0 ? sqrt(2.0 * r->distance / a) : INFINITY;
    const double dt = fmin(by_speed, by_force);
    if (!isfinite(dt)) return dt;
    for (int q = 0; q < 3; q++) {
        way[q] = dt * p->vm[i][q] + 0.5 * dt * dt * p->force[i][q] / p->mass[i];
    }
    const double moved = length(way);
    return moved > r->distance ? dt * (r->distance / moved) : dt;
}

static tsu_status output_reset(tsu_session *s, void *state, tsu_error *err)
{
    reset *r = state;
    tsu_world *w = s->world;
    double dt = INFINITY;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_session_in_group(s, i, r->group)) dt = fmin(dt, longest_step(r, &w->particles, i));
    }
    dt = fmin(fmax(dt, r->least), r->most);
    if (!isfinite(dt) || dt == w->dt) return TSU_OK; /* nobody moves */
    if (!(dt > 0.0))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "fix dt/reset finds a time step of %g at step %lld: something moves without end; "
            "give a lower bound",
            dt, (long long)w->step);
    tsu_world_set_dt(w, dt);
    r->last = w->step;
    return TSU_OK;
}

static tsu_status reset_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = (double)((const reset *)state)->last;
    return TSU_OK;
}

static void save_reset(tsu_session *s, const void *state, tsu_pack *pack)
{
    tsu_pack_u64(pack, (uint64_t)((const reset *)state)->last);
    tsu_pack_f64(pack, s->world->dt);
}

/* A deck that goes on says its first time step again. */
static tsu_status load_reset(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    ((reset *)state)->last = (int64_t)tsu_cursor_count(saved, INT64_MAX);
    const double dt = tsu_cursor_f64(saved);
    if (!(dt > 0.0 && isfinite(dt))) saved->bad = true;
    if (!saved->bad) tsu_world_set_dt(s->world, dt);
    return TSU_OK;
}

static tsu_status read_bound(tsu_words *words, const char *what, double *bound, tsu_error *err)
{
    if (tsu_words_accept(words, "NULL")) return TSU_OK;
    const tsu_status status = tsu_words_number(words, what, bound, err);
    if (status != TSU_OK || *bound > 0.0) return status;
    return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s must be positive or NULL", what);
}

static tsu_status read_reset(tsu_session *s, tsu_words *words, tsu_object *fix, reset *r, tsu_error *err)
{
    bool lattice = false;
    tsu_status status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &fix->every, err);
    if (status == TSU_OK) status = read_bound(words, "the least time step [s]", &r->least, err);
    if (status == TSU_OK) status = read_bound(words, "the largest time step [s]", &r->most, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the distance [m]", &r->distance, err);
    if (status == TSU_OK && !(r->distance > 0.0 && r->least <= r->most))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the distance must be positive and the least time step not above the largest");
    if (status == TSU_OK && tsu_words_accept(words, "units"))
        status = tsu_session_read_units(words, &lattice, err);
    if (lattice) r->distance *= s->lattice.spacing[0];
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_dt_reset(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    reset *r = fix.state = tsu_session_new_state(&fix, sizeof *r, err);
    if (!r) return TSU_ERROR_MEMORY;
    *r = (reset){.group = fix.group, .most = INFINITY, .last = s->world->step};
    fix.destroy = destroy_reset;
    fix.output = output_reset;
    fix.at_start = true;
    fix.save = save_reset;
    fix.load = load_reset;
    fix.values = (tsu_values){.scalar = reset_scalar};
    status = read_reset(s, words, &fix, r, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_dt_reset[] = {
    {"dt/reset", "fix ID GROUP dt/reset N TMIN|NULL TMAX|NULL XMAX [units box|lattice]",
     "every N steps the time step in which nothing moves farther than XMAX; f_ID is the step of the last "
     "change",
     fix_dt_reset},
    {0}};
