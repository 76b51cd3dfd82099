/* SPDX-License-Identifier: Apache-2.0 */
/* move.h - what a particle does once its force and torque are known, but for its weight: written once, for processors (rows.c) and
 * other machines (cuda/row.h). */
#ifndef TSU_STEP_PAIR_MOVE_H
#define TSU_STEP_PAIR_MOVE_H

#include "step/kick.h"

/* How far particles go after their forces: no further; the second half kick; and half kick and drift of the next step (forces.h). */
typedef enum tsu_finish { TSU_FINISH_FORCES, TSU_FINISH_KICK, TSU_FINISH_AHEAD } tsu_finish;

/* Force and torque with the weight, their fourth places zero. */
TSU_FN void tsu_row_weigh(tsu_v4 *force, tsu_v4 *torque, double mass, const tsu_v4 *gravity)
{
    const tsu_v4 none = {0.0, 0.0, 0.0, 0.0}, f = *force + mass * *gravity, t = *torque;
    *force = TSU_V4_SHUFFLE(f, none, 0, 1, 2, 7);
    *torque = TSU_V4_SHUFFLE(t, none, 0, 1, 2, 7);
}

/* The motion; `all` and `open` are those of tsu_kick_kind. *not_finite gets bits where a velocity is not finite. */
TSU_FN void tsu_row_move(tsu_v4 *x, tsu_v4 *v, tsu_v4 *w, const tsu_v4 *f, const tsu_v4 *t, uint32_t group,
                         const tsu_kick *kick, const tsu_finish finish, const bool all, const bool open,
                         tsu_mask4 *not_finite, tsu_drifting *d)
{
    const double half = 0.5 * kick->dt;
    tsu_v4 vi = *v, wi = *w, dv, dw;
    tsu_kick_by(&vi, f, all || (group & kick->moving), half, &dv);
    tsu_kick_by(&wi, t, all || (group & kick->turning), half, &dw);
    vi += dv;
    wi += dw;
    const tsu_v4 zero = 0.0 * (vi + wi); /* or not a number */
    *not_finite |= zero != zero;
    if (finish == TSU_FINISH_AHEAD) {
        vi += dv;
        wi += dw;
        tsu_drift_row(x, &vi, all || (group & kick->drifting), open, kick, d);
    }
    *v = vi;
    *w = wi;
}

#endif
