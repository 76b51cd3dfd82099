/* SPDX-License-Identifier: Apache-2.0 */
/* lists.c - keeps the lists of contacts valid: the outer list from the grid, the working lists drawn from it, the history
 * carried over. Nothing here changes a bit of the trajectory. */
#include "base/memory.h"
#include "step/boundary.h"
#include "step/carry.h"
#include "step/pair_list.h"
#include "step/wall_contacts.h"
#include "step/way.h"
#include "step/world.h"

typedef struct tsu_world world;

enum { SORT_FROM = 256 };

void tsu_lists_free(tsu_lists *lists)
{
    tsu_pairs_free(&lists->outer);
    tsu_turn_free(&lists->turn);
    tsu_way_free(&lists->way);
    tsu_memory_release(&lists->nearness);
}

/* ---- when ------------------------------------------------------------------------------------------------------ */

static tsu_status refresh(world *w, tsu_remap map, tsu_error *err)
{
    tsu_carry carry = {0};
    tsu_status s = tsu_pair_list_refresh(w, map, err);
    if (s == TSU_OK) s = tsu_walls_refresh(w, &carry, map, err);
    tsu_carry_free(&carry);
    w->lists.moved_inner = 0.0;
    w->lists.steps_inner = 0;
    w->lists.refreshes++;
    return s == TSU_OK ? tsu_way_begin(w, err) : s;
}

/* A working list that lasted long may be tighter, one that did not must be wider. Depends on the motion alone, not on
 * time measured, so that runs repeat. */
static void tune_inner(tsu_lists *lists)
{
    enum { SHORT = 30, LONG = 240 };
    if (lists->steps_inner < SHORT) lists->inner *= 1.5;
    if (lists->steps_inner > LONG) lists->inner /= 1.5;
    if (lists->inner > 0.5 * lists->wide) lists->inner = 0.5 * lists->wide;
    if (lists->inner < 0.02 * lists->skin) lists->inner = 0.02 * lists->skin;
}

/* Whether the outer list may have this skin: a periodic box must be longer than all that a particle reaches. */
static bool is_possible(const world *w, double skin)
{
    const tsu_lists *l = &w->lists;
    for (int q = 0; q < 3; q++) {
        if (w->box.periodic[q] &&
            w->box.hi[q] - w->box.lo[q] < 4.0 * l->largest_radius + 2.0 * (skin + l->reach))
            return false;
    }
    return skin <= l->largest_radius;
}

/* Likewise for the outer list. Making it costs several times as much as drawing the working list from it, which in turn costs
 * by its pairs. */
static void tune_outer(world *w)
{
    enum { SHORT = 60, LONG = 300, PAIRS_MOST = 8 };
    tsu_lists *l = &w->lists;
    const double wider = 1.25 * l->wide, tighter = l->wide / 1.25;
    if (l->steps_outer < SHORT && l->outer.count < (int64_t)PAIRS_MOST * w->particles.count &&
        is_possible(w, wider))
        l->wide = wider;
    if (l->steps_outer > LONG) l->wide = tighter > l->skin ? tighter : l->skin;
}

static void measure(world *w)
{
    const tsu_particles *p = &w->particles;
    double largest = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        largest = p->xr[i][3] > largest ? p->xr[i][3] : largest;
    }
    w->lists.largest_radius = largest;
    w->lists.reach = tsu_lawset_reach(&w->laws, largest, false);
    for (int k = 0; k < w->walls; k++) {
        const double reach = tsu_lawset_reach(&w->wall[k]->laws, largest, true);
        w->lists.reach = reach > w->lists.reach ? reach : w->lists.reach;
    }
    if (w->lists.skin <= 0.0) w->lists.skin = 0.4 * largest;
    if (w->lists.inner <= 0.0) w->lists.inner = 0.1 * w->lists.skin;
    if (w->lists.wide < w->lists.skin || !is_possible(w, w->lists.wide)) w->lists.wide = w->lists.skin;
}

/* Whether the outer list lives so long that its scratch is better taken anew than kept. The first one is taken for such. */
static bool is_seldom(const tsu_lists *l)
{
    enum { STEPS_LEAST = 500 };
    return l->builds == 0 || l->steps_outer >= STEPS_LEAST;
}

static tsu_status rebuild(world *w, tsu_error *err)
{
    tsu_particles *p = &w->particles;
    tsu_rows_change change = {0};
    tsu_status s = tsu_boundary_apply(w, &change, err);
    if (s == TSU_OK) {
        measure(w);
        tsu_turn_choose(&w->lists.turn, p, &w->box);
        s = tsu_boundary_sort(w, &change, p->count >= SORT_FROM, err);
    }
    tsu_turn *turn = &w->lists.turn;
    const bool seldom = is_seldom(&w->lists);
    if (s == TSU_OK) s = tsu_turn_positions(turn, p, w->threads, err);
    if (s == TSU_OK)
        s = tsu_pairs_build(&w->lists.outer, turn->to, p->count, &turn->box, w->lists.wide + w->lists.reach,
                            w->threads, err);
    if (s == TSU_OK) tsu_turn_pairs(turn, &w->lists.outer, w->threads);
    if (seldom) tsu_pairs_trim(&w->lists.outer);
    if (seldom) tsu_turn_free(turn);
    if (seldom) tsu_particles_trim(p);
    w->lists.moved_outer = 0.0;
    if (s == TSU_OK) s = refresh(w, (tsu_remap){change.new_row, (const int8_t(*)[4])change.wrap}, err);
    tsu_rows_change_free(&change);
    w->lists.valid = s == TSU_OK;
    if (s != TSU_OK) return s;
    w->lists.steps_outer = 0;
    w->lists.builds++;
    return TSU_OK;
}

tsu_status tsu_lists_update(world *w, tsu_error *err)
{
    tsu_lists *lists = &w->lists;
    const bool due = lists->every > 0 && lists->steps_outer >= lists->every;
    if (!lists->valid || due) return rebuild(w, err);
    if (lists->moved_inner <= 0.5 * lists->inner && lists->moved_outer <= 0.5 * lists->wide)
        return tsu_walls_renew(w, err);
    tsu_way_look(w); /* if little is left of the list it is not worth looking again and again */
    if (lists->moved_inner <= 0.4 * lists->inner && lists->moved_outer <= 0.5 * lists->wide)
        return tsu_walls_renew(w, err);
    tune_inner(lists);
    if (lists->moved_outer <= 0.5 * (lists->wide - lists->inner)) return refresh(w, (tsu_remap){0}, err);
    tune_outer(w);
    return rebuild(w, err);
}
