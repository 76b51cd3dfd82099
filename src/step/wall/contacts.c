/* SPDX-License-Identifier: Apache-2.0 */
/* wall_contacts.c - the lists of contacts with walls, and what their forces add to those of the particles. */
#include "step/wall/contacts.h"
#include "step/mesh/body.h"
#include "step/sum.h"
#include "step/wall/engine.h"
#include "step/wall/forces.h"
#include "step/wall/wall.h"

typedef struct tsu_world world;

/* ---- lists ------------------------------------------------------------------------------------------------------ */

int64_t tsu_wall_entry_of_row(const tsu_contacts *c, int64_t row)
{
    int64_t low = 0, high = c->count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (c->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void pad_forces(const tsu_contacts *c, tsu_contact_forces *f)
{
    for (int64_t k = c->count; k < tsu_contacts_padded(c); k++) {
        tsu_contact_forces_clear(f, k); /* the work of a wall counts the force of the last step */
    }
}

tsu_status tsu_wall_contacts_prepare(tsu_wall *wall, int64_t count, tsu_error *err)
{
    tsu_contacts *c = &wall->previous;
    tsu_status s = tsu_contacts_prepare(c, count, wall->laws.history, TSU_HISTORIES_OWN, err);
    if (s == TSU_OK)
        s = tsu_contact_forces_prepare(&wall->previous_forces, c->capacity,
                                       wall->laws.law[TSU_ROLLING] != NULL, err);
    if (s == TSU_OK) pad_forces(c, &wall->previous_forces);
    return s;
}

void tsu_wall_contacts_swap(tsu_wall *wall)
{
    const tsu_contacts list = wall->contacts;
    const tsu_contact_forces forces = wall->forces;
    wall->contacts = wall->previous;
    wall->forces = wall->previous_forces;
    wall->previous = list;
    wall->previous_forces = forces;
}

void tsu_wall_contacts_pad(tsu_wall *wall)
{
    tsu_contacts_pad(&wall->contacts);
    pad_forces(&wall->contacts, &wall->forces);
}

void tsu_wall_contacts_carry(tsu_wall *wall, int64_t from, int64_t to)
{
    tsu_carry_copy(&wall->contacts, &wall->previous, from < 0 ? -1 : 2 * from, to, wall->laws.antisymmetric);
    if (from >= 0)
        tsu_contact_forces_copy(&wall->forces, from, &wall->previous_forces, to);
    else
        tsu_contact_forces_clear(&wall->previous_forces, to);
}

tsu_status tsu_walls_refresh(world *w, tsu_remap map, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = w->wall[k]->shape->engine->refresh(w, w->wall[k], map, err);
    }
    return s;
}

tsu_status tsu_walls_renew(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        const tsu_wall_engine *e = w->wall[k]->shape->engine;
        if (e->renew) s = e->renew(w, w->wall[k], err);
    }
    return s;
}

void tsu_walls_drop(world *w, const int32_t *new_row)
{
    for (int k = 0; k < w->walls; k++) {
        w->wall[k]->shape->engine->drop(w->wall[k], new_row);
    }
}

/* ---- forces ----------------------------------------------------------------------------------------------------- */

tsu_status tsu_walls_begin(world *w, const double (*shift)[4], double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (!(dt > 0.0)) tsu_meshes_settle(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        const tsu_wall_engine *e = w->wall[k]->shape->engine;
        if (e->begin) s = e->begin(w, w->wall[k], shift, err);
    }
    return s;
}

tsu_status tsu_walls_compute(world *w, const double (*shift)[4], double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_mesh_clear_loads(w);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        tsu_wall_forces(w, w->wall[k], shift, dt);
        const tsu_wall_engine *e = w->wall[k]->shape->engine;
        if (e->end) s = e->end(w, w->wall[k], shift, dt, err);
    }
    return s;
}

/* The contacts of a wall are sorted by particle, so a particle sums them in the order of the list. The fourth places of forces
 * and torques are of no account. */
static TSU_CLONES void add_forces(const world *w, tsu_range rows, tsu_v4 *f, tsu_v4 *t)
{
    const tsu_particles *p = &w->particles;
    for (int q = 0; q < w->walls; q++) {
        const tsu_contacts *c = &w->wall[q]->contacts;
        const tsu_contact_forces *forces = &w->wall[q]->forces;
        for (int64_t k = tsu_wall_entry_of_row(c, rows.begin); k < c->count && c->row[k] < rows.end; k++) {
            const int64_t i = c->row[k] - rows.begin;
            const tsu_v4 *record = (const tsu_v4 *)forces->record[k];
            tsu_sum_contact(&f[i], &t[i], 1.0, tsu_contact_arm(p->xr[c->row[k]][3], record[0][3]), record,
                            record + 1);
            if (forces->roll) tsu_sum_roll(&t[i], 1.0, (const tsu_v4 *)forces->roll[k]);
        }
    }
}

void tsu_walls_add_forces(const world *w, tsu_range rows, tsu_four *force, tsu_four *torque)
{
    if (w->walls > 0) add_forces(w, rows, (tsu_v4 *)force, (tsu_v4 *)torque);
}
