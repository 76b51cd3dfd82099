/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/deck_pictures.h"
#include "picture/gif.h"
#include "picture/snapshot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct film { /* of a deck: a GIF, and what its colours and its picture span */
    tsu_gif *gif;
    bool spanned;
    tsu_snapshot_options look; /* of the first picture */
} film;

enum { COLUMNS = TSU_DRAWING_COLUMNS, RADIUS = 3, COLOR = 4, TYPE = 5 };

typedef struct palette { /* of a dump: which colour a value has */
    const tsu_drawing *d;
    bool types;
    double low, high;
    tsu_color edge; /* of the box */
} palette;

static double size_of(const tsu_drawing *d, const double *row)
{
    const double type = row[TYPE];
    const double own = type >= 1.0 && type <= TSU_DRAWING_TYPES ? d->type_diameter[(int)type] : 0.0;
    return d->diameter > 0.0 ? 0.5 * d->diameter : own > 0.0 ? 0.5 * own : row[RADIUS];
}

/* The columns as a frame of the session's meshes and walls. */
static tsu_status fill(tsu_frame *f, const tsu_setting *setting, const tsu_drawing *d, tsu_error *err)
{
    f->total = d->rows;
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, d->rows),
          *radius = tsu_frame_add(f, "radius", TSU_ARRAY_F32, 1, d->rows),
          *color = tsu_frame_add(f, d->color, TSU_ARRAY_F32, 1, d->rows);
    if (!position || !radius || !color)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    for (int64_t i = 0; i < d->rows; i++) {
        const double *v = d->value + COLUMNS * i;
        for (int q = 0; q < 3; q++) {
            position[3 * i + q] = (float)(v[q] - setting->origin[q]);
        }
        radius[i] = (float)size_of(d, v);
        color[i] = (float)v[COLOR];
    }
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return TSU_OK;
}

static tsu_color linear(tsu_drawing_color c)
{
    char hex[8];
    const double part[3] = {c.r, c.g, c.b};
    int byte[3];
    for (int q = 0; q < 3; q++) {
        byte[q] = part[q] <= 0.0 ? 0 : part[q] >= 1.0 ? 255 : (int)(255.0 * part[q] + 0.5);
    }
    snprintf(hex, sizeof hex, "%02x%02x%02x", (unsigned)byte[0], (unsigned)byte[1], (unsigned)byte[2]);
    return tsu_color_from_hex(hex);
}

static tsu_color paint(const void *context, double value)
{
    const palette *p = context;
    const int type = (int)value;
    if (!p->types) return linear(tsu_drawing_scale_at(&p->d->scale, p->low, p->high, value));
    const bool own = type >= 1 && type <= TSU_DRAWING_TYPES && p->d->has_type_color[type];
    return own ? linear(p->d->type_color[type]) : tsu_color_of_type(type);
}

/* From the least value to the largest, as far as the ends were not said. */
static void find_ends(palette *p)
{
    const tsu_drawing *d = p->d;
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < d->rows; i++) {
        low = fmin(low, d->value[COLUMNS * i + COLOR]);
        high = fmax(high, d->value[COLUMNS * i + COLOR]);
    }
    p->low = d->scale.lowest ? d->scale.low : low <= high ? low : 0.0;
    p->high = d->scale.highest ? d->scale.high : low <= high ? high : 1.0;
    if (!(p->high > p->low)) p->high = p->low + fmax(0.5 * fabs(p->low), 1.0e-12);
}

static void choose_colors(tsu_snapshot_options *o, palette *p)
{
    p->types = strcmp(p->d->color, "type") == 0;
    if (!p->types && p->d->scale.kind == TSU_SCALE_USUAL) return;
    o->paint = paint;
    o->palette = p;
    if (p->types) return;
    find_ends(p);
    o->range = true;
    o->low = p->low;
    o->high = p->high;
}

/* Edges and axes, whose lengths are parts of the box. */
static void add_edges(tsu_snapshot_options *o, palette *p, const tsu_frame *f)
{
    const tsu_drawing *d = p->d;
    double least = INFINITY;
    for (int q = 0; q < 3; q++) {
        least = fmin(least, f->hi[q] - f->lo[q]);
        o->axes_length[q] = d->axes ? d->axes_length * (f->hi[q] - f->lo[q]) : 0.0;
    }
    o->edges = d->edges;
    o->no_edges = d->no_edges;
    o->edge_width = d->edge_width * least;
    o->axes_width = d->axes_width * least;
    if (!d->has_edge_color) return;
    p->edge = linear(d->edge_color);
    o->edge_color = &p->edge;
}

