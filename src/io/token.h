/* SPDX-License-Identifier: Apache-2.0 */
/* token.h - words of a text in memory, with the line they stand on. */
#ifndef TSU_IO_TOKEN_H
#define TSU_IO_TOKEN_H

#include "base/error.h"

typedef struct tsu_tokens {
    const char *at, *end; /* *end is readable and 0 */
    int64_t line;         /* of `at`, from 1 */
    char word[64];        /* the last word read, cut if longer */
    int64_t word_line;    /* its line */
} tsu_tokens;

/* Reads the next word into t->word; false at the end of the text. */
bool tsu_token_next(tsu_tokens *t);
/* Looks at the next word without taking it. */
bool tsu_token_peek(tsu_tokens *t);
/* Goes to the beginning of the next line. */
void tsu_token_skip_line(tsu_tokens *t);
/* Whether the last word is this one, whatever the case of its letters. */
bool tsu_token_is(const tsu_tokens *t, const char *word);
/* The last word as a finite number or as a whole number; false if it is none. */
bool tsu_token_number(const tsu_tokens *t, double *value);
bool tsu_token_integer(const tsu_tokens *t, int64_t *value);

#endif
