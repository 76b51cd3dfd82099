/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.h - a frame as a picture with title, colour bar, meshes and walls. */
#ifndef TSU_PICTURE_SNAPSHOT_H
#define TSU_PICTURE_SNAPSHOT_H

#include "picture/render.h"
#include "view/frame.h"

typedef struct tsu_snapshot_options {
    int width, height; /* [pixel] */
    const char *color; /* a field, or `type` */
    const char *map;   /* of colours */
    bool range;        /* the next two were said */
    double low, high;  /* ends of the colour bar */
    double toward[3];  /* from the scene to the eye */
    int clips;         /* planes: */
    struct {
        int axis;
        bool above; /* keeps what lies above, else below */
        double at;  /* [m] */
    } clip[6];
    bool dark, plain; /* plain: no title, bar and box */
    const char *title;
    const char *surface; /* what colours the meshes: pressure, shear, force, wear; NULL: nothing */
    const char *font;    /* file; NULL: those of the system, "none": letters of dots */
    bool transparent;    /* the ground */
    bool scale_bar;
    tsu_render_ground ground;
    tsu_color backdrop;
    double up[3], zoom;   /* as in tsu_render_view */
    bool focused, round;  /* the same box is in view in all pictures: */
    double lo[3], hi[3];  /* of it [m] */
    bool edges, no_edges; /* of the box of the run: always, never; otherwise where it fits */
    bool surface_range;   /* the next one was said */
    double surface_high;  /* end of the colour bar of the meshes, which begins at 0 */
    /* Instead of the map, or of the colours of types, if not NULL; `palette` is handed to it. */
    tsu_color (*paint)(const void *palette, double value);
    const void *palette;
    double edge_width;                 /* of the edges of the box [m]; 0: thin lines */
    const tsu_color *edge_color;       /* NULL: the usual one */
    double axes_length[3], axes_width; /* x, y and z from the lowest corner of the box [m]; all 0: none */
    double gloss, shade, depth;        /* as in tsu_render_view */
} tsu_snapshot_options;

tsu_snapshot_options tsu_snapshot_options_default(void);

/* The direction of a named view (iso, front, back, left, right, top, bottom) or of `AZIMUTH,ELEVATION` in degrees. */
tsu_status tsu_snapshot_read_view(const char *word, double toward[3], tsu_error *err);

/* What several frames have in common. Begin with tsu_snapshot_extent_none. */
typedef struct tsu_snapshot_extent {
    double lo[3], hi[3]; /* all that is seen [m] */
    double low, high;    /* ends of a colour bar for all of them */
    double surface_high;
} tsu_snapshot_extent;
extern const tsu_snapshot_extent tsu_snapshot_extent_none;
/* Makes values from `low` to `high` into the ends of a colour bar: not the same, and from nothing on where they begin near it. */
void tsu_snapshot_round_range(double *low, double *high);
/* Widens it by a frame. */
tsu_status tsu_snapshot_measure(const tsu_frame *frame, const tsu_setting *setting,
                                const tsu_snapshot_options *options, tsu_snapshot_extent *extent,
                                tsu_error *err);

/* Draws a frame; `setting` gives origin, names, walls and meshes. The canvas is the caller's to free. */
tsu_status tsu_snapshot_draw(const tsu_frame *frame, const tsu_setting *setting,
                             const tsu_snapshot_options *options, tsu_canvas *out, tsu_error *err);

#endif
