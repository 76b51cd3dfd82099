/* SPDX-License-Identifier: Apache-2.0 */
/* friction_return_map.h - time-dependent elastoplastic friction with a subloading surface, updated implicitly.
 *
 * Equation numbers are those of the source document; eq. 23 is restored (docs/theory/elastoplastic_friction.md).
 *
 *   u = u_e + u_p                               f_t = -alpha u_e                 elastic part and traction    (1, 2)
 *   |f_t| = R mu f_n                            sliding surface, 0 <= R <= 1                                  (6)
 *   mu' = -kappa (mu - mu_k) |u_p'| + xi (mu_s - mu)      slip weakens, rest heals                            (4, 5)
 *   R'  = -m ln(R) |u_p'|                       sliding starts smoothly before the full limit                 (9)
 *
 * One backward Euler step over dt with the displacement du (10-20). Trial: u_e + du, no slip, mu aged to mu_tr.
 * If it leaves the surface there is slip g along the trial direction and, written as lengths (everything over
 * alpha; u = |trial|, p = f_n/alpha, q = kappa/(1 + xi dt)), all that remains is one equation for g:
 *
 *   r(g) = u - g - p R(g) mu(g) = 0
 *   mu(g) = mu_k + (mu_tr - mu_k)/(1 + q g),     R(g): R - R_n + g m ln R = 0
 *
 * How it is solved. R(g) is concave, so its tangent lies above it; with R replaced by its tangent, r(g) = 0 is a
 * quadratic whose root never passes the smallest root of r. Iterating this climbs to that root from below,
 * quadratically, with no bracket to maintain, also where the friction softens faster than the spring can follow
 * and r has three roots. Between steps R is predicted by (R_n + a k)/(1 + a k), k = g m, which is exact for
 * a = -ln R/(1 - R), and corrected once to fourth order. The start is the root for constant mu_tr and an `a`
 * that is too large, hence a lower bound too. Two steps on average.
 *
 * Everything is written for one contact without branches; a block loop over start and improve vectorises. */
#ifndef TSU_LAW_FRICTION_RETURN_MAP_H
#define TSU_LAW_FRICTION_RETURN_MAP_H

#include "base/portable.h"
#include "base/power.h"
#include "base/vec.h"
#include <math.h>
#include <stdbool.h>

typedef struct tsu_friction {
    double mu_s;  /* static friction, reached at rest                [-] */
    double mu_k;  /* kinetic friction, reached in fast sliding       [-] */
    double kappa; /* decay of mu with slip                           [1/m] */
    double xi;    /* recovery of mu with time                        [1/s] */
    double m;     /* how fast R approaches 1 with slip               [1/m] */
    bool split;   /* a step that passes the origin reloads from its closest approach */
} tsu_friction;

typedef struct tsu_friction_state {
    tsu_vec3 u; /* elastic part of the tangential displacement  [m] */
    double mu;  /* friction coefficient now                     [-] */
    double R;   /* size of the subloading surface, 0..1         [-] */
} tsu_friction_state;

/* What a step hands out besides the new state. Tractions may be forces as well (alpha in N/m, f_n in N). */
typedef struct tsu_friction_step {
    tsu_vec3 f_t;       /* tangential traction on the moving side       [Pa] */
    tsu_vec3 t;         /* unit vector of the trial displacement, 0 without one */
    double slip;        /* g, plastic slip of the step                  [m] */
    double dissipation; /* |f_t| g                                      [J/m^2] */
    double trial;       /* alpha |trial|                                [Pa] */
    double stiffness;   /* D, -dr/dg                                    [Pa/m] */
    double residual;    /* left in r after the return map, in tractions [Pa] */
    double limit;       /* mu_tr f_n                                    [Pa] */
    double f_n;         /*                                              [Pa] */
    double reloaded;    /* -dr/dR_n                                     [Pa] */
    double R_reload;    /* R at which loading began                     [-] */
    tsu_vec3 reload;    /* direction in which du moves R_reload, split steps in two dimensions only */
    bool plastic;       /* there was slip */
    bool held;          /* there was friction */
    bool split;         /* loading began again within the step */
    int improvements;   /* steps of the return map */
} tsu_friction_step;

enum { TSU_FRICTION_IMPROVEMENTS_MAX = 64 };

/* ---- trial and loading test --------------------------------------------------------------------------------- */

/* The scalar problem of a step, as lengths. */
typedef struct tsu_friction_trial {
    double u;     /* |u_e + du|                                [m] */
    double p;     /* f_n/alpha                                 [m] */
    double mu_tr; /* mu after dt without slip                  [-] */
    double mu_k;  /*                                           [-] */
    double q;     /* kappa/(1 + xi dt)                         [1/m] */
    double m;     /* limited so that m u is finite             [1/m] */
    double R_n;   /* R before the step                         [-] */
    bool held;    /* there is friction at all: mu_tr f_n alpha > 0 */
    bool plastic;
} tsu_friction_trial;

