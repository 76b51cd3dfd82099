/* SPDX-License-Identifier: Apache-2.0 */
#include "search/inscribed.h"
#include "base/memory.h"
#include "base/power.h"
#include "search/bvh.h"
#include "shape/sphere_triangle.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 30000, SIDE_MAX = 400 };

typedef struct place {
    double x[3], r;
    int32_t cell;
} place;

/* A place with as many samples as it can hold at most; the best is at the top. */
typedef struct offer {
    double gain;
    int32_t place;
    int32_t round; /* in which the gain was counted; an old one may be too high */
} offer;

typedef struct filling {
    const tsu_mesh *mesh;
    tsu_triangle *triangle; /* [triangles] */
    tsu_bvh tree;
    double origin[3], h; /* of the grid */
    int32_t side[3];
    int32_t *winding; /* [cells] how often the surface lies around the cell; then the place there, -1: none */
    uint8_t *held;    /* [places] by some sphere */
    place *place;
    int32_t places, samples_held;
    offer *heap;
    int32_t offers;
    int32_t *later; /* places that do not hang together with the spheres yet */
    int32_t laters;
} filling;

static void forget(filling *f)
{
    tsu_bvh_free(&f->tree);
    tsu_memory_release(&f->triangle);
    tsu_memory_release(&f->winding);
    tsu_memory_release(&f->held);
    tsu_memory_release(&f->place);
    tsu_memory_release(&f->heap);
    tsu_memory_release(&f->later);
}

void tsu_inscribed_free(tsu_inscribed *s)
{
    tsu_memory_release(&s->centre);
    tsu_memory_release(&s->radius);
}

static int32_t cell_at(const filling *f, int32_t i, int32_t j, int32_t k)
{
    return (k * f->side[1] + j) * f->side[0] + i;
}

/* ---- which points are inside ------------------------------------------------------------------------------------------- */

/* A grid about the middle of the box, which is a point of it. */
static tsu_status make_grid(filling *f, double volume, tsu_error *err)
{
    const tsu_mesh *m = f->mesh;
    size_t cells = 1;
    double longest = 0.0;
    for (int q = 0; q < 3; q++) {
        longest = fmax(longest, m->hi[q] - m->lo[q]);
    }
    f->h = fmax(tsu_pow(volume / SAMPLES, 1.0 / 3.0), longest / SIDE_MAX);
    for (int q = 0; q < 3; q++) {
        const int32_t half = (int32_t)ceil(0.5 * (m->hi[q] - m->lo[q]) / f->h);
        f->side[q] = 2 * half + 1;
        f->origin[q] = 0.5 * (m->lo[q] + m->hi[q]) - half * f->h;
        cells *= (size_t)f->side[q];
    }
    return tsu_memory_allocate(&f->winding, cells, sizeof *f->winding, "the grid in a mesh", err);
}

/* Where the line y, z crosses a triangle, seen along x: on which side of each edge it passes. */
static bool crosses(const double a[3], const double b[3], const double c[3], double y, double z, double *x,
                    int *sign)
{
    const double u = (b[1] - y) * (c[2] - z) - (b[2] - z) * (c[1] - y);
    const double v = (c[1] - y) * (a[2] - z) - (c[2] - z) * (a[1] - y);
    const double w = (a[1] - y) * (b[2] - z) - (a[2] - z) * (b[1] - y);
    const double all = u + v + w;
    if (!((u > 0.0 && v > 0.0 && w > 0.0) || (u < 0.0 && v < 0.0 && w < 0.0))) return false;
    *x = (u * a[0] + v * b[0] + w * c[0]) / all;
    *sign = all > 0.0 ? 1 : -1; /* the normal points along x */
    return true;
}

/* All points on the lines through a triangle that lie before it: the surface is around them once more or less. Lines are a little off the points, so
 * that they meet no edge of a mesh with round numbers. */
