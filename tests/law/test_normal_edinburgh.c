/* SPDX-License-Identifier: Apache-2.0 */
/* The Edinburgh laws against the closed forms of section 2 of the physics. */
#include "collide.h"
#include "law/normal_edinburgh_stiffness.h"
#include "step/wall/wall.h"

enum { K1, RATIO, RESTITUTION, N, C, F0, GAMMA, KC, YOUNG, POISSON };

static const double radius = 2e-3, density = 2500.0, speed = 0.4;

typedef struct values {
    drive_value v[11];
} values;

static values material(double k1, double ratio, double e, double n, double c, double f0, double gamma)
{
    return (values){{[K1] = {"LoadingStiffness", k1, 0},
                     [RATIO] = {"UnloadingStiffness", ratio, 0},
                     [RESTITUTION] = {"coefficientRestitution", e, 0},
                     [N] = {"overlapExponent", n, 0},
                     [C] = {"adhesionExponent", c, 0},
                     [F0] = {"pullOffForce", f0, 0},
                     [GAMMA] = {"surfaceEnergy", gamma, 0},
                     [KC] = {"coefficientAdhesionStiffness", 0.5, 0},
                     [YOUNG] = {"youngsModulus", 5e6, 0},
                     [POISSON] = {"poissonsRatio", 0.25, 0}}};
}

static void choose(drive *d, const char *law, values v, const drive_keyword *keywords)
{
    drive_select(d, law, NULL, NULL, NULL, v.v, keywords);
}

/* F_min and the overlap where it acts, from the printed formula with its differences of squares. */
static double printed_pull(double dp, double k2, double n, double gamma, bool wall, double *d_min)
{
    const long double R = radius, p = dp;
    const long double l = 2.0L * R - p;
    const long double a =
        wall ? sqrtl(p * (2.0L * R - p)) : sqrtl(4.0L * l * l * R * R - powl(l * l, 2)) / (2.0L * l);
    const double raw = 1.5 * collide_pi * gamma * (double)a, limit = 0.5 * k2 * pow(dp, n);
    *d_min = raw > limit ? 0.5 * dp : pow(pow(dp, n) - raw / k2, 1.0 / n);
    return fmin(raw, limit);
}

static void test_pure_hysteresis(void **state)
{
    (void)state;
    static const struct {
        double n, ratio, printed;
    } cases[] = {{1.0, 2.0, 0.707107},
                 {1.0, 5.0, 0.447214},
                 {1.5, 2.0, 0.667039},
                 {1.5, 5.0, 0.413090},
                 {2.0, 3.0, 0}};
    for (size_t q = 0; q < sizeof cases / sizeof cases[0]; q++) {
        for (int wall = 0; wall < 2; wall++) {
            const double n = cases[q].n, ratio = cases[q].ratio, k1 = 1000.0 * pow(1e-4, 1.0 - n);
            drive d;
            choose(&d, "edinburgh/stiffness", material(k1, ratio, 1.0, n, n, 0.0, 0.0), NULL);
            drive_scene s = collide_scene(radius, density, wall, speed);
            const double m = collide_effective_mass(&s);
            const double lambda = pow(1.0 - 1.0 / ratio, 1.0 / n);
            const double e = sqrt(ratio * (1.0 - (n + 1.0) * pow(lambda, n) + n * pow(lambda, n + 1.0)));
            const double d_max = pow((n + 1.0) * m * speed * speed / (2.0 * k1), 1.0 / (n + 1.0));
            const collide_outcome o = collide(&d, &s, 2.5e-4 * d_max / speed, 1000000);
            assert_true(o.parted);
            collide_near("restitution", o.v_out / speed, e, 1e-6);
            if (cases[q].printed > 0.0)
                collide_near("printed restitution", o.v_out / speed, cases[q].printed, 1.5e-6);
            collide_near("largest overlap", o.d_max, d_max, 1e-7);
            if (n == 1.0) {
                const double t =
                    0.5 * collide_pi * (sqrt(m / k1) + sqrt(m / k1 / ratio)) + lambda * d_max / (e * speed);
                collide_near("contact time", o.time, t, 1e-6);
            }
            assert_true(o.residual < 1e-7 * 0.5 * m * speed * speed);
        }
    }
}

