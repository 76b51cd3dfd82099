/* SPDX-License-Identifier: Apache-2.0 */
#include "law/lawset.h"
#include "law/property.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 128 };

void tsu_lawset_free(tsu_lawset *s)
{
    free(s->table);
    *s = (tsu_lawset){0};
}

static bool kind_of_word(const char *word, tsu_law_kind *kind)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (strcmp(word, tsu_law_kind_word((tsu_law_kind)k)) == 0) {
            *kind = (tsu_law_kind)k;
            return true;
        }
    }
    return false;
}

static tsu_status unknown_law(tsu_law_kind kind, const char *name, tsu_error *err)
{
    const char *names[NAMES_MAX] = {0};
    char all[512] = "";
    int n = 0;
    names[n++] = kind == TSU_SURFACE ? "default" : "off";
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law && n < NAMES_MAX - 1; law++) {
        names[n++] = (*law)->name;
    }
    const int skip = kind == TSU_NORMAL ? 1 : 0;
    for (int k = skip; k < n; k++) {
        const size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", k > skip ? ", " : "", names[k]);
    }
    const char *near = tsu_nearest_word(name, names + skip);
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "unknown %s model '%s'%s%s%s known are: %s (and those of plugins, after `plugin load FILE`)",
        kind == TSU_NORMAL ? "contact" : tsu_law_kind_word(kind), name, near ? "; did you mean '" : "",
        near ? near : "", near ? "'?" : ";", all);
}

/* Lays out coefficients and history of the chosen laws one after the other. */
static tsu_status lay_out(tsu_lawset *s, tsu_error *err)
{
    s->coefficients = s->history = 0;
    s->accounts = s->heating = 0;
    s->spent = false;
    s->apart = s->law[TSU_COHESION] && s->law[TSU_COHESION]->apart;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        const tsu_law *law = s->law[k];
        s->first_coefficient[k] = s->coefficients;
        s->first_history[k] = s->history;
        if (!law) continue;
        s->accounts |= law->accounts;
        s->coefficients += law->coefficients;
        for (const tsu_law_history *h = law->history; h && h->name; h++) {
            for (int q = 0; q < h->width && s->history < TSU_HISTORY_MAX; q++) {
                s->antisymmetric[s->history++] = h->antisymmetric;
            }
        }
    }
    if (s->coefficients > TSU_COEFFICIENT_MAX || s->history >= TSU_HISTORY_MAX)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "these models together need %d coefficients and %d history values",
                             s->coefficients, s->history);
    return TSU_OK;
}

tsu_status tsu_lawset_choose(tsu_lawset *s, int words, const char *const *word, int *used, tsu_error *err)
{
    tsu_lawset chosen = {0};
    int k = 0;
    tsu_law_kind kind;
    for (; k < words && kind_of_word(word[k], &kind); k += 2) {
        if (k + 1 >= words)
            return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' must be followed by the name of a model",
                                 word[k]);
        const char *name = word[k + 1];
        const bool off = kind == TSU_SURFACE ? strcmp(name, "default") == 0
                                             : kind != TSU_NORMAL && strcmp(name, "off") == 0;
        chosen.law[kind] = off ? NULL : tsu_law_find(kind, name);
        if (!off && !chosen.law[kind]) return unknown_law(kind, name, err);
    }
    if (!chosen.law[TSU_NORMAL])
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "no normal model is given: write 'model hertz', 'model hooke', ...");
    const tsu_status status = lay_out(&chosen, err);
    if (status != TSU_OK) return status;
    tsu_lawset_free(s);
    *s = chosen;
    *used = k;
    return TSU_OK;
}

static int keyword_index(const tsu_law *law, const char *word)
{
    int index = 0;
    for (const tsu_law_keyword *k = law ? law->keywords : NULL; k && k->name; k++, index++) {
        if (strcmp(k->name, word) == 0) return index;
    }
    return -1;
}

bool tsu_lawset_has_keyword(const tsu_lawset *s, const char *word)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (keyword_index(s->law[k], word) >= 0) return true;
    }
    return false;
}

