/* SPDX-License-Identifier: Apache-2.0 */
/* room.h - what the files of a part (part.h) share: what ranks tell each other in a step, and the room in which it is collected. */
#ifndef TSU_STEP_PART_ROOM_H
#define TSU_STEP_PART_ROOM_H

#include "step/part/part.h"

/* What each rank tells in a step. */
typedef struct part_word {
    double furthest; /* [m] */
    int32_t broken, wanted, leaving, booked;
} part_word;

/* ... and of its energies; the exact sums follow if any rank uses them. */
enum { TALLY_HEAD = offsetof(tsu_tally, large) };
typedef struct part_energy {
    int64_t broken, touching;
    unsigned char head[TALLY_HEAD];
} part_energy;

/* ... and of what acts on a mesh. */
typedef struct part_loads {
    int64_t broken, contacts;
    tsu_exact_sum total[6];
} part_loads;

typedef struct tsu_part_room {
    part_loads *loads;
    unsigned char
        *rows; /* of all ranks, each with as much room as the longest needs; then one behind the other */
    size_t rows_capacity;
    tsu_tally other;
    part_word *word;
    part_energy *energy;
    unsigned char *large;
    tsu_exact_sum *sum;
} tsu_part_room;

/* merge.c: a part that has failed tells so in place of its loads, or of its energies. */
void tsu_part_say_no_loads(tsu_part *d);
void tsu_part_say_no_energy(tsu_part *d);

/* books.c: when they speak; some rank has booked something. */
void tsu_part_settle_books(struct tsu_world *w, bool booked);

#endif
