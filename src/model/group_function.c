/* SPDX-License-Identifier: Apache-2.0 */
#include "model/group_function.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "step/clump/clumps.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

/* What particles bring to a function. `context` is the centre of mass. A sphere of a clump brings its share of the body: at the centre of that, with the
 * velocity of that, and with its share of the spin and inertia about it. */

static void mass_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    value[0] = w->particles.mass[i];
}

static void centre_of(const tsu_world *w, int32_t i, double x[3])
{
    const tsu_clump *c = tsu_clumps_of(w, i);
    if (c)
        tsu_clump_unwrapped(w, c, x);
    else
        tsu_world_unwrapped(w, i, x);
}

static tsu_vec3 velocity_of(const tsu_world *w, int32_t i)
{
    const tsu_clump *c = tsu_clumps_of(w, i);
    const double *v = w->particles.vm[i];
    return c ? c->body.velocity : tsu_vec3_make(v[0], v[1], v[2]);
}

static void place_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    double x[3];
    (void)context;
    centre_of(w, i, x);
    for (int q = 0; q < 3; q++) {
        value[q] = m * x[q];
    }
    value[3] = m;
}

static void momentum_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    const tsu_vec3 v = velocity_of(w, i);
    (void)context;
    value[0] = m * v.x;
    value[1] = m * v.y;
    value[2] = m * v.z;
    value[3] = m;
}

static void force_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    memcpy(value, w->particles.force[i], 3 * sizeof *value);
}

static void energy_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_vec3 v = velocity_of(w, i);
    (void)context;
    value[0] = 0.5 * w->particles.mass[i] * (v.x * v.x + v.y * v.y + v.z * v.z);
}

/* From the centre of mass to the particle, or to the centre of its clump. */
static void way_to(const tsu_world *w, const double *centre, int32_t i, double d[3])
{
    centre_of(w, i, d);
    for (int q = 0; q < 3; q++) {
        d[q] -= centre[q];
    }
}

static void cross(const double d[3], const double with[3], double by, double *value)
{
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        value[q] = by * (d[a] * with[b] - d[b] * with[a]);
    }
}

static void spin_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_vec3 v = velocity_of(w, i);
    const tsu_clump *c = tsu_clumps_of(w, i);
    double d[3];
    way_to(w, context, i, d);
    cross(d, (double[]){v.x, v.y, v.z}, w->particles.mass[i], value);
    if (!c) return;
    const double share = w->particles.mass[i] / c->mass;
    value[0] += share * c->body.momentum.x;
    value[1] += share * c->body.momentum.y;
    value[2] += share * c->body.momentum.z;
}

static void torque_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double *centre = context;
    double d[3];
    tsu_world_unwrapped(w, i, d);
    for (int q = 0; q < 3; q++) {
        d[q] -= centre[q];
    }
    cross(d, w->particles.force[i], 1.0, value);
}

/* The inertia of a clump about its centre: xx yy zz xy yz xz. */
static void add_own_inertia(const tsu_clump *c, double share, double *value)
{
    const tsu_vec3 axes[3] = {tsu_quaternion_out(c->body.turn, tsu_vec3_make(1.0, 0.0, 0.0)),
                              tsu_quaternion_out(c->body.turn, tsu_vec3_make(0.0, 1.0, 0.0)),
                              tsu_quaternion_out(c->body.turn, tsu_vec3_make(0.0, 0.0, 1.0))};
    const double moment[3] = {c->body.inertia.x, c->body.inertia.y, c->body.inertia.z};
    for (int k = 0; k < 3; k++) {
        const double e[3] = {axes[k].x, axes[k].y, axes[k].z};
        for (int q = 0; q < 3; q++) {
            value[q] += share * moment[k] * e[q] * e[q];
            value[3 + q] += share * moment[k] * e[q] * e[(q + 1) % 3];
        }
    }
}

/* xx yy zz xy yz xz */
static void inertia_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    const tsu_clump *c = tsu_clumps_of(w, i);
    double d[3];
    way_to(w, context, i, d);
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        value[q] = m * (d[a] * d[a] + d[b] * d[b]);
        value[3 + q] = -m * d[q] * d[a];
    }
    if (c) add_own_inertia(c, m / c->mass, value);
}

static void turning_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    inertia_of(w, context, i, value);
    spin_of(w, context, i, value + 6);
}

static void spread_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double m = w->particles.mass[i];
    double d[3];
    way_to(w, context, i, d);
    value[0] = m * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Spin of a rigid body with that inertia and angular momentum. */
