/* SPDX-License-Identifier: Apache-2.0 */
/* The normal laws: one include and one line each. */
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
#include "law/registry.h"

const tsu_law *const tsu_normal_laws[] = {
    &tsu_law_normal_edinburgh_stiffness,
    &tsu_law_normal_edinburgh,
    &tsu_law_normal_hertz,
    &tsu_law_normal_hertz_stiffness,
    &tsu_law_normal_hooke,
    &tsu_law_normal_hooke_stiffness,
    &tsu_law_normal_hooke_hysteresis,
    &tsu_law_normal_luding,
    &tsu_law_normal_thornton_ning,
    &tsu_law_normal_jkr,
    NULL,
};
