/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_time.c - `fix ave/time`: means over time of single numbers, written to a file and read as f_ID. */
#include "script/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VALUES_MAX = 64, WINDOW_MAX = 100000 };
static const char *const averages[] = {"one", "running", "window", NULL};
enum { ONE, RUNNING, WINDOW };

typedef struct time_average {
    int64_t every, repeat,
        often;           /* a mean at each multiple of `often`, over `repeat` steps that lie `every` apart */
    int64_t start, last; /* first step that counts; last step sampled */
    int mode, values;
    int64_t samples, means, window; /* in the present mean; means so far; means in the window */
    char value[VALUES_MAX][TSU_NAME];
    bool off[VALUES_MAX];     /* the last sample instead of a mean */
    double sum[VALUES_MAX];   /* of the samples */
    double total[VALUES_MAX]; /* of the means: running, window */
    double result[VALUES_MAX];
    double *kept; /* [window][values] */
    FILE *file;
    char path[512];
    bool overwrite;
    long titles_end; /* where the first line of means begins */
    bool titled[2];
    char title[2][256];
} time_average;

static void destroy_average(tsu_session *s, void *state)
{
    (void)s;
    time_average *a = state;
    if (a->file) fclose(a->file);
    free(a->kept);
    free(a);
}

static tsu_status sample(tsu_session *s, time_average *a, tsu_error *err)
{
    for (int k = 0; k < a->values; k++) {
        double value;
        const tsu_status status = tsu_script_evaluate(s->script, a->value[k], &value, err);
        if (status != TSU_OK) return status;
        a->sum[k] = a->off[k] ? value : a->sum[k] + value;
    }
    a->samples++;
    return TSU_OK;
}

/* The mean of the samples, or of this and earlier means. */
static void finish_mean(time_average *a)
{
    const int64_t in_window = a->means + 1 < a->window ? a->means + 1 : a->window;
    for (int k = 0; k < a->values; k++) {
        const double mean = a->off[k] ? a->sum[k] : a->sum[k] / (double)a->samples;
        double *slot = a->kept ? a->kept + (a->means % a->window) * a->values + k : NULL;
        a->total[k] += mean - (slot && a->means >= a->window ? *slot : 0.0);
        if (slot) *slot = mean;
        const double n = (double)(a->mode == RUNNING ? a->means + 1 : in_window);
        a->result[k] = a->mode == ONE || a->off[k] ? mean : a->total[k] / n;
        a->sum[k] = 0.0;
    }
    a->samples = 0;
    a->means++;
}

static void write_titles(time_average *a, const char *id)
{
    if (a->titled[0])
        fprintf(a->file, "%s\n", a->title[0]);
    else
        fprintf(a->file, "# Time-averaged data for fix %s\n", id);
    if (a->titled[1]) {
        fprintf(a->file, "%s\n", a->title[1]);
        return;
    }
    fprintf(a->file, "# TimeStep");
    for (int k = 0; k < a->values; k++) {
        fprintf(a->file, " %s", a->value[k]);
    }
    fprintf(a->file, "\n");
}

static tsu_status write_line(time_average *a, int64_t step, tsu_error *err)
{
    if (!a->file) return TSU_OK;
    if (a->overwrite && a->means > 1) fseek(a->file, a->titles_end, SEEK_SET);
    if (a->overwrite && a->means == 1) a->titles_end = ftell(a->file);
    fprintf(a->file, "%lld", (long long)step);
    for (int k = 0; k < a->values; k++) {
        fprintf(a->file, " %g", a->result[k]);
    }
    const bool written = fprintf(a->file, "\n") > 0 && fflush(a->file) == 0;
    const bool cut =
        !a->overwrite || ftruncate(fileno(a->file), ftell(a->file)) == 0; /* a longer line before */
    return written && cut ? TSU_OK
                          : tsu_error_set(err, TSU_ERROR_IO,
                                          "fix ave/time could not write %s: is the disk full?", a->path);
}

static tsu_status output_average(tsu_session *s, void *state, tsu_error *err)
{
    time_average *a = state;
    const int64_t step = s->world->step, due = (step + a->often - 1) / a->often * a->often;
    const bool fresh = step != a->last && (step > s->run_begin || a->repeat == 1);
    if (!fresh || step % a->every != 0 || step < a->start || step < due - (a->repeat - 1) * a->every)
        return TSU_OK;
    tsu_status status = sample(s, a, err);
    a->last = step;
    if (status != TSU_OK || step != due) return status;
    finish_mean(a);
    return write_line(a, step, err);
}

