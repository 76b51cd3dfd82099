/* SPDX-License-Identifier: Apache-2.0 */
#include "step/clump/side.h"
#include "base/portable.h"
#include "step/clump/side_rows.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

static TSU_CLONES void take_all(tsu_side *s)
{
    tsu_side_take(s, 0, s->slip, s->step.w, s->step.x, s->step.y);
    tsu_side_take(s, 1, s->step.z, s->centre.x, s->centre.y, s->centre.z);
    tsu_side_take(s, 2, s->velocity.x, s->velocity.y, s->velocity.z, s->momentum.x);
    tsu_side_take(s, 3, s->momentum.y, s->momentum.z, s->turn.w, s->turn.x);
    tsu_side_take(s, 4, s->turn.y, s->turn.z, s->behind[0], s->behind[1]);
}

static TSU_CLONES void give_all(const tsu_side *s)
{
    tsu_side_give(s, 0, s->slip, s->step.w, s->step.x, s->step.y);
    tsu_side_give(s, 1, s->step.z, s->centre.x, s->centre.y, s->centre.z);
    tsu_side_give(s, 2, s->velocity.x, s->velocity.y, s->velocity.z, s->momentum.x);
    tsu_side_give(s, 3, s->momentum.y, s->momentum.z, s->turn.w, s->turn.x);
    tsu_side_give(s, 4, s->turn.y, s->turn.z, s->behind[0], s->behind[1]);
}

void tsu_side_begin(const world *w, const tsu_side_box *box, int64_t group, tsu_side *s)
{
    const tsu_clumps *all = w->clumps;
    const int64_t left = all->count - group * TSU_SIDE;
    s->lanes = left < TSU_SIDE ? (int)left : TSU_SIDE;
    for (int l = 0; l < TSU_SIDE; l++) {
        s->c[l] = all->clump + group * TSU_SIDE + (l < s->lanes ? l : 0);
    }
    s->laid = &all->laid[group];
    s->masses = &all->masses[s->laid->like];
    s->slot = all->slot + all->laid[s->laid->like].first;
    s->rows = all->side_row + s->laid->first;
    s->slots = s->laid->slots;
    s->told = &all->told[group];
    s->told_slip = all->slip[group];
    s->gathered = 0;
    s->measured = false;
    s->locked = s->laid->locked;
    s->fresh = s->laid->fresh;
    s->box = box;
    s->dt = w->dt;
    s->rate = 1.0 / w->dt;
    s->g = tsu_vec3_make(w->gravity[0], w->gravity[1], w->gravity[2]);
    memset(s->booked, 0, sizeof s->booked);
    memset(s->whole, 0, sizeof s->whole);
    memset(s->held, 0, sizeof s->held);
    memset(s->way2, 0, sizeof s->way2);
    memset(s->outside, 0, sizeof s->outside);
    take_all(s);
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

/* Forces and torques of a slot, and its arms in space. */
TSU_FN void gather_sphere(const tsu_particles *p, const tsu_side_slot *slot, const tsu_side_rows *rows,
                          const tsu_lanes4 *turn, tsu_side_sphere *ball)
{
    const tsu_words8 there = (tsu_words8)(tsu_side_lane_get(slot->there) > 0.0);
    tsu_side_gather((const double(*)[4])p->force, rows, there, &ball->force);
    tsu_side_gather((const double(*)[4])p->torque, rows, there, &ball->torque);
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_lanes_set(&ball->out, l,
                      tsu_quaternion_out(tsu_side_get_four(turn, l), tsu_lanes_get(&slot->arm, l)));
    }
}

static TSU_CLONES void gather_again(const tsu_particles *p, const tsu_side_slot *TSU_RESTRICT slot,
                                    const tsu_side_rows *rows, const tsu_lanes4 *TSU_RESTRICT turn,
                                    tsu_side_sphere *TSU_RESTRICT ball)
{
    gather_sphere(p, slot, rows, turn, ball);
}

/* A slot of spheres with their arms as they are by `turn`; those that have no place of their own are gathered again. */
static const tsu_side_sphere *ball_of(const world *w, tsu_side *s, int slot, const tsu_lanes4 *turn)
{
    tsu_side_sphere *ball = &s->ball[slot < TSU_SIDE_KEPT ? slot : TSU_SIDE_KEPT];
    if (slot >= TSU_SIDE_KEPT || slot >= s->gathered)
        gather_again(&w->particles, &s->slot[slot], &s->rows[slot], turn, ball);
    return ball;
}

