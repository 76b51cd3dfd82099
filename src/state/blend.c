/* SPDX-License-Identifier: Apache-2.0 */
#include "state/blend.h"
#include "base/elementary.h"
#include "base/hash.h"
#include "base/random.h"
#include "state/clump_kind.h"
#include <math.h>

static const double SPHERE = 4.0 / 3.0 * 3.14159265358979323846;

void tsu_template_measure(tsu_template *t)
{
    if (t->clump) return; /* as it is */
    t->volume = SPHERE * tsu_spread_moment(&t->radius, 3);
    t->mass = t->volume * tsu_spread_moment(&t->density, 1);
}

/* Weights that sum to 1; by mass they are divided by the mean mass first. */
static tsu_status normalise(tsu_blend *b, bool by_mass, tsu_error *err)
{
    double sum = 0.0;
    for (int k = 0; k < b->parts; k++) {
        if (!(b->weight[k] >= 0.0) || !isfinite(b->weight[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "the weight of %s is %g; it must not be negative",
                                 b->part[k].name, b->weight[k]);
        if (by_mass) b->weight[k] /= b->part[k].mass;
        sum += b->weight[k];
    }
    if (!(sum > 0.0)) return tsu_error_set(err, TSU_ERROR_INPUT, "all weights of %s are zero", b->name);
    for (int k = 0; k < b->parts; k++) {
        b->weight[k] /= sum;
    }
    return TSU_OK;
}

static void sort_by_volume(tsu_blend *b)
{
    for (int k = 0; k < b->parts; k++) {
        int q = k;
        for (; q > 0 && b->part[b->order[q - 1]].volume < b->part[k].volume; q--) {
            b->order[q] = b->order[q - 1];
        }
        b->order[q] = k;
    }
}

tsu_status tsu_blend_finish(tsu_blend *b, bool by_mass, tsu_error *err)
{
    const tsu_status status = normalise(b, by_mass, err);
    if (status != TSU_OK) return status;
    sort_by_volume(b);
    b->volume = b->mass = b->largest = 0.0;
    b->smallest = INFINITY;
    for (int k = 0; k < b->parts; k++) {
        const tsu_template *t = &b->part[k];
        b->volume += b->weight[k] * t->volume;
        b->mass += b->weight[k] * t->mass;
        b->clumps = b->clumps || t->clump;
        b->smallest = fmin(b->smallest, t->clump ? tsu_cbrt_of(t->volume / SPHERE) : t->radius.lo);
        b->largest = fmax(b->largest, t->radius.hi);
        b->varied = b->varied || t->radius.hi > t->radius.lo || t->density.hi > t->density.lo;
    }
    return TSU_OK;
}

void tsu_blend_count(const tsu_blend *b, uint64_t key, int64_t number, bool exact, int64_t *count)
{
    const uint64_t seed = tsu_hash_word(b->seed, key);
    double missing[TSU_BLEND_PARTS];
    int64_t sum = 0;
    for (int k = 0; k < b->parts; k++) {
        const double share = (double)number * b->weight[k];
        const double u = exact ? 0.0 : tsu_random_uniform(seed, (uint64_t)k, TSU_RANDOM_TYPE, 0);
        count[k] = (int64_t)floor(share + u);
        missing[k] = share - (double)count[k];
        sum += count[k];
    }
    const int64_t gap = exact ? number - sum : 0;
    for (int64_t g = 0; g < gap; g++) {
        const double r = (double)gap * tsu_random_uniform(seed, (uint64_t)g, TSU_RANDOM_TYPE, 1);
        int k = 0;
        for (double reached = missing[0]; reached < r && k < b->parts - 1; reached += missing[k]) {
            k++;
        }
        count[k]++;
    }
}

tsu_grain tsu_blend_draw(const tsu_blend *b, int part, uint64_t key, uint64_t index)
{
    enum { DENSITY = 101 }; /* not a purpose of its own elsewhere */
    const tsu_template *t = &b->part[part];
    const uint64_t seed = tsu_hash_word(t->seed, key);
    return (tsu_grain){.radius = tsu_spread_draw(&t->radius, seed, index, TSU_RANDOM_SIZE),
                       .density = tsu_spread_draw(&t->density, seed, index, DENSITY),
                       .clump = t->clump,
                       .turn = {1.0, 0.0, 0.0, 0.0},
                       .type = t->type,
                       .part = part,
                       .group = t->group | b->group};
}
