/* SPDX-License-Identifier: Apache-2.0 */
/* pictures.c - `dump image` and `dump movie`: pictures of a run as PNG, a film as GIF. Whoever has opened the session draws them
 * (session/drawing.h); where nobody does they are read, which is said, so that decks which draw pictures besides run as they are. */
#include "dump/dump.h"
#include "session/drawing.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MIN = 16, SIDE_MAX = 8192, COLUMNS = 5, RADIUS = 3, COLOR = 4 };

typedef struct picture_dump {
    tsu_particle_dump particles;
    tsu_drawing look;
    char color[TSU_NAME], film_path[520];
    bool scaled; /* the centre is told as a part of the box */
    bool is_film;
    tsu_draw_fn *draw;
    void *film;
    void (*destroy)(tsu_session *s, void *state); /* what all dumps do */
} picture_dump;

/* ---- drawing ------------------------------------------------------------------------------------------------------------- */

static tsu_status draw_now(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    picture_dump *d = (picture_dump *)base;
    tsu_dump_table *t;
    char path[600];
    if (!d->draw) return TSU_OK;
    tsu_status status = tsu_dump_collect(s, &d->particles, &t, err);
    if (status != TSU_OK) return status;
    tsu_drawing look = d->look;
    look.color = d->color;
    look.rows = t->rows;
    look.value = t->value;
    look.path = d->film_path;
    for (int q = 0; q < 3 && d->scaled; q++) {
        const tsu_box *box = &s->world->box;
        look.center[q] = box->lo[q] + look.center[q] * (box->hi[q] - box->lo[q]);
    }
    if (!d->is_film) {
        status = tsu_dump_file_name(base, s->world->step, path, sizeof path, err);
        look.path = path;
    }
    if (status == TSU_OK)
        status = d->draw(s, d->is_film ? TSU_DRAW_INTO_FILM : TSU_DRAW_PICTURE, &look, &d->film, err);
    tsu_dump_table_free(t);
    return status;
}

/* After each run the film is there with all pictures so far. */
static tsu_status finish(tsu_session *s, void *state, tsu_error *err)
{
    picture_dump *d = state;
    tsu_drawing look = d->look;
    look.path = d->film_path;
    return d->film ? d->draw(s, TSU_DRAW_FILM_FILE, &look, &d->film, err) : TSU_OK;
}

static void destroy(tsu_session *s, void *state)
{
    picture_dump *d = state;
    if (d->film) d->draw(s, TSU_DRAW_NO_MORE, NULL, &d->film, NULL);
    d->destroy(s, state);
}

/* ---- words --------------------------------------------------------------------------------------------------------------- */

static tsu_status unheard(tsu_session *s, const picture_dump *d, const char *word)
{
    tsu_script_warn(s->script, "dump %s: '%s' has no effect on the pictures of tsubu", d->particles.base.id,
                    word);
    return TSU_OK;
}

