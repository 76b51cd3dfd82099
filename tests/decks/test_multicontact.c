/* SPDX-License-Identifier: Apache-2.0 */
/* surface multicontact in a deck: three spheres in a row between two planes, pressed along the row. Each sphere has two loads on
 * opposite sides, so the bulge of a surface is (1 + nu)(3 - 2 nu)/(4 pi E R) times the load, and the chain comes to rest where
 * Hertz's force at the overlap that is larger by the bulges is the load everywhere. */
#include "deck_fixture.h"

#define SOFT                                                                                                 \
    "units si\natom_style granular\nboundary f f f\nnewton off\nsoft_particles yes\n"                        \
    "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1 units box\ncreate_box 1 box\n"                              \
    "fix m1 all property/global youngsModulus peratomtype 2e4\n"                                             \
    "fix m2 all property/global poissonsRatio peratomtype 0.4\n"                                             \
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.3\n"                              \
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.1\n"                                 \
    "timestep 2e-5\nfix integr all nve/sphere\nfix slow all viscous 0.02\n"
#define LAWS "model hertz tangential history surface multicontact"
/* spheres of R = 10 mm, the planes 6 % nearer than touching */
#define ROW                                                                                                  \
    "create_atoms 1 single 0 0 0.0094 units box\ncreate_atoms 1 single 0 0 0.0282 units box\n"               \
    "create_atoms 1 single 0 0 0.0470 units box\nset group all diameter 0.02 density 1000\n"                 \
    "pair_style gran " LAWS "\npair_coeff * *\n"                                                             \
    "fix low all wall/gran " LAWS " primitive type 1 zplane 0\n"                                             \
    "fix high all wall/gran " LAWS " primitive type 1 zplane 0.0564\n"

static const double young = 2.0e4, nu = 0.4, radius = 0.01;

/* Overlap that Hertz needs for a load, with the curvature of radius r_eff. */
static double hertz(double load, double r_eff)
{
    const double e = 0.5 * young / (1.0 - nu * nu);
    return pow(0.75 * load / (e * sqrt(r_eff)), 2.0 / 3.0);
}

/* Length of the row under a load: the overlaps without what the bulges give. */
static double length(double load)
{
    const double w =
        1.125 * load * (1.0 + nu) * (3.0 - 2.0 * nu) / (4.0 * 3.14159265358979323846 * young * radius);
    double arms = radius, far = w;
    for (int k = 0; k < 50;
         k++) { /* the loads lie nearer to each other than the poles; the middle sphere's arms are longest */
        far = w * 2.0 * radius / (2.0 * arms);
        arms = radius + far - 0.5 * hertz(load, 0.5 * (radius + far));
    }
    const double pair = hertz(load, 0.5 * (radius + far)) - 2.0 * far, wall = hertz(load, radius + far) - far;
    return 6.0 * radius - 2.0 * pair - 2.0 * wall;
}

static void a_row_rests_where_hertz_and_bulges_balance(void **state)
{
    deck *d = *state;
    deck_run(d, SOFT ROW "fix mc all multicontact/halfspace geometric_prefactor 1.125\nrun 40000\n");
    const double load = -deck_value(d, "f_low[3]");
    deck_near(deck_value(d, "f_high[3]") / load, 1.0, 1e-6);
    deck_near(length(load), 0.0564, 6e-6);
    /* the bulges carry a good part of it: without them the load is far less */
    deck_run(d, "unfix mc\nfix mc all multicontact/halfspace geometric_prefactor 1e-9\nrun 40000\n");
    assert_true(load > 1.1 * -deck_value(d, "f_low[3]"));
}

static void what_is_missing_is_named(void **state)
{
    deck *d = *state;
    deck_run(d, SOFT ROW);
    deck_refuses(d, "run 1\n", "needs `fix ID all multicontact/halfspace");
    deck_refuses(d, "fix mc all multicontact/halfspace geometric_prefactor 0\n", "must be positive");
    deck_run(d, "fix mc all multicontact/halfspace\n"
                "fix side all wall/gran model hertz tangential history primitive type 1 xplane -0.05\n");
    deck_refuses(d, "run 1\n", "wall side has not");
}

/* Spheres that fall upon each other: what the bulges put in is booked, so that the audit closes as it does without them. */
static void the_audit_closes(void **state)
{
    static const char *const laws[] = {"hertz tangential off", "hertz tangential history",
                                       "hooke tangential off",
                                       "hooke tangential history rolling_friction epsd2"};
    deck *d = *state;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        char text[2048];
        snprintf(text, sizeof text,
                 SOFT
                 "unfix slow\nfix m1 all property/global youngsModulus peratomtype 2e5\n"
                 "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.7\n"
                 "fix m5 all property/global characteristicVelocity scalar 1.0\n"
                 "fix m6 all property/global coefficientRollingFriction peratomtypepair 1 0.1\n"
                 "lattice sc 0.0195\nregion in block -0.029 0.029 -0.029 0.029 0.005 0.075\n"
                 "create_atoms 1 region in\nset group all diameter 0.02 density 1000\n"
                 "displace_atoms all random 0.0005 0.0005 0.0005 98765\n"
                 "pair_style gran model %s surface multicontact\npair_coeff * *\n"
                 "fix low all wall/gran model %s surface multicontact primitive type 1 zplane 0\n"
                 "fix mc all multicontact/halfspace\nfix g all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n"
                 "run 8000\n",
                 laws[k], laws[k]);
        deck_run(d, text);
        const double put_in = deck_value(d, "eexternal"), lost = deck_value(d, "edissipated"),
                     residual = deck_value(d, "eresidual"), error = deck_value(d, "eintegration");
        print_message("%s: bulges put in %.3g of what is lost; residual %.1e, error of the step %.1e of it\n",
                      laws[k], put_in / lost, residual / lost, error / lost);
        assert_true(put_in > 0.01 * lost);
        assert_true(fabs(residual) < 1e-5 * lost);
        assert_true(fabs(error) < 3e-4 * lost);
        deck_run(d, "clear\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_rests_where_hertz_and_bulges_balance, deck_set_up,
                                        deck_tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_named, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(the_audit_closes, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