bool tsu_lawset_wants_spent(const tsu_lawset *s)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        const int index = keyword_index(s->law[k], "computeDissipatedEnergy");
        if (index >= 0 && s->keyword[k][index] != 0) return true;
    }
    return false;
}

void tsu_lawset_set_spent(tsu_lawset *s, bool on)
{
    if (on != s->spent) s->history += on ? TSU_SPENT_ROWS : -TSU_SPENT_ROWS;
    s->spent = on;
}

static tsu_status unknown_keyword(const tsu_lawset *s, const char *word, tsu_error *err)
{
    const char *names[NAMES_MAX] = {0};
    int n = 0;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        names[n++] = tsu_law_kind_word((tsu_law_kind)k); /* `rolling_frction epsd2` ends up here too */
        for (const tsu_law_keyword *q = s->law[k] ? s->law[k]->keywords : NULL;
             q && q->name && n < NAMES_MAX - 1; q++) {
            names[n++] = q->name;
        }
    }
    const char *near = tsu_nearest_word(word, names);
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "none of the chosen contact models has a keyword '%s'%s%s%s (see `tsubu laws`)",
                         word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static int choice_index(const char *const *choices, const char *value)
{
    const bool on_off = strcmp(choices[0], "on") == 0 || strcmp(choices[0], "off") == 0;
    if (on_off && strcmp(value, "yes") == 0) value = "on";
    if (on_off && strcmp(value, "no") == 0) value = "off";
    for (int k = 0; choices[k]; k++) {
        if (strcmp(choices[k], value) == 0) return k;
    }
    return -1;
}

/* What warms the bodies: losses for good. What projections and changes of stiffness do to springs comes and goes. */
static const unsigned heat_of_kind[TSU_LAW_KINDS] = {
    [TSU_NORMAL] = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_PLASTIC,
    [TSU_COHESION] = 1u << TSU_ACCOUNT_COHESION,
    [TSU_TANGENTIAL] = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT,
    [TSU_ROLLING] = 1u << TSU_ACCOUNT_ROLLING_SLIP | 1u << TSU_ACCOUNT_ROLLING_DASHPOT};

tsu_status tsu_lawset_set_keyword(tsu_lawset *s, const char *keyword, const char *value, tsu_error *err)
{
    if (!tsu_lawset_has_keyword(s, keyword)) return unknown_keyword(s, keyword, err);
    int choice[TSU_LAW_KINDS], index[TSU_LAW_KINDS];
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        index[k] = keyword_index(s->law[k], keyword);
        if (index[k] < 0) continue;
        const char *const *choices = s->law[k]->keywords[index[k]].choices;
        choice[k] = choice_index(choices, value);
        if (choice[k] < 0)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "'%s' is not a value of keyword %s of %s %s; write %s or %s", value, keyword,
                                 tsu_law_kind_word((tsu_law_kind)k), s->law[k]->name, choices[0], choices[1]);
    }
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (index[k] < 0) continue;
        s->keyword[k][index[k]] = choice[k];
        if (!s->law[k]->heating || strcmp(s->law[k]->heating, keyword) != 0) continue;
        const unsigned heats = heat_of_kind[k] & s->law[k]->accounts;
        s->heating = choice[k] != 0 ? s->heating | heats : s->heating & ~heats;
    }
    return TSU_OK;
}

/* Whether a condition "keyword=choice" of a parameter holds. */
static bool is_needed(const tsu_lawset *s, const tsu_law *law, const tsu_law_parameter *p)
{
    if (!p->needed_with) return true;
    char keyword[64];
    const char *equals = strchr(p->needed_with, '=');
    snprintf(keyword, sizeof keyword, "%.*s", (int)(equals - p->needed_with), p->needed_with);
    const int index = keyword_index(law, keyword);
    if (index < 0) return false;
    const char *now = law->keywords[index].choices[s->keyword[law->kind][index]];
    return strcmp(now, equals + 1) == 0;
}