/* ---- loads ----------------------------------------------------------------------------------------------------------- */

TSU_FN tsu_rigid body_of(const tsu_side *s, int l)
{
    const tsu_rigid b = {.velocity = tsu_lanes_get(&s->velocity, l),
                         .momentum = tsu_lanes_get(&s->momentum, l),
                         .turn = tsu_side_get_four(&s->turn, l)};
    return b;
}

/* Work of the forces on a sphere over the way that it turns, and of its torque: power times the length of a step. */
TSU_FN double power(const tsu_side *s, const tsu_side_slot *slot, const tsu_side_sphere *ball, int l,
                    tsu_vec3 turned, tsu_vec3 spin)
{
    const tsu_vec3 force = tsu_vec3_madd(tsu_lanes_get(&ball->force, l), -slot->mass[l], s->g);
    return tsu_vec3_dot(force, turned) + tsu_vec3_dot(tsu_lanes_get(&ball->torque, l), spin);
}

TSU_FN void add_slot(const tsu_particles *p, tsu_side *s, const tsu_side_slot *slot,
                     const tsu_side_rows *rows, tsu_side_sphere *ball, const bool back)
{
    const double rate = s->rate;
    gather_sphere(p, slot, rows, &s->turn, ball);
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 f = tsu_lanes_get(&ball->force, l), t = tsu_lanes_get(&ball->torque, l),
                       arm = tsu_lanes_get(&ball->out, l);
        tsu_lanes_set(&s->all.force, l, tsu_vec3_add(tsu_lanes_get(&s->all.force, l), f));
        tsu_lanes_set(
            &s->all.torque, l,
            tsu_vec3_add(tsu_lanes_get(&s->all.torque, l), tsu_vec3_add(t, tsu_vec3_cross(arm, f))));
        if (!back) continue;
        const tsu_quaternion to = {s->step.w[l], -s->step.x[l], -s->step.y[l], -s->step.z[l]};
        const tsu_vec3 turned = tsu_vec3_scale(-rate, tsu_quaternion_shift(to, arm));
        s->booked[l] += power(s, slot, ball, l, turned, tsu_lanes_get(&s->spin, l));
    }
}

static TSU_CLONES void add_slot_only(const tsu_particles *p, tsu_side *TSU_RESTRICT s,
                                     const tsu_side_slot *TSU_RESTRICT slot, const tsu_side_rows *rows,
                                     tsu_side_sphere *TSU_RESTRICT ball)
{
    add_slot(p, s, slot, rows, ball, false);
}

static TSU_CLONES void add_slot_back(const tsu_particles *p, tsu_side *TSU_RESTRICT s,
                                     const tsu_side_slot *TSU_RESTRICT slot, const tsu_side_rows *rows,
                                     tsu_side_sphere *TSU_RESTRICT ball)
{
    add_slot(p, s, slot, rows, ball, true);
}

/* The weight acts at the centre. */
static TSU_CLONES void add_weight(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses)
{
    const tsu_vec3 g = s->g;
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 by = tsu_vec3_cross(
            tsu_quaternion_out(tsu_side_get_four(&s->turn, l), tsu_lanes_get(&masses->lopsided, l)), g);
        tsu_lanes_set(&s->all.force, l,
                      tsu_vec3_madd(tsu_lanes_get(&s->all.force, l), masses->missing[l], g));
        tsu_lanes_set(&s->all.torque, l, tsu_vec3_sub(tsu_lanes_get(&s->all.torque, l), by));
    }
}

void tsu_side_add_up(const world *w, tsu_side *s, bool back)
{
    memset(&s->all, 0, sizeof s->all);
    for (int slot = 0; slot < s->slots; slot++) {
        (back ? add_slot_back : add_slot_only)(&w->particles, s, &s->slot[slot], &s->rows[slot],
                                               &s->ball[slot < TSU_SIDE_KEPT ? slot : TSU_SIDE_KEPT]);
    }
    s->gathered = s->slots;
    if (!s->laid->even)
        add_weight(s, s->masses); /* of nothing: sums from zero on have no sign that it could change */
}

