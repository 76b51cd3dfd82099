/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_elastoplastic.h - friction that weakens with slip and heals with time, in a contact.
 *
 * The law of friction_return_map.h with forces for tractions: alpha = k_t of the normal law, f_n its force without the
 * dashpot; with `normalLoad total` the sum of both, which is 0 in the last part of a damped impact although the surfaces
 * are pressed together. No tangential dashpot: the slip that precedes full sliding dissipates. With kappa, xi -> 0, mu_s = mu_k and m -> infinity it is Coulomb
 * friction with a tangential spring.
 *
 * State: u (elastic tangential displacement, carried along and projected on the tangent plane as in
 * tangential_spring.h), mu and R. A new contact has mu = coefficientFrictionInitial, R = 0, u = 0.
 *
 * Accounts of a step: those of tangential_spring.h, with z the slip vector; in slow steps sliding is |f_t| g. */
#ifndef TSU_LAW_TANGENTIAL_ELASTOPLASTIC_H
#define TSU_LAW_TANGENTIAL_ELASTOPLASTIC_H

#include "law/friction_return_map.h"
#include "law/tangential_spring.h"

/* Coefficients and history, in this order. */
enum {
    TSU_ELASTOPLASTIC_MU_S,
    TSU_ELASTOPLASTIC_MU_K,
    TSU_ELASTOPLASTIC_KAPPA,
    TSU_ELASTOPLASTIC_XI,
    TSU_ELASTOPLASTIC_M,
    TSU_ELASTOPLASTIC_MU_0,
    TSU_ELASTOPLASTIC_SPLIT,
    TSU_ELASTOPLASTIC_ELASTIC, /* 1: the load is without the dashpot, 0: with it */
    TSU_ELASTOPLASTIC_COEFFICIENTS
};
enum {
    TSU_ELASTOPLASTIC_U,
    TSU_ELASTOPLASTIC_MU = 3,
    TSU_ELASTOPLASTIC_R,
    TSU_ELASTOPLASTIC_K_OLD,
    TSU_ELASTOPLASTIC_HISTORY
};

/* A contact on its way through the return map. */
typedef struct tsu_elastoplastic_step {
    tsu_vec3 u_old; /* elastic displacement before                     [m] */
    tsu_vec3 flat;  /* u_old + v_t dt in the tangent plane: the trial  [m] */
    double along;   /* its part along n, cut off                       [m] */
    tsu_friction_trial t;
} tsu_elastoplastic_step;

/* `split` is whether any contact may be split; where it is a constant the compiler leaves the rest away. */
TSU_FN tsu_elastoplastic_step tsu_elastoplastic_try(const double *p, const tsu_contact *c, const double *h,
                                                    bool split)
{
    const tsu_friction f = {.mu_s = p[TSU_ELASTOPLASTIC_MU_S],
                            .mu_k = p[TSU_ELASTOPLASTIC_MU_K],
                            .kappa = p[TSU_ELASTOPLASTIC_KAPPA],
                            .xi = p[TSU_ELASTOPLASTIC_XI],
                            .m = p[TSU_ELASTOPLASTIC_M],
                            .split = split && p[TSU_ELASTOPLASTIC_SPLIT] != 0.0};
    const bool fresh = h[TSU_ELASTOPLASTIC_K_OLD] == 0.0; /* the history of a contact that opens is zeroed */
    tsu_elastoplastic_step s;
    s.u_old = tsu_vec3_make(h[0], h[1], h[2]);
    const tsu_vec3 moved = tsu_vec3_madd(s.u_old, c->dt, c->v_t);
    s.along = tsu_vec3_dot(moved, c->n);
    s.flat = tsu_vec3_madd(moved, -s.along, c->n);
    const tsu_vec3 du = tsu_vec3_scale(c->dt, c->v_t);
    const tsu_friction_state before = {.u = tsu_vec3_sub(s.flat, du),
                                       .mu = fresh ? p[TSU_ELASTOPLASTIC_MU_0] : h[TSU_ELASTOPLASTIC_MU],
                                       .R = h[TSU_ELASTOPLASTIC_R]};
    const double load = c->f_n - p[TSU_ELASTOPLASTIC_ELASTIC] * c->f_damp;
    tsu_vec3 reload;
    const double R_n = split ? tsu_friction_split(f, &before, du, c->k_t, load, c->dt, &reload) : before.R;
    s.t = tsu_friction_try(f, tsu_vec3_norm(s.flat), before.mu, R_n, c->k_t, load, c->dt);
    return s;
}

