/* SPDX-License-Identifier: Apache-2.0 */
/* kick.h - half kicks of velocities and spins. Forces and torques have a fourth place that is zero, so that four numbers
 * move together and the fourth of v and w, which is no velocity, stays as it is. */
#ifndef TSU_STEP_KICK_H
#define TSU_STEP_KICK_H

#include "base/portable.h"
#include "state/particles.h"

/* Which particles are moved and turned, and half the time step [s]. */
typedef struct tsu_kick {
    uint32_t moving, turning;
    double half;
} tsu_kick;

TSU_FN void tsu_kick_row(tsu_v4 *v, tsu_v4 force, bool acts, double half)
{
    const double s = acts ? half * (*v)[3] : 0.0;
    *v += s * force;
}

TSU_FN void tsu_kick_rows(const tsu_particles *p, tsu_kick k, int64_t begin, int64_t end)
{
    tsu_v4 *v = (tsu_v4 *)p->vm, *w = (tsu_v4 *)p->wi;
    const tsu_v4 *force = (const tsu_v4 *)p->force, *torque = (const tsu_v4 *)p->torque;
    for (int64_t i = begin; i < end; i++) {
        tsu_kick_row(&v[i], force[i], p->group[i] & k.moving, k.half);
        tsu_kick_row(&w[i], torque[i], p->group[i] & k.turning, k.half);
    }
}

#endif
