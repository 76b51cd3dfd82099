/* SPDX-License-Identifier: Apache-2.0 */
/* clumps.h - clumps: rigid bodies made of spheres.
 *
 * The spheres of a clump are particles like others: lists, contact laws and walls know nothing of it but that two of the same clump do not touch
 * each other. A sphere bears the mass of the whole clump as contacts see it (1/M in vm, 1/(0.4 M r^2) in wi) and a share of it by its volume
 * where masses are summed. How it moves is a matter of its clump:
 *
 *   tsu_clumps_first     half kick and drift of all clumps (rigid.h), after those of the particles, whose results for spheres of clumps are overwritten
 *                        (and which are left out where all particles are such)
 *   tsu_clumps_second    forces of the spheres are summed in the order of their places; half kick; velocities of the spheres
 *
 * In between a sphere has the velocity of its way, (x - x_before)/dt. So contacts find where it was and book the work over the way it took;
 * what that differs from the work of the kicks, and the error of the turn, is booked as the error of the step.
 *
 * A clump whose kicks are locked along an axis keeps its velocity there; the work of what holds it is booked as external. */
#ifndef TSU_STEP_CLUMP_CLUMPS_H
#define TSU_STEP_CLUMP_CLUMPS_H

#include "step/rigid.h"
#include "step/world.h"

/* Column of particles: which sphere of its clump it is, from 0. */
#define TSU_CLUMP_PLACES "clumpPlace"

enum {
    TSU_CLUMP_LOCKED_X = 1,    /* no force moves it along x; the next two bits: y and z */
    TSU_CLUMP_LOCKED_TURN = 8, /* no torque turns it about x; ... */
    TSU_CLUMP_LOCKED = 63
};

/* Force and torque about the centre, with the weight. */
typedef struct tsu_clump_load {
    tsu_vec3 force, torque;
} tsu_clump_load;

typedef struct tsu_clump {
    /* what each step needs, in as few lines of the cache as it goes; side.c takes it in this order */
    double slip TSU_ALIGNED(64); /* of the step so far: its error [J] */
    tsu_quaternion step;         /* turn of the last drift */
    tsu_rigid body;              /* the centre lies inside the box along periodic axes */
    double held;                 /* of the step so far: work of what holds the clump [J] */
    uint8_t locked;              /* TSU_CLUMP_LOCKED_... */
    bool frozen;                 /* no force acts on it, and contacts see infinite mass (fix freeze) */
    bool fresh;                  /* added since the drift: it has no way behind it */
    uint8_t then;                /* `locked` when it is released */
    int32_t first, count;        /* its spheres: arm and row from `first` on */
    /* what a step without anything special does not need */
    int32_t image[3]; /* times it has crossed each of their faces */
    uint64_t id;
    tsu_vec3 lopsided; /* sum of share times arm, in the directions of the body [kg m] */
    double missing;    /* mass less the sum of the shares: rounding [kg] */
    double
        mass; /* its own, of which weight and what contacts see follow; body.mass has that of fluid it drags along, too [kg] */
    int32_t kind;        /* number of its template, `type` in a deck; 0: none */
    int32_t kept;        /* while some are removed: which of those that stay it is */
    bool gone;           /* it is about to be removed */
    int64_t release;     /* step in which a clump that is led becomes free; 0: it is */
    double after[2][3];  /* velocity [m/s] and spin [rad/s] from then on */
    tsu_clump_load load; /* at the end of the last step, for the next one (tsu_clumps, `loaded`) */
} tsu_clump;

/* A clump by its number. */
typedef struct tsu_clump_name {
    uint64_t id;
    int32_t at; /* among the clumps */
} tsu_clump_name;

enum {
    TSU_SIDE = 8 /* clumps that are moved side by side, in lanes (side.h) */
};

typedef double tsu_side_lane[TSU_SIDE] TSU_ALIGNED(64);

/* What a half step leaves of clumps that lie side by side. */
typedef struct tsu_clump_told {
    tsu_side_lane held; /* of the last whole step, to be booked [J], if `holds` */
    double way2;        /* square of the longest way of their spheres in the last drift [m^2] */
    bool outside;       /* a sphere is beyond a fixed face */
    bool holds;
} tsu_clump_told;

