/* SPDX-License-Identifier: Apache-2.0 */
#include "step/way.h"
#include "base/memory.h"
#include "base/parallel.h"
#include <math.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 4096 };

void tsu_way_free(tsu_way *way)
{
    tsu_memory_release(&way->from);
    tsu_memory_release(&way->furthest2);
    *way = (tsu_way){0};
}

static void note_places(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        for (int q = 0; q < 3; q++) {
            w->lists.way.from[i][q] = (float)w->particles.xr[i][q];
        }
    }
}

tsu_status tsu_way_begin(world *w, tsu_error *err)
{
    tsu_way *way = &w->lists.way;
    const size_t rows = (size_t)w->particles.count;
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    const char *what = "places of particles";
    tsu_status s = tsu_memory_grow(&way->from, &way->from_capacity, rows, sizeof *way->from, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&way->furthest2, &way->chunks_capacity, (size_t)chunks, sizeof *way->furthest2,
                            what, err);
    if (s != TSU_OK) return s;
    tsu_parallel_for(chunks, w->threads, note_places, w);
    way->rows = w->particles.count;
    way->outer = w->lists.moved_outer;
    return TSU_OK;
}

static void find_furthest(void *context, int64_t chunk, int thread)
{
    (void)thread;
    static const double lost = 1.0e-7; /* by single precision, of a coordinate; 2^-24 at most */
    const world *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    for (int64_t i = r.begin; i < r.end; i++) {
        const double *x = w->particles.xr[i];
        const float *from = w->lists.way.from[i];
        double d2 = 0.0;
        for (int q = 0; q < 3; q++) {
            const double d = fabs(x[q] - from[q]) + lost * fabs(from[q]);
            d2 += d * d;
        }
        most = d2 > most ? d2 : most;
    }
    w->lists.way.furthest2[chunk] = most;
}

void tsu_way_look(world *w)
{
    tsu_lists *l = &w->lists;
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    if (l->way.rows != w->particles.count) return;
    tsu_parallel_for(chunks, w->threads, find_furthest, w);
    for (int64_t k = 0; k < chunks; k++) {
        most = l->way.furthest2[k] > most ? l->way.furthest2[k] : most;
    }
    const double furthest = sqrt(most);
    if (furthest < l->moved_inner) l->moved_inner = furthest;
    if (l->way.outer + furthest < l->moved_outer) l->moved_outer = l->way.outer + furthest;
}
