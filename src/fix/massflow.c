/* SPDX-License-Identifier: Apache-2.0 */
/* massflow.c - `fix massflow/mesh`: counts the particles that pass through a mesh, and can take them out; with `/sieve` the
 * mesh holds some of them back (sieve.h).
 *
 * A flat mesh has a side, given by vec_side: a particle counts when it comes from behind to that side and its centre lies above
 * a triangle. A mesh of any form is passed towards point_at_outlet: by a particle nearer to it than its diameter, when the
 * nearest point of the mesh changes from the side of that point to the other. What is known of each particle (on which side it
 * was, whether it was counted) is a column of the particles. */
#include "base/exact_sum.h"
#include "base/memory.h"
#include "fix/mesh_fix.h"
#include "fix/sieve.h"
#include "io/growing_file.h"
#include "step/hooks.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = -1, BEHIND = 0, BEYOND = 1, COUNTED = 2, LEAVING = 3 };
enum { MASS, NUMBER, MASS_RATE, NUMBER_RATE, MASS_DELETED, NUMBER_DELETED, PROPERTY, NUMBERS };

typedef struct passing {
    uint64_t id;
    int32_t row;
} passing;

typedef struct massflow {
    tsu_session *session;
    int group;
    char id[TSU_NAME], mesh[TSU_NAME], property[TSU_NAME], column[TSU_NAME];
    tsu_vec3 side, outlet;
    bool has_side, has_outlet, inside_out, once, remove, screen, with_time;
    double mass, number, mass_deleted, number_deleted, sum; /* so far */
    /* rates: over the time from one question to the next */
    double asked_time, asked_mass, asked_number; /* at the question before the last */
    double now_time, now_mass, now_number;       /* at the last */
    bool asked;
    tsu_growing_file *file;
    FILE *part;  /* of it, while particles are counted */
    bool titles; /* are to be written */
    char path[512];
    passing *passed; /* in this step, by id */
    size_t capacity;
    int32_t count;
    tsu_sieve *sieve; /* NULL: none */
} massflow;

static void destroy_massflow(tsu_session *s, void *state)
{
    massflow *f = state;
    if (s->world && f->column[0]) tsu_particles_remove_column(&s->world->particles, f->column);
    (void)tsu_session_close_output(s, f->file);
    tsu_sieve_destroy(f->sieve);
    tsu_memory_release(&f->passed);
    free(f);
}

/* ---- on which side -------------------------------------------------------------------------------------------------------- */

typedef struct nearest {
    const tsu_mesh_body *body;
    tsu_vec3 x;
    tsu_foot foot; /* the nearest so far */
    bool face;     /* some triangle has the point above it */
} nearest;

static void visit_triangle(void *context, int32_t item)
{
    nearest *n = context;
    tsu_foot foot = {0};
    const tsu_triangle *t = &n->body->triangle[n->body->item[item]];
    if (!tsu_triangle_foot_within(t, n->x, INFINITY, &foot)) return;
    n->face = n->face || foot.feature == TSU_FEATURE_FACE;
    if (foot.distance < n->foot.distance) n->foot = foot;
}

static nearest look_at(const tsu_mesh_body *body, tsu_vec3 x, double reach)
{
    nearest n = {.body = body, .x = x, .foot = {.distance = INFINITY}};
    const double at[3] = {x.x, x.y, x.z};
    tsu_bvh_near(&body->tree, at, reach, visit_triangle, &n);
    return n;
}

/* A flat mesh: the side of its plane, and whether the centre is above a triangle when it matters. x is in the frame of the mesh. */
static int side_of_plane(const massflow *f, const tsu_mesh_body *body, tsu_vec3 x, int before, bool *above)
{
    const tsu_triangle *t = &body->triangle[body->item[0]];
    const double sign = tsu_vec3_dot(tsu_pose_vector(&body->pose, t->n), f->side) < 0.0 ? -1.0 : 1.0;
    const double height = sign * tsu_vec3_dot(tsu_vec3_sub(x, t->corner[0]), t->n);
    const int side = height > 0.0 ? BEYOND : BEHIND;
    if (side == BEYOND && before == BEHIND) *above = look_at(body, x, 1.000001 * fabs(height)).face;
    return side;
}

