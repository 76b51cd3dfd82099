/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - everything a simulation is made of. Each part is owned by the file that changes it; a function takes the
 * narrowest part it needs. */
#ifndef TSU_STEP_WORLD_H
#define TSU_STEP_WORLD_H

#include "base/exact_sum.h"
#include "base/parallel.h"
#include "law/fused.h"
#include "search/pairs.h"
#include "state/box.h"
#include "state/contacts.h"
#include "state/materials.h"
#include "state/particles.h"
#include "step/list/axis_order.h"
#include "step/list/units.h"
#include "step/times.h"
#include "step/wall/shape.h"

/* ---- walls: walls.c ------------------------------------------------------------------------------------------- */

/* How wide a contact is for heat: the circle in which the bodies cut each other, a given area, or that of the larger body. */
typedef enum tsu_heat_mode { TSU_HEAT_OVERLAP, TSU_HEAT_CONSTANT, TSU_HEAT_PROJECTION } tsu_heat_mode;

typedef struct tsu_heat_area {
    tsu_heat_mode mode;
    double size; /* of TSU_HEAT_CONSTANT [m^2] */
} tsu_heat_area;

typedef struct tsu_wall {
    char name[64];
    const tsu_wall_shape *shape;
    tsu_wall_form form; /* of all shapes but the mesh */
    int32_t type;       /* material, from 0 */
    uint32_t group;     /* acts on particles of this group mask */
    double velocity[3]; /* of the wall's surface                                         [m/s] */
    double spin;        /* of the surface about the axis of the form                     [rad/s] */
    bool warm;          /* has a temperature; that of a mesh is with the mesh */
    double temperature; /* [K] */
    tsu_heat_area heat_area;
    double heat;                /* of dissipation that it has taken up since the start (heating.h) [J] */
    struct tsu_mesh_body *mesh; /* of the shape mesh; owned by the world (mesh_body.h) */
    struct tsu_mesh_list *list; /* particles near it (mesh_contacts.h) */
    tsu_lawset laws;
    tsu_fused_wall_fn *fused; /* loop of the laws; NULL: stage by stage */
    tsu_lane *coefficient;    /* [coefficients] of the laws, in all lanes, if there is one material */
    size_t coefficient_capacity;
    tsu_contacts contacts, previous;
} tsu_wall;

/* ---- lists: lists.c ------------------------------------------------------------------------------------------- */

/* Where particles are expected to be while a list lasts (expected_path.h). */
typedef struct tsu_expected_path {
    float (*from)[3]; /* [rows] places when the list was made                                        [m] */
    float (*pace)[3]; /* [rows] velocities with which they are expected to go on, if `straight`      [m/s] */
    bool straight;    /* they go on as they did; else they stay, and nobody knows how long */
    double time;      /* since the list was made                                                     [s] */
    double horizon;   /* how long it may last at most, if `straight`                                 [s] */
    double fastest;   /* longest pace                                                                [m/s] */
    double *longest2; /* of chunks of rows, scratch                                                  [m^2] */
    int32_t rows;
    size_t from_capacity, pace_capacity, chunks_capacity;
} tsu_expected_path;

/* Two lists: the outer one, from the grid, holds pairs nearer than `wide`; the working one (tsu_contacts) is drawn from
 * it with a smaller skin and lives shorter. Nearer at the moment, or where particles flow, on the ways on which they are
 * expected (expected_path.h). Neither changes a bit of the trajectory. */
