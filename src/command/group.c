/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - `group`: sets of particles by name. A group is a bit in each particle's mask; particles made later do
 * not join by themselves. */
#include "base/memory.h"
#include "command/command.h"
#include "model/rows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The group of that name, or a free one that gets it. */
static tsu_status group_index(tsu_session *s, const tsu_words *words, const char *name, int *index,
                              tsu_error *err)
{
    *index = tsu_session_find_group(s, name);
    if (*index >= 0) return TSU_OK;
    if (strlen(name) >= TSU_NAME || name[0] == '\0')
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the name '%s' is empty or too long", name);
    *index = 0;
    while (*index < s->groups && s->group[*index][0]) {
        ++*index;
    }
    if (*index == TSU_GROUPS_MAX)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there may be %d groups", TSU_GROUPS_MAX);
    if (*index == s->groups) s->groups++;
    snprintf(s->group[*index], TSU_NAME, "%s", name);
    return TSU_OK;
}

/* ---- by number --------------------------------------------------------------------------------------------------------- */

typedef struct range {
    double low, high, by;
} range;

static bool in_ranges(double value, const range *list, int ranges)
{
    for (int k = 0; k < ranges; k++) {
        if (value < list[k].low || value > list[k].high) continue;
        if (list[k].by == 1.0 || fmod(value - list[k].low, list[k].by) == 0.0) return true;
    }
    return false;
}

/* `< 5`, `<> 2 6` ...; *ranges stays 0 if the next word is no comparison. */
static tsu_status parse_comparison(tsu_words *words, range *list, int *ranges, tsu_error *err)
{
    enum { BELOW, ABOVE, AT_MOST, AT_LEAST, EQUAL, OTHER, BETWEEN };
    static const char *const compare[] = {[BELOW] = "<",  [ABOVE] = ">",  [AT_MOST] = "<=", [AT_LEAST] = ">=",
                                          [EQUAL] = "==", [OTHER] = "!=", [BETWEEN] = "<>", NULL};
    const char *word = tsu_words_peek(words);
    int k = 0;
    double a, b = 0.0;
    while (word && compare[k] && strcmp(word, compare[k]) != 0) {
        k++;
    }
    if (!word || !compare[k]) return TSU_OK;
    words->at++;
    tsu_status status = tsu_words_number(words, "a bound", &a, err);
    if (status == TSU_OK && k == BETWEEN) status = tsu_words_number(words, "a second bound", &b, err);
    if (status != TSU_OK) return status;
    const range within[] = {[BELOW] = {-INFINITY, a - 1.0, 1.0},
                            [ABOVE] = {a + 1.0, INFINITY, 1.0},
                            [AT_MOST] = {-INFINITY, a, 1.0},
                            [AT_LEAST] = {a, INFINITY, 1.0},
                            [EQUAL] = {a, a, 1.0},
                            [OTHER] = {-INFINITY, a - 1.0, 1.0},
                            [BETWEEN] = {a, b, 1.0}};
    list[(*ranges)++] = within[k];
    if (k == OTHER) list[(*ranges)++] = (range){a + 1.0, INFINITY, 1.0};
    return tsu_words_end(words, err);
}

/* `1 2:5 7:9:2`, or a comparison; types and ids alike. */
static tsu_status parse_numbers(tsu_words *words, range *list, int *ranges, tsu_error *err)
{
    tsu_status status = parse_comparison(words, list, ranges, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        long long lo, hi, by = 1;
        char rest;
        const char *word = words->word[words->at++];
        const int n = sscanf(word, "%lld:%lld:%lld%c", &lo, &hi, &by, &rest);
        const bool plain = n == 1 && word[strspn(word, "0123456789")] == '\0';
        if ((!plain && n != 2 && n != 3) || by < 1)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%s' is not a number or range like 1:10 or 1:10:2", word);
        list[(*ranges)++] = (range){(double)lo, (double)(plain ? lo : hi), (double)by};
    }
    if (status == TSU_OK && *ranges == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no number is given");
    return status;
}

static tsu_status group_by_number(tsu_session *s, tsu_words *words, bool by_type, uint32_t bit,
                                  tsu_error *err)
{
    range *list = calloc((size_t)words->count + 2, sizeof *list);
    int ranges = 0;
    if (!list) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a group");
    const tsu_status status = parse_numbers(words, list, &ranges, err);
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        const double value = by_type ? p->type[i] + 1 : (double)p->id[i];
        if (in_ranges(value, list, ranges)) p->group[i] |= bit;
    }
    free(list);
    return status;
}

/* ---- by other groups, region, variable ------------------------------------------------------------------------------------ */