/* mu after a rest of dt, backward Euler (12) */
TSU_FN double tsu_friction_aged(tsu_friction f, double mu, double dt)
{
    const double aged = (mu + f.xi * f.mu_s * dt) / (1.0 + f.xi * dt);
    const double low = aged > f.mu_k ? aged : f.mu_k;
    return low < f.mu_s ? low : f.mu_s;
}

/* Trial length u, R_n at the start of (re)loading. */
TSU_FN tsu_friction_trial tsu_friction_try(tsu_friction f, double u, double mu, double R_n, double alpha,
                                           double f_n, double dt)
{
    /* Beyond k = m g = 1e30 R is 1 to the last bit; the limit keeps an infinite m (Coulomb) finite. */
    const double largest = 1e30 / (u > 1e-270 ? u : 1e-270);
    tsu_friction_trial t;
    t.u = u;
    t.mu_tr = tsu_friction_aged(f, mu, dt);
    t.held = f_n > 0.0 && alpha > 0.0 && t.mu_tr * f_n > 0.0;
    t.p = (t.held ? f_n : 0.0) / (t.held ? alpha : 1.0);
    t.mu_k = f.mu_k;
    t.q = f.kappa / (1.0 + f.xi * dt);
    t.m = f.m < largest ? f.m : largest;
    t.R_n = R_n;
    t.plastic = t.held && u > R_n * (t.p * t.mu_tr);
    return t;
}

/* ---- return map --------------------------------------------------------------------------------------------- */

typedef struct tsu_friction_root {
    double g, R;
    double L;      /* -ln R */
    double mu;     /* mu(g) */
    double r;      /* u - g - p R mu [m] */
    double change; /* relative size of the last correction of R */
    bool done;
} tsu_friction_root;

/* Root s of A s^2 + B s = C that grows from 0 with C; A >= 0, and A > 0 where B <= 0. */
TSU_FN double tsu_friction_quadratic(double A, double B, double C)
{
    const double square = B * B + 4.0 * A * C;
    const double root = sqrt(square > 0.0 ? square : 0.0);
    const double over = B > 0.0 ? 2.0 * C : root - B;
    const double under = B > 0.0 ? B + root : 2.0 * A;
    return over / under;
}

/* a = -ln R/(1 - R) from L = -ln R: falls from infinity at R = 0 to 1 at R = 1 */
TSU_FN double tsu_friction_curvature(double R, double L)
{
    const double rest = 1.0 - R;
    const double safe = rest > 1e-8 ? rest : 1.0;
    return rest > 1e-8 ? L / safe : 1.0 + 0.5 * rest;
}

/* Natural logarithm of a positive R: tsu_log without the cases of its ends. */
TSU_FN double tsu_friction_log(double R)
{
    const tsu_log_reduced l = tsu_log_reduce(R);
    return tsu_log_sum(l.m - 1.0, l.k, 0.0);
}

/* An upper bound of -ln R, at most 0.06 or 39 % above it, by the chord of the logarithm between powers of two. */
TSU_FN double tsu_friction_log_bound(double R)
{
    const uint64_t bits = tsu_double_bits(R);
    const double e = tsu_double_from_bits(bits >> 52 | UINT64_C(0x4330000000000000)) - (0x1p52 + 1022.0);
    const double f =
        tsu_double_from_bits((bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000));
    return -0.69314718055994531 * (e + (f - 2.0));
}

/* Smallest slip for constant mu_tr and R = (R_n + a k)/(1 + a k). */
TSU_FN double tsu_friction_start_slip(tsu_friction_trial t, double a)
{
    const double P = t.p * t.mu_tr, am = a * t.m;
    return tsu_friction_quadratic(am, 1.0 + am * (P - t.u), t.u - P * t.R_n);
}

/* Brings a predicted R(g) onto R - R_n + k ln R = 0: one step of fourth order (that of Fritsch, Shafer
 * and Crowley for y + ln y = x, multiplied out so that k = 0 and R_n = 0 need no case of their own); then evaluates
 * the residual of the yield condition. */
