/* SPDX-License-Identifier: Apache-2.0 */
/* vtk_mesh.h - triangles from a legacy VTK file: DATASET UNSTRUCTURED_GRID (cells of type triangle, quad, triangle strip
 * and polygon) or POLYDATA (POLYGONS, TRIANGLE_STRIPS), ASCII or BINARY, cells in the form of versions to 4 or of version
 * 5 (OFFSETS and CONNECTIVITY). Polygons are cut into fans of triangles. Cells of other types are left out and counted in
 * the note. What follows the cells (data of points and cells) is not read. */
#ifndef TSU_FORMAT_VTK_MESH_H
#define TSU_FORMAT_VTK_MESH_H

#include "state/facets.h"

/* Reads `size` bytes into *facets, which must be empty; on failure it stays so. data[size] must be readable and 0. The
 * origin of a facet is the line of its cell in a text file with cells in lines, else the number of its cell from 1. */
tsu_status tsu_vtk_mesh_parse(const char *data, size_t size, const char *name, tsu_facets *facets,
                              tsu_error *err);

/* Whether a file that begins like this is a legacy VTK file. */
bool tsu_vtk_mesh_recognise(const char *data, size_t size);

#endif
