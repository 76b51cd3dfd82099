/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_time.c - `fix ave/time`: means over time of single numbers (mode scalar) or of vectors and columns of arrays (mode
 * vector), written to a file and read as f_ID. */
#include "average/averaging.h"
#include "session/define.h"
#include "session/particle_values.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 64 };

typedef struct time_average {
    tsu_average average;
    bool vectors;
    int values;
    char value[VALUES_MAX][TSU_NAME];
    bool off[VALUES_MAX]; /* the last sample instead of a mean */
    double mean[VALUES_MAX];
} time_average;

static void destroy_average(tsu_session *s, void *state)
{
    (void)s;
    tsu_average_free(s, &((time_average *)state)->average);
    free(state);
}

static void add_sample(time_average *a, int64_t row, int k, double value)
{
    double *sum = &a->average.sum[row * a->values + k];
    *sum = a->off[k] ? value : *sum + value;
}

static tsu_status sample_vectors(tsu_session *s, time_average *a, tsu_error *err)
{
    for (int k = 0; k < a->values; k++) {
        tsu_column column;
        tsu_status status = tsu_global_column(s, a->value[k], &column, err);
        if (status == TSU_OK && k > 0 && column.count * a->values != a->average.cells)
            return tsu_error_set(err, TSU_ERROR_INPUT, "fix ave/time: %s has %d rows, %s another number",
                                 a->value[k], column.count, a->value[0]);
        if (status == TSU_OK)
            status = tsu_average_resize(&a->average, (int64_t)column.count * a->values, err);
        for (int32_t row = 0; row < column.count && status == TSU_OK; row++) {
            add_sample(a, row, k, column.value[(ptrdiff_t)row * column.stride]);
        }
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status sample(tsu_session *s, time_average *a, tsu_error *err)
{
    if (a->vectors) return sample_vectors(s, a, err);
    for (int k = 0; k < a->values; k++) {
        double value;
        const tsu_status status = tsu_script_evaluate(s->script, a->value[k], &value, err);
        if (status != TSU_OK) return status;
        add_sample(a, 0, k, value);
    }
    return TSU_OK;
}

static void write_mean(time_average *a, int64_t step)
{
    tsu_average *m = &a->average;
    const int64_t rows = m->cells / a->values;
    if (!tsu_average_write_begin(m)) return;
    fprintf(m->file, "%lld", (long long)step);
    if (a->vectors) fprintf(m->file, " %lld\n", (long long)rows);
    for (int64_t row = 0; row < rows; row++) {
        if (a->vectors) fprintf(m->file, "%lld", (long long)row + 1);
        for (int k = 0; k < a->values; k++) {
            fprintf(m->file, " %g", m->result[row * a->values + k]);
        }
        fprintf(m->file, "\n");
    }
}

static tsu_status output_average(tsu_session *s, void *state, tsu_error *err)
{
    time_average *a = state;
    tsu_average *m = &a->average;
    bool last;
    if (!tsu_average_due(s, m, &last)) return TSU_OK;
    const tsu_status status = sample(s, a, err);
    if (status != TSU_OK || !last) return status;
    for (int64_t k = 0; k < m->cells; k++) {
        m->sum[k] /= a->off[k % a->values] ? 1.0 : (double)m->samples;
    }
    tsu_average_take(m, m->sum, a->off, a->values);
    write_mean(a, s->world->step);
    return tsu_average_write_end(m, "ave/time", err);
}

static tsu_status average_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    const tsu_average *m = &((const time_average *)state)->average;
    if (index >= m->cells)
        return tsu_error_set(err, TSU_ERROR_INPUT, "fix ave/time has %lld numbers so far",
                             (long long)m->cells);
    *out = m->result[index];
    return TSU_OK;
}

static tsu_status average_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return average_vector(s, state, 0, out, err);
}

static int64_t average_rows(tsu_session *s, void *state)
{
    (void)s;
    const time_average *a = state;
    return a->average.cells / a->values;
}

static tsu_status average_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                                tsu_error *err)
{
    return average_vector(s, state, row * ((const time_average *)state)->values + column, out, err);
}

static void reset_average(tsu_session *s, void *state, int64_t old)
{
    (void)old;
    tsu_average_begin(s, &((time_average *)state)->average);
}

