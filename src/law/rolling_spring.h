/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_spring.h - rolling spring with a plastic limit and a dashpot; the laws of the epsd family differ in k_r, c_r.
 *
 *   M <- M + k_r w dt, |M| <= limit;  torque M + c_r w while not saturated
 *
 * w is the relative spin; unless torsion is kept, its part along n is dropped and so is that of M.
 *
 * Accounts of a step. The spring takes up the work 1/2 (M_o + M) . w_r dt (o: of the last step) and stores 1/2 M^2/k_r. Of what it
 * does not store, 1/2 (M_o/k_o + M/k_r) . z is slip, with z the part of M that the limit cuts off; the rest comes from the part
 * along n that the projection cuts off and from a stiffness that changes: history. When the contact opens all of it is
 * history, and without stiffness nothing is stored and all of it is slip.
 *   dashpot   1/2 (m_o + m) . w_r dt, m its torque */
#ifndef TSU_LAW_ROLLING_SPRING_H
#define TSU_LAW_ROLLING_SPRING_H

#include "law/law.h"
#include <math.h>

enum { TSU_ROLL_HISTORY = 6 };

#define TSU_ROLL_HISTORY_TABLE                                                                               \
    {.name = "r_torque",                                                                                     \
     .width = 3,                                                                                             \
     .antisymmetric = true,                                                                                  \
     .unit = "N m",                                                                                          \
     .doc = "rolling spring torque M"},                                                                      \
    {                                                                                                        \
        .name = "m_r_damp", .width = 3, .antisymmetric = true, .internal = true, .unit = "N m",              \
        .doc = "rolling dashpot torque of the last step"                                                     \
    }

#define TSU_PARAMETER_ROLLING_FRICTION                                                                       \
    {                                                                                                        \
        .name = "coefficientRollingFriction", .shape = TSU_PER_PAIR, .unit = "-",                            \
        .doc = "rolling friction mu_r", .lowest = 0.0, .highest = INFINITY                                   \
    }
#define TSU_PARAMETER_ROLLING_DAMPING                                                                        \
    {                                                                                                        \
        .name = "coefficientRollingViscousDamping", .shape = TSU_PER_PAIR, .unit = "-",                      \
        .doc = "fraction eta_r of critical rolling damping", .lowest = 0.0, .highest = INFINITY              \
    }
#define TSU_KEYWORD_TORSION                                                                                  \
    {                                                                                                        \
        "torsionTorque", tsu_choices_off_on, "keep the part of spin and torque along the normal"             \
    }
#define TSU_KEYWORD_HEATING_ROLLING                                                                          \
    {                                                                                                        \
        "heating_rolling_friction", tsu_choices_off_on,                                                      \
            "energy dissipated by slip and dashpot of rolling heats the bodies (`fix heat/gran`)"            \
    }
#define TSU_ROLL_ACCOUNTS                                                                                    \
    (1u << TSU_ACCOUNT_ROLLING_SLIP | 1u << TSU_ACCOUNT_ROLLING_DASHPOT | 1u << TSU_ACCOUNT_ROLLING_HISTORY)

/* Moment of inertia about the contact point, both bodies in series: [1/(I_i + m_i R_i^2) + 1/(I_j + m_j R_j^2)]^-1;
 * a wall or a body held fast does not move, so its term is zero [kg m^2]. Two such bodies need no dashpot. */
TSU_FN double tsu_rolling_inertia_contact(const tsu_contact *c)
{
    const double r2_i = c->radius_i * c->radius_i, r2_j = c->radius_j * c->radius_j;
    const double below = c->inv_mass_i * r2_j + c->inv_mass_j * r2_i;
    return below > 0.0 ? 1.4 * (r2_i * r2_j) / below : 0.0;
}

/* 1/k [1/(N m)], or 0 for a spring too soft to store anything (and for k = 0). */
TSU_FN double tsu_roll_compliance(double k)
{
    return k > 1.0e-290 ? 1.0 / k : 0.0;
}

/* The accounts of a spring, vector or scalar, all twice: its work, what it held and holds, and what the limit took if it has a
 * stiffness. */
