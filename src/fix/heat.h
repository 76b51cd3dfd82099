/* SPDX-License-Identifier: Apache-2.0 */
/* heat.h - heat that flows through contacts, as `fix heat/gran` has it. */
#ifndef TSU_FIX_HEAT_H
#define TSU_FIX_HEAT_H

#include "model/contact_visit.h"
#include "fix/fix.h"
#include "step/wall/wall.h"

typedef struct tsu_heat tsu_heat;

/* overlap | constant A | projection */
tsu_status tsu_heat_read_area(tsu_words *words, tsu_heat_area *area, tsu_error *err);
/* The heat of a session: the state of its fix heat/gran, with its properties looked up; NULL and an error without one. */
const tsu_heat *tsu_heat_find(tsu_session *s, tsu_error *err);
/* Power that flows through a contact into its first particle [W]; 0 if there is none. */
double tsu_heat_flux(const tsu_heat *heat, const tsu_contact_seen *contact);

#endif
