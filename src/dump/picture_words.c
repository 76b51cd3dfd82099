/* SPDX-License-Identifier: Apache-2.0 */
/* picture_words.c - the words of `dump image`, `dump movie` and of their `dump_modify`. */
#include "dump/color_names.h"
#include "dump/picture_dump.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE_MIN = 16, SIDE_MAX = 8192, COLUMNS = TSU_DRAWING_COLUMNS, RADIUS = 3, COLOR = 4, TYPE = 5 };

void tsu_picture_unheard(tsu_session *s, const tsu_picture_dump *d, const char *word)
{
    tsu_script_warn(s->script, "dump %s: '%s' has no effect on the pictures of tsubu", d->particles.base.id,
                    word);
}

void tsu_picture_usual(tsu_picture_dump *d)
{
    d->look.width = d->look.height = 512;
    d->look.rate = 24.0;
    d->view[0].value = 60.0;
    d->view[1].value = 30.0;
}

/* ---- keywords of dump ---------------------------------------------------------------------------------------------------- */

/* Numbers, or variables that every picture asks anew. */
static tsu_status read_numbers(tsu_session *s, tsu_words *words, const char *what, int count,
                               tsu_picture_number *out, tsu_error *err)
{
    tsu_status status = tsu_words_need(words, count, what, err);
    for (int k = 0; k < count && status == TSU_OK; k++) {
        const char *word = tsu_words_peek(words);
        out[k] = (tsu_picture_number){0};
        if (strncmp(word, "v_", 2) != 0) {
            status = tsu_words_number(words, what, &out[k].value, err);
            continue;
        }
        words->at++;
        if (tsu_script_variable_style(s->script, word + 2) == TSU_VARIABLE_NONE)
            status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                     "there is no variable '%.80s'", word + 2);
        snprintf(out[k].variable, sizeof out[k].variable, "%.*s", TSU_NAME - 1, word + 2);
    }
    return status;
}

static tsu_status read_center(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    enum { STAYS, DYNAMIC };
    static const char *const kinds[] = {[STAYS] = "s", [DYNAMIC] = "d", NULL};
    int kind = STAYS;
    const tsu_status status = tsu_words_choice(words, "s (it stays) or d (dynamic)", kinds, &kind, err);
    d->look.centred = true;
    d->stays = kind == STAYS;
    return status == TSU_OK ? read_numbers(s, words, "the centre as fractions of the box", 3, d->center, err)
                            : status;
}

static tsu_status read_size(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    int64_t side[2] = {0};
    tsu_status status = tsu_words_integer_in(words, "the width [pixel]", SIDE_MIN, SIDE_MAX, &side[0], err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the height [pixel]", SIDE_MIN, SIDE_MAX, &side[1], err);
    d->look.width = (int)side[0];
    d->look.height = (int)side[1];
    return status;
}

static tsu_status read_zoom(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    const tsu_status status = read_numbers(s, words, "the zoom", 1, &d->zoom, err);
    if (status == TSU_OK && !d->zoom.variable[0] && !(d->zoom.value >= 0.01 && d->zoom.value <= 1000.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the zoom must be from 0.01 to 1000");
    return status;
}

/* A number from 0 to `most`. */
static tsu_status read_part(tsu_words *words, const char *what, double most, double *out, tsu_error *err)
{
    const tsu_status status = tsu_words_number(words, what, out, err);
    if (status == TSU_OK && !(*out >= 0.0 && *out <= most))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "it must be from 0 to %g", most);
    return status;
}

static tsu_status read_box(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    bool on;
    tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK)
        status = read_part(words, "width of the edges, as a fraction of the shortest side of the box", 1.0,
                           &d->look.edge_width, err);
    d->look.edges = on;
    d->look.no_edges = !on;
    return status;
}

static tsu_status read_axes(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    tsu_status status = tsu_words_switch(words, "yes or no", &d->look.axes, err);
    if (status == TSU_OK)
        status =
            read_part(words, "length of the axes, as a fraction of the box", 10.0, &d->look.axes_length, err);
    if (status == TSU_OK)
        status = read_part(words, "width of the axes, as a fraction of the shortest side of the box", 1.0,
                           &d->look.axes_width, err);
    return status;
}

/* How much of an effect: 0 is none of it, `usual` what pictures have anyway. */
static tsu_status read_effect(tsu_words *words, const char *what, double usual, double *out, tsu_error *err)
{
    double part;
    const tsu_status status = read_part(words, what, 1.0, &part, err);
    *out = part > 0.0 ? part / usual : -1.0;
    return status;
}

/* ssao yes|no SEED PART: the noise needs no seed here. */
static tsu_status read_shade(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    bool on;
    int64_t seed;
    tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status == TSU_OK) status = tsu_words_integer(words, "a seed", &seed, err);
    if (status == TSU_OK)
        status = read_effect(words, "strength of the ambient occlusion", 0.8, &d->look.shade, err);
    if (!on) d->look.shade = -1.0;
    return status;
}

