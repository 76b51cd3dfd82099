/* SPDX-License-Identifier: Apache-2.0 */
/* verify.h - the verification card: checks in groups, each a function that runs simulations and adds rows.
 *
 * Adding a group is one file cli/verify_NAME.c and one line in the table of cli/verify/cmd_verify.c. The expected number of a
 * row is a closed form, a conservation law or a published value, written next to it; never a number of our own. */
#ifndef TSU_CLI_VERIFY_H
#define TSU_CLI_VERIFY_H

#include "law/samples.h"
#include "state/particles.h"
#include "step/contact_path.h"
#include "tsubu/tsubu.h"

/* ---- the card: cmd_verify.c ----------------------------------------------------------------------- */

typedef struct tsu_card tsu_card;
typedef void tsu_verify_fn(tsu_card *card);

/* A row that passes when |got - expected| <= tolerance |expected|. `what` names the quantity with its unit. */
void tsu_card_relative(tsu_card *card, const char *what, const char *source, double expected, double got,
                       double tolerance);
/* ... when |got - expected| <= tolerance; for expected values that are zero. */
void tsu_card_absolute(tsu_card *card, const char *what, const char *source, double expected, double got,
                       double tolerance);
/* ... when |got| <= limit. */
void tsu_card_at_most(tsu_card *card, const char *what, const char *source, double limit, double got);
/* A row that fails because the simulation itself did. */
void tsu_card_broken(tsu_card *card, const char *what, const char *source, const tsu_error *err);

tsu_verify_fn tsu_verify_hertz, tsu_verify_oblique, tsu_verify_edinburgh, tsu_verify_adhesion,
    tsu_verify_tangential, tsu_verify_jkr, tsu_verify_rolling, tsu_verify_conservation, tsu_verify_audit,
    tsu_verify_friction, tsu_verify_bodies;

/* ---- scenes: verify_scene.c ----------------------------------------------------------------------- */

/* A property; `other` is that of material 2, 0: the same. Pairs of materials all have `value`. */
typedef tsu_sample tsu_value;

/* A world that remembers the first error; calls after it do nothing. */
typedef struct tsu_scene {
    tsu_world *world;
    double dt; /* [s] */
    tsu_status status;
    tsu_error err;
} tsu_scene;

/* A large fixed box around the origin. `values` ends with name NULL. */
tsu_scene tsu_scene_create(int materials, double dt, const char *laws, const tsu_value *values,
                           const double gravity[3]);
void tsu_scene_destroy(tsu_scene *s);
/* Spheres get the ids 1, 2, ... */
void tsu_scene_sphere(tsu_scene *s, double radius, double density, const double x[3], const double v[3],
                      const double w[3]);
/* A plane across `axis` (0 x, 1 y, 2 z). */
void tsu_scene_plane(tsu_scene *s, int axis, double position, int material);
void tsu_scene_step(tsu_scene *s, int64_t steps);
/* A field of a sphere; zeros after an error. */
void tsu_scene_get(const tsu_scene *s, const char *field, uint64_t id, double out[3]);
double tsu_scene_component(const tsu_scene *s, const char *field, uint64_t id, int axis);
tsu_energy tsu_scene_energy(tsu_scene *s);
/* Whether all went well; otherwise adds a broken row and returns false. */
bool tsu_scene_ok(const tsu_scene *s, tsu_card *card, const char *what, const char *source);

/* What came of one impact of sphere 1 along `axis`, on a plane there at 0 or on sphere 2. */
typedef struct tsu_impact {
    double overlap; /* largest                     [m] */
    double force;   /* largest                     [N] */
    double time;    /* from touching to parting    [s] */
    bool parted;
} tsu_impact;

/* Steps until the bodies have touched and parted again, at most `most` steps. */
tsu_impact tsu_scene_impact(tsu_scene *s, int axis, bool plane, int64_t most);

/* ---- one contact along a path: verify_scene.c ------------------------------------------------------- */

typedef struct tsu_bench {
    tsu_materials materials;
    tsu_lawset laws;
    tsu_contact_path *path;
    tsu_contact_answer now; /* of the last row */
    tsu_status status;
    tsu_error err;
} tsu_bench;

/* `def` says radii, densities, dt and wall; its laws are those named here. */
tsu_bench *tsu_bench_create(const char *laws, const tsu_value *values, tsu_contact_path_def def);
void tsu_bench_destroy(tsu_bench *b);
void tsu_bench_go(tsu_bench *b, tsu_contact_row row);
/* The same in `steps` equal steps from the last row. */
void tsu_bench_ramp(tsu_bench *b, tsu_contact_row from, tsu_contact_row to, int steps);
double tsu_bench_history(const tsu_bench *b, const char *name);
bool tsu_bench_ok(const tsu_bench *b, tsu_card *card, const char *what, const char *source);

#endif
