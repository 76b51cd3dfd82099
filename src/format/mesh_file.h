/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_file.h - reads the triangles of a mesh from a file, STL, OBJ, PLY or VTK, text or binary: what it is shows in its contents,
 * not in its name. */
#ifndef TSU_FORMAT_MESH_FILE_H
#define TSU_FORMAT_MESH_FILE_H

#include "state/mesh.h"

/* Reads a file into *facets, which must be empty; on failure it stays so. */
tsu_status tsu_mesh_file_read(const char *path, tsu_facets *facets, tsu_error *err);

/* The same for contents that are already in memory; name is for messages. data[size] must be readable and 0. */
tsu_status tsu_mesh_file_parse(const char *data, size_t size, const char *name, tsu_facets *facets,
                               tsu_error *err);

/* Reads a list of facets to leave out: whole numbers (places in the file, as in tsu_facets), one on a line. The caller
 * gives *origins back with tsu_memory_release. */
tsu_status tsu_exclusion_list_read(const char *path, int64_t **origins, size_t *count, tsu_error *err);

/* Writes such a list of the triangles that have no area or are there twice; *count: how many. */
tsu_status tsu_exclusion_list_write(const char *path, const tsu_mesh *mesh, int64_t *count, tsu_error *err);

#endif
