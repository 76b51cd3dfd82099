/* SPDX-License-Identifier: Apache-2.0 */
/* rigid.h - the motion of one rigid body, written once: half kicks by force and torque, and the drift between them.
 *
 * The angular momentum is kept in space, where only torques change it: a drift leaves its bits as they are. The energy of
 * rotation is split into
 *
 *     L^2/(2 I2)  +  L1^2/2 (1/I1 - 1/I2)  +  L3^2/2 (1/I3 - 1/I2),        I1 <= I2 <= I3,  L1, L3 along the axes of the body.
 *
 * The first part turns the body about L, exactly, and does not care about the others; the second and third turn it about its own
 * axes 1 and 3 and are composed symmetrically (half, whole, half). So a body with two equal inertias, and a ball, turn exactly, any other
 * to second order, reversibly and with an energy that does not drift. (A splitting of this kind: Touma and Wisdom 1994; Dullweber, Leimkuhler
 * and McLachlan 1997.) */
#ifndef TSU_STEP_RIGID_H
#define TSU_STEP_RIGID_H

#include "base/trig.h"
#include "tsubu/law/vec.h"
#include <stdbool.h>

/* A unit quaternion that leads from the directions of the body to those of space. */
typedef struct tsu_quaternion {
    double w, x, y, z;
} tsu_quaternion;

typedef struct tsu_rigid {
    tsu_vec3 centre;   /* of mass [m] */
    tsu_vec3 velocity; /* [m/s] */
    tsu_vec3 momentum; /* angular, about the centre, in space [kg m^2/s] */
    tsu_quaternion turn;
    double mass;      /* [kg] */
    tsu_vec3 inertia; /* principal, ascending: x <= y <= z [kg m^2] */
} tsu_rigid;

