/* SPDX-License-Identifier: Apache-2.0 */
/* Every normal and cohesion law over random paths: finite, the accounts exact, the same bits in vector lanes and in
 * scalar code, and no bit changed when i and j change places. */
#include "collide.h"
#include "law/cohesion_sjkr.h"
#include "law/cohesion_sjkr2.h"
#include "law/normal_edinburgh.h"
#include "law/normal_edinburgh_stiffness.h"
#include "law/normal_hertz.h"
#include "law/normal_hertz_stiffness.h"
#include "law/normal_hooke.h"
#include "law/normal_hooke_hysteresis.h"
#include "law/normal_hooke_stiffness.h"
#include "law/normal_jkr.h"
#include "law/normal_luding.h"
#include "law/normal_thornton_ning.h"
#include "step/wall/wall.h"

#define SCALAR(name)                                                                                         \
    static void scalar_##name(const double *p, tsu_contact *c, double *h)                                    \
    {                                                                                                        \
        tsu_##name(p, c, h);                                                                                 \
    }
SCALAR(normal_edinburgh_stiffness_linear)
SCALAR(normal_edinburgh_stiffness_three_half)
SCALAR(normal_edinburgh_stiffness_any)
SCALAR(normal_edinburgh_three_half)
SCALAR(normal_edinburgh_any)
SCALAR(normal_hertz)
SCALAR(normal_hertz_stiffness)
SCALAR(normal_hooke)
SCALAR(normal_hooke_stiffness)
SCALAR(normal_hooke_hysteresis)
SCALAR(normal_luding)
SCALAR(normal_thornton_ning)
SCALAR(normal_jkr)
SCALAR(cohesion_sjkr)
SCALAR(cohesion_sjkr2)

static const struct subject {
    const char *normal, *cohesion;
    double n, c; /* exponents of the Edinburgh laws */
    tsu_law_fn *scalar;
    const drive_keyword keyword[2];
} subjects[] = {
    {"edinburgh/stiffness", NULL, 1.0, 1.0, scalar_normal_edinburgh_stiffness_linear, {{0}}},
    {"edinburgh/stiffness", NULL, 1.5, 1.5, scalar_normal_edinburgh_stiffness_three_half, {{0}}},
    {"edinburgh/stiffness", NULL, 1.3, 2.1, scalar_normal_edinburgh_stiffness_any, {{0}}},
    {"edinburgh/stiffness", NULL, 1.0, 1.0, scalar_normal_edinburgh_stiffness_linear, {{"fixKc", "on"}}},
    {"edinburgh/stiffness",
     NULL,
     1.5,
     1.5,
     scalar_normal_edinburgh_stiffness_three_half,
     {{"consistent", "on"}}},
    {"edinburgh/stiffness", NULL, 1.3, 2.1, scalar_normal_edinburgh_stiffness_any, {{"consistent", "on"}}},
    {"edinburgh", NULL, 1.5, 1.5, scalar_normal_edinburgh_three_half, {{0}}},
    {"edinburgh", NULL, 1.5, 2.0, scalar_normal_edinburgh_any, {{"consistent", "on"}}},
    {"hertz", NULL, 0, 0, scalar_normal_hertz, {{0}}},
    {"hertz", NULL, 0, 0, scalar_normal_hertz, {{"limitForce", "on"}}},
    {"hertz/stiffness", NULL, 0, 0, scalar_normal_hertz_stiffness, {{0}}},
    {"hooke", NULL, 0, 0, scalar_normal_hooke, {{0}}},
    {"hooke", NULL, 0, 0, scalar_normal_hooke, {{"viscous", "on"}}},
    {"hooke/stiffness", NULL, 0, 0, scalar_normal_hooke_stiffness, {{0}}},
    {"hooke/stiffness", NULL, 0, 0, scalar_normal_hooke_stiffness, {{"absolute_damping", "on"}}},
    {"hooke/hysteresis", NULL, 0, 0, scalar_normal_hooke_hysteresis, {{0}}},
    {"luding", NULL, 0, 0, scalar_normal_luding, {{0}}},
    {"thornton_ning", NULL, 0, 0, scalar_normal_thornton_ning, {{0}}},
    {"jkr", NULL, 0, 0, scalar_normal_jkr, {{0}}},
    {"hertz", "sjkr", 0, 0, scalar_cohesion_sjkr, {{0}}},
    {"hooke", "sjkr2", 0, 0, scalar_cohesion_sjkr2, {{"tangential_reduce", "on"}}},
};

