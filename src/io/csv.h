/* SPDX-License-Identifier: Apache-2.0 */
/* csv.h - a table of numbers: one line of column names, then lines of numbers separated by commas.
 *
 * Empty lines and what follows a '#' do not count; lines may end with CR LF; blanks around a field do not matter. There
 * are no quotes. Every line has a finite decimal number in every column, anything else is an error with line and
 * column. */
#ifndef TSU_IO_CSV_H
#define TSU_IO_CSV_H

#include "base/error.h"

typedef struct tsu_csv {
    size_t columns, rows;
    char **name;   /* [columns], owned */
    double *value; /* [rows][columns], owned */
} tsu_csv;

/* Reads a file, or a text whose `name` stands for the file in messages. On failure the table is empty. */
tsu_status tsu_csv_load(tsu_csv *table, const char *path, tsu_error *err);
tsu_status tsu_csv_parse(tsu_csv *table, const char *text, const char *name, tsu_error *err);
void tsu_csv_free(tsu_csv *table);

/* The index of a column, -1 if there is none. */
int tsu_csv_find(const tsu_csv *table, const char *name);

#endif
