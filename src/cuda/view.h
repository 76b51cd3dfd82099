/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - what the kernels of a GPU see of a world: numbers, and where its columns lie in the memory of the device, in the layout that
 * they have on the host. Plain data, the same for a C compiler and for nvcc. */
#ifndef TSU_CUDA_VIEW_H
#define TSU_CUDA_VIEW_H

#include "base/exact_sum.h"
#include "base/tally.h"
#include "search/bvh.h"
#include "state/contacts.h"
#include "step/list/schedule.h"
#include "step/mesh/select.h"
#include "step/pair/move.h"
#include "step/wall/shape.h"

enum {
    TSU_GPU_LAWS = 4,    /* stages of a contact: normal, cohesion, tangential, rolling */
    TSU_GPU_IMAGES = 32, /* of the box, as codes of contacts count them */
    TSU_GPU_LIMBS = TSU_EXACT_LIMBS,
    TSU_GPU_EXPONENT = 4096 /* added to exponents, so that 0 is none */
};

/* The contact models of a list: which stage does what (laws.h), and where its numbers begin. */
typedef struct tsu_gpu_laws {
    int stage[TSU_GPU_LAWS];
    int first_coefficient[TSU_GPU_LAWS], first_history[TSU_GPU_LAWS];
    int coefficients, types;
    unsigned accounts;   /* that they write, as a mask */
    const double *table; /* [types*types][coefficients] */
} tsu_gpu_laws;

/* A list of contacts, and what was found for each. Records of contacts between particles that do not touch are not written. */
typedef struct tsu_gpu_list {
    int64_t count;
    int64_t close; /* the first so many touched, or nearly did, when the list was made */
    uint32_t *row,
        *partner; /* as in tsu_contacts, in any order; those of walls are sorted by row, and only those of meshes have
                     a partner: the triangle */
    uint8_t *live;
    double *history; /* as in tsu_contacts */
    int width;       /* history values of an entry */
    double (*record)[8];
    double (*roll)[4];     /* NULL without a rolling law */
    double (*geometry)[4]; /* with a mesh: normal and overlap of the last evaluation [m]; NULL: it is none */
    tsu_gpu_laws laws;
} tsu_gpu_list;

typedef enum tsu_gpu_surface {
    TSU_GPU_PLANE,
    TSU_GPU_CYLINDER,
    TSU_GPU_SPHERE,
    TSU_GPU_CONE,
    TSU_GPU_MESH,
    TSU_GPU_NO_SURFACE
} tsu_gpu_surface;

/* An exact sum (base/exact_sum.h) to which many threads add. */
typedef struct tsu_gpu_exact {
    int64_t limb[TSU_GPU_LIMBS];
    int64_t nan, above, below;
} tsu_gpu_exact;

/* What becomes of an entry of a mesh in an evaluation: as in step/mesh/contacts.h. */
typedef enum tsu_gpu_mark { TSU_GPU_GOES_ON, TSU_GPU_FRESH, TSU_GPU_CLOSING, TSU_GPU_VACANT } tsu_gpu_mark;

/* What a wall made of triangles has besides its list. Each particle that is near has the same number of entries; contacts take the first
 * of them, the others are vacant. An evaluation finds the contacts anew and writes them into another list than the one before. */
typedef struct tsu_gpu_mesh {
    int64_t near;             /* particles with candidates or contacts */
    int32_t slots;            /* entries of each */
    int32_t nodes;            /* of the tree over the triangles at rest */
    const tsu_bvh_node *node; /* as in tsu_bvh */
    const int32_t *leaf;      /* items of the leaves */
    const int32_t *item;      /* triangle of an item */
    uint32_t *first;          /* [near+1] candidates of each particle */
    uint32_t *candidate;      /* triangle, image in the high bits */
    tsu_mesh_hit *hit;        /* as candidate: work space */
    uint8_t *taken;           /* by entry of the list before: it goes on */
    uint8_t *mark;            /* by entry: tsu_gpu_mark */
    double (*was)[4];         /* by entry: its geometry at the start of the step */
    double reach;             /* how far beyond touching a model acts [m] */
    int32_t triangles;        /* that wear; 0: they do not */
    const double (*plane)[4]; /* [triangles] as in tsu_mesh */
    const double *finnie;     /* [types*types] */
    double *depth;            /* [triangles] worn off since the start */
    tsu_gpu_exact *worn;      /* [triangles] in this step */
    uint32_t *wears;          /* [triangles] whether any contact has worn it in this step */
    tsu_gpu_list old;         /* the list before */
} tsu_gpu_mesh;

