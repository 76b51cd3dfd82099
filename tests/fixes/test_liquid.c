/* SPDX-License-Identifier: Apache-2.0 */
/* Liquid bridges in a deck: the liquid of the particles, what happens to it when a bridge breaks, sources, restart, momentum and
 * the audit. */
#include "decks/deck_fixture.h"

#define WET                                                                                                  \
    "units si\natom_style granular\nboundary f f f\nnewton off\n"                                            \
    "region box block -0.02 0.02 -0.02 0.02 -0.02 0.02 units box\ncreate_box 1 box\n"                        \
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"                                             \
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"                                             \
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.8\n"                              \
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.3\n"                                 \
    "fix l1 all property/global surfaceLiquidContentInitial scalar 0.01\n"                                   \
    "fix l2 all property/global surfaceTension scalar 0.05\n"                                                \
    "fix l3 all property/global fluidViscosity scalar 0.002\n"                                               \
    "fix l4 all property/global contactAngle peratomtype 20\n"                                               \
    "fix l5 all property/global minSeparationDistanceRatio scalar 0.01\n"                                    \
    "fix l6 all property/global maxSeparationDistanceRatio scalar 1.2\n"                                     \
    "timestep 2e-6\nfix integr all nve/sphere\n"
#define EASO                                                                                                 \
    "pair_style gran model hertz tangential history cohesion easo/capillary/viscous\npair_coeff * *\n"
/* two spheres of 1 and 1.5 mm that meet at 0.8 m/s, off centre and spinning */
#define MEETING                                                                                              \
    "create_atoms 1 single 0 0 0 units box\ncreate_atoms 1 single 0.0026 0.0004 0 units box\n"               \
    "set atom 1 diameter 0.002 density 2500 vx 0.5 omegaz 40\n"                                              \
    "set atom 2 diameter 0.003 density 2000 vx -0.3 omegay 60\n"

static double liquid_volume(deck *d)
{
    const double v1 = 1.0, v2 = 1.5 * 1.5 * 1.5;
    return deck_value(d, "f_surfaceLiquidContent[1]") * v1 + deck_value(d, "f_surfaceLiquidContent[2]") * v2;
}

/* Spin and orbit about the z axis of both. */
static double angular_momentum(const deck *d)
{
    const tsu_particles *p = deck_particles(d);
    double sum = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        const double *x = p->xr[i], *v = p->vm[i];
        sum += p->mass[i] * (x[0] * v[1] - x[1] * v[0] + 0.4 * x[3] * x[3] * p->wi[i][2]);
    }
    return sum;
}

static void a_bridge_shares_its_liquid(void **state)
{
    deck *d = *state;
    deck_run(d, WET EASO MEETING "run 0\nset atom 1 property/atom surfaceLiquidContent 0.02\n");
    const double before = liquid_volume(d), turning = angular_momentum(d);
    deck_run(d, "run 400\n");
    assert_true(deck_value(d, "contacts") == 1.0);
    deck_near(deck_value(d, "f_surfaceLiquidContent[1]"), 0.02, 1e-15);
    deck_run(d, "run 2000\n");
    assert_true(deck_value(d, "contacts") == 0.0);
    /* the caps give their liquid, which is then shared out by volume */
    const double sum = 2.5, cap1 = 0.5 * (1.0 - sqrt(1.0 - 1.5 * 1.5 / (sum * sum))),
                 cap2 = 0.5 * (1.0 - sqrt(1.0 - 1.0 / (sum * sum)));
    const double give1 = cap1 * 0.02, give2 = cap2 * 0.01 * 3.375, bridge = give1 + give2;
    deck_near(deck_value(d, "f_surfaceLiquidContent[1]"), 0.02 - give1 + bridge / 4.375, 1e-14);
    deck_near(deck_value(d, "f_surfaceLiquidContent[2]"), 0.01 + (-give2 + bridge * 3.375 / 4.375) / 3.375,
              1e-14);
    deck_near(liquid_volume(d) / before, 1.0, 1e-14);
    deck_near(angular_momentum(d) / turning, 1.0, 1e-11);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * deck_value(d, "edissipated"));
    deck_near(deck_value(d, "audit"), 0.0, 5e-5); /* the error of the steps */
}

/* What the bridge has dissipated so far is all that the accounts have, also after the spheres have parted. */
static void a_bridge_keeps_what_it_dissipates(void **state)
{
    deck *d = *state;
    int apart = 0;
    deck_run(d, WET EASO MEETING "compute p all pair/gran/local E_diss overlap\n");
    for (int k = 0; k < 60; k++) {
        const double *data;
        int64_t rows;
        tsu_error err = {0};
        deck_run(d, "run 20\n");
        const tsu_object *p = tsu_objects_find(&d->session->computes, "p");
        assert_int_equal(p->values.local(d->session, p->state, &data, &rows, &err), TSU_OK);
        const double all = deck_value(d, "edissipated");
        if (rows == 0) continue;
        assert_true(strcmp(p->values.local_name(p->state, 0), "overlap") == 0);
        apart += data[0] < 0.0 && all > 0.0;
        deck_near(data[1], all, 1e-12 * fabs(all));
    }
    assert_true(apart > 5);
}

