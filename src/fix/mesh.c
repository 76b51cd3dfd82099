/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c - `fix mesh/surface`, `/planar`, `/stress`, `/stress/servo`: meshes from files. */
#include "base/memory.h"
#include "fix/mesh_fix.h"
#include "format/mesh_file.h"
#include "step/hooks.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mesh_words {
    const char *file, *exclusions;
    double precision;
    bool heal, verbose, wear, stress, has_reference, write_exclusions;
    bool tolerant;    /* of angles smaller than `curvature`, as contacts here always are */
    double curvature; /* [degree]; negative: default */
    double reference[3];
    tsu_surface_motion surface;
    bool warm;
    double temperature, thermal_mass; /* [K], [kg] */
} mesh_words;

static void destroy_mesh(tsu_session *s, void *state)
{
    tsu_mesh_fix *m = state;
    if (s->world) tsu_world_remove_hook(s->world, &m->hook);
    if (s->world && m->servo) tsu_servo_stop(s->world, m->servo);
    if (s->world && m->body) tsu_meshes_remove(s->world, m->body->name, NULL);
    free(m->servo);
    free(m);
}

tsu_status tsu_mesh_fix_find(tsu_session *s, const char *id, tsu_mesh_fix **mesh, tsu_error *err)
{
    const tsu_object *o = tsu_objects_find(&s->fixes, id);
    if (!o || strncmp(o->style, "mesh/surface", 12) != 0) {
        const char *near = tsu_objects_nearest(&s->fixes, id, "mesh/surface");
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "there is no fix mesh/surface with ID '%s'%s%s%s; define it with `fix %s all mesh/surface "
            "file NAME type 1` first",
            id, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", id);
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
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s keeps no forces; use mesh/surface/stress",
                             m->body->name);
    const tsu_mesh_loads *l = m->body->loads;
    *out = index < 3 ? l->force[index] : index < 6 ? l->torque[index - 3] : l->reference[index - 6];
    return TSU_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static tsu_status read_turning(tsu_words *words, tsu_mesh_fix *m, tsu_surface_motion *surface, tsu_error *err)
{
    if (!tsu_words_accept(words, "origin"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "`surface_ang_vel` must be followed by `origin`");
    tsu_status status = tsu_words_numbers(words, "the origin", 3, surface->origin, err);
    if (status == TSU_OK && !tsu_words_accept(words, "axis"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `axis`");
    if (status == TSU_OK) status = tsu_words_numbers(words, "the axis", 3, surface->axis, err);
    if (status == TSU_OK && !tsu_words_accept(words, "omega"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `omega`");
    if (status == TSU_OK) status = tsu_words_quantity(words, "the spin [rad/s]", &m->omega, err);
    surface->omega = m->omega.value;
    surface->turning = true;
    return status;
}

static tsu_status read_surface_vel(tsu_words *words, tsu_mesh_fix *m, tsu_surface_motion *surface,
                                   tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const tsu_status status = tsu_words_quantity(words, "the velocity [m/s]", &m->surface[q], err);
        if (status != TSU_OK) return status;
        surface->velocity[q] = m->surface[q].value;
    }
    surface->linear = true;
    return TSU_OK;
}

static tsu_status read_rotate(tsu_words *words, tsu_facets *f, tsu_error *err)
{
    double axis[3], angle;
    if (!tsu_words_accept(words, "axis"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "`rotate` must be followed by `axis`");
    tsu_status status = tsu_words_numbers(words, "the axis", 3, axis, err);
    if (status == TSU_OK && !tsu_words_accept(words, "angle"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `angle`");
    if (status == TSU_OK) status = tsu_words_number(words, "the angle [degree]", &angle, err);
    return status == TSU_OK ? tsu_facets_rotate(f, axis, angle * 3.14159265358979323846 / 180.0, err)
                            : status;
}

static tsu_status read_servo_word(tsu_words *words, tsu_mesh_fix *m, bool *known, tsu_error *err)
{
    static const char *const list[] = {"com", "ctrlPV", "vel_max", "target_val", "axis", "kp",
                                       "ki",  "kd",     "mode",    "ratio",      NULL};
    static const char *const controls[] = {"force", "torque", NULL}, *const modes[] = {"auto", NULL};
    tsu_servo *v = m->servo;
    int key = 0, k = 0;
    while (list[key] && strcmp(list[key], tsu_words_peek(words)) != 0) {
        key++;
    }
    *known = list[key] != NULL;
    if (!*known) return TSU_OK;
    words->at++;
    tsu_status status = TSU_OK;
    double *const number[] = {NULL, NULL, &v->speed_max, NULL, NULL, &v->kp, &v->ki, &v->kd, NULL, &v->ratio};
    if (key == 0)
        status = tsu_words_numbers(words, "the centre", 3, v->centre, err);
    else if (key == 1)
        status = tsu_words_choice(words, "force or torque", controls, &k, err);
    else if (key == 3)
        status = tsu_words_quantity(words, "the target", &m->target, err);
    else if (key == 4)
        status = tsu_words_numbers(words, "the axis", 3, v->axis, err);
    else if (key == 8)
        status = tsu_words_choice(words, "auto", modes, &k, err);
    else
        status = tsu_words_number(words, list[key], number[key], err);
    if (key == 1) v->torque = k == 1;
    if (key == 8) v->automatic = true;
    if (key == 3) v->target = m->target.value;
    return status;
}

/* One keyword and what follows it. Changes of place act on the facets in the order they are written. */
static tsu_status read_word(tsu_session *s, tsu_words *words, tsu_mesh_fix *m, tsu_facets *f, mesh_words *w,
                            tsu_error *err)
{
    static const char *const list[] = {"type",
                                       "verbose",
                                       "heal",
                                       "precision",
                                       "element_exclusion_list",
                                       "move",
                                       "rotate",
                                       "scale",
                                       "surface_vel",
                                       "surface_ang_vel",
                                       "curvature",
                                       "curvature_tolerant",
                                       "stress",
                                       "wear",
                                       "reference_point",
                                       "min_feature_length",
                                       "temperature",
                                       "mass_temperature",
                                       NULL};
    static const char *const heals[] = {"no", "auto_remove_duplicates", NULL},
                             *const wears[] = {"off", "finnie", NULL},
                             *const excludes[] = {"read", "write", NULL};
    int key, k = 0;
    int64_t n;
    double x[3], number;
    tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key) {
    case 0:
        status = tsu_words_integer_in(words, "the material", 1, s->world->materials.types, &n, err);
        if (status == TSU_OK) m->type = (int32_t)n - 1;
        return status;
    case 1: return tsu_words_switch(words, "yes or no", &w->verbose, err);
    case 2:
        status = tsu_words_choice(words, "auto_remove_duplicates or no", heals, &k, err);
        w->heal = k == 1;
        return status;
    case 3: return tsu_words_number(words, "the precision [m]", &w->precision, err);
    case 4:
        status = tsu_words_choice(words, "read or write", excludes, &k, err);
        if (status == TSU_OK) status = tsu_words_text(words, "the list of elements", &w->exclusions, err);
        w->write_exclusions = k == 1;
        return status;
    case 5:
        status = tsu_words_numbers(words, "the displacement [m]", 3, x, err);
        if (status == TSU_OK) tsu_facets_move(f, x);
        return status;
    case 6: return read_rotate(words, f, err);
    case 7:
        status = tsu_words_number(words, "the factor", &number, err);
        if (status == TSU_OK && !(number > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the factor is %g; it must be positive", number);
        if (status == TSU_OK) tsu_facets_scale(f, number);
        return status;
    case 8: return read_surface_vel(words, m, &w->surface, err);
    case 9: return read_turning(words, m, &w->surface, err);
    case 10: return tsu_words_number(words, "the angle [degree]", &w->curvature, err);
    case 11: return tsu_words_switch(words, "yes or no", &w->tolerant, err);
    case 12: return tsu_words_switch(words, "on or off", &w->stress, err);
    case 13:
        status = tsu_words_choice(words, "finnie or off", wears, &k, err);
        w->wear = k == 1;
        return status;
    case 14:
        w->has_reference = true;
        return tsu_words_numbers(words, "the reference point [m]", 3, w->reference, err);
    case 15:
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "min_feature_length is not supported; list small parts in element_exclusion_list");
    case 16: w->warm = true; return tsu_words_loose_number(words, "a temperature", &w->temperature, err);
    default:
        status = tsu_words_loose_number(words, "the mass that warms [kg]", &w->thermal_mass, err);
        if (status == TSU_OK && !(w->thermal_mass > 0.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the mass must be positive");
        return status;
    }
}

static tsu_status read_mesh(tsu_session *s, tsu_words *words, tsu_mesh_fix *m, tsu_facets *f, mesh_words *w,
                            tsu_error *err)
{
    if (!tsu_words_accept(words, "file"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected `file` and the name of an STL, OBJ, PLY or VTK file");
    tsu_status status = tsu_words_text(words, "the file", &w->file, err);
    if (status == TSU_OK && s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_INPUT, "files may not be opened here");
    if (status == TSU_OK) status = tsu_mesh_file_read(w->file, f, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        bool known = false;
        if (m->servo) status = read_servo_word(words, m, &known, err);
        if (status == TSU_OK && !known) status = read_word(s, words, m, f, w, err);
    }
    return status;
}

/* ---- building ---------------------------------------------------------------------------------------------------------- */

static tsu_status exclude(tsu_facets *f, const mesh_words *w, tsu_error *err)
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
static tsu_status build(tsu_session *s, const tsu_object *fix, tsu_facets *f, const mesh_words *w,
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
        tsu_script_warn(
            s->script,
            "mesh %s (%s) has faults; contacts are found all the same, but triangles that are there "
            "twice or turned the wrong way count so in loads, wear and mass flow (`heal "
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
    return status;
}

/* Hooks the evaluation of variables, if there are any. */
static tsu_status update_hook(tsu_session *s, tsu_mesh_fix *m, tsu_error *err)
{
    const tsu_hook_def hook = {m->body->name, TSU_HOOK_BEFORE_STEP, update_variables, .context = m};
    const bool varies = m->surface_varies || m->target.variable[0];
    if (!varies || tsu_world_has_hook(s->world, m->hook)) return TSU_OK;
    return tsu_world_add_hook(s->world, &hook, &m->hook, err);
}

static tsu_status set_up(tsu_session *s, const tsu_object *fix, tsu_mesh_fix *m, const mesh_words *w,
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

/* fix_modify ID servo/integrate start|stop, servo/target_val F, servo/vel_max V, servo/ctrlParam KP KI KD, servo/ratio R;
 * the part before the slash may be left out */
static tsu_status modify_mesh(tsu_session *s, void *state, tsu_words *words, tsu_error *err)
{
    static const char *const list[] =
        {"integrate",        "target_val",    "vel_max",         "ctrlParam",   "ratio", "servo/integrate",
         "servo/target_val", "servo/vel_max", "servo/ctrlParam", "servo/ratio", NULL},
                             *const choices[] = {"start", "stop", NULL};
    tsu_mesh_fix *m = state;
    tsu_servo *v = m->servo;
    int key, k = 0;
    double x[3] = {0};
    if (!v) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "only a servo mesh can be modified");
    tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key % 5) {
    case 0: status = tsu_words_choice(words, "start or stop", choices, &k, err); break;
    case 1: status = tsu_words_quantity(words, "the target", &m->target, err); break;
    case 3: status = tsu_words_numbers(words, "kp, ki and kd", 3, x, err); break;
    default: status = tsu_words_number(words, list[key], x, err); break;
    }
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    switch (key % 5) {
    case 0: v->running = k == 0; return TSU_OK;
    case 1: return set_target(s, m, err);
    case 2: return tsu_servo_set_speed(v, x[0], err);
    case 3: return tsu_servo_set_gains(v, x[0], x[1], x[2], err);
    default: return tsu_servo_set_ratio(v, x[0], err);
    }
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
            "mesh %s is %.0f times as large as the box; if it was drawn in millimetres, say `scale "
            "0.001`",
            body->name, mesh / box);
        return;
    }
    for (int q = 0; q < 3; q++) {
        const bool fixed = w->boundary[q][0] == 'f' && w->boundary[q][1] == 'f';
        if (!fixed || (hi[q] >= w->box.lo[q] && lo[q] <= w->box.hi[q])) continue;
        tsu_script_warn(
            s->script,
            "mesh %s lies outside the box: its %c goes from %.4g to %.4g, that of the box from %.4g "
            "to %.4g; look at `scale` and `move`",
            body->name, "xyz"[q], lo[q], hi[q], w -> box.lo[q], w->box.hi[q]);
        return;
    }
}

static tsu_status define(tsu_script *script, tsu_words *words, bool planar, bool stress, bool servo,
                         tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_facets facets = {0};
    tsu_mesh mesh = {0};
    mesh_words w = {.precision = 1.0e-8, .curvature = -1.0, .stress = stress};
    tsu_status status = tsu_session_need_world(s, "fix mesh/surface", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "there is already a fix '%s'; `unfix` it first", fix.id);
    tsu_mesh_fix *m = calloc(1, sizeof *m);
    if (m && servo) m->servo = calloc(1, sizeof *m->servo);
    if (!m || (servo && !m->servo))
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for mesh %s", fix.id);
    if (status == TSU_OK) {
        m->session = s;
        m->planar = planar;
        m->stress = stress;
        if (servo) *m->servo = (tsu_servo){.kp = 0.01, .ratio = 0.1};
        status = read_mesh(s, words, m, &facets, &w, err);
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
    if (servo || w.thermal_mass > 0.0) {
        fix.save = tsu_mesh_fix_save;
        fix.load = tsu_mesh_fix_load;
    }
    if (stress) fix.values = (tsu_values){.vector_length = 9, .vector = mesh_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK && m) destroy_mesh(s, m);
    return status;
}

static tsu_status fix_surface(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, false, false, err);
}
static tsu_status fix_planar(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, false, false, err);
}
static tsu_status fix_stress(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, true, false, err);
}
static tsu_status fix_servo(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, true, true, err);
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
    {0}};
