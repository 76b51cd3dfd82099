/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/render.h"
#include "picture/render_state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

tsu_point tsu_render_to_camera(const tsu_renderer *r, const double p[3])
{
    const double d[3] = {p[0] - r->eye[0], p[1] - r->eye[1], p[2] - r->eye[2]};
    return (tsu_point){(float)(d[0] * r->right[0] + d[1] * r->right[1] + d[2] * r->right[2]),
                       (float)(d[0] * r->up[0] + d[1] * r->up[1] + d[2] * r->up[2]),
                       (float)-(d[0] * r->toward[0] + d[1] * r->toward[1] + d[2] * r->toward[2])};
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void normalise(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int q = 0; q < 3; q++) {
        v[q] = length > 0.0 ? v[q] / length : q == 0;
    }
}

/* ---- where the eye is ----------------------------------------------------------------------------------------------------- */

typedef void visitor(void *context, const double p[3], double radius);

/* Everything that should be in the picture. */
static void visit_all(const tsu_render_scene *s, visitor *see, void *context)
{
    for (int64_t i = 0; i < s->spheres; i++) {
        const double p[3] = {(double)s->position[3 * i], (double)s->position[3 * i + 1],
                             (double)s->position[3 * i + 2]};
        if (s->radius[i] > 0.0f) see(context, p, (double)s->radius[i]);
    }
    for (int k = 0; k < s->surfaces; k++) {
        const tsu_render_surface *m = &s->surface[k];
        for (int64_t v = 0; v < 3 * m->triangles; v++) {
            const float *c = m->corner + 3 * v;
            double p[3];
            for (int q = 0; q < 3; q++) {
                p[q] = m->pose[q] * (double)c[0] + m->pose[4 + q] * (double)c[1] +
                       m->pose[8 + q] * (double)c[2] + m->pose[12 + q];
            }
            see(context, p, 0.0);
        }
    }
    for (int k = 0; s->box && k < 8; k++) {
        const double p[3] = {k & 1 ? s->hi[0] : s->lo[0], k & 2 ? s->hi[1] : s->lo[1],
                             k & 4 ? s->hi[2] : s->lo[2]};
        see(context, p, 0.0);
    }
}

/* What the view takes into focus, or everything. */
static void visit(const tsu_render_scene *s, const tsu_render_view *v, visitor *see, void *context)
{
    double middle[3], size2 = 0.0;
    if (!v->focused) {
        visit_all(s, see, context);
        return;
    }
    for (int q = 0; q < 3; q++) {
        middle[q] = 0.5 * (v->lo[q] + v->hi[q]);
        size2 += (v->hi[q] - v->lo[q]) * (v->hi[q] - v->lo[q]);
    }
    if (v->round) see(context, middle, 0.5 * sqrt(size2));
    for (int k = 0; k < 8 && !v->round; k++) {
        const double p[3] = {k & 1 ? v->hi[0] : v->lo[0], k & 2 ? v->hi[1] : v->lo[1],
                             k & 4 ? v->hi[2] : v->lo[2]};
        see(context, p, 0.0);
    }
}

typedef struct bounds {
    const tsu_renderer *renderer; /* NULL: in space; otherwise in the picture, focal length 1 */
    double lo[3], hi[3];
} bounds;

static void widen(void *context, const double p[3], double radius)
{
    bounds *b = context;
    double at[3] = {p[0], p[1], p[2]}, by = radius;
    if (b->renderer) {
        const tsu_point c = tsu_render_to_camera(b->renderer, p);
        at[0] = (double)(c.x / c.z);
        at[1] = (double)(c.y / c.z);
        at[2] = 0.0;
        by = radius / (double)c.z;
    }
    for (int q = 0; q < 3; q++) {
        b->lo[q] = fmin(b->lo[q], at[q] - by);
        b->hi[q] = fmax(b->hi[q], at[q] + by);
    }
}

