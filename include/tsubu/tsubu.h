/* SPDX-License-Identifier: Apache-2.0 */
/* tsubu.h - the public interface of tsubu, a discrete element engine. C17 and C++17.
 *
 * Objects come first in a name, then a verb if state changes. Whatever can fail returns a tsu_status and writes one
 * sentence into the caller's tsu_error (which may be NULL); on failure nothing has changed. The library never exits
 * and never prints. An argument that is NULL though it is needed is an error like others; a function without a status then
 * writes nothing and returns 0, false or NULL. A world owns all its memory; views lent out are valid until the next call that changes it. */
#ifndef TSUBU_TSUBU_H
#define TSUBU_TSUBU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* the shared library exports what is declared here, and nothing else */
#endif

/* ---- errors ------------------------------------------------------------------------------------------------- */

typedef enum tsu_status {
    TSU_OK = 0,
    TSU_ERROR_INPUT,       /* the caller or the deck asked for something that makes no sense */
    TSU_ERROR_UNSUPPORTED, /* it makes sense, but tsubu does not do it */
    TSU_ERROR_IO,          /* a file could not be read or written */
    TSU_ERROR_MEMORY,      /* out of memory */
    TSU_ERROR_UNSTABLE     /* the simulation broke down: not finite, particle lost, audit exceeded */
} tsu_status;

/* What is missing, where that is the error: another error may be the cause. */
typedef enum tsu_lack {
    TSU_LACKS_NOTHING,
    TSU_LACKS_NAME,     /* something with this name: variable, region, fix, compute, group, property */
    TSU_LACKS_BOX,      /* the simulation box */
    TSU_LACKS_MODEL,    /* the contact models */
    TSU_LACKS_VALUE,    /* a formula has no value as things are: 0/0, or a particle that is not there yet */
    TSU_LACKS_PROPERTY, /* a property of materials with this name (tsu_property_set) */
    TSU_LACKS_FIELD,    /* a field of particles with this name (tsu_fields_add) */
    TSU_LACKS_KIND,     /* a model of this kind (tsu_models_add) */
    TSU_LACKS_PARAMETER /* a parameter of a model: "KIND PARAMETER" */
} tsu_lack;

typedef struct tsu_error {
    tsu_status status;
    tsu_lack lacks;
    char missing[64];   /* its name, if it has one */
    int line;           /* line of the deck, 0 if the error has no place in a deck */
    char file[256];     /* the deck */
    char message[1024]; /* what, which value, what to do */
} tsu_error;

/* ---- energy accounts ------------------------------------------------------------------------------------------ */

/* Where the energy of a contact goes [J]. A history account is what a spring loses when it is not extended but changed:
 * its direction projected on the new tangent plane, its stiffness altered, or the contact opened. The account of
 * integration is the error of the finite time step in an elastic normal force: the work it did over a step less the
 * energy it stored. It has either sign, and falls as the square of the step. */
typedef enum tsu_account {
    TSU_ACCOUNT_NORMAL_DASHPOT,
    TSU_ACCOUNT_PLASTIC, /* normal hysteresis */
    TSU_ACCOUNT_INTEGRATION,
    TSU_ACCOUNT_COHESION,
    TSU_ACCOUNT_SLIDING,
    TSU_ACCOUNT_TANGENTIAL_DASHPOT,
    TSU_ACCOUNT_TANGENTIAL_HISTORY,
    TSU_ACCOUNT_ROLLING_SLIP,
    TSU_ACCOUNT_ROLLING_DASHPOT,
    TSU_ACCOUNT_ROLLING_HISTORY,
    TSU_ACCOUNT_COUNT
} tsu_account;

/* ---- worlds ------------------------------------------------------------------------------------------------------ */

typedef struct tsu_world tsu_world;

typedef struct tsu_world_def {
    double lo[3], hi[3]; /* the box                                                             [m] */
    char boundary[3]
                 [2];  /* low and high face of each axis: 'f' fixed, 'p' periodic, 's' follows the particles,
                             'm' follows them but not below the box given here */
    int materials;     /* number of materials; particles and walls have types 1 .. materials */
    double gravity[3]; /* [m/s^2] */
    double timestep;   /* [s] */
    double skin;       /* pairs nearer than this are kept in lists; 0: chosen                 [m] */
    int threads;       /* 0: as many as the machine offers. The result is the same for any number */
} tsu_world_def;

