/* SPDX-License-Identifier: Apache-2.0 */
/* losses.h - what each particle and each contact has lost so far, where somebody asks. */
#ifndef TSU_STEP_LEDGER_LOSSES_H
#define TSU_STEP_LEDGER_LOSSES_H

#include "law/lawset.h"
#include "state/contact_forces.h"

struct tsu_world;

/* Room for the losses of each contact, and their sums over the contacts of each particle. */
tsu_status tsu_losses_prepare(struct tsu_world *w, tsu_error *err);
void tsu_losses_book(struct tsu_world *w);
/* Whether those of a list with these laws are kept: its laws then go stage by stage. */
bool tsu_losses_kept(const struct tsu_world *w, const tsu_lawset *laws);
tsu_status tsu_losses_reserve(tsu_contact_forces *f, tsu_error *err);
/* From now on each contact between particles, or with a wall, keeps what it has lost (tsu_spent); also where keywords of laws ask
 * for it, once these are prepared. */
tsu_status tsu_losses_of_contacts(struct tsu_world *w, bool walls, tsu_error *err);
tsu_status tsu_losses_arrange(struct tsu_world *w, tsu_error *err);

#endif
