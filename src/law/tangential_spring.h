/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_spring.h - spring, dashpot and slider in the tangent plane; the laws that use it differ in the limit.
 *
 *   s <- s + v_t dt, then projected on the tangent plane
 *   stick (k_t |s| <= limit):  F_t = -k_t s - gamma_t v_t
 *   slip:                      s <- s limit/(k_t |s|),  F_t = -k_t s
 *
 * Books of a step. The spring takes up the work 1/2 (k_o s_o . v_o + k s . v_t) dt (o: of the last step; v_o: v_t with
 * the geometry of the start of the step). With q the part of s along n cut off by the projection and z the part cut off
 * by slip, v_t dt = s - s_o + q n + z, and the work is exactly the gain of 1/2 k s^2 plus
 *   sliding   1/2 (k_o s_o + k s) . z
 *   history   1/2 k_o q^2 - 1/2 (k - k_o) s_o . s + 1/2 k_o s_o . (v_o - v_t) dt
 * and when the contact opens 1/2 k_o s_o . (s_o + v_o dt), to history.
 *   dashpot   1/2 (|f_o| |v_o| + gamma v_t^2) dt, f_o its last force: never negative, and exact but for the square of
 *             the angle by which v_t turns in a step. */
#ifndef TSU_LAW_TANGENTIAL_SPRING_H
#define TSU_LAW_TANGENTIAL_SPRING_H

#include "law/law.h"
#include <math.h>

enum { TSU_SPRING_S, TSU_SPRING_K_OLD = 3, TSU_SPRING_DAMP2_OLD, TSU_SPRING_HISTORY };

#define TSU_SPRING_HISTORY_TABLE                                                                             \
    {.name = "shear",                                                                                        \
     .width = 3,                                                                                             \
     .antisymmetric = true,                                                                                  \
     .unit = "m",                                                                                            \
     .doc = "tangential spring displacement s"},                                                             \
        {.name = "k_t", .width = 1, .internal = true, .unit = "N/m", .doc = "stiffness of the last step"},   \
    {                                                                                                        \
        .name = "f_t_damp2", .width = 1, .internal = true, .unit = "N^2",                                    \
        .doc = "square of the dashpot force of the last step"                                                \
    }

#define TSU_PARAMETER_FRICTION                                                                               \
    {                                                                                                        \
        .name = "coefficientFriction", .shape = TSU_PER_PAIR, .unit = "-", .doc = "friction coefficient mu", \
        .lowest = 0.0, .highest = INFINITY                                                                   \
    }

/* What these ask for is done anyway; decks of LIGGGHTS write them. */
#define TSU_TANGENTIAL_KEYWORD_DISSIPATED                                                                    \
    {                                                                                                        \
        "computeDissipatedEnergy", tsu_choices_off_on,                                                       \
            "accepted for old decks: the dissipated energy is always booked"                                 \
    }
#define TSU_SPRING_KEYWORD_TABLE                                                                             \
    {"heating_tangential_history", tsu_choices_off_on,                                                       \
     "sliding and dashpot heat the bodies where heat is conducted (`fix heat/gran`); booked in any case"},   \
        {"heating_tracking", tsu_choices_off_on,                                                             \
         "accepted for old decks: the heat of each mechanism is always kept apart"},                         \
        {"computeElasticPotential", tsu_choices_off_on,                                                      \
         "accepted for old decks: the stored energy is always computed"},                                    \
        TSU_TANGENTIAL_KEYWORD_DISSIPATED

TSU_FN void tsu_tangential_spring(tsu_contact *c, double limit, double *h)
{
    const tsu_vec3 s_old = {h[0], h[1], h[2]};
    const double k_old = h[TSU_SPRING_K_OLD], damp2_old = h[TSU_SPRING_DAMP2_OLD], k = c->k_t;
    const tsu_vec3 trial = tsu_vec3_madd(s_old, c->dt, c->v_t);
    const double along = tsu_vec3_dot(trial, c->n);
    const tsu_vec3 flat = tsu_vec3_madd(trial, -along, c->n);
    const double force = k * tsu_vec3_norm(flat);
    const bool slip = force > limit;
    const double keep = slip ? limit / force : 1.0;
    const tsu_vec3 s = tsu_vec3_scale(keep, flat), cut = tsu_vec3_scale(1.0 - keep, flat);
    const double gamma = slip ? 0.0 : c->gamma_t;
    c->f_t = tsu_vec3_madd(tsu_vec3_scale(-k, s), -gamma, c->v_t);

    const double sliding = 0.5 * (k_old * tsu_vec3_dot(s_old, cut) + k * tsu_vec3_dot(s, cut));
    const tsu_vec3 bent = tsu_vec3_sub(c->v_t_before, c->v_t);
    const double history = 0.5 * (k_old * (along * along + tsu_vec3_dot(s_old, bent) * c->dt) -
                                  (k - k_old) * tsu_vec3_dot(s_old, s));
    const double opened = 0.5 * k_old * (tsu_vec3_norm2(s_old) + tsu_vec3_dot(s_old, c->v_t_before) * c->dt);
    const double speed2 = tsu_vec3_norm2(c->v_t), gamma_now = c->touching ? gamma : 0.0;
    const double power_old = sqrt(damp2_old * tsu_vec3_norm2(c->v_t_before));
    c->account[TSU_ACCOUNT_SLIDING] = c->touching ? sliding : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = c->touching ? history : opened;
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = 0.5 * (power_old + gamma_now * speed2) * c->dt;
    c->elastic = 0.5 * k * tsu_vec3_norm2(s);
    h[0] = s.x;
    h[1] = s.y;
    h[2] = s.z;
    h[TSU_SPRING_K_OLD] = k;
    h[TSU_SPRING_DAMP2_OLD] = gamma * gamma * speed2;
}

#endif