/* union; subtract: the first, without the others; intersect. */
static tsu_status group_by_groups(tsu_session *s, tsu_words *words, char how, uint32_t bit, tsu_error *err)
{
    uint32_t any = 0, first = 0;
    int n = 0;
    for (; tsu_words_left(words); n++) {
        const char *name;
        int g;
        tsu_status status = tsu_words_text(words, "a group", &name, err);
        if (status == TSU_OK) status = tsu_session_group(s, name, &g, err);
        if (status != TSU_OK) return status;
        if (n == 0 && how == 's')
            first = 1u << g;
        else
            any |= 1u << g;
    }
    if (n < (how == 'u' ? 1 : 2))
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "too few groups are named");
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        const uint32_t groups = p->group[i];
        const bool in = how == 'u'   ? (groups & any) != 0
                        : how == 's' ? (groups & first) != 0
                                     : (groups & any) == any;
        if (in) p->group[i] |= bit;
        if (how == 's' && (groups & any)) p->group[i] &= ~bit;
    }
    return TSU_OK;
}

static tsu_status group_by_region(tsu_session *s, tsu_words *words, uint32_t bit, tsu_error *err)
{
    const char *name;
    tsu_region *r;
    tsu_status status = tsu_words_text(words, "a region", &name, err);
    if (status == TSU_OK) status = tsu_session_region(s, name, &r, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    for (int32_t i = 0; status == TSU_OK && i < s->world->particles.count; i++) {
        if (tsu_world_in_region(s->world, i, r)) s->world->particles.group[i] |= bit;
    }
    return status;
}

static tsu_status group_by_variable(tsu_session *s, tsu_words *words, uint32_t bit, tsu_error *err)
{
    const char *name;
    double *value = NULL;
    const int32_t n = s->world->particles.count;
    tsu_status status = tsu_words_text(words, "the name of a variable", &name, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = tsu_memory_allocate(&value, (size_t)n, sizeof *value, "values", err);
    if (status == TSU_OK) status = tsu_script_variable_particles(s->script, name, NULL, n, value, err);
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        if (value[i] != 0.0) s->world->particles.group[i] |= bit;
    }
    tsu_memory_release(&value);
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------------------ */

static tsu_status delete_group(tsu_session *s, tsu_words *words, const char *name, tsu_error *err)
{
    int g;
    tsu_status status = tsu_session_group(s, name, &g, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    if (g == 0) return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "group all cannot be deleted");
    const tsu_objects *lists[] = {&s->fixes, &s->computes, &s->dumps};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            const tsu_object *o = lists[q]->object[k];
            if (o->group == g)
                return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "group %s is used by '%s' (%s, %s)",
                                       name, o->id, o->style, o->origin);
        }
    }
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        s->world->particles.group[i] &= ~(1u << g);
    }
    s->group[g][0] = '\0';
    return TSU_OK;
}

static void say_count(tsu_session *s, int g)
{
    int32_t n = 0;
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        n += tsu_session_in_group(s, i, g);
    }
    tsu_script_say(s->script, "%d atoms in group %s\n", n, s->group[g]);
}

enum { TYPE, ID, REGION, UNION, SUBTRACT, INTERSECT, INITIALIZE, VARIABLE, DELETE, MOLECULE };

static tsu_status run_group(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {[TYPE] = "type",
                                         [ID] = "id",
                                         [REGION] = "region",
                                         [UNION] = "union",
                                         [SUBTRACT] = "subtract",
                                         [INTERSECT] = "intersect",
                                         [INITIALIZE] = "initialize",
                                         [VARIABLE] = "variable",
                                         [DELETE] = "delete",
                                         [MOLECULE] = "molecule",
                                         NULL};
    tsu_session *s = tsu_session_of(script);
    const char *name;
    int style, g;
    tsu_status status = tsu_session_need_world(s, "group", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group's name", &name, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a style", styles, &style, err);
    if (status != TSU_OK) return status;
    if (style == MOLECULE)
        return tsu_words_error(words, 2, TSU_ERROR_UNSUPPORTED, err, "there are no molecules of particles");
    tsu_world_change(s->world); /* walls and integrators act on groups */
    if (style == DELETE) return delete_group(s, words, name, err);
    status = group_index(s, words, name, &g, err);
    if (status != TSU_OK) return status;
    const uint32_t bit = 1u << g;
    switch (style) {
    case TYPE:
    case ID: status = group_by_number(s, words, style == TYPE, bit, err); break;
    case REGION: status = group_by_region(s, words, bit, err); break;
    case VARIABLE: status = group_by_variable(s, words, bit, err); break;
    case INITIALIZE: status = tsu_words_end(words, err); break;
    default:
        status = group_by_groups(s, words, style == UNION ? 'u' : style == SUBTRACT ? 's' : 'i', bit, err);
    }
    if (status == TSU_OK) say_count(s, g);
    return status;
}

const tsu_command tsu_commands_group[] = {
    {"group", "group NAME type|id|region|variable|union|subtract|intersect|initialize|delete ...",
     "define a group of particles", run_group},
    {0}};
