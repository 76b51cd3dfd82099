/* SPDX-License-Identifier: Apache-2.0 */
/* run_summary.h - what is said when a deck has come to its end: where the time went, and the warnings once more. */
#ifndef TSU_CLI_RUN_SUMMARY_H
#define TSU_CLI_RUN_SUMMARY_H

#include "session/session.h"

enum { TSU_WARNINGS_KEPT = 20 };

typedef struct tsu_run_warning {
    char text[512];
    int times;
} tsu_run_warning;

typedef struct tsu_run_summary {
    double begin; /* when the program began [s] */
    int warnings; /* different ones */
    tsu_run_warning warning[TSU_WARNINGS_KEPT];
    int others;          /* beyond those kept */
    double page_seconds; /* that the run spent on being looked at [s] ... */
    int64_t page_frames; /* ... and frames it left */
} tsu_run_summary;

void tsu_run_summary_begin(tsu_run_summary *r);
void tsu_run_summary_warn(tsu_run_summary *r, const char *file, int line, const char *sentence);
/* The text, in lines; the caller frees it. NULL: there is nothing to say, or no memory. */
char *tsu_run_summary_text(const tsu_run_summary *r, const tsu_session *s);
/* How to go on after an interruption; the caller frees it. */
char *tsu_run_summary_how_to_go_on(const tsu_session *s, const char *program);

#endif
