/* SPDX-License-Identifier: Apache-2.0 */
#include "fix/sieve.h"
#include "base/random.h"
#include "fix/mesh_fix.h"
#include "step/hooks.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { APART = -1, PASSES = 0, HELD = 1, SEED = 15485863 };

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

static bool falls_through(const tsu_sieve *v, const tsu_world *w, int32_t i)
{
    const double gap = v->size - 2.0 * w->particles.xr[i][3], share = gap / v->spacing;
    const double chance = gap > 0.0 ? quarter_pi * share * share : 0.0;
    return tsu_random_uniform(SEED, w->particles.id[i], TSU_RANDOM_SIEVE, (uint32_t)w->step) < chance;
}

static void hold_row(const tsu_sieve *v, tsu_world *w, const tsu_mesh_body *body, int32_t i, double *state)
{
    tsu_particles *p = &w->particles;
    tsu_vec3 n, surface;
    const double x[4] = {tsu_boundary_inside(w, i, 0), tsu_boundary_inside(w, i, 1),
                         tsu_boundary_inside(w, i, 2), p->xr[i][3]};
    const double depth = *state == PASSES ? 0.0 : depth_in(body, x, &n, &surface);
    if (!(depth > 0.0)) {
        if (*state == HELD) *state = APART;
        return;
    }
    if (*state == APART) *state = falls_through(v, w, i) ? PASSES : HELD;
    if (*state == PASSES) return;
    const tsu_vec3 motion = tsu_vec3_sub(tsu_vec3_make(p->vm[i][0], p->vm[i][1], p->vm[i][2]), surface);
    const double force = fmax(0.0, v->stiffness * depth - v->damping * tsu_vec3_dot(motion, n));
    p->force[i][0] += force * n.x;
    p->force[i][1] += force * n.y;
    p->force[i][2] += force * n.z;
}

static tsu_status hold(tsu_world *w, void *context, tsu_error *err)
{
    const tsu_sieve *v = context;
    const tsu_particles *p = &w->particles;
    const tsu_mesh_body *body = tsu_meshes_find(w, v->mesh);
    if (!body)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s of a sieve is gone; `unfix` the sieve before it",
                             v->mesh);
    double *state = tsu_particles_find_column(p, v->column)->value;
    const double *counted = tsu_particles_find_column(p, v->counted)->value;
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_session_in_group(v->session, i, v->group) && counted[i] < v->done)
            hold_row(v, w, body, i, &state[i]);
    }
    return TSU_OK;
}

/* ---- the command ----------------------------------------------------------------------------------------------------------- */

tsu_sieve *tsu_sieve_create(tsu_session *s, int group, tsu_error *err)
{
    tsu_sieve *v = calloc(1, sizeof *v);
    if (!v) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a sieve");
        return NULL;
    }
    v->session = s;
    v->group = group;
    v->size = v->spacing = v->stiffness = NAN;
    return v;
}

tsu_status tsu_sieve_read(tsu_sieve *v, tsu_words *words, bool *taken, tsu_error *err)
{
    *taken = true;
    if (tsu_words_accept(words, "sieveSize"))
        return tsu_words_loose_number(words, "the size of the holes [m]", &v->size, err);
    if (tsu_words_accept(words, "sieveSpacing"))
        return tsu_words_loose_number(words, "the distance of the holes [m]", &v->spacing, err);
    if (tsu_words_accept(words, "sieveStiffness"))
        return tsu_words_loose_number(words, "the stiffness [N/m]", &v->stiffness, err);
    if (tsu_words_accept(words, "sieveDamping"))
        return tsu_words_loose_number(words, "the damping [N s/m]", &v->damping, err);
    if (tsu_words_accept(words, "sieveMultiSphereCanPass"))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "there are no clumps of spheres (multisphere); leave it out");
    *taken = false;
    return TSU_OK;
}

tsu_status tsu_sieve_check(const tsu_sieve *v, const tsu_words *words, tsu_error *err)
{
    const struct {
        const char *name;
        double value;
        bool zero; /* it may be */
    } list[] = {{"sieveSize", v->size, true},
                {"sieveSpacing", v->spacing, false},
                {"sieveStiffness", v->stiffness, true},
                {"sieveDamping", v->damping, true}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        if (isnan(list[k].value))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k].name);
        if (!(list[k].value >= 0.0) || (list[k].value == 0.0 && !list[k].zero))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is %g; it must be positive",
                                   list[k].name, list[k].value);
    }
    if (v->size > v->spacing)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "holes of %g (sieveSize) do not fit at a distance of %g (sieveSpacing)",
                               v->size, v->spacing);
    return TSU_OK;
}

tsu_status tsu_sieve_start(tsu_sieve *v, tsu_object *fix, const char *mesh, const char *counted, double done,
                           tsu_error *err)
{
    tsu_world *w = v->session->world;
    char name[TSU_NAME];
    snprintf(name, sizeof name, "sieve:%.50s", fix->id);
    if (!tsu_particles_column(&w->particles, name, 1, APART, err)) return TSU_ERROR_MEMORY;
    snprintf(v->column, sizeof v->column, "%s", name);
    snprintf(v->mesh, sizeof v->mesh, "%s", mesh);
    snprintf(v->counted, sizeof v->counted, "%s", counted);
    v->done = done;
    tsu_world_change(w);
    const tsu_hook_def hook = {.phase = TSU_HOOK_FORCE, .run = hold, .context = v};
    return tsu_session_hook(v->session, fix, hook, err);
}

void tsu_sieve_destroy(tsu_sieve *v)
{
    if (!v) return;
    tsu_world *w = v->session->world;
    if (w) tsu_world_change(w);
    if (w && v->column[0]) tsu_particles_remove_column(&w->particles, v->column);
    free(v);
}
