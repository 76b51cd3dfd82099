/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_loads.c - what particles do to a mesh: the force on each triangle, on the whole, and wear.
 *
 * A servo and whatever reads these numbers steers by them, so they are summed exactly: the order of contacts leaves no trace. */
#include "base/exact_sum.h"
#include "base/memory.h"
#include "step/mesh/body.h"
#include "step/mesh/wear.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

tsu_status tsu_mesh_keep_loads(tsu_mesh_body *body, const double reference[3], bool wear, tsu_error *err)
{
    tsu_mesh_loads *loads = body->loads ? body->loads : calloc(1, sizeof *loads);
    const size_t n = (size_t)body->mesh.triangles;
    if (!loads) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the loads of mesh %s", body->name);
    body->loads = loads;
    tsu_status s = TSU_OK;
    if (!loads->on_triangle)
        s = tsu_memory_allocate(&loads->on_triangle, n, sizeof *loads->on_triangle, "loads of a mesh", err);
    if (s == TSU_OK && !loads->last)
        s = tsu_memory_allocate(&loads->last, n, sizeof *loads->last, "loads of a mesh", err);
    if (s == TSU_OK && wear && !loads->depth)
        s = tsu_memory_allocate(&loads->depth, n, sizeof *loads->depth, "wear of a mesh", err);
    if (s != TSU_OK) return s;
    loads->wear = wear;
    memcpy(loads->reference, reference, sizeof loads->reference);
    return TSU_OK;
}

void tsu_mesh_clear_loads(world *w)
{
    for (int k = 0; k < w->meshes; k++) {
        tsu_mesh_loads *loads = w->mesh[k]->loads;
        if (!loads) continue;
        for (int64_t q = 0; q < loads->touched_count; q++) {
            memset(loads->on_triangle[loads->touched[q]], 0, sizeof *loads->on_triangle);
        }
        loads->touched_count = 0;
        loads->contacts = 0;
        memset(loads->force, 0, sizeof loads->force);
        memset(loads->torque, 0, sizeof loads->torque);
    }
}

/* One contact of an evaluation, seen from the mesh. */
typedef struct load {
    uint32_t row;
    int32_t triangle;
    tsu_vec3 force;  /* on the mesh                              [N] */
    tsu_vec3 foot;   /* where it acts, where the mesh is         [m] */
    tsu_vec3 n;      /* from the foot to the particle */
    tsu_vec3 couple; /* on the mesh: it resists the rolling      [N m] */
    double area;     /* of the triangle                          [m^2] */
} load;

static load load_of(const world *w, const tsu_wall *wall, const double (*shift)[4], int64_t k)
{
    const tsu_contacts *c = &wall->contacts;
    const tsu_contact_forces *found = &wall->forces;
    const double *x = w->particles.xr[c->row[k]], *f = found->record[k], *g = found->geometry[k];
    const double arm = x[3] - tsu_mesh_inset(wall->mesh, g[3]);
    const double *s = shift[c->partner[k] >> TSU_CONTACT_ROW_BITS], none[3] = {0};
    const double *roll = found->roll ? found->roll[k] : none;
    const int32_t triangle = (int32_t)(c->partner[k] & TSU_CONTACT_ROW_MASK);
    return (load){.row = c->row[k],
                  .triangle = triangle,
                  .force = {-f[0], -f[1], -f[2]},
                  .foot = {x[0] - s[0] - arm * g[0], x[1] - s[1] - arm * g[1], x[2] - s[2] - arm * g[2]},
                  .n = {g[0], g[1], g[2]},
                  .couple = {roll[0], roll[1], roll[2]},
                  .area = wall->mesh->mesh.plane[triangle][3]};
}

/* Depth worn off in a step. */
static double wear_of(const world *w, const tsu_mesh_form *form, bool still, const load *l, double k_finnie,
                      double dt)
{
    const double *p = w->particles.vm[l->row];
    tsu_wearing one = {.v = {p[0], p[1], p[2]},
                       .n = l->n,
                       .force = tsu_vec3_norm(l->force),
                       .k_finnie = k_finnie,
                       .area = l->area};
    if (!still) {
        tsu_vec3 wall, spin;
        tsu_surface_at(&form->surface, &form->twist, form->moves, l->foot, l->n, &wall, &spin);
        one.v = tsu_vec3_sub(one.v, wall);
    }
    return tsu_mesh_worn(form, l->triangle, &one, dt);
}

tsu_status tsu_mesh_find_finnie(const world *w, const tsu_mesh_body *body, const double **k, tsu_error *err)
{
    *k = NULL;
    if (!body->loads->wear) return TSU_OK;
    tsu_property *p = tsu_materials_find(&w->materials, "k_finnie");
    if (!p || p->shape != TSU_PROPERTY_PAIR)
        return tsu_error_lacks_named(
            err, TSU_LACKS_PROPERTY, "k_finnie",
            tsu_error_set(err, TSU_ERROR_INPUT,
                          "wear of mesh %s needs the property k_finnie of each pair of materials, which is "
                          "not given",
                          body->name));
    p->used = true;
    *k = p->value;
    return TSU_OK;
}

/* The shares of a part go to all, which add all of them. */
static void keep_alone(tsu_mesh_loads *loads, const load *l, double worn)
{
    loads->share[loads->contacts++] = (tsu_mesh_share){
        .value = {l->force.x, l->force.y, l->force.z, worn}, .triangle = l->triangle, .next = -1};
}

/* There is room for one more. */
static void keep_share(tsu_mesh_loads *loads, const load *l, double worn)
{
    loads->share[loads->contacts] = (tsu_mesh_share){.value = {l->force.x, l->force.y, l->force.z, worn},
                                                     .triangle = l->triangle,
                                                     .next = loads->last[l->triangle] - 1};
    loads->last[l->triangle] = (int32_t)++loads->contacts;
}

