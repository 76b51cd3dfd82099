/* SPDX-License-Identifier: Apache-2.0 */
/* font.h - letters on a grid of 5 by 9 dots, for pictures without a font. */
#ifndef TSU_PICTURE_FONT_H
#define TSU_PICTURE_FONT_H

#include <stdint.h>

enum { TSU_GLYPH_WIDTH = 5, TSU_GLYPH_ROWS = 9, TSU_GLYPH_BASE = 6 /* row of the baseline */ };

typedef struct tsu_glyph {
    char letter;
    uint8_t row[TSU_GLYPH_ROWS]; /* the highest bit of five is the left dot */
} tsu_glyph;

/* The picture of a character; of one that is not there, an empty box. */
const tsu_glyph *tsu_font_glyph(char letter);

#endif
