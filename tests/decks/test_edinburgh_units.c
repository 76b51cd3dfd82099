/* SPDX-License-Identifier: Apache-2.0 */
/* The Edinburgh laws with an exponent other than 1: with `consistent on` a deck gives the same motion in units si, cgs and micro,
 * with dashpot, friction and rolling, between particles and at walls; without it, it does not, and the run says so once. */
#include "decks/deck_fixture.h"

typedef struct unit_system {
    const char *name;
    double m, kg, s; /* one metre, kilogram and second in it */
} unit_system;

static const unit_system systems[] = {
    {"si", 1.0, 1.0, 1.0}, {"cgs", 1e2, 1e3, 1.0}, {"micro", 1e6, 1e15, 1e6}};

typedef struct material {
    const char *laws; /* behind `model` */
    double n, e;
    const char *wall;     /* words of the wall's laws that differ */
    const char *friction; /* laws of friction and rolling */
} material;

/* Two spheres that meet obliquely, spinning, 1/10 of a radius above a plane on which one of them drops. */
static void write_deck(char *text, size_t size, const unit_system *u, const material *m)
{
    const double v = u->m / u->s, n = m->n, force = u->kg * u->m / u->s / u->s;
    snprintf(text, size,
             "units %s\natom_style granular\nboundary f f f\nnewton off\n"
             "region box block %.17g %.17g %.17g %.17g %.17g %.17g\ncreate_box 1 box\n"
             "fix a1 all property/global LoadingStiffness peratomtypepair 1 %.17g\n"
             "fix a2 all property/global UnloadingStiffness peratomtypepair 1 2\n"
             "fix a3 all property/global coefficientRestitution peratomtypepair 1 %.17g\n"
             "fix a4 all property/global overlapExponent scalar %.17g\n"
             "fix a5 all property/global adhesionExponent scalar %.17g\n"
             "fix a6 all property/global surfaceEnergy peratomtypepair 1 %.17g\n"
             "fix a7 all property/global coefficientFriction peratomtypepair 1 0.4\n"
             "fix a8 all property/global coefficientRollingFriction peratomtypepair 1 0.2\n"
             "fix a9 all property/global coefficientRollingViscousDamping peratomtypepair 1 0.3\n"
             "fix b1 all property/global rollingStiffness scalar 2.25\n"
             "fix b2 all property/global youngsModulus peratomtype %.17g\n"
             "fix b3 all property/global poissonsRatio peratomtype 0.3\n"
             "pair_style gran model %s %s\npair_coeff * *\n"
             "fix floor all wall/gran model %s %s %s primitive type 1 zplane 0\n"
             "create_atoms 1 single 0 0 %.17g\ncreate_atoms 1 single %.17g 0 %.17g\n"
             "set group all diameter %.17g density %.17g\n"
             "set atom 1 vx %.17g vz %.17g\nset atom 2 vx %.17g vz %.17g\n"
             "set atom 1 omegay %.17g\nset atom 2 omegay %.17g omegax %.17g\n"
             "timestep %.17g\nfix move all nve/sphere\n",
             u->name, -0.1 * u->m, 0.1 * u->m, -0.1 * u->m, 0.1 * u->m, -0.1 * u->m, 0.1 * u->m,
             1e6 * force / pow(u->m, n), m->e, n, n, 0.2 * force / u->m, 5e6 * force / u->m / u->m, m->laws,
             m->friction, m->laws, m->friction, m->wall, 5.2e-3 * u->m, 1.02e-2 * u->m, 7e-3 * u->m,
             1e-2 * u->m, 2500.0 * u->kg / pow(u->m, 3.0), 0.3 * v, -0.4 * v, -0.5 * v, -0.1 * v, 30.0 / u->s,
             -20.0 / u->s, 12.0 / u->s, 2e-6 * u->s);
}

enum { MOTION = 12 };

/* Velocities and spins of both spheres in si after the impacts; returns the warnings of the run. */
static int motion(const unit_system *u, const material *m, double out[MOTION], double *residual)
{
    deck *d = NULL;
    char text[4096];
    assert_int_equal(deck_set_up((void **)&d), 0);
    write_deck(text, sizeof text, u, m);
    deck_run(d, text);
    deck_run(d, "run 1500\nrun 1500\n");
    for (uint64_t id = 1; id <= 2; id++) {
        const tsu_particles *p = deck_particles(d);
        const int32_t i = deck_row(d, id);
        for (int q = 0; q < 3; q++) {
            out[6 * (id - 1) + (uint64_t)q] = p->vm[i][q] * u->s / u->m;
            out[6 * (id - 1) + 3 + (uint64_t)q] = p->wi[i][q] * u->s * 5e-3; /* as the speed of the surface */
        }
    }
    tsu_energy energy;
    tsu_error err = {0};
    assert_int_equal(tsu_world_energy(d->session->world, &energy, &err), TSU_OK);
    *residual = fabs(energy.residual) / energy.exchanged;
    int said = 0;
    for (const char *at = d->screen; (at = strstr(at, "`consistent on` mends that")) != NULL; at++) {
        said++;
    }
    assert_int_equal(deck_tear_down((void **)&d), 0);
    return said;
}

