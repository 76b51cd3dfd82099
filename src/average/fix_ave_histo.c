/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_histo.c - `fix ave/histo`: how often values lie in each of a row of bins, over time. */
#include "average/averaging.h"
#include "base/memory.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include "state/fields.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 32, BINS_MAX = 10000000 };
enum { IGNORE, END, EXTRA };
enum { TOTAL, MISSED, LEAST, MOST, FIRST }; /* cells before those of the bins */

typedef struct histogram {
    tsu_average average; /* cells: FIRST + bins */
    int group, values, beyond;
    bool vectors;
    double lo, hi;
    int64_t bins; /* with those beyond */
    char value[VALUES_MAX][TSU_NAME];
    double now[FIRST]; /* result: total, missed, least, most */
    double *particles;
    size_t capacity;
} histogram;

static void destroy_histogram(tsu_session *s, void *state)
{
    (void)s;
    histogram *h = state;
    tsu_average_free(s, &h->average);
    tsu_memory_release(&h->particles);
    free(h);
}

/* ---- sampling -------------------------------------------------------------------------------------------------------------- */

static void count(histogram *h, double value)
{
    double *sum = h->average.sum;
    const int64_t inner = h->bins - (h->beyond == EXTRA ? 2 : 0);
    int64_t bin = (int64_t)((value - h->lo) * ((double)inner / (h->hi - h->lo)));
    sum[LEAST] = fmin(sum[LEAST], value);
    sum[MOST] = fmax(sum[MOST], value);
    if (value < h->lo || value > h->hi) {
        if (h->beyond == IGNORE) sum[MISSED] += 1.0;
        if (h->beyond == IGNORE) return;
        bin = value < h->lo ? 0 : h->bins - 1;
    } else {
        bin = (bin < inner ? bin : inner - 1) + (h->beyond == EXTRA ? 1 : 0);
    }
    sum[TOTAL] += 1.0;
    sum[FIRST + bin] += 1.0;
}

static void count_column(histogram *h, const double *value, ptrdiff_t stride, int64_t rows)
{
    for (int64_t k = 0; k < rows; k++) {
        count(h, value[k * stride]);
    }
}

/* The object a reference names, the number in brackets (0: none). */
static tsu_object *object_of(const tsu_session *s, const char *word, int64_t *index)
{
    char id[TSU_NAME];
    snprintf(id, sizeof id, "%s", word + 2);
    char *bracket = strchr(id, '[');
    *index = bracket ? atoll(bracket + 1) : 0;
    if (bracket) *bracket = '\0';
    return tsu_objects_find(word[0] == 'c' ? &s->computes : &s->fixes, id);
}

static tsu_status count_local(tsu_session *s, histogram *h, const tsu_object *o, int64_t column,
                              tsu_error *err)
{
    const double *data;
    int64_t rows;
    const int width = o->values.local_columns;
    const tsu_status status = o->values.local(s, o->state, &data, &rows, err);
    if (status == TSU_OK) count_column(h, data + (column > 0 ? column - 1 : 0), width, rows);
    return status;
}

static tsu_status count_particles(tsu_session *s, histogram *h, const char *word, tsu_error *err)
{
    const int32_t n = s->world->particles.count;
    tsu_status status =
        tsu_memory_grow(&h->particles, &h->capacity, (size_t)n + 1, sizeof(double), "a sample", err);
    if (status == TSU_OK) status = tsu_particle_values(s, word, h->particles, err);
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        if (tsu_session_in_group(s, i, h->group)) count(h, h->particles[i]);
    }
    return status;
}

static tsu_status count_vector(tsu_session *s, histogram *h, const char *word, tsu_error *err)
{
    const tsu_script_host *host = tsu_script_get_host(s->script);
    int64_t index = 0;
    const tsu_object *o = tsu_is_reference(word) && word[0] != 'v' ? object_of(s, word, &index) : NULL;
    tsu_column column;
    if (!o || o->values.particle_columns > 0) return count_particles(s, h, word, err);
    if (o->values.local_columns > 0) return count_local(s, h, o, index, err);
    const tsu_status status = host->global_vector(
        host->ctx, word[0] == 'c' ? TSU_SOURCE_COMPUTE : TSU_SOURCE_FIX, o->id, index, &column, err);
    if (status == TSU_OK) count_column(h, column.value, column.stride, column.count);
    return status;
}

