/* SPDX-License-Identifier: Apache-2.0 */
/* polygons.h - triangles from OBJ and PLY files. Both list vertices, then polygons of them, which are cut into fans of triangles.
 *
 * OBJ: lines `v x y z` and `f a b c ...`, a being the number of a vertex from 1 or, negative, from the last one read back; what follows a
 * slash in it (texture, normal) is not read, nor are other lines.
 * PLY: ascii, binary_little_endian or binary_big_endian 1.0; of the element `vertex` the properties x, y, z, of the element `face` the
 * list vertex_indices or vertex_index; everything else is passed over. */
#ifndef TSU_FORMAT_POLYGONS_H
#define TSU_FORMAT_POLYGONS_H

#include "state/facets.h"

/* Each reads `size` bytes into *facets, which must be empty; on failure it stays so. data[size] must be readable and 0. The origin of a
 * facet is the line of its polygon in a text file, else the number of its polygon from 1. */
tsu_status tsu_obj_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err);
tsu_status tsu_ply_parse(const char *data, size_t size, const char *name, tsu_facets *facets, tsu_error *err);

/* Whether a file that begins like this is one of them. */
bool tsu_obj_recognise(const char *data, size_t size);
bool tsu_ply_recognise(const char *data, size_t size);

/* ---- for both --------------------------------------------------------------------------------------------------- */

enum { TSU_POLYGON_CORNERS = 4096 };

typedef struct tsu_polygons {
    const char *name;
    double (*vertex)[3];
    int64_t vertices;
    size_t capacity;
    int64_t corner[TSU_POLYGON_CORNERS]; /* of the present polygon, from 0 */
    int corners;
    tsu_facets *facets;
    tsu_error *err;
} tsu_polygons;

tsu_status tsu_polygons_vertex(tsu_polygons *p, const double x[3]);
/* Adds a corner; `where` is told if there is no such vertex. */
tsu_status tsu_polygons_corner(tsu_polygons *p, int64_t vertex, int64_t where);
/* Ends the polygon. */
tsu_status tsu_polygons_close(tsu_polygons *p, int64_t where);
/* Gives the memory back; on failure the facets too, and a file without any polygon is one. */
tsu_status tsu_polygons_finish(tsu_polygons *p, tsu_status status);

#endif
