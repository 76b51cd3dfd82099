/* SPDX-License-Identifier: Apache-2.0 */
/* collide.h - head-on collisions and prescribed overlap paths for the tests of the normal laws. */
#ifndef TSU_TESTS_LAW_COLLIDE_H
#define TSU_TESTS_LAW_COLLIDE_H

#include "drive.h"
#include <stdio.h>

static const double collide_pi = 3.14159265358979323846;

typedef struct collide_outcome {
    bool parted;       /* the contact opened again */
    double v_out;      /* relative speed afterwards, positive when parting [m/s] */
    double d_max;      /* largest overlap [m] */
    double time;       /* duration of the contact [s] */
    double f_max;      /* largest and smallest total force [N] */
    double f_min;      /**/
    double residual;   /* largest change of the audited energy [J] */
    double dissipated; /* [J] */
} collide_outcome;

/* Two spheres along x that just touch and approach at `speed`, or one at the plane x = 0. */
DRIVE_FN drive_scene collide_scene(double radius, double density, bool at_plane, double speed)
{
    drive_scene s = {.a = drive_sphere(radius, density), .b = drive_sphere(radius, density)};
    s.at_plane = at_plane;
    s.plane_normal = tsu_vec3_make(1.0, 0.0, 0.0);
    s.b.x = tsu_vec3_make(-radius, 0.0, 0.0);
    s.a.x = tsu_vec3_make(radius, 0.0, 0.0);
    s.a.v = tsu_vec3_make(at_plane ? -speed : -0.5 * speed, 0.0, 0.0);
    s.b.v = tsu_vec3_make(0.5 * speed, 0.0, 0.0);
    return s;
}

DRIVE_FN double collide_effective_mass(const drive_scene *s)
{
    return s->at_plane ? s->a.mass : s->a.mass * s->b.mass / (s->a.mass + s->b.mass);
}

DRIVE_FN collide_outcome collide(drive *d, drive_scene *s, double dt, long steps)
{
    collide_outcome o = {0};
    drive_start(s, d);
    const double energy = drive_energy_total(s);
    for (long k = 0; k < steps && !o.parted; k++) {
        const bool before = s->contact.touching;
        drive_step(s, d, dt);
        const tsu_contact *c = &s->contact;
        o.parted = before && !c->touching;
        o.d_max = fmax(o.d_max, c->overlap);
        o.f_max = fmax(o.f_max, c->f_total);
        o.f_min = fmin(o.f_min, c->f_total);
        o.residual = fmax(o.residual, fabs(drive_energy_total(s) - energy));
        o.v_out = s->a.v.x - (s->at_plane ? 0.0 : s->b.v.x);
        o.time = (double)(k + 1) * dt + (o.parted ? c->overlap / o.v_out : 0.0);
    }
    o.dissipated = drive_dissipated(s);
    return o;
}

/* One evaluation at a prescribed overlap, as a step of length dt from the overlap `from`. */
DRIVE_FN tsu_contact collide_press(drive *d, double radius, bool wall, double mass, double from,
                                   double overlap, double dt)
{
    tsu_contact c = {.overlap = overlap,
                     .radius_i = radius,
                     .radius_j = radius,
                     .r_eff = wall ? radius : 0.5 * radius,
                     .m_eff = mass,
                     .inv_mass_i = wall ? 1.0 / mass : 0.5 / mass,
                     .inv_mass_j = wall ? 0.0 : 0.5 / mass,
                     .v_n = dt > 0.0 ? (from - overlap) / dt : 0.0,
                     .v_n_before = dt > 0.0 ? (from - overlap) / dt : 0.0,
                     .overlap_before = dt > 0.0 ? from : overlap,
                     .dt = dt,
                     .n = {1.0, 0.0, 0.0},
                     .wall = wall,
                     .touching = overlap > 0.0};
    drive_run(d, &c);
    return c;
}

DRIVE_FN void collide_near(const char *what, double got, double expected, double relative)
{
    const double error = fabs(got - expected);
    if (error <= relative * fabs(expected)) return;
    fail_msg("%s: expected %.15g, got %.15g, relative error %.3g (allowed %.3g)", what, expected, got,
             error / fabs(expected), relative);
}

/* A cheap stream of random numbers in [0, 1). */
DRIVE_FN double collide_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