static int side_of_mesh(const massflow *f, const tsu_mesh_body *body, tsu_vec3 x, double radius, int before,
                        bool *above)
{
    const nearest n = look_at(body, x, 2.0 * radius);
    if (!(n.foot.distance < 2.0 * radius)) return before;
    const tsu_vec3 from_outlet = tsu_vec3_sub(x, tsu_pose_point_back(&body->pose, f->outlet));
    const double along = -tsu_vec3_dot(n.foot.n, from_outlet) * (f->inside_out ? -1.0 : 1.0);
    *above = n.face;
    return along > 0.0 ? BEYOND : BEHIND;
}

/* ---- counting ------------------------------------------------------------------------------------------------------------- */

static void count_row(massflow *f, const tsu_world *w, const tsu_mesh_body *body, int32_t i, double *state)
{
    const double at[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                          tsu_boundary_inside(w, i, 2), w->particles.xr[i][3]};
    const tsu_vec3 x = tsu_pose_point_back(&body->pose, tsu_vec3_make(at[0], at[1], at[2]));
    const int before = (int)*state;
    bool above = false;
    if (before >= COUNTED) return;
    const int side = f->has_outlet ? side_of_mesh(f, body, x, at[3], before, &above)
                                   : side_of_plane(f, body, x, before, &above);
    const bool passes = before == BEHIND && side == BEYOND && above;
    /* who slips past a mesh of any form without having been above a triangle has not passed yet */
    if (!passes) *state = f->has_outlet && before == BEHIND && side == BEYOND ? BEHIND : side;
    if (!passes) return;
    *state = f->remove ? LEAVING : f->once ? COUNTED : BEYOND;
    f->passed[f->count++] = (passing){w->particles.id[i], i};
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const passing *)a)->id, y = ((const passing *)b)->id;
    return (x > y) - (x < y);
}

static void write_passed(const massflow *f, const tsu_world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    const double x[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                         tsu_boundary_inside(w, i, 2), p->xr[i][3]};
    const double *v = p->vm[i];
    char line[512];
    snprintf(line, sizeof line, " %4.4g %4.4g %4.4g %4.4g %4.4g %4.4g %4.4g", 2.0 * x[3], x[0], x[1], x[2],
             v[0], v[1], v[2]);
    if (f->screen) tsu_script_say(f->session->script, " %llu%s \n ", (unsigned long long)p->id[i], line);
    if (!f->part) return;
    fprintf(f->part, "%llu", (unsigned long long)p->id[i]);
    if (f->with_time) fprintf(f->part, "  %4.4g ", w->dt * (double)w->step);
    fputs(line, f->part);
    const tsu_particle_column *ex = tsu_particles_find_column(p, "ex"),
                              *colour = tsu_particles_find_column(p, "color");
    if (ex && ex->width == 3) {
        const double *e = ex->value + 3 * (size_t)i;
        fprintf(f->part, "    %4.4g %4.4g %4.4g ", e[0], e[1], e[2]);
    }
    if (colour && colour->width == 1) fprintf(f->part, "    %4.0g ", colour->value[i]);
    fputs("\n", f->part);
}

static tsu_status end_part(massflow *f, tsu_error *err)
{
    const bool good = !f->file || (f->part && tsu_growing_file_end(f->file, true));
    f->part = NULL;
    if (good) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "fix massflow/mesh could not write %s: is the disk full?",
                         f->path);
}

static tsu_status find_body(const massflow *f, const tsu_mesh_body **body, tsu_error *err)
{
    *body = tsu_meshes_find(f->session->world, f->mesh);
    if (*body) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "mesh %s of fix massflow/mesh %s is gone; `unfix %s` before it", f->mesh, f->id,
                         f->id);
}

