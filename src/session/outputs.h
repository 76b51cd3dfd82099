/* SPDX-License-Identifier: Apache-2.0 */
/* outputs.h - the files that grow while a deck runs (dumps in one file, fix print, averages ...), and how long they were when a
 * restart file was written. A deck that is continued from there goes on with them at that place, so that every step is in them
 * once: what they hold behind it is followed (growing_file.h). They are locked as long as the session lasts. */
#ifndef TSU_SESSION_OUTPUTS_H
#define TSU_SESSION_OUTPUTS_H

#include "io/file_mark.h"
#include "io/growing_file.h"
#include "io/sections.h"
#include "session/session.h"

typedef struct tsu_output {
    char *path; /* owned */
    tsu_file_mark mark;
    tsu_file_state state;   /* of what was found when the deck was continued */
    int64_t at;             /* written so far [byte]; -1: to its end */
    tsu_growing_file *file; /* of lines, shared by all that write it; NULL: not open */
    int users, lock;
} tsu_output;

typedef struct tsu_output_list {
    tsu_output *output; /* owned */
    size_t count, capacity;
} tsu_output_list;

/* The snapshots that the index of a dump names (.pvd, or the .h5 with links to them). */
typedef struct tsu_snapshots {
    int64_t count;
    int64_t *step; /* [count], owned */
    double *time;  /* [count], owned [s] */
    size_t step_capacity, time_capacity;
} tsu_snapshots;

/* What a restart file tells of a dump. */
typedef struct tsu_saved_dump {
    char id[TSU_NAME];
    bool times;          /* it tells of those below */
    int64_t last, every; /* step of the last snapshot, -1: none; steps between them, or the next one */
    tsu_snapshots snapshots;
} tsu_saved_dump;

typedef struct tsu_outputs {
    tsu_output_list now;   /* the files of this session */
    tsu_output_list ahead; /* those that the rest of its deck may append to */
    tsu_output_list then;  /* those of the file from which it goes on */
    bool known;            /* that file tells of them */
    bool continued;        /* there is such a file */
    tsu_saved_dump *index; /* of its dumps, owned */
    size_t indices, index_capacity;
    bool failed; /* memory ran out: a restart file does not tell of them */
} tsu_outputs;

void tsu_outputs_free(tsu_outputs *o);
/* Before a file is opened: locks it, and says how. `at`: where to follow it; -1: it is written from the start or appended to. `anew`:
 * the deck is continued, but begins this file anew, as it is gone. */
tsu_status tsu_outputs_begin(tsu_session *s, const char *path, bool append, int64_t *at, bool *anew,
                             tsu_error *err);
/* How far a file has been written; tsu_outputs_begin has been called for it. */
void tsu_outputs_note(tsu_outputs *o, const char *path, int64_t at);
/* Whether the deck that is continued had opened it. */
bool tsu_outputs_knew(const tsu_outputs *o, const char *path);
/* Writes what waits, of files of lines. False: it could not be written. */
bool tsu_outputs_sync(tsu_session *s);
/* The deck has come to its end: what lies behind the end of its files is of another run. */
void tsu_outputs_end(tsu_session *s);
/* Tells of files that are written once more, and warns of those that do not fit. */
void tsu_outputs_tell(const tsu_session *s, const char *restart);

void tsu_snapshots_free(tsu_snapshots *s);
/* One more; a step that is the last one already is not taken twice. */
tsu_status tsu_snapshots_add(tsu_snapshots *s, int64_t step, double time, tsu_error *err);
/* What the file from which the deck goes on has for a dump; NULL: nothing. */
const tsu_saved_dump *tsu_outputs_dump(const tsu_outputs *o, const char *id);
tsu_status tsu_snapshots_copy(tsu_snapshots *to, const tsu_snapshots *from, tsu_error *err);

/* outputs_ahead.c: finds the files that the decks under way append to; adds one. */
void tsu_outputs_look_ahead(tsu_session *s);
void tsu_outputs_foresee(tsu_outputs *o, const char *path);

/* In the restart file, beside the deck. What makes no sense gives false. */
void tsu_outputs_pack(tsu_session *s, tsu_pack *p);
void tsu_snapshots_pack(const tsu_snapshots *s, tsu_pack *p);
bool tsu_outputs_unpack(tsu_outputs *o, tsu_unpack *u);

/* dump/write.c. Waits until what the dumps have been given is in their files. */
tsu_status tsu_dumps_sync(tsu_session *s, tsu_error *err);
/* A deck goes on: the indices are as they were then, whatever later steps have made of them. */
tsu_status tsu_dumps_return_indices(tsu_session *s, tsu_error *err);
/* Removes what a killed run has left of dumps that it was just writing. */
void tsu_dumps_sweep(const tsu_session *s);

#endif
