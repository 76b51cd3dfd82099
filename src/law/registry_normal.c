/* SPDX-License-Identifier: Apache-2.0 */
/* The normal laws: one include and one line each. */
#include "law/normal_hertz.h"
#include "law/registry.h"

const tsu_law *const tsu_normal_laws[] = {&tsu_law_normal_hertz, NULL};
