/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot_clip.c - cuts surfaces at the planes of `--clip`, so that what was cut open can be looked into. */
#include "picture/snapshot_parts.h"
#include <stdlib.h>
#include <string.h>

enum { PLANES_MAX = 6, CORNERS_MAX = 3 + PLANES_MAX }; /* a plane adds one corner at most */

typedef struct polygon {
    int corners;
    double x[CORNERS_MAX][3]; /* relative to the origin of the setting [m] */
} polygon;

/* How far a corner lies on the side that is kept [m]. */
static double depth(const tsu_snapshot *s, int k, const double x[3])
{
    const int q = s->options->clip[k].axis;
    const double over = x[q] + s->setting->origin[q] - s->options->clip[k].at;
    return s->options->clip[k].above ? over : -over;
}

static polygon cut(const tsu_snapshot *s, int k, const polygon *p)
{
    polygon kept = {0};
    for (int a = 0; a < p->corners; a++) {
        const double *from = p->x[a], *to = p->x[(a + 1) % p->corners];
        const double here = depth(s, k, from), there = depth(s, k, to);
        if (here >= 0.0) memcpy(kept.x[kept.corners++], from, sizeof kept.x[0]);
        if ((here >= 0.0) == (there >= 0.0) || kept.corners == CORNERS_MAX) continue;
        for (int q = 0; q < 3; q++) {
            kept.x[kept.corners][q] = from[q] + here / (here - there) * (to[q] - from[q]);
        }
        kept.corners++;
    }
    return kept;
}

static polygon placed(const tsu_render_surface *surface, int64_t triangle)
{
    polygon p = {.corners = 3};
    const double *m = surface->pose;
    for (int a = 0; a < 3; a++) {
        const float *c = surface->corner + 9 * triangle + 3 * a;
        for (int q = 0; q < 3; q++) {
            p.x[a][q] = m[q] * (double)c[0] + m[4 + q] * (double)c[1] + m[8 + q] * (double)c[2] + m[12 + q];
        }
    }
    return p;
}

/* The triangles of a polygon without holes and dents: a fan. */
static int64_t put_fan(const polygon *p, float *to)
{
    int64_t count = 0;
    for (int a = 2; a < p->corners; a++) {
        const double *const corner[3] = {p->x[0], p->x[a - 1], p->x[a]};
        for (int k = 0; k < 9; k++) {
            to[9 * count + k] = (float)corner[k / 3][k % 3];
        }
        count++;
    }
    return count;
}

tsu_status tsu_snapshot_cut_surface(tsu_snapshot *s, tsu_render_surface *surface, tsu_error *err)
{
    const int planes = s->options->clips;
    if (planes == 0) return TSU_OK;
    float *corner = malloc((size_t)surface->triangles * (size_t)(1 + planes) * 9 * sizeof *corner + 1);
    if (!corner) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the walls of a picture");
    s->own_corner[s->own_corners++] = corner;
    tsu_color *color = NULL;
    float *cover = NULL;
    if (surface->color) {
        const size_t most = (size_t)surface->triangles * (size_t)(1 + planes) + 1;
        color = malloc(most * sizeof *color);
        cover = malloc(most * sizeof *cover);
        s->own_corner[s->own_corners++] = color;
        s->own_corner[s->own_corners++] = cover;
        if (!color || !cover)
            return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the walls of a picture");
    }
    int64_t count = 0;
    for (int64_t t = 0; t < surface->triangles; t++) {
        polygon p = placed(surface, t);
        for (int k = 0; k < planes && p.corners > 0; k++) {
            p = cut(s, k, &p);
        }
        const int64_t more = put_fan(&p, corner + 9 * count);
        for (int64_t k = count; color && k < count + more; k++) {
            color[k] = surface->color[t];
            cover[k] = surface->cover[t];
        }
        count += more;
    }
    surface->triangles = count;
    surface->corner = corner;
    surface->color = color;
    surface->cover = cover;
    memcpy(surface->pose, tsu_snapshot_identity, sizeof surface->pose);
    return TSU_OK;
}
