/* SPDX-License-Identifier: Apache-2.0 */
/* drawing.h - what `dump image` and `dump movie` want drawn. The program around a session draws (tsu_session_options.draw). */
#ifndef TSU_SESSION_DRAWING_H
#define TSU_SESSION_DRAWING_H

#include "base/error.h"

struct tsu_session;

enum { TSU_DRAWING_STOPS = 64, TSU_DRAWING_TYPES = 64, TSU_DRAWING_COLUMNS = 6 };

#define TSU_DRAWING_FAR 1.0e300 /* a stop at the lowest (-) or highest value */

typedef struct tsu_drawing_color { /* sRGB, 0 to 1 */
    double r, g, b;
} tsu_drawing_color;

typedef enum tsu_drawing_scale_kind {
    TSU_SCALE_USUAL,      /* the colours that pictures have by themselves */
    TSU_SCALE_CONTINUOUS, /* straight from one stop to the next */
    TSU_SCALE_DISCRETE,   /* stops are intervals; the first that holds a value counts */
    TSU_SCALE_SEQUENTIAL  /* bins of one width, the colours in turn */
} tsu_drawing_scale_kind;

/* Which colour a value has. */
typedef struct tsu_drawing_scale {
    tsu_drawing_scale_kind kind;
    bool parts;           /* stops and width are parts of the range */
    bool lowest, highest; /* the ends were said: */
    double low, high;
    double width; /* of a bin */
    int stops;
    struct {
        double low, high; /* an interval, or twice the place */
        tsu_drawing_color color;
    } stop[TSU_DRAWING_STOPS];
} tsu_drawing_scale;

typedef struct tsu_drawing {
    const char *path;  /* of a picture: a PNG file; of a film: a GIF file */
    const char *color; /* what the column of colours is: type, or a name for the colour bar */
    int64_t rows;
    const double *value; /* [rows][TSU_DRAWING_COLUMNS] x, y, z, radius [m], what colours, type */
    double diameter;     /* of all, if above 0 [m] */
    int width, height;
    double toward[3], up[3], zoom;
    bool centred, edges, no_edges, has_ground, has_edge_color, no_particles, axes;
    double center[3]; /* in the middle of the picture, if centred [m] */
    tsu_drawing_color ground, edge_color;
    double edge_width;              /* of the box, as a part of its shortest side; 0: a thin line */
    double axes_length, axes_width; /* as parts of the sides and of the shortest side */
    double gloss, shade,
        depth; /* highlights, dimness of narrow places, perspective: 1 is usual, 0 counts as 1, below 0: none */
    tsu_drawing_scale scale;
    bool has_type_color[TSU_DRAWING_TYPES + 1]; /* by type, from 1 */
    tsu_drawing_color type_color[TSU_DRAWING_TYPES + 1];
    double type_diameter[TSU_DRAWING_TYPES + 1]; /* 0: its own [m] */
    double rate;                                 /* pictures per second of a film */
} tsu_drawing;

typedef enum tsu_drawing_step {
    TSU_DRAW_PICTURE,
    TSU_DRAW_INTO_FILM, /* *film is made when it is NULL */
    TSU_DRAW_FILM_FILE, /* writes what the film has so far; `d` gives the path */
    TSU_DRAW_NO_MORE    /* gives *film back; `d` is NULL */
} tsu_drawing_step;

typedef tsu_status tsu_draw_fn(const struct tsu_session *s, tsu_drawing_step step, const tsu_drawing *d,
                               void **film, tsu_error *err);

/* The colour of a value on a scale that is not the usual one, which reaches from `low` to `high`; values beyond have that of its ends. */
tsu_drawing_color tsu_drawing_scale_at(const tsu_drawing_scale *s, double low, double high, double value);

#endif
