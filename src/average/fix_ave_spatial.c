/* SPDX-License-Identifier: Apache-2.0 */
/* fix_ave_spatial.c - `fix ave/spatial`: means over the particles in bins along one, two or three axes, and over time.
 *
 * A mean holds for each bin the number of particles and the values: sums over samples are divided by the number of all
 * particles (norm all) or each sample by its own (norm sample); densities by the volume of a bin. */
#include "average/averaging.h"
#include "base/memory.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/particle_values.h"
#include "session/read.h"
#include "state/fields.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 32, BINS_MAX = 20000000 };
typedef enum origin { LOWER, CENTER, UPPER, NUMBER } origin;
typedef enum units { BOX, LATTICE, REDUCED } units;

typedef struct bins {
    int axes, axis[3];
    origin from[3];
    double at[3], width[3]; /* origin and width, in box units or parts of the box */
    double low[3];          /* where the bins begin */
    int64_t layers[3], count;
    double volume; /* of a bin [m^3] */
} bins;

typedef struct spatial {
    tsu_average average; /* cells: bins x (1 + values) */
    bins bins;
    units units;
    int group, values;
    char value[VALUES_MAX][TSU_NAME];
    char region[TSU_NAME];
    bool by_sample, step_line;
    double *now, *one; /* values of particles; sums of one sample, as cells */
    int64_t *bin;      /* of each particle; -1: none */
    size_t now_capacity, one_capacity, bin_capacity;
} spatial;

static void destroy_spatial(tsu_session *s, void *state)
{
    (void)s;
    spatial *a = state;
    tsu_average_free(s, &a->average);
    tsu_memory_release(&a->now);
    tsu_memory_release(&a->one);
    tsu_memory_release(&a->bin);
    free(a);
}

/* ---- bins ------------------------------------------------------------------------------------------------------------------ */

/* Bins cover the box; a border of them lies at the origin. */
static tsu_status lay_out(const tsu_session *s, spatial *a, tsu_error *err)
{
    bins *b = &a->bins;
    const tsu_box *box = &s->world->box;
    b->count = 1;
    b->volume = (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
    for (int m = 0; m < b->axes; m++) {
        const int q = b->axis[m];
        const double lo = a->units == REDUCED ? 0.0 : box->lo[q], hi = a->units == REDUCED ? 1.0 : box->hi[q];
        const double from = b->from[m] == LOWER    ? lo
                            : b->from[m] == UPPER  ? hi
                            : b->from[m] == CENTER ? 0.5 * (lo + hi)
                                                   : b->at[m];
        const double first = (lo - from) / b->width[m], last = (hi - from) / b->width[m];
        const double below = floor(first + 1e-12 * fmax(1.0, fabs(first))), /* up to rounding */
            above = ceil(last - 1e-12 * fmax(1.0, fabs(last)));
        b->low[m] = from + below * b->width[m];
        if (!(above - below >= 1.0) || (double)b->count * (above - below) > BINS_MAX)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "fix ave/spatial: %g bins along %c; there may be 1 to %d", above - below,
                                 "xyz"[q], BINS_MAX);
        b->layers[m] = (int64_t)(above - below);
        b->count *= b->layers[m];
        b->volume *= b->width[m] / (hi - lo);
    }
    return tsu_average_resize(&a->average, b->count * (1 + a->values), err);
}

static int64_t bin_of(const tsu_session *s, const spatial *a, int32_t i)
{
    const bins *b = &a->bins;
    const tsu_box *box = &s->world->box;
    int64_t bin = 0;
    for (int m = 0; m < b->axes; m++) {
        const int q = b->axis[m];
        double x = tsu_boundary_inside(s->world, i, q);
        if (a->units == REDUCED) x = (x - box->lo[q]) / (box->hi[q] - box->lo[q]);
        int64_t k = (int64_t)((x - b->low[m]) / b->width[m]);
        k = k < 0 ? 0 : k >= b->layers[m] ? b->layers[m] - 1 : k;
        bin = bin * b->layers[m] + k;
    }
    return bin;
}