static bounds measure(const tsu_render_scene *s, const tsu_render_view *v, const tsu_renderer *r)
{
    bounds b = {.renderer = r, .lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
    visit(s, v, widen, &b);
    for (int q = 0; q < 3 && !(b.lo[0] <= b.hi[0]); q++) {
        b.lo[q] = s->lo[q];
        b.hi[q] = s->hi[q];
    }
    return b;
}

/* Far enough to see all of it, near enough for some perspective; then zoomed until it fills the room within the margins. */
static void place_eye(tsu_renderer *r, const tsu_canvas *out)
{
    static const double z[3] = {0, 0, 1}, y[3] = {0, 1, 0};
    const tsu_render_view *v = r->view;
    const bounds space = measure(r->scene, v, NULL);
    double size2 = 0.0;
    memcpy(r->toward, v->toward, sizeof r->toward);
    normalise(r->toward);
    const bool given = v->up[0] != 0.0 || v->up[1] != 0.0 || v->up[2] != 0.0;
    cross(given ? v->up : fabs(r->toward[2]) > 0.99 ? y : z, r->toward, r->right);
    normalise(r->right);
    cross(r->toward, r->right, r->up);
    for (int q = 0; q < 3; q++) {
        size2 += (space.hi[q] - space.lo[q]) * (space.hi[q] - space.lo[q]);
    }
    const double depth = v->depth == 0.0 ? 1.0 : fmax(v->depth, 0.05); /* parallel, as far as one can see */
    const double distance = size2 > 0.0 ? 2.2 / depth * sqrt(size2) : 1.0;
    for (int q = 0; q < 3; q++) {
        r->eye[q] = 0.5 * (space.lo[q] + space.hi[q]) + distance * r->toward[q];
    }
    const bounds flat = measure(r->scene, v, r);
    const double room_x = out->width - v->left - v->right, room_y = out->height - v->top - v->bottom;
    const double fitting = fmin(room_x / fmax(flat.hi[0] - flat.lo[0], 1.0e-12),
                                room_y / fmax(flat.hi[1] - flat.lo[1], 1.0e-12));
    const double focal = fitting * (v->zoom > 0.0 ? v->zoom : 1.0);
    if (v->pixel) *v->pixel = distance / focal;
    r->focal = (float)(TSU_RENDER_SAMPLES * focal);
    r->centre_x =
        (float)(TSU_RENDER_SAMPLES * (v->left + 0.5 * room_x - 0.5 * focal * (flat.lo[0] + flat.hi[0])));
    r->centre_y =
        (float)(TSU_RENDER_SAMPLES * (v->top + 0.5 * room_y + 0.5 * focal * (flat.lo[1] + flat.hi[1])));
}

/* The light comes over the left shoulder of who looks; the sky is above. */
static void place_light(tsu_renderer *r)
{
    double l[3] = {-0.45, 0.85, -0.62}, u[3], v[3];
    static const double x[3] = {1, 0, 0};
    normalise(l);
    cross(l, x, u);
    normalise(u);
    cross(u, l, v);
    r->light = (tsu_point){(float)l[0], (float)l[1], (float)l[2]};
    r->map_right = (tsu_point){(float)u[0], (float)u[1], (float)u[2]};
    r->map_up = (tsu_point){(float)v[0], (float)v[1], (float)v[2]};
    r->sky = (tsu_point){(float)r->right[2], (float)r->up[2], (float)-r->toward[2]};
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------ */

static tsu_status reserve(tsu_renderer *r, const tsu_canvas *out, tsu_error *err)
{
    r->width = out->width * TSU_RENDER_SAMPLES;
    r->height = out->height * TSU_RENDER_SAMPLES;
    const size_t n = (size_t)r->width * (size_t)r->height;
    r->depth = malloc(n * sizeof *r->depth);
    r->normal = malloc(n * sizeof *r->normal);
    r->which = malloc(n * sizeof *r->which);
    r->centre = malloc((size_t)r->scene->spheres * sizeof *r->centre + 1);
    if (!r->depth || !r->normal || !r->which || !r->centre)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture of %d x %d", out->width,
                             out->height);
    for (size_t k = 0; k < n; k++) {
        r->depth[k] = INFINITY;
    }
    return tsu_canvas_create(&r->canvas, r->width, r->height, err);
}

static void place_spheres(tsu_renderer *r)
{
    double sum = 0.0, count = 0.0;
    for (int64_t i = 0; i < r->scene->spheres; i++) {
        const float *x = r->scene->position + 3 * i;
        r->centre[i] = tsu_render_to_camera(r, (const double[]){(double)x[0], (double)x[1], (double)x[2]});
        sum += (double)r->scene->radius[i];
        count += r->scene->radius[i] > 0.0f;
    }
    r->typical = (float)(count > 0.0 ? sum / count : 1.0);
}

/* The mean of the rays of a pixel. */
static void reduce(const tsu_renderer *r, tsu_canvas *out)
{
    enum { S = TSU_RENDER_SAMPLES };
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            tsu_color sum = {0};
            for (int k = 0; k < S * S; k++) {
                const tsu_color c =
                    r->canvas.pixel[(size_t)(S * y + k / S) * (size_t)r->width + (size_t)(S * x + k % S)];
                sum.r += fminf(1.0f, c.r) / (S * S);
                sum.g += fminf(1.0f, c.g) / (S * S);
                sum.b += fminf(1.0f, c.b) / (S * S);
            }
            out->pixel[(size_t)y * (size_t)out->width + (size_t)x] = sum;
        }
    }
}

tsu_status tsu_render(const tsu_render_scene *scene, const tsu_render_view *view, tsu_canvas *out,
                      tsu_error *err)
{
    tsu_renderer r = {.scene = scene, .view = view};
    tsu_status status = reserve(&r, out, err);
    if (status == TSU_OK) {
        place_eye(&r, out);
        place_light(&r);
        place_spheres(&r);
        tsu_render_spheres(&r);
        status = tsu_render_shadows(&r, err);
    }
    if (status == TSU_OK) {
        tsu_render_shade(&r);
        status = tsu_render_surfaces(&r, err);
    }
    if (status == TSU_OK && scene->box) tsu_render_box(&r);
    if (status == TSU_OK) tsu_render_axes(&r);
    if (status == TSU_OK) reduce(&r, out);
    free(r.depth);
    free(r.normal);
    free(r.which);
    free(r.centre);
    free(r.map);
    tsu_canvas_free(&r.canvas);
    return status;
}
