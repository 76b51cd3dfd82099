/* SPDX-License-Identifier: Apache-2.0 */
/* property.h - all properties of materials that something reads: contact models, meshes, models. */
#ifndef TSU_LAW_PROPERTY_H
#define TSU_LAW_PROPERTY_H

#include "law/law.h"

/* Whether something reads a property of that name; the shape it has goes to *shape, which may be NULL. */
bool tsu_property_is_known(const char *name, tsu_shape_of_value *shape);

/* The known name nearest to this one, or NULL if none is near. */
const char *tsu_property_nearest(const char *name);

#endif
