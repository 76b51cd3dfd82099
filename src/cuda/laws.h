/* SPDX-License-Identifier: Apache-2.0 */
/* laws.h - the stages of one contact. Which models there are, by number, and what calls them; the models are those of src/law.
 *
 * A kernel takes the numbers from the view, or has them as constants: then nothing is left of the choice. */
#ifndef TSU_CUDA_LAWS_H
#define TSU_CUDA_LAWS_H

#if TSU_LANES_OF_BLOCK != 1
#error "kernels are compiled with TSU_LANES_OF_BLOCK=1: a thread has one contact"
#endif

#include "cuda/view.h"
#include "law/cohesion_sjkr.h"
#include "law/cohesion_sjkr2.h"
#include "law/fused.h"
#include "law/normal_edinburgh.h"
#include "law/normal_edinburgh_stiffness.h"
#include "law/normal_hertz.h"
#include "law/normal_hertz_stiffness.h"
#include "law/normal_hooke.h"
#include "law/normal_hooke_hysteresis.h"
#include "law/normal_hooke_stiffness.h"
#include "law/normal_jkr.h"
#include "law/normal_luding.h"
#include "law/normal_thornton_ning.h"
#include "law/rolling_cdt.h"
#include "law/rolling_epsd.h"
#include "law/rolling_epsd2.h"
#include "law/rolling_epsd3.h"
#include "law/rolling_luding.h"
#include "law/surface_default.h"
#include "law/tangential_elastoplastic.h"
#include "law/tangential_history.h"
#include "law/tangential_jkr_tan.h"
#include "law/tangential_no_history.h"

typedef enum tsu_gpu_stage {
    TSU_GPU_OFF,
    TSU_GPU_EDINBURGH,
    TSU_GPU_EDINBURGHS,
    TSU_GPU_HERTZ,
    TSU_GPU_HERTZS,
    TSU_GPU_HOOKE,
    TSU_GPU_HOOKES,
    TSU_GPU_HOOKEH,
    TSU_GPU_LUDING,
    TSU_GPU_THORNTON,
    TSU_GPU_JKR,
    TSU_GPU_SJKR,
    TSU_GPU_SJKR2,
    TSU_GPU_HISTORY,
    TSU_GPU_JKR_TAN,
    TSU_GPU_NO_HISTORY,
    TSU_GPU_ELASTOPLASTIC,
    TSU_GPU_CDT,
    TSU_GPU_EPSD,
    TSU_GPU_EPSD2,
    TSU_GPU_EPSD3,
    TSU_GPU_ROLL_LUDING,
    TSU_GPU_STAGES
} tsu_gpu_stage;

enum { TSU_GPU_OWN = 9 }; /* history values of a stage, at most */

/* Contact k of a list, on its way through the stages. */
typedef struct tsu_gpu_contact {
    tsu_block block;                       /* of one lane */
    const double *p;                       /* coefficients of the pair of materials */
    double *h;                             /* where its history lies: values are TSU_CONTACT_BLOCK apart */
    bool early;                            /* the history of the first stages has been loaded */
    double own[TSU_GPU_LAWS][TSU_GPU_OWN]; /* the history, by stage */
} tsu_gpu_contact;

/* The history values of a stage. */
TSU_FN int tsu_gpu_values(const int stage)
{
    switch (stage) {
    case TSU_GPU_EDINBURGH:
    case TSU_GPU_EDINBURGHS: return TSU_EEPA_HISTORY;
    case TSU_GPU_HERTZ:
    case TSU_GPU_HERTZS:
    case TSU_GPU_HOOKE:
    case TSU_GPU_HOOKES: return 1;
    case TSU_GPU_HOOKEH:
    case TSU_GPU_LUDING: return TSU_KINKED_HISTORY;
    case TSU_GPU_THORNTON: return TSU_THORNTON_HISTORY;
    case TSU_GPU_JKR: return TSU_NJKR_HISTORY;
    case TSU_GPU_HISTORY:
    case TSU_GPU_JKR_TAN: return TSU_SPRING_HISTORY;
    case TSU_GPU_NO_HISTORY:
    case TSU_GPU_CDT: return 3;
    case TSU_GPU_ELASTOPLASTIC: return TSU_ELASTOPLASTIC_HISTORY;
    case TSU_GPU_EPSD:
    case TSU_GPU_EPSD2:
    case TSU_GPU_EPSD3: return TSU_ROLL_HISTORY;
    case TSU_GPU_ROLL_LUDING: return TSU_ROLL_LUDING_HISTORY;
    default: return 0;
    }
}

