/* SPDX-License-Identifier: Apache-2.0 */
/* expect.c - how many particles an insertion will bring, for the estimates before a run. */
#include "model/insertion/insertion_state.h"
#include <math.h>

/* Particles that fill the region once. */
static tsu_status fill_once(tsu_insertion *n, double *number, tsu_error *err)
{
    const tsu_insertion_def *o = &n->def;
    static const double DENSEST = 0.64; /* random packings of equal spheres */
    const tsu_region *region;
    double volume = 0.0;
    tsu_status status = tsu_model_place_now(&o->region, &region, err);
    if (status == TSU_OK) status = tsu_region_volume(region, &n->model->world->box, o->points, &volume, err);
    *number = o->volume_fraction > 0.0 ? o->volume_fraction * volume / n->def.blend.volume
              : o->region_mass > 0.0   ? o->region_mass / n->def.blend.mass
                                       : (double)o->region_particles;
    if (status == TSU_OK && o->check && *number * n->def.blend.volume > DENSEST * volume)
        tsu_model_warn(n->model,
                       "insertion %s: %.0f particles have %.3g times the volume of region %s; about %.0f of "
                       "them find room (%.2g "
                       "of the volume, if they are of one size): ask for fewer, or make the region larger",
                       n->model->name, *number, *number * n->def.blend.volume / volume, region->name,
                       floor(DENSEST * volume / n->def.blend.volume), DENSEST);
    return status;
}

/* What needs no attempt: a region or box that is smaller than any particle, or less than one particle asked for. */
static tsu_status check_sizes(tsu_insertion *n, double number, double diameter, tsu_error *err)
{
    const tsu_insertion_def *o = &n->def;
    const tsu_world *w = n->model->world;
    double lo[3], hi[3];
    const tsu_region *region;
    if (tsu_model_place_now(&o->region, &region, err) != TSU_OK) return TSU_ERROR_INPUT;
    if (number < 1.0e-3) /* from there on one may come: the number is rounded by chance */
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: %.2g particles are requested in region %s, so none will be inserted; request "
            "more, or make the region larger",
            n->model->name, number, region->name);
    if (!tsu_region_bounds(region, lo, hi)) return TSU_OK;
    for (int q = 0; q < 3; q++) {
        const bool walled =
            o->check && o->borders && !w->box.periodic[q] && w->box.hi[q] - w->box.lo[q] < diameter;
        if (!walled && !(o->all_in && hi[q] - lo[q] < diameter)) continue;
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: no particle will find room: the smallest has diameter %.3g, %s %s is %.3g "
            "along %c; make it larger, or the particles smaller",
            n->model->name, diameter, walled ? "the" : "region", walled ? "box" : region->name,
            walled ? w->box.hi[q] - w->box.lo[q] : hi[q] - lo[q], "xyz"[q]);
    }
    return TSU_OK;
}

/* Looks for a place for the smallest particle, were nobody there, with walls where they are now. */
static tsu_status look_for_room(tsu_insertion *n, double diameter, tsu_error *err)
{
    enum { TRIES = 1000 };
    tsu_dice dice = {.seed = (uint64_t)n->def.seed, .id = UINT64_MAX, .purpose = 2};
    const bool stream = n->kind == TSU_INSERT_STREAM;
    tsu_room room;
    const tsu_status s = tsu_insertion_room(n, &room, err);
    if (s != TSU_OK) return s;
    const char *what = stream ? "face" : "region", *name = stream ? n->def.face : room.region->name;
    for (int k = 0; k < TRIES; k++) {
        double x[3];
        if (!tsu_room_pick(&room, &dice, 0.5 * diameter, x))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "insertion %s: no particle will find room: the smallest has diameter %.3g, and no place for "
                "it was found in %s %s; make it larger, or the particles smaller",
                n->model->name, diameter, what, name);
        if (tsu_room_gap(&room, x, 0.5 * diameter, 0.0, n->def.group | TSU_GROUP_ALL, NULL) >= 0.0)
            return TSU_OK;
    }
    tsu_model_warn(
        n->model,
        "insertion %s: of %d places %s %s none has room for the smallest particle (diameter %.3g): "
        "walls or faces of the box are in the way; move the %s away from them, or take smaller "
        "particles",
        n->model->name, TRIES, stream ? "behind face" : "in region", name, diameter, what);
    return TSU_OK;
}

/* What can be known of the first particles before any is there. Clumps may lie in any direction. */
static tsu_status check_room(tsu_insertion *n, double number, tsu_error *err)
{
    const double diameter = tsu_insertion_least_diameter(&n->def.blend);
    if (n->progress.inserted > 0) return TSU_OK;
    const tsu_status s = n->kind == TSU_INSERT_STREAM ? TSU_OK : check_sizes(n, number, diameter, err);
    return s == TSU_OK && !n->def.blend.clumps ? look_for_room(n, diameter, err) : s;
}

tsu_status tsu_insertion_expect(tsu_model *m, int64_t end, double *number, tsu_error *err)
{
    tsu_insertion *n = m->state;
    *number = 0.0;
    if (n->progress.next < 0 || n->progress.next > end || !n->prepared) return TSU_OK;
    double all;
    if (n->kind == TSU_INSERT_PACK) {
        tsu_status status = fill_once(n, &all, err);
        if (status == TSU_OK) status = check_room(n, all, err);
        if (status != TSU_OK) return status;
        n->progress.next = -1; /* whether it refills depends on how many leave */
    } else {
        const tsu_status status = check_room(n, n->total, err);
        if (status != TSU_OK) return status;
        const int64_t every = n->every > 0 ? n->every : 1, events = (end - n->progress.next) / every + 1;
        all = fmin(n->per_event * (double)(n->progress.events + events), n->total);
        n->progress.events += events;
        n->progress.next = all < n->total ? n->progress.next + events * every : -1;
        all -= (double)n->progress.inserted;
    }
    *number = fmax(floor(all), 0.0);
    n->progress.inserted += (int64_t)fmin(*number, 9.0e18);
    return TSU_OK;
}