typedef struct tsu_gpu_wall {
    tsu_gpu_list list;
    int32_t number; /* in the order of the deck */
    tsu_gpu_surface surface;
    tsu_gpu_mesh mesh;
    tsu_wall_form form;
    double velocity[3], spin;
    bool still;
    int type;
} tsu_gpu_wall;

/* The columns of particles. On the device rows have an order of their own, and `home` says which row of the host each one is. */
typedef struct tsu_gpu_rows {
    tsu_v4 *x, *v, *w; /* as in tsu_particles */
    double *mass;
    int32_t *type;
    uint32_t *group;
    uint64_t *id;
    int32_t (*image)[4];
    uint32_t *home;
} tsu_gpu_rows;

/* What a step finds out about all contacts and particles. Whole numbers, so that their order leaves no trace. */
typedef struct tsu_gpu_sums {
    int64_t low[TSU_TALLY_SUMS];     /* quanta modulo 2^32 ... */
    int64_t high[TSU_TALLY_SUMS];    /* ... and the rest over 2^32 */
    int64_t largest[TSU_TALLY_SUMS]; /* values of the exact sums are below 2^(this - TSU_GPU_EXPONENT) */
    uint64_t size[TSU_TALLY_SUMS];   /* as in tsu_tally */
    uint64_t exact; /* mask: sums with values too large for their quantum, which are in tsu_gpu_view.large */
    uint64_t used;  /* mask: sums with values */
    int64_t touching;    /* contacts */
    uint64_t furthest2;  /* square of the longest way of the step ahead, as bits [m^2] */
    uint64_t outside;    /* not 0: it led out of the box */
    uint64_t not_finite; /* not 0: a velocity is not finite */
    uint64_t done;       /* not 0: the step was taken */
} tsu_gpu_sums;

/* Steps are begun before it is known what came of those before them: they are not taken once one has stopped the device. */
typedef struct tsu_gpu_turn {
    uint64_t stop; /* not 0: lists may be used up, somebody has left, or sums want other quanta */
    double moved;  /* most that any particle may have moved since lists were made ... [m] */
    double most;   /* ... and may move at most */
    uint64_t full; /* not 0: the step was not taken, as a particle has so many contacts with a mesh */
} tsu_gpu_turn;

typedef struct tsu_gpu_view {
    int64_t rows;
    tsu_gpu_rows at;
    tsu_v4 *force, *torque; /* by rows of the host */
    tsu_gpu_list pairs;
    const uint32_t *first, *code; /* the contacts of each particle: tsu_incidence */
    const uint32_t *near;         /* which walls it is near to: bits, the last one of all from the 32nd on */
    int walls;
    tsu_gpu_wall *wall;
    const tsu_mesh_form *form; /* [walls] meshes where they are in this step */
    tsu_gpu_sums *sums;        /* of this step */
    tsu_gpu_exact *large;      /* [TSU_TALLY_SUMS] of the last one taken */
    tsu_gpu_turn *turn;
    tsu_v4 shift[TSU_GPU_IMAGES];
    tsu_v4 gravity;
    tsu_kick kick;
    double magic[TSU_TALLY_SUMS]; /* as in tsu_tally */
    double limit[TSU_TALLY_SUMS]; /* a third of it: values below have quanta */
    bool measured;                /* likewise */
    tsu_finish finish;
} tsu_gpu_view;

#endif
