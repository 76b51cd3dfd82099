/* SPDX-License-Identifier: Apache-2.0 */
#include "state/mesh.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"
#include <math.h>
#include <string.h>

void tsu_mesh_free(tsu_mesh *m)
{
    tsu_memory_release(&m->vertex);
    tsu_memory_release(&m->corner);
    tsu_memory_release(&m->side);
    tsu_memory_release(&m->edge);
    tsu_memory_release(&m->edge_first);
    tsu_memory_release(&m->edge_triangle);
    tsu_memory_release(&m->plane);
    tsu_memory_release(&m->origin);
    *m = (tsu_mesh){0};
}

/* ---- corners to vertices ---------------------------------------------------------------------------------------- */

/* Vertices by cells twice as wide as the precision: a corner finds its match in its own or one of seven next cells. */
typedef struct cells {
    double width;   /* [m]; 0: cells are the coordinates themselves */
    uint64_t mask;  /* slots - 1 */
    int32_t *slot;  /* [slots] first vertex of a chain + 1, 0: empty */
    int32_t *chain; /* [vertices] next vertex + 1 */
} cells;

static double cell_of(const cells *c, double x)
{
    const double cell = c->width > 0.0 ? floor(x / c->width) : x;
    return cell + 0.0; /* -0 becomes 0 */
}

static uint64_t slot_of(const cells *c, const double cell[3])
{
    return tsu_hash_doubles(0, cell, 3) & c->mask;
}

static int32_t search_cell(const tsu_mesh *m, const cells *c, const double cell[3], const double x[3])
{
    for (int32_t v = c->slot[slot_of(c, cell)]; v > 0; v = c->chain[v - 1]) {
        const double *y = m->vertex[v - 1];
        const double a = x[0] - y[0], b = x[1] - y[1], d = x[2] - y[2];
        if (a * a + b * b + d * d <= m->precision * m->precision) return v - 1;
    }
    return -1;
}

/* The earliest vertex within the precision, or -1. */
static int32_t find_vertex(const tsu_mesh *m, const cells *c, const double x[3])
{
    const int sides = c->width > 0.0 ? 8 : 1;
    int32_t found = -1;
    for (int k = 0; k < sides; k++) {
        double cell[3];
        for (int q = 0; q < 3; q++) {
            const double base = cell_of(c, x[q]);
            const double step = c->width > 0.0 && x[q] / c->width - base > 0.5 ? 1.0 : -1.0;
            cell[q] = (k >> q & 1 ? base + step : base) + 0.0;
        }
        const int32_t v = search_cell(m, c, cell, x);
        if (v >= 0 && (found < 0 || v < found)) found = v;
    }
    return found;
}

static void add_vertex(tsu_mesh *m, cells *c, const double x[3])
{
    const double cell[3] = {cell_of(c, x[0]), cell_of(c, x[1]), cell_of(c, x[2])};
    const uint64_t slot = slot_of(c, cell);
    memcpy(m->vertex[m->vertices], x, sizeof *m->vertex);
    c->chain[m->vertices] = c->slot[slot];
    c->slot[slot] = ++m->vertices;
}

static tsu_status merge_corners(tsu_mesh *m, const tsu_facets *f, tsu_error *err)
{
    cells c = {.width = 2.0 * m->precision};
    uint64_t slots = 16;
    while (slots < 3 * (uint64_t)f->count) {
        slots *= 2;
    }
    c.mask = slots - 1;
    tsu_status s = tsu_memory_allocate(&c.slot, slots, sizeof *c.slot, "vertices", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&c.chain, 3 * (size_t)f->count, sizeof *c.chain, "vertices", err);
    for (int64_t t = 0; t < f->count && s == TSU_OK; t++) {
        for (int k = 0; k < 3; k++) {
            int32_t v = find_vertex(m, &c, f->corner[t][k]);
            if (v < 0) {
                v = m->vertices;
                add_vertex(m, &c, f->corner[t][k]);
            }
            m->corner[t][k] = v;
        }
    }
    tsu_memory_release(&c.slot);
    tsu_memory_release(&c.chain);
    return s;
}

/* ---- sides to edges --------------------------------------------------------------------------------------------- */

typedef struct side_record {
    int32_t high;  /* the higher vertex */
    int32_t place; /* 3 triangle + side */
} side_record;

static void sort_bucket(side_record *r, int32_t count)
{
    for (int32_t k = 1; k < count; k++) {
        const side_record one = r[k];
        int32_t q = k;
        for (;
             q > 0 && (r[q - 1].high > one.high || (r[q - 1].high == one.high && r[q - 1].place > one.place));
             q--) {
            r[q] = r[q - 1];
        }
        r[q] = one;
    }
}

/* Sides of a bucket (one lower vertex) with the same higher vertex are one edge. */
static void number_edges(tsu_mesh *m, int32_t low, side_record *r, int32_t count, int32_t *placed)
{
    sort_bucket(r, count);
    for (int32_t k = 0; k < count; k++) {
        if (k == 0 || r[k].high != r[k - 1].high) {
            m->edge[m->edges][0] = low;
            m->edge[m->edges][1] = r[k].high;
            m->edge_first[m->edges++] = *placed;
        }
        m->side[r[k].place / 3][r[k].place % 3] = m->edges - 1;
        m->edge_triangle[(*placed)++] = r[k].place / 3;
    }
}

