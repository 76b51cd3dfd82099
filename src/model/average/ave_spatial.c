/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_spatial.h"
#include "base/memory.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

enum { BINS_MAX = 20000000 };

typedef struct bins {
    double low[3]; /* where the bins begin */
    int64_t layers[3], count;
    double volume; /* of a bin [m^3] */
} bins;

typedef struct spatial {
    tsu_ave_spatial_def def;
    tsu_average average; /* cells: bins x (1 + values) */
    bins bins;
    double *now, *one; /* values of particles; sums of one sample, as cells */
    int64_t *bin;      /* of each particle; -1: none */
    size_t now_capacity, one_capacity, bin_capacity;
} spatial;

/* ---- bins ------------------------------------------------------------------------------------------------------------------ */

/* Bins cover the box; a border of them lies at the origin. */
static tsu_status lay_out(const tsu_box *box, const tsu_ave_spatial_def *d, bins *b, tsu_error *err)
{
    b->count = 1;
    b->volume = (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
    for (int m = 0; m < d->axes; m++) {
        const int q = d->axis[m];
        const double lo = d->reduced ? 0.0 : box->lo[q], hi = d->reduced ? 1.0 : box->hi[q];
        const double from = d->from[m] == TSU_BINS_LOWER    ? lo
                            : d->from[m] == TSU_BINS_UPPER  ? hi
                            : d->from[m] == TSU_BINS_CENTER ? 0.5 * (lo + hi)
                                                            : d->at[m];
        const double first = (lo - from) / d->width[m], last = (hi - from) / d->width[m];
        const double below = floor(first + 1e-12 * fmax(1.0, fabs(first))), /* up to rounding */
            above = ceil(last - 1e-12 * fmax(1.0, fabs(last)));
        b->low[m] = from + below * d->width[m];
        if (!(above - below >= 1.0) || (double)b->count * (above - below) > BINS_MAX)
            return tsu_error_set(err, TSU_ERROR_INPUT, "ave_spatial: %g bins along %c; there may be 1 to %d",
                                 above - below, "xyz"[q], BINS_MAX);
        b->layers[m] = (int64_t)(above - below);
        b->count *= b->layers[m];
        b->volume *= d->width[m] / (hi - lo);
    }
    return TSU_OK;
}

tsu_status tsu_ave_spatial_check(const tsu_world *w, const tsu_ave_spatial_def *d, tsu_error *err)
{
    bins b;
    return lay_out(&w->box, d, &b, err);
}

static tsu_status arrange(const tsu_world *w, spatial *a, tsu_error *err)
{
    const tsu_status status = lay_out(&w->box, &a->def, &a->bins, err);
    if (status != TSU_OK) return status;
    return tsu_average_resize(&a->average, a->bins.count * (1 + a->def.values), err);
}

static int64_t bin_of(const tsu_world *w, const spatial *a, int32_t i)
{
    const tsu_ave_spatial_def *d = &a->def;
    const bins *b = &a->bins;
    const tsu_box *box = &w->box;
    int64_t bin = 0;
    for (int m = 0; m < d->axes; m++) {
        const int q = d->axis[m];
        double x = tsu_boundary_inside(w, i, q);
        if (d->reduced) x = (x - box->lo[q]) / (box->hi[q] - box->lo[q]);
        int64_t k = (int64_t)((x - b->low[m]) / d->width[m]);
        k = k < 0 ? 0 : k >= b->layers[m] ? b->layers[m] - 1 : k;
        bin = bin * b->layers[m] + k;
    }
    return bin;
}

double tsu_ave_spatial_middle(const tsu_model *model, int64_t bin, int m)
{
    const spatial *a = model->state;
    const bins *b = &a->bins;
    for (int n = a->def.axes - 1; n > m; n--) {
        bin /= b->layers[n];
    }
    return b->low[m] + ((double)(bin % b->layers[m]) + 0.5) * a->def.width[m];
}

/* ---- sampling -------------------------------------------------------------------------------------------------------------- */

static tsu_status reserve(const tsu_world *w, spatial *a, tsu_error *err)
{
    const size_t n = (size_t)w->particles.count + 1, cells = (size_t)a->average.cells + 1;
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
static tsu_status sum_up(const tsu_world *w, spatial *a, tsu_error *err)
{
    const int32_t n = w->particles.count;
    const int columns = 1 + a->def.values;
    const tsu_region *region;
    tsu_status status = reserve(w, a, err);
    if (status == TSU_OK) status = tsu_model_place_now(&a->def.region, &region, err);
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        const bool in = tsu_in_group(w, i, a->def.group) && (!region || tsu_world_in_region(w, i, region));
        a->bin[i] = in ? bin_of(w, a, i) : -1;
        if (in) a->one[a->bin[i] * columns] += 1.0;
    }
    for (int k = 0; k < a->def.values && status == TSU_OK; k++) {
        status = tsu_model_value_each(&a->def.value[k].value, n, a->now, err);
        if (status == TSU_OK)
            status = tsu_cell_sum(w, a->bin, a->bins.count, 1, columns, now_of, a, a->one + 1 + k, err);
    }
    return status;
}

static void add_sample(spatial *a)
{
    const int columns = 1 + a->def.values;
    for (int64_t c = 0; c < a->average.cells; c++) {
        const int k = (int)(c % columns) - 1;
        const double number = a->one[c - k - 1];
        const bool divide = k >= 0 && a->def.by_sample && !a->def.value[k].density;
        a->average.sum[c] += divide ? (number > 0.0 ? a->one[c] / number : 0.0) : a->one[c];
    }
}

static void finish_mean(spatial *a)
{
    const int columns = 1 + a->def.values;
    double *sum = a->average.sum;
    const double samples = (double)a->average.samples;
    for (int64_t bin = 0; bin < a->bins.count; bin++) {
        double *row = sum + bin * columns;
        for (int k = 0; k < a->def.values; k++) {
            const bool density = a->def.value[k].density;
            const double by = density || a->def.by_sample ? samples : row[0];
            row[1 + k] = by > 0.0 ? row[1 + k] / by : 0.0;
            if (density) row[1 + k] /= a->bins.volume;
        }
        row[0] /= samples;
    }
    tsu_average_take(&a->average, sum, NULL, 1);
}

static tsu_status between(tsu_model *m, tsu_error *err)
{
    spatial *a = m->state;
    const tsu_world *w = m->world;
    bool last;
    if (!tsu_average_due(&a->average, &a->def.average, w->step, &last)) return TSU_OK;
    tsu_status status = a->average.samples == 1 ? arrange(w, a, err) : TSU_OK; /* the box may have changed */
    if (status == TSU_OK) status = sum_up(w, a, err);
    if (status != TSU_OK) return status;
    add_sample(a);
    if (!last) return TSU_OK;
    finish_mean(a);
    return tsu_average_tell(m, &a->def.average, &a->average, err);
}

static int64_t rows(const tsu_model *m)
{
    return ((const spatial *)m->state)->bins.count;
}

static tsu_status table(tsu_model *m, int64_t row, int column, double *out, tsu_error *err)
{
    (void)err;
    const spatial *a = m->state;
    const int axes = a->def.axes;
    if (column < axes)
        *out = tsu_ave_spatial_middle(m, row, column);
    else
        *out = a->average.result[row * (1 + a->def.values) + column - axes];
    return TSU_OK;
}

static void renumber(tsu_model *m, int64_t by)
{
    spatial *a = m->state;
    (void)by;
    tsu_average_begin(&a->average, &a->def.average, m->world->step);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_average_save(&((const spatial *)m->state)->average, pack);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    spatial *a = m->state;
    const int64_t cells = a->average.cells;
    const tsu_status status = tsu_average_load(&a->average, saved, err);
    if (status == TSU_OK && a->average.cells != cells) saved->bad = true;
    return status;
}

tsu_ave_spatial_def tsu_model_ave_spatial_default(void)
{
    return (tsu_ave_spatial_def){.average = tsu_average_default(), .group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_ave_spatial_def *)def = tsu_model_ave_spatial_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    spatial *a = m->state;
    const tsu_ave_spatial_def *d = &a->def;
    const tsu_status status = tsu_average_check(m, &d->average, err);
    bool good = d->axes >= 1 && d->axes <= 3 && d->values >= 1 && d->values <= TSU_AVE_SPATIAL_VALUES;
    for (int q = 0; q < d->axes && good; q++) {
        good = d->axis[q] >= 0 && d->axis[q] < 3 && d->width[q] > 0.0;
    }
    if (status != TSU_OK) return status;
    if (!good)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "ave_spatial %s: give one to three axes with bins of some width, and 1 to %d values", m->name,
            TSU_AVE_SPATIAL_VALUES);
    m->every = d->average.every;
    m->table_columns = d->axes + 1 + d->values;
    tsu_average_begin(&a->average, &d->average, m->world->step);
    return arrange(m->world, a, err);
}

static void destroy(tsu_model *m)
{
    spatial *a = m->state;
    tsu_average_free(&a->average);
    tsu_memory_release(&a->now);
    tsu_memory_release(&a->one);
    tsu_memory_release(&a->bin);
}

const tsu_model_row tsu_model_ave_spatial = {
    .name = "ave_spatial",
    .doc = "averages over the particles in bins, and over time",
    .def_size = sizeof(tsu_ave_spatial_def),
    .state_size = sizeof(spatial),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .between = between,
    .at_start = true,
    .renumber = renumber,
    .save = save,
    .load = load,
    .table_columns = 3,
    .table_rows = rows,
    .table = table,
};
