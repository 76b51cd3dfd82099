/* SPDX-License-Identifier: Apache-2.0 */
/* velocity.c - `velocity`: sets, ramps or zeroes the velocities of a group. */
#include "base/memory.h"
#include "command/command.h"
#include "model/clumps.h"
#include "model/rows.h"
#include "session/read.h"
#include "step/clump/clumps.h"
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
    enum { SUM, UNITS, DIST, MOM, ROT, LOOP, RIGID };
    static const char *const list[] = {[SUM] = "sum", [UNITS] = "units", [DIST] = "dist",   [MOM] = "mom",
                                       [ROT] = "rot", [LOOP] = "loop",   [RIGID] = "rigid", NULL};
    static const char *const distributions[] = {"uniform", "gaussian", NULL}, *const loops[] = {"all",
                                                                                                "local",
                                                                                                "geom", NULL};
    bool lattice = false, unused;
    int key, k;
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(v->words)) {
        status = tsu_words_choice(v->words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        if (key == SUM) status = tsu_words_switch(v->words, "yes or no", &v->sum, err);
        if (key == UNITS) status = tsu_session_read_units(v->words, &lattice, err);
        if (key == DIST) status = tsu_words_choice(v->words, "a distribution", distributions, &k, err);
        if (key == MOM || key == ROT) status = tsu_words_switch(v->words, "yes or no", &unused, err);
        if (key == LOOP) status = tsu_words_choice(v->words, "a loop", loops, &k, err);
        if (status == TSU_OK && key >= DIST && key <= LOOP)
            tsu_script_warn(
                v->s->script,
                "velocity: `%s` has no effect; it is for `velocity create`, which is not supported",
                list[key]);
        if (key == RIGID)
            return tsu_words_error(v->words, v->words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "rigid bodies are not supported yet");
    }
    tsu_session_length_scale(v->s, lattice, v->scale);
    return status;
}

/* What has a velocity of its own: a particle, or a clump of them. */
typedef struct mover {
    double x[3]; /* as if it had never been wrapped */
    double v[3], spin[3];
} mover;

static mover mover_at(const velocity *v, int32_t i)
{
    const tsu_world *w = v->s->world;
    const tsu_particles *p = &w->particles;
    const tsu_clump *c = tsu_clumps_of(w, i);
    mover m;
    if (!c) {
        tsu_world_unwrapped(w, i, m.x);
        memcpy(m.v, p->vm[i], sizeof m.v);
        memcpy(m.spin, p->wi[i], sizeof m.spin);
        return m;
    }
    const tsu_vec3 spin = tsu_rigid_spin(&c->body), u = c->body.velocity;
    tsu_clump_unwrapped(w, c, m.x);
    memcpy(m.v, (double[3]){u.x, u.y, u.z}, sizeof m.v);
    memcpy(m.spin, (double[3]){spin.x, spin.y, spin.z}, sizeof m.spin);
    return m;
}

static void put_back(const velocity *v, int32_t i, const mover *m)
{
    tsu_world *w = v->s->world;
    tsu_clump *c = tsu_clumps_of(w, i);
    if (c) {
        tsu_clump_set_motion(w, c, tsu_vec3_make(m->v[0], m->v[1], m->v[2]),
                             tsu_vec3_make(m->spin[0], m->spin[1], m->spin[2]));
        return;
    }
    memcpy(w->particles.vm[i], m->v, sizeof m->v);
    memcpy(w->particles.wi[i], m->spin, sizeof m->spin);
}

/* Whether particle i of the group stands for what moves: a clump is changed once. */
static bool leads(const velocity *v, int32_t i)
{
    return tsu_session_in_group(v->s, i, v->group) && !tsu_clumps_follows(v->s->world, i);
}

static void put(const velocity *v, int32_t i, int axis, double value)
{
    mover m = mover_at(v, i);
    m.v[axis] = v->sum ? m.v[axis] + value : value;
    put_back(v, i, &m);
}

/* The value of a particle; for a clump the mean of those of its spheres, by their shares of the mass. */
static double value_at(const tsu_world *w, const double *value, int32_t i)
{
    const tsu_clump *c = tsu_clumps_of(w, i);
    double sum = 0.0, mass = 0.0;
    bool same = true;
    if (!c) return value[i];
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        const int32_t row = w->clumps->row[k];
        sum += w->particles.mass[row] * value[row];
        mass += w->particles.mass[row];
        same = same && value[row] == value[i];
    }
    return same ? value[i] : sum / mass;
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
        if (!leads(v, i)) continue;
        const double one = value ? value_at(v->s->world, value, i) : c->q.value * v->scale[axis];
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