static double middle_of(const bins *b, int64_t bin, int m)
{
    for (int n = b->axes - 1; n > m; n--) {
        bin /= b->layers[n];
    }
    return b->low[m] + ((double)(bin % b->layers[m]) + 0.5) * b->width[m];
}

/* ---- sampling -------------------------------------------------------------------------------------------------------------- */

static bool is_density(const char *value)
{
    return strncmp(value, "density/", 8) == 0;
}

static tsu_status values_of(tsu_session *s, spatial *a, int k, tsu_error *err)
{
    const bool number = strcmp(a->value[k], "density/number") == 0,
               mass = strcmp(a->value[k], "density/mass") == 0;
    if (!number) return tsu_particle_values(s, mass ? "mass" : a->value[k], a->now, err);
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        a->now[i] = 1.0;
    }
    return TSU_OK;
}

static tsu_status reserve(const tsu_session *s, spatial *a, tsu_error *err)
{
    const size_t n = (size_t)s->world->particles.count + 1, cells = (size_t)a->average.cells + 1;
    tsu_status status = tsu_memory_grow(&a->now, &a->now_capacity, n, sizeof *a->now, "a sample", err);
    if (status == TSU_OK) status = tsu_memory_grow(&a->bin, &a->bin_capacity, n, sizeof *a->bin, "bins", err);
    if (status == TSU_OK)
        status = tsu_memory_grow(&a->one, &a->one_capacity, cells, sizeof *a->one, "a sample", err);
    if (status == TSU_OK) memset(a->one, 0, cells * sizeof *a->one);
    return status;
}

static void now_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)w;
    value[0] = ((const spatial *)context)->now[i];
}

/* The sums of this sample, in a->one. */
static tsu_status sum_up(tsu_session *s, spatial *a, tsu_error *err)
{
    const int32_t n = s->world->particles.count;
    const int columns = 1 + a->values;
    tsu_region *region;
    tsu_status status = reserve(s, a, err);
    if (status == TSU_OK) status = tsu_session_named_region(s, a->region, &region, err);
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        const bool in =
            tsu_session_in_group(s, i, a->group) && (!region || tsu_world_in_region(s->world, i, region));
        a->bin[i] = in ? bin_of(s, a, i) : -1;
        if (in) a->one[a->bin[i] * columns] += 1.0;
    }
    for (int k = 0; k < a->values && status == TSU_OK; k++) {
        status = values_of(s, a, k, err);
        if (status == TSU_OK)
            status =
                tsu_cell_sum(s->world, a->bin, a->bins.count, 1, columns, now_of, a, a->one + 1 + k, err);
    }
    return status;
}

static void add_sample(spatial *a)
{
    const int columns = 1 + a->values;
    for (int64_t c = 0; c < a->average.cells; c++) {
        const int k = (int)(c % columns) - 1;
        const double number = a->one[c - k - 1];
        const bool divide = k >= 0 && a->by_sample && !is_density(a->value[k]);
        a->average.sum[c] += divide ? (number > 0.0 ? a->one[c] / number : 0.0) : a->one[c];
    }
}

static void finish_mean(spatial *a)
{
    const int columns = 1 + a->values;
    double *sum = a->average.sum;
    const double samples = (double)a->average.samples;
    for (int64_t bin = 0; bin < a->bins.count; bin++) {
        double *row = sum + bin * columns;
        for (int k = 0; k < a->values; k++) {
            const bool density = is_density(a->value[k]);
            const double by = density || a->by_sample ? samples : row[0];
            row[1 + k] = by > 0.0 ? row[1 + k] / by : 0.0;
            if (density) row[1 + k] /= a->bins.volume;
        }
        row[0] /= samples;
    }
    tsu_average_take(&a->average, sum, NULL, 1);
}

