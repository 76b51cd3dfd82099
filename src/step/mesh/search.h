/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_search.h - which triangles are near each particle.
 *
 * They are searched in a tree further out than the list needs, and kept with the place where the particle was. When the list is made
 * anew and the particle has not gone further than what was searched too far, seen from the mesh and from its images nearby, they are
 * taken from there: each is nearer by no more than the way gone. */
#ifndef TSU_STEP_MESH_SEARCH_H
#define TSU_STEP_MESH_SEARCH_H

#include "step/list/carry.h"
#include "step/mesh/contacts.h"
#include "step/wall/wall.h"

/* Finds the triangles nearer than `within` beyond touching: fills list->chunk and list->row_count. */
tsu_status tsu_mesh_search(struct tsu_world *w, const tsu_wall *wall, tsu_remap map, double within,
                           tsu_error *err);

/* Rows that one chunk of the list has. */
enum { TSU_MESH_ROWS_PER_CHUNK = 256 };

void tsu_mesh_chunks_free(tsu_mesh_chunk **chunk, size_t capacity);

#endif
