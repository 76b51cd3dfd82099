/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.h - contacts that go to a part of a divided world, and come back, with their histories and forces. */
#ifndef TSU_RANKS_CONTACTS_H
#define TSU_RANKS_CONTACTS_H

#include "ranks/parcel.h"
#include "step/world.h"

/* Which of them go. `other` is -1 for a wall. */
typedef bool tsu_contact_choice(const void *context, uint32_t row, int64_t other);

/* Those between particles and with all walls. */
void tsu_contacts_put(const struct tsu_world *w, tsu_contact_choice *choice, const void *context,
                      tsu_parcel *to);
/* Gives a world the contacts in the parcels, all of whose particles it has; its forces are then current. */
tsu_status tsu_contacts_adopt(struct tsu_world *w, tsu_parcel *from, int parcels, tsu_error *err);

#endif
