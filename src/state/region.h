/* SPDX-License-Identifier: Apache-2.0 */
/* region.h - volumes of space by name. */
#ifndef TSU_STATE_REGION_H
#define TSU_STATE_REGION_H

#include "base/error.h"

typedef enum tsu_region_shape {
    TSU_REGION_BLOCK,
    TSU_REGION_SPHERE,
    TSU_REGION_CYLINDER,
    TSU_REGION_CONE,
    TSU_REGION_PLANE,
    TSU_REGION_PRISM,
    TSU_REGION_WEDGE,
    TSU_REGION_UNION,
    TSU_REGION_INTERSECT
} tsu_region_shape;

typedef struct tsu_region {
    char name[64];
    tsu_region_shape shape;
    bool outside;             /* side out: everything but the shape */
    double lo[3], hi[3];      /* block, prism: extent; others: see below       [m] */
    double tilt[3];           /* prism: xy, xz, yz                               [m] */
    int axis;                 /* cylinder, cone, wedge                              */
    double centre[3];         /* sphere; cylinder, cone, wedge: across the axis; plane: a point [m] */
    double radius[2];         /* sphere, cylinder, wedge: [0]; cone: at lo and hi [m] */
    double normal[3];         /* plane: unit normal, the region is on its side      */
    double angle[2];          /* wedge: from, to                                  [rad] */
    double along[2];          /* cylinder, cone, wedge: extent along the axis     [m] */
    int parts;                /* union, intersect */
    struct tsu_region **part; /* borrowed */
    double shift[3];          /* displacement of a moving region at present       [m] */
} tsu_region;

bool tsu_region_contains(const tsu_region *r, const double x[3]);
/* A box around the region; infinite where it has no end. False if it is empty or endless (side out). */
bool tsu_region_bounds(const tsu_region *r, double lo[3], double hi[3]);
void tsu_region_destroy(tsu_region *r);

#endif