static tsu_status read_view(picture_dump *d, tsu_words *words, tsu_error *err)
{
    double angle[2];
    const tsu_status status = tsu_words_numbers(words, "theta and phi of the view", 2, angle, err);
    const double theta = angle[0] * 3.14159265358979 / 180.0, phi = angle[1] * 3.14159265358979 / 180.0;
    if (status != TSU_OK) return status;
    const double toward[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
    memcpy(d->look.toward, toward, sizeof toward);
    return TSU_OK;
}

static tsu_status read_center(picture_dump *d, tsu_words *words, tsu_error *err)
{
    static const char *const kinds[] = {"s", "d", NULL};
    int kind = 0;
    const tsu_status status = tsu_words_choice(words, "s (it stays) or d (dynamic)", kinds, &kind, err);
    d->look.centred = d->scaled = true;
    return status == TSU_OK
               ? tsu_words_numbers(words, "the centre as parts of the box", 3, d->look.center, err)
               : status;
}

static tsu_status read_size(picture_dump *d, tsu_words *words, tsu_error *err)
{
    int64_t side[2] = {0};
    tsu_status status = tsu_words_integer_in(words, "the width [pixel]", SIDE_MIN, SIDE_MAX, &side[0], err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the height [pixel]", SIDE_MIN, SIDE_MAX, &side[1], err);
    d->look.width = (int)side[0];
    d->look.height = (int)side[1];
    return status;
}

static tsu_status read_zoom(picture_dump *d, tsu_words *words, tsu_error *err)
{
    const tsu_status status = tsu_words_number(words, "the zoom", &d->look.zoom, err);
    if (status == TSU_OK && !(d->look.zoom >= 0.01 && d->look.zoom <= 1000.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the zoom must be from 0.01 to 1000");
    return status;
}

static tsu_status read_box(picture_dump *d, tsu_words *words, tsu_error *err)
{
    bool on;
    double width;
    tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK) status = tsu_words_number(words, "how thick the edges are", &width, err);
    d->look.edges = on;
    d->look.no_edges = !on;
    return status;
}

/* Keywords with so many words that change nothing here. */
static tsu_status pass_over(tsu_session *s, const picture_dump *d, const char *word, int count,
                            tsu_words *words, tsu_error *err)
{
    const tsu_status status = tsu_words_need(words, count, "values of this keyword", err);
    if (status != TSU_OK) return status;
    words->at += count;
    return unheard(s, d, word);
}

static tsu_status read_keyword(tsu_session *s, picture_dump *d, tsu_words *words, tsu_error *err)
{
    enum { ATOM, AXES, BOX, CENTER, PERSP, SHINY, SIZE, SSAO, UP, VIEW, ZOOM };
    static const char *const list[] = {
        [ATOM] = "atom",   [AXES] = "axes",   [BOX] = "box",   [CENTER] = "center",
        [PERSP] = "persp", [SHINY] = "shiny", [SIZE] = "size", [SSAO] = "ssao",
        [UP] = "up",       [VIEW] = "view",   [ZOOM] = "zoom", NULL};
    int key = 0;
    const tsu_status status = tsu_words_choice(words, "a keyword of pictures", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key) {
    case BOX: return read_box(d, words, err);
    case CENTER: return read_center(d, words, err);
    case SIZE: return read_size(d, words, err);
    case UP: return tsu_words_numbers(words, "the direction that points up", 3, d->look.up, err);
    case VIEW: return read_view(d, words, err);
    case ZOOM: return read_zoom(d, words, err);
    case AXES:
    case SSAO: return pass_over(s, d, list[key], 3, words, err);
    default: return pass_over(s, d, list[key], 1, words, err);
    }
}

/* RRGGBB of a colour that decks name. */
static const char *ground_of(const char *name)
{
    static const struct {
        const char *name, *hex;
    } known[] = {{"black", "000000"},  {"white", "ffffff"},    {"gray", "808080"},     {"grey", "808080"},
                 {"silver", "c0c0c0"}, {"darkgray", "404040"}, {"lightgray", "d3d3d3"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, name) == 0) return known[k].hex;
    }
    return NULL;
}

static tsu_status read_map(tsu_session *s, picture_dump *d, tsu_words *words, tsu_error *err)
{
    double ends[2];
    tsu_status status = tsu_words_need(words, 2, "ends of the colours", err);
    const char *low = status == TSU_OK ? tsu_words_peek(words) : "";
    if (status != TSU_OK) return status;
    if (strcmp(low, "min") != 0 && strcmp(words->word[words->at + 1], "max") != 0) {
        status = tsu_words_numbers(words, "ends of the colours", 2, ends, err);
        if (status == TSU_OK && !(ends[1] > ends[0]))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the ends must rise");
        d->look.range = status == TSU_OK;
        d->look.low = ends[0];
        d->look.high = ends[1];
        if (status != TSU_OK) return status;
    }
    words->at = words->count;
    tsu_script_warn(s->script,
                    "dump %s: of amap only two numbers as ends are taken; the colours are those of viridis",
                    d->particles.base.id);
    return TSU_OK;
}

static tsu_status modify(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken, tsu_words *words,
                         tsu_error *err)
{
    picture_dump *d = (picture_dump *)base;
    tsu_status status = tsu_dump_modify_particles(s, base, keyword, taken, words, err);
    if (*taken || status != TSU_OK) return status;
    *taken = true;
    if (strcmp(keyword, "backcolor") == 0) {
        const char *name = "";
        status = tsu_words_text(words, "the colour of the ground", &name, err);
        const char *hex = ground_of(name);
        d->look.has_ground = hex != NULL;
        snprintf(d->look.ground, sizeof d->look.ground, "%s", hex ? hex : "");
        if (status != TSU_OK || hex) return status;
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the ground can be black, white, gray, silver, darkgray or lightgray");
    }
    if (strcmp(keyword, "framerate") == 0) {
        status = tsu_words_number(words, "pictures per second", &d->look.rate, err);
        if (status == TSU_OK && !(d->look.rate >= 0.1 && d->look.rate <= 120.0))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "there can be 0.1 to 120 a second");
        return status;
    }
    if (strcmp(keyword, "amap") == 0) return read_map(s, d, words, err);
    static const char *const own[] = {"acolor", "adiam", "boxcolor", "bcolor", "bdiam", "color", "bitrate"};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        if (strcmp(own[k], keyword) != 0) continue;
        words->at = words->count;
        return unheard(s, d, keyword);
    }
    *taken = false;
    return TSU_OK;
}

