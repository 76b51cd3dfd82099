/* SPDX-License-Identifier: Apache-2.0 */
/* fix insert/pack: how much is in the region afterwards, where, and never on top of each other. */
#include "decks/insert_fixture.h"

#define PACK "fix ins all insert/pack seed 11 distributiontemplate pdd "

static void near_percent(double value, double expected)
{
    deck_near(value, expected, 0.01 * expected);
}

/* ---- how much ------------------------------------------------------------------------------------------------------- */

static void test_particles_in_region(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.004") PACK
             "insert_every once region box particles_in_region 1234\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 1234);
    assert_int_equal(overlaps(d->session->world), 0);
    deck_near(deck_value(d, "f_ins[1]"), 1234.0, 0.0);
    deck_near(deck_value(d, "f_ins[2]"), total_mass(deck_particles(d)), 1e-12);
    deck_says(d, "Insertion ins: 1234 particles");
}

static void test_volume_fraction(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f")
                    TEMPLATE("gaussian 0.006 0.0009") "region r cylinder z 0 0 0.08 0.1 0.3 units box\n" PACK
                                                      "insert_every once all_in yes region r "
                                                      "volumefraction_region 0.3\nrun 1\n");
    near_percent(solid_volume(deck_particles(d)), 0.3 * 3.14159265358979 * 0.0064 * 0.2);
    assert_int_equal(overlaps(d->session->world), 0);
}

static void test_mass_in_region(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("uniform 0.002 0.008") PACK
             "insert_every once region box mass_in_region 3\nrun 1\n");
    near_percent(total_mass(deck_particles(d)), 3.0);
}

/* What is there already counts, and what has left is made up for. */
static void test_refill(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f") TEMPLATE("constant 0.004") "region low block INF INF INF INF 0 0.2 units box\n"
                                                     "create_atoms 1 single 0 0 0.1 units box\n"
                                                     "create_atoms 1 single 0 0 0.3 units box\n"
                                                     "set group all diameter 0.01 density 2500\n" PACK
                                                     "every 10 region low particles_in_region 100\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 101); /* one of the two is in the region */
    deck_run(d, "run 9\n");
    assert_int_equal(deck_particles(d)->count, 101);
    deck_run(d, "delete_atoms region low\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 101);
    deck_near(deck_value(d, "f_ins[1]"), 199.0, 0.0);
    assert_int_equal(overlaps(d->session->world), 0);
}

static void test_start(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.004") PACK
             "insert_every once start 7 region box particles_in_region 10\nrun 6\n");
    assert_int_equal(deck_particles(d)->count, 0);
    deck_run(d, "run 1\n");
    assert_int_equal(deck_particles(d)->count, 10);
    deck_refuses(d, "fix again all insert/pack seed 1 distributiontemplate pdd start 7\n",
                 "the present step is 7 already");
}

static void test_every_time(void **state)
{
    deck *d = *state;
    deck_run(
        d, BOX("f f f") TEMPLATE("constant 0.004") PACK
        "insert_every_time 5e-5 region box particles_in_region 10\nrun 5\ndelete_atoms group all\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 10); /* a step is 1e-5 s: steps 1 and 6 */
    deck_near(deck_value(d, "f_ins[1]"), 20.0, 0.0);
}

/* ---- where ---------------------------------------------------------------------------------------------------------- */

static void test_all_in(void **state)
{
    deck *d = *state;
    double lo, hi;
    deck_run(d,
             BOX("f f f") TEMPLATE(
                 "constant 0.004") "region r block -0.05 0.05 -0.05 0.05 0.1 0.2 units box\n" PACK
                                   "insert_every once all_in yes region r particles_in_region 500\nrun 1\n");
    for (int q = 0; q < 2; q++) {
        extent(deck_particles(d), q, true, &lo, &hi);
        assert_true(lo >= -0.05 && hi <= 0.05);
    }
    deck_run(d,
             "clear\n" BOX("f f f") TEMPLATE(
                 "constant 0.004") "region r block -0.05 0.05 -0.05 0.05 0.1 0.2 units box\n" PACK
                                   "insert_every once all_in no region r particles_in_region 500\nrun 1\n");
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo < -0.05 && hi > 0.05);
    extent(deck_particles(d), 0, false, &lo, &hi);
    assert_true(lo >= -0.05 && hi <= 0.05);
}

