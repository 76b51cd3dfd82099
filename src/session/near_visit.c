/* SPDX-License-Identifier: Apache-2.0 */
#include "session/near_visit.h"
#include "base/memory.h"
#include "state/particle_order.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

enum { ALONG_MAX = 128 };

typedef struct raster {
    const tsu_session *session;
    double low[3], size[3], length[3];
    int n[3];
    bool periodic[3];
    double reach;
    int32_t *row;         /* in the order of ids: what is found does not depend on that of rows */
    int32_t *head, *next; /* [cells], [rows]: chains of places in this order */
    double (*x)[3];       /* [rows] within the box, in this order */
} raster;

static int cell_along(const raster *r, int q, double x)
{
    const int k = (int)floor((x - r->low[q]) / r->size[q]);
    return k < 0 ? 0 : k >= r->n[q] ? r->n[q] - 1 : k;
}

static void find_bounds(raster *r)
{
    const tsu_world *w = r->session->world;
    for (int q = 0; q < 3; q++) {
        double lo = INFINITY, hi = -INFINITY;
        for (int32_t i = 0; i < w->particles.count; i++) {
            lo = fmin(lo, r->x[i][q]);
            hi = fmax(hi, r->x[i][q]);
        }
        r->periodic[q] = w->box.periodic[q];
        r->low[q] = r->periodic[q] ? w->box.lo[q] : lo;
        r->length[q] = (r->periodic[q] ? w->box.hi[q] : hi) - r->low[q];
        r->n[q] = (int)fmin(ALONG_MAX, fmax(1.0, floor(r->length[q] / r->reach)));
        r->size[q] = r->length[q] > 0.0 ? r->length[q] / r->n[q] : 1.0;
    }
}

static void look(const raster *r, int32_t i, int32_t j, tsu_near_visitor *visit, void *context)
{
    double way[3], distance2 = 0.0;
    for (int q = 0; q < 3; q++) {
        way[q] = r->x[i][q] - r->x[j][q];
        if (r->periodic[q]) way[q] -= r->length[q] * round(way[q] / r->length[q]);
        distance2 += way[q] * way[q];
    }
    if (distance2 < r->reach * r->reach) visit(context, r->row[i], r->row[j], way, sqrt(distance2));
}

/* The cells from one before to one after, each once, also where there are fewer than three. */
static int neighbours(const raster *r, int q, int at, int out[3])
{
    int count = 0;
    for (int step = -1; step <= 1; step++) {
        int k = at + step;
        if (r->periodic[q]) k = (k + r->n[q]) % r->n[q];
        bool known = k < 0 || k >= r->n[q];
        for (int m = 0; m < count; m++) {
            known = known || out[m] == k;
        }
        if (!known) out[count++] = k;
    }
    return count;
}

static void visit_around(const raster *r, int32_t i, tsu_near_visitor *visit, void *context)
{
    int near[3][3], count[3];
    for (int q = 0; q < 3; q++) {
        count[q] = neighbours(r, q, cell_along(r, q, r->x[i][q]), near[q]);
    }
    for (int k = 0; k < count[0] * count[1] * count[2]; k++) {
        const int a = near[0][k % count[0]], b = near[1][k / count[0] % count[1]],
                  c = near[2][k / (count[0] * count[1])];
        for (int32_t j = r->head[(c * r->n[1] + b) * r->n[0] + a]; j >= 0; j = r->next[j]) {
            if (i < j) look(r, i, j, visit, context);
        }
    }
}

static void fill(raster *r, int32_t rows)
{
    for (int k = 0; k < r->n[0] * r->n[1] * r->n[2]; k++) {
        r->head[k] = -1;
    }
    for (int32_t i = rows - 1; i >= 0; i--) {
        const int a = cell_along(r, 0, r->x[i][0]), b = cell_along(r, 1, r->x[i][1]),
                  c = cell_along(r, 2, r->x[i][2]);
        int32_t *head = &r->head[(c * r->n[1] + b) * r->n[0] + a];
        r->next[i] = *head;
        *head = i;
    }
}

tsu_status tsu_near_visit(const tsu_session *s, double reach, tsu_near_visitor *visit, void *context,
                          tsu_error *err)
{
    raster r = {.session = s, .reach = reach};
    const int32_t rows = s->world->particles.count;
    if (rows == 0) return TSU_OK;
    tsu_status status = tsu_memory_allocate(&r.x, (size_t)rows, sizeof *r.x, "places", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&r.row, (size_t)rows, sizeof *r.row, "places", err);
    if (status == TSU_OK) status = tsu_particles_by_id(&s->world->particles, r.row, err);
    for (int32_t i = 0; i < rows && status == TSU_OK; i++) {
        for (int q = 0; q < 3; q++) {
            r.x[i][q] = tsu_boundary_inside(s->world, r.row[i], q);
        }
    }
    if (status == TSU_OK) find_bounds(&r);
    const size_t cells = (size_t)r.n[0] * (size_t)r.n[1] * (size_t)r.n[2];
    if (status == TSU_OK) status = tsu_memory_allocate(&r.head, cells, sizeof *r.head, "cells", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&r.next, (size_t)rows, sizeof *r.next, "cells", err);
    if (status == TSU_OK) fill(&r, rows);
    for (int32_t i = 0; i < rows && status == TSU_OK; i++) {
        visit_around(&r, i, visit, context);
    }
    tsu_memory_release(&r.x);
    tsu_memory_release(&r.row);
    tsu_memory_release(&r.head);
    tsu_memory_release(&r.next);
    return status;
}
