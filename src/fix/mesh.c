/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c - `fix mesh/surface`, `/planar`, `/stress`, `/stress/servo`, `/stress/6dof`: meshes from files. */
#include "base/memory.h"
#include "deck/arguments.h"
#include "fix/mesh_fix.h"
#include "format/mesh_file.h"
#include "step/hooks.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy_mesh(tsu_session *s, void *state)
{
    tsu_mesh_fix *m = state;
    if (s->world) tsu_world_remove_hook(s->world, &m->hook);
    if (s->world && m->servo) tsu_servo_stop(s->world, m->servo);
    if (s->world && m->body) tsu_meshes_remove(s->world, m->body->name, NULL);
    free(m->servo);
    free(m->free);
    free(m);
}

tsu_status tsu_mesh_fix_find(tsu_session *s, const char *id, tsu_mesh_fix **mesh, tsu_error *err)
{
    const tsu_object *o = tsu_objects_find(&s->fixes, id);
    if (!o || strncmp(o->style, "mesh/surface", 12) != 0) {
        const char *near = tsu_objects_nearest(&s->fixes, id, "mesh/surface");
        return tsu_error_lacks_name(
            err, id,
            tsu_error_set(
                err, TSU_ERROR_INPUT,
                "there is no fix mesh/surface with ID '%s'%s%s%s; define it with `fix %s all mesh/surface "
                "file NAME type 1` first",
                id, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", id));
    }
    *mesh = o->state;
    return TSU_OK;
}

/* f_ID[1..3] force, [4..6] torque, [7..9] reference point. */
static tsu_status mesh_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    const tsu_mesh_fix *m = state;
    if (!m->body->loads)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s does not record forces; use mesh/surface/stress",
                             m->body->name);
    if (m->free) {
        *out = tsu_mesh_free_number(m, index);
        return TSU_OK;
    }
    const tsu_mesh_loads *l = m->body->loads;
    *out = index < 3 ? l->force[index] : index < 6 ? l->torque[index - 3] : l->reference[index - 6];
    return TSU_OK;
}

/* ---- building ---------------------------------------------------------------------------------------------------------- */

static tsu_status exclude(tsu_facets *f, const tsu_mesh_words *w, tsu_error *err)
{
    int64_t *origins = NULL, removed = 0;
    size_t count = 0;
    if (!w->exclusions || w->write_exclusions) return TSU_OK;
    tsu_status status = tsu_exclusion_list_read(w->exclusions, &origins, &count, err);
    if (status == TSU_OK) status = tsu_facets_exclude(f, origins, count, &removed, err);
    tsu_memory_release(&origins);
    return status;
}

/* Builds the mesh, tells its health, repairs what was asked for. */
static tsu_status build(tsu_session *s, const tsu_object *fix, tsu_facets *f, const tsu_mesh_words *w,
                        tsu_mesh *mesh, tsu_error *err)
{
    tsu_mesh_health health;
    int64_t changed = 0;
    char text[2048];
    tsu_status status = exclude(f, w, err);
    if (status == TSU_OK) status = tsu_mesh_build(mesh, f, w->precision, err);
    if (status == TSU_OK && w->write_exclusions && !s->options.rehearsal) {
        int64_t count = 0;
        status = tsu_exclusion_list_write(w->exclusions, mesh, &count, err);
        if (status == TSU_OK)
            tsu_script_say(s->script, "mesh %s: %lld triangles written to %s\n", fix->id, (long long)count,
                           w->exclusions);
    }
    if (status == TSU_OK && w->heal) status = tsu_mesh_repair(mesh, 1u << TSU_MESH_DUPLICATED, &changed, err);
    if (status == TSU_OK) status = tsu_mesh_examine(mesh, &health, err);
    if (status != TSU_OK) return status;
    if (f->note[0]) tsu_script_warn(s->script, "mesh %s: %s", fix->id, f->note);
    const int64_t bad = health.count[TSU_MESH_DEGENERATE] + health.count[TSU_MESH_DUPLICATED] +
                        health.count[TSU_MESH_INVERTED] + health.count[TSU_MESH_NON_MANIFOLD];
    tsu_mesh_describe(mesh, &health, text, sizeof text);
    if (bad > 0)
        tsu_script_warn(s->script,
                        "mesh %s (%s) has faults; contacts are found anyway, but duplicate or inverted "
                        "triangles affect loads, wear and mass flow (`heal "
                        "auto_remove_duplicates` removes the former, a mesh program the others): %s",
                        fix->id, w->file, text);
    else if (w->verbose)
        tsu_script_say(s->script, "mesh %s (%s): %s\n", fix->id, w->file, text);
    return TSU_OK;
}

