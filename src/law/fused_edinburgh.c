/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops of the Edinburgh laws with the exponents that need no power. */
#include "law/fused_table.h"
#include "law/normal_edinburgh.h"
#include "law/normal_edinburgh_stiffness.h"
TSU_FUSED(edinburgh_stiffness_linear, edinburgh_stiffness, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_stiffness_linear, edinburgh_stiffness, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_stiffness_linear, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_stiffness_linear, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, epsd3)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, epsd3)
TSU_FUSED(edinburgh_linear, edinburgh, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_linear, edinburgh, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_linear, edinburgh, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_linear, edinburgh, TSU_EEPA_HISTORY, jkr_tan, epsd3)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, jkr_tan, epsd3)

const tsu_fused tsu_fused_edinburgh[] = {
    {"edinburgh/stiffness", "history", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_LOOPS(edinburgh_stiffness_linear_history_off)},
    {"edinburgh/stiffness", "history", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_LOOPS(edinburgh_stiffness_linear_history_epsd3)},
    {"edinburgh/stiffness", "jkr_tan", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_LOOPS(edinburgh_stiffness_linear_jkr_tan_off)},
    {"edinburgh/stiffness", "jkr_tan", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_LOOPS(edinburgh_stiffness_linear_jkr_tan_epsd3)},
    {"edinburgh/stiffness", "history", "off", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_history_off)},
    {"edinburgh/stiffness", "history", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_history_epsd3)},
    {"edinburgh/stiffness", "jkr_tan", "off", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_jkr_tan_off)},
    {"edinburgh/stiffness", "jkr_tan", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_jkr_tan_epsd3)},
    {"edinburgh", "history", "off", TSU_EEPA_LINEAR, TSU_FUSED_LOOPS(edinburgh_linear_history_off)},
    {"edinburgh", "history", "epsd3", TSU_EEPA_LINEAR, TSU_FUSED_LOOPS(edinburgh_linear_history_epsd3)},
    {"edinburgh", "jkr_tan", "off", TSU_EEPA_LINEAR, TSU_FUSED_LOOPS(edinburgh_linear_jkr_tan_off)},
    {"edinburgh", "jkr_tan", "epsd3", TSU_EEPA_LINEAR, TSU_FUSED_LOOPS(edinburgh_linear_jkr_tan_epsd3)},
    {"edinburgh", "history", "off", TSU_EEPA_THREE_HALF, TSU_FUSED_LOOPS(edinburgh_three_half_history_off)},
    {"edinburgh", "history", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_three_half_history_epsd3)},
    {"edinburgh", "jkr_tan", "off", TSU_EEPA_THREE_HALF, TSU_FUSED_LOOPS(edinburgh_three_half_jkr_tan_off)},
    {"edinburgh", "jkr_tan", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_three_half_jkr_tan_epsd3)},
    {0}};
