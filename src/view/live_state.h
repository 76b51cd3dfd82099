/* SPDX-License-Identifier: Apache-2.0 */
/* live_state.h - what the thread of the simulation (live.c) and those of the server (live_answer.c) share. */
#ifndef TSU_VIEW_LIVE_STATE_H
#define TSU_VIEW_LIVE_STATE_H

#include "base/clock.h"
#include "run/steer.h"
#include "step/hooks.h"
#include "view/inspect.h"
#include "view/live.h"
#include <pthread.h>
#include <stdatomic.h>

enum {
    LIVE_SPARES = 3,
    LIVE_WISHES = 64,
    LIVE_QUESTIONS = 16,
    LIVE_PATHS = 8,
    LIVE_CHANGES = 8,
    LIVE_MESHES = 32,
    LIVE_TYPES = 8
};

typedef struct live_wish { /* a field that somebody asked for lately */
    char name[TSU_REQUEST_NAME];
    double until;
} live_wish;

typedef struct live_question { /* about a particle */
    enum { LIVE_FREE, LIVE_ASKED, LIVE_ANSWERED, LIVE_GIVEN_UP } state;
    uint64_t id;
    bool found;
    tsu_json json;
} live_question;

typedef struct tsu_live_rows { /* when rows of energies are taken, by step */
    int64_t last, next;        /* steps */
    int64_t steps;             /* that were seen since the first row */
    int64_t taken;             /* rows */
    double begun;              /* work of this thread at the first row [s] */
} tsu_live_rows;

typedef struct live_change { /* that a client wants made */
    enum { CHANGE_FREE, CHANGE_ASKED, CHANGE_ANSWERED } state;
    tsu_steer change;
    double time; /* of a move [s] */
    bool made;
    char sentence[sizeof(tsu_error)]; /* why not */
} live_change;

/* What could be changed, as it is. */
typedef struct live_steered {
    double gravity[3];
    int types; /* with a friction; 0: none */
    double friction[LIVE_TYPES * LIVE_TYPES];
    int meshes;
    struct {
        char name[64];
        bool spins, moves, held; /* has such a motion; cannot be moved by hand */
        double spin, velocity[3];
    } mesh[LIVE_MESHES];
} live_steered;

struct tsu_live {
    char title[256];
    /* of the simulation's thread alone */
    tsu_setting_key seen;
    tsu_hook_handle hook; /* watches contacts */
    int64_t last_step;
    double next_frame; /* not before [s] */
    double next_work;  /* nor before this thread has worked so long [s] */
    tsu_live_rows rows;
    double next_look; /* nothing is so urgent that it comes before this [s] */
    tsu_live_cost cost;
    tsu_deck_view deck;
    char journal[300]; /* where changes are written; empty: none are made */
    void *journal_file;
    struct {
        int64_t step;
        char mesh[64];
    } end[LIVE_CHANGES]; /* of moves by hand */
    int ends;
    int64_t changes; /* made */
    /* looked at without the lock */
    atomic_bool attention; /* something is asked for */
    atomic_bool stop_seen;
    atomic_bool urgent; /* ... by somebody who waits for the answer */
    /* behind the lock */
    pthread_mutex_t lock;
    pthread_cond_t news;   /* for clients */
    pthread_cond_t orders; /* for the simulation while it is paused */
    tsu_run_state state;
    char failure[sizeof(tsu_error) + 32]; /* the sentence that has ended the run, with its place */
    bool pausing, stop, closing;
    tsu_live_stay stay;    /* when the run is over */
    double await_until;    /* the first client, then [s] */
    int64_t steps_allowed; /* while it goes step by step */
    bool frame_wanted;
    int questions; /* asked and not seen yet */
    double asked;  /* when a client last asked what there is, or for a frame [s]; 0: never */
    uint64_t frames;
    uint64_t delivered; /* number of the newest frame that a client has got */
    tsu_frame *frame;   /* the last one, or NULL */
    tsu_frame *spare[LIVE_SPARES];
    tsu_setting *scene; /* changed by the simulation's thread only */
    bool periodic[3];
    live_wish wish[LIVE_WISHES];
    live_question question[LIVE_QUESTIONS];
    live_change change[LIVE_CHANGES];
    live_steered steered;
    tsu_path path[LIVE_PATHS];
    tsu_series energy, thermo, meshes;
};

/* live_steer.c: makes the changes that are asked for and due; between two steps. Steps until a move ends, 0: none does. Under no lock. */
void tsu_live_steer(tsu_live *live, const tsu_session *s);
int64_t tsu_live_steer_left(const tsu_live *live, const tsu_session *s);
/* Under the lock: what could be changed, as a member of an object. */
void tsu_live_tell_steered(const tsu_live *live, tsu_json *j);
tsu_answer tsu_live_answer_steer(tsu_live *live, const tsu_control *control);
/* The simulation looks up at its very next step. Under the lock. */
void tsu_live_call_at_once(tsu_live *live);

/* Waits until told or until a time; false: the time is up. Under the lock. */
bool tsu_live_wait(tsu_live *live, pthread_cond_t *condition, double until);
/* Gives a reference to a frame back. Under the lock. */
void tsu_live_release(tsu_live *live, tsu_frame *frame);

#endif
