/* SPDX-License-Identifier: Apache-2.0 */
#include "step/mesh/minima.h"

int32_t tsu_mesh_select(const tsu_mesh_form *form, const tsu_mesh_candidates *c, const double (*shift)[4],
                        const double x[3], double radius, double reach, const tsu_mesh_old *old,
                        tsu_mesh_hit *hit)
{
    return tsu_mesh_minima(form, c, shift, x, radius, reach, old, hit);
}