static void test_adhesive_rebound(void **state)
{
    (void)state;
    const double k1 = 1000.0, ratio = 3.0, k2 = ratio * k1;
    for (int wall = 0; wall < 2; wall++) {
        for (int q = 0; q < 3; q++) {
            const double gamma = (double[]){0.2, 2.0, 40.0}[q]; /* the last one sticks */
            drive d;
            choose(&d, "edinburgh/stiffness", material(k1, ratio, 1.0, 1.0, 1.0, 0.0, gamma), NULL);
            drive_scene s = collide_scene(radius, density, wall, speed);
            const double m = collide_effective_mass(&s), d_max = speed * sqrt(m / k1);
            const double dp = (1.0 - 1.0 / ratio) * d_max;
            double d_min;
            const double f_min = printed_pull(dp, k2, 1.0, gamma, wall, &d_min);
            const double left = 0.5 * m * speed * speed / ratio - 0.5 * f_min * dp;
            const collide_outcome o = collide(&d, &s, 2.5e-4 * d_max / speed, 60000);
            assert_int_equal(o.parted, left > 0.0);
            if (left > 0.0) collide_near("rebound energy", 0.5 * m * o.v_out * o.v_out, left, 1e-6);
            if (left > 0.0) collide_near("dissipated", o.dissipated, 0.5 * m * speed * speed - left, 1e-6);
            if (left > 0.0) collide_near("largest pull", -o.f_min, f_min, 1e-3);
            assert_true(o.residual < 1e-7 * 0.5 * m * speed * speed);
        }
    }
}

/* Pull slowly: the largest pull is F_min + |F0|, where the k2 line meets the adhesive branch. */
static void test_pull_off_force(void **state)
{
    (void)state;
    const double k1 = 1000.0, ratio = 3.0, d0 = 1e-4, f0 = -1e-3;
    for (int wall = 0; wall < 2; wall++) {
        for (int q = 0; q < 4; q++) {
            const double n = q < 2 ? 1.0 : 1.5, c = (double[]){1.0, 2.0, 1.5, 0.7}[q];
            const double k = k1 * pow(d0, 1.0 - n), gamma = 0.3;
            drive d;
            choose(&d, "edinburgh/stiffness", material(k, ratio, 0.5, n, c, f0, gamma), NULL);
            collide_press(&d, radius, wall, 1e-5, 0.0, d0, 0.0);
            double d_min;
            const double dp = pow(1.0 - 1.0 / ratio, 1.0 / n) * d0;
            const double f_min = printed_pull(dp, k * ratio, n, gamma, wall, &d_min);
            double least = 0.0;
            for (int step = 0; step <= 4000; step++) {
                const double at = step == 2000  ? d_min
                                  : step < 2000 ? d0 + (d_min - d0) * step / 2000.0
                                                : d_min * (4001 - step) / 2001.0;
                const tsu_contact now = collide_press(&d, radius, wall, 1e-5, 0.0, at, 0.0);
                least = fmin(least, now.f_total);
                if (at <= d_min)
                    collide_near("adhesive branch", now.f_total - f0, -f_min * pow(at / d_min, c), 1e-9);
            }
            collide_near("pull-off force", -least, f_min - f0, 1e-9);
        }
    }
}