static void choose(drive *d, const struct subject *s)
{
    const drive_value values[] = {{"LoadingStiffness", 1000.0, 0},
                                  {"UnloadingStiffness", 3.0, 0},
                                  {"coefficientRestitution", 0.6, 0},
                                  {"overlapExponent", s->n, 0},
                                  {"adhesionExponent", s->c, 0},
                                  {"pullOffForce", -1e-3, 0},
                                  {"surfaceEnergy", 0.3, 0},
                                  {"coefficientAdhesionStiffness", 0.5, 0},
                                  {"coefficientMaxElasticStiffness", 4.0, 0},
                                  {"coefficientPlasticityDepth", 0.03, 0},
                                  {"coefficientYieldRatio", 0.1, 0.15},
                                  {"youngsModulus", 5e6, 8e6},
                                  {"poissonsRatio", 0.25, 0.3},
                                  {"characteristicVelocity", 0.5, 0},
                                  {"FluidViscosity", 1e-3, 0},
                                  {"CriticalStokes", 10.0, 0},
                                  {"MaximumRestitution", 0.9, 0},
                                  {"kn", 1e4, 0},
                                  {"kt", 5e3, 0},
                                  {"gamman", 100.0, 0},
                                  {"gammat", 50.0, 0},
                                  {"gamman_abs", 1e-2, 0},
                                  {"gammat_abs", 1e-2, 0},
                                  {"workOfAdhesion", 0.3, 0},
                                  {"cohesionEnergyDensity", 1e4, 0},
                                  {NULL, 0, 0}};
    drive_select(d, s->normal, s->cohesion, NULL, NULL, values, s->keyword[0].name ? s->keyword : NULL);
}

/* Lanes with bodies of their own, which stay. */
static void set_up(tsu_block *b, double dt)
{
    uint64_t random = 5;
    const tsu_contact none = {.dt = dt, .n = {1.0, 0.0, 0.0}};
    drive_fill(b, &none);
    for (int l = 0; l < TSU_LANES; l++) {
        b->wall[l] = l % 3 == 0;
        b->radius_i[l] = 2e-3 * (0.5 + collide_random(&random));
        b->radius_j[l] = l % 3 ? 2e-3 * (0.5 + collide_random(&random)) : b->radius_i[l];
        b->r_eff[l] =
            l % 3 ? b->radius_i[l] * b->radius_j[l] / (b->radius_i[l] + b->radius_j[l]) : b->radius_i[l];
        b->m_eff[l] = 1e-5 * (1.0 + collide_random(&random));
    }
}

static double next_overlap(double d, uint64_t *random)
{
    const double pick = collide_random(random), by = collide_random(random);
    if (pick < 0.2) return d * (1.0 + 0x1p-52 * floor(9.0 * by - 4.0));
    if (pick < 0.6) return d + 2e-5 * (by - 0.5);
    if (pick < 0.65) return -1e-7 * by; /* apart, but within the reach of adhesion */
    if (pick < 0.67) return 1.5e-3 * by;
    return 2e-4 * (by - 0.15);
}

static void move(tsu_block *b, uint64_t *random)
{
    for (int l = 0; l < TSU_LANES; l++) {
        b->overlap_before[l] = b->overlap[l];
        b->overlap[l] = next_overlap(b->overlap[l], random);
        b->v_n[l] = b->v_n_before[l] = (b->overlap_before[l] - b->overlap[l]) / b->dt;
        b->touching[l] = b->overlap[l] > 0.0;
    }
}

static void run(drive *d, tsu_block *b)
{
    for (int kind = TSU_NORMAL; kind <= TSU_COHESION; kind++) {
        if (d->law[kind])
            d->law[kind]->stage(b, &d->coefficient[d->coefficient_row[kind]],
                                &d->history[d->history_row[kind]]);
    }
}

/* Work of the mean of the old and the new force over each step = energy stored now + everything booked. */
static void check_accounts(const struct subject *s)
{
    drive d;
    choose(&d, s);
    static tsu_block b;
    set_up(&b, 1e-3);
    uint64_t random = 11;
    double work[TSU_LANES] = {0}, booked[TSU_LANES] = {0}, scale[TSU_LANES] = {0}, f_old[TSU_LANES] = {0};
    for (int step = 0; step < 2000; step++) {
        move(&b, &random);
        run(&d, &b);
        for (int l = 0; l < TSU_LANES; l++) {
            const double f = b.f_total[l], way = b.overlap[l] - b.overlap_before[l];
            double accounts = 0.0;
            for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                assert_true(isfinite(b.account[q][l]));
                accounts += b.account[q][l];
            }
            assert_true(isfinite(f) && isfinite(b.f_n[l]) && isfinite(b.elastic[l]) && isfinite(b.k_t[l]));
            assert_true(b.account[TSU_ACCOUNT_PLASTIC][l] >= 0.0);
            const double mean = 0.5 * (f + f_old[l]);
            work[l] += mean * way;
            booked[l] += accounts;
            scale[l] += (fabs(f) + fabs(f_old[l]) + fabs(b.f_damp[l])) * (fabs(way) + fabs(b.overlap[l]));
            if (fabs(work[l] - b.elastic[l] - booked[l]) > 1e-11 * scale[l])
                fail_msg("%s %s lane %d step %d: work %g, stored %g, booked %g, allowed %g", s->normal,
                         s->cohesion ? s->cohesion : "", l, step, work[l], b.elastic[l], booked[l],
                         1e-11 * scale[l]);
            f_old[l] = f;
        }
    }
}