typedef struct tsu_lists {
    double skin;        /* of the outer list, as asked for                            [m] */
    double wide;        /* ... as it is                                               [m] */
    double inner;       /* of the working list                                        [m] */
    double reach;       /* how far beyond touching a law acts                         [m] */
    double moved_outer; /* most that any particle may have moved since the outer list was made [m] */
    double off_outer;   /* ... until the working list was made                        [m] */
    double
        moved_inner; /* most that any may be off the way on which it was expected when the working list was made [m] */
    double largest_radius, typical_radius; /* [m] */
    int32_t type;                          /* of all particles; -1: they differ */
    bool valid;                            /* false: particles, box or laws have changed */
    bool
        leaving; /* a particle is beyond a fixed face: it is lost in this step, not when lists happen to be made */
    bool
        flowing; /* particles are expected to go on as they do, not to stay: both lists are made at once, for so
                              many steps ... */
    int64_t ahead; /* ... at most */
    int64_t every; /* rebuild the outer list at least every so many steps; 0: when needed */
    int64_t steps_outer, steps_inner; /* steps since the lists were made */
    int64_t builds, refreshes;        /* counted over the run */
    tsu_axis_order axes;              /* axes as the search sees them */
    tsu_expected_path path;           /* since the working list was made */
    int32_t late_rows;                /* so many at the end are those of the large particles (boundary.h) */
    tsu_pairs outer;
    uint8_t *nearness; /* of outer pairs, scratch (pair_list.c) */
    size_t nearness_capacity;
    struct tsu_pair_carry *carry; /* scratch (pair_carry.h) */
} tsu_lists;

/* ---- energy: energy.c ----------------------------------------------------------------------------------------- */

/* The ledger. Its accounts do not depend on the order in which they are added to, so not on how rows and lists are arranged: what is
 * booked now and then is added exactly, the energies of contacts are rounded once to the quantum of the evaluation (tally.h). */
typedef struct tsu_ledger {
    tsu_exact_sum dissipated[TSU_ACCOUNT_COUNT]; /* since the start                              [J] */
    tsu_exact_sum elastic;                       /* stored in the contacts now                   [J] */
    double elastic_now;                          /* the same, rounded                            [J] */
    tsu_exact_sum wall_work;                     /* done by moving walls                         [J] */
    tsu_exact_sum external_work;                 /* done by forces that commands add             [J] */
    tsu_exact_sum given;  /* put in by commands: particles added or removed, velocities set ... [J] */
    tsu_exact_sum kick;   /* energy of kicks when the accounts were opened, but for changes [J] */
    double exchanged;     /* energy exchanged so far (exchange.h)                          [J] */
    double gravity_power; /* sum of m |g . v| when it was found last; negative: not yet    [W] */
    double flow;          /* energy exchanged in the contacts in the present step [J] */
    tsu_quanta quanta;    /* of the next evaluation, by TSU_SUM_... [J] */
    double start;         /* total when the accounts were opened             [J] */
    double before;        /* known before a change that is not yet booked  [J] */
    double kick_before;   /* energy of kicks then [J] */
    bool open, changing;
} tsu_ledger;

/* The accounts, each rounded once. */
typedef struct tsu_accounts {
    double dissipated[TSU_ACCOUNT_COUNT], elastic, wall_work, external_work, given, kick; /* [J] */
} tsu_accounts;

/* ---- heat of dissipation: heating.c ----------------------------------------------------------------------------- */

typedef struct tsu_heating {
    bool on;                          /* somebody takes it up, and Temp is a column of the particles */
    uint32_t group;                   /* mask: particles that take it up */
    double particles, walls, outside; /* given since the start: to those, to walls, to other particles [J] */
} tsu_heating;

/* ---- hooks: what commands add to a step ----------------------------------------------------------------------- */

typedef enum tsu_hook_phase {
    TSU_HOOK_BEFORE_STEP, /* particles may be removed */
    TSU_HOOK_AFTER_DRIFT, /* positions are new: move walls, meshes, prescribed particles; insert particles */
    TSU_HOOK_FORCE,       /* contact forces and gravity are summed: add or set forces */
    TSU_HOOK_AFTER_STEP,  /* velocities are those of the full step: output, limits */
    TSU_HOOK_PHASES
} tsu_hook_phase;

