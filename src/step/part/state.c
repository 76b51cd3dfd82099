/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - the numbers of a world that its parts have in common. */
#include "step/part/part.h"
#include <string.h>

typedef struct tsu_world world;

void tsu_part_state_get(const world *w, tsu_part_state *s)
{
    const tsu_lists *l = &w->lists;
    *s = (tsu_part_state){.tuning = {l->inner, l->wide, l->ahead, l->flowing},
                          .box = w->box,
                          .dt = w->dt,
                          .time = w->time,
                          .skin = w->lists.skin,
                          .step = w->step,
                          .every = w->lists.every,
                          .touching = w->touching,
                          .moving = w->moving,
                          .turning = w->turning,
                          .coasting = w->coasting,
                          .forces_added = w->external_rows > 0,
                          .threads = w->threads,
                          .lost_policy = w->lost_policy,
                          .lean = w->lean,
                          .staged = w->staged,
                          .ledger = w->ledger};
    memcpy(s->boundary, w->boundary, sizeof s->boundary);
    memcpy(s->box_minimum, w->box_minimum, sizeof s->box_minimum);
    memcpy(s->lattice, w->lattice, sizeof s->lattice);
    memcpy(s->gravity, w->gravity, sizeof s->gravity);
}

void tsu_part_state_return(world *whole, const tsu_part_state *s)
{
    whole->step = s->step;
    whole->time = s->time;
    whole->touching = s->touching;
    whole->ledger = s->ledger;
    whole->external_rows = 0;
    whole->generation++;
    tsu_world_lose(whole, TSU_CURRENT_STANDING | TSU_CURRENT_AHEAD | TSU_CURRENT_INSERTED);
}

void tsu_part_state_give(world *w, const tsu_part_state *s)
{
    tsu_part_state_return(w, s);
    w->box = s->box;
    w->dt = s->dt;
    w->lists.skin = s->skin;
    w->lists.every = s->every;
    w->moving = s->moving;
    w->turning = s->turning;
    w->coasting = s->coasting;
    w->part->forces_added = s->forces_added;
    w->threads = s->threads;
    w->lost_policy = (tsu_lost_policy)s->lost_policy;
    w->lean = s->lean;
    w->staged = s->staged;
    memcpy(w->boundary, s->boundary, sizeof s->boundary);
    memcpy(w->box_minimum, s->box_minimum, sizeof s->box_minimum);
    memcpy(w->lattice, s->lattice, sizeof s->lattice);
    memcpy(w->gravity, s->gravity, sizeof s->gravity);
}

void tsu_part_tune(world *w, const tsu_part_tuning *t)
{
    tsu_lists *l = &w->lists;
    l->inner = t->inner;
    l->wide = t->wide;
    l->ahead = t->ahead;
    l->flowing = t->flowing;
}
