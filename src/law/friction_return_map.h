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
 * a = -ln R/(1 - R), and corrected once to fourth order. It starts from a lower bound too.
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
    double m;     /* at most 1e30                              [1/m] */
    double R_n;   /* R before the step                         [-] */
    bool held;    /* there is friction at all: mu_tr f_n alpha > 0 */
    bool plastic;
} tsu_friction_trial;

/* mu after a rest of dt, backward Euler (12) */
TSU_FN double tsu_friction_aged(tsu_friction f, double mu, double dt)
{
    const double aged = (mu + f.xi * f.mu_s * dt) * (1.0 / (1.0 + f.xi * dt));
    const double low = aged > f.mu_k ? aged : f.mu_k;
    return low < f.mu_s ? low : f.mu_s;
}

/* q = kappa/(1 + xi dt) [1/m] */
TSU_FN double tsu_friction_decay(double kappa, double xi, double dt)
{
    return kappa * (1.0 / (1.0 + xi * dt));
}

/* Beyond 1e30 R is 1 to the last bit; the limit keeps an infinite m (Coulomb) finite. */
TSU_FN double tsu_friction_limit_m(double m)
{
    return m < 1e30 ? m : 1e30;
}

/* Trial length u, R_n at the start of (re)loading. */
TSU_FN tsu_friction_trial tsu_friction_try(tsu_friction f, double u, double mu, double R_n, double alpha,
                                           double f_n, double dt)
{
    tsu_friction_trial t;
    t.u = u;
    t.mu_tr = tsu_friction_aged(f, mu, dt);
    const double load = f_n > 0.0 ? f_n : 0.0, stiff = alpha > 0.0 ? alpha : 0.0;
    t.held = t.mu_tr * load * stiff > 0.0;
    t.p = (t.held ? load : 0.0) / (t.held ? stiff : 1.0);
    t.mu_k = f.mu_k;
    t.q = tsu_friction_decay(f.kappa, f.xi, dt);
    t.m = tsu_friction_limit_m(f.m);
    t.R_n = R_n;
    t.plastic = (t.held ? u : 0.0) > R_n * (t.p * t.mu_tr); /* p = 0 where it is not held */
    return t;
}

/* ---- return map --------------------------------------------------------------------------------------------- */

