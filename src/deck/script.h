/* SPDX-License-Identifier: Apache-2.0 */
/* script.h - the deck language: what a command sees, and what the program around it provides.
 *
 * A deck is a list of commands. A command is a row in a const table (tsu_command); the tables are listed by
 * family in commands.c, so adding a command is adding a row. Styles (`fix ID group STYLE ...`) are rows of
 * the same shape in families of their own. Everything the language must know of the simulation (thermo
 * keywords, computes, particles) it asks of the host (tsu_script_host), so the language is complete and
 * testable without an engine.
 *
 *   lexer.c text.c words.c deck.c      a file, its lines, their words
 *   script.c commands_language.c commands_shell.c foresee.c dry.c   the run of a deck: if, jump, include, loops; a dry run
 *   variables.c substitute.c condition.c formula_*.c   $x, ${x}, `variable`, formulas, conditions
 *   internal.h                         the script as these files see it
 *
 * To add a command of the language: a row in commands_language.c. A function of formulas: a row in formula_functions.c.
 *
 * Errors: a command returns a status and a sentence; the script adds deck and line. */
#ifndef TSU_DECK_SCRIPT_H
#define TSU_DECK_SCRIPT_H

#include "base/error.h"
#include "tsubu/tsubu.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tsu_script tsu_script;
typedef struct tsu_words tsu_words;

/* ---- the host: what the language asks of the simulation ---------------------------------------- */

typedef enum tsu_source {
    TSU_SOURCE_COMPUTE, /* c_ID */
    TSU_SOURCE_FIX      /* f_ID */
} tsu_source;

/* A column of numbers lent by the host; valid until the next call on the host. */
typedef struct tsu_column {
    const double *value;
    ptrdiff_t stride; /* in doubles */
    int32_t count;
} tsu_column;

/* What c_ID, c_ID[i], c_ID[i][j] (or f_) turned out to be. */
typedef struct tsu_reference {
    bool per_particle; /* column holds one number per particle; otherwise value holds the number */
    double value;
    tsu_column column;
} tsu_reference;

/* Where the run stands; begin, end and dt matter to ramp(), vdisplace(), swiggle() and cwiggle(). */
typedef struct tsu_clock {
    int64_t step, begin, end;
    double dt; /* [time] */
    bool running;
} tsu_clock;

/* Any function may be NULL: the language then says that the deck needs a simulation there. `ctx` is handed to
 * each. */
enum { TSU_WORD_ROOM = 80 };

typedef struct tsu_script_host {
    void *ctx;

    /* Sinks. Text may hold several lines; a line ends with '\n'. A warning is one sentence without '\n'. */
    void (*screen)(void *ctx, const char *text);
    void (*log)(void *ctx, const char *text);
    void (*warning)(void *ctx, const char *file, int line, const char *sentence);
    /* `log FILE [append]`; path NULL means `log none`. */
    tsu_status (*open_log)(void *ctx, const char *path, bool append, tsu_error *err);
    /* `clear`: forget the whole simulation. Variables, log and echo stay. */
    /* Appends a text to a file; NULL: it is done plainly. */
    tsu_status (*append)(void *ctx, const char *path, const char *text, bool newline, tsu_error *err);
    tsu_status (*clear)(void *ctx, tsu_error *err);
    /* True when the user asked to stop; looked at before each command. */
    bool (*interrupted)(void *ctx);
    /* A command failed: its line as written, and the located error. True: it is noted, go on with the next one. */
    bool (*failed)(void *ctx, const char *line, const tsu_error *err);
    /* A command failed: may add to the sentence what a deck can do about it. */
    void (*remedy)(void *ctx, tsu_error *err);
    /* A command has run without an error. */
    void (*ran)(void *ctx, const tsu_words *words);

    /* Numbers for formulas. Each sets its own sentence on failure (unknown ID, no box yet ...). */
    void (*clock)(void *ctx, tsu_clock *out);
    tsu_status (*thermo)(void *ctx, const char *keyword, double *out, tsu_error *err);
    /* function: count countMS mass charge xcm vcm fcm bound gyration ke angmom torque inertia omega.
     * component: NULL, or x y z (xcm vcm fcm angmom torque omega), xmin..zmax (bound), xx yy zz xy yz xz
     * (inertia). region: NULL or a region's ID. */
    tsu_status (*group_function)(void *ctx, const char *function, const char *group, const char *component,
                                 const char *region, double *out, tsu_error *err);
    /* c_ID / f_ID with n_index (0..2) numbers in brackets, each >= 1. The host resolves it as LIGGGHTS does:
     * ID -> global scalar, else per-particle vector; ID[i] -> global vector, else particle with id i of a
     * per-particle vector, else column i of a per-particle array; ID[i][j] -> global array, else particle id
     * i, column j. */
    tsu_status (*reference)(void *ctx, tsu_source source, const char *id, int n_index, const int64_t index[2],
                            tsu_reference *out, tsu_error *err);
    /* The global vector of ID (column 0) or column >= 1 of its global array: for sum() min() max() ave()
     * trap(). */
    tsu_status (*global_vector)(void *ctx, tsu_source source, const char *id, int64_t column, tsu_column *out,
                                tsu_error *err);
    /* Particles: how many rows there are, whether a word names a number of each (if not, the nearest that does goes to `near`,
     * which may be NULL), and these numbers. */
    int32_t (*particle_count)(void *ctx);
    bool (*particle_word)(void *ctx, const char *word, char near[TSU_WORD_ROOM]);
    tsu_status (*particle_vector)(void *ctx, const char *name, tsu_column *out, tsu_error *err);
    /* Row of a particle's id, -1 if there is none. */
    int32_t (*particle_row)(void *ctx, uint64_t id);
    /* inside[row] = 1 for particles in group (NULL: any) and region (NULL: any), else 0. */
    tsu_status (*particle_mask)(void *ctx, const char *group, const char *region, uint8_t *inside,
                                tsu_error *err);
    /* `if property_NAME then ...`: is there a material property of that name? */
    bool (*property_known)(void *ctx, const char *name);
} tsu_script_host;