struct tsu_world;
typedef tsu_status tsu_hook_fn(struct tsu_world *w, void *context, tsu_error *err);
/* Whether a hook has nothing to do after the present step and before the next one. */
typedef bool tsu_hook_rests(const void *context);

typedef struct tsu_hook_def {
    const char *
        name; /* of what it belongs to, for messages and for the check of restart files; need not be unique */
    tsu_hook_phase phase;
    tsu_hook_fn *run;
    tsu_hook_rests *rests; /* NULL: it never does, unless its phase is TSU_HOOK_AFTER_DRIFT */
    void *context;
} tsu_hook_def;

/* Stands for one hook of one world; no other hook of this program ever has the same. {0}: none. */
typedef struct tsu_hook_handle {
    uint64_t number;
} tsu_hook_handle;

typedef struct tsu_hook {
    char name[64];
    tsu_hook_handle handle;
    tsu_hook_phase phase;
    tsu_hook_fn *run;
    tsu_hook_rests *rests;
    void *context;
} tsu_hook;

/* Pairs that do not feel each other: one of material or group a, the other of b. */
typedef struct tsu_exclusion {
    bool by_type; /* else by group */
    int32_t type[2];
    uint32_t group[2]; /* masks */
} tsu_exclusion;

typedef enum tsu_lost_policy { TSU_LOST_ERROR, TSU_LOST_WARN, TSU_LOST_IGNORE } tsu_lost_policy;

/* Up to so many materials the coefficients of lanes are chosen among those of all pairs, which vector code can do. */
enum { TSU_CHOICE_TYPES = 4, TSU_CHOICE_PAIRS = TSU_CHOICE_TYPES * (TSU_CHOICE_TYPES + 1) / 2 };

typedef struct tsu_lane_space { /* scratch of one thread */
    tsu_block block;
    tsu_bodies bodies;
    tsu_wall_before before;
    tsu_outcome outcome;
    tsu_lane coefficient[TSU_COEFFICIENT_MAX];
    tsu_lane pair;                                        /* of materials, in each lane ... */
    double choice[TSU_COEFFICIENT_MAX][TSU_CHOICE_PAIRS]; /* ... coefficients by pair ... */
    double pair_of[TSU_CHOICE_TYPES][TSU_CHOICE_TYPES];   /* ... and its number */
    tsu_tally tally;                                      /* energies of an evaluation of all contacts */
    tsu_lane bulge;                                       /* work of surfaces that bulge [J] */
    tsu_four force[TSU_UNIT_ROWS], torque[TSU_UNIT_ROWS]; /* of the rows of a unit that nobody will ask for */
    int64_t touching;                                     /* contacts of the evaluation that touch */
    bool fresh;                                           /* as in the world; then ... */
    uint8_t
        live[TSU_LANES]; /* ... contacts of the present block that touched before, and what a loop has left */
    tsu_tally left;
    double *sample; /* seconds of narrow phase and laws of the present unit, where it is timed; or NULL */
    double mark;    /* when the present one of the two began [s] */
} TSU_ALIGNED(64) tsu_lane_space;

/* Whether the first half of the next step has been taken already, and what tsu_integrate_first tells of it. */
typedef struct tsu_ahead {
    bool taken, outside;
    double furthest; /* [m] */
} tsu_ahead;

/* ---- the world ------------------------------------------------------------------------------------------------ */

/* Fields that views lend as copies, since they are no row of doubles in the particles. */
typedef struct tsu_copies tsu_copies;
void tsu_copies_destroy(tsu_copies *copies);

