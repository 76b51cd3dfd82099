/* SPDX-License-Identifier: Apache-2.0 */
/* spring.h - springs: from the centre of mass of a group to a point that rests or is driven, and from each particle to the place
 * where it was; and torques set. */
#ifndef TSU_MODEL_FORCE_SPRING_H
#define TSU_MODEL_FORCE_SPRING_H

#include "model/model.h"

enum { TSU_SPRING_PHASES = 64 };

/* From a time on the far end moves with a velocity. */
typedef struct tsu_spring_phase {
    double start;       /* [s] */
    double velocity[3]; /* [m/s] */
} tsu_spring_phase;

/* "spring": the scalar is its energy [J]; the numbers are the force on the group and its size [N], and the far end [m]. */
typedef struct tsu_spring_def {
    uint32_t group;  /* mask */
    double k, rest;  /* stiffness [N/m], length without force [m] */
    double point[3]; /* where the far end is at time 0 [m] */
    bool free[3];    /* no force along this axis */
    int phases;
    tsu_spring_phase phase[TSU_SPRING_PHASES]; /* each later than the one before */
} tsu_spring_def;
tsu_spring_def tsu_model_spring_default(void); /* of all particles to the origin, 1 N/m */
extern const tsu_model_row tsu_model_spring;

/* "spring_self": the scalar is the energy of all [J]. */
typedef struct tsu_spring_self_def {
    uint32_t group; /* mask */
    double k;       /* [N/m] */
    bool free[3];   /* no force along this axis */
} tsu_spring_self_def;
tsu_spring_self_def tsu_model_spring_self_default(void); /* all particles, 1 N/m */
extern const tsu_model_row tsu_model_spring_self;

/* "set_torque" */
typedef struct tsu_set_torque_def {
    uint32_t group;  /* mask */
    double value[3]; /* [N m] */
    bool free[3];    /* this component stays as it is */
} tsu_set_torque_def;
tsu_set_torque_def tsu_model_set_torque_default(void); /* none, on all particles */
extern const tsu_model_row tsu_model_set_torque;

#endif
