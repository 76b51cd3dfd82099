/* SPDX-License-Identifier: Apache-2.0 */
/* Growth rates measured on the simulated slider, to hold against those of the linear theory. */
#include "base/elementary.h"
#include "slider/stability.h"

/* Samples y of a lone oscillating mode, a fixed time apart, obey y_2 = p y_1 - q y_0 with q = exp(2 growth dt) and
 * p = 2 sqrt(q) cos(frequency dt): sums for the least squares fit of p and q. */
typedef struct fit {
    double V, next, stride, from, slack;
    double y[3];
    int count;
    double s11, s10, s00, s21, s20;
} fit;

static tsu_status sample(void *ctx, const tsu_slider_state *x, const tsu_slider_newton *n, tsu_error *err)
{
    (void)n, (void)err;
    fit *f = ctx;
    if (x->time < f->next - f->slack) return TSU_OK;
    f->next += f->stride;
    f->y[0] = f->y[1];
    f->y[1] = f->y[2];
    f->y[2] = x->v.x - f->V;
    if (x->time < f->from || ++f->count < 3) return TSU_OK;
    f->s11 += f->y[1] * f->y[1];
    f->s10 += f->y[1] * f->y[0];
    f->s00 += f->y[0] * f->y[0];
    f->s21 += f->y[2] * f->y[1];
    f->s20 += f->y[2] * f->y[0];
    return TSU_OK;
}

static tsu_status measure(tsu_slider s, double V, double from, double until, double stride, double *growth,
                          double *frequency, tsu_error *err)
{
    fit f = {.V = V, .stride = stride, .next = stride, .from = from, .slack = 0.25 * s.dt};
    tsu_slider_state x;
    /* a disturbance so small that it stays linear however long it grows, and far above rounding */
    tsu_status status = tsu_slider_start_steady(&s, 1e-5 * V, &x, err);
    if (status == TSU_OK) status = tsu_slider_run(&s, until, &x, sample, &f, err);
    if (status != TSU_OK) return status;
    const double determinant = f.s11 * f.s00 - f.s10 * f.s10;
    const double p = (f.s21 * f.s00 - f.s20 * f.s10) / determinant;
    const double q = (f.s21 * f.s10 - f.s20 * f.s11) / determinant;
    *growth = 0.5 * tsu_log(q) / stride;
    *frequency = tsu_acos_of(0.5 * p / sqrt(q)) / stride;
    return TSU_OK;
}

tsu_status tsu_slider_simulate_growth(const tsu_slider *s, double f_n, double V, double periods, int steps,
                                      double *growth, double *frequency, tsu_error *err)
{
    tsu_slider_modes m;
    const tsu_status found = tsu_slider_find_modes(s, f_n, V, &m, err);
    if (found != TSU_OK) return found;
    if (m.frequency == 0.0 || steps < 24)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "growth cannot be measured at V = %g m/s: the disturbance does not oscillate, or %d steps per "
            "period are fewer than 24",
            V, steps);
    const tsu_slider_phase drive[] = {{0.0, {V, 0.0, 0.0}}};
    const tsu_slider_load load[] = {{0.0, f_n}};
    tsu_slider one = *s;
    one.drive = drive;
    one.drive_count = 1;
    one.load = load;
    one.load_count = 1;
    one.load_fn = NULL;
    const double period = 6.283185307179586 / m.frequency, dt = period / steps,
                 stride = dt * floor(steps / 7.0);
    const double from = fmin(30.0 * period, 12.0 / fabs(m.creep)); /* until the creeping mode is gone */
    const double until =
        dt * ceil((from + periods * period) / dt); /* whole steps, so that samples are evenly spaced */
    double g[2], w[2];
    tsu_status status = TSU_OK;
    for (int half = 0; half < 2 && status == TSU_OK; half++) {
        one.dt = half ? 0.5 * dt : dt;
        status = measure(one, V, from, until, stride, &g[half], &w[half], err);
    }
    if (status != TSU_OK) return status;
    *growth = 2.0 * g[1] - g[0];
    *frequency = 2.0 * w[1] - w[0];
    return TSU_OK;
}
