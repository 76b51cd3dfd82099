/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - what the program around a session decides, and what it is told. */
#ifndef TSU_SESSION_OPTIONS_H
#define TSU_SESSION_OPTIONS_H

#include "deck/script.h"
#include "session/drawing.h"

struct tsu_sections; /* io/sections.h */
struct tsu_world;    /* step/world.h */

typedef struct tsu_session_options {
    int threads; /* 0: all */
    /* Text for the screen, the log file, or both. */
    void (*print)(void *context, const char *text, bool screen, bool log);
    tsu_status (*open_log)(void *context, const char *path, bool append, tsu_error *err);
    /* Called between chunks of steps, with the steps of the run done so far known from the session. */
    void (*progress)(void *context, const tsu_session *s);
    bool (*interrupted)(void *context);
    /* asked after each step, from the same thread: whether somebody waits to be called by `progress` */
    bool (*wanted)(void *context);
    /* Whether `progress` has anything to show if nobody waits for it; NULL: it may. */
    bool (*watched)(void *context);
    /* Most steps to take before `progress` is called again; 0: as many as take little time. NULL: the same. */
    int64_t (*limit)(void *context, const tsu_session *s);
    /* Called after a line of thermo with the value of each column. */
    void (*thermo)(void *context, const tsu_session *s, const double *value);
    /* Draws what `dump image` and `dump movie` want; NULL: nobody does. */
    tsu_draw_fn *draw;
    /* A warning, besides its text that goes to `print`. */
    void (*warning)(void *context, const char *file, int line, const char *sentence);
    /* What is to be said before a run of how its steps will be taken; an empty text: nothing. NULL: nothing. */
    void (*foresee)(const struct tsu_world *w, char *text, size_t size);
    /* Takes steps in place of tsu_world_advance_until, with other ranks or a GPU; a sentence of which the user is to be warned goes to `note`.
     * NULL: nobody does. */
    tsu_status (*advance)(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                          char *note, size_t size, tsu_error *err);
    /* A run that is interrupted is written to RESCUE.STEP.restart; NULL: it is not. */
    const char *rescue;
    bool lean;       /* forces of single contacts are kept in memory only if a command reads them */
    bool foreground; /* dumps are written by the thread that runs the deck, not beside it */
    struct tsu_rehearsal *rehearsal; /* a dry run, whose findings go there (rehearsal.h); NULL: a real one */
    void (*gone)(void *context);     /* the session is destroyed; NULL: nobody wants to know */
    void *context;
    const tsu_command_family *families; /* the commands, borrowed; NULL: all of tsubu's */
    bool forbid_shell, forbid_files;    /* for fuzzing */
    /* Where restart files come from; NULL: the disk. */
    tsu_status (*read_sections)(void *context, const char *path, struct tsu_sections *out, tsu_error *err);
    uint64_t max_commands;
} tsu_session_options;

#endif