static void write_mean(spatial *a, int64_t step)
{
    tsu_average *m = &a->average;
    const int columns = 1 + a->values;
    if (!tsu_average_write_begin(m)) return;
    if (a->step_line) fprintf(m->file, "%lld %lld\n", (long long)step, (long long)a->bins.count);
    for (int64_t bin = 0; bin < a->bins.count; bin++) {
        fprintf(m->file, "  %lld", (long long)bin + 1);
        for (int q = 0; q < a->bins.axes; q++) {
            fprintf(m->file, " %g", middle_of(&a->bins, bin, q));
        }
        for (int k = 0; k < columns; k++) {
            fprintf(m->file, " %g", m->result[bin * columns + k]);
        }
        fprintf(m->file, "\n");
    }
}

static tsu_status output_spatial(tsu_session *s, void *state, tsu_error *err)
{
    spatial *a = state;
    bool last;
    if (!tsu_average_due(s, &a->average, &last)) return TSU_OK;
    tsu_status status = a->average.samples == 1 ? lay_out(s, a, err) : TSU_OK; /* the box may have changed */
    if (status == TSU_OK) status = sum_up(s, a, err);
    if (status != TSU_OK) return status;
    add_sample(a);
    if (!last) return TSU_OK;
    finish_mean(a);
    write_mean(a, s->world->step);
    return tsu_average_write_end(&a->average, "ave/spatial", err);
}

static int64_t spatial_rows(tsu_session *s, void *state)
{
    (void)s;
    return ((const spatial *)state)->bins.count;
}

static tsu_status spatial_array(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                                tsu_error *err)
{
    (void)s;
    (void)err;
    const spatial *a = state;
    const int axes = a->bins.axes;
    if (column < axes)
        *out = middle_of(&a->bins, row, (int)column);
    else
        *out = a->average.result[row * (1 + a->values) + column - axes];
    return TSU_OK;
}

static void reset_spatial(tsu_session *s, void *state, int64_t old)
{
    (void)old;
    tsu_average_begin(s, &((spatial *)state)->average);
}

static void save_spatial(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    tsu_average_save(&((const spatial *)state)->average, pack);
}

static tsu_status load_spatial(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    spatial *a = state;
    const int64_t cells = a->average.cells;
    const tsu_status status = tsu_average_load(s, &a->average, saved, err);
    (void)s;
    if (status == TSU_OK && a->average.cells != cells) saved->bad = true;
    return status;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

static tsu_status read_axis(tsu_words *words, bins *b, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    const int m = b->axes++;
    tsu_status status = tsu_words_choice(words, "an axis", axes, &b->axis[m], err);
    b->from[m] = NUMBER;
    if (tsu_words_accept(words, "lower"))
        b->from[m] = LOWER;
    else if (tsu_words_accept(words, "center"))
        b->from[m] = CENTER;
    else if (tsu_words_accept(words, "upper"))
        b->from[m] = UPPER;
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

static tsu_status read_values(const tsu_session *s, tsu_words *words, spatial *a, tsu_error *err)
{
    while (is_value(tsu_words_peek(words))) {
        const char *word = tsu_words_peek(words);
        const tsu_status status = is_density(word) ? TSU_OK : tsu_particle_value_check(s, word, err);
        if (status != TSU_OK) return status;
        if (a->values == VALUES_MAX || strlen(word) >= TSU_NAME)
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                   "too many values or too long a name");
        snprintf(a->value[a->values++], TSU_NAME, "%s", word);
        words->at++;
    }
    return a->values > 0
               ? TSU_OK
               : tsu_words_error(words, words->at, TSU_ERROR_INPUT, err,
                                 "expected a value: vx, fx, density/number, density/mass, c_ID ...");
}

static tsu_status read_keyword(const tsu_session *s, tsu_words *words, spatial *a, tsu_error *err)
{
    static const char *const list[] = {"norm", "units", "region", "write_ts", "std", NULL};
    static const char *const norms[] = {"all", "sample", NULL}, *const unit[] = {"box", "lattice", "reduced",
                                                                                 NULL};
    int key, k = 0;
    bool known;
    tsu_status status = tsu_average_read_keyword(words, &a->average, &known, err);
    if (known || status != TSU_OK) return status;
    status = tsu_words_choice(words, "a keyword", list, &key, err);
    if (status != TSU_OK) return status;
    if (key == 0) status = tsu_words_choice(words, "all or sample", norms, &k, err);
    if (key == 0) a->by_sample = k == 1;
    if (key == 1) status = tsu_words_choice(words, "box, lattice or reduced", unit, &k, err);
    if (key == 1) a->units = (units)k;
    if (key == 2) status = tsu_session_read_region(s, words, a->region, err);
    if (key == 3) status = tsu_words_switch(words, "yes or no", &a->step_line, err);
    if (key == 4)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "deviations over bins (std) are not supported yet");
    return status;
}

