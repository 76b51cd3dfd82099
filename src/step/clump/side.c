/* SPDX-License-Identifier: Apache-2.0 */
#include "step/clump/side.h"
#include "base/portable.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- in and out ------------------------------------------------------------------------------------------------------ */

TSU_FN tsu_quaternion get_four(const tsu_lanes4 *from, int l)
{
    const tsu_quaternion q = {from->w[l], from->x[l], from->y[l], from->z[l]};
    return q;
}

TSU_FN void put_four(tsu_lanes4 *to, int l, tsu_quaternion q)
{
    to->w[l] = q.w;
    to->x[l] = q.x;
    to->y[l] = q.y;
    to->z[l] = q.z;
}

/* Numbers of a clump that lie one behind the other in memory: four of each at once, turned into lanes and back. */
#define BODY(member) (offsetof(tsu_clump, body) + offsetof(tsu_rigid, member))
_Static_assert(offsetof(tsu_rigid, velocity) == 3 * sizeof(double) &&
                   offsetof(tsu_rigid, momentum) == 6 * sizeof(double) &&
                   offsetof(tsu_rigid, turn) == 9 * sizeof(double) &&
                   offsetof(tsu_rigid, mass) == 13 * sizeof(double) &&
                   offsetof(tsu_rigid, inertia) == 14 * sizeof(double) && offsetof(tsu_rigid, centre) == 0,
               "the order in which side.c takes a body");
_Static_assert(offsetof(tsu_clump, missing) == offsetof(tsu_clump, lopsided) + 3 * sizeof(double),
               "likewise");

TSU_FN void take(const tsu_side *s, int l, size_t at, double *x, double *y, double *z, double *w)
{
    tsu_v4 row[4];
    for (int q = 0; q < 4; q++) {
        memcpy(&row[q], (const char *)s->c[l + q] + at, sizeof row[q]);
    }
    tsu_v4_store_columns(row, l, x, y, z, w);
}

TSU_FN void give(const tsu_side *s, int l, size_t at, const double *x, const double *y, const double *z,
                 const double *w)
{
    tsu_v4 row[4];
    tsu_v4_store_rows(x + l, y + l, z + l, w + l, (double *)row, 4);
    if (l + 4 <= s->lanes) { /* mostly */
        for (int q = 0; q < 4; q++) {
            memcpy((char *)s->c[l + q] + at, &row[q], sizeof row[q]);
        }
        return;
    }
    for (int q = 0; l + q < s->lanes; q++) {
        memcpy((char *)s->c[l + q] + at, &row[q], sizeof row[q]);
    }
}

static TSU_CLONES void take_all(tsu_side *s)
{
    tsu_side_lane rest;
    for (int l = 0; l < TSU_SIDE; l += 4) {
        take(s, l, BODY(centre), s->centre.x, s->centre.y, s->centre.z, s->velocity.x);
        take(s, l, BODY(velocity.y), s->velocity.y, s->velocity.z, s->momentum.x, s->momentum.y);
        take(s, l, BODY(momentum.z), s->momentum.z, s->turn.w, s->turn.x, s->turn.y);
        take(s, l, BODY(turn.z), s->turn.z, s->mass, s->inertia.x, s->inertia.y);
        take(s, l, BODY(inertia), rest, rest, s->inertia.z, rest); /* what is behind it is none of its own */
        take(s, l, offsetof(tsu_clump, step), s->step.w, s->step.x, s->step.y, s->step.z);
        take(s, l, offsetof(tsu_clump, lopsided), s->lopsided.x, s->lopsided.y, s->lopsided.z, s->missing);
    }
    for (int l = 0; l < TSU_SIDE; l++) {
        s->per_mass[l] = 1.0 / s->mass[l];
        s->inverse.x[l] = 1.0 / s->inertia.x[l];
        s->inverse.y[l] = 1.0 / s->inertia.y[l];
        s->inverse.z[l] = 1.0 / s->inertia.z[l];
    }
}

