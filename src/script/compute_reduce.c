/* SPDX-License-Identifier: Apache-2.0 */
/* compute_reduce.c - compute reduce and reduce/region: sum, min, max, ave, sumsq, avesq of numbers per particle. */
#include "base/memory.h"
#include "script/session.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_MAX = 32 };
static const char *const modes[] = {"sum", "min", "max", "ave", "sumsq", "avesq", NULL};
enum { SUM, MIN, MAX, AVE, SUMSQ, AVESQ };

typedef struct reduction {
    int group, mode, inputs;
    tsu_region *region; /* NULL: everywhere */
    char input[INPUTS_MAX][TSU_NAME];
} reduction;

static void destroy_reduction(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static tsu_status reduce(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const reduction *r = state;
    const tsu_particles *p = &s->world->particles;
    double *value = NULL, result = r->mode == MIN ? INFINITY : r->mode == MAX ? -INFINITY : 0.0, n = 0.0;
    tsu_status status = tsu_memory_allocate(&value, (size_t)p->count + 1, sizeof *value, "a reduction", err);
    if (status == TSU_OK)
        status = tsu_script_evaluate_particles(s->script, r->input[index], NULL, p->count, value, err);
    for (int32_t i = 0; i < p->count && status == TSU_OK; i++) {
        if (!tsu_session_in_group(s, i, r->group) || (r->region && !tsu_region_contains(r->region, p->xr[i])))
            continue;
        const double v = value[i];
        n += 1.0;
        if (r->mode == MIN)
            result = v < result ? v : result;
        else if (r->mode == MAX)
            result = v > result ? v : result;
        else
            result += r->mode == SUMSQ || r->mode == AVESQ ? v * v : v;
    }
    tsu_memory_release(&value);
    if (n == 0.0) result = 0.0;
    *out = (r->mode == AVE || r->mode == AVESQ) && n > 0.0 ? result / n : result;
    return status;
}

static tsu_status reduce_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return reduce(s, state, 0, out, err);
}

static tsu_status read_inputs(tsu_words *words, reduction *r, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        const tsu_status status = tsu_words_text(words, "an input", &word, err);
        if (status != TSU_OK) return status;
        if (strcmp(word, "replace") == 0)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "compute reduce replace is not supported yet");
        if (r->inputs == INPUTS_MAX)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "more than %d inputs",
                                   INPUTS_MAX);
        snprintf(r->input[r->inputs++], TSU_NAME, "%s", word);
    }
    return r->inputs > 0 ? TSU_OK : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "no input is named");
}

static tsu_status define(tsu_script *script, tsu_words *words, bool with_region, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    const char *name;
    tsu_status status = tsu_session_need_world(s, "compute reduce", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &o, err);
    if (status == TSU_OK && tsu_objects_find(&s->computes, o.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a compute '%s'", o.id);
    if (status != TSU_OK) return status;
    reduction *r = calloc(1, sizeof *r);
    if (!r) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    r->group = o.group;
    if (with_region) status = tsu_words_text(words, "a region", &name, err);
    if (with_region && status == TSU_OK) status = tsu_session_region(s, name, &r->region, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "the mode", modes, &r->mode, err);
    if (status == TSU_OK) status = read_inputs(words, r, err);
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
    {"reduce", "compute ID GROUP reduce sum|min|max|ave|sumsq|avesq INPUT ...",
     "one number out of the numbers of the particles, for each input", compute_reduce},
    {"reduce/region", "compute ID GROUP reduce/region REGION sum|min|max|ave|sumsq|avesq INPUT ...",
     "the same for the particles in a region", compute_reduce_region},
    {0}};