typedef struct tsu_clumps {
    int32_t count, spheres;
    tsu_clump *clump;     /* as their spheres lie in memory, which costs steps least (arrange.c) */
    tsu_clump_name *name; /* [count] by rising id */
    tsu_vec3 *arm;        /* [spheres] from the centre, in the directions of the body [m] */
    int32_t *row;         /* [spheres] valid while `arranged` is that of the particles */
    struct tsu_side_laid
        *laid; /* what does not change of clumps side by side, while `laid_for` holds (lay.c): groups, */
    struct tsu_side_masses *masses; /* as many, */
    struct tsu_side_slot *slot;     /* their spheres */
    struct tsu_side_rows *side_row; /* and where these are */
    tsu_clump_told *told;           /* as many as groups */
    tsu_side_lane *slip;            /* as many: error of the last whole step, to be booked [J] */
    int64_t laid_for[2]; /* `arranged` and `resized` of the particles then; -1: it is to be laid anew */
    size_t capacity, name_capacity, arm_capacity, row_capacity, laid_capacity, masses_capacity, slot_capacity,
        side_row_capacity, told_capacity, slip_capacity;
    int64_t arranged;
    uint64_t next_id;
    bool ahead;      /* the first half of the next step has been taken */
    bool leading;    /* some may be on their way to be released */
    uint64_t loaded; /* generation of the world for which the loads are kept; 0: none */
    double fluid;    /* coefficient of the added mass times density of the fluid [kg/m^3] */
    bool
        local; /* contacts see what a clump opposes to them at their place (local.c), not its whole mass and a sphere of it */
    int kinds;
    struct tsu_clump_kind **kind; /* templates, owned */
} tsu_clumps;

/* A clump to be added. */
typedef struct tsu_clump_def {
    int32_t count;
    const double (*arm)[3]; /* [count] from the centre of mass, in the principal directions [m] */
    const double *radius;   /* [count] [m] */
    const int32_t *type;    /* [count] material, from 0 */
    double mass;            /* [kg] */
    double moments[3];      /* of inertia, ascending [kg m^2] */
    double density;         /* that its spheres tell [kg/m^3] */
    double centre[3], velocity[3], spin[3];
    double turn[4]; /* unit quaternion w x y z from the principal directions to space */
    uint32_t group; /* mask that its spheres get besides `all` */
    uint8_t locked;
    int32_t kind; /* number of its template */
} tsu_clump_def;

/* Whether particle i belongs to a clump. */
static inline bool tsu_clumps_hold(const struct tsu_world *w, int64_t i)
{
    const tsu_particles *p = &w->particles;
    return p->clump_column > 0 && p->column[p->clump_column - 1].value[i] != 0.0;
}

/* The number of its clump; 0: it belongs to none. */
static inline double tsu_clumps_number(const struct tsu_world *w, int64_t i)
{
    const tsu_particles *p = &w->particles;
    return p->clump_column > 0 ? p->column[p->clump_column - 1].value[i] : 0.0;
}

/* Whether all particles belong to some: then nobody else has to move them. */
static inline bool tsu_clumps_hold_all(const struct tsu_world *w)
{
    return w->clumps && w->clumps->spheres == w->particles.count;
}

/* Whether it belongs to one and is not its first sphere: who counts clumps leaves it out. */
bool tsu_clumps_follows(const struct tsu_world *w, int32_t i);

/* Adds a clump between two steps, or midway in one as tsu_world_insert does. *first is the row of its first sphere, the others follow. Refuses what
 * cannot be with a sentence; then nothing has changed. */
tsu_status tsu_clumps_add(struct tsu_world *w, const tsu_clump_def *def, tsu_moment moment, int32_t *first,
                          tsu_error *err);
void tsu_clumps_destroy(tsu_clumps *c);
/* Takes over a template (state/clump_kind.h), which lives as long as the world. */
tsu_status tsu_clumps_keep_kind(struct tsu_world *w, struct tsu_clump_kind *kind, tsu_error *err);
/* The clump that was added last, locked, keeps its velocity until the end of a step; then it has these locks, velocity and spin. */
void tsu_clumps_lead(struct tsu_world *w, int64_t release, uint8_t then, const double velocity[3],
                     const double spin[3]);
/* Lets go those who have arrived; at the end of a step. */
void tsu_clumps_release(struct tsu_world *w);
/* Makes room, columns and all; the world has clumps from then on, if only none. */
tsu_status tsu_clumps_begin(struct tsu_world *w, tsu_error *err);
/* Takes over clumps that were read, with the columns of their spheres: false if they do not belong together. */
bool tsu_clumps_adopt(struct tsu_world *w);
/* Finds the rows of all spheres, if particles were sorted, added or removed since. */
void tsu_clumps_find_rows(const struct tsu_world *w);
/* What is laid side by side, if it is not what it was. */
tsu_status tsu_clumps_lay(struct tsu_world *w, tsu_error *err);
/* It is to be laid anew: a mass or the images of clumps have changed. */
void tsu_clumps_unlay(tsu_clumps *c);
/* After the particles have been sorted: clumps as they lie. Pointers to clumps are void then. `new_row`: of each row of before, whose rows had been found;
 * NULL: they have not been sorted. */
