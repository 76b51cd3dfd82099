/* SPDX-License-Identifier: Apache-2.0 */
#include "base/exact_sum.h"
#include "base/memory.h"
#include "model/flow/massflow_state.h"
#include "step/mesh/body.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MASS, NUMBER, MASS_RATE, NUMBER_RATE, MASS_DELETED, NUMBER_DELETED, PROPERTY, NUMBERS };

typedef struct passing {
    uint64_t id;
    int32_t row;
} passing;

typedef struct massflow {
    tsu_massflow_def def;
    double mass, number, mass_deleted, number_deleted, sum; /* so far */
    /* rates: over the time from one question to the next */
    double asked_time, asked_mass, asked_number; /* at the question before the last */
    double now_time, now_mass, now_number;       /* at the last */
    bool asked;
    passing *passed; /* in this step, by id */
    size_t capacity;
    int32_t count;
} massflow;

const tsu_model_column tsu_massflow_columns[] = {
    {"massflow:", 1, TSU_FLOW_UNKNOWN, true}, {"sieve:", 1, TSU_SIEVE_APART, true}, {0}};
static const tsu_model_column counted[] = {{"massflow:", 1, TSU_FLOW_UNKNOWN, true}, {0}};

static const tsu_particle_column *find_column(const tsu_model *m, int k)
{
    char name[TSU_MODEL_NAME];
    tsu_model_column_name(m, &tsu_massflow_columns[k], name);
    return tsu_particles_find_column(&m->world->particles, name);
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
static int side_of_plane(const tsu_massflow_def *f, const tsu_mesh_body *body, tsu_vec3 x, int before,
                         bool *above)
{
    const tsu_triangle *t = &body->triangle[body->item[0]];
    const double sign = tsu_vec3_dot(tsu_pose_vector(&body->pose, t->n), f->side) < 0.0 ? -1.0 : 1.0;
    const double height = sign * tsu_vec3_dot(tsu_vec3_sub(x, t->corner[0]), t->n);
    const int side = height > 0.0 ? TSU_FLOW_BEYOND : TSU_FLOW_BEHIND;
    if (side == TSU_FLOW_BEYOND && before == TSU_FLOW_BEHIND)
        *above = look_at(body, x, 1.000001 * fabs(height)).face;
    return side;
}

static int side_of_mesh(const tsu_massflow_def *f, const tsu_mesh_body *body, tsu_vec3 x, double radius,
                        int before, bool *above)
{
    const nearest n = look_at(body, x, 2.0 * radius);
    if (!(n.foot.distance < 2.0 * radius)) return before;
    const tsu_vec3 from_outlet = tsu_vec3_sub(x, tsu_pose_point_back(&body->pose, f->outlet));
    const double along = -tsu_vec3_dot(n.foot.n, from_outlet) * (f->inside_out ? -1.0 : 1.0);
    *above = n.face;
    return along > 0.0 ? TSU_FLOW_BEYOND : TSU_FLOW_BEHIND;
}

/* ---- counting ------------------------------------------------------------------------------------------------------------- */

static void count_row(massflow *s, const tsu_world *w, const tsu_mesh_body *body, int32_t i, double *state)
{
    const tsu_massflow_def *f = &s->def;
    const double at[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                          tsu_boundary_inside(w, i, 2), w->particles.xr[i][3]};
    const tsu_vec3 x = tsu_pose_point_back(&body->pose, tsu_vec3_make(at[0], at[1], at[2]));
    const int before = (int)*state;
    bool above = false;
    if (before >= TSU_FLOW_COUNTED) return;
    const int side = f->has_outlet ? side_of_mesh(f, body, x, at[3], before, &above)
                                   : side_of_plane(f, body, x, before, &above);
    const bool passes = before == TSU_FLOW_BEHIND && side == TSU_FLOW_BEYOND && above;
    /* who slips past a mesh of any form without having been above a triangle has not passed yet */
    if (!passes)
        *state =
            f->has_outlet && before == TSU_FLOW_BEHIND && side == TSU_FLOW_BEYOND ? TSU_FLOW_BEHIND : side;
    if (!passes) return;
    *state = f->remove ? TSU_FLOW_LEAVING : f->once ? TSU_FLOW_COUNTED : TSU_FLOW_BEYOND;
    s->passed[s->count++] = (passing){w->particles.id[i], i};
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const passing *)a)->id, y = ((const passing *)b)->id;
    return (x > y) - (x < y);
}

