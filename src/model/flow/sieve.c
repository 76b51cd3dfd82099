/* SPDX-License-Identifier: Apache-2.0 */
/* sieve.c - what a sieve does to particles. */
#include "base/random.h"
#include "model/flow/massflow_state.h"
#include "step/mesh/body.h"
#include "step/world.h"
#include <math.h>

enum { PASSES = 0, HELD = 1, SEED = 15485863 };

static const double quarter_pi = 0.78539816339744831;

/* ---- the force ------------------------------------------------------------------------------------------------------------- */

typedef struct nearest {
    const tsu_mesh_body *body;
    tsu_vec3 x;
    tsu_foot foot; /* the nearest so far */
} nearest;

static void visit_triangle(void *context, int32_t item)
{
    nearest *n = context;
    tsu_foot foot = {0};
    const tsu_triangle *t = &n->body->triangle[n->body->item[item]];
    if (tsu_triangle_foot_within(t, n->x, n->foot.distance, &foot) && foot.distance < n->foot.distance)
        n->foot = foot;
}

/* How deep a sphere is in the mesh, and where the mesh pushes it: normal and velocity of the surface. */
static double depth_in(const tsu_mesh_body *body, const double at[4], tsu_vec3 *n, tsu_vec3 *surface)
{
    const tsu_vec3 x = tsu_vec3_make(at[0], at[1], at[2]);
    nearest near = {.body = body, .x = tsu_pose_point_back(&body->pose, x), .foot = {.distance = at[3]}};
    const double place[3] = {near.x.x, near.x.y, near.x.z};
    tsu_bvh_near(&body->tree, place, at[3], visit_triangle, &near);
    if (!(near.foot.distance < at[3])) return 0.0;
    tsu_vec3 spin;
    *n = tsu_pose_vector(&body->pose, near.foot.n);
    tsu_mesh_surface(body, tsu_vec3_madd(x, -near.foot.distance, *n), *n, surface, &spin);
    return at[3] - near.foot.distance;
}

static bool falls_through(const tsu_sieve_def *v, const tsu_world *w, int32_t i)
{
    const double gap = v->size - 2.0 * w->particles.xr[i][3], share = gap / v->spacing;
    const double chance = gap > 0.0 ? quarter_pi * share * share : 0.0;
    return tsu_random_uniform(SEED, w->particles.id[i], TSU_RANDOM_SIEVE, (uint32_t)w->step) < chance;
}

static void hold_row(const tsu_sieve_def *v, tsu_world *w, const tsu_mesh_body *body, int32_t i,
                     double *state)
{
    tsu_particles *p = &w->particles;
    tsu_vec3 n, surface;
    const double x[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                         tsu_boundary_inside(w, i, 2), p->xr[i][3]};
    const double depth = *state == PASSES ? 0.0 : depth_in(body, x, &n, &surface);
    if (!(depth > 0.0)) {
        if (*state == HELD) *state = TSU_SIEVE_APART;
        return;
    }
    if (*state == TSU_SIEVE_APART) *state = falls_through(v, w, i) ? PASSES : HELD;
    if (*state == PASSES) return;
    const tsu_vec3 motion = tsu_vec3_sub(tsu_vec3_make(p->vm[i][0], p->vm[i][1], p->vm[i][2]), surface);
    const double force = fmax(0.0, v->stiffness * depth - v->damping * tsu_vec3_dot(motion, n));
    p->force[i][0] += force * n.x;
    p->force[i][1] += force * n.y;
    p->force[i][2] += force * n.z;
}

static double *find_values(const tsu_model *m, int k)
{
    char name[TSU_MODEL_NAME];
    tsu_model_column_name(m, &tsu_massflow_columns[k], name);
    return tsu_particles_find_column(&m->world->particles, name)->value;
}

tsu_status tsu_sieve_hold(tsu_model *m, tsu_error *err)
{
    const tsu_massflow_def *f = m->state;
    tsu_world *w = m->world;
    const tsu_mesh_body *body = tsu_meshes_find(w, f->mesh);
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s of a sieve is gone; remove the sieve before it",
                             f->mesh);
    const double *counted = find_values(m, 0);
    double *state = find_values(m, 1);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_in_group(w, i, f->group) && counted[i] < TSU_FLOW_COUNTED)
            hold_row(&f->sieve, w, body, i, &state[i]);
    }
    return TSU_OK;
}

tsu_status tsu_sieve_check(const tsu_model *m, tsu_error *err)
{
    const tsu_sieve_def *v = &((const tsu_massflow_def *)m->state)->sieve;
    if (v->size >= 0.0 && v->spacing > 0.0 && v->size <= v->spacing && v->stiffness >= 0.0 &&
        v->damping >= 0.0)
        return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "massflow_sieve %s: holes of %g m at a distance of %g m, stiffness %g N/m, damping %g N s/m: holes "
        "must fit, and no number be negative",
        m->name, v->size, v->spacing, v->stiffness, v->damping);
}
