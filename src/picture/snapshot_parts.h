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
    double least, most;           /* of the values, without the few that are far off */
    tsu_color table[TSU_COLOR_LEVELS];
    const float *position; /* [3 total] lent */
    float *radius;         /* [total] 0: cut away */
    tsu_color *color;      /* [total] */
    int surfaces;
    tsu_render_surface *surface;
    const tsu_frame_array *load; /* on the triangles of meshes, or NULL */
    double load_high;
    tsu_color load_table[TSU_COLOR_LEVELS];
    double pixel; /* in the middle of the picture [m] */
    int own_corners;
    void **own_corner; /* made for walls, of surfaces that are cut, and colours of meshes */
} tsu_snapshot;

/* Meshes where they are, and the walls of the setting. */
tsu_status tsu_snapshot_add_surfaces(tsu_snapshot *s, tsu_error *err);
/* Leaves of a surface what lies on the sides that the clips keep. */
tsu_status tsu_snapshot_cut_surface(tsu_snapshot *s, tsu_render_surface *surface, tsu_error *err);
extern const double tsu_snapshot_identity[16]; /* a pose */
/* snapshot_loads.c: what colours the meshes, and their colours once they are there. */
tsu_status tsu_snapshot_find_loads(tsu_snapshot *s, tsu_error *err);
tsu_status tsu_snapshot_color_mesh(tsu_snapshot *s, int mesh, tsu_render_surface *surface, tsu_error *err);
/* The colour of a type, or of a value where somebody else paints. */
tsu_color tsu_snapshot_paint(const tsu_snapshot *s, double value);
/* Title, step and time, colour bars, scale. */
void tsu_snapshot_annotate(const tsu_snapshot *s, tsu_canvas *out);

#endif
