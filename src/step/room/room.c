/* SPDX-License-Identifier: Apache-2.0 */
#include "step/room/room.h"
#include "base/random.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <math.h>
#include <string.h>

double tsu_dice_uniform(tsu_dice *d)
{
    if (d->has_spare) {
        d->has_spare = false;
        return d->spare;
    }
    const tsu_random_words r = tsu_random_draw(d->seed, d->id, (tsu_random_purpose)d->purpose, d->counter++);
    d->spare = tsu_random_unit(r.w[2], r.w[3]);
    d->has_spare = true;
    return tsu_random_unit(r.w[0], r.w[1]);
}

/* ---- bounds --------------------------------------------------------------------------------------------------------- */

static void face_bounds(tsu_room *room)
{
    const tsu_face *f = room->face;
    for (int q = 0; q < 3; q++) {
        const double back = -f->normal[q] * room->length;
        room->lo[q] = f->lo[q] + fmin(0.0, back);
        room->hi[q] = f->hi[q] + fmax(0.0, back);
    }
}

static void region_bounds(tsu_room *room)
{
    const tsu_world *w = room->world;
    if (!tsu_region_bounds(room->region, room->lo, room->hi)) {
        for (int q = 0; q < 3; q++) {
            room->lo[q] = -INFINITY;
            room->hi[q] = INFINITY;
        }
    }
    for (int q = 0; q < 3; q++) { /* a face that follows the particles is no bound */
        if (w->boundary[q][0] != 's' || !isfinite(room->lo[q])) room->lo[q] = fmax(room->lo[q], w->box.lo[q]);
        if (w->boundary[q][1] != 's' || !isfinite(room->hi[q])) room->hi[q] = fmin(room->hi[q], w->box.hi[q]);
    }
}

tsu_status tsu_room_measure(tsu_room *room, tsu_error *err)
{
    if (room->region)
        region_bounds(room);
    else
        face_bounds(room);
    for (int q = 0; q < 3; q++) {
        if (room->region && !(room->lo[q] < room->hi[q]))
            return tsu_error_set(
                err, TSU_ERROR_INPUT, "region %s has no volume within the box (%c from %g to %g)",
                room->region->name, "xyz"[q], room -> world -> box.lo[q], room->world->box.hi[q]);
    }
    return TSU_OK;
}

/* ---- picking -------------------------------------------------------------------------------------------------------- */

