/* SPDX-License-Identifier: Apache-2.0 */
/* particle_order.h - the rows in the order of their ids. Rows depend on when lists were made, ids do not: what goes through
 * particles in this order leaves no trace of lists in sums and files. */
#ifndef TSU_STATE_PARTICLE_ORDER_H
#define TSU_STATE_PARTICLE_ORDER_H

#include "state/particles.h"

/* order[k], k = 0 .. count - 1: the row of the k-th id. */
tsu_status tsu_particles_by_id(const tsu_particles *p, int32_t *order, tsu_error *err);

#endif