/* A box of one metre with fixed faces, one material, no gravity; timestep 0 must be set. */
tsu_world_def tsu_world_def_default(void);

/* NULL on failure. The caller owns the world and gives it back with tsu_world_destroy. */
tsu_world *tsu_world_create(const tsu_world_def *def, tsu_error *err);
void tsu_world_destroy(tsu_world *world);

/* ---- materials and contact models ---------------------------------------------------------------------------------- */

/* Properties have the names of `fix property/global`; `tsubu laws` lists them, and a name that no model reads is an error. Types
 * count from 1. */
tsu_status tsu_property_set(tsu_world *world, const char *name, double value, tsu_error *err);
tsu_status tsu_property_set_type(tsu_world *world, const char *name, const double *by_type, tsu_error *err);
tsu_status tsu_property_set_pair(tsu_world *world, const char *name, const double *by_pair, tsu_error *err);

/* What a property is for materials i and j, as it was set. One without materials takes 0 and 0, one of a material its type and 0. */
tsu_status tsu_property_get(const tsu_world *world, const char *name, int i, int j, double *value,
                            tsu_error *err);

/* Chooses the contact models between particles (laws, for short) with the words of a deck, keywords last:
 * "model hertz tangential history rolling_friction epsd2 tangential_damping off". */
tsu_status tsu_laws_choose(tsu_world *world, const char *words, tsu_error *err);

/* Loads contact models from a shared library (tsubu_law.h), for all worlds of this process; a file that is loaded already is
 * fine. */
tsu_status tsu_plugin_load(const char *file, tsu_error *err);

/* ---- walls ------------------------------------------------------------------------------------------------------------ */

typedef struct tsu_wall_def {
    const char *name; /* for messages and look-up */
    const char *
        shape; /* xplane, yplane, zplane, plane, xcylinder, ycylinder, zcylinder, cylinder, sphere, cone, mesh */
    const char *mesh; /* of shape mesh: its name */
    double position;  /* of xplane, yplane, zplane along their axis                            [m] */
    double radius;    /* of cylinders and a sphere, of a cone at its first end                 [m] */
    double centre
        [3]; /* a point of a plane or of a cylinder's axis, the middle of a sphere or of a cone's first end [m] */
    double direction[3]; /* normal of a plane, axis of a cylinder, of any length                 [-] */
    double end[3];       /* middle of a cone's other end                                         [m] */
    double end_radius;   /* of a cone there; it is open at both ends                             [m] */
    int type;            /* material */
    double velocity[3];  /* of the surface                                                        [m/s] */
    double spin;         /* of the surface of a cylinder or cone about its axis                   [rad/s] */
    const char *laws;    /* as in tsu_laws_choose; NULL: those between particles */
} tsu_wall_def;

tsu_wall_def tsu_wall_def_default(void);
tsu_status tsu_walls_add(tsu_world *world, const tsu_wall_def *def, tsu_error *err);
tsu_status tsu_walls_remove(tsu_world *world, const char *name, tsu_error *err);
/* Force of the particles on the wall in the last step [N]. */
tsu_status tsu_wall_force(const tsu_world *world, const char *name, double force[3], tsu_error *err);
/* Their torque about a point [N m]. */
tsu_status tsu_wall_torque(tsu_world *world, const char *name, const double point[3], double torque[3],
                           tsu_error *err);

/* ---- particles -------------------------------------------------------------------------------------------------------- */

typedef struct tsu_particle_def {
    uint64_t id;                              /* 0: the next one; one that is taken is an error */
    int type;                                 /* material, from 1 */
    double radius, density;                   /* [m], [kg/m^3] */
    double position[3], velocity[3], spin[3]; /* [m], [m/s], [rad/s] */
} tsu_particle_def;

tsu_particle_def tsu_particle_def_default(void);
tsu_status tsu_particles_add(tsu_world *world, const tsu_particle_def *def, size_t count, tsu_error *err);
tsu_status tsu_particles_remove_ids(tsu_world *world, const uint64_t *ids, size_t count, tsu_error *err);
size_t tsu_particles_count(const tsu_world *world);

/* A view of a field: value q of particle k is data[k * stride + q], and all count * stride numbers may be read. Rows are in no
 * particular order; field "id" tells which is which. Names: id, type, x (3), v (3), omega (3), f (3), torque (3), radius, mass,
 * density and all others of `tsubu reference fields`, and those that fixes add. What is no double or is made when read ("id",
 * "radius", "diameter" ...) is a copy, made anew when it is asked for again; ids above 2^53 are exact in tsu_particle_ids only. */
