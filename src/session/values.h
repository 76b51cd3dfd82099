/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - what c_ID and f_ID stand for: the numbers of a compute or fix. */
#ifndef TSU_SESSION_VALUES_H
#define TSU_SESSION_VALUES_H

#include "base/error.h"
#include "tsubu/tsubu.h"
#include <stdbool.h>
#include <stdint.h>

/* Numbers of a compute or fix. Any function may be NULL. `state` is the object's. */
typedef struct tsu_values {
    tsu_status (*scalar)(tsu_session *s, void *state, double *out, tsu_error *err);
    int vector_length; /* 0: no vector; negative: any length, `vector` checks the index */
    tsu_status (*vector)(tsu_session *s, void *state, int64_t index, double *out,
                         tsu_error *err); /* index from 0 */
    int array_columns;                    /* 0: no array */
    int64_t (*array_rows)(tsu_session *s, void *state);
    tsu_status (*array)(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                        tsu_error *err);
    int particle_columns; /* 0: nothing per particle; 1: a vector; more: an array */
    /* One row of `particle_columns` numbers per particle row, lent until the next call. */
    tsu_status (*particles)(tsu_session *s, void *state, const double **data, tsu_error *err);
    int local_columns; /* numbers per contact or the like */
    tsu_status (*local)(tsu_session *s, void *state, const double **data, int64_t *rows, tsu_error *err);
    /* What a column is, for files that name their arrays (pos1, pos2, contact_point, id1, force ...); the three columns of a
     * vector have one name. */
    const char *(*local_name)(const void *state, int column);
} tsu_values;

#endif