/* What colours, and how large the particles are: as they are, or all of one diameter. */
static tsu_status read_columns(tsu_session *s, picture_dump *d, tsu_words *words, tsu_error *err)
{
    tsu_status status = tsu_words_need(words, 2, "colour and diameter", err);
    if (status != TSU_OK) return status;
    for (int q = 0; q < 3; q++) {
        tsu_dump_set_column(&d->particles.column[q], "x", q);
    }
    tsu_dump_set_column(&d->particles.column[RADIUS], "radius", 0);
    d->particles.columns = COLUMNS;
    const char *color = tsu_words_peek(words);
    snprintf(d->color, sizeof d->color, "%.60s", strcmp(color, "element") == 0 ? "type" : color);
    if (strcmp(d->color, "type") == 0) {
        tsu_dump_set_column(&d->particles.column[COLOR], "type", 0);
        words->at++;
    } else {
        status = tsu_dump_read_column(s, words, &d->particles.column[COLOR], err);
    }
    if (status != TSU_OK) return status;
    const char *size = tsu_words_peek(words);
    const bool own = strcmp(size, "type") == 0 || strcmp(size, "element") == 0 ||
                     strcmp(size, "radius") == 0 || strcmp(size, "diameter") == 0;
    if (own) {
        words->at++;
        return TSU_OK;
    }
    status =
        tsu_words_number(words, "the diameter: type, radius, diameter or a number", &d->look.diameter, err);
    if (status == TSU_OK && !(d->look.diameter > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the diameter must be above 0");
    return status;
}

static bool ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), more = strlen(end);
    return length > more && strcmp(path + length - more, end) == 0;
}

/* Pictures are PNG, films GIF, whatever the name of the file says. */
static void settle_path(tsu_session *s, picture_dump *d)
{
    tsu_dump *base = &d->particles.base;
    const char *wanted = d->is_film ? ".gif" : ".png";
    if (!ends_in(base->path, wanted)) {
        char *dot = strrchr(base->path, '.'), *slash = strrchr(base->path, '/');
        if (dot && (!slash || dot > slash)) *dot = '\0';
        if (strlen(base->path) + 5 < sizeof base->path) strcat(base->path, wanted);
        tsu_script_warn(s->script, "dump %s: %s are written as %s: %s", base->id,
                        d->is_film ? "films" : "pictures", d->is_film ? "GIF" : "PNG", base->path);
    }
    snprintf(d->film_path, sizeof d->film_path, "%s", base->path);
}

static tsu_status begin(tsu_script *script, tsu_words *words, bool is_film, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(picture_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    picture_dump *d = (picture_dump *)base;
    d->is_film = is_film;
    d->draw = s->options.draw;
    d->destroy = object.destroy;
    d->look.width = d->look.height = 512;
    d->look.rate = 24.0;
    d->look.toward[0] = 0.75; /* view 60 30 */
    d->look.toward[1] = 0.4330127018922193;
    d->look.toward[2] = 0.5;
    base->write = draw_now;
    base->modify = modify;
    object.finish = finish;
    object.destroy = destroy;
    status = read_columns(s, d, words, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(s, d, words, err);
    }
    if (status == TSU_OK && d->draw) settle_path(s, d);
    if (status == TSU_OK && !d->draw)
        tsu_script_warn(
            script,
            "dump %s: no pictures are drawn here; `tsubu snapshot` draws them from dumps and restart "
            "files, `tsubu view` shows the run",
            base->id);
    return tsu_dump_add(s, &object, base, status, err);
}

static tsu_status dump_image(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return begin(script, words, false, err);
}

static tsu_status dump_movie(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return begin(script, words, true, err);
}

const tsu_command tsu_dumps_pictures[] = {
    {"image",
     "dump ID GROUP image N FILE COLOUR DIAMETER [size W H] [view THETA PHI] [center s|d X Y Z] [up X Y Z] "
     "[zoom F] "
     "[box yes|no WIDTH]",
     "a picture of particles, meshes and walls as PNG; a * in the name makes a file per step", dump_image},
    {"movie",
     "dump ID GROUP movie N FILE COLOUR DIAMETER [size W H] [view THETA PHI] [center s|d X Y Z] [up X Y Z] "
     "[zoom F] "
     "[box yes|no WIDTH]",
     "a film of such pictures as GIF, written after each run", dump_movie},
    {0}};