static tsu_status sample(tsu_session *s, histogram *h, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (h->average.samples == 1) {
        h->average.sum[LEAST] = INFINITY;
        h->average.sum[MOST] = -INFINITY;
    }
    for (int k = 0; k < h->values && status == TSU_OK; k++) {
        double value;
        if (h->vectors) {
            status = count_vector(s, h, h->value[k], err);
        } else {
            status = tsu_script_evaluate(s->script, h->value[k], &value, err);
            if (status == TSU_OK) count(h, value);
        }
    }
    return status;
}

/* Numbers of means are added, extremes are those of all of them. */
static void finish_mean(histogram *h)
{
    tsu_average *m = &h->average;
    const double least = m->sum[LEAST], most = m->sum[MOST];
    const bool first = m->means == 0;
    tsu_average_take(m, m->sum, NULL, 1);
    const double *all = m->mode == TSU_AVERAGE_ONE ? m->result : m->total;
    h->now[TOTAL] = all[TOTAL];
    h->now[MISSED] = all[MISSED];
    h->now[LEAST] = first || m->mode != TSU_AVERAGE_RUNNING ? least : fmin(least, h->now[LEAST]);
    h->now[MOST] = first || m->mode != TSU_AVERAGE_RUNNING ? most : fmax(most, h->now[MOST]);
    for (int64_t k = 0; k < m->window && k < m->means && m->mode == TSU_AVERAGE_WINDOW; k++) {
        h->now[LEAST] = fmin(h->now[LEAST], m->kept[k * m->cells + LEAST]);
        h->now[MOST] = fmax(h->now[MOST], m->kept[k * m->cells + MOST]);
    }
    if (h->now[LEAST] > h->now[MOST]) h->now[LEAST] = h->now[MOST] = 0.0; /* there was nothing */
}

static double count_of(const histogram *h, int64_t bin)
{
    const tsu_average *m = &h->average;
    return (m->mode == TSU_AVERAGE_ONE ? m->result : m->total)[FIRST + bin];
}

static double middle_of(const histogram *h, int64_t bin)
{
    const int64_t inner = h->bins - (h->beyond == EXTRA ? 2 : 0);
    if (h->beyond == EXTRA && (bin == 0 || bin == h->bins - 1)) return bin == 0 ? h->lo : h->hi;
    return h->lo + ((double)bin + (h->beyond == EXTRA ? -0.5 : 0.5)) * (h->hi - h->lo) / (double)inner;
}

static double share_of(const histogram *h, int64_t bin)
{
    return h->now[TOTAL] > 0.0 ? count_of(h, bin) / h->now[TOTAL] : 0.0;
}

static tsu_status output_histogram(tsu_session *s, void *state, tsu_error *err)
{
    histogram *h = state;
    tsu_average *m = &h->average;
    bool last;
    if (!tsu_average_due(s, m, &last)) return TSU_OK;
    const tsu_status status = sample(s, h, err);
    if (status != TSU_OK || !last) return status;
    finish_mean(h);
    if (!tsu_average_write_begin(m)) return tsu_average_write_end(m, "ave/histo", err);
    fprintf(m->file, "%lld %lld %g %g %g %g\n", (long long)s->world->step, (long long)h->bins, h->now[TOTAL],
            h->now[MISSED], h->now[LEAST], h->now[MOST]);
    for (int64_t k = 0; k < h->bins; k++) {
        fprintf(m->file, "%lld %g %g %g\n", (long long)k + 1, middle_of(h, k), count_of(h, k),
                share_of(h, k));
    }
    return tsu_average_write_end(m, "ave/histo", err);
}

static tsu_status histogram_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = ((const histogram *)state)->now[index];
    return TSU_OK;
}

static int64_t histogram_rows(tsu_session *s, void *state)
{
    (void)s;
    return ((const histogram *)state)->bins;
}

static tsu_status histogram_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                                  tsu_error *err)
{
    (void)s;
    (void)err;
    const histogram *h = state;
    *out = column == 0 ? middle_of(h, row) : column == 1 ? count_of(h, row) : share_of(h, row);
    return TSU_OK;
}

static void reset_histogram(tsu_session *s, void *state, int64_t old)
{
    (void)old;
    tsu_average_begin(s, &((histogram *)state)->average);
}

