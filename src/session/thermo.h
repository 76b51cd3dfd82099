/* SPDX-License-Identifier: Apache-2.0 */
/* thermo.h - the table of a run: its columns, their keywords, and its lines. */
#ifndef TSU_SESSION_THERMO_H
#define TSU_SESSION_THERMO_H

#include "session/object.h"

enum { TSU_THERMO_MAX = 128 };

typedef struct tsu_thermo {
    int64_t every; /* 0: only at the start and the end of a run */
    int columns;
    char column[TSU_THERMO_MAX][TSU_NAME]; /* keyword, c_ID, f_ID, v_NAME */
    char format[TSU_THERMO_MAX][24];       /* as the user gave it; empty: default */
    char format_float[24], format_int[24];
    bool custom; /* the deck has chosen the columns */
    bool multi, normalize, flush;
    bool warned_lost;
    struct tsu_growing_file *log; /* `thermo_log`: the lines once more; NULL: none */
    char log_path[512];
} tsu_thermo;

/* A column by name, as variables see it too. */
tsu_status tsu_thermo_value(tsu_session *s, const char *keyword, double *out, tsu_error *err);
tsu_status tsu_thermo_column(tsu_session *s, const char *column, double *out, tsu_error *err);
tsu_status tsu_thermo_write_header(tsu_session *s, tsu_error *err);
tsu_status tsu_thermo_write_line(tsu_session *s, tsu_error *err);
bool tsu_thermo_keyword_known(const char *keyword);
const char *tsu_thermo_title(const char *column); /* what stands above it */
/* The k-th keyword (from 0) and what it is; NULL behind the last. */
const char *tsu_thermo_keyword(int k, const char **doc);
const char *tsu_thermo_nearest_keyword(const char *word);

/* fix/audit.c: warns of accounts that gain where they can only lose, and of energies that are far off. `end`: of a run. */
void tsu_session_watch_energy(tsu_session *s, bool end);

#endif
