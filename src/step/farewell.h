/* SPDX-License-Identifier: Apache-2.0 */
/* farewell.h - the books of particles that leave in the middle of a run, while those that stay go on: each takes along its own
 * energy and what its contacts hold.
 *
 * Between two steps a contact holds its elastic energy, but whoever stays behind will still be kicked by its force over the
 * first half of the next step: that work comes from nowhere and is booked as given. What its last kick has done to the particle
 * beyond the work of its forces leaves the error of the step with it. Midway, behind the drift, the first half
 * kick has been taken and the second will not be: the contact has worked over half of the step. So it is followed over this
 * half, to where the particles were then; what it dissipates on the way is entered, and what it still holds is taken out.
 * Gravity has kicked over half of a step and moved over the whole: whoever leaves is weighed as at its start. */
#ifndef TSU_STEP_FAREWELL_H
#define TSU_STEP_FAREWELL_H

#include "step/world.h"

/* Books what leaves with the particles whose flag is set. To be called before they are removed. */
tsu_status tsu_farewell_book(struct tsu_world *w, const uint8_t *gone, tsu_moment moment, tsu_error *err);

#endif
