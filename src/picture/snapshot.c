/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot.h"
#include "picture/render.h"
#include "picture/snapshot_parts.h"
#include "picture/typeface.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tsu_snapshot_options tsu_snapshot_options_default(void)
{
    return (tsu_snapshot_options){.width = 1280,
                                  .height = 800,
                                  .color = "speed",
                                  .map = tsu_color_map_names[0],
                                  .toward = {0.75, -1.0, 0.55},
                                  .title = ""};
}

tsu_status tsu_snapshot_read_view(const char *word, double toward[3], tsu_error *err)
{
    static const struct {
        const char *name;
        double toward[3];
    } views[] = {{"iso", {0.75, -1.0, 0.55}}, {"front", {0, -1, 0}}, {"back", {0, 1, 0}},
                 {"left", {-1, 0, 0}},        {"right", {1, 0, 0}},  {"top", {0, 0, 1}},
                 {"bottom", {0, 0, -1}}};
    for (size_t k = 0; k < sizeof views / sizeof *views; k++) {
        if (strcmp(views[k].name, word) != 0) continue;
        memcpy(toward, views[k].toward, sizeof views[k].toward);
        return TSU_OK;
    }
    double azimuth, elevation;
    char more;
    if (sscanf(word, "%lf,%lf%c", &azimuth, &elevation, &more) != 2 || fabs(elevation) > 90.0 ||
        fabs(azimuth) > 720.0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there is no view '%s'; use iso, front, back, left, right, top, bottom or "
                             "AZIMUTH,ELEVATION in degrees",
                             word);
    const double a = azimuth * 3.14159265358979 / 180.0, e = elevation * 3.14159265358979 / 180.0;
    toward[0] = cos(e) * sin(a);
    toward[1] = -cos(e) * cos(a);
    toward[2] = sin(e);
    return TSU_OK;
}

/* ---- colours ------------------------------------------------------------------------------------------------------------ */

static float value_of(const tsu_frame_array *a, int64_t i)
{
    if (a->type == TSU_ARRAY_U8) return ((const uint8_t *)a->data)[i];
    if (a->type == TSU_ARRAY_U32) return (float)((const uint32_t *)a->data)[i];
    const float *v = (const float *)a->data + i * a->width;
    return a->width == 3 ? sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : v[0];
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void tsu_snapshot_round_range(double *low, double *high)
{
    const double near = 0.35;
    if (*low > 0.0 && *low < near * *high) *low = 0.0;
    if (*high > *low) return;
    const double by = *low != 0.0 ? 0.5 * fabs(*low) : 1.0;
    *high = *low + by;
    if (*low != 0.0) *low -= by;
}

/* From the least to the largest, without the few that are far off. */
static void find_range(tsu_snapshot *s)
{
    float *value = malloc((size_t)s->frame->total * sizeof *value + 1);
    int64_t n = 0;
    for (int64_t i = 0; value && i < s->frame->total; i++) {
        const float v = value_of(s->field, i);
        if (s->radius[i] > 0.0f && isfinite(v)) value[n++] = v;
    }
    s->low = s->high = 0.0;
    if (n > 0) {
        qsort(value, (size_t)n, sizeof *value, by_size);
        s->low = (double)value[n / 200];
        s->high = (double)value[n - 1 - n / 200];
    }
    free(value);
    s->least = s->low;
    s->most = s->high;
    tsu_snapshot_round_range(&s->low, &s->high);
}

tsu_color tsu_snapshot_paint(const tsu_snapshot *s, double value)
{
    return s->options->paint ? s->options->paint(s->options->palette, value) : tsu_color_of_type((int)value);
}

static void choose_colors(tsu_snapshot *s)
{
    for (int k = 0; k < TSU_COLOR_LEVELS && s->options->paint; k++) { /* for the bar */
        s->table[k] = tsu_snapshot_paint(s, s->low + (s->high - s->low) * k / (TSU_COLOR_LEVELS - 1));
    }
    for (int64_t i = 0; i < s->frame->total; i++) {
        const float v = value_of(s->field, i);
        if (s->types || s->options->paint) {
            s->color[i] = tsu_snapshot_paint(s, (double)v);
            continue;
        }
        const double t = ((double)v - s->low) / (s->high - s->low) * (TSU_COLOR_LEVELS - 1);
        s->color[i] = s->table[t >= 0.0 ? t < TSU_COLOR_LEVELS ? (int)t : TSU_COLOR_LEVELS - 1 : 0];
    }
}

static tsu_status find_field(tsu_snapshot *s, tsu_error *err)
{
    const char *names[TSU_FRAME_ARRAYS + 1] = {0}, *color = s->options->color;
    int n = 0;
    for (int k = 0; k < s->frame->arrays; k++) {
        const tsu_frame_array *a = &s->frame->array[k];
        const bool usable = tsu_frame_is_by_particle(s->frame, a) && strcmp(a->name, "position") != 0 &&
                            (a->width == 1 || a->width == 3);
        if (usable) names[n++] = a->name;
        if (usable && strcmp(a->name, color) == 0) s->field = a;
    }
    s->types = strcmp(color, "type") == 0;
    if (s->field) return TSU_OK;
    char all[512] = "";
    for (int k = 0; k < n && strlen(all) < 400; k++) {
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%.60s", k ? ", " : "", names[k]);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no field '%s' to colour by; there are: %s", color,
                         all);
}

/* ---- particles ------------------------------------------------------------------------------------------------------------ */

static bool is_cut(const tsu_snapshot *s, const float *x)
{
    for (int k = 0; k < s->options->clips; k++) {
        const int q = s->options->clip[k].axis;
        const double at = (double)x[q] + s->setting->origin[q];
        if (s->options->clip[k].above ? at < s->options->clip[k].at : at > s->options->clip[k].at)
            return true;
    }
    return false;
}

static tsu_status prepare(tsu_snapshot *s, tsu_error *err)
{
    const tsu_frame_array *position = tsu_frame_find(s->frame, "position"),
                          *radius = tsu_frame_find(s->frame, "radius");
    if (!position || !radius || position->width != 3 || radius->width != 1 ||
        position->type != TSU_ARRAY_F32 || radius->type != TSU_ARRAY_F32)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the frame has no positions or radii");
    s->position = position->data;
    s->radius = malloc((size_t)s->frame->total * sizeof *s->radius + 1);
    s->color = malloc((size_t)s->frame->total * sizeof *s->color + 1);
    if (!s->radius || !s->color) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    for (int64_t i = 0; i < s->frame->total; i++) {
        s->radius[i] = is_cut(s, s->position + 3 * i) ? 0.0f : ((const float *)radius->data)[i];
    }
    const tsu_status status = find_field(s, err);
    if (status != TSU_OK) return status;
    if (!tsu_color_map(s->options->map, s->table))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "there is no colour map '%s'; use viridis, inferno, cividis, batlow or vik",
                             s->options->map);
    if (s->options->dark) tsu_color_map_lighten(s->table);
    s->low = s->options->low;
    s->high = s->options->high;
    if (!s->options->range) find_range(s);
    choose_colors(s);
    return tsu_snapshot_find_loads(s, err);
}

