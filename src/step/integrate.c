/* SPDX-License-Identifier: Apache-2.0 */
/* integrate.c - velocity Verlet with half kicks, translation and rotation (physics: section 1). Forces are evaluated with the
 * new positions and the velocities of the half step. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/diagnose.h"
#include "step/world.h"
#include <math.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024 };

static TSU_CLONES void kick(tsu_four *TSU_RESTRICT v, const tsu_four *TSU_RESTRICT f,
                            const uint32_t *TSU_RESTRICT group, uint32_t moving, int64_t begin, int64_t end,
                            double half)
{
    for (int64_t i = begin; i < end; i++) {
        const double s = group[i] & moving ? half * v[i][3] : 0.0;
        v[i][0] += s * f[i][0];
        v[i][1] += s * f[i][1];
        v[i][2] += s * f[i][2];
    }
}

/* What drifting found out: the square of the longest way, and whether a particle is beyond a fixed face. */
typedef struct drifted {
    double furthest2, outside;
} drifted;

/* Fixed faces; infinite where the face is not fixed. */
typedef struct faces {
    double lo[3], hi[3], lattice[3];
} faces;

/* Adding and subtracting the lattice rounds the way to it (boundary.h), wherever in the box the particle is; where it is 0
 * nothing changes. */
static TSU_CLONES drifted drift(tsu_four *TSU_RESTRICT x, const tsu_four *TSU_RESTRICT v,
                                const uint32_t *TSU_RESTRICT group, uint32_t moving, int64_t begin,
                                int64_t end, double dt, const faces *TSU_RESTRICT f)
{
    drifted d = {0};
    for (int64_t i = begin; i < end; i++) {
        const double s = group[i] & moving ? dt : 0.0;
        double way2 = 0.0, outside = 0.0;
        for (int q = 0; q < 3; q++) {
            const double way = (s * v[i][q] + f->lattice[q]) - f->lattice[q], to = x[i][q] + way;
            x[i][q] = to;
            way2 += way * way;
            outside += to < f->lo[q] || to > f->hi[q] ? 1.0 : 0.0;
        }
        d.furthest2 = way2 > d.furthest2 ? way2 : d.furthest2;
        d.outside += outside;
    }
    return d;
}

static faces fixed_faces(const world *w)
{
    faces f;
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
    kick(p->vm, (const tsu_four *)p->force, p->group, w->moving, r.begin, r.end, 0.5 * w->dt);
    kick(p->wi, (const tsu_four *)p->torque, p->group, w->turning, r.begin, r.end, 0.5 * w->dt);
    const faces f = fixed_faces(w);
    const drifted d =
        drift(p->xr, (const tsu_four *)p->vm, p->group, w->moving | w->coasting, r.begin, r.end, w->dt, &f);
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
    kick(p->vm, (const tsu_four *)p->force, p->group, w->moving, r.begin, r.end, 0.5 * w->dt);
    kick(p->wi, (const tsu_four *)p->torque, p->group, w->turning, r.begin, r.end, 0.5 * w->dt);
    double sum = 0.0; /* not finite as soon as one value is not */
    for (int64_t i = r.begin; i < r.end; i++) {
        sum += 0.0 * (p->vm[i][0] + p->vm[i][1] + p->vm[i][2] + p->wi[i][0] + p->wi[i][1] + p->wi[i][2]);
    }
    w->partial[chunk] = sum;
}

static tsu_status find_not_finite(const world *w, int64_t chunk, tsu_error *err)
{
    const tsu_particles *p = &w->particles;
    const tsu_range r = tsu_parallel_block(chunk, p->count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
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
        const tsu_status s = find_not_finite(w, k, err);
        if (s != TSU_OK) return s;
    }
    return TSU_OK;
}
