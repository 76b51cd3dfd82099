/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.h - a surface of triangles that know each other: corners nearer than a tolerance are one vertex, sides between the
 * same vertices are one edge. The mesh itself does not move; where it is at a time is a pose (step/mesh/motion.h). */
#ifndef TSU_STATE_MESH_H
#define TSU_STATE_MESH_H

#include "state/facets.h"
#include "state/particles.h"

typedef struct tsu_mesh {
    int32_t triangles, vertices, edges;
    double precision;       /* corners nearer than this are one vertex                     [m] */
    double (*vertex)[3];    /* [vertices]                                                  [m] */
    int32_t (*corner)[3];   /* [triangles] vertices */
    int32_t (*side)[3];     /* [triangles] edges; side k joins corners k and k+1 */
    int32_t (*edge)[2];     /* [edges] vertices, the lower first */
    int32_t *edge_first;    /* [edges+1] triangles of edge e are edge_triangle[edge_first[e]] ... */
    int32_t *edge_triangle; /* [3 triangles] ascending within an edge */
    tsu_four *plane;        /* [triangles] unit normal by the right hand, area [m^2]; all 0: degenerate */
    int64_t *origin;        /* [triangles] place in the file */
    double lo[3], hi[3];    /* bounding box                                                [m] */
    double centre[3];       /* of the box                                                  [m] */
    double radius;          /* of the sphere about the centre that holds it                [m] */
    double area;            /* of all triangles                                            [m^2] */
} tsu_mesh;

void tsu_mesh_free(tsu_mesh *m);

/* Makes a mesh of facets, which stay as they are. Triangles keep their order. A precision of 0 merges equal corners. */
tsu_status tsu_mesh_build(tsu_mesh *m, const tsu_facets *f, double precision, tsu_error *err);

/* ---- health: mesh_health.c ------------------------------------------------------------------------------------- */

typedef enum tsu_mesh_fault {
    TSU_MESH_DEGENERATE,   /* triangles without area, or lower than the precision; they are felt by nobody */
    TSU_MESH_DUPLICATED,   /* triangles with the same vertices as an earlier one */
    TSU_MESH_INVERTED,     /* triangles whose normal points to the other side than that of their neighbours */
    TSU_MESH_NON_MANIFOLD, /* edges of three triangles or more */
    TSU_MESH_HOLE,   /* closed chains of edges with one triangle; an open surface has one around itself */
    TSU_MESH_SLIVER, /* triangles with an angle below half a degree */
    TSU_MESH_FAULTS
} tsu_mesh_fault;

typedef struct tsu_mesh_place {
    int32_t triangle;
    int64_t origin; /* of the triangle */
    double at[3];   /* its middle, or that of the edge                                      [m] */
    double
        measure; /* degenerate: height [m]; duplicated, inverted: area [m^2]; non-manifold: triangles at the edge;
                       hole: length around it [m]; sliver: angle [degree] */
} tsu_mesh_place;

enum { TSU_MESH_WORST = 3 };

typedef struct tsu_mesh_health {
    int64_t count[TSU_MESH_FAULTS];
    int64_t open_edges;                                    /* edges with one triangle */
    int64_t parts;                                         /* connected by edges */
    tsu_mesh_place worst[TSU_MESH_FAULTS][TSU_MESH_WORST]; /* the worst first, as many as there are */
} tsu_mesh_health;

tsu_status tsu_mesh_examine(const tsu_mesh *m, tsu_mesh_health *health, tsu_error *err);

/* Whether a triangle has no area; whether one before it has the same vertices. */
bool tsu_mesh_is_degenerate(const tsu_mesh *m, int32_t t);
bool tsu_mesh_is_duplicate(const tsu_mesh *m, int32_t t);

/* The name of a fault, for one or for many. */
const char *tsu_mesh_fault_word(tsu_mesh_fault fault, bool many);

/* What was found, as sentences for a log, and the worst places; says so if all is well. */
void tsu_mesh_describe(const tsu_mesh *m, const tsu_mesh_health *health, char *text, size_t size);

/* Repairs on request, `what` a mask of 1 << fault: degenerate and duplicated triangles are removed, inverted ones turned;
 * the other faults cannot be repaired and are an error to ask for. *changed: triangles removed or turned. */
tsu_status tsu_mesh_repair(tsu_mesh *m, unsigned what, int64_t *changed, tsu_error *err);

/* ---- what it encloses: mesh_solid.c -------------------------------------------------------------------------------- */

typedef struct tsu_mesh_enclosed {
    double volume;        /* [m^3] */
    double centre[3];     /* [m] */
    double inertia[3][3]; /* about it, for a density of 1                                        [m^5] */
    double radius;        /* of the sphere about the centre that holds it                        [m] */
} tsu_mesh_enclosed;

/* Measures what a closed mesh encloses. Refuses one that is open, turned inside out, or otherwise encloses nothing clear, with a
 * sentence that begins with `what`. */
tsu_status tsu_mesh_solid(const tsu_mesh *m, const char *what, tsu_mesh_enclosed *out, tsu_error *err);

#endif
