/* SPDX-License-Identifier: Apache-2.0 */
/* where.c - the room of an insertion: the inside of a region, or the volume behind a face. */
#include "model/insertion/insertion_state.h"
#include "step/world.h"
#include <string.h>

static bool same_box(const tsu_box *a, const tsu_box *b)
{
    return memcmp(a->lo, b->lo, sizeof a->lo) == 0 && memcmp(a->hi, b->hi, sizeof a->hi) == 0;
}

/* The room in a region and its volume, which changes when the box does. */
static tsu_status measure_region(tsu_insertion *n, tsu_room *room, tsu_error *err)
{
    const tsu_region *region;
    tsu_world *w = n->model->world;
    tsu_status status = tsu_model_place_now(&n->def.region, &region, err);
    if (status != TSU_OK) return status;
    const bool measured = n->volume > 0.0;
    if (!measured) tsu_insertion_warn_beyond(n, region);
    tsu_boundary_follow(w);
    if (!measured || !same_box(&n->volume_box, &w->box)) {
        status = tsu_region_volume(region, &w->box, n->def.points, &n->volume, err);
        n->volume_box = w->box;
    }
    room->region = region;
    return status;
}

tsu_status tsu_insertion_room(tsu_insertion *n, tsu_room *room, tsu_error *err)
{
    const tsu_insertion_def *o = &n->def;
    const bool stream = n->kind == TSU_INSERT_STREAM;
    tsu_status s = TSU_OK;
    *room = (tsu_room){.world = n->model->world,
                       .all_in = o->all_in,
                       .walls = o->check,
                       .borders = o->check && (stream || o->borders)};
    if (stream) {
        room->face = &n->face;
        room->length = n->length;
        room->deep = o->check;
        n->volume = n->face.area[n->face.triangles - 1] * n->length;
    } else {
        s = measure_region(n, room, err);
    }
    return s == TSU_OK ? tsu_room_measure(room, err) : s;
}
