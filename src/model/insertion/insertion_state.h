/* SPDX-License-Identifier: Apache-2.0 */
/* insertion_state.h - what the files of insertions share. */
#ifndef TSU_MODEL_INSERTION_INSERTION_STATE_H
#define TSU_MODEL_INSERTION_INSERTION_STATE_H

#include "model/insertion/insertion.h"
#include "step/room/insert.h"

/* How far it has come: all that a restart needs, with the particles in flight. */
typedef struct tsu_insertion_progress {
    int64_t events;   /* insertions so far */
    int64_t next;     /* step of the next one; -1: none */
    int64_t inserted; /* particles */
    double mass;      /* [kg] */
} tsu_insertion_progress;

/* A particle of a stream on its way to the face. */
typedef struct tsu_flight {
    uint64_t id;
    int64_t release;             /* step in which it becomes free */
    double way[3];               /* velocity until then                                    [m/s] */
    double velocity[3], spin[3]; /* velocity and spin from then on            [m/s], [rad/s] */
    double force[3];             /* on it in the last step                                    [N] */
    double place[3];             /* in this step                                              [m] */
    int32_t row;                 /* where it was found last */
    bool fresh;                  /* inserted in this step */
} tsu_flight;

typedef struct tsu_insertion {
    tsu_insertion_def def;
    tsu_model *model;
    tsu_insertion_kind kind;
    tsu_insertion_progress progress;
    bool resumed;     /* from a restart file */
    bool prepared;    /* what follows is known */
    int64_t every;    /* steps between insertions; 0: once */
    double total;     /* particles; infinite without end */
    double per_event; /* particles, on average */
    double volume;    /* of the room [m^3]; of a region, in the box it was measured in */
    tsu_box volume_box;
    int complaints; /* warnings of too little room so far */
    /* stream */
    tsu_face face;
    double length;    /* of the volume behind the face [m] */
    double normal[3]; /* velocity towards the face [m/s] */
    int64_t flights;
    int64_t arranged; /* of the particles when rows were found */
    size_t flight_capacity;
    tsu_flight *flight;   /* by rising id */
    int64_t noted;        /* step in which their places were noted */
    int64_t next_release; /* step in which the first of these becomes free */
} tsu_insertion;

/* where.c: where particles may come as things are; its volume is noted. */
tsu_status tsu_insertion_room(tsu_insertion *n, tsu_room *room, tsu_error *err);

/* say.c: a line on what was inserted, and a warning if some found no room. */
void tsu_insertion_say(const tsu_insertion *n, const tsu_batch *b, double mass);
void tsu_insertion_complain(tsu_insertion *n, const tsu_batch *b);
/* Fails if the insertion was to bring particles, has brought none, and cannot bring any. */
tsu_status tsu_insertion_check_some(const tsu_insertion *n, const tsu_batch *b, tsu_error *err);
/* The least diameter that may come [m]. */
double tsu_insertion_least_diameter(const tsu_blend *blend);
/* A line on what will come, and how often. */
void tsu_insertion_say_plan(const tsu_insertion *n);
/* A warning for each template that is larger than the whole box, as one in millimetres is. */
void tsu_insertion_warn_giants(const tsu_insertion *n);
/* ... and if the region reaches beyond the box. */
void tsu_insertion_warn_beyond(const tsu_insertion *n, const tsu_region *region);

/* arrive.c: adds what was placed; its mass is added to *mass [kg]. */
tsu_status tsu_insertion_add(tsu_insertion *n, const tsu_batch *b, double *mass, tsu_error *err);

/* save.c: to and from a restart file. */
void tsu_insertion_save(const tsu_model *m, tsu_pack *pack);
tsu_status tsu_insertion_load(tsu_model *m, tsu_cursor *saved, tsu_error *err);

/* stream.c: the face, the length of the volume behind it, the steps between insertions. */
tsu_status tsu_stream_prepare(tsu_insertion *n, tsu_error *err);
/* Notes that the `count` particles from row `first` on are on their way to the face; their velocities after it are
 * `after`. */
tsu_status tsu_stream_send(tsu_insertion *n, int32_t first, int64_t count, const double (*after)[3],
                           tsu_error *err);
/* The step in which who is at `x` now has come to the face. */
int64_t tsu_stream_release(const tsu_insertion *n, const double x[3]);
/* Keeps the particles on their way, and frees those that have arrived. To be called at the end of a step. */
void tsu_stream_guide(tsu_insertion *n);
/* Whether nobody is on his way, and nothing is due in the present step. */
bool tsu_insertion_sleeps(const tsu_model *m);
/* Notes, before forces are computed, where the particles on their way are, so that the next step may be taken ahead. */
void tsu_stream_note(tsu_insertion *n);
/* What parts of a divided world have of a stream: the flights of their own particles. */
extern const tsu_model_row tsu_model_flights;
/* Whether the next step may be taken ahead: nobody is on its way, or all are noted and go on. */
bool tsu_stream_goes_on(const tsu_insertion *n);
/* Takes the forces off particles on their way, after forces were made anew outside a step. */
void tsu_stream_hold(tsu_insertion *n);

#endif
