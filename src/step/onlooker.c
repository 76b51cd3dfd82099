/* SPDX-License-Identifier: Apache-2.0 */
#include "step/onlooker.h"
#include "step/world.h"

bool tsu_until_ask(void *context)
{
    tsu_until *u = context;
    u->ended = u->ended || (u->wanted && u->wanted(u->context));
    return u->ended;
}

typedef struct pair {
    const tsu_world *world;
    tsu_until *until;
    const tsu_onlooker *onlooker;
} pair;

static bool ask_both(void *context)
{
    const pair *p = context;
    if (p->world->onlooker != p->onlooker) return true; /* it went */
    return tsu_until_ask(p->until) || p->onlooker->wanted(p->onlooker->context);
}

tsu_status tsu_world_advance_seen(tsu_world *w, int64_t steps, tsu_until *until, tsu_error *err)
{
    const int64_t end = w->step + steps;
    while (w->step < end && !until->ended) {
        const tsu_onlooker *o = w->onlooker; /* it may go between two steps */
        if (!o) return tsu_world_advance_until(w, end - w->step, tsu_until_ask, until, err);
        const int64_t limit = o->limit(o->context), left = end - w->step;
        pair both = {w, until, o};
        const tsu_status s =
            tsu_world_advance_until(w, limit > 0 && limit < left ? limit : left, ask_both, &both, err);
        if (s != TSU_OK) return s;
        if (w->onlooker == o && o->look(o->context, until)) until->ended = true;
    }
    return TSU_OK;
}

tsu_status tsu_world_run_seen(tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                              tsu_error *err)
{
    tsu_until until = {wanted, context, false};
    if (w->onlooker) w->onlooker->begin(w->onlooker->context, steps);
    const tsu_status s = w->run_models ? w->run_models(w, steps, wanted, context, err)
                                       : tsu_world_advance_seen(w, steps, &until, err);
    if (w->onlooker) w->onlooker->end(w->onlooker->context);
    return s;
}