/* Re-loading from the adhesive branch: a k2 line through the last point, up to k1 d, with k_c held. */
static void test_reloading(void **state)
{
    (void)state;
    const double k1 = 1000.0, k2 = 3000.0, d0 = 1e-4, gamma = 0.3;
    drive d;
    choose(&d, "edinburgh/stiffness", material(k1, 3.0, 1.0, 1.0, 1.0, 0.0, gamma), NULL);
    collide_press(&d, radius, false, 1e-5, 0.0, d0, 0.0);
    const double k_c = *drive_history(&d, TSU_NORMAL, "k_c", 0);
    double d_min;
    const double f_min = printed_pull(2.0 / 3.0 * d0, k2, 1.0, gamma, false, &d_min);
    collide_near("k_c", k_c, f_min / d_min, 1e-12);
    const double turn = 0.5 * d_min;
    collide_near("adhesive", collide_press(&d, radius, false, 1e-5, 0.0, turn, 0.0).f_total, -k_c * turn,
                 1e-12);
    const double dp = turn + k_c / k2 * turn;
    const double points[] = {turn * (1.0 + 1e-15), turn * 1.0001, dp, 1.4 * dp};
    for (int q = 0; q < 4; q++) {
        const tsu_contact c = collide_press(&d, radius, false, 1e-5, 0.0, points[q], 0.0);
        assert_true(fabs(c.f_total - k2 * (points[q] - dp)) < 1e-12 * k2 * dp);
        collide_near("k_c held", *drive_history(&d, TSU_NORMAL, "k_c", 0), k_c, 1e-15);
    }
    const double joined = 1.6 * dp; /* the line meets k1 d at 1.5 dp */
    collide_near("virgin again", collide_press(&d, radius, false, 1e-5, 0.0, joined, 0.0).f_total,
                 k1 * joined, 1e-14);
    assert_true(*drive_history(&d, TSU_NORMAL, "k_c", 0) != k_c);
}

static void test_dashpot(void **state)
{
    (void)state;
    const double e = 0.5, b = -log(e) / sqrt(log(e) * log(e) + collide_pi * collide_pi);
    const double cut = exp(-b * (collide_pi - 2.0 * asin(b)) / sqrt(1.0 - b * b));
    collide_near("number of the physics", cut, 0.5503, 1e-4);
    for (int off = 0; off < 2; off++) {
        const drive_keyword keywords[] = {{"limitForce", off ? "off" : "on"}, {NULL, NULL}};
        drive d;
        choose(&d, "edinburgh/stiffness", material(1000.0, 1.0 + 1e-13, e, 1.0, 1.0, 0.0, 0.0), keywords);
        drive_scene s = collide_scene(radius, density, false, speed);
        const double d_max = speed * sqrt(collide_effective_mass(&s) / 1000.0);
        const collide_outcome o = collide(&d, &s, 2.5e-4 * d_max / speed, 1000000);
        assert_true(o.parted);
        collide_near("restitution with dashpot", o.v_out / speed, off ? e : cut, 1e-4);
        assert_true(off ? o.f_min < 0.0 : o.f_min == 0.0);
    }
}

/* k1 from the elastic constants; handed-on stiffnesses. */
static void test_from_elastic_constants(void **state)
{
    (void)state;
    const double young = 0.5 * 5e6 / (1.0 - 0.25 * 0.25), shear = 5e6 / (4.0 * (2.0 - 0.25) * 1.25),
                 at = 1e-4;
    for (int q = 0; q < 2; q++) {
        const double n = q ? 1.5 : 1.0, r = 0.5 * radius;
        drive d;
        choose(&d, "edinburgh", material(0, 3.0, 1.0, n, n, 0.0, 0.0), NULL);
        const tsu_contact c = collide_press(&d, radius, false, 1e-5, 0.0, at, 0.0);
        const double k1 = q ? 4.0 / 3.0 * young * sqrt(r) : 2.0 * young * r;
        collide_near("force", c.f_total, k1 * pow(at, n), 1e-14);
        collide_near("k_n", c.k_n, k1, 1e-14);
        collide_near("k_t", c.k_t, (q ? 8.0 * shear : 2.0 * young) * sqrt(r * at), 1e-14);
        collide_near("unloading", collide_press(&d, radius, false, 1e-5, 0.0, 0.95 * at, 0.0).f_total,
                     3.0 * k1 * (pow(0.95 * at, n) - 2.0 / 3.0 * pow(at, n)), 1e-13);
    }
}

static void test_fixed_adhesion(void **state)
{
    (void)state;
    const drive_keyword keywords[] = {{"fixKc", "on"}, {NULL, NULL}};
    drive d;
    choose(&d, "edinburgh/stiffness", material(1000.0, 3.0, 1.0, 1.0, 1.0, 0.0, 0.0), keywords);
    collide_press(&d, radius, true, 1e-5, 0.0, 1e-4, 0.0);
    const double f = collide_press(&d, radius, true, 1e-5, 0.0, 2e-5, 0.0).f_total;
    collide_near("k_c = k1/2", f, -500.0 * 2e-5, 1e-14);
}

