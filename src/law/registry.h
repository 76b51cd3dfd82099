/* SPDX-License-Identifier: Apache-2.0 */
/* registry.h - the lists of laws, one file per kind so that they compile side by side, and those of plugins behind
 * them. "off" is no law: NULL. */
#ifndef TSU_LAW_REGISTRY_H
#define TSU_LAW_REGISTRY_H

#include "law/law.h"

extern const tsu_law *const tsu_normal_laws[];
extern const tsu_law *const tsu_cohesion_laws[];
extern const tsu_law *const tsu_tangential_laws[];
extern const tsu_law *const tsu_rolling_laws[];
extern const tsu_law *const tsu_surface_laws[];

/* Adds laws (NULL-terminated) behind those of their kinds, for good; all of them or, on failure, none. */
tsu_status tsu_laws_extend(const tsu_law *const *more, tsu_error *err);

#endif
