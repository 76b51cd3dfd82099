/* SPDX-License-Identifier: Apache-2.0 */
/* group_functions.c - count(), mass(), xcm() ... of a group, optionally within a region. */
#include "script/session.h"
#include <math.h>
#include <string.h>

typedef struct sums {
    double count, mass, mx[3], mv[3], f[3], torque[3], angmom[3], ke, lo[3], hi[3];
    double inertia[6]; /* xx yy zz xy yz xz about the centre of mass */
    double spread;     /* sum m |x - xcm|^2 */
} sums;

static void position(const tsu_world *w, int32_t i, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = w->particles.xr[i][q] + w->particles.image[i][q] * (w->box.hi[q] - w->box.lo[q]);
    }
}

static void add_first(const tsu_world *w, int32_t i, sums *s)
{
    const tsu_particles *p = &w->particles;
    double x[3];
    position(w, i, x);
    const double m = p->mass[i], *v = p->vm[i];
    s->count += 1.0;
    s->mass += m;
    s->ke += 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int q = 0; q < 3; q++) {
        s->mx[q] += m * x[q];
        s->mv[q] += m * v[q];
        s->f[q] += p->force[i][q];
        s->lo[q] = fmin(s->lo[q], p->xr[i][q]);
        s->hi[q] = fmax(s->hi[q], p->xr[i][q]);
    }
}

static void add_second(const tsu_world *w, int32_t i, sums *s)
{
    const tsu_particles *p = &w->particles;
    double x[3], d[3];
    position(w, i, x);
    const double m = p->mass[i], *v = p->vm[i], *f = p->force[i];
    for (int q = 0; q < 3; q++) {
        d[q] = x[q] - s->mx[q] / s->mass;
    }
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        s->angmom[q] += m * (d[a] * v[b] - d[b] * v[a]);
        s->torque[q] += d[a] * f[b] - d[b] * f[a];
        s->inertia[q] += m * (d[a] * d[a] + d[b] * d[b]);
        s->inertia[3 + q] -= m * d[q] * d[a];
        s->spread += m * d[q] * d[q];
    }
    /* order of the mixed terms: xy, yz, xz */
}

/* Spin of a rigid body with that inertia and angular momentum. */
static void rigid_spin(const sums *s, double w[3])
{
    const double a = s->inertia[0], b = s->inertia[1], c = s->inertia[2];
    const double d = s->inertia[3], e = s->inertia[4], f = s->inertia[5]; /* xy yz zx */
    const double det = a * (b * c - e * e) - d * (d * c - e * f) + f * (d * e - b * f);
    const double inverse[3][3] = {{b * c - e * e, e * f - d * c, d * e - b * f},
                                  {e * f - d * c, a * c - f * f, d * f - a * e},
                                  {d * e - b * f, d * f - a * e, a * b - d * d}};
    /* Particles on a line have no inertia about it, and the same about every axis across; a single one has none at all. */
    const double trace = a + b + c;
    const bool on_a_line = !(det > 1.0e-12 * trace * trace * trace);
    for (int q = 0; q < 3; q++) {
        w[q] = on_a_line && trace > 0.0 ? 2.0 * s->angmom[q] / trace : 0.0;
        for (int r = 0; r < 3 && !on_a_line; r++) {
            w[q] += inverse[q][r] * s->angmom[r] / det;
        }
    }
}

static tsu_status pick(const sums *s, const char *function, const char *component, double *out,
                       tsu_error *err)
{
    const char c = component ? component[0] : 'x';
    const int q = c >= 'x' && c <= 'z' ? c - 'x' : 0;
    double spin[3];
    const struct {
        const char *name;
        double value;
    } vectors[] = {
        {"xcm", s->mass > 0.0 ? s->mx[q] / s->mass : 0.0},
        {"vcm", s->mass > 0.0 ? s->mv[q] / s->mass : 0.0},
        {"fcm", s->f[q]},
        {"angmom", s->angmom[q]},
        {"torque", s->torque[q]},
        {"count", s->count},
        {"countMS", 0.0},
        {"mass", s->mass},
        {"charge", 0.0},
        {"ke", s->ke},
        {"gyration", s->mass > 0.0 ? sqrt(s->spread / s->mass) : 0.0},
        {"bound", component && strlen(component) == 4 && component[1] == 'm' && component[2] == 'i'
                      ? s->lo[q]
                      : s->hi[q]},
    };
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        if (strcmp(vectors[k].name, function) != 0) continue;
        *out = vectors[k].value;
        return TSU_OK;
    }
    if (strcmp(function, "omega") == 0) {
        rigid_spin(s, spin);
        *out = spin[q];
        return TSU_OK;
    }
    static const char *const terms[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    for (int k = 0; k < 6 && strcmp(function, "inertia") == 0; k++) {
        if (!component || strcmp(terms[k], component) != 0) continue;
        *out = s->inertia[k];
        return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no group function %s(%s)", function,
                         component ? component : "");
}

tsu_status tsu_group_function(void *ctx, const char *function, const char *group, const char *component,
                              const char *region, double *out, tsu_error *err)
{
    tsu_session *session = ctx;
    tsu_status status = tsu_session_need_world(session, function, err);
    int g = 0;
    tsu_region *r = NULL;
    if (status == TSU_OK) status = tsu_session_group(session, group, &g, err);
    if (status == TSU_OK && region) status = tsu_session_region(session, region, &r, err);
    if (status != TSU_OK) return status;
    sums s = {.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
    const tsu_world *w = session->world;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < w->particles.count; i++) {
            if (!tsu_session_in_group(session, i, g) || (r && !tsu_session_in_region(session, i, r)))
                continue;
            if (pass == 0)
                add_first(w, i, &s);
            else if (s.mass > 0.0)
                add_second(w, i, &s);
        }
    }
    return pick(&s, function, component, out, err);
}
