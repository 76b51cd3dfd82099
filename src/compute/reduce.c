/* SPDX-License-Identifier: Apache-2.0 */
/* reduce.c - compute reduce and reduce/region: sum, min, max, ave, sumsq, avesq of numbers per particle, or per contact
 * where the input gives those. */
#include "base/memory.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_MAX = 32 };
enum { SUM, MIN, MAX, AVE, SUMSQ, AVESQ };
static const char *const modes[] = {
    [SUM] = "sum", [MIN] = "min", [MAX] = "max", [AVE] = "ave", [SUMSQ] = "sumsq", [AVESQ] = "avesq", NULL};

typedef struct reduction {
    int group, mode, inputs;
    char region[TSU_NAME]; /* empty: everywhere */
    char input[INPUTS_MAX][TSU_NAME];
    int found_by
        [INPUTS_MAX]; /* `replace`: the input whose least or largest entry is looked for; else itself */
} reduction;

/* The numbers of one input, and which of them count. */
typedef struct entries {
    double *value; /* owned */
    uint8_t *counts;
    int64_t count;
    const uint64_t *id; /* of particles; NULL: of contacts, whose order does not depend on rows */
} entries;

static void destroy_reduction(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static void free_entries(entries *e)
{
    tsu_memory_release(&e->value);
    tsu_memory_release(&e->counts);
}

/* The object behind c_ID[k] or f_ID[k] and the column k (0 without brackets); NULL if the input is something else. */
static const tsu_object *input_object(const tsu_session *s, const char *input, int64_t *column)
{
    char id[TSU_NAME];
    const bool compute = strncmp(input, "c_", 2) == 0;
    if (!compute && strncmp(input, "f_", 2) != 0) return NULL;
    const size_t n = strcspn(input + 2, "[");
    snprintf(id, sizeof id, "%.*s", (int)n, input + 2);
    *column = input[2 + n] ? strtoll(input + 3 + n, NULL, 10) : 0;
    return tsu_objects_find(compute ? &s->computes : &s->fixes, id);
}

static tsu_status reserve(entries *e, int64_t count, tsu_error *err)
{
    e->count = count;
    tsu_status status =
        tsu_memory_allocate(&e->value, (size_t)count + 1, sizeof *e->value, "a reduction", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&e->counts, (size_t)count + 1, sizeof *e->counts, "a reduction", err);
    return status;
}

static tsu_status local_entries(tsu_session *s, const tsu_object *o, int64_t column, entries *e,
                                tsu_error *err)
{
    const double *data;
    int64_t rows;
    if (column == 0) column = 1;
    if (column < 1 || column > o->values.local_columns)
        return tsu_error_set(err, TSU_ERROR_INPUT, "'%s' (%s) has %d columns, not %lld", o->id, o->style,
                             o->values.local_columns, (long long)column);
    tsu_status status = o->values.local(s, o->state, &data, &rows, err);
    if (status == TSU_OK) status = reserve(e, rows, err);
    for (int64_t k = 0; k < rows && status == TSU_OK; k++) {
        e->value[k] = data[k * o->values.local_columns + column - 1];
        e->counts[k] = 1;
    }
    return status;
}

static tsu_status particle_entries(tsu_session *s, const reduction *r, const char *input, entries *e,
                                   tsu_error *err)
{
    tsu_region *region;
    const int32_t n = s->world->particles.count;
    tsu_status status = tsu_session_settle(s, err); /* forces may be an input */
    if (status == TSU_OK) status = tsu_session_named_region(s, r->region, &region, err);
    if (status == TSU_OK) status = reserve(e, n, err);
    if (status == TSU_OK) status = tsu_particle_values(s, input, e->value, err);
    e->id = s->world->particles.id;
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        e->counts[i] =
            tsu_session_in_group(s, i, r->group) && (!region || tsu_world_in_region(s->world, i, region));
    }
    return status;
}

static tsu_status collect(tsu_session *s, const reduction *r, int64_t index, entries *e, tsu_error *err)
{
    int64_t column;
    const tsu_object *o = input_object(s, r->input[index], &column);
    *e = (entries){0};
    return o && o->values.local_columns > 0 ? local_entries(s, o, column, e, err)
                                            : particle_entries(s, r, r->input[index], e, err);
}

static bool entry_value(const void *context, int64_t k, double *value)
{
    const entries *e = context;
    value[0] = e->value[k];
    value[1] = e->value[k] * e->value[k];
    return e->counts[k] != 0;
}

/* The least or largest; of several that are equal the one with the lowest id. */
static double extreme_entry(const entries *e, bool least, int64_t *where)
{
    double result = least ? INFINITY : -INFINITY;
    bool any = false;
    for (int64_t k = 0; k < e->count; k++) {
        const double v = e->value[k];
        if (!e->counts[k]) continue;
        any = true;
        if (least ? v < result : v > result)
            *where = k;
        else if (v == result && *where >= 0 && e->id && e->id[k] < e->id[*where])
            *where = k;
        result = least ? fmin(v, result) : fmax(v, result);
    }
    return any ? result + 0.0 : 0.0; /* -0 is 0, whichever came first */
}

