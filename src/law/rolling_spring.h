/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_spring.h - rolling spring with a plastic limit and a dashpot; the laws of the epsd family differ in
 * k_r, c_r.
 *
 *   M <- M + k_r w_r dt (across n unless torsion is kept), |M| <= limit;  torque M + c_r w_r while not
 * saturated
 *
 * Books of a step (o: last step; z: cut off by the limit; q: part of M along n cut off by the projection):
 *   slip 1/2 (M_o + M) . z / k_r     history 1/2 q^2/k_r + 1/2 M_o^2 (1/k_o - 1/k_r)
 *   dashpot |w_r|^2 (3/4 c_r + 1/4 c_o) dt,   and when the contact opens 1/2 M_o . (M_o/k_o + w_r dt). */
#ifndef TSU_LAW_ROLLING_SPRING_H
#define TSU_LAW_ROLLING_SPRING_H

#include "law/law.h"

enum { TSU_ROLL_M, TSU_ROLL_K_OLD = 3, TSU_ROLL_C_OLD, TSU_ROLL_HISTORY };

#define TSU_ROLL_HISTORY_TABLE                                                                               \
    {.name = "r_torque",                                                                                     \
     .width = 3,                                                                                             \
     .antisymmetric = true,                                                                                  \
     .unit = "N m",                                                                                          \
     .doc = "rolling spring torque M"},                                                                      \
        {.name = "k_r",                                                                                      \
         .width = 1,                                                                                         \
         .internal = true,                                                                                   \
         .unit = "N m",                                                                                      \
         .doc = "rolling stiffness of the last step"},                                                       \
    {                                                                                                        \
        .name = "c_r", .width = 1, .internal = true, .unit = "N m s",                                        \
        .doc = "rolling dashpot of the last step"                                                            \
    }

/* Moment of inertia about the contact point, both bodies in series: [1/(I_i + m_i R_i^2) + 1/(I_j + m_j
 * R_j^2)]^-1; a wall does not move, so its term is zero [kg m^2]. */
TSU_FN double tsu_rolling_inertia_contact(const tsu_contact *c)
{
    const double i = c->inv_mass_i / (1.4 * c->radius_i * c->radius_i);
    const double j = c->inv_mass_j / (1.4 * c->radius_j * c->radius_j);
    return 1.0 / (i + j);
}

TSU_FN void tsu_rolling_spring(tsu_contact *c, double k_r, double c_r, double limit, bool torsion, double *h)
{
    const tsu_vec3 m_old = {h[0], h[1], h[2]};
    const double k_old = h[TSU_ROLL_K_OLD], c_old = h[TSU_ROLL_C_OLD];
    const double spin_along = torsion ? 0.0 : tsu_vec3_dot(c->w_r, c->n);
    const tsu_vec3 w = tsu_vec3_madd(c->w_r, -spin_along, c->n);
    const tsu_vec3 trial = tsu_vec3_madd(m_old, k_r * c->dt, w);
    const double along = torsion ? 0.0 : tsu_vec3_dot(trial, c->n);
    const tsu_vec3 flat = tsu_vec3_madd(trial, -along, c->n);
    const double size = tsu_vec3_norm(flat);
    const bool saturated = size > limit;
    const double keep = saturated ? limit / size : 1.0;
    const tsu_vec3 m = tsu_vec3_scale(keep, flat), cut = tsu_vec3_scale(1.0 - keep, flat);
    const double dashpot = saturated ? 0.0 : c_r;
    c->m_r = tsu_vec3_madd(m, dashpot, w);

    const double compliance = k_r > 0.0 ? 1.0 / k_r : 0.0, compliance_old = k_old > 0.0 ? 1.0 / k_old : 0.0;
    const double slip = 0.5 * tsu_vec3_dot(tsu_vec3_add(m_old, m), cut) * compliance;
    const double m_old2 = tsu_vec3_norm2(m_old);
    const double history = 0.5 * (along * along * compliance + m_old2 * (compliance_old - compliance));
    const double opened = 0.5 * (m_old2 * compliance_old + tsu_vec3_dot(m_old, w) * c->dt);
    const double dashpot_now = c->touching ? dashpot : 0.0;
    const double moved = c->dt > 0.0 ? 1.0 : 0.0;
    c->account[TSU_ACCOUNT_ROLLING_SLIP] = c->touching ? moved * slip : 0.0;
    c->account[TSU_ACCOUNT_ROLLING_HISTORY] = moved * (c->touching ? history : opened);
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] = tsu_vec3_norm2(w) * (0.75 * dashpot_now + 0.25 * c_old) * c->dt;
    c->elastic = 0.5 * tsu_vec3_norm2(m) * compliance;
    h[0] = m.x;
    h[1] = m.y;
    h[2] = m.z;
    h[TSU_ROLL_K_OLD] = k_r;
    h[TSU_ROLL_C_OLD] = dashpot;
}

#endif
