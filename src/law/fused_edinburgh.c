/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops of the Edinburgh laws with the exponents that need no power. */
#include "law/fused_table.h"
#include "law/normal_edinburgh.h"
#include "law/normal_edinburgh_stiffness.h"

/* With the exponents 1 stiffness and damping are known, also those of rolling. */
enum {
    STIFFNESS_HISTORY = TSU_EDINBURGHS_COEFFICIENTS + TSU_FRICTION_COEFFICIENTS,
    STIFFNESS_JKR_TAN = TSU_EDINBURGHS_COEFFICIENTS + TSU_JKR_TAN_COEFFICIENTS,
    ELASTIC_HISTORY = TSU_EDINBURGH_COEFFICIENTS + TSU_FRICTION_COEFFICIENTS,
    ELASTIC_JKR_TAN = TSU_EDINBURGH_COEFFICIENTS + TSU_JKR_TAN_COEFFICIENTS
};

TSU_FUSED_KNOW(know_stiffness, TSU_EEPA_KNOWN, TSU_EDINBURGHS_COEFFICIENTS, tsu_edinburghs_know)
TSU_FUSED_KNOW(know_elastic, TSU_EEPA_KNOWN, TSU_EDINBURGH_COEFFICIENTS, tsu_edinburgh_know)
TSU_FUSED_KNOW_ROLL(know_stiffness_history_epsd3, tsu_edinburghs_know, TSU_EEPA_KNOWN, epsd3,
                    STIFFNESS_HISTORY, TSU_EPSD3_COEFFICIENTS)
TSU_FUSED_KNOW_ROLL(know_stiffness_jkr_tan_epsd3, tsu_edinburghs_know, TSU_EEPA_KNOWN, epsd3,
                    STIFFNESS_JKR_TAN, TSU_EPSD3_COEFFICIENTS)
TSU_FUSED_KNOW_ROLL(know_elastic_history_epsd3, tsu_edinburgh_know, TSU_EEPA_KNOWN, epsd3, ELASTIC_HISTORY,
                    TSU_EPSD3_COEFFICIENTS)
TSU_FUSED_KNOW_ROLL(know_elastic_jkr_tan_epsd3, tsu_edinburgh_know, TSU_EEPA_KNOWN, epsd3, ELASTIC_JKR_TAN,
                    TSU_EPSD3_COEFFICIENTS)

TSU_FUSED_KNOWING(edinburgh_stiffness_known, edinburgh_stiffness, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, history,
                  off)
TSU_FUSED_KNOWING(edinburgh_stiffness_known, edinburgh_stiffness, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, history,
                  epsd3)
TSU_FUSED_KNOWING(edinburgh_stiffness_known, edinburgh_stiffness, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, jkr_tan,
                  off)
TSU_FUSED_KNOWING(edinburgh_stiffness_known, edinburgh_stiffness, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, jkr_tan,
                  epsd3)
TSU_FUSED_KNOWING(edinburgh_known, edinburgh, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, history, off)
TSU_FUSED_KNOWING(edinburgh_known, edinburgh, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, history, epsd3)
TSU_FUSED_KNOWING(edinburgh_known, edinburgh, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, jkr_tan, off)
TSU_FUSED_KNOWING(edinburgh_known, edinburgh, TSU_EEPA_HISTORY, TSU_EEPA_KNOWN, jkr_tan, epsd3)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_stiffness_three_half, edinburgh_stiffness, TSU_EEPA_HISTORY, jkr_tan, epsd3)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, history, off)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, history, epsd3)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, jkr_tan, off)
TSU_FUSED(edinburgh_three_half, edinburgh, TSU_EEPA_HISTORY, jkr_tan, epsd3)

const tsu_fused tsu_fused_edinburgh[] = {
    {"edinburgh/stiffness", "history", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_stiffness_known_history_off, know_stiffness)},
    {"edinburgh/stiffness", "history", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_stiffness_known_history_epsd3, know_stiffness_history_epsd3)},
    {"edinburgh/stiffness", "jkr_tan", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_stiffness_known_jkr_tan_off, know_stiffness)},
    {"edinburgh/stiffness", "jkr_tan", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_stiffness_known_jkr_tan_epsd3, know_stiffness_jkr_tan_epsd3)},
    {"edinburgh/stiffness", "history", "off", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_history_off)},
    {"edinburgh/stiffness", "history", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_history_epsd3)},
    {"edinburgh/stiffness", "jkr_tan", "off", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_jkr_tan_off)},
    {"edinburgh/stiffness", "jkr_tan", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_stiffness_three_half_jkr_tan_epsd3)},
    {"edinburgh", "history", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_known_history_off, know_elastic)},
    {"edinburgh", "history", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_known_history_epsd3, know_elastic_history_epsd3)},
    {"edinburgh", "jkr_tan", "off", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_known_jkr_tan_off, know_elastic)},
    {"edinburgh", "jkr_tan", "epsd3", TSU_EEPA_LINEAR,
     TSU_FUSED_FORESEEN(edinburgh_known_jkr_tan_epsd3, know_elastic_jkr_tan_epsd3)},
    {"edinburgh", "history", "off", TSU_EEPA_THREE_HALF, TSU_FUSED_LOOPS(edinburgh_three_half_history_off)},
    {"edinburgh", "history", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_three_half_history_epsd3)},
    {"edinburgh", "jkr_tan", "off", TSU_EEPA_THREE_HALF, TSU_FUSED_LOOPS(edinburgh_three_half_jkr_tan_off)},
    {"edinburgh", "jkr_tan", "epsd3", TSU_EEPA_THREE_HALF,
     TSU_FUSED_LOOPS(edinburgh_three_half_jkr_tan_epsd3)},
    {0}};
