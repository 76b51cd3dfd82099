/* SPDX-License-Identifier: Apache-2.0 */
#include "model/rows.h"
#include "step/list/boundary.h"
#include <math.h>

bool tsu_world_in_region(const struct tsu_world *w, int32_t row, const tsu_region *region)
{
    const double x[3] = {tsu_boundary_inside(w, row, 0), tsu_boundary_inside(w, row, 1),
                         tsu_boundary_inside(w, row, 2)};
    return tsu_region_contains(region, x);
}

void tsu_world_unwrapped(const struct tsu_world *w, int32_t row, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = w->particles.xr[row][q] + w->particles.image[row][q] * (w->box.hi[q] - w->box.lo[q]);
    }
}

tsu_status tsu_world_remember_places(struct tsu_world *w, const char *column, tsu_error *err)
{
    if (tsu_particles_find_column(&w->particles, column)) return TSU_OK;
    tsu_particle_column *c = tsu_particles_column(&w->particles, column, 3, NAN, err);
    if (!c) return err ? err->status : TSU_ERROR_MEMORY;
    for (int32_t i = 0; i < w->particles.count; i++) {
        tsu_world_unwrapped(w, i, c->value + 3 * (size_t)i);
    }
    return TSU_OK;
}
