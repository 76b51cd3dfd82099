/* SPDX-License-Identifier: Apache-2.0 */
/* session.h - a deck at work: the world it builds and everything it has named on the way (groups, regions, fixes, computes,
 * dumps). Commands find it as the script's engine: tsu_session_of(script).
 *
 * A fix, compute or dump is an object with an ID, a state of its own and a few functions; what c_ID and f_ID can give is
 * described once (tsu_values) and used by thermo, variables, dumps and averages alike. */
#ifndef TSU_SESSION_SESSION_H
#define TSU_SESSION_SESSION_H

#include "deck/script.h"
#include "io/sections.h"
#include "io/writer.h"
#include "state/lattice.h"
#include "state/region.h"
#include "step/hooks.h"
#include "step/world.h"
#include <stdio.h>

enum { TSU_NAME = 64, TSU_GROUPS_MAX = 32 };

/* ---- values: what c_ID and f_ID stand for ----------------------------------------------------------------------- */

/* Numbers of a compute or fix. Any function may be NULL. `state` is the object's. */
typedef struct tsu_values {
    tsu_status (*scalar)(tsu_session *s, void *state, double *out, tsu_error *err);
    int vector_length; /* 0: no vector; negative: any length, `vector` checks the index */
    tsu_status (*vector)(tsu_session *s, void *state, int64_t index, double *out,
                         tsu_error *err); /* index from 0 */
    int array_columns;                    /* 0: no array */
    int64_t (*array_rows)(tsu_session *s, void *state);
    tsu_status (*array)(tsu_session *s, void *state, int64_t row, int64_t column, double *out,
                        tsu_error *err);
    int particle_columns; /* 0: nothing per particle; 1: a vector; more: an array */
    /* One row of `particle_columns` numbers per particle row, lent until the next call. */
    tsu_status (*particles)(tsu_session *s, void *state, const double **data, tsu_error *err);
    int local_columns; /* numbers per contact or the like */
    tsu_status (*local)(tsu_session *s, void *state, const double **data, int64_t *rows, tsu_error *err);
    /* What a column is, for files that name their arrays (pos1, pos2, contact_point, id1, force ...); the three columns of a
     * vector have one name. */
    const char *(*local_name)(const void *state, int column);
} tsu_values;

/* ---- objects a deck names ------------------------------------------------------------------------------------------ */

enum { TSU_OBJECT_HOOKS = 4 };

typedef struct tsu_object {
    char id[TSU_NAME];
    char style[TSU_NAME];
    char origin[272]; /* deck:line */
    int group;        /* index into session groups */
    int hooks;        /* that it has in the steps of the world (tsu_session_hook) */
    tsu_hook_handle hook[TSU_OBJECT_HOOKS];
    void *state; /* owned; given back by destroy */
    void (*destroy)(tsu_session *s, void *state);
    tsu_values values;
    bool scalar_is_energy,
        adds_energy; /* of a fix: its scalar is a potential energy; pe has it (fix_modify) */
    /* fix_modify / compute_modify / dump_modify: words after the ID; NULL: takes none */
    tsu_status (*modify)(tsu_session *s, void *state, tsu_words *words, tsu_error *err);
    /* Called at the start of each run, before the first step. */
    tsu_status (*init)(tsu_session *s, void *state, tsu_error *err);
    /* Called after a step whose number is a multiple of `every` (and at the start of a run if `at_start`). */
    int64_t every;
    bool at_start;
    tsu_status (*output)(tsu_session *s, void *state, tsu_error *err);
    /* Called when `reset_timestep` has changed the number of the present step (and the time) from `old`. */
    void (*reset)(tsu_session *s, void *state, int64_t old);
    /* Called after the last step of each run. */
    tsu_status (*finish)(tsu_session *s, void *state, tsu_error *err);
    /* Of a fix: writes to a restart file what the words that define it do not say (tsu_pack_u64 and the like), and takes it
     * back, in the same order, just after it was defined again with the same ID and style. Both NULL: there is nothing. A
     * cursor that has turned bad is reported by the caller. */
    void (*save)(tsu_session *s, const void *state, tsu_pack *pack);
    tsu_status (*load)(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err);
} tsu_object;

