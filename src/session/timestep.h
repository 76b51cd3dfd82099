/* SPDX-License-Identifier: Apache-2.0 */
/* timestep.h - the two times that a time step is measured by.
 *
 *   Rayleigh: pi R sqrt(rho/G)/(0.1631 nu + 0.8766)     Hertz: 2.87 (m^2/(R* E*^2 v))^(1/5)
 *
 * with G the shear modulus, R* = R/2 and m the mass of a particle that meets its like at speed v. */
#ifndef TSU_SESSION_TIMESTEP_H
#define TSU_SESSION_TIMESTEP_H

#include "base/power.h"
#include "law/normal_common.h"
#include "session/contact_time.h"
#include <math.h>
#include <stdbool.h>

static inline double tsu_rayleigh_time(double radius, double density, double young, double poisson)
{
    const double shear = young / (2.0 * (1.0 + poisson));
    return 3.14159265358979323846 * radius * sqrt(density / shear) / (0.1631 * poisson + 0.8766);
}

static inline double tsu_hertz_time(double radius, double mass, double young, double poisson, double speed)
{
    const double e[2] = {young, young}, nu[2] = {poisson, poisson}, modulus = tsu_effective_young(e, nu);
    return 2.87 * tsu_pow(mass * mass / (0.5 * radius * modulus * modulus * speed), 0.2);
}

typedef struct tsu_step_times {
    double dt, rayleigh, hertz; /* [s]; rayleigh and hertz 0: not known */
    double radius;              /* of the particle that decides [m] */
    int material;               /* its, from 1 */
    double speed;               /* for the Hertz time [m/s] */
    bool falling;               /* the speed is that of a fall through the box */
    tsu_contact_times contact;  /* of laws with a given stiffness */
} tsu_step_times;

/* step_times.c: the shortest times of the particles there are and of those to be inserted. */
struct tsu_session;
void tsu_session_step_times(const struct tsu_session *s, tsu_step_times *out);
/* The same for a world and, where there are any, fixes that insert particles. `prepare`: laws may not be ready yet; those that lack a
 * property are left out. */
void tsu_world_step_times(tsu_world *w, const tsu_objects *fixes, bool prepare, tsu_step_times *out);

#endif
