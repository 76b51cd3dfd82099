/* SPDX-License-Identifier: Apache-2.0 */
/* kick.h - half kicks of velocities and spins, and the drift between them. Forces and torques have a fourth place that is
 * zero, so that four numbers move together and the fourth of v and w, which is no velocity, stays as it is. */
#ifndef TSU_STEP_KICK_H
#define TSU_STEP_KICK_H

#include "base/parallel.h"
#include "state/particles.h"

/* Which particles are moved, turned and displaced, by how much, and where they may go. */
typedef struct tsu_kick {
    uint32_t moving, turning, drifting;
    double dt; /* [s] */
    tsu_v4 lo, hi,
        lattice; /* fixed faces, infinite where there is none; lattice of positions (boundary.h) [m] */
} tsu_kick;

/* What drifting found out: the square of the longest way, and whether a particle is beyond a fixed face. */
typedef struct tsu_drift {
    double furthest2, outside;
} tsu_drift;

TSU_FN void tsu_kick_row(tsu_v4 *v, const tsu_v4 *force, bool acts, double half)
{
    const double s = acts ? half * (*v)[3] : 0.0;
    *v += s * *force;
}

/* Half a kick; force and torque of the first of the rows come first. */
TSU_FN void tsu_kick_rows(const tsu_particles *p, const tsu_v4 *force, const tsu_v4 *torque,
                          const tsu_kick *k, tsu_range rows)
{
    tsu_v4 *v = (tsu_v4 *)p->vm, *w = (tsu_v4 *)p->wi;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        tsu_kick_row(&v[i], &force[i - rows.begin], p->group[i] & k->moving, 0.5 * k->dt);
        tsu_kick_row(&w[i], &torque[i - rows.begin], p->group[i] & k->turning, 0.5 * k->dt);
    }
}

/* What drifting finds out, while it goes on. */
typedef struct tsu_drifting {
    tsu_mask4 outside;
    double furthest2;
} tsu_drifting;

/* Adding and subtracting the lattice rounds the way to it, wherever in the box the particle is; where it is 0 nothing
 * changes. */
TSU_FN void tsu_drift_row(tsu_v4 *x, const tsu_v4 *v, bool drifts, const tsu_kick *k, tsu_drifting *d)
{
    const tsu_v4 full = {k->dt, k->dt, k->dt, 0.0}, none = {0}, lattice = k->lattice;
    const tsu_v4 s = drifts ? full : none;
    const tsu_v4 way = (s * *v + lattice) - lattice, to = *x + way, square = way * way;
    const double way2 = square[0] + square[1] + square[2];
    *x = to;
    d->outside |= (to < k->lo) | (to > k->hi);
    d->furthest2 = way2 > d->furthest2 ? way2 : d->furthest2;
}

TSU_FN tsu_drift tsu_drift_of(const tsu_drifting *d)
{
    return (tsu_drift){d->furthest2, (d->outside[0] | d->outside[1] | d->outside[2]) ? 1.0 : 0.0};
}

TSU_FN tsu_drift tsu_drift_rows(const tsu_particles *p, const tsu_kick *k, tsu_range rows)
{
    tsu_v4 *x = (tsu_v4 *)p->xr;
    const tsu_v4 *v = (const tsu_v4 *)p->vm;
    tsu_drifting d = {0};
    for (int64_t i = rows.begin; i < rows.end; i++) {
        tsu_drift_row(&x[i], &v[i], p->group[i] & k->drifting, k, &d);
    }
    return tsu_drift_of(&d);
}

struct tsu_world;
/* Of the next half of a step (integrate.c). */
tsu_kick tsu_integrate_kick(const struct tsu_world *w);

#endif