void tsu_side_begin(const world *w, const tsu_side_box *box, int64_t begin, int lanes, tsu_side *s)
{
    const tsu_clumps *all = w->clumps;
    s->told = all->told + begin;
    s->lanes = lanes;
    s->slots = s->gathered = 0;
    s->locked = s->fresh = false;
    s->box = box;
    s->dt = w->dt;
    s->rate = 1.0 / w->dt;
    s->g = tsu_vec3_make(w->gravity[0], w->gravity[1], w->gravity[2]);
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_clump *own = &all->clump[begin + (l < lanes ? l : 0)];
        s->c[l] = own;
        s->first[l] = own->first;
        s->count[l] = l < lanes ? own->count : 0;
        if (s->count[l] > s->slots) s->slots = s->count[l];
        s->slip[l] = own->slip;
        s->locked |= own->locked || own->frozen || own->held != 0.0;
        s->fresh |= own->fresh;
    }
    memset(s->booked, 0, sizeof s->booked);
    memset(&s->tell, 0, sizeof s->tell);
    take_all(s);
}

static TSU_CLONES void gather(const tsu_clumps *all, const tsu_particles *p, const tsu_side *s, int slot,
                              tsu_side_sphere *ball)
{
    const tsu_v4 none = {0.0, 0.0, 0.0, 0.0};
    const tsu_vec3 centre = {0.0, 0.0, 0.0};
    for (int l = 0; l < TSU_SIDE; l += 4) {
        tsu_v4 force[4], torque[4];
        for (int q = 0; q < 4; q++) {
            const int m = l + q;
            const bool there = slot < s->count[m];
            const int32_t k = there ? s->first[m] + slot : 0, i = there ? all->row[k] : 0;
            ball->row[m] = i;
            force[q] = there ? *(const tsu_v4 *)p->force[i] : none;
            torque[q] = there ? *(const tsu_v4 *)p->torque[i] : none;
            tsu_lanes_set(&ball->arm, m, there ? all->arm[k] : centre);
            ball->mass[m] = there ? p->mass[i] : 0.0;
            ball->there[m] = there ? 1.0 : 0.0;
        }
        tsu_v4_store_three(force, l, ball->force.x, ball->force.y, ball->force.z);
        tsu_v4_store_three(torque, l, ball->torque.x, ball->torque.y, ball->torque.z);
    }
}

TSU_CLONES void tsu_side_out(const tsu_side *TSU_RESTRICT s, tsu_side_sphere *TSU_RESTRICT ball)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_lanes_set(&ball->out, l, tsu_quaternion_out(get_four(&s->turn, l), tsu_lanes_get(&ball->arm, l)));
    }
}

void tsu_side_gather(const world *w, tsu_side *s, int slot, tsu_side_sphere *ball)
{
    if (slot < s->gathered) return;
    gather(w->clumps, &w->particles, s, slot, ball);
    if (slot < TSU_SIDE_KEPT) s->gathered = slot + 1;
}

tsu_side_box tsu_side_box_of(const world *w)
{
    tsu_side_box box;
    for (int q = 0; q < 3; q++) {
        box.lo[q] = w->boundary[q][0] == 'f' ? w->box.lo[q] : -INFINITY;
        box.hi[q] = w->boundary[q][1] == 'f' ? w->box.hi[q] : INFINITY;
        box.lattice[q] = w->lattice[q];
        box.from[q] = w->box.periodic[q] ? w->box.lo[q] : -INFINITY;
        /* no rounding makes a crossing of that */
        box.below[q] = w->box.periodic[q] ? w->box.lo[q] + 0.999 * (w->box.hi[q] - w->box.lo[q]) : INFINITY;
    }
    return box;
}

/* Three numbers of each lane into the rows of spheres, whose fourth number stays. */
TSU_FN void scatter(const tsu_side_sphere *ball, const tsu_lanes *from, double (*to)[4])
{
    for (int l = 0; l < TSU_SIDE; l += 4) {
        tsu_v4 row[4];
        tsu_v4_store_rows(from->x + l, from->y + l, from->z + l, from->z + l, (double *)row, 4);
        for (int q = 0; q < 4; q++) {
            if (ball->there[l + q] == 0.0) continue;
            tsu_v4 *at = (tsu_v4 *)to[ball->row[l + q]];
            *at = TSU_V4_SHUFFLE(row[q], *at, 0, 1, 2, 7);
        }
    }
}

TSU_CLONES void tsu_side_put_motion(const world *w, const tsu_side *s, const tsu_side_sphere *ball)
{
    scatter(ball, &s->v, w->particles.vm);
    scatter(ball, &s->spin, w->particles.wi);
}

