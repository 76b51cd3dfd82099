/* SPDX-License-Identifier: Apache-2.0 */
/* specimen.h - "specimen": a constant push along x on each particle of a group. */
#ifndef TSU_MODEL_FORCE_SPECIMEN_H
#define TSU_MODEL_FORCE_SPECIMEN_H

#include "model/model.h"

typedef struct tsu_specimen_def {
    uint32_t group; /* mask */
    double force;   /* [N] */
} tsu_specimen_def;
tsu_specimen_def tsu_model_specimen_default(void); /* none, on all particles */
extern const tsu_model_row tsu_model_specimen;

#endif