/* a after b. */
TSU_FN tsu_quaternion tsu_quaternion_times(tsu_quaternion a, tsu_quaternion b)
{
    const tsu_quaternion made = {
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return made;
}

TSU_FN tsu_quaternion tsu_quaternion_unit(tsu_quaternion q)
{
    const double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const tsu_quaternion made = {q.w / length, q.x / length, q.y / length, q.z / length};
    return made;
}

/* By an angle [rad] about a unit vector; `little`: it is known to be at most 1.56. */
TSU_FN tsu_quaternion tsu_quaternion_about_by(tsu_vec3 axis, double angle, bool little)
{
    const tsu_sincos_pair half = little ? tsu_sincos_small(0.5 * angle) : tsu_sincos(0.5 * angle);
    const tsu_quaternion made = {half.cos, half.sin * axis.x, half.sin * axis.y, half.sin * axis.z};
    return made;
}

TSU_FN tsu_quaternion tsu_quaternion_about(tsu_vec3 axis, double angle)
{
    return tsu_quaternion_about_by(axis, angle, false);
}

/* From the body to space: v + 2 w (u x v) + 2 u x (u x v). Along the same way a vector that is zero stays so. */
TSU_FN tsu_vec3 tsu_quaternion_out(tsu_quaternion q, tsu_vec3 v)
{
    const tsu_vec3 u = {q.x, q.y, q.z}, a = tsu_vec3_cross(u, v), b = tsu_vec3_cross(u, a);
    return tsu_vec3_madd(tsu_vec3_madd(v, 2.0 * q.w, a), 2.0, b);
}

/* From space to the body. */
TSU_FN tsu_vec3 tsu_quaternion_in(tsu_quaternion q, tsu_vec3 v)
{
    const tsu_quaternion back = {q.w, -q.x, -q.y, -q.z};
    return tsu_quaternion_out(back, v);
}

/* Velocity of turning, in space [rad/s]. */
TSU_FN tsu_vec3 tsu_rigid_spin(const tsu_rigid *b)
{
    const tsu_vec3 l = tsu_quaternion_in(b->turn, b->momentum);
    return tsu_quaternion_out(b->turn,
                              tsu_vec3_make(l.x / b->inertia.x, l.y / b->inertia.y, l.z / b->inertia.z));
}

/* The angular momentum of a spin. */
TSU_FN void tsu_rigid_set_spin(tsu_rigid *b, tsu_vec3 spin)
{
    const tsu_vec3 w = tsu_quaternion_in(b->turn, spin);
    b->momentum = tsu_quaternion_out(
        b->turn, tsu_vec3_make(w.x * b->inertia.x, w.y * b->inertia.y, w.z * b->inertia.z));
}

/* a . I^-1 a for a vector in space: twice the energy of rotation for a = L. */
TSU_FN double tsu_rigid_compliance(const tsu_rigid *b, tsu_vec3 a)
{
    const tsu_vec3 l = tsu_quaternion_in(b->turn, a);
    return l.x * l.x / b->inertia.x + l.y * l.y / b->inertia.y + l.z * l.z / b->inertia.z;
}

/* [J] */
TSU_FN double tsu_rigid_rotational(const tsu_rigid *b)
{
    return 0.5 * tsu_rigid_compliance(b, b->momentum);
}

/* By a force [N] and a torque about the centre [N m] over a time, half a step [s]. */
TSU_FN void tsu_rigid_kick(tsu_rigid *b, tsu_vec3 force, tsu_vec3 torque, double time)
{
    b->velocity = tsu_vec3_madd(b->velocity, time * (1.0 / b->mass), force);
    b->momentum = tsu_vec3_madd(b->momentum, time, torque);
}

/* Whether no part of the turn of a free body over a time [s] is larger than 1.5 rad. */
TSU_FN bool tsu_rigid_turns_little(const tsu_rigid *b, double time)
{
    const double own =
        1.0 / b->inertia.x + 1.0 / b->inertia.y; /* at least each of the three rates over |L| */
    return time * tsu_vec3_norm(b->momentum) * own <= 1.5;
}

/* The turn of a free body over a time [s]: about the angular momentum in space, after `own` in the body; `little`: it is known to turn little. */
TSU_FN tsu_quaternion tsu_rigid_turning(const tsu_rigid *b, double time, bool little, tsu_quaternion *own)
{
    const tsu_vec3 one = {1.0, 0.0, 0.0}, three = {0.0, 0.0, 1.0},
                   inverse = {1.0 / b->inertia.x, 1.0 / b->inertia.y, 1.0 / b->inertia.z};
    /* without a branch, so that many bodies can be turned at once; one that does not turn goes by no angle about no axis */
    const double length = tsu_vec3_norm(b->momentum), some = length > 0.0 ? length : 1.0;
    tsu_vec3 l = tsu_quaternion_in(b->turn, b->momentum); /* in the body, where it turns the other way */
    const tsu_quaternion first =
        tsu_quaternion_about_by(one, 0.5 * time * l.x * (inverse.x - inverse.y), little);
    l = tsu_quaternion_in(first, l);
    const tsu_quaternion second =
        tsu_quaternion_about_by(three, time * l.z * (inverse.z - inverse.y), little);
    l = tsu_quaternion_in(second, l);
    const tsu_quaternion third =
        tsu_quaternion_about_by(one, 0.5 * time * l.x * (inverse.x - inverse.y), little);
    *own = tsu_quaternion_times(tsu_quaternion_times(first, second), third);
    return tsu_quaternion_about_by(tsu_vec3_scale(1.0 / some, b->momentum), time * length * inverse.y,
                                   little);
}

/* Turns a free body over a time [s]. Returns the turn as one in space: small turns have small numbers with all their digits, which the
 * orientations before and after would not give. `little` saves time where it holds, and changes no bit. */
TSU_FN tsu_quaternion tsu_rigid_turn_by(tsu_rigid *b, double time, bool little)
{
    tsu_quaternion own;
    const tsu_quaternion about = tsu_rigid_turning(b, time, little, &own);
    const tsu_vec3 axis = tsu_quaternion_out(b->turn, tsu_vec3_make(own.x, own.y, own.z));
    const tsu_quaternion before = {own.w, axis.x, axis.y, axis.z};
    b->turn = tsu_quaternion_unit(tsu_quaternion_times(about, tsu_quaternion_times(b->turn, own)));
    return tsu_quaternion_times(about, before);
}

TSU_FN tsu_quaternion tsu_rigid_turn(tsu_rigid *b, double time)
{
    return tsu_rigid_turn_by(b, time, false);
}

/* By how much a vector changes when it is turned. */
TSU_FN tsu_vec3 tsu_quaternion_shift(tsu_quaternion q, tsu_vec3 v)
{
    const tsu_vec3 u = {q.x, q.y, q.z}, a = tsu_vec3_cross(u, v), b = tsu_vec3_cross(u, a);
    return tsu_vec3_madd(tsu_vec3_scale(2.0 * q.w, a), 2.0, b);
}

/* Drift without forces over a time [s]. */
TSU_FN void tsu_rigid_drift(tsu_rigid *b, double time)
{
    b->centre = tsu_vec3_madd(b->centre, time, b->velocity);
    tsu_rigid_turn(b, time);
}

#endif