TSU_FN void tsu_elastoplastic_finish(const tsu_elastoplastic_step *s, tsu_friction_root x, tsu_contact *c,
                                     double *h)
{
    const double k_old = h[TSU_ELASTOPLASTIC_K_OLD], k = c->k_t;
    tsu_friction_state now;
    const tsu_friction_step o = tsu_friction_finish(s->t, x, s->flat, k, &now);
    c->f_t = o.f_t;

    const tsu_vec3 cut = tsu_vec3_sub(s->flat, now.u), bent = tsu_vec3_sub(c->v_t_before, c->v_t);
    const double slid = 0.5 * (k_old * tsu_vec3_dot(s->u_old, cut) + k * tsu_vec3_dot(now.u, cut));
    const double history = 0.5 * (k_old * (s->along * s->along + tsu_vec3_dot(s->u_old, bent) * c->dt) -
                                  (k - k_old) * tsu_vec3_dot(s->u_old, now.u));
    const double opened =
        0.5 * k_old * (tsu_vec3_norm2(s->u_old) + tsu_vec3_dot(s->u_old, c->v_t_before) * c->dt);
    c->account[TSU_ACCOUNT_SLIDING] = c->touching ? slid : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = c->touching ? history : opened;
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = 0.0;
    c->elastic = 0.5 * k * tsu_vec3_norm2(now.u);
    h[0] = now.u.x;
    h[1] = now.u.y;
    h[2] = now.u.z;
    h[TSU_ELASTOPLASTIC_MU] = now.mu;
    h[TSU_ELASTOPLASTIC_R] = now.R;
    h[TSU_ELASTOPLASTIC_K_OLD] = k;
}

TSU_FN void tsu_tangential_elastoplastic(const double *p, tsu_contact *c, double *h)
{
    const tsu_elastoplastic_step s = tsu_elastoplastic_try(p, c, h, true);
    int improvements;
    const tsu_friction_root x = tsu_friction_solve(s.t, &improvements);
    tsu_elastoplastic_finish(&s, x, c, h);
}

/* ---- the block ------------------------------------------------------------------------------------------------- */

/* Only some lanes of a block slip. Their problems are packed side by side and solved in groups, each until its slowest lane
 * is done: a group is wide enough to keep the vector units busy and small enough not to wait for strangers. */
enum { TSU_ELASTOPLASTIC_GROUP = 16 };

typedef struct tsu_elastoplastic_lanes {
    tsu_lane flat_x, flat_y, flat_z, along;
    tsu_lane u, p, mu_tr, q, R_n, held, plastic, gentle; /* trials */
    tsu_lane g, R, mu;                                   /* roots of those that slip */
} tsu_elastoplastic_lanes;

typedef double tsu_elastoplastic_row[TSU_ELASTOPLASTIC_GROUP];

typedef struct tsu_elastoplastic_group {
    tsu_elastoplastic_row u, p, mu_tr, mu_k, q, m, R_n, gentle; /* trials */
    tsu_elastoplastic_row a, rise, eta, slip, is_short;         /* openings */
    tsu_elastoplastic_row g, R, L, mu, per_c, r, done;          /* roots */
} TSU_ALIGNED(64) tsu_elastoplastic_group;

TSU_FN void tsu_elastoplastic_load_rows(const tsu_lane *rows, int l, int count, double *values)
{
    for (int q = 0; q < count; q++) {
        values[q] = rows[q][l];
    }
}

TSU_FN void tsu_elastoplastic_try_lanes(const tsu_block *TSU_RESTRICT b,
                                        const tsu_lane *TSU_RESTRICT coefficient,
                                        const tsu_lane *TSU_RESTRICT history,
                                        tsu_elastoplastic_lanes *TSU_RESTRICT w, const bool split)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_contact c = tsu_block_load(b, l);
        double p[TSU_ELASTOPLASTIC_COEFFICIENTS], h[TSU_ELASTOPLASTIC_HISTORY];
        tsu_elastoplastic_load_rows(coefficient, l, TSU_ELASTOPLASTIC_COEFFICIENTS, p);
        tsu_elastoplastic_load_rows(history, l, TSU_ELASTOPLASTIC_HISTORY, h);
        const tsu_elastoplastic_step s = tsu_elastoplastic_try(p, &c, h, split);
        w->flat_x[l] = s.flat.x;
        w->flat_y[l] = s.flat.y;
        w->flat_z[l] = s.flat.z;
        w->along[l] = s.along;
        w->u[l] = s.t.u;
        w->p[l] = s.t.p;
        w->mu_tr[l] = s.t.mu_tr;
        w->q[l] = s.t.q;
        w->R_n[l] = s.t.R_n;
        w->held[l] = s.t.held ? 1.0 : 0.0;
        w->gentle[l] = tsu_friction_gentle(s.t) ? 1.0 : 0.0;
        w->plastic[l] = s.t.plastic ? b->touching[l] : 0.0;
    }
}

