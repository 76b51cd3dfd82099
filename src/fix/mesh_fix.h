/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_fix.h - a mesh as decks name it: the state behind `fix mesh/surface` and its relatives. */
#ifndef TSU_FIX_MESH_FIX_H
#define TSU_FIX_MESH_FIX_H

#include "deck/arguments.h"
#include "fix/fix.h"
#include "io/sections.h"
#include "step/hooks.h"
#include "step/mesh/freedom.h"
#include "step/mesh/servo.h"

/* What the words say of a mesh that moves freely (mesh_free.c). */
typedef struct tsu_free_words {
    tsu_freedom_def def;
    bool has_com, has_mass, has_moi, has_density, has_momentum, has_spin;
    double density;        /* [kg/m^3] */
    tsu_quantity given[6]; /* force and torque */
} tsu_free_words;

typedef struct tsu_mesh_fix {
    tsu_session *session;
    tsu_mesh_body *body;
    int32_t type;            /* material, from 0 */
    bool planar;             /* mesh/surface/planar: for insertion */
    bool stress;             /* loads are kept */
    bool warned;             /* that nothing feels it, or something did */
    tsu_quantity surface[3]; /* surface_vel, if one of them is a variable */
    tsu_quantity omega;      /* of surface_ang_vel */
    bool surface_varies;
    tsu_servo *servo; /* NULL: none */
    tsu_quantity target;
    tsu_free_words *free; /* mesh/surface/stress/6dof; NULL: no */
    tsu_hook_handle hook; /* reads variables before every step */
    double asked
        [6]; /* of the servo, as the deck defined it: target, highest speed, gains, ratio (mesh_save.c) */
} tsu_mesh_fix;

/* mesh_save.c: keeps what the deck asked of the servo; the servo in a restart file. */
void tsu_mesh_fix_asked(tsu_mesh_fix *m);
void tsu_mesh_fix_save(tsu_session *s, const void *state, tsu_pack *pack);
tsu_status tsu_mesh_fix_load(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err);

/* mesh_free.c: lets the mesh move freely; the forces that the deck gives it, read before every step if they vary; its numbers. */
tsu_status tsu_mesh_free_start(tsu_session *s, tsu_mesh_fix *m, bool verbose, tsu_error *err);
tsu_status tsu_mesh_free_given(tsu_mesh_fix *m, tsu_error *err);
/* fix_modify ID vel|angmom|omega|force|torque X Y Z, forceflags|torqueflags 0|1 0|1 0|1, any of them. */
tsu_status tsu_mesh_free_modify(tsu_session *s, tsu_mesh_fix *m, tsu_words *words, tsu_error *err);
bool tsu_mesh_free_varies(const tsu_mesh_fix *m);
enum { TSU_MESH_FREE_NUMBERS = 24 };
double tsu_mesh_free_number(const tsu_mesh_fix *m, int64_t index);
extern const tsu_argument tsu_arguments_free[]; /* its keywords */

/* The mesh of that fix ID, or an error that names it. */
tsu_status tsu_mesh_fix_find(tsu_session *s, const char *id, tsu_mesh_fix **mesh, tsu_error *err);

/* What the words of a deck say of a new mesh, beside what goes to the fix itself (mesh_words.c). */
typedef struct tsu_mesh_words {
    const tsu_session *session;
    tsu_mesh_fix *fix;
    tsu_facets *facets; /* changes of place act on them in the order in which they are written */
    const char *file, *exclusions;
    double precision;
    bool heal, verbose, wear, stress, has_reference, write_exclusions;
    bool tolerant;    /* of angles smaller than `curvature`, as contacts here always are */
    double curvature; /* [degree]; negative: default */
    double reference[3];
    tsu_surface_motion surface;
    bool warm;
    double temperature, thermal_mass; /* [K], [kg] */
} tsu_mesh_words;

/* Reads `file NAME` and the keywords behind it. */
tsu_status tsu_mesh_words_read(tsu_mesh_words *w, tsu_words *words, tsu_error *err);

#endif
