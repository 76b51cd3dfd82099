/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_health.c - what is wrong with a mesh, and what of it can be repaired. */
#include "base/elementary.h"
#include "base/memory.h"
#include "base/vec.h"
#include "state/mesh.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double SLIVER = 0.5; /* [degree] */

static tsu_vec3 vertex(const tsu_mesh *m, int32_t v)
{
    return tsu_vec3_make(m->vertex[v][0], m->vertex[v][1], m->vertex[v][2]);
}

static int32_t edge_uses(const tsu_mesh *m, int32_t e)
{
    return m->edge_first[e + 1] - m->edge_first[e];
}

/* Enters a fault; the worst have the largest `badness`. */
static void add_place(tsu_mesh_health *h, tsu_mesh_fault fault, tsu_mesh_place place, double badness,
                      double badness_of[TSU_MESH_WORST])
{
    const int64_t known = h->count[fault] < TSU_MESH_WORST ? h->count[fault] : TSU_MESH_WORST;
    h->count[fault]++;
    int64_t at = known;
    while (at > 0 && badness > badness_of[at - 1]) {
        if (at < TSU_MESH_WORST) {
            h->worst[fault][at] = h->worst[fault][at - 1];
            badness_of[at] = badness_of[at - 1];
        }
        at--;
    }
    if (at >= TSU_MESH_WORST) return;
    h->worst[fault][at] = place;
    badness_of[at] = badness;
}

static tsu_mesh_place place_of_triangle(const tsu_mesh *m, int32_t t, double measure)
{
    tsu_mesh_place p = {.triangle = t, .origin = m->origin[t], .measure = measure};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < 3; k++) {
            p.at[q] += m->vertex[m->corner[t][k]][q] / 3.0;
        }
    }
    return p;
}

static tsu_mesh_place place_of_edge(const tsu_mesh *m, int32_t e, double measure)
{
    const int32_t t = m->edge_triangle[m->edge_first[e]];
    tsu_mesh_place p = {.triangle = t, .origin = m->origin[t], .measure = measure};
    for (int q = 0; q < 3; q++) {
        p.at[q] = 0.5 * (m->vertex[m->edge[e][0]][q] + m->vertex[m->edge[e][1]][q]);
    }
    return p;
}

/* ---- single triangles and edges ---------------------------------------------------------------------------------- */

static double side_length(const tsu_mesh *m, int32_t t, int k)
{
    return tsu_vec3_norm(tsu_vec3_sub(vertex(m, m->corner[t][(k + 1) % 3]), vertex(m, m->corner[t][k])));
}

static double smallest_angle(const tsu_mesh *m, int32_t t)
{
    const double a = side_length(m, t, 0), b = side_length(m, t, 1), c = side_length(m, t, 2);
    const double longest = fmax(a, fmax(b, c)), shortest = fmin(a, fmin(b, c));
    const double middle = a + b + c - longest - shortest;
    const double sine =
        2.0 * m->plane[t][3] / (longest * middle); /* the smallest angle lies between these two */
    return tsu_asin_of(fmin(1.0, sine)) * 180.0 / PI;
}

static void examine_shapes(const tsu_mesh *m, tsu_mesh_health *h)
{
    double flat[TSU_MESH_WORST], thin[TSU_MESH_WORST];
    for (int32_t t = 0; t < m->triangles; t++) {
        const double longest = fmax(side_length(m, t, 0), fmax(side_length(m, t, 1), side_length(m, t, 2)));
        if (!(m->plane[t][3] > 0.0)) {
            add_place(h, TSU_MESH_DEGENERATE, place_of_triangle(m, t, 0.0), longest, flat);
            continue;
        }
        const double angle = smallest_angle(m, t);
        if (angle < SLIVER) add_place(h, TSU_MESH_SLIVER, place_of_triangle(m, t, angle), -angle, thin);
    }
}

bool tsu_mesh_is_degenerate(const tsu_mesh *m, int32_t t)
{
    return !(m->plane[t][3] > 0.0);
}

/* Triangles with the same vertices share their edges. */
bool tsu_mesh_is_duplicate(const tsu_mesh *m, int32_t t)
{
    const int32_t e = m->side[t][0];
    const int32_t *c = m->corner[t];
    for (int32_t k = m->edge_first[e]; k < m->edge_first[e + 1] && m->edge_triangle[k] < t; k++) {
        const int32_t *o = m->corner[m->edge_triangle[k]];
        int same = 0;
        for (int q = 0; q < 3; q++) {
            same += c[q] == o[0] || c[q] == o[1] || c[q] == o[2];
        }
        if (same == 3) return true;
    }
    return false;
}

