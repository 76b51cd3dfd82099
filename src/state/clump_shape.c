/* SPDX-License-Identifier: Apache-2.0 */
#include "state/clump_shape.h"

#include "base/memory.h"
#include "base/vec.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    INTEGRALS = 10, /* 1, x, y, z, xx, yy, zz, xy, xz, yz */
    DEEPEST = 40    /* times that a piece may be halved */
};

/* The spheres about the middle of their box, in units of its size (a power of 2). */
typedef struct measure {
    int32_t count;
    double (*centre)[3];
    double *radius;
    tsu_disc *disc;
    tsu_disc_arc *room;
    double *height; /* where pieces end */
    size_t heights, capacity;
    double sum[INTEGRALS], error[INTEGRALS];
} measure;

static void forget(measure *m)
{
    tsu_memory_release(&m->centre);
    tsu_memory_release(&m->radius);
    tsu_memory_release(&m->disc);
    tsu_memory_release(&m->room);
    tsu_memory_release(&m->height);
}

/* ---- heights at which the boundary of a section changes its form ------------------------------------------------- */

/* Keeps the height of a point unless it lies within a sphere, where nobody sees it. */
static tsu_status add_height(measure *m, const double at[3], tsu_error *err)
{
    for (int32_t k = 0; k < m->count; k++) {
        const double x = at[0] - m->centre[k][0], y = at[1] - m->centre[k][1], z = at[2] - m->centre[k][2];
        const double r = m->radius[k];
        if (x * x + y * y + z * z < r * r - 1e-9 * r) return TSU_OK;
    }
    const tsu_status status = tsu_memory_grow(&m->height, &m->capacity, m->heights + 1, sizeof *m->height,
                                              "heights of a clump", err);
    if (status == TSU_OK) m->height[m->heights++] = at[2];
    return status;
}

/* The circle in which spheres i and j meet: centre, unit normal, radius. */
static bool circle_of(const measure *m, int32_t i, int32_t j, tsu_vec3 *at, tsu_vec3 *normal, double *radius)
{
    const double *a = m->centre[i], *b = m->centre[j], p = m->radius[i], q = m->radius[j];
    const tsu_vec3 way = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double d = tsu_vec3_norm(way);
    if (d >= p + q || d <= fabs(p - q)) return false;
    const double along = (d * d + (p - q) * (p + q)) / (2.0 * d), h2 = p * p - along * along;
    *normal = tsu_vec3_scale(1.0 / d, way);
    *at = tsu_vec3_madd(tsu_vec3_make(a[0], a[1], a[2]), along, *normal);
    *radius = h2 > 0.0 ? sqrt(h2) : 0.0;
    return true;
}

static tsu_status add_circle(measure *m, int32_t i, int32_t j, tsu_error *err)
{
    tsu_vec3 at, n;
    double h;
    tsu_status status = TSU_OK;
    if (!circle_of(m, i, j, &at, &n, &h)) return TSU_OK;
    const double flat = sqrt(n.x * n.x + n.y * n.y); /* rise of the circle */
    const tsu_vec3 up =
        flat > 0.0 ? tsu_vec3_make(-n.z * n.x / flat, -n.z * n.y / flat, flat) : tsu_vec3_make(1.0, 0.0, 0.0);
    for (int side = 0; side < 2 && status == TSU_OK; side++) {
        const tsu_vec3 p = tsu_vec3_madd(at, side == 0 ? -h : h, up);
        status = add_height(m, (double[3]){p.x, p.y, p.z}, err);
    }
    /* the points in which a third sphere meets the circle */
    for (int32_t k = j + 1; k < m->count && status == TSU_OK; k++) {
        const tsu_vec3 c = tsu_vec3_sub(tsu_vec3_make(m->centre[k][0], m->centre[k][1], m->centre[k][2]), at);
        const double off = tsu_vec3_dot(c, n), r = m->radius[k];
        const tsu_vec3 in = tsu_vec3_madd(c, -off, n);
        const double e = tsu_vec3_norm(in), r2 = r * r - off * off;
        if (!(r2 > 0.0) || !(e > 0.0)) continue;
        const double along = (e * e + h * h - r2) / (2.0 * e), w2 = h * h - along * along;
        if (!(w2 >= 0.0)) continue;
        const tsu_vec3 u = tsu_vec3_scale(1.0 / e, in), v = tsu_vec3_cross(n, u);
        for (int side = 0; side < 2 && status == TSU_OK; side++) {
            const double w = side == 0 ? -sqrt(w2) : sqrt(w2);
            const tsu_vec3 p = tsu_vec3_madd(tsu_vec3_madd(at, along, u), w, v);
            status = add_height(m, (double[3]){p.x, p.y, p.z}, err);
        }
    }
    return status;
}