void tsu_side_keep(const tsu_side *s)
{
    for (int l = 0; l < s->lanes; l++) {
        s->c[l]->load.force = tsu_lanes_get(&s->all.force, l);
        s->c[l]->load.torque = tsu_lanes_get(&s->all.torque, l);
    }
}

void tsu_side_recall(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_clump_load *load = &s->c[l]->load;
        tsu_lanes_set(&s->all.force, l, load->force);
        tsu_lanes_set(&s->all.torque, l, load->torque);
    }
}

/* ---- first half ------------------------------------------------------------------------------------------------------ */

/* Half a kick. */
TSU_FN tsu_rigid kicked(const tsu_side *s, const tsu_side_masses *masses, const tsu_side_load *acting, int l)
{
    tsu_rigid b = body_of(s, l);
    tsu_rigid_kick_by(&b, masses->per_mass[l], tsu_lanes_get(&acting->force, l),
                      tsu_lanes_get(&acting->torque, l), 0.5 * s->dt);
    return b;
}

TSU_FN double rounded(double x, double lattice)
{
    const double shifted = x + lattice;
    return shifted - lattice;
}

TSU_FN void go(tsu_side *s, const tsu_side_masses *masses, const tsu_side_load *acting,
               const tsu_rigid_kind kind)
{
    const double bx = s->box->lattice[0], by = s->box->lattice[1], bz = s->box->lattice[2], dt = s->dt;
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_rigid b = kicked(s, masses, acting, l);
        const tsu_vec3 inverse = tsu_lanes_get(&masses->inverse, l), before = tsu_rigid_spin_by(&b, inverse);
        s->slip[l] = tsu_rigid_rotational_by(&b, inverse) -
                     0.5 * dt * tsu_vec3_dot(tsu_lanes_get(&s->all.torque, l), before);
        tsu_lanes_set(&s->kicked, l, before);
        tsu_side_put_four(&s->step, l, tsu_rigid_turn_by(&b, inverse, dt, kind));
        tsu_lanes_set(&s->spin, l, tsu_rigid_spin_by(&b, inverse));
        s->rotational[l] = tsu_rigid_rotational_by(&b, inverse);
        tsu_side_put_four(&s->turn, l, b.turn);
        tsu_lanes_set(&s->velocity, l, b.velocity);
        tsu_lanes_set(&s->momentum, l, b.momentum);
        s->way.x[l] = rounded(dt * b.velocity.x, bx);
        s->way.y[l] = rounded(dt * b.velocity.y, by);
        s->way.z[l] = rounded(dt * b.velocity.z, bz);
        s->centre.x[l] += s->way.x[l];
        s->centre.y[l] += s->way.y[l];
        s->centre.z[l] += s->way.z[l];
    }
}

static TSU_CLONES void go_slender(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses,
                                  const tsu_side_load *TSU_RESTRICT acting)
{
    go(s, masses, acting, (tsu_rigid_kind){.little = true, .slender = true});
}

static TSU_CLONES void go_little(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses,
                                 const tsu_side_load *TSU_RESTRICT acting)
{
    go(s, masses, acting, (tsu_rigid_kind){.little = true});
}

static TSU_CLONES void go_any(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses,
                              const tsu_side_load *TSU_RESTRICT acting)
{
    go(s, masses, acting, (tsu_rigid_kind){.little = false});
}

/* How fast they turn in the next drift, after another half kick. */
static TSU_CLONES void measure(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses,
                               const tsu_side_load *TSU_RESTRICT acting)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_rigid b = kicked(s, masses, acting, l);
        s->quick[l] = tsu_rigid_quickness(&b, tsu_lanes_get(&masses->inverse, l), s->dt);
    }
}

static TSU_CLONES bool turn_little(const tsu_side *s)
{
    return !tsu_side_any_of(~(tsu_words8)(tsu_side_lane_get(s->quick) <= TSU_RIGID_LITTLE));
}

void tsu_side_go(tsu_side *s)
{
    s->before = s->turn;
    if (!s->measured) measure(s, s->masses, s->acting);
    if (!turn_little(s))
        go_any(s, s->masses, s->acting);
    else if (s->laid->slender)
        go_slender(s, s->masses, s->acting);
    else
        go_little(s, s->masses, s->acting);
}

