/* SPDX-License-Identifier: Apache-2.0 */
/* removal.h - the accounts of particles that leave in the middle of a run, while those that stay go on: each takes along its own
 * energy and what its contacts hold.
 *
 * Between two steps a contact holds its elastic energy, but whoever stays behind will still be kicked by its force over the
 * first half of the next step: that work comes from nowhere and is booked as given. What its last kick has done to the particle
 * beyond the work of its forces leaves the error of the step with it.
 *
 * Midway, behind the drift, the first half kick has been taken by the forces of the last step, which need not be known any
 * more. Let A be what a law books when the contact opens in this step: the energy it held less the work of its old forces on
 * both bodies over half a step. Whoever leaves is weighed as at the start of the step, but with the kick that contacts have
 * given it since, which A lacks: the two together are what leaves, exactly, and the unknown forces cancel. Gravity has kicked over
 * half of a step and moved over the whole, which is known. dt^2 F^2/(8 m) of the leaver stays in the error of the step. A wall's
 * old forces are kept, and so the work of a moving one. */
#ifndef TSU_STEP_LIST_REMOVAL_H
#define TSU_STEP_LIST_REMOVAL_H

#include "step/world.h"

/* Books what leaves with the particles whose flag is set. To be called before they are removed. */
tsu_status tsu_removal_book(struct tsu_world *w, const uint8_t *gone, tsu_moment moment, tsu_error *err);

#endif
