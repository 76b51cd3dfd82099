/* SPDX-License-Identifier: Apache-2.0 */
/* lists.c - keeps the lists of contacts valid: the outer list from the grid, the working lists drawn from it, the history
 * carried over. Nothing here changes a bit of the trajectory. */
#include "step/list/lists.h"
#include "base/memory.h"
#include "step/clump/clumps.h"
#include "step/device.h"
#include "step/kick.h"
#include "step/list/boundary.h"
#include "step/list/carry.h"
#include "step/list/expected_path.h"
#include "step/list/pair_list.h"
#include "step/part/part.h"
#include "step/survey.h"
#include "step/wall/contacts.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>

typedef struct tsu_world world;

enum { SORT_FROM = 256 };

void tsu_lists_free(tsu_lists *lists)
{
    tsu_pairs_free(&lists->outer);
    tsu_axis_order_free(&lists->axes);
    tsu_expected_path_free(&lists->path);
    tsu_pair_list_free(lists);
}

/* ---- when ------------------------------------------------------------------------------------------------------ */

double tsu_lists_range(const tsu_lists *l)
{
    return l->flowing ? l->reach : l->wide + l->reach;
}

void tsu_lists_wear(tsu_lists *l, double furthest, double dt)
{
    l->last_outer = furthest;
    l->last_inner = furthest + (l->flowing ? l->path.fastest * dt : 0.0);
    l->moved_inner += l->last_inner;
    l->moved_outer += l->last_outer;
    l->path.time += dt;
    l->steps_outer++;
    l->steps_inner++;
}

/* Whether the working list still holds all that can touch, if no more than this part of its skin may be used up. */
static bool lasts(const tsu_lists *l, double part)
{
    return l->moved_inner <= part * l->inner &&
           (l->flowing ? l->path.time <= l->path.horizon : l->moved_outer <= 0.5 * l->wide);
}

/* Whether it will after two more steps like the last one: in the first all parts of a world learn of it, and they may move on after it. */
static bool lasts_on(const tsu_lists *l, double part, double dt)
{
    return l->moved_inner + 2.0 * l->last_inner <= part * l->inner &&
           (l->flowing ? l->path.time + 2.0 * dt <= l->path.horizon
                       : l->moved_outer + 2.0 * l->last_outer <= 0.5 * l->wide);
}

/* Bounds give way to what is so. */
static void look(world *w)
{
    tsu_lists *l = &w->lists;
    const double off = tsu_expected_path_look(w, &l->path);
    if (off < l->moved_inner) l->moved_inner = off;
    if (!l->flowing && l->off_outer + off < l->moved_outer) l->moved_outer = l->off_outer + off;
}

/* Draws the working list from the outer one. */
static tsu_status refresh(world *w, tsu_remap map, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    tsu_status s =
        tsu_expected_path_begin(w, &l->path, l->flowing ? (double)l->ahead * w->dt : INFINITY, err);
    if (s == TSU_OK) s = tsu_pair_list_refresh(w, map, err);
    if (s == TSU_OK) s = tsu_walls_refresh(w, map, err);
    l->off_outer = l->moved_outer;
    l->moved_inner = 0.0;
    l->steps_inner = 0;
    l->refreshes++;
    if (s != TSU_OK) tsu_world_lose(w, TSU_CURRENT_LISTS);
    return s;
}

/* ---- tuning: depends on the motion alone, not on time measured, so that runs repeat ------------------------------------ */

/* Whether particles are better expected to go on than to stay: what would have been true of those of the list that is used up.
 * Where lists last long anyway they stay. */
static bool judge(const world *w)
{
    enum { SHORT = 60, LONG = 240 };
    const tsu_lists *l = &w->lists;
    double stayed, went;
    if (!l->flowing && l->steps_inner >= SHORT) return false;
    tsu_expected_path_judge(w, &l->path, &stayed, &went);
    if (!l->flowing) return went < 0.5 * stayed;
    return went < 0.8 * stayed && stayed * LONG > 0.1 * l->skin * (double)l->steps_inner;
}

/* A working list that lasted long may be tighter, one that did not must be wider. */
static void tune_resting(tsu_lists *l)
{
    enum { SHORT = 30, LONG = 240 };
    if (l->steps_inner < SHORT) l->inner *= 1.5;
    if (l->steps_inner > LONG) l->inner /= 1.5;
    if (l->inner > 0.5 * l->wide) l->inner = 0.5 * l->wide;
    if (l->inner < 0.02 * l->skin) l->inner = 0.02 * l->skin;
}

/* Likewise; beyond what is sensible for particles of this size it looks less far ahead, or further. */
static void tune_flowing(tsu_lists *l)
{
    enum { STEPS_LEAST = 16, STEPS_MOST = 240 };
    const double low = 0.1 * l->typical_radius, high = 0.35 * l->typical_radius;
    const bool early = l->path.time < 0.8 * l->path.horizon;
    const bool spare = !early && l->moved_inner < 0.3 * l->inner;
    if (early && l->inner < high)
        l->inner *= 1.25;
    else if (early)
        l->ahead = l->ahead * 4 / 5;
    if (spare && l->inner > low)
        l->inner /= 1.25;
    else if (spare)
        l->ahead = l->ahead * 5 / 4;
    l->ahead = l->ahead < STEPS_LEAST ? STEPS_LEAST : l->ahead > STEPS_MOST ? STEPS_MOST : l->ahead;
}

