/* SPDX-License-Identifier: Apache-2.0 */
/* motion.c - gravity and the integrators. */
#include "base/trig.h"
#include "fix/fix.h"
#include "model/force/force.h"
#include "model/integrate.h"
#include "model/model.h"
#include "session/model_fix.h"
#include "step/hooks.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gravity -------------------------------------------------------------------------------------------------------- */

static void destroy_gravity(tsu_session *s, void *state)
{
    static const double none[3] = {0};
    (void)state;
    if (s->world) tsu_world_set_g(s->world, none);
}

typedef enum pointing { VECTOR, CHUTE, SPHERICAL } pointing;

/* Numbers, or variables that are looked up at each step. */
typedef struct pull {
    pointing pointing;
    tsu_quantity size, arg[3]; /* [m/s^2]; components, or angles [degree] */
} pull;

static tsu_status read_pull(tsu_words *words, pull *p, tsu_error *err)
{
    static const char *const styles[] = {
        [VECTOR] = "vector", [CHUTE] = "chute", [SPHERICAL] = "spherical", NULL};
    static const int count[] = {[VECTOR] = 3, [CHUTE] = 1, [SPHERICAL] = 2};
    int style = 0;
    tsu_status status = tsu_words_quantity(words, "the acceleration [m/s^2]", &p->size, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &style, err);
    p->pointing = (pointing)style;
    for (int k = 0; k < count[style] && status == TSU_OK; k++) {
        status = tsu_words_quantity(words, "the direction", &p->arg[k], err);
    }
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static bool pull_varies(const pull *p)
{
    return p->size.variable[0] || p->arg[0].variable[0] || p->arg[1].variable[0] || p->arg[2].variable[0];
}

static tsu_status pull_now(tsu_session *s, const pull *p, double g[3], tsu_error *err)
{
    const double radian = 3.14159265358979323846 / 180.0;
    double a[3], size;
    tsu_status status = tsu_script_quantity(s->script, &p->size, &size, err);
    for (int k = 0; k < 3 && status == TSU_OK; k++) {
        status = tsu_script_quantity(s->script, &p->arg[k], &a[k], err);
    }
    if (status != TSU_OK) return status;
    const tsu_sincos_pair slope = tsu_sincos(radian * a[0]), polar = tsu_sincos(radian * a[1]);
    const double chute[3] = {slope.sin, 0.0, -slope.cos};
    const double sphere[3] = {polar.sin * slope.cos, polar.sin * slope.sin, polar.cos};
    const double *d = p->pointing == CHUTE ? chute : p->pointing == SPHERICAL ? sphere : a;
    const double n = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(n > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "fix gravity: the direction has no length: %g %g %g", d[0],
                             d[1], d[2]);
    for (int q = 0; q < 3; q++) {
        g[q] = size * d[q] / n;
    }
    return TSU_OK;
}

/* Gravity of one group only, or one that turns or grows, is a force like others; its work is booked as external. */
typedef struct pull_fix {
    tsu_session *session;
    tsu_model *model; /* owned by the world */
    pull pull;
} pull_fix;

static void destroy_pull(tsu_session *s, void *state)
{
    if (s->world) tsu_model_destroy(((const pull_fix *)state)->model);
    free(state);
}

static tsu_status ask_pull(void *context, double g[3], tsu_error *err)
{
    const pull_fix *f = context;
    return pull_now(f->session, &f->pull, g, err);
}

static bool is_pull_timely(void *context)
{
    const pull_fix *f = context;
    const tsu_quantity *all[] = {&f->pull.size, &f->pull.arg[0], &f->pull.arg[1], &f->pull.arg[2]};
    for (int k = 0; k < 4; k++) {
        const char *name = all[k]->variable;
        if (name[0] && !tsu_script_variable_is_timely(f->session->script, name)) return false;
    }
    return true;
}

static tsu_status add_pull(tsu_session *s, tsu_object *fix, const pull *p, tsu_error *err)
{
    pull_fix *f = fix->state = tsu_session_new_state(fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    *f = (pull_fix){.session = s, .pull = *p};
    fix->destroy = destroy_pull;
    tsu_gravity_def def = tsu_model_gravity_default();
    def.group = 1u << fix->group;
    def.ask = (tsu_model_vector){ask_pull, f, is_pull_timely};
    const tsu_status status = tsu_model_create(s->world, &tsu_model_gravity, fix->id, &def, &f->model, err);
    return tsu_session_finish_fix(s, fix, status, err);
}

static tsu_status gravity_energy(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_energy_gravitational(s->world);
    return TSU_OK;
}

static tsu_status only_gravity(const tsu_session *s, const tsu_words *words, tsu_error *err)
{
    for (int k = 0; k < s->fixes.count; k++) {
        if (strcmp(s->fixes.object[k]->style, "gravity") == 0 && s->fixes.object[k]->group == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                                   "there is already a fix gravity (%s); `unfix` it first",
                                   s->fixes.object[k]->id);
    }
    return TSU_OK;
}

static tsu_status fix_gravity(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    pull p = {0};
    double g[3] = {0};
    tsu_status status = tsu_session_need_world(s, "fix gravity", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = read_pull(words, &p, err);
    const bool varies = pull_varies(&p);
    if (status == TSU_OK && !varies) status = pull_now(s, &p, g, err);
    if (status == TSU_OK) status = tsu_session_replace_fix(s, words, &fix, err);
    if (status == TSU_OK && fix.group == 0) status = only_gravity(s, words, err);
    if (status != TSU_OK) return status;
    if (fix.group != 0 || varies) return add_pull(s, &fix, &p, err);
    fix.destroy = destroy_gravity;
    fix.values = (tsu_values){.scalar = gravity_energy};
    fix.scalar_is_energy = true;
    if (!tsu_objects_add(&s->fixes, &fix, err)) return TSU_ERROR_MEMORY;
    tsu_world_set_g(s->world, g);
    return TSU_OK;
}

/* ---- integration ------------------------------------------------------------------------------------------------------ */

static tsu_status fix_nve(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix nve/sphere", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = tsu_session_replace_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    const tsu_integrate_def def = {.group = 1u << fix.group, .kind = TSU_INTEGRATE_SPHERE};
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_integrate, &def, err);
}

const tsu_command tsu_fixes_motion[] = {
    {"gravity", "fix ID GROUP gravity G vector X Y Z | chute ANGLE | spherical PHI THETA",
     "gravity; each number may be a variable v_NAME, evaluated at each step", fix_gravity},
    {"nve/sphere", "fix ID GROUP nve/sphere",
     "integrate position and rotation of the particles of the group (velocity Verlet)", fix_nve},
    {0}};
