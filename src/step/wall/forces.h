/* SPDX-License-Identifier: Apache-2.0 */
/* wall_forces.h - the forces of the contacts in the list of a wall. */
#ifndef TSU_STEP_WALL_FORCES_H
#define TSU_STEP_WALL_FORCES_H

#include "step/wall/wall.h"
#include "step/world.h"

/* Derives the coefficients of the laws of a wall and finds their loop. */
tsu_status tsu_wall_prepare(struct tsu_world *w, tsu_wall *wall, tsu_error *err);

/* Evaluates the contacts of a wall and adds their energies to the tallies. `shift` gives the displacement of each image of a mesh. */
void tsu_wall_forces(struct tsu_world *w, tsu_wall *wall, const double (*shift)[4], double dt);

#endif
