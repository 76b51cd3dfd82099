/* SPDX-License-Identifier: Apache-2.0 */
/* lexer.h - one logical line of a deck becomes words. */
#ifndef TSU_DECK_LEXER_H
#define TSU_DECK_LEXER_H

#include "base/error.h"
#include <stddef.h>

/* Length of the quoted span that starts at p, with both quotes: '..', "..", or """..."""; 0 if p is no quote
 * or the quote is never closed (then it is an ordinary character, as in "it's"). */
size_t tsu_quoted_span(const char *p);

/* Cuts the line at the first # outside quotes, in place. */
void tsu_strip_comment(char *line);

/* The words of a line; word[] points into `buffer`. */
typedef struct tsu_split {
    char *raw;    /* the line, owned */
    char *buffer; /* the same with words ended by NUL, owned */
    char **word;
    size_t *start; /* where each word, with its quote, starts in raw */
    size_t count;
    size_t max_word, max_start;
} tsu_split;

/* Takes `line` (also on failure). A quote counts at the start of a word only and must be followed by white
 * space. */
tsu_status tsu_split_line(char *line, tsu_split *out, tsu_error *err);
void tsu_split_free(tsu_split *split);

#endif
