/* SPDX-License-Identifier: Apache-2.0 */
/* pair_carry.h - histories of pairs come along when their list is drawn anew, without a second array of them.
 *
 * Old and new list lie in the same memory. It is gone through segment by segment; most entries stay in their segment or move
 * to one near by, against the direction in which it is gone through. Those that would be overwritten before it is their turn
 * wait aside. */
#ifndef TSU_STEP_LIST_PAIR_CARRY_H
#define TSU_STEP_LIST_PAIR_CARRY_H

#include "step/list/carry.h"
#include "step/list/units.h"

enum { TSU_SEGMENT = TSU_UNIT_ENTRIES }; /* entries that change places among each other only */

/* Where the history of a new entry is: 2 old entry + 1 if the two change places, or one of these. */
enum { TSU_FROM_NOWHERE = UINT32_MAX, TSU_FROM_NOWHERE_SOON = UINT32_MAX - 1 };

/* Where an old entry goes that touches but is not in the new list. */
enum { TSU_TO_NOWHERE = UINT32_MAX };

/* Segments that one thread goes through, and the entries of which the histories wait aside. */
typedef struct tsu_carry_strip {
    int64_t begin, end;  /* segments */
    int64_t wait, place; /* how many, and where the first waits */
    bool down;           /* from the last segment to the first */
} tsu_carry_strip;

typedef struct tsu_pair_carry {
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
} tsu_pair_carry;

/* Makes room, and brings aside what must wait. to and from are known. The room is used again the next time, if it is not given
 * back: where lists are drawn often it would come from the system page by page each time. */
tsu_status tsu_pair_carry_begin(tsu_pair_carry *c, int threads, tsu_error *err);
void tsu_pair_carry_free(tsu_pair_carry *c);

/* Calls `arrange` for each segment of the new list in the order of its strip. */
typedef void tsu_arrange_fn(void *context, int64_t segment, const tsu_contacts *copy);
void tsu_pair_carry_run(tsu_pair_carry *c, int threads, tsu_arrange_fn *arrange, void *context);

/* Writes the history of a new entry, which comes `from` there, at its place `at`. `copy` has the old histories of the segment. */
void tsu_pair_carry_fetch(const tsu_pair_carry *c, const tsu_contacts *copy, uint32_t from, int64_t at);

#endif
