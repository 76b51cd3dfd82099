/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/servo.h"
#include "step/hooks.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsu_world world;

static tsu_vec3 vec(const double *x)
{
    return tsu_vec3_make(x[0], x[1], x[2]);
}

/* How far the mesh reaches from its axis [m]. */
static double arm_of(const tsu_servo *s)
{
    double most = 0.0;
    for (int32_t t = 0; t < s->body->mesh.triangles; t++) {
        for (int k = 0; k < 3; k++) {
            const tsu_vec3 at = tsu_pose_point(&s->body->pose, s->body->triangle[t].corner[k]);
            most = fmax(most, tsu_vec3_norm(tsu_vec3_cross(vec(s->axis), tsu_vec3_sub(at, vec(s->centre)))));
        }
    }
    return most;
}

double tsu_servo_smallest(const world *w)
{
    double least = INFINITY;
    for (int32_t i = 0; i < w->particles.count; i++) {
        least = fmin(least, w->particles.xr[i][3]);
    }
    return isfinite(least) ? least : 0.0;
}

static double clamp(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

/* Proportional, integral and differential. */
static double control(tsu_servo *s, double error, double now, double highest, double dt)
{
    const double aim = -s->target, size = fabs(aim);
    s->sum += error * dt;
    const double wanted = -highest * (error * s->kp + s->sum * s->ki - (now - s->last) / dt * s->kd) / size;
    const double given = clamp(wanted, highest);
    s->last = now;
    /* at the limit the sum is what would just reach it */
    if (given != wanted && s->ki > 0.0) s->sum = ((given > 0.0 ? -1.0 : 1.0) * size - error * s->kp) / s->ki;
    return given;
}

static double control_automatic(const tsu_servo *s, double error, double highest, double lowest)
{
    const double relative = error / fabs(s->target), size = fabs(relative);
    if (s->body->loads->contacts == 0) return clamp(-highest * relative, highest);
    const double share = size <= 0.9 ? 0.1 : size >= 1.0 ? 1.0 : 0.1 + 0.9 * (size - 0.9) / 0.1;
    return clamp(-share * lowest * relative, lowest);
}

static tsu_status act(world *w, void *context, tsu_error *err)
{
    tsu_servo *s = context;
    tsu_mover *mover = tsu_mesh_find_mover(s->body, s->name);
    if (!mover)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the servo %s of mesh %s has lost its motion", s->name,
                             s->body->name);
    memset(mover->value, 0, sizeof mover->value);
    if (!s->running) return TSU_OK;
    const double now =
        tsu_vec3_dot(vec(s->torque ? s->body->loads->torque : s->body->loads->force), vec(s->axis));
    const double error = -s->target - now, arm = s->torque ? arm_of(s) : 1.0;
    const double highest = s->speed_max / arm,
                 smallest = s->smallest > 0.0 ? s->smallest : tsu_servo_smallest(w),
                 lowest = s->ratio * smallest / w->dt / arm;
    const double speed =
        s->automatic ? control_automatic(s, error, highest, lowest) : control(s, error, now, highest, w->dt);
    if (s->torque) mover->value[0] = speed;
    for (int q = 0; q < 3 && !s->torque; q++) {
        mover->value[q] = speed * s->axis[q];
    }
    return TSU_OK;
}

tsu_status tsu_servo_set_target(tsu_servo *servo, double target, tsu_error *err)
{
    if (target == 0.0 || !isfinite(target))
        return tsu_error_set(err, TSU_ERROR_INPUT, "target_val of servo %s is %g; it must not be 0",
                             servo->name, target);
    servo->target = target;
    servo->sum = 0.0;
    return TSU_OK;
}

tsu_status tsu_servo_set_gains(tsu_servo *servo, double kp, double ki, double kd, tsu_error *err)
{
    if (!(kp >= 0.0 && ki >= 0.0 && kd >= 0.0) || !(kp + ki + kd > 0.0))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "kp, ki and kd of servo %s are %g, %g and %g; none may be negative, nor all of them 0",
            servo->name, kp, ki, kd);
    servo->kp = kp;
    servo->ki = ki;
    servo->kd = kd;
    servo->sum = 0.0;
    return TSU_OK;
}

