/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_elastoplastic.h - friction that weakens with slip and heals with time, in a contact.
 *
 * The law of friction_return_map.h with forces for tractions (alpha = k_t of the normal law, f_n = F_n). No dashpot:
 * the slip that precedes full sliding dissipates. With kappa, xi -> 0, mu_s = mu_k and m -> infinity it is Coulomb
 * friction with a tangential spring.
 *
 * State: u (elastic tangential displacement, carried along and projected on the tangent plane as in
 * tangential_spring.h), mu and R. A new contact has mu = coefficientFrictionInitial, R = 0, u = 0.
 *
 * Books of a step: those of tangential_spring.h, with z the slip vector; in slow steps sliding is |f_t| g. */
#ifndef TSU_LAW_TANGENTIAL_ELASTOPLASTIC_H
#define TSU_LAW_TANGENTIAL_ELASTOPLASTIC_H

#include "law/friction_return_map.h"
#include "law/law.h"

/* Coefficients and history, in this order. */
enum {
    TSU_ELASTOPLASTIC_MU_S,
    TSU_ELASTOPLASTIC_MU_K,
    TSU_ELASTOPLASTIC_KAPPA,
    TSU_ELASTOPLASTIC_XI,
    TSU_ELASTOPLASTIC_M,
    TSU_ELASTOPLASTIC_MU_0,
    TSU_ELASTOPLASTIC_SPLIT,
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

TSU_FN tsu_elastoplastic_step tsu_elastoplastic_try(const double *p, const tsu_contact *c, const double *h)
{
    const tsu_friction f = {.mu_s = p[TSU_ELASTOPLASTIC_MU_S],
                            .mu_k = p[TSU_ELASTOPLASTIC_MU_K],
                            .kappa = p[TSU_ELASTOPLASTIC_KAPPA],
                            .xi = p[TSU_ELASTOPLASTIC_XI],
                            .m = p[TSU_ELASTOPLASTIC_M],
                            .split = p[TSU_ELASTOPLASTIC_SPLIT] != 0.0};
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
    tsu_vec3 reload;
    const double R_n = tsu_friction_split(f, &before, du, c->k_t, c->f_n, c->dt, &reload);
    s.t = tsu_friction_try(f, tsu_vec3_norm(s.flat), before.mu, R_n, c->k_t, c->f_n, c->dt);
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
    const tsu_elastoplastic_step s = tsu_elastoplastic_try(p, c, h);
    int improvements;
    const tsu_friction_root x = tsu_friction_solve(s.t, &improvements);
    tsu_elastoplastic_finish(&s, x, c, h);
}

/* ---- the block: the return map steps all lanes until none is left to improve -------------------------------- */

typedef struct tsu_elastoplastic_lanes {
    tsu_lane u, p, mu_tr, mu_k, q, m, R_n, held, plastic; /* trials */
    tsu_lane g, R, L, mu, r, done;                        /* roots */
} tsu_elastoplastic_lanes;

TSU_FN tsu_friction_trial tsu_elastoplastic_load_trial(const tsu_elastoplastic_lanes *w, int l)
{
    return (tsu_friction_trial){w->u[l], w->p[l],   w->mu_tr[l],       w->mu_k[l],          w->q[l],
                                w->m[l], w->R_n[l], w->held[l] != 0.0, w->plastic[l] != 0.0};
}

TSU_FN tsu_friction_root tsu_elastoplastic_load_root(const tsu_elastoplastic_lanes *w, int l)
{
    return (tsu_friction_root){
        .g = w->g[l], .R = w->R[l], .L = w->L[l], .mu = w->mu[l], .r = w->r[l], .done = w->done[l] != 0.0};
}

/* A lane that does not slip has nothing to improve. */
TSU_FN void tsu_elastoplastic_store_root(tsu_elastoplastic_lanes *w, int l, tsu_friction_trial t,
                                         tsu_friction_root x)
{
    w->g[l] = x.g;
    w->R[l] = x.R;
    w->L[l] = x.L;
    w->mu[l] = x.mu;
    w->r[l] = x.r;
    w->done[l] = x.done || !t.plastic ? 1.0 : 0.0;
}

TSU_FN void tsu_elastoplastic_load_rows(const tsu_lane *rows, int l, int count, double *values)
{
    for (int q = 0; q < count; q++) {
        values[q] = rows[q][l];
    }
}

TSU_FN void tsu_elastoplastic_start_lanes(const tsu_block *TSU_RESTRICT b,
                                          const tsu_lane *TSU_RESTRICT coefficient,
                                          const tsu_lane *TSU_RESTRICT history,
                                          tsu_elastoplastic_lanes *TSU_RESTRICT w)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_contact c = tsu_block_load(b, l);
        double p[TSU_ELASTOPLASTIC_COEFFICIENTS], h[TSU_ELASTOPLASTIC_HISTORY];
        tsu_elastoplastic_load_rows(coefficient, l, TSU_ELASTOPLASTIC_COEFFICIENTS, p);
        tsu_elastoplastic_load_rows(history, l, TSU_ELASTOPLASTIC_HISTORY, h);
        const tsu_friction_trial t = tsu_elastoplastic_try(p, &c, h).t;
        w->u[l] = t.u;
        w->p[l] = t.p;
        w->mu_tr[l] = t.mu_tr;
        w->mu_k[l] = t.mu_k;
        w->q[l] = t.q;
        w->m[l] = t.m;
        w->R_n[l] = t.R_n;
        w->held[l] = t.held ? 1.0 : 0.0;
        w->plastic[l] = t.plastic ? 1.0 : 0.0;
        tsu_elastoplastic_store_root(w, l, t, tsu_friction_start(t));
    }
}