TSU_CLONES void tsu_side_put_all(const world *w, const tsu_side *s, const tsu_side_sphere *ball)
{
    scatter(ball, &s->x, w->particles.xr);
    scatter(ball, &s->v, w->particles.vm);
    scatter(ball, &s->spin, w->particles.wi);
}

/* ---- loads ----------------------------------------------------------------------------------------------------------- */

TSU_FN tsu_rigid body_of(const tsu_side *s, int l)
{
    const tsu_rigid b = {.velocity = tsu_lanes_get(&s->velocity, l),
                         .momentum = tsu_lanes_get(&s->momentum, l),
                         .turn = get_four(&s->turn, l),
                         .mass = s->mass[l],
                         .inertia = tsu_lanes_get(&s->inertia, l)};
    return b;
}

TSU_FN tsu_vec3 inverse_of(const tsu_side *s, int l)
{
    return tsu_lanes_get(&s->inverse, l);
}

static TSU_CLONES void add_slot(tsu_side *TSU_RESTRICT s, const tsu_side_sphere *TSU_RESTRICT ball)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 f = tsu_lanes_get(&ball->force, l), t = tsu_lanes_get(&ball->torque, l),
                       arm = tsu_lanes_get(&ball->out, l);
        tsu_lanes_set(&s->force, l, tsu_vec3_add(tsu_lanes_get(&s->force, l), f));
        tsu_lanes_set(&s->torque, l,
                      tsu_vec3_add(tsu_lanes_get(&s->torque, l), tsu_vec3_add(t, tsu_vec3_cross(arm, f))));
    }
}

/* The weight acts at the centre. */
static TSU_CLONES void end_load(tsu_side *s)
{
    const tsu_vec3 g = s->g;
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 by =
            tsu_vec3_cross(tsu_quaternion_out(get_four(&s->turn, l), tsu_lanes_get(&s->lopsided, l)), g);
        tsu_lanes_set(&s->force, l, tsu_vec3_madd(tsu_lanes_get(&s->force, l), s->missing[l], g));
        tsu_lanes_set(&s->torque, l, tsu_vec3_sub(tsu_lanes_get(&s->torque, l), by));
    }
}

void tsu_side_load(const world *w, tsu_side *s)
{
    memset(&s->force, 0, sizeof s->force);
    memset(&s->torque, 0, sizeof s->torque);
    for (int slot = 0; slot < s->slots; slot++) {
        tsu_side_sphere *ball = &s->ball[slot < TSU_SIDE_KEPT ? slot : TSU_SIDE_KEPT];
        tsu_side_gather(w, s, slot, ball);
        tsu_side_out(s, ball);
        add_slot(s, ball);
    }
    end_load(s);
}

void tsu_side_keep(const tsu_side *s)
{
    for (int l = 0; l < s->lanes; l++) {
        s->c[l]->load.force = tsu_lanes_get(&s->force, l);
        s->c[l]->load.torque = tsu_lanes_get(&s->torque, l);
    }
}

void tsu_side_recall(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_clump_load *load = &s->c[l]->load;
        tsu_lanes_set(&s->force, l, load->force);
        tsu_lanes_set(&s->torque, l, load->torque);
    }
}

/* ---- first half ------------------------------------------------------------------------------------------------------ */

TSU_FN void kick(tsu_side *s, int l)
{
    tsu_rigid b = body_of(s, l);
    tsu_rigid_kick_by(&b, s->per_mass[l], tsu_lanes_get(&s->acting, l), tsu_lanes_get(&s->turning, l),
                      0.5 * s->dt);
    tsu_lanes_set(&s->velocity, l, b.velocity);
    tsu_lanes_set(&s->momentum, l, b.momentum);
}

TSU_CLONES void tsu_side_kick_first(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        kick(s, l);
        const tsu_rigid b = body_of(s, l);
        const tsu_vec3 kicked = tsu_rigid_spin_by(&b, inverse_of(s, l));
        s->slip[l] = tsu_rigid_rotational_by(&b, inverse_of(s, l)) -
                     0.5 * s->dt * tsu_vec3_dot(tsu_lanes_get(&s->torque, l), kicked);
        tsu_lanes_set(&s->spin, l, kicked);
    }
}

