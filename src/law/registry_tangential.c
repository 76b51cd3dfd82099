/* SPDX-License-Identifier: Apache-2.0 */
/* The tangential laws: one include and one line each. */
#include "law/registry.h"
#include "law/tangential_elastoplastic.h"
#include "law/tangential_history.h"
#include "law/tangential_jkr_tan.h"
#include "law/tangential_no_history.h"

const tsu_law *const tsu_tangential_laws[] = {
    &tsu_law_tangential_history,
    &tsu_law_tangential_jkr_tan,
    &tsu_law_tangential_no_history,
    &tsu_law_tangential_elastoplastic,
    NULL,
};
