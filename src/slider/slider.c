/* SPDX-License-Identifier: Apache-2.0 */
#include "slider/slider.h"
#include <string.h>

tsu_slider tsu_slider_default(void)
{
    return (tsu_slider){.mass = 1.0,
                        .stiffness = 1.0,
                        .area = 1.0,
                        .alpha = 1e4,
                        .friction = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 10.0, .xi = 1.0, .m = 1e3},
                        .mu_initial = -1.0,
                        .dimensions = 1,
                        .dt = 1e-3,
                        .tolerance = 1e-12,
                        .iterations_max = 20,
                        .cuts_max = 30};
}

/* ---- schedules ---------------------------------------------------------------------------------------------- */

tsu_vec3 tsu_slider_drive_velocity(const tsu_slider *s, double time)
{
    tsu_vec3 velocity = {0.0, 0.0, 0.0};
    for (int n = 0; n < s->drive_count && s->drive[n].start <= time; n++) {
        velocity = s->drive[n].velocity;
    }
    return velocity;
}

tsu_status tsu_slider_normal(const tsu_slider *s, double time, double *f_n, tsu_error *err)
{
    if (s->load_fn) return s->load_fn(s->load_ctx, time, f_n, err);
    const tsu_slider_load *load = s->load;
    int n = 0;
    while (n < s->load_count && load[n].time <= time) {
        n++;
    }
    if (n == 0 || n == s->load_count) {
        *f_n = load[n == 0 ? 0 : n - 1].f_n;
        return TSU_OK;
    }
    const double share = (time - load[n - 1].time) / (load[n].time - load[n - 1].time);
    *f_n = load[n - 1].f_n + share * (load[n].f_n - load[n - 1].f_n);
    return TSU_OK;
}

/* ---- starting ----------------------------------------------------------------------------------------------- */

double tsu_slider_steady_friction(const tsu_friction *f, double speed)
{
    const double rate = f->kappa * speed + f->xi;
    return rate > 0.0 ? (f->kappa * speed * f->mu_k + f->xi * f->mu_s) / rate : f->mu_s;
}

tsu_status tsu_slider_start_rest(const tsu_slider *s, tsu_slider_state *x, tsu_error *err)
{
    const tsu_status status = tsu_slider_check(s, err);
    if (status != TSU_OK) return status;
    tsu_slider_state start = {.friction = {.mu = s->mu_initial < 0.0 ? s->friction.mu_s : s->mu_initial}};
    const tsu_status loaded = tsu_slider_normal(s, 0.0, &start.f_n, err);
    if (loaded == TSU_OK) *x = start;
    return loaded;
}