static void wind(filling *f, int32_t t)
{
    const tsu_mesh *m = f->mesh;
    const double *a = m->vertex[m->corner[t][0]], *b = m->vertex[m->corner[t][1]],
                 *c = m->vertex[m->corner[t][2]];
    int32_t from[3] = {0}, to[3] = {0};
    for (int q = 1; q < 3; q++) {
        const double lo = fmin(a[q], fmin(b[q], c[q])), hi = fmax(a[q], fmax(b[q], c[q]));
        from[q] = (int32_t)fmax(0.0, floor((lo - f->origin[q]) / f->h) - 1.0);
        to[q] = (int32_t)fmin((double)f->side[q] - 1.0, ceil((hi - f->origin[q]) / f->h) + 1.0);
    }
    for (int32_t k = from[2]; k <= to[2]; k++) {
        for (int32_t j = from[1]; j <= to[1]; j++) {
            double x;
            int sign;
            const double y = f->origin[1] + (j + 3.17e-5) * f->h, z = f->origin[2] + (k + 7.41e-5) * f->h;
            if (!crosses(a, b, c, y, z, &x, &sign)) continue;
            for (int32_t i = 0; i < f->side[0] && f->origin[0] + i * f->h < x; i++) {
                f->winding[cell_at(f, i, j, k)] += sign;
            }
        }
    }
}

/* ---- distances ------------------------------------------------------------------------------------------------------------ */

static tsu_triangle triangle_of(const tsu_mesh *m, int32_t t)
{
    tsu_triangle made = {.n = {m->plane[t][0], m->plane[t][1], m->plane[t][2]}};
    for (int k = 0; k < 3; k++) {
        const double *c = m->vertex[m->corner[t][k]];
        made.corner[k] = tsu_vec3_make(c[0], c[1], c[2]);
    }
    tsu_triangle_complete(&made);
    return made;
}

typedef struct nearest {
    const filling *of;
    tsu_vec3 x;
    double distance;
} nearest;

static void look_at(void *context, int32_t t)
{
    nearest *n = context;
    tsu_foot foot;
    if (tsu_triangle_foot_within(&n->of->triangle[t], n->x, n->distance, &foot)) n->distance = foot.distance;
}

/* Of a point to the surface, which is no further than `bound` but for rounding. */
static double distance(const filling *f, const double x[3], double bound)
{
    nearest n = {f, {x[0], x[1], x[2]}, INFINITY};
    for (double within = bound * (1.0 + 1.0e-9); !(n.distance <= within) && within < DBL_MAX; within *= 2.0) {
        n.distance = within;
        tsu_bvh_near(&f->tree, x, within, look_at, &n);
        if (!(n.distance < within)) n.distance = INFINITY;
    }
    return n.distance;
}

static tsu_status build_tree(filling *f, tsu_error *err)
{
    const tsu_mesh *m = f->mesh;
    double(*box)[6] = NULL;
    const size_t n = (size_t)m->triangles;
    tsu_status s = tsu_memory_allocate(&box, n, sizeof *box, "boxes of triangles", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&f->triangle, n, sizeof *f->triangle, "triangles", err);
    for (int32_t t = 0; t < m->triangles && s == TSU_OK; t++) {
        for (int q = 0; q < 3; q++) {
            const double a = m->vertex[m->corner[t][0]][q], b = m->vertex[m->corner[t][1]][q],
                         c = m->vertex[m->corner[t][2]][q];
            box[t][q] = fmin(a, fmin(b, c));
            box[t][q + 3] = fmax(a, fmax(b, c));
        }
        f->triangle[t] = triangle_of(m, t);
    }
    if (s == TSU_OK) s = tsu_bvh_build(&f->tree, (const double(*)[6])box, m->triangles, err);
    tsu_memory_release(&box);
    return s;
}

/* Points inside, with their distances; neighbours on a line are hardly further or nearer than each other. */
static tsu_status find_places(filling *f, tsu_error *err)
{
    const int32_t cells = f->side[0] * f->side[1] * f->side[2];
    double last = f->h;
    for (int32_t c = 0; c < cells; c++) {
        f->places += f->winding[c] != 0;
    }
    const size_t n = (size_t)f->places;
    tsu_status s = tsu_memory_allocate(&f->place, n, sizeof *f->place, "places in a mesh", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&f->held, n, sizeof *f->held, "places in a mesh", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&f->heap, n, sizeof *f->heap, "places in a mesh", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&f->later, n, sizeof *f->later, "places in a mesh", err);
    int32_t at = 0;
    for (int32_t c = 0; c < cells && s == TSU_OK; c++) {
        const bool inside = f->winding[c] != 0;
        f->winding[c] = inside ? at : -1;
        if (!inside) continue;
        place *p = &f->place[at++];
        p->cell = c;
        p->x[0] = f->origin[0] + (c % f->side[0]) * f->h;
        p->x[1] = f->origin[1] + (c / f->side[0] % f->side[1]) * f->h;
        p->x[2] = f->origin[2] + (c / f->side[0] / f->side[1]) * f->h;
        p->r = last = distance(f, p->x, last + f->h);
    }
    return s;
}

