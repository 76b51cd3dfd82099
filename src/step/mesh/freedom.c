/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/freedom.h"
#include "base/memory.h"
#include "state/inertia.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

static const double EQUAL = 1.0e-10; /* moments of inertia nearer than this part of the largest are one */

static tsu_vec3 vec(const double *x)
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

static tsu_quaternion back(tsu_quaternion q)
{
    return (tsu_quaternion){q.w, -q.x, -q.y, -q.z};
}

/* ---- setting free -------------------------------------------------------------------------------------------------- */

/* The turn that leads x, y, z to three unit vectors at right angles: from the largest of its numbers, which is not small. */
static tsu_quaternion turn_to(const double a[3][3])
{
    const double xx = a[0][0], yy = a[1][1], zz = a[2][2];
    const double four[4] = {1.0 + xx + yy + zz, 1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz};
    const double x = a[1][2] - a[2][1], y = a[2][0] - a[0][2], z = a[0][1] - a[1][0];
    const double xy = a[0][1] + a[1][0], xz = a[0][2] + a[2][0], yz = a[1][2] + a[2][1];
    int most = 0;
    for (int k = 1; k < 4; k++) {
        if (four[k] > four[most]) most = k;
    }
    const tsu_quaternion made[4] = {
        {four[0], x, y, z}, {x, four[1], xy, xz}, {y, xy, four[2], yz}, {z, xz, yz, four[3]}};
    return tsu_quaternion_unit(made[most]);
}

static bool finite_all(const double *x, int n)
{
    for (int k = 0; k < n; k++) {
        if (!isfinite(x[k])) return false;
    }
    return true;
}

static tsu_status check_numbers(const tsu_mesh_body *body, const tsu_freedom_def *d, tsu_error *err)
{
    char what[128];
    const tsu_suspension *s = &d->suspension;
    if (!(d->mass > 0.0) || !isfinite(d->mass))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the mass of mesh %s is %g; it must be positive",
                             body->name, d->mass);
    if (!finite_all(d->centre, 3) || !finite_all(d->velocity, 3) || !finite_all(d->momentum, 3) ||
        !finite_all(d->spin, 3))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "centre, velocity or angular momentum of mesh %s is not finite", body->name);
    if (!(s->stiffness >= 0.0 && s->damping >= 0.0 && s->turning_stiffness >= 0.0 &&
          s->turning_damping >= 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the suspension of mesh %s has k_t %g, c_t %g, k_r %g and c_r %g; none may be "
                             "negative",
                             body->name, s->stiffness, s->damping, s->turning_stiffness, s->turning_damping);
    snprintf(what, sizeof what, "the inertia (moi) of mesh %.64s", body->name);
    return tsu_inertia_check(d->inertia, what, err);
}

static tsu_status check(const tsu_mesh_body *body, const tsu_freedom_def *d, tsu_error *err)
{
    if (body->freedom || body->movers > 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s moves already; it cannot move freely as well",
                             body->name);
    if (body->surface.linear || body->surface.turning)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "mesh %s has a surface velocity; it cannot move as well", body->name);
    return check_numbers(body, d, err);
}

static void set_motion(tsu_freedom *f, const tsu_freedom_def *d)
{
    f->rigid.velocity = vec(d->velocity);
    f->rigid.momentum = vec(d->momentum);
    if (d->spin[0] != 0.0 || d->spin[1] != 0.0 || d->spin[2] != 0.0)
        tsu_rigid_set_spin(&f->rigid, vec(d->spin));
    memcpy(f->held, d->held, sizeof f->held);
    memcpy(f->steady, d->steady, sizeof f->steady);
}

static void begin_motion(tsu_freedom *f, const tsu_mesh_body *body, const tsu_freedom_def *d)
{
    double moments[3], axes[3][3];
    const double *q = body->pose.turn;
    tsu_inertia_principal(d->inertia, EQUAL, moments, axes);
    f->rigid = (tsu_rigid){
        .centre = vec(d->centre), .turn = turn_to(axes), .mass = d->mass, .inertia = vec(moments)};
    set_motion(f, d);
    f->at = tsu_pose_point_back(&body->pose, f->rigid.centre);
    f->own = tsu_quaternion_times(back((tsu_quaternion){q[0], q[1], q[2], q[3]}), f->rigid.turn);
    f->suspension = d->suspension;
    f->home = f->rigid.centre;
    f->upright = f->rigid.turn;
}

