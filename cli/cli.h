/* SPDX-License-Identifier: Apache-2.0 */
/* cli.h - the command line: sub-commands, their options, messages, exit codes (0 done, 1 error).
 *
 * Adding a sub-command is one file cli/cmd_NAME.c and one line in the table of cli/main.c. */
#ifndef TSU_CLI_CLI_H
#define TSU_CLI_CLI_H

#include "base/error.h"

/* argv[0] is the name of the sub-command; returns the exit code. */
typedef int tsu_subcommand_fn(int argc, char **argv);

typedef struct tsu_subcommand {
    const char *name;
    const char *usage;   /* without `tsubu` */
    const char *summary; /* one sentence */
    tsu_subcommand_fn *run;
} tsu_subcommand;

extern const tsu_subcommand tsu_subcommands[]; /* ends with name NULL */
tsu_subcommand_fn tsu_cmd_bench;
tsu_subcommand_fn tsu_cmd_calibrate;
tsu_subcommand_fn tsu_cmd_check;
tsu_subcommand_fn tsu_cmd_clump;
tsu_subcommand_fn tsu_cmd_contact;
tsu_subcommand_fn tsu_cmd_demo;
tsu_subcommand_fn tsu_cmd_laws;
tsu_subcommand_fn tsu_cmd_new;
tsu_subcommand_fn tsu_cmd_plot;
tsu_subcommand_fn tsu_cmd_reference;
tsu_subcommand_fn tsu_cmd_slider;
tsu_subcommand_fn tsu_cmd_snapshot;
tsu_subcommand_fn tsu_cmd_verify;
tsu_subcommand_fn tsu_cmd_view;

/* ---- running a deck: cmd_run.c ------------------------------------------------------------------ */

enum { TSU_RUN_VARIABLES_MAX = 128 };

typedef struct tsu_run_variable {
    const char *name;
    int count;
    const char *const *value; /* [count] */
} tsu_run_variable;

typedef struct tsu_run_options {
    const char *deck;       /* file, or "-": standard input */
    const char *program;    /* as it was called */
    const char *unfinished; /* goes on from this file instead; NULL: does not */
    int variables;
    tsu_run_variable variable[TSU_RUN_VARIABLES_MAX];
    const char *log;            /* file or "none"; NULL: not said */
    const char *screen;         /* file or "none"; NULL: standard output */
    bool echo_given;            /* -echo was said */
    bool echo_screen, echo_log; /* what it asked for */
    int threads;                /* 0: as many as the machine offers */
    bool gpu;                   /* steps on a GPU */
    bool view, open, view_keep; /* the live page: served, opened in a browser, there after the run */
    int port;                   /* of the page; 0: the system chooses */
    const char *journal;        /* where changes made on the page are written; NULL: beside the run */
    const char *replay;         /* file with such changes, which are made again; NULL: none */
    const char *beside;         /* a run to look at beside this one; NULL: none */
    const char *record;         /* file of the recorded run; NULL: none */
    int record_every;           /* steps between its frames; 0: chosen */
    void (*ended)(const struct tsu_run_options *o); /* after a run that went well; NULL: nothing */
} tsu_run_options;

/* Runs a deck; returns the exit code. */
int tsu_cmd_run(const tsu_run_options *options);
/* Reads the words behind `tsubu`. */
tsu_status tsu_run_options_read(tsu_run_options *o, int argc, char **argv, tsu_error *err);
/* The help on them: `text`, or one of the forms of tsu_options_read. */
void tsu_run_options_print(const char *form);

/* reference_tools.c: the man page, the completion for bash, and a page of the manual. */
void tsu_reference_man(void);
void tsu_reference_completion(void);
void tsu_reference_tools(void);

/* ---- options of sub-commands: options.c --------------------------------------------------------- */

typedef struct tsu_option {
    const char *name;    /* `--path`; NULL ends a table */
    int values;          /* words that follow it; 0 for a switch */
    const char *words;   /* `FILE`, for the help */
    const char *summary; /* for the help */
    const char **into;   /* [values] where the words go; of a switch [1], set to its name */
    int *times; /* NULL: it may be given once; otherwise counts, and `into` has room for `most` times */
    int most;
} tsu_option;

/* `--plugin FILE`, as often as one likes: the files go to `files` [TSU_CLI_PLUGINS], their number to *times. */
enum { TSU_CLI_PLUGINS = 16 };
#define TSU_OPTION_PLUGIN(files, times)                                                                      \
    {                                                                                                        \
        "--plugin", 1, "FILE", "loads the contact models of a plugin first", files, times, TSU_CLI_PLUGINS   \
    }
tsu_status tsu_cli_load_plugins(int count, const char *const *file, tsu_error *err);

/* Sorts the words of a sub-command into options and the rest (at most `most` words), whose number is *rest_count.
 * `--help` prints usage and options; *help is then true and the sub-command is done. `--help=FORM` does so for other
 * readers: `man`, `markdown`, or `words` for the completion of the shell. */
tsu_status tsu_options_read(const char *command, const tsu_option *options, int argc, char **argv,
                            const char **rest, int most, int *rest_count, bool *help, tsu_error *err);

/* One line of help on an option, in one of these forms. */
void tsu_option_print(const char *form, const char *name, const char *words, const char *summary);

/* One number or integer out of the words of an option. */
tsu_status tsu_option_number(const char *option, const char *word, double *out, tsu_error *err);
tsu_status tsu_option_integer(const char *option, const char *word, int low, int high, int *out,
                              tsu_error *err);

/* ---- messages ------------------------------------------------------------------------------------ */

/* ---- language: language.c ------------------------------------------------------------------------ */

/* Whether the user reads Japanese, by LC_ALL, LC_MESSAGES, LANG and LANGUAGE. */
bool tsu_cli_japanese(void);
/* A sentence, or several lines of them, in the language of the user: the same text, or that in `room`. */
const char *tsu_cli_say(const char *english, char *room, size_t size);
/* Prints a formatted text in the language of the user. */
void tsu_cli_put(const char *format, ...) TSU_PRINTF(1, 2);
/* The same in any environment, for pages. */
const char *tsu_cli_in_japanese(const char *english, char *room, size_t size);
/* Columns that a text takes on the screen. */
int tsu_cli_columns(const char *text);

enum { TSU_CLI_WIDTH = 96 }; /* of a line on the screen */

/* Prints words from column `at` on, breaking lines at TSU_CLI_WIDTH; further lines start after `indent` blanks. */
void tsu_cli_wrap(const char *text, int at, int indent);

/* Prints `tsubu: FILE:LINE: sentence` to standard error; returns the exit code 1. */
int tsu_cli_fail(const tsu_error *err);

#endif
