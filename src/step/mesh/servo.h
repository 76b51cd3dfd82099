/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_servo.h - moves a mesh along an axis, or turns it about one, until particles press on it with a given force or
 * torque (mesh/surface/stress/servo of LIGGGHTS).
 *
 * s is minus the target (what the particles are to do to the mesh), p the force or torque along the axis, e = s - p. After
 * every step the velocity for the next one is set:
 *   PID    v = -v_max (kp e + ki sum(e dt) - kd dp/dt)/|s|, limited to v_max; the sum does not wind up beyond that
 *   auto   v = -g e/|s|: g is v_max while nothing touches, else v_min = ratio r_min/dt for |e/s| >= 1, a tenth of it for
 *          |e/s| <= 0.9, and between them in proportion; limited to v_max and v_min
 * For a torque v_max and v_min are speeds at the corner furthest from the axis. */
#ifndef TSU_STEP_MESH_SERVO_H
#define TSU_STEP_MESH_SERVO_H

#include "step/hooks.h"
#include "step/mesh/body.h"

typedef struct tsu_servo {
    char name[64]; /* of the mover; unique */
    bool torque;   /* controls a torque, else a force */
    double centre[3];
    double axis[3];
    double target;     /* [N] or [N m] */
    double speed_max;  /* [m/s] */
    double kp, ki, kd; /* [-], [1/s], [s] */
    bool automatic;
    double ratio; /* of the automatic mode */
    bool running; /* false: the mesh rests */
    /* state */
    tsu_hook_handle hook;
    tsu_mesh_body *body;
    double sum, last; /* of the errors [N s or N m s]; the last force or torque */
    double
        smallest; /* radius of all particles, in a part of a divided world; 0: that of the particles here [m] */
} tsu_servo;

/* Checks *servo, keeps the loads of the mesh about its centre and lets it control from the next step on. *servo belongs to
 * the caller and must stay where it is until tsu_servo_stop. */
tsu_status tsu_servo_start(struct tsu_world *w, tsu_mesh_body *body, tsu_servo *servo, tsu_error *err);
/* Lets one that has been at work go on with the same mesh in a part of a divided world, with its mover and its loads. */
tsu_status tsu_servo_go_on(struct tsu_world *w, tsu_mesh_body *body, tsu_servo *servo, tsu_error *err);
/* The one behind a hook of the world; NULL: another hook. */
tsu_servo *tsu_servo_of(const tsu_hook *hook);
double tsu_servo_smallest(const struct tsu_world *w);
void tsu_servo_stop(struct tsu_world *w, tsu_servo *servo);
/* Changes the target; the sum of errors begins anew. */
tsu_status tsu_servo_set_target(tsu_servo *servo, double target, tsu_error *err);
/* The same for the gains; highest speed and ratio of the automatic mode. */
tsu_status tsu_servo_set_gains(tsu_servo *servo, double kp, double ki, double kd, tsu_error *err);
tsu_status tsu_servo_set_speed(tsu_servo *servo, double speed_max, tsu_error *err);
tsu_status tsu_servo_set_ratio(tsu_servo *servo, double ratio, tsu_error *err);

#endif