static tsu_status read_particles(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    bool on = true;
    const tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    d->look.no_particles = !on;
    return status;
}

static tsu_status read_diameter(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    const tsu_status status =
        tsu_words_number(words, "the diameter: type, radius, diameter or a number", &d->look.diameter, err);
    if (status == TSU_OK && !(d->look.diameter > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the diameter must be above 0");
    return status;
}

static tsu_status read_keyword(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    enum { ADIAM, ATOM, AXES, BOX, CENTER, PERSP, SHINY, SIZE, SSAO, UP, VIEW, ZOOM };
    static const char *const list[] = {[ADIAM] = "adiam",
                                       [ATOM] = "atom",
                                       [AXES] = "axes",
                                       [BOX] = "box",
                                       [CENTER] = "center",
                                       [PERSP] = "persp",
                                       [SHINY] = "shiny",
                                       [SIZE] = "size",
                                       [SSAO] = "ssao",
                                       [UP] = "up",
                                       [VIEW] = "view",
                                       [ZOOM] = "zoom",
                                       NULL};
    int key = 0;
    const tsu_status status = tsu_words_choice(words, "a keyword of pictures", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key) {
    case ADIAM: return read_diameter(d, words, err);
    case ATOM: return read_particles(d, words, err);
    case AXES: return read_axes(d, words, err);
    case BOX: return read_box(d, words, err);
    case CENTER: return read_center(s, d, words, err);
    case PERSP:
        return read_effect(words, "the perspective: 0 is none, 1 the usual one", 1.0, &d->look.depth, err);
    case SHINY:
        return read_effect(words, "the gloss: 0 is none, 0.5 the usual one", 0.5, &d->look.gloss, err);
    case SIZE: return read_size(d, words, err);
    case SSAO: return read_shade(d, words, err);
    case UP: return read_numbers(s, words, "the direction that points up", 3, d->up, err);
    case VIEW: return read_numbers(s, words, "theta and phi of the view [degree]", 2, d->view, err);
    default: return read_zoom(s, d, words, err);
    }
}

/* What colours, and how large the particles are: as they are, or all of one diameter. */
static tsu_status read_columns(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    tsu_status status = tsu_words_need(words, 2, "colour and diameter", err);
    if (status != TSU_OK) return status;
    for (int q = 0; q < 3; q++) {
        tsu_dump_set_column(&d->particles.column[q], "x", q);
    }
    tsu_dump_set_column(&d->particles.column[RADIUS], "radius", 0);
    tsu_dump_set_column(&d->particles.column[TYPE], "type", 0);
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
    d->sized_by_type = strcmp(size, "type") == 0 || strcmp(size, "element") == 0;
    if (!d->sized_by_type && strcmp(size, "radius") != 0 && strcmp(size, "diameter") != 0)
        return read_diameter(d, words, err);
    words->at++;
    return TSU_OK;
}

tsu_status tsu_picture_read(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    tsu_status status = read_columns(s, d, words, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(s, d, words, err);
    }
    return status;
}

/* ---- keywords of dump_modify --------------------------------------------------------------------------------------------- */

/* N, N*M, *M, N* or *: types from the first to the last. */
static tsu_status read_types(tsu_words *words, int *first, int *last, tsu_error *err)
{
    const char *word = "";
    tsu_status status = tsu_words_text(words, "a type, or a range of types such as 2*4", &word, err);
    const char *star = strchr(word, '*');
    char *rest = NULL;
    *first = star == word ? 1 : (int)strtol(word, &rest, 10);
    bool good = star == word || (rest && rest > word && (*rest == '\0' || rest == star));
    *last = *first;
    if (star) {
        *last = star[1] == '\0' ? TSU_DRAWING_TYPES : (int)strtol(star + 1, &rest, 10);
        good = good && (star[1] == '\0' || (rest > star + 1 && *rest == '\0'));
    }
    good = good && *first >= 1 && *last >= *first && *last <= TSU_DRAWING_TYPES;
    if (status == TSU_OK && !good)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "types are numbers from 1 to %d, or ranges of them such as 2*4",
                                 TSU_DRAWING_TYPES);
    return status;
}

/* acolor TYPES NAME, or several names with / between them, which the types get in turn. */
static tsu_status read_type_color(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    enum { MOST = 16 };
    int first, last, colors = 0;
    const char *word = "";
    char names[512];
    tsu_drawing_color color[MOST];
    tsu_status status = read_types(words, &first, &last, err);
    if (status == TSU_OK)
        status = tsu_words_text(words, "a colour, or several with / between them", &word, err);
    snprintf(names, sizeof names, "%s", word);
    for (char *save = NULL, *name = strtok_r(names, "/", &save); status == TSU_OK && name && colors < MOST;
         name = strtok_r(NULL, "/", &save)) {
        status = tsu_picture_find_color(d, words, name, &color[colors++], err);
    }
    if (status != TSU_OK) return status;
    if (colors == 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "a colour is missing");
    for (int type = first; type <= last; type++) {
        d->look.has_type_color[type] = true;
        d->look.type_color[type] = color[(type - first) % colors];
    }
    if (strcmp(d->color, "type") != 0)
        tsu_picture_unheard(s, d, "acolor, where particles are not coloured by type,");
    return TSU_OK;
}

static tsu_status read_type_diameter(tsu_session *s, tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    int first, last;
    double diameter = 0.0;
    tsu_status status = read_types(words, &first, &last, err);
    if (status == TSU_OK) status = tsu_words_number(words, "a diameter [m]", &diameter, err);
    if (status == TSU_OK && !(diameter > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the diameter must be above 0");
    for (int type = first; status == TSU_OK && type <= last; type++) {
        d->look.type_diameter[type] = diameter;
    }
    if (status == TSU_OK && !d->sized_by_type)
        tsu_picture_unheard(s, d, "adiam, where the diameter is not that of the type,");
    return status;
}

/* color NAME R G B: a colour of the deck's own. */
static tsu_status read_mixed(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    const char *name = "";
    double part[3];
    tsu_status status = tsu_words_text(words, "the name of a colour", &name, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = read_part(words, "red, green and blue", 1.0, &part[q], err);
    }
    if (status != TSU_OK) return status;
    if (d->colors == TSU_PICTURE_COLORS)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "a dump can define at most %d colours", TSU_PICTURE_COLORS);
    snprintf(d->mixed[d->colors].name, TSU_NAME, "%.*s", TSU_NAME - 1, name);
    d->mixed[d->colors++].color = (tsu_drawing_color){part[0], part[1], part[2]};
    return TSU_OK;
}

static tsu_status read_rate(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    const tsu_status status = tsu_words_number(words, "pictures per second", &d->look.rate, err);
    if (status == TSU_OK && !(d->look.rate >= 0.1 && d->look.rate <= 120.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the frame rate must be from 0.1 to 120 per second");
    return status;
}

tsu_status tsu_picture_modify(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                              tsu_words *words, tsu_error *err)
{
    enum { ACOLOR, ADIAM, AMAP, BACKCOLOR, BCOLOR, BDIAM, BITRATE, BOXCOLOR, COLOR_OF_DECK, FRAMERATE, NONE };
    static const char *const list[NONE] = {
        [ACOLOR] = "acolor",       [ADIAM] = "adiam",        [AMAP] = "amap",       [BACKCOLOR] = "backcolor",
        [BCOLOR] = "bcolor",       [BDIAM] = "bdiam",        [BITRATE] = "bitrate", [BOXCOLOR] = "boxcolor",
        [COLOR_OF_DECK] = "color", [FRAMERATE] = "framerate"};
    tsu_picture_dump *d = (tsu_picture_dump *)base;
    tsu_status status = tsu_dump_modify_particles(s, base, keyword, taken, words, err);
    if (*taken || status != TSU_OK) return status;
    int key = 0;
    while (key < NONE && strcmp(list[key], keyword) != 0) {
        key++;
    }
    *taken = key < NONE;
    switch (key) {
    case ACOLOR: return read_type_color(s, d, words, err);
    case ADIAM: return read_type_diameter(s, d, words, err);
    case AMAP: return tsu_picture_read_scale(d, words, err);
    case BACKCOLOR: d->look.has_ground = true; return tsu_picture_read_color(d, words, &d->look.ground, err);
    case BOXCOLOR:
        d->look.has_edge_color = true;
        return tsu_picture_read_color(d, words, &d->look.edge_color, err);
    case COLOR_OF_DECK: return read_mixed(d, words, err);
    case FRAMERATE: return read_rate(d, words, err);
    case NONE: return TSU_OK;
    default: break; /* of bonds, and of formats that are not written */
    }
    words->at += key == BITRATE ? 1 : 2;
    if (words->at > words->count) words->at = words->count;
    tsu_picture_unheard(s, d, keyword);
    return TSU_OK;
}
