/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_spatial.c - `fix ave/spatial` (model/average/ave_spatial.h). */
#include "average/averaging.h"
#include "model/average/ave_spatial.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include "session/read.h"
#include "state/fields.h"
#include <string.h>

typedef enum units { BOX, LATTICE, REDUCED } units;

typedef struct spatial_words {
    tsu_average_file file;
    tsu_ave_spatial_def def;
    char name[TSU_AVE_SPATIAL_VALUES][TSU_NAME];
    units units;
    bool step_line;
} spatial_words;

static tsu_status write_mean(void *context, const tsu_model *model, const tsu_average *m, tsu_error *err)
{
    spatial_words *a = context;
    const int columns = 1 + a->def.values;
    const int64_t bins = m->cells / columns;
    FILE *to = tsu_average_write_begin(&a->file) ? a->file.file : NULL;
    if (to && a->step_line) fprintf(to, "%lld %lld\n", (long long)model->world->step, (long long)bins);
    for (int64_t bin = 0; bin < bins && to; bin++) {
        fprintf(to, "  %lld", (long long)bin + 1);
        for (int q = 0; q < a->def.axes; q++) {
            fprintf(to, " %g", tsu_ave_spatial_middle(model, bin, q));
        }
        for (int k = 0; k < columns; k++) {
            fprintf(to, " %g", m->result[bin * columns + k]);
        }
        fprintf(to, "\n");
    }
    return tsu_average_write_end(&a->file, "ave/spatial", err);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static tsu_status read_axis(tsu_words *words, tsu_ave_spatial_def *b, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    const int m = b->axes++;
    tsu_status status = tsu_words_choice(words, "an axis", axes, &b->axis[m], err);
    b->from[m] = TSU_BINS_AT;
    if (tsu_words_accept(words, "lower"))
        b->from[m] = TSU_BINS_LOWER;
    else if (tsu_words_accept(words, "center"))
        b->from[m] = TSU_BINS_CENTER;
    else if (tsu_words_accept(words, "upper"))
        b->from[m] = TSU_BINS_UPPER;
    else if (status == TSU_OK)
        status = tsu_words_number(words, "the origin: lower, center, upper or a number", &b->at[m], err);
    if (status == TSU_OK) status = tsu_words_number(words, "the width of a bin", &b->width[m], err);
    if (status == TSU_OK && !(b->width[m] > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the width must be positive");
    for (int n = 0; n < m && status == TSU_OK; n++) {
        if (b->axis[n] == b->axis[m])
            return tsu_words_error(words, words->at - 3, TSU_ERROR_INPUT, err, "the axis is given twice");
    }
    return status;
}

static bool is_axis(const char *word)
{
    return word && (strcmp(word, "x") == 0 || strcmp(word, "y") == 0 || strcmp(word, "z") == 0);
}

static bool is_value(const char *word)
{
    tsu_field_number n;
    if (!word) return false;
    const bool density = strcmp(word, "density/number") == 0 || strcmp(word, "density/mass") == 0;
    return density || tsu_is_reference(word) || tsu_fields_word(NULL, word, &n);
}

static bool is_density(const char *value)
{
    return strncmp(value, "density/", 8) == 0;
}

static tsu_status find_value(const tsu_object *fix, const char *word, tsu_bin_value *v, tsu_error *err)
{
    *v = (tsu_bin_value){.value.constant = 1.0, .density = is_density(word)};
    if (strcmp(word, "density/number") == 0) return TSU_OK;
    return tsu_model_fix_word(fix, strcmp(word, "density/mass") == 0 ? "mass" : word, true, &v->value, err);
}

static tsu_status read_values(const tsu_session *s, tsu_words *words, const tsu_object *fix, spatial_words *w,
                              tsu_error *err)
{
    tsu_ave_spatial_def *a = &w->def;
    while (is_value(tsu_words_peek(words))) {
        const char *word = tsu_words_peek(words);
        tsu_status status = is_density(word) ? TSU_OK : tsu_particle_value_check(s, word, err);
        if (status != TSU_OK) return status;
        if (a->values == TSU_AVE_SPATIAL_VALUES || strlen(word) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(w->name[a->values], TSU_NAME, "%s", word);
        status = find_value(fix, word, &a->value[a->values++], err);
        if (status != TSU_OK) return status;
        words->at++;
    }
    return a->values > 0
               ? TSU_OK
               : tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                 "expected a value: vx, fx, density/number, density/mass, c_ID ...");
}

static tsu_status read_keyword(const tsu_session *s, tsu_words *words, const tsu_object *fix,
                               spatial_words *w, tsu_error *err)
{
    enum { NORM, UNITS, REGION, STEP_LINE, DEVIATION };
    static const char *const list[] = {[NORM] = "norm",          [UNITS] = "units",   [REGION] = "region",
                                       [STEP_LINE] = "write_ts", [DEVIATION] = "std", NULL};
    static const char *const unit[] = {[BOX] = "box", [LATTICE] = "lattice", [REDUCED] = "reduced", NULL};
    tsu_ave_spatial_def *a = &w->def;
    char region[TSU_NAME];
    int key, k = 0;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &a->average, &w->file, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    if (key == NORM) status = tsu_words_either(words, "all or sample", "all", "sample", &a->by_sample, err);
    if (key == UNITS) status = tsu_words_choice(words, "box, lattice or reduced", unit, &k, err);
    if (key == UNITS) w->units = (units)k;
    if (key == REGION) status = tsu_session_read_region(s, words, region, err);
    if (key == REGION && status == TSU_OK) status = tsu_model_fix_place(fix, region, &a->region, err);
    if (key == STEP_LINE) status = tsu_words_switch(words, "yes or no", &w->step_line, err);
    if (key == DEVIATION)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "deviations over bins (std) are not supported yet");
    return status;
}

static tsu_status open_file(tsu_session *s, spatial_words *a, const tsu_object *fix, tsu_error *err)
{
    static const char *const places[] = {"Coord", "Coord1 Coord2", "Coord1 Coord2 Coord3"};
    char first[256], names[TSU_AVE_SPATIAL_VALUES * (TSU_NAME + 1) + 64];
    size_t used = (size_t)snprintf(names, sizeof names, "# Bin %s Ncount", places[a->def.axes - 1]);
    for (int k = 0; k < a->def.values; k++) {
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", a->name[k]);
    }
    snprintf(first, sizeof first, "# Spatial-averaged data for fix %s and group %s", fix->id,
             s->group[fix->group]);
    return tsu_average_open(s, &a->file, (const char *const[3]){first, "# Timestep Number-of-bins", names},
                            err);
}

static tsu_status read_spatial(tsu_session *s, tsu_words *words, const tsu_object *fix, spatial_words *w,
                               tsu_error *err)
{
    tsu_ave_spatial_def *a = &w->def;
    double scale[3];
    *a = tsu_model_ave_spatial_default();
    a->group = 1u << fix->group;
    a->average.told = write_mean;
    a->average.context = w;
    w->step_line = true;
    tsu_status status = tsu_average_read_times(words, &a->average, err);
    while (status == TSU_OK && a->axes < 3 && (a->axes == 0 || is_axis(tsu_words_peek(words)))) {
        status = read_axis(words, a, err);
    }
    if (status == TSU_OK) status = read_values(s, words, fix, w, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(s, words, fix, w, err);
    }
    if (status != TSU_OK) return status;
    a->reduced = w->units == REDUCED;
    tsu_session_length_scale(s, w->units == LATTICE, scale);
    for (int m = 0; m < a->axes; m++) {
        a->at[m] *= scale[a->axis[m]];
        a->width[m] *= scale[a->axis[m]];
    }
    status = tsu_ave_spatial_check(s->world, a, err);
    return status == TSU_OK ? open_file(s, w, fix, err) : status;
}

static tsu_status fix_ave_spatial(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    spatial_words *w = tsu_average_new_file(&fix, sizeof *w, err);
    status = w ? read_spatial(s, words, &fix, w, err) : TSU_ERROR_MEMORY;
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_ave_spatial, w ? &w->def : NULL, err);
}

const tsu_command tsu_fixes_ave_spatial[] = {
    {"ave/spatial",
     "fix ID GROUP ave/spatial EVERY REPEAT OFTEN AXIS lower|center|upper|X WIDTH [AXIS ...] VALUE ... [norm "
     "all|sample] [units box|lattice|reduced] [region R] [ave one|running|window M] [file NAME] [write_ts "
     "yes|no] "
     "[overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "averages in bins along axes; f_ID[bin][k]: centre, number, values", fix_ave_spatial},
    {0}};
