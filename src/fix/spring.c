/* SPDX-License-Identifier: Apache-2.0 */
/* spring.c - a spring between a group's centre of mass and a point that rests or is driven; and torques set. */
#include "session/group_sum.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PHASES_MAX = 64, FORCE = 0, TOTAL = 3, POINT = 4, NUMBERS = 7 };

typedef struct phase {
    double start;       /* [s] */
    double velocity[3]; /* of the point from then on [m/s] */
} phase;

typedef struct spring {
    tsu_session *session;
    int group;
    double k, rest;  /* stiffness [N/m], length without force [m] */
    double point[3]; /* where the far end is at time 0 [m] */
    bool free[3];    /* no force along this axis */
    int phases;
    phase phase[PHASES_MAX];
    double now[NUMBERS]; /* force on the group and its size [N], far end [m], of the last step */
    double energy;       /* [J] */
} spring;

/* The far end at a time. */
static void find_point(const spring *p, double time, double out[3])
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

static void weighted_place(const tsu_session *s, const void *context, int32_t i, double *value)
{
    const tsu_particles *p = &s->world->particles;
    const tsu_box *box = &s->world->box;
    (void)context;
    for (int q = 0; q < 3; q++) {
        const double moved = box->periodic[q] ? p->image[i][q] * (box->hi[q] - box->lo[q]) : 0.0;
        value[q] = p->mass[i] * (p->xr[i][q] + moved);
    }
    value[3] = p->mass[i];
}

/* Mass and centre of the group, across periodic faces where particles have crossed them. */
static double find_centre(const tsu_session *s, int group, double centre[3])
{
    double sum[4];
    tsu_group_sum(s, group, NULL, 4, weighted_place, NULL, sum);
    for (int q = 0; q < 3; q++) {
        centre[q] = sum[3] > 0.0 ? sum[q] / sum[3] : 0.0;
    }
    return sum[3];
}

static tsu_status pull(tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    spring *p = context;
    double centre[3], *point = p->now + POINT, *force = p->now + FORCE;
    const double mass = find_centre(p->session, p->group, centre);
    memset(p->now, 0, sizeof p->now);
    p->energy = 0.0;
    find_point(p, w->time, point);
    if (!(mass > 0.0)) return TSU_OK;
    double stretch[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        stretch[q] = p->free[q] ? 0.0 : point[q] - centre[q];
        length2 += stretch[q] * stretch[q];
    }
    const double length = sqrt(length2), extension = length - p->rest;
    for (int q = 0; q < 3; q++) {
        force[q] = length > 0.0 ? p->k * extension * (stretch[q] / length) : 0.0;
    }
    p->now[TOTAL] = p->k * extension;
    p->energy = 0.5 * p->k * extension * extension;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_session_in_group(p->session, i, p->group)) continue;
        for (int q = 0; q < 3; q++) {
            w->particles.force[i][q] += force[q] * (w->particles.mass[i] / mass);
        }
    }
    return TSU_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------- */

/* A number, or NULL: then *none is true. */
static tsu_status number_or_null(tsu_words *words, const char *what, double *out, bool *none, tsu_error *err)
{
    *none = tsu_words_accept(words, "NULL");
    return *none ? TSU_OK : tsu_words_number(words, what, out, err);
}

static tsu_status read_phase(spring *p, tsu_words *words, tsu_error *err)
{
    if (p->phases == PHASES_MAX)
        return tsu_words_error(words, words->at, TSU_ERROR_UNSUPPORTED, err, "there is room for %d phases",
                               PHASES_MAX);
    phase *next = &p->phase[p->phases];
    tsu_status status = tsu_words_number(words, "the time of the phase [s]", &next->start, err);
    if (status == TSU_OK)
        status = tsu_words_numbers(words, "the velocity of the far end [m/s]", 3, next->velocity, err);
    if (status != TSU_OK) return status;
    if (p->phases > 0 && !(next->start > next[-1].start))
        return tsu_words_error(words, words->at - 4, TSU_ERROR_INPUT, err,
                               "the phases are out of order: %g s comes after %g s", next->start,
                               next[-1].start);
    p->phases++;
    return TSU_OK;
}

