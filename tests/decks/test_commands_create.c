/* SPDX-License-Identifier: Apache-2.0 */
/* lattice, region and create_atoms: numbers and places of particles by counting. */
#include "decks/deck_fixture.h"
#include "state/region.h"

static int32_t count(const deck *d)
{
    return deck_particles(d)->count;
}

static void test_single(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "create_atoms 2 single 0.25 -0.5 0.125\n"
                           "lattice none 0.1\ncreate_atoms 1 single 1 2 3 units lattice\n"
                           "create_atoms 1 single 3 0 0\n");
    assert_int_equal(count(d), 2); /* the last one is outside the box */
    deck_says(d, "the particle at 3 0 0 is not created: x is outside the box");
    const tsu_particles *p = deck_particles(d);
    const int32_t a = deck_row(d, 1), b = deck_row(d, 2);
    assert_int_equal(p->type[a], 1);
    assert_true(p->xr[a][0] == 0.25 && p->xr[a][1] == -0.5 && p->xr[a][2] == 0.125);
    deck_near(p->xr[b][0], 0.1, 1e-15);
    deck_near(p->xr[b][2], 0.3, 1e-15);
    assert_true(p->xr[a][3] == 0.5 && p->density[a] == 1.0); /* as LIGGGHTS: diameter 1, density 1 */
}

static void test_remap(void **state)
{
    deck *d = *state;
    deck_run(d, "boundary p p p\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                "create_atoms 1 single 1.25 0.5 -0.25 remap yes\ncreate_atoms 1 single 1.25 0.5 0.5\n");
    assert_int_equal(count(d), 1);
    deck_near(deck_particles(d)->xr[0][0], 0.25, 1e-15);
    deck_near(deck_particles(d)->xr[0][2], 0.75, 1e-15);
    deck_says(d, "`remap yes` would bring it inside");
}

/* A box of 4 x 5 x 6 cells, periodic: as many points as cells and basis points say. Fixed: the lower faces count too. */
static void test_cells(void **state)
{
    deck *d = *state;
    static const struct {
        const char *lattice;
        int each;
    } cases[] = {{"sc 0.5", 1},
                 {"bcc 0.5", 2},
                 {"fcc 0.5", 4},
                 {"diamond 0.5", 8},
                 {"custom 0.5 a1 1 0 0 a2 0 1 0 a3 0 0 1 basis 0.25 0.25 0.25 basis 0.75 0.75 0.75", 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "clear\nboundary p p p\nregion box block 0 2 0 2.5 0 3\ncreate_box 1 box\nlattice %s\n"
                 "create_atoms 1 box\n",
                 cases[k].lattice);
        deck_run(d, text);
        assert_int_equal(count(d), 120 * cases[k].each);
    }
    /* 1 x sqrt 3 x sqrt(8/3) of the scale, four points */
    deck_run(d,
             "clear\nboundary p p p\nregion box block 0 2 0 $(2*sqrt(3)) 0 $(2*sqrt(8/3))\ncreate_box 1 box\n"
             "lattice hcp 1\ncreate_atoms 1 box\n");
    assert_int_equal(count(d), 8 * 4);
    deck_says(d, "Lattice spacing in x,y,z = 1 1.73205 1.63299");
}

/* In hcp and fcc every point has twelve neighbours at the least distance. */
static void test_neighbours(void **state)
{
    deck *d = *state;
    static const char *const lattices[] = {"hcp 1", "fcc 1.4142135623730951"};
    for (int k = 0; k < 2; k++) {
        char text[256];
        snprintf(text, sizeof text,
                 "clear\nboundary f f f\nregion box block -3 3 -3 3 -3 3\ncreate_box 1 box\nlattice %s\n"
                 "create_atoms 1 box\n",
                 lattices[k]);
        deck_run(d, text);
        const tsu_particles *p = deck_particles(d);
        int32_t middle = -1;
        int near = 0;
        for (int32_t i = 0; i < p->count; i++) {
            const double *x = p->xr[i];
            if (fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e-9) middle = i;
        }
        assert_true(middle >= 0);
        for (int32_t i = 0; i < p->count; i++) {
            const double r =
                sqrt(p->xr[i][0] * p->xr[i][0] + p->xr[i][1] * p->xr[i][1] + p->xr[i][2] * p->xr[i][2]);
            near += i != middle && fabs(r - 1.0) < 1e-12;
            if (i != middle) assert_true(r > 1.0 - 1e-12);
        }
        assert_int_equal(near, 12);
    }
}

/* orient, origin and basis: places by hand. */
static void test_orientation(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "lattice sc 1 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1 origin 0.5 0 0\n"
                           "region small sphere 0 0 0 0.1 side in units box\n");
    deck_near(d->session->lattice.spacing[0], sqrt(2.0), 1e-15);
    deck_run(d, "region all block INF INF INF INF INF INF\nlattice bcc 1 origin 0.25 0.25 0.25\n"
                "create_atoms 1 region all basis 2 2\n");
    const tsu_particles *p = deck_particles(d);
    int second = 0;
    for (int32_t i = 0; i < p->count;
         i++) { /* the second points are half a cell off: at 0.75, 1.75 ... and -0.25 */
        const double off = p->xr[i][0] - floor(p->xr[i][0]);
        assert_true(fabs(off - (p->type[i] == 1 ? 0.75 : 0.25)) < 1e-12);
        second += p->type[i] == 1;
    }
    assert_int_equal(p->count, 16);
    assert_int_equal(second, 8);
}

