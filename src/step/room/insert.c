/* SPDX-License-Identifier: Apache-2.0 */
#include "step/room/insert.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "state/clump_kind.h"
#include "step/list/boundary.h"
#include "step/rigid.h"
#include "step/room/relax.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SPHERE = 4.0 / 3.0 * 3.14159265358979323846;

void tsu_batch_free(tsu_batch *b)
{
    tsu_memory_release(&b->grain);
}

/* Who draws, and when. */
static uint64_t key_of(const tsu_batch *b)
{
    return tsu_hash_word(tsu_hash_word(1, b->seed), b->event);
}

/* ---- drawing ------------------------------------------------------------------------------------------------------ */

static double size_of(const tsu_batch *b, const tsu_grain *g)
{
    if (g->clump) return b->target_mass ? g->clump->mass : g->clump->volume;
    const double volume = SPHERE * g->radius * g->radius * g->radius;
    return b->target_mass ? volume * g->density : volume;
}

static int pick_part(const tsu_blend *blend, double u)
{
    int k = 0;
    for (double reached = blend->weight[0]; reached <= u && k < blend->parts - 1;
         reached += blend->weight[k]) {
        k++;
    }
    return k;
}

/* Random sizes miss the target by chance: particles are added or left out until it is met as nearly as one can. */
static void meet_target(const tsu_batch *b, int64_t *count)
{
    const uint64_t key = key_of(b), seed = tsu_hash_word(b->blend->seed, key);
    const double one = b->target_mass ? b->blend->mass : b->blend->volume;
    double sum = 0.0;
    for (int k = 0; k < b->blend->parts; k++) {
        for (int64_t i = 0; i < count[k]; i++) {
            const tsu_grain g = tsu_blend_draw(b->blend, k, key, (uint64_t)i);
            sum += size_of(b, &g);
        }
    }
    for (uint32_t turn = 0; turn < 1000000 && fabs(sum - b->target) > 0.5 * one; turn++) {
        const int k = pick_part(b->blend, tsu_random_uniform(seed, turn, TSU_RANDOM_TYPE, 2));
        const bool more = sum < b->target;
        if (!more && count[k] == 0) continue;
        const tsu_grain g = tsu_blend_draw(b->blend, k, key, (uint64_t)(more ? count[k] : count[k] - 1));
        const double after = more ? sum + size_of(b, &g) : sum - size_of(b, &g);
        if (fabs(after - b->target) >= fabs(sum - b->target)) continue;
        count[k] += more ? 1 : -1;
        sum = after;
    }
}

/* The volume that spheres can fill at most: random close packing, more if sizes differ. Where only centres must lie in the
 * room, spheres reach beyond it. */
static double capacity(const tsu_batch *b)
{
    const double ratio = b->blend->largest / b->blend->smallest;
    double volume = b->volume * (ratio < 1.5 ? 0.66 : ratio < 3.0 ? 0.7 : 0.78);
    for (int q = 0; q < 3 && !b->room.all_in; q++) {
        const double extent = b->room.hi[q] - b->room.lo[q];
        volume *= extent > 0.0 ? (extent + 2.0 * b->blend->largest) / extent : 1.0;
    }
    return volume;
}

/* More particles than can ever be there. */
static double beyond_any(const tsu_batch *b)
{
    const double r = b->blend->smallest;
    return floor(1.5 * capacity(b) / (SPHERE * r * r * r)) + 100.0;
}

/* Largest first, because they need room most. */
static tsu_status draw(tsu_batch *b, tsu_error *err)
{
    int64_t count[TSU_BLEND_PARTS];
    const uint64_t key = key_of(b);
    tsu_blend_count(b->blend, key, b->number, b->exact, count);
    if (b->target > 0.0 && b->blend->varied) meet_target(b, count);
    b->wanted = 0;
    for (int k = 0; k < b->blend->parts; k++) {
        b->wanted += count[k];
    }
    if (b->check) b->wanted = (int64_t)fmin((double)b->wanted, beyond_any(b));
    const tsu_status s =
        tsu_memory_allocate(&b->grain, (size_t)b->wanted, sizeof *b->grain, "particles to insert", err);
    int64_t at = 0;
    for (int o = 0; o < b->blend->parts && s == TSU_OK; o++) {
        const int k = b->blend->order[o];
        for (int64_t i = 0; i < count[k] && at < b->wanted; i++) {
            b->grain[at] = tsu_blend_draw(b->blend, k, key, (uint64_t)i);
            b->grain[at++].group |= b->group | TSU_GROUP_ALL;
        }
    }
    return s;
}

/* ---- who is there --------------------------------------------------------------------------------------------------- */