static tsu_status check_range(const tsu_law *law, const tsu_law_parameter *p, const char *origin, double v,
                              int a, int b, tsu_error *err)
{
    const bool low = p->lowest_open ? v > p->lowest : v >= p->lowest;
    const bool high = p->highest_open ? v < p->highest : v <= p->highest;
    if (low && high) return TSU_OK;
    char place[64] = "";
    if (p->shape == TSU_PER_TYPE) snprintf(place, sizeof place, " of material %d", a + 1);
    if (p->shape == TSU_PER_PAIR) snprintf(place, sizeof place, " of materials %d and %d", a + 1, b + 1);
    return tsu_error_set(err, TSU_ERROR_INPUT, "property %s%s is %g%s%s%s; %s %s needs it in %c%g, %g%c%s%s",
                         p->name, place, v, origin[0] ? " (given at " : "", origin, origin[0] ? ")" : "",
                         tsu_law_kind_word(law->kind), law->name, p->lowest_open ? '(' : '[', p->lowest,
                         p->highest, p->highest_open || isinf(p->highest) ? ')' : ']',
                         strcmp(p->unit, "-") == 0 ? "" : " ", strcmp(p->unit, "-") == 0 ? "" : p->unit);
}

static const char *shape_word(tsu_shape_of_value shape)
{
    return shape == TSU_SCALAR ? "scalar" : shape == TSU_PER_TYPE ? "peratomtype" : "peratomtypepair";
}

/* A property that nothing reads and whose name is nearly the one that is missing, or NULL. */
static const char *misspelt(const tsu_materials *m, const char *name)
{
    const char *names[NAMES_MAX] = {0};
    for (int k = 0, n = 0; k < m->count && n < NAMES_MAX - 1; k++) {
        if (!tsu_property_is_known(m->property[k].name, NULL)) names[n++] = m->property[k].name;
    }
    return tsu_nearest_word(name, names);
}

/* Finds the property of a parameter and checks its shape; NULL with TSU_OK when it is optional and absent. */
static tsu_status find_property(const tsu_law *law, const tsu_law_parameter *p, tsu_materials *m,
                                tsu_property **found, tsu_error *err)
{
    *found = tsu_materials_find(m, p->name);
    if (!*found && p->optional) return TSU_OK;
    const char *near = *found ? NULL : misspelt(m, p->name);
    if (near)
        return tsu_error_lacks_name(
            err, p->name,
            tsu_error_set(err, TSU_ERROR_INPUT,
                          "%s %s needs the property %s, which is not given; `%s` is: is it misspelt?",
                          tsu_law_kind_word(law->kind), law->name, p->name, near));
    if (!*found)
        return tsu_error_lacks_named(
            err, TSU_LACKS_PROPERTY, p->name,
            tsu_error_set(err, TSU_ERROR_INPUT, "%s %s needs the property %s (%s%s%s%s), which is not given",
                          tsu_law_kind_word(law->kind), law->name, p->name, p->doc,
                          strcmp(p->unit, "-") ? " [" : "", strcmp(p->unit, "-") ? p->unit : "",
                          strcmp(p->unit, "-") ? "]" : ""));
    const tsu_property *q = *found;
    const int n = m->types;
    const bool fits = p->shape == TSU_SCALAR     ? q->rows == 1 && q->columns == 1
                      : p->shape == TSU_PER_TYPE ? q->rows * q->columns == n
                                                 : q->rows == n && q->columns == n;
    if (!fits)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "property %s has %d x %d values; %s %s needs it as %s for %d material%s",
                             p->name, q->rows, q->columns, tsu_law_kind_word(law->kind), law->name,
                             shape_word(p->shape), n, n == 1 ? "" : "s");
    (*found)->used = true;
    return TSU_OK;
}

bool tsu_lawset_missing(const tsu_lawset *s, tsu_materials *materials, int k, tsu_error *err)
{
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        const tsu_law *law = s->law[kind];
        for (const tsu_law_parameter *p = law ? law->parameters : NULL; p && p->name; p++) {
            tsu_property *q;
            if (!is_needed(s, law, p) || p->optional || tsu_materials_find(materials, p->name)) continue;
            if (k-- > 0) continue;
            (void)find_property(law, p, materials, &q, err);
            return true;
        }
    }
    return false;
}

