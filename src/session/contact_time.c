/* SPDX-License-Identifier: Apache-2.0 */
#include "session/contact_time.h"
#include "base/memory.h"
#include "base/power.h"
#include "step/contact_path.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

enum { STEPS = 16 }; /* of loading, and of unloading */

/* ---- spheres -------------------------------------------------------------------------------------------------------- */

tsu_status tsu_lightest_init(tsu_lightest *l, int types, tsu_error *err)
{
    *l = (tsu_lightest){.types = types};
    return tsu_memory_allocate(&l->sphere, (size_t)types, sizeof *l->sphere, "spheres of materials", err);
}

void tsu_lightest_add(tsu_lightest *l, int32_t type, double radius, double density)
{
    double *s = l->sphere[type];
    if (s[0] > 0.0 && tsu_sphere_mass(s[0], s[1]) <= tsu_sphere_mass(radius, density)) return;
    s[0] = radius;
    s[1] = density;
}

void tsu_lightest_free(tsu_lightest *l)
{
    tsu_memory_release(&l->sphere);
}

/* ---- one contact ---------------------------------------------------------------------------------------------------- */

/* What a contact answers with on the way. */
typedef struct answer {
    double work;             /* of loading                    [J] */
    double k_n, k_t;         /* steepest, and across          [N/m] */
    double gamma_n, gamma_t; /* at the end of loading         [kg/s] */
} answer;

/* Moves across by a little, and rests: the spring stays, the dashpot does not. */
static void push_across(tsu_contact_path *path, double dt, double depth, answer *a)
{
    const double way = 1.0e-9 * depth;
    tsu_contact_answer moved = {0}, held = {0};
    const tsu_contact_row row = {.overlap = depth, .sx = way};
    if (tsu_contact_path_step(path, &row, &moved, NULL) != TSU_OK) return;
    if (tsu_contact_path_step(path, &row, &held, NULL) != TSU_OK) return;
    a->k_t = fmax(0.0, -held.ftx / way);
    a->gamma_t = fmax(0.0, (held.ftx - moved.ftx) * dt / way);
}

static void follow(const tsu_contact_path_def *def, double depth, answer *a)
{
    *a = (answer){0};
    tsu_contact_path *path = tsu_contact_path_create(def, NULL);
    tsu_contact_answer now = {0};
    double last = 0.0;
    const double way = depth / STEPS;
    for (int k = 0; path && k <= 2 * STEPS; k++) {
        const bool loading = k <= STEPS;
        const tsu_contact_row row = {.overlap = way * (loading ? k : 2 * STEPS - k)};
        if (tsu_contact_path_step(path, &row, &now, NULL) != TSU_OK) break;
        if (k > 0 && loading) a->work += 0.5 * way * (last + now.fn_elastic);
        if (k > 1 && now.touching) a->k_n = fmax(a->k_n, fabs(now.fn_elastic - last) / way);
        if (k == STEPS) a->gamma_n = fmax(0.0, (now.fn - now.fn_elastic) * def->dt / way);
        if (k == STEPS) push_across(path, def->dt, depth, a);
        last = now.fn_elastic;
    }
    tsu_contact_path_destroy(path);
}

/* Loads it until it holds the energy; laws grow with some power of the depth. */
static void impact(tsu_contact_path_def *def, double energy, double speed, answer *a)
{
    const double most = 0.5 * def->radius_i;
    double depth = 1.0e-3 * def->radius_i;
    for (int k = 0; k < 20; k++) {
        def->dt = depth / (STEPS * (speed > 0.0 ? speed : 1.0));
        follow(def, depth, a);
        const double more = a->work > 0.0 ? energy / a->work : 0.0;
        if (!(speed > 0.0) || !(more > 0.0) || (more > 0.95 && more < 1.05)) return;
        if (depth == most && more > 1.0) return;
        depth = fmin(most, depth * tsu_pow(more, 0.45));
    }
}

/* ---- all pairs ------------------------------------------------------------------------------------------------------ */

static bool knows_modulus(const tsu_lawset *laws)
{
    const tsu_law *law = laws->law[TSU_NORMAL];
    for (const tsu_law_parameter *p = law ? law->parameters : NULL; p && p->name; p++) {
        if (strcmp(p->name, "youngsModulus") == 0) return true;
    }
    return !law || !laws->table; /* nothing to measure */
}

static void take(tsu_pair_time *t, double time, int i, int j)
{
    if (time < t->time) *t = (tsu_pair_time){time, {i, j}};
}

static void take_pair(const tsu_lawset *laws, const tsu_lightest *l, int i, int j, bool wall, double speed,
                      tsu_contact_times *out)
{
    const double *a = l->sphere[i], *b = wall ? a : l->sphere[j];
    if (!(a[0] > 0.0) || !(b[0] > 0.0)) return;
    const double inverse =
        1.0 / tsu_sphere_mass(a[0], a[1]) + (wall ? 0.0 : 1.0 / tsu_sphere_mass(b[0], b[1]));
    const double m = 1.0 / inverse, pi = 3.14159265358979323846, across = 2.0 / 7.0 * m;
    tsu_contact_path_def def = {.laws = laws,
                                .type_i = i + 1,
                                .type_j = j + 1,
                                .radius_i = a[0],
                                .radius_j = b[0],
                                .density_i = a[1],
                                .density_j = b[1],
                                .wall = wall};
    answer found;
    impact(&def, 0.5 * m * speed * speed, speed, &found);
    const int other = wall ? 0 : j + 1;
    if (found.k_n > 0.0) take(&out->spring, pi * sqrt(m / found.k_n), i + 1, other);
    if (found.k_t > 0.0) take(&out->spring, pi * sqrt(across / found.k_t), i + 1, other);
    if (found.gamma_n > 0.0) take(&out->dashpot, m / found.gamma_n, i + 1, other);
    if (found.gamma_t > 0.0) take(&out->dashpot, across / found.gamma_t, i + 1, other);
}

void tsu_contact_times_find(const tsu_world *w, const tsu_lightest *l, double speed, tsu_contact_times *out)
{
    out->spring = out->dashpot = (tsu_pair_time){.time = INFINITY};
    for (int i = 0; i < l->types && !knows_modulus(&w->laws); i++) {
        for (int j = 0; j <= i; j++) {
            take_pair(&w->laws, l, i, j, false, speed, out);
        }
    }
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        for (int i = 0; i < l->types && !knows_modulus(&wall->laws); i++) {
            take_pair(&wall->laws, l, i, wall->type, true, speed, out);
        }
    }
}