static void save_average(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_average_save(&((const time_average *)state)->average, pack);
}

static tsu_status load_average(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    time_average *a = state;
    const tsu_status status = tsu_average_load(s, &a->average, saved, err);
    if (a->average.cells % a->values != 0) saved->bad = true;
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

static tsu_status read_values(tsu_words *words, time_average *a, tsu_error *err)
{
    while (tsu_is_reference(tsu_words_peek(words))) {
        const char *word = tsu_words_peek(words);
        if (a->values == VALUES_MAX || strlen(word) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(a->value[a->values++], TSU_NAME, "%s", word);
        words->at++;
    }
    return a->values > 0 ? TSU_OK
                         : tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                           "expected a value: c_ID, f_ID or v_NAME");
}

static tsu_status read_keyword(tsu_words *words, time_average *a, tsu_error *err)
{
    static const char *const list[] = {"off", "mode", NULL}, *const modes[] = {"scalar", "vector", NULL};
    int key, mode = 0;
    int64_t which;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &a->average, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status == TSU_OK && key == 0) {
        status = tsu_words_integer_in(words, "a value", 1, a->values, &which, err);
        if (status == TSU_OK) a->off[which - 1] = true;
        return status;
    }
    if (status == TSU_OK) status = tsu_words_choice(words, "`scalar` or `vector`", modes, &mode, err);
    a->vectors = mode == 1;
    return status;
}

static tsu_status check_values(const tsu_session *s, const tsu_words *words, const time_average *a,
                               tsu_error *err)
{
    (void)s;
    for (int k = 0; k < a->values && a->vectors; k++) {
        if (a->value[k][0] == 'v')
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                   "%s: a variable is a single number; `mode vector` takes c_ID and f_ID",
                                   a->value[k]);
    }
    return TSU_OK;
}

static tsu_status open_file(tsu_session *s, time_average *a, const char *id, tsu_error *err)
{
    char first[128], names[VALUES_MAX * (TSU_NAME + 1) + 32];
    size_t used = (size_t)snprintf(names, sizeof names, a->vectors ? "# Row" : "# TimeStep");
    for (int k = 0; k < a->values; k++) {
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", a->value[k]);
    }
    snprintf(first, sizeof first, "# Time-averaged data for fix %s", id);
    const char *const titles[3] = {first, a->vectors ? "# TimeStep Number-of-rows" : names,
                                   a->vectors ? names : NULL};
    return tsu_average_open(s, &a->average, titles, err);
}

static tsu_values values_of(const time_average *a)
{
    if (!a->vectors && a->values == 1) return (tsu_values){.scalar = average_scalar};
    if (!a->vectors) return (tsu_values){.vector_length = a->values, .vector = average_vector};
    if (a->values == 1) return (tsu_values){.vector_length = -1, .vector = average_vector};
    return (tsu_values){.array_columns = a->values, .array_rows = average_rows, .array = average_array};
}

static tsu_status fix_ave_time(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    time_average *a = fix.state = tsu_session_new_state(&fix, sizeof *a, err);
    if (!a) return TSU_ERROR_MEMORY;
    fix.destroy = destroy_average;
    status = tsu_average_read_times(words, &a->average, err);
    if (status == TSU_OK) status = read_values(words, a, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, a, err);
    }
    if (status == TSU_OK) status = check_values(s, words, a, err);
    if (status == TSU_OK && !a->vectors) status = tsu_average_resize(&a->average, a->values, err);
    if (status == TSU_OK) status = open_file(s, a, fix.id, err);
    if (status == TSU_OK) tsu_average_begin(s, &a->average);
    fix.output = output_average;
    fix.every = a->average.every;
    fix.at_start = true;
    fix.reset = reset_average;
    fix.save = save_average;
    fix.load = load_average;
    fix.values = values_of(a);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_time[] = {
    {"ave/time",
     "fix ID GROUP ave/time EVERY REPEAT OFTEN VALUE ... [mode scalar|vector] [ave one|running|window M] "
     "[start N] "
     "[off I] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "means over time of numbers or vectors; f_ID, f_ID[k] or f_ID[row][k] is the last mean", fix_ave_time},
    {0}};