struct tsu_world {
    tsu_particles particles;
    tsu_copies *copies; /* NULL until one is asked for */
    tsu_box box;
    char boundary[3][2];      /* f, p, m or s at the low and high face of each axis */
    double box_minimum[3][2]; /* least extent of faces with m */
    double
        lattice[3]; /* positions along a periodic axis are multiples of its last bit; 0: any (boundary.c) */
    tsu_materials materials;
    tsu_lawset laws;
    tsu_contacts contacts, previous;
    tsu_lists lists;
    int walls;
    tsu_wall **wall;
    int meshes;
    struct tsu_mesh_body **mesh;
    int hooks;
    tsu_hook *hook;
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
    bool losses;          /* keep the accounts of each particle too (losses.c) */
    bool spent_pairs;     /* contacts between particles keep what they have lost, */
    bool spent_walls;     /* ... contacts with walls too */
    bool lean;            /* nobody has asked for the forces of single contacts between particles (look.c) */
    bool records_current; /* they are those of the last evaluation */
    bool staged;          /* laws go stage by stage even where they have a fused loop (for tests) */
    tsu_fused_fn *fused;  /* loop of the laws between particles; NULL: stage by stage */
    bool laws_current;    /* coefficients belong to the present properties */
    bool forces_current;  /* forces belong to the present positions */
    bool
        forces_standing; /* ... and to the present velocities: they were found without a step; else those of half a step ago */
    tsu_ahead ahead;
    bool fresh;  /* particles were inserted in this step: contacts with them had no start of the step */
    bool guided; /* in this step a hook mends what steps ahead do to some particles: forces are kept for it */
    tsu_ledger ledger;
    tsu_times times;    /* seconds of each stage of the steps */
    int64_t touching;   /* contacts that touch, walls included */
    tsu_four *external; /* [2 rows] force and torque added by hooks in the last step */
    size_t external_capacity;
    int32_t external_rows; /* rows it is valid for; 0 without such hooks */
    int spaces;
    tsu_lane_space *space; /* one per thread */
    double *partial;       /* block sums of the force loops */
    size_t partial_capacity;
    struct tsu_resume
        *resume; /* what a restart file holds for laws, walls and meshes to come (resume.h); or NULL */
    struct tsu_models *models; /* what acts beside the contacts (model/model.h); NULL: nothing */
    void (*free_models)(struct tsu_world *w);
};

/* step.c */
tsu_status tsu_world_advance(struct tsu_world *w, int64_t steps, tsu_error *err);
/* The same, but a step before which `wanted` says so is the last. Only behind the last one can somebody look at forces and
 * contacts: steps before it are taken faster. */
tsu_status tsu_world_advance_until(struct tsu_world *w, int64_t steps, bool (*wanted)(void *context),
                                   void *context, tsu_error *err);
/* Makes lists and forces current without moving time. */
tsu_status tsu_world_settle(struct tsu_world *w, tsu_error *err);
/* look.c. In a lean world the forces of single contacts between particles are not kept, which takes much memory: who reads
 * them says so before the steps whose forces it wants, and gets those evaluated in these steps. */
void tsu_world_watch(struct tsu_world *w);
/* The same for who comes unannounced, and makes them current if they are not: then they are those at the present places and
 * velocities. Nothing else changes. */
tsu_status tsu_world_look(struct tsu_world *w, tsu_error *err);
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
/* Takes over a set of laws between particles (moved out of *laws); histories of the old ones are forgotten. */
void tsu_world_set_laws(struct tsu_world *w, tsu_lawset *laws);
/* Adds an exclusion, or with NULL removes all. */
tsu_status tsu_world_exclude(struct tsu_world *w, const tsu_exclusion *exclusion, tsu_error *err);
/* Adds a wall (owned from then on), whose laws are chosen. */
tsu_status tsu_world_add_wall(struct tsu_world *w, tsu_wall *wall, tsu_error *err);
/* Derives the coefficients of all laws from the properties, if something changed. */
tsu_status tsu_world_prepare_laws(struct tsu_world *w, tsu_error *err);

/* lists.c */
tsu_status tsu_lists_update(struct tsu_world *w, tsu_error *err);
/* How far apart the surfaces of what is searched may be for the outer list [m]. */
double tsu_lists_range(const tsu_lists *lists);
/* A step has been taken in which no particle moved further than this. */
void tsu_lists_wear(tsu_lists *lists, double furthest, double dt);
void tsu_lists_free(tsu_lists *lists);