TSU_FN tsu_friction_trial tsu_elastoplastic_load_trial(const tsu_elastoplastic_group *x, int i)
{
    const tsu_friction_trial made = {x->u[i], x->p[i],   x->mu_tr[i], x->mu_k[i], x->q[i],
                                     x->m[i], x->R_n[i], true,        true};
    return made;
}

TSU_FN tsu_friction_root tsu_elastoplastic_load_root(const tsu_elastoplastic_group *x, int i)
{
    const tsu_friction_root made = {.g = x->g[i],
                                    .R = x->R[i],
                                    .L = x->L[i],
                                    .mu = x->mu[i],
                                    .per_c = x->per_c[i],
                                    .r = x->r[i],
                                    .done = x->done[i] != 0.0};
    return made;
}

TSU_FN void tsu_elastoplastic_store_root(tsu_elastoplastic_group *x, int i, tsu_friction_root root)
{
    x->g[i] = root.g;
    x->R[i] = root.R;
    x->L[i] = root.L;
    x->mu[i] = root.mu;
    x->per_c[i] = root.per_c;
    x->r[i] = root.r;
    x->done[i] = root.done ? 1.0 : 0.0;
}

/* Whether a row of ones and zeros is all ones: by bits, which may be combined in any order, as sums of doubles may not. */
TSU_FN bool tsu_elastoplastic_all(const tsu_elastoplastic_row row)
{
    uint64_t bits = tsu_double_bits(1.0);
    for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
        bits &= tsu_double_bits(row[i]);
    }
    return bits != 0;
}

/* tsu_friction_start, with its two slips in loops of their own: the long one is seldom needed. */
TSU_FN void tsu_elastoplastic_start_group(tsu_elastoplastic_group *x)
{
    for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
        const tsu_friction_opening o = tsu_friction_open(tsu_elastoplastic_load_trial(x, i), true);
        x->a[i] = o.a;
        x->rise[i] = o.rise;
        x->eta[i] = o.eta;
        x->slip[i] = o.near;
        x->is_short[i] = o.is_short ? 1.0 : 0.0;
    }
    if (!tsu_elastoplastic_all(x->is_short)) {
        for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
            const double far = tsu_friction_least_slip(tsu_elastoplastic_load_trial(x, i), x->a[i]);
            x->slip[i] = x->is_short[i] != 0.0 ? x->slip[i] : far;
        }
    }
    for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
        const tsu_friction_opening o = {.a = x->a[i], .rise = x->rise[i], .eta = x->eta[i]};
        const tsu_friction_trial t = tsu_elastoplastic_load_trial(x, i);
        tsu_elastoplastic_store_root(x, i, tsu_friction_enter(t, o, x->slip[i]));
    }
}

/* The lanes of a group, all gentle, in vector code. */
TSU_FN void tsu_elastoplastic_solve_gentle(tsu_elastoplastic_group *x)
{
    tsu_elastoplastic_start_group(x);
    for (int n = 0; n < TSU_FRICTION_IMPROVEMENTS_MAX && !tsu_elastoplastic_all(x->done); n++) {
        for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
            const tsu_friction_trial t = tsu_elastoplastic_load_trial(x, i);
            tsu_elastoplastic_store_root(x, i,
                                         tsu_friction_improve(t, tsu_elastoplastic_load_root(x, i), true));
        }
    }
}

/* The lanes of a group one by one. */
TSU_FN void tsu_elastoplastic_solve_each(tsu_elastoplastic_group *x, int count)
{
    for (int i = 0; i < count; i++) {
        int improvements;
        tsu_elastoplastic_store_root(x, i,
                                     tsu_friction_solve(tsu_elastoplastic_load_trial(x, i), &improvements));
    }
}