typedef struct tsu_objects {
    int count;
    tsu_object **object;
} tsu_objects;

tsu_object *tsu_objects_find(const tsu_objects *list, const char *id);
/* The ID nearest to `id` among objects whose style begins like `style`; NULL if none is near. */
const char *tsu_objects_nearest(const tsu_objects *list, const char *id, const char *style);
tsu_object *tsu_objects_add(tsu_objects *list, const tsu_object *object, tsu_error *err);
/* Destroys one; its hooks are removed from the world first. */
tsu_status tsu_objects_remove(tsu_session *s, tsu_objects *list, const char *what, const char *id,
                              tsu_error *err);

/* ---- thermo ---------------------------------------------------------------------------------------------------------- */

enum { TSU_THERMO_MAX = 128 };

typedef struct tsu_thermo {
    int64_t every; /* 0: only at the start and the end of a run */
    int columns;
    char column[TSU_THERMO_MAX][TSU_NAME]; /* keyword, c_ID, f_ID, v_NAME */
    char format[TSU_THERMO_MAX][24];       /* as the user gave it; empty: default */
    char format_float[24], format_int[24];
    bool custom; /* the deck has chosen the columns */
    bool multi, normalize, flush;
    bool warned_lost;
    struct tsu_growing_file *log; /* `thermo_log`: the lines once more; NULL: none */
    char log_path[512];
} tsu_thermo;

/* ---- restart ------------------------------------------------------------------------------------------------------------ */

typedef struct tsu_restart_plan { /* the command `restart` */
    int64_t every;                /* steps between files of the first kind; 0: none */
    char path[1024];              /* its * stands for the step */
    int64_t every_two;            /* steps between files of the second kind */
    char two[2][1024];            /* written in turn */
    int turn;
} tsu_restart_plan;

/* The state of a fix in a restart file, until the fix is defined again. */
typedef struct tsu_saved_fix {
    char id[TSU_NAME], style[TSU_NAME];
    uint8_t *data;
    size_t size;
} tsu_saved_fix;

/* ---- the session ------------------------------------------------------------------------------------------------------ */

typedef struct tsu_session_options {
    int threads; /* 0: all */
    /* Text for the screen, the log file, or both. */
    void (*print)(void *context, const char *text, bool screen, bool log);
    tsu_status (*open_log)(void *context, const char *path, bool append, tsu_error *err);
    /* Called between chunks of steps, with the steps of the run done so far known from the session. */
    void (*progress)(void *context, const tsu_session *s);
    bool (*interrupted)(void *context);
    /* asked after each step, from the same thread: whether somebody waits to be called by `progress` */
    bool (*wanted)(void *context);
    /* Most steps to take before `progress` is called again; 0: as many as take little time. NULL: the same. */
    int64_t (*limit)(void *context, const tsu_session *s);
    /* Called after a line of thermo with the value of each column. */
    void (*thermo)(void *context, const tsu_session *s, const double *value);
    /* A warning, besides its text that goes to `print`. */
    void (*warning)(void *context, const char *file, int line, const char *sentence);
    /* A run that is interrupted is written to RESCUE.STEP.restart; NULL: it is not. */
    const char *rescue;
    bool lean;       /* forces of single contacts are kept in memory only if a command reads them */
    bool foreground; /* dumps are written by the thread that runs the deck, not beside it */
    struct tsu_rehearsal *rehearsal; /* a dry run, whose findings go there (rehearsal.h); NULL: a real one */
    void *context;
    const tsu_command_family *families; /* the commands, borrowed; NULL: all of tsubu's */
    bool forbid_shell, forbid_files;    /* for fuzzing */
    /* Where restart files come from; NULL: the disk. */
    tsu_status (*read_sections)(void *context, const char *path, tsu_sections *out, tsu_error *err);
    uint64_t max_commands;
} tsu_session_options;

