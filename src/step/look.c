/* SPDX-License-Identifier: Apache-2.0 */
/* look.c - who reads the forces of single contacts between particles. Steps work with those of the last few thousand
 * contacts (units.h); all of them together take nearly as much memory as the particles. */
#include "base/memory.h"
#include "step/forces.h"
#include "step/world.h"

typedef struct tsu_world world;

void tsu_world_watch(world *w)
{
    w->lean = false;
}

tsu_status tsu_world_look(world *w, tsu_error *err)
{
    if (tsu_world_is(w, TSU_CURRENT_RECORDS) || !tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS))
        return TSU_OK;
    const tsu_status s = tsu_forces_look(w, err);
    if (s == TSU_OK) tsu_world_gain(w, TSU_CURRENT_RECORDS);
    return s;
}

/* Whether the last step has kept them all depends on how it was taken. */
tsu_status tsu_world_look_to_save(world *w, tsu_error *err)
{
    if (w->lean) tsu_world_lose(w, TSU_CURRENT_RECORDS);
    return tsu_world_look(w, err);
}

void tsu_world_look_away(world *w)
{
    const tsu_contact_forces *f = &w->forces;
    if (!w->lean || !f->thin) return;
    tsu_world_lose(w, TSU_CURRENT_RECORDS);
    tsu_memory_forget(f->record, f->record_capacity, sizeof *f->record);
    if (f->roll) tsu_memory_forget(f->roll, f->roll_capacity, sizeof *f->roll);
}
