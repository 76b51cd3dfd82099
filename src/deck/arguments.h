/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.h - keywords of a command, read by a table: a row says what a keyword is called, what follows it and which member of the
 * parameters it sets. `tsubu reference` shows the same rows.
 *
 *     typedef struct box_words { double size; bool open; } box_words;
 *     static const tsu_argument ROWS[] = {
 *         {.keyword = "size", .kind = TSU_ARGUMENT_NUMBER, .at = offsetof(box_words, size), .what = "the size [m]"},
 *         {.keyword = "open", .kind = TSU_ARGUMENT_SWITCH, .at = offsetof(box_words, open), .what = "yes or no"},
 *         {0}};
 *     status = tsu_arguments_read(words, ROWS, &parameters, err); */
#ifndef TSU_DECK_ARGUMENTS_H
#define TSU_DECK_ARGUMENTS_H

#include "deck/script.h"

typedef enum tsu_argument_kind {
    TSU_ARGUMENT_FLAG,     /* nothing follows; sets a bool */
    TSU_ARGUMENT_SWITCH,   /* yes or no, on or off: bool */
    TSU_ARGUMENT_EITHER,   /* one of two words: bool, true for the second */
    TSU_ARGUMENT_WORD,     /* one of some words: int, counted from 0; make it an enum */
    TSU_ARGUMENT_NUMBER,   /* double */
    TSU_ARGUMENT_LOOSE,    /* the same, read as LIGGGHTS does: what the word begins with */
    TSU_ARGUMENT_VECTOR,   /* double [3] */
    TSU_ARGUMENT_INTEGER,  /* int64_t from low to high */
    TSU_ARGUMENT_QUANTITY, /* a number or v_NAME: tsu_quantity */
    TSU_ARGUMENT_TEXT,     /* const char *, as long as the words live */
    TSU_ARGUMENT_OTHER     /* what `read` reads */
} tsu_argument_kind;

enum { TSU_ARGUMENT_UNUSED = -1 }; /* member: it is read and checked, and changes nothing */

typedef struct tsu_argument {
    const char *keyword; /* NULL ends a table */
    tsu_argument_kind kind;
    ptrdiff_t at;             /* of the member (offsetof), or TSU_ARGUMENT_UNUSED */
    ptrdiff_t given;          /* of a bool that tells that it was said; 0: none */
    const char *what;         /* that follows, for messages and the reference: "the precision [m]" */
    int64_t low, high;        /* of an integer */
    const char *const *words; /* of WORD and EITHER, ends with NULL */
    /* Of OTHER. The keyword is taken already. */
    tsu_status (*read)(void *to, tsu_words *words, tsu_error *err);
    const char *doc; /* one sentence for the reference, or NULL: `what` says it all */
} tsu_argument;

/* One keyword and what follows it. An unknown one is an error that names the nearest; `noun` says what was expected ("a keyword"). */
tsu_status tsu_arguments_next(tsu_words *words, const char *noun, const tsu_argument *rows, void *to,
                              tsu_error *err);
/* The same if the next word is one of these keywords; else *known is false and nothing has happened. */
tsu_status tsu_arguments_try(tsu_words *words, const tsu_argument *rows, void *to, bool *known,
                             tsu_error *err);
/* All words that are left. */
tsu_status tsu_arguments_read(tsu_words *words, const tsu_argument *rows, void *to, tsu_error *err);

/* What follows a keyword, in a few words for the reference: "N from 1 to 5", "yes|no", "X Y Z". */
void tsu_argument_form(const tsu_argument *row, char *out, size_t size);

#endif