typedef struct tsu_friction_root {
    double g, R;
    double L;      /* -ln R */
    double mu;     /* mu(g) */
    double per_c;  /* 1/(1 + q g) */
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

/* Natural logarithm of a normal positive R: that of base/power.h without its ends, and with the terms of the series added
 * in pairs, because here the time is that of the longest chain of operations. */
TSU_FN double tsu_friction_log(double R)
{
    const uint64_t bits = tsu_double_bits(R),
                   e = (bits - UINT64_C(0x3fe6a09e667f3bcd) + (UINT64_C(1024) << 52)) >> 52;
    const double k = tsu_double_from_bits(e | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    const double f = tsu_double_from_bits(bits - ((e - 1024) << 52)) - 1.0, s = f / (2.0 + f);
    const double z = s * s, z2 = z * z, z4 = z2 * z2, half = 0.5 * f * f;
    const double w0 = 2.0 / 3.0 + z * (2.0 / 5.0), w1 = 2.0 / 7.0 + z * (2.0 / 9.0);
    const double w2 = 2.0 / 11.0 + z * (2.0 / 13.0), w3 = 2.0 / 15.0 + z * (2.0 / 17.0);
    const double w = (w0 + z2 * w1) + z4 * ((w2 + z2 * w3) + z4 * (2.0 / 19.0 + z * (2.0 / 21.0)));
    const double rest = s * (half + z * w) + k * TSU_LN2_LO;
    return k * TSU_LN2_HI - ((half - rest) - f);
}

/* A lower bound of the slip, the larger of two: for constant mu_tr and R = (R_n + a k)/(1 + a k); and for R = 1, which is
 * exact in full sliding. */
TSU_FN double tsu_friction_least_slip(tsu_friction_trial t, double a)
{
    const double P = t.p * t.mu_tr, am = a * t.m;
    const double partly = tsu_friction_quadratic(am, 1.0 + am * (P - t.u), t.u - P * t.R_n);
    const double fully =
        t.u > P ? tsu_friction_quadratic(t.q, 1.0 - t.q * (t.u - t.p * t.mu_k), t.u - P) : 0.0;
    return partly > fully ? partly : fully;
}

/* Brings a predicted R(g) onto R - R_n + k ln R = 0: one step of fourth order, by the inverse series of the equation in
 * the relative change of R; then evaluates the residual of the yield condition. per_c is 1/(1 + q g). */
TSU_FN tsu_friction_root tsu_friction_correct(tsu_friction_trial t, double g, double guess, double per_c)
{
    const double predicted = guess > 1e-300 ? guess : 1e-300, k = t.m * g;
    const double log_R = tsu_friction_log(predicted), per_Y = 1.0 / (predicted + k), w = k * per_Y;
    const double e = (t.R_n - predicted - k * log_R) * per_Y;
    const double change = e + w * (e * e) * (0.5 + (0.5 * w - 1.0 / 3.0) * e);
    const double moved = predicted + predicted * change;
    const double low = moved > t.R_n ? moved : t.R_n, R = low < 1.0 ? low : 1.0;
    /* exact for the small change of the last step; before, the slope it gives need only be near */
    const double L = -(log_R + (change - change * change * (0.5 - change * (1.0 / 3.0))));

    tsu_friction_root x = {.g = g, .R = R, .per_c = per_c, .change = change};
    x.L = L > 0.0 ? L : 0.0;
    x.mu = t.mu_k + (t.mu_tr - t.mu_k) * per_c;
    x.r = (t.u - g) - t.p * R * x.mu;
    x.done = !(fabs(x.r) > 2e-15 * t.u) && fabs(change) < 1e-4;
    return x;
}

/* Whether friction can soften no faster than half of what the spring can follow: then D > 1/2 and r has one root. */
TSU_FN bool tsu_friction_gentle(tsu_friction_trial t)
{
    return t.p * t.q * (t.mu_tr - t.mu_k) < 0.5;
}

/* The step from x to r(g) = 0 with R replaced by its tangent, mu exact: a quadratic that never passes the smallest root. */
TSU_FN double tsu_friction_tangent_step(tsu_friction_trial t, tsu_friction_root x, double rise)
{
    const double c = 1.0 + t.q * x.g;
    const double A = t.q * (1.0 + t.p * rise * t.mu_k);
    const double B = c * (1.0 + t.p * rise * x.mu) - t.q * ((t.u - x.g) - t.p * t.mu_k * x.R);
    return tsu_friction_quadratic(A, B, c * x.r);
}

/* The same for gentle problems with R = R_x + R' s/(1 + eta s), right to the second order, and mu linear: a quadratic
 * A s^2 + B s = r too, but close to the root s = r (B^2 + A r)/(B^3 + 2 A B r) is as good and takes no square root. Far from the root the
 * bend is left out. */
TSU_FN double tsu_friction_series_step(tsu_friction_trial t, tsu_friction_root x, double rise, double eta,
                                       double per_c)
{
    const double fade = t.p * t.q * ((x.mu - t.mu_k) * per_c); /* -p dmu/dg */
    const double D = 1.0 + t.p * x.mu * rise - fade * x.R;
    const double bent = eta * x.r < 0.5 * D ? eta : 0.0;
    const double A = bent > 0.0 ? bent - fade * (x.R * bent + rise) : 0.0, B = D - bent * x.r;
    const double BB = B * B, Ar = A * x.r;
    return x.r * (BB + Ar) / (B * (BB + 2.0 * Ar));
}

/* Predicts R a step s from x and corrects it: by the series about x if the step is short, else by the curvature a. */
TSU_FN tsu_friction_root tsu_friction_predict(tsu_friction_trial t, double slip, double a, double R,
                                              double rise, double eta, double s)
{
    const double g = slip < t.u ? slip : t.u, ak = a * (t.m * g), c = 1.0 + t.q * g, bent = eta * s;
    const bool is_short = fabs(bent) < 0.5 && fabs(rise * s) < 0.5 * R;
    const double over = is_short ? R + (R * eta + rise) * s : t.R_n + ak,
                 under = is_short ? 1.0 + bent : 1.0 + ak;
    const double both = 1.0 / (under * c); /* one division for two */
    return tsu_friction_correct(t, g, over * (c * both), under * both);
}

/* Where the search starts: the curvature a at R_n, slope and bend there, and a slip that is right to the second order if it
 * is short. */
typedef struct tsu_friction_opening {
    double a, rise, eta, near;
    bool is_short;
} tsu_friction_opening;

TSU_FN tsu_friction_opening tsu_friction_open(tsu_friction_trial t, bool gentle)
{
    /* Below 1e-9 the value of R_n no longer matters to the curvature; ln R_n = -infinity is never formed. */
    const double R_0 = t.R_n > 1e-9 ? t.R_n : 1e-9, L_0 = -tsu_friction_log(R_0), rest = 1.0 - R_0;
    const double safe = rest > 1e-8 ? rest : 1.0, both = 1.0 / (R_0 * safe); /* one division for two */
    const tsu_friction_root still = {.R = t.R_n, .mu = t.mu_tr, .r = t.u - t.p * t.mu_tr * t.R_n};
    tsu_friction_opening o;
    o.a = rest > 1e-8 ? L_0 * (R_0 * both) : 1.0;
    o.rise = t.m * L_0;
    o.eta = t.m * (safe * both);
    o.near = tsu_friction_series_step(t, still, o.rise, o.eta, 1.0);
    o.is_short = gentle && t.m * o.near < R_0 && t.q * o.near < 0.5;
    return o;
}

/* The start from an opening: the short slip, or the lower bound of the curvature. */
TSU_FN tsu_friction_root tsu_friction_enter(tsu_friction_trial t, tsu_friction_opening o, double slip)
{
    return tsu_friction_predict(t, slip, o.a, t.R_n, o.rise, o.eta, slip);
}

TSU_FN tsu_friction_root tsu_friction_start(tsu_friction_trial t, bool gentle)
{
    const tsu_friction_opening o = tsu_friction_open(t, gentle);
    const double far = tsu_friction_least_slip(t, o.a);
    return tsu_friction_enter(t, o, o.is_short ? o.near : far);
}

/* One step towards the smallest root; a root that is done stays as it is, bit for bit. `gentle` is a constant or a
 * property of t (tsu_friction_gentle). */
TSU_FN tsu_friction_root tsu_friction_improve(tsu_friction_trial t, tsu_friction_root x, bool gentle)
{
    const double Y = x.R + t.m * x.g, rest = 1.0 - x.R, safe = rest > 1e-8 ? rest : 1.0;
    const double both = 1.0 / (Y * safe), per_Y = safe * both; /* one division for two */
    const double R_k = x.L * x.R * per_Y, a = rest > 1e-8 ? x.L * (Y * both) : 1.0;
    const double eta = t.m * (1.0 + 0.5 * (R_k - x.L)) * per_Y; /* -R''/(2 R') */
    const double rise = t.m * R_k;
    const double s =
        gentle ? tsu_friction_series_step(t, x, rise, eta, x.per_c) : tsu_friction_tangent_step(t, x, rise);
    const tsu_friction_root next = tsu_friction_predict(t, x.g + s, a, x.R, rise, eta, s);
    tsu_friction_root out;
    out.g = x.done ? x.g : next.g;
    out.R = x.done ? x.R : next.R;
    out.L = x.done ? x.L : next.L;
    out.mu = x.done ? x.mu : next.mu;
    out.per_c = x.done ? x.per_c : next.per_c;
    out.r = x.done ? x.r : next.r;
    out.change = x.done ? x.change : next.change;
    out.done = x.done || next.done;
    return out;
}

/* The whole return map. The loop ends after a few steps; its limit has never been reached. */
TSU_FN tsu_friction_root tsu_friction_solve(tsu_friction_trial t, int *improvements)
{
    const bool gentle = tsu_friction_gentle(t);
    tsu_friction_root x = tsu_friction_start(t, gentle);
    int n = 0;
    while (t.plastic && !x.done && n < TSU_FRICTION_IMPROVEMENTS_MAX) {
        x = gentle ? tsu_friction_improve(t, x, true) : tsu_friction_improve(t, x, false);
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
    const double L =
        k > 1.0 ? (x.R - t.R_n) / k : x.L; /* near R = 1 the equation knows ln R better than R does */
    const double rise = t.m * L * x.R / (x.R + k), fall = t.q * (x.mu - t.mu_k) / c;
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
