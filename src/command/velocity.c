/* SPDX-License-Identifier: Apache-2.0 */
/* velocity.c - `velocity`: sets, ramps or zeroes the velocities of a group. */
#include "base/memory.h"
#include "command/command.h"
#include "session/read.h"
#include <math.h>
#include <string.h>

typedef struct velocity {
    tsu_session *s;
    tsu_words *words;
    int group;
    bool sum; /* add to what is there */
    double scale[3];
} velocity;

/* `dist`, `mom`, `rot` and `loop` belong to a style that LIGGGHTS does not have; it takes them without effect, and so does
 * this, but says so. */
static tsu_status read_options(velocity *v, tsu_error *err)
{
    static const char *const list[] = {"sum", "units", "dist", "mom", "rot", "loop", "rigid", NULL},
                             *const distributions[] = {"uniform", "gaussian", NULL},
                             *const loops[] = {"all", "local", "geom", NULL};
    bool lattice = false, unused;
    int key, k;
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(v->words)) {
        status = tsu_words_choice(v->words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == 0) status = tsu_words_switch(v->words, "yes or no", &v->sum, err);
        if (key == 1) status = tsu_session_read_units(v->words, &lattice, err);
        if (key == 2) status = tsu_words_choice(v->words, "a distribution", distributions, &k, err);
        if (key == 3 || key == 4) status = tsu_words_switch(v->words, "yes or no", &unused, err);
        if (key == 5) status = tsu_words_choice(v->words, "a loop", loops, &k, err);
        if (status == TSU_OK && key >= 2 && key <= 5)
            tsu_script_warn(v->s->script,
                            "velocity: `%s` is without effect; it belongs to `create`, which there is not",
                            list[key]);
        if (key == 6)
            return tsu_words_error(v->words, v->words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "rigid bodies are not supported yet");
    }
    tsu_session_length_scale(v->s, lattice, v->scale);
    return status;
}

static void put(const velocity *v, int32_t i, int axis, double value)
{
    double *old = &v->s->world->particles.vm[i][axis];
    *old = v->sum ? *old + value : value;
}

/* ---- set ------------------------------------------------------------------------------------------------------------- */

typedef struct component {
    bool keep; /* NULL: as it is */
    tsu_quantity q;
} component;

static tsu_status set_component(const velocity *v, int axis, const component *c, tsu_error *err)
{
    const int32_t n = v->s->world->particles.count;
    double *value = NULL;
    tsu_status status = TSU_OK;
    if (c->keep) return TSU_OK;
    if (c->q.variable[0]) {
        status = tsu_memory_allocate(&value, (size_t)n, sizeof *value, "velocities", err);
        if (status == TSU_OK)
            status = tsu_script_variable_particles(v->s->script, c->q.variable, NULL, n, value, err);
    }
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        const double one = value ? value[i] : c->q.value * v->scale[axis];
        if (!tsu_session_in_group(v->s, i, v->group)) continue;
        if (!isfinite(one))
            status = tsu_error_set(err, TSU_ERROR_INPUT, "the velocity of particle %llu would be %g",
                                   (unsigned long long)v->s->world->particles.id[i], one);
        else
            put(v, i, axis, one);
    }
    tsu_memory_release(&value);
    return status;
}

static tsu_status velocity_set(velocity *v, tsu_error *err)
{
    component c[3] = {{0}};
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        c[q].keep = tsu_words_accept(v->words, "NULL");
        if (!c[q].keep) status = tsu_words_quantity(v->words, "a velocity, v_NAME or NULL", &c[q].q, err);
    }
    if (status == TSU_OK) status = read_options(v, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = set_component(v, q, &c[q], err);
    }
    return status;
}

/* ---- ramp ------------------------------------------------------------------------------------------------------------- */

