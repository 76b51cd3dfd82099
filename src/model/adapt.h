/* SPDX-License-Identifier: Apache-2.0 */
/* adapt.h - "adapt": particles that grow or shrink. The density stays, so mass and inertia follow; the change is made between two
 * steps, and the energy it puts in is booked as given. The scalar is that energy [J]. */
#ifndef TSU_MODEL_ADAPT_H
#define TSU_MODEL_ADAPT_H

#include "model/model.h"

typedef struct tsu_adapt_def {
    uint32_t group;           /* mask */
    int64_t every;            /* steps between changes; 0: only when a run begins, when one is always made */
    bool scale;               /* the diameter is multiplied with the value */
    tsu_model_value diameter; /* [m]; with `scale` [-] */
    char source[80];          /* what gives it, for messages */
} tsu_adapt_def;
tsu_adapt_def tsu_model_adapt_default(void); /* diameters times 1, all particles, when a run begins */
extern const tsu_model_row tsu_model_adapt;

#endif