tsu_status tsu_mesh_set_free(world *w, tsu_mesh_body *body, const tsu_freedom_def *def, tsu_error *err)
{
    tsu_status s = check(body, def, err);
    tsu_freedom *f = s == TSU_OK ? calloc(1, sizeof *f) : NULL;
    if (s == TSU_OK && !f)
        s = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the motion of mesh %s", body->name);
    if (s == TSU_OK) s = tsu_mesh_keep_loads(body, def->centre, body->loads && body->loads->wear, err);
    if (s != TSU_OK) {
        free(f);
        return s;
    }
    tsu_world_change(w);
    begin_motion(f, body, def);
    body->freedom = f;
    return TSU_OK;
}

tsu_status tsu_freedom_change(world *w, tsu_mesh_body *body, const tsu_freedom_def *def, tsu_error *err)
{
    if (!finite_all(def->velocity, 3) || !finite_all(def->momentum, 3) || !finite_all(def->spin, 3))
        return tsu_error_set(err, TSU_ERROR_INPUT, "velocity or angular momentum of mesh %s is not finite",
                             body->name);
    tsu_world_change(w);
    set_motion(body->freedom, def);
    tsu_freedom_place(body);
    return TSU_OK;
}

void tsu_freedom_destroy(tsu_freedom *f)
{
    free(f);
}

/* ---- motion ------------------------------------------------------------------------------------------------------- */

static void set_twist(tsu_mesh_body *body)
{
    const tsu_rigid *b = &body->freedom->rigid;
    body->twist = (tsu_twist){.velocity = b->velocity, .spin = tsu_rigid_spin(b), .centre = b->centre};
}

void tsu_freedom_place(tsu_mesh_body *body)
{
    const tsu_freedom *f = body->freedom;
    const tsu_rigid *b = &f->rigid;
    const tsu_quaternion q = tsu_quaternion_times(b->turn, back(f->own));
    const double turn[4] = {q.w, q.x, q.y, q.z};
    tsu_pose_place(&body->pose, turn, f->at, b->centre);
    body->loads->reference[0] = b->centre.x;
    body->loads->reference[1] = b->centre.y;
    body->loads->reference[2] = b->centre.z;
    set_twist(body);
}

/* How far any point of the mesh has come, and a little more than rounding takes away: the way of its middle, and the chord of the
 * furthest one. */
static double way_since(const tsu_mesh_body *body, const tsu_pose *before, tsu_quaternion was)
{
    const tsu_vec3 middle = vec(body->mesh.centre);
    const tsu_vec3 by = tsu_vec3_sub(tsu_pose_point(&body->pose, middle), tsu_pose_point(before, middle));
    const tsu_quaternion d = tsu_quaternion_times(body->freedom->rigid.turn, back(was));
    const double chord = 2.0 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z) * body->mesh.radius;
    return (tsu_vec3_norm(by) + chord) * (1.0 + 1.0e-9);
}

static double energy_of(const world *w, const tsu_rigid *b)
{
    return 0.5 * b->mass * tsu_vec3_norm2(b->velocity) + tsu_rigid_rotational(b) -
           b->mass * tsu_vec3_dot(vec(w->gravity), b->centre);
}

/* Without what acts on axes that are held. */
static tsu_vec3 let_through(tsu_vec3 a, const bool stopped[3])
{
    return tsu_vec3_make(stopped[0] ? 0.0 : a.x, stopped[1] ? 0.0 : a.y, stopped[2] ? 0.0 : a.z);
}

static void half_kick(tsu_freedom *f, double dt)
{
    tsu_rigid_kick(&f->rigid, let_through(f->total[0], f->held), let_through(f->total[1], f->steady),
                   0.5 * dt);
}

/* Half of the work of what is added over a step, with the velocities of the half step. */
static double half_work(const tsu_freedom *f, double dt)
{
    const tsu_rigid *b = &f->rigid;
    return 0.5 * dt * (tsu_vec3_dot(f->added[0], b->velocity) + tsu_vec3_dot(f->added[1], tsu_rigid_spin(b)));
}

void tsu_freedom_advance(world *w, tsu_mesh_body *body)
{
    tsu_freedom *f = body->freedom;
    const tsu_pose before = body->pose;
    const tsu_quaternion was = f->rigid.turn;
    f->energy = energy_of(w, &f->rigid);
    half_kick(f, w->dt);
    f->work = half_work(f, w->dt);
    tsu_rigid_drift(&f->rigid, w->dt);
    tsu_freedom_place(body);
    f->way = way_since(body, &before, was);
}

/* ---- forces ------------------------------------------------------------------------------------------------------- */