static void test_regions(void **state)
{
    deck *d = *state;
    deck_run(d,
             DECK_BEGIN "lattice sc 0.1\nregion ball sphere 0 0 0 0.5\nregion out sphere 0 0 0 0.5 side out\n"
                        "region box2 block -0.951 0.951 -0.951 0.951 -0.951 0.951\n"
                        "region shell intersect 2 out box2\ncreate_atoms 1 region ball\n");
    int inside = 0;
    for (int x = -5; x <= 5; x++) {
        for (int y = -5; y <= 5; y++) {
            for (int z = -5; z <= 5; z++) {
                const double a = 0.1 * x, b = 0.1 * y, c = 0.1 * z;
                inside += sqrt(a * a + b * b + c * c) <= 0.5;
            }
        }
    }
    assert_int_equal(count(d), inside);
    deck_run(d, "create_atoms 1 region shell\n");
    assert_int_equal(count(d), 19 * 19 * 19);
    deck_run(d, "delete_atoms group all\ncreate_atoms 1 region ball all_in 0.2\n");
    inside = 0;
    for (int k = 0; k < 7 * 7 * 7; k++) {
        const int x = k % 7 - 3, y = k / 7 % 7 - 3, z = k / 49 - 3;
        inside +=
            x * x + y * y + z * z < 9; /* those at 0.3 exactly are a matter of rounding: none has 9 and 0 0 */
    }
    assert_in_range(count(d), inside, inside + 30);
    for (int32_t i = 0; i < count(d); i++) {
        const double *x = deck_particles(d)->xr[i];
        assert_true(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) <= 0.3 + 1e-12);
    }
}

/* Random places fill a region evenly, depend on the seed alone, and stay inside. */
static void test_random(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "region cyl cylinder z 0.2 -0.1 0.6 -0.5 0.7\ncreate_atoms 1 random 4000 1 cyl\n");
    const tsu_particles *p = deck_particles(d);
    double mean[3] = {0}, square = 0.0, first = p->xr[deck_row(d, 1)][0];
    assert_int_equal(p->count, 4000);
    for (int32_t i = 0; i < p->count; i++) {
        const double a = p->xr[i][0] - 0.2, b = p->xr[i][1] + 0.1;
        assert_true(a * a + b * b <= 0.36 && p->xr[i][2] >= -0.5 && p->xr[i][2] <= 0.7);
        square += (a * a + b * b) / 4000.0;
        for (int q = 0; q < 3; q++) {
            mean[q] += p->xr[i][q] / 4000.0;
        }
    }
    deck_near(mean[0], 0.2, 0.02); /* four standard deviations */
    deck_near(mean[2], 0.1, 0.022);
    deck_near(square, 0.18, 0.007);
    deck_run(d, "clear\n" DECK_BEGIN
                "region cyl cylinder z 0.2 -0.1 0.6 -0.5 0.7\ncreate_atoms 1 random 10 1 cyl\n");
    assert_true(deck_particles(d)->xr[deck_row(d, 1)][0] == first);
    deck_run(d, "clear\n" DECK_BEGIN "create_atoms 1 random 10 2 NULL\n");
    assert_true(deck_particles(d)->xr[deck_row(d, 1)][0] != first);
}

