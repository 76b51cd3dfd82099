/* SPDX-License-Identifier: Apache-2.0 */
/* Liquid bridges: the pulls against the formulas of Soulie et al. and Rabinovich et al. as published, lubrication, where a bridge
 * begins and ends, the accounts over a cycle, and the liquid when it breaks. */
#include "collide.h"
#include "law/cohesion_bridge.h"
#include "values.h"

static const double pi = 3.14159265358979323846;
static const double ri = 1.0e-3, rj = 1.5e-3, gamma_s = 0.05, eta = 0.002, content = 0.02, nearest = 0.01;

static drive choose(const char *law, double viscosity, double furthest)
{
    drive_value values[LAW_VALUES];
    values_with(values, "fluidViscosity", viscosity);
    for (drive_value *v = values; v->name; v++) {
        if (strcmp(v->name, "maxSeparationDistanceRatio") == 0) v->value = furthest;
    }
    drive d;
    drive_select(&d, "hooke", law, NULL, NULL, values, NULL);
    return d;
}

/* One evaluation at a gap, with velocities, a step dt after the last gap. */
static tsu_contact at_gap(drive *d, bool wall, double gap, double v_n, double v_t, double dt)
{
    const double other = wall ? ri : rj;
    tsu_contact c = {.overlap = -gap,
                     .overlap_before = -gap + v_n * dt,
                     .radius_i = ri,
                     .radius_j = other,
                     .r_eff = wall ? ri : ri * rj / (ri + rj),
                     .m_eff = 1.0e-5,
                     .inv_mass_i = 1.0e5,
                     .v_n = v_n,
                     .v_n_before = v_n,
                     .v_t = {v_t, 0.0, 0.0},
                     .v_t_before = {v_t, 0.0, 0.0},
                     .n = {0.0, 0.0, 1.0},
                     .dt = dt,
                     .wall = wall,
                     .touching = gap < 0.0};
    drive_run(d, &c);
    return c;
}

static double sphere(double r)
{
    return 4.0 / 3.0 * pi * r * r * r;
}

static double angle(void)
{
    return 0.5 * (20.0 + 35.0) * pi / 180.0;
}

static double soulie_volume(bool wall)
{
    const double s = ri + rj;
    if (wall) return 0.5 * content * sphere(ri);
    return 0.5 * content *
           (sphere(ri) * (1.0 - sqrt(1.0 - rj * rj / (s * s))) +
            sphere(rj) * (1.0 - sqrt(1.0 - ri * ri / (s * s))));
}

static double soulie(bool wall, double gap)
{
    const double r = wall ? ri : rj, v = soulie_volume(wall) / (r * r * r), theta = angle();
    const double a = -1.1 * pow(v, -0.53);
    const double b = (-0.148 * log(v) - 0.96) * theta * theta - 0.0082 * log(v) + 0.48;
    const double c = 0.0018 * log(v) + 0.078;
    return -pi * gamma_s * sqrt(ri * r) * (c + exp(a * gap / r + b));
}

static double rabinovich_volume(bool wall)
{
    return 0.05 * content * (sphere(ri) + (wall ? 0.0 : sphere(rj)));
}

/* As printed: d is half the depth of the dent that the meniscus fills, alpha the filling angle. */
static double rabinovich(bool wall, double gap)
{
    const double other = wall ? ri : rj, r = ri * other / (ri + other), theta = angle();
    const double root = sqrt(1.0 + 2.0 * rabinovich_volume(wall) / (pi * r * gap * gap));
    const double d = 0.5 * gap * (-1.0 + root), alpha = sqrt(gap / r * (-1.0 + root));
    return -2.0 * pi * r * gamma_s * (cos(theta) / (1.0 + gap / (2.0 * d)) + sin(alpha) * sin(alpha + theta));
}

static void pulls_are_those_of_the_papers(void **state)
{
    (void)state;
    for (int wall = 0; wall < 2; wall++) {
        drive easo = choose("easo/capillary/viscous", 0.0, 2.0),
              washino = choose("washino/capillary/viscous", 0.0, 2.0);
        at_gap(&easo, wall, -1.0e-9, 0.0, 0.0, 0.0); /* the bridge begins by touching */
        for (int k = 1; k < 20; k++) {
            const double most =
                (1.0 + 0.5 * angle()) * cbrt(wall ? rabinovich_volume(true) : rabinovich_volume(false));
            const double gap = 0.04 * k * most;
            collide_near("Soulie", at_gap(&easo, wall, gap, 0.0, 0.0, 1.0e-6).f_total, soulie(wall, gap),
                         1e-12);
            collide_near("Rabinovich", at_gap(&washino, wall, gap, 0.0, 0.0, 1.0e-6).f_total,
                         rabinovich(wall, gap), 1e-10);
        }
    }
}

static void lubrication_has_its_two_forms(void **state)
{
    (void)state;
    const double r = ri * rj / (ri + rj), v = 0.03, u = 0.07, stokes = 6.0 * pi * eta * r;
    for (int k = 0; k < 4; k++) {
        const double gap = k == 0 ? 0.2 * nearest * r : 0.05 * k * r, e = fmax(gap / r, nearest);
        drive d = choose("easo/capillary/viscous", eta, 2.0);
        at_gap(&d, false, -1.0e-9, 0.0, 0.0, 0.0);
        const tsu_contact c = at_gap(&d, false, gap, v, u, 1.0e-9);
        collide_near("normal drag", c.f_total - soulie(false, gap), -stokes * v / e, 1e-9);
        collide_near("tangential drag", c.f_t.x, -stokes * (8.0 / 15.0 * log(1.0 / e) + 0.9588) * u, 1e-12);
    }
}

