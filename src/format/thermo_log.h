/* SPDX-License-Identifier: Apache-2.0 */
/* thermo_log.h - the tables of numbers in the log of a run, of tsubu, LIGGGHTS or LAMMPS: one table for each run of the deck.
 *
 * A table is a line of names, one of which is Step (or the line after that on the memory used), and lines with as many numbers;
 * or the blocks of `thermo_style multi`. Lines between them that are none (warnings) do not end it; `Loop time` does. */
#ifndef TSU_FORMAT_THERMO_LOG_H
#define TSU_FORMAT_THERMO_LOG_H

#include "base/error.h"

enum { TSU_LOG_NAME = 64, TSU_LOG_COLUMNS = 256 }; /* a table has no more columns */

typedef struct tsu_log_table {
    int columns;
    char (*name)[TSU_LOG_NAME]; /* [columns], owned */
    size_t rows;
    double *value;   /* [rows][columns], owned; NAN where a block lacks a number */
    int line;        /* of the log, where it begins */
    int warnings;    /* until the next table */
    double seconds;  /* Loop time [s]; NAN if the run did not end */
    size_t capacity; /* of value */
} tsu_log_table;

typedef struct tsu_log {
    const char *program; /* tsubu, LIGGGHTS, LAMMPS or "" */
    bool si;             /* the deck, as the log repeats it, says `units si` */
    int tables;
    tsu_log_table *table; /* owned */
} tsu_log;

/* Reads a log, or a text whose `name` stands for the file in messages. Fails if there is no table in it. */
tsu_status tsu_log_load(tsu_log *log, const char *path, tsu_error *err);
tsu_status tsu_log_parse(tsu_log *log, const char *text, const char *name, tsu_error *err);
void tsu_log_free(tsu_log *log);

/* The index of a column whatever the case of its letters, -1 if there is none. */
int tsu_log_find(const tsu_log_table *table, const char *name);

#endif
