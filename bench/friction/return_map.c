/* SPDX-License-Identifier: Apache-2.0 */
/* return_map.c - return maps of the ageing friction per second and core: one by one, and in the block loop of the contact law.
 * States: `wide` draws all parameters from the ranges of the law's tests (many decades), `bed` are the small increments of a
 * granular bed in plastic loading. Built and run by run.sh. */
#include "law/tangential_elastoplastic.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCKS = 64, STATES = BLOCKS * TSU_LANES, ROUNDS = 40, REPEATS = 7 };

typedef struct state {
    tsu_friction f;
    tsu_friction_state s;
    double du, alpha, f_n, dt;
} state;

static uint64_t seed = 1;

static double uniform(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) * 0x1p-53;
}

static double log_uniform(double low, double high)
{
    return low * pow(high / low, uniform());
}

static state draw(bool wide)
{
    state x = {.f = {.mu_s = 0.6, .mu_k = 0.3, .kappa = 500.0, .xi = 2.0, .m = 1e5}};
    x.alpha = 1e4, x.f_n = 0.1 + uniform(), x.dt = 1e-5, x.du = log_uniform(1e-8, 1e-6);
    if (wide) {
        x.f.kappa = log_uniform(0.1, 1e3), x.f.xi = log_uniform(1e-3, 1e2), x.f.m = log_uniform(0.1, 1e4);
        x.f.mu_k = uniform(), x.f.mu_s = x.f.mu_k + uniform();
        x.alpha = log_uniform(1.0, 1e7), x.f_n = log_uniform(1e-6, 1e6), x.dt = log_uniform(1e-9, 1.0);
        x.du = log_uniform(1e-9, 1e2);
    }
    x.s.mu = x.f.mu_k + (x.f.mu_s - x.f.mu_k) * uniform();
    x.s.R = wide ? (double[]){0.0, 1e-8, uniform(), 1.0 - 1e-10, 1.0}[(int)(5 * uniform())]
                 : 0.3 + 0.7 * uniform();
    x.s.u.x = x.s.R * x.s.mu * x.f_n / x.alpha;
    return x;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x)
{
    qsort(x, REPEATS, sizeof *x, by_value);
    return x[REPEATS / 2];
}

static state states[STATES];
static volatile double sink;

static double time_scalar(double *improvements)
{
    double sum = 0.0, count = 0.0;
    const double began = seconds();
    for (int n = 0; n < ROUNDS; n++) {
        for (int k = 0; k < STATES; k++) {
            const state *x = &states[k];
            tsu_friction_state s = x->s;
            const tsu_friction_step o =
                tsu_friction_update(x->f, &s, tsu_vec3_make(x->du, 0, 0), x->alpha, x->f_n, x->dt);
            sum += s.R;
            count += o.improvements;
        }
    }
    sink = sum;
    *improvements = count / ((double)ROUNDS * STATES);
    return (double)ROUNDS * STATES / (seconds() - began);
}

typedef struct lanes {
    tsu_block b;
    tsu_lane p[TSU_ELASTOPLASTIC_COEFFICIENTS], h[TSU_ELASTOPLASTIC_HISTORY];
} lanes;

static void fill(lanes *w, const state *x)
{
    memset(w, 0, sizeof *w);
    for (int l = 0; l < TSU_LANES; l++, x++) {
        const double p[] = {x->f.mu_s, x->f.mu_k, x->f.kappa, x->f.xi, x->f.m, x->f.mu_s, 0.0};
        const double h[] = {x->s.u.x, 0.0, 0.0, x->s.mu, x->s.R, x->alpha};
        for (int q = 0; q < TSU_ELASTOPLASTIC_COEFFICIENTS; q++) {
            w->p[q][l] = p[q];
        }
        for (int q = 0; q < TSU_ELASTOPLASTIC_HISTORY; q++) {
            w->h[q][l] = h[q];
        }
        w->b.nz[l] = 1.0, w->b.touching[l] = 1.0;
        w->b.k_t[l] = x->alpha, w->b.f_n[l] = x->f_n;
        w->b.vtx[l] = x->du; /* with dt = 1; xi dt is what counts for the ageing */
        w->p[TSU_ELASTOPLASTIC_XI][l] = x->f.xi * x->dt;
    }
    w->b.dt = 1.0;
}

static double time_block(void)
{
    static lanes start[BLOCKS], now[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) {
        fill(&start[k], states + k * TSU_LANES);
    }
    double spent = 0.0;
    for (int n = 0; n < ROUNDS; n++) {
        memcpy(now, start, sizeof now);
        const double began = seconds();
        for (int k = 0; k < BLOCKS; k++) {
            tsu_law_tangential_elastoplastic.stage(&now[k].b, (const tsu_lane *)now[k].p, now[k].h);
        }
        spent += seconds() - began;
    }
    sink = now[BLOCKS - 1].h[TSU_ELASTOPLASTIC_R][0];
    return (double)ROUNDS * STATES / spent;
}

int main(void)
{
    printf("| states | improvements | one by one [million/s] | in blocks, with all of the law [million/s] "
           "|\n|---|---|---|---|\n");
    for (int wide = 0; wide < 2; wide++) {
        double scalar[REPEATS], block[REPEATS], improvements = 0.0;
        for (int k = 0; k < STATES;) {
            states[k] = draw(wide);
            tsu_friction_state s = states[k].s;
            const tsu_friction_step o =
                tsu_friction_update(states[k].f, &s, tsu_vec3_make(states[k].du, 0, 0), states[k].alpha,
                                    states[k].f_n, states[k].dt);
            k += o.plastic;
        }
        for (int r = 0; r < REPEATS; r++) {
            scalar[r] = time_scalar(&improvements);
            block[r] = time_block();
        }
        printf("| %s | %.2f | %.1f | %.1f |\n", wide ? "wide" : "bed", improvements, 1e-6 * median(scalar),
               1e-6 * median(block));
    }
    return 0;
}
