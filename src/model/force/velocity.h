/* SPDX-License-Identifier: Apache-2.0 */
/* velocity.h - models that change velocities between steps; what they give or take is booked as given. */
#ifndef TSU_MODEL_FORCE_VELOCITY_H
#define TSU_MODEL_FORCE_VELOCITY_H

#include "model/model.h"

/* "speed_limit": no particle of the group moves further in a step than a way. The scalar counts how often one was slowed down in
 * this run. */
typedef struct tsu_speed_limit_def {
    uint32_t group; /* mask */
    double way;     /* in a step [m], or ... */
    bool relative;  /* ... in radii [-] */
} tsu_speed_limit_def;
tsu_speed_limit_def tsu_model_speed_limit_default(void); /* a tenth of the radius, all particles */
extern const tsu_model_row tsu_model_speed_limit;

/* "momentum": takes off the motion of the group as a whole. */
typedef struct tsu_momentum_def {
    uint32_t group; /* mask */
    int64_t every;  /* steps */
    bool linear[3]; /* the velocity along this axis */
    bool angular;   /* the rotation about the centre of mass */
} tsu_momentum_def;
tsu_momentum_def tsu_model_momentum_default(void); /* velocity in each step, of all particles */
extern const tsu_model_row tsu_model_momentum;

#endif
