/* SPDX-License-Identifier: Apache-2.0 */
/* region.h - volumes of space by name. */
#ifndef TSU_STATE_REGION_H
#define TSU_STATE_REGION_H

#include "base/error.h"
#include "state/box.h"

typedef enum tsu_region_shape {
    TSU_REGION_BLOCK,
    TSU_REGION_SPHERE,
    TSU_REGION_CYLINDER,
    TSU_REGION_CONE,
    TSU_REGION_PLANE,
    TSU_REGION_PRISM,
    TSU_REGION_WEDGE,
    TSU_REGION_UNION,
    TSU_REGION_INTERSECT,
    TSU_REGION_SOLID
} tsu_region_shape;

/* A shape that is made elsewhere, for example a mesh of tetrahedra (search/tets.h). */
typedef struct tsu_solid {
    void *self; /* owned; given back by destroy */
    void (*destroy)(void *self);
    bool (*contains)(const void *self, const double x[3]);
    double (*depth)(const void *self, const double x[3]); /* as tsu_region_depth */
    double lo[3], hi[3];                                  /* bounds                          [m] */
    double volume;                                        /* [m^3] */
} tsu_solid;

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
    tsu_solid solid;          /* solid */
    /* A moving region: first turned about an axis through a point, then shifted. The names of the variables are the
     * script's; it writes the present values here. */
    char move[3][64], rotate[64];  /* empty: none */
    double shift[3];               /* displacement at present                         [m] */
    double turn;                   /* angle at present                                [rad] */
    double point[3], direction[3]; /* of the axis: a point [m], a unit vector */
} tsu_region;

bool tsu_region_contains(const tsu_region *r, const double x[3]);
/* The place of a point in the frame of a moving region, in which the shape is as it was given. */
void tsu_region_to_rest(const tsu_region *r, const double x[3], double out[3]);
/* How deep a point lies in the region: its distance from the surface [m], negative outside. Outside, and inside unions,
 * it may be less than the true distance, never more: a sphere no larger than the depth lies wholly in the region. */
double tsu_region_depth(const tsu_region *r, const double x[3]);
/* The ways from the surface to a point of the region [m], of the faces nearer than `reach`; returns their number. Of a block or a
 * cylinder seen from inside there are several. -1: the shape has no such faces here (block, sphere, cylinder and plane have), or
 * it is turned. region_surface.c */
enum { TSU_REGION_FACES = 6 };
int tsu_region_surface(const tsu_region *r, const double x[3], double reach, double way[TSU_REGION_FACES][3]);
/* Volume [m^3] of the part within the box (NULL: of the whole region): exact for a plain shape inside the box, otherwise
 * an estimate from a fixed set of points (0: a million). Fails if it is empty or endless. */
tsu_status tsu_region_volume(const tsu_region *r, const tsu_box *box, int64_t points, double *volume,
                             tsu_error *err);
/* A box around the region; infinite where it has no end. False if it is empty or endless (side out). */
bool tsu_region_bounds(const tsu_region *r, double lo[3], double hi[3]);
/* Whether it is made of shapes that are known here and stand still. */
bool tsu_region_is_plain(const tsu_region *r);
void tsu_region_destroy(tsu_region *r);

#endif
