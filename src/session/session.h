/* SPDX-License-Identifier: Apache-2.0 */
/* session.h - a deck at work: the world it builds and everything it has named on the way. Commands find it as the script's engine:
 * tsu_session_of(script).
 *
 *   object.h values.h define.h   fixes, computes and dumps, and how they come to be
 *   groups.h read.h              groups and regions; pieces of lines that several commands read
 *   thermo.h restart.h files.h   tables, restart files, other files that a deck asks for (outputs.h: how they grow and are continued)
 *   continue.h rehearsal.h       a run that goes on; a dry run that only looks
 *   particle_values.h near_visit.h contact_time.h contact_energy.h timestep.h   what several styles measure
 *   options.h                    what the program around decides and is told
 *
 * The deck language (deck/) sees all this through the table that host.c fills. A new kind of thing that a deck can name is a header here
 * with its list in tsu_session; files include the headers of what they use.
 * The engine names what it lacks by its own words; remedy.c adds the command that brings it. */
#ifndef TSU_SESSION_SESSION_H
#define TSU_SESSION_SESSION_H

#include "law/lawset.h"
#include "session/object.h"
#include "session/options.h"
#include "state/box.h"
#include "state/lattice.h"
#include "state/materials.h"
#include "step/times.h"
#include <stdio.h>

struct tsu_region;       /* state/region.h */
struct tsu_writer;       /* io/writer.h */
struct tsu_thermo;       /* thermo.h */
struct tsu_restart_plan; /* restart.h */
struct tsu_saved_fix;

enum { TSU_GROUPS_MAX = 32 };

/* ---- the session ------------------------------------------------------------------------------------------------------ */

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
    struct tsu_region **region;
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
    struct tsu_writer *writer; /* of the dumps of a run; NULL until there was one */
    struct tsu_thermo *thermo;
    struct tsu_restart_plan *restart;
    int saved_fixes;
    struct tsu_saved_fix *saved_fix;
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

/* Row of a particle id, -1 if there is none. */
int32_t tsu_session_row(const tsu_session *s, uint64_t id);

/* remedy.c: an error of the engine names what is missing; this adds the command that brings it, once. */
void tsu_session_remedy(void *ctx, tsu_error *err);

/* host.c */
void tsu_session_fill_host(tsu_session *s, tsu_script_host *host);

#endif
