/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_histo.c - `fix ave/histo` (model/average/ave_histo.h). */
#include "average/averaging.h"
#include "model/average/ave_histo.h"
#include "session/particle_values.h"
#include "state/fields.h"
#include <string.h>

typedef struct histo_words {
    tsu_average_file file;
    tsu_ave_histo_def def;
    bool vectors;
} histo_words;

static tsu_status write_mean(void *context, const tsu_model *m, const tsu_average *a, tsu_error *err)
{
    histo_words *h = context;
    const int64_t bins = m->row->table_rows(m);
    double all[4] = {0}, bin[3] = {0};
    FILE *to = tsu_average_write_begin(&h->file) ? h->file.file : NULL;
    (void)a;
    for (int k = 0; k < 4; k++) {
        (void)m->row->number((tsu_model *)m, k, &all[k], err);
    }
    if (to)
        fprintf(to, "%lld %lld %g %g %g %g\n", (long long)m->world->step, (long long)bins, all[0], all[1],
                all[2], all[3]);
    for (int64_t row = 0; row < bins && to; row++) {
        for (int k = 0; k < 3; k++) {
            (void)m->row->table((tsu_model *)m, row, k, &bin[k], err);
        }
        fprintf(to, "%lld %g %g %g\n", (long long)row + 1, bin[0], bin[1], bin[2]);
    }
    return tsu_average_write_end(&h->file, "ave/histo", err);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static bool is_value(const char *word)
{
    tsu_field_number n;
    return word && (tsu_is_reference(word) || tsu_fields_word(NULL, word, &n));
}

static tsu_status read_bins(tsu_words *words, tsu_ave_histo_def *h, tsu_error *err)
{
    tsu_status status = tsu_average_read_times(words, &h->average, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the low end", &h->lo, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the high end", &h->hi, err);
    if (status == TSU_OK && !(h->lo < h->hi))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the high end must be above the low one");
    if (status == TSU_OK)
        status = tsu_words_integer_in(words, "the number of bins", 1, TSU_HISTO_BINS_MAX, &h->bins, err);
    while (status == TSU_OK && is_value(tsu_words_peek(words))) {
        if (h->values == TSU_AVE_HISTO_VALUES || strlen(tsu_words_peek(words)) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(h->value[h->values++].name, TSU_NAME, "%s", tsu_words_peek(words));
        words->at++;
    }
    if (status == TSU_OK && h->values == 0)
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                               "expected a value: x, vx, c_ID, f_ID, v_NAME");
    return status;
}

static tsu_status read_keyword(tsu_words *words, histo_words *w, tsu_error *err)
{
    tsu_ave_histo_def *h = &w->def;
    static const char *const beyonds[] = {
        [TSU_HISTO_IGNORE] = "ignore", [TSU_HISTO_END] = "end", [TSU_HISTO_EXTRA] = "extra", NULL};
    int k = 0;
    bool known, beyond = false;
    tsu_status status = tsu_average_read_keyword(words, &h->average, &w->file, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_either(words, "a keyword", "mode", "beyond", &beyond, err);
    if (status == TSU_OK && beyond) {
        status = tsu_words_choice(words, "ignore, end or extra", beyonds, &k, err);
        h->beyond = (tsu_histo_beyond)k;
        return status;
    }
    return status == TSU_OK
               ? tsu_words_either(words, "scalar or vector", "scalar", "vector", &w->vectors, err)
               : status;
}

/* Who is asked for what. */
static tsu_status find_value(const tsu_session *s, const tsu_words *words, const tsu_object *fix,
                             bool vectors, tsu_average_value *v, tsu_error *err)
{
    int64_t index;
    const char *word = v->name;
    const bool reference = tsu_is_reference(word);
    if (!reference && !vectors)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "%s has one value per particle: add `mode vector`", word);
    const tsu_object *o = reference && word[0] != 'v' ? tsu_average_object(s, word, &index) : NULL;
    if (reference && word[0] != 'v' && !o)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "there is nothing with the ID of %s", word);
    if (vectors && o && o->values.particle_columns == 0) return tsu_average_column(fix, v, true, err);
    return tsu_model_fix_word(fix, word, vectors, &v->value, err);
}

static tsu_status read_histo(tsu_session *s, tsu_words *words, const tsu_object *fix, histo_words *w,
                             tsu_error *err)
{
    char first[128];
    w->def = tsu_model_ave_histo_default();
    w->def.group = 1u << fix->group;
    w->def.average.told = write_mean;
    w->def.average.context = w;
    tsu_status status = read_bins(words, &w->def, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(words, w, err);
    }
    for (int k = 0; k < w->def.values && status == TSU_OK; k++) {
        status = find_value(s, words, fix, w->vectors, &w->def.value[k], err);
    }
    if (status != TSU_OK) return status;
    snprintf(first, sizeof first, "# Histogrammed data for fix %s", fix->id);
    const char *const titles[3] = {
        first, "# TimeStep Number-of-bins Total-counts Missing-counts Min-value Max-value",
        "# Bin Coord Count Count/Total"};
    return tsu_average_open(s, &w->file, titles, err);
}

static tsu_status fix_ave_histo(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    histo_words *w = tsu_average_new_file(&fix, sizeof *w, err);
    status = w ? read_histo(s, words, &fix, w, err) : TSU_ERROR_MEMORY;
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_histo, w ? &w->def : NULL, err);
}

const tsu_command tsu_fixes_ave_histo[] = {
    {"ave/histo",
     "fix ID GROUP ave/histo EVERY REPEAT OFTEN LO HI BINS VALUE ... [mode scalar|vector] [beyond "
     "ignore|end|extra] "
     "[ave one|running|window M] [start N] [file NAME] [overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "a histogram of values; f_ID[1..4]: counted, missed, minimum, maximum; f_ID[bin][1..3]: centre, count, "
     "fraction",
     fix_ave_histo},
    {0}};
