/* SPDX-License-Identifier: Apache-2.0 */
/* Particles inserted into others, or into walls, bring the energy that their contacts hold: it is given, and the audit closes. */
#include "decks/deck_fixture.h"

#define PAIR " peratomtypepair 1 "
#define BASE                                                                                                 \
    "units si\natom_style granular\nboundary f p f\nregion box block -.05 .05 -.05 .05 -.05 .05\n"           \
    "create_box 1 box\nneighbor .002 bin\ntimestep 2e-7\nfix g all gravity 9.81 vector .1 .2 -1\n"           \
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"                                             \
    "fix m2 all property/global poissonsRatio peratomtype .3\n"                                              \
    "fix m3 all property/global coefficientRestitution" PAIR ".5\n"
#define FRICTION "fix m4 all property/global coefficientFriction" PAIR ".5\n"
#define ROLLING  "fix m5 all property/global coefficientRollingFriction" PAIR ".2\n"
#define TEMPLATE " 10487 atom_type 1 density constant 2500 "
#define THREE    "nspheres 3 ntry 100000 spheres 0 0 0 .004 .004 0 0 .004 0 .005 0 .003"
#define PACK     "distributiontemplate pdd insert_every once overlapcheck no all_in yes maxattempt 300 region r "
/* A second crowd falls into the first one while that flies apart. */
#define INSERTIONS                                                                                           \
    "region r block -.03 .03 -.05 .05 -.04 .03\nfix pdd all particledistribution/discrete 10487 1 pts 1\n"   \
    "fix a all insert/pack seed 15485867 " PACK                                                              \
    "vel constant .3 .2 -.5 omega constant 30 10 -20 particles_in_region 50\n"                               \
    "fix b all insert/pack seed 32452867 start 101 " PACK                                                    \
    "vel constant -.3 .2 -.5 omega constant 30 -10 20 particles_in_region 100\n"

static const char spheres[] = "fix pts all particletemplate/sphere" TEMPLATE "radius constant .005\n"
                              "fix i all nve/sphere\n",
                  loose[] = "fix pts all particletemplate/multiplespheres" TEMPLATE THREE "\n"
                            "fix i all nve/sphere\n",
                  clumps[] = "fix pts all particletemplate/multisphere" TEMPLATE THREE " type 1\n"
                             "fix i all multisphere\n";

#define WALL(id, model, shape) "fix " id " all wall/gran model " model " " shape "\n"
#define HERTZ                  "hertz tangential history rolling_friction epsd2"
#define EDINBURGH              "edinburgh tangential history rolling_friction epsd2"

typedef struct scene {
    const char *name, *model, *properties, *bodies, *walls;
} scene;

/* Runs to after both insertions; returns the hash. */
static uint64_t run_scene(deck *d, const scene *s, int threads)
{
    static const char mesh[] =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex -.06 -.048 -.03\n"
        "vertex .04 -.048 -.032\nvertex .04 .045 -.03\nendloop\nendfacet\nendsolid a\n";
    char text[8192];
    deck_file(d, "m.stl", mesh);
    snprintf(text, sizeof text, "clear\n" BASE "%spair_style gran model %s\npair_coeff * *\n%s%s" INSERTIONS,
             s->properties, s->model, s->walls, s->bodies);
    deck_run_here(d, text);
    d->session->world->threads = threads;
    deck_run(d, "run 100\n");
    assert_true(deck_value(d, "eelastic") > 0.0);
    deck_run(d, "run 150\n");
    return tsu_world_hash(d->session->world);
}

static void check_scene(deck *d, const scene *s)
{
    const uint64_t hash = run_scene(d, s, 1);
    const double residual = deck_value(d, "eresidual"), given = deck_value(d, "egiven"),
                 exchanged = deck_value(d, "eexchanged");
    print_message("%-20s residual %.1e of %g J exchanged, %g J given\n", s->name, residual, exchanged, given);
    assert_true(fabs(residual) < 1e-12 * exchanged);
    assert_null(strstr(d->screen, "WARNING"));
    assert_true(run_scene(d, s, 2) == hash);
    assert_true(deck_value(d, "egiven") == given);
    assert_true(deck_value(d, "eresidual") == residual);
    d->screen[0] = '\0';
}

