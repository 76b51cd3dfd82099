/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/motion.h"
#include "base/trig.h"
#include <math.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586476925;

/* ---- pose ------------------------------------------------------------------------------------------------------- */

tsu_pose tsu_pose_identity(void)
{
    return (tsu_pose){.turn = {1.0}, .matrix = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

void tsu_pose_move(tsu_pose *p, tsu_vec3 by)
{
    if (by.x == 0.0 && by.y == 0.0 && by.z == 0.0) return;
    p->shift[0] += by.x;
    p->shift[1] += by.y;
    p->shift[2] += by.z;
    p->moved = true;
}

/* (real, v) of a rotation about a unit axis times the quaternion q, brought back to unit length. */
static void turn_by(double q[4], tsu_vec3 axis, double angle)
{
    const tsu_sincos_pair half = tsu_sincos(0.5 * angle);
    const tsu_vec3 a = tsu_vec3_scale(half.sin, axis), b = {q[1], q[2], q[3]};
    const tsu_vec3 v =
        tsu_vec3_add(tsu_vec3_madd(tsu_vec3_scale(half.cos, b), q[0], a), tsu_vec3_cross(a, b));
    const double real = half.cos * q[0] - tsu_vec3_dot(a, b);
    const double length = sqrt(real * real + tsu_vec3_norm2(v));
    q[0] = real / length;
    q[1] = v.x / length;
    q[2] = v.y / length;
    q[3] = v.z / length;
}

static void matrix_of(const double q[4], double m[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    m[0][0] = 1.0 - 2.0 * (y * y + z * z);
    m[1][1] = 1.0 - 2.0 * (z * z + x * x);
    m[2][2] = 1.0 - 2.0 * (x * x + y * y);
    m[0][1] = 2.0 * (x * y - w * z);
    m[1][0] = 2.0 * (x * y + w * z);
    m[1][2] = 2.0 * (y * z - w * x);
    m[2][1] = 2.0 * (y * z + w * x);
    m[2][0] = 2.0 * (z * x - w * y);
    m[0][2] = 2.0 * (z * x + w * y);
}

/* A point turned about another: p + cos r + sin (a x r) + (1 - cos)(a . r) a. */
static tsu_vec3 turn_point(tsu_vec3 x, tsu_vec3 point, tsu_vec3 axis, double angle)
{
    const tsu_sincos_pair t = tsu_sincos(angle), half = tsu_sincos(0.5 * angle);
    const tsu_vec3 r = tsu_vec3_sub(x, point), across = tsu_vec3_cross(axis, r);
    const tsu_vec3 in = tsu_vec3_cross(axis, across); /* towards the axis */
    const double bend = 2.0 * half.sin * half.sin;
    return tsu_vec3_add(x, tsu_vec3_madd(tsu_vec3_scale(t.sin, across), bend, in));
}

void tsu_pose_rotate(tsu_pose *p, tsu_vec3 point, tsu_vec3 axis, double angle)
{
    if (angle == 0.0) return;
    const tsu_vec3 shift =
        turn_point(tsu_vec3_make(p->shift[0], p->shift[1], p->shift[2]), point, axis, angle);
    turn_by(p->turn, axis, angle);
    matrix_of(p->turn, p->matrix);
    p->shift[0] = shift.x;
    p->shift[1] = shift.y;
    p->shift[2] = shift.z;
    p->moved = true;
}

void tsu_pose_place(tsu_pose *p, const double turn[4], tsu_vec3 from, tsu_vec3 to)
{
    memcpy(p->turn, turn, sizeof p->turn);
    matrix_of(p->turn, p->matrix);
    p->moved = true;
    const tsu_vec3 shift = tsu_vec3_sub(to, tsu_pose_vector(p, from));
    p->shift[0] = shift.x;
    p->shift[1] = shift.y;
    p->shift[2] = shift.z;
}

/* ---- movers ------------------------------------------------------------------------------------------------------- */

static bool turns(const tsu_mover *m)
{
    return m->kind >= TSU_MOVE_ROTATE;
}

static bool has_direction(const tsu_mover *m)
{
    return turns(m) || m->kind == TSU_MOVE_VIBLIN;
}

static bool is_finite(const double *x, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
        sum += 0.0 * x[k];
    }
    return sum == 0.0;
}

static tsu_status check_terms(const tsu_mover *m, tsu_error *err)
{
    if (m->terms < 1 || m->terms > TSU_MOVER_TERMS)
        return tsu_error_set(err, TSU_ERROR_INPUT, "order %d of the vibration %s; it must be 1 to %d",
                             m->terms, m->name, (int)TSU_MOVER_TERMS);
    for (int k = 0; k < m->terms; k++) {
        if (m->term[k][1] == 0.0 || !is_finite(m->term[k], 3))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "term %d of the vibration %s has amplitude %g, period %g, phase %g; they must be finite "
                "and the period not 0",
                k + 1, m->name, m->term[k][0], m->term[k][1], m->term[k][2]);
    }
    return TSU_OK;
}

tsu_status tsu_mover_check(tsu_mover *m, tsu_error *err)
{
    const double length =
        sqrt(m->vector[0] * m->vector[0] + m->vector[1] * m->vector[1] + m->vector[2] * m->vector[2]);
    const bool periodic =
        m->kind == TSU_MOVE_WIGGLE || m->kind == TSU_MOVE_ROTATE || m->kind == TSU_MOVE_RIGGLE;
    if (!is_finite(m->vector, 3) || !is_finite(m->origin, 3) || !isfinite(m->amplitude))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the motion %s has a number that is not finite", m->name);
    if (has_direction(m) && !(length > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the axis %g %g %g of the motion %s has no direction",
                             m->vector[0], m->vector[1], m->vector[2], m->name);
    if (periodic && (m->period == 0.0 || !isfinite(m->period)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the period of the motion %s is %g; it must not be 0",
                             m->name, m->period);
    for (int q = 0; q < 3 && has_direction(m); q++) {
        m->vector[q] /= length;
    }
    return m->kind == TSU_MOVE_VIBLIN || m->kind == TSU_MOVE_VIBROT ? check_terms(m, err) : TSU_OK;
}

/* Mean rate over dt of sin(2 pi t/period) (shift 0) about its middle; dt = 0: the rate there [1/s]. */
static double mean_rate(double middle, double dt, double period, double phase)
{
    const double turns_half = 0.5 * dt / period;
    const double cosine = tsu_sincos_turns(middle / period + phase / TWO_PI).cos;
    return cosine * (dt > 0.0 ? 2.0 * tsu_sincos_turns(turns_half).sin / dt : TWO_PI / period);
}

/* Mean of the speed along the mover's direction (or of its spin about its axis) over the step just made. */
static double speed(const tsu_mover *m, double dt)
{
    const double middle = m->elapsed - 0.5 * dt;
    double sum = 0.0;
    switch (m->kind) {
    case TSU_MOVE_LINEAR:
    case TSU_MOVE_LINEAR_VARIABLE: return 1.0;
    case TSU_MOVE_WIGGLE: return mean_rate(middle, dt, m->period, 0.0);
    case TSU_MOVE_ROTATE: return TWO_PI / m->period;
    case TSU_MOVE_ROTATE_VARIABLE: return m->value[0];
    case TSU_MOVE_RIGGLE: return m->amplitude * mean_rate(middle, dt, m->period, 0.0);
    case TSU_MOVE_VIBLIN:
    case TSU_MOVE_VIBROT: break;
    }
    for (int k = 0; k < m->terms; k++) { /* cos x = sin(x + pi/2) */
        sum += m->term[k][0] * mean_rate(middle, dt, m->term[k][1], m->term[k][2] + 0.25 * TWO_PI);
    }
    return sum;
}

static tsu_vec3 velocity(const tsu_mover *m, double dt)
{
    const double *v = m->kind == TSU_MOVE_LINEAR_VARIABLE ? m->value : m->vector;
    return tsu_vec3_scale(speed(m, dt), tsu_vec3_make(v[0], v[1], v[2]));
}

static tsu_vec3 origin_of(const tsu_mover *m)
{
    return tsu_vec3_make(m->origin[0], m->origin[1], m->origin[2]);
}

/* Carries the origin of a later rotation along. */
static void carry_origin(tsu_mover *later, const tsu_mover *m, tsu_vec3 v, double dt)
{
    if (later->kind != TSU_MOVE_ROTATE && later->kind != TSU_MOVE_ROTATE_VARIABLE) return;
    const tsu_vec3 from = origin_of(later);
    const double size = tsu_vec3_norm(v);
    if (size == 0.0) return;
    const tsu_vec3 to = turns(m) ? turn_point(from, origin_of(m), tsu_vec3_scale(1.0 / size, v), size * dt)
                                 : tsu_vec3_madd(from, dt, v);
    later->origin[0] = to.x;
    later->origin[1] = to.y;
    later->origin[2] = to.z;
}

void tsu_motion_advance(tsu_mover *mover, int movers, tsu_pose *pose, double dt)
{
    for (int k = 0; k < movers; k++) {
        const tsu_mover *m = &mover[k];
        mover[k].elapsed += dt;
        const tsu_vec3 v = velocity(m, dt);
        if (turns(m))
            tsu_pose_rotate(pose, origin_of(m), tsu_vec3_make(m->vector[0], m->vector[1], m->vector[2]),
                            speed(m, dt) * dt);
        else
            tsu_pose_move(pose, tsu_vec3_scale(dt, v));
        for (int later = k + 1; later < movers; later++) {
            carry_origin(&mover[later], m, v, dt);
        }
    }
}

tsu_twist tsu_motion_twist(const tsu_mover *mover, int movers, tsu_vec3 centre, double dt)
{
    tsu_twist t = {.centre = centre};
    for (int k = 0; k < movers; k++) {
        const tsu_vec3 v = velocity(&mover[k], dt);
        if (turns(&mover[k])) {
            t.spin = tsu_vec3_add(t.spin, v);
            t.velocity =
                tsu_vec3_add(t.velocity, tsu_vec3_cross(v, tsu_vec3_sub(centre, origin_of(&mover[k]))));
        } else {
            t.velocity = tsu_vec3_add(t.velocity, v);
        }
    }
    return t;
}
