/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.h - a frame as a picture with title, colour bar, meshes and walls. */
#ifndef TSU_PICTURE_SNAPSHOT_H
#define TSU_PICTURE_SNAPSHOT_H

#include "picture/canvas.h"
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
} tsu_snapshot_options;

tsu_snapshot_options tsu_snapshot_options_default(void);

/* The direction of a named view (iso, front, back, left, right, top, bottom) or of `AZIMUTH,ELEVATION` in degrees. */
tsu_status tsu_snapshot_read_view(const char *word, double toward[3], tsu_error *err);

/* Draws a frame; `setting` gives origin, names, walls and meshes. The canvas is the caller's to free. */
tsu_status tsu_snapshot_draw(const tsu_frame *frame, const tsu_setting *setting,
                             const tsu_snapshot_options *options, tsu_canvas *out, tsu_error *err);

#endif