static int by_number(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static tsu_status find_heights(measure *m, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int32_t i = 0; i < m->count && status == TSU_OK; i++) {
        const double *c = m->centre[i], r = m->radius[i];
        status = add_height(m, (double[3]){c[0], c[1], c[2] - r}, err);
        if (status == TSU_OK) status = add_height(m, (double[3]){c[0], c[1], c[2] + r}, err);
        for (int32_t j = i + 1; j < m->count && status == TSU_OK; j++)
            status = add_circle(m, i, j, err);
    }
    if (status == TSU_OK) qsort(m->height, m->heights, sizeof *m->height, by_number);
    return status;
}

/* ---- integrals over the height ----------------------------------------------------------------------------------- */

static void section(measure *m, double z, double out[INTEGRALS])
{
    int32_t discs = 0;
    double s[TSU_SECTION_NUMBERS];
    for (int32_t k = 0; k < m->count; k++) {
        const double up = z - m->centre[k][2], r2 = (m->radius[k] - up) * (m->radius[k] + up);
        if (!(r2 > 0.0)) continue;
        const tsu_disc d = {m->centre[k][0], m->centre[k][1], sqrt(r2)};
        m->disc[discs++] = d;
    }
    tsu_disc_union(discs, m->disc, m->room, s);
    const double all[INTEGRALS] = {s[0], s[1],         s[2], z * s[0], s[3],
                                   s[4], z * z * s[0], s[5], z * s[1], z * s[2]};
    memcpy(out, all, sizeof all);
}

/* Gauss (7) and Kronrod (15) between t0 and t1 of the piece a .. b. */
static void rule(measure *m, double a, double b, double t0, double t1, double kronrod[INTEGRALS],
                 double gauss[INTEGRALS])
{
    static const double node[8] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                                   0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                                   0.586087235467691130294144691838259, 0.405845151377397166906606412076961,
                                   0.207784955007898467600689403773245, 0.0};
    static const double weight[8] = {
        0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
        0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
        0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
        0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
    static const double coarse[4] = {0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
                                     0.381830050505118944950369775488975,
                                     0.417959183673469387755102040816327};
    const double middle = 0.5 * (t0 + t1), half = 0.5 * (t1 - t0);
    for (int k = 0; k < INTEGRALS; k++)
        kronrod[k] = gauss[k] = 0.0;
    for (int point = 0; point < 15; point++) {
        const int q = point < 8 ? point : 14 - point;
        const double t = middle + (point < 8 ? -half : half) * node[q], rest = 1.0 - t;
        const double z =
            t < 0.5 ? a + (b - a) * t * t * (3.0 - 2.0 * t) : b - (b - a) * rest * rest * (3.0 - 2.0 * rest);
        const double slope = half * 6.0 * t * rest * (b - a);
        double value[INTEGRALS];
        section(m, z, value);
        for (int k = 0; k < INTEGRALS; k++) {
            kronrod[k] += slope * weight[q] * value[k];
            if (q & 1) gauss[k] += slope * coarse[q / 2] * value[k];
        }
    }
}

