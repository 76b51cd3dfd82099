/* SPDX-License-Identifier: Apache-2.0 */
/* insertion.h - models that bring particles: "insert_pack" fills a region, once or again and again, "insert_rate" brings particles
 * into a region at a rate, "insert_stream" lets them come through a planar face (a mesh of the world). What comes is a
 * distribution of templates (state/blend.h); where there is room is found by step/room/.
 *
 * The numbers of each are the particles and the mass [kg] inserted so far. */
#ifndef TSU_MODEL_INSERTION_INSERTION_H
#define TSU_MODEL_INSERTION_INSERTION_H

#include "model/model.h"
#include "state/blend.h"

typedef enum tsu_insertion_kind { TSU_INSERT_PACK, TSU_INSERT_RATE, TSU_INSERT_STREAM } tsu_insertion_kind;

typedef enum tsu_velocity_kind {
    TSU_VELOCITY_CONSTANT,
    TSU_VELOCITY_UNIFORM, /* within +- spread of the mean */
    TSU_VELOCITY_GAUSSIAN /* spread is the deviation */
} tsu_velocity_kind;

typedef struct tsu_insertion_def {
    tsu_blend blend;   /* what comes: finished (tsu_blend_finish) */
    uint32_t group;    /* mask that all get besides */
    int64_t seed;      /* any number */
    int64_t attempts;  /* places tried for each particle, on average */
    int64_t every;     /* steps between insertions; 0: once (insert_pack only); -1: not given */
    double every_time; /* the same as a time [s]; 0: not given */
    int64_t start;     /* first step; -1: the next one */
    bool check;        /* no overlaps */
    bool all_in;       /* spheres wholly inside, not only their centres */
    bool exact;        /* numbers are met exactly, else on average */
    bool verbose;      /* a line per insertion */
    bool borders;      /* keep clear of the faces of the box */
    bool warn_region;  /* if the region reaches beyond the box */
    tsu_velocity_kind velocity_kind;
    double velocity[3], spread[3]; /* [m/s] */
    double spin[3];                /* [rad/s] */
    bool turned;    /* clumps lie in random directions; else as their template does, turned by */
    double turn[4]; /* ... this quaternion w x y z */
    char property[TSU_MODEL_NAME]; /* column of the particles to set; empty: none */
    double property_value;         /* ... to this */
    /* insert_pack: what is to be in the region, exactly one of these; 0: not given */
    double volume_fraction, region_mass; /* [-], [kg] */
    int64_t region_particles;
    /* insert_rate, insert_stream: in total, exactly one of the first three; and a rate, one of the other two */
    bool endless;
    double particles, mass;          /* 0: not given [-], [kg] */
    double particle_rate, mass_rate; /* 0: not given [1/s], [kg/s] */
    /* insert_pack, insert_rate */
    tsu_model_place region;
    int64_t points; /* for measuring volumes; 0: as many as is usual */
    /* insert_stream: a mesh of the world that is planar and stays, and `length` or `every` */
    char face[TSU_MODEL_NAME];
    double length;        /* of the volume behind the face; 0: not given [m] */
    int64_t duration;     /* steps that one insertion takes to pass the face; 0: as `every` */
    double duration_time; /* the same as a time [s]; 0: not given */
} tsu_insertion_def;

/* 50 tries, no overlaps, numbers exact, from the next step on; the rest is not given. */
tsu_insertion_def tsu_model_insertion_default(void);

extern const tsu_model_row tsu_model_insert_pack, tsu_model_insert_rate, tsu_model_insert_stream;

/* Whether a model is one of these; which one. */
bool tsu_model_is_insertion(const tsu_model *m);
tsu_insertion_kind tsu_insertion_kind_of(const tsu_model *m);
/* Steps between its insertions, known when the first run has begun; 0: once. */
int64_t tsu_insertion_every(const tsu_model *m);
/* How many particles it would bring up to and with step `end`; an estimate counts them as inserted. */
tsu_status tsu_insertion_expect(tsu_model *m, int64_t end, double *number, tsu_error *err);

#endif
