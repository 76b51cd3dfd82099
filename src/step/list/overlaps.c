/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/overlaps.h"
#include "step/list/boundary.h"
#include <math.h>

typedef struct tsu_world world;

static bool moves(const world *w, int32_t i)
{
    return (w->particles.group[i] & w->moving) && w->particles.vm[i][3] > 0.0;
}

static double overlap_of(const world *w, int32_t i, int32_t j, int image)
{
    const double *a = w->particles.xr[i], *b = w->particles.xr[j];
    double sum = 0.0;
    for (int q = 0; q < 3; q++) {
        const double d = a[q] - b[q] - tsu_image_shift(image, q) * (w->box.hi[q] - w->box.lo[q]);
        sum += d * d;
    }
    return a[3] + b[3] - sqrt(sum);
}

static void remember(const world *w, int32_t i, int32_t j, double depth, double fraction, tsu_overlaps *out)
{
    const tsu_particles *p = &w->particles;
    const int32_t row[2] = {p->id[i] < p->id[j] ? i : j, p->id[i] < p->id[j] ? j : i};
    out->worst = fraction;
    out->depth = depth;
    for (int k = 0; k < 2; k++) {
        out->id[k] = p->id[row[k]];
        out->radius[k] = p->xr[row[k]][3];
        for (int q = 0; q < 3; q++) {
            out->x[k][q] = tsu_boundary_inside(w, row[k], q);
        }
    }
}

void tsu_overlaps_find(const world *w, double fraction, tsu_overlaps *out)
{
    const tsu_contacts *c = &w->contacts;
    *out = (tsu_overlaps){0};
    for (int64_t k = 0; k < c->count; k++) {
        const int32_t i = (int32_t)c->row[k], j = tsu_partner_row(c->partner[k]);
        const double depth = overlap_of(w, i, j, tsu_partner_image(c->partner[k]));
        const double part = depth / fmin(w->particles.xr[i][3], w->particles.xr[j][3]);
        if (!(depth > 0.0) || (!moves(w, i) && !moves(w, j))) continue;
        out->count += part > fraction;
        if (part > out->worst) remember(w, i, j, depth, part, out);
    }
}