/* ---- the words of a command and how to read them ----------------------------------------------- */

/* One command of a deck, split into words, with a cursor. word[0] is the command; the cursor starts behind it
 * (and behind the style name when a style runs). Valid while the command runs. */
struct tsu_words {
    int count;
    const char *const *word; /* [count], quotes removed, variables replaced */
    int at;                  /* index of the next word to read */
    const char *file;        /* deck */
    int line;                /* first physical line of the command in the deck */
    const char *usage;       /* of the command or style that runs, for messages */
    const char *raw;         /* the command after substitution, quotes kept */
    const size_t *raw_start; /* [count] where each word (with its quote) starts in raw */
    tsu_script *script;      /* that runs it, for warnings; may be NULL */
    bool
        loose; /* numbers are read as LIGGGHTS reads them here: only what a word begins with counts, with a warning */
};

/* Each reader takes the next word and moves on. `what` says in a message what is expected ("the radius [m]").
 * Where LIGGGHTS reads a number with atof or atoi, a command sets `loose`: `4.05/2` is then 4.05, `10.7` as an
 * integer 10, with a warning. Elsewhere LIGGGHTS refuses letters that no number has, and so do these; but of
 * `0.5-0.1`, which has none, both take 0.5.
 * On failure the cursor stays and the sentence names the word, the command and its usage. */
int tsu_words_left(const tsu_words *w);
const char *tsu_words_peek(const tsu_words *w); /* next word, or NULL */
tsu_status tsu_words_text(tsu_words *w, const char *what, const char **out, tsu_error *err);
tsu_status tsu_words_number(tsu_words *w, const char *what, double *out, tsu_error *err);
tsu_status tsu_words_loose_number(tsu_words *w, const char *what, double *out,
                                  tsu_error *err); /* once loose */
tsu_status tsu_words_numbers(tsu_words *w, const char *what, int count, double *out, tsu_error *err);
tsu_status tsu_words_integer(tsu_words *w, const char *what, int64_t *out, tsu_error *err);
tsu_status tsu_words_integer_in(tsu_words *w, const char *what, int64_t low, int64_t high, int64_t *out,
                                tsu_error *err);
tsu_status tsu_words_switch(tsu_words *w, const char *what, bool *out, tsu_error *err); /* on/off or yes/no */
/* One word out of the NULL-terminated list; out is its index. The error names the nearest. Use it for keyword
 * loops where a table (deck/arguments.h) does not fit, and give each index a name where the list stands:
 * enum { FILE, TITLE }; list[] = {[FILE] = "file", [TITLE] = "title", NULL}. No keyword is known by its number. */
