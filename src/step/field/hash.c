/* SPDX-License-Identifier: Apache-2.0 */
/* hash.c - the hash of a state: equal for equal bits, whatever the order of rows. */
#include "base/hash.h"
#include "state/fields.h"
#include "step/clump/clumps.h"
#include "step/mesh/freedom.h"

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

/* Meshes that move freely. */
static uint64_t hash_free_meshes(const world *w, uint64_t h)
{
    for (int k = 0; k < w->meshes; k++) {
        if (!w->mesh[k]->freedom) continue;
        const tsu_rigid *b = &w->mesh[k]->freedom->rigid;
        const double state[13] = {b->centre.x,   b->centre.y,   b->centre.z,   b->velocity.x, b->velocity.y,
                                  b->velocity.z, b->momentum.x, b->momentum.y, b->momentum.z, b->turn.w,
                                  b->turn.x,     b->turn.y,     b->turn.z};
        h = tsu_hash_doubles(tsu_hash_word(h, (uint64_t)k), state, 13);
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

static uint64_t hash_clump(const tsu_clump *c)
{
    const tsu_rigid *b = &c->body;
    const double state[] = {b->centre.x,   b->centre.y,   b->centre.z,   b->velocity.x, b->velocity.y,
                            b->velocity.z, b->momentum.x, b->momentum.y, b->momentum.z, b->turn.w,
                            b->turn.x,     b->turn.y,     b->turn.z};
    return tsu_hash_doubles(tsu_hash_word(1, c->id), state, sizeof state / sizeof *state);
}

uint64_t tsu_world_hash_state(const world *w)
{
    enum { MOST = 2 * TSU_FIELDS_ORDERED };
    const tsu_particles *p = &w->particles;
    const uint64_t meshes = hash_free_meshes(w, hash_warm_meshes(w));
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
    for (int32_t k = 0; w->clumps && k < w->clumps->count; k++) {
        tsu_hash_set_add(&set, hash_clump(&w->clumps->clump[k]));
    }
    return tsu_hash_set_value(set);
}