/* The box only if it is not much larger than what is in it. */
static bool shows_box(const tsu_snapshot *s)
{
    double inside = 0.0, box = 0.0;
    if (s->options->edges || s->options->no_edges) return s->options->edges;
    for (int q = 0; q < 3; q++) {
        double low = INFINITY, high = -INFINITY;
        for (int64_t i = 0; i < s->frame->total; i++) {
            if (s->radius[i] <= 0.0f) continue;
            low = fmin(low, (double)s->position[3 * i + q]);
            high = fmax(high, (double)s->position[3 * i + q]);
        }
        const double size = s->frame->hi[q] - s->frame->lo[q];
        if (high > low) inside += (high - low) * (high - low);
        box += size * size;
    }
    return !s->options->plain && box > 0.0 && box < 6.0 * inside;
}

static void place_view(const tsu_snapshot *s, tsu_render_view *view)
{
    const double scale = s->options->height / 800.0;
    const int edge = (int)(30.0 * scale), bar = s->options->plain ? edge : (int)(170.0 * scale);
    *view = (tsu_render_view){.left = edge,
                              .right = bar,
                              .top = s->options->plain ? edge : (int)(84.0 * scale),
                              .bottom = edge,
                              .dark = s->options->dark,
                              .ground = s->options->ground,
                              .backdrop = s->options->backdrop,
                              .zoom = s->options->zoom,
                              .gloss = s->options->gloss,
                              .shade = s->options->shade,
                              .depth = s->options->depth,
                              .focused = s->options->focused,
                              .round = s->options->round};
    memcpy(view->toward, s->options->toward, sizeof view->toward);
    memcpy(view->up, s->options->up, sizeof view->up);
    for (int q = 0; q < 3; q++) {
        view->lo[q] = s->options->lo[q] - s->setting->origin[q];
        view->hi[q] = s->options->hi[q] - s->setting->origin[q];
    }
}

static tsu_status draw(tsu_snapshot *s, const tsu_color *ground, tsu_canvas *out, tsu_error *err)
{
    tsu_render_scene scene = {.spheres = s->frame->total,
                              .position = s->position,
                              .radius = s->radius,
                              .color = s->color,
                              .surfaces = s->surfaces,
                              .surface = s->surface,
                              .box = shows_box(s),
                              .edge_width = s->options->edge_width,
                              .edge_color = s->options->edge_color,
                              .axes_width = s->options->axes_width};
    tsu_render_view view;
    place_view(s, &view);
    for (int q = 0; q < 3; q++) {
        scene.lo[q] = s->frame->lo[q] - s->setting->origin[q];
        scene.hi[q] = s->frame->hi[q] - s->setting->origin[q];
        scene.axes_length[q] = s->options->axes_length[q];
    }
    if (ground) view.ground = TSU_GROUND_PLAIN;
    if (ground) view.backdrop = *ground;
    view.pixel = &s->pixel;
    const tsu_status status = tsu_render(&scene, &view, out, err);
    if (status == TSU_OK) tsu_snapshot_annotate(s, out);
    return status;
}

