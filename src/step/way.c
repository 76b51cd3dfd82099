/* SPDX-License-Identifier: Apache-2.0 */
#include "step/way.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/kick.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

typedef struct job {
    const world *w;
    const tsu_way *way;
    uint32_t drifting; /* group mask: particles that move at all */
    double after;      /* [s] */
} job;

void tsu_way_free(tsu_way *way)
{
    tsu_memory_release(&way->from);
    tsu_memory_release(&way->pace);
    tsu_memory_release(&way->longest2);
    *way = (tsu_way){0};
}

void tsu_way_drop(tsu_way *way, const int32_t *order, int32_t rows)
{
    if (way->rows == 0) return;
    tsu_memory_keep(way->from, sizeof *way->from, order, rows);
    if (way->straight) tsu_memory_keep(way->pace, sizeof *way->pace, order, rows);
    way->rows = rows;
}

void tsu_way_pace(const world *w, int64_t i, uint32_t drifting, float pace[3])
{
    const bool moves = w->particles.group[i] & drifting;
    for (int q = 0; q < 3; q++) {
        pace[q] = moves ? (float)w->particles.vm[i][q] : 0.0f;
    }
}

static double longest(const job *j, tsu_parallel_fn *find)
{
    const int64_t chunks = tsu_parallel_blocks(j->w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    tsu_parallel_for(chunks, j->w->threads, find, (void *)j);
    for (int64_t k = 0; k < chunks; k++) {
        most = j->way->longest2[k] > most ? j->way->longest2[k] : most;
    }
    return sqrt(most);
}

static void note(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    for (int64_t i = r.begin; i < r.end; i++) {
        for (int q = 0; q < 3; q++) {
            j->way->from[i][q] = (float)j->w->particles.xr[i][q];
        }
        if (!j->way->straight) continue;
        float *v = j->way->pace[i];
        tsu_way_pace(j->w, i, j->drifting, v);
        const double v2 = (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2];
        most = v2 > most ? v2 : most;
    }
    j->way->longest2[chunk] = most;
}

tsu_status tsu_way_begin(const world *w, tsu_way *way, double horizon, tsu_error *err)
{
    const size_t rows = (size_t)w->particles.count;
    const size_t chunks = (size_t)tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    const char *what = "places of particles";
    const bool straight = isfinite(horizon);
    tsu_status s = tsu_memory_grow(&way->from, &way->from_capacity, rows, sizeof *way->from, what, err);
    if (s == TSU_OK && straight)
        s = tsu_memory_grow(&way->pace, &way->pace_capacity, rows, sizeof *way->pace, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&way->longest2, &way->chunks_capacity, chunks, sizeof *way->longest2, what, err);
    if (s != TSU_OK) return s;
    way->rows = w->particles.count;
    way->straight = straight;
    way->horizon = horizon;
    way->time = 0.0;
    const job j = {.w = w, .way = way, .drifting = tsu_integrate_kick(w).drifting};
    way->fastest = longest(&j, note);
    return TSU_OK;
}

/* The square of the distance of particle i from where it is expected. */
TSU_FN double off2_of(const double *TSU_RESTRICT x, const float *TSU_RESTRICT from,
                      const float *TSU_RESTRICT pace, double time)
{
    static const double lost = 1.0e-7; /* by single precision, of a coordinate; 2^-24 at most */
    const double dx = fabs(x[0] - from[0] - time * pace[0]) + lost * fabs(from[0]);
    const double dy = fabs(x[1] - from[1] - time * pace[1]) + lost * fabs(from[1]);
    const double dz = fabs(x[2] - from[2] - time * pace[2]) + lost * fabs(from[2]);
    return dx * dx + dy * dy + dz * dz;
}

/* Several of them at a time, so that none waits for the one before. */
static TSU_CLONES void find_furthest(void *context, int64_t chunk, int thread)
{
    enum { LANES = 8 };
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    const double time = j->way->straight ? j->way->time : 0.0;
    const double(*x)[4] = (const double(*)[4])j->w->particles.xr;
    const float(*from)[3] = (const float(*)[3])j->way->from;
    const float(*pace)[3] = (const float(*)[3])(j->way->straight ? j->way->pace : j->way->from);
    double most[LANES] = {0.0}, all = 0.0;
    int64_t i = r.begin;
    for (; i + LANES <= r.end; i += LANES) {
        for (int l = 0; l < LANES; l++) {
            const double d2 = off2_of(x[i + l], from[i + l], pace[i + l], time);
            most[l] = d2 > most[l] ? d2 : most[l];
        }
    }
    for (; i < r.end; i++) {
        const double d2 = off2_of(x[i], from[i], pace[i], time);
        most[0] = d2 > most[0] ? d2 : most[0];
    }
    for (int l = 0; l < LANES; l++) {
        all = most[l] > all ? most[l] : all;
    }
    j->way->longest2[chunk] = all;
}

double tsu_way_look(const world *w, const tsu_way *way)
{
    const job j = {.w = w, .way = way};
    return way->rows == w->particles.count ? longest(&j, find_furthest) : INFINITY;
}

/* As if the way had begun with other velocities. */
static void find_furthest_back(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    for (int64_t i = r.begin; i < r.end; i++) {
        float v[3];
        double d2 = 0.0;
        tsu_way_pace(j->w, i, j->drifting, v);
        for (int q = 0; q < 3; q++) {
            const double d = j->w->particles.xr[i][q] - j->way->from[i][q] - j->after * v[q];
            d2 += d * d;
        }
        most = d2 > most ? d2 : most;
    }
    j->way->longest2[chunk] = most;
}

void tsu_way_judge(const world *w, const tsu_way *way, double *stayed, double *went)
{
    job j = {.w = w, .way = way, .drifting = tsu_integrate_kick(w).drifting};
    *stayed = longest(&j, find_furthest_back);
    j.after = way->time;
    *went = longest(&j, find_furthest_back);
}
