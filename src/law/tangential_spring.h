/* SPDX-License-Identifier: Apache-2.0 */
/* tangential_spring.h - spring, dashpot and slider in the tangent plane; the laws that use it differ in the
 * limit.
 *
 *   s <- s + v_t dt, then projected on the tangent plane
 *   stick (k_t |s| <= limit):  F_t = -k_t s - gamma_t v_t
 *   slip:                      s <- s limit/(k_t |s|),  F_t = -k_t s
 *
 * Books of a step, exact for the trapezoidal work (k s)_mean . v_t dt of the spring (o: of the last step, z:
 * the part of s cut off by slip, q: the part of s along n cut off by the projection): sliding 1/2 (k_o s_o +
 * k s) . z     history 1/2 k_o q^2 - 1/2 (k - k_o) s_o . s dashpot |v_t|^2 (3/4 gamma + 1/4 gamma_o) dt, and
 * when the contact opens 1/2 k_o s_o . (s_o + v_t dt). */
#ifndef TSU_LAW_TANGENTIAL_SPRING_H
#define TSU_LAW_TANGENTIAL_SPRING_H

#include "law/law.h"

enum { TSU_SPRING_S, TSU_SPRING_K_OLD = 3, TSU_SPRING_GAMMA_OLD, TSU_SPRING_HISTORY };

#define TSU_SPRING_HISTORY_TABLE                                                                             \
    {.name = "shear",                                                                                        \
     .width = 3,                                                                                             \
     .antisymmetric = true,                                                                                  \
     .unit = "m",                                                                                            \
     .doc = "tangential spring displacement s"},                                                             \
        {.name = "k_t", .width = 1, .internal = true, .unit = "N/m", .doc = "stiffness of the last step"},   \
    {                                                                                                        \
        .name = "gamma_t", .width = 1, .internal = true, .unit = "kg/s", .doc = "dashpot of the last step"   \
    }

TSU_FN void tsu_tangential_spring(tsu_contact *c, double limit, double *h)
{
    const tsu_vec3 s_old = {h[0], h[1], h[2]};
    const double k_old = h[TSU_SPRING_K_OLD], gamma_old = h[TSU_SPRING_GAMMA_OLD], k = c->k_t;
    const tsu_vec3 trial = tsu_vec3_madd(s_old, c->dt, c->v_t);
    const double along = tsu_vec3_dot(trial, c->n);
    const tsu_vec3 flat = tsu_vec3_madd(trial, -along, c->n);
    const double force = k * tsu_vec3_norm(flat);
    const bool slip = force > limit;
    const double keep = slip ? limit / force : 1.0;
    const tsu_vec3 s = tsu_vec3_scale(keep, flat), cut = tsu_vec3_scale(1.0 - keep, flat);
    const double gamma = slip ? 0.0 : c->gamma_t;
    c->f_t = tsu_vec3_madd(tsu_vec3_scale(-k, s), -gamma, c->v_t);

    const double k_s_old = 0.5 * k_old * tsu_vec3_dot(s_old, cut), k_s = 0.5 * k * tsu_vec3_dot(s, cut);
    const double history = 0.5 * (k_old * along * along - (k - k_old) * tsu_vec3_dot(s_old, s));
    const double opened = 0.5 * k_old * tsu_vec3_dot(s_old, trial);
    const double speed2 = tsu_vec3_norm2(c->v_t);
    const double moved = c->dt > 0.0 ? 1.0 : 0.0;
    const double gamma_now = c->touching ? gamma : 0.0;
    c->account[TSU_ACCOUNT_SLIDING] = c->touching ? moved * (k_s_old + k_s) : 0.0;
    c->account[TSU_ACCOUNT_TANGENTIAL_HISTORY] = moved * (c->touching ? history : opened);
    c->account[TSU_ACCOUNT_TANGENTIAL_DASHPOT] = speed2 * (0.75 * gamma_now + 0.25 * gamma_old) * c->dt;
    c->elastic = 0.5 * k * tsu_vec3_norm2(s);
    h[0] = s.x;
    h[1] = s.y;
    h[2] = s.z;
    h[TSU_SPRING_K_OLD] = k;
    h[TSU_SPRING_GAMMA_OLD] = gamma;
}

#endif
