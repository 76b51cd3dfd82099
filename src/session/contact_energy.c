/* SPDX-License-Identifier: Apache-2.0 */
#include "session/contact_energy.h"
#include "base/memory.h"
#include "step/wall/wall.h"
#include <string.h>

static bool select_all(const void *context, const tsu_contacts *c, int64_t k)
{
    (void)context;
    (void)c;
    (void)k;
    return true;
}

tsu_status tsu_contact_energies(tsu_world *w, const tsu_wall *wall, tsu_stored **of_entry, size_t *capacity,
                                tsu_error *err)
{
    const tsu_contacts *c = wall ? &wall->contacts : &w->contacts;
    tsu_trial a;
    tsu_status status =
        tsu_memory_grow(of_entry, capacity, (size_t)c->count + 1, sizeof **of_entry, "a compute", err);
    if (status != TSU_OK) return status;
    memset(*of_entry, 0, (size_t)c->count * sizeof **of_entry);
    /* with the velocities of the laws, or a contact that slides would be cut at another limit */
    const double kick = tsu_world_is(w, TSU_CURRENT_STANDING) ? 0.0 : 0.5 * w->dt;
    status = tsu_trial_run(&a, w, wall, 0.0, kick, select_all, NULL, err);
    for (int64_t k = 0, at = 0; k < c->count && a.list.count > 0 && status == TSU_OK; k++) {
        if (c->live[k]) memcpy((*of_entry)[k], a.stored[at++], sizeof **of_entry);
    }
    tsu_trial_free(&a);
    return status;
}

static void add(tsu_stored to, double share, const tsu_stored from)
{
    for (int q = 0; q < TSU_STORED_PARTS; q++) {
        to[q] += share * from[q];
    }
}

static void share_pairs(const tsu_world *w, tsu_stored *of_entry, tsu_stored *of_particle)
{
    const tsu_contacts *c = &w->contacts;
    const tsu_incidence *in = &w->schedule.incidence;
    for (int32_t i = 0; i < w->particles.count; i++) {
        for (int64_t q = in->first[i]; q < in->first[i + 1]; q++) {
            const int64_t entry = tsu_incident_entry(in->code[q]);
            if (entry < c->count && c->live[entry]) add(of_particle[i], 0.5, of_entry[entry]);
        }
    }
}

tsu_status tsu_particle_energies(tsu_world *w, bool pairs, bool walls, tsu_stored *of_particle,
                                 tsu_error *err)
{
    tsu_stored *of_entry = NULL;
    size_t capacity = 0;
    tsu_status status = TSU_OK;
    if (pairs) status = tsu_contact_energies(w, NULL, &of_entry, &capacity, err);
    if (pairs && status == TSU_OK && w->contacts.count > 0) share_pairs(w, of_entry, of_particle);
    for (int k = 0; k < w->walls && walls && status == TSU_OK; k++) {
        const tsu_contacts *c = &w->wall[k]->contacts;
        status = tsu_contact_energies(w, w->wall[k], &of_entry, &capacity, err);
        for (int64_t q = 0; q < c->count && status == TSU_OK; q++) {
            add(of_particle[c->row[q]], 1.0, of_entry[q]);
        }
    }
    tsu_memory_release(&of_entry);
    return status;
}
