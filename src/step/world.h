/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - everything a simulation is made of, and what one does with it as a whole. Each part is owned by the file that changes it
 * and has its header; this one includes those that the world holds by value. A function takes the narrowest part it needs:
 *
 *   ledger/energy.h     accounts of energy; the audit          list/lists.h   pairs that may touch
 *   hooks.h             what commands add to a step            wall/wall.h    walls; mesh/body.h those of triangles
 *   forces.h            forces of contacts, in blocks (lanes.h) integrate.h   kicks and drift
 *   losses.h            what single contacts have lost         heating.h      heat of dissipation
 *   current.h           what is current                        clump/clumps.h bodies made of spheres
 *   times.h             where the time goes                    resume.h       what restart files hold */
#ifndef TSU_STEP_WORLD_H
#define TSU_STEP_WORLD_H

#include "law/lawset.h"
#include "state/box.h"
#include "state/contact_forces.h"
#include "state/contacts.h"
#include "state/materials.h"
#include "state/particles.h"
#include "step/current.h"
#include "step/ledger/ledger.h"
#include "step/list/lists.h"
#include "step/list/places.h"
#include "step/times.h"

struct tsu_wall;       /* wall/wall.h */
struct tsu_hook;       /* hooks.h */
struct tsu_fused;      /* law/fused.h: laws of a contact in one loop */
struct tsu_lane_space; /* lanes.h */
struct tsu_clumps;     /* clump/clumps.h */

/* ---- heat of dissipation: heating.c ----------------------------------------------------------------------------- */

typedef struct tsu_heating {
    bool on;                          /* somebody takes it up, and Temp is a column of the particles */
    uint32_t group;                   /* mask: particles that take it up */
    double particles, walls, outside; /* given since the start: to those, to walls, to other particles [J] */
} tsu_heating;

/* Pairs that do not feel each other: one of material or group a, the other of b. */
typedef struct tsu_exclusion {
    bool by_type; /* else by group */
    int32_t type[2];
    uint32_t group[2]; /* masks */
} tsu_exclusion;

/* What tsu_integrate_first tells of the first half of the next step, if that has been taken already (TSU_CURRENT_AHEAD). */
typedef struct tsu_ahead {
    bool outside;
    double furthest; /* [m] */
} tsu_ahead;

/* ---- the world ------------------------------------------------------------------------------------------------ */

/* Fields that views lend as copies, since they are no row of doubles in the particles. */
typedef struct tsu_copies tsu_copies;
void tsu_copies_destroy(tsu_copies *copies);

