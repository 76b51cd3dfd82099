/* SPDX-License-Identifier: Apache-2.0 */
/* commands_particles.c - creating and changing particles: create_atoms single, set, group, velocity. */
#include "base/memory.h"
#include "script/session.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- create_atoms ---------------------------------------------------------------------------------------------------- */

enum { DEFAULT_DENSITY = 1 };

static tsu_status create_single(tsu_session *s, tsu_words *words, int type, tsu_error *err)
{
    static const char *const list[] = {"units", NULL}, *const units[] = {"box", "lattice", NULL};
    tsu_particle_def def = tsu_particle_def_default();
    tsu_status status = tsu_words_numbers(words, "the position", 3, def.position, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int k;
        status = tsu_words_choice(words, "a keyword", list, &k, err);
        if (status == TSU_OK) status = tsu_words_choice(words, "box or lattice", units, &k, err);
        if (status == TSU_OK && k == 1)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "write `units box`");
    }
    if (status != TSU_OK) return status;
    const tsu_box *b = &s->world->box;
    for (int q = 0; q < 3; q++) {
        if (s->world->boundary[q][0] == 'f' && (def.position[q] < b->lo[q] || def.position[q] > b->hi[q]))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                   "the particle at %c = %g is outside the box (%g to %g)", "xyz"[q],
                                   def.position[q], b->lo[q], b->hi[q]);
    }
    def.type = type;
    def.radius = 0.5; /* as LIGGGHTS: diameter 1 and density 1 until `set` says otherwise */
    def.density = DEFAULT_DENSITY;
    return tsu_particles_add(s->world, &def, 1, err);
}

static tsu_status run_create_atoms(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {"single", NULL};
    tsu_session *s = tsu_session_of(script);
    int64_t type;
    int style;
    tsu_status status = tsu_session_need_world(s, "create_atoms", err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the material", 1, s->world->materials.types, &type, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the style", styles, &style, err);
    return status == TSU_OK ? create_single(s, words, (int)type, err) : status;
}

/* ---- groups ------------------------------------------------------------------------------------------------------------ */

static tsu_status group_index(tsu_session *s, const tsu_words *words, const char *name, int *index,
                              tsu_error *err)
{
    *index = tsu_session_find_group(s, name);
    if (*index >= 0) return TSU_OK;
    if (s->groups == TSU_GROUPS_MAX)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there may be %d groups", TSU_GROUPS_MAX);
    if (strlen(name) >= TSU_NAME)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    *index = s->groups;
    snprintf(s->group[s->groups++], TSU_NAME, "%s", name);
    return TSU_OK;
}

/* `1 2:5 7:9:2`, or `< 5`, `<> 2 6` ...; types and ids alike. */
static tsu_status parse_selection(tsu_words *words, double (*range)[3], int *ranges, int most, tsu_error *err)
{
    static const char *const compare[] = {"<", ">", "<=", ">=", "==", "!=", "<>", NULL};
    *ranges = 0;
    const char *word = tsu_words_peek(words);
    for (int k = 0; word && compare[k]; k++) {
        if (strcmp(word, compare[k]) != 0) continue;
        double a, b = 0.0;
        words->at++;
        tsu_status status = tsu_words_number(words, "a bound", &a, err);
        if (status == TSU_OK && k == 6) status = tsu_words_number(words, "a second bound", &b, err);
        if (status != TSU_OK) return status;
        const double low[] = {-INFINITY, a + 1.0, -INFINITY, a, a, -INFINITY, a};
        const double high[] = {a - 1.0, INFINITY, a, INFINITY, a, a - 1.0, b};
        range[0][0] = low[k];
        range[0][1] = high[k];
        range[0][2] = 1.0;
        *ranges = 1;
        if (k == 5) {
            range[1][0] = a + 1.0;
            range[1][1] = INFINITY;
            range[1][2] = 1.0;
            *ranges = 2;
        }
        return tsu_words_end(words, err);
    }
    while (tsu_words_left(words)) {
        long long lo, hi, by = 1;
        char rest;
        if (*ranges == most)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "more than %d entries", most);
        tsu_status status = tsu_words_text(words, "a number or a range", &word, err);
        if (status != TSU_OK) return status;
        const int n = sscanf(word, "%lld:%lld:%lld%c", &lo, &hi, &by, &rest);
        const bool plain = n == 1 && strspn(word, "0123456789-") == strlen(word);
        const bool ranged = (n == 2 || n == 3) && strchr(word, ':');
        if (!plain && !ranged)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%s' is no number or range like 1:10", word);
        range[*ranges][0] = (double)lo;
        range[*ranges][1] = (double)(plain ? lo : hi);
        range[(*ranges)++][2] = (double)(by > 0 ? by : 1);
    }
    return *ranges > 0 ? TSU_OK : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "nothing is selected");
}

