/* SPDX-License-Identifier: Apache-2.0 */
/* lattice.h - a lattice of points: a unit cell spanned by three vectors, with points (the basis) in it, repeated without
 * end, turned and shifted. x = spacing * origin + R scale A (cell + basis), where A has the vectors as columns and the rows
 * of R are the unit vectors along the orientation. */
#ifndef TSU_STATE_LATTICE_H
#define TSU_STATE_LATTICE_H

#include "base/error.h"

enum { TSU_BASIS_MAX = 256 };

typedef struct tsu_lattice {
    double scale;                   /* length of a unit of the vectors                              [m] */
    double vector[3][3];            /* a1, a2, a3 */
    int points;                     /* of the basis; 0: there are only spacings */
    double basis[TSU_BASIS_MAX][3]; /* in units of the vectors, from 0 to below 1 */
    double origin[3];               /* in units of the spacings, from 0 to below 1 */
    int orient[3][3];               /* which directions of the cell lie along x, y and z */
    double spacing[3];              /* lengths that `units lattice` multiplies with            [m] */
    double to_box[3][3];            /* R scale A */
    double from_box[3][3];          /* its inverse */
} tsu_lattice;

/* No points, spacings of 1. */
tsu_lattice tsu_lattice_default(void);

/* Derives the matrices, and the spacings unless they are given: those of the box around a unit cell. Fails if directions
 * are not at right angles and right-handed, or the vectors span no volume. */
tsu_status tsu_lattice_prepare(tsu_lattice *l, bool spacing_given, tsu_error *err);

/* A point given in units of the vectors, in the box; and back. */
void tsu_lattice_point(const tsu_lattice *l, const double cell[3], double x[3]);
void tsu_lattice_cell(const tsu_lattice *l, const double x[3], double cell[3]);

#endif