struct tsu_world {
    tsu_particles particles;
    uint64_t generation; /* tsu_world_generation */
    bool calling;        /* a callback of the public interface is at work: nothing may be changed */
    struct tsu_api *api; /* what the public interface keeps beside it (api/api.h); NULL: nothing */
    void (*destroy_api)(struct tsu_api *api);
    tsu_copies *copies; /* NULL until one is asked for */
    tsu_box box;
    char boundary[3][2];      /* f, p, m or s at the low and high face of each axis */
    double box_minimum[3][2]; /* least extent of faces with m */
    double
        lattice[3]; /* positions along a periodic axis are multiples of its last bit; 0: any (boundary.c) */
    tsu_materials materials;
    tsu_lawset laws;
    tsu_contacts contacts, previous; /* between particles: the list, and the memory of the one before; ... */
    tsu_contact_forces forces;       /* ... the store of what was found for each ... */
    tsu_force_pool pool;             /* ... or, in steps that do not keep all of it, for the last ones; ... */
    tsu_schedule schedule;           /* ... and in which order they are worked off and summed */
    tsu_lists lists;
    int walls;
    struct tsu_wall **wall;
    int meshes;
    struct tsu_mesh_body **mesh;
    int hooks;
    struct tsu_hook *hook;
    int exclusions;
    tsu_exclusion *exclusion;    /* between particles; walls are felt by all */
    uint32_t moving;             /* group mask: particles that the integrator moves */
    uint32_t turning;            /* ... and turns */
    uint32_t coasting;           /* ... and moves with the velocity they have, whatever forces act */
    double multicontact_factor;  /* of fix multicontact/halfspace; 0: there is none (multicontact.h) */
    uint32_t multicontact_group; /* group mask: particles whose surfaces bulge */
    double gravity[3];           /* [m/s^2] */
    double dt;                   /* [s] */
    int64_t step;
    double time; /* [s] */
    int threads;
    tsu_lost_policy lost_policy;
    int64_t lost; /* particles lost so far */
    tsu_heating heating;
    bool losses;      /* keep the accounts of each particle too (losses.c) */
    bool spent_pairs; /* contacts between particles keep what they have lost, */
    bool spent_walls; /* ... contacts with walls too */
    bool lean;        /* nobody has asked for the forces of single contacts between particles (look.c) */
    bool staged;      /* laws go stage by stage even where they have a fused loop (for tests) */
    const struct tsu_fused *fused; /* loop of the laws between particles; NULL: stage by stage */
    unsigned current;              /* tsu_current: what of all this is current (current.h) */
    uint64_t inserted;             /* TSU_CURRENT_INSERTED: the least id of the new particles */
    tsu_ahead ahead;
    tsu_ledger ledger;
    struct tsu_part *part;     /* NULL: it is whole (part/part.h) */
    struct tsu_device *device; /* another machine that takes steps; NULL: none (device.h) */
    tsu_times times;           /* seconds of each stage of the steps */
    int64_t touching;          /* contacts that touch, walls included */
    tsu_four *external;        /* [2 rows] force and torque added by hooks in the last step */
    size_t external_capacity;
    int32_t external_rows; /* rows it is valid for; 0 without such hooks */
    int spaces;
    struct tsu_lane_space *space; /* one per thread */
    double *partial;              /* block sums of the force loops */
    size_t partial_capacity;
    struct tsu_resume
        *resume; /* what a restart file holds for laws, walls and meshes to come (resume.h); or NULL */
    struct tsu_clumps *clumps; /* bodies made of spheres; NULL: there never were any */
    struct tsu_models *models; /* what acts beside the contacts (model/model.h); NULL: nothing */
    void (*free_models)(struct tsu_world *w);
    tsu_status (*run_models)(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context), void *context,
                             tsu_error *err); /* a run with them; NULL: there are none */
    const struct tsu_onlooker *onlooker;      /* who looks on between steps (onlooker.h); NULL: nobody */
};

/* Whether all of these (TSU_CURRENT_...) are current; from now on they are, or are not. */
static inline bool tsu_world_is(const struct tsu_world *w, unsigned what)
{
    return (w->current & what) == what;
}

static inline void tsu_world_gain(struct tsu_world *w, unsigned what)
{
    w->current |= what;
}

static inline void tsu_world_lose(struct tsu_world *w, unsigned what)
{
    w->current &= ~what;
}

/* A particle was inserted midway in a step; its id is larger than those there were. */
static inline void tsu_world_gain_particle(struct tsu_world *w, uint64_t id)
{
    if (!tsu_world_is(w, TSU_CURRENT_INSERTED) || id < w->inserted) w->inserted = id;
    tsu_world_gain(w, TSU_CURRENT_INSERTED);
}

/* ledger/energy.c: another time step, another gravity [m/s^2] from now on. */
void tsu_world_set_dt(struct tsu_world *w, double dt);
void tsu_world_set_g(struct tsu_world *w, const double g[3]);

/* step.c */
tsu_status tsu_world_advance(struct tsu_world *w, int64_t steps, tsu_error *err);
/* The same, but a step before which `wanted` says so is the last. Only behind the last one can somebody look at forces and
 * contacts: steps before it are taken faster. */
tsu_status tsu_world_advance_until(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context),
                                   void *context, tsu_error *err);