/* The piece a .. b, its part t0 .. t1: halved until both rules agree. */
static void integrate(measure *m, double a, double b, double t0, double t1, double tolerance, int depth)
{
    double fine[INTEGRALS], coarse[INTEGRALS], worst = 0.0;
    rule(m, a, b, t0, t1, fine, coarse);
    for (int k = 0; k < INTEGRALS; k++)
        worst = fmax(worst, fabs(fine[k] - coarse[k]));
    if (worst > tolerance && depth < DEEPEST) {
        integrate(m, a, b, t0, 0.5 * (t0 + t1), tolerance, depth + 1);
        integrate(m, a, b, 0.5 * (t0 + t1), t1, tolerance, depth + 1);
        return;
    }
    for (int k = 0; k < INTEGRALS; k++) {
        m->sum[k] += fine[k];
        m->error[k] += fabs(fine[k] - coarse[k]);
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static tsu_status check_numbers(int32_t count, const double (*centre)[3], const double *radius,
                                tsu_error *err)
{
    if (count < 1) return tsu_error_set(err, TSU_ERROR_INPUT, "a clump needs at least one sphere");
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(centre[i][0]) || !isfinite(centre[i][1]) || !isfinite(centre[i][2]) ||
            !isfinite(radius[i])) {
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "sphere %d of the clump (x y z r: %g %g %g %g) has a number that is not finite", i + 1,
                centre[i][0], centre[i][1], centre[i][2], radius[i]);
        }
        if (!(radius[i] > 0.0)) {
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "sphere %d of the clump has the radius %g, which must be larger than 0",
                                 i + 1, radius[i]);
        }
    }
    return TSU_OK;
}

static bool touch(const double a[3], double p, const double b[3], double q)
{
    const tsu_vec3 way = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return tsu_vec3_norm(way) <= p + q + 1e-6 * (p < q ? p : q);
}

/* Names up to eight spheres that hang together with sphere 1 and do not (`part` 0). */
static void name_spheres(const int32_t *part, int32_t count, bool first, char *text, size_t size)
{
    size_t length = 0;
    int named = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < count; i++) {
        if ((part[i] == 1) != first || named++ > 8) continue;
        const int wrote = snprintf(text + length, size - length, named > 8 ? "%s..." : "%s%d",
                                   length > 0 ? ", " : "", i + 1);
        length += wrote > 0 && (size_t)wrote < size - length ? (size_t)wrote : 0;
    }
}

static tsu_status check_parts(int32_t count, const double (*centre)[3], const double *radius, tsu_error *err)
{
    int32_t *part = NULL, reached = 1;
    const tsu_status status =
        tsu_memory_allocate(&part, 2 * (size_t)count, sizeof *part, "parts of a clump", err);
    if (status != TSU_OK) return status;
    int32_t *queue = part + count;
    part[0] = 1; /* queue[0] is sphere 0 */
    for (int32_t at = 0; at < reached; at++) {
        const int32_t i = queue[at];
        for (int32_t j = 0; j < count; j++) {
            if (part[j] == 1 || !touch(centre[i], radius[i], centre[j], radius[j])) continue;
            part[j] = 1;
            queue[reached++] = j;
        }
    }
    char with[120], without[120];
    name_spheres(part, count, true, with, sizeof with);
    name_spheres(part, count, false, without, sizeof without);
    tsu_memory_release(&part);
    if (reached == count) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "the spheres of the clump are not connected: %s touch%s none of %s; let them "
                         "overlap, or join them by a sphere between",
                         with, reached == 1 ? "es" : "", without);
}

tsu_status tsu_clump_shape_check(int32_t count, const double (*centre)[3], const double *radius,
                                 tsu_error *err)
{
    tsu_status status = check_numbers(count, centre, radius, err);
    for (int32_t i = 0; i < count && status == TSU_OK; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            if (radius[i] == radius[j] && memcmp(centre[i], centre[j], sizeof centre[i]) == 0) {
                return tsu_error_set(
                    err, TSU_ERROR_INPUT,
                    "spheres %d and %d of the clump are identical (x y z r: %g %g %g %g); remove one", i + 1,
                    j + 1, centre[i][0], centre[i][1], centre[i][2], radius[i]);
            }
        }
    }
    return status == TSU_OK ? check_parts(count, centre, radius, err) : status;
}