/* Surfaces that run with variable speed, and targets of servos: evaluated before each step. */
static tsu_status update_variables(struct tsu_world *w, void *context, tsu_error *err)
{
    (void)w;
    tsu_mesh_fix *m = context;
    tsu_script *script = m->session->script;
    tsu_status status = TSU_OK;
    tsu_surface_motion surface = m->body->surface;
    for (int q = 0; q < 3 && status == TSU_OK && surface.linear; q++) {
        status = tsu_script_quantity(script, &m->surface[q], &surface.velocity[q], err);
    }
    if (status == TSU_OK && surface.turning)
        status = tsu_script_quantity(script, &m->omega, &surface.omega, err);
    if (status == TSU_OK && m->surface_varies) status = tsu_mesh_set_surface(m->body, &surface, err);
    double target = 0.0;
    if (status == TSU_OK && m->servo && m->target.variable[0]) {
        status = tsu_script_quantity(script, &m->target, &target, err);
        if (status == TSU_OK && target != m->servo->target)
            status = tsu_servo_set_target(m->servo, target, err);
    }
    return status == TSU_OK && m->free ? tsu_mesh_free_given(m, err) : status;
}

/* Hooks the evaluation of variables, if there are any. */
static tsu_status update_hook(tsu_session *s, tsu_mesh_fix *m, tsu_error *err)
{
    const tsu_hook_def hook = {m->body->name, TSU_HOOK_BEFORE_STEP, update_variables, .context = m};
    const bool varies = m->surface_varies || m->target.variable[0] || tsu_mesh_free_varies(m);
    if (!varies || tsu_world_has_hook(s->world, m->hook)) return TSU_OK;
    return tsu_world_add_hook(s->world, &hook, &m->hook, err);
}

static tsu_status set_up(tsu_session *s, const tsu_object *fix, tsu_mesh_fix *m, const tsu_mesh_words *w,
                         tsu_error *err)
{
    tsu_status status = TSU_OK;
    m->body->warm = w->warm;
    m->body->temperature = w->temperature;
    m->body->thermal_mass = w->thermal_mass;
    if (w->curvature >= 0.0) status = tsu_mesh_set_curvature(m->body, w->curvature, err);
    if (status == TSU_OK && (w->surface.linear || w->surface.turning))
        status = tsu_mesh_set_surface(m->body, &w->surface, err);
    if (status == TSU_OK && m->stress && (w->stress || w->wear || w->has_reference))
        status = tsu_mesh_keep_loads(m->body, w->reference, w->wear, err);
    for (int q = 0; q < 3; q++) {
        m->surface_varies |= m->surface[q].variable[0] != '\0';
    }
    m->surface_varies |= m->omega.variable[0] != '\0';
    if (status == TSU_OK && m->servo) {
        snprintf(m->servo->name, sizeof m->servo->name, "%.50s:servo", fix->id);
        m->servo->running = true;
        if (m->target.variable[0])
            status = tsu_script_quantity(s->script, &m->target, &m->servo->target, err);
        if (status == TSU_OK) status = tsu_servo_start(s->world, m->body, m->servo, err);
        tsu_mesh_fix_asked(m);
    }
    if (status == TSU_OK && m->free) status = tsu_mesh_free_start(s, m, w->verbose, err);
    return status == TSU_OK ? update_hook(s, m, err) : status;
}

/* A new target, as a number or as a variable that is read before every step. */
static tsu_status set_target(tsu_session *s, tsu_mesh_fix *m, tsu_error *err)
{
    double target = 0.0;
    tsu_status status = tsu_script_quantity(s->script, &m->target, &target, err);
    if (status == TSU_OK) status = tsu_servo_set_target(m->servo, target, err);
    return status == TSU_OK ? update_hook(s, m, err) : status;
}

/* What fix_modify says of a servo. */
typedef struct servo_change {
    tsu_session *session;
    tsu_mesh_fix *fix;
    bool stop, switched, aimed, paced, tuned, rated;
    double speed, gains[3], ratio;
} servo_change;

static const char *const switches[] = {"start", "stop", NULL};

