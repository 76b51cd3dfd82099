/* SPDX-License-Identifier: Apache-2.0 */
/* color_names.h - colours that decks call by name. */
#ifndef TSU_DUMP_COLOR_NAMES_H
#define TSU_DUMP_COLOR_NAMES_H

#include "session/drawing.h"

/* False if nobody calls a colour so. */
bool tsu_color_named(const char *name, tsu_drawing_color *out);

#endif
