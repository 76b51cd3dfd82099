/* SPDX-License-Identifier: Apache-2.0 */
#include "view/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static tsu_status no_memory(tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a time series");
}

tsu_status tsu_series_define(tsu_series *s, int columns, const tsu_series_column *column, tsu_error *err)
{
    const size_t n = (size_t)columns;
    tsu_series made = {
        .columns = columns, .next = s->next, .extremes = s->extremes, .thinned = s->extremes ? s->next : 0};
    made.column = malloc(n * sizeof *made.column);
    made.number = malloc(TSU_SERIES_ROWS * sizeof *made.number);
    made.value = malloc(TSU_SERIES_ROWS * n * sizeof *made.value);
    made.low = malloc(n * sizeof *made.low);
    made.high = malloc(n * sizeof *made.high);
    made.low_at = malloc(n * sizeof *made.low_at);
    made.high_at = malloc(n * sizeof *made.high_at);
    if (!made.column || !made.number || !made.value || !made.low || !made.high || !made.low_at ||
        !made.high_at) {
        tsu_series_free(&made);
        return no_memory(err);
    }
    memcpy(made.column, column, n * sizeof *column);
    tsu_series_free(s);
    *s = made;
    return TSU_OK;
}

void tsu_series_free(tsu_series *s)
{
    free(s->column);
    free(s->number);
    free(s->value);
    free(s->low);
    free(s->high);
    free(s->low_at);
    free(s->high_at);
    *s = (tsu_series){0};
}

static void halve(tsu_series *s)
{
    int kept = 0;
    for (int k = 0; k < s->rows; k += 2, kept++) {
        s->number[kept] = s->number[k];
        memmove(s->value + (size_t)kept * (size_t)s->columns, s->value + (size_t)k * (size_t)s->columns,
                (size_t)s->columns * sizeof *s->value);
    }
    s->rows = kept;
}

static double *row_of(const tsu_series *s, int k)
{
    return s->value + (size_t)k * (size_t)s->columns;
}

/* Takes a row into what is gathered. What is not a number counts only where there is nothing else. */
static void gather(tsu_series *s, const double *value)
{
    for (int c = 0; c < s->columns; c++) {
        if (s->gathered == 0 || value[c] < s->low[c] || isnan(s->low[c])) {
            s->low[c] = value[c];
            s->low_at[c] = s->gathered;
        }
        if (s->gathered == 0 || value[c] > s->high[c] || isnan(s->high[c])) {
            s->high[c] = value[c];
            s->high_at[c] = s->gathered;
        }
    }
    s->gathered++;
}

/* Writes what is gathered into rows at `to`, and begins anew; how many rows. */
static int write_gathered(tsu_series *s, double *to)
{
    const int rows = s->gathered < 2 ? (int)s->gathered : 2;
    for (int c = 0; c < s->columns && rows > 0; c++) {
        const bool rises = s->low_at[c] < s->high_at[c];
        to[c] = rises ? s->low[c] : s->high[c];
        if (rows == 2) to[s->columns + c] = rises ? s->high[c] : s->low[c];
    }
    s->gathered = 0;
    return rows;
}

/* Two rows for four, as far as they are of one run. Nothing is gathered meanwhile. */
static void thin(tsu_series *s)
{
    enum { GROUP = 4 };
    int kept = 0;
    for (int k = 0, n; k < s->rows; k += n) {
        n = 0;
        while (n < GROUP && k + n < s->rows && (n == 0 || row_of(s, k + n)[0] > row_of(s, k + n - 1)[0])) {
            gather(s, row_of(s, k + n++));
        }
        const uint64_t first = s->number[k], last = s->number[k + n - 1];
        const int rows = write_gathered(s, row_of(s, kept));
        s->number[kept] = first;
        s->number[kept + rows - 1] = last;
        kept += rows;
    }
    const bool much = kept > TSU_SERIES_ROWS / 4 * 3; /* of many short runs */
    s->rows = kept;
    if (much) halve(s);
    s->gather = s->gather > 1 ? 2 * s->gather : GROUP;
    s->thinned = s->next;
}

static void append(tsu_series *s, const double *value)
{
    s->number[s->rows] = s->next++;
    memcpy(row_of(s, s->rows), value, (size_t)s->columns * sizeof *value);
    s->rows++;
}