/* Drawn on black and on white: where the two differ the ground is seen, and how much of it. */
static tsu_status draw_clear(tsu_snapshot *s, tsu_canvas *out, tsu_error *err)
{
    static const tsu_color black = {0}, white = {1.0f, 1.0f, 1.0f};
    const size_t n = (size_t)out->width * (size_t)out->height;
    tsu_canvas on_white;
    tsu_status status = tsu_canvas_create(&on_white, out->width, out->height, err);
    on_white.face = out->face;
    out->alpha = status == TSU_OK ? malloc(n * sizeof *out->alpha) : NULL;
    if (status == TSU_OK && !out->alpha)
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    if (status == TSU_OK) status = draw(s, &black, out, err);
    if (status == TSU_OK) status = draw(s, &white, &on_white, err);
    for (size_t k = 0; k < n && status == TSU_OK; k++) {
        tsu_color *c = &out->pixel[k];
        const tsu_color w = on_white.pixel[k];
        const float a = 1.0f - (w.r - c->r + w.g - c->g + w.b - c->b) / 3.0f;
        out->alpha[k] = a < 0.0f ? 0.0f : a > 1.0f ? 1.0f : a;
        if (a > 1.0e-4f) *c = (tsu_color){c->r / a, c->g / a, c->b / a};
    }
    tsu_canvas_free(&on_white);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------ */

static tsu_status begin(tsu_snapshot **out, const tsu_frame *frame, const tsu_setting *setting,
                        const tsu_snapshot_options *options, tsu_error *err)
{
    tsu_snapshot *s = *out = calloc(1, sizeof *s);
    if (!s) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    s->frame = frame;
    s->setting = setting;
    s->options = options;
    const tsu_status status = prepare(s, err);
    return status == TSU_OK ? tsu_snapshot_add_surfaces(s, err) : status;
}

static void end(tsu_snapshot *s)
{
    if (!s) return;
    for (int k = 0; k < s->own_corners; k++) {
        free(s->own_corner[k]);
    }
    free(s->surface);
    free(s->own_corner);
    free(s->radius);
    free(s->color);
    free(s);
}

tsu_status tsu_snapshot_draw(const tsu_frame *frame, const tsu_setting *setting,
                             const tsu_snapshot_options *options, tsu_canvas *out, tsu_error *err)
{
    tsu_snapshot *s;
    tsu_typeface *face = NULL;
    *out = (tsu_canvas){0};
    tsu_status status = begin(&s, frame, setting, options, err);
    if (status == TSU_OK) status = tsu_typeface_open(options->font, &face, err);
    if (status == TSU_OK) status = tsu_canvas_create(out, options->width, options->height, err);
    out->face = face;
    if (status == TSU_OK) status = options->transparent ? draw_clear(s, out, err) : draw(s, NULL, out, err);
    if (status != TSU_OK) tsu_canvas_free(out);
    out->face = NULL;
    tsu_typeface_close(face);
    end(s);
    return status;
}

const tsu_snapshot_extent tsu_snapshot_extent_none = {.lo = {INFINITY, INFINITY, INFINITY},
                                                      .hi = {-INFINITY, -INFINITY, -INFINITY},
                                                      .low = INFINITY,
                                                      .high = -INFINITY};

static void widen(tsu_snapshot_extent *e, int q, double at, double by)
{
    e->lo[q] = fmin(e->lo[q], at - by);
    e->hi[q] = fmax(e->hi[q], at + by);
}

static void measure_surface(const tsu_snapshot *s, const tsu_render_surface *m, tsu_snapshot_extent *e)
{
    for (int64_t v = 0; v < 3 * m->triangles; v++) {
        const float *c = m->corner + 3 * v;
        for (int q = 0; q < 3; q++) {
            const double at = m->pose[q] * (double)c[0] + m->pose[4 + q] * (double)c[1] +
                              m->pose[8 + q] * (double)c[2] + m->pose[12 + q];
            widen(e, q, at + s->setting->origin[q], 0.0);
        }
    }
}

tsu_status tsu_snapshot_measure(const tsu_frame *frame, const tsu_setting *setting,
                                const tsu_snapshot_options *options, tsu_snapshot_extent *e, tsu_error *err)
{
    tsu_snapshot *s;
    const tsu_status status = begin(&s, frame, setting, options, err);
    for (int64_t i = 0; status == TSU_OK && i < frame->total; i++) {
        for (int q = 0; q < 3 && s->radius[i] > 0.0f; q++) {
            widen(e, q, (double)s->position[3 * i + q] + setting->origin[q], (double)s->radius[i]);
        }
    }
    for (int k = 0; status == TSU_OK && k < s->surfaces; k++) {
        measure_surface(s, &s->surface[k], e);
    }
    if (status == TSU_OK && frame->total > 0) {
        e->low = fmin(e->low, s->least);
        e->high = fmax(e->high, s->most);
    }
    if (status == TSU_OK && s->load) e->surface_high = fmax(e->surface_high, s->load->max);
    end(s);
    return status;
}
