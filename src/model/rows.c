/* SPDX-License-Identifier: Apache-2.0 */
#include "model/rows.h"
#include "step/list/lists.h"
#include "step/world.h"
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

static bool any_beyond_face(const tsu_world *w)
{
    for (int q = 0; q < 3; q++) {
        const double lo = w->box.lo[q], length = w->box.hi[q] - lo;
        for (int32_t i = 0; i < w->particles.count && w->box.periodic[q]; i++) {
            if (floor((w->particles.xr[i][q] - lo) / length) != 0.0) return true;
        }
    }
    return false;
}

tsu_status tsu_world_wrap(tsu_world *w, tsu_error *err)
{
    if (!tsu_world_is(w, TSU_CURRENT_LAWS) || w->resume || !any_beyond_face(w)) return TSU_OK;
    tsu_world_change(w);
    return tsu_lists_update(w, err);
}
