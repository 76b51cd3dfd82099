/* SPDX-License-Identifier: Apache-2.0 */
/* The rolling laws: one include and one line each. */
#include "law/registry.h"
#include "law/rolling_cdt.h"
#include "law/rolling_epsd.h"
#include "law/rolling_epsd2.h"
#include "law/rolling_epsd3.h"
#include "law/rolling_luding.h"

const tsu_law *const tsu_rolling_laws[] = {
    &tsu_law_rolling_cdt,   &tsu_law_rolling_epsd,   &tsu_law_rolling_epsd2,
    &tsu_law_rolling_epsd3, &tsu_law_rolling_luding, NULL,
};
