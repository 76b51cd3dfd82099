/* SPDX-License-Identifier: Apache-2.0 */
/* carry.h - what must survive when a list of contacts is made anew: the histories of the entries that touch, under the rows, images
 * and orientation of the new arrangement. tsu_carry_move says where an entry goes, tsu_carry_copy takes its history there. Lists of
 * walls are short and have a second array for it (wall/contacts.c); that of pairs has not:
 *
 * Old and new list lie in the same memory. It is gone through segment by segment; most entries stay in their segment or move
 * to one near by, against the direction in which it is gone through. Those that would be overwritten before it is their turn
 * wait aside. */
#ifndef TSU_STEP_LIST_CARRY_H
#define TSU_STEP_LIST_CARRY_H

#include "step/list/units.h"

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

/* Copies the history of old entry `from` (2 entry + flipped, negative: there is none) to entry `to` of a new list. */
void tsu_carry_copy(const tsu_contacts *old, tsu_contacts *fresh, int64_t from, int64_t to,
                    const bool *antisymmetric);

/* Orders codes by partner row, then image. */
static inline bool tsu_code_less(uint32_t a, uint32_t b)
{
    const uint32_t row_a = a & TSU_CONTACT_ROW_MASK, row_b = b & TSU_CONTACT_ROW_MASK;
    return row_a < row_b || (row_a == row_b && a < b);
}

/* ---- in place ---------------------------------------------------------------------------------------------------- */

enum { TSU_SEGMENT = TSU_UNIT_ENTRIES }; /* entries that change places among each other only */

/* Where the history of a new entry is: 2 old entry + 1 if the two change places, or one of these. */
enum {
    TSU_FROM_NOWHERE_SOON = UINT32_MAX - UINT8_MAX - 1, /* none: it will touch soon */
    TSU_FROM_NOWHERE /* none, and it will not; plus how far it is from it */
};

/* Where an old entry goes that touches but is not in the new list. */
enum { TSU_TO_NOWHERE = UINT32_MAX };

/* Segments that one thread goes through, and the entries of which the histories wait aside. */
typedef struct tsu_carry_strip {
    int64_t begin, end;  /* segments */
    int64_t wait, place; /* how many, and where the first waits */
    bool down;           /* from the last segment to the first */
} tsu_carry_strip;

typedef struct tsu_carry {
    tsu_contacts *old, *fresh; /* the histories are those of the old one until they are arranged */
    uint32_t *to;              /* by old entry that touches: new entry */
    uint32_t *from;            /* by new entry, before it has got its place in the segment */
    const bool *antisymmetric;
    tsu_contacts aside; /* histories that wait */
    char *copies;       /* of a segment, one for each strip */
    size_t copy_bytes;
    int64_t strips;
    tsu_carry_strip *strip;
    size_t copies_capacity, strip_capacity;
} tsu_carry;

/* Makes room, and brings aside what must wait. to and from are known. The room is used again the next time, if it is not given
 * back: where lists are drawn often it would come from the system page by page each time. */
tsu_status tsu_carry_begin(tsu_carry *c, int threads, tsu_error *err);
void tsu_carry_free(tsu_carry *c);

/* Calls `arrange` for each segment of the new list in the order of its strip. */
typedef void tsu_arrange_fn(void *context, int64_t segment, const tsu_contacts *copy);
void tsu_carry_run(tsu_carry *c, int threads, tsu_arrange_fn *arrange, void *context);

/* Writes the history of a new entry, which comes `from` there, at its place `at`. `copy` has the old histories of the segment. */
void tsu_carry_fetch(const tsu_carry *c, const tsu_contacts *copy, uint32_t from, int64_t at);

#endif
