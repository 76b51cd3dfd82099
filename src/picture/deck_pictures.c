/* SPDX-License-Identifier: Apache-2.0 */
#include "picture/deck_pictures.h"
#include "picture/gif.h"
#include "picture/snapshot.h"
#include <stdlib.h>
#include <string.h>

typedef struct film { /* of a deck: a GIF, and what its colours and its picture span */
    tsu_gif *gif;
    bool spanned;
    tsu_snapshot_options look; /* of the first picture */
} film;

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
        const double *v = d->value + 5 * i;
        for (int q = 0; q < 3; q++) {
            position[3 * i + q] = (float)(v[q] - setting->origin[q]);
        }
        radius[i] = (float)(d->diameter > 0.0 ? 0.5 * d->diameter : v[3]);
        color[i] = (float)v[4];
    }
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return TSU_OK;
}

static tsu_snapshot_options look_of(const tsu_drawing *d, const tsu_frame *f)
{
    tsu_snapshot_options o = tsu_snapshot_options_default();
    o.width = d->width;
    o.height = d->height;
    o.color = d->color;
    o.range = d->range;
    o.low = d->low;
    o.high = d->high;
    o.zoom = d->zoom;
    o.edges = d->edges;
    o.no_edges = d->no_edges;
    memcpy(o.toward, d->toward, sizeof o.toward);
    memcpy(o.up, d->up, sizeof o.up);
    for (int q = 0; q < 3 && d->centred; q++) {
        o.focused = true;
        o.lo[q] = d->center[q] - 0.5 * (f->hi[q] - f->lo[q]);
        o.hi[q] = d->center[q] + 0.5 * (f->hi[q] - f->lo[q]);
    }
    if (d->has_ground) {
        const tsu_color c = tsu_color_from_hex(d->ground);
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
        tsu_snapshot_options o = look_of(d, frame);
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
