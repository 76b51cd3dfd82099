/* SPDX-License-Identifier: Apache-2.0 */
/* steer.h - changes that somebody makes while a run goes on, between two steps, and the journal from which the run can be repeated.
 *
 * A line of a journal is a change:
 *   STEP gravity X Y Z            [m/s^2]
 *   STEP friction I J VALUE       coefficientFriction between materials I and J, from 1; 0 0: of all pairs
 *   STEP spin MESH VALUE          of its rotation [rad/s]; 0: it rests
 *   STEP velocity MESH X Y Z      of its linear motion [m/s]
 *   STEP move MESH X Y Z          a motion beside those of the deck [m/s]; 0 0 0 ends it, and the mesh stays where it is
 * It is made when the step STEP has been taken, before what is due at that step is written. Numbers have 17 digits. What a change does to
 * the energy is booked as given. */
#ifndef TSU_RUN_STEER_H
#define TSU_RUN_STEER_H

#include "base/error.h"

struct tsu_world;

typedef enum tsu_steer_kind {
    TSU_STEER_GRAVITY,
    TSU_STEER_FRICTION,
    TSU_STEER_SPIN,
    TSU_STEER_VELOCITY,
    TSU_STEER_MOVE
} tsu_steer_kind;

typedef struct tsu_steer {
    int64_t step;
    tsu_steer_kind kind;
    int pair[2];     /* of friction */
    char mesh[64];   /* of spin, velocity and move */
    double value[3]; /* as many as the kind has */
} tsu_steer;

/* How many numbers a kind has, its word, and the kind of a word (-1: none). */
int tsu_steer_values(tsu_steer_kind kind);
const char *tsu_steer_word(tsu_steer_kind kind);
int tsu_steer_find(const char *word);

/* A line of a journal, without its end; `size` of the text at least TSU_STEER_LINE. */
enum { TSU_STEER_LINE = 256 };
tsu_status tsu_steer_read(const char *line, tsu_steer *out, tsu_error *err);
void tsu_steer_write(const tsu_steer *change, char *text, size_t size);

/* Makes a change now; on failure nothing has changed. The world is between two steps and settled afterwards. */
tsu_status tsu_steer_apply(struct tsu_world *w, const tsu_steer *change, tsu_error *err);

/* A journal that is repeated. */
typedef struct tsu_steer_journal {
    tsu_steer *change; /* [count], owned; steps never fall */
    int count, next;
} tsu_steer_journal;
tsu_status tsu_steer_load(tsu_steer_journal *j, const char *path, tsu_error *err);
void tsu_steer_free(tsu_steer_journal *j);
/* Steps until the next change; 0: there is none. */
int64_t tsu_steer_left(const tsu_steer_journal *j, const struct tsu_world *w);
/* Makes all changes of the present step. A step that was gone past is an error. */
tsu_status tsu_steer_due(tsu_steer_journal *j, struct tsu_world *w, tsu_error *err);

#endif