static bool in_reach(const tsu_batch *b, const double x[3], double reach)
{
    const tsu_box *box = &b->world->box;
    for (int q = 0; q < 3; q++) {
        const double lo = b->room.lo[q] - reach, hi = b->room.hi[q] + reach, length = box->hi[q] - box->lo[q];
        const bool here = x[q] > lo && x[q] < hi;
        const bool image = box->periodic[q] && ((x[q] + length > lo && x[q] + length < hi) ||
                                                (x[q] - length > lo && x[q] - length < hi));
        if (!here && !image) return false;
    }
    return true;
}

typedef struct neighbour {
    uint64_t id;
    int32_t row;
} neighbour;

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const neighbour *)a)->id, y = ((const neighbour *)b)->id;
    return (x > y) - (x < y);
}

static void place_of(const tsu_world *w, int32_t row, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = tsu_boundary_inside(w, row, q);
    }
}

/* The particles that new ones could meet, by their ids: rows depend on when lists were made. */
static tsu_status gather(const tsu_batch *b, tsu_crowd *crowd, tsu_error *err)
{
    enum { EXPECTED = 1 << 20 }; /* at most: decks ask for more than can ever be there */
    const tsu_particles *p = &b->world->particles;
    neighbour *near = NULL;
    size_t count = 0;
    tsu_status s = tsu_crowd_init(crowd, &b->world->box, b->number < EXPECTED ? b->number : EXPECTED, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&near, (size_t)p->count, sizeof *near, "neighbours", err);
    double x[3];
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        /* behind a face spheres may reach beyond the far end by their diameter */
        const double reach = p->xr[i][3] + (b->room.deep ? 3.0 : 1.0) * b->blend->largest;
        place_of(b->world, i, x);
        if (in_reach(b, x, reach)) near[count++] = (neighbour){p->id[i], i};
    }
    if (count > 1) qsort(near, count, sizeof *near, by_id);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        place_of(b->world, near[k].row, x);
        s = tsu_crowd_add(crowd, x, p->xr[near[k].row][3], err);
    }
    tsu_memory_release(&near);
    return s;
}

static double occupied(const tsu_batch *b, const tsu_crowd *crowd)
{
    tsu_room room = b->room;
    double volume = 0.0;
    room.walls = room.borders = room.all_in = false;
    for (int64_t k = 0; k < crowd->count; k++) {
        const double r = crowd->xr[k][3];
        if (tsu_room_gap(&room, crowd->xr[k], 0.0, 0.0, 0, NULL) >= 0.0) volume += SPHERE * r * r * r;
    }
    return volume;
}

/* ---- places ----------------------------------------------------------------------------------------------------------- */

static tsu_dice dice_of(const tsu_batch *b)
{
    return (tsu_dice){.seed = b->seed, .id = b->event, .purpose = TSU_RANDOM_POSITION};
}

/* The quaternion of any direction, all equally likely (Shoemake 1992); or the one given. */
static void draw_turn(const tsu_batch *b, tsu_dice *dice, tsu_grain *g)
{
    const double *rest = g->clump->rest;
    tsu_quaternion by = {b->turn[0], b->turn[1], b->turn[2], b->turn[3]};
    const tsu_quaternion lies = {rest[0], rest[1], rest[2], rest[3]};
    if (b->turned) {
        const double pi = 3.14159265358979323846, u = tsu_dice_uniform(dice);
        const tsu_sincos_pair p = tsu_sincos(2.0 * pi * tsu_dice_uniform(dice)),
                              q = tsu_sincos(2.0 * pi * tsu_dice_uniform(dice));
        const double s = sqrt(1.0 - u), c = sqrt(u);
        by = (tsu_quaternion){c * q.cos, s * p.sin, s * p.cos, c * q.sin};
    }
    const tsu_quaternion all = tsu_quaternion_unit(tsu_quaternion_times(by, lies));
    memcpy(g->turn, (double[4]){all.w, all.x, all.y, all.z}, sizeof g->turn);
}

void tsu_grain_part(const tsu_grain *g, int32_t k, double x[3])
{
    const double *arm = g->clump->arm[k];
    const tsu_quaternion turn = {g->turn[0], g->turn[1], g->turn[2], g->turn[3]};
    const tsu_vec3 at = tsu_quaternion_out(turn, tsu_vec3_make(arm[0], arm[1], arm[2]));
    memcpy(x, (double[3]){g->x[0] + at.x, g->x[1] + at.y, g->x[2] + at.z}, 3 * sizeof *x);
}

/* A place to try. A clump's spheres decide themselves whether they have room. */
static bool pick(const tsu_batch *b, tsu_dice *dice, tsu_grain *g)
{
    if (!g->clump) return tsu_room_pick(&b->room, dice, g->radius, g->x);
    tsu_room room = b->room;
    room.all_in = false;
    draw_turn(b, dice, g);
    return tsu_room_pick(&room, dice, g->radius, g->x);
}

