/* SPDX-License-Identifier: Apache-2.0 */
/* slice.c - `compute slice`: some numbers out of vectors or columns of arrays, at even distances. */
#include "session/define.h"
#include "session/particle_values.h"
#include <stdlib.h>
#include <string.h>

enum { INPUTS_MAX = 32 };

typedef struct slice {
    int64_t start, stop, skip; /* from 1; stop is not in it */
    int inputs;
    char input[INPUTS_MAX][TSU_NAME];
} slice;

static void destroy_slice(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static int64_t slice_rows(tsu_session *s, void *state)
{
    (void)s;
    const slice *c = state;
    return (c->stop - c->start + c->skip - 1) / c->skip;
}

static tsu_status slice_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                              tsu_error *err)
{
    const slice *c = state;
    const int64_t at = c->start - 1 + row * c->skip;
    tsu_column from;
    const tsu_status status = tsu_global_column(s, c->input[column], &from, err);
    if (status != TSU_OK) return status;
    if (at >= from.count)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "compute slice: %s has %d numbers; number %lld is requested", c->input[column],
                             from.count, (long long)at + 1);
    *out = from.value[(ptrdiff_t)at * from.stride];
    return TSU_OK;
}

static tsu_status slice_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    return slice_array(s, state, index, 0, out, err);
}

static tsu_status read_slice(tsu_words *words, slice *c, tsu_error *err)
{
    tsu_status status = tsu_words_integer_in(words, "the first number", 1, INT32_MAX, &c->start, err);
    if (status == TSU_OK)
        status =
            tsu_words_integer_in(words, "the index after the last", c->start + 1, INT32_MAX, &c->stop, err);
    if (status == TSU_OK) status = tsu_words_integer_in(words, "the distance", 1, INT32_MAX, &c->skip, err);
    while (status == TSU_OK && (tsu_words_left(words) || c->inputs == 0)) {
        const char *word;
        status = tsu_words_text(words, "a vector such as c_ID, f_ID or c_ID[2]", &word, err);
        if (status != TSU_OK) return status;
        const bool fits = strlen(word) < TSU_NAME && c->inputs < INPUTS_MAX &&
                          (strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0);
        if (!fits)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "'%.60s' is not a vector: c_ID, f_ID, c_ID[k] or f_ID[k], at most %d",
                                   word, (int)INPUTS_MAX);
        snprintf(c->input[c->inputs++], TSU_NAME, "%s", word);
    }
    return status;
}

/* Vectors that are there must be long enough; others are looked at when they are asked for. */
static tsu_status check_inputs(tsu_session *s, slice *c, tsu_error *err)
{
    double last;
    tsu_status status = TSU_OK;
    for (int k = 0; k < c->inputs && status == TSU_OK; k++) {
        status = slice_array(s, c, slice_rows(s, c) - 1, k, &last, err);
    }
    return status;
}

static tsu_status compute_slice(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    slice *c = o.state = tsu_session_new_state(&o, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    o.destroy = destroy_slice;
    status = read_slice(words, c, err);
    if (status == TSU_OK) status = check_inputs(s, c, err);
    if (c->inputs == 1)
        o.values = (tsu_values){.vector_length = status == TSU_OK ? (int)slice_rows(s, c) : 0,
                                .vector = slice_vector};
    else
        o.values = (tsu_values){.array_columns = c->inputs, .array_rows = slice_rows, .array = slice_array};
    return tsu_session_finish_compute(s, &o, status, err);
}

const tsu_command tsu_computes_slice[] = {
    {"slice", "compute ID GROUP slice START STOP SKIP c_ID|f_ID|c_ID[k]|f_ID[k] ...",
     "elements START, START+SKIP ... below STOP of vectors: a vector, or an array of several", compute_slice},
    {0}};
