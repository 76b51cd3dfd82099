/* SPDX-License-Identifier: Apache-2.0 */
#include "search/tets.h"
#include "base/memory.h"
#include "search/bvh.h"
#include "shape/sphere_triangle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct face {
    double corner[3][3]; /* sorted, so that equal faces are equal; [m] */
} face;

typedef struct tets {
    int32_t count, faces;
    double (*corner)[4][3]; /* [count]                                      [m] */
    tsu_triangle *surface;  /* [faces] faces of one tetrahedron only */
    tsu_bvh by_tet, by_face;
    double size; /* of a typical tetrahedron                              [m] */
} tets;

static void destroy(void *self)
{
    tets *t = self;
    if (!t) return;
    tsu_memory_release(&t->corner);
    tsu_memory_release(&t->surface);
    tsu_bvh_free(&t->by_tet);
    tsu_bvh_free(&t->by_face);
    free(t);
}

static tsu_vec3 vec(const double x[3])
{
    return (tsu_vec3){x[0], x[1], x[2]};
}

/* Six times the signed volume. */
static double six_volume(const double a[3], const double b[3], const double c[3], const double d[3])
{
    const tsu_vec3 o = vec(a);
    return tsu_vec3_dot(tsu_vec3_sub(vec(d), o),
                        tsu_vec3_cross(tsu_vec3_sub(vec(b), o), tsu_vec3_sub(vec(c), o)));
}

/* ---- questions -------------------------------------------------------------------------------------------------- */

typedef struct query {
    const tets *t;
    const double *x;
    bool inside;
    double nearest; /* [m] */
} query;

/* Inside if x is on the inner side of all four faces. A point on a face is in neither of its tetrahedra: a lattice whose
 * points fall on the surface has none there, as in LIGGGHTS. */
static void try_tet(void *context, int32_t item)
{
    query *q = context;
    const double(*p)[3] = (const double(*)[3])q->t->corner[item];
    q->inside =
        q->inside || (six_volume(q->x, p[1], p[2], p[3]) > 0.0 && six_volume(p[0], q->x, p[2], p[3]) > 0.0 &&
                      six_volume(p[0], p[1], q->x, p[3]) > 0.0 && six_volume(p[0], p[1], p[2], q->x) > 0.0);
}

static void try_face(void *context, int32_t item)
{
    query *q = context;
    q->nearest = fmin(q->nearest, tsu_triangle_foot(&q->t->surface[item], vec(q->x)).distance);
}

static bool contains(const void *self, const double x[3])
{
    query q = {.t = self, .x = x};
    tsu_bvh_near(&q.t->by_tet, x, 1.0e-12 * q.t->size, try_tet, &q);
    return q.inside;
}