struct tsu_session {
    tsu_session_options options;
    tsu_script *script;
    tsu_world *world;        /* NULL until there is a box */
    tsu_world_def def;       /* what was said before there was a box ... */
    tsu_materials materials; /* ... */
    tsu_lawset pair_laws;    /* ... */
    tsu_lost_policy lost_policy;
    double skin; /* [m] */
    char units[16];
    int threads;
    bool hard_particles, soft_particles;
    int groups;
    char group[TSU_GROUPS_MAX][TSU_NAME]; /* group 0 is all */
    int regions;
    tsu_region **region;
    tsu_lattice lattice;
    bool watching;                   /* a command reads the forces of single contacts */
    bool property_removed;           /* since the last run: the laws are prepared anew before the next */
    bool particles_placed;           /* by commands since overlaps were looked for */
    double checked_dt, warned_dt;    /* time steps that were looked at and spoken of last [s] */
    int32_t checked_count;           /* particles when it was looked at */
    unsigned warned_accounts;        /* bits of accounts that were spoken of as negative */
    bool warned_audit;               /* that the energies are far off */
    int64_t audit_next;              /* step from which on the next thermo line looks at the audit */
    bool warned_still, warned_twice; /* that nothing moves the particles, or two fixes do */
    unsigned hinted;                 /* units that were spoken of, by bits (check_units.c) */
    bool warned_empty;               /* that there are none */
    bool warned_heating;             /* that nothing takes up the heat of contacts */
    bool warned_laws;                /* of what the laws have to say themselves */
    tsu_objects fixes, computes, dumps;
    tsu_writer *writer; /* of the dumps of a run; NULL until there was one */
    tsu_thermo thermo;
    tsu_restart_plan restart;
    int saved_fixes;
    tsu_saved_fix *saved_fix;
    int64_t run_begin, run_end; /* steps of the present or last run */
    int64_t loop_begin; /* step from which loop_seconds counts: another one if the run was continued */
    int64_t first_step, last_step; /* what ramp() and the like count from and to */
    bool running;
    bool between;                  /* the commands of `run ... every` are under way */
    bool settling;                 /* forces are made current for output between runs */
    double spent[TSU_STAGE_COUNT]; /* seconds of each stage, of worlds that are gone [s] */
    double loop_seconds;           /* wall time of the present run so far [s] */
    double *scratch;               /* for the host's per-particle columns */
    size_t scratch_capacity;
    int warnings;
    struct tsu_outputs *outputs; /* the files that grow (outputs.h) */
    struct tsu_journal *journal; /* what a deck that is continued says again (continue.h) */
    bool replaying;              /* it does so now: nothing is printed, files are appended to */
    bool again;                  /* the next `run` is one that was interrupted */
    bool unclaimed;              /* the world came from a restart file, and no run has begun since */
    int restart_turn;            /* of `restart N FILE1 FILE2`, and whether particles were placed, then */
    bool placed_then;
    char idle[512];     /* commands that were read without effect, to be told at the next run */
    char rescued[1024]; /* the file with the state of the interrupted run; empty: none */
    double expected;    /* particles that the insertions of a dry run would have brought */
};

/* What tsu_session_create does, with the options of tsubu's own tools. */
tsu_session *tsu_session_open(const tsu_session_options *options, tsu_error *err);
tsu_session *tsu_session_of(const tsu_script *script);

/* Remembers a command that is read for compatibility alone; the next run says so. */
void tsu_session_idle(tsu_session *s, const tsu_words *words);
/* Energy stored in the contacts, and that of fixes to which `fix_modify energy yes` was said [J]. */
tsu_status tsu_session_potential(tsu_session *s, double *out, tsu_error *err);

/* Fails with a sentence when there is no box yet. */
tsu_status tsu_session_need_world(const tsu_session *s, const char *what, tsu_error *err);
/* Fails with a sentence among the commands of `run ... every`, which would lose what it stands on. */
tsu_status tsu_session_need_pause(const tsu_session *s, const char *what, tsu_error *err);
/* Makes the world from what was said; called by create_box, read_data and read_restart. */
tsu_status tsu_session_make_world(tsu_session *s, const double lo[3], const double hi[3], int types,
                                  tsu_error *err);
/* Takes over a world made elsewhere, which gets what was said before there was a box. */
void tsu_session_take_world(tsu_session *s, tsu_world *w);
/* To be called by a command that will read the forces of single contacts (contact_visit.h). */
void tsu_session_watch(tsu_session *s);
/* The materials: the world's, or those waiting for one. */
tsu_materials *tsu_session_materials(tsu_session *s);
/* Forgets the simulation (`clear`). */
tsu_status tsu_session_clear(tsu_session *s, tsu_error *err);

