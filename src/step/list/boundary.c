/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/boundary.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/clump/clumps.h"
#include "step/diagnose.h"
#include "step/list/lists.h"
#include "step/mesh/body.h"
#include "step/part/part.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024, CELLS_APART = 3 /* a particle across so many is set apart */ };

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

static void align_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    for (int q = 0; q < 3; q++) {
        for (int64_t i = r.begin; i < r.end && w->box.periodic[q]; i++) {
            w->particles.xr[i][q] = on_lattice(w->particles.xr[i][q], w->lattice[q]);
        }
    }
}

static bool is_periodic(const world *w)
{
    return w->box.periodic[0] || w->box.periodic[1] || w->box.periodic[2];
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
    }
    if (!is_periodic(w)) return;
    tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, align_chunk, w);
    if (w->clumps) tsu_clumps_place(w);
}

double tsu_boundary_inside(const world *w, int32_t i, int q)
{
    return tsu_box_inside(&w->box, w->particles.xr[i][q], q);
}

void tsu_boundary_wraps(const world *w, int32_t i, int times[3])
{
    for (int q = 0; q < 3; q++) {
        const double way = w->particles.xr[i][q] - tsu_boundary_inside(w, i, q);
        times[q] = w->box.periodic[q] ? (int)lround(way / (w->box.hi[q] - w->box.lo[q])) : 0;
    }
}

/* All parts of a world do so together, whoever has somebody to lose. */
static tsu_status lose_together(world *w, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    uint8_t *gone = NULL;
    int axis, high;
    tsu_part_need(w, tsu_memory_allocate(&gone, (size_t)p->count, 1, "lost particles", err));
    for (int32_t i = 0; i < p->count; i++) {
        gone[i] = tsu_survey_outside(w, i, &axis, &high);
    }
    const tsu_status s = tsu_world_remove(w, gone, TSU_MIDWAY, err);
    tsu_part_need(w, s);
    tsu_part_lost(w);
    tsu_memory_release(&gone);
    return s;
}

/* Removes those of whom the survey knows that they are beyond a fixed face. */
static tsu_status lose(world *w, const tsu_survey *survey, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    uint8_t *gone = NULL;
    int axis, high;
    if (survey->outside == 0) return TSU_OK;
    if (w->part) return tsu_error_set(err, TSU_ERROR_UNSTABLE, "a part loses a particle unforeseen");
    for (int32_t i = 0; i < p->count && w->lost_policy == TSU_LOST_ERROR; i++) {
        if (tsu_survey_outside(w, i, &axis, &high)) return tsu_diagnose_lost(w, i, axis, high, err);
    }
    tsu_status s = tsu_memory_allocate(&gone, (size_t)p->count, 1, "lost particles", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        gone[i] = tsu_survey_outside(w, i, &axis, &high);
    }
    if (s == TSU_OK) s = tsu_world_remove(w, gone, TSU_MIDWAY, err);
    tsu_memory_release(&gone);
    if (s == TSU_OK) w->lost += survey->outside;
    return s;
}

tsu_status tsu_boundary_lose(world *w, tsu_error *err)
{
    tsu_survey survey;
    if (w->part) return lose_together(w, err);
    tsu_survey_take(w, &survey);
    return lose(w, &survey, err);
}

/* What faces that follow enclose besides the centres of particles. */
static void add_meshes(const world *w, double lo[3], double hi[3])
{
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

static bool any_follows(const world *w)
{
    bool any = false;
    for (int q = 0; q < 3; q++) {
        any = any || strchr("sm", w->boundary[q][0]) || strchr("sm", w->boundary[q][1]);
    }
    return any;
}

/* Faces that follow particles and meshes: s always, m not below its least extent. There is a margin, so that nobody lies on
 * a face. */
static void follow(world *w, const tsu_survey *survey)
{
    double lo[3], hi[3];
    if (!any_follows(w)) return;
    memcpy(lo, survey->lo, sizeof lo);
    memcpy(hi, survey->hi, sizeof hi);
    add_meshes(w, lo, hi);
    for (int q = 0; q < 3; q++) {
        if (w->box.periodic[q] || !(lo[q] <= hi[q])) continue;
        const double *least = w->box_minimum[q], margin = 1e-4 * (least[1] - least[0]);
        if (w->boundary[q][0] == 's') w->box.lo[q] = lo[q] - margin;
        if (w->boundary[q][0] == 'm') w->box.lo[q] = fmin(lo[q] - margin, least[0]);
        if (w->boundary[q][1] == 's') w->box.hi[q] = hi[q] + margin;
        if (w->boundary[q][1] == 'm') w->box.hi[q] = fmax(hi[q] + margin, least[1]);
    }
}

void tsu_boundary_follow(world *w)
{
    tsu_survey survey;
    if (!any_follows(w)) return;
    tsu_survey_take(w, &survey);
    follow(w, &survey);
}

typedef struct wrapping {
    world *w;
    int8_t (*wrapped)[4];
} wrapping;

static void wrap_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const wrapping *j = context;
    tsu_particles *p = &j->w->particles;
    const tsu_box *box = &j->w->box;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    for (int q = 0; q < 3; q++) {
        const double lo = box->lo[q], length = box->hi[q] - lo;
        for (int64_t i = r.begin; i < r.end && box->periodic[q]; i++) {
            const double times = floor((p->xr[i][q] - lo) / length);
            if (times == 0.0) continue;
            p->xr[i][q] -= times * length;
            p->image[i][q] += (int32_t)times;
            j->wrapped[i][q] = (int8_t)times;
        }
    }
}

