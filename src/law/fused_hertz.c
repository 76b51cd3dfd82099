/* SPDX-License-Identifier: Apache-2.0 */
/* Fused loops of the Hertzian normal laws. */
#include "law/fused_table.h"
#include "law/normal_hertz.h"
#include "law/normal_hertz_stiffness.h"
TSU_FUSED(hertz, hertz, 1, history, off)
TSU_FUSED(hertz, hertz, 1, history, cdt)
TSU_FUSED(hertz, hertz, 1, history, epsd)
TSU_FUSED(hertz, hertz, 1, history, epsd2)
TSU_FUSED(hertz, hertz, 1, history, epsd3)
TSU_FUSED(hertz, hertz, 1, no_history, off)
TSU_FUSED(hertz, hertz, 1, off, off)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, history, off)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, history, cdt)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, history, epsd)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, history, epsd2)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, history, epsd3)
TSU_FUSED(hertz_stiffness, hertz_stiffness, 1, no_history, off)

const tsu_fused tsu_fused_hertz[] = {
    {"hertz", "history", "off", 0, TSU_FUSED_LOOPS(hertz_history_off)},
    {"hertz", "history", "cdt", 0, TSU_FUSED_LOOPS(hertz_history_cdt)},
    {"hertz", "history", "epsd", 0, TSU_FUSED_LOOPS(hertz_history_epsd)},
    {"hertz", "history", "epsd2", 0, TSU_FUSED_LOOPS(hertz_history_epsd2)},
    {"hertz", "history", "epsd3", 0, TSU_FUSED_LOOPS(hertz_history_epsd3)},
    {"hertz", "no_history", "off", 0, TSU_FUSED_LOOPS(hertz_no_history_off)},
    {"hertz", "off", "off", 0, TSU_FUSED_LOOPS(hertz_off_off)},
    {"hertz/stiffness", "history", "off", 0, TSU_FUSED_LOOPS(hertz_stiffness_history_off)},
    {"hertz/stiffness", "history", "cdt", 0, TSU_FUSED_LOOPS(hertz_stiffness_history_cdt)},
    {"hertz/stiffness", "history", "epsd", 0, TSU_FUSED_LOOPS(hertz_stiffness_history_epsd)},
    {"hertz/stiffness", "history", "epsd2", 0, TSU_FUSED_LOOPS(hertz_stiffness_history_epsd2)},
    {"hertz/stiffness", "history", "epsd3", 0, TSU_FUSED_LOOPS(hertz_stiffness_history_epsd3)},
    {"hertz/stiffness", "no_history", "off", 0, TSU_FUSED_LOOPS(hertz_stiffness_no_history_off)},
    {0}};