static void rigid_spin(const double inertia[6], const double angmom[3], double w[3])
{
    const double a = inertia[0], b = inertia[1], c = inertia[2];
    const double d = inertia[3], e = inertia[4], f = inertia[5]; /* xy yz zx */
    const double det = a * (b * c - e * e) - d * (d * c - e * f) + f * (d * e - b * f);
    const double inverse[3][3] = {{b * c - e * e, e * f - d * c, d * e - b * f},
                                  {e * f - d * c, a * c - f * f, d * f - a * e},
                                  {d * e - b * f, d * f - a * e, a * b - d * d}};
    /* Particles on a line have no inertia about it, and the same about every axis across; a single one has none at all. */
    const double trace = a + b + c;
    const bool on_a_line = !(det > 1.0e-12 * trace * trace * trace);
    for (int q = 0; q < 3; q++) {
        w[q] = on_a_line && trace > 0.0 ? 2.0 * angmom[q] / trace : 0.0;
        for (int r = 0; r < 3 && !on_a_line; r++) {
            w[q] += inverse[q][r] * angmom[r] / det;
        }
    }
}

typedef enum kind { COUNT, NOTHING, SUM, MEAN, GYRATION, OMEGA, BOUND } kind;

/* The sums of a function; COUNT and NOTHING need none. A MEAN is divided by the mass, which comes last. */
static const struct function {
    const char *name;
    kind kind;
    int width;
    bool about_centre;
    tsu_row_values *row;
} functions[] = {
    {"count", COUNT, 0, false, mass_of},        {"mass", SUM, 1, false, mass_of},
    {"charge", NOTHING, 0, false, mass_of},     {"countMS", NOTHING, 0, false, mass_of},
    {"xcm", MEAN, 4, false, place_of},          {"vcm", MEAN, 4, false, momentum_of},
    {"fcm", SUM, 3, false, force_of},           {"ke", SUM, 1, false, energy_of},
    {"angmom", SUM, 3, true, spin_of},          {"torque", SUM, 3, true, torque_of},
    {"inertia", SUM, 6, true, inertia_of},      {"omega", OMEGA, 9, true, turning_of},
    {"gyration", GYRATION, 1, true, spread_of}, {"bound", BOUND, 0, false, mass_of},
};

/* Which of the sums is meant: x y z, or of the inertia xx yy zz xy yz xz; -1: there is no such component. */
static int index_of(const struct function *f, const char *component)
{
    static const char *const terms[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    const char c = component ? component[0] : 'x';
    if (f->width != 6) return c >= 'x' && c <= 'z' && f->width != 1 ? c - 'x' : 0;
    for (int k = 0; k < 6; k++) {
        if (component && strcmp(terms[k], component) == 0) return k;
    }
    return -1;
}

/* The least or largest coordinate: xmin, xmax, ymin ... */
static double bound_of(const tsu_world *w, uint32_t group, const tsu_region *r, const char *component)
{
    const char c = component ? component[0] : 'x';
    const int q = c >= 'x' && c <= 'z' ? c - 'x' : 0;
    const bool least = component && strlen(component) == 4 && component[1] == 'm' && component[2] == 'i';
    double bound = least ? INFINITY : -INFINITY;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double x = tsu_boundary_inside(w, i, q);
        if (!tsu_chosen(w, i, group, r)) continue;
        bound = least ? fmin(bound, x) : fmax(bound, x);
    }
    return bound + 0.0; /* -0 is 0, whichever came first */
}

static double value_of(const tsu_world *w, const struct function *f, uint32_t group, const tsu_region *r,
                       int index)
{
    double sums[9] = {0}, centre[4] = {0}, spin[3];
    if (f->about_centre) {
        tsu_group_sum(w, group, r, 4, place_of, NULL, centre);
        for (int q = 0; q < 3 && centre[3] > 0.0; q++) {
            centre[q] /= centre[3];
        }
        if (!(centre[3] > 0.0)) return 0.0;
    }
    const int64_t count = tsu_group_sum(w, group, r, f->width, f->row, centre, sums);
    switch (f->kind) {
    case COUNT: return (double)count;
    case NOTHING: return 0.0;
    case MEAN: return sums[3] > 0.0 ? sums[index] / sums[3] : 0.0;
    case GYRATION: return sqrt(sums[0] / centre[3]);
    case OMEGA: rigid_spin(sums, sums + 6, spin); return spin[index];
    default: return sums[index];
    }
}

bool tsu_world_group_function(const tsu_world *w, const char *function, uint32_t group,
                              const tsu_region *region, const char *component, double *out)
{
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        const struct function *f = &functions[k];
        const int index = index_of(f, component);
        if (strcmp(f->name, function) != 0 || index < 0) continue;
        *out =
            f->kind == BOUND ? bound_of(w, group, region, component) : value_of(w, f, group, region, index);
        return true;
    }
    return false;
}

void tsu_world_group_vector(const tsu_world *w, const char *function, uint32_t group, double out[3])
{
    static const char *const axes[] = {"x", "y", "z"};
    for (int q = 0; q < 3; q++) {
        out[q] = 0.0;
        tsu_world_group_function(w, function, group, NULL, axes[q], &out[q]);
    }
}
