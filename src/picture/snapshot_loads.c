/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot_loads.c - meshes coloured by what particles do to them. */
#include "picture/snapshot_parts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char map_of_loads[] = "inferno";

tsu_status tsu_snapshot_find_loads(tsu_snapshot *s, tsu_error *err)
{
    char name[TSU_REQUEST_NAME];
    if (!s->options->surface) return TSU_OK;
    snprintf(name, sizeof name, "surface:%.60s", s->options->surface);
    s->load = tsu_frame_find(s->frame, name);
    if (!s->load)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "meshes cannot be coloured by '%s': there are pressure, shear and force of meshes "
            "of `fix mesh/surface/stress`, and wear of those with `wear finnie`, in recorded "
            "runs and restart files",
            s->options->surface);
    tsu_color_map(map_of_loads, s->load_table);
    if (s->options->dark) tsu_color_map_lighten(s->load_table);
    s->load_high = s->options->surface_range ? s->options->surface_high : s->load->max;
    if (!(s->load_high > 0.0)) s->load_high = 1.0;
    return TSU_OK;
}

/* Where the triangles of a mesh begin in the field; -1: it has none there. */
static int64_t first_triangle(const tsu_snapshot *s, const tsu_setting_mesh *m)
{
    int64_t first = 0;
    for (int k = 0; k < s->frame->meshes; k++) {
        if (strcmp(s->frame->mesh[k].name, m->name) == 0)
            return s->frame->mesh[k].triangles == m->triangles && first + m->triangles <= s->load->count
                       ? first
                       : -1;
        first += s->frame->mesh[k].triangles;
    }
    return -1;
}

/* The more there is the less one sees through it. */
tsu_status tsu_snapshot_color_mesh(tsu_snapshot *s, int mesh, tsu_render_surface *surface, tsu_error *err)
{
    const tsu_setting_mesh *m = &s->setting->mesh[mesh];
    const int64_t first = s->load ? first_triangle(s, m) : -1;
    if (first < 0) return TSU_OK;
    tsu_color *color = malloc((size_t)m->triangles * sizeof *color + 1);
    float *cover = malloc((size_t)m->triangles * sizeof *cover + 1);
    s->own_corner[s->own_corners++] = color;
    s->own_corner[s->own_corners++] = cover;
    if (!color || !cover)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the meshes of a picture");
    const float *value = (const float *)s->load->data + first;
    for (int64_t t = 0; t < m->triangles; t++) {
        const double part = fmin(1.0, fmax(0.0, (double)value[t] / s->load_high));
        color[t] = s->load_table[(int)(part * (TSU_COLOR_LEVELS - 1))];
        cover[t] = isfinite(value[t]) ? (float)fmin(0.97, 0.45 + 2.6 * part) : -1.0f;
    }
    surface->color = color;
    surface->cover = cover;
    return TSU_OK;
}
