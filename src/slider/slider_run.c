/* SPDX-License-Identifier: Apache-2.0 */
/* Running a slider over its schedule with steps that are cut when they do not converge; and checking its values. */
#include "slider/slider.h"

/* The next moment at which a step has to end: a change of the drive, or the end of the run. */
static double next_stop(const tsu_slider *s, double time, double until)
{
    for (int n = 0; n < s->drive_count; n++) {
        if (s->drive[n].start > time && s->drive[n].start < until) return s->drive[n].start;
    }
    return until;
}

tsu_status tsu_slider_run(const tsu_slider *s, double until, tsu_slider_state *x,
                          tsu_slider_observer *observer, void *ctx, tsu_error *err)
{
    const tsu_status checked = tsu_slider_check(s, err);
    if (checked != TSU_OK) return checked;
    tsu_slider_newton newton = {0};
    double largest = s->dt;
    int cuts = 0;
    while (x->time < until) {
        const double stop = next_stop(s, x->time, until), left = stop - x->time;
        const double count = ceil(left / largest - 1e-6); /* rounding of the time must not add a step */
        const tsu_status status = tsu_slider_advance(s, count > 1.0 ? left / count : left, x, &newton, err);
        if (status == TSU_ERROR_UNSTABLE && cuts < s->cuts_max) {
            largest *= 0.5;
            cuts++;
            continue;
        }
        if (status != TSU_OK) return status;
        if (count <= 1.0) x->time = stop; /* no rounding is carried over a stop */
        newton.cuts = cuts;
        if (cuts > 0) {
            largest *= 2.0;
            cuts--;
        }
        const tsu_status observed = observer ? observer(ctx, x, &newton, err) : TSU_OK;
        if (observed != TSU_OK) return observed;
    }
    return TSU_OK;
}

/* ---- checking ----------------------------------------------------------------------------------------------- */

typedef struct bound {
    const char *name;
    double value, lowest;
    bool open; /* the bound itself is not allowed */
    const char *unit;
} bound;

static tsu_status check_bounds(const bound *b, int count, tsu_error *err)
{
    for (int n = 0; n < count; n++) {
        const bool fine =
            isfinite(b[n].value) && (b[n].open ? b[n].value > b[n].lowest : b[n].value >= b[n].lowest);
        if (!fine)
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s is %g%s%s; it must be a number %s %g", b[n].name,
                                 b[n].value, b[n].unit[0] ? " " : "", b[n].unit,
                                 b[n].open ? "above" : "not below", b[n].lowest);
    }
    return TSU_OK;
}

static tsu_status check_friction(const tsu_slider *s, tsu_error *err)
{
    const tsu_friction *f = &s->friction;
    const bound bounds[] = {
        {"the static friction mu_s", f->mu_s, 0.0, false, ""},
        {"the kinetic friction mu_k", f->mu_k, 0.0, false, ""},
        {"the decay kappa", f->kappa, 0.0, false, "1/m"},
        {"the recovery xi", f->xi, 0.0, false, "1/s"},
        {"the subloading parameter m", f->m, 0.0, true, "1/m"},
        {"the tangential stiffness alpha", s->alpha, 0.0, true, "Pa/m"},
    };
    const tsu_status status = check_bounds(bounds, (int)(sizeof bounds / sizeof bounds[0]), err);
    if (status != TSU_OK) return status;
    if (f->mu_k > f->mu_s)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the kinetic friction mu_k = %g is above the static friction mu_s = %g; friction weakens "
            "with slip here, so mu_k must not exceed mu_s",
            f->mu_k, f->mu_s);
    if (s->mu_initial >= 0.0 && (s->mu_initial < f->mu_k || s->mu_initial > f->mu_s))
        return tsu_error_set(err, TSU_ERROR_INPUT, "the initial friction %g lies outside mu_k..mu_s = %g..%g",
                             s->mu_initial, f->mu_k, f->mu_s);
    return TSU_OK;
}

static tsu_status check_schedules(const tsu_slider *s, tsu_error *err)
{
    for (int n = 1; n < s->drive_count; n++) {
        if (!(s->drive[n].start > s->drive[n - 1].start))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the drive's schedule is out of order: phase %d starts at %g s, phase %d before it at %g "
                "s; give the phases in the order of time",
                n + 1, s->drive[n].start, n, s->drive[n - 1].start);
    }
    for (int n = 0; n < s->drive_count; n++) {
        if (s->dimensions == 1 && s->drive[n].velocity.y != 0.0)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the drive moves across at %g m/s in a slider of one dimension; set dimensions to 2",
                s->drive[n].velocity.y);
    }
    if (!s->load_fn && s->load_count == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the slider has no normal traction; give one");
    for (int n = 1; n < s->load_count; n++) {
        if (!(s->load[n].time > s->load[n - 1].time))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the normal traction's schedule is out of order: %g s comes after %g s; give the times in "
                "increasing order",
                s->load[n].time, s->load[n - 1].time);
    }
    return TSU_OK;
}

tsu_status tsu_slider_check(const tsu_slider *s, tsu_error *err)
{
    const bound bounds[] = {
        {"the mass", s->mass, 0.0, false, "kg"},
        {"the spring's stiffness", s->stiffness, 0.0, true, "N/m"},
        {"the damper", s->damper, 0.0, false, "N s/m"},
        {"the contact area", s->area, 0.0, true, "m^2"},
        {"the time step", s->dt, 0.0, true, "s"},
        {"the tolerance", s->tolerance, 0.0, true, ""},
    };
    tsu_status status = check_bounds(bounds, (int)(sizeof bounds / sizeof bounds[0]), err);
    if (status == TSU_OK) status = check_friction(s, err);
    if (status == TSU_OK) status = check_schedules(s, err);
    if (status != TSU_OK) return status;
    if (s->mass == 0.0 && s->damper == 0.0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "the slider has mass 0 and damper 0: when it slips nothing limits its speed; give it a mass or "
            "a damper");
    if (s->dimensions != 1 && s->dimensions != 2)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the slider has %d dimensions; it can have 1 or 2",
                             s->dimensions);
    if (s->iterations_max < 1 || s->iterations_max > TSU_SLIDER_ITERATIONS_MAX || s->cuts_max < 0)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%d iterations and %d cuts of a step are not possible; give 1 to %d and 0 or more",
            s->iterations_max, s->cuts_max, TSU_SLIDER_ITERATIONS_MAX);
    return TSU_OK;
}
