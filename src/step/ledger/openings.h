/* SPDX-License-Identifier: Apache-2.0 */
/* openings.h - energy that comes with particles inserted midway in a step into others, or into walls: nobody has done the work that
 * their contacts hold from the start. */
#ifndef TSU_STEP_LEDGER_OPENINGS_H
#define TSU_STEP_LEDGER_OPENINGS_H

#include "base/error.h"

struct tsu_world;

/* Books it as given, just before the evaluation of forces at the end of a step of length dt, when lists and walls are ready: for each
 * contact that opens with a new particle what it will store and book there, and the work of its force over the half step that
 * follows. */
tsu_status tsu_openings_book(struct tsu_world *w, double dt, tsu_error *err);

#endif
