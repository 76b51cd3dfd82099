/* SPDX-License-Identifier: Apache-2.0 */
#include "cuda/meshes.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

enum { SLOTS_LEAST = 4 };

/* Walls that feel a mesh. */
static int walls_of(const world *w, const tsu_mesh_body *body)
{
    int walls = 0;
    for (int k = 0; k < w->walls; k++) {
        walls += w->wall[k]->mesh == body;
    }
    return walls;
}

static bool wears(const tsu_mesh_body *body)
{
    return body->loads && body->loads->depth && !body->loads->idle;
}

const char *tsu_gpu_meshes_obstacle(const world *w)
{
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        if (body->freedom) return "a mesh that moves freely";
        if (wears(body) && walls_of(w, body) > 1) return "wear of a mesh that several walls share";
    }
    return NULL;
}

/* ---- there ----------------------------------------------------------------------------------------------------------- */

/* The most contacts that a particle has. */
static int32_t most_of_a_row(const tsu_contacts *c)
{
    int32_t most = 0, now = 0;
    for (int64_t k = 0; k < c->count; k++) {
        now = k > 0 && c->row[k] == c->row[k - 1] ? now + 1 : 1;
        most = now > most ? now : most;
    }
    return most;
}

/* What a mesh that wears has besides. */
static bool send_wear(tsu_gpu_memory *m, const world *w, const tsu_mesh_body *body, tsu_gpu_array *a,
                      tsu_gpu_mesh *mesh)
{
    const size_t n = (size_t)body->mesh.triangles,
                 pairs = (size_t)w->materials.types * (size_t)w->materials.types;
    const double *finnie = NULL;
    if (tsu_mesh_find_finnie(w, body, &finnie, NULL) != TSU_OK) return false;
    const bool well = tsu_gpu_send(m, &a[TSU_GPU_AREA], body->mesh.plane, n, sizeof *body->mesh.plane) &&
                      tsu_gpu_send(m, &a[TSU_GPU_FINNIE], finnie, pairs, sizeof *finnie) &&
                      tsu_gpu_send(m, &a[TSU_GPU_DEPTH], body->loads->depth, n, sizeof *body->loads->depth) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_WORN], n * sizeof *mesh->worn) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_WEARS], n * sizeof *mesh->wears) &&
                      m->backend->clear(a[TSU_GPU_WORN].at, n * sizeof *mesh->worn) &&
                      m->backend->clear(a[TSU_GPU_WEARS].at, n * sizeof *mesh->wears);
    mesh->triangles = body->mesh.triangles;
    mesh->plane = a[TSU_GPU_AREA].at;
    mesh->finnie = a[TSU_GPU_FINNIE].at;
    mesh->depth = a[TSU_GPU_DEPTH].at;
    mesh->worn = a[TSU_GPU_WORN].at;
    mesh->wears = a[TSU_GPU_WEARS].at;
    return well;
}

bool tsu_gpu_fetch_wear(const tsu_gpu_memory *m, world *w)
{
    for (int q = 0; q < m->walls; q++) {
        const tsu_gpu_mesh *mesh = &m->seen[q].mesh;
        const size_t bytes = (size_t)mesh->triangles * sizeof *mesh->depth;
        if (bytes > 0 && !m->backend->read(w->wall[q]->mesh->loads->depth, mesh->depth, bytes)) return false;
    }
    return true;
}

bool tsu_gpu_send_mesh(tsu_gpu_memory *m, const world *w, const tsu_wall *wall, tsu_gpu_lists *to,
                       tsu_gpu_mesh *mesh)
{
    const tsu_mesh_body *body = wall->mesh;
    const tsu_bvh *tree = &body->tree;
    const size_t n = (size_t)body->mesh.triangles, nodes = (size_t)tree->nodes;
    const int32_t most = most_of_a_row(&wall->contacts) + 1;
    size_t items = 0;
    for (size_t k = 0; k < nodes; k++) {
        items += (size_t)tree->node[k].count;
    }
    if (to->slots < SLOTS_LEAST) to->slots = SLOTS_LEAST;
    if (to->slots < most) to->slots = most;
    tsu_gpu_array *a = to->mesh;
    const bool well = tsu_gpu_send(m, &a[TSU_GPU_TRIANGLE], body->triangle, n, sizeof *body->triangle) &&
                      tsu_gpu_send(m, &a[TSU_GPU_CORNER], body->mesh.corner, n, sizeof *body->mesh.corner) &&
                      tsu_gpu_send(m, &a[TSU_GPU_SIDE], body->mesh.side, n, sizeof *body->mesh.side) &&
                      tsu_gpu_send(m, &a[TSU_GPU_NODE], tree->node, nodes, sizeof *tree->node) &&
                      tsu_gpu_send(m, &a[TSU_GPU_LEAF], tree->item, items, sizeof *tree->item) &&
                      tsu_gpu_send(m, &a[TSU_GPU_ITEM], body->item, n, sizeof *body->item);
    *mesh = (tsu_gpu_mesh){.slots = to->slots,
                           .nodes = tree->nodes,
                           .node = a[TSU_GPU_NODE].at,
                           .leaf = a[TSU_GPU_LEAF].at,
                           .item = a[TSU_GPU_ITEM].at};
    return well && (!wears(body) || send_wear(m, w, body, a, mesh));
}

