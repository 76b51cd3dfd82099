/* SPDX-License-Identifier: Apache-2.0 */
/* hash.c - the hash of a state: equal for equal bits, whatever the order of rows. */
#include "base/hash.h"
#include "state/fields.h"
#include "step/mesh/body.h"

typedef struct tsu_world world;

/* Meshes whose temperature changes. */
static uint64_t hash_warm_meshes(const world *w)
{
    uint64_t h = 0;
    for (int k = 0; k < w->meshes && w->heating.on; k++) {
        const tsu_mesh_body *m = w->mesh[k];
        if (m->thermal_mass > 0.0) h = tsu_hash_doubles(tsu_hash_word(h, (uint64_t)k), &m->temperature, 1);
    }
    return h;
}

/* Positions, velocities, spins, radii, then columns that belong to the state. */
static int hashed_fields(const world *w, tsu_field *out, int most)
{
    const tsu_particles *p = &w->particles;
    int count = tsu_fields_ordered(out, false);
    for (int k = 0; k < tsu_fields_count(p) && count < most; k++) {
        const tsu_field f = tsu_fields_at(p, k);
        if (f.store != TSU_STORE_COLUMN || f.hash == 0) continue;
        if (!(f.flags & TSU_FIELD_WARM) || w->heating.on) out[count++] = f;
    }
    return count;
}

uint64_t tsu_world_hash_state(const world *w)
{
    enum { MOST = 2 * TSU_FIELDS_ORDERED };
    const tsu_particles *p = &w->particles;
    const uint64_t meshes = hash_warm_meshes(w);
    tsu_field field[MOST];
    const int fields = hashed_fields(w, field, MOST);
    tsu_hash_set set = {0};
    for (int32_t i = 0; i < p->count; i++) {
        uint64_t h = tsu_hash_word(0, p->id[i]);
        for (int k = 0; k < fields; k++) {
            for (int q = 0; q < field[k].width; q++) {
                const double value = tsu_field_get(p, &w->box, &field[k], i, q);
                h = tsu_hash_doubles(h, &value, 1);
            }
        }
        tsu_hash_set_add(&set, h);
    }
    if (meshes) tsu_hash_set_add(&set, meshes);
    return tsu_hash_set_value(set);
}
