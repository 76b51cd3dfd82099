/* SPDX-License-Identifier: Apache-2.0 */
/* insertion.h - what the files of `fix insert/...` share. */
#ifndef TSU_INSERTION_INSERTION_H
#define TSU_INSERTION_INSERTION_H

#include "session/session.h"
#include "step/room/insert.h"
#include <string.h>

typedef enum tsu_insertion_kind { TSU_INSERT_PACK, TSU_INSERT_RATE, TSU_INSERT_STREAM } tsu_insertion_kind;

typedef enum tsu_velocity_kind {
    TSU_VELOCITY_CONSTANT,
    TSU_VELOCITY_UNIFORM, /* within +- spread of the mean */
    TSU_VELOCITY_GAUSSIAN /* spread is the deviation */
} tsu_velocity_kind;

/* What the deck said. */
typedef struct tsu_insertion_options {
    int64_t seed;
    int64_t attempts;  /* places tried for each particle, on average */
    int64_t every;     /* steps between insertions; 0: once; -1: not given */
    double every_time; /* the same as a time [s]; 0: not given */
    int64_t start;     /* first step; -1: the next one */
    bool check;        /* no overlaps */
    bool all_in;       /* spheres wholly inside, not only their centres */
    bool exact;        /* numbers are met exactly, else on average */
    bool verbose;      /* a line per insertion */
    bool borders;      /* keep clear of the faces of the box */
    bool warn_region;  /* if the region reaches beyond the box */
    bool endless;      /* no total number */
    tsu_velocity_kind velocity_kind;
    double velocity[3], spread[3]; /* [m/s] */
    double spin[3];                /* [rad/s] */
    char property[TSU_NAME];       /* per-particle property to set; empty: none */
    double property_value;
    char region[TSU_NAME];
    double volume_fraction, region_mass; /* what is to be in the region; 0: not given */
    int64_t region_particles;
    double particles, mass;          /* in total; 0: not given */
    double particle_rate, mass_rate; /* [1/s], [kg/s]; 0: not given */
    char face[TSU_NAME];
    double length;        /* of the volume behind the face; 0: not given [m] */
    int64_t duration;     /* steps that one insertion takes to pass the face; 0: as `every` */
    double duration_time; /* the same as a time [s]; 0: not given */
    int64_t points;       /* for measuring volumes; 0: not given */
} tsu_insertion_options;

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
    tsu_session *session;
    tsu_insertion_kind kind;
    char id[TSU_NAME];
    uint32_t group; /* mask */
    tsu_insertion_options options;
    tsu_blend blend;
    tsu_insertion_progress progress;
    bool resumed;     /* from a restart file */
    bool prepared;    /* what follows is known */
    int64_t every;    /* steps between insertions; 0: once */
    double total;     /* particles; infinite without end */
    double per_event; /* particles, on average */
    double volume;    /* of the region [m^3], of the box it was measured in */
    tsu_box volume_box;
    int complaints; /* warnings of too little room so far */
    /* stream */
    tsu_face face;
    double length;    /* of the volume behind the face [m] */
    double normal[3]; /* velocity towards the face [m/s] */
    int64_t flights;
    size_t flight_capacity;
    tsu_flight *flight;   /* by rising id */
    int64_t noted;        /* step in which their places were noted */
    int64_t next_release; /* step in which the first of these becomes free */
} tsu_insertion;

/* The state of a `fix insert/...`; NULL if the fix is another one. */
static inline tsu_insertion *tsu_insertion_of(const tsu_object *fix)
{
    return strncmp(fix->style, "insert/", 7) == 0 ? fix->state : NULL;
}

/* insert_options.c: any integer. */
tsu_status tsu_insertion_read_seed(tsu_words *words, int64_t *seed, tsu_error *err);
/* Reads the words after the style. */
tsu_status tsu_insertion_read(tsu_session *s, tsu_words *words, tsu_insertion_kind kind,
                              tsu_insertion_options *options, tsu_blend *blend, tsu_error *err);

/* insert_expect.c: how many particles it would bring up to and with step `end`; a dry run counts them as inserted. */
tsu_status tsu_insertion_expect(tsu_insertion *n, int64_t end, double *number, tsu_error *err);

/* insert_say.c: a line on what was inserted, and a warning if some found no room. */
void tsu_insertion_say(const tsu_insertion *n, const tsu_batch *b, double mass);
void tsu_insertion_complain(tsu_insertion *n, const tsu_batch *b);
/* Fails if the insertion was to bring particles, has brought none, and cannot bring any. */
tsu_status tsu_insertion_check_some(const tsu_insertion *n, const tsu_batch *b, tsu_error *err);
/* The least diameter that may come [m]. */
double tsu_insertion_least_diameter(const tsu_blend *blend);
/* A warning for each template that is larger than the whole box, as one in millimetres is. */
void tsu_insertion_warn_giants(const tsu_insertion *n);

/* insert_save.c: to and from a restart file. */
void tsu_insertion_save(tsu_session *s, const void *state, tsu_pack *pack);
tsu_status tsu_insertion_load(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err);

/* insert_stream.c: the face, the length of the volume behind it, the steps between insertions. */
tsu_status tsu_stream_prepare(tsu_insertion *n, tsu_error *err);
/* Notes that the `count` particles from row `first` on are on their way to the face; their velocities after it are
 * `after`. */
tsu_status tsu_stream_send(tsu_insertion *n, int32_t first, int64_t count, const double (*after)[3],
                           tsu_error *err);
/* Keeps the particles on their way, and frees those that have arrived. To be called at the end of a step. */
void tsu_stream_guide(tsu_insertion *n);
/* Notes, before forces are computed, where the particles on their way are, so that the next step may be taken ahead. */
void tsu_stream_note(tsu_insertion *n);
/* Whether the next step may be taken ahead: nobody is on its way, or all are noted and go on. */
bool tsu_stream_goes_on(const tsu_insertion *n);
/* Takes the forces off particles on their way, after forces were made anew outside a step. */
void tsu_stream_hold(tsu_insertion *n);

#endif
