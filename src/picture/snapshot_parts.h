/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot_parts.h - a picture under way: what its particles (snapshot.c), surfaces (snapshot_surfaces.c) and letters
 * (snapshot_text.c) share. */
#ifndef TSU_PICTURE_SNAPSHOT_PARTS_H
#define TSU_PICTURE_SNAPSHOT_PARTS_H

#include "picture/render.h"
#include "picture/snapshot.h"

typedef struct tsu_snapshot {
    const tsu_frame *frame;
    const tsu_setting *setting;
    const tsu_snapshot_options *options;
    const tsu_frame_array *field; /* to colour by */
    bool types;                   /* it is the type */
    double low, high;             /* of the colour bar */
    tsu_color table[TSU_COLOR_LEVELS];
    const float *position; /* [3 total] lent */
    float *radius;         /* [total] 0: cut away */
    tsu_color *color;      /* [total] */
    int surfaces;
    tsu_render_surface *surface;
    int own_corners;
    float **own_corner; /* made for walls, and of surfaces that are cut */
} tsu_snapshot;

/* Meshes where they are, and the walls of the setting. */
tsu_status tsu_snapshot_add_surfaces(tsu_snapshot *s, tsu_error *err);
/* Leaves of a surface what lies on the sides that the clips keep. */
tsu_status tsu_snapshot_cut_surface(tsu_snapshot *s, tsu_render_surface *surface, tsu_error *err);
extern const double tsu_snapshot_identity[16]; /* a pose */
/* Title, step and time, colour bar. */
void tsu_snapshot_annotate(const tsu_snapshot *s, tsu_canvas *out);

#endif
