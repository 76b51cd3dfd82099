/* SPDX-License-Identifier: Apache-2.0 */
/* integrate.c - velocity Verlet with half kicks, translation and rotation (physics: section 1). Forces are evaluated with the
 * new positions and the velocities of the half step. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/diagnose.h"
#include "step/kick.h"
#include "step/world.h"
#include <math.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

/* What drifting found out: the square of the longest way, and whether a particle is beyond a fixed face. */
typedef struct drifted {
    double furthest2, outside;
} drifted;

/* Fixed faces; infinite where the face is not fixed. */
typedef struct faces {
    tsu_v4 lo, hi, lattice;
} faces;

/* Half kick and drift. Adding and subtracting the lattice rounds the way to it (boundary.h), wherever in the box the
 * particle is; where it is 0 nothing changes. The fourth places, which are no coordinates, stay as they are. */
static TSU_CLONES drifted advance(const tsu_particles *p, tsu_kick k, uint32_t drifting, tsu_range rows,
                                  double dt, const faces *f)
{
    tsu_v4 *x = (tsu_v4 *)p->xr, *v = (tsu_v4 *)p->vm;
    const tsu_v4 lattice = f->lattice, lo = f->lo, hi = f->hi, full = {dt, dt, dt, 0.0}, none = {0};
    tsu_mask4 outside = {0};
    double furthest2 = 0.0;
    tsu_kick_rows(p, k, rows.begin, rows.end);
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const tsu_v4 s = p->group[i] & drifting ? full : none;
        const tsu_v4 way = (s * v[i] + lattice) - lattice, to = x[i] + way, square = way * way;
        const double way2 = square[0] + square[1] + square[2];
        x[i] = to;
        outside |= (to < lo) | (to > hi);
        furthest2 = way2 > furthest2 ? way2 : furthest2;
    }
    return (drifted){furthest2, (outside[0] | outside[1] | outside[2]) ? 1.0 : 0.0};
}

static faces fixed_faces(const world *w)
{
    faces f = {{0}, {0}, {0}};
    for (int q = 0; q < 3; q++) {
        f.lo[q] = w->boundary[q][0] == 'f' ? w->box.lo[q] : -INFINITY;
        f.hi[q] = w->boundary[q][1] == 'f' ? w->box.hi[q] : INFINITY;
        f.lattice[q] = w->lattice[q];
    }
    return f;
}

static void first_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    tsu_particles *p = &w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    const faces f = fixed_faces(w);
    const tsu_kick k = {w->moving, w->turning, 0.5 * w->dt};
    const drifted d = advance(p, k, w->moving | w->coasting, r, w->dt, &f);
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

static TSU_CLONES void kick(const tsu_particles *p, tsu_kick k, tsu_range rows)
{
    tsu_kick_rows(p, k, rows.begin, rows.end);
}

static void second_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    world *w = context;
    tsu_particles *p = &w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    kick(p, (tsu_kick){w->moving, w->turning, 0.5 * w->dt}, r);
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
