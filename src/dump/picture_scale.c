/* SPDX-License-Identifier: Apache-2.0 */
/* picture_scale.c - which colour a value has: `dump_modify ID amap LOW HIGH STYLE DELTA N ENTRIES`, as LAMMPS has it. */
#include "dump/color_names.h"
#include "dump/picture_dump.h"
#include <string.h>

tsu_status tsu_picture_find_color(const tsu_picture_dump *d, const tsu_words *words, const char *name,
                                  tsu_drawing_color *out, tsu_error *err)
{
    for (int k = d->colors - 1; k >= 0; k--) { /* the last of a name holds */
        if (strcmp(d->mixed[k].name, name) != 0) continue;
        *out = d->mixed[k].color;
        return TSU_OK;
    }
    if (tsu_color_named(name, out)) return TSU_OK;
    return tsu_words_error(
        words, words->at - 1, TSU_ERROR_INPUT, err,
        "there is no colour '%.40s'; take a name of CSS such as red, steelblue or darkgray, "
        "or mix it: dump_modify %.40s color %.40s R G B",
        name, d->particles.base.id, name);
}

tsu_status tsu_picture_read_color(const tsu_picture_dump *d, tsu_words *words, tsu_drawing_color *out,
                                  tsu_error *err)
{
    const char *name = "";
    const tsu_status status = tsu_words_text(words, "a colour", &name, err);
    return status == TSU_OK ? tsu_picture_find_color(d, words, name, out, err) : status;
}

/* An end of the range: a number, or a word (min or max) for that of the particles of each picture. */
static tsu_status read_end(tsu_words *words, const char *word, const char *what, bool *said, double *out,
                           tsu_error *err)
{
    *said = !tsu_words_accept(words, word);
    return *said ? tsu_words_number(words, what, out, err) : TSU_OK;
}

static tsu_status read_style(tsu_drawing_scale *s, tsu_words *words, tsu_error *err)
{
    enum { CA, CF, DA, DF, SA, SF };
    static const char *const list[] = {
        [CA] = "ca", [CF] = "cf", [DA] = "da", [DF] = "df", [SA] = "sa", [SF] = "sf", NULL};
    int style = 0;
    const tsu_status status = tsu_words_choice(words, "ca, cf, da, df, sa or sf", list, &style, err);
    if (status != TSU_OK) return status;
    s->kind = style <= CF ? TSU_SCALE_CONTINUOUS : style <= DF ? TSU_SCALE_DISCRETE : TSU_SCALE_SEQUENTIAL;
    s->parts = style == CF || style == DF || style == SF;
    return TSU_OK;
}

/* A place on the scale; min and max are far away, which the range then cuts off. */
static tsu_status read_place(const tsu_drawing_scale *s, tsu_words *words, double *out, tsu_error *err)
{
    const double low = s->parts    ? 0.0
                       : s->lowest ? s->low
                                   : -TSU_DRAWING_FAR,
                 high = s->parts     ? 1.0
                        : s->highest ? s->high
                                     : TSU_DRAWING_FAR;
    if (tsu_words_accept(words, "min")) {
        *out = low;
        return TSU_OK;
    }
    if (tsu_words_accept(words, "max")) {
        *out = high;
        return TSU_OK;
    }
    return tsu_words_number(words, "a value, min or max", out, err);
}

static tsu_status read_stop(const tsu_picture_dump *d, tsu_drawing_scale *s, tsu_words *words, tsu_error *err)
{
    const int k = s->stops++;
    tsu_status status = TSU_OK;
    if (s->kind != TSU_SCALE_SEQUENTIAL) status = read_place(s, words, &s->stop[k].low, err);
    s->stop[k].high = s->stop[k].low;
    if (status == TSU_OK && s->kind == TSU_SCALE_DISCRETE)
        status = read_place(s, words, &s->stop[k].high, err);
    if (status == TSU_OK && s->stop[k].high < s->stop[k].low)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "an interval must rise");
    if (status == TSU_OK && s->kind == TSU_SCALE_CONTINUOUS && k > 0 && s->stop[k].low <= s->stop[k - 1].low)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the values must rise");
    return status == TSU_OK ? tsu_picture_read_color(d, words, &s->stop[k].color, err) : status;
}

tsu_status tsu_picture_read_scale(tsu_picture_dump *d, tsu_words *words, tsu_error *err)
{
    tsu_drawing_scale s = {0};
    int64_t stops = 0;
    tsu_status status = read_end(words, "min", "the lowest value, or min", &s.lowest, &s.low, err);
    if (status == TSU_OK)
        status = read_end(words, "max", "the highest value, or max", &s.highest, &s.high, err);
    if (status == TSU_OK && s.lowest && s.highest && !(s.high > s.low))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the ends must rise");
    if (status == TSU_OK) status = read_style(&s, words, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the width of a bin", &s.width, err);
    if (status == TSU_OK && s.kind == TSU_SCALE_SEQUENTIAL && !(s.width > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the width of a bin must be above 0");
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "how many entries follow",
                                      s.kind == TSU_SCALE_CONTINUOUS ? 2 : 1, TSU_DRAWING_STOPS, &stops, err);
    while (status == TSU_OK && s.stops < stops) {
        status = read_stop(d, &s, words, err);
    }
    if (status == TSU_OK) d->look.scale = s;
    return status;
}
