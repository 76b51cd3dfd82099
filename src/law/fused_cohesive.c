/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops with a cohesion law. A normal law and the cohesion law after it stand in them as one: their coefficients lie one
 * behind the other, and these cohesion laws have no history. */
#include "law/cohesion_sjkr.h"
#include "law/cohesion_sjkr2.h"
#include "law/fused_table.h"
#include "law/normal_hertz.h"
#include "law/normal_hooke.h"

/* What the cohesion law leaves is added to what the normal law did, as the stages do it. */
TSU_FN void stick(tsu_law_fn *cohesion, const double *p, tsu_contact *c)
{
    tsu_contact_close_normal(c);
    const double stored = c->touching ? c->elastic : 0.0, error = c->account[TSU_ACCOUNT_INTEGRATION];
    cohesion(p, c, NULL);
    c->elastic = stored + (c->touching ? c->elastic : 0.0);
    c->account[TSU_ACCOUNT_INTEGRATION] = error + c->account[TSU_ACCOUNT_INTEGRATION];
}

/* A macro, since a law is a function and a table: normal law, its number of coefficients, cohesion law. */
#define COHESIVE(normal, own, cohesion)                                                                      \
    TSU_FN void tsu_normal_##normal##_##cohesion(const double *p, tsu_contact *c, double *h)                 \
    {                                                                                                        \
        tsu_normal_##normal(p, c, h);                                                                        \
        stick(tsu_cohesion_##cohesion, p + (own), c);                                                        \
    }                                                                                                        \
    static const tsu_law tsu_law_normal_##normal##_##cohesion = {                                            \
        .kind = TSU_NORMAL,                                                                                  \
        .history = tsu_##normal##_history,                                                                   \
        .accounts = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,                        \
        .coefficients = (own) + TSU_COHESION_COEFFICIENTS};

/* The same for a dry contact of which the loop knows stiffness and damping: they come behind the coefficients of both laws. */
#define STICKY(cohesion)                                                                                     \
    TSU_FN void tsu_normal_hooke_dry_##cohesion(const double *p, tsu_contact *c, double *h)                  \
    {                                                                                                        \
        const double *known = p + TSU_HOOKE_COEFFICIENTS + TSU_COHESION_COEFFICIENTS;                        \
        tsu_normal_hooke_given(p, c, h, known[TSU_HOOKE_KNOWN_STIFFNESS], known[TSU_HOOKE_KNOWN_DAMPING]);   \
        stick(tsu_cohesion_##cohesion, p + TSU_HOOKE_COEFFICIENTS, c);                                       \
    }

COHESIVE(hertz, TSU_HERTZ_COEFFICIENTS, sjkr)
COHESIVE(hertz, TSU_HERTZ_COEFFICIENTS, sjkr2)
COHESIVE(hooke, TSU_HOOKE_COEFFICIENTS, sjkr)
COHESIVE(hooke, TSU_HOOKE_COEFFICIENTS, sjkr2)
STICKY(sjkr)
STICKY(sjkr2)
TSU_FUSED_KNOW(know_hooke, TSU_HOOKE_KNOWN, TSU_HOOKE_COEFFICIENTS, tsu_hooke_know)

TSU_FUSED(hertz_sjkr, hertz_sjkr, 1, history, off)
TSU_FUSED(hertz_sjkr, hertz_sjkr, 1, history, cdt)
TSU_FUSED(hertz_sjkr, hertz_sjkr, 1, history, epsd2)
TSU_FUSED(hertz_sjkr2, hertz_sjkr2, 1, history, off)
TSU_FUSED(hertz_sjkr2, hertz_sjkr2, 1, history, cdt)
TSU_FUSED(hertz_sjkr2, hertz_sjkr2, 1, history, epsd2)
TSU_FUSED(hooke_sjkr, hooke_sjkr, 1, history, off)
TSU_FUSED(hooke_sjkr2, hooke_sjkr2, 1, history, off)
TSU_FUSED_KNOWING(hooke_dry_sjkr, hooke_sjkr, 1, TSU_HOOKE_KNOWN, history, off)
TSU_FUSED_KNOWING(hooke_dry_sjkr2, hooke_sjkr2, 1, TSU_HOOKE_KNOWN, history, off)

const tsu_fused tsu_fused_cohesive[] = {
    {"hertz", "history", "off", 0, TSU_FUSED_COHESIVE(hertz_sjkr_history_off, "sjkr")},
    {"hertz", "history", "cdt", 0, TSU_FUSED_COHESIVE(hertz_sjkr_history_cdt, "sjkr")},
    {"hertz", "history", "epsd2", 0, TSU_FUSED_COHESIVE(hertz_sjkr_history_epsd2, "sjkr")},
    {"hertz", "history", "off", 0, TSU_FUSED_COHESIVE(hertz_sjkr2_history_off, "sjkr2")},
    {"hertz", "history", "cdt", 0, TSU_FUSED_COHESIVE(hertz_sjkr2_history_cdt, "sjkr2")},
    {"hertz", "history", "epsd2", 0, TSU_FUSED_COHESIVE(hertz_sjkr2_history_epsd2, "sjkr2")},
    {"hooke", "history", "off", TSU_HOOKE_IN_FLUID, TSU_FUSED_COHESIVE(hooke_sjkr_history_off, "sjkr")},
    {"hooke", "history", "off", TSU_HOOKE_IN_FLUID, TSU_FUSED_COHESIVE(hooke_sjkr2_history_off, "sjkr2")},
    {"hooke", "history", "off", TSU_HOOKE_DRY,
     TSU_FUSED_STICKING(hooke_dry_sjkr_history_off, "sjkr", know_hooke)},
    {"hooke", "history", "off", TSU_HOOKE_DRY,
     TSU_FUSED_STICKING(hooke_dry_sjkr2_history_off, "sjkr2", know_hooke)},
    {0}};
