/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot_parts.h"
#include "step/wall/shape.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALLS_MAX = 64, VALUES_MAX = 1 << 14, SIDES = 96 };

const double tsu_snapshot_identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static tsu_status add_meshes(tsu_snapshot *s, tsu_error *err)
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
        const tsu_status status = tsu_snapshot_color_mesh(s, k, to, err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
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

/* ---- walls: planes and rings about an axis ------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Two unit vectors across the axis, and of each other. */
static void turn(const double axis[3], double u[3], double v[3])
{
    int most = 0;
    for (int q = 1; q < 3; q++) {
        if (fabs(axis[q]) > fabs(axis[most])) most = q;
    }
    const int next = (most + 1) % 3;
    const double rest = sqrt(1.0 - axis[next] * axis[next]);
    for (int q = 0; q < 3; q++) {
        u[q] = ((q == next ? 1.0 : 0.0) - axis[next] * axis[q]) / rest;
    }
    for (int q = 0; q < 3; q++) {
        const int b = (q + 1) % 3, c = (q + 2) % 3;
        v[q] = axis[b] * u[c] - axis[c] * u[b];
    }
}

enum { POLYGON_MAX = 12 };

/* What of a polygon lies on the side of `bound` to which `way` points along axis q. */
static int clip(double (*p)[3], int n, int q, double bound, double way)
{
    double out[POLYGON_MAX][3];
    int kept = 0;
    for (int k = 0; k < n; k++) {
        const double *a = p[k], *b = p[(k + 1) % n], da = way * (a[q] - bound), db = way * (b[q] - bound);
        if (da >= 0.0 && kept < POLYGON_MAX) memcpy(out[kept++], a, sizeof out[0]);
        if ((da >= 0.0) == (db >= 0.0) || kept == POLYGON_MAX) continue;
        for (int c = 0; c < 3; c++) {
            out[kept][c] = c == q ? bound : a[c] + da / (da - db) * (b[c] - a[c]);
        }
        kept++;
    }
    memcpy(p, out, sizeof out);
    return kept;
}

static float *put(float *to, const double a[3], const double b[3], const double c[3])
{
    const double *const corner[3] = {a, b, c};
    for (int k = 0; k < 9; k++) {
        *to++ = (float)corner[k / 3][k % 3];
    }
    return to;
}

/* Within the box, unless it lies in a face of it or beyond; only if it is behind the particles for who looks. */
static void add_plane(tsu_snapshot *s, const tsu_wall_outline *o)
{
    double lo[3], hi[3], u[3], v[3], p[POLYGON_MAX][3], off[3], size = 0.0;
    for (int q = 0; q < 3; q++) {
        lo[q] = s->frame->lo[q] - s->setting->origin[q];
        hi[q] = s->frame->hi[q] - s->setting->origin[q];
        off[q] = o->point[q] - s->setting->origin[q] - 0.5 * (lo[q] + hi[q]);
        size += hi[q] - lo[q];
    }
    const double depth = dot(off, o->axis), toward = dot(s->options->toward, o->axis);
    if (!(depth * toward < 0.0)) return;
    turn(o->axis, u, v);
    for (int k = 0; k < 4; k++) {
        const double a = k == 1 || k == 2 ? size : -size, b = k >= 2 ? size : -size;
        for (int q = 0; q < 3; q++) {
            p[k][q] = 0.5 * (lo[q] + hi[q]) + depth * o->axis[q] + a * u[q] + b * v[q];
        }
    }
    int n = 4;
    for (int q = 0; q < 3; q++) {
        if (fabs(o->axis[q]) == 1.0) continue;
        n = clip(p, n, q, lo[q], 1.0);
        n = clip(p, n, q, hi[q], -1.0);
    }
    float *corner = n > 2 ? add_wall(s, n - 2, 0.10f) : NULL;
    for (int k = 1; corner && k + 1 < n; k++) {
        corner = put(corner, p[0], p[k], p[k + 1]);
    }
}

/* Rings that go on reach as far as the box does along their axis. */
static void lengthen(const tsu_snapshot *s, tsu_wall_outline *o)
{
    double from = INFINITY, to = -INFINITY;
    for (int k = 0; k < 8; k++) {
        double r[3];
        for (int q = 0; q < 3; q++) {
            r[q] = (k >> q & 1 ? s->frame->hi[q] : s->frame->lo[q]) - o->ring[0][q];
        }
        from = fmin(from, dot(r, o->axis));
        to = fmax(to, dot(r, o->axis));
    }
    for (int q = 0; q < 3; q++) {
        const double at = o->ring[0][q];
        o->ring[0][q] = at + from * o->axis[q];
        o->ring[1][q] = at + to * o->axis[q];
    }
}

static void add_rings(tsu_snapshot *s, tsu_wall_outline *o)
{
    double u[3], v[3];
    float *corner = add_wall(s, (int64_t)2 * SIDES * (o->rings - 1), 0.07f);
    if (o->endless) lengthen(s, o);
    turn(o->axis, u, v);
    for (int k = 0; corner && k < SIDES * (o->rings - 1); k++) {
        double p[4][3];
        for (int n = 0; n < 4; n++) {
            const double *ring = o->ring[k / SIDES + (n >= 2)];
            const double angle = 6.283185307179586 * (k % SIDES + (n == 1 || n == 2)) / SIDES;
            for (int q = 0; q < 3; q++) {
                p[n][q] = ring[q] + ring[3] * (cos(angle) * u[q] + sin(angle) * v[q]) - s->setting->origin[q];
            }
        }
        corner = put(put(corner, p[0], p[1], p[2]), p[0], p[2], p[3]);
    }
}

/* The numbers of an array; false if there are none, or not so many. */
static bool read_numbers(const char *text, const tsu_json_value *value, int array, double *to, int count)
{
    if (array < 0 || value[array].next != array + 1 + count) return false;
    for (int k = 0; k < count; k++) {
        to[k] = tsu_json_get_number(text, value, array + 1 + k, 0.0);
    }
    return true;
}

static void add_json_wall(tsu_snapshot *s, const char *text, const tsu_json_value *value, int object)
{
    tsu_wall_outline o = {0};
    const int rings = tsu_json_find(text, value, object, "rings");
    const int endless = tsu_json_find(text, value, object, "endless");
    if (!read_numbers(text, value, tsu_json_find(text, value, object, "axis"), o.axis, 3)) return;
    if (read_numbers(text, value, tsu_json_find(text, value, object, "point"), o.point, 3)) add_plane(s, &o);
    o.rings = rings >= 0 ? (value[rings].next - rings - 1) / 4 : 0;
    o.endless = endless >= 0 && text[value[endless].at] == 't';
    if (o.rings >= 2 && o.rings <= TSU_WALL_RINGS && read_numbers(text, value, rings, o.ring[0], 4 * o.rings))
        add_rings(s, &o);
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
    s->own_corner = calloc(5 * (size_t)s->setting->meshes + 2 * WALLS_MAX, sizeof *s->own_corner);
    if (!s->surface || !s->own_corner)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the walls of a picture");
    tsu_status status = add_meshes(s, err);
    if (status == TSU_OK) add_walls(s);
    for (int k = 0; k < s->surfaces && status == TSU_OK; k++) {
        status = tsu_snapshot_cut_surface(s, &s->surface[k], err);
    }
    return status;
}
