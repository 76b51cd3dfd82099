/* SPDX-License-Identifier: Apache-2.0 */
/* onlooker.h - who looks on while a world takes steps (a live page), and runs that can be ended.
 *
 * An onlooker reads between two steps. Being looked at changes no bit: the world is only brought to the end of a step more often. */
#ifndef TSU_STEP_ONLOOKER_H
#define TSU_STEP_ONLOOKER_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>

struct tsu_world;

/* Whether a run is to end: asked before each step, and once it has said yes it does so for ever. */
typedef struct tsu_until {
    bool (*wanted)(void *context); /* NULL: nobody is asked */
    void *context;
    bool ended;
} tsu_until;

bool tsu_until_ask(void *until);

typedef struct tsu_onlooker {
    void (*begin)(void *context, int64_t steps);   /* a run begins */
    int64_t (*limit)(void *context);               /* most steps before `look` is called */
    bool (*wanted)(void *context);                 /* asked before each step: whether it is called after it */
    bool (*look)(void *context, tsu_until *until); /* true: the run is to end here */
    void (*end)(void *context);                    /* the run is over */
    void *context;
} tsu_onlooker;

/* Steps with the world's onlooker; until->ended says whether they were ended. */
tsu_status tsu_world_advance_seen(struct tsu_world *w, int64_t steps, tsu_until *until, tsu_error *err);
/* A whole run, with the world's models if there are any. */
tsu_status tsu_world_run_seen(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context),
                              void *context, tsu_error *err);

#endif
