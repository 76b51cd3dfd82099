/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_snapshot.c - `tsubu snapshot FILE --png PICTURE`: a picture of a recorded run, a dump or a restart file, without a display. */
#include "cli.h"
#include "format/dump_read.h"
#include "picture/snapshot.h"
#include "session/session.h"
#include "view/record.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLIPS_MAX = 6, SIZE_MIN = 64, SIZE_MAX_SIDE = 8192 };

typedef struct words {
    const char *file, *png, *frame, *size, *color, *range, *map, *view, *clip[CLIPS_MAX], *dark, *plain,
        *title;
    int clips;
} words;

/* ---- options ------------------------------------------------------------------------------------------------------------ */

/* `x>0.1` keeps what lies above, `x<0.1` what lies below. */
static tsu_status read_clip(const char *word, tsu_snapshot_options *o, tsu_error *err)
{
    char axis, sign, more;
    double at;
    if (sscanf(word, "%c%c%lf%c", &axis, &sign, &at, &more) != 3 || axis < 'x' || axis > 'z' ||
        (sign != '<' && sign != '>'))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "option --clip keeps one side of a plane, as in 'y>0.05' or 'z<0.1', and does not know '%s'",
            word);
    o->clip[o->clips].axis = axis - 'x';
    o->clip[o->clips].above = sign == '>';
    o->clip[o->clips++].at = at;
    return TSU_OK;
}

static tsu_status read_size(const char *word, tsu_snapshot_options *o, tsu_error *err)
{
    char more;
    if (sscanf(word, "%dx%d%c", &o->width, &o->height, &more) == 2 && o->width >= SIZE_MIN &&
        o->height >= SIZE_MIN && o->width <= SIZE_MAX_SIDE && o->height <= SIZE_MAX_SIDE)
        return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "option --size needs WIDTHxHEIGHT with %d to %d pixels each, not '%s'", SIZE_MIN,
                         SIZE_MAX_SIDE, word);
}

/* Whether the letters of pictures, which are those of ASCII, will do. */
static bool has_letters(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < 32 || *c > 126) return false;
    }
    return true;
}

/* A run without a title is called by its name, if that can be written. */
static const char *title_of(const words *w, const char *name)
{
    if (w->title) return w->title;
    return has_letters(name) ? name : "";
}

static tsu_status read_options(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    char more;
    tsu_status status = TSU_OK;
    *o = tsu_snapshot_options_default();
    if (w->color) o->color = w->color;
    if (w->map) o->map = w->map;
    if (w->title && !has_letters(w->title))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "pictures are lettered in ASCII, which '%s' is not; leave the title empty (--title ''), or save "
            "the picture from the live page (`tsubu view`, key P)",
            w->title);
    o->dark = w->dark != NULL;
    o->plain = w->plain != NULL;
    if (w->size) status = read_size(w->size, o, err);
    if (status == TSU_OK && w->view) status = tsu_snapshot_read_view(w->view, o->toward, err);
    o->range = w->range != NULL;
    if (status == TSU_OK && w->range &&
        (sscanf(w->range, "%lf:%lf%c", &o->low, &o->high, &more) != 2 || !(o->high > o->low)))
        status = tsu_error_set(err, TSU_ERROR_INPUT,
                               "option --range needs LOW:HIGH with LOW below HIGH, not '%s'", w->range);
    for (int k = 0; k < w->clips && status == TSU_OK; k++) {
        status = read_clip(w->clip[k], o, err);
    }
    return status;
}

/* ---- what is drawn ------------------------------------------------------------------------------------------------------- */

static tsu_status finish(const tsu_frame *frame, const tsu_setting *setting, const tsu_snapshot_options *o,
                         const char *png, tsu_error *err)
{
    tsu_canvas canvas;
    tsu_status status = tsu_snapshot_draw(frame, setting, o, &canvas, err);
    if (status == TSU_OK) status = tsu_canvas_write_png(&canvas, png, err);
    tsu_canvas_free(&canvas);
    return status;
}

static tsu_status draw_recording(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    tsu_recording *recording;
    tsu_frame *frame = NULL;
    const tsu_setting *setting;
    int index = 0;
    tsu_status status = tsu_recording_open(&recording, w->file, err);
    if (status != TSU_OK) return status;
    const int64_t frames = tsu_recording_frames(recording);
    index = (int)frames - 1;
    if (w->frame) status = tsu_option_integer("--frame", w->frame, 0, (int)frames - 1, &index, err);
    if (status == TSU_OK) status = tsu_recording_frame(recording, index, &frame, &setting, err);
    if (status == TSU_OK) o->title = title_of(w, tsu_recording_title(recording));
    if (status == TSU_OK) status = finish(frame, setting, o, w->png, err);
    tsu_frame_destroy(frame);
    tsu_recording_close(recording);
    return status;
}

/* A restart file is read by a deck of one line. */
static tsu_status draw_restart(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    char line[1400];
    tsu_setting_key key = {0};
    tsu_setting *setting = NULL;
    tsu_frame *frame = tsu_frame_create();
    tsu_session *s = tsu_session_open(&(tsu_session_options){0}, err);
    snprintf(line, sizeof line, "read_restart \"%s\"\n", w->file);
    tsu_status status = s && frame ? tsu_script_run_string(s->script, w->file, line, err) : TSU_ERROR_MEMORY;
    if (s && frame && status != TSU_OK) {
        char why[sizeof err->message];
        memcpy(why, err->message, sizeof why);
        tsu_error_set(err, status, "%s is no recorded run and no text dump; as a restart file: %s", w->file,
                      why);
    }
    if (status == TSU_OK) setting = tsu_setting_renew(NULL, s, 1, &key);
    if (status == TSU_OK && !setting)
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    const uint64_t all = (UINT64_C(1) << TSU_SETTING_FIELDS) - 1;
    if (status == TSU_OK) status = tsu_frame_take(frame, s, setting, all, err);
    if (status == TSU_OK) o->title = title_of(w, w->file);
    if (status == TSU_OK) status = finish(frame, setting, o, w->png, err);
    tsu_setting_release(setting);
    tsu_frame_destroy(frame);
    tsu_session_destroy(s);
    return status;
}