TSU_CLONES bool tsu_side_crosses(const tsu_side *s)
{
    const double *from = s->box->from, *below = s->box->below;
    const tsu_v8 x = tsu_side_lane_get(s->centre.x), y = tsu_side_lane_get(s->centre.y),
                 z = tsu_side_lane_get(s->centre.z);
    const tsu_words8 in = (tsu_words8)(x >= from[0]) & (tsu_words8)(x < below[0]) &
                          (tsu_words8)(y >= from[1]) & (tsu_words8)(y < below[1]) &
                          (tsu_words8)(z >= from[2]) & (tsu_words8)(z < below[2]);
    return tsu_side_any_of(~in);
}

static TSU_CLONES void drift(tsu_side *TSU_RESTRICT s, const tsu_side_slot *TSU_RESTRICT slot,
                             const tsu_side_sphere *TSU_RESTRICT ball)
{
    const double rate = s->rate, bx = s->box->lattice[0], by = s->box->lattice[1], bz = s->box->lattice[2];
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 way = tsu_lanes_get(&s->way, l),
                       shift =
                           tsu_quaternion_shift(tsu_side_get_four(&s->step, l), tsu_lanes_get(&ball->out, l)),
                       turned = tsu_vec3_scale(rate, shift),
                       out = tsu_quaternion_out(tsu_side_get_four(&s->turn, l), tsu_lanes_get(&slot->arm, l)),
                       all = tsu_vec3_add(way, shift);
        s->booked[l] += power(s, slot, ball, l, turned, tsu_lanes_get(&s->spin, l));
        const double way2 = all.x * all.x + all.y * all.y + all.z * all.z;
        const double counted = slot->there[l] != 0.0 ? way2 : 0.0;
        s->way2[l] = counted > s->way2[l] ? counted : s->way2[l];
        s->x.x[l] = s->centre.x[l] + rounded(out.x, bx);
        s->x.y[l] = s->centre.y[l] + rounded(out.y, by);
        s->x.z[l] = s->centre.z[l] + rounded(out.z, bz);
        tsu_lanes_set(&s->v, l, tsu_vec3_add(tsu_lanes_get(&s->velocity, l), turned));
    }
}

void tsu_side_drift(const world *w, tsu_side *s, int slot)
{
    drift(s, &s->slot[slot], ball_of(w, s, slot, &s->before));
}

TSU_FN void leave(tsu_side *s, const tsu_side_slot *slot)
{
    const double *lo = s->box->lo, *hi = s->box->hi;
    const tsu_v8 x = tsu_side_lane_get(s->x.x), y = tsu_side_lane_get(s->x.y), z = tsu_side_lane_get(s->x.z);
    const tsu_words8 out = (tsu_words8)(x < lo[0]) | (tsu_words8)(x > hi[0]) | (tsu_words8)(y < lo[1]) |
                           (tsu_words8)(y > hi[1]) | (tsu_words8)(z < lo[2]) | (tsu_words8)(z > hi[2]);
    const tsu_v8 counted = (tsu_v8)((tsu_words8)tsu_side_lane_get(slot->there) & out);
    tsu_side_lane_put(s->outside, tsu_side_lane_get(s->outside) + counted);
}

TSU_FN void put(const tsu_particles *p, tsu_side *s, const tsu_side_slot *slot, const tsu_side_rows *rows,
                const bool full)
{
    const tsu_side_places row = tsu_side_places_of(rows);
    leave(s, slot);
    tsu_side_scatter(slot, &row, &s->x, p->xr, full);
    tsu_side_scatter(slot, &row, &s->v, p->vm, full);
    tsu_side_scatter(slot, &row, &s->spin, p->wi, full);
}

static TSU_CLONES void put_full(const tsu_particles *p, tsu_side *s, const tsu_side_slot *slot,
                                const tsu_side_rows *rows)
{
    put(p, s, slot, rows, true);
}

static TSU_CLONES void put_some(const tsu_particles *p, tsu_side *s, const tsu_side_slot *slot,
                                const tsu_side_rows *rows)
{
    put(p, s, slot, rows, false);
}