static tsu_status tell(massflow *f, const tsu_world *w, tsu_error *err)
{
    int32_t *row = NULL;
    if (!f->def.passed) return TSU_OK;
    tsu_status status = tsu_memory_allocate(&row, (size_t)f->count, sizeof *row, "rows", err);
    for (int32_t k = 0; k < f->count && status == TSU_OK; k++) {
        row[k] = f->passed[k].row;
    }
    if (status == TSU_OK) status = f->def.passed(f->def.context, w, row, f->count, err);
    tsu_memory_release(&row);
    return status;
}

static tsu_status count_all(tsu_model *m, tsu_error *err)
{
    massflow *f = m->state;
    const tsu_world *w = m->world;
    const tsu_particles *p = &w->particles;
    const tsu_mesh_body *body = tsu_meshes_find(w, f->def.mesh);
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "mesh %s of the mass flow %s is gone; remove the mass flow before it",
                             f->def.mesh, m->name);
    const tsu_particle_column *c = find_column(m, 0),
                              *sum =
                                  f->def.property[0] ? tsu_particles_find_column(p, f->def.property) : NULL;
    f->count = 0;
    const tsu_status status =
        tsu_memory_grow(&f->passed, &f->capacity, (size_t)p->count + 1, sizeof *f->passed, "rows", err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (tsu_in_group(w, i, f->def.group)) count_row(f, w, body, i, &c->value[i]);
    }
    if (status != TSU_OK || f->count == 0) return status;
    qsort(f->passed, (size_t)f->count, sizeof *f->passed, by_id);
    for (int32_t k = 0; k < f->count; k++) {
        const int32_t i = f->passed[k].row;
        f->mass += p->mass[i];
        f->number += 1.0;
        if (sum) f->sum += sum->value[i];
    }
    return tell(f, w, err);
}

/* Those that have passed go before the next step. */
static tsu_status take_out(tsu_model *m, tsu_error *err)
{
    massflow *f = m->state;
    tsu_world *w = m->world;
    const tsu_particles *p = &w->particles;
    const tsu_particle_column *c = find_column(m, 0);
    uint8_t *remove = NULL;
    bool any = !f->def.remove;
    if (any) return TSU_OK;
    for (int32_t i = 0; i < p->count && !any; i++) {
        any = c->value[i] == TSU_FLOW_LEAVING;
    }
    if (!any) return TSU_OK;
    tsu_exact_sum mass;
    tsu_exact_init(&mass);
    tsu_status status = tsu_memory_allocate(&remove, (size_t)p->count + 1, 1, "particles to remove", err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        remove[i] = c->value[i] == TSU_FLOW_LEAVING;
        if (remove[i]) tsu_exact_add(&mass, p->mass[i]);
        f->number_deleted += remove[i];
    }
    f->mass_deleted += tsu_exact_round(&mass);
    if (status == TSU_OK) status = tsu_world_remove(w, remove, TSU_BETWEEN_STEPS, err);
    tsu_memory_release(&remove);
    return status;
}

/* ---- what it tells ----------------------------------------------------------------------------------------------------------- */

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

static tsu_status number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    massflow *f = m->state;
    ask(f, m->world->time);
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

static void save(const tsu_model *m, tsu_pack *pack)
{
    massflow copy = *(const massflow *)m->state;
    double *list[12];
    for (double *const *p = saved_numbers(&copy, list); *p; p++) {
        tsu_pack_f64(pack, **p);
    }
    tsu_pack_u64(pack, copy.asked);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    massflow *f = m->state;
    double *list[12];
    for (double *const *p = saved_numbers(f, list); *p; p++) {
        **p = tsu_cursor_f64(saved);
    }
    f->asked = tsu_cursor_u64(saved) == 1;
    return TSU_OK;
}

