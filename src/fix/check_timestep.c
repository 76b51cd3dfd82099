/* SPDX-License-Identifier: Apache-2.0 */
/* check_timestep.c - `fix check/timestep/gran`: the time step against the Rayleigh time of the smallest particle and the
 * Hertz contact time of the fastest collision (timestep.h), at twice the largest speed or the user's; where the stiffness is given,
 * against the contact time and the dashpot time (contact_time.h). */
#include "deck/arguments.h"
#include "fix/fix.h"
#include "session/timestep.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct step_check {
    int group;
    double limit_rayleigh, limit_hertz;
    double speed; /* largest speed that the user expects [m/s] */
    bool warn, error;
    double rayleigh, hertz, skin; /* fractions found last */
    double contact, dashpot;      /* the same of laws with a given stiffness */
} step_check;

static void destroy_check(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* Rayleigh and Hertz times, where Young's modulus is known. */
static void find_waves(const tsu_session *s, step_check *c, double v)
{
    const tsu_particles *p = &s->world->particles;
    tsu_property *young = tsu_materials_find(&s->world->materials, "youngsModulus");
    tsu_property *poisson = tsu_materials_find(&s->world->materials, "poissonsRatio");
    double rayleigh = INFINITY, hertz = INFINITY;
    if (young && poisson) young->used = poisson->used = true;
    for (int32_t i = 0; i < p->count && young && poisson; i++) {
        if (!tsu_session_in_group(s, i, c->group)) continue;
        const double e = young->value[p->type[i]], nu = poisson->value[p->type[i]], r = p->xr[i][3];
        rayleigh = fmin(rayleigh, tsu_rayleigh_time(r, p->density[i], e, nu));
        /* a sphere of a clump is taken as one of its own, as in LIGGGHTS; `mass` is its share */
        const double m = tsu_clumps_hold(s->world, i) ? tsu_sphere_mass(r, p->density[i]) : p->mass[i];
        if (v > 0.0) hertz = fmin(hertz, tsu_hertz_time(r, m, e, nu, v));
    }
    c->rayleigh = s->world->dt / rayleigh;
    c->hertz = s->world->dt / hertz;
}

static tsu_status find_times(tsu_session *s, step_check *c, double *smallest, double *travel, tsu_error *err)
{
    const tsu_particles *p = &s->world->particles;
    tsu_lightest lightest;
    double fastest = c->speed * c->speed;
    tsu_status status = tsu_world_prepare_laws(s->world, err);
    if (status == TSU_OK) status = tsu_lightest_init(&lightest, s->world->materials.types, err);
    if (status != TSU_OK) return status;
    *smallest = INFINITY;
    for (int32_t i = 0; i < p->count; i++) {
        const double *v = p->vm[i];
        if (!tsu_session_in_group(s, i, c->group)) continue;
        fastest = fmax(fastest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        *smallest = fmin(*smallest, p->xr[i][3]);
        tsu_lightest_add(&lightest, p->type[i], p->xr[i][3], p->density[i]);
    }
    const double v = 2.0 * sqrt(fastest);
    tsu_contact_times t;
    find_waves(s, c, v);
    tsu_contact_times_find(s->world, &lightest, v, &t);
    tsu_lightest_free(&lightest);
    *travel = v * s->world->dt;
    c->contact = s->world->dt / t.spring.time;
    c->dashpot = s->world->dt / t.dashpot.time;
    c->skin = s->world->lists.skin > 0.0 ? *travel / s->world->lists.skin : 0.0;
    return TSU_OK;
}

static tsu_status complain(tsu_session *s, const step_check *c, const char *what, double fraction,
                           double limit, tsu_error *err)
{
    if (!(fraction > limit)) return TSU_OK;
    if (c->error)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the time step %g is %.1f %% of the %s time at step %lld (fix "
                             "check/timestep/gran allows %.1f %%); take a "
                             "smaller time step or softer particles",
                             s->world->dt, 100.0 * fraction, what, (long long)s->world->step, 100.0 * limit);
    if (c->warn)
        tsu_script_warn(s->script,
                        "the time step %g is %.1f %% of the %s time at step %lld; the limit is %.1f %%",
                        s->world->dt, 100.0 * fraction, what, (long long)s->world->step, 100.0 * limit);
    return TSU_OK;
}

static tsu_status output_check(tsu_session *s, void *state, tsu_error *err)
{
    step_check *c = state;
    double smallest = 0.0, travel = 0.0;
    tsu_status status = find_times(s, c, &smallest, &travel, err);
    if (status == TSU_OK) status = complain(s, c, "Rayleigh", c->rayleigh, c->limit_rayleigh, err);
    if (status == TSU_OK) status = complain(s, c, "Hertz", c->hertz, c->limit_hertz, err);
    if (status == TSU_OK) status = complain(s, c, "contact", c->contact, c->limit_hertz, err);
    if (status == TSU_OK) status = complain(s, c, "dashpot", c->dashpot, 0.5, err);
    if (status == TSU_OK && travel > smallest && (c->warn || c->error)) {
        if (c->error)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "two particles may move %g m against each other in a step, more than the "
                                 "smallest radius %g; take a smaller time step",
                                 travel, smallest);
        tsu_script_warn(
            s->script,
            "two particles may move %g m against each other in a step, more than the smallest radius %g",
            travel, smallest);
    }
    return status;
}

static tsu_status check_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    step_check *c = state;
    double smallest, travel;
    const tsu_status status = find_times(s, c, &smallest, &travel, err);
    const double values[] = {c->rayleigh, fmax(c->hertz, c->contact), c->skin, c->dashpot};
    *out = values[index];
    return status;
}