/* Solves the lanes at[0 .. count); the last one fills up the group. */
TSU_FN void tsu_elastoplastic_solve_lanes(const tsu_lane *coefficient, const int *at, int count,
                                          tsu_elastoplastic_lanes *w)
{
    tsu_elastoplastic_group x;
    const int filled = count < TSU_ELASTOPLASTIC_GROUP ? count : TSU_ELASTOPLASTIC_GROUP;
    for (int i = 0; i < TSU_ELASTOPLASTIC_GROUP; i++) {
        const int l = at[i < filled ? i : filled - 1];
        x.u[i] = w->u[l];
        x.p[i] = w->p[l];
        x.mu_tr[i] = w->mu_tr[l];
        x.q[i] = w->q[l];
        x.R_n[i] = w->R_n[l];
        x.mu_k[i] = coefficient[TSU_ELASTOPLASTIC_MU_K][l];
        x.m[i] = tsu_friction_limit_m(coefficient[TSU_ELASTOPLASTIC_M][l]);
        x.gentle[i] = w->gentle[l];
    }
    if (tsu_elastoplastic_all(x.gentle))
        tsu_elastoplastic_solve_gentle(&x);
    else
        tsu_elastoplastic_solve_each(&x, filled);
    for (int i = 0; i < filled; i++) {
        w->g[at[i]] = x.g[i];
        w->R[at[i]] = x.R[i];
        w->mu[at[i]] = x.mu[i];
    }
}

TSU_FN void tsu_elastoplastic_finish_lanes(tsu_block *TSU_RESTRICT b,
                                           const tsu_lane *TSU_RESTRICT coefficient,
                                           tsu_lane *TSU_RESTRICT history,
                                           const tsu_elastoplastic_lanes *TSU_RESTRICT w)
{
    for (int l = 0; l < TSU_LANES; l++) {
        tsu_contact c = tsu_block_load(b, l);
        double h[TSU_ELASTOPLASTIC_HISTORY];
        tsu_elastoplastic_load_rows((const tsu_lane *)history, l, TSU_ELASTOPLASTIC_HISTORY, h);
        const tsu_elastoplastic_step s = {.u_old = {h[0], h[1], h[2]},
                                          .flat = {w->flat_x[l], w->flat_y[l], w->flat_z[l]},
                                          .along = w->along[l],
                                          .t = {.u = w->u[l],
                                                .p = w->p[l],
                                                .mu_tr = w->mu_tr[l],
                                                .mu_k = coefficient[TSU_ELASTOPLASTIC_MU_K][l],
                                                .R_n = w->R_n[l],
                                                .held = w->held[l] != 0.0,
                                                .plastic = w->plastic[l] != 0.0}};
        const tsu_friction_root root = {.g = w->g[l], .R = w->R[l], .mu = w->mu[l]};
        tsu_elastoplastic_finish(&s, root, &c, h);
        for (int q = 0; q < TSU_ELASTOPLASTIC_HISTORY; q++) {
            history[q][l] = c.touching ? h[q] : 0.0;
        }
        tsu_block_store_tangential(b, l, &c);
    }
}