/* ---- the models ---------------------------------------------------------------------------------------------------------------- */

tsu_massflow_def tsu_model_massflow_default(void)
{
    return (tsu_massflow_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_massflow_def *)def = tsu_model_massflow_default();
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

tsu_status tsu_massflow_check_mesh(const tsu_world *w, const tsu_massflow_def *f, tsu_error *err)
{
    const tsu_mesh_body *body = tsu_meshes_find(w, f->mesh);
    if (!body) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no mesh %s", f->mesh);
    if (f->has_outlet) return TSU_OK;
    if (!is_flat(body))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "mesh %s is not flat; a mesh of any form needs `point_at_outlet X Y Z`",
                             f->mesh);
    const tsu_triangle *t = &body->triangle[body->item[0]];
    if (!(fabs(tsu_vec3_dot(tsu_pose_vector(&body->pose, t->n), f->side)) > 1.0e-6))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "vec_side lies in the plane of mesh %s; it must point to one of its sides",
                             f->mesh);
    return TSU_OK;
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    massflow *f = m->state;
    const tsu_particle_column *c = tsu_particles_find_column(&m->world->particles, f->def.property);
    if ((f->def.remove || f->def.has_outlet) && !f->def.once)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "massflow %s: counting at an outlet, and removing particles, need `once`",
                             m->name);
    if (f->def.property[0] && (!c || c->width != 1))
        return tsu_error_set(err, TSU_ERROR_INPUT, "massflow %s: there is no scalar property '%s'", m->name,
                             f->def.property);
    if (m->row == &tsu_model_massflow_sieve) {
        const tsu_status status = tsu_sieve_check(m, err);
        if (status != TSU_OK) return status;
    }
    f->asked_time = m->world->time;
    m->numbers = f->def.property[0] ? NUMBERS : PROPERTY;
    return tsu_massflow_check_mesh(m->world, &f->def, err);
}

static void destroy(tsu_model *m)
{
    massflow *f = m->state;
    tsu_memory_release(&f->passed);
    if (m->row == &tsu_model_massflow_sieve) tsu_world_change(m->world);
}

/* Between the steps only those that leave need it. */
static bool rests(const tsu_model *m)
{
    return !((const massflow *)m->state)->def.remove;
}

const tsu_model_row tsu_model_massflow = {
    .name = "massflow",
    .names = &tsu_names_massflow,
    .doc = "counts particles that pass a mesh",
    .def_size = sizeof(tsu_massflow_def),
    .state_size = sizeof(massflow),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_BEFORE_STEP] = take_out,
    .phase[TSU_HOOK_AFTER_DRIFT] = count_all,
    .rests = rests,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP | TSU_FIELDS_WALLS | TSU_FIELDS_BOX |
             TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_COLUMNS | TSU_FIELDS_COUNT,
    .account = TSU_MODEL_GIVEN,
    .column = counted,
    .save = save,
    .load = load,
    .numbers = NUMBERS,
    .number = number,
};

const tsu_model_row tsu_model_massflow_sieve = {
    .name = "massflow_sieve",
    .names = &tsu_names_sieve,
    .doc = "counts particles that pass a mesh, which retains some of them",
    .def_size = sizeof(tsu_massflow_def),
    .state_size = sizeof(massflow),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_BEFORE_STEP] = take_out,
    .phase[TSU_HOOK_AFTER_DRIFT] = count_all,
    .phase[TSU_HOOK_FORCE] = tsu_sieve_hold,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP |
             TSU_FIELDS_WALLS | TSU_FIELDS_BOX | TSU_FIELDS_COLUMNS,
    .writes = TSU_FIELDS_FORCE | TSU_FIELDS_COLUMNS | TSU_FIELDS_COUNT,
    .account = TSU_MODEL_WORK,
    .column = tsu_massflow_columns,
    .save = save,
    .load = load,
    .numbers = NUMBERS,
    .number = number,
};