static void test_moving_region(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "variable dx equal 0.5*step\nvariable a equal PI*step\n"
                           "region go sphere -0.5 0 0 0.1 move v_dx NULL NULL\n"
                           "region turn block 0.4 0.6 -0.1 0.1 -0.1 0.1 rotate v_a 0 0 0 0 0 1\n"
                           "create_atoms 1 single -0.5 0 0\ncreate_atoms 1 single 0 0 0\n"
                           "group before region go\ngroup right region turn\nreset_timestep 1\n"
                           "group after region go\ngroup left region turn\n");
    assert_true(deck_value(d, "count(before)") == 1.0 && deck_value(d, "xcm(before,x)") == -0.5);
    assert_true(deck_value(d, "count(after)") == 1.0 && deck_value(d, "xcm(after,x)") == 0.0);
    assert_true(deck_value(d, "count(right)") == 0.0);
    assert_true(deck_value(d, "count(left)") == 1.0 && deck_value(d, "xcm(left,x)") == -0.5);
}

static void test_tets(void **state)
{
    deck *d = *state;
    char text[1024];
    const char *path =
        deck_file(d, "tet.vtk",
                  "# vtk DataFile Version 2.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
                  "0 0 0 10 0 0 0 10 0 0 0 10\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n");
    snprintf(text, sizeof text,
             DECK_BEGIN "region t mesh/tet file %s scale 0.1 move -1 -1 -1 rotate 0 0 90 units box\n"
                        "lattice sc 0.1 origin 0.5 0.5 0.5\ncreate_atoms 1 region t\n",
             path);
    deck_run(d, text);
    deck_says(d, "volume 0.166667");
    const tsu_particles *p = deck_particles(d);
    /* centres of cells of 0.1 in the corner tetrahedron x y z > -0.1, moved before it is scaled, then turned by 90 degrees
     * about z: (x, y) goes to (-y, x) */
    int expected = 0;
    for (int k = 0; k < 1000; k++) {
        const int a = k % 10, b = k / 10 % 10, c = k / 100;
        expected += a + b + c + 1.5 < 10.0 - 1e-9;
    }
    assert_int_equal(p->count, expected);
    for (int32_t i = 0; i < p->count; i++) {
        const double u = p->xr[i][1] + 0.1, v = -p->xr[i][0] + 0.1, w = p->xr[i][2] + 0.1;
        assert_true(u > -1e-12 && v > -1e-12 && w > -1e-12 && u + v + w < 1.0 + 1e-12);
    }
}

static void test_lattice_units(void **state)
{
    deck *d = *state;
    deck_run(d, "lattice custom 0.5 a1 1 0 0 a2 0 2 0 a3 0 0 4 basis 0 0 0\n"
                "region box block -2 2 -1 1 -1 1 units lattice\ncreate_box 1 box\n"
                "region c cylinder z 1 0.5 1 INF EDGE units lattice\n");
    deck_near(d->session->world->box.hi[0], 1.0, 1e-15);
    deck_near(d->session->world->box.hi[1], 1.0, 1e-15);
    deck_near(d->session->world->box.hi[2], 2.0, 1e-15);
    const tsu_region *c = d->session->region[1];
    deck_near(c->centre[0], 0.5, 1e-15);
    deck_near(c->centre[1], 0.5, 1e-15);
    deck_near(c->radius[0], 0.5, 1e-15);
    assert_true(c->along[1] == 2.0 && isinf(c->along[0]));
    assert_true(deck_value(d, "zlat") == 2.0);
    deck_run(d, "create_atoms 1 single 0.5 0.25 0.25\nvelocity all set 1 1 1 units lattice\n"
                "displace_atoms all move 0 0 0.25 units lattice\n");
    deck_near(deck_value(d, "vcm(all,y)"), 1.0, 1e-15);
    deck_near(deck_value(d, "vcm(all,z)"), 2.0, 1e-15);
    deck_near(deck_value(d, "xcm(all,z)"), 0.75, 1e-15);
}

