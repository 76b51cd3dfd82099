/* SPDX-License-Identifier: Apache-2.0 */
/* The cohesion laws: one include and one line each. */
#include "law/cohesion_easo.h"
#include "law/cohesion_sjkr.h"
#include "law/cohesion_sjkr2.h"
#include "law/cohesion_washino.h"
#include "law/registry.h"

const tsu_law *const tsu_cohesion_laws[] = {
    &tsu_law_cohesion_sjkr, &tsu_law_cohesion_sjkr2, &tsu_law_cohesion_easo, &tsu_law_cohesion_washino, NULL,
};