/* Room, and the spheres in it about `middle` in units of `size`. */
static tsu_status prepare(measure *m, int32_t count, const double (*centre)[3], const double *radius,
                          double middle[3], double *size, tsu_error *err)
{
    double extent = 0.0;
    for (int k = 0; k < 3; k++) {
        double lo = centre[0][k] - radius[0], hi = centre[0][k] + radius[0];
        for (int32_t i = 1; i < count; i++) {
            lo = fmin(lo, centre[i][k] - radius[i]);
            hi = fmax(hi, centre[i][k] + radius[i]);
        }
        middle[k] = 0.5 * (lo + hi);
        extent = fmax(extent, 0.5 * (hi - lo));
    }
    int exponent;
    (void)frexp(extent, &exponent);
    *size = ldexp(1.0, exponent);
    m->count = count;
    tsu_status status = tsu_memory_allocate(&m->centre, (size_t)count, sizeof *m->centre, "clump", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&m->radius, (size_t)count, sizeof *m->radius, "clump", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&m->disc, (size_t)count, sizeof *m->disc, "clump", err);
    if (status == TSU_OK)
        status = tsu_memory_allocate(&m->room, 2 * (size_t)count, sizeof *m->room, "clump", err);
    for (int32_t i = 0; i < count && status == TSU_OK; i++) {
        for (int k = 0; k < 3; k++)
            m->centre[i][k] = (centre[i][k] - middle[k]) / *size;
        m->radius[i] = radius[i] / *size;
    }
    return status;
}

/* From sums in units of `size` about `middle` to the solid; the error relative to volume and inertia. */
static void finish(const measure *m, const double middle[3], double size, const double (*centre)[3],
                   const double *radius, tsu_solid *out)
{
    const double rounding = 1e-14;
    tsu_solid s = {0};
    tsu_solid_complete(&s, m->sum[0], &m->sum[1], &m->sum[4], 1e-9);
    double reach = 0.0;
    for (int32_t i = 0; i < m->count; i++) {
        const double *c = m->centre[i];
        const tsu_vec3 way = {c[0] - s.centre[0], c[1] - s.centre[1], c[2] - s.centre[2]};
        reach = fmax(reach, tsu_vec3_norm(way) + m->radius[i]);
    }
    for (int k = 0; k < INTEGRALS; k++) {
        const double scale = k == 0 ? 1.0 : k < 4 ? reach : reach * reach;
        s.error = fmax(s.error, m->error[k] / (s.volume * scale));
    }
    s.error = s.error + rounding;
    s.volume *= size * size * size;
    s.radius = 0.0;
    for (int k = 0; k < 3; k++)
        s.centre[k] = middle[k] + size * s.centre[k];
    for (int32_t i = 0; i < m->count; i++) {
        const tsu_vec3 way = {centre[i][0] - s.centre[0], centre[i][1] - s.centre[1],
                              centre[i][2] - s.centre[2]};
        s.radius = fmax(s.radius, tsu_vec3_norm(way) + radius[i]);
    }
    const double fifth = size * size * size * size * size;
    for (int k = 0; k < 9; k++)
        s.inertia[k / 3][k % 3] *= fifth;
    for (int k = 0; k < 3; k++)
        s.moments[k] *= fifth;
    *out = s;
}

tsu_status tsu_clump_shape_measure(int32_t count, const double (*centre)[3], const double *radius,
                                   tsu_solid *out, tsu_error *err)
{
    measure m = {0};
    double middle[3], size = 1.0, scale = 0.0;
    tsu_status status = check_numbers(count, centre, radius, err);
    if (status == TSU_OK) status = prepare(&m, count, centre, radius, middle, &size, err);
    if (status == TSU_OK) status = find_heights(&m, err);
    for (int32_t i = 0; i < count && status == TSU_OK; i++) {
        scale = fmax(scale, m.radius[i] * m.radius[i] * m.radius[i]);
    }
    for (size_t k = 1; k < m.heights && status == TSU_OK; k++) {
        const double a = m.height[k - 1], b = m.height[k];
        if (b > a) integrate(&m, a, b, 0.0, 1.0, 1e-13 * scale, 0);
    }
    if (status == TSU_OK) finish(&m, middle, size, centre, radius, out);
    forget(&m);
    return status;
}
