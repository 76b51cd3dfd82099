/* SPDX-License-Identifier: Apache-2.0 */
#include "step/boundary.h"
#include "base/memory.h"
#include "step/diagnose.h"
#include "step/mesh_body.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

enum { CROSSINGS_MAX = 100 }; /* of a periodic box between two lists */

void tsu_rows_change_free(tsu_rows_change *c)
{
    tsu_memory_release(&c->wrap);
    tsu_memory_release(&c->new_row);
}

static double on_lattice(double x, double lattice)
{
    const double shifted = x + lattice;
    return shifted - lattice;
}

void tsu_boundary_set_lattice(world *w)
{
    for (int q = 0; q < 3; q++) {
        if (!w->box.periodic[q]) {
            w->lattice[q] = 0.0;
            continue;
        }
        const double length = w->box.hi[q] - w->box.lo[q];
        int exponent;
        frexp(2.0 * (fabs(w->box.lo[q]) + fabs(w->box.hi[q])), &exponent);
        w->lattice[q] = ldexp(1.5, exponent + 1);
        w->box.lo[q] = on_lattice(w->box.lo[q], w->lattice[q]);
        w->box.hi[q] = w->box.lo[q] + on_lattice(length, w->lattice[q]);
        for (int32_t i = 0; i < w->particles.count; i++) {
            w->particles.xr[i][q] = on_lattice(w->particles.xr[i][q], w->lattice[q]);
        }
    }
}

double tsu_boundary_inside(const world *w, int32_t i, int q)
{
    double x = w->particles.xr[i][q];
    const double length = w->box.hi[q] - w->box.lo[q];
    if (!w->box.periodic[q]) return x;
    /* Who is shot off far away may be anywhere; taking one length at a time would never end. */
    if (!(fabs(x - w->box.lo[q]) < 8.0 * length)) x = w->box.lo[q] + fmod(x - w->box.lo[q], length);
    while (x >= w->box.hi[q]) {
        x -= length;
    }
    while (x < w->box.lo[q]) {
        x += length;
    }
    return x;
}

/* Whether a particle is beyond a fixed face; *axis and *high say which. */
static bool is_outside(const world *w, int32_t i, int *axis, int *high)
{
    const double *x = w->particles.xr[i];
    for (int q = 0; q < 3; q++) {
        *axis = q;
        *high = 0;
        if (w->boundary[q][0] == 'f' && x[q] < w->box.lo[q]) return true;
        *high = 1;
        if (w->boundary[q][1] == 'f' && x[q] > w->box.hi[q]) return true;
    }
    return false;
}

tsu_status tsu_boundary_lose(world *w, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    uint8_t *gone = NULL;
    int64_t count = 0;
    for (int32_t i = 0; i < p->count; i++) {
        int axis, high;
        if (!is_outside(w, i, &axis, &high)) continue;
        if (w->lost_policy == TSU_LOST_ERROR) return tsu_diagnose_lost(w, i, axis, high, err);
        if (!gone) {
            const tsu_status s = tsu_memory_allocate(&gone, (size_t)p->count, 1, "lost particles", err);
            if (s != TSU_OK) return s;
        }
        gone[i] = 1;
        count++;
    }
    if (!gone) return TSU_OK;
    const tsu_status s = tsu_world_remove(w, gone, TSU_MIDWAY, err);
    tsu_memory_release(&gone);
    if (s == TSU_OK) w->lost += count;
    return s;
}

/* What faces that follow enclose: the centres of particles, and meshes. */
static void find_extent(const world *w, double lo[3], double hi[3])
{
    for (int q = 0; q < 3; q++) {
        lo[q] = INFINITY;
        hi[q] = -INFINITY;
        for (int32_t i = 0; i < w->particles.count; i++) {
            lo[q] = fmin(lo[q], w->particles.xr[i][q]);
            hi[q] = fmax(hi[q], w->particles.xr[i][q]);
        }
    }
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh *m = &w->mesh[k]->mesh;
        for (int32_t i = 0; i < m->vertices; i++) {
            const double *v = m->vertex[i];
            const tsu_vec3 x = tsu_pose_point(&w->mesh[k]->pose, tsu_vec3_make(v[0], v[1], v[2]));
            const double at[3] = {x.x, x.y, x.z};
            for (int q = 0; q < 3; q++) {
                lo[q] = fmin(lo[q], at[q]);
                hi[q] = fmax(hi[q], at[q]);
            }
        }
    }
}

/* Faces that follow particles and meshes: s always, m not below its least extent. There is a margin, so that nobody lies on
 * a face. */
