/* SPDX-License-Identifier: Apache-2.0 */
#include "plot_compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COLUMNS_MAX = 256 };

typedef struct compare {
    const tsu_log *log;
    const char *const *path;
    int logs;
    tsu_plot_page *page;
    tsu_error *err;
} compare;

/* Whether a log has a column in one of its runs. */
static bool has(const tsu_log *log, const char *column)
{
    for (int k = 0; k < log->tables; k++) {
        if (tsu_log_find(&log->table[k], column) >= 0) return true;
    }
    return false;
}

static int logs_with(const compare *c, const char *column)
{
    int n = 0;
    for (int k = 0; k < c->logs; k++) {
        n += has(&c->log[k], column);
    }
    return n;
}

/* The curve of a log: its runs one after the other, with a gap where a run lacks a column. */
static tsu_status add_curve(const compare *c, int which, const char *x_name, const char *y_name)
{
    const tsu_log *log = &c->log[which];
    size_t rows = 1, n = 0;
    for (int k = 0; k < log->tables; k++) {
        rows += log->table[k].rows + 1;
    }
    double *x = malloc(rows * sizeof *x), *y = malloc(rows * sizeof *y);
    tsu_status status = x && y ? TSU_OK : tsu_error_set(c->err, TSU_ERROR_MEMORY, "no memory for a curve");
    for (int k = 0; k < log->tables && status == TSU_OK; k++) {
        const tsu_log_table *t = &log->table[k];
        const int cx = tsu_log_find(t, x_name), cy = tsu_log_find(t, y_name);
        for (size_t r = 0; r < t->rows && cx >= 0; r++, n++) {
            x[n] = t->value[r * (size_t)t->columns + (size_t)cx];
            y[n] = cy >= 0 ? t->value[r * (size_t)t->columns + (size_t)cy] : NAN;
        }
        if (n > 0) x[n] = x[n - 1];
        if (n > 0) y[n++] = NAN;
    }
    if (status == TSU_OK) {
        const tsu_plot_series series = tsu_plot_series_default(c->path[which]);
        status = tsu_plot_page_add_series(c->page, &series, x, y, n, c->err);
    }
    free(x);
    free(y);
    return status;
}

static tsu_status add_chart(const compare *c, const char *x_name, const char *column)
{
    char x_label[96], y_label[96];
    int first = 0;
    while (!has(&c->log[first], column)) {
        first++;
    }
    tsu_plot_label(&c->log[first], x_name, x_label, sizeof x_label);
    tsu_plot_label(&c->log[first], column, y_label, sizeof y_label);
    tsu_plot_chart chart = tsu_plot_chart_default(column, x_label, y_label);
    chart.link = 1;
    tsu_status status = tsu_plot_page_add_chart(c->page, &chart, c->err);
    for (int k = 0; k < c->logs && status == TSU_OK; k++) {
        if (has(&c->log[k], column)) status = add_curve(c, k, x_name, column);
    }
    return status;
}

static bool is_listed(const char *const *list, int n, const char *name)
{
    for (int k = 0; k < n; k++) {
        if (strcasecmp(list[k], name) == 0) return true;
    }
    return false;
}

/* Columns that two logs have, in the order in which they come. */
static int common_columns(const compare *c, const char **out)
{
    int n = 0;
    for (int k = 0; k < c->logs; k++) {
        for (int t = 0; t < c->log[k].tables; t++) {
            const tsu_log_table *table = &c->log[k].table[t];
            for (int q = 0; q < table->columns && n < COLUMNS_MAX; q++) {
                const char *name = table->name[q];
                const bool course = strcasecmp(name, "Step") == 0 || strcmp(name, "Hash") == 0 ||
                                    strcasecmp(name, "Time") == 0;
                if (!course && !is_listed(out, n, name) && logs_with(c, name) > 1) out[n++] = name;
            }
        }
    }
    return n;
}

static tsu_status choose(const compare *c, char *const *chosen, int count, const char **out, int *n)
{
    *n = count > 0 ? count : common_columns(c, out);
    for (int k = 0; k < count; k++) {
        if (logs_with(c, chosen[k]) == 0)
            return tsu_error_set(c->err, TSU_ERROR_INPUT, "none of the %d logs has a column '%s'", c->logs,
                                 chosen[k]);
        out[k] = chosen[k];
    }
    return *n > 0 ? TSU_OK
                  : tsu_error_set(c->err, TSU_ERROR_INPUT,
                                  "the logs have no column in common that could be drawn");
}

tsu_status tsu_plot_compare(const tsu_log *log, const char *const *path, int logs, char *const *chosen,
                            int count, const char *out, tsu_error *err)
{
    compare c = {.log = log, .path = path, .logs = logs, .err = err};
    const char *column[COLUMNS_MAX];
    char subtitle[64];
    int n;
    tsu_status status = choose(&c, chosen, count, column, &n);
    if (status != TSU_OK) return status;
    const char *x = logs_with(&c, "Time") == logs ? "Time" : "Step";
    snprintf(subtitle, sizeof subtitle, "%d logs over %s", logs, strcmp(x, "Time") == 0 ? "time" : "steps");
    status = tsu_plot_page_create(&c.page, "Logs compared", subtitle, err);
    for (int k = 0; k < n && status == TSU_OK; k++) {
        status = add_chart(&c, x, column[k]);
    }
    if (status == TSU_OK) status = tsu_plot_page_write(c.page, out, err);
    if (c.page) tsu_plot_page_destroy(c.page);
    return status;
}