/* The turn since the suspension was hung up, as a vector: the shorter way round [rad]. */
static tsu_vec3 turned(const tsu_freedom *f)
{
    const tsu_quaternion d = tsu_quaternion_times(f->rigid.turn, back(f->upright));
    const tsu_vec3 v = {d.x, d.y, d.z};
    const double sine = tsu_vec3_norm(v), sign = d.w < 0.0 ? -1.0 : 1.0;
    if (!(sine > 0.0)) return v;
    return tsu_vec3_scale(2.0 * tsu_atan2(sine, sign * d.w) * sign / sine, v);
}

static void sum_forces(const world *w, tsu_mesh_body *body)
{
    tsu_freedom *f = body->freedom;
    const tsu_rigid *b = &f->rigid;
    const tsu_suspension *s = &f->suspension;
    const tsu_vec3 weight = tsu_vec3_scale(b->mass, vec(w->gravity));
    tsu_vec3 force = vec(f->force), torque = vec(f->torque);
    force = tsu_vec3_madd(force, -s->stiffness, tsu_vec3_sub(b->centre, f->home));
    force = tsu_vec3_madd(force, -s->damping, b->velocity);
    torque = tsu_vec3_madd(torque, -s->turning_stiffness, turned(f));
    torque = tsu_vec3_madd(torque, -s->turning_damping, tsu_rigid_spin(b));
    const tsu_vec3 acting[2] = {tsu_vec3_add(vec(body->loads->force), weight), vec(body->loads->torque)};
    f->total[0] = tsu_vec3_add(acting[0], force);
    f->total[1] = tsu_vec3_add(acting[1], torque);
    /* what is held takes up the rest of the total */
    f->added[0] = let_through(force, f->held);
    f->added[1] = let_through(torque, f->steady);
    for (int k = 0; k < 2; k++) {
        const bool *stopped = k == 0 ? f->held : f->steady;
        const tsu_vec3 passed = let_through(acting[k], stopped);
        f->added[k] = tsu_vec3_add(f->added[k], tsu_vec3_sub(passed, acting[k]));
    }
}

void tsu_freedoms_sum(world *w)
{
    for (int k = 0; k < w->meshes; k++) {
        if (w->mesh[k]->freedom) sum_forces(w, w->mesh[k]);
    }
}

static tsu_status watch(const world *w, const tsu_mesh_body *body, tsu_error *err)
{
    const tsu_rigid *b = &body->freedom->rigid;
    const double x[3] = {b->centre.x, b->centre.y, b->centre.z};
    if (!isfinite(tsu_vec3_norm2(b->velocity)) || !isfinite(tsu_vec3_norm2(b->momentum)))
        return tsu_error_set(
            err, TSU_ERROR_UNSTABLE,
            "the velocity of mesh %s is not finite at step %lld; likely the time step %g is too "
            "long for its mass of %g kg: take a shorter one",
            body->name, (long long)w->step, w->dt, b->mass);
    for (int q = 0; q < 3; q++) {
        if (!w->box.periodic[q] || (x[q] >= w->box.lo[q] && x[q] <= w->box.hi[q])) continue;
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "mesh %s, which moves freely, has left the box through its periodic face in %c at step "
            "%lld, and would not be felt on the other side; use a larger box, or hold this axis "
            "(`forceflags`)",
            body->name, "xyz"[q], (long long)w -> step);
    }
    return TSU_OK;
}

tsu_status tsu_freedoms_kick(world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    tsu_freedoms_sum(w);
    for (int k = 0; k < w->meshes && s == TSU_OK; k++) {
        tsu_mesh_body *body = w->mesh[k];
        tsu_freedom *f = body->freedom;
        if (!f) continue;
        f->work += half_work(f, w->dt);
        half_kick(f, w->dt);
        tsu_ledger_body(w, energy_of(w, &f->rigid) - f->energy, f->work);
        s = watch(w, body, err);
    }
    return s;
}

double tsu_freedom_inverse(const tsu_freedom *f, double nx, double ny, double nz)
{
    const bool *held = f->held;
    if (!held[0] && !held[1] && !held[2]) return 1.0 / f->rigid.mass;
    return ((held[0] ? 0.0 : nx * nx) + (held[1] ? 0.0 : ny * ny) + (held[2] ? 0.0 : nz * nz)) /
           f->rigid.mass;
}

