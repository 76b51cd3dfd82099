/* SPDX-License-Identifier: Apache-2.0 */
/* orientation.h - "orientation": keeps how particles have turned, as a unit quaternion (w, x, y, z) in the column `quat` that leads from the
 * directions of the body to those of space. It begins as (1, 0, 0, 0) for each particle, and is turned in each step by the spin of the
 * middle of the step, with which positions move too. Spheres do not feel it; without this model nobody has the column. */
#ifndef TSU_MODEL_ORIENTATION_H
#define TSU_MODEL_ORIENTATION_H

#include "model/model.h"

#define TSU_ORIENTATION_COLUMN "quat"

typedef struct tsu_orientation_def {
    uint32_t group; /* mask: particles that are followed */
} tsu_orientation_def;
tsu_orientation_def tsu_model_orientation_default(void); /* all particles */
extern const tsu_model_row tsu_model_orientation;

/* Turns a unit quaternion by the rotation vector `turn` [rad] in space; it stays one. */
void tsu_quaternion_turn(double q[4], const double turn[3]);

#endif