/* A sphere stuck to a ceiling is held as long as its weight is below the pull-off force, which is where the
 * k2 line through the state of rest meets the adhesive branch. The weight comes suddenly, so that it acts
 * almost twice. */
static void test_ceiling(void **state)
{
    (void)state;
    const double k2 = 3000.0;
    for (int heavy = 0; heavy < 2; heavy++) {
        drive d;
        choose(&d, "edinburgh/stiffness", material(1000.0, 3.0, 0.5, 1.0, 1.0, 0.0, 20.0), NULL);
        drive_scene s = collide_scene(radius, density, true, 0.05);
        assert_false(collide(&d, &s, 1e-6, 50000).parted);
        const double k_c = *drive_history(&d, TSU_NORMAL, "k_c", 0),
                     dp = *drive_history(&d, TSU_NORMAL, "dp", 0);
        const double pull = k_c * k2 * dp / (k2 + k_c);
        s.gravity = tsu_vec3_make((heavy ? 1.05 : 0.45) * pull / s.a.mass, 0.0, 0.0);
        for (int step = 0; step < 50000; step++) {
            drive_step(&s, &d, 1e-6);
        }
        assert_int_equal(s.contact.touching, !heavy);
    }
}

/* ---- random paths ---- */

enum { PATHS = 1000000, STEPS = 12 };

typedef struct path {
    double d, f, f_damp, work, booked, scale, rounding;
} path;

/* The next overlap: far or near, by a few ulp, to nothing, huge. */
static double next_overlap(double d, uint64_t *random)
{
    const double pick = collide_random(random), by = collide_random(random);
    if (pick < 0.2) return d * (1.0 + 0x1p-52 * floor(9.0 * by - 4.0));
    if (pick < 0.5) return d * (0.9 + 0.2 * by);
    if (pick < 0.55) return d * 1e-12 * by;
    if (pick < 0.57) return 2e-3 * by;
    return 2e-4 * by;
}

static void one_block(drive *d, path *p, uint64_t *random, double dt)
{
    double next[TSU_LANES];
    tsu_contact c = {
        .radius_i = radius, .radius_j = 0.7 * radius, .dt = dt, .n = {1.0, 0.0, 0.0}, .touching = true};
    c.r_eff = c.radius_i * c.radius_j / (c.radius_i + c.radius_j);
    c.m_eff = 1e-5;
    drive_fill(&d->block, &c);
    for (int l = 0; l < TSU_LANES; l++) {
        next[l] = fmax(next_overlap(p[l].d, random), 1e-30);
        d->block.overlap[l] = next[l];
        d->block.wall[l] = l % 2;
        d->block.v_n[l] = d->block.v_n_before[l] = (p[l].d - next[l]) / dt;
        d->block.overlap_before[l] = p[l].d;
    }
    d->law[TSU_NORMAL]->stage(&d->block, d->coefficient, d->history);
    const double n = d->coefficient[TSU_EEPA_N][0], cx = d->coefficient[TSU_EEPA_C][0];
    const double k2 = d->coefficient[TSU_EDINBURGHS_K1][0] * d->coefficient[TSU_EEPA_RATIO][0];
    for (int l = 0; l < TSU_LANES; l++) {
        const double f_damp = d->block.f_damp[l], f = d->block.f_total[l] - f_damp;
        const double k_c = d->history[TSU_EEPA_KC][l];
        const double u = d->block.elastic[l], plastic = d->block.account[TSU_ACCOUNT_PLASTIC][l];
        const double error = d->block.account[TSU_ACCOUNT_INTEGRATION][l];
        assert_true(isfinite(f) && isfinite(k_c) && isfinite(u) && isfinite(plastic) && isfinite(error));
        assert_true(isfinite(d->history[TSU_EEPA_DP][l]) && isfinite(d->block.f_total[l]));
        const double size = k2 * pow(fmax(next[l], p[l].d), n);
        const double jump =
            k2 * fabs(pow(next[l], n) - pow(p[l].d, n)) + k_c * fabs(pow(next[l], cx) - pow(p[l].d, cx));
        const double rounding =
            2e-14 * (size + fabs(f) + fabs(p[l].f)) + 4e-16 * (fabs(f_damp) + fabs(p[l].f_damp));
        if (fabs(f - p[l].f) > jump + rounding)
            fail_msg("force jumps from %.17g to %.17g N between %.17g and %.17g m, n %g c %g", p[l].f, f,
                     p[l].d, next[l], n, cx);
        p[l].work += 0.5 * (f + p[l].f) * (next[l] - p[l].d);
        p[l].booked += plastic + error;
        p[l].scale = fmax(p[l].scale, fmax(size, fabs(f)) * fmax(next[l], d->history[TSU_EEPA_DP][l]));
        p[l].rounding += rounding * fabs(next[l] - p[l].d);
        assert_true(fabs(p[l].work - u - p[l].booked) <= 1e-12 * p[l].scale + p[l].rounding);
        assert_true(u >= -1e-13 * p[l].scale && plastic >= 0.0);
        p[l].d = next[l];
        p[l].f = f;
        p[l].f_damp = f_damp;
    }
}

