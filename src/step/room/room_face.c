/* SPDX-License-Identifier: Apache-2.0 */
/* room_face.c - planar faces made of triangles. */
#include "base/memory.h"
#include "step/room/room.h"
#include <math.h>
#include <string.h>

void tsu_face_free(tsu_face *face)
{
    tsu_memory_release(&face->corner);
    tsu_memory_release(&face->area);
    tsu_memory_release(&face->edge);
    *face = (tsu_face){0};
}

/* All corners lie in the plane of the largest triangle. */
static tsu_status check_plane(tsu_face *face, const tsu_mesh *mesh, tsu_error *err)
{
    int32_t largest = 0;
    for (int32_t t = 1; t < mesh->triangles; t++) {
        if (mesh->plane[t][3] > mesh->plane[largest][3]) largest = t;
    }
    if (mesh->triangles == 0 || !(mesh->plane[largest][3] > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the face has no area");
    const double *n = mesh->plane[largest], *a = mesh->vertex[mesh->corner[largest][0]];
    memcpy(face->normal, n, sizeof face->normal);
    memcpy(face->point, a, sizeof face->point);
    const double tolerance = 1.0e-4 * mesh->radius;
    for (int32_t t = 0; t < mesh->triangles; t++) {
        for (int k = 0; k < 3; k++) {
            const double *x = mesh->vertex[mesh->corner[t][k]];
            const double off = (x[0] - a[0]) * n[0] + (x[1] - a[1]) * n[1] + (x[2] - a[2]) * n[2];
            if (fabs(off) > tolerance)
                return tsu_error_set(
                    err, TSU_ERROR_INPUT,
                    "the face is not planar: the triangle at %lld of its file, corner (%g %g %g), "
                    "is %g off the plane of the largest triangle",
                    (long long)mesh->origin[t], x[0], x[1], x[2], fabs(off));
        }
    }
    return TSU_OK;
}

static void copy_triangles(tsu_face *face, const tsu_mesh *mesh)
{
    double sum = 0.0;
    for (int32_t t = 0; t < mesh->triangles; t++) {
        if (!(mesh->plane[t][3] > 0.0)) continue;
        for (int k = 0; k < 3; k++) {
            memcpy(face->corner[face->triangles][k], mesh->vertex[mesh->corner[t][k]], 3 * sizeof(double));
        }
        sum += mesh->plane[t][3];
        face->area[face->triangles++] = sum;
    }
    for (int32_t e = 0; e < mesh->edges; e++) {
        if (mesh->edge_first[e + 1] - mesh->edge_first[e] != 1) continue;
        for (int k = 0; k < 2; k++) {
            memcpy(face->edge[face->edges][k], mesh->vertex[mesh->edge[e][k]], 3 * sizeof(double));
        }
        face->edges++;
    }
    memcpy(face->lo, mesh->lo, sizeof face->lo);
    memcpy(face->hi, mesh->hi, sizeof face->hi);
}

tsu_status tsu_face_make(tsu_face *face, const tsu_mesh *mesh, tsu_error *err)
{
    *face = (tsu_face){0};
    tsu_status s = check_plane(face, mesh, err);
    const size_t triangles = (size_t)mesh->triangles, edges = (size_t)mesh->edges;
    if (s == TSU_OK) s = tsu_memory_allocate(&face->corner, triangles, sizeof *face->corner, "a face", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&face->area, triangles, sizeof *face->area, "a face", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&face->edge, edges, sizeof *face->edge, "a face", err);
    if (s == TSU_OK)
        copy_triangles(face, mesh);
    else
        tsu_face_free(face);
    return s;
}

/* Whether a point of the plane lies in a triangle, sides included. */
static bool in_triangle(const double c[3][3], const double n[3], const double x[3])
{
    double sign = 0.0;
    for (int k = 0; k < 3; k++) {
        const double *a = c[k], *b = c[(k + 1) % 3];
        const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double r[3] = {x[0] - a[0], x[1] - a[1], x[2] - a[2]};
        const double side = (e[1] * r[2] - e[2] * r[1]) * n[0] + (e[2] * r[0] - e[0] * r[2]) * n[1] +
                            (e[0] * r[1] - e[1] * r[0]) * n[2];
        if (side * sign < 0.0) return false;
        if (side != 0.0) sign = side;
    }
    return true;
}

/* The point of the face's plane in front of x. */
static void project(const tsu_face *face, const double x[3], double y[3])
{
    const double *m = face->normal, *o = face->point;
    const double off = (x[0] - o[0]) * m[0] + (x[1] - o[1]) * m[1] + (x[2] - o[2]) * m[2];
    for (int q = 0; q < 3; q++) {
        y[q] = x[q] - off * m[q];
    }
}

static bool on_face(const tsu_face *face, const double y[3])
{
    bool inside = false;
    for (int32_t t = 0; t < face->triangles && !inside; t++) {
        inside = in_triangle((const double(*)[3])face->corner[t], face->normal, y);
    }
    return inside;
}

/* From the nearest point of an edge to y, and the square of its length. */
static double from_edge(const tsu_face *face, int32_t e, const double y[3], double d[3])
{
    const double *a = face->edge[e][0], *b = face->edge[e][1];
    const double s[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double r[3] = {y[0] - a[0], y[1] - a[1], y[2] - a[2]};
    const double length2 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    const double along = (s[0] * r[0] + s[1] * r[1] + s[2] * r[2]) / length2;
    const double u = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    for (int q = 0; q < 3; q++) {
        d[q] = r[q] - u * s[q];
    }
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

bool tsu_face_holds(const tsu_face *face, const double x[3], double radius)
{
    double y[3], d[3];
    project(face, x, y);
    for (int32_t e = 0; e < face->edges; e++) {
        if (sqrt(from_edge(face, e, y, d)) < radius) return false;
    }
    return on_face(face, y);
}

double tsu_face_depth(const tsu_face *face, const double x[3], double n[3])
{
    double y[3], d[3], best2 = INFINITY, best[3] = {0};
    project(face, x, y);
    const bool inside = on_face(face, y);
    for (int32_t e = 0; e < face->edges; e++) {
        const double d2 = from_edge(face, e, y, d);
        if (d2 >= best2) continue;
        best2 = d2;
        memcpy(best, d, sizeof best);
    }
    const double distance = sqrt(best2);
    for (int q = 0; q < 3; q++) {
        n[q] = distance > 0.0 ? (inside ? best[q] : -best[q]) / distance : 0.0;
    }
    return inside ? distance : -distance;
}