static double reduce_entries(const entries *e, int mode, int threads, int64_t *where)
{
    double sums[2];
    *where = -1;
    if (mode == MIN || mode == MAX) return extreme_entry(e, mode == MIN, where);
    const int64_t n = tsu_exact_rows(e->count, 2, threads, entry_value, e, sums);
    const double sum = sums[mode == SUMSQ || mode == AVESQ];
    return n > 0 && (mode == AVE || mode == AVESQ) ? sum / (double)n : sum;
}

static tsu_status reduce(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const reduction *r = state;
    entries e, other = {0};
    int64_t where;
    const int by = r->found_by[index];
    tsu_status status = collect(s, r, by, &e, err);
    if (status == TSU_OK) *out = reduce_entries(&e, r->mode, s->world->threads, &where);
    if (status == TSU_OK && by != index) {
        status = collect(s, r, index, &other, err);
        if (status == TSU_OK && other.count != e.count)
            status = tsu_error_set(err, TSU_ERROR_INPUT, "%s and %s differ in the number of entries",
                                   r->input[index], r->input[by]);
        if (status == TSU_OK && where >= 0) *out = other.value[where];
    }
    free_entries(&e);
    free_entries(&other);
    return status;
}

static tsu_status reduce_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return reduce(s, state, 0, out, err);
}

/* `replace I J`: input I is taken where input J is least or largest. */
static tsu_status read_replace(tsu_words *words, reduction *r, tsu_error *err)
{
    int64_t which, by;
    if (r->mode != MIN && r->mode != MAX)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "`replace` needs the mode min or max");
    tsu_status status = tsu_words_integer_in(words, "an input", 1, r->inputs, &which, err);
    if (status == TSU_OK) status = tsu_words_integer_in(words, "another input", 1, r->inputs, &by, err);
    if (status != TSU_OK) return status;
    if (which == by || r->found_by[which - 1] != which - 1 || r->found_by[by - 1] != by - 1)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "inputs %lld and %lld cannot replace each other", (long long)which,
                               (long long)by);
    r->found_by[which - 1] = (int)by - 1;
    return TSU_OK;
}

static tsu_status read_input(tsu_session *s, tsu_words *words, reduction *r, tsu_error *err)
{
    const char *word;
    int64_t column;
    const tsu_status status = tsu_words_text(words, "an input", &word, err);
    if (status != TSU_OK) return status;
    if (r->inputs == INPUTS_MAX || strlen(word) >= TSU_NAME)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               r->inputs == INPUTS_MAX ? "too many inputs" : "the input is too long");
    if ((strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0) && !input_object(s, word, &column))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "there is no %s for '%s'; define it first", word[0] == 'c' ? "compute" : "fix",
                               word);
    r->found_by[r->inputs] = r->inputs;
    const size_t length = strlen(word); /* an index of 0, which decks write behind scalars, is no index */
    const bool none = length > 3 && strcmp(word + length - 3, "[0]") == 0;
    snprintf(r->input[r->inputs++], TSU_NAME, "%.*s", (int)(none ? length - 3 : length), word);
    return TSU_OK;
}

static tsu_status read_inputs(tsu_session *s, tsu_words *words, reduction *r, tsu_error *err)
{
    bool replacing = false;
    while (tsu_words_left(words)) {
        const bool replace = tsu_words_accept(words, "replace");
        replacing = replacing || replace;
        if (replacing && !replace)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "inputs come before `replace`");
        const tsu_status status = replace ? read_replace(words, r, err) : read_input(s, words, r, err);
        if (status != TSU_OK) return status;
    }
    return r->inputs > 0 ? TSU_OK : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no input is named");
}

static tsu_status define(tsu_script *script, tsu_words *words, bool with_region, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    reduction *r = calloc(1, sizeof *r);
    if (!r) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    r->group = o.group;
    if (with_region) status = tsu_session_read_region(s, words, r->region, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "a mode", modes, &r->mode, err);
    if (status == TSU_OK) status = read_inputs(s, words, r, err);
    o.state = r;
    o.destroy = destroy_reduction;
    o.values = r->inputs == 1 ? (tsu_values){.scalar = reduce_scalar}
                              : (tsu_values){.vector_length = r->inputs, .vector = reduce};
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &o, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) free(r);
    return status;
}

static tsu_status compute_reduce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, err);
}

static tsu_status compute_reduce_region(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, err);
}

const tsu_command tsu_computes_reduce[] = {
    {"reduce", "compute ID GROUP reduce sum|min|max|ave|sumsq|avesq INPUT ... [replace I J ...]",
     "reduces the values of particles or contacts to one number for each input", compute_reduce},
    {"reduce/region",
     "compute ID GROUP reduce/region REGION sum|min|max|ave|sumsq|avesq INPUT ... [replace I J ...]",
     "the same for the particles in a region", compute_reduce_region},
    {0}};