static void test_accounts(void **state)
{
    (void)state;
    for (size_t q = 0; q < sizeof subjects / sizeof subjects[0]; q++) {
        check_accounts(&subjects[q]);
    }
}

/* ---- bits ---- */

static void check_lane(const drive *d, const tsu_law *law, const tsu_block *in, const tsu_block *out, int l,
                       tsu_lane *before, tsu_law_fn *scalar, bool swapped)
{
    double p[TSU_COEFFICIENT_MAX], h[TSU_HISTORY_MAX] = {0};
    const int row = d->coefficient_row[law->kind], first = d->history_row[law->kind];
    const int width = tsu_law_history_width(law);
    for (int q = 0; q < law->coefficients; q++) {
        p[q] = d->coefficient[row + q][l];
    }
    for (int q = 0; q < width; q++) {
        h[q] = before[first + q][l];
    }
    tsu_contact c = tsu_block_load(in, l);
    c.radius_i = swapped ? in->radius_j[l] : in->radius_i[l];
    c.radius_j = swapped ? in->radius_i[l] : in->radius_j[l];
    scalar(p, &c, h);
    assert_true(out->touching[l] == (law->kind == TSU_NORMAL ? (double)c.touching : in->touching[l]));
    const double on = out->touching[l];
    assert_true(out->f_total[l] == (on != 0.0 ? c.f_total : 0.0) && out->f_n[l] == (on != 0.0 ? c.f_n : 0.0));
    assert_true(out->elastic[l] ==
                (law->kind == TSU_NORMAL ? 0.0 : in->elastic[l]) + (on != 0.0 ? c.elastic : 0.0));
    assert_true(out->k_n[l] == c.k_n && out->k_t[l] == c.k_t && out->gamma_t[l] == c.gamma_t);
    if (law->kind == TSU_NORMAL) {
        for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
            assert_true(out->account[q][l] == c.account[q]);
        }
    }
    for (int q = 0; q < width; q++) {
        assert_true(d->history[first + q][l] == (on != 0.0 ? h[q] : 0.0));
    }
}

static void test_bits(void **state)
{
    (void)state;
    static tsu_block b, in;
    static tsu_lane before[TSU_HISTORY_MAX];
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++) {
        drive d;
        choose(&d, &subjects[s]);
        set_up(&b, 1e-3);
        uint64_t random = 23;
        const tsu_law *law = d.law[subjects[s].cohesion ? TSU_COHESION : TSU_NORMAL];
        for (int step = 0; step < 100; step++) {
            move(&b, &random);
            if (law->kind == TSU_COHESION) d.law[TSU_NORMAL]->stage(&b, d.coefficient, d.history);
            memcpy(before, d.history, sizeof before);
            in = b;
            law->stage(&b, &d.coefficient[d.coefficient_row[law->kind]],
                       &d.history[d.history_row[law->kind]]);
            for (int l = 0; l < TSU_LANES; l++) {
                check_lane(&d, law, &in, &b, l, before, subjects[s].scalar, false);
                check_lane(&d, law, &in, &b, l, before, subjects[s].scalar, true);
            }
        }
    }
}

/* Forces at the start of a run (dt = 0) book nothing and do not change when evaluated again. */
static void test_without_step(void **state)
{
    (void)state;
    static tsu_block b;
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++) {
        drive d;
        choose(&d, &subjects[s]);
        set_up(&b, 0.0);
        double f[2][TSU_LANES];
        for (int twice = 0; twice < 2; twice++) {
            for (int l = 0; l < TSU_LANES; l++) {
                b.overlap[l] = b.overlap_before[l] = 1e-6 * l;
                b.touching[l] = b.overlap[l] > 0.0;
            }
            run(&d, &b);
            for (int l = 0; l < TSU_LANES; l++) {
                f[twice][l] = b.f_total[l];
                for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
                    assert_true(b.account[q][l] == 0.0);
                }
            }
        }
        for (int l = 0; l < TSU_LANES; l++) {
            assert_true(fabs(f[0][l] - f[1][l]) <= 1e-14 * fabs(f[0][l]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accounts),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_without_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
