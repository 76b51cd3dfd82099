/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - what models and commands ask of single particles: where one is, and whether that is in a region. */
#ifndef TSU_MODEL_ROWS_H
#define TSU_MODEL_ROWS_H

#include "state/region.h"
#include "step/world.h"

/* Whether a particle is in a region, its position taken within a periodic box. */
bool tsu_world_in_region(const struct tsu_world *w, int32_t row, const tsu_region *region);
/* Whether it is in a group (mask) and, unless that is NULL, in a region. */
static inline bool tsu_chosen(const struct tsu_world *w, int32_t row, uint32_t group,
                              const tsu_region *region)
{
    return w->particles.group[row] & group && (!region || tsu_world_in_region(w, row, region));
}
/* The place of a particle as if it had never been wrapped around a periodic box; and a column of particles that keeps these
 * places (NAN for particles added later), or has kept them in a restart file. */
void tsu_world_unwrapped(const struct tsu_world *w, int32_t row, double x[3]);
tsu_status tsu_world_remember_places(struct tsu_world *w, const char *column, tsu_error *err);
/* Particles are wrapped at periodic faces when lists are made. Who changes places, and for whom it matters on which side of a face one
 * is, has them wrapped beforehand: else the result would depend on when lists were made. */
tsu_status tsu_world_wrap(struct tsu_world *w, tsu_error *err);

#endif