typedef struct tsu_view {
    const double *data;
    size_t count, width, stride;
    uint64_t generation; /* of the world when it was lent */
} tsu_view;

/* A number that no other state of any world has: it changes whenever rows, values or memory may have. A view with another one is stale
 * and must not be read. */
uint64_t tsu_world_generation(const tsu_world *world);
bool tsu_view_is_current(const tsu_world *world, const tsu_view *view);

tsu_status tsu_field_view(tsu_world *world, const char *name, tsu_view *view, tsu_error *err);
/* Name of field number k, from 0, of those that the particles have now, and its numbers a particle; NULL behind the last. Lent until fields
 * or particles change. */
const char *tsu_field_name(const tsu_world *world, size_t k, size_t *width);
const uint64_t *tsu_particle_ids(const tsu_world *world);

/* ---- meshes -------------------------------------------------------------------------------------------------------------- */

/* A surface of triangles; a wall of shape mesh lets particles feel it. A file or arrays; scaled, then turned, then moved. */
typedef struct tsu_mesh_def {
    const char *name;         /* for look-up */
    const char *file;         /* STL, OBJ, PLY or VTK: its contents tell; NULL: arrays */
    const double *vertices;   /* [3 vertex_count]                                                [m] */
    const int32_t *triangles; /* [3 triangle_count] numbers of vertices, from 0 */
    size_t vertex_count, triangle_count;
    double scale;
    double axis[3], angle; /* rotation about an axis through the origin, by the right hand    [rad] */
    double translation[3]; /* [m] */
} tsu_mesh_def;

tsu_mesh_def tsu_mesh_def_default(void);
tsu_status tsu_meshes_add(tsu_world *world, const tsu_mesh_def *def, tsu_error *err);
tsu_status tsu_meshes_remove(tsu_world *world, const char *name, tsu_error *err); /* its wall first */

/* Moves it at once: where it meets particles, energy is given. The rotation is about an axis through a point where it is now [rad]. */
tsu_status tsu_mesh_move(tsu_world *world, const char *name, const double by[3], tsu_error *err);
tsu_status tsu_mesh_rotate(tsu_world *world, const char *name, const double point[3], const double axis[3],
                           double angle, tsu_error *err);
/* From now on it moves with this velocity and turns with this spin [rad/s] about a centre that goes along; its work is wall_work. */
tsu_status tsu_mesh_set_motion(tsu_world *world, const char *name, const double velocity[3],
                               const double spin[3], const double centre[3], tsu_error *err);
/* Its corners where they are now: 9 numbers a triangle, a copy that is made anew when it is asked for again. */
tsu_status tsu_mesh_view(tsu_world *world, const char *name, tsu_view *view, tsu_error *err);

/* ---- time ---------------------------------------------------------------------------------------------------------------- */

tsu_status tsu_world_step(tsu_world *world, int64_t steps, tsu_error *err);
/* The same, but `wanted` (which may be NULL) is asked before each step, by this thread: where it says true, that step is the last one.
 * Being asked changes no bit and no speed. */
tsu_status tsu_world_step_until(tsu_world *world, int64_t steps, bool (*wanted)(void *context), void *context,
                                tsu_error *err);
int64_t tsu_world_step_count(const tsu_world *world);
double tsu_world_time(const tsu_world *world); /* [s] */
/* Hash of positions, velocities and spins by particle id: equal for equal runs, whatever the number of threads. */
uint64_t tsu_world_hash(const tsu_world *world);

/* ---- energy --------------------------------------------------------------------------------------------------------------- */

typedef struct tsu_energy {
    double kinetic, rotational, gravitational, elastic; /* held now                                   [J] */
    double dissipated[TSU_ACCOUNT_COUNT];               /* since the start, by mechanism              [J] */
    double dissipated_total; /* without the account of integration                                     [J] */
    double wall_work, external_work; /* done by moving walls, by added forces      [J] */
    double given; /* put in by adding and removing particles, setting velocities ...               [J] */
    double integration; /* known error of the time step, of elastic normal forces and of kicks, no loss [J] */
    double residual;  /* what the audit cannot explain                                                  [J] */
    double exchanged; /* energy exchanged so far, the measure of residual and integration              [J] */
} tsu_energy;