static void bridges_begin_and_end_where_they_should(void **state)
{
    (void)state;
    const double rupture = (1.0 + 0.5 * angle()) * cbrt(soulie_volume(false));
    const double films = (1.0 + 0.5 * angle()) * cbrt(rabinovich_volume(false));
    drive easo = choose("easo/capillary/viscous", eta, 2.0),
          washino = choose("washino/capillary/viscous", eta, 2.0),
          limited = choose("easo/capillary/viscous", eta, 1.05);
    assert_true(at_gap(&easo, false, 0.5 * rupture, 0.0, 0.0, 1e-6).f_total == 0.0); /* has not touched */
    assert_true(at_gap(&washino, false, 1.0001 * films, 0.0, 0.0, 1e-6).f_total == 0.0);
    assert_true(at_gap(&washino, false, 0.9999 * films, 0.0, 0.0, 1e-6).f_total < 0.0);
    at_gap(&easo, false, -1e-9, 0.0, 0.0, 1e-6);
    at_gap(&limited, false, -1e-9, 0.0, 0.0, 1e-6);
    assert_true(at_gap(&easo, false, 0.9999 * rupture, 0.0, 0.0, 1e-6).f_total < 0.0);
    const tsu_contact end = at_gap(&easo, false, 1.0001 * rupture, 0.0, 0.0, 1e-6);
    assert_true(end.f_total == 0.0 &&
                end.touching); /* for one evaluation, so that its liquid is shared out */
    assert_true(*drive_history(&easo, TSU_COHESION, "contflag", 0) == 2.0);
    assert_false(at_gap(&easo, false, 0.5 * rupture, 0.0, 0.0, 1e-6).touching);
    assert_true(at_gap(&limited, false, 0.0499 * (ri + rj), 0.0, 0.0, 1e-6).f_total < 0.0);
    assert_true(at_gap(&limited, false, 0.0501 * (ri + rj), 0.0, 0.0, 1e-6).f_total == 0.0);
}

/* Stretching slowly to the rupture stores the integral of the pull, which is lost there. The last step to it has one half of the pull
 * at its start. */
static void stretching_costs_the_integral_of_the_pull(void **state)
{
    (void)state;
    enum { STEPS = 4000 };
    const double rupture = (1.0 + 0.5 * angle()) * cbrt(soulie_volume(false)), dt = 1e-6, r = rj;
    const double v = soulie_volume(false) / (r * r * r), a = -1.1 * pow(v, -0.53), theta = angle();
    const double b = (-0.148 * log(v) - 0.96) * theta * theta - 0.0082 * log(v) + 0.48;
    const double c = 0.0018 * log(v) + 0.078, step = rupture / STEPS, last = rupture - step;
    const double scale = pi * gamma_s * sqrt(ri * rj), pull = scale * (c + exp(a * last / r + b));
    const double expected = scale * (c * last + r / a * (exp(a * last / r + b) - exp(b)));
    drive d = choose("easo/capillary/viscous", 0.0, 2.0);
    at_gap(&d, false, -1e-12, 0.0, 0.0, 0.0);
    double stored = 0.0, lost = 0.0;
    for (int k = 1; k < STEPS; k++) {
        const tsu_contact now = at_gap(&d, false, rupture * k / STEPS, step / dt, 0.0, dt);
        stored = now.elastic;
        lost += now.account[TSU_ACCOUNT_COHESION];
    }
    assert_true(fabs(lost) < 1e-15 * expected + 1e-30);
    collide_near("stored", stored, expected, 1e-7);
    const tsu_contact end = at_gap(&d, false, rupture * 1.001, step / dt, 0.0, dt);
    assert_true(end.elastic == 0.0);
    collide_near("lost at the rupture", end.account[TSU_ACCOUNT_COHESION], expected + 0.5 * pull * step,
                 1e-7);
}

/* Liquid is conserved, and ends shared out by volume when one of two equal spheres is dry. */
static void liquid_is_shared_out(void **state)
{
    (void)state;
    static const char *const laws[] = {"easo/capillary/viscous", "washino/capillary/viscous"};
    for (int k = 0; k < 2; k++) {
        drive d = choose(laws[k], eta, 1.3);
        const tsu_law *law = d.law[TSU_COHESION];
        double p[TSU_COEFFICIENT_MAX];
        for (int q = 0; q < law->coefficients; q++) {
            p[q] = d.coefficient[d.coefficient_row[TSU_COHESION] + q][0];
        }
        const double a = law->share(p, 0.03, ri, 0.01, rj), b = law->share(p, 0.01, rj, 0.03, ri);
        assert_true(fabs(a * sphere(ri) + b * sphere(rj)) < 1e-14 * sphere(rj));
        const double part = k == 0 ? 0.5 * (1.0 - sqrt(0.75)) : 0.05;
        collide_near("given away", law->share(p, 0.04, ri, 0.0, ri), -0.5 * part * 0.04, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulls_are_those_of_the_papers),
        cmocka_unit_test(lubrication_has_its_two_forms),
        cmocka_unit_test(bridges_begin_and_end_where_they_should),
        cmocka_unit_test(stretching_costs_the_integral_of_the_pull),
        cmocka_unit_test(liquid_is_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
