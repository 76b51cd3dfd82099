/* SPDX-License-Identifier: Apache-2.0 */
/* stability.h - does steady sliding last? Linear stability of the slider of slider.h.
 *
 * A small disturbance of steady sliding at speed V under the normal traction f_n grows as exp(s t), with s a root of
 *
 *   M s^3 + (M b' + C) s^2 + (K + C b' - N c') s + K b' = 0
 *
 *   N = S f_n,  b = kappa V + xi,  c = kappa xi (mu_s - mu_k)/b,  theta = 1 - c f_n/alpha,  b' = b/theta,  c' = c/theta
 *
 * so it is stable if and only if N c' < C (b' + K/(M b' + C)). R does not enter: it is 1 in steady sliding. */
#ifndef TSU_SLIDER_STABILITY_H
#define TSU_SLIDER_STABILITY_H

#include "slider/slider.h"

typedef struct tsu_slider_modes {
    double growth;    /* real part of the leading root                    [1/s] */
    double frequency; /* its imaginary part, 0 when it does not oscillate [rad/s] */
    double creep;     /* the real root                                    [1/s] */
    double mu;        /* friction in steady sliding                       [-] */
    bool stable;
} tsu_slider_modes;

/* The disturbance's growth at a speed V > 0. Only the physics of `s` is used, no schedule. */
tsu_status tsu_slider_find_modes(const tsu_slider *s, double f_n, double V, tsu_slider_modes *out,
                                 tsu_error *err);

/* The largest V at which stability changes: below it sliding is unstable, above it stable. False if there is none
 * within twelve decades about xi/kappa. */
bool tsu_slider_critical_velocity(const tsu_slider *s, double f_n, double *V);

/* The stiffness above which sliding at V is stable; 0 if it always is, infinite if no spring is stiff enough. */
double tsu_slider_critical_stiffness(const tsu_slider *s, double f_n, double V);

/* Simulates a small disturbance of steady sliding at V over `periods` of its oscillation and measures growth [1/s] and
 * frequency [rad/s]. `steps` time steps per period, and as many again half as long: the law's first-order error is
 * extrapolated away. Fails where the prediction does not oscillate. */
tsu_status tsu_slider_simulate_growth(const tsu_slider *s, double f_n, double V, double periods, int steps,
                                      double *growth, double *frequency, tsu_error *err);

#endif