/* Makes lists and forces current, then reads the accounts. */
tsu_status tsu_world_energy(tsu_world *world, tsu_energy *energy, tsu_error *err);
const char *tsu_account_name(tsu_account account);

/* Keeps the accounts of each particle too, from now on: field "dissipated", TSU_ACCOUNT_COUNT numbers a particle [J]. Two
 * particles share the loss of their contact equally; a wall takes none. */
tsu_status tsu_world_track_losses(tsu_world *world, tsu_error *err);

/* ---- setters and groups -------------------------------------------------------------------------------------------------- */

/* All of them may be called between two steps, also of a run under way in a session; what they change of the energy is booked as given.
 * Properties and contact models (above) may be set anew as well. */
tsu_status tsu_world_set_gravity(tsu_world *world, const double gravity[3], tsu_error *err);
tsu_status tsu_world_set_timestep(tsu_world *world, double timestep, tsu_error *err);
void tsu_world_gravity(const tsu_world *world, double gravity[3]);
double tsu_world_timestep(const tsu_world *world);
/* A time step at this fraction (0.1 to 0.2 is usual) of the shortest time that the particles, their materials and models know: the Rayleigh
 * time, or that of a contact with given stiffness. */
tsu_status tsu_world_stable_timestep(tsu_world *world, double fraction, double *timestep, tsu_error *err);

/* Writes a field: `width` numbers a particle, for these ids or, with ids NULL, for all rows in the order of the views. x, v, omega, radius,
 * density, type and all columns; mass follows from radius and density. */
tsu_status tsu_field_write(tsu_world *world, const char *name, const uint64_t *ids, size_t count,
                           size_t width, const double *values, tsu_error *err);
/* Adds a field with `width` numbers a particle, which are saved, dumped and seen by formulas. */
tsu_status tsu_fields_add(tsu_world *world, const char *name, size_t width, double initial, tsu_error *err);

/* Groups of particles, at most 32 with `all`; in a session they are those of its scripts. Adding makes the group if there is none. */
tsu_status tsu_groups_add(tsu_world *world, const char *group, const uint64_t *ids, size_t count,
                          tsu_error *err);
tsu_status tsu_groups_take_out(tsu_world *world, const char *group, const uint64_t *ids, size_t count,
                               tsu_error *err);
/* How many there are, and their ids in rising order as far as there is room for them; ids may be NULL. */
tsu_status tsu_group_ids(const tsu_world *world, const char *group, uint64_t *ids, size_t most, size_t *count,
                         tsu_error *err);
/* Particles that are held fast are moved by no force and keep the velocity and spin they have. */
tsu_status tsu_group_hold(tsu_world *world, const char *group, bool fast, tsu_error *err);

/* ---- callbacks ------------------------------------------------------------------------------------------------------------ */

/* What a callback sees: component q of particle k is x[4 k + q] and so on, for all four-strided arrays. At TSU_CALL_FORCE velocities are
 * those in the middle of the step, and force and torque (else NULL) may be changed: their work is external_work. */
typedef struct tsu_step_view {
    tsu_world *world;
    int64_t step;
    double time, timestep; /* [s] */
    size_t count;
    const uint64_t *id;
    const double *x, *v, *omega; /* [4 count] */
    const double *mass;          /* [count]   */
    double *force, *torque;      /* [4 count] */
} tsu_step_view;

typedef enum tsu_call { TSU_CALL_BEFORE_STEP, TSU_CALL_FORCE, TSU_CALL_AFTER_STEP } tsu_call;

/* A callback may read the world, but not change it but for forces: functions that do so refuse. If it fails the step stays unfinished and
 * tsu_world_step fails with its sentence; the world can be read, loaded or destroyed. */
typedef struct tsu_callback_def {
    const char *name; /* for messages; restart files tell callbacks apart by it */
    tsu_call when;
    int64_t every; /* steps whose number is a multiple of it; 1 for forces */
    tsu_status (*call)(void *context, const tsu_step_view *now, tsu_error *err);
    void *context;
} tsu_callback_def;

tsu_callback_def tsu_callback_def_default(void);
/* *handle stands for it in all worlds; a session's world takes its callbacks along when it goes. */
tsu_status tsu_callbacks_add(tsu_world *world, const tsu_callback_def *def, uint64_t *handle, tsu_error *err);
tsu_status tsu_callbacks_remove(tsu_world *world, uint64_t handle, tsu_error *err);

/* ---- models ---------------------------------------------------------------------------------------------------------------- */