static tsu_snapshot_options look_of(const tsu_drawing *d, const tsu_frame *f, palette *p)
{
    tsu_snapshot_options o = tsu_snapshot_options_default();
    p->d = d;
    o.width = d->width;
    o.height = d->height;
    o.color = d->color;
    o.zoom = d->zoom;
    o.gloss = d->gloss;
    o.shade = d->shade;
    o.depth = d->depth;
    memcpy(o.toward, d->toward, sizeof o.toward);
    memcpy(o.up, d->up, sizeof o.up);
    choose_colors(&o, p);
    add_edges(&o, p, f);
    for (int q = 0; q < 3 && d->centred; q++) {
        o.focused = true;
        o.lo[q] = d->center[q] - 0.5 * (f->hi[q] - f->lo[q]);
        o.hi[q] = d->center[q] + 0.5 * (f->hi[q] - f->lo[q]);
    }
    if (d->has_ground) {
        const tsu_color c = linear(d->ground);
        o.ground = TSU_GROUND_PLAIN;
        o.backdrop = c;
        o.dark = 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b < 0.2f;
    }
    return o;
}

/* The eye of a film stands still: it sees the box of the first picture. */
static void hold(film *m, const tsu_drawing *d, const tsu_frame *f, tsu_snapshot_options *o)
{
    if (d->centred) return;
    o->focused = true;
    memcpy(o->lo, m->spanned ? m->look.lo : f->lo, sizeof o->lo);
    memcpy(o->hi, m->spanned ? m->look.hi : f->hi, sizeof o->hi);
    if (!d->has_ground) o->ground = TSU_GROUND_FLAT;
    m->look = *o;
    m->spanned = true;
}

static tsu_status add_picture(film *m, const tsu_canvas *c, tsu_error *err)
{
    const size_t pixels = (size_t)c->width * (size_t)c->height;
    uint8_t *rgb = malloc(3 * pixels);
    if (!rgb) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film");
    for (size_t k = 0; k < pixels; k++) {
        rgb[3 * k] = (uint8_t)tsu_color_byte(c->pixel[k].r);
        rgb[3 * k + 1] = (uint8_t)tsu_color_byte(c->pixel[k].g);
        rgb[3 * k + 2] = (uint8_t)tsu_color_byte(c->pixel[k].b);
    }
    const tsu_status status = tsu_gif_add(m->gif, rgb, err);
    free(rgb);
    return status;
}

static tsu_status draw(const tsu_session *s, const tsu_drawing *d, film *m, tsu_error *err)
{
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, s, 1, &key);
    tsu_frame *frame = tsu_frame_create();
    tsu_canvas canvas = {0};
    tsu_status status = setting && frame ? tsu_frame_take(frame, s, setting, 0, err)
                                         : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    if (status == TSU_OK) {
        frame->arrays = 0; /* the dump chooses its particles */
        status = fill(frame, setting, d, err);
    }
    if (status == TSU_OK) {
        palette p = {0};
        tsu_snapshot_options o = look_of(d, frame, &p);
        if (m) hold(m, d, frame, &o);
        status = tsu_snapshot_draw(frame, setting, &o, &canvas, err);
    }
    if (status == TSU_OK)
        status = m ? add_picture(m, &canvas, err) : tsu_canvas_write_png(&canvas, d->path, err);
    tsu_canvas_free(&canvas);
    tsu_frame_destroy(frame);
    tsu_setting_release(setting);
    return status;
}

static tsu_status begin(film **out, const tsu_drawing *d, tsu_error *err)
{
    const int hundredths = (int)(100.0 / d->rate + 0.5);
    film *m = *out = calloc(1, sizeof *m);
    if (!m) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a film");
    return tsu_gif_create(&m->gif, d->width, d->height, hundredths > 2 ? hundredths : 2, err);
}

tsu_status tsu_deck_draw(const tsu_session *s, tsu_drawing_step step, const tsu_drawing *d, void **state,
                         tsu_error *err)
{
    film *m = *state;
    tsu_status status = TSU_OK;
    if (step == TSU_DRAW_NO_MORE) {
        if (m) tsu_gif_destroy(m->gif);
        free(m);
        *state = NULL;
        return TSU_OK;
    }
    if (step == TSU_DRAW_PICTURE) return draw(s, d, NULL, err);
    if (step == TSU_DRAW_FILM_FILE) return m && m->gif ? tsu_gif_write(m->gif, d->path, err) : TSU_OK;
    if (!m) status = begin(&m, d, err);
    *state = m;
    return status == TSU_OK ? draw(s, d, m, err) : status;
}
