/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/render_state.h"
#include <math.h>
#include <stdlib.h>

typedef struct layer { /* of what lies upon a pixel: sums, and what still shines through */
    float r, g, b, weight, through;
} layer;

typedef struct corner {
    float x, y, inverse; /* pixel, 1/z */
} corner;

static corner project(const tsu_renderer *r, tsu_point p)
{
    return (corner){r->centre_x + r->focal * p.x / p.z, r->centre_y - r->focal * p.y / p.z, 1.0f / p.z};
}

static float edge(corner a, corner b, float x, float y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

typedef struct paint { /* of a triangle */
    tsu_color color;
    float alpha;
} paint;

/* A thin sheet looks denser where one looks along it. */
static void cover(const tsu_renderer *r, layer *l, tsu_point n, tsu_point eye, const paint *with)
{
    const float facing = fabsf(tsu_point_dot(n, eye)), slant = (1.0f - facing) * (1.0f - facing),
                a = fminf(fmaxf(0.85f, with->alpha), with->alpha + 0.45f * slant * slant + 0.12f * slant),
                light = 0.55f + 0.45f * fabsf(tsu_point_dot(n, r->light));
    const tsu_color base = with->color;
    l->r += a * base.r * light;
    l->g += a * base.g * light;
    l->b += a * base.b * light;
    l->weight += a;
    l->through *= 1.0f - a;
}

static void draw_triangle(const tsu_renderer *r, layer *layers, const tsu_point p[3], const paint *with)
{
    for (int k = 0; k < 3; k++) {
        if (p[k].z <= 0.0f) return;
    }
    const corner a = project(r, p[0]), b = project(r, p[1]), c = project(r, p[2]);
    const float area = edge(a, b, c.x, c.y);
    const tsu_point u = tsu_point_minus(p[1], p[0]), v = tsu_point_minus(p[2], p[0]);
    tsu_point n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const float length = sqrtf(tsu_point_dot(n, n));
    if (area == 0.0f || !(length > 0.0f)) return;
    n = (tsu_point){n.x / length, n.y / length, n.z / length};
    const int x0 = (int)fmaxf(0.0f, fminf(a.x, fminf(b.x, c.x))),
              x1 = (int)fminf((float)r->width - 1.0f, fmaxf(a.x, fmaxf(b.x, c.x))),
              y0 = (int)fmaxf(0.0f, fminf(a.y, fminf(b.y, c.y))),
              y1 = (int)fminf((float)r->height - 1.0f, fmaxf(a.y, fmaxf(b.y, c.y)));
    for (int y = y0; y <= y1; y++) {
        for (int x = x0; x <= x1; x++) {
            const float px = (float)x + 0.5f, py = (float)y + 0.5f, wa = edge(b, c, px, py) / area,
                        wb = edge(c, a, px, py) / area, wc = 1.0f - wa - wb;
            if (wa < 0.0f || wb < 0.0f || wc < 0.0f) continue;
            const float z = 1.0f / (wa * a.inverse + wb * b.inverse + wc * c.inverse);
            const size_t at = (size_t)y * (size_t)r->width + (size_t)x;
            if (z > r->depth[at]) continue;
            const float dx = (px - r->centre_x) / r->focal, dy = -(py - r->centre_y) / r->focal,
                        d = sqrtf(dx * dx + dy * dy + 1.0f);
            cover(r, &layers[at], n, (tsu_point){dx / d, dy / d, 1.0f / d}, with);
        }
    }
}

static void draw_surface(const tsu_renderer *r, layer *layers, const tsu_render_surface *s)
{
    const tsu_color usual = tsu_color_from_hex(r->view->dark ? "9fb4c9" : "7e93a8");
    for (int64_t t = 0; t < s->triangles; t++) {
        const bool own = s->color && s->cover[t] >= 0.0f;
        const paint with = {own ? s->color[t] : usual, own ? s->cover[t] : s->alpha};
        tsu_point p[3];
        for (int k = 0; k < 3; k++) {
            const float *c = s->corner + 9 * t + 3 * k;
            double x[3];
            for (int q = 0; q < 3; q++) {
                x[q] = s->pose[q] * (double)c[0] + s->pose[4 + q] * (double)c[1] +
                       s->pose[8 + q] * (double)c[2] + s->pose[12 + q];
            }
            p[k] = tsu_render_to_camera(r, x);
        }
        draw_triangle(r, layers, p, &with);
    }
}

tsu_status tsu_render_surfaces(tsu_renderer *r, tsu_error *err)
{
    if (r->scene->surfaces == 0) return TSU_OK;
    const size_t n = (size_t)r->width * (size_t)r->height;
    layer *layers = malloc(n * sizeof *layers);
    if (!layers) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the surfaces of a picture");
    for (size_t k = 0; k < n; k++) {
        layers[k] = (layer){.through = 1.0f};
    }
    for (int k = 0; k < r->scene->surfaces; k++) {
        draw_surface(r, layers, &r->scene->surface[k]);
    }
    for (size_t k = 0; k < n; k++) {
        const layer *l = &layers[k];
        tsu_color *c = &r->canvas.pixel[k];
        if (l->weight <= 0.0f) continue;
        const float part = (1.0f - l->through) / l->weight;
        *c = (tsu_color){c->r * l->through + l->r * part, c->g * l->through + l->g * part,
                         c->b * l->through + l->b * part};
    }
    free(layers);
    return TSU_OK;
}
