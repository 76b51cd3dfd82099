/* SPDX-License-Identifier: Apache-2.0 */
/* render.h - pictures of spheres without a graphics card: every pixel asks which sphere its ray meets first; light with soft
 * shadows and the dimness of narrow places; surfaces that one can see through; the edges of the box. */
#ifndef TSU_PICTURE_RENDER_H
#define TSU_PICTURE_RENDER_H

#include "picture/canvas.h"

typedef struct tsu_render_surface { /* triangles that one can see through */
    int64_t triangles;
    const float *corner;    /* [9 triangles] */
    double pose[16];        /* column by column */
    float alpha;            /* seen straight on */
    const tsu_color *color; /* [triangles] NULL: the usual one */
    const float *cover;     /* [triangles] alpha of each, with `color`; below 0: no colour of its own */
} tsu_render_surface;

typedef struct tsu_render_scene {
    int64_t spheres;
    const float *position;  /* [3 spheres] */
    const float *radius;    /* [spheres]; 0: not shown */
    const tsu_color *color; /* [spheres] */
    int surfaces;
    const tsu_render_surface *surface;
    bool box;
    double lo[3], hi[3];         /* of the box */
    double edge_width;           /* of its edges [m]; 0: thin lines */
    const tsu_color *edge_color; /* NULL: the usual one */
    double axes_length[3],
        axes_width; /* x, y and z from the lowest corner of the box, red, green and blue [m]; all 0: none */
} tsu_render_scene;

typedef enum tsu_render_ground {
    TSU_GROUND_SHADED,
    TSU_GROUND_FLAT, /* one colour, for films and for `plain` */
    TSU_GROUND_PLAIN /* that of `backdrop` */
} tsu_render_ground;

typedef struct tsu_render_view {
    double toward[3];             /* from the scene to the eye */
    int left, right, top, bottom; /* margins that stay empty [pixel] */
    bool dark;
    tsu_render_ground ground;
    tsu_color backdrop;  /* with TSU_GROUND_PLAIN */
    double up[3];        /* all 0: z, or y for who looks along z */
    double zoom;         /* 0 counts as 1 */
    bool focused;        /* to be seen is what lies in this box instead of all there is, whatever moves [m] */
    double lo[3], hi[3]; /* relative to the origin */
    bool round;          /* ... in the ball around it, so that the eye can go around */
    double gloss,
        shade;     /* highlights, and dimness of narrow places: 1 is usual, 0 counts as 1, below 0: none */
    double depth;  /* perspective, likewise */
    double *pixel; /* gets the size of a pixel in the middle of what is seen [m], if not NULL */
} tsu_render_view;

/* Fills the canvas. */
tsu_status tsu_render(const tsu_render_scene *scene, const tsu_render_view *view, tsu_canvas *out,
                      tsu_error *err);

#endif
