/* SPDX-License-Identifier: Apache-2.0 */
/* The rolling laws: one include and one line each. */
#include "law/registry.h"
#include "law/rolling_epsd3.h"

const tsu_law *const tsu_rolling_laws[] = {&tsu_law_rolling_epsd3, NULL};