static void examine_edges(const tsu_mesh *m, tsu_mesh_health *h)
{
    double twice[TSU_MESH_WORST], many[TSU_MESH_WORST];
    for (int32_t t = 0; t < m->triangles; t++) {
        if (!(m->plane[t][3] > 0.0) || !tsu_mesh_is_duplicate(m, t)) continue;
        add_place(h, TSU_MESH_DUPLICATED, place_of_triangle(m, t, m->plane[t][3]), m->plane[t][3], twice);
    }
    for (int32_t e = 0; e < m->edges; e++) {
        const int32_t uses = edge_uses(m, e);
        if (m->edge[e][0] == m->edge[e][1]) continue;
        h->open_edges += uses == 1;
        if (uses > 2) add_place(h, TSU_MESH_NON_MANIFOLD, place_of_edge(m, e, uses), uses, many);
    }
}

/* ---- holes ------------------------------------------------------------------------------------------------------- */

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static void unite(int32_t *parent, int32_t a, int32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* Open edges that hang together at vertices make one hole. */
static tsu_status examine_holes(const tsu_mesh *m, tsu_mesh_health *h, tsu_error *err)
{
    int32_t *parent = NULL;
    double *length = NULL, worst[TSU_MESH_WORST];
    tsu_status s = tsu_memory_allocate(&parent, (size_t)m->vertices, sizeof *parent, "holes", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&length, (size_t)m->vertices, sizeof *length, "holes", err);
    for (int32_t v = 0; v < m->vertices && s == TSU_OK; v++) {
        parent[v] = v;
    }
    for (int pass = 0; pass < 3 && s == TSU_OK;
         pass++) { /* join, measure, report at the first edge of each */
        for (int32_t e = 0; e < m->edges; e++) {
            const int32_t a = m->edge[e][0], b = m->edge[e][1];
            if (edge_uses(m, e) != 1 || a == b) continue;
            const int32_t root = pass ? root_of(parent, a) : 0;
            if (pass == 0) unite(parent, a, b);
            if (pass == 1) length[root] += tsu_vec3_norm(tsu_vec3_sub(vertex(m, b), vertex(m, a)));
            if (pass == 2 && length[root] > 0.0) {
                add_place(h, TSU_MESH_HOLE, place_of_edge(m, e, length[root]), length[root], worst);
                length[root] = -1.0;
            }
        }
    }
    tsu_memory_release(&parent);
    tsu_memory_release(&length);
    return s;
}

/* ---- orientation ------------------------------------------------------------------------------------------------- */

/* Whether triangle t runs along edge e from the lower to the higher vertex. */
static bool runs_upward(const tsu_mesh *m, int32_t t, int32_t e)
{
    int k = 0;
    while (k < 2 && m->side[t][k] != e) {
        k++;
    }
    return m->corner[t][k] == m->edge[e][0];
}

/* Walks over a part from triangle `seed`, across edges of two triangles; flip[t]: 0 not seen, 1 as the seed, 2 against
 * it. Returns the number against, and the members in queue[0 .. *members). */
static int32_t walk_part(const tsu_mesh *m, int32_t seed, uint8_t *flip, int32_t *queue, int32_t *members)
{
    int32_t head = 0, tail = 0, against = 0;
    queue[tail++] = seed;
    flip[seed] = 1;
    while (head < tail) {
        const int32_t t = queue[head++];
        for (int k = 0; k < 3; k++) {
            const int32_t e = m->side[t][k];
            if (edge_uses(m, e) != 2 || m->edge[e][0] == m->edge[e][1]) continue;
            const int32_t *pair = m->edge_triangle + m->edge_first[e],
                          other = pair[0] == t ? pair[1] : pair[0];
            if (other == t || flip[other]) continue;
            const bool same = runs_upward(m, t, e) != runs_upward(m, other, e);
            flip[other] = (uint8_t)(same ? flip[t] : 3 - flip[t]);
            against += flip[other] == 2;
            queue[tail++] = other;
        }
    }
    *members = tail;
    return against;
}

/* Marks in flip[t] = 2 the triangles that point against most of their part. */
static tsu_status find_inverted(const tsu_mesh *m, uint8_t **flip, int64_t *parts, tsu_error *err)
{
    int32_t *queue = NULL;
    tsu_status s = tsu_memory_allocate(flip, (size_t)m->triangles, 1, "orientation", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&queue, (size_t)m->triangles, sizeof *queue, "orientation", err);
    *parts = 0;
    for (int32_t t = 0; t < m->triangles && s == TSU_OK; t++) {
        if ((*flip)[t]) continue;
        int32_t members;
        const int32_t against = walk_part(m, t, *flip, queue, &members);
        ++*parts;
        if (2 * against <= members) continue;
        for (int32_t k = 0; k < members; k++) {
            (*flip)[queue[k]] = (uint8_t)(3 - (*flip)[queue[k]]);
        }
    }
    tsu_memory_release(&queue);
    return s;
}

static tsu_status examine_orientation(const tsu_mesh *m, tsu_mesh_health *h, tsu_error *err)
{
    uint8_t *flip = NULL;
    double worst[TSU_MESH_WORST];
    const tsu_status s = find_inverted(m, &flip, &h->parts, err);
    for (int32_t t = 0; t < m->triangles && s == TSU_OK; t++) {
        const double area = m->plane[t][3];
        if (flip[t] == 2) add_place(h, TSU_MESH_INVERTED, place_of_triangle(m, t, area), area, worst);
    }
    tsu_memory_release(&flip);
    return s;
}

tsu_status tsu_mesh_examine(const tsu_mesh *m, tsu_mesh_health *health, tsu_error *err)
{
    *health = (tsu_mesh_health){0};
    examine_shapes(m, health);
    examine_edges(m, health);
    const tsu_status s = examine_holes(m, health, err);
    return s == TSU_OK ? examine_orientation(m, health, err) : s;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

const char *tsu_mesh_fault_word(tsu_mesh_fault fault, bool many)
{
    static const char *const one[] = {"degenerate triangle", "duplicated triangle",
                                      "inverted triangle",   "non-manifold edge",
                                      "open boundary",       "triangle with an angle below 0.5 degrees"};
    static const char *const more[] = {"degenerate triangles", "duplicated triangles",
                                       "inverted triangles",   "non-manifold edges",
                                       "open boundaries",      "triangles with an angle below 0.5 degrees"};
    return many ? more[fault] : one[fault];
}

static const char *measure_word(tsu_mesh_fault fault)
{
    static const char *const words[] = {"height", "area", "area", "triangles", "length", "angle"};
    return words[fault];
}

void tsu_mesh_describe(const tsu_mesh *m, const tsu_mesh_health *h, char *text, size_t size)
{
    size_t used =
        (size_t)snprintf(text, size, "%d triangles, %d vertices, %lld %s, area %g", m->triangles, m->vertices,
                         (long long)h->parts, h->parts == 1 ? "part" : "parts", m->area);
    int64_t faults = 0;
    for (int f = 0; f < TSU_MESH_FAULTS && used < size; f++) {
        const int64_t n = h->count[f];
        faults += f == TSU_MESH_HOLE || f == TSU_MESH_SLIVER ? 0 : n;
        if (n == 0) continue;
        used += (size_t)snprintf(text + used, size - used, "; %lld %s, worst at", (long long)n,
                                 tsu_mesh_fault_word((tsu_mesh_fault)f, n != 1));
        for (int k = 0; k < TSU_MESH_WORST && k < n && used < size; k++) {
            const tsu_mesh_place *p = &h->worst[f][k];
            used += (size_t)snprintf(text + used, size - used,
                                     "%s (%.6g %.6g %.6g) [triangle %d, place %lld in the file, %s %.4g]",
                                     k ? "," : "", p->at[0], p->at[1], p->at[2], p->triangle + 1,
                                     (long long)p->origin, measure_word((tsu_mesh_fault)f), p->measure);
        }
    }
    if (faults == 0 && used < size) snprintf(text + used, size - used, "; no faults");
}

/* ---- repair ------------------------------------------------------------------------------------------------------ */

static tsu_status collect_repaired(const tsu_mesh *m, unsigned what, const uint8_t *flip, tsu_facets *f,
                                   int64_t *changed, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int32_t t = 0; t < m->triangles && s == TSU_OK; t++) {
        const bool flat = !(m->plane[t][3] > 0.0);
        const bool gone = (what >> TSU_MESH_DEGENERATE & 1u && flat) ||
                          (what >> TSU_MESH_DUPLICATED & 1u && !flat && tsu_mesh_is_duplicate(m, t));
        const bool turn = what >> TSU_MESH_INVERTED & 1u && flip[t] == 2;
        *changed += gone || turn;
        if (gone) continue;
        double corner[3][3];
        for (int k = 0; k < 3; k++) {
            memcpy(corner[k], m->vertex[m->corner[t][turn && k > 0 ? 3 - k : k]], sizeof corner[k]);
        }
        s = tsu_facets_append(f, (const double(*)[3])corner, m->origin[t], err);
    }
    return s;
}

tsu_status tsu_mesh_repair(tsu_mesh *m, unsigned what, int64_t *changed, tsu_error *err)
{
    const unsigned can = 1u << TSU_MESH_DEGENERATE | 1u << TSU_MESH_DUPLICATED | 1u << TSU_MESH_INVERTED;
    *changed = 0;
    for (int f = 0; f < TSU_MESH_FAULTS; f++) {
        if (what & ~can & 1u << f)
            return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                                 "%s cannot be repaired here; repair the mesh where it was made",
                                 tsu_mesh_fault_word((tsu_mesh_fault)f, true));
    }
    tsu_facets f = {0};
    uint8_t *flip = NULL;
    int64_t parts;
    tsu_mesh repaired = {0};
    tsu_status s = find_inverted(m, &flip, &parts, err);
    if (s == TSU_OK) s = collect_repaired(m, what, flip, &f, changed, err);
    if (s == TSU_OK && *changed > 0) s = tsu_mesh_build(&repaired, &f, m->precision, err);
    if (s == TSU_OK && *changed > 0) {
        tsu_mesh_free(m);
        *m = repaired;
    }
    tsu_facets_free(&f);
    tsu_memory_release(&flip);
    return s;
}