static tsu_status count_all(struct tsu_world *w, void *context, tsu_error *err)
{
    massflow *f = context;
    const tsu_particles *p = &w->particles;
    const tsu_mesh_body *body;
    tsu_status status = find_body(f, &body, err);
    const tsu_particle_column *c = tsu_particles_find_column(p, f->column),
                              *sum = f->property[0] ? tsu_particles_find_column(p, f->property) : NULL;
    f->count = 0;
    if (status == TSU_OK)
        status =
            tsu_memory_grow(&f->passed, &f->capacity, (size_t)p->count + 1, sizeof *f->passed, "rows", err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (tsu_session_in_group(f->session, i, f->group)) count_row(f, w, body, i, &c->value[i]);
    }
    if (status != TSU_OK || f->count == 0) return status;
    qsort(f->passed, (size_t)f->count, sizeof *f->passed, by_id);
    f->part = f->file ? tsu_growing_file_begin(f->file) : NULL;
    for (int32_t k = 0; k < f->count; k++) {
        const int32_t i = f->passed[k].row;
        f->mass += p->mass[i];
        f->number += 1.0;
        if (sum) f->sum += sum->value[i];
        write_passed(f, w, i);
    }
    return end_part(f, err);
}

/* Those that have passed go before the next step. */
static tsu_status take_out(struct tsu_world *w, void *context, tsu_error *err)
{
    massflow *f = context;
    const tsu_particles *p = &w->particles;
    const tsu_particle_column *c = tsu_particles_find_column(p, f->column);
    uint8_t *remove = NULL;
    bool any = false;
    for (int32_t i = 0; i < p->count && !any; i++) {
        any = c->value[i] == LEAVING;
    }
    if (!any) return TSU_OK;
    tsu_exact_sum mass;
    tsu_exact_init(&mass);
    tsu_status status = tsu_memory_allocate(&remove, (size_t)p->count + 1, 1, "particles to remove", err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        remove[i] = c->value[i] == LEAVING;
        if (remove[i]) tsu_exact_add(&mass, p->mass[i]);
        f->number_deleted += remove[i];
    }
    f->mass_deleted += tsu_exact_round(&mass);
    if (status == TSU_OK) status = tsu_world_remove(w, remove, TSU_BETWEEN_STEPS, err);
    tsu_memory_release(&remove);
    return status;
}

/* ---- what f_ID gives ------------------------------------------------------------------------------------------------------ */

/* A rate is over the time since the step of the question before. */
static void ask(massflow *f, double time)
{
    if (f->asked && time == f->now_time) return;
    f->asked_time = f->asked ? f->now_time : f->asked_time;
    f->asked_mass = f->asked ? f->now_mass : 0.0;
    f->asked_number = f->asked ? f->now_number : 0.0;
    f->now_time = time;
    f->now_mass = f->mass;
    f->now_number = f->number;
    f->asked = true;
}

static tsu_status massflow_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)err;
    massflow *f = state;
    ask(f, s->world->time);
    const double passed = f->now_time - f->asked_time, rate = passed > 0.0 ? 1.0 / passed : 0.0;
    const double all[NUMBERS] = {f->mass,
                                 f->number,
                                 rate * (f->now_mass - f->asked_mass),
                                 rate * (f->now_number - f->asked_number),
                                 f->mass_deleted,
                                 f->number_deleted,
                                 f->sum};
    *out = all[index];
    return TSU_OK;
}

static double *const *saved_numbers(massflow *f, double *list[12])
{
    double *const all[12] = {&f->mass,     &f->number,     &f->mass_deleted, &f->number_deleted,
                             &f->sum,      &f->asked_time, &f->asked_mass,   &f->asked_number,
                             &f->now_time, &f->now_mass,   &f->now_number,   NULL};
    memcpy(list, all, sizeof all);
    return list;
}

static void save_massflow(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    massflow copy = *(const massflow *)state;
    double *list[12];
    for (double *const *p = saved_numbers(&copy, list); *p; p++) {
        tsu_pack_f64(pack, **p);
    }
    tsu_pack_u64(pack, copy.asked);
}