/* Whatever acts in a step beside the contacts: insertion, springs, added forces, heat, prescribed motion, mass flow ... A model has a name of
 * its own in its world, and parameters by name; those that are not given have their defaults. Each tsu_world_step is a run of its own for
 * models, as `run N` is in a script. Models are saved, loaded and copied with their world. In a session fixes are models, too: they are
 * listed and can be read, but only their script removes them. */
typedef enum tsu_parameter_kind {
    TSU_PARAMETER_NUMBER, /* number[0] */
    TSU_PARAMETER_COUNT,  /* number[0], whole */
    TSU_PARAMETER_SWITCH, /* number[0], 0 or 1 */
    TSU_PARAMETER_VECTOR, /* number */
    TSU_PARAMETER_TEXT,   /* text: a name, or words that the sentence of the parameter tells */
    TSU_PARAMETER_LIST    /* list and count */
} tsu_parameter_kind;

typedef struct tsu_parameter {
    const char *name;
    double number[3];
    const char *text;   /* NULL: numbers */
    const double *list; /* NULL: `number` */
    size_t count;       /* of `list` */
} tsu_parameter;

typedef struct tsu_parameter_info {
    const char *name, *unit, *doc; /* unit "": none */
    tsu_parameter_kind kind;
    const char *const *choice; /* texts that it may be, empty ones aside, NULL behind the last; NULL: any */
    double least, most;        /* of a number; infinite without bound */
    bool above;                /* it must be above `least` */
} tsu_parameter_info;

/* Model number k, from 0, with its sentence; NULL behind the last. And its parameter number k; false behind the last. */
const char *tsu_model_kind(size_t k, const char **doc);
bool tsu_model_parameter(const char *model, size_t k, tsu_parameter_info *info);
/* Word number k for what a model tells (tsu_model_tell); NULL behind the last. Lent until the next call in this thread. */
const char *tsu_model_word(const char *model, size_t k);

tsu_status tsu_models_add(tsu_world *world, const char *model, const char *name,
                          const tsu_parameter *parameter, size_t count, tsu_error *err);
tsu_status tsu_models_remove(tsu_world *world, const char *name, tsu_error *err);
/* Model number k of a world, from 0, in the order in which they act: its name, and which it is; NULL behind the last. */
const char *tsu_model_name(const tsu_world *world, size_t k, const char **model);
/* A parameter as it was given; lent until the model is removed. */
tsu_status tsu_model_given(const tsu_world *world, const char *name, const char *parameter,
                           tsu_parameter *out, tsu_error *err);
/* One number that it tells, by its word. */
tsu_status tsu_model_tell(tsu_world *world, const char *name, const char *word, double *value,
                          tsu_error *err);

/* ---- contacts --------------------------------------------------------------------------------------------------------------- */

typedef struct tsu_contact_record {
    uint64_t id[2];       /* of the particles, the lower first; id[1] is 0 at a wall */
    int64_t wall;         /* number of the wall, from 0; -1 between particles */
    double point[3];      /* where they touch                                    [m] */
    double normal[3];     /* from the second to the first                        [-] */
    double force[3];      /* on the first                                        [N] */
    double torque[3];     /* of rolling resistance, on the first                 [N m] */
    double overlap;       /* [m] */
    size_t history;       /* place of the first number that its models keep in the view's history ... */
    size_t history_width; /* ... and how many there are */
} tsu_contact_record;

typedef struct tsu_contacts_view {
    const tsu_contact_record
        *contact; /* in the order of ids, those at walls behind the others, wall by wall */
    size_t count;
    const double *history;
    uint64_t generation;
} tsu_contacts_view;

/* All contacts that touch. Forces are those of the last step; after a change they are found anew first. */
tsu_status tsu_contacts_list(tsu_world *world, tsu_contacts_view *view, tsu_error *err);
/* Number k, from 0, of the history of contacts between particles (wall -1) or at a wall: its name. NULL behind the last. */
const char *tsu_contact_history_name(const tsu_world *world, int64_t wall, int k);
/* Name of a wall by its number; NULL behind the last. */
const char *tsu_wall_name(const tsu_world *world, int64_t wall);

/* ---- saving, copying, comparing ----------------------------------------------------------------------------------------- */

