/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops of the linear normal laws. */
#include "law/fused_table.h"
#include "law/normal_hooke.h"
#include "law/normal_hooke_hysteresis.h"
#include "law/normal_hooke_stiffness.h"

enum { HOOKE_HISTORY = TSU_HOOKE_COEFFICIENTS + TSU_FRICTION_COEFFICIENTS }; /* coefficients */

TSU_FUSED_KNOW(know_hooke, TSU_HOOKE_KNOWN, TSU_HOOKE_COEFFICIENTS, tsu_hooke_know)
TSU_FUSED_KNOW_ROLL(know_hooke_epsd, tsu_hooke_know, TSU_HOOKE_KNOWN, epsd, HOOKE_HISTORY,
                    TSU_EPSD_COEFFICIENTS)
TSU_FUSED_KNOW_ROLL(know_hooke_epsd2, tsu_hooke_know, TSU_HOOKE_KNOWN, epsd2, HOOKE_HISTORY,
                    TSU_EPSD2_COEFFICIENTS)
TSU_FUSED_KNOW_ROLL(know_hooke_epsd3, tsu_hooke_know, TSU_HOOKE_KNOWN, epsd3, HOOKE_HISTORY,
                    TSU_EPSD3_COEFFICIENTS)
TSU_FUSED_KNOW(know_hookeh, TSU_HOOKEH_KNOWN, TSU_HOOKEH_COEFFICIENTS, tsu_hookeh_know)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, history, off)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, history, cdt)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, history, epsd)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, history, epsd2)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, history, epsd3)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, no_history, off)
TSU_FUSED_KNOWING(hooke_known, hooke, 1, TSU_HOOKE_KNOWN, off, off)
TSU_FUSED(hooke, hooke, 1, history, off)
TSU_FUSED_KNOWING(hooke_hysteresis_known, hooke_hysteresis, TSU_KINKED_HISTORY, TSU_HOOKEH_KNOWN, history,
                  off)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, off)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, cdt)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd2)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd3)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, no_history, off)

const tsu_fused tsu_fused_hooke[] = {
    {"hooke", "history", "off", TSU_HOOKE_DRY, TSU_FUSED_FORESEEN(hooke_known_history_off, know_hooke)},
    {"hooke", "history", "cdt", TSU_HOOKE_DRY, TSU_FUSED_FORESEEN(hooke_known_history_cdt, know_hooke)},
    {"hooke", "history", "epsd", TSU_HOOKE_DRY,
     TSU_FUSED_FORESEEN(hooke_known_history_epsd, know_hooke_epsd)},
    {"hooke", "history", "epsd2", TSU_HOOKE_DRY,
     TSU_FUSED_FORESEEN(hooke_known_history_epsd2, know_hooke_epsd2)},
    {"hooke", "history", "epsd3", TSU_HOOKE_DRY,
     TSU_FUSED_FORESEEN(hooke_known_history_epsd3, know_hooke_epsd3)},
    {"hooke", "no_history", "off", TSU_HOOKE_DRY, TSU_FUSED_FORESEEN(hooke_known_no_history_off, know_hooke)},
    {"hooke", "off", "off", TSU_HOOKE_DRY, TSU_FUSED_FORESEEN(hooke_known_off_off, know_hooke)},
    {"hooke", "history", "off", TSU_HOOKE_IN_FLUID, TSU_FUSED_LOOPS(hooke_history_off)},
    {"hooke/hysteresis", "history", "off", TSU_HOOKE_DRY,
     TSU_FUSED_FORESEEN(hooke_hysteresis_known_history_off, know_hookeh)},
    {"hooke/stiffness", "history", "off", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_off)},
    {"hooke/stiffness", "history", "cdt", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_cdt)},
    {"hooke/stiffness", "history", "epsd", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd)},
    {"hooke/stiffness", "history", "epsd2", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd2)},
    {"hooke/stiffness", "history", "epsd3", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd3)},
    {"hooke/stiffness", "no_history", "off", 0, TSU_FUSED_LOOPS(hooke_stiffness_no_history_off)},
    {0}};
