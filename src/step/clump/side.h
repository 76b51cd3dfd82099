/* SPDX-License-Identifier: Apache-2.0 */
/* side.h - some clumps side by side in lanes, for motion.c: each operation is done for all of them at once, with the bits of one after the other. Spheres
 * are taken slot by slot: the first of each clump, the second ...; where a clump has no more there is a sphere without force at the centre. */
#ifndef TSU_STEP_CLUMP_SIDE_H
#define TSU_STEP_CLUMP_SIDE_H

#include "step/clump/clumps.h"

enum {
    TSU_SIDE = 8,     /* clumps side by side */
    TSU_SIDE_KEPT = 4 /* slots that are gathered once a half step; later ones share a place */
};

typedef double tsu_side_lane[TSU_SIDE] TSU_ALIGNED(64);

typedef struct tsu_lanes {
    tsu_side_lane x, y, z;
} tsu_lanes;

typedef struct tsu_lanes4 {
    tsu_side_lane w, x, y, z;
} tsu_lanes4;

/* The spheres of a slot. */
typedef struct tsu_side_sphere {
    tsu_lanes arm;           /* in the directions of the body [m] */
    tsu_lanes out;           /* in space */
    tsu_lanes force, torque; /* [N], [N m] */
    tsu_side_lane mass;      /* its share [kg] */
    tsu_side_lane there;     /* 1, or 0 where the clump has none */
    int32_t row[TSU_SIDE];
} tsu_side_sphere;

/* Faces and lattice of positions; faces are infinite where particles may leave, and where centres need not be looked at. */
typedef struct tsu_side_box {
    double lo[3], hi[3], lattice[3];
    double from[3], below[3]; /* a centre between these lies inside along periodic axes */
} tsu_side_box;

typedef struct tsu_side {
    tsu_clump *c[TSU_SIDE]; /* lanes beyond the last are like the first, and have no sphere */
    tsu_clump_told *told;   /* [lanes] */
    int32_t first[TSU_SIDE], count[TSU_SIDE];
    int lanes, slots, gathered; /* clumps; spheres of the largest; slots that have been gathered */
    bool locked, fresh;         /* one of them is held along or about an axis; has been added in this step */
    const tsu_side_box *box;
    double dt, rate; /* [s], [1/s] */
    tsu_vec3 g;      /* [m/s^2] */
    tsu_lanes4 turn, before, step;
    tsu_lanes momentum, velocity, inertia, inverse, centre, way, lopsided;
    tsu_side_lane mass, per_mass, missing;
    tsu_lanes force, torque, acting, turning; /* on the clumps; what of it acts */
    tsu_lanes spin, x, v;                     /* of the spheres in hand: places and velocities */
    tsu_side_lane slip, booked;
    struct {
        tsu_side_lane slip, held, way2, outside;
    } tell; /* tsu_clump_told */
    tsu_side_sphere ball[TSU_SIDE_KEPT + 1];
} tsu_side;

static inline tsu_vec3 tsu_lanes_get(const tsu_lanes *a, int l)
{
    return tsu_vec3_make(a->x[l], a->y[l], a->z[l]);
}

static inline void tsu_lanes_set(tsu_lanes *a, int l, tsu_vec3 v)
{
    a->x[l] = v.x;
    a->y[l] = v.y;
    a->z[l] = v.z;
}

/* Of `lanes` clumps, from the `begin`-th on. */
void tsu_side_begin(const struct tsu_world *w, const tsu_side_box *box, int64_t begin, int lanes,
                    tsu_side *s);
/* The spheres of a slot, unless they have been gathered. */
void tsu_side_gather(const struct tsu_world *w, tsu_side *s, int slot, tsu_side_sphere *ball);
/* Their arms in space. */
void tsu_side_out(const tsu_side *s, tsu_side_sphere *ball);
/* Of the world, for all of them. */
tsu_side_box tsu_side_box_of(const struct tsu_world *w);

/* Force and torque from the spheres; kept with the clumps until the next half step; taken from there. */
void tsu_side_load(const struct tsu_world *w, tsu_side *s);
void tsu_side_keep(const tsu_side *s);
void tsu_side_recall(tsu_side *s);

/* First half: kick, turn, the ways of the centres on the lattice; to the clumps; a slot of spheres drifts, some may be beyond a face; what is booked. */
void tsu_side_kick_first(tsu_side *s);
void tsu_side_turn(tsu_side *s, double time);
void tsu_side_shift(tsu_side *s);
/* Whether a centre may have crossed a periodic face. */
bool tsu_side_crosses(const tsu_side *s);
void tsu_side_end_first(const tsu_side *s);
void tsu_side_drift(tsu_side *s, tsu_side_sphere *ball);
void tsu_side_leave(tsu_side *s, const tsu_side_sphere *ball);
void tsu_side_book_first(tsu_side *s);
/* What a half step leaves, to where it is told. */
void tsu_side_tell(const tsu_side *s);

/* Second half: the spins as contacts saw them, what a slot of spheres books, the kick, and their velocities. */
void tsu_side_look(tsu_side *s);
void tsu_side_work_back(tsu_side *s, const tsu_side_sphere *ball);
void tsu_side_book_second(tsu_side *s);
void tsu_side_kick_second(tsu_side *s);
/* Makes what is told not finite where a body is not. */
void tsu_side_check(tsu_side *s);
/* Ready for a first half at once, with the same loads and spheres. */
void tsu_side_go_on(tsu_side *s);
/* To the clumps; their spins, which spheres have from then on. */
void tsu_side_end_second(tsu_side *s);
void tsu_side_carry(tsu_side *s, const tsu_side_sphere *ball);

/* Velocities and spins of the spheres in hand, to their rows; with their places. */
void tsu_side_put_motion(const struct tsu_world *w, const tsu_side *s, const tsu_side_sphere *ball);
void tsu_side_put_all(const struct tsu_world *w, const tsu_side *s, const tsu_side_sphere *ball);

#endif