static tsu_status read_values(const tsu_lawset *s, const tsu_law *law, tsu_materials *m, int a, int b,
                              double (*value)[2], tsu_error *err)
{
    int k = 0;
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++, k++) {
        value[k][0] = value[k][1] = p->fallback;
        if (!is_needed(s, law, p)) {
            /* The law knows it but does without it in this setting: it is not a stray property. */
            tsu_property *spare = tsu_materials_find(m, p->name);
            if (spare) spare->used = true;
            continue;
        }
        tsu_property *q;
        tsu_status status = find_property(law, p, m, &q, err);
        if (status != TSU_OK) return status;
        if (!q) continue;
        const int at[2] = {p->shape == TSU_SCALAR     ? 0
                           : p->shape == TSU_PER_TYPE ? a
                                                      : a * m->types + b,
                           p->shape == TSU_PER_TYPE   ? b
                           : p->shape == TSU_PER_PAIR ? b * m->types + a
                                                      : 0};
        for (int side = 0; side < 2; side++) {
            value[k][side] = q->value[at[side]];
            status = check_range(law, p, q->origin, value[k][side], side ? b : a, side ? a : b, err);
            if (status != TSU_OK) return status;
        }
    }
    return TSU_OK;
}

static tsu_status prepare_pair(const tsu_lawset *s, tsu_materials *m, int a, int b, double *coefficient,
                               tsu_error *err)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        const tsu_law *law = s->law[k];
        if (!law) continue;
        double value[TSU_PARAMETER_MAX][2];
        tsu_status status = read_values(s, law, m, a, b, value, err);
        if (status != TSU_OK) return status;
        const tsu_law_inputs in = {
            .value = (const double(*)[2])value, .keyword = s->keyword[k], .speed_unit_si = 1.0};
        status = law->prepare(&in, coefficient + s->first_coefficient[k], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

tsu_status tsu_lawset_prepare(tsu_lawset *s, tsu_materials *materials, tsu_error *err)
{
    const int n = materials->types;
    const size_t stride = (size_t)s->coefficients;
    double *table = calloc((size_t)(n * n) * stride + 1, sizeof *table);
    if (!table)
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the coefficients of %d materials", n);
    for (int a = 0; a < n; a++) {
        for (int b = a; b < n; b++) {
            double *ab = table + (size_t)(a * n + b) * stride, *ba = table + (size_t)(b * n + a) * stride;
            const tsu_status status = prepare_pair(s, materials, a, b, ab, err);
            if (status != TSU_OK) {
                free(table);
                return status;
            }
            memmove(ba, ab, stride * sizeof *ba);
        }
    }
    free(s->table);
    s->table = table;
    s->types = n;
    return TSU_OK;
}

double tsu_lawset_reach(const tsu_lawset *s, double radius, bool wall)
{
    double reach = 0.0;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        const tsu_law *law = s->law[k];
        if (!law || !law->reach) continue;
        for (int pair = 0; pair < s->types * s->types; pair++) {
            const double *p = s->table + (size_t)pair * (size_t)s->coefficients + s->first_coefficient[k];
            const double r = law->reach(p, radius, radius, wall);
            reach = r > reach ? r : reach;
        }
    }
    return reach;
}

const char *tsu_lawset_column(const tsu_lawset *s, double *start)
{
    const tsu_law *law = s->law[TSU_COHESION];
    if (!law || !law->column) return NULL;
    if (s->types > 0) *start = s->table[s->first_coefficient[TSU_COHESION] + law->column_start];
    return law->column;
}

/* The overlap of the bodies, while a surface law has put another in its place. */
typedef struct bodies_overlap {
    bool changed;
    tsu_lane overlap;
} bodies_overlap;

static void begin_surface(const tsu_lawset *s, tsu_block *b, const tsu_lane *coefficient, tsu_lane *history,
                          bodies_overlap *bodies)
{
    const tsu_law *law = s->law[TSU_SURFACE];
    bodies->changed = law && law->stage;
    if (!bodies->changed) return;
    memcpy(bodies->overlap, b->overlap, sizeof b->overlap);
    law->stage(b, coefficient + s->first_coefficient[TSU_SURFACE], history + s->first_history[TSU_SURFACE]);
}