/* Loads the history of a stage. */
TSU_FN void tsu_gpu_recall(tsu_gpu_contact *at, const tsu_gpu_laws *laws, const int kind, const int stage)
{
    const double *h = at->h + (int64_t)laws->first_history[kind] * TSU_CONTACT_BLOCK;
    TSU_UNROLLED
    for (int q = 0; q < TSU_GPU_OWN; q++) {
        if (q < tsu_gpu_values(stage)) at->own[kind][q] = h[q * TSU_CONTACT_BLOCK];
    }
}

/* Writes it as the model has left it. */
TSU_FN void tsu_gpu_keep(const tsu_gpu_contact *at, const tsu_gpu_laws *laws, const int kind, const int stage)
{
    double *h = at->h + (int64_t)laws->first_history[kind] * TSU_CONTACT_BLOCK;
    TSU_UNROLLED
    for (int q = 0; q < TSU_GPU_OWN; q++) {
        if (q < tsu_gpu_values(stage)) h[q * TSU_CONTACT_BLOCK] = at->own[kind][q];
    }
}

/* One stage: the function of the model. What it leaves goes into the block as in tsu_law_loop. */
TSU_FN void tsu_gpu_run(tsu_gpu_contact *at, const double *p, const tsu_law_kind kind, tsu_law_fn *law)
{
    tsu_contact c = tsu_block_load(&at->block, 0);
    if (kind == TSU_NORMAL) c.adhesion = 0.0;
    law(p, &c, at->own[kind]);
    TSU_UNROLLED
    for (int q = 0; q < TSU_GPU_OWN; q++) {
        at->own[kind][q] = c.touching ? at->own[kind][q] : 0.0;
    }
    if (kind == TSU_NORMAL) tsu_block_store_normal(&at->block, 0, &c);
    if (kind == TSU_COHESION) tsu_block_store_cohesion(&at->block, 0, &c);
    if (kind == TSU_TANGENTIAL) tsu_block_store_tangential(&at->block, 0, &c);
    if (kind == TSU_ROLLING) tsu_block_store_rolling(&at->block, 0, &c);
}

/* The Edinburgh models have a function for each form, as in their stages. */
TSU_FN void tsu_gpu_edinburgh(tsu_gpu_contact *at, const double *p)
{
    switch (tsu_eepa_form_of(p[TSU_EEPA_N], p[TSU_EEPA_C])) {
    case TSU_EEPA_LINEAR: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_linear); break;
    case TSU_EEPA_THREE_HALF: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_three_half); break;
    case TSU_EEPA_ANY: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_any); break;
    }
}

TSU_FN void tsu_gpu_edinburgh_stiffness(tsu_gpu_contact *at, const double *p)
{
    switch (tsu_eepa_form_of(p[TSU_EEPA_N], p[TSU_EEPA_C])) {
    case TSU_EEPA_LINEAR: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_stiffness_linear); break;
    case TSU_EEPA_THREE_HALF:
        tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_stiffness_three_half);
        break;
    case TSU_EEPA_ANY: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_edinburgh_stiffness_any); break;
    }
}