tsu_status tsu_servo_set_speed(tsu_servo *servo, double speed_max, tsu_error *err)
{
    if (!(speed_max > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "vel_max of servo %s is %g; it must be positive",
                             servo->name, speed_max);
    servo->speed_max = speed_max;
    return TSU_OK;
}

tsu_status tsu_servo_set_ratio(tsu_servo *servo, double ratio, tsu_error *err)
{
    if (!(ratio > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "ratio of servo %s is %g; mode auto needs a positive one",
                             servo->name, ratio);
    servo->ratio = ratio;
    return TSU_OK;
}

static tsu_status check(const tsu_mesh_body *body, tsu_servo *s, tsu_error *err)
{
    const double length = tsu_vec3_norm(vec(s->axis));
    if (tsu_mesh_moves(body))
        return tsu_error_set(err, TSU_ERROR_INPUT, "mesh %s moves already; it cannot be a servo as well",
                             body->name);
    if (!(length > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the axis of servo %s has no direction", s->name);
    tsu_status status = tsu_servo_set_target(s, s->target, err);
    if (status == TSU_OK) status = tsu_servo_set_speed(s, s->speed_max, err);
    if (status == TSU_OK && s->automatic) status = tsu_servo_set_ratio(s, s->ratio, err);
    if (status == TSU_OK && !s->automatic) status = tsu_servo_set_gains(s, s->kp, s->ki, s->kd, err);
    for (int q = 0; q < 3; q++) {
        s->axis[q] /= length;
    }
    return status;
}

/* Parts of a divided world have it at work themselves. */
static int64_t due(const void *context)
{
    (void)context;
    return INT64_MAX;
}

tsu_servo *tsu_servo_of(const tsu_hook *hook)
{
    return hook->run == act ? hook->context : NULL;
}

tsu_status tsu_servo_go_on(world *w, tsu_mesh_body *body, tsu_servo *servo, tsu_error *err)
{
    const tsu_hook_def hook = {servo->name, TSU_HOOK_AFTER_STEP, act, .context = servo, .due = due};
    servo->body = body;
    return tsu_world_add_hook(w, &hook, &servo->hook, err);
}

tsu_status tsu_servo_start(world *w, tsu_mesh_body *body, tsu_servo *servo, tsu_error *err)
{
    tsu_mover mover = {.kind = servo->torque ? TSU_MOVE_ROTATE_VARIABLE : TSU_MOVE_LINEAR_VARIABLE};
    tsu_status s = check(body, servo, err);
    if (s != TSU_OK) return s;
    servo->body = body;
    servo->running = true;
    servo->sum = servo->last = 0.0;
    if (servo->torque && !(arm_of(servo) > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "all corners of mesh %s lie on the axis of its servo",
                             body->name);
    snprintf(mover.name, sizeof mover.name, "%s", servo->name);
    memcpy(mover.vector, servo->axis, sizeof mover.vector);
    memcpy(mover.origin, servo->centre, sizeof mover.origin);
    s = tsu_mesh_keep_loads(body, servo->centre, body->loads && body->loads->wear, err);
    if (s == TSU_OK) s = tsu_mesh_add_mover(w, body, &mover, err);
    if (s != TSU_OK) return s;
    s = tsu_servo_go_on(w, body, servo, err);
    if (s != TSU_OK) (void)tsu_mesh_remove_mover(w, body, servo->name, NULL);
    return s;
}

void tsu_servo_stop(world *w, tsu_servo *servo)
{
    tsu_world_remove_hook(w, &servo->hook);
    if (servo->body && tsu_mesh_find_mover(servo->body, servo->name))
        (void)tsu_mesh_remove_mover(w, servo->body, servo->name, NULL);
    servo->body = NULL;
}
