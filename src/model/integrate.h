/* SPDX-License-Identifier: Apache-2.0 */
/* integrate.h - "integrate": the particles of a group move by velocity Verlet (step/integrate.h). A world made by a program moves and
 * turns all of its particles already. */
#ifndef TSU_MODEL_INTEGRATE_H
#define TSU_MODEL_INTEGRATE_H

#include "model/model.h"

typedef enum tsu_integrate_kind {
    TSU_INTEGRATE_SPHERE, /* forces move them, torques turn them */
    TSU_INTEGRATE_POINT,  /* forces move them, their spin stays */
    TSU_INTEGRATE_COAST   /* they move with the velocity they have, whatever acts */
} tsu_integrate_kind;

typedef struct tsu_integrate_def {
    uint32_t group; /* mask */
    tsu_integrate_kind kind;
} tsu_integrate_def;
tsu_integrate_def tsu_model_integrate_default(void); /* all particles, as spheres */
extern const tsu_model_row tsu_model_integrate;

#endif
