/* SPDX-License-Identifier: Apache-2.0 */
/* liquid.h - "liquid_source": liquid that is added to particles, where laws of capillary bridges read it (step/liquid.h). */
#ifndef TSU_MODEL_LIQUID_H
#define TSU_MODEL_LIQUID_H

#include "model/model.h"

/* The column of what is added to each particle, over its volume [1/s]. */
#define TSU_LIQUID_SOURCE "liquidSource"

/* It has no parameters. */
extern const tsu_model_row tsu_model_liquid_source;
/* The column of the liquid of particles that the laws between them or at walls want, and what particles start with; NULL: none. */
const char *tsu_liquid_column(const struct tsu_world *w, double *start);

#endif