/* Who it is whose position is not sound. */
static tsu_status diagnose(const world *w, tsu_error *err)
{
    int axis;
    int32_t i = 0;
    while (i < w->particles.count - 1 && tsu_survey_sound(w, i, &axis)) {
        i++;
    }
    return tsu_survey_sound(w, i, &axis) || axis < 0
               ? tsu_diagnose_not_finite(w, i, err)
               : tsu_diagnose_lost(w, i, axis, w->particles.xr[i][axis] > w->box.lo[axis], err);
}

tsu_status tsu_boundary_apply(world *w, tsu_rows_change *change, tsu_survey *survey, tsu_error *err)
{
    tsu_survey_take(w, survey);
    if (survey->strange) return diagnose(w, err);
    tsu_status s = lose(w, survey, err);
    if (s == TSU_OK && survey->outside > 0) tsu_survey_take(w, survey);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&change->wrap, (size_t)w->particles.count, sizeof *change->wrap,
                                "wrapped particles", err);
    if (s != TSU_OK) return s;
    follow(w, survey);
    tsu_boundary_set_lattice(w);
    wrapping j = {w, change->wrap};
    if (is_periodic(w))
        tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, wrap_chunk, &j);
    return TSU_OK;
}

/* Brings those of the first rows that reach beyond the next row of cells to the end of these, in the order in which they are, unless they are
 * many; returns their number. */
static int32_t set_apart(const tsu_particles *p, int32_t rows, double cell, int32_t *order, int32_t *scratch)
{
    enum { SHARE = 16 };
    int32_t kept = 0, apart = 0;
    for (int32_t k = 0; k < rows; k++) {
        apart += 2.0 * p->xr[order[k]][3] > CELLS_APART * cell;
    }
    if (apart == 0 || apart > rows / SHARE) return 0;
    memcpy(scratch, order, (size_t)rows * sizeof *order);
    for (int32_t k = 0, last = rows - apart; k < rows; k++) {
        order[2.0 * p->xr[scratch[k]][3] > CELLS_APART * cell ? last++ : kept++] = scratch[k];
    }
    return apart;
}

/* Guests of a part stay behind its own particles. Returns the number of these. */
static int32_t put_guests_last(const world *w, int32_t *order, int32_t *scratch)
{
    const int32_t rows = w->particles.count;
    int32_t own = 0, guests = 0;
    if (!w->part) return rows;
    for (int32_t k = 0; k < rows; k++) {
        if (tsu_part_guest(w, order[k]))
            scratch[guests++] = order[k];
        else
            order[own++] = order[k];
    }
    memcpy(order + own, scratch, (size_t)guests * sizeof *order);
    return own;
}

typedef struct sorting {
    const int32_t *order;
    int32_t *new_row;
    int64_t rows;
} sorting;

static void invert_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const sorting *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, ROWS_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k++) {
        j->new_row[j->order[k]] = (int32_t)k;
    }
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
    tsu_axis_order *turn = &w->lists.axes;
    if (s == TSU_OK) s = tsu_axis_order_positions(turn, p, w->threads, err);
    if (s == TSU_OK) s = tsu_search_cell(&cell, turn->to, p->count, reach, w->threads, err);
    if (s == TSU_OK)
        s = tsu_search_order(order, turn->to, p->count, &turn->box, cell, w->lists.outer.slab, w->threads,
                             err);
    const int32_t own = s == TSU_OK ? put_guests_last(w, order, change->new_row) : 0;
    if (s == TSU_OK && 2.0 * w->lists.largest_radius > CELLS_APART * cell)
        w->lists.late_rows = set_apart(p, own, cell, order, change->new_row);
    if (s == TSU_OK) s = tsu_particles_reorder(p, order, p->count, w->threads, err);
    sorting j = {order, change->new_row, p->count};
    if (s == TSU_OK)
        tsu_parallel_for(tsu_parallel_blocks(p->count, ROWS_PER_CHUNK), w->threads, invert_chunk, &j);
    tsu_memory_release(&order);
    return s;
}
