/* SPDX-License-Identifier: Apache-2.0 */
/* foresight.h - how much of a whole deck is done, and how long the rest takes: a process beside the run goes through the deck without taking a
 * step (a rehearsal, as `tsubu check` does) and tells of the runs to come. */
#ifndef TSU_CLI_FORESIGHT_H
#define TSU_CLI_FORESIGHT_H

#include "cli.h"
#include "session/session.h"
#include "view/frame.h"

enum { TSU_FORESIGHT_RUNS = 512 };

typedef struct tsu_foresight_run {
    int64_t steps;
    double before, after; /* particles at its begin, and with those inserted */
} tsu_foresight_run;

typedef struct tsu_foresight {
    int from;  /* where the other process writes; -1: it has written, or there is none */
    int child; /* its number */
    size_t got;
    int runs; /* of the deck; 0: not known */
    tsu_foresight_run run[TSU_FORESIGHT_RUNS];
    int seen;                           /* runs that have begun */
    int64_t length[TSU_FORESIGHT_RUNS]; /* of these */
    int at;             /* of run[]: the present one; -1: the runs are not as they were foreseen */
    int64_t begin, end; /* of the present run */
} tsu_foresight;

/* Before anything else runs. What cannot be foreseen - a deck from a pipe, one with an error - is not. */
void tsu_foresight_begin(tsu_foresight *a, const tsu_run_options *o);
/* Between steps of a run. */
tsu_deck_view tsu_foresight_look(tsu_foresight *a, const tsu_session *s);
void tsu_foresight_end(tsu_foresight *a);

#endif
