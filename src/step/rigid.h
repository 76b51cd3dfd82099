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

/* One whose length is 1 but for rounding becomes a unit quaternion: 1/sqrt(n) is 1.5 - 0.5 n to the square of what n differs from 1 by. */
TSU_FN tsu_quaternion tsu_quaternion_trim(tsu_quaternion q)
{
    const double by = 1.5 - 0.5 * (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const tsu_quaternion made = {by * q.w, by * q.x, by * q.y, by * q.z};
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

/* 1/I of each principal moment [1/(kg m^2)]: what motion takes of the moments, so that who moves a body many times divides once. */
TSU_FN tsu_vec3 tsu_rigid_inverse(const tsu_rigid *b)
{
    return tsu_vec3_make(1.0 / b->inertia.x, 1.0 / b->inertia.y, 1.0 / b->inertia.z);
}

/* Velocity of turning, in space [rad/s]. */
TSU_FN tsu_vec3 tsu_rigid_spin_by(const tsu_rigid *b, tsu_vec3 inverse)
{
    const tsu_vec3 l = tsu_quaternion_in(b->turn, b->momentum);
    return tsu_quaternion_out(b->turn, tsu_vec3_make(l.x * inverse.x, l.y * inverse.y, l.z * inverse.z));
}

TSU_FN tsu_vec3 tsu_rigid_spin(const tsu_rigid *b)
{
    return tsu_rigid_spin_by(b, tsu_rigid_inverse(b));
}

/* The angular momentum of a spin. */
TSU_FN void tsu_rigid_set_spin(tsu_rigid *b, tsu_vec3 spin)
{
    const tsu_vec3 w = tsu_quaternion_in(b->turn, spin);
    b->momentum = tsu_quaternion_out(
        b->turn, tsu_vec3_make(w.x * b->inertia.x, w.y * b->inertia.y, w.z * b->inertia.z));
}

/* a . I^-1 a for a vector in space: twice the energy of rotation for a = L. */
TSU_FN double tsu_rigid_compliance_by(const tsu_rigid *b, tsu_vec3 inverse, tsu_vec3 a)
{
    const tsu_vec3 l = tsu_quaternion_in(b->turn, a);
    return l.x * l.x * inverse.x + l.y * l.y * inverse.y + l.z * l.z * inverse.z;
}

TSU_FN double tsu_rigid_compliance(const tsu_rigid *b, tsu_vec3 a)
{
    return tsu_rigid_compliance_by(b, tsu_rigid_inverse(b), a);
}

/* [J] */
TSU_FN double tsu_rigid_rotational_by(const tsu_rigid *b, tsu_vec3 inverse)
{
    return 0.5 * tsu_rigid_compliance_by(b, inverse, b->momentum);
}

TSU_FN double tsu_rigid_rotational(const tsu_rigid *b)
{
    return tsu_rigid_rotational_by(b, tsu_rigid_inverse(b));
}

/* By a force [N] and a torque about the centre [N m] over a time, half a step [s]; 1/mass is given. */
TSU_FN void tsu_rigid_kick_by(tsu_rigid *b, double per_mass, tsu_vec3 force, tsu_vec3 torque, double time)
{
    b->velocity = tsu_vec3_madd(b->velocity, time * per_mass, force);
    b->momentum = tsu_vec3_madd(b->momentum, time, torque);
}

TSU_FN void tsu_rigid_kick(tsu_rigid *b, tsu_vec3 force, tsu_vec3 torque, double time)
{
    tsu_rigid_kick_by(b, 1.0 / b->mass, force, torque, time);
}

/* No part of the turn of a free body over a time [s] is larger than the root of this [rad]; with TSU_RIGID_LITTLE it turns little. */
#define TSU_RIGID_LITTLE 2.25
TSU_FN double tsu_rigid_quickness(const tsu_rigid *b, tsu_vec3 inverse, double time)
{
    const double own = time * (inverse.x + inverse.y); /* at least each of the three rates over |L| */
    return own * own * tsu_vec3_norm2(b->momentum);
}

/* Two numbers of a vector as seen by what turns about the third axis, by twice the angle of these. */
TSU_FN void tsu_rigid_turn_axes(tsu_sincos_pair half, double *p, double *q)
{
    const double a = half.sin * *q, b = -half.sin * *p;
    *p = *p + 2.0 * half.cos * a + 2.0 * (half.sin * b);
    *q = *q + 2.0 * half.cos * b - 2.0 * (half.sin * a);
}

TSU_FN tsu_sincos_pair tsu_rigid_sincos(double angle, bool little)
{
    return little ? tsu_sincos_small(angle) : tsu_sincos(angle);
}

/* What is known of how a body turns. Where it holds it saves time, and changes no bit. */
typedef struct tsu_rigid_kind {
    bool little; /* it turns little over the time in question */
    bool
        slender; /* its second and third moments are the same: about its third axis it does not turn by itself */
} tsu_rigid_kind;

TSU_FN bool tsu_rigid_slender(tsu_vec3 inverse)
{
    return inverse.y == inverse.z;
}

/* What a free body turns about its own axes over a time [s], before it turns about its angular momentum. */
TSU_FN tsu_quaternion tsu_rigid_turning_own(const tsu_rigid *b, tsu_vec3 inverse, double time,
                                            const tsu_rigid_kind kind)
{
    const bool little = kind.little;
    tsu_vec3 l = tsu_quaternion_in(b->turn, b->momentum); /* in the body, where it turns the other way */
    const double one = 0.25 * time * (inverse.x - inverse.y),
                 three = 0.5 * time * (inverse.z - inverse.y); /* to half the angles */
    const tsu_sincos_pair first = tsu_rigid_sincos(one * l.x, little);
    if (!kind.slender) tsu_rigid_turn_axes(first, &l.y, &l.z);
    const tsu_sincos_pair none = {0.0, 1.0},
                          second = kind.slender ? none : tsu_rigid_sincos(three * l.z, little);
    if (!kind.slender) tsu_rigid_turn_axes(second, &l.x, &l.y);
    const tsu_sincos_pair third = kind.slender ? first : tsu_rigid_sincos(one * l.x, little);
    /* about 1, 3 and 1 */
    const tsu_quaternion two = {first.cos * second.cos, first.sin * second.cos, -first.sin * second.sin,
                                first.cos * second.sin};
    const tsu_quaternion all = {two.w * third.cos - two.x * third.sin, two.w * third.sin + two.x * third.cos,
                                two.y * third.cos + two.z * third.sin, two.z * third.cos - two.y * third.sin};
    return all;
}

/* Turns a free body over a time [s]. Returns the turn as one in space: small turns have small numbers with all their digits, which the
 * orientations before and after would not give. */
TSU_FN tsu_quaternion tsu_rigid_turn_by(tsu_rigid *b, tsu_vec3 inverse, double time,
                                        const tsu_rigid_kind kind)
{
    /* without a branch, so that many bodies can be turned at once; one that does not turn goes by no angle about no axis */
    const double length = tsu_vec3_norm(b->momentum), some = length > 0.0 ? length : 1.0;
    const tsu_quaternion own = tsu_rigid_turning_own(b, inverse, time, kind),
                         about = tsu_quaternion_about_by(tsu_vec3_scale(1.0 / some, b->momentum),
                                                         time * length * inverse.y, kind.little);
    const tsu_vec3 axis = tsu_quaternion_out(b->turn, tsu_vec3_make(own.x, own.y, own.z));
    const tsu_quaternion before = {own.w, axis.x, axis.y, axis.z}, step = tsu_quaternion_times(about, before);
    b->turn = tsu_quaternion_trim(tsu_quaternion_times(step, b->turn));
    return step;
}

TSU_FN tsu_quaternion tsu_rigid_turn(tsu_rigid *b, double time)
{
    const tsu_rigid_kind any = {false, false};
    return tsu_rigid_turn_by(b, tsu_rigid_inverse(b), time, any);
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