static tsu_status velocity_ramp(velocity *v, tsu_error *err)
{
    static const char *const velocities[] = {"vx", "vy", "vz", NULL}, *const axes[] = {"x", "y", "z", NULL};
    int to, along;
    double speed[2], at[2];
    tsu_status status = tsu_words_choice(v->words, "vx, vy or vz", velocities, &to, err);
    if (status == TSU_OK) status = tsu_words_numbers(v->words, "two velocities", 2, speed, err);
    if (status == TSU_OK) status = tsu_words_choice(v->words, "x, y or z", axes, &along, err);
    if (status == TSU_OK) status = tsu_words_numbers(v->words, "two positions", 2, at, err);
    if (status == TSU_OK && at[0] == at[1])
        return tsu_words_error(v->words, v->words->at - 1, TSU_ERROR_INPUT, err,
                               "the ramp has no length: both ends are at %g", at[0]);
    if (status == TSU_OK) status = read_options(v, err);
    const tsu_particles *p = &v->s->world->particles;
    for (int32_t i = 0; status == TSU_OK && i < p->count; i++) {
        if (!tsu_session_in_group(v->s, i, v->group)) continue;
        const double lo = v->scale[along] * at[0], hi = v->scale[along] * at[1];
        const double f = fmin(1.0, fmax(0.0, (tsu_boundary_inside(v->s->world, i, along) - lo) / (hi - lo)));
        put(v, i, to, v->scale[to] * (speed[0] + f * (speed[1] - speed[0])));
    }
    return status;
}

/* ---- zero ------------------------------------------------------------------------------------------------------------- */

static tsu_status group_vector(const velocity *v, const char *function, double out[3], tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z"};
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = tsu_group_function(v->s, function, v->s->group[v->group], axes[q], NULL, &out[q], err);
    }
    return status;
}

/* linear: takes the mean velocity off. angular: takes the rotation of the group as a rigid body off. */
static tsu_status velocity_zero(velocity *v, tsu_error *err)
{
    static const char *const list[] = {"linear", "angular", "angularIndividual", NULL};
    int what;
    double mean[3] = {0}, centre[3] = {0}, spin[3] = {0};
    tsu_status status = tsu_words_choice(v->words, "what to take off", list, &what, err);
    if (status == TSU_OK) status = read_options(v, err);
    if (status == TSU_OK && what == 0) status = group_vector(v, "vcm", mean, err);
    if (status == TSU_OK && what == 1) status = group_vector(v, "xcm", centre, err);
    if (status == TSU_OK && what == 1) status = group_vector(v, "omega", spin, err);
    tsu_particles *p = &v->s->world->particles;
    for (int32_t i = 0; status == TSU_OK && i < p->count; i++) {
        if (!tsu_session_in_group(v->s, i, v->group)) continue;
        double d[3];
        for (int q = 0; q < 3; q++) {
            const double length = v->s->world->box.hi[q] - v->s->world->box.lo[q];
            d[q] = p->xr[i][q] + p->image[i][q] * length - centre[q];
            if (what == 2) p->wi[i][q] = 0.0;
        }
        for (int q = 0; q < 3; q++) {
            const int a = (q + 1) % 3, b = (q + 2) % 3;
            p->vm[i][q] -= mean[q] + spin[a] * d[b] - spin[b] * d[a];
        }
    }
    return status;
}

static tsu_status run_velocity(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {"set", "ramp", "zero", "create", "scale", "setAngular", NULL};
    velocity v = {.s = tsu_session_of(script), .words = words};
    const char *name;
    int style;
    tsu_status status = tsu_session_need_world(v.s, "velocity", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(v.s, name, &v.group, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the style", styles, &style, err);
    if (status != TSU_OK) return status;
    if (style == 3 || style == 4)
        return tsu_words_error(
            words, 2, TSU_ERROR_UNSUPPORTED, err,
            "`velocity %s` needs a temperature, which grains have not; for random velocities "
            "write `variable v atom normal(0,SPEED,SEED)` and `velocity %s set v_v v_v v_v`",
            styles[style], name);
    if (style == 5)
        return tsu_words_error(
            words, 2, TSU_ERROR_UNSUPPORTED, err,
            "`setAngular` is for particles that are no spheres; spin is set with `set group "
            "%s omegax VALUE`",
            name);
    tsu_world_change(v.s->world);
    return style == 0 ? velocity_set(&v, err) : style == 1 ? velocity_ramp(&v, err) : velocity_zero(&v, err);
}

const tsu_command tsu_commands_velocity[] = {
    {"velocity",
     "velocity GROUP set VX VY VZ | ramp vx|vy|vz LO HI x|y|z LO HI | zero linear|angular|angularIndividual "
     "[sum yes|no] [units box|lattice]",
     "change the velocities of a group", run_velocity},
    {0}};
