/* SPDX-License-Identifier: Apache-2.0 */
/* outputs.h - the files that grow while a deck runs (dumps in one file, fix print, averages ...), and how long they were when a
 * restart file was written. A deck that is continued from an older one cuts them back, so that every step is in them once. */
#ifndef TSU_SCRIPT_OUTPUTS_H
#define TSU_SCRIPT_OUTPUTS_H

#include "io/file_mark.h"
#include "io/sections.h"
#include "script/session.h"

typedef struct tsu_output {
    char *path; /* owned */
    tsu_file_mark mark;
    tsu_file_state state; /* of what was found when the deck was continued */
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

typedef struct tsu_saved_index {
    char id[TSU_NAME]; /* of the dump */
    tsu_snapshots snapshots;
} tsu_saved_index;

typedef struct tsu_outputs {
    tsu_output_list now;    /* the files of this session */
    tsu_output_list then;   /* those of the file from which it goes on */
    bool known;             /* that file tells of them */
    tsu_saved_index *index; /* of its dumps, owned */
    size_t indices, index_capacity;
    bool failed; /* memory ran out: a restart file does not tell of them */
} tsu_outputs;

void tsu_outputs_free(tsu_outputs *o);
/* A file has been opened. */
void tsu_outputs_note(tsu_outputs *o, const char *path);
/* While a deck is continued: cuts a file back to what it was. False: the deck had not yet opened it then. */
bool tsu_outputs_return(tsu_outputs *o, const char *path);
/* Tells of files that were cut, and warns of those that could not be. */
void tsu_outputs_tell(const tsu_session *s, const char *restart);

void tsu_snapshots_free(tsu_snapshots *s);
/* One more; a step that is the last one already is not taken twice. */
tsu_status tsu_snapshots_add(tsu_snapshots *s, int64_t step, double time, tsu_error *err);
/* What the file from which the deck goes on has for a dump is added to the snapshots. */
tsu_status tsu_snapshots_load(tsu_snapshots *s, const tsu_outputs *o, const char *id, tsu_error *err);

/* In the restart file, beside the deck. What makes no sense gives false. */
void tsu_outputs_pack(tsu_outputs *o, tsu_pack *p);
void tsu_snapshots_pack(const tsu_snapshots *s, const char *id, int number, tsu_pack *p);
bool tsu_outputs_unpack(tsu_outputs *o, tsu_unpack *u);

#endif
