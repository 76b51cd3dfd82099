/* SPDX-License-Identifier: Apache-2.0 */
/* series.h - rows of numbers that grow with a run, in bounded memory. Rows keep the number they got. When the room is full, every
 * second row goes, so that old rows get sparse and new ones stay dense; or, in a series with extremes, two rows stand for four, and
 * of what comes for more and more rows: in each column they hold the least and the greatest value, in the order in which they came.
 * There the first column never falls but where a run begins anew. */
#ifndef TSU_VIEW_SERIES_H
#define TSU_VIEW_SERIES_H

#include "view/json.h"

enum { TSU_SERIES_COLUMNS = 132, TSU_SERIES_ROWS = 4096 };

/* The tables of a run. */
enum { TSU_TABLE_ENERGY, TSU_TABLE_THERMO, TSU_TABLE_MESHES, TSU_TABLES };
extern const char *const tsu_table_names[TSU_TABLES];

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
    bool extremes;    /* to be set before rows come; stays with other columns */
    int gather;       /* rows that two rows will stand for; 0 or 1: each stands for itself */
    uint64_t thinned; /* rows before this number may not be what they were */
    /* gathered so far, with extremes */
    int64_t gathered;
    double *low, *high;        /* [columns] */
    int64_t *low_at, *high_at; /* [columns] in which of them */
} tsu_series;

/* Begins afresh with these columns; numbers go on. */
tsu_status tsu_series_define(tsu_series *s, int columns, const tsu_series_column *column, tsu_error *err);
void tsu_series_free(tsu_series *s);
void tsu_series_add(tsu_series *s, const double *value);
/* Makes rows of what is gathered, so that the last one is there to be seen. */
void tsu_series_flush(tsu_series *s);
/* A copy of the rows from a number on, or of all where rows from there on have been thinned since; the copy is the caller's. */
tsu_status tsu_series_copy(const tsu_series *s, uint64_t from, tsu_series *copy, tsu_error *err);

/* "columns":...,"rows":[...] without braces */
void tsu_series_tell_members(const tsu_series *s, uint64_t from, tsu_json *j);
/* {"table":...,"rows":[...]}, rows from a number on */
void tsu_series_tell(const tsu_series *s, uint64_t from, const char *table, tsu_json *j);
/* "series":[{"table":...,"columns":[{"name":...}]}, ...]: the tables of a run, that of meshes if it has columns */
void tsu_series_tell_tables(const tsu_series *const table[TSU_TABLES], tsu_json *j);

#endif