void tsu_boundary_follow(world *w)
{
    double lo[3], hi[3];
    bool any = false;
    for (int q = 0; q < 3; q++) {
        any = any || strchr("sm", w->boundary[q][0]) || strchr("sm", w->boundary[q][1]);
    }
    if (!any) return;
    find_extent(w, lo, hi);
    for (int q = 0; q < 3; q++) {
        if (w->box.periodic[q] || !(lo[q] <= hi[q])) continue;
        const double *least = w->box_minimum[q], margin = 1e-4 * (least[1] - least[0]);
        if (w->boundary[q][0] == 's') w->box.lo[q] = lo[q] - margin;
        if (w->boundary[q][0] == 'm') w->box.lo[q] = fmin(lo[q] - margin, least[0]);
        if (w->boundary[q][1] == 's') w->box.hi[q] = hi[q] + margin;
        if (w->boundary[q][1] == 'm') w->box.hi[q] = fmax(hi[q] + margin, least[1]);
    }
}

static void wrap(world *w, int8_t (*wrapped)[4])
{
    tsu_particles *p = &w->particles;
    for (int q = 0; q < 3; q++) {
        if (!w->box.periodic[q]) continue;
        const double lo = w->box.lo[q], length = w->box.hi[q] - lo;
        for (int32_t i = 0; i < p->count; i++) {
            const double times = floor((p->xr[i][q] - lo) / length);
            if (times == 0.0) continue;
            p->xr[i][q] -= times * length;
            p->image[i][q] += (int32_t)times;
            wrapped[i][q] = (int8_t)times;
        }
    }
}

tsu_status tsu_boundary_apply(world *w, tsu_rows_change *change, tsu_error *err)
{
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double *x = w->particles.xr[i];
        if (!isfinite(x[0] + x[1] + x[2])) return tsu_diagnose_not_finite(w, i, err);
        for (int q = 0; q < 3; q++) { /* counts of crossings are small numbers */
            const double length = w->box.hi[q] - w->box.lo[q];
            if (w->box.periodic[q] && !(fabs(x[q] - w->box.lo[q]) < CROSSINGS_MAX * length))
                return tsu_diagnose_lost(w, i, q, x[q] > w->box.lo[q], err);
        }
    }
    tsu_status s = tsu_boundary_lose(w, err);
    if (s != TSU_OK) return s;
    s = tsu_memory_allocate(&change->wrap, (size_t)w->particles.count, sizeof *change->wrap,
                            "wrapped particles", err);
    if (s != TSU_OK) return s;
    tsu_boundary_follow(w);
    tsu_boundary_set_lattice(w);
    wrap(w, change->wrap);
    return TSU_OK;
}

/* Brings the particles that reach beyond the next row of cells to the end, in the order in which they are, unless they are
 * many; returns their number. */
static int32_t set_apart(const tsu_particles *p, double cell, int32_t *order, int32_t *scratch)
{
    enum { CELLS = 3, SHARE = 16 };
    int32_t kept = 0, apart = 0;
    for (int32_t i = 0; i < p->count; i++) {
        apart += 2.0 * p->xr[i][3] > CELLS * cell;
    }
    if (apart == 0 || apart > p->count / SHARE) return 0;
    memcpy(scratch, order, (size_t)p->count * sizeof *order);
    for (int32_t k = 0, last = p->count - apart; k < p->count; k++) {
        order[2.0 * p->xr[scratch[k]][3] > CELLS * cell ? last++ : kept++] = scratch[k];
    }
    return apart;
}

tsu_status tsu_boundary_sort(world *w, tsu_rows_change *change, bool sort, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    w->lists.late_rows = 0;
    if (!sort) return TSU_OK;
    int32_t *order = NULL;
    tsu_status s = tsu_memory_allocate(&order, (size_t)p->count, sizeof *order, "order of particles", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&change->new_row, (size_t)p->count, sizeof *order, "order of particles", err);
    double cell = 0.0;
    const double reach = tsu_lists_range(&w->lists);
    tsu_turn *turn = &w->lists.turn;
    if (s == TSU_OK) s = tsu_turn_positions(turn, p, w->threads, err);
    if (s == TSU_OK) s = tsu_search_cell(&cell, turn->to, p->count, reach, w->threads, err);
    if (s == TSU_OK) s = tsu_search_order(order, turn->to, p->count, &turn->box, cell, w->threads, err);
    if (s == TSU_OK) w->lists.late_rows = set_apart(p, cell, order, change->new_row);
    if (s == TSU_OK) s = tsu_particles_reorder(p, order, p->count, err);
    for (int32_t k = 0; k < p->count && s == TSU_OK; k++) {
        change->new_row[order[k]] = k;
    }
    tsu_memory_release(&order);
    return s;
}
