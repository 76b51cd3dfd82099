/* SPDX-License-Identifier: Apache-2.0 */
/* room.h - the space into which particles are inserted: a region, or the volume behind a planar face. It tells whether a
 * sphere may be there as far as the space itself, the box and the walls are concerned; who is there already is the
 * business of a crowd (search/crowd.h). */
#ifndef TSU_STEP_ROOM_ROOM_H
#define TSU_STEP_ROOM_ROOM_H

#include "state/mesh.h"
#include "state/region.h"
#include "step/world.h"

/* ---- dice: a sequence out of random numbers that are functions -------------------------------------------------- */

typedef struct tsu_dice {
    uint64_t seed, id; /* id: what the sequence is for */
    uint32_t purpose, counter;
    double spare;
    bool has_spare;
} tsu_dice;

double tsu_dice_uniform(tsu_dice *d); /* [0, 1) */

/* ---- a planar face ------------------------------------------------------------------------------------------------ */

typedef struct tsu_face {
    int32_t triangles, edges;
    double (*corner)[3][3]; /* [triangles] [m] */
    double *area;           /* [triangles] of this and all triangles before it [m^2] */
    double (*edge)[2][3];   /* [edges] the outline [m] */
    double normal[3];       /* unit vector */
    double point[3];        /* on the face [m] */
    double lo[3], hi[3];    /* bounds [m] */
} tsu_face;

/* Copies the triangles of a mesh; an error names the triangle that does not lie in the plane of the others. */
tsu_status tsu_face_make(tsu_face *face, const tsu_mesh *mesh, tsu_error *err);
void tsu_face_free(tsu_face *face);
/* Distance of a point, projected on the plane, from the outline: positive inside the face, negative outside. `n` is the
 * direction in which it grows. */
double tsu_face_depth(const tsu_face *face, const double x[3], double n[3]);
/* Whether that is the radius at least: quicker to tell. */
bool tsu_face_holds(const tsu_face *face, const double x[3], double radius);

/* ---- the room ------------------------------------------------------------------------------------------------------- */

typedef struct tsu_room {
    const tsu_world *world;
    const tsu_region *region; /* NULL: the volume behind a face, against its normal ... */
    const tsu_face *face;
    double length; /* ... so long [m] */
    bool deep;     /* spheres may reach beyond its far end by their diameter (face only) */
    bool all_in;   /* spheres lie in it wholly (face: as seen along the normal), not only their centres */
    bool borders;  /* spheres do not reach beyond faces of the box that are not periodic */
    bool walls;    /* spheres do not overlap walls */
    double lo[3], hi[3]; /* bounds of the centres [m] */
} tsu_room;

/* Sets the bounds: those of the region or of the volume behind the face, within the box where it has an end. */
tsu_status tsu_room_measure(tsu_room *room, tsu_error *err);

/* A point in the room for the centre of a sphere, all places equally likely, whoever is there; false: none was found. */
bool tsu_room_pick(const tsu_room *room, tsu_dice *dice, double radius, double x[3]);

/* How much room is left between a sphere and what bounds it, less a margin [m]: negative if it may not be there. `group`
 * are the groups of the particle, because walls act on groups. If `push` is not NULL, what is missing is added to it as a
 * vector that points to where there is room. */
double tsu_room_gap(const tsu_room *room, const double x[3], double radius, double margin, uint32_t group,
                    double push[3]);

/* The same for a sphere of a clump, whose centre is in the room already: unless spheres lie in it wholly, only box and walls count. */
double tsu_room_gap_of_part(const tsu_room *room, const double x[3], double radius, uint32_t group);

/* Notes one gap: the lesser of it and `least`; what is missing along n is added to `push`, if that is not NULL. */
static inline double tsu_room_note(double gap, double least, const double n[3], double push[3])
{
    for (int q = 0; q < 3 && push && gap < 0.0; q++) {
        push[q] -= gap * n[q];
    }
    return fmin(gap, least);
}

#endif
