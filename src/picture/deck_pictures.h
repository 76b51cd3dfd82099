/* SPDX-License-Identifier: Apache-2.0 */
/* deck_pictures.h - draws what `dump image` and `dump movie` want. */
#ifndef TSU_PICTURE_DECK_PICTURES_H
#define TSU_PICTURE_DECK_PICTURES_H

#include "session/drawing.h"

tsu_draw_fn tsu_deck_draw;

#endif
