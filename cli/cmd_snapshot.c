/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_snapshot.c - `tsubu snapshot FILE --png PICTURE` or `--film FILM`: a recorded run, a dump or another file of particles drawn
 * without a display. */
#include "cli.h"
#include "picture/film.h"
#include "picture/typeface.h"
#include "snapshot_film.h"
#include "view/import.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIPS_MAX = 6, SIZE_MIN = 64, SIZE_MAX_SIDE = 8192, FILES_MAX = 4096 };

typedef struct words {
    const char *png, *frame, *size, *color, *range, *map, *view[TSU_FILM_VIEWS], *clip[CLIPS_MAX], *dark,
        *plain, *title, *surface, *font, *transparent, *scale, *zoom;
    const char *film, *frames, *rate, *from, *to, *turn;
    int clips, views;
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

/* Whether the letters of pictures will do. */
static bool has_letters(const char *font, const char *text)
{
    tsu_typeface *face;
    if (tsu_typeface_open(font, &face, NULL) != TSU_OK) return true; /* the error comes when it is drawn */
    const bool has = tsu_typeface_has(face, text);
    tsu_typeface_close(face);
    return has;
}

/* A run without a title is called by its name, if that can be written. */
static const char *title_of(const words *w, const char *name)
{
    if (w->title) return w->title;
    return has_letters(w->font, name) ? name : "";
}

static tsu_status read_look(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (w->color) o->color = w->color;
    if (w->map) o->map = w->map;
    o->surface = w->surface;
    o->font = w->font;
    o->transparent = w->transparent != NULL;
    o->scale_bar = w->scale != NULL;
    o->dark = w->dark != NULL;
    o->plain = w->plain != NULL;
    if (w->title && !has_letters(w->font, w->title))
        status = tsu_error_set(
            err, TSU_ERROR_INPUT,
            "no font that is installed has all letters of '%s'; name one (--font FILE), install one (Debian: "
            "fonts-ipaexfont-gothic) or leave the title empty (--title '')",
            w->title);
    if (status == TSU_OK && w->zoom) status = tsu_option_number("--zoom", w->zoom, &o->zoom, err);
    if (status == TSU_OK && w->zoom && !(o->zoom >= 0.01 && o->zoom <= 1000.0))
        status = tsu_error_set(err, TSU_ERROR_INPUT,
                               "option --zoom needs a number from 0.01 to 1000, not '%s'", w->zoom);
    return status;
}

static tsu_status read_options(const words *w, tsu_snapshot_options *o, tsu_error *err)
{
    char more;
    *o = tsu_snapshot_options_default();
    tsu_status status = read_look(w, o, err);
    if (status == TSU_OK && w->size) status = read_size(w->size, o, err);
    if (status == TSU_OK && w->views > 0) status = tsu_snapshot_read_view(w->view[0], o->toward, err);
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

static bool ends_in_png(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && (strcmp(name + length - 4, ".png") == 0 || strcmp(name + length - 4, ".PNG") == 0);
}

static tsu_status draw_picture(const words *w, tsu_recording *recording, const tsu_snapshot_options *o,
                               tsu_error *err)
{
    tsu_frame *frame = NULL;
    const tsu_setting *setting;
    tsu_canvas canvas = {0};
    const int64_t frames = tsu_recording_frames(recording);
    int index = (int)frames - 1;
    tsu_status status = TSU_OK;
    if (w->frame) status = tsu_option_integer("--frame", w->frame, 0, (int)frames - 1, &index, err);
    if (status == TSU_OK) status = tsu_recording_frame(recording, index, &frame, &setting, err);
    if (status == TSU_OK) status = tsu_snapshot_draw(frame, setting, o, &canvas, err);
    if (status == TSU_OK) status = tsu_canvas_write_png(&canvas, w->png, err);
    tsu_canvas_free(&canvas);
    tsu_frame_destroy(frame);
    return status;
}

static tsu_status draw_film(const words *w, tsu_recording *recording, const tsu_snapshot_options *o,
                            tsu_error *err)
{
    tsu_film_plan plan = {.path = w->film, .views = w->views, .rate = 20.0};
    tsu_status status = TSU_OK;
    if (w->frames) status = tsu_option_integer("--frames", w->frames, 1, 100000, &plan.frames, err);
    if (status == TSU_OK && w->rate) status = tsu_option_number("--fps", w->rate, &plan.rate, err);
    if (status == TSU_OK && w->turn) status = tsu_option_number("--turn", w->turn, &plan.turn, err);
    if (status == TSU_OK && w->from) status = tsu_option_number("--from", w->from, &plan.from, err);
    if (status == TSU_OK && w->to) status = tsu_option_number("--to", w->to, &plan.to, err);
    plan.has_from = w->from != NULL;
    plan.has_to = w->to != NULL;
    for (int k = 0; k < w->views && status == TSU_OK; k++) {
        status = tsu_snapshot_read_view(w->view[k], plan.view[k], err);
    }
    return status == TSU_OK ? tsu_cli_film(recording, &plan, o, err) : status;
}

static tsu_status check_words(const words *w, int files, tsu_error *err)
{
    if (files == 0 || (!w->png && !w->film))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "`tsubu snapshot` needs a file and a picture or a film: tsubu snapshot RUN --png "
            "picture.png (see --help)");
    if (w->png && w->film)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a picture or a film, not both: --png or --film");
    if (w->png && !ends_in_png(w->png))
        return tsu_error_set(err, TSU_ERROR_INPUT, "pictures are written as PNG; end the name '%s' in .png",
                             w->png);
    if (w->film && !tsu_film_is(w->film))
        return tsu_error_set(err, TSU_ERROR_INPUT, "films end in .gif, .webm or .mp4, not '%s'", w->film);
    if (w->film && (w->transparent || w->frame))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s belongs to pictures (--png), not to films",
                             w->frame ? "--frame" : "--transparent");
    const char *of_films = w->frames      ? "--frames"
                           : w->rate      ? "--fps"
                           : w->turn      ? "--turn"
                           : w->from      ? "--from"
                           : w->to        ? "--to"
                           : w->views > 1 ? "a second --view"
                                          : NULL;
    if (w->png && of_films)
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s belongs to films (--film), not to pictures", of_films);
    return TSU_OK;
}