static void save_histogram(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    const histogram *h = state;
    tsu_average_save(&h->average, pack);
    tsu_pack_numbers(pack, h->now, FIRST, sizeof(double));
}

static tsu_status load_histogram(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    histogram *h = state;
    const int64_t cells = h->average.cells;
    const tsu_status status = tsu_average_load(s, &h->average, saved, err);
    if (h->average.cells != cells) saved->bad = true;
    tsu_cursor_numbers(saved, h->now, FIRST, sizeof(double));
    return status;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static bool is_value(const char *word)
{
    tsu_field_number n;
    return word && (tsu_is_reference(word) || tsu_fields_word(NULL, word, &n));
}

static tsu_status read_bins(tsu_words *words, histogram *h, tsu_error *err)
{
    tsu_status status = tsu_average_read_times(words, &h->average, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the low end", &h->lo, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the high end", &h->hi, err);
    if (status == TSU_OK && !(h->lo < h->hi))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the high end must be above the low one");
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the number of bins", 1, BINS_MAX, &h->bins, err);
    while (status == TSU_OK && is_value(tsu_words_peek(words))) {
        if (h->values == VALUES_MAX || strlen(tsu_words_peek(words)) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(h->value[h->values++], TSU_NAME, "%s", tsu_words_peek(words));
        words->at++;
    }
    if (status == TSU_OK && h->values == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected a value: x, vx, c_ID, f_ID, v_NAME");
    return status;
}

static tsu_status read_keyword(tsu_words *words, histogram *h, tsu_error *err)
{
    static const char *const list[] = {"mode", "beyond", NULL}, *const modes[] = {"scalar", "vector", NULL},
                             *const beyonds[] = {"ignore", "end", "extra", NULL};
    int key, k = 0;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &h->average, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status == TSU_OK && key == 1)
        return tsu_words_choice(words, "ignore, end or extra", beyonds, &h->beyond, err);
    if (status == TSU_OK) status = tsu_words_choice(words, "scalar or vector", modes, &k, err);
    h->vectors = k == 1;
    return status;
}

static tsu_status check_values(const tsu_session *s, const tsu_words *words, const histogram *h,
                               tsu_error *err)
{
    for (int k = 0; k < h->values; k++) {
        int64_t index;
        const char *word = h->value[k];
        if (!tsu_is_reference(word) && !h->vectors)
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                   "%s is one for each particle: say `mode vector`", word);
        if (tsu_is_reference(word) && word[0] != 'v' && !object_of(s, word, &index))
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing with the ID of %s",
                                   word);
    }
    return TSU_OK;
}

static tsu_status fix_ave_histo(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    char first[128];
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    histogram *h = fix.state = tsu_session_new_state(&fix, sizeof *h, err);
    if (!h) return TSU_ERROR_MEMORY;
    h->group = fix.group;
    fix.destroy = destroy_histogram;
    status = read_bins(words, h, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, h, err);
    }
    if (h->beyond == EXTRA) h->bins += 2;
    if (status == TSU_OK) status = check_values(s, words, h, err);
    if (status == TSU_OK) status = tsu_average_resize(&h->average, FIRST + h->bins, err);
    snprintf(first, sizeof first, "# Histogrammed data for fix %s", fix.id);
    const char *const titles[3] = {
        first, "# TimeStep Number-of-bins Total-counts Missing-counts Min-value Max-value",
        "# Bin Coord Count Count/Total"};
    if (status == TSU_OK) status = tsu_average_open(s, &h->average, titles, err);
    if (status == TSU_OK) tsu_average_begin(s, &h->average);
    fix.output = output_histogram;
    fix.every = h->average.every;
    fix.at_start = true;
    fix.reset = reset_histogram;
    fix.save = save_histogram;
    fix.load = load_histogram;
    fix.values = (tsu_values){.vector_length = FIRST,
                              .vector = histogram_vector,
                              .array_columns = 3,
                              .array_rows = histogram_rows,
                              .array = histogram_array};
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_histo[] = {
    {"ave/histo",
     "fix ID GROUP ave/histo EVERY REPEAT OFTEN LO HI BINS VALUE ... [mode scalar|vector] [beyond "
     "ignore|end|extra] "
     "[ave one|running|window M] [start N] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "a histogram of values; f_ID[1..4]: counted, missed, least, most; f_ID[bin][1..3]: middle, count, share",
     fix_ave_histo},
    {0}};
