/* SPDX-License-Identifier: Apache-2.0 */
/* render_edges.c - the edges of the box, and axes. */
#include "picture/render_state.h"
#include <math.h>

typedef struct stroke {
    tsu_color color;
    double width; /* [m]; 0: a thin line */
} stroke;

typedef struct spot {
    float x, y;
} spot;

static spot project(const tsu_renderer *r, tsu_point p)
{
    return (spot){r->centre_x + r->focal * p.x / p.z, r->centre_y - r->focal * p.y / p.z};
}

/* Drawn in pieces, so that those behind spheres can be left out. */
static void draw_edge(tsu_renderer *r, tsu_point a, tsu_point b, const stroke *with)
{
    enum { PIECES = 400 };
    const float thin = 0.9f * TSU_RENDER_SAMPLES;
    for (int k = 0; k < PIECES; k++) {
        const float t = (float)k / PIECES, s = (float)(k + 1) / PIECES;
        const tsu_point p = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t},
                        q = {a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s, a.z + (b.z - a.z) * s};
        if (p.z <= 0.0f || q.z <= 0.0f) continue;
        const spot from = project(r, p), to = project(r, q);
        const int x = (int)from.x, y = (int)from.y;
        const bool inside = x >= 0 && y >= 0 && x < r->width && y < r->height;
        if (inside && r->depth[(size_t)y * (size_t)r->width + (size_t)x] < p.z) continue;
        tsu_canvas_line(&r->canvas, from.x, from.y, to.x, to.y,
                        fmaxf(thin, r->focal * (float)with->width / p.z), with->color, 1.0f);
    }
}

void tsu_render_box(tsu_renderer *r)
{
    const tsu_render_scene *s = r->scene;
    const stroke with = {s->edge_color ? *s->edge_color
                                       : tsu_color_from_hex(r->view->dark ? "6b7885" : "8d99a6"),
                         s->edge_width};
    tsu_point corners[8];
    for (int k = 0; k < 8; k++) {
        double p[3];
        for (int q = 0; q < 3; q++) {
            p[q] = k >> q & 1 ? s->hi[q] : s->lo[q];
        }
        corners[k] = tsu_render_to_camera(r, p);
    }
    for (int k = 0; k < 8; k++) {
        for (int q = 0; q < 3; q++) {
            if (!(k >> q & 1)) draw_edge(r, corners[k], corners[k | 1 << q], &with);
        }
    }
}

void tsu_render_axes(tsu_renderer *r)
{
    static const char *const colors[3] = {"d62728", "2ca02c", "1f5fd6"}; /* x, y, z */
    const tsu_render_scene *s = r->scene;
    for (int q = 0; q < 3; q++) {
        double end[3] = {s->lo[0], s->lo[1], s->lo[2]};
        const stroke with = {tsu_color_from_hex(colors[q]), s->axes_width};
        if (s->axes_length[q] == 0.0) continue;
        end[q] += s->axes_length[q];
        draw_edge(r, tsu_render_to_camera(r, s->lo), tsu_render_to_camera(r, end), &with);
    }
}