TSU_FN void tsu_elastoplastic_improve_lanes(tsu_elastoplastic_lanes *w)
{
    for (int l = 0; l < TSU_LANES; l++) {
        const tsu_friction_trial t = tsu_elastoplastic_load_trial(w, l);
        tsu_elastoplastic_store_root(w, l, t, tsu_friction_improve(t, tsu_elastoplastic_load_root(w, l)));
    }
}

TSU_FN void tsu_elastoplastic_finish_lanes(tsu_block *TSU_RESTRICT b,
                                           const tsu_lane *TSU_RESTRICT coefficient,
                                           tsu_lane *TSU_RESTRICT history,
                                           const tsu_elastoplastic_lanes *TSU_RESTRICT w)
{
    for (int l = 0; l < TSU_LANES; l++) {
        tsu_contact c = tsu_block_load(b, l);
        double p[TSU_ELASTOPLASTIC_COEFFICIENTS], h[TSU_ELASTOPLASTIC_HISTORY];
        tsu_elastoplastic_load_rows(coefficient, l, TSU_ELASTOPLASTIC_COEFFICIENTS, p);
        tsu_elastoplastic_load_rows((const tsu_lane *)history, l, TSU_ELASTOPLASTIC_HISTORY, h);
        const tsu_elastoplastic_step s = tsu_elastoplastic_try(p, &c, h);
        tsu_elastoplastic_finish(&s, tsu_elastoplastic_load_root(w, l), &c, h);
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
    tsu_elastoplastic_start_lanes(b, p, (const tsu_lane *)h, &w);
    for (int n = 0; n < TSU_FRICTION_IMPROVEMENTS_MAX; n++) {
        double done = 0.0;
        for (int l = 0; l < TSU_LANES; l++) {
            done += w.done[l];
        }
        if (done == TSU_LANES) break;
        tsu_elastoplastic_improve_lanes(&w);
    }
    tsu_elastoplastic_finish_lanes(b, p, h, &w);
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

static const tsu_law_parameter tsu_elastoplastic_parameters[] = {
    {.name = "coefficientFrictionStatic",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "friction mu_s that rest restores",
     .lowest = 0.0,
     .highest = INFINITY},
    {.name = "coefficientFrictionKinetic",
     .shape = TSU_PER_PAIR,
     .unit = "-",
     .doc = "friction mu_k that slip wears down to, at most mu_s",
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

static const tsu_law_keyword tsu_elastoplastic_keywords[] = {
    {.name = "reversalSplit",
     .choices = tsu_choices_off_on,
     .doc = "a step that passes the unloaded state reloads from its closest approach to it"},
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
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "coefficientFrictionKinetic is %g and coefficientFrictionStatic %g: friction weakens with slip, "
            "so the kinetic one must not be larger",
            mu_k, mu_s);
    if (mu_0 < mu_k || mu_0 > mu_s)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "coefficientFrictionInitial is %g; it must lie between the kinetic friction %g and the static "
            "friction %g",
            mu_0, mu_k, mu_s);
    coefficient[TSU_ELASTOPLASTIC_MU_0] = mu_0;
    coefficient[TSU_ELASTOPLASTIC_SPLIT] = in->keyword[0];
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
    .coefficients = TSU_ELASTOPLASTIC_COEFFICIENTS,
    .prepare = tsu_elastoplastic_prepare,
    .stage = tsu_elastoplastic_stage,
};

#endif
