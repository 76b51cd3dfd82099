/* SPDX-License-Identifier: Apache-2.0 */
/* integrate.h - velocity Verlet, for all particles that move. */
#ifndef TSU_STEP_INTEGRATE_H
#define TSU_STEP_INTEGRATE_H

#include "base/error.h"
#include "base/parallel.h"
#include <stdbool.h>

struct tsu_world;

/* Half kick and drift, telling the longest displacement and whether a particle is beyond a fixed face; half kick */
void tsu_integrate_first(struct tsu_world *w, double *furthest, bool *outside);
tsu_status tsu_integrate_second(struct tsu_world *w, tsu_error *err);
/* Finds which particle of these rows has a velocity that is not finite. */
tsu_status tsu_integrate_check(const struct tsu_world *w, tsu_range rows, tsu_error *err);

#endif