/* A file with the whole world: state, contacts, accounts, materials, contact models, walls, meshes, groups and models, but no callbacks; it appears whole or
 * not at all. A world that is loaded continues with identical bits, if callbacks of the same names are added first. `read_restart` takes the
 * file, too; and a restart file of a script is loaded as far as it goes, then contact models, walls and meshes of the same names take their state
 * back. Needs HDF5. */
tsu_status tsu_world_save(tsu_world *world, const char *path, tsu_error *err);
tsu_world *tsu_world_load(const char *path, int threads,
                          tsu_error *err); /* NULL on failure; threads 0: all */
/* A copy that continues with identical bits; callbacks, and fixes of a session, stay behind. NULL on failure. */
tsu_world *tsu_world_copy(tsu_world *world, tsu_error *err);

typedef enum tsu_difference_kind {
    TSU_DIFFERS_VALUE,       /* both have the particle and the field, with other bits */
    TSU_DIFFERS_ONLY_FIRST,  /* only the first world has the particle */
    TSU_DIFFERS_ONLY_SECOND, /* only the second */
    TSU_DIFFERS_FIELD_FIRST, /* only the first world has the field, or there it has another width; of no particle */
    TSU_DIFFERS_FIELD_SECOND /* only the second */
} tsu_difference_kind;

typedef struct tsu_difference {
    tsu_difference_kind kind;
    uint64_t id;          /* of the particle; 0: of none */
    char field[64];       /* its name; empty: of none */
    int number;           /* of the field, from 0 */
    double first, second; /* values of kind TSU_DIFFERS_VALUE, as tsu_field_get has them */
} tsu_difference;

/* Compares all fields that are saved, bit by bit. Fields that only one world has come first, then particles by rising id, and of
 * one its fields in the order of the table. *count is the number of all differences, of which the first `most` are written. */
tsu_status tsu_world_diff(const tsu_world *first, const tsu_world *second, tsu_difference *out, size_t most,
                          size_t *count, tsu_error *err);
/* One of them as a sentence. */
void tsu_difference_tell(const tsu_difference *d, char *text, size_t size);

/* ---- sessions ------------------------------------------------------------------------------------------------------- */

/* A session runs input scripts. It owns the world that they build and what they name: groups, fixes, computes, variables, dumps. */
typedef struct tsu_session tsu_session;

/* Where a session speaks to. Each function may be NULL; `context` is handed to all of them, which are called by the thread that runs the
 * session, and must not call functions that change it. */
typedef struct tsu_session_def {
    int threads; /* 0: as many as the machine offers. The result is the same for any number */
    /* Text for the screen, for the log, or for both. */
    void (*print)(void *context, const char *text, bool screen, bool log);
    /* The command `log`: path NULL closes it. */
    tsu_status (*open_log)(void *context, const char *path, bool append, tsu_error *err);
    /* A warning, besides its text, which goes to `print`. */
    void (*warning)(void *context, const char *file, int line, const char *sentence);
    /* Called now and then during a run: tsu_session_progress tells how far it is. */
    void (*progress)(void *context, const tsu_session *session);
    /* Called after each line of thermo, with the value of each column. */
    void (*thermo)(void *context, const tsu_session *session, const double *value);
    /* Asked after each step; true ends the run, and the script with it. */
    bool (*interrupted)(void *context);
    /* Asked after each step: whether `progress` is to be called now. */
    bool (*wanted)(void *context);
    /* Most steps before `progress` is called again; 0: as many as take little time. */
    int64_t (*limit)(void *context, const tsu_session *session);
    void *context;
    const char *rescue;    /* a run that is interrupted is written to RESCUE.STEP.restart; NULL: it is not */
    bool lean;             /* forces of single contacts take memory only if a command reads them */
    bool foreground;       /* dumps are written by the thread that runs the script, not beside it */
    bool forbid_shell;     /* `shell` is an error */
    bool forbid_files;     /* the language opens no files */
    uint64_t max_commands; /* an error after so many; 0: never */
} tsu_session_def;

tsu_session_def tsu_session_def_default(void); /* silent, all threads */
/* NULL on failure. The caller gives it back with tsu_session_destroy, its world with it. */
tsu_session *tsu_session_create(const tsu_session_def *def, tsu_error *err);
void tsu_session_destroy(tsu_session *session);