/* Whether a periodic box is longer than all that a particle reaches with this skin. */
static bool fits(const world *w, double skin)
{
    const tsu_lists *l = &w->lists;
    for (int q = 0; q < 3; q++) {
        if (w->box.periodic[q] &&
            w->box.hi[q] - w->box.lo[q] < 4.0 * l->largest_radius + 2.0 * (skin + l->reach))
            return false;
    }
    return true;
}

/* The outer list of particles that stay. Making it costs several times as much as drawing the working list from it, which in
 * turn costs by its pairs. */
static void tune_outer(world *w)
{
    enum { SHORT = 60, LONG = 300, PAIRS_MOST = 8 };
    tsu_lists *l = &w->lists;
    const double wider = 1.25 * l->wide, tighter = l->wide / 1.25;
    if (l->steps_outer < SHORT && l->outer.count < (int64_t)PAIRS_MOST * w->particles.count &&
        wider <= l->largest_radius && fits(w, wider))
        l->wide = wider;
    if (l->steps_outer > LONG) l->wide = tighter > l->skin ? tighter : l->skin;
}

/* From lists of particles that stay to those of a flow, or back. */
static void turn_over(tsu_lists *l, bool flowing)
{
    enum { STEPS_AHEAD = 60 };
    if (flowing == l->flowing) return;
    l->flowing = flowing;
    l->ahead = STEPS_AHEAD;
    if (!flowing && l->inner > 0.5 * l->wide) l->inner = 0.5 * l->wide;
}

/* ---- making ----------------------------------------------------------------------------------------------------------- */

static void measure(world *w, const tsu_survey *of)
{
    const tsu_particles *p = &w->particles;
    const double largest = of->largest;
    w->lists.type = of->alike && p->count > 0 ? p->type[0] : -1;
    w->lists.same = of->same && p->count > 0;
    w->lists.resized = p->resized;
    w->lists.largest_radius = largest;
    w->lists.typical_radius = p->count > 0 ? of->radii / p->count : 0.0;
    w->lists.reach = tsu_lawset_reach(&w->laws, largest, false);
    for (int k = 0; k < w->walls; k++) {
        const double reach = tsu_lawset_reach(&w->wall[k]->laws, largest, true);
        w->lists.reach = reach > w->lists.reach ? reach : w->lists.reach;
    }
    if (w->lists.skin <= 0.0) w->lists.skin = 0.4 * largest;
    if (w->lists.inner <= 0.0) w->lists.inner = 0.1 * w->lists.skin;
    if (w->lists.wide < w->lists.skin || w->lists.wide > largest || !fits(w, w->lists.wide))
        w->lists.wide = w->lists.skin;
}

/* What is to be searched where particles flow. Who is very fast, or a small periodic box, lets the list look less far ahead. */
static void plan_sweep(world *w, const tsu_survey *of)
{
    enum { STEPS_LEAST = 8 };
    tsu_lists *l = &w->lists;
    tsu_sweep *s = &l->axes.sweep;
    *s = (tsu_sweep){.on = l->flowing, .drifting = tsu_integrate_kick(w).drifting};
    if (!l->flowing) return;
    for (int q = 0; q < 3; q++) { /* the mean velocity */
        s->frame[q] = w->particles.count > 0 ? of->velocity[q] / w->particles.count : 0.0;
    }
    const double way = tsu_survey_fastest(w, s->frame) * w->dt;
    while (l->ahead >= STEPS_LEAST && (way * (double)l->ahead > 8.0 * l->largest_radius ||
                                       !fits(w, l->inner + 2.0 * way * (double)l->ahead))) {
        l->ahead /= 2;
    }
    if (l->ahead < STEPS_LEAST) turn_over(l, false);
    s->on = l->flowing;
    s->time = (double)l->ahead * w->dt;
    s->margin = 0.5 * l->inner;
}

/* Whether the outer list lives so long that its scratch is better taken anew than kept. The first one is taken for such. */
static bool is_seldom(const tsu_lists *l)
{
    enum { STEPS_LEAST = 500 };
    return l->builds == 0 || l->steps_outer >= STEPS_LEAST;
}

static tsu_status search(world *w, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    const bool seldom = is_seldom(l);
    tsu_status s = tsu_axis_order_positions(&l->axes, &w->particles, w->threads, err);
    if (s == TSU_OK)
        s = tsu_pairs_build(&l->outer, l->axes.to, w->particles.count, &l->axes.box, tsu_lists_range(l),
                            w->threads, err);
    if (s == TSU_OK) tsu_axis_order_pairs(&l->axes, &l->outer, w->threads);
    if (seldom) tsu_pairs_trim(&l->outer);
    if (seldom) tsu_axis_order_free(&l->axes);
    if (seldom) tsu_particles_trim(&w->particles);
    return s;
}