tsu_status tsu_words_choice(tsu_words *w, const char *what, const char *const *list, int *out,
                            tsu_error *err);
/* One word out of two; out tells whether it is the second. */
tsu_status tsu_words_either(tsu_words *w, const char *what, const char *first, const char *second, bool *out,
                            tsu_error *err);
bool tsu_words_accept(tsu_words *w, const char *word); /* takes the next word if it is this one */
/* Fails unless at least `count` words are left ("`vel` needs 3 more words"). */
tsu_status tsu_words_need(const tsu_words *w, int count, const char *what, tsu_error *err);
tsu_status tsu_words_end(const tsu_words *w, tsu_error *err); /* fails when words are left over */
/* Sets err to "<message> (usage: ...)" naming the command; the word at `index` is the culprit (-1: none). */
tsu_status tsu_words_error(const tsu_words *w, int index, tsu_status status, tsu_error *err,
                           const char *format, ...) TSU_PRINTF(5, 6);

/* The same for a word on its own: the whole word must be a finite decimal number / an integer. */
bool tsu_parse_number(const char *word, double *out);
bool tsu_parse_integer(const char *word, int64_t *out);

/* A number, or `v_NAME` evaluated anew at each use. */
typedef struct tsu_quantity {
    double value;
    char variable[64]; /* empty: value is constant */
} tsu_quantity;
tsu_status tsu_words_quantity(tsu_words *w, const char *what, tsu_quantity *out, tsu_error *err);
tsu_status tsu_script_quantity(tsu_script *s, const tsu_quantity *q, double *out, tsu_error *err);

/* ---- command tables ---------------------------------------------------------------------------- */

typedef tsu_status (*tsu_command_run)(tsu_script *s, tsu_words *words, tsu_error *err);

typedef struct tsu_command {
    const char *name;    /* `run`, or for a style `wall/gran`; NULL ends a table */
    const char *usage;   /* `timestep DT` */
    const char *summary; /* one sentence; if run is NULL it says why this is known but not done */
    tsu_command_run run; /* NULL: known to LIGGGHTS, not supported; the error quotes the summary */
} tsu_command;

/* A family is a table of commands, or of the styles of one command. The same command may have several
 * families. */
typedef struct tsu_command_family {
    const char *command;      /* NULL: the table holds commands; "fix": it holds styles of fix */
    const tsu_command *table; /* ends with a row whose name is NULL; a NULL table ends a list of families */
} tsu_command_family;

extern const tsu_command_family tsu_command_families[]; /* all of tsubu's, in commands.c */
extern const tsu_command tsu_commands_language[];       /* variable, if, jump, print ... */
extern const tsu_command tsu_commands_shell[];          /* shell */

/* The row for `name` among the commands (command NULL) or the styles of `command`; NULL if unknown. */
const tsu_command *tsu_command_find(const tsu_command_family *families, const char *command,
                                    const char *name);
/* The known name nearest to `name`, or NULL. */
const char *tsu_command_nearest(const tsu_command_family *families, const char *command, const char *name);

/* Takes the next word as the style of `command` (word[0] of the words), finds it and runs it with the cursor
 * behind it. `fix` and `compute` first read ID and group, which the style finds again at word[1] and word[2].
 */
tsu_status tsu_script_run_style(tsu_script *s, tsu_words *words, tsu_error *err);

/* ---- the script -------------------------------------------------------------------------------- */

enum { TSU_DRY_TURNS = 100 };

typedef struct tsu_script_options {
    const tsu_script_host *host;        /* copied; NULL: no simulation, no output */
    const tsu_command_family *families; /* borrowed; NULL: tsu_command_families */
    void *engine;                       /* for the commands: tsu_script_engine */
    bool forbid_shell;                  /* `shell` is an error */
    bool forbid_files;                  /* the language opens no file (include, jump FILE, print file ...) */
    uint64_t max_commands;              /* stop with an error after so many; 0: never */
    bool
        dry; /* nothing is written, `shell` is not run, loops end after TSU_DRY_TURNS turns, decks are kept */
} tsu_script_options;

tsu_script *tsu_script_create(const tsu_script_options *options); /* NULL when out of memory */
void tsu_script_destroy(tsu_script *s);
void *tsu_script_engine(const tsu_script *s);
const tsu_script_host *tsu_script_get_host(const tsu_script *s);