static void test_random_paths(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (long block = 0; block < PATHS / TSU_LANES; block++) {
        const int kind = (int)(block % 10);
        const double n = kind < 5 ? 1.0 : kind < 8 ? 1.5 : 1.0 + 2.0 * collide_random(&random);
        const double c = kind < 8 ? n : 0.5 + 4.0 * collide_random(&random);
        const double ratio = kind % 3 ? 1.0 + 9.0 * collide_random(&random) : 1.0 + 1e-15;
        const double gamma = kind % 4 ? 100.0 * pow(collide_random(&random), 4.0) : 0.0;
        drive d;
        choose(&d, "edinburgh/stiffness",
               material(1000.0 * pow(1e-4, 1.0 - n), fmax(ratio, 1.0 + 0x1p-52), kind % 2 ? 1.0 : 0.4, n, c,
                        0.0, gamma),
               NULL);
        path p[TSU_LANES] = {{0}};
        for (int step = 0; step < STEPS; step++) {
            one_block(&d, p, &random, 1.0);
        }
    }
}

/* A cycle in fine steps: no step gives energy back, and the loss is the area of the loop. */
static void test_dissipation(void **state)
{
    (void)state;
    const double k1 = 1000.0, k2 = 3000.0, d0 = 1e-4, gamma = 0.3, dt = 1e-6;
    for (int q = 0; q < 2; q++) {
        const double n = q ? 1.5 : 1.0, k = k1 * pow(d0, 1.0 - n);
        drive d;
        choose(&d, "edinburgh/stiffness", material(k, k2 / k1, 1.0, n, n, 0.0, gamma), NULL);
        double sum = 0.0, before = 0.0;
        const int half = 20000;
        for (int step = 1; step <= 2 * half; step++) {
            const double at = d0 * (step <= half ? step : 2 * half - step) / half;
            const tsu_contact c = collide_press(&d, radius, false, 1e-5, before, at, dt);
            const double lost = c.account[TSU_ACCOUNT_PLASTIC];
            assert_true(lost >= 0.0 &&
                        fabs(c.account[TSU_ACCOUNT_INTEGRATION]) < 1e-8 * k * pow(d0, n + 1.0));
            sum += lost;
            before = at;
        }
        double d_min;
        const double dp = pow(1.0 - k1 / k2, 1.0 / n) * d0;
        const double f_min = printed_pull(dp, k2 / k1 * k, n, gamma, false, &d_min);
        /* loading k1 d^n, back along k2 (d^n - dp^n) to d_min, then -F_min (d/d_min)^n */
        const double line = (pow(d0, n + 1.0) - pow(d_min, n + 1.0)) / (n + 1.0) - pow(dp, n) * (d0 - d_min);
        const double area = k * pow(d0, n + 1.0) / (n + 1.0) - k2 / k1 * k * line + f_min * d_min / (n + 1.0);
        collide_near("area of the loop", sum, area, 1e-6);
    }
}