/* Whether a sphere is in each lane. */
static TSU_CLONES bool is_full(const tsu_side_slot *slot)
{
    return !tsu_side_any_of((tsu_words8)(tsu_side_lane_get(slot->there) == 0.0));
}

void tsu_side_put(const world *w, tsu_side *s, int slot)
{
    const tsu_side_slot *of = &s->slot[slot];
    (is_full(of) ? put_full : put_some)(&w->particles, s, of, &s->rows[slot]);
}

/* What it leaves for whoever looks at all of them. */
static void tell(const tsu_side *s)
{
    double most = 0.0, beyond = 0.0;
    for (int l = 0; l < TSU_SIDE; l++) {
        most = s->way2[l] > most ? s->way2[l] : most;
        beyond += s->outside[l];
    }
    s->told->way2 = most;
    s->told->outside = beyond != 0.0;
    s->told->holds = s->locked;
    memcpy(s->told_slip, s->whole, sizeof s->whole);
    if (s->locked) memcpy(s->told->held, s->held, sizeof s->told->held);
}

static TSU_CLONES void end_first(tsu_side *s)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        s->slip[l] += 0.5 * s->dt * s->booked[l] - s->rotational[l];
    }
    give_all(s);
}

void tsu_side_end_first(tsu_side *s)
{
    end_first(s);
    tell(s);
}

/* ---- second half ----------------------------------------------------------------------------------------------------- */

static TSU_CLONES void look(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_rigid b = body_of(s, l);
        tsu_lanes_set(&s->spin, l, tsu_rigid_spin_by(&b, tsu_lanes_get(&masses->inverse, l)));
    }
}

void tsu_side_look(tsu_side *s)
{
    look(s, s->masses);
}

/* What is told is not finite where a body is not. */
static TSU_CLONES void end_second(tsu_side *TSU_RESTRICT s, const tsu_side_masses *TSU_RESTRICT masses,
                                  const tsu_side_load *TSU_RESTRICT acting)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        tsu_rigid b = kicked(s, masses, acting, l);
        const tsu_vec3 v = b.velocity, m = b.momentum;
        s->slip[l] +=
            0.5 * s->dt *
            (s->booked[l] - tsu_vec3_dot(tsu_lanes_get(&s->all.torque, l), tsu_lanes_get(&s->spin, l)));
        s->whole[l] = s->slip[l] + 0.0 * (v.x + v.y + v.z + m.x + m.y + m.z);
        tsu_lanes_set(&s->velocity, l, v);
        tsu_lanes_set(&s->momentum, l, m);
        s->booked[l] = 0.0;
        b.momentum =
            tsu_vec3_madd(m, 0.5 * s->dt, tsu_lanes_get(&acting->torque, l)); /* as tsu_rigid_kick_by */
        s->quick[l] = tsu_rigid_quickness(&b, tsu_lanes_get(&masses->inverse, l), s->dt);
    }
}

void tsu_side_end_second(tsu_side *s)
{
    end_second(s, s->masses, s->acting);
    s->measured = true;
}

static TSU_CLONES void carry(const world *w, tsu_side *TSU_RESTRICT s, const tsu_side_slot *TSU_RESTRICT slot,
                             const tsu_side_rows *rows, const tsu_side_sphere *TSU_RESTRICT ball)
{
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_vec3 spin = tsu_lanes_get(&s->spin, l), arm = tsu_lanes_get(&ball->out, l);
        tsu_lanes_set(&s->v, l, tsu_vec3_add(tsu_lanes_get(&s->velocity, l), tsu_vec3_cross(spin, arm)));
    }
    const tsu_side_places row = tsu_side_places_of(rows);
    tsu_side_scatter(slot, &row, &s->v, w->particles.vm, false);
    tsu_side_scatter(slot, &row, &s->spin, w->particles.wi, false);
}

void tsu_side_rest(const world *w, tsu_side *s)
{
    look(s, s->masses);
    memset(s->slip, 0, sizeof s->slip);
    give_all(s);
    tell(s);
    for (int slot = 0; slot < s->slots; slot++) {
        carry(w, s, &s->slot[slot], &s->rows[slot], ball_of(w, s, slot, &s->turn));
    }
}
