/* SPDX-License-Identifier: Apache-2.0 */
/* diagnose.h - sentences for a run that broke down: which particle, what it touches, and the likely cause. */
#ifndef TSU_STEP_DIAGNOSE_H
#define TSU_STEP_DIAGNOSE_H

#include "step/world.h"

tsu_status tsu_diagnose_lost(const struct tsu_world *w, int32_t row, int axis, int high, tsu_error *err);
tsu_status tsu_diagnose_not_finite(const struct tsu_world *w, int32_t row, tsu_error *err);

#endif