static bool is_taken(const tsu_crowd *crowd, const tsu_grain *g)
{
    bool taken = false;
    double x[3];
    if (!g->clump) return tsu_crowd_overlaps(crowd, g->x, g->radius);
    for (int32_t k = 0; k < g->clump->count && !taken; k++) {
        tsu_grain_part(g, k, x);
        taken = tsu_crowd_overlaps(crowd, x, g->clump->radius[k]);
    }
    return taken;
}

static bool has_room(const tsu_batch *b, const tsu_grain *g)
{
    bool has = true;
    double x[3];
    if (!g->clump) return tsu_room_gap(&b->room, g->x, g->radius, 0.0, g->group, NULL) >= 0.0;
    for (int32_t k = 0; k < g->clump->count && has; k++) {
        tsu_grain_part(g, k, x);
        has = tsu_room_gap_of_part(&b->room, x, g->clump->radius[k], g->group) >= 0.0;
    }
    return has;
}

static tsu_status join(tsu_crowd *crowd, const tsu_grain *g, tsu_error *err)
{
    tsu_status s = g->clump ? TSU_OK : tsu_crowd_add(crowd, g->x, g->radius, err);
    double x[3];
    for (int32_t k = 0; g->clump && k < g->clump->count && s == TSU_OK; k++) {
        tsu_grain_part(g, k, x);
        s = tsu_crowd_add(crowd, x, g->clump->radius[k], err);
    }
    return s;
}

/* Anywhere, one after the other, where there is room. Where one in so many places is no longer free, the room is full: decks
 * that ask for thousands times what fits would try for minutes. */
static tsu_status place_at_random(tsu_batch *b, tsu_crowd *crowd, tsu_dice *dice, tsu_error *err)
{
    enum { FULL = 200000 };
    int64_t tries = 0;
    tsu_status s = TSU_OK;
    for (; b->placed < b->wanted && s == TSU_OK; b->placed++) {
        tsu_grain *g = &b->grain[b->placed];
        bool found = false;
        for (int k = 0; !found && k < FULL && tries < b->tries; k++, tries++) {
            if (!pick(b, dice, g)) return TSU_OK;
            const bool taken = is_taken(crowd, g); /* quicker to tell than walls */
            found = !taken && has_room(b, g);
            if (taken) b->by_others++;
            if (!taken && !found) b->by_walls++;
        }
        if (!found) return TSU_OK;
        s = join(crowd, g, err);
    }
    return s;
}

/* Anywhere, whoever is there. */
static void place_blindly(tsu_batch *b, tsu_dice *dice)
{
    for (; b->placed < b->wanted; b->placed++) {
        tsu_grain *g = &b->grain[b->placed];
        bool found = false;
        for (int64_t k = 0; k < b->tries && !found; k++) {
            if (!pick(b, dice, g)) return;
            found = has_room(b, g);
        }
        if (!found) return;
    }
}

/* Places to begin with, for those that have none: if one can, not among others that do not give way. */
static bool place_for_shifting(tsu_batch *b, const tsu_crowd *others, tsu_dice *dice)
{
    enum { TRIES = 200 };
    for (; b->placed < b->wanted; b->placed++) {
        tsu_grain *g = &b->grain[b->placed];
        bool found = false;
        for (int k = 0; k < TRIES && !found; k++) {
            if (!tsu_room_pick(&b->room, dice, g->radius, g->x)) return false;
            found = tsu_room_gap(&b->room, g->x, g->radius, 0.0, g->group, NULL) >= 0.0 &&
                    !tsu_crowd_overlaps(others, g->x, g->radius);
        }
    }
    return true;
}

/* Keeps those that truly have room, in their order. */
static tsu_status confirm(tsu_batch *b, tsu_crowd *crowd, int64_t candidates, tsu_error *err)
{
    tsu_status s = TSU_OK;
    b->placed = 0;
    for (int64_t k = 0; k < candidates && s == TSU_OK; k++) {
        const tsu_grain g = b->grain[k];
        if (tsu_room_gap(&b->room, g.x, g.radius, 0.0, g.group, NULL) < 0.0) continue;
        if (tsu_crowd_overlaps(crowd, g.x, g.radius)) continue;
        s = tsu_crowd_add(crowd, g.x, g.radius, err);
        b->grain[k] = b->grain[b->placed];
        b->grain[b->placed++] = g;
    }
    return s;
}