static int32_t pick_triangle(const tsu_face *f, double at)
{
    int32_t low = 0, high = f->triangles - 1;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (f->area[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void pick_behind_face(const tsu_room *room, tsu_dice *dice, double radius, double x[3])
{
    const tsu_face *f = room->face;
    const double total = f->area[f->triangles - 1];
    const double(*c)[3] = (const double(*)[3])f->corner[pick_triangle(f, total * tsu_dice_uniform(dice))];
    double u = tsu_dice_uniform(dice), v = tsu_dice_uniform(dice);
    if (u + v > 1.0) { /* the other half of the parallelogram */
        u = 1.0 - u;
        v = 1.0 - v;
    }
    const double free = room->deep ? room->length : fmax(0.0, room->length - 2.0 * radius);
    const double back = radius + free * tsu_dice_uniform(dice);
    for (int q = 0; q < 3; q++) {
        x[q] = c[0][q] + u * (c[1][q] - c[0][q]) + v * (c[2][q] - c[0][q]) - back * f->normal[q];
    }
}

static void pick_in_bounds(const tsu_room *room, tsu_dice *dice, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = room->lo[q] + (room->hi[q] - room->lo[q]) * tsu_dice_uniform(dice);
    }
}

bool tsu_room_pick(const tsu_room *room, tsu_dice *dice, double radius, double x[3])
{
    enum { TRIES = 100000 };
    for (int k = 0; k < TRIES; k++) {
        if (room->face) {
            pick_behind_face(room, dice, radius, x);
            if (!room->all_in || tsu_face_holds(room->face, x, radius)) return true;
        } else {
            pick_in_bounds(room, dice, x);
            if (!tsu_region_contains(room->region, x)) continue;
            if (!room->all_in || tsu_region_depth(room->region, x) >= radius) return true;
        }
    }
    return false;
}

/* ---- gaps ----------------------------------------------------------------------------------------------------------- */

static double box_gap(const tsu_room *room, const double x[3], double radius, double margin, double push[3])
{
    const tsu_world *w = room->world;
    const double keep = room->borders ? radius + margin : margin;
    double least = INFINITY;
    for (int q = 0; q < 3; q++) {
        double n[3] = {0};
        if (w->box.periodic[q]) continue;
        n[q] = 1.0;
        if (w->boundary[q][0] != 's') least = tsu_room_note(x[q] - w->box.lo[q] - keep, least, n, push);
        n[q] = -1.0;
        if (w->boundary[q][1] != 's') least = tsu_room_note(w->box.hi[q] - x[q] - keep, least, n, push);
    }
    return least;
}

/* The depth grows in this direction. */
static void region_slope(const tsu_region *r, const double x[3], double step, double n[3])
{
    double length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        double a[3] = {x[0], x[1], x[2]}, b[3] = {x[0], x[1], x[2]};
        a[q] -= step;
        b[q] += step;
        n[q] = tsu_region_depth(r, b) - tsu_region_depth(r, a);
        length2 += n[q] * n[q];
    }
    const double length = sqrt(length2);
    for (int q = 0; q < 3; q++) {
        n[q] = length > 0.0 ? n[q] / length : 0.0;
    }
}

static double region_gap(const tsu_room *room, const double x[3], double radius, double margin,
                         double push[3])
{
    const double keep = room->all_in ? radius + margin : margin;
    double gap = tsu_region_depth(room->region, x) - keep, n[3] = {0};
    /* the depth may be less than the distance, so a centre is asked for itself */
    if (keep == 0.0 && gap < 0.0 && tsu_region_contains(room->region, x)) gap = 0.0;
    if (gap < 0.0 && push) region_slope(room->region, x, 1.0e-3 * radius, n);
    return tsu_room_note(gap, INFINITY, n, push);
}

static double face_gap(const tsu_room *room, const double x[3], double radius, double margin, double push[3])
{
    const tsu_face *f = room->face;
    double behind = 0.0, n[3], forward[3], least = INFINITY;
    for (int q = 0; q < 3; q++) {
        behind -= (x[q] - f->point[q]) * f->normal[q];
        n[q] = -f->normal[q];
        forward[q] = f->normal[q];
    }
    least = tsu_room_note(behind - radius - margin, least, n, push);
    const double far = room->deep ? room->length + radius : room->length - radius;
    least = tsu_room_note(far - behind - margin, least, forward, push);
    const double depth = tsu_face_depth(f, x, n);
    return tsu_room_note(depth - (room->all_in ? radius + margin : margin), least, n, push);
}

static double walls_gap(const tsu_room *room, const double x[3], double radius, uint32_t group,
                        double push[3])
{
    const tsu_world *w = room->world;
    double least = INFINITY;
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        if (wall->group & group) least = fmin(least, wall->shape->engine->gap(w, wall, x, radius, push));
    }
    return least;
}

double tsu_room_gap(const tsu_room *room, const double x[3], double radius, double margin, uint32_t group,
                    double push[3])
{
    const double space =
        room->region ? region_gap(room, x, radius, margin, push) : face_gap(room, x, radius, margin, push);
    const double least = fmin(space, box_gap(room, x, radius, margin, push));
    if (!room->walls || (!push && least < 0.0)) return least;
    return fmin(least, walls_gap(room, x, radius + margin, group, push));
}

double tsu_room_gap_of_part(const tsu_room *room, const double x[3], double radius, uint32_t group)
{
    if (room->all_in || room->face) return tsu_room_gap(room, x, radius, 0.0, group, NULL);
    const double least = box_gap(room, x, radius, 0.0, NULL);
    return !room->walls || least < 0.0 ? least : fmin(least, walls_gap(room, x, radius, group, NULL));
}