tsu_status tsu_slider_start_steady(const tsu_slider *s, double nudge, tsu_slider_state *x, tsu_error *err)
{
    const tsu_status status = tsu_slider_check(s, err);
    if (status != TSU_OK) return status;
    const tsu_vec3 velocity = tsu_slider_drive_velocity(s, 0.0);
    const double speed = tsu_vec3_norm(velocity);
    if (!(speed > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "a steady start needs a driver that moves at time 0; its velocity there is 0");
    tsu_slider_state start = {0};
    const tsu_status loaded = tsu_slider_normal(s, 0.0, &start.f_n, err);
    if (loaded != TSU_OK) return loaded;
    const tsu_vec3 t = tsu_vec3_scale(1.0 / speed, velocity);
    const double mu = tsu_slider_steady_friction(&s->friction, speed);
    const double traction = start.f_n > 0.0 ? mu * start.f_n : 0.0;
    const double stretch = (s->area * traction + s->damper * speed) / s->stiffness;
    start.friction =
        (tsu_friction_state){tsu_vec3_scale(traction / s->alpha, t), mu, traction > 0.0 ? 1.0 : 0.0};
    start.f_t = tsu_vec3_scale(-traction, t);
    start.drive = start.stretch = tsu_vec3_scale(stretch, t);
    start.v = tsu_vec3_scale(speed + nudge, t);
    start.a = tsu_vec3_scale(s->mass > 0.0 ? -s->damper * nudge / s->mass : 0.0, t);
    start.energy_start = tsu_slider_stored(s, &start);
    *x = start;
    return TSU_OK;
}

/* ---- energies ----------------------------------------------------------------------------------------------- */

tsu_vec3 tsu_slider_spring_force(const tsu_slider *s, const tsu_slider_state *x)
{
    return tsu_vec3_scale(s->stiffness, x->stretch);
}

double tsu_slider_stored(const tsu_slider *s, const tsu_slider_state *x)
{
    return 0.5 * (s->mass * tsu_vec3_norm2(x->v) + s->stiffness * tsu_vec3_norm2(x->stretch) +
                  s->area * s->alpha * tsu_vec3_norm2(x->friction.u));
}

double tsu_slider_imbalance(const tsu_slider *s, const tsu_slider_state *x)
{
    return tsu_slider_stored(s, x) - x->energy_start + x->friction_loss + x->damper_loss - x->work;
}

/* ---- one step ----------------------------------------------------------------------------------------------- */

/* The unknown of a step is e, what the displacement adds to that of constant acceleration: with it no digits are lost
 * however small the step.   d = d_0 + e,  v = v_0 + v_e e,  a = a_0 + a_e e */
typedef struct newmark {
    tsu_vec3 d_0, v_0, a_0;
    double v_e, a_e;
} newmark;

static newmark newmark_make(const tsu_slider *s, const tsu_slider_state *x, double h)
{
    const double beta = 0.25, gamma = 0.5;
    if (s->mass == 0.0) return (newmark){.d_0 = tsu_vec3_scale(h, x->v), .v_0 = x->v, .v_e = 1.0 / h};
    return (newmark){.d_0 = tsu_vec3_madd(tsu_vec3_scale(h, x->v), 0.5 * h * h, x->a),
                     .v_0 = tsu_vec3_madd(x->v, h, x->a),
                     .a_0 = x->a,
                     .v_e = gamma / (beta * h),
                     .a_e = 1.0 / (beta * h * h)};
}

/* The state for an unknown e, its balance of forces (0 when solved), and the friction's step. */
static tsu_vec3 balance(const tsu_slider *s, const newmark *w, double h, tsu_vec3 e,
                        const tsu_slider_state *from, tsu_slider_state *x, tsu_friction_step *o,
                        double *scale)
{
    const tsu_vec3 d = tsu_vec3_add(w->d_0, e), driven = tsu_vec3_sub(x->drive, from->drive);
    x->u = tsu_vec3_add(from->u, d);
    x->stretch = tsu_vec3_add(from->stretch, tsu_vec3_sub(driven, d));
    x->v = tsu_vec3_madd(w->v_0, w->v_e, e);
    x->a = tsu_vec3_madd(w->a_0, w->a_e, e);
    x->friction = from->friction;
    *o = tsu_friction_update(s->friction, &x->friction, d, s->alpha, x->f_n, h);
    x->f_t = o->f_t;
    const tsu_vec3 inertia = tsu_vec3_scale(s->mass, x->a), damping = tsu_vec3_scale(s->damper, x->v);
    const tsu_vec3 spring = tsu_slider_spring_force(s, x), friction = tsu_vec3_scale(s->area, o->f_t);
    const double limit = s->area * s->friction.mu_k * (x->f_n > 0.0 ? x->f_n : 0.0);
    *scale = fmax(fmax(tsu_vec3_norm(inertia), tsu_vec3_norm(damping)),
                  fmax(tsu_vec3_norm(spring), fmax(tsu_vec3_norm(friction), limit)));
    return tsu_vec3_sub(tsu_vec3_add(inertia, damping), tsu_vec3_add(spring, friction));
}

/* The correction of e: minus (stiffness matrix)^-1 residual, in the plane; in one dimension the y-line is the unit's. */
static tsu_vec3 correction(const tsu_slider *s, const newmark *w, const tsu_friction_step *o,
                           const tsu_slider_state *x, tsu_vec3 residual)
{
    const double diagonal = s->mass * w->a_e + s->damper * w->v_e + s->stiffness;
    tsu_friction_tangent c = tsu_friction_linearise(o, &x->friction, s->alpha);
    if (s->elastic_tangent) c = (tsu_friction_tangent){.across = s->alpha, .along = s->alpha};
    const tsu_vec3 t = o->t, w_t = o->reload;
    const double S = s->area, turn = c.turn, more = c.along - c.across;
    const double xx = diagonal + S * (c.across + t.x * (more * t.x + turn * w_t.x));
    const double xy = S * t.x * (more * t.y + turn * w_t.y);
    const double yx = S * t.y * (more * t.x + turn * w_t.x);
    const double yy = diagonal + S * (c.across + t.y * (more * t.y + turn * w_t.y));
    if (s->dimensions == 1) return tsu_vec3_make(-residual.x / xx, 0.0, 0.0);
    const double determinant = xx * yy - xy * yx;
    return tsu_vec3_make((xy * residual.y - yy * residual.x) / determinant,
                         (yx * residual.x - xx * residual.y) / determinant, 0.0);
}

/* Books the step: mean force times displacement for every account. */
static void book(const tsu_slider *s, const tsu_slider_state *from, tsu_vec3 d, const tsu_friction_step *o,
                 tsu_slider_state *x)
{
    const tsu_vec3 cut = tsu_vec3_sub(tsu_vec3_add(from->friction.u, d), x->friction.u);
    const tsu_vec3 held = tsu_vec3_add(from->friction.u, x->friction.u);
    const tsu_vec3 spring = tsu_vec3_add(tsu_slider_spring_force(s, from), tsu_slider_spring_force(s, x));
    const tsu_vec3 v_mean = s->mass == 0.0 ? x->v : tsu_vec3_scale(0.5, tsu_vec3_add(from->v, x->v));
    x->slip = from->slip + o->slip;
    x->work = from->work + 0.5 * tsu_vec3_dot(spring, tsu_vec3_sub(x->drive, from->drive));
    x->friction_loss = from->friction_loss + 0.5 * s->area * s->alpha * tsu_vec3_dot(held, cut);
    x->damper_loss = from->damper_loss + s->damper * tsu_vec3_dot(v_mean, d);
}

tsu_status tsu_slider_advance(const tsu_slider *s, double h, tsu_slider_state *x, tsu_slider_newton *newton,
                              tsu_error *err)
{
    tsu_slider_newton unused;
    tsu_slider_newton *report = newton ? newton : &unused;
    const tsu_slider_state from = *x;
    tsu_slider_state next = from;
    next.time = from.time + h;
    next.drive = tsu_vec3_madd(from.drive, h, tsu_slider_drive_velocity(s, from.time + 0.5 * h));
    const tsu_status loaded = tsu_slider_normal(s, next.time, &next.f_n, err);
    if (loaded != TSU_OK) return loaded;

    const newmark w = newmark_make(s, &from, h);
    tsu_vec3 e = {0.0, 0.0, 0.0};
    for (report->iterations = 0;; report->iterations++) {
        tsu_friction_step o;
        const tsu_vec3 residual = balance(s, &w, h, e, &from, &next, &o, &report->scale);
        const double size = tsu_vec3_norm(residual);
        report->residual[report->iterations] = size;
        report->plastic = o.plastic;
        if (size <= s->tolerance * report->scale) {
            book(s, &from, tsu_vec3_add(w.d_0, e), &o, &next);
            *x = next;
            return TSU_OK;
        }
        if (report->iterations == s->iterations_max || !isfinite(size)) break;
        e = tsu_vec3_add(e, correction(s, &w, &o, &next, residual));
    }
    return tsu_error_set(
        err, TSU_ERROR_UNSTABLE,
        "the step from t = %.9g s over %.3g s did not converge: after %d iterations the forces are out of "
        "balance by %.3g N of %.3g N",
        from.time, h, report->iterations, report->residual[report->iterations], report->scale);
}
