/* SPDX-License-Identifier: Apache-2.0 */
/* power.h - exp, log, pow and relatives that give the same bits everywhere: tsubu/law/power.h, which laws outside the tree use too. */
#ifndef TSU_BASE_POWER_H
#define TSU_BASE_POWER_H

#include "tsubu/law/power.h"

#endif
