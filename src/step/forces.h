/* SPDX-License-Identifier: Apache-2.0 */
/* forces.h - the forces on all particles, in one sweep over contacts and rows. */
#ifndef TSU_STEP_FORCES_H
#define TSU_STEP_FORCES_H

#include "base/error.h"
#include "step/pair/move.h"

struct tsu_world;

/* Contact forces and weight. Each particle, as it gets its force, may also take the second half kick of the step
 * (tsu_integrate_second), and then the first one of the next step and its drift (tsu_integrate_first; w->ahead tells how
 * far). In the last case forces and records of contacts are not kept. */
tsu_status tsu_forces_compute(struct tsu_world *w, double dt, tsu_finish finish, tsu_error *err);
/* Writes the records of all contacts at the present places and velocities, and changes nothing else. */
tsu_status tsu_forces_look(struct tsu_world *w, tsu_error *err);

#endif
