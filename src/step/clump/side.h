/* SPDX-License-Identifier: Apache-2.0 */
/* side.h - some clumps side by side in lanes, for motion.c: each operation is done for all of them at once, with the bits of one after the other. Spheres
 * are taken slot by slot: the first of each clump, the second ...; where a clump has no more there is a sphere without force at the centre. */
#ifndef TSU_STEP_CLUMP_SIDE_H
#define TSU_STEP_CLUMP_SIDE_H

#include "step/clump/clumps.h"

enum {
    TSU_SIDE_KEPT = 4 /* slots whose forces are gathered once a half step; later ones share a place */
};

typedef struct tsu_lanes {
    tsu_side_lane x, y, z;
} tsu_lanes;

typedef struct tsu_lanes4 {
    tsu_side_lane w, x, y, z;
} tsu_lanes4;

/* What does not change of clumps side by side (lay.c). Neighbours that are alike share what does not tell one clump from another. */
typedef struct tsu_side_laid {
    int32_t like;         /* the group whose masses and slots they have */
    int32_t first, slots; /* rows of their spheres; spheres of the largest */
    bool slender;         /* all are (rigid.h) */
    bool even;            /* the shares of all have their centre and their sum to the last bit */
    bool locked, fresh;   /* one may be held along or about an axis; have been added in this step */
} tsu_side_laid;

typedef struct tsu_side_masses {
    tsu_side_lane per_mass, missing;
    tsu_lanes inverse, lopsided;
} tsu_side_masses;

/* The spheres in one place of their clumps. */
typedef struct tsu_side_slot {
    tsu_lanes arm;       /* in the directions of the body [m] */
    tsu_side_lane mass;  /* its share [kg] */
    tsu_side_lane there; /* 1, or 0 where the clump has none */
} tsu_side_slot;

typedef struct tsu_side_rows {
    int32_t row[TSU_SIDE];
    unsigned strange; /* bits of lanes where it may have other images than its clump */
} tsu_side_rows;

/* What a step has of them. */
typedef struct tsu_side_sphere {
    tsu_lanes out;           /* arm in space [m] */
    tsu_lanes force, torque; /* [N], [N m] */
} tsu_side_sphere;

/* Faces and lattice of positions; faces are infinite where particles may leave, and where centres need not be looked at. */
typedef struct tsu_side_box {
    double lo[3], hi[3], lattice[3];
    double from[3], below[3]; /* a centre between these lies inside along periodic axes */
} tsu_side_box;

typedef struct tsu_side_load {
    tsu_lanes force, torque;
} tsu_side_load;

typedef struct tsu_side {
    tsu_clump *c[TSU_SIDE]; /* lanes beyond the last are like the first, and have no sphere */
    tsu_side_laid *laid;
    const tsu_side_masses *masses;
    const tsu_side_slot *slot; /* [slots] */
    tsu_side_rows *rows;       /* [slots] */
    tsu_clump_told *told;
    double *told_slip;
    int lanes, slots, gathered; /* clumps; spheres of the largest; slots that have been gathered */
    bool locked, fresh;         /* as in tsu_side_laid */
    bool measured;              /* `quick` is that of the next drift */
    const tsu_side_box *box;
    double dt, rate; /* [s], [1/s] */
    tsu_vec3 g;      /* [m/s^2] */
    tsu_side_lane slip;
    tsu_lanes4 step, turn, before; /* `before`: the turn of before the drift */
    tsu_lanes centre, velocity, momentum;
    tsu_side_lane behind[2];     /* what lies behind these in memory, taken and given as it is */
    tsu_side_load all, part;     /* on the clumps; what of it acts if they are locked */
    const tsu_side_load *acting; /* what acts */
    tsu_lanes way, kicked, spin, x,
        v; /* of the centres; spins before the turn and now; of the spheres in hand: places and velocities */
    tsu_side_lane rotational, booked,
        quick; /* [J]; [J/s]; square of twice the largest angle of a turn, at least */
    tsu_side_lane whole, held, way2, outside; /* error of the whole step [J]; as in tsu_clump_told */
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

/* Of the world, for all of them. */
tsu_side_box tsu_side_box_of(const struct tsu_world *w);
/* The clumps of a group that has been laid. */
void tsu_side_begin(const struct tsu_world *w, const tsu_side_box *box, int64_t group, tsu_side *s);

/* Force and torque from the spheres, whose work over the way they have turned is booked if `back`; kept with the clumps until the next half step; taken
 * from there. */
void tsu_side_add_up(const struct tsu_world *w, tsu_side *s, bool back);
void tsu_side_keep(const tsu_side *s);
void tsu_side_recall(tsu_side *s);

/* First half: kick, turn, the ways of the centres on the lattice; whether one may have crossed a periodic face; to the clumps. */
void tsu_side_go(tsu_side *s);
bool tsu_side_crosses(const tsu_side *s);
void tsu_side_end_first(tsu_side *s);
/* A slot of spheres drifts; is put where it belongs, some perhaps beyond a face. */
void tsu_side_drift(const struct tsu_world *w, tsu_side *s, int slot);
void tsu_side_put(const struct tsu_world *w, tsu_side *s, int slot);

/* Second half: the spins as contacts saw them; what it books, the kick, and whether all is finite. */
void tsu_side_look(tsu_side *s);
void tsu_side_end_second(tsu_side *s);
/* Ends there: to the clumps, and velocities of the spheres. */
void tsu_side_rest(const struct tsu_world *w, tsu_side *s);

#endif