int tsu_session_find_group(const tsu_session *s, const char *name); /* -1: none */
tsu_status tsu_session_group(const tsu_session *s, const char *name, int *index, tsu_error *err);
tsu_region *tsu_session_find_region(const tsu_session *s, const char *name);
/* Finds a region and, if it moves, brings it to where it is now. */
tsu_status tsu_session_region(const tsu_session *s, const char *name, tsu_region **region, tsu_error *err);
/* Brings a moving region (or the moving parts of one) to where its variables say it is now. */
tsu_status tsu_session_move_region(const tsu_session *s, tsu_region *region, tsu_error *err);
static inline bool tsu_session_in_group(const tsu_session *s, int32_t row, int group)
{
    return (s->world->particles.group[row] >> group) & 1u;
}

/* Starts a fix from its words (`fix ID group style ...`): ID, style, group, origin filled in, checks that the ID is free. */
tsu_status tsu_session_begin_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err);
/* define.c: the same for a new fix or compute; fails also without a box and when the ID is taken. */
tsu_status tsu_session_new_fix(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_error *err);
tsu_status tsu_session_new_compute(tsu_session *s, tsu_words *words, tsu_object *compute, tsu_error *err);
/* define.c: some fixes may be said again, as in LIGGGHTS, and replace the one of their ID, which must be of the same style. Finds
 * that one (NULL: there is none), or removes it. */
tsu_status tsu_session_find_old(const tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                const tsu_object **old, tsu_error *err);
tsu_status tsu_session_replace_fix(tsu_session *s, const tsu_words *words, const tsu_object *fix,
                                   tsu_error *err);
/* define.c: lets a fix that is being defined act in every step; its ID is the name of the hook. The hook goes with the fix, also
 * if tsu_session_finish_fix does not add it. */
tsu_status tsu_session_hook(tsu_session *s, tsu_object *fix, tsu_hook_def def, tsu_error *err);
/* define.c: removes the hooks of an object. */
void tsu_session_unhook(tsu_session *s, tsu_object *object);
/* define.c: adds a fix or compute whose state and destroy are set, if reading it went well (status); else, or if adding fails,
 * the state is given back. */
tsu_status tsu_session_finish_fix(tsu_session *s, tsu_object *fix, tsu_status status, tsu_error *err);
tsu_status tsu_session_finish_compute(tsu_session *s, tsu_object *compute, tsu_status status, tsu_error *err);
/* define.c: zeroed memory for the state of a fix or compute; NULL with an error. */
void *tsu_session_new_state(const tsu_object *object, size_t size, tsu_error *err);
/* compute/near.c: contact/atom by distance. */
tsu_status tsu_compute_contact_near(tsu_script *script, tsu_words *words, tsu_error *err);
/* compute/temp.c: the computes that are always there. */
tsu_status tsu_session_add_builtins(tsu_session *s, tsu_error *err);
/* define.c: makes contacts and forces current for output between runs; during a run they are. */
tsu_status tsu_session_settle(tsu_session *s, tsu_error *err);
/* define.c: the next word as the name of a region there is; and such a region where it is now (empty name: NULL). */
tsu_status tsu_session_read_region(const tsu_session *s, tsu_words *words, char name[TSU_NAME],
                                   tsu_error *err);
tsu_status tsu_session_named_region(const tsu_session *s, const char *name, tsu_region **region,
                                    tsu_error *err);
/* define.c: the box as it is now. Faces that follow the particles do so when lists are made; who prints or steers by the box asks
 * here, so that it does not depend on when that was. */
const tsu_box *tsu_session_box(tsu_session *s);
/* Row of a particle id, -1 if there is none. */
int32_t tsu_session_row(const tsu_session *s, uint64_t id);

/* thermo.c: a column by name, as variables see it too. */
tsu_status tsu_thermo_value(tsu_session *s, const char *keyword, double *out, tsu_error *err);
tsu_status tsu_thermo_column(tsu_session *s, const char *column, double *out, tsu_error *err);
tsu_status tsu_thermo_write_header(tsu_session *s, tsu_error *err);
tsu_status tsu_thermo_write_line(tsu_session *s, tsu_error *err);
bool tsu_thermo_keyword_known(const char *keyword);
const char *tsu_thermo_title(const char *column); /* what stands above it */
/* The k-th keyword (from 0) and what it is; NULL behind the last. */
const char *tsu_thermo_keyword(int k, const char **doc);
const char *tsu_thermo_nearest_keyword(const char *word);