/* The exact sum over the shares of a triangle; that of one or two numbers needs no help. */
static double sum_shares(const tsu_mesh_share *share, int32_t at, int q)
{
    const int32_t second = share[at].next;
    if (second < 0) return share[at].value[q];
    if (share[second].next < 0) return share[at].value[q] + share[second].value[q];
    tsu_exact_sum sum;
    tsu_exact_init(&sum);
    for (; at >= 0; at = share[at].next) {
        tsu_exact_add(&sum, share[at].value[q]);
    }
    return tsu_exact_round(&sum);
}

/* The shares from `first` on go to their triangles. */
static void deal_out(tsu_mesh_loads *loads, int64_t first)
{
    for (int64_t k = first; k < loads->contacts; k++) {
        const int32_t t = loads->share[k].triangle, at = loads->last[t] - 1;
        if (at < 0) continue; /* has got its own */
        for (int q = 0; q < 3; q++) {
            loads->on_triangle[t][q] += sum_shares(loads->share, at, q);
        }
        if (loads->depth) loads->depth[t] += sum_shares(loads->share, at, 3);
        loads->touched[loads->touched_count++] = t;
        loads->last[t] = 0;
    }
}

static tsu_status reserve(tsu_mesh_loads *loads, int64_t more, tsu_error *err)
{
    const tsu_status s =
        tsu_memory_grow(&loads->touched, &loads->touched_capacity, (size_t)(loads->touched_count + more),
                        sizeof *loads->touched, "loads of a mesh", err);
    return s != TSU_OK
               ? s
               : tsu_memory_grow(&loads->share, &loads->share_capacity, (size_t)(loads->contacts + more),
                                 sizeof *loads->share, "loads of a mesh", err);
}

/* Totals of all parts of a divided world; of a mesh that wears also all shares. */
static tsu_status share_out(world *w, tsu_mesh_loads *loads, int64_t first, tsu_exact_sum total[6],
                            tsu_error *err)
{
    const int64_t own = loads->contacts - first;
    int64_t all = own;
    tsu_status s = tsu_part_share_loads(w, total, &all, err);
    loads->contacts = first;
    if (s == TSU_OK) s = reserve(loads, all, err);
    if (s != TSU_OK) return s;
    if (loads->depth) {
        const tsu_mesh_share *share = tsu_part_share_rows(w, loads->share + first, sizeof *share);
        for (int64_t k = 0; k < all && share; k++) {
            loads->share[loads->contacts] = share[k];
            loads->share[loads->contacts].next = loads->last[share[k].triangle] - 1;
            loads->last[share[k].triangle] = (int32_t)++loads->contacts;
        }
    }
    loads->contacts = first + all;
    return TSU_OK;
}

tsu_status tsu_mesh_add_loads(world *w, const tsu_wall *wall, const double (*shift)[4], double dt,
                              tsu_error *err)
{
    const tsu_mesh_body *body = wall->mesh;
    tsu_mesh_loads *loads = body->loads;
    if (!loads || loads->idle) return TSU_OK;
    const double *k_finnie;
    const int64_t first = loads->contacts;
    const tsu_mesh_form form = tsu_mesh_form_of(body);
    tsu_exact_sum total[6];
    for (int q = 0; q < 6; q++) {
        tsu_exact_init(&total[q]);
    }
    tsu_status s = tsu_mesh_find_finnie(w, body, &k_finnie, err);
    if (s == TSU_OK) s = reserve(loads, wall->contacts.count, err);
    for (int64_t k = 0; k < wall->contacts.count && s == TSU_OK; k++) {
        if (!wall->contacts.live[k]) continue;
        const load l = load_of(w, wall, shift, k);
        const tsu_vec3 arm = tsu_vec3_sub(
            l.foot, tsu_vec3_make(loads->reference[0], loads->reference[1], loads->reference[2]));
        const tsu_vec3 torque = tsu_vec3_add(tsu_vec3_cross(arm, l.force), l.couple);
        const double add[6] = {l.force.x, l.force.y, l.force.z, torque.x, torque.y, torque.z};
        for (int q = 0; q < 6; q++) {
            tsu_exact_add(&total[q], add[q]);
        }
        const int pair = wall->type * w->materials.types + w->particles.type[l.row];
        const double worn =
            k_finnie ? wear_of(w, &form, tsu_mesh_is_still(body), &l, k_finnie[pair], dt) : 0.0;
        if (w->part)
            keep_alone(loads, &l, worn);
        else
            keep_share(loads, &l, worn);
    }
    if (s == TSU_OK && w->part) s = share_out(w, loads, first, total, err);
    for (int q = 0; q < 3 && s == TSU_OK; q++) {
        loads->force[q] += tsu_exact_round(&total[q]);
        loads->torque[q] += tsu_exact_round(&total[3 + q]);
    }
    if (s == TSU_OK && (!w->part || loads->depth)) deal_out(loads, first);
    return s;
}

void tsu_mesh_stress(const tsu_mesh_body *body, int32_t triangle, double *normal, double *shear)
{
    *normal = *shear = 0.0;
    const double area = body->mesh.plane[triangle][3];
    if (!body->loads || !(area > 0.0)) return;
    const double *f = body->loads->on_triangle[triangle];
    const tsu_vec3 n = tsu_pose_vector(&body->pose, body->triangle[triangle].n), force = {f[0], f[1], f[2]};
    *normal = fabs(tsu_vec3_dot(force, n)) / area;
    *shear = tsu_vec3_norm(tsu_vec3_reject(force, n)) / area;
}