static tsu_status load_massflow(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    massflow *f = state;
    double *list[12];
    for (double *const *p = saved_numbers(f, list); *p; p++) {
        **p = tsu_cursor_f64(saved);
    }
    f->asked = tsu_cursor_u64(saved) == 1;
    return TSU_OK;
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

static tsu_status read_point(tsu_words *words, const char *what, tsu_vec3 *out, tsu_error *err)
{
    double x[3] = {0};
    words->loose = true;
    const tsu_status status = tsu_words_numbers(words, what, 3, x, err);
    words->loose = false;
    *out = tsu_vec3_make(x[0], x[1], x[2]);
    return status;
}

static tsu_status read_name(tsu_words *words, const char *what, char out[TSU_NAME], tsu_error *err)
{
    const char *word;
    const tsu_status status = tsu_words_text(words, what, &word, err);
    if (status == TSU_OK) snprintf(out, TSU_NAME, "%s", word);
    return status;
}

static tsu_status open_file(tsu_session *s, tsu_words *words, massflow *f, bool append, tsu_error *err)
{
    const char *path;
    const tsu_status status = tsu_words_text(words, "the file", &path, err);
    if (status != TSU_OK) return status;
    (void)tsu_session_close_output(s, f->file);
    f->file = tsu_session_open_output(s, path, append, &f->titles, err);
    snprintf(f->path, sizeof f->path, "%s", path);
    return f->file ? TSU_OK : TSU_ERROR_IO;
}

static tsu_status read_keyword(tsu_session *s, tsu_words *words, massflow *f, tsu_error *err)
{
    static const char *const list[] = {"vec_side",        "mesh",       "sum_property", "count",  "writeTime",
                                       "point_at_outlet", "inside_out", "file",         "append", "screen",
                                       "delete_atoms",    NULL};
    static const char *const counts[] = {"multiple", "once", NULL};
    int key, k = 0;
    bool taken = false;
    tsu_status status = f->sieve ? tsu_sieve_read(f->sieve, words, &taken, err) : TSU_OK;
    if (taken) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key) {
    case 0: f->has_side = true; return read_point(words, "the direction", &f->side, err);
    case 1: return read_name(words, "the mesh", f->mesh, err);
    case 2: return read_name(words, "the property", f->property, err);
    case 3:
        status = tsu_words_choice(words, "once or multiple", counts, &k, err);
        f->once = k == 1;
        return status;
    case 4: f->with_time = true; return TSU_OK;
    case 5: f->has_outlet = true; return read_point(words, "a point [m]", &f->outlet, err);
    case 6: f->inside_out = true; return TSU_OK;
    case 7:
    case 8: return open_file(s, words, f, key == 8, err);
    case 9: return tsu_words_switch(words, "yes or no", &f->screen, err);
    default: return tsu_words_switch(words, "yes or no", &f->remove, err);
    }
}

static bool is_flat(const tsu_mesh_body *body)
{
    const tsu_mesh *m = &body->mesh;
    const tsu_triangle *t = &body->triangle[body->item[0]];
    for (int32_t k = 0; k < m->vertices; k++) {
        const tsu_vec3 v = tsu_vec3_make(m->vertex[k][0], m->vertex[k][1], m->vertex[k][2]);
        if (fabs(tsu_vec3_dot(tsu_vec3_sub(v, t->corner[0]), t->n)) > 1.0e-6 * m->radius) return false;
    }
    return true;
}

static tsu_status check_mesh(tsu_session *s, const tsu_words *words, const massflow *f, tsu_error *err)
{
    tsu_mesh_fix *mesh;
    if (!f->mesh[0]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`mesh` is missing");
    const tsu_status status = tsu_mesh_fix_find(s, f->mesh, &mesh, err);
    if (status != TSU_OK) return status;
    if (!f->has_outlet && !is_flat(mesh->body))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "mesh %s is not flat; a mesh of any form needs `point_at_outlet X Y Z`",
                               f->mesh);
    const tsu_triangle *t = &mesh->body->triangle[mesh->body->item[0]];
    if (!f->has_outlet && !(fabs(tsu_vec3_dot(tsu_pose_vector(&mesh->body->pose, t->n), f->side)) > 1.0e-6))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "vec_side lies in the plane of mesh %s; it must point to one of its sides",
                               f->mesh);
    return TSU_OK;
}