/* Centres are spread evenly: mean and variance of each coordinate of a cube. */
static void test_uniform_in_space(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f")
                 TEMPLATE("constant 1e-5") "region r block -0.05 0.05 -0.05 0.05 0.1 0.2 units box\n" PACK
                                           "insert_every once region r particles_in_region 10000\nrun 1\n");
    const tsu_particles *p = deck_particles(d);
    for (int q = 0; q < 3; q++) {
        double sum = 0.0, sum2 = 0.0;
        for (int32_t i = 0; i < p->count; i++) {
            const double x = p->xr[i][q] - (q == 2 ? 0.15 : 0.0);
            sum += x;
            sum2 += x * x;
        }
        const double variance = 0.01 / 12.0;
        deck_near(sum / p->count, 0.0, 5.0 * sqrt(variance / p->count));
        deck_near(sum2 / p->count, variance, 5.0 * variance * sqrt(0.8 / p->count));
    }
}

static void test_border(void **state)
{
    deck *d = *state;
    double lo, hi;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.01") PACK
             "insert_every once region box particles_in_region 200\nrun 1\n");
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo >= -0.1 && hi <= 0.1);
    deck_run(
        d, "clear\n" BOX("f f f") TEMPLATE("constant 0.01") PACK
        "insert_every once region box particles_in_region 200 check_dist_from_subdomain_border no\nrun 1\n");
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo < -0.1 && hi > 0.1);
}

static void test_walls(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f")
                 TEMPLATE("constant 0.008") "fix w1 all wall/gran model hertz tangential history primitive "
                                            "type 1 zcylinder 0.06 0 0\n"
                                            "fix w2 all wall/gran model hertz tangential history primitive "
                                            "type 1 zplane 0.2\n" PACK
                                            "insert_every once region box particles_in_region 1500\nrun 1\n");
    const tsu_particles *p = deck_particles(d);
    assert_true(p->count > 1000);
    int inside = 0;
    for (int32_t i = 0; i < p->count; i++) {
        const double away = sqrt(p->xr[i][0] * p->xr[i][0] + p->xr[i][1] * p->xr[i][1]);
        assert_true(fabs(away - 0.06) >= 0.008 && fabs(p->xr[i][2] - 0.2) >= 0.008);
        inside += away < 0.06;
    }
    assert_true(inside > 100);
    assert_int_equal(d->session->world->touching, 0);
}

/* A plate across the middle of the box, tilted: nobody lies in it, some near its edges. */
static void test_mesh_wall(void **state)
{
    deck *d = *state;
    char text[2048];
    const char *plate =
        "solid plate\nfacet normal 0 0 1\nouter loop\nvertex -0.1 -0.1 0.15\nvertex 0.1 -0.1 0.2\n"
        "vertex 0.02 0.1 0.25\nendloop\nendfacet\nendsolid plate\n";
    static const double c[3][3] = {{-0.1, -0.1, 0.15}, {0.1, -0.1, 0.2}, {0.02, 0.1, 0.25}};
    snprintf(text, sizeof text,
             BOX("f f f")
                 TEMPLATE("constant 0.006") "fix plate all mesh/surface file %s type 1\n"
                                            "fix w all wall/gran model hertz tangential history mesh "
                                            "n_meshes 1 meshes plate\n" PACK
                                            "insert_every once region box volumefraction_region 0.45 "
                                            "all_in yes\nrun 1\n",
             deck_file(d, "plate.stl", plate));
    deck_run(d, text);
    const tsu_particles *p = deck_particles(d);
    int near = 0;
    for (int32_t i = 0; i < p->count; i++) {
        /* points of the triangle, finely */
        double nearest = INFINITY;
        for (int a = 0; a <= 100; a++) {
            for (int b = 0; a + b <= 100; b++) {
                double d2 = 0.0;
                for (int q = 0; q < 3; q++) {
                    const double at =
                        c[0][q] + 0.01 * a * (c[1][q] - c[0][q]) + 0.01 * b * (c[2][q] - c[0][q]);
                    d2 += (p->xr[i][q] - at) * (p->xr[i][q] - at);
                }
                nearest = fmin(nearest, d2);
            }
        }
        assert_true(sqrt(nearest) >= 0.006);
        near += sqrt(nearest) < 0.0075;
    }
    assert_true(near > 10);
    assert_int_equal(d->session->world->touching, 0);
}

/* A wall that does not act on the particles to come is no obstacle. */
static void test_wall_of_others(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f")
                 TEMPLATE("constant 0.02") "group other type 2\n"
                                           "fix w1 other wall/gran model hertz tangential history primitive "
                                           "type 1 zplane 0.2\n"
                                           "region r block -0.1 0.1 -0.1 0.1 0.19 0.21 units box\n" PACK
                                           "insert_every once region r particles_in_region 3\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 3);
}