/* Columns of a dump as arrays of a frame; x, y, z and vx, vy, vz make vectors. */
static tsu_status fill_frame(const tsu_dump_frame *d, tsu_frame *f, const tsu_setting *setting,
                             tsu_error *err)
{
    const int64_t n = (int64_t)d->rows;
    f->total = n;
    f->step = d->step;
    memcpy(f->lo, d->lo, sizeof f->lo);
    memcpy(f->hi, d->hi, sizeof f->hi);
    for (int c = 0; c < d->columns; c++) {
        float *to =
            f->arrays < TSU_FRAME_ARRAYS - 4 ? tsu_frame_add(f, d->name[c], TSU_ARRAY_F32, 1, n) : NULL;
        for (int64_t i = 0; to && i < n; i++) {
            to[i] = (float)d->value[i * d->columns + c];
        }
    }
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, n);
    if (!position) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    for (int64_t i = 0; i < n; i++) {
        for (int q = 0; q < 3; q++) {
            position[3 * i + q] = (float)(d->value[i * d->columns + d->place[q]] - setting->origin[q]);
        }
    }
    if (d->speed[0] >= 0 && !tsu_frame_find(f, "speed")) {
        float *speed = tsu_frame_add(f, "speed", TSU_ARRAY_F32, 1, n);
        for (int64_t i = 0; speed && i < n; i++) {
            const double *row = d->value + i * d->columns;
            const double v[3] = {row[d->speed[0]], row[d->speed[1]], row[d->speed[2]]};
            speed[i] = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        }
    }
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return TSU_OK;
}

static tsu_status draw_dump(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    tsu_dump_frame d;
    int index = -1;
    tsu_status status = TSU_OK;
    if (w->frame) status = tsu_option_integer("--frame", w->frame, 0, 2000000000, &index, err);
    if (status == TSU_OK) status = tsu_dump_read(w->file, index, &d, err);
    if (status != TSU_OK) return status;
    tsu_setting setting = {.references = 1};
    memcpy(setting.origin, d.lo, sizeof setting.origin);
    tsu_frame *frame = tsu_frame_create();
    status = frame ? fill_frame(&d, frame, &setting, err)
                   : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a picture");
    if (status == TSU_OK && !w->color && !tsu_frame_find(frame, "speed")) o->color = "radius";
    if (status == TSU_OK) o->title = title_of(w, w->file);
    if (status == TSU_OK) status = finish(frame, &setting, o, w->png, err);
    tsu_frame_destroy(frame);
    tsu_dump_free(&d);
    return status;
}

static bool ends_in_png(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && (strcmp(name + length - 4, ".png") == 0 || strcmp(name + length - 4, ".PNG") == 0);
}

int tsu_cmd_snapshot(int argc, char **argv)
{
    words w = {0};
    const tsu_option options[] = {
        {"--png", 1, "FILE.png", "the picture", &w.png, NULL, 0},
        {"--frame", 1, "N", "which frame, from 0; without it the last", &w.frame, NULL, 0},
        {"--size", 1, "WxH", "in pixels; 1280x800", &w.size, NULL, 0},
        {"--color", 1, "FIELD", "what colours the particles: type, or a field; speed", &w.color, NULL, 0},
        {"--range", 1, "LOW:HIGH", "ends of the colour bar; without it those of the particles", &w.range,
         NULL, 0},
        {"--map", 1, "NAME", "viridis, inferno, cividis, batlow or vik", &w.map, NULL, 0},
        {"--view", 1, "VIEW", "iso, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION", &w.view,
         NULL, 0},
        {"--clip", 1, "PLANE",
         "keeps one side of a plane, as in 'y>0.05', of particles and surfaces; up to six times", w.clip,
         &w.clips, CLIPS_MAX},
        {"--title", 1, "TEXT", "above the picture, in ASCII; without it the name of the run", &w.title, NULL,
         0},
        {"--dark", 0, NULL, "on a dark ground", &w.dark, NULL, 0},
        {"--plain", 0, NULL, "particles and surfaces only, no letters and no box", &w.plain, NULL, 0},
        {0}};
    tsu_error err = {0};
    tsu_snapshot_options o;
    bool help;
    int rest;
    tsu_status status = tsu_options_read("snapshot", options, argc, argv, &w.file, 1, &rest, &help, &err);
    if (help) return 0;
    if (status == TSU_OK && (rest == 0 || !w.png))
        status = tsu_error_set(
            &err, TSU_ERROR_INPUT,
            "`tsubu snapshot` needs a file and a picture: tsubu snapshot RUN --png picture.png (see --help)");
    if (status == TSU_OK && !ends_in_png(w.png))
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "pictures are written as PNG; end the name '%s' in .png", w.png);
    if (status == TSU_OK) status = read_options(&w, &o, &err);
    if (status == TSU_OK && access(w.file, R_OK) != 0)
        status = tsu_error_set(&err, TSU_ERROR_IO, "cannot open %s: %s", w.file, strerror(errno));
    if (status == TSU_OK)
        status = tsu_recording_is(w.file) ? draw_recording(&w, &o, &err)
                 : tsu_dump_is(w.file)    ? draw_dump(&w, &o, &err)
                                          : draw_restart(&w, &o, &err);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