static tsu_status read_check(tsu_words *words, tsu_object *fix, step_check *c, tsu_error *err)
{
    static const tsu_argument rows[] = {{.keyword = "warn",
                                         .kind = TSU_ARGUMENT_SWITCH,
                                         .at = offsetof(step_check, warn),
                                         .what = "yes or no"},
                                        {.keyword = "error",
                                         .kind = TSU_ARGUMENT_SWITCH,
                                         .at = offsetof(step_check, error),
                                         .what = "yes or no"},
                                        {.keyword = "vmax",
                                         .kind = TSU_ARGUMENT_NUMBER,
                                         .at = offsetof(step_check, speed),
                                         .what = "a speed [m/s]"},
                                        {0}};
    tsu_words_accept(words, "check_every_time"); /* an older way to say the same */
    words->loose = true;
    tsu_status status = tsu_words_integer_in(words, "steps between checks", 1, INT64_MAX, &fix->every, err);
    if (status == TSU_OK)
        status = tsu_words_number(words, "the fraction of the Rayleigh time", &c->limit_rayleigh, err);
    if (status == TSU_OK)
        status = tsu_words_number(words, "the fraction of the Hertz time", &c->limit_hertz, err);
    return status == TSU_OK ? tsu_arguments_read(words, rows, c, err) : status;
}

static tsu_status fix_check(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    step_check *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    c->group = fix.group;
    c->warn = true;
    status = read_check(words, &fix, c, err);
    fix.state = c;
    fix.destroy = destroy_check;
    fix.output = output_check;
    fix.values = (tsu_values){.vector_length = 4, .vector = check_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) free(c);
    return status;
}

const tsu_command tsu_fixes_check[] = {
    {"check/timestep/gran",
     "fix ID GROUP check/timestep/gran N RAYLEIGH HERTZ [warn yes|no] [error yes|no] [vmax V]",
     "time step over Rayleigh time, Hertz time (of models with a given stiffness: the contact time, half a "
     "period "
     "of the stiffest spring), displacement over skin, and time step over dashpot time m/gamma: f_ID[1..4]; "
     "warns or "
     "stops above the fractions, and above half of the dashpot time",
     fix_check},
    {0}};
