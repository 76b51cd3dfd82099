/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/render_state.h"
#include <math.h>
#include <stdlib.h>

/* The first meeting of each ray within the square that holds the sphere's outline. How far a ray passes from the centre follows from small
 * differences of directions, so that spheres stay round from far away. */
static void cast(tsu_renderer *r, int64_t i)
{
    const tsu_point c = r->centre[i];
    const float radius = r->scene->radius[i];
    if (radius <= 0.0f || c.z - radius <= 0.0f) return;
    const float half = r->focal * radius / (c.z - radius) + 1.0f, cx = c.x / c.z, cy = c.y / c.z,
                sx = r->centre_x + r->focal * cx, sy = r->centre_y - r->focal * cy;
    const int x0 = (int)fmaxf(0.0f, sx - half), x1 = (int)fminf((float)r->width - 1.0f, sx + half),
              y0 = (int)fmaxf(0.0f, sy - half), y1 = (int)fminf((float)r->height - 1.0f, sy + half);
    for (int y = y0; y <= y1; y++) {
        for (int x = x0; x <= x1; x++) {
            const tsu_point d = {((float)x + 0.5f - r->centre_x) / r->focal,
                                 -((float)y + 0.5f - r->centre_y) / r->focal, 1.0f};
            const float ex = d.x - cx, ey = d.y - cy, turn = cx * ey - cy * ex, a = tsu_point_dot(d, d),
                        b = tsu_point_dot(d, c),
                        inside = a * radius * radius - c.z * c.z * (ex * ex + ey * ey + turn * turn);
            if (inside <= 0.0f) continue;
            const float z = (b - sqrtf(inside)) / a;
            const size_t at = (size_t)y * (size_t)r->width + (size_t)x;
            if (z >= r->depth[at]) continue;
            r->depth[at] = z;
            r->which[at] = (uint32_t)i;
            r->normal[at] =
                (tsu_point){(z * d.x - c.x) / radius, (z * d.y - c.y) / radius, (z - c.z) / radius};
        }
    }
}

void tsu_render_spheres(tsu_renderer *r)
{
    for (int64_t i = 0; i < r->scene->spheres; i++) {
        cast(r, i);
    }
}

/* ---- what the light sees ------------------------------------------------------------------------------------------------- */

static void cast_shadow(tsu_renderer *r, int64_t i)
{
    const tsu_point c = r->centre[i];
    const float radius = r->scene->radius[i] * r->map_scale;
    if (radius <= 0.0f) return;
    const float u = (tsu_point_dot(c, r->map_right) - r->map_u) * r->map_scale,
                v = (tsu_point_dot(c, r->map_up) - r->map_v) * r->map_scale,
                way = -tsu_point_dot(c, r->light);
    const int last = r->map_size - 1, u0 = (int)fmaxf(0.0f, u - radius),
              u1 = (int)fminf((float)last, u + radius), v0 = (int)fmaxf(0.0f, v - radius),
              v1 = (int)fminf((float)last, v + radius);
    for (int y = v0; y <= v1; y++) {
        for (int x = u0; x <= u1; x++) {
            const float du = (float)x + 0.5f - u, dv = (float)y + 0.5f - v,
                        h2 = radius * radius - du * du - dv * dv;
            float *at = &r->map[(size_t)y * (size_t)r->map_size + (size_t)x];
            if (h2 <= 0.0f) continue;
            const float first = way - sqrtf(h2) / r->map_scale;
            if (first < *at) *at = first;
        }
    }
}

tsu_status tsu_render_shadows(tsu_renderer *r, tsu_error *err)
{
    enum { SIZE = 2048 };
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    r->map = malloc((size_t)SIZE * SIZE * sizeof *r->map);
    if (!r->map) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the shadows of a picture");
    for (size_t k = 0; k < (size_t)SIZE * SIZE; k++) {
        r->map[k] = INFINITY;
    }
    for (int64_t i = 0; i < r->scene->spheres; i++) {
        const float radius = r->scene->radius[i], at[2] = {tsu_point_dot(r->centre[i], r->map_right),
                                                           tsu_point_dot(r->centre[i], r->map_up)};
        for (int q = 0; q < 2 && radius > 0.0f; q++) {
            low[q] = fminf(low[q], at[q] - radius);
            high[q] = fmaxf(high[q], at[q] + radius);
        }
    }
    const float side = fmaxf(high[0] - low[0], high[1] - low[1]);
    r->map_size = SIZE;
    r->map_u = low[0];
    r->map_v = low[1];
    r->map_scale = side > 0.0f ? (float)SIZE / side : 1.0f;
    for (int64_t i = 0; i < r->scene->spheres; i++) {
        cast_shadow(r, i);
    }
    return TSU_OK;
}
