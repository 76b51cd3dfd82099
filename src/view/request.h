/* SPDX-License-Identifier: Apache-2.0 */
/* request.h - what a client asks for: judged and read from its method, path, query and headers, without any server, so that
 * tests can feed it anything. docs/view_protocol.md is the law here. */
#ifndef TSU_VIEW_REQUEST_H
#define TSU_VIEW_REQUEST_H

#include "base/error.h"
#include "run/steer.h"
#include "view/series.h"

enum {
    TSU_TOKEN_LENGTH = 32,
    TSU_REQUEST_PATH = 2048, /* longest path with query */
    TSU_REQUEST_BODY = 4096,
    TSU_REQUEST_DECK = 1 << 16, /* the body of `check` and `run`: a deck */
    TSU_REQUEST_FIELDS = 16,
    TSU_REQUEST_NAME = 80
};

typedef enum tsu_request_kind {
    TSU_ASK_PAGE,
    TSU_ASK_INFO,
    TSU_ASK_FRAME,
    TSU_ASK_SERIES,
    TSU_ASK_PARTICLE,
    TSU_ASK_CONTACT,
    TSU_ASK_CONTROL,
    TSU_ASK_FILES,
    TSU_ASK_PICTURE,
    TSU_ASK_ICON,
    TSU_ASK_DECK,
    TSU_ASK_CHECK,
    TSU_ASK_RUN,
    TSU_ASK_KEPT
} tsu_request_kind;

typedef struct tsu_request {
    tsu_request_kind kind;
    uint64_t after; /* frame: newer than this */
    uint64_t run;   /* 0: the run itself; 1: the one beside it */
    bool paired;    /* info: there is one beside it; set by who answers */
    int64_t index;  /* frame of a recorded run; -1: not said */
    int64_t most;   /* particles at most; 0: all */
    int fields;     /* number of names */
    char field[TSU_REQUEST_FIELDS][TSU_REQUEST_NAME];
    uint64_t table_from[TSU_TABLES]; /* series: rows of its tables from here on */
    uint64_t from;                   /* contact */
    uint64_t id;                     /* particle */
    uint64_t i, j;                   /* contact: particles; j is 0 for a wall */
    char wall[TSU_REQUEST_NAME];
    char name
        [TSU_REQUEST_NAME]; /* picture, deck, check, run: of this example; empty if it was too long for any */
    char keep[TSU_REQUEST_NAME]; /* run: the folder in which it is kept; empty if that was no name of one */
    bool japanese;               /* check: the language of its sentences */
} tsu_request;

/* What came over the line. Texts may be NULL where the client did not send them. */
typedef struct tsu_request_line {
    const char *method, *path; /* the path with its query, as sent */
    const char *host, *origin; /* headers */
} tsu_request_line;

/* The gate of a server. */
typedef struct tsu_gate {
    char token[TSU_TOKEN_LENGTH + 1];
    unsigned port;
} tsu_gate;

/* Makes a gate with a random token. */
tsu_status tsu_gate_init(tsu_gate *gate, tsu_error *err);

/* The last part of each path, in the order of tsu_request_kind; ends with NULL. */
extern const char *const tsu_request_paths[];

/* Judges and reads a request. Returns the HTTP status: 200 when *request is filled in, otherwise why not. */
int tsu_request_read(const tsu_gate *gate, const tsu_request_line *line, tsu_request *request);

/* Longest body of a request [byte]. */
size_t tsu_request_room(const tsu_request *request);

/* One sentence for an HTTP status. */
const char *tsu_request_excuse(int status);

/* ---- steering --------------------------------------------------------------------------------------------------------- */

typedef enum tsu_control_word {
    TSU_CONTROL_PAUSE,
    TSU_CONTROL_RESUME,
    TSU_CONTROL_STEP,
    TSU_CONTROL_STOP,
    TSU_CONTROL_START,
    TSU_CONTROL_OPEN,
    TSU_CONTROL_STEER
} tsu_control_word;

typedef struct tsu_control {
    tsu_control_word word;
    int64_t steps;                 /* of step */
    char name[TSU_REQUEST_NAME];   /* of start, open */
    char beside[TSU_REQUEST_NAME]; /* of open; empty: none */
    tsu_steer change;              /* of steer, without its step; of a move the way [m] ... */
    double time;                   /* ... and the time it takes [s] */
} tsu_control;

/* Reads the body of a control request; false if it is not one. */
bool tsu_control_read(const char *body, size_t size, tsu_control *control);

#endif
