/* SPDX-License-Identifier: Apache-2.0 */
/* walls.c - making walls, and what others ask of them. */
#include "base/memory.h"
#include "step/mesh/contacts.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <stdlib.h>
#include <string.h>

tsu_status tsu_wall_attach(const struct tsu_world *w, tsu_wall *wall, const tsu_wall_def *def, tsu_error *err)
{
    return wall->shape->engine->attach(w, wall, def, err);
}

void tsu_wall_destroy(tsu_wall *wall)
{
    if (!wall) return;
    tsu_lawset_free(&wall->laws);
    tsu_memory_release(&wall->coefficient);
    tsu_contacts_free(&wall->contacts);
    tsu_contacts_free(&wall->previous);
    tsu_contact_forces_free(&wall->forces);
    tsu_contact_forces_free(&wall->previous_forces);
    tsu_mesh_list_destroy(wall->list);
    free(wall);
}

void tsu_wall_load(const tsu_wall *wall, double force[3])
{
    const tsu_contacts *c = &wall->contacts;
    for (int q = 0; q < 3; q++) {
        tsu_exact_sum sum;
        tsu_exact_init(&sum);
        for (int64_t k = 0; k < c->count; k++) {
            if (c->live[k]) tsu_exact_add(&sum, -wall->forces.record[k][q]);
        }
        force[q] = tsu_exact_round(&sum);
    }
}

double tsu_wall_distance(const tsu_wall *wall, int64_t entry, const double xr[4], double n[3])
{
    if (!wall->forces.geometry) return wall->shape->distance(&wall->form, xr, n);
    const double *found = wall->forces.geometry[entry];
    memcpy(n, found, 3 * sizeof *n);
    return xr[3] - found[3];
}

void tsu_wall_velocity(const tsu_wall *wall, const double x[3], const double point[3], const double n[3],
                       double v[3])
{
    wall->shape->engine->velocity(wall, x, point, n, v);
}
