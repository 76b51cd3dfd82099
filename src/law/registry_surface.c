/* SPDX-License-Identifier: Apache-2.0 */
/* The surface laws beside the default: one include and one line each. They have no stage; the engine asks for them. */
#include "law/registry.h"
#include "law/surface_multicontact.h"

const tsu_law *const tsu_surface_laws[] = {
    &tsu_law_surface_multicontact,
    NULL,
};
