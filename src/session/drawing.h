/* SPDX-License-Identifier: Apache-2.0 */
/* drawing.h - what `dump image` and `dump movie` want drawn. The program around a session draws (tsu_session_options.draw). */
#ifndef TSU_SESSION_DRAWING_H
#define TSU_SESSION_DRAWING_H

#include "base/error.h"

struct tsu_session;

typedef struct tsu_drawing {
    const char *path;  /* of a picture: a PNG file; of a film: a GIF file */
    const char *color; /* what the last column is: type, or a name for the colour bar */
    int64_t rows;
    const double *value; /* [rows][5] x, y, z, radius [m], what colours */
    double diameter;     /* of all, if above 0 [m] */
    int width, height;
    double toward[3], up[3], zoom;
    bool centred, range, edges, no_edges, has_ground;
    double center[3]; /* in the middle of the picture, if centred [m] */
    double low, high; /* of the colour bar, if range */
    char ground[8];   /* RRGGBB */
    double rate;      /* pictures per second of a film */
} tsu_drawing;

typedef enum tsu_drawing_step {
    TSU_DRAW_PICTURE,
    TSU_DRAW_INTO_FILM, /* *film is made when it is NULL */
    TSU_DRAW_FILM_FILE, /* writes what the film has so far; `d` gives the path */
    TSU_DRAW_NO_MORE    /* gives *film back; `d` is NULL */
} tsu_drawing_step;

typedef tsu_status tsu_draw_fn(const struct tsu_session *s, tsu_drawing_step step, const tsu_drawing *d,
                               void **film, tsu_error *err);

#endif