/* fix/property_atom.c: makes sure that there is a property of the particles with that name, as a fix of that ID unless the
 * deck has made one. */
tsu_status tsu_session_need_property(tsu_session *s, const char *name, double initial, tsu_error *err);
/* The same for `user`, which says where the property begins: one that the deck has made itself begins there too. */
tsu_status tsu_session_start_property(tsu_session *s, const char *name, double initial, const char *user,
                                      tsu_error *err);
/* liquid.c: properties of the particles for laws of liquid bridges, at the start of a run. */
tsu_status tsu_session_prepare_liquid(tsu_session *s, tsu_error *err);

/* fix/motion.c: the particles in the groups of integrators move. */
void tsu_session_mark_moving(tsu_session *s);

/* run.c */
tsu_status tsu_session_run(tsu_session *s, int64_t end, bool setup, bool finish, tsu_error *err);
/* What is done and checked before the first step. */
tsu_status tsu_session_begin_run(tsu_session *s, tsu_error *err);

/* command/restart.c: writes a restart file; writes those that `restart` wants at the present step, and tells the next step
 * with one; gives a new fix what a restart file holds for it; gives the world, before its first step, what waits for it. */
tsu_status tsu_session_write_restart(tsu_session *s, const char *path, tsu_error *err);
/* Makes the world of a restart file, in a session that has none. */
tsu_status tsu_session_read_restart(tsu_session *s, const char *path, tsu_error *err);
tsu_status tsu_session_read_sections(const tsu_session *s, const char *path, tsu_sections *out,
                                     tsu_error *err);
tsu_status tsu_session_restart_due(tsu_session *s, tsu_error *err);
int64_t tsu_session_restart_next(const tsu_session *s, int64_t step);
tsu_status tsu_session_load_fix(tsu_session *s, const char *id, tsu_error *err);
/* The same for a compute, in a run that was interrupted and goes on. */
tsu_status tsu_session_load_compute(tsu_session *s, const char *id, tsu_error *err);
tsu_status tsu_session_resume(tsu_session *s, tsu_error *err);
void tsu_session_forget_saved(tsu_session *s);

/* outputs.c: a file that the deck asks for, to be written from the start or appended to; its folders are made. Who opens the same
 * one twice gets the same. `titles` (NULL: there are none): whether they are to be written; a deck that is continued has done so.
 * A dry run gets a file that swallows everything. */
struct tsu_growing_file *tsu_session_open_output(tsu_session *s, const char *path, bool append, bool *titles,
                                                 tsu_error *err);
/* outputs.c: gives it back; NULL is fine. False: something could not be written. */
bool tsu_session_close_output(tsu_session *s, struct tsu_growing_file *file);
/* Makes its folders; in a dry run only looks whether they could be made. */
tsu_status tsu_session_reach_output(const tsu_session *s, const char *path, tsu_error *err);

/* output.c: waits until the dumps of the run are written. What has gone wrong with one is told instead of `status`, which came
 * later. */
tsu_status tsu_session_drain(tsu_session *s, tsu_status status, tsu_error *err);

/* written_by.c: if the file is not there but a deck beside the present one writes it, the sentence names that deck. */
void tsu_session_name_writer(const tsu_session *s, const char *path, tsu_error *err);

/* command/data.c: a path with its first * replaced by the number of the present step. */
tsu_status tsu_session_path(const tsu_session *s, const char *path, char *out, size_t size, tsu_error *err);

/* checks.c: warns of properties outside the usual range or used by no law, of a time step too long for the particles, of
 * particles that nothing moves, and of those that commands have put on top of each other; fails if they overlap by more than the
 * smaller radius. */
tsu_status tsu_session_check(tsu_session *s, tsu_error *err);
/* check_units.c: values that look as if they were in other units than the deck says; each is spoken of once. */
void tsu_session_check_units(tsu_session *s);
/* The part of it that no law decides: the time step, and whether anything moves. */
void tsu_session_check_steps(tsu_session *s);
/* fix/audit.c: warns of accounts that gain where they can only lose, and of energies that are far off. `end`: of a run. */
void tsu_session_watch_energy(tsu_session *s, bool end);

