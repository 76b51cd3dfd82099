/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_plot.c - `tsubu plot LOG ...`: the thermo columns of a log, or of several, as one page. */
#include "cli.h"
#include "plot_compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 64, SEPARATE_RUNS = 8 };

typedef struct plot {
    const tsu_log *log;
    tsu_plot_page *page;
    int chosen; /* columns asked for; 0: all */
    char *name[COLUMNS_MAX];
    tsu_error *err;
} plot;

static bool same_columns(const tsu_log_table *a, const tsu_log_table *b)
{
    bool same = a->columns == b->columns;
    for (int k = 0; same && k < a->columns; k++) {
        same = strcmp(a->name[k], b->name[k]) == 0;
    }
    return same;
}

/* ---- charts ------------------------------------------------------------------------------------------------------------ */

/* One column of some tables, one after the other; between them a gap. */
static size_t gather(const tsu_log *log, int first, int last, int column, double *out)
{
    size_t n = 0;
    for (int k = first; k <= last; k++) {
        const tsu_log_table *t = &log->table[k];
        for (size_t r = 0; r < t->rows; r++) {
            out[n++] = column < 0 ? (double)r : t->value[r * (size_t)t->columns + (size_t)column];
        }
        if (k < last) out[n++] = NAN;
    }
    return n;
}

static tsu_status add_curve(const plot *p, const char *name, int first, int last, int x_column, int column)
{
    size_t rows = 0;
    for (int k = first; k <= last; k++) {
        rows += p->log->table[k].rows + 1;
    }
    double *x = malloc(rows * sizeof *x), *y = malloc(rows * sizeof *y);
    tsu_status status = x && y ? TSU_OK : tsu_error_set(p->err, TSU_ERROR_MEMORY, "no memory for a curve");
    if (status == TSU_OK) {
        const size_t n = gather(p->log, first, last, column, y);
        gather(p->log, first, last, x_column, x);
        tsu_plot_series series = tsu_plot_series_default(name);
        if (n < 40) series.style = TSU_PLOT_LINE_POINTS;
        status = tsu_plot_page_add_series(p->page, &series, x, y, n, p->err);
    }
    free(x);
    free(y);
    return status;
}

/* What of the run a column tells: its physics, its course only, or nothing that could be drawn over the steps. */
typedef enum telling { PHYSICS, COURSE, NOTHING } telling;

static telling tells(const char *column)
{
    static const char *const course[] = {"Elapsed", "Elaplong", "Dt", "Time",  "CPU", "T/CPU",
                                         "S/CPU",   "CPULeft",  "Cu", "Atoms", "Part"};
    if (strcasecmp(column, "Step") == 0 || strcmp(column, "Hash") == 0) return NOTHING;
    for (size_t k = 0; k < sizeof course / sizeof *course; k++) {
        if (strcasecmp(column, course[k]) == 0) return COURSE;
    }
    return PHYSICS;
}

/* The columns to draw: those asked for, in that order, or all, the physics of the run before its clocks and counts. */
static int order_columns(const plot *p, const tsu_log_table *t, int *order)
{
    int n = 0;
    for (int k = 0; k < p->chosen; k++) {
        const int c = tsu_log_find(t, p->name[k]);
        if (c >= 0 && tells(t->name[c]) != NOTHING) order[n++] = c;
    }
    for (telling what = PHYSICS; what < NOTHING && p->chosen == 0; what++) {
        for (int c = 0; c < t->columns; c++) {
            if (tells(t->name[c]) == what) order[n++] = c;
        }
    }
    return n;
}

/* A chart for each column of the runs first .. last, which have the same ones. */
static tsu_status add_charts(const plot *p, int first, int last)
{
    const tsu_log_table *t = &p->log->table[first];
    const int x = tsu_log_find(t, "Step");
    int order[TSU_LOG_COLUMNS];
    const int n = order_columns(p, t, order);
    tsu_status status = TSU_OK;
    for (int q = 0; q < n && status == TSU_OK; q++) {
        const int c = order[q];
        char label[96];
        tsu_plot_label(p->log, t->name[c], label, sizeof label);
        tsu_plot_chart chart = tsu_plot_chart_default(t->name[c], x >= 0 ? "Step" : "line", label);
        chart.link = 1 + first;
        status = tsu_plot_page_add_chart(p->page, &chart, p->err);
        if (last - first >= SEPARATE_RUNS) { /* too many for a legend */
            if (status == TSU_OK) status = add_curve(p, NULL, first, last, x, c);
            continue;
        }
        for (int k = first; k <= last && status == TSU_OK; k++) {
            char name[32];
            snprintf(name, sizeof name, "run %d", k + 1);
            status = add_curve(p, first == last ? NULL : name, k, k, x, c);
        }
    }
    return status;
}

