/* SPDX-License-Identifier: Apache-2.0 */
/* energy.c - what clumps hold, for the audit (ledger/energy.h). */
#include "base/exact_sum.h"
#include "step/clump/clumps.h"

typedef struct tsu_world world;

static double norm2(tsu_vec3 a)
{
    return tsu_vec3_dot(a, a);
}

static bool kinetic_of(const void *context, int64_t k, double *energy)
{
    const tsu_rigid *b = &((const world *)context)->clumps->clump[k].body;
    *energy = 0.5 * b->mass * norm2(b->velocity);
    return true;
}

static bool rotational_of(const void *context, int64_t k, double *energy)
{
    *energy = tsu_rigid_rotational(&((const world *)context)->clumps->clump[k].body);
    return true;
}

void tsu_clump_unwrapped(const world *w, const tsu_clump *c, double x[3])
{
    const double at[3] = {c->body.centre.x, c->body.centre.y, c->body.centre.z};
    for (int q = 0; q < 3; q++) {
        x[q] = at[q] + c->image[q] * (w->box.hi[q] - w->box.lo[q]);
    }
}

static bool gravitational_of(const void *context, int64_t k, double *part)
{
    const world *w = context;
    const tsu_clump *c = &w->clumps->clump[k];
    double x[3];
    tsu_clump_unwrapped(w, c, x);
    for (int q = 0; q < 3; q++) {
        part[q] = -c->mass * w->gravity[q] * x[q];
    }
    return true;
}

/* The acceleration of the weight, where it acts. */
static tsu_vec3 gravity_on(const world *w, const tsu_clump *c)
{
    const double share = c->mass / c->body.mass;
    const tsu_clump_load weight = {{share * w->gravity[0], share * w->gravity[1], share * w->gravity[2]},
                                   {0.0, 0.0, 0.0}};
    return tsu_clump_load_acting(c, weight).force;
}

static void kick_parts(const world *w, const tsu_clump *c, double part[2])
{
    const tsu_clump_load acting = tsu_clump_load_acting(c, tsu_clump_load_of(w, c));
    part[0] = 1.0 / c->body.mass * norm2(acting.force) - c->body.mass * norm2(gravity_on(w, c));
    part[1] = tsu_rigid_compliance(&c->body, acting.torque);
}

static bool kick_row(const void *context, int64_t k, double *part)
{
    const world *w = context;
    kick_parts(w, &w->clumps->clump[k], part);
    return true;
}

double tsu_clumps_kinetic(const world *w)
{
    double sum = 0.0;
    if (w->clumps) tsu_exact_rows(w->clumps->count, 1, w->threads, kinetic_of, w, &sum);
    return sum;
}

double tsu_clumps_rotational(const world *w)
{
    double sum = 0.0;
    if (w->clumps) tsu_exact_rows(w->clumps->count, 1, w->threads, rotational_of, w, &sum);
    return sum;
}

void tsu_clumps_gravitational(const world *w, double part[3])
{
    part[0] = part[1] = part[2] = 0.0;
    if (w->clumps) tsu_exact_rows(w->clumps->count, 3, w->threads, gravitational_of, w, part);
}

void tsu_clumps_kicks(const world *w, double part[2])
{
    part[0] = part[1] = 0.0;
    tsu_clumps_find_rows(w);
    if (w->clumps) tsu_exact_rows(w->clumps->count, 2, w->threads, kick_row, w, part);
}

double tsu_clump_energy(const world *w, const tsu_clump *c, double since)
{
    const tsu_rigid *b = &c->body;
    const tsu_vec3 g = gravity_on(w, c), v = b->velocity, slower = tsu_vec3_madd(v, -0.5 * since, g);
    const double way[3] = {since * v.x, since * v.y, since * v.z};
    double x[3], e = 0.5 * b->mass * norm2(slower) + tsu_rigid_rotational(b);
    tsu_clump_unwrapped(w, c, x);
    for (int q = 0; q < 3; q++) {
        e -= c->mass * w->gravity[q] * (x[q] - way[q]);
    }
    return e;
}

double tsu_clump_energy_of_motion(const tsu_clump *c)
{
    return 0.5 * c->body.mass * norm2(c->body.velocity) + tsu_rigid_rotational(&c->body);
}

double tsu_clump_kick(const world *w, const tsu_clump *c)
{
    double part[2];
    kick_parts(w, c, part);
    return 0.125 * w->dt * w->dt * (part[0] + part[1]);
}

/* The arm of particle i, in space. */
static tsu_vec3 arm_of(const world *w, const tsu_clump *c, int32_t i)
{
    int32_t k = c->first;
    while (w->clumps->row[k] != i)
        k++;
    return tsu_quaternion_out(c->body.turn, w->clumps->arm[k]);
}

void tsu_clump_seen(const world *w, int32_t i, double kick, tsu_vec3 *velocity, tsu_vec3 *spin)
{
    const double *v = w->particles.vm[i], *o = w->particles.wi[i];
    *velocity = tsu_vec3_make(v[0], v[1], v[2]);
    *spin = tsu_vec3_make(o[0], o[1], o[2]);
    if (!(kick > 0.0)) return;
    tsu_clumps_find_rows(w);
    const tsu_clump *c = tsu_clumps_of(w, i);
    const tsu_clump_load acting = tsu_clump_load_acting(c, tsu_clump_load_of(w, c));
    const tsu_quaternion back = {c->step.w, -c->step.x, -c->step.y, -c->step.z};
    tsu_rigid b = c->body;
    tsu_rigid_kick(&b, acting.force, acting.torque, -kick);
    *spin = tsu_rigid_spin(&b);
    *velocity = tsu_vec3_madd(b.velocity, -1.0 / w->dt, tsu_quaternion_shift(back, arm_of(w, c, i)));
}

void tsu_clump_kicked(const world *w, int32_t i, tsu_vec3 *velocity, tsu_vec3 *spin)
{
    const tsu_clump *c = tsu_clumps_of(w, i);
    tsu_clumps_find_rows(w);
    const tsu_clump_load acting = tsu_clump_load_acting(c, tsu_clump_load_of(w, c));
    tsu_rigid b = c->body;
    tsu_rigid_kick(&b, acting.force, acting.torque, 0.5 * w->dt);
    *spin = tsu_rigid_spin(&b);
    *velocity = tsu_vec3_add(b.velocity, tsu_vec3_cross(*spin, arm_of(w, c, i)));
}
