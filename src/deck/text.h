/* SPDX-License-Identifier: Apache-2.0 */
/* text.h - a string that grows. A failed allocation is remembered, so that it is checked once at the end. */
#ifndef TSU_DECK_TEXT_H
#define TSU_DECK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tsu_text {
    char *data; /* NUL-terminated once anything was added; owned */
    size_t length, capacity;
    bool failed;
} tsu_text;

void tsu_text_add(tsu_text *t, const char *data, size_t length);
void tsu_text_add_string(tsu_text *t, const char *string);
void tsu_text_add_char(tsu_text *t, char c);
void tsu_text_free(tsu_text *t);
/* Hands the string over (an empty one if nothing was added); NULL if memory ran out. */
char *tsu_text_take(tsu_text *t);

/* Copies; NULL if memory ran out. The second form copies `length` bytes and adds the NUL. */
char *tsu_text_copy(const char *string);
char *tsu_text_copy_part(const char *data, size_t length);
/* Cuts white space off both ends, in place; returns the start. */
char *tsu_text_trim(char *string);

/* What to say behind a word that could not be read: empty, or that it has full-width or other characters which look like the
 * ones that are meant. */
const char *tsu_text_letter_hint(const char *word);

/* Whether a word is what a formula without a value prints: inf, nan, with or without a sign. */
bool tsu_text_is_no_value(const char *word);

/* Grows *array (elements of `size` bytes) to hold at least `needed`; false if memory ran out. */
bool tsu_array_reserve(void **array, size_t *capacity, size_t needed, size_t size);

#endif