void tsu_series_flush(tsu_series *s)
{
    double pair[2 * TSU_SERIES_COLUMNS];
    if (s->columns == 0 || s->gathered == 0) return;
    const int rows = write_gathered(s, pair);
    if (s->rows + rows > TSU_SERIES_ROWS) thin(s);
    for (int k = 0; k < rows; k++) {
        append(s, pair + k * s->columns);
    }
}

void tsu_series_add(tsu_series *s, const double *value)
{
    if (s->columns == 0) return;
    if (!s->extremes) {
        if (s->rows == TSU_SERIES_ROWS) halve(s);
        append(s, value);
        return;
    }
    if (s->gathered > 0 && value[0] <= s->high[0]) tsu_series_flush(s); /* begins anew */
    gather(s, value);
    if (s->gathered >= s->gather) tsu_series_flush(s);
}

static int first_row(const tsu_series *s, uint64_t from)
{
    int first = from < s->thinned ? 0 : s->rows;
    while (first > 0 && s->number[first - 1] >= from) {
        first--;
    }
    return first;
}

tsu_status tsu_series_copy(const tsu_series *s, uint64_t from, tsu_series *copy, tsu_error *err)
{
    *copy = (tsu_series){0};
    const int first = first_row(s, from);
    const size_t rows = (size_t)(s->rows - first), columns = (size_t)s->columns;
    copy->column = malloc(columns * sizeof *copy->column + 1);
    copy->number = malloc(rows * sizeof *copy->number + 1);
    copy->value = malloc(rows * columns * sizeof *copy->value + 1);
    if (!copy->column || !copy->number || !copy->value) {
        tsu_series_free(copy);
        return no_memory(err);
    }
    copy->columns = s->columns;
    copy->rows = (int)rows;
    copy->next = s->next;
    if (columns > 0) memcpy(copy->column, s->column, columns * sizeof *copy->column);
    if (rows > 0) memcpy(copy->number, s->number + first, rows * sizeof *copy->number);
    if (rows > 0)
        memcpy(copy->value, s->value + (size_t)first * columns, rows * columns * sizeof *copy->value);
    return TSU_OK;
}

static void tell_words(const tsu_series *s, const char *key, size_t offset, tsu_json *j)
{
    tsu_json_key(j, key);
    tsu_json_open(j, '[');
    for (int k = 0; k < s->columns; k++) {
        tsu_json_string(j, (const char *)&s->column[k] + offset);
    }
    tsu_json_close(j, ']');
}

void tsu_series_tell_members(const tsu_series *s, uint64_t from, tsu_json *j)
{
    const int first = first_row(s, from);
    tell_words(s, "columns", offsetof(tsu_series_column, name), j);
    tell_words(s, "labels", offsetof(tsu_series_column, label), j);
    tell_words(s, "units", offsetof(tsu_series_column, unit), j);
    tsu_json_key_integer(j, "from", (int64_t)(first < s->rows ? s->number[first] : s->next));
    tsu_json_key_integer(j, "next", (int64_t)s->next);
    tsu_json_key(j, "rows");
    tsu_json_open(j, '[');
    for (int k = first; k < s->rows; k++) {
        tsu_json_numbers(j, s->value + (size_t)k * (size_t)s->columns, (size_t)s->columns);
    }
    tsu_json_close(j, ']');
}

void tsu_series_tell(const tsu_series *s, uint64_t from, const char *table, tsu_json *j)
{
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "table", table);
    tsu_series_tell_members(s, from, j);
    tsu_json_close(j, '}');
}

static void tell_columns(const tsu_series *s, const char *table, tsu_json *j)
{
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "table", table);
    tsu_json_key(j, "columns");
    tsu_json_open(j, '[');
    for (int k = 0; k < s->columns; k++) {
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", s->column[k].name);
        tsu_json_key_string(j, "label", s->column[k].label);
        tsu_json_key_string(j, "unit", s->column[k].unit);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
}

const char *const tsu_table_names[TSU_TABLES] = {"energy", "thermo", "meshes"};

void tsu_series_tell_tables(const tsu_series *const table[TSU_TABLES], tsu_json *j)
{
    tsu_json_key(j, "series");
    tsu_json_open(j, '[');
    for (int k = 0; k < TSU_TABLES; k++) {
        if (k != TSU_TABLE_MESHES || table[k]->columns > 0) tell_columns(table[k], tsu_table_names[k], j);
    }
    tsu_json_close(j, ']');
}