/* forces.c: contact forces and weight. Each particle, as it gets its force, may also take the second half kick of the step
 * (tsu_integrate_second), and then the first one of the next step and its drift (tsu_integrate_first; w->ahead tells how
 * far). In the last case forces and records of contacts are not kept. */
typedef enum tsu_finish { TSU_FINISH_FORCES, TSU_FINISH_KICK, TSU_FINISH_AHEAD } tsu_finish;
tsu_status tsu_forces_compute(struct tsu_world *w, double dt, tsu_finish finish, tsu_error *err);
/* Writes the records of all contacts at the present places and velocities, and changes nothing else. */
tsu_status tsu_forces_look(struct tsu_world *w, tsu_error *err);

/* integrate.c: half kick and drift, telling the longest way and whether a particle is beyond a fixed face; half kick */
void tsu_integrate_first(struct tsu_world *w, double *furthest, bool *outside);
tsu_status tsu_integrate_second(struct tsu_world *w, tsu_error *err);
/* Finds which particle of these rows has a velocity that is not finite. */
tsu_status tsu_integrate_check(const struct tsu_world *w, tsu_range rows, tsu_error *err);

/* energy.c */
double tsu_energy_kinetic(const struct tsu_world *w);
double tsu_energy_rotational(const struct tsu_world *w);
double tsu_energy_gravitational(const struct tsu_world *w);
/* What particle i holds by itself; `since`: at the start of a step that long whose first half kick and drift are taken, but for
 * what forces other than gravity have given it since [s]. */
double tsu_energy_of_particle(const struct tsu_world *w, int32_t i, double since);
/* What it holds by moving and turning. */
double tsu_energy_of_motion(const struct tsu_world *w, int32_t i);
/* Opens the accounts at the present state, if they are not open. */
void tsu_energy_open(struct tsu_world *w);
tsu_accounts tsu_energy_accounts(const tsu_ledger *b);
/* All that was dissipated; the error of the steps is no part of it [J]. */
double tsu_energy_dissipated(const tsu_ledger *b);
/* Whether the largest energies are looked at in an evaluation now, to choose the quanta of the next ones. */
bool tsu_energy_measures(const struct tsu_world *w);
/* Enters the energies of an evaluation of all contacts; `elastic` is set. */
void tsu_energy_enter(tsu_ledger *b, const tsu_tally *t);
/* Energy held (kinetic, rotational, gravitational, elastic) and dissipated, with the error of elastic forces: by so much as this
 * changes a command has given energy, for what contacts let go when forces are evaluated anew is booked as dissipated [J]. */
double tsu_energy_known(const struct tsu_world *w);
/* A step of velocity Verlet changes the kinetic energy by the work of the mean of the old and the new force over the way, and by
 * the change of this sum of dt^2 (F^2/m - m g^2)/8 and the like for torques: exactly, whatever the forces are. The weight, which
 * stays as it is, is left out, so that free particles come and go without a trace here. Forces must be there [J]. */
double tsu_energy_kicks(const struct tsu_world *w);
/* The part of one particle. */
double tsu_energy_kick_of(const struct tsu_world *w, int32_t i);
/* The only ways to the ledger for who is not part of src/step/. What a model or command has put into particles beside forces in
 * TSU_HOOK_FORCE and beside a change (tsu_world_change), which the step finds itself: given, as by setting velocities (while a change
 * is under way the step finds that too); done as work, by leading particles against their forces; and energy of kicks
 * (tsu_energy_kicks) that will be missed when a particle is no longer kicked, or kicked again [J]. */
