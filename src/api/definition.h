/* SPDX-License-Identifier: Apache-2.0 */
/* definition.h - what a world is made of beside its state: materials, laws, meshes, walls, groups. A restart file of a script leaves it to
 * the script; a world that a program saves has it along, in the group `definition`. */
#ifndef TSU_API_DEFINITION_H
#define TSU_API_DEFINITION_H

#include "api/api.h"
#include "io/sections.h"

void tsu_definition_pack(tsu_pack *p, const tsu_world *w);
/* Does nothing if there is none. `what` names the file in messages. */
tsu_status tsu_definition_unpack(const tsu_sections *s, const char *what, tsu_world *w, tsu_error *err);
/* models_save.c: the models that the program has added. Reading does nothing if there are none; `u` tells the group if it fails. */
void tsu_definition_pack_models(tsu_pack *p, const tsu_world *w);
tsu_status tsu_definition_unpack_models(tsu_unpack *u, tsu_world *w, tsu_error *err);

#endif
