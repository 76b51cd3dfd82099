/* SPDX-License-Identifier: Apache-2.0 */
/* rehearsal.h - a dry run: the deck is executed with every check that the start of a run makes, but no step is taken and
 * nothing is written. Errors do not stop it; what is found is collected, with what the runs would need. */
#ifndef TSU_SESSION_REHEARSAL_H
#define TSU_SESSION_REHEARSAL_H

#include "session/session.h"
#include "session/timestep.h"
#include "state/mesh.h"
#include "step/resume/resume.h"

typedef enum tsu_finding_kind {
    TSU_FINDING_ERROR,     /* would stop the run */
    TSU_FINDING_UNREACHED, /* is wrong, but the dry run did not come by: in a branch not taken, behind `quit` */
    TSU_FINDING_FOLLOWS,   /* failed because of an earlier error */
    TSU_FINDING_OPEN, /* a formula without a value, after a run that was not taken: it may have one then */
    TSU_FINDING_WARNING
} tsu_finding_kind;

typedef struct tsu_finding {
    tsu_finding_kind kind;
    char file[256];
    int line;
    int cause; /* line of the earlier error, of TSU_FINDING_FOLLOWS */
    char text[1024];
} tsu_finding;

typedef struct tsu_rehearsed_run {
    char file[256];
    int line;
    int64_t steps;
    double dt;            /* [s] */
    double before, after; /* particles at its begin, and with those inserted */
} tsu_rehearsed_run;

typedef struct tsu_rehearsed_mesh {
    char name[TSU_NAME];
    int32_t triangles;
    double size[3]; /* [m] */
    tsu_mesh_health health;
} tsu_rehearsed_mesh;

typedef struct tsu_failed_name { /* what an error has left undefined */
    char name[TSU_NAME];
    char file[256];
    int line;
} tsu_failed_name;

typedef struct tsu_rehearsal {
    int findings;
    size_t finding_capacity;
    tsu_finding *finding;
    int runs;
    size_t run_capacity;
    tsu_rehearsed_run *run;
    int meshes;
    size_t mesh_capacity;
    tsu_rehearsed_mesh *mesh;
    int names;
    size_t name_capacity;
    tsu_failed_name *name;
    tsu_failed_name
        missing; /* a deck that could not be included: whatever it defines is not there; line 0: none */
    tsu_step_times step;        /* of the run in which it is the largest part of the Rayleigh time */
    double largest;             /* most particles at a time */
    double triangles;           /* of all meshes at a time, at most */
    bool endless, refilled;     /* an insertion without end; one that fills up again and again */
    char laws[TSU_LAWS_TEXT];   /* between particles, at the last run */
    int materials, history;     /* at the last run */
    bool memory_failed, jumped; /* the list itself is not complete */
    bool filled,
        led; /* whether there would be particles, and what moves them, is no longer known: a run was not taken, or a
                         command that might have made them failed */
    double rate;                 /* particle-steps a second, measured; 0: not known */
    int rate_particles, threads; /* with so many */
} tsu_rehearsal;

void tsu_rehearsal_free(tsu_rehearsal *r);
void tsu_rehearsal_note(tsu_rehearsal *r, tsu_finding_kind kind, const char *file, int line,
                        const char *sentence);
int tsu_rehearsal_count(const tsu_rehearsal *r, tsu_finding_kind kind);

/* For the host: a command has failed in a session that rehearses (ctx). */
bool tsu_rehearsal_failed(void *ctx, const char *line, const tsu_error *err);

/* rehearse_run.c: the start of a run that would end at step `end`. */
tsu_status tsu_session_rehearse(tsu_session *s, int64_t end, bool setup, tsu_error *err);

/* rehearse_speed.c: measures the rate of the last run's laws on a small bed of like particles (a few tenths of a second). */
void tsu_rehearsal_measure(tsu_rehearsal *r, const tsu_session *s);
/* Wall time of all runs [s], and memory [byte], about. */
double tsu_rehearsal_seconds(const tsu_rehearsal *r);
double tsu_rehearsal_memory(const tsu_rehearsal *r);

#endif