/* ---- what a sphere would add ---------------------------------------------------------------------------------------------- */

/* Counts the samples in a sphere that no other holds, and with `hold` takes them. */
static int32_t samples_in(filling *f, const double x[3], double r, bool hold)
{
    int32_t from[3], to[3], count = 0;
    for (int q = 0; q < 3; q++) {
        from[q] = (int32_t)fmax(0.0, ceil((x[q] - r - f->origin[q]) / f->h));
        to[q] = (int32_t)fmin((double)f->side[q] - 1.0, floor((x[q] + r - f->origin[q]) / f->h));
    }
    for (int32_t k = from[2]; k <= to[2]; k++) {
        for (int32_t j = from[1]; j <= to[1]; j++) {
            for (int32_t i = from[0]; i <= to[0]; i++) {
                const int32_t p = f->winding[cell_at(f, i, j, k)];
                if (p < 0 || f->held[p]) continue;
                const double *y = f->place[p].x, u = y[0] - x[0], v = y[1] - x[1], w = y[2] - x[2];
                if (u * u + v * v + w * w > r * r) continue;
                count++;
                if (hold) f->held[p] = 1;
            }
        }
    }
    return count;
}

static bool better(const offer *a, const offer *b)
{
    return a->gain > b->gain || (a->gain == b->gain && a->place < b->place);
}

static void push(filling *f, offer o)
{
    int32_t at = f->offers++;
    while (at > 0 && better(&o, &f->heap[(at - 1) / 2])) {
        f->heap[at] = f->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    f->heap[at] = o;
}

static offer pop(filling *f)
{
    const offer top = f->heap[0], o = f->heap[--f->offers];
    int32_t at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= f->offers) break;
        if (child + 1 < f->offers && better(&f->heap[child + 1], &f->heap[child])) child++;
        if (!better(&f->heap[child], &o)) break;
        f->heap[at] = f->heap[child];
        at = child;
    }
    f->heap[at] = o;
    return top;
}

/* A sphere that joins others overlaps one of them by a hundredth of the smaller radius at least. */
static bool joins(const tsu_inscribed *s, const double x[3], double r)
{
    for (int32_t k = 0; k < s->count; k++) {
        const double *y = s->centre[k], u = y[0] - x[0], v = y[1] - x[1], w = y[2] - x[2];
        if (sqrt(u * u + v * v + w * w) < s->radius[k] + r - 0.01 * fmin(r, s->radius[k])) return true;
    }
    return s->count == 0;
}

/* Uphill with the distance, by smaller and smaller ways, not further than the spacing. */
static void settle(const filling *f, const tsu_inscribed *s, double x[3], double *r)
{
    const double begin[3] = {x[0], x[1], x[2]};
    for (double step = 0.5 * f->h; step > 1.0e-4 * f->h;) {
        bool moved = false;
        for (int way = 0; way < 6; way++) {
            double y[3] = {x[0], x[1], x[2]};
            y[way / 2] += way % 2 ? -step : step;
            if (fabs(y[way / 2] - begin[way / 2]) > f->h) continue;
            const double d = distance(f, y, *r + step);
            if (!(d > *r) || !joins(s, y, d)) continue;
            memcpy(x, y, sizeof y);
            *r = d;
            moved = true;
        }
        if (!moved) step *= 0.5;
    }
}

/* The best place that hangs together with the spheres there are; false: none would fill anything. */
static bool choose(filling *f, const tsu_inscribed *s, int32_t *best)
{
    f->laters = 0;
    bool found = false;
    while (f->offers > 0 && !found) {
        offer o = pop(f);
        const place *p = &f->place[o.place];
        if (o.round != s->count) {
            o.gain = samples_in(f, p->x, p->r, false);
            o.round = s->count;
            if (o.gain > 0.0) push(f, o);
            continue;
        }
        found = joins(s, p->x, p->r);
        if (found)
            *best = o.place;
        else
            f->later[f->laters++] = o.place;
    }
    for (int32_t k = 0; k < f->laters; k++) {
        const place *p = &f->place[f->later[k]];
        push(f, (offer){samples_in(f, p->x, p->r, false), f->later[k], s->count});
    }
    return found;
}