static tsu_status check(tsu_session *s, const tsu_words *words, const massflow *f, tsu_error *err)
{
    if (!f->has_side && !f->has_outlet)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`vec_side` is missing");
    if (f->remove && !f->once)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`delete_atoms yes` needs `count once`");
    if (f->has_outlet && !f->once)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`point_at_outlet` needs `count once`");
    if (f->inside_out && !f->has_outlet)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "`inside_out` has a meaning only with `point_at_outlet`");
    const tsu_particle_column *c = tsu_particles_find_column(&s->world->particles, f->property);
    if (f->property[0] && (!c || c->width != 1))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "there is no scalar property '%s'; define it by `fix property/atom`",
                               f->property);
    const tsu_status status = f->sieve ? tsu_sieve_check(f->sieve, words, err) : TSU_OK;
    return status == TSU_OK ? check_mesh(s, words, f, err) : status;
}

static tsu_status write_titles(massflow *f, tsu_error *err)
{
    f->part = tsu_growing_file_begin(f->file);
    if (f->part)
        fprintf(f->part, "# ID%s diameter x y z u v w  (ex ey ez, color)\n", f->with_time ? " time " : "");
    return end_part(f, err);
}

static tsu_status start(tsu_session *s, tsu_object *fix, massflow *f, tsu_error *err)
{
    const char *const id = fix->id;
    char name[TSU_NAME];
    snprintf(name, sizeof name, "massflow:%.50s", id);
    if (!tsu_particles_column(&s->world->particles, name, 1, UNKNOWN, err)) return TSU_ERROR_MEMORY;
    snprintf(f->column, sizeof f->column, "%s", name);
    snprintf(f->id, sizeof f->id, "%s", id);
    if (f->file && f->titles && write_titles(f, err) != TSU_OK) return TSU_ERROR_IO;
    const tsu_hook_def after = {.phase = TSU_HOOK_AFTER_DRIFT, .run = count_all, .context = f};
    const tsu_hook_def before = {.phase = TSU_HOOK_BEFORE_STEP, .run = take_out, .context = f};
    tsu_status status = tsu_session_hook(s, fix, after, err);
    if (status == TSU_OK && f->remove) status = tsu_session_hook(s, fix, before, err);
    if (status == TSU_OK && f->sieve)
        status = tsu_sieve_start(f->sieve, fix, f->mesh, f->column, COUNTED, err);
    return status;
}

static tsu_status define(tsu_script *script, tsu_words *words, bool sieve, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    massflow *f = fix.state = tsu_session_new_state(&fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    f->session = s;
    f->group = fix.group;
    f->asked_time = s->world->time;
    fix.destroy = destroy_massflow;
    if (sieve) f->sieve = tsu_sieve_create(s, fix.group, err);
    if (sieve && !f->sieve) status = TSU_ERROR_MEMORY;
    fix.save = save_massflow;
    fix.load = load_massflow;
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(s, words, f, err);
    }
    if (status == TSU_OK) status = check(s, words, f, err);
    fix.values =
        (tsu_values){.vector_length = f->property[0] ? NUMBERS : PROPERTY, .vector = massflow_vector};
    if (status == TSU_OK) status = start(s, &fix, f, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

static tsu_status fix_massflow(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, err);
}

static tsu_status fix_massflow_sieve(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, err);
}

const tsu_command tsu_fixes_massflow[] = {
    {"massflow/mesh",
     "fix ID GROUP massflow/mesh mesh MESH vec_side X Y Z | point_at_outlet X Y Z [inside_out] [count "
     "once|multiple] [delete_atoms yes|no] [sum_property NAME] [file NAME|append NAME] [writeTime] [screen "
     "yes|no]",
     "count particles that pass a mesh; f_ID[1..6]: mass, number, their rates, mass and number taken out",
     fix_massflow},
    {"massflow/mesh/sieve",
     "fix ID GROUP massflow/mesh/sieve ... (as massflow/mesh) sieveSize S sieveSpacing L sieveStiffness K "
     "[sieveDamping C]",
     "as massflow/mesh; the mesh stands for a plate with holes of size S at a distance L: who touches it "
     "passes "
     "with probability pi/4 (S - d)^2/L^2 or is held by a spring K and a dashpot C",
     fix_massflow_sieve},
    {0}};
