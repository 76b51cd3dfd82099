/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_time.c - `fix ave/time` (model/average/ave_time.h). */
#include "average/averaging.h"
#include "model/average/ave_time.h"
#include "session/particle_values.h"
#include <string.h>

typedef struct time_words {
    tsu_average_file file;
    tsu_ave_time_def def;
} time_words;

static tsu_status write_mean(void *context, const tsu_model *model, const tsu_average *m, tsu_error *err)
{
    time_words *a = context;
    const int values = a->def.values;
    const int64_t rows = m->cells / values;
    FILE *to = tsu_average_write_begin(&a->file) ? a->file.file : NULL;
    if (to) fprintf(to, "%lld", (long long)model->world->step);
    if (to && a->def.vectors) fprintf(to, " %lld\n", (long long)rows);
    for (int64_t row = 0; row < rows && to; row++) {
        if (a->def.vectors) fprintf(to, "%lld", (long long)row + 1);
        for (int k = 0; k < values; k++) {
            fprintf(to, " %g", m->result[row * values + k]);
        }
        fprintf(to, "\n");
    }
    return tsu_average_write_end(&a->file, "ave/time", err);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

static tsu_status read_values(tsu_words *words, tsu_ave_time_def *a, tsu_error *err)
{
    while (tsu_is_reference(tsu_words_peek(words))) {
        const char *word = tsu_words_peek(words);
        if (a->values == TSU_AVE_TIME_VALUES || strlen(word) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(a->value[a->values++].name, TSU_NAME, "%s", word);
        words->at++;
    }
    return a->values > 0 ? TSU_OK
                         : tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                           "expected a value: c_ID, f_ID or v_NAME");
}

static tsu_status read_keyword(tsu_words *words, time_words *w, tsu_error *err)
{
    tsu_ave_time_def *a = &w->def;
    int64_t which;
    bool known, mode = false;
    tsu_status status = tsu_average_read_keyword(words, &a->average, &w->file, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_either(words, "a keyword", "off", "mode", &mode, err);
    if (status == TSU_OK && !mode) {
        status = tsu_words_integer_in(words, "a value", 1, a->values, &which, err);
        if (status == TSU_OK) a->off[which - 1] = true;
        return status;
    }
    return status == TSU_OK
               ? tsu_words_either(words, "`scalar` or `vector`", "scalar", "vector", &a->vectors, err)
               : status;
}

/* Who is asked for what. */
static tsu_status find_values(const tsu_words *words, const tsu_object *fix, tsu_ave_time_def *a,
                              tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < a->values && status == TSU_OK; k++) {
        if (a->vectors && a->value[k].name[0] == 'v')
            return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                   "%s: a variable is a single number; `mode vector` takes c_ID and f_ID",
                                   a->value[k].name);
        status = a->vectors ? tsu_average_column(fix, &a->value[k], false, err)
                            : tsu_model_fix_word(fix, a->value[k].name, false, &a->value[k].value, err);
    }
    return status;
}

static tsu_status open_file(tsu_session *s, time_words *w, const char *id, tsu_error *err)
{
    const tsu_ave_time_def *a = &w->def;
    char first[128], names[TSU_AVE_TIME_VALUES * (TSU_NAME + 1) + 32];
    size_t used = (size_t)snprintf(names, sizeof names, a->vectors ? "# Row" : "# TimeStep");
    for (int k = 0; k < a->values; k++) {
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", a->value[k].name);
    }
    snprintf(first, sizeof first, "# Time-averaged data for fix %s", id);
    const char *const titles[3] = {first, a->vectors ? "# TimeStep Number-of-rows" : names,
                                   a->vectors ? names : NULL};
    return tsu_average_open(s, &w->file, titles, err);
}

static tsu_status read_time(tsu_session *s, tsu_words *words, const tsu_object *fix, time_words *w,
                            tsu_error *err)
{
    w->def = tsu_model_ave_time_default();
    w->def.average.told = write_mean;
    w->def.average.context = w;
    tsu_status status = tsu_average_read_times(words, &w->def.average, err);
    if (status == TSU_OK) status = read_values(words, &w->def, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, w, err);
    }
    if (status == TSU_OK) status = find_values(words, fix, &w->def, err);
    return status == TSU_OK ? open_file(s, w, fix->id, err) : status;
}

static tsu_status fix_ave_time(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    time_words *w = tsu_average_new_file(&fix, sizeof *w, err);
    status = w ? read_time(s, words, &fix, w, err) : TSU_ERROR_MEMORY;
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_time, w ? &w->def : NULL, err);
}

const tsu_command tsu_fixes_ave_time[] = {
    {"ave/time",
     "fix ID GROUP ave/time EVERY REPEAT OFTEN VALUE ... [mode scalar|vector] [ave one|running|window M] "
     "[start N] "
     "[off I] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "time averages of numbers or vectors; f_ID, f_ID[k] or f_ID[row][k] is the last average", fix_ave_time},
    {0}};
