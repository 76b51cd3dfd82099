/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops of the linear normal laws. */
#include "law/fused_table.h"
#include "law/normal_hooke.h"
#include "law/normal_hooke_hysteresis.h"
#include "law/normal_hooke_stiffness.h"
TSU_FUSED(hooke, hooke, 1, history, off)
TSU_FUSED(hooke, hooke, 1, history, cdt)
TSU_FUSED(hooke, hooke, 1, history, epsd)
TSU_FUSED(hooke, hooke, 1, history, epsd2)
TSU_FUSED(hooke, hooke, 1, history, epsd3)
TSU_FUSED(hooke, hooke, 1, no_history, off)
TSU_FUSED(hooke, hooke, 1, off, off)
TSU_FUSED(hooke_hysteresis, hooke_hysteresis, TSU_KINKED_HISTORY, history, off)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, off)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, cdt)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd2)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, history, epsd3)
TSU_FUSED(hooke_stiffness, hooke_stiffness, 1, no_history, off)

const tsu_fused tsu_fused_hooke[] = {
    {"hooke", "history", "off", 0, TSU_FUSED_LOOPS(hooke_history_off)},
    {"hooke", "history", "cdt", 0, TSU_FUSED_LOOPS(hooke_history_cdt)},
    {"hooke", "history", "epsd", 0, TSU_FUSED_LOOPS(hooke_history_epsd)},
    {"hooke", "history", "epsd2", 0, TSU_FUSED_LOOPS(hooke_history_epsd2)},
    {"hooke", "history", "epsd3", 0, TSU_FUSED_LOOPS(hooke_history_epsd3)},
    {"hooke", "no_history", "off", 0, TSU_FUSED_LOOPS(hooke_no_history_off)},
    {"hooke", "off", "off", 0, TSU_FUSED_LOOPS(hooke_off_off)},
    {"hooke/hysteresis", "history", "off", 0, TSU_FUSED_LOOPS(hooke_hysteresis_history_off)},
    {"hooke/stiffness", "history", "off", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_off)},
    {"hooke/stiffness", "history", "cdt", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_cdt)},
    {"hooke/stiffness", "history", "epsd", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd)},
    {"hooke/stiffness", "history", "epsd2", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd2)},
    {"hooke/stiffness", "history", "epsd3", 0, TSU_FUSED_LOOPS(hooke_stiffness_history_epsd3)},
    {"hooke/stiffness", "no_history", "off", 0, TSU_FUSED_LOOPS(hooke_stiffness_no_history_off)},
    {0}};
