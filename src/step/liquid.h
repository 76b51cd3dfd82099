/* SPDX-License-Identifier: Apache-2.0 */
/* liquid.h - the liquid on the particles, which bridges draw from and share out when they break. It is a column of the
 * particles named by the law: liquid over solid volume [-]. */
#ifndef TSU_STEP_LIQUID_H
#define TSU_STEP_LIQUID_H

#include "step/world.h"

/* The column, if there is one, of what bridges that broke in the last step gave to each particle, over its volume [1/s]. */
#define TSU_LIQUID_FLUX "liquidFlux"

/* Makes sure that there is the column that the laws between particles or at walls want; particles start with what the law
 * says. To be called when the laws are prepared. */
tsu_status tsu_liquid_prepare(struct tsu_world *w, tsu_error *err);

/* The column that these laws read, limited as they want; NULL if they read none. */
const double *tsu_liquid_begin(struct tsu_world *w, const tsu_lawset *laws);

/* Shares out the liquid of bridges that broke in this evaluation, in the order of the partners' ids. */
void tsu_liquid_share(struct tsu_world *w);

#endif