static tsu_status draw(const words *w, const char *const *file, int files, tsu_error *err)
{
    tsu_recording *recording = NULL;
    tsu_snapshot_options o;
    tsu_import_note note;
    tsu_status status = read_options(w, &o, err);
    if (status == TSU_OK) status = tsu_import(&recording, file, files, &note, err);
    if (status != TSU_OK) return status;
    if (note.assumed_radius > 0.0)
        fprintf(stderr, "tsubu: %s has no radii: %.3g is assumed\n", file[0], note.assumed_radius);
    o.title = title_of(w, tsu_recording_title(recording));
    if (!w->color && !tsu_recording_has_field(recording, o.color)) o.color = "radius";
    status = w->film ? draw_film(w, recording, &o, err) : draw_picture(w, recording, &o, err);
    tsu_recording_close(recording);
    return status;
}

int tsu_cmd_snapshot(int argc, char **argv)
{
    words w = {0};
    static const char *file[FILES_MAX];
    const tsu_option options[] = {
        {"--png", 1, "FILE.png", "the picture", &w.png, NULL, 0},
        {"--film", 1, "FILE", "a film of all frames: .gif, or with ffmpeg .webm or .mp4", &w.film, NULL, 0},
        {"--frame", 1, "N", "which frame, from 0; without it the last", &w.frame, NULL, 0},
        {"--size", 1, "WxH", "in pixels; 1280x800", &w.size, NULL, 0},
        {"--color", 1, "FIELD", "colour of the particles: type, or a field; speed", &w.color, NULL, 0},
        {"--range", 1, "LOW:HIGH", "ends of the colour bar; without it those of the particles", &w.range,
         NULL, 0},
        {"--map", 1, "NAME", "viridis, inferno, cividis, batlow or vik", &w.map, NULL, 0},
        {"--surface", 1, "FIELD", "colour of the meshes: pressure, shear, force or wear", &w.surface, NULL,
         0},
        {"--view", 1, "VIEW",
         "iso, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION; of a film several, one after the "
         "other",
         w.view, &w.views, TSU_FILM_VIEWS},
        {"--zoom", 1, "F", "zoom factor; 1 shows everything", &w.zoom, NULL, 0},
        {"--clip", 1, "PLANE",
         "keeps one side of a plane, as in 'y>0.05', of particles and surfaces; up to six times", w.clip,
         &w.clips, CLIPS_MAX},
        {"--title", 1, "TEXT", "above the picture; without it the name of the run", &w.title, NULL, 0},
        {"--font", 1, "FILE", "font file; without it an installed one; none: built-in letters", &w.font, NULL,
         0},
        {"--scale-bar", 0, NULL, "a scale bar, exact at the centre of the picture", &w.scale, NULL, 0},
        {"--dark", 0, NULL, "dark background", &w.dark, NULL, 0},
        {"--transparent", 0, NULL, "transparent background", &w.transparent, NULL, 0},
        {"--plain", 0, NULL, "particles and surfaces only, no letters and no box", &w.plain, NULL, 0},
        {"--frames", 1, "N", "frames of a film, at equal times; all recorded frames, at most 200", &w.frames,
         NULL, 0},
        {"--fps", 1, "F", "frames per second; 20", &w.rate, NULL, 0},
        {"--from", 1, "T", "a film begins at this time [s]", &w.from, NULL, 0},
        {"--to", 1, "T", "a film ends at this time [s]", &w.to, NULL, 0},
        {"--turn", 1, "DEGREES", "angle by which the camera orbits during a film", &w.turn, NULL, 0},
        {0}};
    tsu_error err = {0};
    bool help;
    int rest;
    tsu_status status =
        tsu_options_read("snapshot", options, argc, argv, file, FILES_MAX, &rest, &help, &err);
    if (help) return 0;
    if (status == TSU_OK) status = check_words(&w, rest, &err);
    if (status == TSU_OK) status = draw(&w, file, rest, &err);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