TSU_FN tsu_friction_root tsu_friction_correct(tsu_friction_trial t, double g, double guess)
{
    const double predicted = guess > 1e-300 ? guess : 1e-300;
    const double k = t.m * g;
    const double log_R = tsu_friction_log(predicted);
    const double Y = predicted + k, per_Y = 1.0 / Y;
    const double e = (t.R_n - predicted - k * log_R) * per_Y, Z = 1.0 + e * (2.0 / 3.0), ke = k * per_Y * e;
    const double change = e * (Z - 0.5 * ke) / (Z - ke);
    const double moved = predicted + predicted * change;
    const double low = moved > t.R_n ? moved : t.R_n, R = low < 1.0 ? low : 1.0;
    /* -ln R follows from ln(predicted) for a small change and from the equation itself for a large one. */
    const double small = change - change * change * (0.5 - change * (1.0 / 3.0 - 0.25 * change));
    const bool near = fabs(change) < 1e-3 && k < 1.0;
    const double L = near ? -(log_R + small) : (R - t.R_n) / (k > 0.0 ? k : 1.0);
    const double c = 1.0 + t.q * g;

    tsu_friction_root x = {.g = g, .R = R, .change = change};
    x.L = L > 0.0 ? L : 0.0;
    x.mu = t.mu_k + (t.mu_tr - t.mu_k) / c;
    x.r = (t.u - g) - t.p * R * x.mu;
    x.done = !(fabs(x.r) > 8e-16 * t.u) && fabs(change) < 1e-4;
    return x;
}

TSU_FN tsu_friction_root tsu_friction_start(tsu_friction_trial t)
{
    /* Below 1e-9 the value of R_n no longer matters to the choice of a; ln R_n = -infinity is never formed. */
    const double R_0 = t.R_n > 1e-9 ? t.R_n : 1e-9;
    const double a = tsu_friction_curvature(R_0, tsu_friction_log_bound(R_0));
    const double g = tsu_friction_start_slip(t, a), ak = a * (t.m * g);
    return tsu_friction_correct(t, g, (t.R_n + ak) / (1.0 + ak));
}

/* One step towards the smallest root; a root that is done stays as it is, bit for bit. */
TSU_FN tsu_friction_root tsu_friction_improve(tsu_friction_trial t, tsu_friction_root x)
{
    const double k = t.m * x.g, c = 1.0 + t.q * x.g;
    const double rise = t.m * x.L * x.R / (x.R + k); /* dR/dg */
    const double A = t.q * (1.0 + t.p * rise * t.mu_k);
    const double B = c * (1.0 + t.p * rise * x.mu) - t.q * ((t.u - x.g) - t.p * t.mu_k * x.R);
    const double s = tsu_friction_quadratic(A, B, c * x.r);
    const double g = x.g + s, a = tsu_friction_curvature(x.R, x.L), ak = a * (t.m * g);
    const tsu_friction_root next = tsu_friction_correct(t, g, (t.R_n + ak) / (1.0 + ak));
    tsu_friction_root out;
    out.g = x.done ? x.g : next.g;
    out.R = x.done ? x.R : next.R;
    out.L = x.done ? x.L : next.L;
    out.mu = x.done ? x.mu : next.mu;
    out.r = x.done ? x.r : next.r;
    out.change = x.done ? x.change : next.change;
    out.done = x.done || next.done;
    return out;
}

/* The whole return map. The loop ends after a few steps; its limit has never been reached. */
TSU_FN tsu_friction_root tsu_friction_solve(tsu_friction_trial t, int *improvements)
{
    tsu_friction_root x = tsu_friction_start(t);
    int n = 0;
    while (t.plastic && !x.done && n < TSU_FRICTION_IMPROVEMENTS_MAX) {
        x = tsu_friction_improve(t, x);
        n++;
    }
    *improvements = n;
    return x;
}

/* ---- the step ----------------------------------------------------------------------------------------------- */

/* R at the closest approach to the origin if the straight way from u by du passes it: there unloading ends and
 * loading begins again, which a single trial does not see. `reload` is that point's part of the tangent. */
TSU_FN double tsu_friction_split(tsu_friction f, const tsu_friction_state *s, tsu_vec3 du, double alpha,
                                 double f_n, double dt, tsu_vec3 *reload)
{
    const double length2 = tsu_vec3_norm2(du), back = -tsu_vec3_dot(s->u, du);
    const double way = back / (length2 > 0.0 ? length2 : 1.0);
    const tsu_vec3 nearest = tsu_vec3_madd(s->u, way, du);
    const double distance = tsu_vec3_norm(nearest), limit = tsu_friction_aged(f, s->mu, dt) * f_n;
    const double R = alpha * distance / (limit > 0.0 ? limit : 1.0);
    const bool passes = f.split && limit > 0.0 && length2 > 0.0 && way > 0.0 && way < 1.0 && R < s->R;
    const double size = passes && distance > 0.0 ? way / (distance > 0.0 ? distance : 1.0) : 0.0;
    *reload = tsu_vec3_scale(size, nearest);
    return passes ? R : s->R;
}