#define SERVO_ROWS(PREFIX)                                                                                   \
    {.keyword = PREFIX "integrate",                                                                          \
     .kind = TSU_ARGUMENT_EITHER,                                                                            \
     .at = offsetof(servo_change, stop),                                                                     \
     .given = offsetof(servo_change, switched),                                                              \
     .what = "start or stop",                                                                                \
     .words = switches},                                                                                     \
        {.keyword = PREFIX "target_val",                                                                     \
         .kind = TSU_ARGUMENT_OTHER,                                                                         \
         .given = offsetof(servo_change, aimed),                                                             \
         .what = "the target",                                                                               \
         .read = read_target},                                                                               \
        {.keyword = PREFIX "vel_max",                                                                        \
         .kind = TSU_ARGUMENT_NUMBER,                                                                        \
         .at = offsetof(servo_change, speed),                                                                \
         .given = offsetof(servo_change, paced),                                                             \
         .what = PREFIX "vel_max"},                                                                          \
        {.keyword = PREFIX "ctrlParam",                                                                      \
         .kind = TSU_ARGUMENT_VECTOR,                                                                        \
         .at = offsetof(servo_change, gains),                                                                \
         .given = offsetof(servo_change, tuned),                                                             \
         .what = "kp, ki and kd"},                                                                           \
    {                                                                                                        \
        .keyword = PREFIX "ratio", .kind = TSU_ARGUMENT_NUMBER, .at = offsetof(servo_change, ratio),         \
        .given = offsetof(servo_change, rated), .what = PREFIX "ratio"                                       \
    }

static tsu_status read_target(void *to, tsu_words *words, tsu_error *err)
{
    const servo_change *c = to;
    return tsu_words_quantity(words, "the target", &c->fix->target, err);
}

/* fix_modify ID of a free mesh (tsu_mesh_free_modify); or servo/integrate start|stop, servo/target_val F, servo/vel_max V, servo/ctrlParam KP KI KD, servo/ratio R;
 * the part before the slash may be left out */
static tsu_status modify_mesh(tsu_session *s, void *state, tsu_words *words, tsu_error *err)
{
    static const tsu_argument rows[] = {SERVO_ROWS(""), SERVO_ROWS("servo/"), {0}};
    servo_change c = {.session = s, .fix = state};
    tsu_servo *v = c.fix->servo;
    tsu_status status = TSU_OK;
    if (c.fix->free) {
        status = tsu_mesh_free_modify(s, c.fix, words, err);
        return status == TSU_OK ? update_hook(s, c.fix, err) : status;
    }
    if (!v)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "only a servo mesh and one that moves freely can be modified");
    status = tsu_arguments_next(words, "a keyword", rows, &c, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (c.switched) v->running = !c.stop;
    if (c.aimed) return set_target(s, c.fix, err);
    if (c.paced) return tsu_servo_set_speed(v, c.speed, err);
    if (c.tuned) return tsu_servo_set_gains(v, c.gains[0], c.gains[1], c.gains[2], err);
    return c.rated ? tsu_servo_set_ratio(v, c.ratio, err) : TSU_OK;
}

/* Meshes drawn in millimetres are the usual mistake, and nothing else would tell. A face that follows the particles (`m`, `s`)
 * says nothing of where a mesh may be. */
static void check_place(tsu_session *s, const tsu_mesh_body *body)
{
    static const double HUGE_MESH = 50.0; /* times the box */
    const tsu_world *w = s->world;
    const double *lo = body->mesh.lo, *hi = body->mesh.hi;
    double mesh = 0.0, box = 0.0;
    for (int q = 0; q < 3; q++) {
        mesh = fmax(mesh, hi[q] - lo[q]);
        box = fmax(box, w->box.hi[q] - w->box.lo[q]);
    }
    if (mesh > HUGE_MESH * box) {
        tsu_script_warn(
            s->script,
            "mesh %s is %.0f times as large as the box; if it was drawn in millimetres, add `scale 0.001`",
            body->name, mesh / box);
        return;
    }
    for (int q = 0; q < 3; q++) {
        const bool fixed = w->boundary[q][0] == 'f' && w->boundary[q][1] == 'f';
        if (!fixed || (hi[q] >= w->box.lo[q] && lo[q] <= w->box.hi[q])) continue;
        tsu_script_warn(
            s->script,
            "mesh %s lies outside the box: its %c goes from %.4g to %.4g, that of the box from %.4g "
            "to %.4g; check `scale` and `move`",
            body->name, "xyz"[q], lo[q], hi[q], w -> box.lo[q], w->box.hi[q]);
        return;
    }
}

typedef enum mesh_style { PLAIN, PLANAR, STRESS, SERVO, FREE_BODY } mesh_style;

