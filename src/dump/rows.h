/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - dumps of the rows of a compute as VTK files: contacts (local.c) and clumps (bodies.c). */
#ifndef TSU_DUMP_ROWS_H
#define TSU_DUMP_ROWS_H

#include "dump/dump.h"
#include <string.h>

typedef struct tsu_rows_dump {
    tsu_dump base;
    char compute[TSU_NAME];
    tsu_vtk_format format;
    bool binary;
    char label[256];
} tsu_rows_dump;

typedef struct tsu_rows_style {
    tsu_status (*write)(tsu_session *s, tsu_dump *d, tsu_error *err);
    const char *word;                  /* may stand before the ID; NULL: none */
    const char *what;                  /* the ID is one of */
    bool (*fits)(const tsu_object *o); /* whether the compute has what is needed */
    const char *otherwise;             /* what is said if not */
} tsu_rows_style;

/* Reads `dump ID GROUP style N FILE [word] COMPUTE`. */
tsu_status tsu_rows_dump_read(tsu_script *script, tsu_words *words, const tsu_rows_style *style,
                              tsu_error *err);
/* The compute and its present rows. */
tsu_status tsu_rows_dump_values(tsu_session *s, const tsu_rows_dump *d, const tsu_object **compute,
                                const double **data, int64_t *rows, tsu_error *err);
/* Takes the grid over. */
tsu_status tsu_rows_dump_write(tsu_session *s, tsu_rows_dump *d, tsu_dump_grid *g, tsu_error *err);

#endif
