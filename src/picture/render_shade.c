/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "base/parallel.h"
#include "picture/render_state.h"
#include <math.h>

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static tsu_point point_at(const tsu_renderer *r, int x, int y, float z)
{
    return (tsu_point){z * ((float)x + 0.5f - r->centre_x) / r->focal,
                       -z * ((float)y + 0.5f - r->centre_y) / r->focal, z};
}

/* The part of the light that reaches a point: looked up at several places, which makes the edges of shadows soft. */
static float lit(const tsu_renderer *r, tsu_point p, tsu_point n)
{
    enum { TAPS = 4 };
    const float lift = 0.06f * r->typical, spread = fmaxf(1.0f, 0.12f * r->typical * r->map_scale);
    const tsu_point q = {p.x + lift * n.x, p.y + lift * n.y, p.z + lift * n.z};
    const float u = (tsu_point_dot(q, r->map_right) - r->map_u) * r->map_scale,
                v = (tsu_point_dot(q, r->map_up) - r->map_v) * r->map_scale,
                way = -tsu_point_dot(q, r->light);
    int seen = 0;
    for (int k = 0; k < TAPS * TAPS; k++) {
        const int x = (int)(u + spread * ((float)(k % TAPS) - 1.5f) / 1.5f),
                  y = (int)(v + spread * ((float)(k / TAPS) - 1.5f) / 1.5f);
        const bool outside = x < 0 || y < 0 || x >= r->map_size || y >= r->map_size;
        seen += outside || way <= r->map[(size_t)y * (size_t)r->map_size + (size_t)x] + 0.25f * r->typical;
    }
    return (float)seen / (TAPS * TAPS);
}

/* How much of the sky a point sees: what stands in front of it in the neighbourhood, on a spiral turned differently at each
 * pixel. */
static float open_sky(const tsu_renderer *r, int x, int y, tsu_point p, tsu_point n)
{
    enum { TAPS = 22 };
    const float reach = 2.6f * r->typical,
                pixels = clamp(r->focal * reach / p.z, 4.0f, 0.15f * (float)r->height);
    const uint64_t noise = tsu_hash_mix((uint64_t)y * 65537u + (uint64_t)x);
    const float turn = 6.2831853f * (float)(noise & 1023) / 1024.0f;
    float dark = 0.0f;
    for (int k = 0; k < TAPS; k++) {
        const float t = ((float)k + 0.5f) / TAPS, angle = turn + 15.1f * t, away = pixels * t;
        const int sx = x + (int)(away * cosf(angle)), sy = y + (int)(away * sinf(angle));
        if (sx < 0 || sy < 0 || sx >= r->width || sy >= r->height) continue;
        const float z = r->depth[(size_t)sy * (size_t)r->width + (size_t)sx];
        if (!(z < p.z + reach)) continue;
        const tsu_point v = tsu_point_minus(point_at(r, sx, sy, z), p);
        const float length = sqrtf(tsu_point_dot(v, v)) + 1.0e-20f, rise = tsu_point_dot(v, n) / length;
        const float near = clamp(1.0f - length / (1.6f * reach), 0.0f, 1.0f);
        dark += clamp(rise - 0.06f, 0.0f, 1.0f) * near;
    }
    return clamp(1.0f - 2.6f * tsu_render_part(r->view->shade) * dark / TAPS, 0.12f, 1.0f);
}

static tsu_color shade(const tsu_renderer *r, int x, int y, size_t at)
{
    const tsu_point n = r->normal[at], p = point_at(r, x, y, r->depth[at]);
    const tsu_color base = r->scene->color[r->which[at]];
    const float facing = tsu_point_dot(n, r->light), sky = open_sky(r, x, y, p, n),
                light = facing > 0.0f ? facing * lit(r, p, n) : 0.0f;
    const float dome = 0.62f + 0.38f * tsu_point_dot(n, r->sky), length = sqrtf(tsu_point_dot(p, p));
    const tsu_point eye = {-p.x / length, -p.y / length, -p.z / length};
    const tsu_point half = {eye.x + r->light.x, eye.y + r->light.y, eye.z + r->light.z};
    const float shine = tsu_point_dot(n, half) / sqrtf(tsu_point_dot(half, half) + 1.0e-20f),
                full = 0.22f * tsu_render_part(r->view->gloss),
                gloss = light > 0.0f && shine > 0.0f ? full * powf(shine, 36.0f) * light : 0.0f;
    const float head = n.z < 0.0f ? -n.z : 0.0f; /* a little light from the eye, for what lies in the shade */
    const float amount =
        0.56f * sky * dome + 0.20f * head * (0.3f + 0.7f * sky) + 0.66f * light * (0.4f + 0.6f * sky);
    return (tsu_color){base.r * amount + gloss, base.g * amount + gloss, base.b * amount + gloss};
}

static tsu_color background(const tsu_renderer *r, int y)
{
    if (r->view->ground == TSU_GROUND_PLAIN) return r->view->backdrop;
    const float t = r->view->ground == TSU_GROUND_FLAT ? 0.5f : (float)y / (float)r->height;
    const tsu_color top = tsu_color_from_hex(r->view->dark ? "20262e" : "ffffff"),
                    bottom = tsu_color_from_hex(r->view->dark ? "11141a" : "e6ebf1");
    return (tsu_color){top.r + (bottom.r - top.r) * t, top.g + (bottom.g - top.g) * t,
                       top.b + (bottom.b - top.b) * t};
}

static void shade_row(void *context, int64_t y, int thread)
{
    (void)thread;
    tsu_renderer *r = context;
    const tsu_color behind = background(r, (int)y);
    for (int x = 0; x < r->width; x++) {
        const size_t at = (size_t)y * (size_t)r->width + (size_t)x;
        r->canvas.pixel[at] = isfinite(r->depth[at]) ? shade(r, x, (int)y, at) : behind;
    }
}

void tsu_render_shade(tsu_renderer *r)
{
    tsu_parallel_for(r->height, 0, shade_row, r);
}