static void test_existing(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f")
                 TEMPLATE("constant 0.008") "create_atoms 2 single 0 0 0.2 units box\n"
                                            "set type 2 diameter 0.15 density 2500\n" PACK
                                            "insert_every once region box particles_in_region 1500\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 1500);
    assert_int_equal(overlaps(d->session->world), 0);
}

/* Images across periodic faces are met, and spheres may lie across such a face. */
static void test_periodic(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("p p f") TEMPLATE("constant 0.01") PACK
             "insert_every once region box volumefraction_region 0.33\nrun 1\n");
    double lo, hi;
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo < -0.1 && hi > 0.1);
    near_percent(solid_volume(deck_particles(d)), 0.33 * 0.016);
    assert_int_equal(overlaps(d->session->world), 0);
}

static void test_region_beyond_box(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f")
                 TEMPLATE("constant 0.004") "region r block -0.05 0.05 -0.05 0.05 0.3 0.5 units box\n" PACK
                                            "insert_every once region r volumefraction_region 0.1\nrun 1\n");
    deck_says(d, "reaches beyond the fixed face of the box at z = 0.4");
    near_percent(solid_volume(deck_particles(d)), 0.1 * 0.001);
    d->screen[0] = '\0';
    deck_run(d, "unfix ins\n" PACK
                "insert_every once warn_region no region r volumefraction_region 0.11\nrun 1\n");
    assert_int_equal(count_says(d, "reaches beyond"), 0);
}

/* The volume of a union is measured with points: with few of them it comes out coarse, with many right. The union of a
 * block and a smaller one within it has the volume of the block. */
static void test_ntry_mc(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") TEMPLATE("constant 0.001") "region a sphere 0 0 0.2 0.05 units box\n"
                                                        "region b sphere 0 0 0.2 0.04 units box\n"
                                                        "region r union 2 a b\n" PACK
                                                        "insert_every once ntry_mc 1000 region r "
                                                        "volumefraction_region 0.2\nrun 1\n");
    const double coarse = solid_volume(deck_particles(d)), exact = 0.2 * SPHERE * 1.25e-4;
    deck_run(d, "unfix ins\ndelete_atoms group all\n" PACK
                "insert_every once ntry_mc 2000000 region r volumefraction_region 0.2\nrun 1\n");
    deck_near(solid_volume(deck_particles(d)), exact, 5e-4 * exact);
    assert_true(fabs(coarse - exact) > 5e-4 * exact);
}

/* ---- dense ---------------------------------------------------------------------------------------------------------- */

static void check_dense(deck *d, const char *shape, const char *boundary, double fraction, double volume)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clear\nunits si\natom_style granular\nboundary %s\nnewton off\nneighbor 0.002 bin\n"
             "region box block -0.1 0.1 -0.1 0.1 0 0.4\ncreate_box 2 box\n" DECK_LAWS
             "fix move all nve/sphere\n" TEMPLATE(
                 "constant 0.0085") "region r %s units box\n" PACK
                                    "insert_every once all_in yes region r volumefraction_region %g\nrun 1\n",
             boundary, shape, fraction);
    deck_run(d, text);
    near_percent(solid_volume(deck_particles(d)), fraction * volume);
    assert_int_equal(overlaps(d->session->world), 0);
    assert_int_equal(d->session->world->touching, 0);
}

static void test_dense(void **state)
{
    deck *d = *state;
    const double pi = 3.14159265358979;
    check_dense(d, "block -0.1 0.1 -0.1 0.1 0 0.4", "f f f", 0.55, 0.016);
    check_dense(d, "cylinder z 0 0 0.1 0 0.4", "f f f", 0.53, pi * 0.004);
    check_dense(d, "sphere 0 0 0.2 0.1", "f f f", 0.48, SPHERE * 0.001);
    const tsu_particles *p = deck_particles(d);
    for (int32_t i = 0; i < p->count; i++) {
        const double z = p->xr[i][2] - 0.2, x = p->xr[i][0], y = p->xr[i][1];
        assert_true(sqrt(x * x + y * y + z * z) + p->xr[i][3] <= 0.1);
    }
}

/* More than can ever fit: as much as trying finds room for (random places fill 0.38 at most), in the mix that was asked for,
 * and a message tells. */
