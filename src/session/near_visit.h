/* SPDX-License-Identifier: Apache-2.0 */
/* near_visit.h - pairs of particles that come near each other, for output. */
#ifndef TSU_SESSION_NEAR_VISIT_H
#define TSU_SESSION_NEAR_VISIT_H

#include "session/session.h"

/* i and j are rows, that of the lower id first; `way` leads from j to i, over a periodic face if that is shorter. */
typedef void tsu_near_visitor(void *context, int32_t i, int32_t j, const double way[3], double distance);

/* All pairs whose centres are nearer than `reach`, each once. Where a periodic box is not at least twice as long, only the
 * nearest image counts. */
tsu_status tsu_near_visit(const tsu_session *s, double reach, tsu_near_visitor *visit, void *context,
                          tsu_error *err);

/* compute/near.c: a range of materials such as 1, 2*3 or *, counted from 0. */
tsu_status tsu_near_types(const tsu_session *s, tsu_words *words, int64_t *low, int64_t *high,
                          tsu_error *err);

#endif
