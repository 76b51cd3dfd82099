/* SPDX-License-Identifier: Apache-2.0 */
/* id_rows.h - the row of each id, for who meets particles by their ids: a table where ids have few gaps, else a hash, whose memory goes by the
 * particles there are. */
#ifndef TSU_STATE_ID_ROWS_H
#define TSU_STATE_ID_ROWS_H

#include "state/particles.h"

typedef struct tsu_id_rows {
    uint64_t mask;
    uint64_t *id; /* [mask + 1] 0: nobody; owned */
    int32_t *row; /* [mask + 1] owned */
    uint64_t ids; /* other than 0: row[id], -1: nobody, for ids below this */
} tsu_id_rows;

tsu_status tsu_id_rows_make(tsu_id_rows *of, const tsu_particles *p, tsu_error *err);
void tsu_id_rows_free(tsu_id_rows *of);
/* -1: there is none. */
int32_t tsu_id_rows_find(const tsu_id_rows *of, uint64_t id);

#endif