/* The arms of the forces follow from the overlap of the bodies. */
static void end_surface(tsu_block *b, const bodies_overlap *bodies)
{
    if (bodies->changed) memcpy(b->overlap, bodies->overlap, sizeof b->overlap);
}

static const tsu_law_kind order_of_stages[] = {TSU_NORMAL, TSU_COHESION, TSU_TANGENTIAL, TSU_ROLLING};

static void soften(tsu_block *b, const double *factor)
{
    for (int l = 0; l < TSU_LANES; l++) {
        b->k_n_before[l] *= factor[l];
        b->k_t_before[l] *= factor[l];
    }
}

/* Each stage adds to what is stored, so it starts from nothing here; the sum is made in the order of the stages. */
void tsu_lawset_run_parts(const tsu_lawset *s, tsu_block *b, const tsu_lane *coefficient, tsu_lane *history,
                          const tsu_lane *softer, tsu_lane stored[TSU_LAW_KINDS])
{
    bodies_overlap bodies;
    begin_surface(s, b, coefficient, history, &bodies);
    memset(stored, 0, TSU_LAW_KINDS * sizeof *stored);
    for (int k = 0; k < 4; k++) {
        const tsu_law_kind kind = order_of_stages[k];
        const tsu_law *law = s->law[kind];
        if (softer && kind == TSU_TANGENTIAL) soften(b, softer[0]);
        if (softer && kind == TSU_ROLLING) soften(b, softer[1]);
        memset(b->elastic, 0, sizeof b->elastic);
        if (law) law->stage(b, coefficient + s->first_coefficient[kind], history + s->first_history[kind]);
        memcpy(stored[kind], b->elastic, sizeof b->elastic);
    }
    for (int l = 0; l < TSU_LANES; l++) {
        b->elastic[l] = stored[TSU_NORMAL][l] + stored[TSU_COHESION][l] + stored[TSU_TANGENTIAL][l] +
                        stored[TSU_ROLLING][l];
    }
    end_surface(b, &bodies);
    if (s->apart) tsu_block_add_bridges(b, s->law[TSU_TANGENTIAL] != NULL);
}

void tsu_lawset_run(const tsu_lawset *s, tsu_block *b, const tsu_lane *coefficient, tsu_lane *history)
{
    bodies_overlap bodies;
    begin_surface(s, b, coefficient, history, &bodies);
    for (int k = 0; k < 4; k++) {
        const tsu_law_kind kind = order_of_stages[k];
        const tsu_law *law = s->law[kind];
        if (law) law->stage(b, coefficient + s->first_coefficient[kind], history + s->first_history[kind]);
    }
    end_surface(b, &bodies);
    if (s->apart) tsu_block_add_bridges(b, s->law[TSU_TANGENTIAL] != NULL);
}

void tsu_lawset_add_spent(const tsu_lawset *s, const tsu_block *b, tsu_lane *history)
{
    tsu_lane *to = history + s->history - TSU_SPENT_ROWS;
    for (int l = 0; l < TSU_LANES; l++) {
        const bool on = b->touching[l] != 0.0;
        const double normal = b->account[TSU_ACCOUNT_NORMAL_DASHPOT][l] + b->account[TSU_ACCOUNT_PLASTIC][l] +
                              b->account[TSU_ACCOUNT_COHESION][l];
        const double tangential = b->account[TSU_ACCOUNT_SLIDING][l] +
                                  b->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT][l] +
                                  b->account[TSU_ACCOUNT_TANGENTIAL_HISTORY][l];
        const double rolling = b->account[TSU_ACCOUNT_ROLLING_SLIP][l] +
                               b->account[TSU_ACCOUNT_ROLLING_DASHPOT][l] +
                               b->account[TSU_ACCOUNT_ROLLING_HISTORY][l];
        to[TSU_SPENT_NORMAL][l] = on ? to[TSU_SPENT_NORMAL][l] + normal : 0.0;
        to[TSU_SPENT_TANGENTIAL][l] = on ? to[TSU_SPENT_TANGENTIAL][l] + tangential : 0.0;
        to[TSU_SPENT_ROLLING][l] = on ? to[TSU_SPENT_ROLLING][l] + rolling : 0.0;
    }
}