TSU_FN void tsu_roll_book(tsu_contact *c, double work, double held_old, double held, double limited,
                          bool stiff)
{
    const double lost = work - (held - held_old), some = stiff ? limited : lost;
    const double slip = c->touching ? some : 0.0;
    c->account[TSU_ACCOUNT_ROLLING_SLIP] += 0.5 * slip;
    c->account[TSU_ACCOUNT_ROLLING_HISTORY] += 0.5 * (lost - slip);
    c->elastic += 0.5 * held;
}

/* Stiffness and damping, and what follows from the stiffness. */
typedef struct tsu_roll {
    double k_r, c_r;       /* [N m], [N m s] */
    double soft, soft_old; /* compliances, now and in the last step [1/(N m)] */
} tsu_roll;

/* k_r and its value in the last step, k_old */
TSU_FN tsu_roll tsu_roll_make(double k_r, double k_old, double c_r)
{
    const tsu_roll made = {k_r, c_r, tsu_roll_compliance(k_r), tsu_roll_compliance(k_old)};
    return made;
}

/* Where the stiffness that the normal law hands on follows from the two bodies alone all of this does too, and a fused loop knows it
 * beforehand (fused.h): */
enum { TSU_ROLL_KNOWN_STIFFNESS, TSU_ROLL_KNOWN_DAMPING, TSU_ROLL_KNOWN_COMPLIANCE, TSU_ROLL_KNOWN };

TSU_FN void tsu_roll_know(tsu_roll r, double *known)
{
    known[TSU_ROLL_KNOWN_STIFFNESS] = r.k_r;
    known[TSU_ROLL_KNOWN_DAMPING] = r.c_r;
    known[TSU_ROLL_KNOWN_COMPLIANCE] = r.soft;
}

TSU_FN tsu_roll tsu_roll_known(const double *known)
{
    const double soft = known[TSU_ROLL_KNOWN_COMPLIANCE];
    const tsu_roll made = {known[TSU_ROLL_KNOWN_STIFFNESS], known[TSU_ROLL_KNOWN_DAMPING], soft, soft};
    return made;
}

TSU_FN void tsu_rolling_spring(tsu_contact *c, tsu_roll r, double limit, bool torsion, double *h)
{
    const tsu_vec3 m_old = {h[0], h[1], h[2]}, damp_old = {h[3], h[4], h[5]};
    const double spin_along = torsion ? 0.0 : tsu_vec3_dot(c->w_r, c->n);
    const tsu_vec3 w = tsu_vec3_madd(c->w_r, -spin_along, c->n);
    const double along = torsion ? 0.0 : tsu_vec3_dot(m_old, c->n); /* w has no part along n then */
    const tsu_vec3 flat = tsu_vec3_madd(tsu_vec3_madd(m_old, -along, c->n), r.k_r * c->dt, w);
    const double size2 = tsu_vec3_norm2(flat), size = sqrt(size2);
    const bool saturated = size > limit;
    const double kept = saturated ? limit / size : 1.0, keep = c->touching ? kept : 0.0;
    const tsu_vec3 m = tsu_vec3_scale(keep, flat);
    const double dashpot = saturated ? 0.0 : r.c_r;
    const tsu_vec3 damp = tsu_vec3_scale(c->touching ? dashpot : 0.0, w);
    c->m_r = tsu_vec3_add(m, damp);

    /* m and damp are across n, so that their products with w and w_r are the same */
    const double m_flat = r.soft * (keep * size2), old_flat = r.soft_old * tsu_vec3_dot(m_old, flat);
    c->account[TSU_ACCOUNT_ROLLING_SLIP] = c->account[TSU_ACCOUNT_ROLLING_HISTORY] = c->elastic = 0.0;
    tsu_roll_book(c, c->dt * tsu_vec3_dot(tsu_vec3_add(m_old, m), c->w_r), r.soft_old * tsu_vec3_norm2(m_old),
                  keep * m_flat, (1.0 - keep) * (old_flat + m_flat), r.soft > 0.0);
    c->account[TSU_ACCOUNT_ROLLING_DASHPOT] =
        0.5 * c->dt * tsu_vec3_dot(tsu_vec3_add(damp_old, damp), c->w_r);
    h[0] = m.x;
    h[1] = m.y;
    h[2] = m.z;
    h[3] = damp.x;
    h[4] = damp.y;
    h[5] = damp.z;
}

#endif
