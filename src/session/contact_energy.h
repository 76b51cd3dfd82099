/* SPDX-License-Identifier: Apache-2.0 */
/* contact_energy.h - the energy that each contact stores, and what of it belongs to each particle. */
#ifndef TSU_SESSION_CONTACT_ENERGY_H
#define TSU_SESSION_CONTACT_ENERGY_H

#include "step/trial_contacts.h"
#include "step/wall/wall.h"

typedef double tsu_stored[TSU_STORED_PARTS]; /* [J] */

/* What the contacts of a wall, or with NULL between particles, store at the present places, by entry of their list; 0 where they do
 * not touch. *of_entry grows as needed. */
tsu_status tsu_contact_energies(struct tsu_world *w, const tsu_wall *wall, tsu_stored **of_entry,
                                size_t *capacity, tsu_error *err);

/* Adds these to the particles, which are zeroed before: half of a contact to each of its two, in the order of the partners' ids, and
 * all of it at a wall, which stores nothing. */
tsu_status tsu_particle_energies(struct tsu_world *w, bool pairs, bool walls, tsu_stored *of_particle,
                                 tsu_error *err);

#endif
