/* SPDX-License-Identifier: Apache-2.0 */
/* move.h - "move": particles on a prescribed way: linear, wiggle, rotate, or given by values. Components that are left free are
 * integrated as usual. The numbers of each particle are the place at which its way began.
 *
 * Before a step the velocity becomes what brings a particle to its next place, so that contacts see the true way; after it, the
 * velocity of that moment. What that does to the kinetic energy is work from outside, as is the work against contacts. */
#ifndef TSU_MODEL_MOVE_H
#define TSU_MODEL_MOVE_H

#include "model/model.h"

typedef enum tsu_move_kind {
    TSU_MOVE_WAY_LINEAR,
    TSU_MOVE_WAY_WIGGLE,
    TSU_MOVE_WAY_ROTATE,
    TSU_MOVE_WAY_VALUES
} tsu_move_kind;

typedef struct tsu_move_def {
    uint32_t group;         /* mask; no integrator may move these particles besides */
    const char *group_name; /* for messages; lent while the model lives; NULL: none */
    tsu_move_kind kind;
    bool given[6];            /* linear, wiggle: this component is prescribed; values: this value is there */
    double vector[3];         /* velocity [m/s], amplitude [m] */
    double point[3], axis[3]; /* rotate: a point of the axis [m], a unit vector */
    double period;            /* wiggle, rotate [s] */
    tsu_model_value value[6]; /* values: displacement [m] and velocity [m/s] */
} tsu_move_def;
tsu_move_def tsu_model_move_default(void); /* all particles, linear, all components free */
extern const tsu_model_row tsu_model_move;

#endif
