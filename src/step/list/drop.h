/* SPDX-License-Identifier: Apache-2.0 */
/* drop.h - lists of pairs, walls and paths after some particles have gone: renumbered, not made anew.
 *
 * Where grains leave the box one by one, lists would otherwise be made anew for each of them. Entries of the working list stay in
 * their places; those of particles that have gone never touch again. */
#ifndef TSU_STEP_LIST_DROP_H
#define TSU_STEP_LIST_DROP_H

#include "step/world.h"

/* Which rows stay. */
typedef struct tsu_leavers {
    const int32_t *new_row; /* by old row; negative: gone */
    const int32_t *order;   /* old row, by new row */
    int32_t before, after;  /* rows */
} tsu_leavers;

/* Renumbers all lists; contacts with walls have lost the entries of those that have gone already. If
 * nobody is left they are not valid afterwards. */
void tsu_lists_drop(struct tsu_world *w, const tsu_leavers *l);

/* Ends every contact of those that have gone, and renumbers the rest; the order of entries stays. `f`: their forces, NULL if they are not kept. */
void tsu_contacts_shrink(tsu_contacts *c, tsu_contact_forces *f, const tsu_leavers *l, bool pairs);

#endif
