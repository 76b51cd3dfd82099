/* SPDX-License-Identifier: Apache-2.0 */
/* inscribed.h - spheres inside a closed mesh that fill it as well as a given number can.
 *
 * Points of a cubic grid inside the mesh are both places for centres and samples of its volume. The radius of a place is its distance to the surface. The
 * next sphere is always the one that holds most samples which no sphere holds yet; so the first is the largest. Each is then moved, by less
 * than the spacing of the grid, to where its radius is largest, and must overlap one before it, so that all hang together. Ties go to the first place: the
 * result is the same on every machine. */
#ifndef TSU_SEARCH_INSCRIBED_H
#define TSU_SEARCH_INSCRIBED_H

#include "state/mesh.h"

typedef struct tsu_inscribed {
    int32_t count;       /* may be less than asked for: no further sphere would fill anything */
    double (*centre)[3]; /* [count] owned [m] */
    double *radius;      /* [count] owned [m] */
    double spacing;      /* of the grid [m] */
    double filled;       /* share of the samples that some sphere holds */
    double furthest,
        mean; /* distance of the surface of the mesh from that of the spheres: largest, root of the mean square [m] */
} tsu_inscribed;

void tsu_inscribed_free(tsu_inscribed *s);

/* Fills a mesh that encloses `volume` [m^3] (tsu_mesh_solid has accepted it) with `most` spheres at most, none smaller than `least` [m]. */
tsu_status tsu_inscribed_find(const tsu_mesh *mesh, double volume, int32_t most, double least,
                              tsu_inscribed *out, tsu_error *err);

#endif