/* ---- bits ---- */

static void check_lanes(double n, double c, tsu_law_fn *scalar)
{
    uint64_t random = 3;
    drive d;
    choose(&d, "edinburgh/stiffness", material(1e3, 3.0, 0.6, n, c, -1e-4, 0.5), NULL);
    double history[TSU_LANES][TSU_EEPA_HISTORY] = {{0}};
    for (int step = 0; step < 40; step++) {
        tsu_contact c0 = {.dt = 1e-6, .n = {1.0, 0.0, 0.0}};
        drive_fill(&d.block, &c0);
        tsu_block *b = &d.block;
        for (int l = 0; l < TSU_LANES; l++) {
            b->radius_i[l] = radius * (0.5 + collide_random(&random));
            b->radius_j[l] = radius * (0.5 + collide_random(&random));
            b->r_eff[l] = b->radius_i[l] * b->radius_j[l] / (b->radius_i[l] + b->radius_j[l]);
            b->m_eff[l] = 1e-5 * (1.0 + collide_random(&random));
            b->overlap[l] = 1e-4 * (collide_random(&random) - 0.1);
            b->touching[l] = b->overlap[l] > 0.0;
            b->v_n[l] = collide_random(&random) - 0.5;
            b->v_n_before[l] = b->v_n[l] + 0.01;
            b->overlap_before[l] = 1e-5 * collide_random(&random);
            b->wall[l] = l % 2;
        }
        tsu_block in = *b;
        d.law[TSU_NORMAL]->stage(b, d.coefficient, d.history);
        for (int l = 0; l < TSU_LANES; l++) {
            double p[TSU_COEFFICIENT_MAX];
            for (int q = 0; q < TSU_EDINBURGHS_COEFFICIENTS; q++) {
                p[q] = d.coefficient[q][l];
            }
            for (int swapped = 0; swapped < 2; swapped++) {
                tsu_contact one = tsu_block_load(&in, l);
                one.radius_i = swapped ? in.radius_j[l] : in.radius_i[l];
                one.radius_j = swapped ? in.radius_i[l] : in.radius_j[l];
                if (one.wall && swapped) continue; /* at a wall i stays i */
                double h[TSU_EEPA_HISTORY];
                memcpy(h, history[l], sizeof h);
                scalar(p, &one, h);
                if (!swapped || one.wall || l % 2 == 0) {
                    assert_true(b->f_total[l] == (one.touching ? one.f_total : 0.0));
                    assert_true(b->elastic[l] == (one.touching ? one.elastic : 0.0));
                    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++)
                        assert_true(b->account[q][l] == one.account[q]);
                }
                for (int q = 0; q < TSU_EEPA_HISTORY; q++) {
                    assert_true(d.history[q][l] == (one.touching ? h[q] : 0.0));
                }
            }
            for (int q = 0; q < TSU_EEPA_HISTORY; q++) {
                history[l][q] = d.history[q][l];
            }
        }
    }
}

static void scalar_linear(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness_linear(p, c, h);
}

static void scalar_three_half(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness_three_half(p, c, h);
}

static void scalar_any(const double *p, tsu_contact *c, double *h)
{
    tsu_normal_edinburgh_stiffness_any(p, c, h);
}

static void test_lanes_and_swap(void **state)
{
    (void)state;
    check_lanes(1.0, 1.0, scalar_linear);
    check_lanes(1.5, 1.5, scalar_three_half);
    check_lanes(1.3, 2.1, scalar_any);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pure_hysteresis), cmocka_unit_test(test_adhesive_rebound),
        cmocka_unit_test(test_pull_off_force),  cmocka_unit_test(test_reloading),
        cmocka_unit_test(test_dashpot),         cmocka_unit_test(test_from_elastic_constants),
        cmocka_unit_test(test_fixed_adhesion),  cmocka_unit_test(test_ceiling),
        cmocka_unit_test(test_random_paths),    cmocka_unit_test(test_dissipation),
        cmocka_unit_test(test_lanes_and_swap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
