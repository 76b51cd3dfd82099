/* SPDX-License-Identifier: Apache-2.0 */
/* wall_contacts.h - contacts of particles with walls: their lists and their forces. */
#ifndef TSU_STEP_WALL_CONTACTS_H
#define TSU_STEP_WALL_CONTACTS_H

#include "step/list/carry.h"
#include "step/wall/wall.h"
#include "step/world.h"

/* Makes the working lists of all walls anew and carries over what touches. */
tsu_status tsu_walls_refresh(struct tsu_world *w, tsu_remap map, tsu_error *err);

/* Makes the lists anew that moving meshes have worn out; rows stay. */
tsu_status tsu_walls_renew(struct tsu_world *w, tsu_error *err);

/* Particles have gone, and their contacts: renumbers the lists. new_row: by old row, negative for who has gone. */
void tsu_walls_drop(struct tsu_world *w, const int32_t *new_row);

/* The first entry of a wall's list that belongs to a row not below the given one. */
int64_t tsu_wall_entry_of_row(const tsu_contacts *c, int64_t row);

/* Room for a new list of contacts of the wall and their forces, in wall->previous, and the step from there to wall->contacts. */
tsu_status tsu_wall_contacts_prepare(tsu_wall *wall, int64_t count, tsu_error *err);
void tsu_wall_contacts_swap(tsu_wall *wall);
/* Fills in the padding of the list when its number of entries has changed. */
void tsu_wall_contacts_pad(tsu_wall *wall);
/* Copies entry `from` of wall->contacts, with its history and force, to entry `to` of wall->previous; -1: an entry without. */
void tsu_wall_contacts_carry(tsu_wall *wall, int64_t from, int64_t to);

/* Finds the contacts with meshes at the present positions; to be called before tsu_walls_compute. `shift` gives the
 * displacement of each image of the box. */
tsu_status tsu_walls_begin(struct tsu_world *w, const double (*shift)[4], double dt, tsu_error *err);

/* Evaluates the contacts of all walls and enters them into the accounts. */
tsu_status tsu_walls_compute(struct tsu_world *w, const double (*shift)[4], double dt, tsu_error *err);

/* Adds the forces of the walls to those of the particles, one wall after the other. */
void tsu_walls_add_forces(const struct tsu_world *w, tsu_range rows, tsu_four *force, tsu_four *torque);

#endif