/* Each runs to the end, to `quit`, to an interruption, or to the first error. */
tsu_status tsu_script_run_file(tsu_script *s, const char *path, tsu_error *err);
tsu_status tsu_script_run_string(tsu_script *s, const char *name, const char *text, tsu_error *err);
/* One command, in the place of the command that runs now (for `run N every M "command"`). */
tsu_status tsu_script_run_line(tsu_script *s, const char *line, tsu_error *err);
bool tsu_script_quit(const tsu_script *s, int *exit_status); /* did the deck say `quit`? */

/* dry.c: what a dry run has not reached. `visit` is told each command of the decks that never ran, and whether the names of
 * its command and style are known: `err` is TSU_OK or says what is wrong with them. */
typedef void tsu_unreached(void *ctx, const char *file, int line, const tsu_error *err);
void tsu_script_visit_unreached(tsu_script *s, tsu_unreached *visit, void *ctx);
/* Whether a dry run has left a loop before its end, so that what comes behind it may be in another state. */
bool tsu_script_left_loop(const tsu_script *s);
/* The decks of a dry run: the k-th and its number of commands; NULL behind the last. */
const char *tsu_script_kept_deck(const tsu_script *s, size_t k, int *commands);

/* `-var NAME v1 v2 ...`: an index variable, which a deck's own `variable NAME index` leaves alone. */
tsu_status tsu_script_set_variable(tsu_script *s, const char *name, int count, const char *const *values,
                                   tsu_error *err);
/* `echo`: what is written before a command runs. At the start: log only. */
void tsu_script_set_echo(tsu_script *s, bool screen, bool log);

/* Text to screen and log (as print does), to the log only, a warning with the place of the running command.
 */
void tsu_script_say(tsu_script *s, const char *format, ...) TSU_PRINTF(2, 3);
void tsu_script_log(tsu_script *s, const char *format, ...) TSU_PRINTF(2, 3);
void tsu_script_warn(tsu_script *s, const char *format, ...) TSU_PRINTF(2, 3);
/* Deck and line of the running command; line 0 when none runs. */
void tsu_script_place(const tsu_script *s, const char **file, int *line);

/* ---- variables and formulas -------------------------------------------------------------------- */

typedef enum tsu_variable_style {
    TSU_VARIABLE_NONE, /* no such variable */
    TSU_VARIABLE_INDEX,
    TSU_VARIABLE_LOOP,
    TSU_VARIABLE_WORLD,
    TSU_VARIABLE_UNIVERSE,
    TSU_VARIABLE_ULOOP,
    TSU_VARIABLE_STRING,
    TSU_VARIABLE_GETENV,
    TSU_VARIABLE_FILE,
    TSU_VARIABLE_ATOMFILE,
    TSU_VARIABLE_EQUAL,
    TSU_VARIABLE_ATOM
} tsu_variable_style;

tsu_variable_style tsu_script_variable_style(const tsu_script *s, const char *name);
/* The number of a variable that is not per particle. */
tsu_status tsu_script_variable_value(tsu_script *s, const char *name, double *out, tsu_error *err);
/* Whether that number follows from step and time alone: it looks at nothing that particles, computes or fixes do, and draws nothing. */
bool tsu_script_variable_is_timely(tsu_script *s, const char *name);
/* What ${name} would be replaced with; the caller frees *out. */
tsu_status tsu_script_variable_text(tsu_script *s, const char *name, char **out, tsu_error *err);
/* One number per particle row. Any style will do: a single number is repeated. Rows with selected[row] == 0
 * get 0 and cannot fail; selected may be NULL (all). `count` must be host->particle_count. */
tsu_status tsu_script_variable_particles(tsu_script *s, const char *name, const uint8_t *selected,
                                         int32_t count, double *out, tsu_error *err);
/* The same for a formula that is not a variable. */
tsu_status tsu_script_evaluate(tsu_script *s, const char *formula, double *out, tsu_error *err);
tsu_status tsu_script_evaluate_particles(tsu_script *s, const char *formula, const uint8_t *selected,
                                         int32_t count, double *out, tsu_error *err);
/* The condition of `if`. */
tsu_status tsu_script_evaluate_condition(tsu_script *s, const char *condition, bool *out, tsu_error *err);
/* Replaces $x, ${x} and $(formula) outside quotes, as `print` does with its text; the caller frees *out. */
tsu_status tsu_script_substitute(tsu_script *s, const char *text, char **out, tsu_error *err);

#endif
