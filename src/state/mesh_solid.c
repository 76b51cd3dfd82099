/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_solid.c - volume, centre and inertia of what a closed mesh encloses: the sum over its triangles of the tetrahedra that they make with a
 * point in the middle, each in closed form. */
#include "state/inertia.h"
#include "state/mesh.h"
#include <math.h>
#include <string.h>

/* Adds the tetrahedron of triangle t to the integrals of 1, x, y, z, and xx, yy, zz, xy, xz, yz, with x from `from`. */
static void add_tetrahedron(const tsu_mesh *m, int32_t t, const double from[3], double sum[10])
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double a[3][3], all[3];
    for (int k = 0; k < 3; k++) {
        for (int q = 0; q < 3; q++) {
            a[k][q] = m->vertex[m->corner[t][k]][q] - from[q];
        }
    }
    for (int q = 0; q < 3; q++) {
        all[q] = a[0][q] + a[1][q] + a[2][q];
    }
    const double volume = (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) +
                           a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
                           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])) /
                          6.0;
    sum[0] += volume;
    for (int q = 0; q < 3; q++) {
        sum[1 + q] += 0.25 * volume * all[q];
    }
    for (int k = 0; k < 6; k++) {
        const int p = pair[k][0], q = pair[k][1];
        const double own = a[0][p] * a[0][q] + a[1][p] * a[1][q] + a[2][p] * a[2][q];
        sum[4 + k] += volume / 20.0 * (all[p] * all[q] + own);
    }
}

static tsu_status need_closed(const tsu_mesh *m, const char *what, tsu_error *err)
{
    tsu_mesh_health h;
    const tsu_status s = tsu_mesh_examine(m, &h, err);
    if (s != TSU_OK) return s;
    if (h.open_edges > 0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s is not closed, %lld edges have one triangle only (near %g %g %g), so it encloses no "
            "volume; close it in a mesh program, or check the precision with which corners are "
            "joined",
            what, (long long)h.open_edges, h.worst[TSU_MESH_HOLE][0].at[0], h.worst[TSU_MESH_HOLE][0].at[1],
            h.worst[TSU_MESH_HOLE][0].at[2]);
    static const tsu_mesh_fault faults[] = {TSU_MESH_DUPLICATED, TSU_MESH_NON_MANIFOLD, TSU_MESH_INVERTED};
    for (int k = 0; k < 3; k++) {
        const tsu_mesh_fault f = faults[k];
        if (h.count[f] == 0) continue;
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s has %lld %s (near %g %g %g), so what it encloses is not clear; repair it in a mesh "
            "program",
            what, (long long)h.count[f], tsu_mesh_fault_word(f, h.count[f] > 1), h.worst[f][0].at[0],
            h.worst[f][0].at[1], h.worst[f][0].at[2]);
    }
    return TSU_OK;
}

static double radius_of(const tsu_mesh *m, const double centre[3])
{
    double most = 0.0;
    for (int32_t k = 0; k < m->vertices; k++) {
        const double *x = m->vertex[k];
        const double d[3] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
        most = fmax(most, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    }
    return most;
}

tsu_status tsu_mesh_solid(const tsu_mesh *m, const char *what, tsu_mesh_enclosed *out, tsu_error *err)
{
    const tsu_status s = need_closed(m, what, err);
    if (s != TSU_OK) return s;
    double sum[10] = {0.0};
    for (int32_t t = 0; t < m->triangles; t++) {
        add_tetrahedron(m, t, m->centre, sum);
    }
    const double box = (m->hi[0] - m->lo[0]) * (m->hi[1] - m->lo[1]) * (m->hi[2] - m->lo[2]);
    if (sum[0] < 0.0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s is turned inside out: its normals point inwards, its volume is %g m^3; turn the "
            "normals in a mesh program",
            what, sum[0]);
    if (!(sum[0] > 1.0e-12 * box)) return tsu_error_set(err, TSU_ERROR_INPUT, "%s encloses no volume", what);
    tsu_solid solid;
    tsu_solid_complete(&solid, sum[0], sum + 1, sum + 4, 0.0);
    out->volume = solid.volume;
    memcpy(out->inertia, solid.inertia, sizeof out->inertia);
    for (int q = 0; q < 3; q++) {
        out->centre[q] = solid.centre[q] + m->centre[q];
    }
    out->radius = radius_of(m, out->centre);
    return TSU_OK;
}
