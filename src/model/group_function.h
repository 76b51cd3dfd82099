/* SPDX-License-Identifier: Apache-2.0 */
/* group_function.h - count, mass, xcm ... of a group, optionally within a region. */
#ifndef TSU_MODEL_GROUP_FUNCTION_H
#define TSU_MODEL_GROUP_FUNCTION_H

#include "state/region.h"
#include "step/world.h"

/* function: count countMS mass charge xcm vcm fcm bound gyration ke angmom torque inertia omega. component: NULL, or x y z (xcm vcm
 * fcm angmom torque omega), xmin ... zmax (bound), xx yy zz xy yz xz (inertia). `group` is a mask; region NULL: anywhere. False:
 * there is no such function or component. */
bool tsu_world_group_function(const struct tsu_world *w, const char *function, uint32_t group,
                              const tsu_region *region, const char *component, double *out);
/* The components x, y, z of one that has them. */
void tsu_world_group_vector(const struct tsu_world *w, const char *function, uint32_t group, double out[3]);

#endif
