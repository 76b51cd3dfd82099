/* SPDX-License-Identifier: Apache-2.0 */
/* run_view.h - what `--view` and `--record` add to a run. */
#ifndef TSU_CLI_RUN_VIEW_H
#define TSU_CLI_RUN_VIEW_H

#include "cli.h"
#include "run/steer.h"
#include "view/import.h"
#include "view/live.h"
#include "view/record/record.h"
#include "view/server.h"

typedef struct tsu_run_view {
    tsu_live *live;           /* NULL: nobody can look */
    tsu_server *server;       /* of the same */
    bool keep;                /* stays after the run */
    bool expected;            /* somebody is there who may open it */
    bool stopped;             /* by Ctrl-C or by a reader, before its end */
    tsu_recorder *recorder;   /* NULL: none */
    tsu_recording *beside;    /* a run to compare with; NULL: none */
    tsu_view_source other;    /* the same */
    tsu_steer_journal replay; /* changes to be made again */
    tsu_error replayed;       /* why one could not be made */
} tsu_run_view;

/* Starts what the options ask for, and prints the address. To be ended also when this fails. */
tsu_status tsu_run_view_begin(tsu_run_view *v, const tsu_run_options *o, tsu_error *err);
/* To be called by the session's functions of the same names. */
void tsu_run_view_poll(tsu_run_view *v, const tsu_session *s);
int64_t tsu_run_view_limit(tsu_run_view *v, const tsu_session *s);
void tsu_run_view_thermo(tsu_run_view *v, const tsu_session *s, const double *value);
bool tsu_run_view_wanted(const tsu_run_view *v);
/* Whether a client wants the run to stop. */
bool tsu_run_view_stopped(const tsu_run_view *v);
/* What being looked at has cost so far. */
tsu_live_cost tsu_run_view_cost(const tsu_run_view *v);
/* After the deck, before the session is gone; s may be NULL, and so is failure if it went well. A page that stays is waited for.
 * False if the recording is not whole. */
bool tsu_run_view_end(tsu_run_view *v, const tsu_session *s, const tsu_error *failure);

/* Opens a recorded run, dumps or other files of particles; says so if their radii had to be assumed. */
tsu_status tsu_cli_open_recording(tsu_recording **out, const char *const *path, int paths, tsu_error *err);

void tsu_cli_open_browser(const char *address);

#endif
