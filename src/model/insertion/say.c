/* SPDX-License-Identifier: Apache-2.0 */
/* say.c - what an insertion tells of itself: how many came, and why not all did. */
#include "model/insertion/insertion_state.h"
#include <math.h>
#include <stdio.h>

void tsu_insertion_say_plan(const tsu_insertion *n)
{
    if (n->kind == TSU_INSERT_PACK) {
        if (n->every > 0)
            tsu_model_say(n->model, "Insertion %s: the region is filled up every %lld steps\n",
                          n->model->name, (long long)n->every);
        return;
    }
    const double dt = n->model->world->dt, rate = n->per_event / ((double)n->every * dt);
    tsu_model_say(n->model, "Insertion %s: %g particles every %lld steps (%g particles/s, %g kg/s)",
                  n->model->name, n->per_event, (long long)n->every, rate, rate * n->def.blend.mass);
    if (isfinite(n->total))
        tsu_model_say(n->model, ", %.15g particles (%g kg) within %.15g steps", n->total,
                      n->total * n->def.blend.mass,
                      n->total <= n->per_event ? 0.0 : floor(n->total / n->per_event) * (double)n->every);
    tsu_model_say(n->model, "\n");
}

void tsu_insertion_say(const tsu_insertion *n, const tsu_batch *b, double mass)
{
    if (!n->def.verbose || b->asked == 0) return;
    tsu_model_say(n->model, "Insertion %s: %lld particles (mass %g) at step %lld%s; %lld (mass %g) so far\n",
                  n->model->name, (long long)b->placed, mass, (long long)n->model->world->step,
                  b->shifted ? ", shifted to make room" : "", (long long)n->progress.inserted,
                  n->progress.mass);
}

/* The least diameter that may come [m]. */
double tsu_insertion_least_diameter(const tsu_blend *blend)
{
    double least = INFINITY;
    for (int k = 0; k < blend->parts; k++) {
        least = fmin(least, 2.0 * blend->part[k].radius.lo);
    }
    return least;
}

/* Whether nothing found room since even the smallest particle is larger than the region. */
static bool too_large(const tsu_insertion *n, const tsu_batch *b, char *why, size_t size)
{
    double lo[3], hi[3];
    if (b->placed > 0 || !b->room.region || !tsu_region_bounds(b->room.region, lo, hi)) return false;
    const double diameter = tsu_insertion_least_diameter(&n->def.blend);
    const double room = fmin(hi[0] - lo[0], fmin(hi[1] - lo[1], hi[2] - lo[2]));
    if (!(diameter > room)) return false;
    snprintf(why, size, "region %s is %.3g x %.3g x %.3g, smaller than a particle of diameter %.3g",
             b->room.region->name, hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], diameter);
    return true;
}

void tsu_insertion_warn_giants(const tsu_insertion *n)
{
    const tsu_box *box = &n->model->world->box;
    const double side[3] = {box->hi[0] - box->lo[0], box->hi[1] - box->lo[1], box->hi[2] - box->lo[2]};
    for (int k = 0; k < n->def.blend.parts; k++) {
        const tsu_template *t = &n->def.blend.part[k];
        if (!(2.0 * t->radius.lo > fmax(side[0], fmax(side[1], side[2])))) continue;
        tsu_model_warn(
            n->model,
            "insertion %s: particles of template %s have diameters from %.3g on, larger than the whole "
            "box of %.3g x %.3g x %.3g; is their radius in the unit of length of the box?",
            n->model->name, t->name, 2.0 * t->radius.lo, side[0], side[1], side[2]);
    }
}

void tsu_insertion_warn_beyond(const tsu_insertion *n, const tsu_region *region)
{
    const tsu_world *w = n->model->world;
    double lo[3], hi[3];
    if (!n->def.warn_region || !tsu_region_bounds(region, lo, hi)) return;
    for (int q = 0; q < 3; q++) {
        const double tiny = 1.0e-6 * (hi[q] - lo[q]);
        const bool below = w->boundary[q][0] == 'f' && lo[q] < w->box.lo[q] - tiny;
        const bool above = w->boundary[q][1] == 'f' && hi[q] > w->box.hi[q] + tiny;
        if (!below && !above) continue;
        tsu_model_warn(
            n->model,
            "insertion %s: region %s reaches beyond the fixed face of the box at %c = %g; nothing is "
            "inserted there (`warn_region no` silences this)",
            n->model->name, region->name, "xyz"[q], below ? w->box.lo[q] : w->box.hi[q]);
        return;
    }
}

/* Why particles found no room. */
static void explain(const tsu_insertion *n, const tsu_batch *b, char *why, size_t size)
{
    const double tried = (double)(b->by_walls + b->by_others);
    snprintf(why, size, "the room is full");
    if (!too_large(n, b, why, size) && tried > 0.0)
        snprintf(why, size,
                 "of the positions tried %.3g %% were occupied, %.3g %% at walls or faces of the box",
                 100.0 * (double)b->by_others / tried, 100.0 * (double)b->by_walls / tried);
}

/* A region that is filled once and stays empty, or one that particles cannot enter at all, is a mistake. One that is
 * blocked by other particles may become free. */
tsu_status tsu_insertion_check_some(const tsu_insertion *n, const tsu_batch *b, tsu_error *err)
{
    char why[200];
    const bool once = n->kind == TSU_INSERT_PACK && n->every == 0;
    if (n->progress.inserted > 0 || b->placed > 0) return TSU_OK;
    if (b->asked == 0 && b->number == 0 && !once) return TSU_OK;
    if (b->number == 0 && b->asked == 0) {
        if (!b->vacant) return TSU_OK;
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "insertion %s: less than one particle of mean volume %.3g is requested in region %s of "
            "volume %.3g, so none was inserted; request more, or make the region larger",
            n->model->name, n->def.blend.volume, b->room.region->name, b->volume);
    }
    if (!once && b->by_others > 0) return TSU_OK;
    explain(n, b, why, sizeof why);
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "insertion %s: none of %lld particles found room at step %lld (%s); make the %s larger or "
        "move it away from walls, or ask for smaller particles",
        n->model->name, (long long)(b->asked > b->wanted ? b->asked : b->wanted),
        (long long)n->model->world->step, why, n->kind == TSU_INSERT_STREAM ? "insertion face" : "region");
}

void tsu_insertion_complain(tsu_insertion *n, const tsu_batch *b)
{
    enum { MOST = 10 };
    const int64_t asked = b->asked > b->wanted ? b->asked : b->wanted;
    if (b->placed >= asked || n->complaints > MOST) return;
    const bool last = n->complaints++ == MOST;
    char why[200];
    explain(n, b, why, sizeof why);
    tsu_model_warn(n->model, "insertion %s: only %lld of %lld particles found room at step %lld (%s)%s",
                   n->model->name, (long long)b->placed, (long long)asked, (long long)n->model->world->step,
                   why, last ? "; this is not repeated from now on" : "");
}
