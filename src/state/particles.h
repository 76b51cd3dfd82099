/* SPDX-License-Identifier: Apache-2.0 */
/* particles.h - the spheres, as structure of arrays.
 *
 * The random side of a pair is fetched with three loads of 32 bytes, so position and radius, velocity and inverse mass,
 * spin and inverse inertia are packed in fours. Rows change when particles are sorted; ids never do. */
#ifndef TSU_STATE_PARTICLES_H
#define TSU_STATE_PARTICLES_H

#include "base/error.h"

typedef double tsu_four[4];

enum { TSU_GROUP_ALL = 1u };

typedef struct tsu_particles {
    int32_t count, capacity;
    tsu_four *xr;        /* x, y, z, radius                     [m]            */
    tsu_four *vm;        /* velocity [m/s], 1/mass as contacts see it [1/kg]: 0 for a body held fast */
    tsu_four *wi;        /* spin [rad/s], 1/inertia [1/(kg m^2)]: 0 for a body held fast  */
    tsu_four *force;     /* force [N], unused                                   */
    tsu_four *torque;    /* torque [N m], unused                                */
    double *mass;        /* [kg]                                                */
    double *density;     /* [kg/m^3]                                            */
    uint64_t *id;        /* from 1, never reused within a run                   */
    int32_t *type;       /* material, from 0                                    */
    uint32_t *group;     /* bit mask; bit 0 is `all`                            */
    int32_t (*image)[4]; /* times the particle has crossed each periodic face, unused */
    void *spare;         /* scratch of sorting, kept for the next time */
    size_t spare_bytes;
    uint64_t next_id;
    int64_t resized;  /* how often the size or mass of a particle was set */
    int64_t arranged; /* how often rows were sorted, added or removed */
    int clump_column; /* 1 + the column with the clump of each (step/clump/clumps.h); 0: there is none */
    int columns;      /* further columns, named, of doubles (property/atom, temperature, ...) */
    struct tsu_particle_column *column;
} tsu_particles;

/* A further column: `width` doubles a particle. */
typedef struct tsu_particle_column {
    char name[64];
    int width;
    unsigned flags;              /* TSU_FIELD_... */
    const struct tsu_field *row; /* what is known of it (fields.h); NULL: nothing */
    double initial;              /* value for particles added later */
    double *each;                /* [width] the same, one by one, owned; NULL: `initial` for all */
    double *value;               /* [capacity][width] */
} tsu_particle_column;

/* The arrays, in the order of restart files: growing, sorting and saving them is written once. */
typedef enum tsu_store {
    TSU_STORE_NONE,
    TSU_STORE_ID,
    TSU_STORE_TYPE,
    TSU_STORE_GROUP,
    TSU_STORE_IMAGE,
    TSU_STORE_XR,
    TSU_STORE_VM,
    TSU_STORE_WI,
    TSU_STORE_FORCE,
    TSU_STORE_TORQUE,
    TSU_STORE_MASS,
    TSU_STORE_DENSITY,
    TSU_STORE_COLUMN /* a further column */
} tsu_store;

typedef enum tsu_number_type {
    TSU_NUMBER_F64,
    TSU_NUMBER_I32,
    TSU_NUMBER_U32,
    TSU_NUMBER_U64
} tsu_number_type;

typedef struct tsu_particle_array {
    const char *name;    /* in restart files */
    const char *unit;    /* there; NULL: none */
    size_t offset, size; /* of its pointer in tsu_particles, of a row */
    int width;           /* numbers a row */
    tsu_number_type type;
} tsu_particle_array;

enum { TSU_PARTICLE_ARRAYS = TSU_STORE_COLUMN - 1 };
extern const tsu_particle_array tsu_particle_arrays[TSU_PARTICLE_ARRAYS];
/* Array k. */
void *tsu_particles_array(const tsu_particles *p, int k);

void tsu_particles_init(tsu_particles *p);
void tsu_particles_free(tsu_particles *p);
tsu_status tsu_particles_reserve(tsu_particles *p, int64_t capacity, tsu_error *err);

/* Appends a sphere at rest in group all and returns its row in *row; id 0 takes the next one. */
tsu_status tsu_particles_append(tsu_particles *p, uint64_t id, int32_t type, double radius, double density,
                                const double position[3], int32_t *row, tsu_error *err);

/* Sets radius and density and what follows from them: mass, inverse mass and inertia. */
void tsu_particles_set_size(tsu_particles *p, int32_t row, double radius, double density);
/* Holds a particle fast (contacts see infinite mass, forces do not move it), or lets it go. */
void tsu_particles_hold(tsu_particles *p, int32_t row, bool fast);

/* New row k is old row order[k], for all columns; count may shrink to rows. */
tsu_status tsu_particles_reorder(tsu_particles *p, const int32_t *order, int32_t rows, int threads,
                                 tsu_error *err);
/* Leaves only these rows, which keep their order. */
void tsu_particles_keep(tsu_particles *p, const int32_t *order, int32_t rows, int threads);
/* Gives the scratch of that back. */
void tsu_particles_trim(tsu_particles *p);

/* Finds or adds a named column; NULL and an error if it exists with another width or memory runs out. */
tsu_particle_column *tsu_particles_column(tsu_particles *p, const char *name, int width, double initial,
                                          tsu_error *err);
/* Gives each value of a column its own initial one, for particles added later and, in a column that has all its values as
 * they were made, also for those there are. */
tsu_status tsu_particles_column_defaults(tsu_particles *p, tsu_particle_column *c, const double *each,
                                         tsu_error *err);
tsu_particle_column *tsu_particles_find_column(const tsu_particles *p, const char *name);
void tsu_particles_remove_column(tsu_particles *p, const char *name);

double tsu_sphere_mass(double radius, double density);

#endif
