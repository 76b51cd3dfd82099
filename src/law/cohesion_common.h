/* SPDX-License-Identifier: Apache-2.0 */
/* cohesion_common.h - what the cohesion laws share: an attraction that is a function of the overlap is added to
 * the normal force. Friction and rolling see it only with `tangential_reduce on`. */
#ifndef TSU_LAW_COHESION_COMMON_H
#define TSU_LAW_COHESION_COMMON_H

#include "law/law.h"
#include <math.h>

enum { TSU_COHESION_DENSITY, TSU_COHESION_REDUCE, TSU_COHESION_COEFFICIENTS };

/* Adds the force f (negative) and its accounts: it stores u now and stored u_old at overlap_before, where it was f_old. */
TSU_FN void tsu_cohesion_add(tsu_contact *c, double reduce, double f_old, double u_old, double f, double u)
{
    const double f_now = c->touching ? f : 0.0, u_now = c->touching ? u : 0.0;
    const double work = -0.5 * (f_old * c->v_n_before + f_now * c->v_n) * c->dt;
    c->f_total += f_now;
    c->f_n += reduce * f_now;
    c->elastic = u;
    c->account[TSU_ACCOUNT_INTEGRATION] = work - (u_now - u_old);
}

static const tsu_law_parameter tsu_cohesion_parameters[] = {{.name = "cohesionEnergyDensity",
                                                             .shape = TSU_PER_PAIR,
                                                             .unit = "J/m^3",
                                                             .doc = "attraction per contact area k",
                                                             .lowest = 0.0,
                                                             .highest = INFINITY,
                                                             .highest_open = true},
                                                            {0}};
static const tsu_law_keyword tsu_cohesion_keywords[] = {
    {"tangential_reduce", tsu_choices_off_on,
     "friction and rolling use the normal force without the attraction"},
    {0}};

static inline tsu_status tsu_cohesion_prepare(const tsu_law_inputs *in, double *coefficient, tsu_error *err)
{
    (void)err;
    coefficient[TSU_COHESION_DENSITY] = in->value[0][0];
    coefficient[TSU_COHESION_REDUCE] = in->keyword[0];
    return TSU_OK;
}

#endif
