/* SPDX-License-Identifier: Apache-2.0 */
/* continue.h - a deck that was interrupted goes on where it was: its restart file also holds the decks and where they were
 * read, the variables, and the commands that had set the simulation up, as they were executed. */
#ifndef TSU_SESSION_CONTINUE_H
#define TSU_SESSION_CONTINUE_H

#include "io/sections.h"
#include "session/session.h"

/* The commands that set the simulation up so far, one after the other, and how far a command `run` has come. */
typedef struct tsu_journal {
    char **line; /* owned; a NULL stands for the command that made the box */
    size_t count, capacity;
    bool failed;       /* memory ran out: the deck cannot be continued */
    char *run;         /* the `run` that is under way, owned; NULL: none */
    int64_t run_start; /* step at which it began */
} tsu_journal;

void tsu_journal_free(tsu_journal *j);
/* Whether the journal keeps a command: it sets something up that is in no restart file. */
bool tsu_journal_keeps(const char *command, const char *second);
/* For the host (ctx is a session): a command has run. */
void tsu_journal_ran(void *ctx, const tsu_words *words);
/* Forgets what was noted since there were `count` lines. */
void tsu_journal_cut(tsu_journal *j, size_t count);
/* A command `run` begins (its line) or ends (NULL). */
void tsu_journal_run(tsu_session *s, const char *line);

/* continue_save.c: the group deck of a restart file, and back: variables, decks, the journal. */
void tsu_continue_pack(tsu_session *s, tsu_pack *p);
tsu_status tsu_continue_unpack(tsu_session *s, const tsu_sections *sections, const char *path,
                               tsu_error *err);

/* Writes the state of an interrupted run once, to the file that the session's options ask for. */
tsu_status tsu_session_rescue(tsu_session *s, tsu_error *err);
/* Goes on from such a file, in a session that has done nothing yet, to the end of the deck. */
tsu_status tsu_session_continue(tsu_session *s, const char *path, tsu_error *err);

#endif