static tsu_status join_sides(tsu_mesh *m, tsu_error *err)
{
    side_record *record = NULL;
    int32_t *first = NULL, placed = 0;
    const size_t sides = 3 * (size_t)m->triangles;
    tsu_status s = tsu_memory_allocate(&record, sides, sizeof *record, "edges", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&first, (size_t)m->vertices + 2, sizeof *first, "edges", err);
    for (int pass = 0; pass < 2 && s == TSU_OK; pass++) { /* count, then place */
        for (int32_t t = 0; t < m->triangles; t++) {
            for (int k = 0; k < 3; k++) {
                const int32_t a = m->corner[t][k], b = m->corner[t][(k + 1) % 3];
                const int32_t low = a < b ? a : b, high = a < b ? b : a;
                if (pass == 0)
                    first[low + 2]++;
                else
                    record[first[low + 1]++] = (side_record){high, 3 * t + k};
            }
        }
        for (int32_t v = 0; v < m->vertices && pass == 0; v++) {
            first[v + 2] += first[v + 1];
        }
    }
    for (int32_t v = 0; v < m->vertices && s == TSU_OK; v++) {
        number_edges(m, v, record + first[v], first[v + 1] - first[v], &placed);
    }
    if (s == TSU_OK) m->edge_first[m->edges] = placed;
    tsu_memory_release(&record);
    tsu_memory_release(&first);
    return s;
}

/* ---- shape ------------------------------------------------------------------------------------------------------ */

static tsu_vec3 point(const double *x)
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

/* Unit normal and area; the sides are taken from the corner with the widest angle, where they are shortest, which loses
 * the fewest digits. A triangle lower than the precision has neither. */
static void find_plane(tsu_mesh *m, int32_t t)
{
    tsu_vec3 p[3];
    double longest = -1.0;
    int apex = 0;
    for (int k = 0; k < 3; k++) {
        p[k] = point(m->vertex[m->corner[t][k]]);
    }
    for (int k = 0; k < 3; k++) {
        const double length2 = tsu_vec3_norm2(tsu_vec3_sub(p[(k + 2) % 3], p[(k + 1) % 3]));
        apex = length2 > longest ? k : apex;
        longest = length2 > longest ? length2 : longest;
    }
    const tsu_vec3 a = tsu_vec3_sub(p[(apex + 1) % 3], p[apex]), b = tsu_vec3_sub(p[(apex + 2) % 3], p[apex]);
    const tsu_vec3 normal = tsu_vec3_cross(a, b);
    const double twice = tsu_vec3_norm(normal);
    const bool flat = !(twice > m->precision * sqrt(longest)) || !(twice > 0.0);
    m->plane[t][0] = flat ? 0.0 : normal.x / twice; /* dividing makes an upright normal exactly 1 */
    m->plane[t][1] = flat ? 0.0 : normal.y / twice;
    m->plane[t][2] = flat ? 0.0 : normal.z / twice;
    m->plane[t][3] = flat ? 0.0 : 0.5 * twice;
}

static void find_extent(tsu_mesh *m)
{
    double most = 0.0;
    for (int q = 0; q < 3; q++) {
        m->lo[q] = INFINITY;
        m->hi[q] = -INFINITY;
        for (int32_t v = 0; v < m->vertices; v++) {
            m->lo[q] = fmin(m->lo[q], m->vertex[v][q]);
            m->hi[q] = fmax(m->hi[q], m->vertex[v][q]);
        }
        m->centre[q] = 0.5 * m->lo[q] + 0.5 * m->hi[q];
    }
    for (int32_t v = 0; v < m->vertices; v++) {
        const double r2 = tsu_vec3_norm2(tsu_vec3_sub(point(m->vertex[v]), point(m->centre)));
        most = r2 > most ? r2 : most;
    }
    m->radius = sqrt(most);
    m->area = 0.0;
    for (int32_t t = 0; t < m->triangles; t++) {
        m->area += m->plane[t][3];
    }
}

static tsu_status allocate(tsu_mesh *m, size_t n, tsu_error *err)
{
    tsu_status s = tsu_memory_allocate(&m->vertex, 3 * n, sizeof *m->vertex, "vertices", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->corner, n, sizeof *m->corner, "triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->side, n, sizeof *m->side, "triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->plane, n, sizeof *m->plane, "triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->origin, n, sizeof *m->origin, "triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->edge, 3 * n, sizeof *m->edge, "edges", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&m->edge_first, 3 * n + 1, sizeof *m->edge_first, "edges", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&m->edge_triangle, 3 * n, sizeof *m->edge_triangle, "edges", err);
    return s;
}

tsu_status tsu_mesh_build(tsu_mesh *m, const tsu_facets *f, double precision, tsu_error *err)
{
    if (f->count < 1) return tsu_error_set(err, TSU_ERROR_INPUT, "the mesh has no triangles");
    if (!(precision >= 0.0 && isfinite(precision)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "precision %g of a mesh; it must not be negative",
                             precision);
    tsu_mesh made = {.triangles = (int32_t)f->count, .precision = precision};
    tsu_status s = allocate(&made, (size_t)f->count, err);
    if (s == TSU_OK) s = merge_corners(&made, f, err);
    if (s == TSU_OK) s = join_sides(&made, err);
    if (s != TSU_OK) {
        tsu_mesh_free(&made);
        return s;
    }
    memcpy(made.origin, f->origin, (size_t)f->count * sizeof *made.origin);
    for (int32_t t = 0; t < made.triangles; t++) {
        find_plane(&made, t);
    }
    find_extent(&made);
    *m = made;
    return TSU_OK;
}
