/* SPDX-License-Identifier: Apache-2.0 */
/* system.h - what operating systems do differently: files, folders, memory, signals, the shell. system_posix.c and
 * system_windows.c each hold one version. Functions that return bool set errno when they fail. */
#ifndef TSU_BASE_SYSTEM_H
#define TSU_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* Called first in a program: files hold the bytes that are written, whatever the system does to text by itself. */
void tsu_system_start(void);

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* `bytes` is a multiple of `alignment`, a power of two; NULL: there is no memory. */
void *tsu_system_allocate(size_t alignment, size_t bytes);
void tsu_system_free(void *block);
/* Main memory of the machine [byte]; 0: unknown. */
double tsu_system_memory(void);
/* Processors that this program may use, at least 1. */
int tsu_system_processors(void);

/* ---- files ----------------------------------------------------------------------------------------------------- */

/* open() for bytes; child processes do not inherit the file. -1: errno says why. */
int tsu_system_open(const char *path, int how);
/* The same for a new file that must not exist yet, for reading and writing. */
int tsu_system_create(const char *path);
/* Reads `size` bytes at `place`; false if there are fewer. */
bool tsu_system_read_at(int file, void *bytes, size_t size, int64_t place);
/* What was written is on the disk when this returns. */
bool tsu_system_sync(int file);
/* The same for the names in the folder of `path`, as far as the system can do it. */
void tsu_system_sync_folder(const char *path);
/* Gives `from` the name `to`; a file with that name is replaced at once. */
bool tsu_system_replace(const char *from, const char *to);
/* The file gets the permissions of the one at `path`, if there is one. */
void tsu_system_copy_permissions(int file, const char *path);
bool tsu_system_make_folder(const char *path);
/* Where `path` is, from the root on; false if it is not there or `size` is too small. */
bool tsu_system_full_path(const char *path, char *full, size_t size);
/* The same for the program that runs. */
bool tsu_system_program(char *path, size_t size);

/* A lock for this process alone, until the file is closed or the process ends, however it does. */
typedef enum tsu_lock_state {
    TSU_LOCKED,
    TSU_LOCK_HELD,
    TSU_LOCK_NONE /* there are none here */
} tsu_lock_state;
tsu_lock_state tsu_system_lock(int file);
typedef struct tsu_lock_holder {
    long process; /* 0: unknown */
    bool own;     /* it is this one */
    char command[160], folder[200];
} tsu_lock_holder;
/* Who holds the lock of a file, as far as the system tells. */
void tsu_system_lock_holder(int file, tsu_lock_holder *holder);

/* A stream that collects text in memory. Behind tsu_memory_stream_sync *bytes and *size hold what was written so far; they
 * belong to the caller, who frees *bytes after fclose. NULL: no memory. */
FILE *tsu_memory_stream_open(char **bytes, size_t *size);
bool tsu_memory_stream_sync(FILE *stream, char **bytes, size_t *size);

/* ---- shared libraries -------------------------------------------------------------------------------------------- */

/* NULL: `why` holds the reason, and what to do. */
void *tsu_system_library_open(const char *path, char *why, size_t size);
void tsu_system_library_close(void *library);
/* The address of a name that the library shows; NULL: there is none. */
void *tsu_system_symbol(void *library, const char *name);

/* ---- processes ------------------------------------------------------------------------------------------------- */

/* Threads that are started between the two get no signals: these are for the thread that runs the deck. */
typedef struct tsu_signal_mask {
    uint64_t word[16];
} tsu_signal_mask;
void tsu_system_hold_signals(tsu_signal_mask *before);
void tsu_system_restore_signals(const tsu_signal_mask *before);
/* From now on `handler` is called for a signal; calls that it interrupts end early. */
void tsu_system_on_signal(int number, void (*handler)(int));
/* The same for all signals that ask a program to end: SIGINT, SIGTERM, SIGPIPE, and SIGHUP unless it is ignored (nohup), as far as
 * the system has them. `own`: the program has caused it itself. */
void tsu_system_on_stop(void (*handler)(int number, bool own));
/* Columns of the terminal behind standard output; 0: unknown. */
int tsu_system_columns(void);
/* Shows an address in the user's browser; false if none could be started. */
bool tsu_system_open_browser(const char *address);
/* A program that reads what is written into `stream`. */
typedef struct tsu_pipe {
    FILE *stream;
    long process;
    void (*before)(int); /* what SIGPIPE did */
} tsu_pipe;
/* Starts words[0] with these words (NULL-terminated); false: errno is ENOENT if it is not installed. A program that ends early makes
 * writing fail. */
bool tsu_system_pipe_open(tsu_pipe *pipe, const char *const *words);
/* Waits until it has ended; its exit status, or -1. */
int tsu_system_pipe_close(tsu_pipe *pipe);
/* Runs a line in the system's shell; its exit status. */
int tsu_system_shell(const char *line);
/* This process goes on as the program words[0], which is looked for where the shell would; words end with NULL. Returns only if
 * that fails, -1, or where the system knows only how to wait for it, its exit code. */
int tsu_system_become(const char *const *words);
/* NULL: removes the variable. */
bool tsu_system_set_variable(const char *name, const char *value);
/* Unpredictable bytes. */
bool tsu_system_random(void *bytes, size_t size);
bool tsu_system_local_time(time_t when, struct tm *local);

#endif