static TSU_CLONES void tsu_elastoplastic_stage(tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,
                                               tsu_lane *TSU_RESTRICT h)
{
    tsu_elastoplastic_lanes w TSU_ALIGNED(64);
    int at[TSU_LANES + 1], count = 0;
    for (int l = 0; l < TSU_LANES; l++) { /* of lanes that do not slip; never used, but they are read */
        w.g[l] = w.R[l] = w.mu[l] = 0.0;
    }
    if (p[TSU_ELASTOPLASTIC_SPLIT][0] != 0.0) /* a keyword of the law: the same for all pairs of materials */
        tsu_elastoplastic_try_lanes(b, p, (const tsu_lane *)h, &w, true);
    else
        tsu_elastoplastic_try_lanes(b, p, (const tsu_lane *)h, &w, false);
    for (int l = 0; l < TSU_LANES; l++) {
        at[count] = l;
        count += w.plastic[l] != 0.0;
    }
    for (int first = 0; first < count; first += TSU_ELASTOPLASTIC_GROUP) {
        tsu_elastoplastic_solve_lanes(p, at + first, count - first, &w);
    }
    tsu_elastoplastic_finish_lanes(b, p, h, &w);
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

static const tsu_law_parameter tsu_elastoplastic_parameters[] = {
    {.name = "coefficientFrictionStatic",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "static friction mu_s, approached at rest",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "coefficientFrictionKinetic",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "kinetic friction mu_k, approached in slip; at most mu_s",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "frictionDecay",
     .shape = TSU_PER_PAIR,
     .unit = "1/m",
     .doc = "decay kappa of mu with slip",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "frictionRecovery",
     .shape = TSU_PER_PAIR,
     .unit = "1/s",
     .doc = "recovery xi of mu with time",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "frictionSubloading",
     .shape = TSU_PER_PAIR,
     .unit = "1/m",
     .doc = "approach m of the subloading surface to full sliding",
     .lowest = 0.0,
     .lowest_open = true,
     .highest = INFINITY},
    {.name = "coefficientFrictionInitial",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "mu of a new contact, from mu_k to mu_s; mu_s unless given",
     .lowest = 0.0,
     .highest = INFINITY,
     .optional = true,
     .fallback = -1.0},
    {0}};

static const tsu_law_history tsu_elastoplastic_history[] = {
    {.name = "shear",
     .width = 3,
     .antisymmetric = true,
     .unit = "m",
     .doc = "elastic tangential displacement u"},
    {.name = "mu", .width = 1, .unit = "-", .doc = "friction coefficient"},
    {.name = "R", .width = 1, .unit = "-", .doc = "size of the subloading surface"},
    {.name = "k_t",
     .width = 1,
     .internal = true,
     .unit = "N/m",
     .doc = "stiffness of the last step; 0: new contact"},
    {0}};

static const char *const tsu_elastoplastic_loads[] = {"elastic", "total", NULL};
static const tsu_law_keyword tsu_elastoplastic_keywords[] = {
    {.name = "reversalSplit",
     .choices = tsu_choices_off_on,
     .doc = "a step that passes the unloaded state reloads from its closest approach to it"},
    {.name = "normalLoad",
     .choices = tsu_elastoplastic_loads,
     .doc = "load used for friction: the normal force without its dashpot, or all of it"},
    TSU_KEYWORD_HEATING_TANGENTIAL("heating_tangential_elastoplastic"),
    {0}};

static inline tsu_status tsu_elastoplastic_prepare(const tsu_law_inputs *in, double *coefficient,
                                                   tsu_error *err)
{
    for (int q = 0; q <= TSU_ELASTOPLASTIC_MU_0; q++) {
        coefficient[q] = in->value[q][0];
    }
    const double mu_s = coefficient[TSU_ELASTOPLASTIC_MU_S], mu_k = coefficient[TSU_ELASTOPLASTIC_MU_K];
    const double given = coefficient[TSU_ELASTOPLASTIC_MU_0], mu_0 = given < 0.0 ? mu_s : given;
    if (mu_k > mu_s)
        return tsu_law_refuse(
            err, TSU_ERROR_INPUT,
            "coefficientFrictionKinetic is %g and coefficientFrictionStatic %g: friction weakens with slip, "
            "so the kinetic one must not be larger",
            mu_k, mu_s);
    if (mu_0 < mu_k || mu_0 > mu_s)
        return tsu_law_refuse(
            err, TSU_ERROR_INPUT,
            "coefficientFrictionInitial is %g; it must lie between the kinetic friction %g and the static "
            "friction %g",
            mu_0, mu_k, mu_s);
    coefficient[TSU_ELASTOPLASTIC_MU_0] = mu_0;
    coefficient[TSU_ELASTOPLASTIC_SPLIT] = in->keyword[0];
    coefficient[TSU_ELASTOPLASTIC_ELASTIC] = in->keyword[1] == 0;
    return TSU_OK;
}

static const tsu_law tsu_law_tangential_elastoplastic = {
    .kind = TSU_TANGENTIAL,
    .name = "elastoplastic",
    .doc = "friction that weakens with slip and heals with time, implicit return map",
    .parameters = tsu_elastoplastic_parameters,
    .history = tsu_elastoplastic_history,
    .keywords = tsu_elastoplastic_keywords,
    .accounts = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_HISTORY,
    .heating = "heating_tangential_elastoplastic",
    .coefficients = TSU_ELASTOPLASTIC_COEFFICIENTS,
    .prepare = tsu_elastoplastic_prepare,
    .stage = tsu_elastoplastic_stage,
};

#endif
