/* SPDX-License-Identifier: Apache-2.0 */
/* The cohesion laws: one include and one line each. */
#include "law/registry.h"

const tsu_law *const tsu_cohesion_laws[] = {NULL};