static void fill(filling *f, int32_t most, double least, tsu_inscribed *s)
{
    for (int32_t p = 0; p < f->places; p++) {
        const double r = f->place[p].r, size = r / f->h + 0.9; /* no more samples than that */
        if (r >= least && r > 0.0) push(f, (offer){4.18879 * size * size * size, p, -1});
    }
    while (s->count < most) {
        int32_t best;
        if (!choose(f, s, &best)) break;
        double *x = s->centre[s->count], r = f->place[best].r;
        memcpy(x, f->place[best].x, sizeof f->place[best].x);
        settle(f, s, x, &r);
        if (samples_in(f, x, r, false) == 0) continue; /* it has come to rest within others */
        s->radius[s->count++] = r;
        f->samples_held += samples_in(f, x, r, true);
    }
    s->spacing = f->h;
    s->filled = f->places > 0 ? (double)f->samples_held / f->places : 0.0;
}

/* ---- how far the surface is off ------------------------------------------------------------------------------------------- */

static double gap(const tsu_inscribed *s, const double x[3])
{
    double least = DBL_MAX;
    for (int32_t k = 0; k < s->count; k++) {
        const double *y = s->centre[k], u = y[0] - x[0], v = y[1] - x[1], w = y[2] - x[2];
        least = fmin(least, sqrt(u * u + v * v + w * w) - s->radius[k]);
    }
    return least;
}

/* Each triangle is cut into n^2 smaller ones, whose middles are looked at. */
static void measure_surface(const tsu_mesh *m, tsu_inscribed *s)
{
    double sum = 0.0, area = 0.0;
    s->furthest = 0.0;
    for (int32_t t = 0; t < m->triangles; t++) {
        const double all = m->plane[t][3];
        const int n = (int)fmin(60.0, 1.0 + ceil(sqrt(20000.0 * all / m->area)));
        const double *c[3] = {m->vertex[m->corner[t][0]], m->vertex[m->corner[t][1]],
                              m->vertex[m->corner[t][2]]};
        for (int k = 0; k < n * n; k++) {
            const int row = (int)sqrt((double)k), odd = (k - row * row) % 2, at = (k - row * row) / 2;
            const double third = odd ? 2.0 / 3.0 : 1.0 / 3.0;
            const double v = (row - at - odd + third) / n, w = (at + third) / n, u = 1.0 - v - w;
            double x[3];
            for (int q = 0; q < 3; q++) {
                x[q] = u * c[0][q] + v * c[1][q] + w * c[2][q];
            }
            const double d = gap(s, x), share = all / (n * n);
            s->furthest = fmax(s->furthest, d);
            sum += share * d * d;
            area += share;
        }
    }
    s->mean = area > 0.0 ? sqrt(sum / area) : 0.0;
}

tsu_status tsu_inscribed_find(const tsu_mesh *mesh, double volume, int32_t most, double least,
                              tsu_inscribed *out, tsu_error *err)
{
    filling f = {.mesh = mesh};
    *out = (tsu_inscribed){0};
    tsu_status s = tsu_memory_allocate(&out->centre, (size_t)most, sizeof *out->centre, "spheres", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&out->radius, (size_t)most, sizeof *out->radius, "spheres", err);
    if (s == TSU_OK) s = build_tree(&f, err);
    if (s == TSU_OK) s = make_grid(&f, volume, err);
    for (int32_t t = 0; t < mesh->triangles && s == TSU_OK; t++) {
        if (!tsu_mesh_is_degenerate(mesh, t)) wind(&f, t);
    }
    if (s == TSU_OK) s = find_places(&f, err);
    if (s == TSU_OK) fill(&f, most, least, out);
    if (s == TSU_OK && out->count == 0)
        s = tsu_error_set(
            err, TSU_ERROR_INPUT,
            "no sphere of radius %g m or more fits into the mesh on a grid of %g m; it is too thin, or the "
            "least radius too large",
            least, f.h);
    if (s == TSU_OK) measure_surface(mesh, out);
    forget(&f);
    if (s != TSU_OK) tsu_inscribed_free(out);
    return s;
}
