/* SPDX-License-Identifier: Apache-2.0 */
/* region.c - regions as words, for parameters of models. */
#include "model/parameter/parameter.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tsu_parameter_word(const char **at, char word[TSU_PARAMETER_WORD])
{
    size_t n = 0;
    *at += strspn(*at, " \t\n");
    if (!**at) return false;
    n = **at == ';' ? 1 : strcspn(*at, " \t\n;");
    snprintf(word, TSU_PARAMETER_WORD, "%.*s", (int)n, *at);
    *at += n;
    return true;
}

bool tsu_parameter_number(const char *word, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return end != word && *end == '\0' && !isnan(*out);
}

static const struct shape {
    const char *name, *usage;
    tsu_region_shape shape;
    bool axis;
    int numbers;
} shapes[] = {{"block", "block XLO XHI YLO YHI ZLO ZHI", TSU_REGION_BLOCK, false, 6},
              {"sphere", "sphere X Y Z R", TSU_REGION_SPHERE, false, 4},
              {"cylinder", "cylinder AXIS C1 C2 R LO HI", TSU_REGION_CYLINDER, true, 5},
              {"cone", "cone AXIS C1 C2 RLO RHI LO HI", TSU_REGION_CONE, true, 6},
              {"plane", "plane X Y Z NX NY NZ", TSU_REGION_PLANE, false, 6}};
enum { SHAPES = (int)(sizeof shapes / sizeof *shapes) };

/* What makes no sense of the numbers of a shape; NULL: nothing. */
static const char *fill_straight(tsu_region *r, const double v[6])
{
    const double n = sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    for (int q = 0; q < 3; q++) {
        if (r->shape == TSU_REGION_BLOCK) {
            r->lo[q] = v[2 * q];
            r->hi[q] = v[2 * q + 1];
            if (!(r->lo[q] <= r->hi[q])) return "a lower bound lies above the upper one";
            continue;
        }
        r->centre[q] = v[q];
        if (r->shape == TSU_REGION_PLANE) r->normal[q] = v[3 + q] / n;
    }
    if (r->shape == TSU_REGION_PLANE && !(n > 0.0)) return "the normal has no length";
    r->radius[0] = r->shape == TSU_REGION_SPHERE ? v[3] : 0.0;
    return r->radius[0] >= 0.0 ? NULL : "the radius is negative";
}

static const char *fill_turned(tsu_region *r, const double v[6])
{
    const bool cone = r->shape == TSU_REGION_CONE;
    const int a = r->axis == 0 ? 1 : 0, b = r->axis == 2 ? 1 : 2;
    r->centre[a] = v[0];
    r->centre[b] = v[1];
    r->radius[0] = v[2];
    if (cone) r->radius[1] = v[3];
    r->along[0] = v[cone ? 4 : 3];
    r->along[1] = v[cone ? 5 : 4];
    if (!(r->radius[0] >= 0.0 && r->radius[1] >= 0.0)) return "the radius is negative";
    if (!(r->along[0] <= r->along[1])) return "the lower end lies above the upper one";
    return cone && !isfinite(r->along[1] - r->along[0]) ? "a cone needs finite ends" : NULL;
}

static const char *read_shape(const struct shape *s, const char *at, tsu_region *r)
{
    char word[TSU_PARAMETER_WORD] = "";
    double v[6] = {0};
    r->shape = s->shape;
    if (s->axis) {
        if (!tsu_parameter_word(&at, word) || strlen(word) != 1 || !strchr("xyz", word[0]))
            return "the axis must be x, y or z";
        r->axis = word[0] - 'x';
    }
    for (int k = 0; k < s->numbers; k++) {
        if (!tsu_parameter_word(&at, word) || !tsu_parameter_number(word, &v[k]))
            return "a number is missing or invalid";
    }
    if (tsu_parameter_word(&at, word)) {
        r->outside = strcmp(word, "out") == 0;
        if (!r->outside || tsu_parameter_word(&at, word)) return "there is one word too many";
    }
    return s->axis ? fill_turned(r, v) : fill_straight(r, v);
}

tsu_region *tsu_region_from_words(const char *words, tsu_error *err)
{
    char name[TSU_PARAMETER_WORD] = "";
    const char *at = words;
    const struct shape *s = NULL;
    (void)tsu_parameter_word(&at, name);
    for (int k = 0; k < SHAPES; k++) {
        if (strcmp(shapes[k].name, name) == 0) s = &shapes[k];
    }
    if (!s) {
        tsu_error_set(
            err, TSU_ERROR_INPUT,
            "region '%.80s' begins with no shape; there are block, sphere, cylinder, cone and plane", words);
        return NULL;
    }
    tsu_region *r = calloc(1, sizeof *r);
    const char *wrong = r ? read_shape(s, at, r) : "there is no memory";
    if (!wrong) return r;
    free(r);
    tsu_error_set(err, TSU_ERROR_INPUT,
                  "region '%.80s': %s; write `%s`, followed by `out` for its complement", words, wrong,
                  s->usage);
    return NULL;
}
