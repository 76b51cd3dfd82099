/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot_parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALLS_MAX = 64, VALUES_MAX = 1 << 14, SIDES = 96 };

const double tsu_snapshot_identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static void add_meshes(tsu_snapshot *s)
{
    for (int k = 0; k < s->setting->meshes; k++) {
        const tsu_setting_mesh *m = &s->setting->mesh[k];
        tsu_render_surface *to = &s->surface[s->surfaces++];
        *to = (tsu_render_surface){.triangles = m->triangles, .corner = m->corner, .alpha = 0.16f};
        memcpy(to->pose, tsu_snapshot_identity, sizeof tsu_snapshot_identity);
        for (int q = 0; q < s->frame->meshes; q++) {
            if (strcmp(s->frame->mesh[q].name, m->name) == 0)
                memcpy(to->pose, s->frame->mesh[q].pose, sizeof to->pose);
        }
    }
}

/* Room for the triangles of a wall, which it owns. */
static float *add_wall(tsu_snapshot *s, int64_t triangles, float alpha)
{
    float *corner = malloc((size_t)triangles * 9 * sizeof *corner);
    if (!corner) return NULL;
    s->own_corner[s->own_corners++] = corner;
    tsu_render_surface *to = &s->surface[s->surfaces++];
    *to = (tsu_render_surface){.triangles = triangles, .corner = corner, .alpha = alpha};
    memcpy(to->pose, tsu_snapshot_identity, sizeof tsu_snapshot_identity);
    return corner;
}

static float *put_four(float *to, const double a[3], const double b[3], const double c[3], const double d[3])
{
    const double *const order[6] = {a, b, c, a, c, d};
    for (int k = 0; k < 6; k++) {
        for (int q = 0; q < 3; q++) {
            *to++ = (float)order[k][q];
        }
    }
    return to;
}

/* Within the box; only if it lies behind the particles for who looks. */
static void add_plane(tsu_snapshot *s, int axis, double position)
{
    double lo[3], hi[3];
    const double at = position - s->setting->origin[axis];
    for (int q = 0; q < 3; q++) {
        lo[q] = s->frame->lo[q] - s->setting->origin[q];
        hi[q] = s->frame->hi[q] - s->setting->origin[q];
    }
    if ((at - 0.5 * (lo[axis] + hi[axis])) * s->options->toward[axis] >= 0.0 ||
        s->options->toward[axis] == 0.0)
        return;
    float *corner = add_wall(s, 2, 0.10f);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double p[4][3];
    for (int k = 0; corner && k < 4; k++) {
        p[k][axis] = at;
        p[k][u] = k == 1 || k == 2 ? hi[u] : lo[u];
        p[k][v] = k >= 2 ? hi[v] : lo[v];
    }
    if (corner) put_four(corner, p[0], p[1], p[2], p[3]);
}

static void add_cylinder(tsu_snapshot *s, int axis, double radius, const double centre[3])
{
    float *corner = add_wall(s, (int64_t)2 * SIDES, 0.07f);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int k = 0; corner && k < SIDES; k++) {
        double p[4][3];
        for (int n = 0; n < 4; n++) {
            const double angle = 6.283185307179586 * (k + (n == 1 || n == 2)) / SIDES;
            p[n][axis] = (n >= 2 ? s->frame->hi[axis] : s->frame->lo[axis]) - s->setting->origin[axis];
            p[n][u] = centre[u] + radius * cos(angle) - s->setting->origin[u];
            p[n][v] = centre[v] + radius * sin(angle) - s->setting->origin[v];
        }
        corner = put_four(corner, p[0], p[1], p[2], p[3]);
    }
}

static void add_json_wall(tsu_snapshot *s, const char *text, const tsu_json_value *value, int object)
{
    char kind[16];
    const double axis = tsu_json_get_number(text, value, tsu_json_find(text, value, object, "axis"), -1.0);
    tsu_json_get_string(text, value, tsu_json_find(text, value, object, "kind"), kind, sizeof kind);
    if (axis != 0.0 && axis != 1.0 && axis != 2.0) return;
    if (strcmp(kind, "plane") == 0) {
        add_plane(s, (int)axis,
                  tsu_json_get_number(text, value, tsu_json_find(text, value, object, "position"), 0.0));
        return;
    }
    const int array = tsu_json_find(text, value, object, "centre");
    double centre[3] = {0};
    for (int q = 0; q < 3 && array >= 0 && array + 3 < value[array].next; q++) {
        centre[q] = tsu_json_get_number(text, value, array + 1 + q, 0.0);
    }
    add_cylinder(s, (int)axis,
                 tsu_json_get_number(text, value, tsu_json_find(text, value, object, "radius"), 0.0), centre);
}

/* The walls stand in what the setting tells clients. */
static void add_walls(tsu_snapshot *s)
{
    if (!s->setting->info) return;
    const size_t size = strlen(s->setting->info) + 2;
    char *text = malloc(size + 1);
    tsu_json_value *value = malloc(VALUES_MAX * sizeof *value);
    if (text && value) {
        snprintf(text, size + 1, "{%s}", s->setting->info);
        const int walls =
            tsu_json_read(text, size, value, VALUES_MAX) > 0 ? tsu_json_find(text, value, 0, "walls") : -1;
        for (int k = walls + 1; walls >= 0 && k < value[walls].next && s->own_corners < WALLS_MAX;
             k = value[k].next) {
            add_json_wall(s, text, value, k);
        }
    }
    free(text);
    free(value);
}

tsu_status tsu_snapshot_add_surfaces(tsu_snapshot *s, tsu_error *err)
{
    s->surface = calloc((size_t)s->setting->meshes + WALLS_MAX, sizeof *s->surface);
    s->own_corner = calloc((size_t)s->setting->meshes + 2 * WALLS_MAX, sizeof *s->own_corner);
    if (!s->surface || !s->own_corner)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the walls of a picture");
    add_meshes(s);
    add_walls(s);
    for (int k = 0; k < s->surfaces; k++) {
        const tsu_status status = tsu_snapshot_cut_surface(s, &s->surface[k], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}