bool tsu_gpu_mesh_room(tsu_gpu_memory *m, tsu_gpu_lists *l, int64_t near, int64_t candidates,
                       tsu_gpu_mesh *mesh)
{
    const size_t entries = (size_t)(near * l->slots), c = (size_t)candidates;
    const unsigned with = TSU_GPU_WITH_PARTNERS | TSU_GPU_WITH_RECORDS | TSU_GPU_WITH_GEOMETRY;
    tsu_gpu_array *a = l->mesh;
    const bool well = tsu_gpu_reserve(m, &a[TSU_GPU_FIRST], ((size_t)near + 1) * sizeof *mesh->first) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_CANDIDATE], c * sizeof *mesh->candidate) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_HIT], c * sizeof *mesh->hit) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_TAKEN], entries) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_MARK], entries) &&
                      tsu_gpu_reserve(m, &a[TSU_GPU_WAS], entries * sizeof *mesh->was) &&
                      tsu_gpu_reserve_list(m, &l->other, &l->now.list, (int64_t)entries, with);
    mesh->near = near;
    mesh->slots = l->slots;
    mesh->first = a[TSU_GPU_FIRST].at;
    mesh->candidate = a[TSU_GPU_CANDIDATE].at;
    mesh->hit = a[TSU_GPU_HIT].at;
    mesh->taken = a[TSU_GPU_TAKEN].at;
    mesh->mark = a[TSU_GPU_MARK].at;
    mesh->was = a[TSU_GPU_WAS].at;
    return well;
}

void tsu_gpu_swap(tsu_gpu_lists *l)
{
    const tsu_gpu_held now = l->now;
    l->now = l->other;
    l->other = now;
}

/* ---- motion ---------------------------------------------------------------------------------------------------------- */

static double way_of(const tsu_mesh_body *body, const tsu_twist *twist, double dt)
{
    return (tsu_vec3_norm(twist->velocity) + tsu_vec3_norm(twist->spin) * body->mesh.radius) * dt;
}

double tsu_gpu_meshes_way(const world *w)
{
    double most = 0.0;
    for (int k = 0; k < w->meshes; k++) {
        most = fmax(most, way_of(w->mesh[k], &w->mesh[k]->twist, w->dt));
    }
    return most;
}

double tsu_gpu_meshes_allowance(const world *w, double skin, double radius)
{
    enum { STEPS = 100 }; /* that lists should last */
    const double way = STEPS * tsu_gpu_meshes_way(w);
    bool moves = false;
    for (int k = 0; k < w->meshes; k++) {
        moves = moves || tsu_mesh_moves(w->mesh[k]);
    }
    return moves ? fmin(fmax(way, 0.5 * skin), 0.5 * radius) : 0.0;
}

/* The wall's mesh in step k of those that are begun together. */
static tsu_mesh_form *form_of(const tsu_gpu_memory *m, int k, int wall)
{
    return &m->form[(size_t)k * (size_t)m->walls + (size_t)wall];
}

/* The device sees the triangles in its own memory. */
static void point_form(const tsu_gpu_lists *l, tsu_mesh_form *f)
{
    f->triangle = l->mesh[TSU_GPU_TRIANGLE].at;
    f->corner = (const int32_t(*)[3])l->mesh[TSU_GPU_CORNER].at;
    f->side = (const int32_t(*)[3])l->mesh[TSU_GPU_SIDE].at;
}

