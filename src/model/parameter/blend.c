/* SPDX-License-Identifier: Apache-2.0 */
/* blend.c - templates of particles as words, for parameters of insertions. */
#include "model/parameter/parameter.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static tsu_status next_number(const char **at, const char *what, double *out, tsu_error *err)
{
    char word[TSU_PARAMETER_WORD] = "nothing";
    if (tsu_parameter_word(at, word) && tsu_parameter_number(word, out)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "templates: expected a number after `%s`, found '%s'", what,
                         word);
}

/* A number, or uniform, gaussian, lognormal [mass|number] A B. */
static tsu_status read_spread(const char **at, const char *what, const char *unit, tsu_spread *spread,
                              tsu_error *err)
{
    static const char *const kinds[] = {"constant", "uniform", "gaussian", "lognormal"};
    char word[TSU_PARAMETER_WORD] = "";
    int kind = 0;
    bool by_mass = false;
    double a = 0.0, b = 0.0;
    const char *ahead = *at;
    if (tsu_parameter_word(&ahead, word)) {
        for (int k = 0; k < 4; k++) {
            if (strcmp(word, kinds[k]) != 0) continue;
            kind = k;
            *at = ahead;
        }
    }
    if (kind > 0 && tsu_parameter_word(&ahead, word) &&
        (strcmp(word, "mass") == 0 || strcmp(word, "number") == 0)) {
        by_mass = word[0] == 'm';
        *at = ahead;
    }
    tsu_status s = next_number(at, what, &a, err);
    if (s == TSU_OK && kind > 0) s = next_number(at, what, &b, err);
    return s == TSU_OK ? tsu_spread_make(spread, (tsu_spread_kind)kind, a, b, by_mass, unit, err) : s;
}

static tsu_status read_word(const char **at, const char *word, int materials, tsu_template *t, double *weight,
                            tsu_error *err)
{
    double number = 0.0;
    if (strcmp(word, "radius") == 0) return read_spread(at, word, "radius [m]", &t->radius, err);
    if (strcmp(word, "density") == 0) return read_spread(at, word, "density [kg/m^3]", &t->density, err);
    if (strcmp(word, "type") != 0 && strcmp(word, "seed") != 0 && strcmp(word, "weight") != 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "templates: '%s' is not known; there are type, radius, density, weight and seed",
                             word);
    const tsu_status s = next_number(at, word, &number, err);
    if (s != TSU_OK) return s;
    if (word[0] == 'w') {
        *weight = number;
        return number > 0.0
                   ? TSU_OK
                   : tsu_error_set(err, TSU_ERROR_INPUT, "templates: weight %g; it must be positive", number);
    }
    if (number != floor(number) || !(fabs(number) < 9.0e15))
        return tsu_error_set(err, TSU_ERROR_INPUT, "templates: %s %g is not a whole number", word, number);
    if (word[0] == 's') {
        t->seed = (uint64_t)(int64_t)number;
        return TSU_OK;
    }
    if (number < 1.0 || number > materials)
        return tsu_error_set(err, TSU_ERROR_INPUT, "templates: type %g; there are materials 1 to %d", number,
                             materials);
    t->type = (int32_t)number - 1;
    return TSU_OK;
}

static tsu_status end_template(tsu_blend *b, tsu_error *err)
{
    tsu_template *t = &b->part[b->parts];
    if (!(t->radius.hi > 0.0) || !(t->density.hi > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "templates: number %d has no %s", b->parts + 1,
                             t->radius.hi > 0.0 ? "density" : "radius");
    snprintf(t->name, sizeof t->name, "%d", b->parts + 1);
    t->group = 1;
    tsu_template_measure(t);
    b->parts++;
    return TSU_OK;
}

tsu_status tsu_blend_from_words(tsu_blend *b, const char *words, int materials, tsu_error *err)
{
    char word[TSU_PARAMETER_WORD];
    const char *at = words;
    tsu_status s = TSU_OK;
    bool by_number = false, open = false;
    b->parts = 0;
    b->group = 1;
    while (s == TSU_OK && tsu_parameter_word(&at, word)) {
        if (strcmp(word, "by_number") == 0 && !open && b->parts == 0) {
            by_number = true;
        } else if (strcmp(word, ";") == 0) {
            if (open) s = end_template(b, err);
            open = false;
        } else {
            if (!open && b->parts == TSU_BLEND_PARTS)
                return tsu_error_set(err, TSU_ERROR_INPUT, "templates: there are more than %d",
                                     TSU_BLEND_PARTS);
            if (!open) {
                b->part[b->parts] = (tsu_template){.seed = (uint64_t)b->parts + 1};
                b->weight[b->parts] = 1.0;
            }
            open = true;
            s = read_word(&at, word, materials, &b->part[b->parts], &b->weight[b->parts], err);
        }
    }
    if (s == TSU_OK && open) s = end_template(b, err);
    if (s == TSU_OK && b->parts == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "templates: there is none; write `radius 0.01 density 2500`");
    return s == TSU_OK ? tsu_blend_finish(b, !by_number, err) : s;
}
