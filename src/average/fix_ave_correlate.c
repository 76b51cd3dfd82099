/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_correlate.c - `fix ave/correlate`: C_ij(lag) = mean of V_i(t) V_j(t + lag) of single numbers, for lags of 0 to
 * REPEAT - 1 times EVERY steps. */
#include "average/averaging.h"
#include "base/memory.h"
#include "session/define.h"
#include "session/particle_values.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 16, LAGS_MAX = 1000000 };
static const char *const types[] = {"auto", "upper", "lower", "auto/upper", "auto/lower", "full", NULL};
enum { AUTO, UPPER, LOWER, AUTO_UPPER, AUTO_LOWER, FULL };

typedef struct correlation {
    tsu_average average; /* cells: lags x (1 + pairs), number and sums; its ring `kept` is not used */
    int values, pairs, type;
    char value[VALUES_MAX][TSU_NAME];
    int first[VALUES_MAX * VALUES_MAX], second[VALUES_MAX * VALUES_MAX]; /* [pairs] */
    double factor;
    double *ring;        /* [lags][values] the last samples */
    int64_t samples, at; /* in the ring; where the last one is */
} correlation;

static void destroy_correlation(tsu_session *s, void *state)
{
    (void)s;
    correlation *c = state;
    tsu_average_free(s, &c->average);
    tsu_memory_release(&c->ring);
    free(c);
}

/* The last sample with each before it. */
static void accumulate(correlation *c)
{
    const int64_t lags = c->average.repeat;
    const double *now = c->ring + c->at * c->values;
    for (int64_t lag = 0; lag < c->samples; lag++) {
        const double *then = c->ring + (c->at + lags - lag) % lags * c->values;
        double *row = c->average.sum + lag * (1 + c->pairs);
        row[0] += 1.0;
        for (int k = 0; k < c->pairs; k++) {
            row[1 + k] += then[c->first[k]] * now[c->second[k]];
        }
    }
}

static void keep_result(correlation *c)
{
    for (int64_t n = 0; n < c->average.cells; n++) {
        const double number = c->average.sum[n - n % (1 + c->pairs)];
        const bool is_number = n % (1 + c->pairs) == 0;
        c->average.result[n] = is_number      ? number
                               : number > 0.0 ? c->factor * c->average.sum[n] / number
                                              : 0.0;
    }
}

static void write_result(correlation *c, int64_t step)
{
    tsu_average *m = &c->average;
    if (!tsu_average_write_begin(m)) return;
    fprintf(m->file, "%lld %lld\n", (long long)step, (long long)m->repeat);
    for (int64_t lag = 0; lag < m->repeat; lag++) {
        const double *row = m->result + lag * (1 + c->pairs);
        fprintf(m->file, "%lld %lld %lld", (long long)lag + 1, (long long)(lag * m->every),
                (long long)row[0]);
        for (int k = 0; k < c->pairs; k++) {
            if (row[0] > 0.0)
                fprintf(m->file, " %g", row[1 + k]);
            else
                fprintf(m->file, " 0.0");
        }
        fprintf(m->file, "\n");
    }
}

static tsu_status output_correlation(tsu_session *s, void *state, tsu_error *err)
{
    correlation *c = state;
    tsu_average *m = &c->average;
    if (s->world->step != m->next) return TSU_OK;
    c->at = (c->at + 1) % m->repeat;
    for (int k = 0; k < c->values; k++) {
        const tsu_status status =
            tsu_script_evaluate(s->script, c->value[k], &c->ring[c->at * c->values + k], err);
        if (status != TSU_OK) return status;
    }
    c->samples += c->samples < m->repeat;
    m->next += m->every;
    accumulate(c);
    if (s->world->step % m->often != 0) return TSU_OK;
    keep_result(c);
    write_result(c, s->world->step);
    if (m->mode == TSU_AVERAGE_ONE) { /* the last sample is the first of the next */
        memset(m->sum, 0, (size_t)m->cells * sizeof *m->sum);
        c->samples = 1;
        accumulate(c);
    }
    return tsu_average_write_end(m, "ave/correlate", err);
}

static int64_t correlation_rows(tsu_session *s, void *state)
{
    (void)s;
    return ((const correlation *)state)->average.repeat;
}

static tsu_status correlation_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                                    tsu_error *err)
{
    (void)s;
    (void)err;
    const correlation *c = state;
    *out =
        column == 0 ? (double)(row * c->average.every) : c->average.result[row * (1 + c->pairs) + column - 1];
    return TSU_OK;
}

/* The first multiple of EVERY from now and from `start` on. */
static void begin(const tsu_session *s, correlation *c)
{
    const int64_t from = s->world->step > c->average.start ? s->world->step : c->average.start;
    c->average.next = (from + c->average.every - 1) / c->average.every * c->average.every;
}

static void reset_correlation(tsu_session *s, void *state, int64_t old)
{
    (void)old;
    begin(s, state);
}

static void save_correlation(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    const correlation *c = state;
    tsu_average_save(&c->average, pack);
    tsu_pack_u64(pack, (uint64_t)c->samples);
    tsu_pack_u64(pack, (uint64_t)c->at);
    tsu_pack_numbers(pack, c->ring, (size_t)(c->average.repeat * c->values), sizeof(double));
}

