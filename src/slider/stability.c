/* SPDX-License-Identifier: Apache-2.0 */
#include "slider/stability.h"
#include "base/power.h"
#include <complex.h>

/* The cubic's coefficients: third s^3 + second s^2 + first s + zeroth. */
typedef struct cubic {
    double third, second, first, zeroth;
} cubic;

typedef struct rates {
    double b, c, load; /* b', c' and N */
} rates;

static rates rates_at(const tsu_slider *s, double f_n, double V)
{
    const tsu_friction *f = &s->friction;
    const double b = f->kappa * V + f->xi;
    const double c = b > 0.0 ? f->kappa * f->xi * (f->mu_s - f->mu_k) / b : 0.0;
    const double theta = 1.0 - c * f_n / s->alpha;
    return (rates){b / theta, c / theta, s->area * f_n};
}

static cubic cubic_at(const tsu_slider *s, double f_n, double V)
{
    const rates r = rates_at(s, f_n, V);
    return (cubic){s->mass, s->mass * r.b + s->damper, s->stiffness + s->damper * r.b - r.load * r.c,
                   s->stiffness * r.b};
}

static double complex cubic_value(const cubic *p, double complex s)
{
    return ((p->third * s + p->second) * s + p->first) * s + p->zeroth;
}

/* A few steps of Newton's method, as long as they help, remove the rounding of the closed form. */
static double complex polish(const cubic *p, double complex s)
{
    for (int n = 0; n < 10; n++) {
        const double complex slope = (3.0 * p->third * s + 2.0 * p->second) * s + p->first;
        if (cabs(slope) == 0.0) break;
        const double complex next = s - cubic_value(p, s) / slope;
        if (!(cabs(cubic_value(p, next)) < cabs(cubic_value(p, s)))) break;
        s = next;
    }
    return s;
}

/* The real root of a cubic with a positive leading coefficient, by bisection between Cauchy's bounds. */
static double real_root(const cubic *p)
{
    const double most = fmax(fabs(p->second), fmax(fabs(p->first), fabs(p->zeroth))) / p->third + 1.0;
    double low = -most, high = most;
    for (int n = 0; n < 300 && high > low; n++) {
        const double s = 0.5 * (low + high);
        if (s == low || s == high) break;
        if (creal(cubic_value(p, s)) < 0.0)
            low = s;
        else
            high = s;
    }
    return creal(polish(p, 0.5 * (low + high)));
}

/* The roots of second s^2 + first s + zeroth; the leading one and the other. */
static void quadratic_roots(double second, double first, double zeroth, double complex root[2])
{
    const double complex q = csqrt((double complex)(first * first - 4.0 * second * zeroth));
    const double complex big = -0.5 * (first + (first >= 0.0 ? q : -q)); /* no cancellation */
    root[0] = big / second;
    root[1] = cabs(big) > 0.0 ? zeroth / big : 0.0;
}

/* All roots, the real one last. What remains after dividing by a root is built from the side that loses no digits: from
 * the low coefficients when the root is large, from the high ones when it is small. */
static void cubic_roots(const cubic *p, double complex root[3])
{
    const double r = real_root(p);
    double second = p->second + p->third * r, first = p->first + second * r;
    if (fabs(p->third * r * r * r) > fabs(p->zeroth)) {
        first = -p->zeroth / r;
        second = (first - p->first) / r;
    }
    quadratic_roots(p->third, second, first, root);
    root[0] = polish(p, root[0]);
    root[1] = polish(p, root[1]);
    root[2] = r;
}

static void order_modes(tsu_slider_modes *out, const double complex *root, int count)
{
    int leading = 0;
    for (int n = 1; n < count; n++) {
        if (creal(root[n]) > creal(root[leading])) leading = n;
    }
    out->growth = creal(root[leading]);
    out->frequency = fabs(cimag(root[leading]));
    out->stable = out->growth < 0.0;
}

tsu_status tsu_slider_find_modes(const tsu_slider *s, double f_n, double V, tsu_slider_modes *out,
                                 tsu_error *err)
{
    if (!(V > 0.0) || !isfinite(V))
        return tsu_error_set(err, TSU_ERROR_INPUT, "steady sliding needs a positive velocity, not %g m/s", V);
    if (!(f_n > 0.0) || !isfinite(f_n))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the normal traction is %g Pa; it must be positive", f_n);
    if (s->mass == 0.0 && s->damper == 0.0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the slider has mass 0 and damper 0, so it has no modes; its critical stiffness is %g N/m",
            tsu_slider_critical_stiffness(s, f_n, V));
    const cubic p = cubic_at(s, f_n, V);
    if (!isfinite(p.zeroth) || !isfinite(p.first))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "at V = %g m/s friction falls exactly as fast as the interface unloads (alpha = %g Pa/m); "
            "steady sliding has no linear response there",
            V, s->alpha);
    double complex root[3];
    int count = 3;
    if (s->mass > 0.0) {
        cubic_roots(&p, root);
    } else {
        quadratic_roots(p.second, p.first, p.zeroth, root);
        count = 2;
    }
    order_modes(out, root, count);
    out->creep = creal(root[count - 1]);
    out->mu = tsu_slider_steady_friction(&s->friction, V);
    return TSU_OK;
}

/* Positive where steady sliding is stable. */
static double margin(const tsu_slider *s, double f_n, double V)
{
    const rates r = rates_at(s, f_n, V);
    if (r.b <= 0.0) return -1.0;
    if (s->mass == 0.0 && s->damper == 0.0) return s->stiffness - r.load * r.c;
    const double denominator = s->mass * r.b + s->damper;
    return s->damper * (r.b + s->stiffness / denominator) - r.load * r.c;
}

bool tsu_slider_critical_velocity(const tsu_slider *s, double f_n, double *V)
{
    const tsu_friction *f = &s->friction;
    if (!(f->kappa > 0.0) || !(f->xi > 0.0)) return false;
    const double unit = f->xi / f->kappa;
    const int steps = 2400;
    for (int n = steps; n > 0; n--) {
        double high = unit * tsu_pow(10.0, 12.0 * n / steps - 6.0),
               low = unit * tsu_pow(10.0, 12.0 * (n - 1) / steps - 6.0);
        const bool above = margin(s, f_n, high) > 0.0, below = margin(s, f_n, low) > 0.0;
        if (above == below) continue;
        for (int k = 0; k < 80; k++) {
            const double middle = 0.5 * (low + high);
            if ((margin(s, f_n, middle) > 0.0) == above)
                high = middle;
            else
                low = middle;
        }
        *V = 0.5 * (low + high);
        return true;
    }
    return false;
}

double tsu_slider_critical_stiffness(const tsu_slider *s, double f_n, double V)
{
    const rates r = rates_at(s, f_n, V);
    const double drive = r.load * r.c;
    if (r.b <= 0.0) return INFINITY;
    if (s->damper > 0.0) return fmax(0.0, (drive / s->damper - r.b) * (s->mass * r.b + s->damper));
    return s->mass > 0.0 && drive > 0.0 ? INFINITY : drive;
}
