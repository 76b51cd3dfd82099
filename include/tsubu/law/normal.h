/* SPDX-License-Identifier: Apache-2.0 */
/* normal.h - what normal laws share: the damping of a restitution, the dashpot with its account, the accounts of a force that
 * stores or loses energy, moduli of a pair of bodies, and rows of properties and history. */
#ifndef TSUBU_LAW_NORMAL_H
#define TSUBU_LAW_NORMAL_H

#include "tsubu/tsubu_law.h"
#include <math.h>

/* beta = -ln e / sqrt(ln^2 e + pi^2): fraction of critical damping of a linear contact with restitution e; 0
 * for e = 1. */
static inline double tsu_damping_ratio(double e)
{
    const double log_e = tsu_log(e), pi = 3.14159265358979323846;
    return -log_e / sqrt(log_e * log_e + pi * pi);
}

/* Adds the dashpot to an elastic force and books its work. With `cut`, a total that would attract is cut to
 * zero; what then remains of the dashpot is what brings the total there. h_damp is the dashpot force of the
 * previous step. */
TSU_FN void tsu_normal_add_dashpot(tsu_contact *c, double f_elastic, double gamma_n, bool cut, double *h_damp)
{
    const double full = f_elastic - gamma_n * c->v_n;
    const double total = cut && full < 0.0 ? 0.0 : full;
    const double f_damp = c->touching ? total - f_elastic : 0.0;
    c->f_n = total;
    c->f_total = total;
    c->f_damp = f_damp;
    c->gamma_n = gamma_n;
    c->account[TSU_ACCOUNT_NORMAL_DASHPOT] = -0.5 * c->dt * (*h_damp * c->v_n_before + f_damp * c->v_n);
    *h_damp = f_damp;
}

/* Books a step of an elastic force that is a function of the overlap alone and sets the stored energy: f and u
 * now, f_old and u_old at overlap_before (all zero where there is no overlap). */
TSU_FN void tsu_normal_book_elastic(tsu_contact *c, double f_old, double u_old, double f, double u)
{
    const double f_now = c->touching ? f : 0.0, u_now = c->touching ? u : 0.0;
    const double work = -0.5 * c->dt * (f_old * c->v_n_before + f_now * c->v_n);
    c->account[TSU_ACCOUNT_INTEGRATION] = work - (u_now - u_old);
    c->elastic = u;
}

/* Books a step of a force with memory and sets the stored energy: f and u now, f_old and u_old in the last step
 * as the law remembers them; `fresh`: there was no contact. `yielded`: the memory changed, so that what the work
 * did not store is lost for good. At the opening everything stored is. In all other steps, and where the work
 * falls short, the difference is the error of the time step. */
TSU_FN void tsu_normal_book_plastic(tsu_contact *c, bool fresh, bool yielded, double f_old, double u_old,
                                    double f, double u)
{
    const double f_now = c->touching ? f : 0.0, u_now = c->touching ? u : 0.0;
    const double f_was = fresh ? 0.0 : f_old, u_was = fresh ? 0.0 : u_old;
    const double work = -0.5 * c->dt * (f_was * c->v_n_before + f_now * c->v_n);
    const double rest = c->dt > 0.0 ? work - (u_now - u_was) : 0.0;
    const double gained = rest > 0.0 ? rest : 0.0;
    const double lost = yielded || !c->touching ? gained : 0.0;
    c->account[TSU_ACCOUNT_PLASTIC] = lost;
    c->account[TSU_ACCOUNT_INTEGRATION] = rest - lost;
    c->elastic = u;
}

/* Adds the accounts of a constant force f0 that acts as long as the bodies overlap: it stores f0 d. */
TSU_FN void tsu_normal_book_constant(tsu_contact *c, bool fresh, double f0, double d_old, double d)
{
    const double f_was = fresh ? 0.0 : f0, u_was = fresh ? 0.0 : f0 * d_old;
    const double f_now = c->touching ? f0 : 0.0, u_now = c->touching ? f0 * d : 0.0;
    const double work = -0.5 * c->dt * (f_was * c->v_n_before + f_now * c->v_n);
    c->account[TSU_ACCOUNT_INTEGRATION] += c->dt > 0.0 ? work - (u_now - u_was) : 0.0;
    c->elastic += u_now;
}

/* E* = [(1-nu_i^2)/E_i + (1-nu_j^2)/E_j]^-1 and G* = [2(2-nu_i)(1+nu_i)/E_i + ...]^-1 [Pa] */
static inline double tsu_effective_young(const double young[2], const double poisson[2])
{
    return 1.0 / ((1.0 - poisson[0] * poisson[0]) / young[0] + (1.0 - poisson[1] * poisson[1]) / young[1]);
}

static inline double tsu_effective_shear(const double young[2], const double poisson[2])
{
    return 1.0 / (2.0 * (2.0 - poisson[0]) * (1.0 + poisson[0]) / young[0] +
                  2.0 * (2.0 - poisson[1]) * (1.0 + poisson[1]) / young[1]);
}

/* Rows for the tables of parameters and of history. */
#define TSU_PARAMETER_RESTITUTION                                                                            \
    {                                                                                                        \
        .name = "coefficientRestitution", .shape = TSU_PER_PAIR, .unit = "-",                                \
        .doc = "coefficient of restitution e", .lowest = 0.0, .lowest_open = true, .highest = 1.0            \
    }
#define TSU_PARAMETER_YOUNG                                                                                  \
    {                                                                                                        \
        .name = "youngsModulus", .shape = TSU_PER_TYPE, .unit = "Pa", .doc = "Young's modulus",              \
        .lowest = 0.0, .lowest_open = true, .highest = INFINITY                                              \
    }
#define TSU_PARAMETER_POISSON                                                                                \
    {                                                                                                        \
        .name = "poissonsRatio", .shape = TSU_PER_TYPE, .unit = "-", .doc = "Poisson's ratio",               \
        .lowest = -1.0, .lowest_open = true, .highest = 0.5                                                  \
    }
#define TSU_HISTORY_DAMPING_FORCE                                                                            \
    {                                                                                                        \
        .name = "f_damp", .width = 1, .internal = true, .unit = "N", .doc = "dashpot force of the last step" \
    }

#define TSU_HISTORY_OVERLAP                                                                                  \
    {                                                                                                        \
        .name = "d_old", .width = 1, .internal = true, .unit = "m", .doc = "overlap of the last step"        \
    }

#endif