TSU_FN void tsu_gpu_normal(tsu_gpu_contact *at, const double *p, const int stage)
{
    switch (stage) {
    case TSU_GPU_EDINBURGH: tsu_gpu_edinburgh(at, p); break;
    case TSU_GPU_EDINBURGHS: tsu_gpu_edinburgh_stiffness(at, p); break;
    case TSU_GPU_HERTZ: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_hertz); break;
    case TSU_GPU_HERTZS: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_hertz_stiffness); break;
    case TSU_GPU_HOOKE: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_hooke); break;
    case TSU_GPU_HOOKES: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_hooke_stiffness); break;
    case TSU_GPU_HOOKEH: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_hooke_hysteresis); break;
    case TSU_GPU_LUDING: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_luding); break;
    case TSU_GPU_THORNTON: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_thornton_ning); break;
    case TSU_GPU_JKR: tsu_gpu_run(at, p, TSU_NORMAL, tsu_normal_jkr); break;
    default: break;
    }
}

TSU_FN void tsu_gpu_cohesion(tsu_gpu_contact *at, const double *p, const int stage)
{
    switch (stage) {
    case TSU_GPU_SJKR: tsu_gpu_run(at, p, TSU_COHESION, tsu_cohesion_sjkr); break;
    case TSU_GPU_SJKR2: tsu_gpu_run(at, p, TSU_COHESION, tsu_cohesion_sjkr2); break;
    default: break;
    }
}

TSU_FN void tsu_gpu_tangential(tsu_gpu_contact *at, const double *p, const int stage)
{
    switch (stage) {
    case TSU_GPU_HISTORY: tsu_gpu_run(at, p, TSU_TANGENTIAL, tsu_tangential_history); break;
    case TSU_GPU_JKR_TAN: tsu_gpu_run(at, p, TSU_TANGENTIAL, tsu_tangential_jkr_tan); break;
    case TSU_GPU_NO_HISTORY: tsu_gpu_run(at, p, TSU_TANGENTIAL, tsu_tangential_no_history); break;
    case TSU_GPU_ELASTOPLASTIC: tsu_gpu_run(at, p, TSU_TANGENTIAL, tsu_tangential_elastoplastic); break;
    default: break;
    }
}

TSU_FN void tsu_gpu_rolling(tsu_gpu_contact *at, const double *p, const int stage)
{
    switch (stage) {
    case TSU_GPU_CDT: tsu_gpu_run(at, p, TSU_ROLLING, tsu_rolling_cdt); break;
    case TSU_GPU_EPSD: tsu_gpu_run(at, p, TSU_ROLLING, tsu_rolling_epsd); break;
    case TSU_GPU_EPSD2: tsu_gpu_run(at, p, TSU_ROLLING, tsu_rolling_epsd2); break;
    case TSU_GPU_EPSD3: tsu_gpu_run(at, p, TSU_ROLLING, tsu_rolling_epsd3); break;
    case TSU_GPU_ROLL_LUDING: tsu_gpu_run(at, p, TSU_ROLLING, tsu_rolling_luding); break;
    default: break;
    }
}

/* All stages, in the order of tsu_lawset_run. */
TSU_FN void tsu_gpu_stages(tsu_gpu_contact *at, const tsu_gpu_laws *laws, const int normal,
                           const int cohesion, const int tangential, const int rolling)
{
    const double *p[TSU_GPU_LAWS];
    for (int q = 0; q < TSU_GPU_LAWS; q++) {
        p[q] = at->p + laws->first_coefficient[q];
    }
    if (!at->early) tsu_gpu_recall(at, laws, TSU_NORMAL, normal);
    tsu_gpu_normal(at, p[TSU_NORMAL], normal);
    tsu_gpu_keep(at, laws, TSU_NORMAL, normal);
    tsu_gpu_cohesion(at, p[TSU_COHESION], cohesion);
    if (!at->early) tsu_gpu_recall(at, laws, TSU_TANGENTIAL, tangential);
    tsu_gpu_tangential(at, p[TSU_TANGENTIAL], tangential);
    tsu_gpu_keep(at, laws, TSU_TANGENTIAL, tangential);
    tsu_gpu_recall(at, laws, TSU_ROLLING, rolling);
    tsu_gpu_rolling(at, p[TSU_ROLLING], rolling);
    tsu_gpu_keep(at, laws, TSU_ROLLING, rolling);
}

#endif
