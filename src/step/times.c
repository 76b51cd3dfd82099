/* SPDX-License-Identifier: Apache-2.0 */
#include "step/times.h"

const char *const tsu_stage_names[TSU_STAGE_COUNT] = {
    [TSU_STAGE_SEARCH] = "search", [TSU_STAGE_CONTACTS] = "contacts",   [TSU_STAGE_WALLS] = "walls",
    [TSU_STAGE_SUM] = "sum",       [TSU_STAGE_INTEGRATE] = "integrate", [TSU_STAGE_COMMANDS] = "commands",
    [TSU_STAGE_OUTPUT] = "output",
};
