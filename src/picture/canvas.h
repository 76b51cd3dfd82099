/* SPDX-License-Identifier: Apache-2.0 */
/* canvas.h - a picture in linear light: lines, boxes and text upon it, and its way into a PNG file. */
#ifndef TSU_PICTURE_CANVAS_H
#define TSU_PICTURE_CANVAS_H

#include "base/error.h"
#include "picture/colors.h"

struct tsu_typeface;

typedef struct tsu_canvas {
    int width, height;
    tsu_color *pixel;          /* [height][width], the top row first, owned */
    float *alpha;              /* [height][width] what covers the ground; NULL: all does. Owned */
    struct tsu_typeface *face; /* of letters, borrowed; NULL: dots */
} tsu_canvas;

tsu_status tsu_canvas_create(tsu_canvas *c, int width, int height, tsu_error *err);
void tsu_canvas_free(tsu_canvas *c);

/* A line with round ends and smooth edges; coordinates in pixels, pixel centres at halves. */
void tsu_canvas_line(tsu_canvas *c, float x0, float y0, float x1, float y1, float width, tsu_color color,
                     float alpha);
void tsu_canvas_fill(tsu_canvas *c, int x0, int y0, int x1, int y1, tsu_color color);
/* Text with its baseline at y, capital letters `size` pixels high; without a face ASCII and the few signs of font.c. Returns its
 * width; color NULL only measures. */
float tsu_canvas_text(tsu_canvas *c, float x, float y, float size, const char *text, const tsu_color *color);

/* png.c: writes the picture whole or not at all. */
tsu_status tsu_canvas_write_png(const tsu_canvas *c, const char *path, tsu_error *err);

#endif