static double depth(const void *self, const double x[3])
{
    query q = {.t = self, .x = x, .nearest = INFINITY};
    double r = 0.5 * q.t->size;
    do { /* what is found within r is the nearest; beyond it something nearer may not have been looked at */
        r *= 2.0;
        tsu_bvh_near(&q.t->by_face, x, r, try_face, &q);
    } while (q.nearest > r && r < INFINITY);
    return contains(self, x) ? q.nearest : -q.nearest;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static int compare_corners(const void *a, const void *b)
{
    const double *x = a, *y = b;
    for (int q = 0; q < 3; q++) {
        if (x[q] != y[q]) return x[q] < y[q] ? -1 : 1;
    }
    return 0;
}

static int compare_faces(const void *a, const void *b)
{
    const face *f = a, *g = b;
    for (int k = 0; k < 3; k++) {
        const int order = compare_corners(f->corner[k], g->corner[k]);
        if (order != 0) return order;
    }
    return 0;
}

static tsu_triangle triangle_of(const face *f)
{
    tsu_triangle t = {.corner = {vec(f->corner[0]), vec(f->corner[1]), vec(f->corner[2])}};
    const tsu_vec3 n =
        tsu_vec3_cross(tsu_vec3_sub(t.corner[1], t.corner[0]), tsu_vec3_sub(t.corner[2], t.corner[0]));
    const double length = tsu_vec3_norm(n);
    t.n = length > 0.0 ? tsu_vec3_scale(1.0 / length, n) : (tsu_vec3){0.0, 0.0, 0.0};
    tsu_triangle_complete(&t);
    return t;
}

/* Keeps the faces that occur once. */
static tsu_status find_surface(tets *t, tsu_error *err)
{
    static const int opposite[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    face *all = NULL;
    const size_t n = (size_t)t->count * 4;
    tsu_status s = tsu_memory_allocate(&all, n, sizeof *all, "faces of tetrahedra", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&t->surface, n, sizeof *t->surface, "surface of a solid", err);
    for (size_t k = 0; k < n && s == TSU_OK; k++) {
        for (int c = 0; c < 3; c++) {
            memcpy(all[k].corner[c], t->corner[k / 4][opposite[k % 4][c]], sizeof all[k].corner[c]);
        }
        qsort(all[k].corner, 3, sizeof *all[k].corner, compare_corners);
    }
    if (s == TSU_OK) qsort(all, n, sizeof *all, compare_faces);
    for (size_t k = 0; k < n && s == TSU_OK; k++) {
        const bool before = k > 0 && compare_faces(&all[k], &all[k - 1]) == 0;
        const bool after = k + 1 < n && compare_faces(&all[k], &all[k + 1]) == 0;
        if (!before && !after) t->surface[t->faces++] = triangle_of(&all[k]);
    }
    tsu_memory_release(&all);
    return s;
}

static void box_around(const double (*corner)[3], int n, double box[6])
{
    for (int q = 0; q < 3; q++) {
        box[q] = INFINITY;
        box[3 + q] = -INFINITY;
        for (int k = 0; k < n; k++) {
            box[q] = fmin(box[q], corner[k][q]);
            box[3 + q] = fmax(box[3 + q], corner[k][q]);
        }
    }
}

static tsu_status build_trees(tets *t, tsu_solid *solid, tsu_error *err)
{
    double(*box)[6] = NULL;
    const size_t most = (size_t)(t->faces > t->count ? t->faces : t->count);
    tsu_status s = tsu_memory_allocate(&box, most, sizeof *box, "boxes of tetrahedra", err);
    for (int32_t k = 0; k < t->count && s == TSU_OK; k++) {
        box_around((const double(*)[3])t->corner[k], 4, box[k]);
        for (int q = 0; q < 3; q++) {
            solid->lo[q] = k ? fmin(solid->lo[q], box[k][q]) : box[k][q];
            solid->hi[q] = k ? fmax(solid->hi[q], box[k][3 + q]) : box[k][3 + q];
            t->size += (box[k][3 + q] - box[k][q]) / (3.0 * t->count);
        }
    }
    if (s == TSU_OK) s = tsu_bvh_build(&t->by_tet, (const double(*)[6])box, t->count, err);
    for (int32_t k = 0; k < t->faces && s == TSU_OK; k++) {
        const tsu_vec3 *p = t->surface[k].corner;
        const double corner[3][3] = {
            {p[0].x, p[0].y, p[0].z}, {p[1].x, p[1].y, p[1].z}, {p[2].x, p[2].y, p[2].z}};
        box_around(corner, 3, box[k]);
    }
    if (s == TSU_OK) s = tsu_bvh_build(&t->by_face, (const double(*)[6])box, t->faces, err);
    tsu_memory_release(&box);
    return s;
}

/* Copies the corners, all turned the same way round, and sums the volume. */
static tsu_status copy_corners(tets *t, const double (*corner)[4][3], double *volume, tsu_error *err)
{
    *volume = 0.0;
    const tsu_status s =
        tsu_memory_allocate(&t->corner, (size_t)t->count, sizeof *t->corner, "tetrahedra", err);
    for (int32_t k = 0; k < t->count && s == TSU_OK; k++) {
        double(*p)[3] = t->corner[k];
        memcpy(p, corner[k], sizeof corner[k]);
        const double six = six_volume(p[0], p[1], p[2], p[3]);
        if (!(fabs(six) > 0.0) || !isfinite(six))
            return tsu_error_set(err, TSU_ERROR_INPUT, "tetrahedron %d has no volume", k + 1);
        if (six < 0.0) {
            memcpy(p[0], corner[k][3], sizeof p[0]);
            memcpy(p[3], corner[k][0], sizeof p[3]);
        }
        *volume += fabs(six) / 6.0;
    }
    return s;
}

tsu_status tsu_tets_make(tsu_solid *solid, const double (*corner)[4][3], int32_t count, tsu_error *err)
{
    if (count < 1) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no tetrahedron");
    tets *t = calloc(1, sizeof *t);
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a mesh of tetrahedra");
    t->count = count;
    tsu_solid made = {.self = t, .destroy = destroy, .contains = contains, .depth = depth};
    tsu_status s = copy_corners(t, corner, &made.volume, err);
    if (s == TSU_OK) s = find_surface(t, err);
    if (s == TSU_OK) s = build_trees(t, &made, err);
    if (s != TSU_OK) {
        destroy(t);
        return s;
    }
    *solid = made;
    return TSU_OK;
}
