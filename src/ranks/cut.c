/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/cut.h"
#include "base/memory.h"
#include "step/part/part.h"
#include <math.h>
#include <stdlib.h>

typedef struct tsu_world world;

typedef struct bisection {
    tsu_cut *cut;
    uint64_t random;
} bisection;

void tsu_cut_free(tsu_cut *cut)
{
    tsu_memory_release(&cut->plane);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static int longest_axis(const tsu_cut_sample *sample, int64_t count)
{
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    int axis = 0;
    for (int64_t k = 0; k < count; k++) {
        for (int q = 0; q < 3; q++) {
            lo[q] = fmin(lo[q], sample[k].x[q]);
            hi[q] = fmax(hi[q], sample[k].x[q]);
        }
    }
    for (int q = 1; q < 3; q++) {
        if (hi[q] - lo[q] > hi[axis] - lo[axis]) axis = q;
    }
    return axis;
}

static int along(const tsu_cut_sample *a, const tsu_cut_sample *b, int q)
{
    return (a->x[q] > b->x[q]) - (a->x[q] < b->x[q]);
}

static int along_x(const void *a, const void *b)
{
    return along(a, b, 0);
}

static int along_y(const void *a, const void *b)
{
    return along(a, b, 1);
}

static int along_z(const void *a, const void *b)
{
    return along(a, b, 2);
}

/* How many of the sorted samples lie below a plane that leaves a share of the costs there: as near to it as it can be, where two differ. */
static int64_t find_middle(const tsu_cut_sample *sample, int64_t count, int q, double share)
{
    double total = 0.0, sum = 0.0, nearest = INFINITY;
    int64_t middle = 0;
    for (int64_t k = 0; k < count; k++) {
        total += sample[k].cost;
    }
    for (int64_t k = 1; k < count; k++) {
        sum += sample[k - 1].cost;
        const double off = fabs(sum - share * total);
        if (!(sample[k - 1].x[q] < sample[k].x[q]) || !(off < nearest)) continue;
        nearest = off;
        middle = k;
    }
    return middle;
}

static void bisect(bisection *b, tsu_cut_sample *sample, int64_t count, int ranks, tsu_cut_plane *plane)
{
    static int (*const order[3])(const void *, const void *) = {along_x, along_y, along_z};
    if (ranks == 1) return;
    *plane = (tsu_cut_plane){.axis = longest_axis(sample, count), .low = ranks / 2};
    double share = (double)plane->low / ranks;
    if (b->random) {
        plane->axis = (int)(next_random(&b->random) % 3);
        plane->low = 1 + (int)(next_random(&b->random) % (uint64_t)(ranks - 1));
        share = 0.1 + 0.8 * (double)(next_random(&b->random) % 1000) / 1000.0;
    }
    const int q = plane->axis;
    if (count > 1) qsort(sample, (size_t)count, sizeof *sample, order[q]);
    const int64_t middle = find_middle(sample, count, q, share);
    if (count > 0) plane->at = sample[middle].x[q];
    if (middle > 0) plane->at = 0.5 * (sample[middle - 1].x[q] + plane->at);
    bisect(b, sample, middle, plane->low, plane + 1);
    bisect(b, sample + middle, count - middle, ranks - plane->low, plane + plane->low);
}

tsu_status tsu_cut_make(tsu_cut *cut, int ranks, tsu_cut_sample *sample, int64_t samples, uint64_t random,
                        tsu_error *err)
{
    bisection b = {cut, random};
    tsu_cut_free(cut);
    *cut = (tsu_cut){.ranks = ranks};
    const tsu_status s = tsu_memory_allocate(&cut->plane, (size_t)ranks, sizeof *cut->plane, "cuts", err);
    if (s == TSU_OK) bisect(&b, sample, samples, ranks, cut->plane);
    return s;
}

int tsu_cut_owner(const tsu_cut *cut, const double x[3])
{
    const tsu_cut_plane *plane = cut->plane;
    int rank = 0;
    for (int ranks = cut->ranks; ranks > 1;) {
        const int low = plane->low;
        if (x[plane->axis] < plane->at) {
            ranks = low;
            plane++;
            continue;
        }
        rank += low;
        ranks -= low;
        plane += low;
    }
    return rank;
}

int64_t tsu_cut_sample_rows(const world *w, int64_t own, const double *cost, tsu_cut_sample *sample,
                            int64_t most)
{
    const int64_t stride = own > most ? (own + most - 1) / most : 1;
    int64_t samples = 0, seen = 0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (w->part && tsu_part_guest(w, i)) continue;
        if (seen++ % stride != 0) continue;
        for (int q = 0; q < 3; q++) {
            sample[samples].x[q] = tsu_boundary_inside(w, i, q);
        }
        sample[samples++].cost = cost ? cost[i] : 1.0;
    }
    return samples;
}
