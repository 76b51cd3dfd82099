/* SPDX-License-Identifier: Apache-2.0 */
/* gif.h - moving pictures as GIF: up to 255 colours that fit all of them, and of each picture only what is other than in the one
 * before it. */
#ifndef TSU_PICTURE_GIF_H
#define TSU_PICTURE_GIF_H

#include "base/error.h"

typedef struct tsu_gif tsu_gif;

/* `hundredths`: how long each picture stays [s/100]. */
tsu_status tsu_gif_create(tsu_gif **gif, int width, int height, int hundredths, tsu_error *err);
void tsu_gif_destroy(tsu_gif *gif);
/* Adds a picture: bytes of sRGB, row by row from the top. It waits in a temporary file. */
tsu_status tsu_gif_add(tsu_gif *gif, const uint8_t *rgb, tsu_error *err);
/* Writes all of them, whole or not at all; they run without end. More may be added afterwards. */
tsu_status tsu_gif_write(tsu_gif *gif, const char *path, tsu_error *err);

#endif