/* What LIGGGHTS 3.8.0 (Debian 3.8.0+repack1) made of the same commands, its message "Created N atoms". Only lattice points
 * that lie on a face to the last bit could differ; they do in the prism, which is left out. */
static void test_reference(void **state)
{
    deck *d = *state;
    static const struct {
        const char *text;
        int created;
    } cases[] = {
        {"lattice sc 0.05\nregion w wedge axis z center 0.1 0.1 radius 0.8 bounds -0.5 0.5 angle0 30 angle "
         "75\n"
         "create_atoms 1 region w\n",
         3507},
        {"region wy wedge axis y center 0.1 0.3 radius 0.8 bounds -0.5 0.5 angle0 30 angle 75\n"
         "create_atoms 1 region wy\n",
         3045},
        {"region c cone y 0.1 0.2 0.5 0.2 -0.5 0.6\ncreate_atoms 1 region c\n", 3733},
        {"region pl plane 0.1 0.1 0.1 1 2 3\ncreate_atoms 1 region pl\n", 24269},
        {"lattice fcc 0.2 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1 origin 0.3 0.2 0.1\ncreate_atoms 1 "
         "box\n",
         3920},
        {"lattice hcp 0.2\ncreate_atoms 1 region c all_in 0.06\n", 51},
        {"lattice diamond 0.3 spacing 1 2 3\ncreate_atoms 1 region c\n", 135},
        {"region b2 block -1 1 -1 1 -0.5 0.5 units lattice\ncreate_atoms 1 region b2\n", 253},
    };
    deck_run(d, DECK_BEGIN);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const int32_t before = count(d);
        deck_run(d, cases[k].text);
        assert_int_equal(count(d) - before, cases[k].created);
    }
}

/* A prism without tilts is a rectangular box: the same deck in either gives the same positions. */
static void a_prism_that_is_a_box(void **state)
{
    deck *d = *state;
    deck_run(d, "units si\natom_style granular\nboundary f f p\n"
                "region r prism 0 1 -1 1 0 0.5 0 0 0.0 units box\ncreate_box 1 r\n");
    deck_near(d->session->world->box.lo[1], -1.0, 0.0);
    deck_near(d->session->world->box.hi[2], 0.5, 0.0);
    deck_run(d,
             "clear\natom_style granular\nboundary f f p\nregion r prism 0 1 -1 1 0 0.5 0.1 0 0 units box\n");
    deck_refuses(d, "create_box 1 r\n", "a box that is not rectangular is not supported");
}

/* A property that is taken away is missed by the next run, not by output before it. */
static void a_property_taken_away(void **state)
{
    deck *d = *state;
    deck_run_here(
        d, "units si\natom_style granular\nboundary f f f\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\n"
           "fix m1 all property/global youngsModulus peratomtype 1e7\n"
           "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
           "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
           "pair_style gran model hertz\npair_coeff * *\ntimestep 1e-6\n"
           "create_atoms 1 single 0.5 0.5 0.5\ncreate_atoms 1 single 0.5 0.5 0.6\n"
           "set group all diameter 0.101 density 2500\nfix n all nve/sphere\nrun 1\nvariable f equal "
           "fcm(all,z)\n"
           "write_dump all custom @/a.txt id z fz\nunfix m1\nwrite_dump all custom @/b.txt id z fz\n");
    char *before = strdup(deck_content(d, "a.txt"));
    assert_non_null(before);
    assert_non_null(strstr(before, "fz"));
    deck_file_is(d, "b.txt", before);
    free(before);
    deck_refuses(d, "run 1\n", "needs the property youngsModulus");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_single),
                                       TEST(test_remap),
                                       TEST(test_cells),
                                       TEST(a_prism_that_is_a_box),
                                       TEST(a_property_taken_away),
                                       TEST(test_neighbours),
                                       TEST(test_orientation),
                                       TEST(test_regions),
                                       TEST(test_random),
                                       TEST(test_moving_region),
                                       TEST(test_tets),
                                       TEST(test_lattice_units),
                                       TEST(test_reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
