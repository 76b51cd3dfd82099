/* SPDX-License-Identifier: Apache-2.0 */
/* slider.h - a block dragged over a plane by a spring: stick, slip, and what lies between.
 *
 *   M a = K (x_d(t) - u) - C u' + S f_t(u)          x_d' = V(t) by schedule, f_t by law/friction_return_map.h
 *
 * in one or two tangential dimensions (vectors have z = 0). Newmark's method with beta = 1/4, gamma = 1/2; each step
 * is solved by Newton's method with the consistent tangent of the friction, so it converges quadratically, and is
 * cut in two when it does not converge. Without mass (M = 0, then C > 0 is needed) the velocity is that of the step.
 *
 * The energy is audited: with these beta and gamma the mean force over a step does exactly the work that the kinetic
 * energy gains, so all accounts are mean force times displacement and their sum closes to rounding (M > 0). */
#ifndef TSU_SLIDER_SLIDER_H
#define TSU_SLIDER_SLIDER_H

#include "base/error.h"
#include "base/vec.h"
#include "law/friction_return_map.h"

/* The driver moves at `velocity` from `start` on, until the next phase. Before the first phase it rests. */
typedef struct tsu_slider_phase {
    double start;      /* [s] */
    tsu_vec3 velocity; /* [m/s] */
} tsu_slider_phase;

/* Normal traction at a time; linear in between, constant outside. */
typedef struct tsu_slider_load {
    double time; /* [s] */
    double f_n;  /* [Pa] */
} tsu_slider_load;

typedef tsu_status tsu_slider_load_fn(void *ctx, double time, double *f_n, tsu_error *err);

typedef struct tsu_slider {
    double mass;           /* M                                         [kg] */
    double stiffness;      /* K of the spring                           [N/m] */
    double damper;         /* C                                         [N s/m] */
    double area;           /* S, apparent contact area                  [m^2] */
    double alpha;          /* tangential traction per displacement      [Pa/m] */
    tsu_friction friction; /*                                           */
    double mu_initial;     /* of a slider that starts at rest           [-] */
    int dimensions;        /* 1 or 2 */

    const tsu_slider_phase *drive; /* [drive_count], borrowed; starts increase */
    int drive_count;
    const tsu_slider_load *load; /* [load_count], borrowed; times increase */
    int load_count;
    tsu_slider_load_fn *load_fn; /* in place of the table, if not NULL */
    void *load_ctx;

    double dt;          /* largest step                               [s] */
    double tolerance;   /* of the balance of forces, relative to the largest of them */
    int iterations_max; /* of Newton's method in a step */
    int cuts_max;       /* how often dt may be halved */
    bool
        elastic_tangent; /* iterate with the elastic stiffness: to show what the consistent tangent is worth */
} tsu_slider;

typedef struct tsu_slider_state {
    double time;                 /* [s] */
    tsu_vec3 drive;              /* x_d                                  [m] */
    tsu_vec3 stretch;            /* x_d - u, kept on its own so that a long way costs no digits [m] */
    tsu_vec3 u, v, a;            /* displacement and its derivatives     [m, m/s, m/s^2] */
    tsu_vec3 f_t;                /* traction of the plane on the slider  [Pa] */
    double f_n;                  /* normal traction                      [Pa] */
    tsu_friction_state friction; /* u_e, mu, R */
    double slip;                 /* length of the plastic slip so far    [m] */
    double work;                 /* done by the driver                   [J] */
    double friction_loss;        /* dissipated by sliding                [J] */
    double damper_loss;          /* dissipated by the damper             [J] */
    double energy_start;         /* stored when it started               [J] */
} tsu_slider_state;

enum { TSU_SLIDER_ITERATIONS_MAX = 64 };

/* How Newton's method went in a step. */
typedef struct tsu_slider_newton {
    int iterations;                                 /* corrections made */
    double residual[TSU_SLIDER_ITERATIONS_MAX + 1]; /* before each correction and at the end [N] */
    double scale;                                   /* what the tolerance refers to [N] */
    bool plastic;                                   /* the step slipped */
    int cuts;                                       /* how often the step was halved before it converged */
} tsu_slider_newton;

/* Sensible values for everything but the physics: mass 1, stiffness 1, area 1, one dimension, tolerance 1e-12. */
tsu_slider tsu_slider_default(void);

/* Says what is wrong with the first value that makes no sense. */
tsu_status tsu_slider_check(const tsu_slider *s, tsu_error *err);

/* At rest at time 0, spring and interface slack. */
tsu_status tsu_slider_start_rest(const tsu_slider *s, tsu_slider_state *x, tsu_error *err);

/* Sliding steadily with the driver's velocity at time 0, which must not be zero; `nudge` is added to the speed. */
tsu_status tsu_slider_start_steady(const tsu_slider *s, double nudge, tsu_slider_state *x, tsu_error *err);

/* One step of Newmark's method over h, within one phase of the drive. When it does not converge the state is as
 * before and the status is TSU_ERROR_UNSTABLE. `newton` may be NULL. */
tsu_status tsu_slider_advance(const tsu_slider *s, double h, tsu_slider_state *x, tsu_slider_newton *newton,
                              tsu_error *err);

/* Called after each step; any status but TSU_OK ends the run with it. */
typedef tsu_status tsu_slider_observer(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *newton,
                                       tsu_error *err);

/* Runs until a time, in steps of at most dt that end on every change of the drive. `observer` may be NULL. */
tsu_status tsu_slider_run(const tsu_slider *s, double until, tsu_slider_state *x,
                          tsu_slider_observer *observer, void *ctx, tsu_error *err);

/* Normal traction and driver velocity at a time. */
tsu_status tsu_slider_normal(const tsu_slider *s, double time, double *f_n, tsu_error *err);
tsu_vec3 tsu_slider_drive_velocity(const tsu_slider *s, double time);

/* K (x_d - u) [N] */
tsu_vec3 tsu_slider_spring_force(const tsu_slider *s, const tsu_slider_state *x);

/* Kinetic energy and what spring and interface store [J]; and stored - stored at the start + losses - work: 0. */
double tsu_slider_stored(const tsu_slider *s, const tsu_slider_state *x);
double tsu_slider_imbalance(const tsu_slider *s, const tsu_slider_state *x);

/* mu in steady sliding at a speed. */
double tsu_slider_steady_friction(const tsu_friction *f, double speed);

#endif