/* From the trial and its root to the new state. `trial` is the vector u_e + du. */
TSU_FN tsu_friction_step tsu_friction_finish(tsu_friction_trial t, tsu_friction_root x, tsu_vec3 trial,
                                             double alpha, tsu_friction_state *s)
{
    const double P = t.p * t.mu_tr, safe_u = t.u > 0.0 ? t.u : 1.0;
    const double k = t.m * x.g, c = 1.0 + t.q * x.g;
    const double rise = t.m * x.L * x.R / (x.R + k), fall = t.q * (x.mu - t.mu_k) / c;
    const double elastic_R = t.u / (P > 0.0 ? P : 1.0);
    const double R = t.plastic ? x.R : elastic_R, mu = t.plastic ? x.mu : t.mu_tr;
    const double keep = t.plastic ? t.p * x.R * x.mu / safe_u : 1.0;

    s->u = tsu_vec3_scale(t.held ? keep : 0.0, trial);
    s->R = t.held ? (R < 1.0 ? R : 1.0) : 0.0;
    s->mu = mu < t.mu_tr ? mu : t.mu_tr;
    tsu_friction_step out;
    out.f_t = tsu_vec3_scale(-alpha, s->u);
    out.t = tsu_vec3_scale(t.u > 0.0 ? 1.0 / safe_u : 0.0, trial);
    out.slip = t.plastic ? x.g : (t.held ? 0.0 : t.u);
    out.trial = alpha * t.u;
    out.dissipation = t.plastic ? alpha * t.p * x.R * x.mu * x.g : 0.0;
    out.stiffness = t.plastic ? alpha * (1.0 + t.p * (x.mu * rise - x.R * fall)) : alpha;
    out.residual = t.plastic ? alpha * x.r : 0.0;
    out.reloaded = t.plastic ? alpha * t.p * x.mu * x.R / (x.R + k) : 0.0;
    out.plastic = t.plastic;
    out.held = t.held;
    out.improvements = 0;
    return out;
}

/* One step of friction: displacement du in the tangent plane over dt under the normal traction f_n (<= 0: no
 * friction; the state is then that of a contact without load, and mu ages on). Always finite and admissible. */
TSU_FN tsu_friction_step tsu_friction_update(tsu_friction f, tsu_friction_state *s, tsu_vec3 du, double alpha,
                                             double f_n, double dt)
{
    const tsu_vec3 trial = tsu_vec3_add(s->u, du);
    const double R_before = s->R;
    tsu_vec3 reload;
    const double R_n = tsu_friction_split(f, s, du, alpha, f_n, dt, &reload);
    const tsu_friction_trial t = tsu_friction_try(f, tsu_vec3_norm(trial), s->mu, R_n, alpha, f_n, dt);
    int improvements;
    const tsu_friction_root x = tsu_friction_solve(t, &improvements);
    tsu_friction_step out = tsu_friction_finish(t, x, trial, alpha, s);
    out.improvements = improvements;
    out.limit = t.mu_tr * f_n;
    out.f_n = f_n;
    out.reload = reload;
    out.split = R_n < R_before;
    out.R_reload = R_n;
    return out;
}

/* ---- consistent tangent ------------------------------------------------------------------------------------- */

/* df_t = -across (I - t t) du - along t t.du - turn t reload.du - normal t df_n   (22, 23) */
typedef struct tsu_friction_tangent {
    double across; /* [Pa/m] */
    double along;  /* [Pa/m] */
    double turn;   /* of a split step only [Pa/m] */
    double normal; /* [-] */
} tsu_friction_tangent;

TSU_FN tsu_friction_tangent tsu_friction_linearise(const tsu_friction_step *o, const tsu_friction_state *s,
                                                   double alpha)
{
    /* At the fold of a softening step D vanishes; a floor keeps the tangent finite there. */
    const double floor = 1e-12 * alpha, D = o->stiffness > floor ? o->stiffness : floor;
    const double size = tsu_vec3_norm(o->f_t), safe = o->trial > 0.0 ? o->trial : 1.0;
    const bool split = o->plastic && tsu_vec3_norm2(o->reload) > 0.0;
    const bool restarted = o->plastic && o->split;
    const double per_R = alpha * o->reloaded / D, limit = o->limit > 0.0 ? o->limit : 1.0;
    const double f_n = o->limit > 0.0 ? o->f_n : 1.0;
    tsu_friction_tangent out;
    out.across = o->plastic ? alpha * size / safe : (o->held ? alpha : 0.0);
    out.along = o->plastic ? alpha - alpha * alpha / D : (o->held ? alpha : 0.0);
    out.turn = split ? per_R * alpha / limit : 0.0;
    out.normal = o->plastic ? alpha * s->R * s->mu / D - (restarted ? per_R * o->R_reload / f_n : 0.0) : 0.0;
    return out;
}

#endif
