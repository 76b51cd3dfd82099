/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/standing.h"
#include "base/hash.h"
#include "ranks/columns.h"
#include "ranks/meshes.h"
#include "ranks/models.h"
#include "step/part/part.h"
#include <string.h>

typedef struct tsu_world world;

static uint64_t hash_bytes(uint64_t h, const void *array, size_t size, int32_t i)
{
    const uint8_t *at = (const uint8_t *)array + (size_t)i * size;
    for (size_t b = 0; b < size; b += 8) {
        uint64_t word = 0;
        memcpy(&word, at + b, size - b < 8 ? size - b : 8);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

/* However its rows are sorted. */
static uint64_t hash_rows(const world *w)
{
    const tsu_particles *p = &w->particles;
    tsu_hash_set all = {0};
    const int columns = tsu_columns_travel(w);
    for (int32_t i = 0; i < p->count; i++) {
        uint64_t h = 0;
        for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
            h = hash_bytes(h, tsu_particles_array(p, k), tsu_particle_arrays[k].size, i);
        }
        for (int k = 0; k < columns; k++) {
            h = hash_bytes(h, p->column[k].value, (size_t)p->column[k].width * sizeof(double), i);
        }
        tsu_hash_set_add(&all, h);
    }
    return tsu_hash_set_value(all);
}

static uint64_t hash_state(const world *w)
{
    const double number[] = {w->dt,         w->time,       w->lists.skin, w->gravity[0], w->gravity[1],
                             w->gravity[2], w->lattice[0], w->lattice[1], w->lattice[2]};
    const uint64_t word[] = {w->generation,
                             (uint64_t)w->step,
                             (uint64_t)w->lists.every,
                             w->moving,
                             w->turning,
                             w->coasting,
                             (uint64_t)w->threads,
                             (uint64_t)w->lost_policy,
                             (uint64_t)w->lean + 2 * (uint64_t)w->staged +
                                 4 * (uint64_t)(w->external_rows > 0),
                             (uint64_t)w->exclusions,
                             w->particles.next_id,
                             w->current & (TSU_CURRENT_FORCES | TSU_CURRENT_LAWS)};
    uint64_t h = tsu_hash_doubles(0, number, sizeof number / sizeof *number);
    h = tsu_hash_words(h, word, sizeof word / sizeof *word);
    h = tsu_hash_bytes(h, w->boundary, sizeof w->boundary);
    return tsu_hash_bytes(h, w->box_minimum, sizeof w->box_minimum);
}

uint64_t tsu_standing(const world *w, tsu_parcel *scratch)
{
    tsu_parcel_clear(scratch);
    tsu_meshes_put(w, scratch);
    tsu_models_put(w, scratch);
    const uint64_t h = tsu_hash_bytes(hash_state(w), scratch->data, scratch->size);
    return tsu_hash_word(h, hash_rows(w));
}
