/* SPDX-License-Identifier: Apache-2.0 */
/* local.c - what a clump opposes to a contact at the place of that contact, where models shall see it instead of the whole mass and of a sphere
 * (clumps.h, `local`): the mass m of
 *
 *     1/m = 1/M + (a x n) . I^-1 (a x n),        a from the centre to the contact, n the normal,
 *
 * and about an axis u of rolling the inertia u . I u + M (a^2 - (a . u)^2) about the contact. Both are those of a sphere where the clump is one. */
#include "step/clump/clumps.h"
#include "step/lanes.h"
#include <math.h>

typedef struct tsu_world world;

/* A sphere of a clump that is touched. */
typedef struct touched {
    const tsu_clump *c;
    tsu_vec3 arm, n; /* from the centre to the contact; unit normal */
    double radius;
} touched;

static tsu_vec3 masked(tsu_vec3 v, unsigned locked)
{
    return tsu_vec3_make(locked & 1u ? 0.0 : v.x, locked & 2u ? 0.0 : v.y, locked & 4u ? 0.0 : v.z);
}

/* Of particle i, whose contact is at `out` times n from its centre; c is NULL if it belongs to no clump or to one that is held fast. */
static touched touch(const world *w, const double *place_of, uint32_t i, tsu_vec3 n, double out)
{
    touched t = {.c = tsu_clumps_of(w, (int32_t)i), .n = n, .radius = w->particles.xr[i][3]};
    if (!t.c || !(w->particles.vm[i][3] > 0.0)) {
        t.c = NULL;
        return t;
    }
    const tsu_vec3 arm = w->clumps->arm[t.c->first + (int32_t)place_of[i]];
    t.arm = tsu_vec3_madd(tsu_quaternion_out(t.c->body.turn, arm), out, n);
    return t;
}

/* 1/m, less the 1/M that is known [1/kg]. */
static double more_compliant(const touched *t)
{
    if (!t->c) return 0.0;
    const unsigned locked = t->c->locked;
    const tsu_vec3 n = masked(t->n, locked), turning = masked(tsu_vec3_cross(t->arm, t->n), locked >> 3);
    return (tsu_vec3_norm2(n) - 1.0) / t->c->mass + tsu_rigid_compliance(&t->c->body, turning);
}

/* 1/M as a sphere of its radius would have it with the same inertia about the contact, less the 1/M that is known [1/kg]. */
static double rolls_easier(const world *w, const touched *t, uint32_t i, tsu_vec3 u)
{
    if (!t->c) return 0.0;
    const tsu_rigid *b = &t->c->body;
    const tsu_vec3 own = tsu_quaternion_in(b->turn, u);
    const double about =
        b->inertia.x * own.x * own.x + b->inertia.y * own.y * own.y + b->inertia.z * own.z * own.z;
    const double along = tsu_vec3_dot(t->arm, u);
    const double inertia = about + t->c->mass * (tsu_vec3_norm2(t->arm) - along * along);
    return 1.4 * t->radius * t->radius / inertia - w->particles.vm[i][3];
}

static void see_lane(const world *w, const double *place_of, tsu_block *b, int l, uint32_t i, uint32_t j)
{
    const bool wall = b->wall[l] != 0.0;
    const tsu_vec3 n = {b->nx[l], b->ny[l], b->nz[l]}, spin = {b->wrx[l], b->wry[l], b->wrz[l]};
    const touched first = touch(w, place_of, i, n, -b->radius_i[l]),
                  second = wall ? (touched){0} : touch(w, place_of, j, n, b->radius_j[l]);
    if (!first.c && !second.c) return;
    const double before = b->inv_mass_i[l] + b->inv_mass_j[l];
    b->m_eff[l] = 1.0 / (before + more_compliant(&first) + more_compliant(&second));
    const tsu_vec3 rolling = tsu_vec3_madd(spin, -tsu_vec3_dot(spin, n), n);
    const double rate = tsu_vec3_norm(rolling);
    if (!(rate > 0.0)) return; /* and no torque follows of it */
    const tsu_vec3 u = tsu_vec3_scale(1.0 / rate, rolling);
    b->inv_mass_i[l] += rolls_easier(w, &first, i, u);
    if (!wall) b->inv_mass_j[l] += rolls_easier(w, &second, j, u);
}

void tsu_clumps_see_locally(const world *w, tsu_block *b, const tsu_contacts *c, int64_t k, int lanes)
{
    if (!w->clumps || !w->clumps->local || w->clumps->count == 0) return;
    const double *place_of = tsu_particles_find_column(&w->particles, TSU_CLUMP_PLACES)->value;
    for (int l = 0; l < lanes; l++) {
        see_lane(w, place_of, b, l, c->row[k + l], c->partner[k + l] & TSU_CONTACT_ROW_MASK);
    }
}

void tsu_clumps_set_local(world *w, bool local)
{
    if (w->clumps->local == local) return;
    w->clumps->local = local;
    tsu_world_lose(w, TSU_CURRENT_LAWS); /* with it the laws go stage by stage */
}
