/* SPDX-License-Identifier: Apache-2.0 */
/* render_state.h - what the parts of the renderer share. Camera coordinates: x to the right, y up, z away from the eye. */
#ifndef TSU_PICTURE_RENDER_STATE_H
#define TSU_PICTURE_RENDER_STATE_H

#include "picture/render.h"

typedef struct tsu_point {
    float x, y, z;
} tsu_point;

enum { TSU_RENDER_SAMPLES = 2 /* rays along each side of a pixel */ };

typedef struct tsu_renderer {
    const tsu_render_scene *scene;
    const tsu_render_view *view;
    int width, height; /* of the buffers */
    double right[3], up[3], toward[3], eye[3];
    float focal, centre_x, centre_y; /* pixel = centre + focal x/z */
    tsu_point light, sky;            /* unit vectors towards them, in camera coordinates */
    float typical;                   /* radius of a sphere */
    tsu_point *centre;               /* [spheres] in camera coordinates */
    float *depth;                    /* [height][width] z; infinity: nothing */
    tsu_point *normal;               /* [height][width] */
    uint32_t *which;                 /* [height][width] sphere */
    int map_size;                    /* of the map of shadows */
    float map_scale, map_u, map_v;
    tsu_point map_right, map_up;
    float *map;        /* [map_size][map_size] way from the light */
    tsu_canvas canvas; /* at the size of the buffers */
} tsu_renderer;

tsu_point tsu_render_to_camera(const tsu_renderer *r, const double p[3]);
/* render_spheres.c: which sphere is seen where; what the light sees. */
void tsu_render_spheres(tsu_renderer *r);
tsu_status tsu_render_shadows(tsu_renderer *r, tsu_error *err);
/* render_shade.c: the colour of every pixel. */
void tsu_render_shade(tsu_renderer *r);
/* render_surface.c: surfaces upon the colours. */
tsu_status tsu_render_surfaces(tsu_renderer *r, tsu_error *err);
/* render_edges.c: the edges of the box, and axes. */
void tsu_render_box(tsu_renderer *r);
void tsu_render_axes(tsu_renderer *r);

/* 1 is usual, 0 counts as 1, below 0: none. */
static inline float tsu_render_part(double said)
{
    return said == 0.0 ? 1.0f : said < 0.0 ? 0.0f : (float)said;
}

static inline tsu_point tsu_point_minus(tsu_point a, tsu_point b)
{
    return (tsu_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline float tsu_point_dot(tsu_point a, tsu_point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

#endif
