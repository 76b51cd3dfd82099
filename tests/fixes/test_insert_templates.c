/* SPDX-License-Identifier: Apache-2.0 */
/* Templates and distributions: what is inserted has the sizes, densities, shares, materials and groups asked for. Expected
 * moments are closed forms; tolerances are five standard errors of a sample. */
#include "decks/insert_fixture.h"
#include "session/groups.h"

#define BLIND "insert_every once overlapcheck no all_in no region box "

enum { MANY = 20000 };

typedef double value_fn(const tsu_particles *p, int32_t i);

static double radius(const tsu_particles *p, int32_t i)
{
    return p->xr[i][3];
}

static double density(const tsu_particles *p, int32_t i)
{
    return p->density[i];
}

static double log_radius(const tsu_particles *p, int32_t i)
{
    return log(p->xr[i][3]);
}

/* Mean and variance are as expected, up to chance. */
static void check_moments(const deck *d, value_fn *value, double mean, double variance)
{
    const tsu_particles *p = deck_particles(d);
    double sum = 0.0, sum2 = 0.0;
    assert_int_equal(p->count, MANY);
    for (int32_t i = 0; i < p->count; i++) {
        sum += value(p, i);
    }
    const double m = sum / p->count;
    for (int32_t i = 0; i < p->count; i++) {
        sum2 += (value(p, i) - m) * (value(p, i) - m);
    }
    deck_near(m, mean, 5.0 * sqrt(variance / MANY));
    /* the fourth moment of these laws is below four times the squared variance */
    deck_near(sum2 / p->count, variance, 5.0 * variance * sqrt(3.0 / MANY));
}

static void insert_many(deck *d, const char *template)
{
    char text[2048];
    snprintf(text, sizeof text,
             BOX("f f f") "%s"
                          "fix pdd all particledistribution/discrete 8 1 pts 1.0\n"
                          "fix ins all insert/pack seed 9 distributiontemplate pdd " BLIND
                          "particles_in_region %d\nhard_particles yes\nrun 1\n",
             template, MANY);
    deck_run(d, text);
}

/* Nothing collides: the law feels nothing at all, because there is no pair within reach of sizes so small. */
#define TINY(radius, density)                                                                                \
    "fix pts all particletemplate/sphere 7 atom_type 1 density " density " radius " radius "\n"

static void test_uniform(void **state)
{
    insert_many(*state, TINY("uniform 1e-5 3e-5", "constant 2500"));
    check_moments(*state, radius, 2e-5, 4e-10 / 12.0);
}

/* Number density r^-3 between a and b: mean 2ab/(a+b), mean square 2 ln(b/a)/(1/a^2 - 1/b^2). */
static void test_uniform_by_mass(void **state)
{
    const double a = 1e-5, b = 3e-5, mean = 2.0 * a * b / (a + b);
    insert_many(*state, TINY("uniform mass 1e-5 3e-5", "constant 2500"));
    check_moments(*state, radius, mean, 2.0 * log(b / a) / (1.0 / (a * a) - 1.0 / (b * b)) - mean * mean);
}

/* Cut at three deviations the variance is less by 6 phi(3)/(2 Phi(3) - 1) = 0.0266627. */
static const double CUT = 1.0 - 6.0 * 0.004431848411938 / 0.997300203936740;

static void test_gaussian(void **state)
{
    insert_many(*state, TINY("gaussian number 2e-5 3e-6", "constant 2500"));
    check_moments(*state, radius, 2e-5, CUT * 9e-12);
    const tsu_particles *p = deck_particles(*state);
    for (int32_t i = 0; i < p->count; i++) {
        assert_true(p->xr[i][3] >= 1.1e-5 * (1.0 - 1e-12) && p->xr[i][3] <= 2.9e-5 * (1.0 + 1e-12));
    }
}

static void test_lognormal(void **state)
{
    insert_many(*state, TINY("lognormal -10.8 0.3", "constant 2500"));
    check_moments(*state, log_radius, -10.8, CUT * 0.09);
}

static void test_density(void **state)
{
    insert_many(*state, TINY("constant 2e-5", "uniform 1000 3000"));
    check_moments(*state, density, 2000.0, 4.0e6 / 12.0);
    const tsu_particles *p = deck_particles(*state);
    for (int32_t i = 0; i < p->count; i += 100) {
        deck_near(p->mass[i], SPHERE * 8e-15 * p->density[i], 1e-12 * p->mass[i]);
    }
}

/* Any integer is a seed, and another seed gives other sizes. */
static void test_seeds(void **state)
{
    deck *d = *state;
    deck_run(
        d,
        BOX("f f f") "fix a all particletemplate/sphere 1 density constant 2500 radius uniform 1e-3 2e-3\n"
                     "fix b all particletemplate/sphere -4 density constant 2500 radius uniform 1e-3 2e-3\n"
                     "fix c all particletemplate/sphere 0 density constant 2500 radius uniform 1e-3 2e-3\n"
                     "fix pdd all particledistribution/discrete 10000 3 a 1 b 1 c 1\n"
                     "fix ins all insert/pack seed 4 distributiontemplate pdd insert_every once "
                     "region box particles_in_region 30\nrun 1\n");
    deck_says(d, "sum to 3");
    const tsu_particles *p = deck_particles(d);
    assert_int_equal(p->count, 30);
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t j = 0; j < i; j++) {
            assert_true(p->xr[i][3] != p->xr[j][3]);
        }
    }
}

