/* SPDX-License-Identifier: Apache-2.0 */
/* normal_kinked.h - linear hysteresis with an unloading stiffness that grows with the depth reached (Luding
 * 2008). The laws built on it differ in where their coefficients come from.
 *
 *   D    deepest overlap so far, raised with d on virgin loading
 *   D_l  depth at which the contact is as stiff as it gets: phi 2R* k2max/(k2max - k1)
 *   k2 = k1 + (k2max - k1) min(D, D_l)/D_l
 *   F_el = max(k2 (d - min(D, D_l)) + k1 min(D, D_l), -k_c d)
 *
 * so virgin loading follows k1 d up to D_l and k2max beyond. On the adhesive branch D falls so that the k2 line
 * through the present point belongs to it, D = [d + sqrt(d^2 + 4 (k1 + k_c) d D_l/(k2max - k1))]/2: re-loading
 * leaves along that line. (LIGGGHTS does so in hooke/hysteresis; in luding it takes the k2 of before, whose line
 * misses the point, and the force jumps.)
 *
 * Stored energy F_el^2/(2 k2): what unloading along the k2 line gives back. */
#ifndef TSU_LAW_NORMAL_KINKED_H
#define TSU_LAW_NORMAL_KINKED_H

#include "law/normal_common.h"

typedef struct tsu_kinked {
    double k1, k2_max, k_c; /* [N/m] */
    double depth;           /* D_l [m] */
    double spread;          /* 4 (k1 + k_c) D_l/(k2max - k1) [m] */
} tsu_kinked;

enum { TSU_KINKED_DEEPEST, TSU_KINKED_D_OLD, TSU_KINKED_F_DAMP, TSU_KINKED_HISTORY };

static const tsu_law_history tsu_kinked_history[] = {
    {.name = "deltaMax", .width = 1, .unit = "m", .doc = "largest overlap D, which sets the unloading line"},
    TSU_HISTORY_OVERLAP,
    TSU_HISTORY_DAMPING_FORCE,
    {0}};

TSU_FN double tsu_kinked_spread(double k1, double k2_max, double k_c, double depth)
{
    return 4.0 * (k1 + k_c) * depth / (k2_max - k1);
}

/* The k2 line of depth D: its stiffness and its force at overlap d. */
TSU_FN double tsu_kinked_k2(const tsu_kinked *k, double deepest)
{
    const double share = deepest / k->depth;
    const double part = deepest < k->depth ? share : 1.0;
    return k->k1 + (k->k2_max - k->k1) * part;
}

TSU_FN double tsu_kinked_line(const tsu_kinked *k, double k2, double deepest, double d)
{
    const double depth = deepest < k->depth ? deepest : k->depth;
    return k2 * (d - depth) + k->k1 * depth;
}

/* Force without dashpot; updates D, keeps the accounts. */
TSU_FN double tsu_kinked_force(tsu_contact *c, const tsu_kinked *k, double *h)
{
    const double d = c->overlap > 0.0 ? c->overlap : 0.0;
    const double deepest_old = h[TSU_KINKED_DEEPEST], d_old = h[TSU_KINKED_D_OLD];
    const bool virgin = d > deepest_old;
    const double reached = virgin ? d : deepest_old;
    const double line = tsu_kinked_line(k, tsu_kinked_k2(k, reached), reached, d), pull = -k->k_c * d;
    const bool adhesive = line < pull;
    const double f = adhesive ? pull : line;
    const double lowered = 0.5 * (d + sqrt(d * (d + k->spread)));
    const double deepest = adhesive ? lowered : reached;

    const double k2 = tsu_kinked_k2(k, deepest), k2_old = tsu_kinked_k2(k, deepest_old);
    const double f_old = tsu_kinked_line(k, k2_old, deepest_old, d_old);
    const bool yielded = deepest != deepest_old;
    tsu_normal_book_plastic(c, d_old == 0.0, yielded, f_old, 0.5 * f_old * f_old / k2_old, f,
                            0.5 * f * f / k2);
    h[TSU_KINKED_DEEPEST] = deepest;
    h[TSU_KINKED_D_OLD] = d;
    return f;
}

/* The two that both laws of this kind read. */
#define TSU_PARAMETERS_KINKED                                                                                \
    {.name = "coefficientAdhesionStiffness",                                                                 \
     .shape = TSU_PER_PAIR,                                                                                  \
     .unit = "-",                                                                                            \
     .doc = "adhesion over loading stiffness k_c/k1",                                                        \
     .lowest = 0.0,                                                                                          \
     .highest = INFINITY,                                                                                    \
     .highest_open = true},                                                                                  \
    {                                                                                                        \
        .name = "coefficientPlasticityDepth", .shape = TSU_PER_PAIR, .unit = "-",                            \
        .doc = "plastic depth phi over 2R*", .lowest = 0.0, .highest = INFINITY, .highest_open = true        \
    }

#endif