void tsu_ledger_give(struct tsu_world *w, double energy);
void tsu_ledger_work(struct tsu_world *w, double energy);
void tsu_ledger_kick(struct tsu_world *w, double energy);
/* All that was given so far [J]. */
double tsu_ledger_given(const struct tsu_world *w);
/* Another time step from now on. */
void tsu_world_set_dt(struct tsu_world *w, double dt);
/* The audit [J]. */
typedef struct tsu_balance {
    double kinetic, rotational, gravitational;
    double
        step_error;   /* known error of the time steps taken: of elastic forces over the ways, and of kicks */
    double residual;  /* what cannot be explained */
    double gained;    /* by dashpots and sliders, which can only lose: the step is too long for them */
    double exchanged; /* energy exchanged so far, its measure */
    double
        off; /* how far the run is off: residual and error of the steps together, over the energy exchanged [-] */
} tsu_balance;
/* Whether this account cannot be negative but by errors of the time step: it belongs to a dashpot or a slider. */
bool tsu_account_only_loses(int account);
tsu_balance tsu_energy_balance(const struct tsu_world *w);
/* The hash of positions, velocities and spins by particle id; with fix heat/gran of temperatures too, also those of meshes that
 * change. */
uint64_t tsu_world_hash_state(const struct tsu_world *w);

/* losses.c: room for the losses of each contact, and their sums over the contacts of each particle. */
tsu_status tsu_losses_prepare(struct tsu_world *w, tsu_error *err);
void tsu_losses_book(struct tsu_world *w);
/* Whether those of a list with these laws are kept: its laws then go stage by stage. */
bool tsu_losses_kept(const struct tsu_world *w, const tsu_lawset *laws);
tsu_status tsu_losses_reserve(tsu_contacts *c, tsu_error *err);
/* From now on each contact between particles, or with a wall, keeps what it has lost (tsu_spent); also where keywords of laws ask
 * for it, once these are prepared. */
tsu_status tsu_losses_of_contacts(struct tsu_world *w, bool walls, tsu_error *err);
tsu_status tsu_losses_arrange(struct tsu_world *w, tsu_error *err);

/* walls.c */
void tsu_wall_destroy(tsu_wall *wall);
/* The force on the wall, by its particles, in the last evaluation [N]. */
void tsu_wall_load(const tsu_wall *wall, double force[3]);
/* Distance of a particle's centre from the wall in a contact of its list, and the unit normal towards the centre; xr: its place and
 * radius. */
double tsu_wall_distance(const tsu_wall *wall, int64_t entry, const double xr[4], double n[3]);
/* Velocity of the surface where a particle at x touches it, in `point` with normal n. */
void tsu_wall_velocity(const tsu_wall *wall, const double x[3], const double point[3], const double n[3],
                       double v[3]);

/* hooks.c */
/* Hooks of a phase run in the order in which they were added. */
tsu_status tsu_world_add_hook(struct tsu_world *w, const tsu_hook_def *def, tsu_hook_handle *handle,
                              tsu_error *err);
/* Removes a hook and forgets its handle; a handle of none, or of another world, removes nothing. */
void tsu_world_remove_hook(struct tsu_world *w, tsu_hook_handle *handle);
bool tsu_world_has_hook(const struct tsu_world *w, tsu_hook_handle handle);
/* Steps are taken faster while all hooks rest. Whether none will look at a step between its forces and the drift of the next one. Those that run after the drift find
 * positions and velocities, but not the forces of the step before. */
bool tsu_world_hooks_rest(const struct tsu_world *w);
tsu_status tsu_world_run_hooks(struct tsu_world *w, tsu_hook_phase phase, tsu_error *err);
/* Runs the force hooks and books half of the work of what they add over the step just taken; the other half is booked by
 * tsu_external_second when the next step is known. */
bool tsu_external_acts(const struct tsu_world *w); /* whether these two have anything to do */
tsu_status tsu_external_first(struct tsu_world *w, double dt, tsu_error *err);
void tsu_external_second(struct tsu_world *w, double dt);

#endif