/* Each runs to the end, to `quit`, to an interruption or to the first error, which tells file and line. A text may have many lines. */
tsu_status tsu_session_run_file(tsu_session *session, const char *path, tsu_error *err);
tsu_status tsu_session_run_text(tsu_session *session, const char *text, tsu_error *err);
/* Whether the script has said `quit`, and with which exit status. */
bool tsu_session_quit(const tsu_session *session, int *exit_status);
/* As `-var NAME value ...`: an index variable that a script's own `variable NAME index ...` leaves alone. */
tsu_status tsu_session_set_variable(tsu_session *session, const char *name, int count,
                                    const char *const *values, tsu_error *err);

/* The number of a formula as in `variable NAME equal ...`: "c_ID", "f_ID[2]", "v_NAME", a keyword of thermo, "2*ke/atoms". */
tsu_status tsu_session_evaluate(tsu_session *session, const char *formula, double *value, tsu_error *err);
/* A text in which ${NAME} and $(formula) are replaced; room of `size` bytes. */
tsu_status tsu_session_expand(tsu_session *session, const char *text, char *out, size_t size, tsu_error *err);

/* The numbers of a compute "c_ID" or fix "f_ID": one row per row of its vector or array, per particle (in the order of the views), or
 * per contact. Valid until the next call on the session. */
typedef enum tsu_table { TSU_TABLE_GLOBAL, TSU_TABLE_PARTICLES, TSU_TABLE_LOCAL } tsu_table;
tsu_status tsu_session_table(tsu_session *session, const char *name, tsu_table kind, tsu_view *view,
                             tsu_error *err);

/* The world, lent; NULL until there is a box, another one after `clear` and `read_restart`. */
tsu_world *tsu_session_world(const tsu_session *session);

typedef struct tsu_progress {
    int64_t step, run_begin, run_end; /* of the present or last run */
    int64_t here;                     /* steps of it taken by this process */
    double seconds;                   /* that they took */
    double time;                      /* simulated [s] */
    size_t particles, contacts;
    double audit; /* error of the energy balance over the energy exchanged [-] */
    bool running;
} tsu_progress;

void tsu_session_progress(const tsu_session *session, tsu_progress *progress);

/* ---- pictures ---------------------------------------------------------------------------------------------------------- */

typedef struct tsu_picture_def {
    int width, height; /* 64 to 8192                                                           [pixel] */
    const char *color; /* a field of particles, or `type` */
    const char *map;   /* of colours: viridis ... */
    const char *view;  /* iso, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION    [degree] */
    const char *title; /* UTF-8; letters are those of the fonts that are installed */
    double low, high;  /* ends of the colour bar; both 0: as the particles have them */
    bool dark, plain;  /* plain: no title, no bar, no box */
} tsu_picture_def;

tsu_picture_def tsu_picture_def_default(void); /* 1280 by 720, by speed, from the corner */
/* Writes a PNG file of the world as it is, without a display; it appears whole or not at all. Needs zlib. */
tsu_status tsu_world_picture(tsu_world *world, const tsu_picture_def *def, const char *path, tsu_error *err);

/* ---- live page --------------------------------------------------------------------------------------------------------- */

/* A page on this machine (127.0.0.1) on which a browser follows a world or a session: particles, fields, energies; it can pause, continue and
 * stop. The thread that takes the steps serves it in between, which changes no bit. Close it before its session; a world that goes leaves it.
 * Needs libmicrohttpd. */
typedef struct tsu_page tsu_page;

/* Port 0: the system chooses one. NULL on failure. */
tsu_page *tsu_page_open(const char *title, int port, tsu_error *err);
void tsu_page_close(tsu_page *page);
const char *tsu_page_address(const tsu_page *page); /* http://127.0.0.1:PORT/TOKEN/ */
/* From now on it shows this world (of no session), or this session; nothing that it has shown before. */
tsu_status tsu_page_show(tsu_page *page, tsu_world *world, tsu_error *err);
tsu_status tsu_page_show_session(tsu_page *page, tsu_session *session, tsu_error *err);
/* Between runs, by who waits: answers what was asked for meanwhile. True if somebody has looked lately. */
bool tsu_page_serve(tsu_page *page);
/* Whether the last run was ended by somebody at the page: tsu_world_step then took fewer steps. */
bool tsu_page_stopped(const tsu_page *page);

/* ---- version ------------------------------------------------------------------------------------------------------------- */

/* Raised by every change after which a program has to be compiled anew. A program compares the header it was compiled with and the
 * library it runs with: tsu_abi() == TSU_ABI. */
#define TSU_ABI 1
int tsu_abi(void);
const char *tsu_version(void); /* "0.1.0" */

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