static bool in_ranges(double value, double (*range)[3], int ranges)
{
    for (int k = 0; k < ranges; k++) {
        if (value < range[k][0] || value > range[k][1]) continue;
        if (range[k][2] == 1.0 || fmod(value - range[k][0], range[k][2]) == 0.0) return true;
    }
    return false;
}

static tsu_status group_by_number(tsu_session *s, tsu_words *words, bool by_type, uint32_t bit,
                                  tsu_error *err)
{
    enum { MOST = 256 };
    double(*range)[3] = calloc(MOST, sizeof *range);
    int ranges = 0;
    if (!range) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a group");
    const tsu_status status = parse_selection(words, range, &ranges, MOST, err);
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        const double value = by_type ? p->type[i] + 1 : (double)p->id[i];
        if (in_ranges(value, range, ranges)) p->group[i] |= bit;
    }
    free(range);
    return status;
}

/* union, subtract (first minus the others) and intersect of groups. */
static tsu_status group_by_groups(tsu_session *s, tsu_words *words, char how, uint32_t bit, tsu_error *err)
{
    uint32_t mask[TSU_GROUPS_MAX];
    int n = 0;
    while (tsu_words_left(words) && n < TSU_GROUPS_MAX) {
        const char *name;
        int g;
        tsu_status status = tsu_words_text(words, "a group", &name, err);
        if (status == TSU_OK) status = tsu_session_group(s, name, &g, err);
        if (status != TSU_OK) return status;
        mask[n++] = 1u << g;
    }
    if (n == 0) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no group is named");
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        const uint32_t groups = p->group[i];
        bool in = how == 'u' ? false : (groups & mask[0]) != 0;
        for (int k = how == 'u' ? 0 : 1; k < n; k++) {
            const bool member = (groups & mask[k]) != 0;
            in = how == 'u' ? in || member : how == 's' ? in && !member : in && member;
        }
        if (in) p->group[i] |= bit;
    }
    return TSU_OK;
}

static tsu_status run_group(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const styles[] = {"type",     "id",        "region",     "union",
                                         "subtract", "intersect", "initialize", NULL};
    tsu_session *s = tsu_session_of(script);
    const char *name;
    int style, g;
    tsu_region *r;
    tsu_status status = tsu_session_need_world(s, "group", err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group's name", &name, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the style", styles, &style, err);
    if (status == TSU_OK) status = group_index(s, words, name, &g, err);
    if (status != TSU_OK) return status;
    const uint32_t bit = 1u << g;
    tsu_particles *p = &s->world->particles;
    if (style == 0 || style == 1) return group_by_number(s, words, style == 0, bit, err);
    if (style >= 3 && style <= 5) return group_by_groups(s, words, "usi"[style - 3], bit, err);
    if (style == 6) return tsu_words_end(words, err);
    status = tsu_words_text(words, "a region", &name, err);
    if (status == TSU_OK) status = tsu_session_region(s, name, &r, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (tsu_region_contains(r, p->xr[i])) p->group[i] |= bit;
    }
    return status;
}

/* ---- set ----------------------------------------------------------------------------------------------------------------- */

static const char *const set_words[] = {"type", "diameter", "density", "mass",   "x",      "y",      "z",
                                        "vx",   "vy",       "vz",      "omegax", "omegay", "omegaz", NULL};
enum { SET_TYPE, SET_DIAMETER, SET_DENSITY, SET_MASS, SET_X, SET_VX = SET_X + 3, SET_OMEGAX = SET_VX + 3 };

static tsu_status check_set(const tsu_session *s, const tsu_words *words, int what, double value,
                            tsu_error *err)
{
    const bool positive = what == SET_DIAMETER || what == SET_DENSITY || what == SET_MASS;
    if (positive && !(value > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "%s is %g; it must be positive",
                               set_words[what], value);
    if (what == SET_TYPE && (value != floor(value) || value < 1.0 || value > s->world->materials.types))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "material %g; there are 1 to %d",
                               value, s->world->materials.types);
    return TSU_OK;
}

static void set_one(tsu_particles *p, int32_t i, int what, double value)
{
    if (what == SET_TYPE)
        p->type[i] = (int32_t)value - 1;
    else if (what == SET_DIAMETER)
        tsu_particles_set_size(p, i, 0.5 * value, p->density[i]);
    else if (what == SET_DENSITY)
        tsu_particles_set_size(p, i, p->xr[i][3], value);
    else if (what == SET_MASS)
        tsu_particles_set_size(p, i, p->xr[i][3], value / tsu_sphere_mass(p->xr[i][3], 1.0));
    else if (what >= SET_OMEGAX)
        p->wi[i][what - SET_OMEGAX] = value;
    else if (what >= SET_VX)
        p->vm[i][what - SET_VX] = value;
    else
        p->xr[i][what - SET_X] = value;
}

static tsu_status select_particles(tsu_session *s, tsu_words *words, uint8_t *chosen, tsu_error *err)
{
    static const char *const styles[] = {"atom", "type", "group", "region", NULL};
    int style, g = 0;
    tsu_region *r = NULL;
    const char *word;
    double range[1][3] = {{0}};
    tsu_status status = tsu_words_choice(words, "what to choose by", styles, &style, err);
    if (status == TSU_OK) status = tsu_words_text(words, "which", &word, err);
    if (status != TSU_OK) return status;
    if (style == 2) status = tsu_session_group(s, word, &g, err);
    if (style == 3) status = tsu_session_region(s, word, &r, err);
    if (style < 2) {
        char *star = strchr(word, '*');
        double n = 0.0;
        range[0][0] = star == word ? -INFINITY : strtod(word, NULL);
        range[0][1] = star ? (star[1] ? strtod(star + 1, NULL) : INFINITY) : range[0][0];
        range[0][2] = 1.0;
        if (!star && !tsu_parse_number(word, &n))
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%s' is no number or range like 1*10", word);
    }
    const tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        chosen[i] = style == 0   ? in_ranges((double)p->id[i], range, 1)
                    : style == 1 ? in_ranges(p->type[i] + 1, range, 1)
                    : style == 2 ? tsu_session_in_group(s, i, g)
                                 : tsu_region_contains(r, p->xr[i]);
    }
    return status;
}

