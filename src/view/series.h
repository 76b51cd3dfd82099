/* SPDX-License-Identifier: Apache-2.0 */
/* series.h - rows of numbers that grow with a run, in bounded memory: when the room is full every second row goes, so that
 * old rows get sparse and new ones stay dense. Rows keep the number they got. */
#ifndef TSU_VIEW_SERIES_H
#define TSU_VIEW_SERIES_H

#include "view/json.h"

enum { TSU_SERIES_COLUMNS = 132, TSU_SERIES_ROWS = 4096 };

typedef struct tsu_series_column {
    char name[64], label[64], unit[16];
} tsu_series_column;

typedef struct tsu_series {
    int columns;
    tsu_series_column *column; /* [columns] */
    int rows;
    uint64_t next;    /* number of the next row */
    uint64_t *number; /* [TSU_SERIES_ROWS] */
    double *value;    /* [TSU_SERIES_ROWS][columns] */
} tsu_series;

/* Begins afresh with these columns; numbers go on. */
tsu_status tsu_series_define(tsu_series *s, int columns, const tsu_series_column *column, tsu_error *err);
void tsu_series_free(tsu_series *s);
void tsu_series_add(tsu_series *s, const double *value);
/* A copy of the rows from a number on; the copy is the caller's. */
tsu_status tsu_series_copy(const tsu_series *s, uint64_t from, tsu_series *copy, tsu_error *err);

/* "columns":...,"rows":[...] without braces */
void tsu_series_tell_members(const tsu_series *s, uint64_t from, tsu_json *j);
/* {"table":...,"rows":[...]}, rows from a number on */
void tsu_series_tell(const tsu_series *s, uint64_t from, const char *table, tsu_json *j);
/* {"table":...,"columns":[{"name":...}]} */
void tsu_series_tell_columns(const tsu_series *s, const char *table, tsu_json *j);

#endif
