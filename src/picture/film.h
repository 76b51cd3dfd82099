/* SPDX-License-Identifier: Apache-2.0 */
/* film.h - pictures of equal size, one after the other, as a film: GIF by this program, WebM and MP4 by ffmpeg where it is installed. */
#ifndef TSU_PICTURE_FILM_H
#define TSU_PICTURE_FILM_H

#include "picture/canvas.h"

typedef struct tsu_film tsu_film;

/* Whether a name ends like that of a film. */
bool tsu_film_is(const char *path);
/* `rate`: pictures per second. */
tsu_status tsu_film_create(tsu_film **film, const char *path, int width, int height, double rate,
                           tsu_error *err);
tsu_status tsu_film_add(tsu_film *film, const tsu_canvas *picture, tsu_error *err);
/* Brings it to its file, whole or not at all, and ends it. */
tsu_status tsu_film_finish(tsu_film *film, tsu_error *err);
/* Throws it away. NULL is allowed. */
void tsu_film_abandon(tsu_film *film);

#endif
