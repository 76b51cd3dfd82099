/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/snapshot.h"
#include "picture/render.h"
#include "picture/snapshot_parts.h"
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
                             "there is no view '%s'; say iso, front, back, left, right, top, bottom or "
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
    if (!(s->high > s->low)) {
        const double by = s->low != 0.0 ? 0.5 * fabs(s->low) : 1.0;
        s->low -= by;
        s->high += by;
    }
}

static void choose_colors(tsu_snapshot *s)
{
    for (int64_t i = 0; i < s->frame->total; i++) {
        const float v = value_of(s->field, i);
        if (s->types) {
            s->color[i] = tsu_color_of_type((int)v);
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
        const bool usable = a->count == s->frame->total && strncmp(a->name, "mesh:", 5) != 0 &&
                            strncmp(a->name, "chain", 5) != 0 && strcmp(a->name, "position") != 0 &&
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
                             "there is no colour map '%s'; say viridis, inferno, cividis, batlow or vik",
                             s->options->map);
    s->low = s->options->low;
    s->high = s->options->high;
    if (!s->options->range) find_range(s);
    choose_colors(s);
    return TSU_OK;
}

/* The box only if it is not much larger than what is in it. */
static bool shows_box(const tsu_snapshot *s)
{
    double inside = 0.0, box = 0.0;
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

static tsu_status draw(tsu_snapshot *s, tsu_canvas *out, tsu_error *err)
{
    const double scale = s->options->height / 800.0;
    tsu_render_scene scene = {.spheres = s->frame->total,
                              .position = s->position,
                              .radius = s->radius,
                              .color = s->color,
                              .surfaces = s->surfaces,
                              .surface = s->surface,
                              .box = shows_box(s)};
    for (int q = 0; q < 3; q++) {
        scene.lo[q] = s->frame->lo[q] - s->setting->origin[q];
        scene.hi[q] = s->frame->hi[q] - s->setting->origin[q];
    }
    const int edge = (int)(30.0 * scale), bar = s->options->plain ? edge : (int)(170.0 * scale);
    tsu_render_view view = {.left = edge,
                            .right = bar,
                            .top = s->options->plain ? edge : (int)(84.0 * scale),
                            .bottom = edge,
                            .dark = s->options->dark};
    memcpy(view.toward, s->options->toward, sizeof view.toward);
    const tsu_status status = tsu_render(&scene, &view, out, err);
    if (status == TSU_OK && !s->options->plain) tsu_snapshot_annotate(s, out);
    return status;
}

tsu_status tsu_snapshot_draw(const tsu_frame *frame, const tsu_setting *setting,
                             const tsu_snapshot_options *options, tsu_canvas *out, tsu_error *err)
{
    tsu_snapshot *s = calloc(1, sizeof *s);
    *out = (tsu_canvas){0};
    if (!s) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    s->frame = frame;
    s->setting = setting;
    s->options = options;
    tsu_status status = prepare(s, err);
    if (status == TSU_OK) status = tsu_snapshot_add_surfaces(s, err);
    if (status == TSU_OK) status = tsu_canvas_create(out, options->width, options->height, err);
    if (status == TSU_OK) status = draw(s, out, err);
    if (status != TSU_OK) tsu_canvas_free(out);
    for (int k = 0; k < s->own_corners; k++) {
        free(s->own_corner[k]);
    }
    free(s->surface);
    free(s->own_corner);
    free(s->radius);
    free(s->color);
    free(s);
    return status;
}