TSU_FN void turn(tsu_side *TSU_RESTRICT s, double time, bool little)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_rigid b = body_of(s, l);
        const tsu_quaternion step = tsu_rigid_turn_by(&b, inverse_of(s, l), time, little);
        const tsu_vec3 spin = tsu_rigid_spin_by(&b, inverse_of(s, l));
        put_four(&s->turn, l, b.turn);
        put_four(&s->step, l, step);
        tsu_lanes_set(&s->spin, l, spin);
    }
}

static TSU_CLONES void turn_little(tsu_side *s, double time)
{
    turn(s, time, true);
}

static TSU_CLONES void turn_any(tsu_side *s, double time)
{
    turn(s, time, false);
}

/* How many turn little. */
static TSU_CLONES int count_little(const tsu_side *s, double time)
{
    int little = 0;
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_rigid b = body_of(s, l);
        little += tsu_rigid_turns_little(&b, inverse_of(s, l), time);
    }
    return little;
}

void tsu_side_turn(tsu_side *s, double time)
{
    s->before = s->turn;
    if (count_little(s, time) == TSU_SIDE)
        turn_little(s, time);
    else
        turn_any(s, time);
}

TSU_FN double rounded(double x, double lattice)
{
    const double shifted = x + lattice;
    return shifted - lattice;
}

TSU_CLONES void tsu_side_shift(tsu_side *TSU_RESTRICT s)
{
    const double bx = s->box->lattice[0], by = s->box->lattice[1], bz = s->box->lattice[2];
    for (int l = 0; l < TSU_SIDE; l++) {
        s->way.x[l] = rounded(s->dt * s->velocity.x[l], bx);
        s->way.y[l] = rounded(s->dt * s->velocity.y[l], by);
        s->way.z[l] = rounded(s->dt * s->velocity.z[l], bz);
        s->centre.x[l] += s->way.x[l];
        s->centre.y[l] += s->way.y[l];
        s->centre.z[l] += s->way.z[l];
    }
}

TSU_CLONES bool tsu_side_crosses(const tsu_side *s)
{
    const tsu_side_box box = *s->box;
    int out = 0;
    for (int l = 0; l < TSU_SIDE; l++) {
        const double x = s->centre.x[l], y = s->centre.y[l], z = s->centre.z[l];
        out |= !((x >= box.from[0]) & (x < box.below[0]) & (y >= box.from[1]) & (y < box.below[1]) &
                 (z >= box.from[2]) & (z < box.below[2]));
    }
    return out;
}

TSU_CLONES void tsu_side_end_first(const tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l += 4) {
        give(s, l, BODY(centre), s->centre.x, s->centre.y, s->centre.z, s->velocity.x);
        give(s, l, BODY(velocity.y), s->velocity.y, s->velocity.z, s->momentum.x, s->momentum.y);
        give(s, l, BODY(momentum.z), s->momentum.z, s->turn.w, s->turn.x, s->turn.y);
        give(s, l, offsetof(tsu_clump, step), s->step.w, s->step.x, s->step.y, s->step.z);
    }
    for (int l = 0; l < s->lanes; l++) {
        s->c[l]->body.turn.z = s->turn.z[l];
    }
}

TSU_CLONES void tsu_side_tell(const tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l += 4) {
        tsu_v4 row[4];
        tsu_v4_store_rows(s->tell.slip + l, s->tell.held + l, s->tell.way2 + l, s->tell.outside + l,
                          (double *)row, 4);
        for (int q = 0; q < 4 && l + q < s->lanes; q++) {
            memcpy(&s->told[l + q], &row[q], sizeof row[q]);
        }
    }
}

/* Work of the forces on a sphere over the way that it turns, and of its torque: power times the length of a step. */
TSU_FN double power(const tsu_side *s, const tsu_side_sphere *ball, int l, tsu_vec3 turned)
{
    const tsu_vec3 force = tsu_vec3_madd(tsu_lanes_get(&ball->force, l), -ball->mass[l], s->g);
    return tsu_vec3_dot(force, turned) +
           tsu_vec3_dot(tsu_lanes_get(&ball->torque, l), tsu_lanes_get(&s->spin, l));
}