/* The rest of a step whose first half kick and drift, by `furthest` at most, parts of the world have taken (part/part.h). */
tsu_status tsu_world_finish_step(struct tsu_world *w, double furthest, tsu_error *err);
/* Makes lists and forces current without moving time. */
tsu_status tsu_world_settle(struct tsu_world *w, tsu_error *err);
/* look.c. In a lean world the forces of single contacts between particles are not kept, which takes much memory: who reads
 * them says so before the steps whose forces it wants, and gets those evaluated in these steps. */
void tsu_world_watch(struct tsu_world *w);
/* The same for who comes unannounced, and makes them current if they are not: then they are those at the present places and
 * velocities. Nothing else changes. */
tsu_status tsu_world_look(struct tsu_world *w, tsu_error *err);
/* The same for a file: in a lean world always those at the present places and velocities. */
tsu_status tsu_world_look_to_save(struct tsu_world *w, tsu_error *err);
/* Gives their memory back, if nobody watches. */
void tsu_world_look_away(struct tsu_world *w);
/* To be called before particles, box, walls or laws are changed from outside a step: lists and forces are made anew
 * afterwards, and the change of energy is booked as given by a command. */
void tsu_world_change(struct tsu_world *w);
/* Removes the particles whose flag is set, with their contacts: between two steps, or midway in one, between its drift and its
 * forces. Unless a change is under way, what they take along is booked (removal.h). */
typedef enum tsu_moment { TSU_BETWEEN_STEPS, TSU_MIDWAY } tsu_moment;
tsu_status tsu_world_remove(struct tsu_world *w, const uint8_t *remove, tsu_moment moment, tsu_error *err);
/* Adds particles between the drift and the forces of a step (TSU_HOOK_AFTER_DRIFT): at the end of the step they are where
 * and as fast as defined, and their energy is booked as given. `group`: masks, to which `all` is added; NULL: none. Lists
 * are made anew, but contacts and forces of the others go on. *first is the row of the first; the others follow. */
tsu_status tsu_world_insert(struct tsu_world *w, const tsu_particle_def *def, const uint32_t *group,
                            size_t count, int32_t *first, tsu_error *err);
/* Fails with a sentence within a callback, which must not change the world; `what` is the function that would. */
tsu_status tsu_world_need_rest(const struct tsu_world *w, const char *what, tsu_error *err);
/* Chooses laws with the words of tsu_laws_choose. */
tsu_status tsu_laws_parse(tsu_lawset *laws, const char *words, tsu_error *err);
/* Takes over a set of laws between particles (moved out of *laws); histories of the old ones are forgotten. */
void tsu_world_set_laws(struct tsu_world *w, tsu_lawset *laws);
/* Adds an exclusion, or with NULL removes all. */
tsu_status tsu_world_exclude(struct tsu_world *w, const tsu_exclusion *exclusion, tsu_error *err);
/* Adds a wall (owned from then on), whose laws are chosen. */
tsu_status tsu_world_add_wall(struct tsu_world *w, struct tsu_wall *wall, tsu_error *err);
/* Derives the coefficients of all laws from the properties, if something changed. */
tsu_status tsu_world_prepare_laws(struct tsu_world *w, tsu_error *err);

/* list/boundary.c. Particles are wrapped when lists are made: the coordinate q of particle i inside the box, whenever that was. */
double tsu_boundary_inside(const struct tsu_world *w, int32_t i, int q);
/* How many box lengths lie between it and that place, along each axis. */
void tsu_boundary_wraps(const struct tsu_world *w, int32_t i, int times[3]);
/* Lets faces that follow particles and meshes do so now. */
void tsu_boundary_follow(struct tsu_world *w);

/* The hash of positions, velocities and spins by particle id; with fix heat/gran of temperatures too, also those of meshes that
 * change. */
uint64_t tsu_world_hash_state(const struct tsu_world *w);

#endif
