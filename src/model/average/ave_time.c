/* SPDX-License-Identifier: Apache-2.0 */
#include "model/average/ave_time.h"

typedef struct time_average {
    tsu_ave_time_def def;
    tsu_average average;
} time_average;

static void add_sample(time_average *a, int64_t row, int k, double value)
{
    double *sum = &a->average.sum[row * a->def.values + k];
    *sum = a->def.off[k] ? value : *sum + value;
}

static tsu_status sample_vectors(time_average *a, tsu_error *err)
{
    const tsu_ave_time_def *d = &a->def;
    for (int k = 0; k < d->values; k++) {
        tsu_sample_column column;
        const tsu_average_value *v = &d->value[k];
        tsu_status status = v->ask_column(v->value.context, &column, err);
        if (status == TSU_OK && k > 0 && column.count * d->values != a->average.cells)
            return tsu_error_set(err, TSU_ERROR_INPUT, "ave_time: %s has %lld rows, %s another number",
                                 v->name, (long long)column.count, d->value[0].name);
        if (status == TSU_OK) status = tsu_average_resize(&a->average, column.count * d->values, err);
        for (int64_t row = 0; row < column.count && status == TSU_OK; row++) {
            add_sample(a, row, k, column.value[row * column.stride]);
        }
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status sample(time_average *a, tsu_error *err)
{
    if (a->def.vectors) return sample_vectors(a, err);
    for (int k = 0; k < a->def.values; k++) {
        double value;
        const tsu_status status = tsu_model_value_now(&a->def.value[k].value, &value, err);
        if (status != TSU_OK) return status;
        add_sample(a, 0, k, value);
    }
    return TSU_OK;
}

static tsu_status between(tsu_model *model, tsu_error *err)
{
    time_average *a = model->state;
    tsu_average *m = &a->average;
    bool last;
    if (!tsu_average_due(m, &a->def.average, model->world->step, &last)) return TSU_OK;
    const tsu_status status = sample(a, err);
    if (status != TSU_OK || !last) return status;
    for (int64_t k = 0; k < m->cells; k++) {
        m->sum[k] /= a->def.off[k % a->def.values] ? 1.0 : (double)m->samples;
    }
    tsu_average_take(m, m->sum, a->def.off, a->def.values);
    return tsu_average_tell(model, &a->def.average, m, err);
}

static tsu_status nth(const tsu_model *model, int64_t index, double *out, tsu_error *err)
{
    const tsu_average *m = &((const time_average *)model->state)->average;
    if (index >= m->cells)
        return tsu_error_set(err, TSU_ERROR_INPUT, "ave_time has %lld numbers so far", (long long)m->cells);
    *out = m->result[index];
    return TSU_OK;
}

static tsu_status number(tsu_model *m, int index, double *out, tsu_error *err)
{
    return nth(m, index, out, err);
}

static tsu_status scalar(tsu_model *m, double *out, tsu_error *err)
{
    return nth(m, 0, out, err);
}

static int64_t rows(const tsu_model *m)
{
    const time_average *a = m->state;
    return a->average.cells / a->def.values;
}

static tsu_status table(tsu_model *m, int64_t row, int column, double *out, tsu_error *err)
{
    return nth(m, row * ((const time_average *)m->state)->def.values + column, out, err);
}

static void renumber(tsu_model *m, int64_t by)
{
    time_average *a = m->state;
    (void)by;
    tsu_average_begin(&a->average, &a->def.average, m->world->step);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_average_save(&((const time_average *)m->state)->average, pack);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    time_average *a = m->state;
    const tsu_status status = tsu_average_load(&a->average, saved, err);
    if (a->average.cells % a->def.values != 0) saved->bad = true;
    return status;
}

tsu_ave_time_def tsu_model_ave_time_default(void)
{
    return (tsu_ave_time_def){.average = tsu_average_default()};
}

static void preset(void *def)
{
    *(tsu_ave_time_def *)def = tsu_model_ave_time_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    time_average *a = m->state;
    const tsu_ave_time_def *d = &a->def;
    const tsu_status status = tsu_average_check(m, &d->average, err);
    if (status != TSU_OK) return status;
    if (d->values < 1 || d->values > TSU_AVE_TIME_VALUES)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "ave_time %s: %d values are to be averaged; 1 to %d can be", m->name, d->values,
                             TSU_AVE_TIME_VALUES);
    for (int k = 0; k < d->values && d->vectors; k++) {
        if (!d->value[k].ask_column)
            return tsu_error_set(err, TSU_ERROR_INPUT, "ave_time %s: value %d gives no row of numbers",
                                 m->name, k + 1);
    }
    m->every = d->average.every;
    m->scalar = !d->vectors && d->values == 1;
    m->numbers = m->scalar ? 0 : !d->vectors ? d->values : d->values == 1 ? -1 : 0;
    m->table_columns = d->vectors && d->values > 1 ? d->values : 0;
    tsu_average_begin(&a->average, &d->average, m->world->step);
    return d->vectors ? TSU_OK : tsu_average_resize(&a->average, d->values, err);
}

static void destroy(tsu_model *m)
{
    tsu_average_free(&((time_average *)m->state)->average);
}

const tsu_model_row tsu_model_ave_time = {
    .name = "ave_time",
    .doc = "time averages of numbers or rows of numbers",
    .def_size = sizeof(tsu_ave_time_def),
    .state_size = sizeof(time_average),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .between = between,
    .at_start = true,
    .renumber = renumber,
    .save = save,
    .load = load,
    .scalar = scalar,
    .numbers = 1,
    .number = number,
    .table_rows = rows,
    .table = table,
};
