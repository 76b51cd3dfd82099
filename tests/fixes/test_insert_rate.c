/* SPDX-License-Identifier: Apache-2.0 */
/* fix insert/rate/region: rates and totals; and the options that all insertions share. */
#include "decks/insert_fixture.h"

#define RATE "fix ins all insert/rate/region seed 21 distributiontemplate pdd region box "
#define PACK "fix ins all insert/pack seed 21 distributiontemplate pdd region box insert_every once "

/* ---- rates and totals ----------------------------------------------------------------------------------------------- */

/* 12.5 particles an insertion: after n of them never more than one particle off. */
static void test_particle_rate(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.001") RATE
             "nparticles INF particlerate 125000 insert_every 10 verbose no\n");
    for (int k = 0; k < 8; k++) {
        deck_run(d, "run 10\n");
        deck_near(deck_value(d, "f_ins[1]"), 12.5 * (k + 1), 1.0);
    }
    assert_int_equal(deck_particles(d)->count, (int)deck_value(d, "f_ins[1]"));
}

static void test_mass_rate(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("gaussian 0.001 0.0001") RATE
             "mass INF massrate 40 insert_every 20 verbose no\nrun 2000\n");
    /* the first insertion is at step 1 */
    deck_near(deck_value(d, "f_ins[2]"), 40.0 * 0.02, 0.01 * 40.0 * 0.02);
    deck_near(total_mass(deck_particles(d)), deck_value(d, "f_ins[2]"), 1e-12);
}

static void test_totals(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.001") RATE
             "nparticles 77 particlerate 2e6 insert_every 1 verbose no\nrun 100\n");
    assert_int_equal(deck_particles(d)->count, 77);
    deck_says(d, "20 particles every 1 steps (2e+06 particles/s");
    /* a sphere has 1.0472e-5 kg: 7 whole ones in 7.9e-5 kg */
    deck_run(d, "unfix ins\n" RATE "mass 7.9e-5 massrate 1 insert_every 1\nrun 100\n");
    assert_int_equal(deck_particles(d)->count, 84);
}

/* ---- options of all insertions ----------------------------------------------------------------------------------------- */

/* With one try per particle many places fail and the particles must be shifted; with many tries not. */
static void test_maxattempt(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.01") PACK "maxattempt 1 particles_in_region 800\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 800);
    assert_int_equal(count_says(d, "shifted to make room"), 1);
    d->screen[0] = '\0';
    deck_run(d, "clear\n" BOX("f f f") TEMPLATE("constant 0.01") PACK
             "maxattempt 1000 particles_in_region 800\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 800);
    assert_int_equal(count_says(d, "shifted to make room"), 0);
    /* filled up again and again, nothing is shifted: what finds no place waits */
    deck_run(d, "clear\n" BOX("f f f")
                    TEMPLATE("constant 0.01") "fix ins all insert/pack seed 21 distributiontemplate pdd "
                                              "region box insert_every 10 maxattempt 1 "
                                              "particles_in_region 800\nrun 1\n");
    assert_true(deck_particles(d)->count < 700 && deck_particles(d)->count > 200);
    deck_says(d, "of 800 particles found room");
    assert_int_equal(count_says(d, "shifted to make room"), 0);
}

/* Decks that ask for far more than fits mean as many as find a place by trying: about a third of the volume. A rate that
 * fits is kept, by shifting if need be. */
static void test_far_too_much(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.01") RATE
             "nparticles INF particlerate 1e9 insert_every 10 all_in yes\nrun 1\n");
    const double fraction = solid_volume(deck_particles(d)) / 0.016;
    assert_true(fraction > 0.22 && fraction < 0.38);
    assert_int_equal(count_says(d, "shifted to make room"), 0);
    deck_says(d, "of 100000 particles found room");
    deck_run(d, "clear\n" BOX("f f f") TEMPLATE("constant 0.01") RATE
             "nparticles INF particlerate 1.8e7 insert_every 10 all_in yes\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 1800); /* 0.47 of the volume */
    assert_int_equal(count_says(d, "shifted to make room"), 1);
    assert_int_equal(overlaps(d->session->world), 0);
}

