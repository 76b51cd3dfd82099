/* SPDX-License-Identifier: Apache-2.0 */
#include "step/survey.h"
#include "step/kick.h"
#include <math.h>

typedef struct tsu_world world;

/* Parts of all rows, so many at most, whose borders do not depend on the threads. */
enum { PARTS = 64, ROWS_LEAST = 512, CROSSINGS_MAX = 100 /* of a periodic box between two lists */ };

typedef struct job {
    const world *w;
    int64_t size; /* rows of a part */
    uint32_t drifting;
    tsu_survey *part;
    const double *frame; /* [m/s] */
    double *fastest2;    /* by part [m^2/s^2] */
} job;

bool tsu_survey_outside(const world *w, int64_t i, int *axis, int *high)
{
    const double *x = w->particles.xr[i];
    for (int q = 0; q < 3; q++) {
        *axis = q;
        *high = 0;
        if (w->boundary[q][0] == 'f' && x[q] < w->box.lo[q]) return true;
        *high = 1;
        if (w->boundary[q][1] == 'f' && x[q] > w->box.hi[q]) return true;
    }
    return false;
}

bool tsu_survey_sound(const world *w, int64_t i, int *axis)
{
    const double *x = w->particles.xr[i];
    *axis = -1;
    if (!isfinite(x[0] + x[1] + x[2])) return false;
    for (int q = 0; q < 3; q++) {
        const double length = w->box.hi[q] - w->box.lo[q];
        *axis = q;
        if (w->box.periodic[q] && !(fabs(x[q] - w->box.lo[q]) < CROSSINGS_MAX * length)) return false;
    }
    return true;
}

static tsu_survey nothing(void)
{
    return (tsu_survey){.lo = {INFINITY, INFINITY, INFINITY},
                        .hi = {-INFINITY, -INFINITY, -INFINITY},
                        .alike = true,
                        .same = true};
}

static void look_at_part(void *context, int64_t part, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_particles *p = &j->w->particles;
    const tsu_range r = tsu_parallel_block(part, p->count, j->size);
    tsu_survey s = nothing();
    for (int64_t i = r.begin; i < r.end; i++) {
        const double *x = p->xr[i], *v = p->vm[i];
        const double moves = tsu_kick_goes_on(p->group[i], j->drifting) ? 1.0 : 0.0;
        int axis, high;
        for (int q = 0; q < 3; q++) {
            s.lo[q] = x[q] < s.lo[q] ? x[q] : s.lo[q];
            s.hi[q] = x[q] > s.hi[q] ? x[q] : s.hi[q];
            s.velocity[q] += moves * v[q];
        }
        s.largest = x[3] > s.largest ? x[3] : s.largest;
        s.radii += x[3];
        s.alike = s.alike && p->type[i] == p->type[0];
        s.same = s.same && x[3] == p->xr[0][3] && v[3] == p->vm[0][3];
        s.strange = s.strange || !tsu_survey_sound(j->w, i, &axis);
        s.outside += tsu_survey_outside(j->w, i, &axis, &high);
    }
    j->part[part] = s;
}

static void add(tsu_survey *all, const tsu_survey *s)
{
    for (int q = 0; q < 3; q++) {
        all->lo[q] = s->lo[q] < all->lo[q] ? s->lo[q] : all->lo[q];
        all->hi[q] = s->hi[q] > all->hi[q] ? s->hi[q] : all->hi[q];
        all->velocity[q] += s->velocity[q];
    }
    all->largest = s->largest > all->largest ? s->largest : all->largest;
    all->radii += s->radii;
    all->alike = all->alike && s->alike;
    all->same = all->same && s->same;
    all->strange = all->strange || s->strange;
    all->outside += s->outside;
}

void tsu_survey_take(const world *w, tsu_survey *s)
{
    tsu_survey part[PARTS];
    job j = {.w = w,
             .size = tsu_parallel_share(w->particles.count, PARTS, ROWS_LEAST),
             .drifting = tsu_integrate_kick(w).drifting,
             .part = part};
    const int64_t parts = tsu_parallel_blocks(w->particles.count, j.size);
    tsu_parallel_for(parts, w->threads, look_at_part, &j);
    *s = nothing();
    for (int64_t k = 0; k < parts; k++) {
        add(s, &part[k]);
    }
}

static void find_fastest(void *context, int64_t part, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_particles *p = &j->w->particles;
    const tsu_range r = tsu_parallel_block(part, p->count, j->size);
    double most = 0.0;
    for (int64_t i = r.begin; i < r.end; i++) {
        const bool moves = tsu_kick_goes_on(p->group[i], j->drifting);
        double d2 = 0.0;
        for (int q = 0; q < 3; q++) {
            const double d = (moves ? p->vm[i][q] : 0.0) - j->frame[q];
            d2 += d * d;
        }
        most = d2 > most ? d2 : most;
    }
    j->fastest2[part] = most;
}

double tsu_survey_fastest(const world *w, const double frame[3])
{
    double part[PARTS], most = 0.0;
    job j = {.w = w,
             .size = tsu_parallel_share(w->particles.count, PARTS, ROWS_LEAST),
             .drifting = tsu_integrate_kick(w).drifting,
             .frame = frame,
             .fastest2 = part};
    const int64_t parts = tsu_parallel_blocks(w->particles.count, j.size);
    tsu_parallel_for(parts, w->threads, find_fastest, &j);
    for (int64_t k = 0; k < parts; k++) {
        most = part[k] > most ? part[k] : most;
    }
    return sqrt(most);
}
