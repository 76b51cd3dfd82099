/* SPDX-License-Identifier: Apache-2.0 */
/* law.h - contact laws within the tree: what a law is (tsubu/tsubu_law.h), and the registry of all of them. */
#ifndef TSU_LAW_LAW_H
#define TSU_LAW_LAW_H

#include "base/error.h"
#include "base/portable.h"
#include "base/vec.h"
#include "tsubu/tsubu_law.h"

/* Sentences on keywords that laws of several kinds have. */
#define TSU_DOC_STORED                                                                                       \
    "accepted for old decks: the stored energy is always computed (`E_elas` of `compute pair/gran/local`)"
#define TSU_DOC_DISSIPATED                                                                                   \
    "each contact keeps what it dissipates from the first step on (`E_diss` of `compute pair/gran/local`); " \
    "the accounts of the run are kept in any case"

/* The registry: NULL-terminated list of all laws of a kind, and look-up by name (NULL if there is none). */
const tsu_law *const *tsu_laws_of_kind(tsu_law_kind kind);
const tsu_law *tsu_law_find(tsu_law_kind kind, const char *name);
const char *tsu_law_kind_word(tsu_law_kind kind); /* the word in a deck: model, tangential, ... */
int tsu_law_history_width(const tsu_law *law);

extern const char *const tsu_account_names[TSU_ACCOUNT_COUNT];

/* After all stages, with a cohesion law that acts apart: what a bridge pulls across the normal joins the tangential force (if
 * a law has set one), and it keeps the contact alive. */
static inline void tsu_block_add_bridges(tsu_block *b, bool friction)
{
    for (int l = 0; l < TSU_LANES; l++) {
        b->ftx[l] = (friction ? b->ftx[l] : 0.0) + b->f_bx[l];
        b->fty[l] = (friction ? b->fty[l] : 0.0) + b->f_by[l];
        b->ftz[l] = (friction ? b->ftz[l] : 0.0) + b->f_bz[l];
        b->touching[l] = b->bridged[l] != 0.0 ? 1.0 : b->touching[l];
    }
}

#endif
