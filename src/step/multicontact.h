/* SPDX-License-Identifier: Apache-2.0 */
/* multicontact.h - `surface multicontact` at work (law/surface_multicontact.h): before the forces of a step the bulges of all
 * contacts are made from the loads of the last one; then each contact is evaluated with radii that are larger by them. */
#ifndef TSU_STEP_MULTICONTACT_H
#define TSU_STEP_MULTICONTACT_H

#include "step/lanes.h"
#include "step/world.h"

/* Makes the bulges of all contacts; does nothing without the law. Contacts with meshes must have been found. */
tsu_status tsu_multicontact_begin(struct tsu_world *w, tsu_error *err);

/* Enlarges the bodies of the block at entry k, whose kinematics are there. */
void tsu_multicontact_enlarge(const tsu_lawset *laws, const tsu_contacts *c, tsu_lane_space *s, int64_t k);

/* Runs the laws, remembers load and bulge, and leaves the work of the bulging in the lanes `bulge` of *s. */
void tsu_multicontact_run(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                          int64_t k);

static inline bool tsu_multicontact_on(const tsu_lawset *laws)
{
    const tsu_law *surface = laws->law[TSU_SURFACE];
    return surface && !surface->stage; /* a surface law with a stage is done by the laws alone */
}

#endif