/* All at once, shifting them until nobody overlaps. What was found before is kept if that is more. */
static tsu_status place_by_shifting(tsu_batch *b, const tsu_crowd *others, tsu_dice *dice, tsu_error *err)
{
    tsu_batch c = *b;
    c.grain = NULL;
    tsu_status s =
        tsu_memory_allocate(&c.grain, (size_t)b->wanted, sizeof *c.grain, "particles to insert", err);
    if (s != TSU_OK) return s;
    memcpy(c.grain, b->grain, (size_t)b->wanted * sizeof *c.grain);
    tsu_crowd crowd = {0};
    if (place_for_shifting(&c, others, dice)) {
        tsu_relaxation r = {.room = &b->room,
                            .fixed = (const double(*)[4])others->xr,
                            .fixed_count = others->count,
                            .grain = c.grain,
                            .count = c.wanted,
                            .seed = b->seed,
                            .threads = b->world->threads};
        s = tsu_relax(&r, err);
        if (s == TSU_OK) s = tsu_crowd_init(&crowd, &b->world->box, others->count + r.kept, err);
        for (int64_t k = 0; k < others->count && s == TSU_OK; k++) {
            s = tsu_crowd_add(&crowd, others->xr[k], others->xr[k][3], err);
        }
        if (s == TSU_OK) s = confirm(&c, &crowd, r.kept, err);
        if (s == TSU_OK && c.placed > b->placed) {
            memcpy(b->grain, c.grain, (size_t)b->wanted * sizeof *c.grain);
            b->placed = b->shifted = c.placed;
        }
    }
    tsu_crowd_free(&crowd);
    tsu_memory_release(&c.grain);
    return s;
}

/* ---- the whole ---------------------------------------------------------------------------------------------------------- */

/* Where the room is not to be filled that far, nothing is shifted: decks that ask for more than fits mean as many as find a
 * place by trying. Where things are shifted, trying need not go on for long. */
static void limit(tsu_batch *b, double filled)
{
    enum { LONG = 1000 };
    const double most = floor(fmax(0.0, capacity(b) - filled) / b->blend->volume);
    const double share = b->shift == TSU_SHIFT_DENSE ? 0.97 : 0.9;
    if (b->blend->clumps || (double)b->number > share * most) b->shift = TSU_SHIFT_NEVER;
    if (b->shift != TSU_SHIFT_NEVER && b->tries > LONG * b->number) b->tries = LONG * b->number;
}

static double volume_of(const tsu_batch *b, int64_t count)
{
    double volume = 0.0;
    for (int64_t k = 0; k < count; k++) {
        const tsu_grain *g = &b->grain[k];
        volume += g->clump ? g->clump->volume : SPHERE * g->radius * g->radius * g->radius;
    }
    return volume;
}

/* Trying has placed the largest, and the small ones are missing: as much as was placed, in the mix that was asked for. */
static tsu_status keep_mix(tsu_batch *b, const tsu_crowd *others, tsu_dice *dice, tsu_error *err)
{
    const double volume = volume_of(b, b->placed);
    if (b->target > 0.0) b->target *= volume / volume_of(b, b->wanted);
    b->number = (int64_t)(volume / b->blend->volume);
    tsu_memory_release(&b->grain);
    b->placed = b->wanted = 0;
    const tsu_status s = draw(b, err);
    return s == TSU_OK && b->wanted > 0 ? place_by_shifting(b, others, dice, err) : s;
}

static tsu_status place_checked(tsu_batch *b, tsu_error *err)
{
    const double dense_from = 0.4; /* above this volume fraction places are hardly found by trying */
    tsu_crowd crowd = {0}, others = {0};
    tsu_dice dice = dice_of(b);
    tsu_status s = gather(b, &others, err);
    const double filled = s == TSU_OK ? occupied(b, &others) : 0.0;
    const bool mixed =
        b->shift == TSU_SHIFT_DENSE && !b->blend->clumps && (b->blend->parts > 1 || b->blend->varied);
    limit(b, filled);
    if (s == TSU_OK) s = draw(b, err);
    if (s == TSU_OK && b->wanted > 0) {
        const bool shift = b->shift != TSU_SHIFT_NEVER;
        const bool dense =
            shift && b->room.all_in && filled + volume_of(b, b->wanted) > dense_from * b->volume;
        s = gather(b, &crowd, err);
        if (s == TSU_OK && !dense) s = place_at_random(b, &crowd, &dice, err);
        if (s == TSU_OK && shift && b->placed < b->wanted) s = place_by_shifting(b, &others, &dice, err);
        if (s == TSU_OK && !shift && mixed && b->placed < b->wanted) s = keep_mix(b, &others, &dice, err);
        if (s == TSU_OK && dense && b->placed == 0) s = place_at_random(b, &crowd, &dice, err);
    }
    tsu_crowd_free(&crowd);
    tsu_crowd_free(&others);
    return s;
}

tsu_status tsu_batch_place(tsu_batch *b, tsu_error *err)
{
    b->placed = b->shifted = b->by_walls = b->by_others = 0;
    b->asked = b->number;
    if (b->check) return place_checked(b, err);
    const tsu_status s = draw(b, err);
    tsu_dice dice = dice_of(b);
    if (s == TSU_OK) place_blindly(b, &dice);
    return s;
}