/* host.c: a function of a group (model/group_function.h), by names. */
tsu_status tsu_group_function(void *ctx, const char *function, const char *group, const char *component,
                              const char *region, double *out, tsu_error *err);

/* command/lattice.c: the value of `units`; what lengths along x, y and z are multiplied with. */
tsu_status tsu_session_read_units(tsu_words *words, bool *lattice, tsu_error *err);
void tsu_session_length_scale(const tsu_session *s, bool lattice, double scale[3]);

/* command/setup.c: three words for the faces of the box. */
tsu_status tsu_session_read_boundary(tsu_words *words, char boundary[3][2], tsu_error *err);

/* command/setup.c: the words `model ... tangential ...`, and one `KEYWORD VALUE`. */
tsu_status tsu_session_read_laws(tsu_words *words, tsu_lawset *laws, tsu_error *err);
/* Reads `type N SHAPE NUMBER ...` of a wall: material, shape and its parameters. define.c */
tsu_status tsu_session_read_primitive(tsu_words *words, int materials, tsu_wall_def *def, tsu_error *err);
tsu_status tsu_session_read_law_keyword(tsu_words *words, tsu_lawset *laws, tsu_error *err);

/* The tables of commands and styles. */
extern const tsu_command tsu_regions[]; /* in the order of tsu_region_shape */
extern const tsu_command tsu_fixes_property_atom[], tsu_commands_write_dump[], tsu_commands_info[];
extern const tsu_command tsu_commands_lattice[], tsu_commands_region[], tsu_commands_create[],
    tsu_commands_group[], tsu_commands_set[], tsu_commands_velocity[], tsu_commands_displace[],
    tsu_commands_change[], tsu_commands_data[], tsu_commands_restart[], tsu_commands_unsupported[],
    tsu_fixes_unsupported[], tsu_computes_unsupported[], tsu_dumps_unsupported[], tsu_commands_forks[],
    tsu_dumps_pictures[], tsu_fixes_forks[], tsu_computes_forks[];
extern const tsu_command tsu_commands_setup[], tsu_commands_box[], tsu_commands_thermo[], tsu_commands_run[],
    tsu_commands_objects[];
extern const tsu_command tsu_fixes_material[], tsu_fixes_motion[], tsu_fixes_wall[], tsu_fixes_audit[],
    tsu_fixes_spring[], tsu_fixes_template[], tsu_fixes_insert[];
extern const tsu_command tsu_fixes_mesh[], tsu_fixes_move_mesh[];
extern const tsu_command tsu_fixes_print[], tsu_fixes_check[], tsu_fixes_forces[];
extern const tsu_command tsu_dumps_hdf5[], tsu_dumps_text[], tsu_dumps_vtk[], tsu_dumps_mesh[],
    tsu_dumps_local[];
extern const tsu_command tsu_computes_global[], tsu_computes_particle[], tsu_computes_reduce[],
    tsu_computes_local[];
extern const tsu_command tsu_fixes_nve[], tsu_fixes_heat[], tsu_fixes_couple[], tsu_fixes_ave_time[];
extern const tsu_command tsu_fixes_multicontact[], tsu_fixes_dt_reset[], tsu_computes_slice[],
    tsu_computes_rdf[];
extern const tsu_command tsu_computes_temp[];
extern const tsu_command tsu_fixes_adapt[], tsu_fixes_move[], tsu_fixes_store[], tsu_fixes_massflow[],
    tsu_fixes_wall_region[], tsu_fixes_deform[];
extern const tsu_command tsu_computes_near[], tsu_fixes_continuum[], tsu_dumps_euler[];
extern const tsu_command tsu_fixes_tracer[], tsu_computes_tracer[];
extern const tsu_command tsu_fixes_ave_atom[], tsu_fixes_ave_spatial[], tsu_fixes_ave_histo[],
    tsu_fixes_ave_correlate[], tsu_fixes_ave_euler[];

/* host.c */
void tsu_session_fill_host(tsu_session *s, tsu_script_host *host);

#endif
