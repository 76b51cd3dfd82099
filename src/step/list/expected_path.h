/* SPDX-License-Identifier: Apache-2.0 */
/* expected_path.h - how far particles are from where they were expected when a list was made.
 *
 * A list lasts as long as no two particles can touch that are not in it. If they are expected to stay where they are, the list
 * holds the pairs whose gap is less than the skin, and is used up when a particle has moved by half the skin. In a flow that is
 * soon, though neighbours mostly move together. So there they are expected to go on as they do, each with the velocity it had when
 * the list was made: the list holds the pairs whose gap becomes less than the skin on these paths within a certain time, and is
 * used up when that time is over or when a particle is half the skin off its path. Grains that fall, or slide in a body, keep to
 * their paths for ten times as long as they stay in their places.
 *
 * How far a particle can be off is first bounded by the longest displacement of any in each step, which costs nothing; when that
 * says that the list is used up, the particles themselves are looked at. Places and velocities are kept in single precision;
 * what that loses of a place is added to the distance, and the rounded velocity is the one that counts. */
#ifndef TSU_STEP_LIST_EXPECTED_PATH_H
#define TSU_STEP_LIST_EXPECTED_PATH_H

#include "step/list/lists.h"
#include "step/world.h"

/* A list has been made: paths begin here, and if `horizon` [s] is finite they lead straight on. */
tsu_status tsu_expected_path_begin(const struct tsu_world *w, tsu_expected_path *path, double horizon,
                                   tsu_error *err);

/* The furthest that a particle is off its path [m]; never less. Infinite if there are other particles than when it began. */
double tsu_expected_path_look(const struct tsu_world *w, const tsu_expected_path *path);

/* How far particles are from where they were, and from where their present velocities would have brought them: the furthest of
 * each [m]. */
void tsu_expected_path_judge(const struct tsu_world *w, const tsu_expected_path *path, double *stayed,
                             double *went);

/* The velocity with which a particle is expected to go on. */
void tsu_expected_path_pace(const struct tsu_world *w, int64_t i, uint32_t drifting, float pace[3]);

/* Only these rows, so many, go on. */
void tsu_expected_path_drop(tsu_expected_path *path, const int32_t *order, int32_t rows);

void tsu_expected_path_free(tsu_expected_path *path);

#endif
