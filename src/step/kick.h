/* SPDX-License-Identifier: Apache-2.0 */
/* kick.h - half kicks of velocities and spins, and the drift between them: written once, for the steps (integrate.c) and for what
 * happens ahead inside the forces (pair/rows.c).
 *
 * They are functions of four numbers that move together, as compilers do not vectorise them number by number; where there are no
 * vectors the four are a struct (base/quads.h). Forces and torques have a fourth place that is zero, so that the fourth of v and w,
 * which is no velocity, stays as it is. */
#ifndef TSU_STEP_KICK_H
#define TSU_STEP_KICK_H

#include "base/parallel.h"
#include "state/particles.h"
#include <math.h>

/* Which particles are moved, turned and displaced, by how much, and where they may go. */
typedef struct tsu_kick {
    uint32_t moving, turning, drifting;
    double dt; /* [s] */
    tsu_v4 lo, hi,
        lattice; /* fixed faces, infinite where there is none; lattice of positions (boundary.h) [m] */
} tsu_kick;

/* Whether one in these groups is expected to go on as it moves. A guest of a part is in none (part/part.h), and goes as its owner moves it. */
TSU_FN bool tsu_kick_goes_on(uint32_t group, uint32_t drifting)
{
    return group == 0 || (group & drifting) != 0;
}

/* What drifting found out: the square of the longest displacement, and whether a particle is beyond a fixed face. */
typedef struct tsu_drift {
    double furthest2, outside;
} tsu_drift;

/* What the particles of some rows have in common, so that loops need not ask each of them. */
typedef struct tsu_kick_kind {
    bool all;  /* everyone is moved, turned and displaced */
    bool open; /* there are neither fixed faces nor a lattice */
} tsu_kick_kind;

TSU_FN tsu_kick_kind tsu_kick_kind_of(const tsu_particles *p, const tsu_kick *k, tsu_range rows)
{
    uint32_t common = UINT32_MAX;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        common &= p->group[i];
    }
    tsu_kick_kind kind = {(common & k->moving) && (common & k->turning) && (common & k->drifting), true};
    for (int q = 0; q < 3; q++) {
        kind.open = kind.open && k->lo[q] == -INFINITY && k->hi[q] == INFINITY && k->lattice[q] == 0.0;
    }
    return kind;
}

/* By how much half a kick changes v. Its fourth place stays as it is, so that it may be added twice. */
TSU_FN void tsu_kick_by(const tsu_v4 *v, const tsu_v4 *force, bool acts, double half, tsu_v4 *by)
{
    const double s = acts ? half * (*v)[3] : 0.0;
    *by = s * *force;
}

TSU_FN void tsu_kick_row(tsu_v4 *v, const tsu_v4 *force, bool acts, double half)
{
    tsu_v4 by;
    tsu_kick_by(v, force, acts, half, &by);
    *v += by;
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

/* What drifting finds out, while it goes on. The square of the longest displacement is in the first place of its four: as a number of its
 * own it would go through registers of another kind, and each row would wait for the one before. */
typedef struct tsu_drifting {
    tsu_mask4 outside;
    tsu_v4 furthest2;
} tsu_drifting;

/* Adding and subtracting the lattice rounds the displacement to it, wherever in the box the particle is; where it is 0 nothing
 * changes. */
TSU_FN void tsu_drift_row(tsu_v4 *x, const tsu_v4 *v, bool drifts, const bool open, const tsu_kick *k,
                          tsu_drifting *d)
{
    const tsu_v4 full = {k->dt, k->dt, k->dt, 0.0}, none = {0}, lattice = k->lattice;
    const tsu_v4 s = drifts ? full : none, straight = s * *v;
    const tsu_v4 way = open ? straight : (straight + lattice) - lattice, to = *x + way, square = way * way;
    const tsu_v4 way2 =
        square + TSU_V4_SHUFFLE(square, square, 1, 1, 1, 1) + TSU_V4_SHUFFLE(square, square, 2, 2, 2, 2);
    const tsu_mask4 longer = way2 > d->furthest2;
    *x = to;
    if (!open) d->outside |= (to < k->lo) | (to > k->hi);
    d->furthest2 = (tsu_v4)(((tsu_mask4)way2 & longer) | ((tsu_mask4)d->furthest2 & ~longer));
}

TSU_FN tsu_drift tsu_drift_of(const tsu_drifting *d)
{
    const tsu_drift made = {d->furthest2[0], (d->outside[0] | d->outside[1] | d->outside[2]) ? 1.0 : 0.0};
    return made;
}

/* Half a kick by the forces that are kept, and the drift. */
TSU_FN tsu_drift tsu_kick_and_drift_rows(const tsu_particles *p, const tsu_kick kick, tsu_range rows,
                                         const bool all, const bool open)
{
    const tsu_v4 *force = (const tsu_v4 *)p->force, *torque = (const tsu_v4 *)p->torque;
    tsu_v4 *x = (tsu_v4 *)p->xr, *v = (tsu_v4 *)p->vm, *w = (tsu_v4 *)p->wi;
    tsu_drifting d = {0};
    for (int64_t i = rows.begin; i < rows.end; i++) {
        tsu_v4 vi = v[i], wi = w[i];
        const uint32_t group = p->group[i];
        tsu_kick_row(&vi, &force[i], all || (group & kick.moving), 0.5 * kick.dt);
        tsu_kick_row(&wi, &torque[i], all || (group & kick.turning), 0.5 * kick.dt);
        tsu_drift_row(&x[i], &vi, all || (group & kick.drifting), open, &kick, &d);
        v[i] = vi;
        w[i] = wi;
    }
    return tsu_drift_of(&d);
}

struct tsu_world;
/* Of the next half of a step (integrate.c). */
tsu_kick tsu_integrate_kick(const struct tsu_world *w);

#endif