static void test_overlapcheck(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.01") "unfix move\n" PACK
                                                       "overlapcheck no particles_in_region 300\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 300);
    assert_true(overlaps(d->session->world) > 0);
    deck_run(d, "clear\n" BOX("f f f") TEMPLATE("constant 0.01") PACK "particles_in_region 300\nrun 1\n");
    assert_int_equal(overlaps(d->session->world), 0);
}

static void check_velocities(const deck *d, const double mean[3], const double variance[3])
{
    const tsu_particles *p = deck_particles(d);
    for (int q = 0; q < 3; q++) {
        double sum = 0.0, sum2 = 0.0;
        for (int32_t i = 0; i < p->count; i++) {
            const double v = p->vm[i][q] - mean[q];
            sum += v;
            sum2 += v * v;
        }
        deck_near(sum / p->count, 0.0, 5.0 * sqrt(variance[q] / p->count) + 1e-15);
        deck_near(sum2 / p->count, variance[q], 5.0 * variance[q] * sqrt(3.0 / p->count) + 1e-30);
    }
}

static void test_velocities(void **state)
{
    deck *d = *state;
    const double mean[3] = {1.0, -2.0, 3.0}, none[3] = {0};
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.0005") PACK
             "particles_in_region 4000 vel constant 1 -2 3 omega constant 4 5 6\nrun 1\n");
    check_velocities(d, mean, none);
    for (int q = 0; q < 3; q++) {
        deck_near(deck_particles(d)->wi[17][q], 4.0 + q, 0.0);
    }
    deck_run(d, "clear\n" BOX("f f f") TEMPLATE("constant 0.0005") PACK
             "particles_in_region 4000 vel uniform 1 -2 3 0.3 0.6 0\nrun 1\n");
    check_velocities(d, mean, (const double[3]){0.03, 0.12, 0.0});
    deck_run(d, "clear\n" BOX("f f f") TEMPLATE("constant 0.0005") PACK
             "particles_in_region 4000 vel gaussian 1 -2 3 0.3 0.6 0\nrun 1\n");
    check_velocities(d, mean, (const double[3]){0.09, 0.36, 0.0});
}

/* At the end of the step in which they come, particles are where and as fast as asked, gravity or not, and the energy they
 * bring is booked. */
static void test_energy(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f")
                    TEMPLATE("constant 0.002") "fix g all gravity 9.81 vector 0 0 -1\n"
                                               "region high block -0.1 0.1 -0.1 0.1 0.1 0.4 units box\n"
                                               "fix ins all insert/pack seed 2 distributiontemplate pdd "
                                               "region high insert_every once particles_in_region 500 "
                                               "vel constant 0 0 -3 omega constant 0 9 0\nrun 1\n");
    const tsu_particles *p = deck_particles(d);
    for (int32_t i = 0; i < p->count; i++) {
        deck_near(p->vm[i][2], -3.0, 1e-14);
    }
    tsu_energy e;
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    deck_near(e.residual, 0.0, 1e-13 * e.kinetic);
    deck_near(e.given, e.kinetic + e.rotational + e.gravitational, 1e-12 * e.kinetic);
    deck_run(d, "run 200\n"); /* free fall: the integrator is exact */
    assert_int_equal(tsu_world_energy(d->session->world, &e, NULL), TSU_OK);
    deck_near(e.residual, 0.0, 1e-12 * e.kinetic);
}

static void test_set_property(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f") TEMPLATE("constant 0.002") "fix c all property/atom colour scalar no no no 3\n" PACK
                                                     "particles_in_region 10 set_property colour 5\nrun 1\n");
    const tsu_particle_column *c = tsu_particles_find_column(deck_particles(d), "colour");
    assert_non_null(c);
    for (int32_t i = 0; i < 10; i++) {
        deck_near(c->value[i], 5.0, 0.0);
    }
    deck_run(d, "unfix ins\n" PACK "particles_in_region 12\nrun 1\n");
    deck_near(c->value[deck_row(d, 12)], 3.0, 0.0); /* the default of the property */
    deck_refuses(d, "unfix ins\n" PACK "particles_in_region 14 set_property smell 5\nrun 1\n",
                 "sets the field smell, but there is none with one value per particle; add `fix ID all "
                 "property/atom smell");
}

