/* SPDX-License-Identifier: Apache-2.0 */
/* room.h - what the files of a part (part.h) share: what ranks tell each other in a step, and the room in which it is collected. */
#ifndef TSU_STEP_PART_ROOM_H
#define TSU_STEP_PART_ROOM_H

#include "step/part/part.h"

/* Of a tally without its exact sums, which follow if any rank uses them. */
enum { TALLY_HEAD = offsetof(tsu_tally, large) };

/* What each rank tells in a step, and of the energies of the step before. */
typedef struct part_word {
    double furthest; /* [m] */
    int32_t broken, wanted, leaving, booked, worn, unused;
    int64_t touching;
    unsigned char head[TALLY_HEAD];
} part_word;

/* ... and of energies that are merged within a step. */
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
    part_word mine, *word;
    part_energy *energy;
    unsigned char *large;
    tsu_exact_sum *sum;
    double *way;
    uint8_t *mixed; /* of each block of contacts: another rank books some of them */
    size_t mixed_capacity;
} tsu_part_room;

/* guests.c: there are no links. Slots are the present rows; messages go from now on where links say. */
void tsu_part_unlink_all(tsu_part *d);
tsu_status tsu_part_number_slots(struct tsu_world *w, tsu_error *err);
tsu_status tsu_part_make_route(struct tsu_world *w, tsu_error *err);
/* Rows have changed where lists have been made. */
void tsu_part_find_rows(struct tsu_world *w);
/* What guests get is on its way until tsu_team_route_end(route), and then taken over. */
void tsu_part_send(struct tsu_world *w);
void tsu_part_receive(struct tsu_world *w);
/* merge.c: a part that has failed tells so in place of its loads, or of its energies. */
void tsu_part_say_no_loads(tsu_part *d);
void tsu_part_say_no_energy(tsu_part *d);
/* The energies of the step before: they go with the word of this rank, and those of all come with theirs. */
void tsu_part_put_energies(const struct tsu_world *w, part_word *mine);
void tsu_part_take_energies(struct tsu_world *w);

/* books.c: when they speak; some rank has booked something. */
void tsu_part_settle_books(struct tsu_world *w, bool booked);

#endif