tsu_status tsu_clumps_arrange(struct tsu_world *w, const int32_t *new_row, tsu_error *err);
/* The k-th by rising id. */
static inline tsu_clump *tsu_clumps_in_order(const tsu_clumps *c, int32_t k)
{
    return &c->clump[c->name[k].at];
}
/* The clump of this id or of particle i; NULL: none. */
tsu_clump *tsu_clumps_of_id(const tsu_clumps *c, uint64_t id);
tsu_clump *tsu_clumps_of(const struct tsu_world *w, int32_t i);
/* Where its centre is as if it had never been wrapped around a periodic box. */
void tsu_clump_unwrapped(const struct tsu_world *w, const tsu_clump *c, double x[3]);
/* Gives a clump another velocity and spin between two steps, and its spheres with it; the caller says that the world changes. */
void tsu_clump_set_motion(struct tsu_world *w, tsu_clump *c, tsu_vec3 velocity, tsu_vec3 spin);
/* All clumps drag a mass of fluid along: this density times their volumes [kg/m^3]; kinetic energy that comes with it is booked as given. */
void tsu_clumps_drag_fluid(struct tsu_world *w, double density);
/* Contacts see a clump of infinite mass, and no force acts on it; or as before. */
void tsu_clump_freeze(struct tsu_world *w, tsu_clump *c, bool frozen);
/* Shifts a clump and turns it about its centre, likewise; its spheres follow with tsu_clumps_place and tsu_clumps_carry. */
void tsu_clump_shift(tsu_clump *c, tsu_vec3 by, tsu_quaternion turn);
/* Positions of all spheres follow from their clumps; centres are brought to the lattice and into the box (boundary.c). */
void tsu_clumps_place(struct tsu_world *w);
/* ... and their velocities and spins, their masses as contacts see them. */
void tsu_clumps_carry(struct tsu_world *w);

/* ---- removal: clumps.c ------------------------------------------------------------------------------------------- */

/* A copy of the flags, set for all spheres of a clump that has one flagged; owned by the caller. NULL: there are no clumps. */
tsu_status tsu_clumps_widen(struct tsu_world *w, const uint8_t *remove, uint8_t **wide, tsu_error *err);
/* Books what those that go take along; forgets them, when their spheres have gone. */
void tsu_clumps_book_removal(struct tsu_world *w, tsu_moment moment);
void tsu_clumps_drop(struct tsu_world *w);

/* ---- motion: motion.c --------------------------------------------------------------------------------------------- */

tsu_status tsu_clumps_first(struct tsu_world *w, double *furthest, bool *outside, tsu_error *err);
/* `ahead`: nobody looks before the next step, whose first half may be taken at once. */
tsu_status tsu_clumps_second(struct tsu_world *w, bool ahead, tsu_error *err);
/* What acts on a clump; and of that what it follows. */
tsu_clump_load tsu_clump_load_of(const struct tsu_world *w, const tsu_clump *c);
tsu_clump_load tsu_clump_load_acting(const tsu_clump *c, tsu_clump_load all);

/* ---- what contacts see: local.c ------------------------------------------------------------------------------------- */

/* Whether they see it at their place, and not the whole mass; from the next step on. */
void tsu_clumps_set_local(struct tsu_world *w, bool local);
static inline bool tsu_clumps_local(const struct tsu_world *w)
{
    return w->clumps && w->clumps->local;
}
/* Reduced mass and inertia about the contact in the first lanes of the block at entry k of a list, whose kinematics are there. */
void tsu_clumps_see_locally(const struct tsu_world *w, tsu_block *b, const tsu_contacts *c, int64_t k,
                            int lanes);

/* ---- energies: energy.c ------------------------------------------------------------------------------------------- */

/* Of all clumps: [J] */
typedef struct tsu_clump_energies {
    double kinetic, rotational, gravitational, kicks;
} tsu_clump_energies;
double tsu_clumps_kinetic(const struct tsu_world *w);
double tsu_clumps_rotational(const struct tsu_world *w);
/* The three parts. */
void tsu_clumps_gravitational(const struct tsu_world *w, double part[3]);
/* As tsu_energy_kicks, over dt^2/8. */
void tsu_clumps_kicks(const struct tsu_world *w, double part[2]);
/* As tsu_energy_of_particle, tsu_energy_of_motion and tsu_energy_kick_of. */
double tsu_clump_energy(const struct tsu_world *w, const tsu_clump *c, double since);
double tsu_clump_energy_of_motion(const tsu_clump *c);
double tsu_clump_kick(const struct tsu_world *w, const tsu_clump *c);
/* Velocity and spin of particle i as contacts saw it in the last step, before a half kick of that long [s]; 0: as it is. */
void tsu_clump_seen(const struct tsu_world *w, int32_t i, double kick, tsu_vec3 *velocity, tsu_vec3 *spin);
/* Velocity and spin of particle i after the half kick that comes next. */
void tsu_clump_kicked(const struct tsu_world *w, int32_t i, tsu_vec3 *velocity, tsu_vec3 *spin);

#endif
