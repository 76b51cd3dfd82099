/* SPDX-License-Identifier: Apache-2.0 */
/* tsubu_contact.h - contact models without particles: one contact along a prescribed path, and the slider. C17 and C++17.
 *
 * The rules are those of tsubu.h: on failure nothing has changed, and an error is one sentence. */
#ifndef TSUBU_TSUBU_CONTACT_H
#define TSUBU_TSUBU_CONTACT_H

#include "tsubu/tsubu.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default)
#endif

/* ---- one contact along a path ------------------------------------------------------------------------------------------ */

/* A probe is one contact whose motion is prescribed; no body answers. It has the contact models of a world or a deck. */
typedef struct tsu_probe tsu_probe;

typedef struct tsu_probe_def {
    int type[2];       /* materials, from 1; the second 0: the first one's, or that of the deck's wall */
    double radius[2];  /* [m] */
    double density[2]; /* of the spheres, for the masses in the dashpots                           [kg/m^3] */
    bool wall;         /* the second body is a wall. A deck's first wall gives its models, if it has one */
    double timestep;   /* from one row to the next; 0: that of the world or the deck               [s] */
    const char *const *variable; /* of a deck, name and value in turn: as `-var NAME VALUE` */
    int variables;               /* how many there are; at most 64 */
} tsu_probe_def;

tsu_probe_def tsu_probe_def_default(void); /* two spheres of 1 mm and 2500 kg/m^3 */
/* With the models between the particles of a world, which may change or go afterwards. NULL on failure. */
tsu_probe *tsu_probe_create(tsu_world *world, const tsu_probe_def *def, tsu_error *err);
/* With those of a deck, which is read and not run: no box is made, no file is written. Numbers are in its units. */
tsu_probe *tsu_probe_read(const char *deck, const tsu_probe_def *def, tsu_error *err);
void tsu_probe_destroy(tsu_probe *probe);

/* What an answer consists of: step, t, overlap, fn, fn_elastic, ftx, fty, mrx, mry, mrz, energy_elastic, energy_dissipated, then
 * dissipated_NAME for each account, then what the models remember. NULL behind the last. */
const char *tsu_probe_column(const tsu_probe *probe, size_t k);

enum {
    TSU_PROBE_PATH = 6
}; /* overlap [m]; sx, sy: shift of the first body [m]; rx, ry, rz: its rotation [rad]; the normal is z */

/* Takes a time step to each row of `path`; `answer` has room for all columns of each. The first row of all has no velocity. */
tsu_status tsu_probe_drive(tsu_probe *probe, const double *path, size_t rows, double *answer, tsu_error *err);

/* ---- the slider --------------------------------------------------------------------------------------------------------- */

/* A block that a spring drags over a plane, with the friction of `tangential elastoplastic`: stick-slip, holds, stability. It obeys the
 * commands of `tsubu slider --help`. */
typedef struct tsu_slide tsu_slide;

/* NULL on failure. What it prints goes to `print`, which may be NULL. */
tsu_slide *tsu_slide_create(void (*print)(void *context, const char *text), void *context, tsu_error *err);
void tsu_slide_destroy(tsu_slide *slide);
tsu_status tsu_slide_set_variable(tsu_slide *slide, const char *name, const char *value, tsu_error *err);
tsu_status tsu_slide_run_file(tsu_slide *slide, const char *path, tsu_error *err);
tsu_status tsu_slide_run_text(tsu_slide *slide, const char *text, tsu_error *err);
/* The number of a formula: "force", "mu", "growth", "critical_velocity", "v_NAME" ... */
tsu_status tsu_slide_evaluate(tsu_slide *slide, const char *formula, double *value, tsu_error *err);

/* Column number k, from 0, of what is recorded; NULL behind the last. */
const char *tsu_slide_column(size_t k, const char **unit, const char **doc);
/* Name of case number k, from 0, and its rows; NULL behind the last. */
const char *tsu_slide_case(const tsu_slide *slide, size_t k, size_t *rows);
/* The numbers of a column; valid until the slider runs again. */
tsu_status tsu_slide_view(const tsu_slide *slide, size_t k, size_t column, tsu_view *view, tsu_error *err);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