static tsu_status open_file(tsu_session *s, spatial *a, const tsu_object *fix, tsu_error *err)
{
    static const char *const places[] = {"Coord", "Coord1 Coord2", "Coord1 Coord2 Coord3"};
    char first[256], names[VALUES_MAX * (TSU_NAME + 1) + 64];
    size_t used = (size_t)snprintf(names, sizeof names, "# Bin %s Ncount", places[a->bins.axes - 1]);
    for (int k = 0; k < a->values; k++) {
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", a->value[k]);
    }
    snprintf(first, sizeof first, "# Spatial-averaged data for fix %s and group %s", fix->id,
             s->group[a->group]);
    return tsu_average_open(s, &a->average, (const char *const[3]){first, "# Timestep Number-of-bins", names},
                            err);
}

static tsu_status read_spatial(tsu_session *s, tsu_words *words, const tsu_object *fix, spatial *a,
                               tsu_error *err)
{
    double scale[3];
    tsu_status status = tsu_average_read_times(words, &a->average, err);
    a->step_line = true;
    while (status == TSU_OK && a->bins.axes < 3 && (a->bins.axes == 0 || is_axis(tsu_words_peek(words)))) {
        status = read_axis(words, &a->bins, err);
    }
    if (status == TSU_OK) status = read_values(s, words, a, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = read_keyword(s, words, a, err);
    }
    tsu_session_length_scale(s, a->units == LATTICE, scale);
    for (int m = 0; m < a->bins.axes; m++) {
        a->bins.at[m] *= scale[a->bins.axis[m]];
        a->bins.width[m] *= scale[a->bins.axis[m]];
    }
    if (status == TSU_OK) status = lay_out(s, a, err);
    if (status == TSU_OK) status = open_file(s, a, fix, err);
    if (status == TSU_OK) tsu_average_begin(s, &a->average);
    return status;
}

static tsu_status fix_ave_spatial(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    spatial *a = fix.state = tsu_session_new_state(&fix, sizeof *a, err);
    if (!a) return TSU_ERROR_MEMORY;
    a->group = fix.group;
    fix.destroy = destroy_spatial;
    status = read_spatial(s, words, &fix, a, err);
    fix.output = output_spatial;
    fix.every = a->average.every;
    fix.at_start = true;
    fix.reset = reset_spatial;
    fix.save = save_spatial;
    fix.load = load_spatial;
    fix.values = (tsu_values){
        .array_columns = a->bins.axes + 1 + a->values, .array_rows = spatial_rows, .array = spatial_array};
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_ave_spatial[] = {
    {"ave/spatial",
     "fix ID GROUP ave/spatial EVERY REPEAT OFTEN AXIS lower|center|upper|X WIDTH [AXIS ...] VALUE ... [norm "
     "all|sample] [units box|lattice|reduced] [region R] [ave one|running|window M] [file NAME] [write_ts "
     "yes|no] "
     "[overwrite] [title1 TEXT] [title2 TEXT] [title3 TEXT]",
     "means in bins along axes; f_ID[bin][k]: middle, number, values", fix_ave_spatial},
    {0}};
