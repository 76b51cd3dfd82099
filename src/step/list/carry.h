/* SPDX-License-Identifier: Apache-2.0 */
/* carry.h - what must survive when a list of contacts is made anew: the entries that touch, under the rows, images and
 * orientation of the new arrangement. */
#ifndef TSU_STEP_LIST_CARRY_H
#define TSU_STEP_LIST_CARRY_H

#include "state/contacts.h"

/* How rows changed. */
typedef struct tsu_remap {
    const int32_t *new_row;  /* by old row; negative: removed. NULL: unchanged */
    const int8_t (*wrap)[4]; /* by old row: box lengths subtracted from its position. NULL: none */
} tsu_remap;

/* Where an entry goes in the new arrangement: the lower row owns it, and of a particle and its own image the entry with the
 * lexicographically positive shift is kept. */
typedef struct tsu_moved_entry {
    int32_t row;
    uint32_t partner; /* code */
    bool flipped;     /* the two change places */
} tsu_moved_entry;

/* Where entry k goes; `pairs`: the partner is a particle too. False if one of the two is gone. */
bool tsu_carry_move(const tsu_contacts *old, int64_t k, tsu_remap map, bool pairs, tsu_moved_entry *to);

typedef struct tsu_carry {
    int32_t rows;
    int64_t *first;    /* [rows+1] */
    uint32_t *partner; /* code of the new arrangement, ascending by partner row, then image */
    uint32_t *old;     /* 2 old entry + 1 if i and j change places */
    size_t row_capacity, entry_capacity, entry_capacity_old;
} tsu_carry;

void tsu_carry_free(tsu_carry *c);

/* Collects the entries of `old` that touch. `pairs`: partners are particles too. */
tsu_status tsu_carry_collect(tsu_carry *c, const tsu_contacts *old, int32_t new_rows, tsu_remap map,
                             bool pairs, tsu_error *err);

/* Copies the history of old entry `from` (2 entry + flipped, negative: there is none) to entry `to` of a new list. */
void tsu_carry_copy(const tsu_contacts *old, tsu_contacts *fresh, int64_t from, int64_t to,
                    const bool *antisymmetric);

/* Orders codes by partner row, then image. */
static inline bool tsu_code_less(uint32_t a, uint32_t b)
{
    const uint32_t row_a = a & TSU_CONTACT_ROW_MASK, row_b = b & TSU_CONTACT_ROW_MASK;
    return row_a < row_b || (row_a == row_b && a < b);
}

#endif