static tsu_status add_runs_table(const plot *p)
{
    enum { WIDTH = 6 };
    static const char *const headers[WIDTH] = {"run",   "line of the log", "steps",
                                               "lines", "loop time [s]",   "warnings"};
    const size_t n = (size_t)p->log->tables;
    char(*text)[48] = calloc(n * WIDTH, sizeof *text);
    const char **cell = calloc(n * WIDTH, sizeof *cell);
    tsu_status status =
        text && cell ? TSU_OK : tsu_error_set(p->err, TSU_ERROR_MEMORY, "no memory for a table");
    for (size_t k = 0; k < n && status == TSU_OK; k++) {
        const tsu_log_table *t = &p->log->table[k];
        const int step = tsu_log_find(t, "Step");
        const size_t at = k * WIDTH, last = (t->rows - 1) * (size_t)t->columns;
        snprintf(text[at], sizeof *text, "%zu", k + 1);
        snprintf(text[at + 1], sizeof *text, "%d", t->line);
        if (step >= 0)
            snprintf(text[at + 2], sizeof *text, "%.10g - %.10g", t->value[step],
                     t->value[last + (size_t)step]);
        snprintf(text[at + 3], sizeof *text, "%zu", t->rows);
        if (!isnan(t->seconds)) snprintf(text[at + 4], sizeof *text, "%.6g", t->seconds);
        snprintf(text[at + 5], sizeof *text, "%d", t->warnings);
        for (size_t q = 0; q < WIDTH; q++) {
            cell[at + q] = text[at + q];
        }
    }
    if (status == TSU_OK)
        status = tsu_plot_page_add_table(p->page, "Runs", NULL, WIDTH, headers, n, cell, p->err);
    free(text);
    free(cell);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------------------------------- */

static tsu_status check_names(const plot *p, const char *path)
{
    for (int k = 0; k < p->chosen; k++) {
        bool found = false;
        const char *known[COLUMNS_MAX * 4 + 1] = {0};
        int n = 0;
        for (int t = 0; t < p->log->tables; t++) {
            const tsu_log_table *table = &p->log->table[t];
            found = found || tsu_log_find(table, p->name[k]) >= 0;
            for (int c = 0; c < table->columns && n < COLUMNS_MAX * 4; c++) {
                known[n++] = table->name[c];
            }
        }
        const char *near = tsu_nearest_word(p->name[k], known);
        if (!found)
            return tsu_error_set(p->err, TSU_ERROR_INPUT, "%s has no column '%s'%s%s%s", path, p->name[k],
                                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return TSU_OK;
}

static tsu_status fill_page(const plot *p)
{
    tsu_status status = TSU_OK;
    for (int first = 0, last; first < p->log->tables && status == TSU_OK; first = last + 1) {
        last = first;
        while (last + 1 < p->log->tables && same_columns(&p->log->table[first], &p->log->table[last + 1])) {
            last++;
        }
        char heading[64];
        snprintf(heading, sizeof heading, first == last ? "Run %d" : "Runs %d to %d", first + 1, last + 1);
        if (first > 0 || last + 1 < p->log->tables)
            status = tsu_plot_page_add_heading(p->page, heading, p->err);
        if (status == TSU_OK) status = add_charts(p, first, last);
    }
    return status == TSU_OK ? add_runs_table(p) : status;
}

static tsu_status write_page(plot *p, const char *path, const char *out)
{
    char subtitle[160];
    size_t rows = 0;
    for (int k = 0; k < p->log->tables; k++) {
        rows += p->log->table[k].rows;
    }
    snprintf(subtitle, sizeof subtitle, "%s%slog with %d run%s and %zu lines of thermo output",
             p->log->program, p->log->program[0] ? " " : "", p->log->tables, p->log->tables == 1 ? "" : "s",
             rows);
    tsu_status status = tsu_plot_page_create(&p->page, path, subtitle, p->err);
    if (status == TSU_OK) status = fill_page(p);
    if (status == TSU_OK) status = tsu_plot_page_write(p->page, out, p->err);
    if (p->page) tsu_plot_page_destroy(p->page);
    return status;
}

static tsu_status split_names(plot *p, char *list)
{
    for (char *save = NULL, *w = strtok_r(list, ",", &save); w; w = strtok_r(NULL, ",", &save)) {
        if (p->chosen == COLUMNS_MAX)
            return tsu_error_set(p->err, TSU_ERROR_INPUT, "option --columns takes at most %d columns",
                                 COLUMNS_MAX);
        p->name[p->chosen++] = w;
    }
    return TSU_OK;
}

int tsu_cmd_plot(int argc, char **argv)
{
    const char *path[TSU_PLOT_LOGS] = {NULL}, *columns = NULL, *out = NULL;
    const tsu_option options[] = {{"--columns", 1, "A,B,...", "only these columns", &columns, NULL, 0},
                                  {"-o", 1, "FILE.html", "the page; without it LOG.html", &out, NULL, 0},
                                  {0}};
    tsu_error err = {0};
    tsu_log log[TSU_PLOT_LOGS] = {{0}};
    plot p = {.log = log, .err = &err};
    bool help;
    int rest;
    char beside[4096], names[4096] = "";
    tsu_status status =
        tsu_options_read("plot", options, argc, argv, path, TSU_PLOT_LOGS, &rest, &help, &err);
    if (help) return 0;
    if (status == TSU_OK && rest == 0)
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "`tsubu plot` needs a log: tsubu plot log.tsubu (see --help)");
    if (status == TSU_OK && columns) {
        snprintf(names, sizeof names, "%s", columns);
        status = split_names(&p, names);
    }
    for (int k = 0; k < rest && status == TSU_OK; k++) {
        status = tsu_log_load(&log[k], path[k], &err);
    }
    if (status == TSU_OK && rest == 1) status = check_names(&p, path[0]);
    snprintf(beside, sizeof beside, "%s%s.html", path[0] ? path[0] : "", rest > 1 ? ".compared" : "");
    const char *page = out ? out : beside;
    if (status == TSU_OK)
        status = rest > 1 ? tsu_plot_compare(log, path, rest, p.name, p.chosen, page, &err)
                          : write_page(&p, path[0], page);
    if (status == TSU_OK) printf("%s\n", page);
    for (int k = 0; k < TSU_PLOT_LOGS; k++) {
        tsu_log_free(&log[k]);
    }
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
