/* SPDX-License-Identifier: Apache-2.0 */
#include "state/spread.h"
#include "base/random.h"
#include <math.h>

static tsu_status check(const tsu_spread *s, const char *what, tsu_error *err)
{
    if (!isfinite(s->a) || !isfinite(s->b))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the parameters %g and %g of the %s are not finite", s->a,
                             s->b, what);
    switch (s->kind) {
    case TSU_SPREAD_CONSTANT:
        if (s->a > 0.0) return TSU_OK;
        return tsu_error_set(err, TSU_ERROR_INPUT, "the %s is %g; it must be positive", what, s->a);
    case TSU_SPREAD_UNIFORM:
        if (s->a > 0.0 && s->b >= s->a) return TSU_OK;
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the %s is spread from %g to %g; the first must be positive, the second not less", what, s->a,
            s->b);
    case TSU_SPREAD_GAUSSIAN:
        if (s->b >= 0.0 && s->a - 3.0 * s->b > 0.0) return TSU_OK;
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the %s has mean %g and deviation %g; the mean less three deviations must be "
                             "positive, so decrease the deviation",
                             what, s->a, s->b);
    case TSU_SPREAD_LOGNORMAL:
        if (s->b >= 0.0 && fabs(s->a) + 3.0 * s->b < 200.0) return TSU_OK;
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the logarithm of the %s has mean %g and deviation %g; that leaves the range of "
                             "numbers",
                             what, s->a, s->b);
    }
    return TSU_OK;
}

tsu_status tsu_spread_make(tsu_spread *s, tsu_spread_kind kind, double a, double b, bool by_mass,
                           const char *what, tsu_error *err)
{
    *s = (tsu_spread){.kind = kind, .by_mass = by_mass, .a = a, .b = b, .lo = a, .hi = a};
    const tsu_status status = check(s, what, err);
    if (status != TSU_OK) return status;
    if (kind == TSU_SPREAD_UNIFORM) s->hi = b;
    if (kind == TSU_SPREAD_GAUSSIAN) {
        s->lo = a - 3.0 * b;
        s->hi = a + 3.0 * b;
    }
    if (kind == TSU_SPREAD_LOGNORMAL) {
        s->lo = tsu_exp(a - 3.0 * b);
        s->hi = tsu_exp(a + 3.0 * b);
    }
    return TSU_OK;
}

/* ---- moments ------------------------------------------------------------------------------------------------------ */

/* Density of the law over t, a variable over which it is smooth: the value, or its logarithm. */
static double density(const tsu_spread *s, double t, double value)
{
    const double z = (t - s->a) / s->b;
    const double w = s->kind == TSU_SPREAD_UNIFORM ? 1.0 : tsu_exp(-0.5 * z * z);
    return s->by_mass ? w / (value * value * value) : w;
}

/* By Simpson's rule on panels so many that the error is far below what drawing can show. */
double tsu_spread_moment(const tsu_spread *s, int power)
{
    enum { PANELS = 2000 };
    double mean = 1.0;
    if (!(s->hi > s->lo)) {
        for (int q = 0; q < power; q++) {
            mean *= s->lo;
        }
        return mean;
    }
    const bool logarithm = s->kind == TSU_SPREAD_LOGNORMAL;
    const double lo = logarithm ? s->a - 3.0 * s->b : s->lo, hi = logarithm ? s->a + 3.0 * s->b : s->hi;
    double above = 0.0, below = 0.0;
    for (int k = 0; k <= PANELS; k++) {
        const double t = lo + (hi - lo) * k / PANELS, value = logarithm ? tsu_exp(t) : t;
        const double weight = (k == 0 || k == PANELS ? 1.0 : k % 2 ? 4.0 : 2.0) * density(s, t, value);
        double v = 1.0;
        for (int q = 0; q < power; q++) {
            v *= value;
        }
        above += weight * v;
        below += weight;
    }
    return above / below;
}

/* ---- drawing ------------------------------------------------------------------------------------------------------ */

/* One value of the law as it is by number, or NAN where the law is cut. */
static double draw_plain(const tsu_spread *s, uint64_t seed, uint64_t id, uint32_t purpose, uint32_t counter)
{
    if (s->kind == TSU_SPREAD_UNIFORM)
        return s->lo + (s->hi - s->lo) * tsu_random_uniform(seed, id, (tsu_random_purpose)purpose, counter);
    const double z = tsu_random_normal(seed, id, (tsu_random_purpose)purpose, counter);
    if (fabs(z) > 3.0) return NAN;
    const double t = s->a + s->b * z;
    return s->kind == TSU_SPREAD_LOGNORMAL ? tsu_exp(t) : t;
}

double tsu_spread_draw(const tsu_spread *s, uint64_t seed, uint64_t id, uint32_t purpose)
{
    if (!(s->hi > s->lo)) return s->lo;
    for (uint32_t counter = 0;; counter += 2) {
        const double value = draw_plain(s, seed, id, purpose, counter);
        if (isnan(value)) continue;
        if (!s->by_mass) return fmin(fmax(value, s->lo), s->hi);
        const double u = tsu_random_uniform(seed, id, (tsu_random_purpose)purpose, counter + 1);
        const double rarer = s->lo / value; /* by number the law is divided by the cube of the value */
        if (u < rarer * rarer * rarer) return value;
    }
}
