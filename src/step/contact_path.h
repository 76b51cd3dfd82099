/* SPDX-License-Identifier: Apache-2.0 */
/* contact_path.h - one contact driven along a prescribed path, without bodies that could answer.
 *
 * The caller prescribes overlap, tangential displacement and rotation of i relative to j step by step; the normal is z.
 * The three motions are decoupled: v_n = -d(overlap)/dt, v_t = d(sx, sy, 0)/dt, w_r = d(rx, ry, rz)/dt go to the laws
 * as they are. The first row has no velocity and no step (dt = 0), as the first evaluation of a run. */
#ifndef TSU_STEP_CONTACT_PATH_H
#define TSU_STEP_CONTACT_PATH_H

#include "law/lawset.h"

typedef struct tsu_contact_path tsu_contact_path;

typedef struct tsu_contact_path_def {
    const tsu_lawset *laws;      /* prepared; borrowed while the path lives */
    int type_i, type_j;          /* materials, from 1 */
    double radius_i, radius_j;   /* radius_j is not used at a wall                    [m] */
    double density_i, density_j; /* of the spheres, for the masses in the dashpots    [kg/m^3] */
    double dt;                   /* [s] */
    bool wall;                   /* j is a wall */
} tsu_contact_path_def;

/* Two spheres of 1 mm and 2500 kg/m^3, material 1; laws and dt must be set. */
tsu_contact_path_def tsu_contact_path_def_default(void);

typedef struct tsu_contact_row {
    double overlap;    /* [m] */
    double sx, sy;     /* tangential displacement of i relative to j [m] */
    double rx, ry, rz; /* rotation of i relative to j                [rad] */
} tsu_contact_row;

typedef struct tsu_contact_answer {
    int64_t step;                      /* 0 for the first row */
    double t;                          /* [s] */
    double overlap;                    /* [m] */
    double fn;                         /* normal force, repulsive > 0                [N] */
    double fn_elastic;                 /* without the dashpot                        [N] */
    double ftx, fty;                   /* tangential force on i                      [N] */
    double mr[3];                      /* rolling torque M_r                         [N m] */
    double elastic;                    /* energy stored now                          [J] */
    double dissipated;                 /* since the start, all accounts but that of integration [J] */
    double account[TSU_ACCOUNT_COUNT]; /* since the start, by mechanism [J] */
    bool touching;
} tsu_contact_answer;

/* Creates a path at its start; the caller gives it back with tsu_contact_path_destroy. NULL on failure. */
tsu_contact_path *tsu_contact_path_create(const tsu_contact_path_def *def, tsu_error *err);
void tsu_contact_path_destroy(tsu_contact_path *path);

/* Takes one step to the given row. Fails when the row or the answer is not finite; the path then stays where it was. */
tsu_status tsu_contact_path_step(tsu_contact_path *path, const tsu_contact_row *row,
                                 tsu_contact_answer *answer, tsu_error *err);

/* Where another path of the same laws stands. */
void tsu_contact_path_assign(tsu_contact_path *path, const tsu_contact_path *other);

/* History values of all laws together, vectors counted by component; their names (`shear_x`; a name that two laws share
 * is led by the kind of law, `model_NAME`) and what they are now. */
int tsu_contact_path_history_count(const tsu_contact_path *path);
void tsu_contact_path_history_name(const tsu_contact_path *path, int index, char *name, size_t size);
double tsu_contact_path_history(const tsu_contact_path *path, int index);
/* The index of a name, -1 if there is none. */
int tsu_contact_path_history_find(const tsu_contact_path *path, const char *name);

#endif
