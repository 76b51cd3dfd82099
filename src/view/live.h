/* SPDX-License-Identifier: Apache-2.0 */
/* live.h - a run that is looked at: between steps the thread of the simulation leaves copies of what clients asked for, and
 * takes their orders. It never waits for a client (unless paused), and reads only, so that the bits of the run stay the same, unless a client
 * changes the run: then they are those of a run to which the journal is given. */
#ifndef TSU_VIEW_LIVE_H
#define TSU_VIEW_LIVE_H

#include "view/source.h"

typedef struct tsu_live tsu_live;

/* `title` is shown by the page. The caller destroys it after the server that uses it has stopped. */
tsu_status tsu_live_create(tsu_live **live, const char *title, tsu_error *err);
void tsu_live_destroy(tsu_live *live);

/* Clients may change the run while it goes on (run/steer.h); each change is written into this file, which is made with the first. Before
 * the server starts. */
void tsu_live_let_steer(tsu_live *live, const char *journal);

/* What a server asks. */
tsu_view_source tsu_live_source(tsu_live *live);

/* ---- called by the thread of the simulation ----------------------------------------------------------------------------- */

/* Between steps, often: serves what is asked for; while paused it stays here until told to go on, or `interrupted` says so. */
void tsu_live_poll(tsu_live *live, const tsu_session *s, bool (*interrupted)(void *context), void *context);
/* Steps that may be taken before the next poll: until the next row of energies, or fewer if a client wants so. */
int64_t tsu_live_limit(tsu_live *live, const tsu_session *s);
/* After each step, at once: whether somebody waits for the next poll. */
bool tsu_live_wanted(tsu_live *live);
/* How far the whole deck is; frames tell of it. */
void tsu_live_foresee(tsu_live *live, const tsu_deck_view *deck);
/* A line of thermo was written. */
void tsu_live_thermo(tsu_live *live, const tsu_session *s, const double *value);
/* What being looked at has cost this thread so far, of its own processor time [s], and the frames it has left. */
typedef struct tsu_live_cost {
    double frames_seconds, rows_seconds,
        answers_seconds; /* frames, rows of energies, particles and contacts asked for */
    int64_t frames;
} tsu_live_cost;
tsu_live_cost tsu_live_spent(const tsu_live *live);
/* Whether a client has said stop. */
bool tsu_live_stopped(tsu_live *live);
/* Whether anybody has ever asked for what is shown. */
bool tsu_live_opened(tsu_live *live);
/* Between runs, also before the first: shows the world as it is and answers what is asked, without waiting. */
void tsu_live_rest(tsu_live *live, const tsu_session *s);
/* Whether somebody has asked for anything lately. */
bool tsu_live_watched(tsu_live *live);
/* How long clients are served after the last run: for a moment; until the first has come (a minute at most) and as long as one
 * looks; until interrupted. */
typedef enum tsu_live_stay { TSU_LIVE_GO, TSU_LIVE_AWAIT, TSU_LIVE_KEEP } tsu_live_stay;
enum { TSU_LIVE_AWAIT_SECONDS = 60 };
/* The last run is over: clients get a last frame, with status done, or failed if there is a failure (s may be NULL, or without a
 * box). Stays as if paused until it is time to go or `interrupted` says so. */
void tsu_live_finish(tsu_live *live, const tsu_session *s, const tsu_error *failure, tsu_live_stay stay,
                     bool (*interrupted)(void *context), void *context);

#endif
