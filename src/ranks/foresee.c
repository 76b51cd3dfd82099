/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/foresee.h"
#include "base/memory.h"
#include "ranks/cut.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_LEAST = 8 /* a rank */ };

/* What a rank would have, and the space that it is in [m]. */
typedef struct room {
    int64_t own, guests;
    double lo[3], hi[3];
} room;

static void describe_cuts(const tsu_cut *cut, tsu_ranks_plan *plan)
{
    size_t used = 0;
    for (int q = 0; q < 3; q++) {
        const char *before = used > 0 ? "; " : "";
        for (int k = 0; k < cut->ranks - 1; k++) {
            if (cut->plane[k].axis != q || used + 40 > sizeof plan->cuts) continue;
            used += (size_t)snprintf(plan->cuts + used, sizeof plan->cuts - used, "%s%c %.4g", before,
                                     'x' + q, cut->plane[k].at);
            before = ", ";
        }
    }
}

static void place(const world *w, int32_t i, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = tsu_boundary_inside(w, i, q);
    }
}

static void count_own(const world *w, const tsu_cut *cut, room *of)
{
    for (int32_t i = 0; i < w->particles.count; i++) {
        double x[3];
        place(w, i, x);
        room *r = &of[tsu_cut_owner(cut, x)];
        for (int q = 0; q < 3; q++) {
            r->lo[q] = r->own == 0 ? x[q] : fmin(r->lo[q], x[q]);
            r->hi[q] = r->own == 0 ? x[q] : fmax(r->hi[q], x[q]);
        }
        r->own++;
    }
}

/* Near the room of a rank, or an image of it. */
static bool is_near(const world *w, const room *r, const double x[3], double range)
{
    bool near = r->own > 0;
    for (int q = 0; q < 3 && near; q++) {
        const double length = w->box.periodic[q] ? w->box.hi[q] - w->box.lo[q] : 0.0;
        near = false;
        for (int image = -1; image <= 1; image++) {
            const double at = x[q] + image * length;
            near = near || (at >= r->lo[q] - range && at <= r->hi[q] + range);
        }
    }
    return near;
}

static void count_guests(const world *w, const tsu_cut *cut, room *of)
{
    double largest = 0.0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        largest = fmax(largest, w->particles.xr[i][3]);
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        double x[3];
        place(w, i, x);
        const int owner = tsu_cut_owner(cut, x);
        for (int k = 0; k < cut->ranks; k++) {
            of[k].guests += k != owner && is_near(w, &of[k], x, 1.5 * largest + w->particles.xr[i][3]);
        }
    }
}

static void measure(const world *w, const room *of, tsu_ranks_plan *plan)
{
    for (int k = 0; k < plan->ranks; k++) {
        const double share = (double)(of[k].own + of[k].guests) / w->particles.count;
        plan->own_most = of[k].own > plan->own_most ? of[k].own : plan->own_most;
        plan->guests_most = of[k].guests > plan->guests_most ? of[k].guests : plan->guests_most;
        plan->share = fmax(plan->share, share);
    }
}

tsu_status tsu_ranks_foresee(const world *w, int ranks, tsu_ranks_plan *plan, tsu_error *err)
{
    const int64_t most = tsu_cut_samples(ranks);
    tsu_cut cut = {0};
    tsu_cut_sample *sample = NULL;
    room *of = NULL;
    *plan = (tsu_ranks_plan){.ranks = ranks};
    if (w->particles.count < ROWS_LEAST * ranks) return TSU_OK;
    tsu_status s = tsu_memory_allocate(&sample, (size_t)most, sizeof *sample, "samples", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&of, (size_t)ranks, sizeof *of, "ranks", err);
    if (s == TSU_OK) {
        const int64_t samples = tsu_cut_sample_rows(w, w->particles.count, NULL, sample, most);
        s = tsu_cut_make(&cut, ranks, sample, samples, 0, err);
    }
    if (s == TSU_OK) {
        describe_cuts(&cut, plan);
        count_own(w, &cut, of);
        count_guests(w, &cut, of);
        measure(w, of, plan);
    }
    tsu_cut_free(&cut);
    tsu_memory_release(&sample);
    tsu_memory_release(&of);
    return s;
}