TSU_CLONES void tsu_side_drift(tsu_side *TSU_RESTRICT s, tsu_side_sphere *TSU_RESTRICT ball)
{
    const double rate = s->rate, bx = s->box->lattice[0], by = s->box->lattice[1], bz = s->box->lattice[2];
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 arm = tsu_lanes_get(&ball->arm, l), way = tsu_lanes_get(&s->way, l),
                       shift = tsu_quaternion_shift(get_four(&s->step, l),
                                                    tsu_quaternion_out(get_four(&s->before, l), arm)),
                       turned = tsu_vec3_scale(rate, shift),
                       out = tsu_quaternion_out(get_four(&s->turn, l), arm), all = tsu_vec3_add(way, shift);
        s->booked[l] += power(s, ball, l, turned);
        const double way2 = all.x * all.x + all.y * all.y + all.z * all.z;
        const double counted = ball->there[l] != 0.0 ? way2 : 0.0;
        s->tell.way2[l] = counted > s->tell.way2[l] ? counted : s->tell.way2[l];
        s->x.x[l] = s->centre.x[l] + rounded(out.x, bx);
        s->x.y[l] = s->centre.y[l] + rounded(out.y, by);
        s->x.z[l] = s->centre.z[l] + rounded(out.z, bz);
        tsu_lanes_set(&s->v, l, tsu_vec3_add(tsu_lanes_get(&s->velocity, l), turned));
    }
}

TSU_CLONES void tsu_side_leave(tsu_side *TSU_RESTRICT s, const tsu_side_sphere *TSU_RESTRICT ball)
{
    const tsu_side_box *box = s->box;
    for (int l = 0; l < TSU_SIDE; l++) {
        const double x = s->x.x[l], y = s->x.y[l], z = s->x.z[l];
        const int out = (x < box->lo[0]) | (x > box->hi[0]) | (y < box->lo[1]) | (y > box->hi[1]) |
                        (z < box->lo[2]) | (z > box->hi[2]);
        s->tell.outside[l] += out ? ball->there[l] : 0.0;
    }
}

TSU_CLONES void tsu_side_book_first(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_rigid b = body_of(s, l);
        s->slip[l] += 0.5 * s->dt * s->booked[l] - tsu_rigid_rotational_by(&b, inverse_of(s, l));
    }
}

/* ---- second half ----------------------------------------------------------------------------------------------------- */

TSU_CLONES void tsu_side_look(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_rigid b = body_of(s, l);
        tsu_lanes_set(&s->spin, l, tsu_rigid_spin_by(&b, inverse_of(s, l)));
    }
}

TSU_CLONES void tsu_side_work_back(tsu_side *TSU_RESTRICT s, const tsu_side_sphere *TSU_RESTRICT ball)
{
    const double rate = s->rate;
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_quaternion back = {s->step.w[l], -s->step.x[l], -s->step.y[l], -s->step.z[l]};
        const tsu_vec3 turned =
            tsu_vec3_scale(-rate, tsu_quaternion_shift(back, tsu_lanes_get(&ball->out, l)));
        s->booked[l] += power(s, ball, l, turned);
    }
}

TSU_CLONES void tsu_side_book_second(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        s->slip[l] += 0.5 * s->dt *
                      (s->booked[l] - tsu_vec3_dot(tsu_lanes_get(&s->torque, l), tsu_lanes_get(&s->spin, l)));
    }
}

TSU_CLONES void tsu_side_kick_second(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        kick(s, l);
    }
}

TSU_CLONES void tsu_side_check(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 v = tsu_lanes_get(&s->velocity, l), m = tsu_lanes_get(&s->momentum, l);
        s->tell.slip[l] += 0.0 * (v.x + v.y + v.z + m.x + m.y + m.z);
    }
}

void tsu_side_go_on(tsu_side *s)
{
    memset(s->booked, 0, sizeof s->booked);
}

void tsu_side_end_second(tsu_side *s)
{
    tsu_side_look(s);
    for (int l = 0; l < s->lanes; l++) {
        s->c[l]->body.velocity = tsu_lanes_get(&s->velocity, l);
        s->c[l]->body.momentum = tsu_lanes_get(&s->momentum, l);
    }
}

TSU_CLONES void tsu_side_carry(tsu_side *TSU_RESTRICT s, const tsu_side_sphere *TSU_RESTRICT ball)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 spin = tsu_lanes_get(&s->spin, l), arm = tsu_lanes_get(&ball->out, l);
        tsu_lanes_set(&s->v, l, tsu_vec3_add(tsu_lanes_get(&s->velocity, l), tsu_vec3_cross(spin, arm)));
    }
}