static void audit_closes(void **state)
{
    static const scene scenes[] = {
        {"hertz", HERTZ, FRICTION ROLLING, spheres, ""},
        {"hooke", "hooke tangential history",
         FRICTION "fix m6 all property/global characteristicVelocity scalar 1\n", spheres, ""},
        {"edinburgh", EDINBURGH,
         FRICTION ROLLING "fix e1 all property/global UnloadingStiffness" PAIR "3\n"
                          "fix e2 all property/global overlapExponent scalar 1\n"
                          "fix e3 all property/global adhesionExponent scalar 1\n"
                          "fix e4 all property/global pullOffForce" PAIR "-.001\n"
                          "fix e5 all property/global surfaceEnergy" PAIR "1\n",
         spheres, WALL("w", EDINBURGH, "primitive type 1 zplane -.03")},
        {"jkr", "jkr tangential history", FRICTION "fix j all property/global workOfAdhesion" PAIR "1\n",
         spheres, ""},
        {"walls", HERTZ, FRICTION ROLLING, spheres,
         WALL("w", HERTZ, "primitive type 1 zplane -.03")
             WALL("v", HERTZ, "primitive type 1 zcylinder .02 0 0")},
        {"moving walls", HERTZ, FRICTION ROLLING, spheres,
         WALL("w", HERTZ, "primitive type 1 zplane -.03 shear x .5")
             WALL("v", HERTZ, "primitive type 1 zcylinder .03 0 0 shear z 2")},
        {"moving mesh", HERTZ, FRICTION ROLLING, spheres,
         "fix m all mesh/surface file @/m.stl type 1\n" WALL(
             "w", HERTZ, "mesh n_meshes 1 meshes m") "fix mv all move/mesh mesh m linear .3 .1 .5\n"},
        {"overlapping template", HERTZ, FRICTION ROLLING, loose, ""},
        {"clumps", HERTZ, FRICTION ROLLING, clumps,
         WALL("w", HERTZ, "primitive type 1 zplane -.03 shear x .5")},
    };
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        check_scene(*state, &scenes[k]);
    }
}

/* One sphere into another, both at rest and without losses: the energy of Hertz is given, 8/15 E* sqrt(R*) d^(5/2), and the energies
 * of later steps stay at that. */
static void energy_of_hertz(void **state)
{
    deck *d = *state;
    deck_run(d, "units si\natom_style granular\nboundary f f f\nregion box block -.05 .05 -.05 .05 -.05 .05\n"
                "create_box 1 box\ntimestep 1e-6\n"
                "fix m1 all property/global youngsModulus peratomtype 5e6\n"
                "fix m2 all property/global poissonsRatio peratomtype .3\n"
                "fix m3 all property/global coefficientRestitution" PAIR "1\n"
                "pair_style gran model hertz\npair_coeff * *\n"
                "create_atoms 1 single 0 0 0\nset group all diameter .01 density 2500\n"
                "fix pts all particletemplate/sphere" TEMPLATE "radius constant .004\n"
                "fix pdd all particledistribution/discrete 10487 1 pts 1\n"
                "region r block .0079 .0081 -1e-5 1e-5 -1e-5 1e-5\n"
                "fix a all insert/pack seed 15485867 distributiontemplate pdd insert_every once "
                "overlapcheck no region r all_in no particles_in_region 1\nfix i all nve/sphere\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 2);
    const double *x = deck_particles(d)->xr[deck_row(d, 1)], *y = deck_particles(d)->xr[deck_row(d, 2)];
    const double r = sqrt(pow(x[0] - y[0], 2.0) + pow(x[1] - y[1], 2.0) + pow(x[2] - y[2], 2.0));
    const double modulus = 5e6 / (2.0 * (1.0 - 0.09)), radius = 0.005 * 0.004 / 0.009;
    const double energy = 8.0 / 15.0 * modulus * sqrt(radius) * pow(0.009 - r, 2.5);
    assert_true(r < 0.0085);
    deck_near(deck_value(d, "egiven"), energy, 1e-12 * energy);
    deck_near(deck_value(d, "eintegration"), 0.0, 1e-5 * energy); /* of the kick */
    deck_run(d, "run 1000\n");
    deck_near(deck_value(d, "ke"), energy, 1e-3 * energy);
    deck_near(deck_value(d, "egiven"), energy, 1e-12 * energy);
    deck_near(deck_value(d, "eresidual"), 0.0, 1e-13 * energy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(audit_closes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(energy_of_hertz, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
