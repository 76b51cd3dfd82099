/* SPDX-License-Identifier: Apache-2.0 */
/* rehearse_speed.c - how long the runs of a deck would take and how much memory they would need. The rate is measured on a
 * small dense bed with the deck's laws and materials; meshes and output are not in it. */
#include "base/clock.h"
#include "base/elementary.h"
#include "session/rehearsal.h"
#include <math.h>
#include <string.h>

enum { SIDE_LEAST = 4, SIDE_MOST = 27, STEPS_FIRST = 10 };
static const double MEASURE_SECONDS = 0.2;

/* A periodic bed of side^3 spheres on a cubic lattice that touch a little; laws and materials are lent by the session's. */
static tsu_world *make_bed(const tsu_session *s, double radius, int32_t type, int side, tsu_error *err)
{
    tsu_world_def def = tsu_world_def_default();
    const double spacing = 2.0 * radius * 0.999;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = 0.0;
        def.hi[q] = side * spacing;
        def.boundary[q][0] = def.boundary[q][1] = 'p';
    }
    def.timestep = s->world->dt;
    def.threads = s->world->threads;
    def.skin = fmin(s->world->lists.skin, 2.0 * radius); /* a skin like the bed would pair all with all */
    def.materials = s->world->materials.types;
    tsu_world *w = tsu_world_create(&def, err);
    if (!w) return NULL;
    w->materials = s->world->materials;
    w->laws = s->world->laws;
    w->laws.table = NULL;
    w->laws.types = 0;
    for (int k = 0; k < side * side * side; k++) {
        const double x[3] = {(k % side + 0.5) * spacing, (k / side % side + 0.5) * spacing,
                             (k / side / side + 0.5) * spacing};
        int32_t row;
        if (tsu_particles_append(&w->particles, 0, type, radius, 2500.0, x, &row, err) != TSU_OK) break;
        w->particles.vm[row][k % 3] = 1.0e-3 * (k % 7 - 3);
    }
    w->moving = w->turning = TSU_GROUP_ALL;
    return w;
}

static void destroy_bed(tsu_world *w)
{
    if (w) w->materials = (tsu_materials){0}; /* was lent */
    tsu_world_destroy(w);
}

void tsu_rehearsal_measure(tsu_rehearsal *r, const tsu_session *s)
{
    tsu_error err;
    if (!s->world || !s->world->laws.law[TSU_NORMAL] || !(s->world->dt > 0.0) || !(r->largest >= 1.0)) return;
    int side = (int)tsu_cbrt_of(r->largest);
    side = side < SIDE_LEAST ? SIDE_LEAST : side > SIDE_MOST ? SIDE_MOST : side;
    const tsu_particles *p = &s->world->particles;
    const double radius = r->step.radius > 0.0 ? r->step.radius : p->count > 0 ? p->xr[0][3] : 1.0e-3;
    const int32_t type = r->step.material > 0 ? r->step.material - 1 : 0;
    tsu_world *w = make_bed(s, radius, type, side, &err);
    double begin = 0.0, seconds = 0.0;
    int64_t steps = 0;
    if (w && tsu_world_advance(w, STEPS_FIRST, &err) == TSU_OK) {
        begin = tsu_clock_seconds();
        while (seconds < MEASURE_SECONDS && tsu_world_advance(w, STEPS_FIRST, &err) == TSU_OK) {
            steps += STEPS_FIRST;
            seconds = tsu_clock_seconds() - begin;
        }
    }
    if (seconds >= MEASURE_SECONDS) r->rate = (double)steps * w->particles.count / seconds;
    r->rate_particles = side * side * side;
    destroy_bed(w);
}

double tsu_rehearsal_seconds(const tsu_rehearsal *r)
{
    double sum = 0.0;
    for (int k = 0; k < r->runs && r->rate > 0.0; k++) {
        const tsu_rehearsed_run *run = &r->run[k];
        sum += (double)run->steps * 0.5 * (run->before + run->after) / r->rate;
    }
    return sum;
}

double tsu_rehearsal_memory(const tsu_rehearsal *r)
{
    /* Fitted to cubic lattices of 14 000 to 160 000 spheres, which have three listed pairs each; a dense bed has up to five.
     * Histories are held nearly twice: now, and for the next list. */
    const double particle = 330.0, pair = 90.0 + 13.0 * r->history, triangle = 700.0, program = 1.0e7;
    return program + r->largest * (particle + 5.0 * pair) + r->triangles * triangle;
}
