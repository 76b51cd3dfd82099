/* SPDX-License-Identifier: Apache-2.0 */
/* walls.c - primitive walls: planes and infinite cylinders, felt from both sides. */
#include "base/memory.h"
#include "shape/sphere_cylinder.h"
#include "shape/sphere_plane.h"
#include "step/mesh/contacts.h"
#include "step/world.h"
#include <stdlib.h>
#include <string.h>

void tsu_wall_destroy(tsu_wall *wall)
{
    if (!wall) return;
    tsu_lawset_free(&wall->laws);
    tsu_memory_release(&wall->coefficient);
    tsu_contacts_free(&wall->contacts);
    tsu_contacts_free(&wall->previous);
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
            if (c->live[k]) tsu_exact_add(&sum, -c->record[k][q]);
        }
        force[q] = tsu_exact_round(&sum);
    }
}

double tsu_wall_distance(const tsu_wall *wall, const double x[3], double n[3])
{
    if (wall->shape == TSU_WALL_PLANE) return tsu_plane_distance(wall->axis, wall->position, x, n);
    return tsu_cylinder_distance(wall->axis, wall->centre, wall->radius, x, n);
}

void tsu_wall_motion(const tsu_wall *wall, const double x[3], const double n[3], double distance, double v[3],
                     double spin[3])
{
    memcpy(v, wall->velocity, 3 * sizeof(double));
    spin[0] = spin[1] = spin[2] = 0.0;
    if (wall->shape != TSU_WALL_CYLINDER) return;
    const int a = (wall->axis + 1) % 3, b = (wall->axis + 2) % 3;
    const double foot_a = x[a] - distance * n[a] - wall->centre[a],
                 foot_b = x[b] - distance * n[b] - wall->centre[b];
    v[a] -= wall->spin * foot_b;
    v[b] += wall->spin * foot_a;
    spin[wall->axis] = wall->spin;
}