static tsu_status read_spring(spring *p, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {"tether", "drive", NULL};
    int style;
    tsu_status status = tsu_words_choice(words, "the kind of spring", styles, &style, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the stiffness [N/m]", &p->k, err);
    if (status == TSU_OK && !(p->k > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the stiffness must be positive");
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status =
            number_or_null(words, "a coordinate of the far end [m], or NULL", &p->point[q], &p->free[q], err);
    }
    if (status == TSU_OK && style == 0)
        status = tsu_words_number(words, "the length without force [m]", &p->rest, err);
    if (status == TSU_OK && p->rest < 0.0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the length must not be negative");
    while (status == TSU_OK && style == 1 && tsu_words_left(words)) {
        if (!tsu_words_accept(words, "from"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "`from T VX VY VZ` was expected");
        status = read_phase(p, words, err);
    }
    if (status == TSU_OK && style == 1 && p->phases == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the drive has no phase `from T VX VY VZ`");
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

/* ---- what f_ID gives --------------------------------------------------------------------------------------- */

static tsu_status spring_energy(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)s, (void)err;
    *out = ((const spring *)state)->energy;
    return TSU_OK;
}

static tsu_status spring_number(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s, (void)err;
    *out = ((const spring *)state)->now[index];
    return TSU_OK;
}

static void destroy_hooked(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* Adds a fix whose state acts as a force hook, if reading it went well. */
static tsu_status add_hooked(tsu_session *s, tsu_object *fix, tsu_status status, tsu_hook_fn *run,
                             tsu_error *err)
{
    const tsu_hook_def hook = {.phase = TSU_HOOK_FORCE, .run = run, .context = fix->state};
    if (status == TSU_OK) status = tsu_session_hook(s, fix, hook, err);
    status = tsu_session_finish_fix(s, fix, status, err);
    if (status == TSU_OK) tsu_world_change(s->world);
    return status;
}

static tsu_status fix_spring(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    spring *p = fix.state = tsu_session_new_state(&fix, sizeof *p, err);
    if (!p) return TSU_ERROR_MEMORY;
    p->session = s;
    p->group = fix.group;
    fix.destroy = destroy_hooked;
    fix.values = (tsu_values){.scalar = spring_energy, .vector_length = NUMBERS, .vector = spring_number};
    fix.scalar_is_energy = true;
    return add_hooked(s, &fix, read_spring(p, words, err), pull, err);
}

/* ---- torques set --------------------------------------------------------------------------------------------- */

typedef struct torque {
    tsu_session *session;
    int group;
    double value[3];
    bool free[3];
} torque;

static tsu_status set_torque(tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    const torque *p = context;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_session_in_group(p->session, i, p->group)) continue;
        for (int q = 0; q < 3; q++) {
            if (!p->free[q]) w->particles.torque[i][q] = p->value[q];
        }
    }
    return TSU_OK;
}

static tsu_status read_torque(torque *p, tsu_words *words, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status =
            number_or_null(words, "a component of the torque [N m], or NULL", &p->value[q], &p->free[q], err);
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status fix_settorque(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    torque *p = fix.state = tsu_session_new_state(&fix, sizeof *p, err);
    if (!p) return TSU_ERROR_MEMORY;
    p->session = s;
    p->group = fix.group;
    fix.destroy = destroy_hooked;
    return add_hooked(s, &fix, read_torque(p, words, err), set_torque, err);
}

/* ---- each to its own place -------------------------------------------------------------------------------------- */

typedef struct tether {
    tsu_session *session;
    int group;
    double k;     /* [N/m] */
    bool free[3]; /* no force along this axis */
    char column[TSU_NAME];
    double energy; /* [J] */
} tether;

static tsu_status pull_back(tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    tether *p = context;
    const tsu_particle_column *c = tsu_particles_find_column(&w->particles, p->column);
    tsu_exact_sum energy;
    tsu_exact_init(&energy);
    for (int32_t i = 0; i < w->particles.count; i++) {
        double x[3], *home = c->value + 3 * (size_t)i;
        if (!tsu_session_in_group(p->session, i, p->group)) continue;
        tsu_session_unwrapped(p->session, i, x);
        if (isnan(home[0])) memcpy(home, x, sizeof x); /* came later */
        for (int q = 0; q < 3; q++) {
            const double stretch = p->free[q] ? 0.0 : x[q] - home[q];
            w->particles.force[i][q] -= p->k * stretch;
            tsu_exact_add(&energy, 0.5 * p->k * stretch * stretch);
        }
    }
    p->energy = tsu_exact_round(&energy);
    return TSU_OK;
}

static void destroy_tether(tsu_session *s, void *state)
{
    tether *p = state;
    if (s->world && p->column[0]) tsu_particles_remove_column(&s->world->particles, p->column);
    if (s->world) tsu_world_change(s->world);
    free(p);
}

static tsu_status tether_energy(tsu_session *s, void *state, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const tether *)state)->energy;
    return status;
}

static tsu_status read_tether(tsu_session *s, tsu_words *words, const char *id, tether *p, tsu_error *err)
{
    static const char *const axes[] = {"xyz", "xy", "yz", "xz", "x", "y", "z", NULL};
    int k = 0;
    tsu_status status = tsu_words_number(words, "the stiffness [N/m]", &p->k, err);
    if (status == TSU_OK && !(p->k > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the stiffness must be positive");
    if (status == TSU_OK && tsu_words_left(words))
        status = tsu_words_choice(words, "the axes", axes, &k, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    for (int q = 0; q < 3; q++) {
        p->free[q] = !strchr(axes[k], "xyz"[q]);
    }
    char name[TSU_NAME];
    snprintf(name, sizeof name, "home:%.50s", id);
    if (status == TSU_OK) status = tsu_session_remember_places(s, name, err);
    if (status == TSU_OK) snprintf(p->column, sizeof p->column, "%s", name);
    return status;
}

static tsu_status fix_spring_self(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    const tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tether *p = fix.state = tsu_session_new_state(&fix, sizeof *p, err);
    if (!p) return TSU_ERROR_MEMORY;
    p->session = s;
    p->group = fix.group;
    fix.destroy = destroy_tether;
    fix.values = (tsu_values){.scalar = tether_energy};
    fix.scalar_is_energy = true;
    return add_hooked(s, &fix, read_tether(s, words, fix.id, p, err), pull_back, err);
}

const tsu_command tsu_fixes_spring[] = {
    {"spring", "fix ID GROUP spring tether K X Y Z R0 | drive K X Y Z from T VX VY VZ [from T VX VY VZ ...]",
     "a spring from the group's centre of mass to a point that rests, or moves by a schedule", fix_spring},
    {"spring/self", "fix ID GROUP spring/self K [xyz|xy|yz|xz|x|y|z]",
     "a spring from each particle to the place where it is now; f_ID is their energy", fix_spring_self},
    {"settorque", "fix ID GROUP settorque TX TY TZ", "sets torques; NULL leaves a component as it is",
     fix_settorque},
    {0}};