static tsu_status rebuild(world *w, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    tsu_rows_change change = {0};
    tsu_survey survey;
    tsu_status s = tsu_boundary_apply(w, &change, &survey, err);
    if (s == TSU_OK) {
        measure(w, &survey);
        plan_sweep(w, &survey);
        tsu_axis_order_choose(&l->axes, survey.lo, survey.hi, &w->box);
        tsu_clumps_find_rows(w);
        s = tsu_boundary_sort(w, &change, w->particles.count >= SORT_FROM, err);
        if (s == TSU_OK) s = tsu_clumps_arrange(w, change.new_row, err);
    }
    if (s == TSU_OK) s = search(w, err);
    l->moved_outer = 0.0;
    if (s == TSU_OK) s = refresh(w, (tsu_remap){change.new_row, (const int8_t(*)[4])change.wrap}, err);
    tsu_rows_change_free(&change);
    tsu_world_lose(w, TSU_CURRENT_LISTS);
    if (s != TSU_OK) return s;
    tsu_world_gain(w, TSU_CURRENT_LISTS);
    if (w->device) w->device->left = false;
    l->steps_outer = 0;
    l->builds++;
    return TSU_OK;
}

/* Whether a new working list can be drawn from the outer one. */
static bool can_draw(const tsu_lists *l)
{
    return !l->flowing && l->moved_outer <= 0.5 * (l->wide - l->inner);
}

/* Tunes both lists by what has become of the working one, which is used up. Whether the next one can be drawn. */
static bool tune(world *w)
{
    tsu_lists *l = &w->lists;
    const bool flowing = judge(w);
    if (l->flowing)
        tune_flowing(l);
    else
        tune_resting(l);
    if (!flowing && can_draw(l)) return true;
    if (!l->flowing) tune_outer(w);
    turn_over(l, flowing);
    return false;
}

static tsu_status renew(world *w, tsu_error *err)
{
    return tune(w) ? refresh(w, (tsu_remap){0}, err) : rebuild(w, err);
}

void tsu_lists_review(world *w)
{
    const bool known = tsu_world_is(w, TSU_CURRENT_LISTS) && w->lists.path.rows == w->particles.count;
    if (known && w->part->worn != TSU_PART_LASTS) (void)tune(w);
}

/* Parts of a divided world make their lists in the same step, for each would wait for the others: who will need new ones in the next step says
 * so when the ranks meet. Those that would have lasted are not judged. */
static tsu_status update_together(world *w, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    tsu_part *d = w->part;
    const double part = l->flowing ? 0.5 : 0.4;
    const bool own = d->worn != TSU_PART_LASTS;
    bool good = lasts(l, 0.5);
    if (d->renew == TSU_PART_LASTS && good && lasts_on(l, 0.5, w->dt)) return tsu_walls_renew(w, err);
    if (d->renew == TSU_PART_LASTS) {
        look(w);
        good = lasts(l, good ? 0.5 : part);
        d->worn = lasts_on(l, part, w->dt) ? TSU_PART_LASTS : can_draw(l) ? TSU_PART_DRAW : TSU_PART_SEARCH;
        if (good) return tsu_walls_renew(w, err);
    }
    d->worn = TSU_PART_LASTS;
    if (own || !good) return renew(w, err);
    return can_draw(l) && d->renew == TSU_PART_DRAW ? refresh(w, (tsu_remap){0}, err) : rebuild(w, err);
}

/* The box follows particles however long lists last. */
static bool follows(const tsu_lists *l)
{
    return l->flowing && l->moved_outer > 0.5 * l->wide;
}

static void follow(world *w)
{
    if (!follows(&w->lists)) return;
    tsu_boundary_follow(w);
    w->lists.moved_outer = 0.0;
}

tsu_status tsu_lists_lose(world *w, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    tsu_device *d = w->device;
    tsu_status s = TSU_OK;
    if (l->leaving) s = d && d->holds ? d->lose(d, w, err) : tsu_boundary_lose(w, err);
    if (s == TSU_OK) l->leaving = false;
    return s;
}

tsu_status tsu_lists_update(world *w, tsu_error *err)
{
    tsu_lists *l = &w->lists;
    const bool due = l->every > 0 && l->steps_outer >= l->every;
    tsu_status s = tsu_device_bring(w, err);
    if (s == TSU_OK && (w->part || tsu_world_is(w, TSU_CURRENT_LISTS))) s = tsu_lists_lose(w, err);
    if (s != TSU_OK) return s;
    l->leaving = false;
    follow(w);
    if (!tsu_world_is(w, TSU_CURRENT_LISTS) || due) return rebuild(w, err);
    if (w->part) return update_together(w, err);
    if (lasts(l, 0.5)) return tsu_walls_renew(w, err);
    look(w); /* if little is left of the list it is not worth looking again and again */
    return lasts(l, l->flowing ? 0.5 : 0.4) ? tsu_walls_renew(w, err) : renew(w, err);
}