tsu_freedom_energies tsu_freedoms_energies(const world *w)
{
    tsu_freedom_energies e = {0};
    for (int k = 0; k < w->meshes; k++) {
        const tsu_freedom *f = w->mesh[k]->freedom;
        if (!f) continue;
        const tsu_rigid *b = &f->rigid;
        e.kinetic += 0.5 * b->mass * tsu_vec3_norm2(b->velocity);
        e.rotational += tsu_rigid_rotational(b);
        e.gravitational -= b->mass * tsu_vec3_dot(vec(w->gravity), b->centre);
        e.power += b->mass * fabs(tsu_vec3_dot(vec(w->gravity), b->velocity));
    }
    return e;
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

static double *put(double *to, tsu_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    return to + 3;
}

static double *put_turn(double *to, tsu_quaternion q)
{
    to[0] = q.w;
    return put(to + 1, tsu_vec3_make(q.x, q.y, q.z));
}

static tsu_vec3 take(const double **from)
{
    const double *x = *from;
    *from += 3;
    return vec(x);
}

static tsu_quaternion take_turn(const double **from)
{
    const double w = *(*from)++;
    const tsu_vec3 v = take(from);
    return (tsu_quaternion){w, v.x, v.y, v.z};
}

void tsu_freedom_constants(const tsu_freedom *f, double out[TSU_FREEDOM_CONSTANTS])
{
    const tsu_suspension *s = &f->suspension;
    *out++ = f->rigid.mass;
    out = put(put(out, f->rigid.inertia), f->at);
    out = put_turn(put(put_turn(out, f->own), f->home), f->upright);
    *out++ = s->stiffness;
    *out++ = s->damping;
    *out++ = s->turning_stiffness;
    *out++ = s->turning_damping;
    for (int q = 0; q < 3; q++) {
        out[q] = f->held[q];
        out[3 + q] = f->steady[q];
    }
}

void tsu_freedom_state(const tsu_freedom *f, double out[TSU_FREEDOM_STATE])
{
    const tsu_rigid *b = &f->rigid;
    out = put_turn(put(put(put(out, b->centre), b->velocity), b->momentum), b->turn);
    (void)put(put(put(put(out, f->total[0]), f->total[1]), f->added[0]), f->added[1]);
}

void tsu_freedom_take_state(tsu_freedom *f, const double in[TSU_FREEDOM_STATE])
{
    tsu_rigid *b = &f->rigid;
    b->centre = take(&in);
    b->velocity = take(&in);
    b->momentum = take(&in);
    b->turn = take_turn(&in);
    f->total[0] = take(&in);
    f->total[1] = take(&in);
    f->added[0] = take(&in);
    f->added[1] = take(&in);
}

static void take_constants(tsu_freedom *f, const double *in)
{
    f->rigid.mass = *in++;
    f->rigid.inertia = take(&in);
    f->at = take(&in);
    f->own = take_turn(&in);
    f->home = take(&in);
    f->upright = take_turn(&in);
    f->suspension = (tsu_suspension){in[0], in[1], in[2], in[3]};
    for (int q = 0; q < 3; q++) {
        f->held[q] = in[4 + q] != 0.0;
        f->steady[q] = in[7 + q] != 0.0;
    }
}

tsu_status tsu_freedom_restore(world *w, tsu_mesh_body *body, const double constant[TSU_FREEDOM_CONSTANTS],
                               tsu_error *err)
{
    const double *moment = constant + 1;
    const tsu_freedom_def def = {
        .mass = constant[0],
        .inertia = {{moment[0], 0.0, 0.0}, {0.0, moment[1], 0.0}, {0.0, 0.0, moment[2]}}};
    const tsu_status s =
        finite_all(constant, TSU_FREEDOM_CONSTANTS)
            ? tsu_mesh_set_free(w, body, &def, err)
            : tsu_error_set(err, TSU_ERROR_INPUT,
                            "the free motion of mesh %s has a number that is not finite", body->name);
    if (s != TSU_OK) return s;
    take_constants(body->freedom, constant);
    tsu_freedom_follow(body);
    return TSU_OK;
}

void tsu_freedom_follow(tsu_mesh_body *body)
{
    tsu_freedom *f = body->freedom;
    const double *q = body->pose.turn;
    f->rigid.centre = tsu_pose_point(&body->pose, f->at);
    f->rigid.turn = tsu_quaternion_times((tsu_quaternion){q[0], q[1], q[2], q[3]}, f->own);
}

void tsu_freedom_adopt(tsu_mesh_body *body, const double constant[TSU_FREEDOM_CONSTANTS],
                       const double state[TSU_FREEDOM_STATE])
{
    double own[TSU_FREEDOM_CONSTANTS];
    tsu_freedom saved = {0};
    tsu_freedom_constants(body->freedom, own);
    if (memcmp(own, constant, sizeof own) == 0) {
        tsu_freedom_take_state(body->freedom, state);
        return;
    }
    take_constants(&saved, constant);
    tsu_freedom_take_state(&saved, state);
    tsu_freedom_follow(body);
    body->freedom->rigid.velocity = saved.rigid.velocity;
    tsu_rigid_set_spin(&body->freedom->rigid, tsu_rigid_spin(&saved.rigid));
}
