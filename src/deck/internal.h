/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h - the script as its own files see it. */
#ifndef TSU_DECK_INTERNAL_H
#define TSU_DECK_INTERNAL_H

#include "deck/deck.h"
#include "deck/script.h"
#include "deck/text.h"
#include "deck/variables.h"

/* Where commands come from. A list (the commands of an `if`) is left behind by a jump; a deck is not. */
typedef struct tsu_frame {
    tsu_deck *deck; /* held */
    size_t next;
    bool is_list;
} tsu_frame;

/* A random() stream: one per seed, counted on at every draw. */
typedef struct tsu_stream {
    int64_t seed;
    uint64_t counter;
} tsu_stream;

enum { TSU_FRAMES_MAX = 200 };

struct tsu_script {
    tsu_script_options options;
    tsu_script_host host;
    tsu_variables variables;
    tsu_frame frame[TSU_FRAMES_MAX];
    size_t n_frame;
    tsu_deck *place; /* deck and line of the running command, not held: execute holds it */
    int place_line;
    bool jump_skip; /* `next` ran out: the next `jump` is skipped */
    bool echo_screen, echo_log;
    bool quit;
    int quit_status;
    uint64_t n_command;
    tsu_stream *stream;
    size_t n_stream, max_stream;
    tsu_deck **kept; /* held: the decks of a dry run */
    size_t n_kept, max_kept;
    double dry_begin; /* when the dry run came to its first jump [s] */
    bool dry_cut;     /* it has left a loop before its end */
};

/* Runs the decks that are pushed. */
tsu_status tsu_script_resume(tsu_script *s, tsu_error *err);
/* Pushes a deck (takes the reference, also on failure). */
tsu_status tsu_script_push(tsu_script *s, tsu_deck *deck, bool is_list, tsu_error *err);
/* Fails if options say that the language opens no files. */
tsu_status tsu_script_may_open(const tsu_script *s, const char *path, tsu_error *err);
/* The row of a command (command NULL) or style that can be run; else the sentence says why not, or names the nearest. */
tsu_status tsu_script_find_row(const tsu_script *s, const char *command, const char *name,
                               const tsu_command **row, tsu_error *err);
/* The next number of the counter of `seed`. */
tsu_status tsu_script_draw(tsu_script *s, int64_t seed, uint64_t *counter, tsu_error *err);

/* dry.c: a deck from a file; a dry run reads each only once and keeps it. */
tsu_status tsu_script_load_deck(tsu_script *s, const char *path, tsu_deck **out, tsu_error *err);
/* Are the names of the command and its style known, as far as variables do not hide them? */
tsu_status tsu_script_check_names(const tsu_script *s, const char *line, tsu_error *err);
/* Notes what is wrong with the names in a branch of an `if` that a dry run does not take. */
void tsu_script_check_branch(tsu_script *s, const tsu_words *w, int first, int end);
/* Whether a dry run has jumped from here often enough. */
bool tsu_script_turned_enough(tsu_script *s, const tsu_frame *frame, const char *label);

/* foresee.c: fails for a deck without a command, for an `include` that leads back to this deck for ever, for a jump back over
 * commands of which none can end the loop; warns of variables of the command line that the decks do not name. */
tsu_status tsu_script_check_empty(const tsu_deck *deck, tsu_error *err);
tsu_status tsu_script_check_include(const tsu_script *s, const tsu_deck *deck, tsu_error *err);
tsu_status tsu_script_check_jump(const tsu_script *s, const tsu_frame *frame, size_t target, tsu_error *err);
void tsu_script_check_given(tsu_script *s, const tsu_deck *deck);

#endif