/* Shares of half of 11 particles: exactly 11 in all, or 10 to 12 with 11 on average. */
static void test_random_distribute(void **state)
{
    deck *d = *state;
    static const char *const words[] = {"exact", "uncorrelated"};
    for (int k = 0; k < 2; k++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            "clear\n" BOX(
                "f f f") "fix a all particletemplate/sphere 5 density constant 2500 radius constant 0.0003\n"
                         "fix b all particletemplate/sphere 6. density constant 2500 radius constant 0.0003\n"
                         "fix pdd all particledistribution/discrete/numberbased 8 2 a 0.5 b 0.5\n" RATE
                         "nparticles INF particlerate 1.1e6 insert_every 1 random_distribute %s verbose no\n",
            words[k]);
        deck_run(d, text);
        double before = 0.0;
        int others = 0;
        for (int step = 0; step < 40; step++) {
            deck_run(d, "run 1\n");
            const double now = deck_value(d, "f_ins[1]");
            others += now - before != 11.0;
            before = now;
        }
        assert_true(k == 0 ? others == 0 : others > 5);
        deck_near(before, 440.0, k == 0 ? 0.0 : 5.0 * sqrt(40.0 * 0.5));
    }
}

static void test_verbose(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.002") PACK "particles_in_region 10 verbose no\nrun 1\n");
    assert_int_equal(count_says(d, "Insertion ins"), 0);
    deck_run(d, "unfix ins\n" PACK "particles_in_region 20 orientation random\nrun 1\n");
    deck_says(d, "Insertion ins: 10 particles");
}

/* ---- refused ------------------------------------------------------------------------------------------------------------ */

static void test_refused(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.002"));
    deck_refuses(d, "fix ins all insert/pack distributiontemplate pdd\n", "the first keyword must be `seed`");
    deck_refuses(d, "fix ins all insert/pack seed 1 region box\n", "add `distributiontemplate ID`");
    deck_refuses(d, "fix ins all insert/pack seed 1 distributiontemplate pts\n", "is not a distribution");
    deck_refuses(d, "fix ins all insert/pack seed 1 distributiontemplate pdd insert_every once\n",
                 "add `region ID`");
    deck_refuses(d, PACK "particles_in_region 3 mass_in_region 1\n", "only one of volumefraction_region");
    deck_refuses(d, PACK "maxattempt 3\n", "one of volumefraction_region");
    deck_refuses(d, PACK "nparticles 3\n", "is not a keyword of this style; give the amount");
    deck_refuses(d, PACK "volumefraction_region 1.2\n", "it must not be above 1");
    deck_refuses(d, PACK "particles_in_regoin 3\n", "did you mean `particles_in_region`?");
    deck_refuses(d, PACK "particles_in_region 3 orientation constant 1 1 0 0\n",
                 "it must be 1, to three digits");
    deck_refuses(d, PACK "particles_in_region 3 compress_tags yes\n", "a particle keeps its id");
    deck_refuses(d, PACK "particles_in_region 3 ntry_mc 10\n", "between 1000");
    deck_refuses(d, PACK "particles_in_region 3 vel uniform 1 1 1\n", "the spread of the velocity");
    deck_refuses(d, RATE "nparticles 5 insert_every 3\n", "one of particlerate and massrate");
    deck_refuses(d, RATE "nparticles 5 insert_every 3 massrate 1 particlerate 1\n",
                 "only one of particlerate");
    deck_refuses(d, RATE "particlerate 5 insert_every 3\n", "one of nparticles and mass");
    deck_refuses(d, RATE "nparticles 5 mass 3 particlerate 5 insert_every 3\n",
                 "only one of nparticles and mass");
    deck_refuses(d, RATE "nparticles 5 particlerate 5 insert_every once\n", "not `insert_every once`");
    deck_refuses(d, RATE "nparticles 5 particlerate 5\n", "one of insert_every");
    deck_run(d, PACK "particles_in_region 3\n");
    deck_refuses(d, PACK "particles_in_region 3\n", "there is already a fix 'ins'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_particle_rate, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mass_rate, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_totals, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_maxattempt, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_far_too_much, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_overlapcheck, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_velocities, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_energy, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_set_property, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_random_distribute, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_verbose, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
