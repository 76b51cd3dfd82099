/* SPDX-License-Identifier: Apache-2.0 */
/* contact_deck.h - what a deck says about its contacts, without running it. */
#ifndef TSU_API_CONTACT_DECK_H
#define TSU_API_CONTACT_DECK_H

#include "law/lawset.h"

/* What a deck says about its contacts. */
typedef struct tsu_contact_deck {
    tsu_lawset laws; /* prepared; owned */
    double dt;       /* [s] */
    int wall_type;   /* material of the wall, from 1; 0 without a wall */
    char words[256]; /* the chosen laws, for titles */
    char units[16];  /* as in the deck */
} tsu_contact_deck;

enum { TSU_CONTACT_VARIABLES_MAX = 64 };

/* Variables of the command line: name and value in turn. */
typedef struct tsu_contact_variables {
    int count;
    const char *word[2 * TSU_CONTACT_VARIABLES_MAX];
} tsu_contact_variables;

/* Reads the deck (without making its box, running it or writing its files) and takes the laws between particles or,
 * with `wall`, those of its first wall, or between particles if it has none. */
tsu_status tsu_contact_deck_load(tsu_contact_deck *deck, const char *path, bool wall,
                                 const tsu_contact_variables *variables, tsu_error *err);
void tsu_contact_deck_free(tsu_contact_deck *deck);

#endif
