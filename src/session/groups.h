/* SPDX-License-Identifier: Apache-2.0 */
/* groups.h - groups and regions that a deck has named. */
#ifndef TSU_SESSION_GROUPS_H
#define TSU_SESSION_GROUPS_H

#include "session/session.h"
#include "step/world.h"

struct tsu_region; /* state/region.h */

int tsu_session_find_group(const tsu_session *s, const char *name); /* -1: none */
tsu_status tsu_session_group(const tsu_session *s, const char *name, int *index, tsu_error *err);
struct tsu_region *tsu_session_find_region(const tsu_session *s, const char *name);
/* Finds a region and, if it moves, brings it to where it is now. */
tsu_status tsu_session_region(const tsu_session *s, const char *name, struct tsu_region **region,
                              tsu_error *err);
/* Brings a moving region (or the moving parts of one) to where its variables say it is now. */
tsu_status tsu_session_move_region(const tsu_session *s, struct tsu_region *region, tsu_error *err);
static inline bool tsu_session_in_group(const tsu_session *s, int32_t row, int group)
{
    return (s->world->particles.group[row] >> group) & 1u;
}
/* The next word as the name of a region there is; and such a region where it is now (empty name: NULL). */
tsu_status tsu_session_read_region(const tsu_session *s, tsu_words *words, char name[TSU_NAME],
                                   tsu_error *err);
tsu_status tsu_session_named_region(const tsu_session *s, const char *name, struct tsu_region **region,
                                    tsu_error *err);

/* host.c: a function of a group (model/group_function.h), by names. */
tsu_status tsu_group_function(void *ctx, const char *function, const char *group, const char *component,
                              const char *region, double *out, tsu_error *err);

#endif
