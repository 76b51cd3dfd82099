/* SPDX-License-Identifier: Apache-2.0 */
/* insert_fixture.h - what tests of insertion share: a box with laws, and slow checks of what was inserted. */
#ifndef TSU_TESTS_DECKS_INSERT_FIXTURE_H
#define TSU_TESTS_DECKS_INSERT_FIXTURE_H

#include "decks/deck_fixture.h"
#include "step/world.h"

/* A box of 0.2 x 0.2 x 0.4 m, two materials, no gravity. */
#define BOX(boundary)                                                                                        \
    "units si\natom_style granular\nboundary " boundary "\nnewton off\nneighbor 0.002 bin\n"                 \
    "region box block -0.1 0.1 -0.1 0.1 0 0.4\ncreate_box 2 box\n" DECK_LAWS "fix move all nve/sphere\n"

#define TEMPLATE(radius)                                                                                     \
    "fix pts all particletemplate/sphere 7 atom_type 1 density constant 2500 radius " radius "\n"            \
    "fix pdd all particledistribution/discrete 8 1 pts 1.0\n"

static const double SPHERE = 4.0 / 3.0 * 3.14159265358979323846;

/* Loops over all pairs and their images. */
static inline int64_t overlaps(const tsu_world *w)
{
    const tsu_particles *p = &w->particles;
    int64_t count = 0;
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t j = 0; j < i; j++) {
            double d2 = 0.0;
            for (int q = 0; q < 3; q++) {
                const double length = w->box.hi[q] - w->box.lo[q];
                double d = p->xr[i][q] - p->xr[j][q];
                if (w->box.periodic[q]) d -= length * floor(d / length + 0.5);
                d2 += d * d;
            }
            count += sqrt(d2) < p->xr[i][3] + p->xr[j][3];
        }
    }
    return count;
}

static inline double solid_volume(const tsu_particles *p)
{
    double volume = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        volume += SPHERE * p->xr[i][3] * p->xr[i][3] * p->xr[i][3];
    }
    return volume;
}

static inline double total_mass(const tsu_particles *p)
{
    double mass = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        mass += p->mass[i];
    }
    return mass;
}

/* How far spheres reach along an axis, or their centres. */
static inline void extent(const tsu_particles *p, int axis, bool spheres, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (int32_t i = 0; i < p->count; i++) {
        const double r = spheres ? p->xr[i][3] : 0.0;
        *lo = fmin(*lo, p->xr[i][axis] - r);
        *hi = fmax(*hi, p->xr[i][axis] + r);
    }
}

static inline int64_t count_says(const deck *d, const char *fragment)
{
    int64_t count = 0;
    for (const char *at = strstr(d->screen, fragment); at; at = strstr(at + 1, fragment)) {
        count++;
    }
    return count;
}

#endif
