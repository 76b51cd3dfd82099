/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_correlate.c - `fix ave/correlate` (model/average/ave_correlate.h). */
#include "average/averaging.h"
#include "base/memory.h"
#include "model/average/ave_correlate.h"
#include "session/particle_values.h"
#include <string.h>

enum { AUTO, UPPER, LOWER, AUTO_UPPER, AUTO_LOWER, FULL };
static const char *const types[] = {[AUTO] = "auto",
                                    [UPPER] = "upper",
                                    [LOWER] = "lower",
                                    [AUTO_UPPER] = "auto/upper",
                                    [AUTO_LOWER] = "auto/lower",
                                    [FULL] = "full",
                                    NULL};

typedef struct correlate_words {
    tsu_average_file file;
    tsu_ave_correlate_def def;
    char name[TSU_AVE_CORRELATE_VALUES][TSU_NAME];
    int type;
} correlate_words;

static tsu_status write_result(void *context, const tsu_model *model, const tsu_average *m, tsu_error *err)
{
    correlate_words *c = context;
    const tsu_average_def *d = &c->def.average;
    FILE *to = tsu_average_write_begin(&c->file) ? c->file.file : NULL;
    if (to) fprintf(to, "%lld %lld\n", (long long)model->world->step, (long long)d->repeat);
    for (int64_t lag = 0; lag < d->repeat && to; lag++) {
        const double *row = m->result + lag * (1 + c->def.pairs);
        fprintf(to, "%lld %lld %lld", (long long)lag + 1, (long long)(lag * d->every), (long long)row[0]);
        for (int k = 0; k < c->def.pairs; k++) {
            if (row[0] > 0.0)
                fprintf(to, " %g", row[1 + k]);
            else
                fprintf(to, " 0.0");
        }
        fprintf(to, "\n");
    }
    return tsu_average_write_end(&c->file, "ave/correlate", err);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static void choose_pairs(tsu_ave_correlate_def *c, int type)
{
    for (int i = 0; i < c->values; i++) {
        for (int j = 0; j < c->values; j++) {
            const bool same = type == AUTO || type == AUTO_UPPER || type == AUTO_LOWER,
                       up = type == UPPER || type == AUTO_UPPER, down = type == LOWER || type == AUTO_LOWER;
            if (type != FULL && !(i == j && same) && !(i < j && up) && !(i > j && down)) continue;
            c->first[c->pairs] = i;
            c->second[c->pairs++] = j;
        }
    }
}

static tsu_status read_keyword(tsu_words *words, correlate_words *w, tsu_error *err)
{
    tsu_ave_correlate_def *c = &w->def;
    bool factor;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &c->average, &w->file, &known, err);
    if (status == TSU_OK && known && c->average.mode == TSU_AVERAGE_WINDOW)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "`ave` takes one or running here");
    if (known || status != TSU_OK) return status;
    status = tsu_words_either(words, "a keyword", "type", "prefactor", &factor, err);
    if (status != TSU_OK) return status;
    return factor ? tsu_words_number(words, "the factor", &c->factor, err)
                  : tsu_words_choice(words, "the pairs", types, &w->type, err);
}

static tsu_status read_times(tsu_words *words, tsu_average_def *a, tsu_error *err)
{
    tsu_status status =
        tsu_words_integer_in(words, "steps between samples", 1, INT64_MAX / 4, &a->every, err);
    if (status == TSU_OK)
        status =
            tsu_words_integer_in(words, "the number of lags", 1, TSU_CORRELATE_LAGS_MAX, &a->repeat, err);
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "steps between results", 1, INT64_MAX / 4, &a->often, err);
    a->window = 1;
    if (status == TSU_OK && a->often % a->every != 0)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "%lld is not a multiple of the %lld steps between samples",
                               (long long)a->often, (long long)a->every);
    return status;
}

static tsu_status read_correlation(tsu_words *words, const tsu_object *fix, correlate_words *w,
                                   tsu_error *err)
{
    tsu_ave_correlate_def *c = &w->def;
    tsu_average_def *a = &c->average;
    tsu_status status = read_times(words, a, err);
    while (status == TSU_OK && tsu_is_reference(tsu_words_peek(words))) {
        if (c->values == TSU_AVE_CORRELATE_VALUES || strlen(tsu_words_peek(words)) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(w->name[c->values], TSU_NAME, "%s", tsu_words_peek(words));
        status = tsu_model_fix_word(fix, w->name[c->values], false, &c->value[c->values], err);
        c->values++;
        words->at++;
    }
    if (status == TSU_OK && c->values == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected a value: c_ID, f_ID or v_NAME");
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, w, err);
    }
    if (status == TSU_OK && a->mode == TSU_AVERAGE_ONE && a->often < (a->repeat - 1) * a->every)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "the longest lag does not fit between two results; use `ave running`");
    choose_pairs(c, w->type);
    if (status == TSU_OK && c->pairs == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "a single value can only be correlated with itself: use `type auto`");
    return status;
}

static tsu_status open_file(tsu_session *s, correlate_words *w, const char *id, tsu_error *err)
{
    const tsu_ave_correlate_def *c = &w->def;
    char first[128], *names = NULL;
    const size_t size = (size_t)c->pairs * (2 * TSU_NAME + 2) + 64;
    tsu_status status = tsu_memory_allocate(&names, size, 1, "titles", err);
    if (status != TSU_OK) return status;
    size_t used = (size_t)snprintf(names, size, "# Index TimeDelta Ncount");
    for (int k = 0; k < c->pairs; k++) {
        used += (size_t)snprintf(names + used, size - used, " %s*%s", w->name[c->first[k]],
                                 w->name[c->second[k]]);
    }
    snprintf(first, sizeof first, "# Time-correlated data for fix %s", id);
    const char *const titles[3] = {first, "# Timestep Number-of-time-windows", names};
    status = tsu_average_open(s, &w->file, titles, err);
    tsu_memory_release(&names);
    return status;
}

static tsu_status fix_ave_correlate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    correlate_words *w = tsu_average_new_file(&fix, sizeof *w, err);
    if (!w) return tsu_model_fix_finish(s, &fix, TSU_ERROR_MEMORY, &tsu_model_ave_correlate, NULL, err);
    w->def = tsu_model_ave_correlate_default();
    w->def.average.told = write_result;
    w->def.average.context = w;
    status = read_correlation(words, &fix, w, err);
    if (status == TSU_OK) status = open_file(s, w, fix.id, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_correlate, &w->def, err);
}

const tsu_command tsu_fixes_ave_correlate[] = {
    {"ave/correlate",
     "fix ID GROUP ave/correlate EVERY LAGS OFTEN VALUE ... [type "
     "auto|upper|lower|auto/upper|auto/lower|full] [ave "
     "one|running] [start N] [prefactor F] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "time correlations; f_ID[lag][k]: lag in steps, samples, C_ij", fix_ave_correlate},
    {0}};
