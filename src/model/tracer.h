/* SPDX-License-Identifier: Apache-2.0 */
/* tracer.h - "tracer": marks the particles that are in a region at a step (dirac) or from then on (heaviside). The mark is a column of
 * the particles with the name of the model: 1 or 0. The scalar tells how many were marked since it was asked last. */
#ifndef TSU_MODEL_TRACER_H
#define TSU_MODEL_TRACER_H

#include "model/model.h"

typedef enum tsu_marking { TSU_MARK_HEAVISIDE, TSU_MARK_DIRAC, TSU_MARK_NONE } tsu_marking;

typedef struct tsu_tracer_def {
    uint32_t group; /* mask */
    tsu_model_place region;
    int64_t from; /* step */
    tsu_marking marking;
    int64_t every; /* steps between looks */
} tsu_tracer_def;
tsu_tracer_def
tsu_model_tracer_default(void); /* all particles, dirac, every 10 steps; the region must be given */
extern const tsu_model_row tsu_model_tracer;

#endif