/* A number for each chosen particle: a constant, or a variable of any style. */
static tsu_status read_values(tsu_session *s, tsu_words *words, const uint8_t *chosen, double *value,
                              tsu_error *err)
{
    tsu_quantity q;
    const int32_t n = s->world->particles.count;
    const tsu_status status = tsu_words_quantity(words, "the value", &q, err);
    if (status != TSU_OK) return status;
    if (q.variable[0]) return tsu_script_variable_particles(s->script, q.variable, chosen, n, value, err);
    for (int32_t i = 0; i < n; i++) {
        value[i] = q.value;
    }
    return TSU_OK;
}

static tsu_status set_keywords(tsu_session *s, tsu_words *words, const uint8_t *chosen, double *value,
                               tsu_error *err)
{
    tsu_particles *p = &s->world->particles;
    while (tsu_words_left(words)) {
        int what;
        tsu_status status = tsu_words_choice(words, "what to set", set_words, &what, err);
        if (status == TSU_OK) status = read_values(s, words, chosen, value, err);
        for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
            if (chosen[i]) status = check_set(s, words, what, value[i], err);
        }
        if (status != TSU_OK) return status;
        for (int32_t i = 0; i < p->count; i++) {
            if (chosen[i]) set_one(p, i, what, value[i]);
        }
    }
    return TSU_OK;
}

static tsu_status run_set(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    uint8_t *chosen = NULL;
    double *value = NULL;
    tsu_status status = tsu_session_need_world(s, "set", err);
    if (status != TSU_OK) return status;
    const size_t n = (size_t)s->world->particles.count + 1;
    status = tsu_memory_allocate(&chosen, n, sizeof *chosen, "chosen particles", err);
    if (status == TSU_OK) status = tsu_memory_allocate(&value, n, sizeof *value, "values", err);
    if (status == TSU_OK) status = select_particles(s, words, chosen, err);
    if (status == TSU_OK && !tsu_words_left(words))
        status = tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`set` sets nothing");
    if (status == TSU_OK) {
        tsu_world_change(s->world);
        status = set_keywords(s, words, chosen, value, err);
    }
    tsu_memory_release(&chosen);
    tsu_memory_release(&value);
    return status;
}

const tsu_command tsu_commands_particles[] = {
    {"create_atoms", "create_atoms TYPE single X Y Z [units box]", "put particles into the box",
     run_create_atoms},
    {"group", "group NAME type|id|region|union|subtract|intersect ...", "name a set of particles", run_group},
    {"set", "set atom|type|group|region WHICH KEYWORD VALUE ...", "change properties of particles", run_set},
    {0}};
