/* SPDX-License-Identifier: Apache-2.0 */
/* inspect.h - one particle with its contacts as JSON, and the path of a contact through its forces. */
#ifndef TSU_VIEW_INSPECT_H
#define TSU_VIEW_INSPECT_H

#include "session/session.h"
#include "view/series.h"

/* Tells of a particle; false if there is none with this id. */
bool tsu_inspect_particle(const tsu_session *s, uint64_t id, tsu_json *j);

enum { TSU_PATH_COLUMNS = 6 };

/* A contact that is watched: between particles i and j, or of i with a wall (j = 0). */
typedef struct tsu_path {
    uint64_t i, j;
    char wall[TSU_NAME];
    double asked; /* when last [s] */
    int32_t row_i, row_j;
    double way[3];       /* tangential, of i relative to j, since the start [m] */
    double direction[3]; /* along which displacement and force are told; 0: not known yet */
    tsu_series series;
} tsu_path;

tsu_status tsu_path_begin(tsu_path *p, uint64_t i, uint64_t j, const char *wall, tsu_error *err);
/* Adds a row, if they touch. */
void tsu_path_sample(tsu_path *p, const tsu_world *w);

#endif