static int64_t of_type(const tsu_particles *p, int32_t type)
{
    int64_t count = 0;
    for (int32_t i = 0; i < p->count; i++) {
        count += p->type[i] == type;
    }
    return count;
}

#define TWO                                                                                                  \
    "fix a all particletemplate/sphere 5 atom_type 1 density constant 2500 radius constant 2e-3\n"           \
    "fix b all particletemplate/sphere 6 atom_type 2 density constant 1250 radius constant 1e-3\n"
#define HUNDREDS "insert_every once overlapcheck yes region box particles_in_region 400\nrun 1\n"

/* One sphere of a weighs 16 of b. Shares 0.5 of the mass: 1 a to 16 b; of the number: half each. */
static void test_shares(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TWO "fix pdd all particledistribution/discrete 8 2 a 0.5 b 0.5\n"
                                 "fix ins all insert/pack seed 9 distributiontemplate pdd " HUNDREDS);
    assert_in_range(of_type(deck_particles(d), 0), 23, 24); /* 400/17 = 23.5 */
    deck_says(d, "50 % of the mass, 5.88235 % of the particles");
    deck_run(d, "clear\n" BOX("f f f") TWO
             "fix pdd all particledistribution/discrete/massbased 8 2 a 0.5 b 0.5\n"
             "fix ins all insert/pack seed 9 distributiontemplate pdd " HUNDREDS);
    assert_in_range(of_type(deck_particles(d), 0), 23, 24);
    deck_run(d, "clear\n" BOX("f f f") TWO
             "fix pdd all particledistribution/discrete/numberbased 8 2 a 0.5 b 0.5\n"
             "fix ins all insert/pack seed 9 distributiontemplate pdd " HUNDREDS);
    assert_int_equal(of_type(deck_particles(d), 0), 200);
    assert_int_equal(of_type(deck_particles(d), 1), 200);
}

/* Particles belong to all, to the groups of the insertion, the distribution and the template, and no other. */
static void test_groups(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") "group g1 region box\ngroup g2 region box\ngroup g3 region box\n"
                             "group g4 region box\ngroup g5 region box\n"
                             "fix a g1 particletemplate/sphere 5 density constant 2500 radius constant 2e-3 "
                             "additional_group g2\n"
                             "fix pdd g3 particledistribution/discrete 8 1 a 1\n"
                             "fix ins g4 insert/pack seed 9 distributiontemplate pdd insert_every once "
                             "region box particles_in_region 5\nrun 1\n");
    uint32_t mask = TSU_GROUP_ALL;
    for (int k = 1; k <= 4; k++) {
        const char name[3] = {'g', (char)('0' + k), '\0'};
        mask |= 1u << tsu_session_find_group(d->session, name);
    }
    for (int32_t i = 0; i < 5; i++) {
        assert_int_equal(deck_particles(d)->group[i], mask);
    }
}

static void test_refused(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 1e-3"));
    deck_refuses(d, "fix t all particletemplate/sphere 7 density constant 1000 radius constant -1\n",
                 "the radius [m] is -1; it must be positive");
    deck_refuses(d, "fix t all particletemplate/sphere 7 density constant 1000 radius gaussian 1e-3 4e-4\n",
                 "decrease the deviation");
    deck_refuses(d, "fix t all particletemplate/sphere 7 density constant 1000 radius uniform 2e-3 1e-3\n",
                 "the second not less");
    deck_refuses(d, "fix t all particletemplate/sphere 7 density constant 1000\n", "the radius is not given");
    deck_refuses(d, "fix t all particletemplate/sphere 7 radius constant 1e-3\n", "the density is not given");
    deck_refuses(d, "fix t all particletemplate/sphere x radius constant 1e-3\n", "the seed");
    deck_refuses(d, "fix t all particletemplate/sphere 7 atom_type 3 density constant 1000\n",
                 "between 1 and 2");
    deck_refuses(d,
                 "fix t all particletemplate/sphere 7 density constant 1000 radius constant 1e-4 "
                 "volume_limit 1e-11\n",
                 "less than volume_limit");
    deck_refuses(d, "fix d2 all particledistribution/discrete 8 1 nobody 1\n", "there is no fix of this ID");
    deck_refuses(d, "fix d2 all particledistribution/discrete 8 1 move 1\n", "is not a template");
    deck_refuses(d, "fix d2 all particledistribution/discrete 8 2 pts 1 pts 1\n", "named twice");
    deck_refuses(d, "fix d2 all particledistribution/discrete 8 2 pts 1\n", "are 4 words, but 2 follow");
    deck_refuses(d, "fix d2 all particledistribution/discrete 8 1 pts -1\n", "must not be negative");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_uniform, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_uniform_by_mass, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_gaussian, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_lognormal, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_density, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_seeds, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_shares, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_groups, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