static tsu_mesh_fix *new_fix(tsu_session *s, mesh_style style)
{
    tsu_mesh_fix *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->session = s;
    m->planar = style == PLANAR;
    m->stress = style >= STRESS;
    if (style == SERVO) m->servo = calloc(1, sizeof *m->servo);
    if (m->servo) *m->servo = (tsu_servo){.kp = 0.01, .ratio = 0.1};
    if (style == FREE_BODY) m->free = calloc(1, sizeof *m->free);
    if ((style == SERVO && !m->servo) || (style == FREE_BODY && !m->free)) {
        free(m);
        return NULL;
    }
    return m;
}

static tsu_status define(tsu_script *script, tsu_words *words, mesh_style style, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_facets facets = {0};
    tsu_mesh mesh = {0};
    tsu_mesh_words w = {.precision = 1.0e-8, .curvature = -1.0, .stress = style >= STRESS};
    tsu_status status = tsu_session_need_world(s, "fix mesh/surface", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix.id);
    tsu_mesh_fix *m = new_fix(s, style);
    if (!m) status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for mesh %s", fix.id);
    if (status == TSU_OK) {
        w.session = s;
        w.fix = m;
        w.facets = &facets;
        status = tsu_mesh_words_read(&w, words, err);
    }
    if (status == TSU_OK) status = build(s, &fix, &facets, &w, &mesh, err);
    if (status == TSU_OK) status = tsu_meshes_adopt(s->world, fix.id, &mesh, &m->body, err);
    if (status == TSU_OK) status = set_up(s, &fix, m, &w, err);
    if (status == TSU_OK) check_place(s, m->body);
    tsu_facets_free(&facets);
    tsu_mesh_free(&mesh);
    fix.state = m;
    fix.destroy = destroy_mesh;
    fix.modify = modify_mesh;
    if (style == SERVO || w.thermal_mass > 0.0) {
        fix.save = tsu_mesh_fix_save;
        fix.load = tsu_mesh_fix_load;
    }
    if (style >= STRESS)
        fix.values = (tsu_values){.vector_length = style == FREE_BODY ? TSU_MESH_FREE_NUMBERS : 9,
                                  .vector = mesh_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK && m) destroy_mesh(s, m);
    return status;
}

static tsu_status fix_surface(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, PLAIN, err);
}
static tsu_status fix_planar(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, PLANAR, err);
}
static tsu_status fix_stress(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, STRESS, err);
}
static tsu_status fix_servo(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, SERVO, err);
}
static tsu_status fix_free(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, FREE_BODY, err);
}

#define MESH_USAGE                                                                                           \
    " file NAME [type N] [scale F] [move X Y Z] [rotate axis X Y Z angle A] [surface_vel X Y Z] "            \
    "[surface_ang_vel ...] "                                                                                 \
    "[curvature A] [heal auto_remove_duplicates|no] [precision P] [element_exclusion_list read NAME] "       \
    "[verbose yes|no]"
const tsu_command tsu_fixes_mesh[] = {
    {"mesh/surface", "fix ID all mesh/surface" MESH_USAGE,
     "a mesh of triangles; `wall/gran ... mesh` makes it a wall", fix_surface},
    {"mesh/surface/planar", "fix ID all mesh/surface/planar" MESH_USAGE, "a flat mesh, for insertion",
     fix_planar},
    {"mesh/surface/stress",
     "fix ID all mesh/surface/stress" MESH_USAGE " [stress on|off] [wear finnie|off] [reference_point X Y Z]",
     "a mesh that keeps forces and wear; f_ID[1..3] force, [4..6] torque of forces and couples", fix_stress},
    {"mesh/surface/stress/servo",
     "fix ID all mesh/surface/stress/servo" MESH_USAGE
     " com X Y Z ctrlPV force|torque axis X Y Z target_val F vel_max V [kp P] [ki I] [kd D] [mode auto] "
     "[ratio R]",
     "a mesh that moves until particles press on it with a given force or torque", fix_servo},
    {"mesh/surface/stress/6dof",
     "fix ID all mesh/surface/stress/6dof" MESH_USAGE
     " mass M com X Y Z moi XX YY ZZ XY XZ YZ | density D [vel X Y Z] [angmom X Y Z | omega X Y Z] "
     "[forceflags X Y "
     "Z] [torqueflags X Y Z] [suspension k_t K c_t C k_r K c_r C] [force X Y Z] [torque X Y Z]",
     "a mesh that moves freely as a rigid body; f_ID[1..3] force, [4..6] torque, [7..9] centre, [10..12] "
     "velocity, "
     "[13..15] angular velocity, [16..18] angular momentum, [19..22] quaternion, [23] and [24] energy of "
     "motion and "
     "rotation",
     fix_free},
    {0}};
