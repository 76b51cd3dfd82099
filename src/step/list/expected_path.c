/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/expected_path.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/kick.h"
#include "step/list/lists.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

typedef struct job {
    const world *w;
    const tsu_expected_path *path;
    uint32_t drifting; /* group mask: particles that move at all */
    double after;      /* [s] */
} job;

void tsu_expected_path_free(tsu_expected_path *path)
{
    tsu_memory_release(&path->from);
    tsu_memory_release(&path->pace);
    tsu_memory_release(&path->longest2);
    *path = (tsu_expected_path){0};
}

void tsu_expected_path_drop(tsu_expected_path *path, const int32_t *order, int32_t rows)
{
    if (path->rows == 0) return;
    tsu_memory_keep(path->from, sizeof *path->from, order, rows);
    if (path->straight) tsu_memory_keep(path->pace, sizeof *path->pace, order, rows);
    path->rows = rows;
}

void tsu_expected_path_pace(const world *w, int64_t i, uint32_t drifting, float pace[3])
{
    const bool moves = tsu_kick_goes_on(w->particles.group[i], drifting);
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
        most = j->path->longest2[k] > most ? j->path->longest2[k] : most;
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
            j->path->from[i][q] = (float)j->w->particles.xr[i][q];
        }
        if (!j->path->straight) continue;
        float *v = j->path->pace[i];
        tsu_expected_path_pace(j->w, i, j->drifting, v);
        const double v2 = (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2];
        most = v2 > most ? v2 : most;
    }
    j->path->longest2[chunk] = most;
}

tsu_status tsu_expected_path_begin(const world *w, tsu_expected_path *path, double horizon, tsu_error *err)
{
    const size_t rows = (size_t)w->particles.count;
    const size_t chunks = (size_t)tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    const char *what = "places of particles";
    const bool straight = isfinite(horizon);
    tsu_status s = tsu_memory_grow(&path->from, &path->from_capacity, rows, sizeof *path->from, what, err);
    if (s == TSU_OK && straight)
        s = tsu_memory_grow(&path->pace, &path->pace_capacity, rows, sizeof *path->pace, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&path->longest2, &path->chunks_capacity, chunks, sizeof *path->longest2, what,
                            err);
    if (s != TSU_OK) return s;
    path->rows = w->particles.count;
    path->straight = straight;
    path->horizon = horizon;
    path->time = 0.0;
    const job j = {.w = w, .path = path, .drifting = tsu_integrate_kick(w).drifting};
    path->fastest = longest(&j, note);
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
    const double time = j->path->straight ? j->path->time : 0.0;
    const double(*x)[4] = (const double(*)[4])j->w->particles.xr;
    const float(*from)[3] = (const float(*)[3])j->path->from;
    const float(*pace)[3] = (const float(*)[3])(j->path->straight ? j->path->pace : j->path->from);
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
    j->path->longest2[chunk] = all;
}

double tsu_expected_path_look(const world *w, const tsu_expected_path *path)
{
    const job j = {.w = w, .path = path};
    return path->rows == w->particles.count ? longest(&j, find_furthest) : INFINITY;
}

/* As if the path had begun with other velocities. */
static void find_furthest_back(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    double most = 0.0;
    for (int64_t i = r.begin; i < r.end; i++) {
        float v[3];
        double d2 = 0.0;
        tsu_expected_path_pace(j->w, i, j->drifting, v);
        for (int q = 0; q < 3; q++) {
            const double d = j->w->particles.xr[i][q] - j->path->from[i][q] - j->after * v[q];
            d2 += d * d;
        }
        most = d2 > most ? d2 : most;
    }
    j->path->longest2[chunk] = most;
}

void tsu_expected_path_judge(const world *w, const tsu_expected_path *path, double *stayed, double *went)
{
    job j = {.w = w, .path = path, .drifting = tsu_integrate_kick(w).drifting};
    *stayed = longest(&j, find_furthest_back);
    j.after = path->time;
    *went = longest(&j, find_furthest_back);
}
