/* SPDX-License-Identifier: Apache-2.0 */
/* typeface.h - letters of fonts that are installed, by FreeType where the build has it. */
#ifndef TSU_PICTURE_TYPEFACE_H
#define TSU_PICTURE_TYPEFACE_H

#include "picture/canvas.h"

typedef struct tsu_typeface tsu_typeface;

/* Opens a font file. NULL: those that are where systems keep them, letters of one that another lacks included; "none", or if there
 * are none: *face is NULL, which is no error: letters are then drawn by dots (font.c). */
tsu_status tsu_typeface_open(const char *path, tsu_typeface **face, tsu_error *err);
void tsu_typeface_close(tsu_typeface *face);
/* As tsu_canvas_text; the text is UTF-8. */
float tsu_typeface_text(tsu_typeface *face, tsu_canvas *c, float x, float y, float size, const char *text,
                        const tsu_color *color);
/* Whether all of its letters are there; without a face those of ASCII are. */
bool tsu_typeface_has(tsu_typeface *face, const char *text);

#endif
