/* SPDX-License-Identifier: Apache-2.0 */
/* stl.h - triangles in the format of stereolithography, text or binary.
 *
 * Text: solid NAME / facet normal a b c / outer loop / vertex x y z (three times) / endloop / endfacet / endsolid NAME,
 * any number of solids, in any case of letters and any distribution over lines. Binary: 80 bytes, the number of triangles
 * in 4 bytes, 50 bytes each (normal, corners, 2 bytes more), low byte first. A file is binary if its length says so: many
 * binary files begin with `solid`. Normals are not read; the order of the corners counts. */
#ifndef TSU_FORMAT_STL_H
#define TSU_FORMAT_STL_H

#include "state/facets.h"

/* Reads `size` bytes into *facets, which must be empty; on failure it stays so. data[size] must be readable and 0. The
 * origin of a facet is the line of its word `facet` in a text, or its number from 1. */
tsu_status tsu_stl_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err);

#endif
