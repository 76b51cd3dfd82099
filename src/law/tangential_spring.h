/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_spring.h - spring, dashpot and slider in the tangent plane; the laws that use it differ in the limit.
 *
 *   s <- s + v_t dt, then projected on the tangent plane
 *   stick (k_t |s| <= limit):  F_t = -k_t s - gamma_t v_t
 *   slip:                      s <- s limit/(k_t |s|),  F_t = -k_t s
 *
 * Accounts of a step. The spring takes up the work 1/2 (k_o s_o . v_o + k s . v_t) dt (o: of the last step; v_o: v_t with
 * the geometry of the start of the step). With q the part of s along n cut off by the projection and z the part cut off
 * by slip, v_t dt = s - s_o + q n + z, and the work is exactly the gain of 1/2 k s^2 plus
 *   sliding   1/2 (k_o s_o + k s) . z
 *   history   1/2 k_o q^2 - 1/2 (k - k_o) s_o . s + 1/2 k_o s_o . (v_o - v_t) dt
 * and when the contact opens 1/2 k_o s_o . (s_o + v_o dt), to history.
 *   dashpot   -1/2 (f_o . v_o + f . v_t) dt, f its force. Negative over a step only where the step is too long for it: when
 *             the dashpot turns the velocity round. */
#ifndef TSU_LAW_TANGENTIAL_SPRING_H
#define TSU_LAW_TANGENTIAL_SPRING_H

#include "law/law.h"
#include <math.h>

enum { TSU_SPRING_HISTORY = 6 };

#define TSU_SPRING_HISTORY_TABLE                                                                             \
    {.name = "shear",                                                                                        \
     .width = 3,                                                                                             \
     .antisymmetric = true,                                                                                  \
     .unit = "m",                                                                                            \
     .doc = "tangential spring displacement s"},                                                             \
    {                                                                                                        \
        .name = "f_t_damp", .width = 3, .antisymmetric = true, .internal = true, .unit = "N",                \
        .doc = "tangential dashpot force of the last step"                                                   \
    }

#define TSU_PARAMETER_FRICTION                                                                               \
    {                                                                                                        \
        .name = "coefficientFriction", .shape = TSU_PER_PAIR, .unit = "-", .doc = "friction coefficient mu", \
        .lowest = 0.0, .highest = INFINITY                                                                   \
    }

#define TSU_TANGENTIAL_KEYWORD_DISSIPATED                                                                    \
    {                                                                                                        \
        "computeDissipatedEnergy", tsu_choices_off_on, TSU_DOC_DISSIPATED                                    \
    }
/* A keyword of the form heating_tangential_NAME. */
#define TSU_KEYWORD_HEATING_TANGENTIAL(NAME)                                                                 \
    {                                                                                                        \
        NAME, tsu_choices_off_on,                                                                            \
            "energy dissipated by sliding and dashpot heats the bodies (`fix heat/gran`)"                    \
    }
#define TSU_SPRING_KEYWORD_TABLE                                                                             \
    TSU_KEYWORD_HEATING_TANGENTIAL("heating_tangential_history"),                                            \
        {"heating_tracking", tsu_choices_off_on,                                                             \
         "accepted for old decks: the heat of each mechanism is always recorded separately"},                \
        {"computeElasticPotential", tsu_choices_off_on, TSU_DOC_STORED}, TSU_TANGENTIAL_KEYWORD_DISSIPATED

TSU_FN void tsu_tangential_spring(tsu_contact *c, double limit, double *h)
{
    const tsu_vec3 s_old = {h[0], h[1], h[2]};
    const tsu_vec3 damp_old = {h[3], h[4], h[5]};
    const double k_old = c->k_t_before, k = c->k_t;
    const double along = tsu_vec3_dot(s_old, c->n); /* v_t has no part along n */
    const tsu_vec3 flat = tsu_vec3_madd(tsu_vec3_madd(s_old, -along, c->n), c->dt, c->v_t);
    const double length2 = tsu_vec3_norm2(flat), force = k * sqrt(length2);
    const bool slip = force > limit;
    const double ratio = limit / force, keep = slip ? ratio : 1.0, cut = 1.0 - keep;
    const tsu_vec3 s = tsu_vec3_scale(keep, flat);
    const double gamma = slip || !c->touching ? 0.0 : c->gamma_t;
    const tsu_vec3 damp = tsu_vec3_scale(-gamma, c->v_t);
    c->f_t = tsu_vec3_madd(damp, -k, s);

    /* products with s = keep flat and z = cut flat */
    const double old_flat = tsu_vec3_dot(s_old, flat), half = 0.5 * k, half_old = 0.5 * k_old;
    const double was = half_old * old_flat, is = half * (keep * length2);
    const tsu_vec3 bent = tsu_vec3_sub(c->v_t_before, c->v_t);
    const double turned = half_old * (along * along + c->dt * tsu_vec3_dot(s_old, bent));
    const double history = turned - keep * (half * old_flat - was);
    c->account[TSU_ACCOUNT_SLIDING] = c->touching ? cut * (was + is) : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] =
        c->touching ? history : was + turned; /* v_t . n = 0, so s_o . trial = s_o . s + q^2 */
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] =
        -0.5 * c->dt * (tsu_vec3_dot(damp_old, c->v_t_before) - gamma * tsu_vec3_norm2(c->v_t));
    c->elastic = keep * is;
    h[0] = s.x;
    h[1] = s.y;
    h[2] = s.z;
    h[3] = damp.x;
    h[4] = damp.y;
    h[5] = damp.z;
}

#endif
