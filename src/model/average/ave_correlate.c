/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_correlate.h"
#include "base/memory.h"
#include <string.h>

typedef struct correlation {
    tsu_ave_correlate_def def;
    tsu_average average; /* cells: lags x (1 + pairs), number and sums; its ring `kept` is not used */
    double *ring;        /* [lags][values] the last samples */
    int64_t samples, at; /* in the ring; where the last one is */
} correlation;

/* The last sample with each before it. */
static void accumulate(correlation *c)
{
    const int64_t lags = c->def.average.repeat;
    const double *now = c->ring + c->at * c->def.values;
    for (int64_t lag = 0; lag < c->samples; lag++) {
        const double *then = c->ring + (c->at + lags - lag) % lags * c->def.values;
        double *row = c->average.sum + lag * (1 + c->def.pairs);
        row[0] += 1.0;
        for (int k = 0; k < c->def.pairs; k++) {
            row[1 + k] += then[c->def.first[k]] * now[c->def.second[k]];
        }
    }
}

static void keep_result(correlation *c)
{
    for (int64_t n = 0; n < c->average.cells; n++) {
        const double number = c->average.sum[n - n % (1 + c->def.pairs)];
        const bool is_number = n % (1 + c->def.pairs) == 0;
        c->average.result[n] = is_number      ? number
                               : number > 0.0 ? c->def.factor * c->average.sum[n] / number
                                              : 0.0;
    }
}

static tsu_status between(tsu_model *model, tsu_error *err)
{
    correlation *c = model->state;
    const tsu_average_def *d = &c->def.average;
    const int64_t step = model->world->step;
    tsu_average *m = &c->average;
    if (step != m->next) return TSU_OK;
    c->at = (c->at + 1) % d->repeat;
    for (int k = 0; k < c->def.values; k++) {
        const tsu_status status =
            tsu_model_value_now(&c->def.value[k], &c->ring[c->at * c->def.values + k], err);
        if (status != TSU_OK) return status;
    }
    c->samples += c->samples < d->repeat;
    m->next += d->every;
    accumulate(c);
    if (step % d->often != 0) return TSU_OK;
    keep_result(c);
    if (m->mode == TSU_AVERAGE_ONE) { /* the last sample is the first of the next */
        memset(m->sum, 0, (size_t)m->cells * sizeof *m->sum);
        c->samples = 1;
        accumulate(c);
    }
    return tsu_average_tell(model, d, m, err);
}

static int64_t rows(const tsu_model *m)
{
    return ((const correlation *)m->state)->def.average.repeat;
}

static tsu_status table(tsu_model *m, int64_t row, int column, double *out, tsu_error *err)
{
    (void)err;
    const correlation *c = m->state;
    *out = column == 0 ? (double)(row * c->def.average.every)
                       : c->average.result[row * (1 + c->def.pairs) + column - 1];
    return TSU_OK;
}

/* The first multiple of `every` from now and from `start` on. */
static void plan(correlation *c, int64_t step)
{
    const tsu_average_def *d = &c->def.average;
    const int64_t from = step > d->start ? step : d->start;
    c->average.next = (from + d->every - 1) / d->every * d->every;
}

static void renumber(tsu_model *m, int64_t by)
{
    (void)by;
    plan(m->state, m->world->step);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    const correlation *c = m->state;
    tsu_average_save(&c->average, pack);
    tsu_pack_u64(pack, (uint64_t)c->samples);
    tsu_pack_u64(pack, (uint64_t)c->at);
    tsu_pack_numbers(pack, c->ring, (size_t)(c->def.average.repeat * c->def.values), sizeof(double));
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    correlation *c = m->state;
    const int64_t cells = c->average.cells, repeat = c->def.average.repeat;
    const tsu_status status = tsu_average_load(&c->average, saved, err);
    if (c->average.cells != cells) saved->bad = true;
    c->samples = (int64_t)tsu_cursor_count(saved, (uint64_t)repeat);
    c->at = (int64_t)tsu_cursor_count(saved, (uint64_t)repeat - 1);
    if (!saved->bad) tsu_cursor_numbers(saved, c->ring, (size_t)(repeat * c->def.values), sizeof(double));
    return status;
}

tsu_ave_correlate_def tsu_model_ave_correlate_default(void)
{
    return (tsu_ave_correlate_def){.average = tsu_average_default(), .factor = 1.0};
}

static void preset(void *def)
{
    *(tsu_ave_correlate_def *)def = tsu_model_ave_correlate_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    correlation *c = m->state;
    const tsu_ave_correlate_def *d = &c->def;
    const tsu_average_def *a = &d->average;
    const int most = TSU_AVE_CORRELATE_VALUES;
    bool good = a->every >= 1 && a->repeat >= 1 && a->repeat <= TSU_CORRELATE_LAGS_MAX && a->often >= 1 &&
                a->often % a->every == 0 && a->window == 1 && a->mode != TSU_AVERAGE_WINDOW &&
                d->values >= 1 && d->values <= most && d->pairs >= 1 && d->pairs <= most * most;
    for (int k = 0; k < d->pairs && good; k++) {
        good = d->first[k] >= 0 && d->first[k] < d->values && d->second[k] >= 0 && d->second[k] < d->values;
    }
    if (!good)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "ave_correlate %s: give values, pairs of them, lags, and results every so many steps that are a "
            "multiple of those between samples",
            m->name);
    m->every = a->every;
    m->table_columns = 2 + d->pairs;
    c->average.mode = a->mode;
    c->average.window = 1;
    plan(c, m->world->step);
    const tsu_status status = tsu_average_resize(&c->average, a->repeat * (1 + d->pairs), err);
    if (status != TSU_OK) return status;
    return tsu_memory_allocate(&c->ring, (size_t)(a->repeat * d->values), sizeof(double), "samples", err);
}

static void destroy(tsu_model *m)
{
    correlation *c = m->state;
    tsu_average_free(&c->average);
    tsu_memory_release(&c->ring);
}

const tsu_model_row tsu_model_ave_correlate = {
    .name = "ave_correlate",
    .doc = "correlations of numbers in time",
    .def_size = sizeof(tsu_ave_correlate_def),
    .state_size = sizeof(correlation),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .between = between,
    .at_start = true,
    .renumber = renumber,
    .save = save,
    .load = load,
    .table_columns = 3,
    .table_rows = rows,
    .table = table,
};
