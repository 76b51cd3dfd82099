/* SPDX-License-Identifier: Apache-2.0 */
/* tets.h - a volume filled with tetrahedra, as a solid for a region. */
#ifndef TSU_SEARCH_TETS_H
#define TSU_SEARCH_TETS_H

#include "state/region.h"

/* Makes a solid of `count` tetrahedra with the given corners [m], which are copied; each may be turned either way round.
 * Faces that only one tetrahedron has are the surface. A point on a
 * face is not inside. Fails if there is none, or one without volume. */
tsu_status tsu_tets_make(tsu_solid *solid, const double (*corner)[4][3], int32_t count, tsu_error *err);

#endif
