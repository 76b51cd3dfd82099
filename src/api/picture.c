/* SPDX-License-Identifier: Apache-2.0 */
/* picture.c - a world as a PNG file. */
#include "api/api.h"
#include "picture/snapshot.h"
#include "picture/typeface.h"
#include <math.h>

enum { SIDE_MIN = 64, SIDE_MAX = 8192 };

tsu_picture_def tsu_picture_def_default(void)
{
    const tsu_snapshot_options o = tsu_snapshot_options_default();
    return (tsu_picture_def){
        .width = 1280, .height = 720, .color = o.color, .map = o.map, .view = "iso", .title = ""};
}

/* Whether a title can be written with the letters there are. */
static bool has_letters(const char *title)
{
    tsu_typeface *face;
    if (!title || tsu_typeface_open(NULL, &face, NULL) != TSU_OK) return true;
    const bool has = tsu_typeface_has(face, title);
    tsu_typeface_close(face);
    return has;
}

static tsu_status read_def(const tsu_picture_def *d, tsu_snapshot_options *o, tsu_error *err)
{
    *o = tsu_snapshot_options_default();
    if (d->width < SIDE_MIN || d->height < SIDE_MIN || d->width > SIDE_MAX || d->height > SIDE_MAX)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a picture of %d by %d pixels; each must be %d to %d",
                             d->width, d->height, SIDE_MIN, SIDE_MAX);
    if (!isfinite(d->low) || !isfinite(d->high) || d->low > d->high)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the colour bar goes from %g to %g; the first must be below the second", d->low,
                             d->high);
    if (!has_letters(d->title))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "no font that is installed has all letters of '%s'; install one (Debian: "
                             "fonts-ipaexfont-gothic) or leave the title of the picture empty",
                             d->title);
    o->width = d->width;
    o->height = d->height;
    if (d->color) o->color = d->color;
    if (d->map) o->map = d->map;
    o->title = d->title ? d->title : "";
    o->range = d->high > d->low;
    o->low = d->low;
    o->high = d->high;
    o->dark = d->dark;
    o->plain = d->plain;
    return d->view ? tsu_snapshot_read_view(d->view, o->toward, err) : TSU_OK;
}

/* Frames are taken of sessions: one that has this world for a moment. */
static tsu_status take_frame(tsu_world *w, tsu_frame *frame, tsu_setting **setting, tsu_error *err)
{
    tsu_setting_key key = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1}, err);
    if (!s) return err ? err->status : TSU_ERROR_MEMORY;
    s->world = w;
    *setting = tsu_setting_renew(NULL, s, 1, &key);
    const uint64_t all = (UINT64_C(1) << TSU_SETTING_FIELDS) - 1;
    const tsu_status status = *setting ? tsu_frame_take(frame, s, *setting, all, err)
                                       : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    s->world = NULL;
    tsu_session_destroy(s);
    return status;
}

tsu_status tsu_world_picture(tsu_world *w, const tsu_picture_def *d, const char *path, tsu_error *err)
{
    tsu_snapshot_options options;
    tsu_setting *setting = NULL;
    tsu_canvas canvas = {0};
    if (!w || !d || !path) return tsu_error_null(err, "tsu_world_picture", "world, def and path");
    tsu_status s = tsu_world_need_rest(w, "tsu_world_picture", err);
    if (s == TSU_OK) s = read_def(d, &options, err);
    if (s == TSU_OK && !tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS)) s = tsu_world_settle(w, err);
    tsu_frame *frame = s == TSU_OK ? tsu_frame_create() : NULL;
    if (s == TSU_OK && !frame) s = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    if (s == TSU_OK) s = take_frame(w, frame, &setting, err);
    if (s == TSU_OK) s = tsu_snapshot_draw(frame, setting, &options, &canvas, err);
    if (s == TSU_OK) s = tsu_canvas_write_png(&canvas, path, err);
    tsu_canvas_free(&canvas);
    if (setting) tsu_setting_release(setting);
    if (frame) tsu_frame_destroy(frame);
    return s;
}