static tsu_status average_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const time_average *)state)->result[index];
    return TSU_OK;
}

static tsu_status average_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    return average_vector(s, state, 0, out, err);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

static bool is_reference(const char *word)
{
    return word &&
           (strncmp(word, "c_", 2) == 0 || strncmp(word, "f_", 2) == 0 || strncmp(word, "v_", 2) == 0);
}

static tsu_status read_times(tsu_words *words, time_average *a, tsu_error *err)
{
    tsu_status status = tsu_words_integer_in(words, "steps between samples", 1, INT64_MAX, &a->every, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "samples in a mean", 1, INT64_MAX, &a->repeat, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between means", 1, INT64_MAX, &a->often, err);
    if (status != TSU_OK) return status;
    if (a->often % a->every != 0 || (a->repeat - 1) * a->every >= a->often)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_INPUT, err,
            "%lld samples that lie %lld steps apart do not fit into means every %lld steps",
            (long long)a->repeat, (long long)a->every, (long long)a->often);
    while (is_reference(tsu_words_peek(words))) {
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

static tsu_status read_mode(tsu_words *words, time_average *a, tsu_error *err)
{
    tsu_status status = tsu_words_choice(words, "the way of averaging", averages, &a->mode, err);
    if (status != TSU_OK || a->mode != WINDOW) return status;
    status = tsu_words_integer_in(words, "means in the window", 1, WINDOW_MAX, &a->window, err);
    if (status != TSU_OK) return status;
    free(a->kept);
    a->kept = calloc((size_t)a->window * (size_t)a->values, sizeof *a->kept);
    return a->kept ? TSU_OK : tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a window");
}

static tsu_status read_text(tsu_words *words, char *to, size_t size, tsu_error *err)
{
    const char *word;
    const tsu_status status = tsu_words_text(words, "a text", &word, err);
    if (status == TSU_OK && strlen(word) >= size)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the text is too long");
    if (status == TSU_OK) snprintf(to, size, "%s", word);
    return status;
}

static tsu_status read_keyword(tsu_words *words, time_average *a, tsu_error *err)
{
    static const char *const list[] = {"ave",    "start",  "off",       "file", "mode",
                                       "title1", "title2", "overwrite", NULL};
    static const char *const modes[] = {"scalar", NULL};
    int key, one;
    int64_t which;
    tsu_status status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    switch (key) {
    case 0: return read_mode(words, a, err);
    case 1: return tsu_words_integer_in(words, "the first step", 0, INT64_MAX, &a->start, err);
    case 2:
        status = tsu_words_integer_in(words, "a value", 1, a->values, &which, err);
        if (status == TSU_OK) a->off[which - 1] = true;
        return status;
    case 3: return read_text(words, a->path, sizeof a->path, err);
    case 4: return tsu_words_choice(words, "`scalar` (vectors are not supported yet)", modes, &one, err);
    case 5:
    case 6: a->titled[key - 5] = true; return read_text(words, a->title[key - 5], sizeof a->title[0], err);
    default: a->overwrite = true; return TSU_OK;
    }
}

static tsu_status open_file(tsu_session *s, time_average *a, const char *id, tsu_error *err)
{
    if (!a->path[0]) return TSU_OK;
    a->file = tsu_session_open_output(s, a->path, false, err);
    if (!a->file) return TSU_ERROR_IO;
    write_titles(a, id);
    return TSU_OK;
}

static tsu_status fix_ave_time(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    time_average *a = calloc(1, sizeof *a);
    if (!a) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    a->last = -1;
    a->window = 1;
    status = read_times(words, a, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, a, err);
    }
    if (status == TSU_OK) status = open_file(s, a, fix.id, err);
    fix.state = a;
    fix.destroy = destroy_average;
    fix.output = output_average;
    fix.every = a->every;
    fix.at_start = true;
    fix.values = a->values == 1 ? (tsu_values){.scalar = average_scalar}
                                : (tsu_values){.vector_length = a->values, .vector = average_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_average(s, a);
    return status;
}

const tsu_command tsu_fixes_ave_time[] = {
    {"ave/time",
     "fix ID GROUP ave/time EVERY REPEAT OFTEN VALUE ... [ave one|running|window M] [start N] [off I] [file "
     "NAME] [overwrite] [title1 TEXT] [title2 TEXT] [mode scalar]",
     "means over time of numbers; f_ID or f_ID[k] is the last mean", fix_ave_time},
    {0}};
