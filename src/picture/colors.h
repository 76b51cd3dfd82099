/* SPDX-License-Identifier: Apache-2.0 */
/* colors.h - colour maps that are perceptually even, the same as those of the page (web/view/src/data/colors.js): control points in
 * sRGB, in between linear in OKLab. */
#ifndef TSU_PICTURE_COLORS_H
#define TSU_PICTURE_COLORS_H

#include <stdbool.h>

enum { TSU_COLOR_LEVELS = 256 };

typedef struct tsu_color { /* linear light, 0 to 1 */
    float r, g, b;
} tsu_color;

extern const char *const tsu_color_map_names[]; /* NULL-terminated; the first is the default */
/* Fills the table of a map; false if there is none of this name. */
bool tsu_color_map(const char *name, tsu_color table[TSU_COLOR_LEVELS]);
/* Leaves out what is as dark as a dark ground. */
void tsu_color_map_lighten(tsu_color table[TSU_COLOR_LEVELS]);
/* The colour of a type, from 1: any two of eight differ for all readers, also for those who are colour-blind. */
tsu_color tsu_color_of_type(int type);
tsu_color tsu_color_from_hex(const char *rrggbb);
/* A component as a byte of sRGB. */
int tsu_color_byte(float linear);

#endif