/* Where a mesh goes in the steps after this one, moved as it will be; fills in its forms. */
static bool foresee(const tsu_gpu_memory *m, const world *w, int wall, int steps)
{
    const tsu_mesh_body *body = w->wall[wall]->mesh;
    const size_t movers = (size_t)body->movers;
    tsu_mover *mover = malloc((movers + 1) * sizeof *mover);
    if (!mover) return false;
    if (movers > 0) memcpy(mover, body->mover, movers * sizeof *mover);
    tsu_mesh_form f = tsu_mesh_form_of(body);
    point_form(&m->wall[wall], &f);
    const double *c = body->mesh.centre;
    for (int k = 0; k < steps; k++) {
        if (k > 0 && movers > 0) {
            tsu_motion_advance(mover, body->movers, &f.pose, w->dt);
            const tsu_vec3 centre = tsu_pose_point(&f.pose, tsu_vec3_make(c[0], c[1], c[2]));
            f.twist = tsu_motion_twist(mover, body->movers, centre, w->dt);
        }
        *form_of(m, k, wall) = f;
    }
    free(mover);
    return true;
}

bool tsu_gpu_meshes_send(tsu_gpu_memory *m, const world *w, int steps)
{
    const size_t bytes = (size_t)steps * (size_t)m->walls * sizeof *m->form;
    if (!m->meshes) return true;
    for (int q = 0; q < m->walls; q++) {
        if (m->seen[q].surface == TSU_GPU_MESH && !foresee(m, w, q, steps)) return false;
    }
    void *to = tsu_gpu_room(m, TSU_GPU_FORM, (size_t)TSU_GPU_STEPS_MOST * (size_t)m->walls * sizeof *m->form);
    return to && m->backend->write(to, m->form, bytes);
}

int tsu_gpu_meshes_steps(tsu_gpu_memory *m, const world *w, int steps, double moved, double most)
{
    int k = 1;
    for (; k < steps && m->meshes; k++) {
        double way = 0.0;
        for (int q = 0; q < m->walls; q++) {
            if (m->seen[q].surface == TSU_GPU_MESH)
                way = fmax(way, way_of(w->wall[q]->mesh, &form_of(m, k, q)->twist, w->dt));
        }
        moved += way;
        if (moved > most) break;
    }
    return m->meshes ? k : steps;
}

bool tsu_gpu_meshes_agree(const tsu_gpu_memory *m, const world *w, int k)
{
    for (int q = 0; q < m->walls; q++) {
        if (m->seen[q].surface != TSU_GPU_MESH) continue;
        const tsu_pose *now = &w->wall[q]->mesh->pose, *then = &form_of(m, k, q)->pose;
        if (memcmp(now->matrix, then->matrix, sizeof now->matrix) != 0 ||
            memcmp(now->shift, then->shift, sizeof now->shift) != 0)
            return false;
    }
    return true;
}

/* ---- two lists in turn ------------------------------------------------------------------------------------------------- */

bool tsu_gpu_walls_send(tsu_gpu_memory *m, tsu_gpu_view *view)
{
    const size_t n = (size_t)m->walls, bytes = 2 * n * sizeof *m->seen;
    const unsigned with = TSU_GPU_WITH_PARTNERS | TSU_GPU_WITH_RECORDS | TSU_GPU_WITH_GEOMETRY;
    for (size_t q = 0; q < n; q++) {
        tsu_gpu_wall *even = &m->seen[q], *odd = &m->seen[n + q];
        tsu_gpu_lists *l = &m->wall[q];
        even->list = l->now.list;
        *odd = *even;
        if (even->surface != TSU_GPU_MESH) continue;
        if (!tsu_gpu_reserve_list(m, &l->other, &l->now.list, l->now.list.count, with)) return false;
        even->list = odd->mesh.old = l->other.list;
        odd->list = even->mesh.old = l->now.list;
    }
    view->wall = tsu_gpu_room(m, TSU_GPU_WALL, bytes);
    return view->wall && m->backend->write(view->wall, m->seen, bytes);
}

void tsu_gpu_meshes_passed(tsu_gpu_memory *m, int steps)
{
    for (int q = 0; q < m->walls && steps % 2 == 1; q++) {
        if (m->seen[q].surface == TSU_GPU_MESH) tsu_gpu_swap(&m->wall[q]);
    }
}

void tsu_gpu_meshes_widen(tsu_gpu_memory *m, int32_t slots)
{
    for (int q = 0; q < m->walls; q++) {
        tsu_gpu_lists *l = &m->wall[q];
        if (m->seen[q].surface == TSU_GPU_MESH && l->slots < slots) l->slots = slots;
    }
}
