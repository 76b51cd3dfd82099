/* SPDX-License-Identifier: Apache-2.0 */
/* particles.c - particles that a program takes out of a world. */
#include "api/api.h"
#include "base/memory.h"

tsu_status tsu_particles_remove_ids(tsu_world *w, const uint64_t *ids, size_t count, tsu_error *err)
{
    if (!w || (count > 0 && !ids)) return tsu_error_null(err, "tsu_particles_remove_ids", "world and ids");
    uint8_t *remove = NULL;
    int32_t *row = NULL;
    tsu_status s = tsu_world_need_rest(w, "tsu_particles_remove_ids", err);
    if (s == TSU_OK) s = tsu_api_rows(w, ids, count, &row, err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&remove, (size_t)w->particles.count + 1, 1, "particles to remove", err);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        remove[row[k]] = 1;
    }
    if (s == TSU_OK) {
        tsu_world_change(w);
        s = tsu_world_remove(w, remove, TSU_BETWEEN_STEPS, err);
    }
    tsu_memory_release(&remove);
    tsu_memory_release(&row);
    return s;
}
