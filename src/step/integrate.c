/* SPDX-License-Identifier: Apache-2.0 */
/* integrate.c - velocity Verlet with half kicks, translation and rotation. Forces are evaluated with the
 * new positions and the velocities of the half step. */
#include "step/integrate.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/diagnose.h"
#include "step/kick.h"
#include "step/world.h"
#include <math.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

tsu_kick tsu_integrate_kick(const world *w)
{
    tsu_kick k = {
        .moving = w->moving, .turning = w->turning, .drifting = w->moving | w->coasting, .dt = w->dt};
    for (int q = 0; q < 3; q++) {
        k.lo[q] = w->boundary[q][0] == 'f' ? w->box.lo[q] : -INFINITY;
        k.hi[q] = w->boundary[q][1] == 'f' ? w->box.hi[q] : INFINITY;
        k.lattice[q] = w->lattice[q];
    }
    k.lo[3] = -INFINITY;
    k.hi[3] = INFINITY;
    return k;
}

static TSU_CLONES void kick(const tsu_particles *p, const tsu_kick *k, tsu_range r)
{
    tsu_kick_rows(p, (const tsu_v4 *)p->force + r.begin, (const tsu_v4 *)p->torque + r.begin, k, r);
}

static TSU_CLONES void kick_and_drift(const tsu_particles *p, const tsu_kick *k, tsu_range r, tsu_drift *out)
{
    const tsu_kick_kind kind = tsu_kick_kind_of(p, k, r);
    if (kind.all && kind.open)
        *out = tsu_kick_and_drift_rows(p, *k, r, true, true);
    else if (kind.all)
        *out = tsu_kick_and_drift_rows(p, *k, r, true, false);
    else
        *out = tsu_kick_and_drift_rows(p, *k, r, false, false);
}

static void first_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->particles.count, ROWS_PER_CHUNK);
    const tsu_kick k = tsu_integrate_kick(w);
    tsu_drift d;
    kick_and_drift(&w->particles, &k, r, &d);
    w->partial[2 * chunk] = d.furthest2;
    w->partial[2 * chunk + 1] = d.outside;
}

void tsu_integrate_first(world *w, double *furthest, bool *outside)
{
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, first_chunk, w);
    double most = 0.0, beyond = 0.0;
    for (int64_t k = 0; k < chunks; k++) {
        most = w->partial[2 * k] > most ? w->partial[2 * k] : most;
        beyond += w->partial[2 * k + 1];
    }
    *furthest = sqrt(most);
    *outside = beyond > 0.0;
}

static void second_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    tsu_particles *p = &w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    const tsu_kick k = tsu_integrate_kick(w);
    kick(p, &k, r);
    double sum = 0.0; /* not finite as soon as one value is not */
    for (int64_t i = r.begin; i < r.end; i++) {
        sum += 0.0 * (p->vm[i][0] + p->vm[i][1] + p->vm[i][2] + p->wi[i][0] + p->wi[i][1] + p->wi[i][2]);
    }
    w->partial[chunk] = sum;
}

tsu_status tsu_integrate_check(const world *w, tsu_range rows, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const double *v = p->vm[i], *s = p->wi[i];
        if (!isfinite(v[0] + v[1] + v[2] + s[0] + s[1] + s[2]))
            return tsu_diagnose_not_finite(w, (int32_t)i, err);
    }
    return TSU_OK;
}

tsu_status tsu_integrate_second(world *w, tsu_error *err)
{
    const int64_t chunks = tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK);
    tsu_parallel_for(chunks, w->threads, second_chunk, w);
    for (int64_t k = 0; k < chunks; k++) {
        if (w->partial[k] == 0.0) continue;
        const tsu_status s =
            tsu_integrate_check(w, tsu_parallel_block(k, w->particles.count, ROWS_PER_CHUNK), err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}
