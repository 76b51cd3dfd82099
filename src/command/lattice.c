/* SPDX-License-Identifier: Apache-2.0 */
/* lattice.c - `lattice`, and lengths in its units. */
#include "base/elementary.h"
#include "command/command.h"
#include <math.h>
#include <string.h>

tsu_status tsu_session_read_units(tsu_words *words, bool *lattice, tsu_error *err)
{
    return tsu_words_either(words, "box or lattice", "box", "lattice", lattice, err);
}

void tsu_session_length_scale(const tsu_session *s, bool lattice, double scale[3])
{
    for (int q = 0; q < 3; q++) {
        scale[q] = lattice ? s->lattice.spacing[q] : 1.0;
    }
}

/* ---- the command ----------------------------------------------------------------------------------------------------- */

typedef struct style {
    const char *name;
    int points;
    double basis[8][3];
    double a2, a3; /* lengths of the upright vectors a2 and a3; a1 is 1 */
} style;

/* Cubic lattices have a cell of side 1; hcp the cell at right angles that holds four points: 1, sqrt 3, sqrt(8/3). */
static const style STYLES[] = {
    {"sc", 1, {{0.0, 0.0, 0.0}}, 1.0, 1.0},
    {"bcc", 2, {{0.0, 0.0, 0.0}, {0.5, 0.5, 0.5}}, 1.0, 1.0},
    {"fcc", 4, {{0.0, 0.0, 0.0}, {0.5, 0.5, 0.0}, {0.5, 0.0, 0.5}, {0.0, 0.5, 0.5}}, 1.0, 1.0},
    {"hcp",
     4,
     {{0.0, 0.0, 0.0}, {0.5, 0.5, 0.0}, {0.5, 5.0 / 6.0, 0.5}, {0.0, 1.0 / 3.0, 0.5}},
     1.7320508075688772,
     1.632993161855452},
    {"diamond",
     8,
     {{0.0, 0.0, 0.0},
      {0.0, 0.5, 0.5},
      {0.5, 0.0, 0.5},
      {0.5, 0.5, 0.0},
      {0.25, 0.25, 0.25},
      {0.25, 0.75, 0.75},
      {0.75, 0.25, 0.75},
      {0.75, 0.75, 0.25}},
     1.0,
     1.0},
    {"custom", 0, {{0}}, 1.0, 1.0},
};
enum { STYLE_COUNT = (int)(sizeof STYLES / sizeof *STYLES), CUSTOM = STYLE_COUNT - 1 };

static tsu_status read_style(tsu_words *words, tsu_lattice *l, int *which, tsu_error *err)
{
    enum { NONE = STYLE_COUNT, SQ, SQ2, HEX, END };
    const char *names[END + 1] = {[NONE] = "none", [SQ] = "sq", [SQ2] = "sq2", [HEX] = "hex"};
    for (int k = 0; k < STYLE_COUNT; k++) {
        names[k] = STYLES[k].name;
    }
    const tsu_status status = tsu_words_choice(words, "a style", names, which, err);
    if (status != TSU_OK) return status;
    if (*which > NONE)
        return tsu_words_error(words, 1, TSU_ERROR_UNSUPPORTED, err,
                               "%s is a two-dimensional lattice; use sc, bcc, fcc, hcp, diamond or custom",
                               names[*which]);
    if (*which == NONE) return TSU_OK;
    const style *from = &STYLES[*which];
    l->points = from->points;
    memcpy(l->basis, from->basis, (size_t)from->points * sizeof *from->basis);
    l->vector[1][1] = from->a2;
    l->vector[2][2] = from->a3;
    return TSU_OK;
}

static tsu_status read_fraction(tsu_words *words, const char *what, double out[3], tsu_error *err)
{
    const tsu_status status = tsu_words_numbers(words, what, 3, out, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        if (!(out[q] >= 0.0 && out[q] < 1.0))
            return tsu_words_error(words, words->at - 3 + q, TSU_ERROR_INPUT, err,
                                   "%s must be at least 0 and below 1 in units of the cell, not %g", what,
                                   out[q]);
    }
    return status;
}

static tsu_status read_direction(tsu_words *words, tsu_lattice *l, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    int axis = 0;
    tsu_status status = tsu_words_choice(words, "x, y or z", axes, &axis, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        int64_t n = 0;
        status = tsu_words_integer_in(words, "a whole number", -10000, 10000, &n, err);
        l->orient[axis][q] = (int)n;
    }
    return status;
}

static tsu_status read_keyword(tsu_words *words, tsu_lattice *l, bool custom, bool *spaced, tsu_error *err)
{
    enum { ORIGIN, ORIENT, SPACING, A1, A2, A3, BASIS };
    static const char *const list[] = {
        [ORIGIN] = "origin", [ORIENT] = "orient", [SPACING] = "spacing", [A1] = "a1",
        [A2] = "a2",         [A3] = "a3",         [BASIS] = "basis",     NULL};
    int key;
    const tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    if (key >= A1 && !custom)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "`%s` goes with `lattice custom` only", list[key]);
    if (key == ORIGIN) return read_fraction(words, "the origin", l->origin, err);
    if (key == ORIENT) return read_direction(words, l, err);
    if (key == SPACING) {
        *spaced = true;
        return tsu_words_numbers(words, "the spacing", 3, l->spacing, err);
    }
    if (key != BASIS) return tsu_words_numbers(words, "a vector", 3, l->vector[key - A1], err);
    if (l->points == TSU_BASIS_MAX)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the basis has more than %d points", TSU_BASIS_MAX);
    return read_fraction(words, "a point of the basis", l->basis[l->points++], err);
}

/* In units lj the number given is the density of points per volume of a cell, not a length. */
static double length_from_density(const tsu_lattice *l)
{
    const double *a = l->vector[0], *b = l->vector[1], *c = l->vector[2];
    const double volume = fabs(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                               a[2] * (b[0] * c[1] - b[1] * c[0]));
    return tsu_cbrt_of(l->points / volume / l->scale);
}

static tsu_status run_lattice(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_lattice l = tsu_lattice_default();
    int which = 0;
    bool spaced = false;
    tsu_status status = read_style(words, &l, &which, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the scale", &l.scale, err);
    if (status == TSU_OK && !(l.scale > 0.0))
        return tsu_words_error(words, 2, TSU_ERROR_INPUT, err, "the scale is %g; it must be positive",
                               l.scale);
    while (status == TSU_OK && which < STYLE_COUNT && tsu_words_left(words)) {
        status = read_keyword(words, &l, which == CUSTOM, &spaced, err);
    }
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK && which == CUSTOM && l.points == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "a custom lattice needs points: add `basis X Y Z`");
    if (status == TSU_OK && which < STYLE_COUNT && strcmp(s->units, "lj") == 0)
        l.scale = length_from_density(&l);
    for (int q = 0; q < 3 && spaced; q++) {
        l.spacing[q] *= l.scale;
    }
    if (status == TSU_OK) status = tsu_lattice_prepare(&l, spaced, err);
    if (status != TSU_OK) return status;
    s->lattice = l;
    tsu_script_say(script, "Lattice spacing in x,y,z = %g %g %g\n", l.spacing[0], l.spacing[1], l.spacing[2]);
    return TSU_OK;
}

const tsu_command tsu_commands_lattice[] = {
    {"lattice",
     "lattice none|sc|bcc|fcc|hcp|diamond|custom SCALE [origin X Y Z] [orient x|y|z I J K] [spacing X Y Z] "
     "[a1|a2|a3 X Y Z] [basis X Y Z] ...",
     "a lattice of points for create_atoms, and lengths for `units lattice`", run_lattice},
    {0}};