/* What all steps have given is what has come: the flux times the time step, summed by a variable. LIGGGHTS names the column
 * f_liquidFlux[0], and has it once the laws were set up. */
static void the_flux_is_what_comes(void **state)
{
    deck *d = *state;
    deck_run_here(d, WET EASO MEETING
                  "run 0\nset atom 1 property/atom surfaceLiquidContent 0.02\n"
                  "dump d all custom 100 @/dump.txt id f_surfaceLiquidContent[0] f_liquidFlux[0]\n"
                  "variable one equal f_liquidFlux[1]\nvariable two equal f_liquidFlux[2]\n"
                  "variable sum1 equal 0\nvariable sum2 equal 0\n"
                  "run 2400 every 1 \"variable sum1 equal ${sum1}+${one}*dt\" \"variable sum2 equal "
                  "${sum2}+${two}*dt\"\n");
    assert_true(deck_value(d, "contacts") == 0.0);
    deck_near(deck_value(d, "v_sum1"), deck_value(d, "f_surfaceLiquidContent[1]") - 0.02, 1e-15);
    deck_near(deck_value(d, "v_sum2"), deck_value(d, "f_surfaceLiquidContent[2]") - 0.01, 1e-15);
    assert_true(deck_value(d, "v_sum1") < -1e-6);
    assert_true(deck_value(d, "v_one") == 0.0); /* nothing broke in the last step */
}

static void films_bridge_a_gap(void **state)
{
    deck *d = *state;
    /* apart by a tenth of the rupture distance: they are drawn together */
    deck_run(
        d, WET
        "pair_style gran model hertz tangential history cohesion washino/capillary/viscous\npair_coeff * *\n"
        "create_atoms 1 single 0 0 0 units box\ncreate_atoms 1 single 0.00202 0 0 units box\n"
        "set group all diameter 0.002 density 2500\nrun 0\n");
    assert_true(deck_value(d, "contacts") == 1.0);
    deck_run(d, "run 2000\n");
    assert_true(deck_value(d, "xcm(all,x)") > 0.0);
    assert_true(deck_particles(d)->xr[deck_row(d, 2)][0] - deck_particles(d)->xr[deck_row(d, 1)][0] <
                0.00202);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-12 * deck_value(d, "edissipated"));
    deck_near(deck_value(d, "audit"), 0.0, 5e-5); /* the error of the steps */
}

static void sources_wet_the_particles(void **state)
{
    deck *d = *state;
    deck_run(d,
             WET EASO MEETING "run 0\nset atom 2 property/atom liquidSource 5\nset atom 2 x 0.01\nrun 100\n");
    deck_near(deck_value(d, "f_surfaceLiquidContent[1]"), 0.01, 1e-15);
    deck_near(deck_value(d, "f_surfaceLiquidContent[2]"), 0.01 + 5.0 * 100 * 2e-6, 1e-14);
}

/* Stopped while there is a bridge and going on, with the same bits. */
static void bridges_go_on_from_a_restart_file(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text, "run 400\nwrite_restart %s/wet\nrun 2000\n", d->folder);
    deck_run(d, WET EASO MEETING);
    deck_run(d, text);
    const uint64_t hash = tsu_world_hash_state(d->session->world);
    const double liquid = deck_value(d, "f_surfaceLiquidContent[1]");
    snprintf(text, sizeof text, "clear\nread_restart %s/wet\n", d->folder);
    deck_run(d, text);
    deck_run(d, strstr(WET, "fix m1"));
    deck_run(d, EASO "run 2000\n");
    assert_true(hash == tsu_world_hash_state(d->session->world));
    assert_true(liquid == deck_value(d, "f_surfaceLiquidContent[1]"));
    assert_true(liquid != 0.01);
}

static void mistakes_are_named(void **state)
{
    deck *d = *state;
    deck_run(d, WET EASO MEETING);
    deck_refuses(d, "fix l6 all property/global maxSeparationDistanceRatio scalar 0.9\nrun 1\n",
                 "needs it in [1, inf)");
    deck_refuses(d, "unfix l3\nrun 1\n", "fluidViscosity");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_bridge_shares_its_liquid, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(a_bridge_keeps_what_it_dissipates, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(the_flux_is_what_comes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(films_bridge_a_gap, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(sources_wet_the_particles, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(bridges_go_on_from_a_restart_file, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_named, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
