/* SPDX-License-Identifier: Apache-2.0 */
/* contact_time.h - the times of contacts whose stiffness is given, by which a time step is measured where no Young's modulus says
 * how fast waves go: `hooke/stiffness`, `hertz/stiffness`, `edinburgh/stiffness`, `luding`.
 *
 *   contact time: half a period of the stiffest spring, pi sqrt(m/k), m = m* along the normal and 2/7 m* across, where a push
 *                 turns the spheres, too
 *   dashpot time: m/gamma, in which the strongest dashpot takes the speed down to 1/e
 *
 * k and gamma are those of the laws themselves: a contact is loaded until it holds the energy of an impact m* v^2/2, moved
 * across, and unloaded (contact_path.h). The normal spring is the steepest part of the way: the unloading, with hysteresis. */
#ifndef TSU_SESSION_CONTACT_TIME_H
#define TSU_SESSION_CONTACT_TIME_H

#include "session/session.h"

/* The lightest sphere of each material. */
typedef struct tsu_lightest {
    int types;
    double (*sphere)[2]; /* [types] radius and density; radius 0: none [m], [kg/m^3] */
} tsu_lightest;

tsu_status tsu_lightest_init(tsu_lightest *l, int types, tsu_error *err);
void tsu_lightest_add(tsu_lightest *l, int32_t type, double radius, double density);
void tsu_lightest_free(tsu_lightest *l);

/* A time, and the materials of the pair it belongs to, from 1; the second is 0 at a wall. */
typedef struct tsu_pair_time {
    double time; /* INFINITY: there is none [s] */
    int material[2];
} tsu_pair_time;

typedef struct tsu_contact_times {
    tsu_pair_time spring, dashpot;
} tsu_contact_times;

/* The shortest of impacts at this speed between such spheres, and with walls, by laws that do without Young's modulus. Laws that are not
 * prepared are left out. */
void tsu_contact_times_find(const tsu_world *w, const tsu_lightest *l, double speed, tsu_contact_times *out);

#endif