static void test_too_dense(void **state)
{
    deck *d = *state;
    deck_run(
        d,
        BOX("f f f") "fix a all particletemplate/sphere 5 atom_type 1 density constant 2500 radius constant "
                     "0.01\n"
                     "fix b all particletemplate/sphere 6 atom_type 2 density constant 2500 radius constant "
                     "0.007\n"
                     "fix pdd all particledistribution/discrete/numberbased 8 2 a 0.3 b 0.7\n" PACK
                     "insert_every once all_in yes region box volumefraction_region 0.9\nrun 1\n");
    deck_says(d, "particles found room at step 1");
    const tsu_particles *p = deck_particles(d);
    double large = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        large += p->type[i] == 0;
    }
    assert_true(solid_volume(p) > 0.28 * 0.016 && solid_volume(p) < 0.45 * 0.016);
    deck_near(large / p->count, 0.3, 0.04);
    assert_int_equal(overlaps(d->session->world), 0);
}

/* A template in millimetres, of which by mass next to none come: a message tells, though all find room. */
static void test_giants(void **state)
{
    deck *d = *state;
    deck_run(
        d,
        BOX("f f f") "fix a all particletemplate/sphere 5 atom_type 1 density constant 2500 radius constant "
                     "10\n"
                     "fix b all particletemplate/sphere 6 atom_type 2 density constant 2500 radius constant "
                     "0.01\n"
                     "fix pdd all particledistribution/discrete 8 2 a 0.5 b 0.5\n" PACK
                     "insert_every once all_in yes region box particles_in_region 20\nrun 1\n");
    assert_int_equal(deck_particles(d)->count, 20);
    deck_says(
        d, "particles of template a have diameters from 20 on, larger than the whole box of 0.2 x 0.2 x 0.4");
    assert_null(strstr(d->screen, "particles of template b"));
}

/* Into a bed that is there already: only the new ones are moved. */
static void test_dense_among_others(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX("f f f") TEMPLATE("constant 0.008") "region low block INF INF INF INF 0 0.2 units box\n" PACK
                                                     "insert_every once all_in yes region low "
                                                     "volumefraction_region 0.5\nrun 1\nunfix ins\n");
    const int32_t before = deck_particles(d)->count;
    const uint64_t hash = tsu_world_hash(d->session->world);
    deck_run(d, PACK "insert_every once all_in yes region box volumefraction_region 0.5\nrun 1\n");
    near_percent(solid_volume(deck_particles(d)), 0.5 * 0.016);
    assert_int_equal(overlaps(d->session->world), 0);
    char text[128];
    snprintf(text, sizeof text, "group new id > %d\ndelete_atoms group new\n", before);
    deck_run(d, text);
    assert_int_equal(deck_particles(d)->count, before);
    assert_true(tsu_world_hash(d->session->world) == hash);
}

/* ---- the same whatever the threads -------------------------------------------------------------------------------------- */

static uint64_t hash_with(int threads, const char *neighbor, const char *seed)
{
    tsu_error err = {0};
    char text[4096];
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = threads}, &err);
    assert_non_null(s);
    snprintf(text, sizeof text,
             BOX("p f f")
                 TEMPLATE("uniform 0.006 0.009") "fix g all gravity 9.81 vector 0 0 -1\nneighbor %s\n"
                                                 "fix w all wall/gran model hertz tangential history "
                                                 "primitive type 1 zplane 0\n"
                                                 "region high block INF INF INF INF 0.2 0.4 units box\n"
                                                 "fix ins all insert/pack seed %s distributiontemplate pdd "
                                                 "all_in yes region high "
                                                 "volumefraction_region 0.3 insert_every 40 vel gaussian 0 0 "
                                                 "-5 0.1 0.1 0.1\n"
                                                 "fix more all insert/pack seed 1 distributiontemplate pdd "
                                                 "all_in yes region box start 97 "
                                                 "volumefraction_region 0.45 insert_every once\nrun 121\n",
             neighbor, seed);
    if (tsu_script_run_string(s->script, "deck", text, &err) != TSU_OK) fail_msg("%s", err.message);
    const uint64_t hash = tsu_world_hash(s->world);
    tsu_session_destroy(s);
    return hash;
}

static void test_deterministic(void **state)
{
    (void)state;
    const uint64_t hash = hash_with(1, "0.002 bin", "17");
    assert_true(hash == hash_with(2, "0.002 bin", "17"));
    assert_true(hash == hash_with(3, "0.0007 bin", "17"));
    assert_true(hash != hash_with(1, "0.002 bin", "18"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_particles_in_region, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_volume_fraction, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mass_in_region, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refill, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_start, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_every_time, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_all_in, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_uniform_in_space, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_border, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_walls, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mesh_wall, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_wall_of_others, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_existing, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_periodic, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_region_beyond_box, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_ntry_mc, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dense, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_too_dense, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_giants, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dense_among_others, deck_set_up, deck_tear_down),
        cmocka_unit_test(test_deterministic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
