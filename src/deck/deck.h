/* SPDX-License-Identifier: Apache-2.0 */
/* deck.h - the text of a deck as logical lines: `&` joined, each with the number of its first physical line,
 * and the labels found once so that `jump` costs nothing. A deck is shared by reference: a jump may leave it
 * while one of its commands still runs. */
#ifndef TSU_DECK_DECK_H
#define TSU_DECK_DECK_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TSU_LINE_MAX = 1 << 20 }; /* a command longer than this is an error [bytes] */

typedef struct tsu_deck_line {
    char *text;   /* owned */
    int line;     /* of its first physical line, from 1 */
    int64_t runs; /* how often it has run */
} tsu_deck_line;

typedef struct tsu_deck_label {
    char *name;  /* owned */
    size_t next; /* index of the line behind the label */
} tsu_deck_label;

typedef struct tsu_deck {
    int references;
    char *name;
    tsu_deck_line *line;
    size_t n_line, max_line;
    tsu_deck_label *label;
    size_t n_label, max_label;
} tsu_deck;

/* The caller holds the one reference of what is returned. The text needs no final newline; NUL bytes are an
 * error. */
tsu_status tsu_deck_from_text(const char *name, const char *text, size_t length, tsu_deck **out,
                              tsu_error *err);
tsu_status tsu_deck_load(const char *path, tsu_deck **out, tsu_error *err);
/* The commands of an `if`, all at the place of that `if`. */
tsu_status tsu_deck_from_commands(const char *name, int line, int count, const char *const *commands,
                                  tsu_deck **out, tsu_error *err);
tsu_deck *tsu_deck_hold(tsu_deck *deck);
void tsu_deck_release(tsu_deck *deck);

/* Index of the line behind `label NAME`, the first if there are several; false if there is none. */
bool tsu_deck_find_label(const tsu_deck *deck, const char *name, size_t *next);

#endif
