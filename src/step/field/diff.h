/* SPDX-License-Identifier: Apache-2.0 */
/* diff.h - in what the particles of two worlds differ: which field of which particle, and how. For those who look for the step or
 * the thread at which two runs part. */
#ifndef TSU_STEP_FIELD_DIFF_H
#define TSU_STEP_FIELD_DIFF_H

#include "step/world.h"

typedef enum tsu_difference_kind {
    TSU_DIFFERS_VALUE,       /* both have the particle and the field, with other bits */
    TSU_DIFFERS_ONLY_FIRST,  /* only the first world has the particle */
    TSU_DIFFERS_ONLY_SECOND, /* only the second */
    TSU_DIFFERS_FIELD_FIRST, /* only the first world has the field, or there it has another width; of no particle */
    TSU_DIFFERS_FIELD_SECOND /* only the second */
} tsu_difference_kind;

typedef struct tsu_difference {
    tsu_difference_kind kind;
    uint64_t id;          /* of the particle; 0: of none */
    char field[64];       /* its name; empty: of none */
    int number;           /* of the field, from 0 */
    double first, second; /* values of kind TSU_DIFFERS_VALUE, as tsu_field_get has them */
} tsu_difference;

/* Compares all fields that are saved, bit by bit. Fields that only one world has come first, then particles by rising id, and of
 * one its fields in the order of the table. *count is the number of all differences, of which the first `most` are written. */
tsu_status tsu_world_diff(const struct tsu_world *first, const struct tsu_world *second, tsu_difference *out,
                          size_t most, size_t *count, tsu_error *err);
/* One of them as a sentence. */
void tsu_difference_tell(const tsu_difference *d, char *text, size_t size);

#endif