/* Within the box, of a clump that of its centre. */
static double place_inside(const tsu_world *w, int32_t i, int axis)
{
    const tsu_clump *c = tsu_clumps_of(w, i);
    const double at[3] = {c ? c->body.centre.x : 0.0, c ? c->body.centre.y : 0.0, c ? c->body.centre.z : 0.0};
    return c ? at[axis] : tsu_boundary_inside(w, i, axis);
}

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
    const tsu_world *w = v->s->world;
    for (int32_t i = 0; status == TSU_OK && i < w->particles.count; i++) {
        if (!leads(v, i)) continue;
        const double lo = v->scale[along] * at[0], hi = v->scale[along] * at[1];
        const double f = fmin(1.0, fmax(0.0, (place_inside(w, i, along) - lo) / (hi - lo)));
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

/* linear: takes the mean velocity off. angular: takes the rotation of the group as a rigid body off, of clumps also from their spin: particles are points there. */
static tsu_status velocity_zero(velocity *v, tsu_error *err)
{
    enum { LINEAR, ANGULAR, INDIVIDUAL };
    static const char *const list[] = {
        [LINEAR] = "linear", [ANGULAR] = "angular", [INDIVIDUAL] = "angularIndividual", NULL};
    int what;
    double mean[3] = {0}, centre[3] = {0}, spin[3] = {0};
    tsu_status status = tsu_words_choice(v->words, "what to take off", list, &what, err);
    if (status == TSU_OK) status = read_options(v, err);
    if (status == TSU_OK && what == LINEAR) status = group_vector(v, "vcm", mean, err);
    if (status == TSU_OK && what == ANGULAR) status = group_vector(v, "xcm", centre, err);
    if (status == TSU_OK && what == ANGULAR) status = group_vector(v, "omega", spin, err);
    const int32_t count = v->s->world->particles.count;
    for (int32_t i = 0; status == TSU_OK && i < count; i++) {
        if (!leads(v, i)) continue;
        mover m = mover_at(v, i);
        const bool body = tsu_clumps_hold(v->s->world, i);
        for (int q = 0; q < 3; q++) {
            const int a = (q + 1) % 3, b = (q + 2) % 3;
            m.v[q] -= mean[q] + spin[a] * (m.x[b] - centre[b]) - spin[b] * (m.x[a] - centre[a]);
            m.spin[q] = what == INDIVIDUAL ? 0.0 : body ? m.spin[q] - spin[q] : m.spin[q];
        }
        put_back(v, i, &m);
    }
    return status;
}

static tsu_status run_velocity(tsu_script *script, tsu_words *words, tsu_error *err)
{
    enum { SET, RAMP, ZERO, CREATE, SCALE, SET_ANGULAR };
    static const char *const styles[] = {[SET] = "set",
                                         [RAMP] = "ramp",
                                         [ZERO] = "zero",
                                         [CREATE] = "create",
                                         [SCALE] = "scale",
                                         [SET_ANGULAR] = "setAngular",
                                         NULL};
    velocity v = {.s = tsu_session_of(script), .words = words};
    const char *name;
    int style;
    tsu_status status = tsu_session_need_world(v.s, "velocity", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group", &name, err);
    if (status == TSU_OK) status = tsu_session_group(v.s, name, &v.group, err);
    if (status == TSU_OK) status = tsu_model_clumps_whole(v.s->world, 1u << v.group, "velocity", err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &style, err);
    if (status != TSU_OK) return status;
    if (style == CREATE || style == SCALE)
        return tsu_words_error(
            words, 2, TSU_ERROR_UNSUPPORTED, err,
            "`velocity %s` needs a temperature, which grains do not have; for random velocities "
            "write `variable v atom normal(0,SPEED,SEED)` and `velocity %s set v_v v_v v_v`",
            styles[style], name);
    if (style == SET_ANGULAR)
        return tsu_words_error(words, 2, TSU_ERROR_UNSUPPORTED, err,
                               "`setAngular` is for non-spherical particles; set the angular velocity with "
                               "`set group %s omegax VALUE`",
                               name);
    tsu_world_change(v.s->world);
    return style == SET    ? velocity_set(&v, err)
           : style == RAMP ? velocity_ramp(&v, err)
                           : velocity_zero(&v, err);
}

const tsu_command tsu_commands_velocity[] = {
    {"velocity",
     "velocity GROUP set VX VY VZ | ramp vx|vy|vz LO HI x|y|z LO HI | zero linear|angular|angularIndividual "
     "[sum yes|no] [units box|lattice]",
     "change the velocities of a group", run_velocity},
    {0}};