static tsu_status load_correlation(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    correlation *c = state;
    const int64_t cells = c->average.cells;
    const tsu_status status = tsu_average_load(s, &c->average, saved, err);
    if (c->average.cells != cells) saved->bad = true;
    c->samples = (int64_t)tsu_cursor_count(saved, (uint64_t)c->average.repeat);
    c->at = (int64_t)tsu_cursor_count(saved, (uint64_t)c->average.repeat - 1);
    if (!saved->bad)
        tsu_cursor_numbers(saved, c->ring, (size_t)(c->average.repeat * c->values), sizeof(double));
    return status;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static void choose_pairs(correlation *c)
{
    for (int i = 0; i < c->values; i++) {
        for (int j = 0; j < c->values; j++) {
            const bool same = c->type == AUTO || c->type == AUTO_UPPER || c->type == AUTO_LOWER,
                       up = c->type == UPPER || c->type == AUTO_UPPER,
                       down = c->type == LOWER || c->type == AUTO_LOWER;
            if (c->type != FULL && !(i == j && same) && !(i < j && up) && !(i > j && down)) continue;
            c->first[c->pairs] = i;
            c->second[c->pairs++] = j;
        }
    }
}

static tsu_status read_keyword(tsu_words *words, correlation *c, tsu_error *err)
{
    static const char *const list[] = {"type", "prefactor", NULL};
    int key;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &c->average, &known, err);
    if (status == TSU_OK && known && c->average.mode == TSU_AVERAGE_WINDOW)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "`ave` takes one or running here");
    if (known || status != TSU_OK) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    return key == 0 ? tsu_words_choice(words, "the pairs", types, &c->type, err)
                    : tsu_words_number(words, "the factor", &c->factor, err);
}

static tsu_status read_times(tsu_words *words, tsu_average *a, tsu_error *err)
{
    tsu_status status =
        tsu_words_integer_in(words, "steps between samples", 1, INT64_MAX / 4, &a->every, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the number of lags", 1, LAGS_MAX, &a->repeat, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between results", 1, INT64_MAX / 4, &a->often, err);
    a->window = 1;
    if (status == TSU_OK && a->often % a->every != 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "%lld is no multiple of the %lld steps between samples", (long long)a->often,
                               (long long)a->every);
    return status;
}

static tsu_status read_correlation(tsu_words *words, correlation *c, tsu_error *err)
{
    tsu_average *a = &c->average;
    c->factor = 1.0;
    tsu_status status = read_times(words, a, err);
    while (status == TSU_OK && tsu_is_reference(tsu_words_peek(words))) {
        if (c->values == VALUES_MAX || strlen(tsu_words_peek(words)) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(c->value[c->values++], TSU_NAME, "%s", tsu_words_peek(words));
        words->at++;
    }
    if (status == TSU_OK && c->values == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected a value: c_ID, f_ID or v_NAME");
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, c, err);
    }
    if (status == TSU_OK && a->mode == TSU_AVERAGE_ONE && a->often < (a->repeat - 1) * a->every)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "the longest lag does not fit between two results; use `ave running`");
    choose_pairs(c);
    if (status == TSU_OK && c->pairs == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "one value alone has no pairs but `type auto`");
    return status;
}

static tsu_status open_file(tsu_session *s, correlation *c, const char *id, tsu_error *err)
{
    char first[128], *names = NULL;
    const size_t size = (size_t)c->pairs * (2 * TSU_NAME + 2) + 64;
    tsu_status status = tsu_memory_allocate(&names, size, 1, "titles", err);
    if (status != TSU_OK) return status;
    size_t used = (size_t)snprintf(names, size, "# Index TimeDelta Ncount");
    for (int k = 0; k < c->pairs; k++) {
        used += (size_t)snprintf(names + used, size - used, " %s*%s", c->value[c->first[k]],
                                 c->value[c->second[k]]);
    }
    snprintf(first, sizeof first, "# Time-correlated data for fix %s", id);
    const char *const titles[3] = {first, "# Timestep Number-of-time-windows", names};
    status = tsu_average_open(s, &c->average, titles, err);
    tsu_memory_release(&names);
    return status;
}

static tsu_status fix_ave_correlate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    correlation *c = fix.state = tsu_session_new_state(&fix, sizeof *c, err);
    if (!c) return TSU_ERROR_MEMORY;
    fix.destroy = destroy_correlation;
    status = read_correlation(words, c, err);
    if (status == TSU_OK) status = tsu_average_resize(&c->average, c->average.repeat * (1 + c->pairs), err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&c->ring, (size_t)(c->average.repeat * c->values), sizeof(double),
                                     "samples", err);
    if (status == TSU_OK) status = open_file(s, c, fix.id, err);
    if (status == TSU_OK) begin(s, c);
    fix.output = output_correlation;
    fix.every = c->average.every;
    fix.at_start = true;
    fix.reset = reset_correlation;
    fix.save = save_correlation;
    fix.load = load_correlation;
    fix.values = (tsu_values){
        .array_columns = 2 + c->pairs, .array_rows = correlation_rows, .array = correlation_array};
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_correlate[] = {
    {"ave/correlate",
     "fix ID GROUP ave/correlate EVERY LAGS OFTEN VALUE ... [type "
     "auto|upper|lower|auto/upper|auto/lower|full] [ave "
     "one|running] [start N] [prefactor F] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "correlations in time; f_ID[lag][k]: steps of the lag, samples, C_ij", fix_ave_correlate},
    {0}};
