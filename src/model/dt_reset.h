/* SPDX-License-Identifier: Apache-2.0 */
/* dt_reset.h - "dt_reset": every so many steps the time step becomes the longest in which no particle of the group moves farther than
 * a given distance, by its velocity and its present force, within bounds. The scalar is the step of the last change. */
#ifndef TSU_MODEL_DT_RESET_H
#define TSU_MODEL_DT_RESET_H

#include "model/model.h"

typedef struct tsu_dt_reset_def {
    uint32_t group;     /* mask */
    int64_t every;      /* steps */
    double least, most; /* bounds [s]; 0 and infinity without */
    double distance;    /* [m] */
} tsu_dt_reset_def;
tsu_dt_reset_def
tsu_model_dt_reset_default(void); /* all particles, every step, no bounds; the distance must be given */
extern const tsu_model_row tsu_model_dt_reset;

#endif
