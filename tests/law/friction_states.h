/* SPDX-License-Identifier: Apache-2.0 */
/* friction_states.h - random problems for the friction law, and its return map by bisection in long double: slow, and
 * sharing no formula with the one it judges but the equations of the model. */
#ifndef TSU_TESTS_FRICTION_STATES_H
#define TSU_TESTS_FRICTION_STATES_H

#include "base/random.h"
#include "law/friction_return_map.h"
#include <math.h>

typedef struct friction_problem {
    tsu_friction f;
    tsu_friction_state s;
    tsu_vec3 du;
    double alpha, f_n, dt;
} friction_problem;

typedef struct dice {
    uint64_t id;
    uint32_t counter;
} dice;

static inline double roll(dice *d)
{
    return tsu_random_uniform(3, d->id, TSU_RANDOM_TEST, d->counter++);
}

/* Uniform in the logarithm. */
static inline double roll_log(dice *d, double low, double high)
{
    return low * pow(high / low, roll(d));
}

/* The ranges of the project's requirements: kappa 0.1..1e3, xi 1e-3..1e2, m 0.1..1e4, R_n at and near its ends,
 * increments 1e-9..1e2, f_n from 0. The elastic part lies on the subloading surface of the last step, in a plane. */
static inline friction_problem friction_problem_random(uint64_t id)
{
    dice d = {id, 0};
    friction_problem x = {0};
    x.f.kappa = roll_log(&d, 0.1, 1e3);
    x.f.xi = roll_log(&d, 1e-3, 1e2);
    x.f.m = roll_log(&d, 0.1, 1e4);
    x.f.mu_k = roll(&d);
    x.f.mu_s = x.f.mu_k + (roll(&d) < 0.1 ? 0.0 : roll(&d));
    x.s.mu = x.f.mu_k + (x.f.mu_s - x.f.mu_k) * roll(&d);
    const double ends[] = {0.0, 1e-8, roll(&d), 1.0 - 1e-10, 1.0};
    x.s.R = ends[(int)(5 * roll(&d))];
    x.alpha = roll_log(&d, 1.0, 1e7);
    x.f_n = roll(&d) < 0.02 ? 0.0 : roll_log(&d, 1e-6, 1e6);
    x.dt = roll(&d) < 0.05 ? 0.0 : roll_log(&d, 1e-9, 1.0);
    const double length = roll_log(&d, 1e-9, 1e2), angle = 6.283185307179586 * roll(&d);
    x.du = tsu_vec3_make(length * cos(angle), length * sin(angle), 0.0);
    x.s.u.x = x.s.R * x.s.mu * x.f_n / x.alpha;
    return x;
}

/* R - R_n + k ln R = 0 in [R_n, 1] */
static inline long double slow_R(long double R_n, long double k)
{
    long double low = R_n, high = 1.0L;
    for (int n = 0; n < 80; n++) {
        const long double x = 0.5L * (low + high);
        if (x - R_n + k * logl(x) < 0.0L)
            low = x;
        else
            high = x;
    }
    return 0.5L * (low + high);
}

static inline long double slow_residual(const friction_problem *x, long double g)
{
    const tsu_vec3 trial = tsu_vec3_add(x->s.u, x->du);
    const long double F =
        (long double)x->alpha * sqrtl((long double)trial.x * trial.x + (long double)trial.y * trial.y);
    const long double xi_dt = (long double)x->f.xi * x->dt;
    const long double mu = (x->s.mu + x->f.kappa * (long double)x->f.mu_k * g + xi_dt * x->f.mu_s) /
                           (1.0L + x->f.kappa * g + xi_dt);
    return F - x->alpha * g - slow_R(x->s.R, g * x->f.m) * mu * x->f_n;
}

/* The smallest slip at which the residual changes sign, by a geometric scan and bisection. */
static inline long double slow_slip(const friction_problem *x, int scan)
{
    const long double longest = tsu_vec3_norm(tsu_vec3_add(x->s.u, x->du));
    long double low = 0.0L, high = longest;
    for (int n = 0; n < scan; n++) {
        const long double g = longest * expl(-46.0L * (scan - 1 - n) / (scan - 1));
        if (slow_residual(x, g) <= 0.0L) {
            high = g;
            break;
        }
        low = g;
    }
    for (int n = 0; n < 75; n++) {
        const long double g = 0.5L * (low + high);
        if (slow_residual(x, g) > 0.0L)
            low = g;
        else
            high = g;
    }
    return 0.5L * (low + high);
}

#endif
