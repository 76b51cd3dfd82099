/* SPDX-License-Identifier: Apache-2.0 */
/* heat.h - words that the fixes of heat and of walls share. */
#ifndef TSU_FIX_HEAT_H
#define TSU_FIX_HEAT_H

#include "fix/fix.h"
#include "step/wall/wall.h"

/* overlap | constant A | projection */
tsu_status tsu_heat_read_area(tsu_words *words, tsu_heat_area *area, tsu_error *err);

#endif
