/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_histo.h"
#include "base/memory.h"
#include <math.h>
#include <string.h>

enum { TOTAL, MISSED, LEAST, MOST, FIRST }; /* cells before those of the bins */

typedef struct histogram {
    tsu_ave_histo_def def;
    tsu_average average; /* cells: FIRST + bins */
    int64_t bins;        /* with those beyond */
    double now[FIRST];   /* result: total, missed, least, most */
    double *particles;
    size_t capacity;
} histogram;

static void count(histogram *h, double value)
{
    double *sum = h->average.sum;
    const int64_t inner = h->bins - (h->def.beyond == TSU_HISTO_EXTRA ? 2 : 0);
    int64_t bin = (int64_t)((value - h->def.lo) * ((double)inner / (h->def.hi - h->def.lo)));
    sum[LEAST] = fmin(sum[LEAST], value);
    sum[MOST] = fmax(sum[MOST], value);
    if (value < h->def.lo || value > h->def.hi) {
        if (h->def.beyond == TSU_HISTO_IGNORE) sum[MISSED] += 1.0;
        if (h->def.beyond == TSU_HISTO_IGNORE) return;
        bin = value < h->def.lo ? 0 : h->bins - 1;
    } else {
        bin = (bin < inner ? bin : inner - 1) + (h->def.beyond == TSU_HISTO_EXTRA ? 1 : 0);
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

static tsu_status count_particles(const tsu_world *w, histogram *h, const tsu_model_value *v, tsu_error *err)
{
    const int32_t n = w->particles.count;
    tsu_status status =
        tsu_memory_grow(&h->particles, &h->capacity, (size_t)n + 1, sizeof(double), "a sample", err);
    if (status == TSU_OK) status = tsu_model_value_each(v, n, h->particles, err);
    for (int32_t i = 0; i < n && status == TSU_OK; i++) {
        if (tsu_in_group(w, i, h->def.group)) count(h, h->particles[i]);
    }
    return status;
}

static tsu_status count_value(const tsu_world *w, histogram *h, const tsu_average_value *v, tsu_error *err)
{
    tsu_status status;
    if (v->ask_column) {
        tsu_sample_column column;
        status = v->ask_column(v->value.context, &column, err);
        if (status == TSU_OK) count_column(h, column.value, column.stride, column.count);
        return status;
    }
    if (v->value.ask_each) return count_particles(w, h, &v->value, err);
    double value;
    status = tsu_model_value_now(&v->value, &value, err);
    if (status == TSU_OK) count(h, value);
    return status;
}

static tsu_status sample(const tsu_world *w, histogram *h, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (h->average.samples == 1) {
        h->average.sum[LEAST] = INFINITY;
        h->average.sum[MOST] = -INFINITY;
    }
    for (int k = 0; k < h->def.values && status == TSU_OK; k++) {
        status = count_value(w, h, &h->def.value[k], err);
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
    const int64_t inner = h->bins - (h->def.beyond == TSU_HISTO_EXTRA ? 2 : 0);
    if (h->def.beyond == TSU_HISTO_EXTRA && (bin == 0 || bin == h->bins - 1))
        return bin == 0 ? h->def.lo : h->def.hi;
    return h->def.lo + ((double)bin + (h->def.beyond == TSU_HISTO_EXTRA ? -0.5 : 0.5)) *
                           (h->def.hi - h->def.lo) / (double)inner;
}

static double share_of(const histogram *h, int64_t bin)
{
    return h->now[TOTAL] > 0.0 ? count_of(h, bin) / h->now[TOTAL] : 0.0;
}

static tsu_status between(tsu_model *m, tsu_error *err)
{
    histogram *h = m->state;
    bool last;
    if (!tsu_average_due(&h->average, &h->def.average, m->world->step, &last)) return TSU_OK;
    const tsu_status status = sample(m->world, h, err);
    if (status != TSU_OK || !last) return status;
    finish_mean(h);
    return tsu_average_tell(m, &h->def.average, &h->average, err);
}

static tsu_status number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const histogram *)m->state)->now[index];
    return TSU_OK;
}

static int64_t rows(const tsu_model *m)
{
    return ((const histogram *)m->state)->bins;
}

static tsu_status table(tsu_model *m, int64_t row, int column, double *out, tsu_error *err)
{
    (void)err;
    const histogram *h = m->state;
    *out = column == 0 ? middle_of(h, row) : column == 1 ? count_of(h, row) : share_of(h, row);
    return TSU_OK;
}

static void renumber(tsu_model *m, int64_t by)
{
    histogram *h = m->state;
    (void)by;
    tsu_average_begin(&h->average, &h->def.average, m->world->step);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    const histogram *h = m->state;
    tsu_average_save(&h->average, pack);
    tsu_pack_numbers(pack, h->now, FIRST, sizeof(double));
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    histogram *h = m->state;
    const int64_t cells = h->average.cells;
    const tsu_status status = tsu_average_load(&h->average, saved, err);
    if (h->average.cells != cells) saved->bad = true;
    tsu_cursor_numbers(saved, h->now, FIRST, sizeof(double));
    return status;
}

tsu_ave_histo_def tsu_model_ave_histo_default(void)
{
    return (tsu_ave_histo_def){
        .average = tsu_average_default(), .group = TSU_GROUP_ALL, .hi = 1.0, .bins = 10};
}

static void preset(void *def)
{
    *(tsu_ave_histo_def *)def = tsu_model_ave_histo_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    histogram *h = m->state;
    const tsu_ave_histo_def *d = &h->def;
    const tsu_status status = tsu_average_check(m, &d->average, err);
    if (status != TSU_OK) return status;
    if (!(d->lo < d->hi) || d->bins < 1 || d->bins > TSU_HISTO_BINS_MAX || d->values < 1 ||
        d->values > TSU_AVE_HISTO_VALUES)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "ave_histo %s: %lld bins from %g to %g for %d values: the high end must be above the low one, "
            "and there may be 1 to %d bins and values up to %d",
            m->name, (long long)d->bins, d->lo, d->hi, d->values, TSU_HISTO_BINS_MAX, TSU_AVE_HISTO_VALUES);
    h->bins = d->bins + (d->beyond == TSU_HISTO_EXTRA ? 2 : 0);
    m->every = d->average.every;
    tsu_average_begin(&h->average, &d->average, m->world->step);
    return tsu_average_resize(&h->average, FIRST + h->bins, err);
}

static void destroy(tsu_model *m)
{
    histogram *h = m->state;
    tsu_average_free(&h->average);
    tsu_memory_release(&h->particles);
}

const tsu_model_row tsu_model_ave_histo = {
    .name = "ave_histo",
    .doc = "a histogram of values, over time",
    .def_size = sizeof(tsu_ave_histo_def),
    .state_size = sizeof(histogram),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .reads = TSU_FIELDS_GROUP,
    .between = between,
    .at_start = true,
    .renumber = renumber,
    .save = save,
    .load = load,
    .numbers = FIRST,
    .number = number,
    .table_columns = 3,
    .table_rows = rows,
    .table = table,
};