/* Largest difference of any speed to that in si, over 1 m/s. */
static double spread(const material *m, int warnings)
{
    double si[MOTION], other[MOTION], residual, worst = 0.0;
    assert_int_equal(motion(&systems[0], m, si, &residual), warnings);
    assert_true(fabs(si[2] + 0.4) > 0.1 && fabs(si[0] - 0.3) > 0.1); /* both impacts have been */
    assert_true(residual < 1e-12);
    for (int k = 1; k < 3; k++) {
        assert_int_equal(motion(&systems[k], m, other, &residual), warnings);
        for (int q = 0; q < MOTION; q++) {
            worst = fmax(worst, fabs(other[q] - si[q]));
        }
    }
    return worst;
}

static const char rolls[] = "tangential history rolling_friction epsd3";

static void test_consistent(void **state)
{
    (void)state;
    static const material subjects[] = {
        {"edinburgh/stiffness", 1.5, 0.5, "consistent on", "tangential history consistent on"},
        {"edinburgh/stiffness", 1.5, 0.5, "consistent on",
         "tangential history rolling_friction epsd3 consistent on"},
        {"edinburgh/stiffness", 2.0, 0.3, "consistent on",
         "tangential history rolling_friction epsd2 consistent on"},
        {"edinburgh", 1.5, 0.5, "consistent on", "tangential history rolling_friction epsd3 consistent on"},
        {"edinburgh", 1.5, 1.0, "consistent on", "tangential off consistent on"},
        {"edinburgh/stiffness", 1.0, 0.5, "", rolls}, /* n = 1 needs no keyword */
    };
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
        const double worst = spread(&subjects[k], 0);
        if (worst > 1e-10) fail_msg("subject %zu: the unit systems differ by %g m/s", k, worst);
    }
}

static void test_printed(void **state)
{
    (void)state;
    static const material damped = {"edinburgh/stiffness", 1.5, 0.5, "", rolls},
                          rubbing = {"edinburgh", 1.5, 1.0, "", "tangential history"},
                          at_wall = {"edinburgh/stiffness", 1.5, 0.5, "consistent off",
                                     "tangential history consistent on"},
                          bare = {"edinburgh/stiffness", 1.5, 1.0, "", "tangential off"};
    double out[MOTION], residual;
    assert_true(spread(&damped, 1) > 0.05);
    assert_int_equal(motion(&systems[0], &rubbing, out, &residual), 1);
    assert_int_equal(motion(&systems[0], &at_wall, out, &residual), 1);
    assert_true(spread(&bare, 0) < 1e-10); /* neither dashpot nor friction: nothing to say */
}

/* e as asked for, in every system, at a wall: a head-on impact of k2 = k1. */
static void test_restitution(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        const unit_system *u = &systems[k];
        const double force = u->kg * u->m / u->s / u->s;
        char text[2048];
        deck *d = NULL;
        assert_int_equal(deck_set_up((void **)&d), 0);
        snprintf(text, sizeof text,
                 "units %s\natom_style granular\nboundary f f f\nnewton off\n"
                 "region box block -%.17g %.17g -%.17g %.17g -%.17g %.17g\ncreate_box 1 box\n"
                 "fix a1 all property/global LoadingStiffness peratomtypepair 1 %.17g\n"
                 "fix a2 all property/global UnloadingStiffness peratomtypepair 1 1.0000000000001\n"
                 "fix a3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
                 "fix a4 all property/global overlapExponent scalar 1.5\n"
                 "fix a5 all property/global adhesionExponent scalar 1.5\n"
                 "fix a6 all property/global surfaceEnergy peratomtypepair 1 0\n"
                 "pair_style gran model edinburgh/stiffness consistent on limitForce off\npair_coeff * *\n"
                 "fix floor all wall/gran model edinburgh/stiffness consistent on limitForce off primitive "
                 "type 1 zplane 0\n"
                 "create_atoms 1 single 0 0 %.17g\nset group all diameter %.17g density %.17g\n"
                 "set atom 1 vz -%.17g\ntimestep %.17g\nfix move all nve/sphere\nrun 30000\n",
                 u->name, u->m, u->m, u->m, u->m, u->m, u->m, 1e7 * force / pow(u->m, 1.5), 5e-3 * u->m,
                 1e-2 * u->m, 2500.0 * u->kg / pow(u->m, 3.0), 0.5 * u->m / u->s, 2e-8 * u->s);
        deck_run(d, text);
        deck_near(deck_particles(d)->vm[0][2] / (0.5 * u->m / u->s), 0.5, 5e-5);
        assert_int_equal(deck_tear_down((void **)&d), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_consistent),
        cmocka_unit_test(test_printed),
        cmocka_unit_test(test_restitution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
