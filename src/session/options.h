/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - what the program around a session decides, and what it is told. */
#ifndef TSU_SESSION_OPTIONS_H
#define TSU_SESSION_OPTIONS_H

#include "deck/script.h"

struct tsu_sections; /* io/sections.h */

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
    /* Most steps to take before `progress` is called again; 0: as many as take little time. NULL: the same. */
    int64_t (*limit)(void *context, const tsu_session *s);
    /* Called after a line of thermo with the value of each column. */
    void (*thermo)(void *context, const tsu_session *s, const double *value);
    /* A warning, besides its text that goes to `print`. */
    void (*warning)(void *context, const char *file, int line, const char *sentence);
    /* A run that is interrupted is written to RESCUE.STEP.restart; NULL: it is not. */
    const char *rescue;
    bool lean;       /* forces of single contacts are kept in memory only if a command reads them */
    bool foreground; /* dumps are written by the thread that runs the deck, not beside it */
    struct tsu_rehearsal *rehearsal; /* a dry run, whose findings go there (rehearsal.h); NULL: a real one */
    void *context;
    const tsu_command_family *families; /* the commands, borrowed; NULL: all of tsubu's */
    bool forbid_shell, forbid_files;    /* for fuzzing */
    /* Where restart files come from; NULL: the disk. */
    tsu_status (*read_sections)(void *context, const char *path, struct tsu_sections *out, tsu_error *err);
    uint64_t max_commands;
} tsu_session_options;

#endif
