/* SPDX-License-Identifier: Apache-2.0 */
/* group, set, velocity, displace_atoms, delete_atoms, change_box and small settings: each changes what it says. */
#include "decks/deck_fixture.h"
#include "session/groups.h"

/* Eight particles with ids 1 to 8 on the corners of a cube of side 1, x running fastest; the upper four of type 2. */
#define CUBE                                                                                                 \
    DECK_BEGIN                                                                                               \
    "lattice sc 1 origin 0.5 0.5 0.5\ncreate_atoms 1 box\nset group all diameter 0.1 density 1000\n"         \
    "set atom 5* type 2\n"

static void check_members(deck *d, const char *group, const char *ids)
{
    int g = tsu_session_find_group(d->session, group);
    assert_true(g >= 0);
    for (uint64_t id = 1; id <= 8; id++) {
        const bool in = tsu_session_in_group(d->session, deck_row(d, id), g);
        if (in != (strchr(ids, (char)('0' + id)) != NULL)) fail_msg("group %s: particle %d", group, (int)id);
    }
}

static void test_group(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE "region low block INF INF INF 0 INF 0\nvariable v atom x>0\n"
                     "group a type 2\ngroup b id 1 3:5 6:8:2\ngroup c region low\ngroup e id <= 2\n"
                     "group f id <> 3 4\ngroup g union c f\ngroup h subtract all a e\ngroup i intersect b a\n"
                     "group j variable v\ngroup k initialize\ngroup l id != 4\ngroup m type > 1\n");
    check_members(d, "a", "5678");
    check_members(d, "b", "134568");
    check_members(d, "c", "12");
    check_members(d, "e", "12");
    check_members(d, "f", "34");
    check_members(d, "g", "1234");
    check_members(d, "h", "34");
    check_members(d, "i", "568");
    check_members(d, "j", "2468");
    check_members(d, "k", "");
    check_members(d, "l", "1235678");
    check_members(d, "m", "5678");
    deck_says(d, "6 atoms in group b");
    deck_run(d, "group c subtract c e\n"); /* what was in it and is taken off leaves it */
    check_members(d, "c", "");
    deck_run(d, "group a delete\ngroup new id 1\n"); /* a new one takes the free place, and nobody with it */
    check_members(d, "new", "1");
    deck_refuses(d, "group a delete\n", "there is no group 'a'");
    deck_refuses(d, "fix n new nve/sphere\ngroup new delete\n", "group new is used by 'n'");
    deck_refuses(d, "group all delete\n", "cannot be deleted");
    deck_refuses(d, "group z id 3:x\n", "'3:x' is not a number or range");
}

static void test_groups_are_many(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE);
    for (int k = 1; k < 32; k++) {
        char text[64];
        snprintf(text, sizeof text, "group g%d id %d\n", k, k % 8 + 1);
        deck_run(d, text);
    }
    check_members(d, "g31", "8");
    deck_refuses(d, "group one_more id 1\n", "there may be 32 groups");
}

static void test_set(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE "region high block INF INF INF INF 0 INF\nvariable w atom id*2\n"
                     "set region high vx 3 omegaz -4\nset atom 2*3 diameter 0.2\nset type 1 density 2000\n"
                     "set atom 1 mass 5 x 0.25\nset group all vy v_w\nset atom *2 z -0.75\n");
    const tsu_particles *p = deck_particles(d);
    const double sphere = 3.14159265358979323846 / 6.0;
    for (uint64_t id = 1; id <= 8; id++) {
        const int32_t i = deck_row(d, id);
        assert_true(p->vm[i][0] == (id > 4 ? 3.0 : 0.0) && p->wi[i][2] == (id > 4 ? -4.0 : 0.0));
        assert_true(p->vm[i][1] == 2.0 * (double)id);
        assert_true(p->xr[i][3] == (id == 2 || id == 3 ? 0.1 : 0.05));
        assert_true(p->density[i] == (id > 4 ? 1000.0 : 2000.0));
        if (id == 1) continue;
        const double diameter = 2.0 * p->xr[i][3];
        deck_near(p->mass[i] / (sphere * diameter * diameter * diameter * p->density[i]), 1.0, 1e-14);
        deck_near(p->vm[i][3] * p->mass[i], 1.0, 1e-15);
        deck_near(p->wi[i][3] * 0.4 * p->mass[i] * p->xr[i][3] * p->xr[i][3], 1.0, 1e-14);
    }
    const int32_t one = deck_row(d, 1);
    assert_true(p->mass[one] == 5.0 && p->xr[one][0] == 0.25 && p->xr[one][2] == -0.75);
    deck_near(p->vm[one][3], 0.2, 1e-16);
    deck_says(d, "4 settings made for vx");
    deck_refuses(d, "set atom 1 diameter -1\n", "diameter is -1; it must be positive");
    deck_refuses(d, "set atom 1 type 3\n", "material 3; there are 1 to 2");
    deck_refuses(d, "set atom 1 quat 0 0 1 90\n", "they have no quat");
    deck_refuses(d, "set atom one vx 1\n", "'one' is not a number or range");
    deck_refuses(d, "set atom 1\n", "sets nothing");
}

static void test_set_fraction(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN "create_atoms 1 random 4000 5 NULL\nset group all type/fraction 2 0.25 7\n");
    int n = 0;
    for (int32_t i = 0; i < 4000; i++) {
        n += deck_particles(d)->type[i] == 1;
    }
    assert_in_range(n, 1000 - 110, 1000 + 110); /* four standard deviations */
}

static void test_set_image(void **state)
{
    deck *d = *state;
    deck_run(
        d,
        "boundary p f f\nregion box block 0 2 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.5 0.5 0.5\n"
        "set group all image 3 NULL NULL\n");
    deck_near(deck_value(d, "xcm(all,x)"), 6.5, 1e-15);
    deck_refuses(d, "set group all image 0 1 0\n", "y is not periodic");
}

static void test_velocity(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE "group up type 2\nvariable u atom y\nvelocity all set 1 NULL v_u\nvelocity up set 2 3 "
                     "NULL sum yes mom no\n");
    deck_says(d, "`mom` has no effect");
    const tsu_particles *p = deck_particles(d);
    for (int32_t i = 0; i < p->count; i++) {
        const bool up = p->type[i] == 1;
        assert_true(p->vm[i][0] == (up ? 3.0 : 1.0) && p->vm[i][1] == (up ? 3.0 : 0.0));
        assert_true(p->vm[i][2] == p->xr[i][1]);
    }
    deck_run(d, "velocity all ramp vx 10 20 z -0.25 0.75\n");
    for (int32_t i = 0; i < p->count; i++) {
        assert_true(p->vm[i][0] ==
                    (p->xr[i][2] < 0.0 ? 10.0 : 17.5)); /* at -0.5: the end of the ramp, at 0.5: 3/4 */
    }
    deck_run(d, "velocity all zero linear\n");
    for (int q = 0; q < 3; q++) {
        const char *names[] = {"vcm(all,x)", "vcm(all,y)", "vcm(all,z)"};
        deck_near(deck_value(d, names[q]), 0.0, 1e-14);
    }
    deck_run(d, "set group all omegax 3\nvelocity up zero angularIndividual\n");
    for (int32_t i = 0; i < p->count; i++) {
        assert_true(p->wi[i][0] == (p->type[i] == 1 ? 0.0 : 3.0));
    }
    deck_refuses(d, "velocity all create 300 1\n", "variable v atom normal");
    deck_refuses(d, "velocity all set 1 2\n", "is missing after `2`");
    deck_refuses(d, "velocity all ramp vx 0 1 x 2 2\n", "has no length");
}

/* Rigid rotation plus a stretch: `zero angular` takes off the rotation and leaves the stretch. */
static void test_velocity_zero_angular(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE "variable vx atom -7*(y-0.1)+0.5*x\nvariable vy atom 7*(x-0.2)+0.5*y\n"
                     "variable n equal 0\nvelocity all set v_vx v_vy 0\n");
    const double before = deck_value(d, "angmom(all,z)");
    assert_true(before > 1.0);
    deck_run(d, "velocity all zero angular\n");
    deck_near(deck_value(d, "angmom(all,z)"), 0.0, 1e-13 * before);
    const tsu_particles *p = deck_particles(d);
    for (int32_t i = 0; i < p->count; i++) { /* xcm is 0: vx was 0.7 + 0.5 x - 7 y */
        deck_near(p->vm[i][0], 0.7 + 0.5 * p->xr[i][0], 1e-13);
        deck_near(p->vm[i][1], -1.4 + 0.5 * p->xr[i][1], 1e-13);
    }
}

static void test_displace(void **state)
{
    deck *d = *state;
    deck_run(
        d, CUBE
        "group up type 2\ndisplace_atoms up move 0.1 0 -0.2\ndisplace_atoms all ramp y 0 0.1 x -0.5 0.5\n");
    const tsu_particles *p = deck_particles(d);
    for (uint64_t id = 1; id <= 8; id++) {
        const double *x = p->xr[deck_row(d, id)], x0 = id % 2 ? -0.5 : 0.5,
                     y0 = (id - 1) / 2 % 2 ? 0.5 : -0.5;
        const double moved = id > 4 ? x0 + 0.1 : x0;
        deck_near(x[0], moved, 1e-15);
        deck_near(x[1], y0 + 0.1 * fmin(1.0, moved + 0.5), 1e-15);
        deck_near(x[2], id > 4 ? 0.3 : -0.5, 1e-15);
    }
    /* a third of a turn about (1,1,1) exchanges the axes: x -> y -> z -> x */
    deck_run(d, "clear\n" CUBE "set atom 2 x 0.1 y 0.2 z 0.3\ndisplace_atoms all rotate 0 0 0 2 2 2 120\n");
    p = deck_particles(d);
    const double *x = p->xr[deck_row(d, 2)];
    deck_near(x[0], 0.3, 1e-15);
    deck_near(x[1], 0.1, 1e-15);
    deck_near(x[2], 0.2, 1e-15);
    deck_run(d, "displace_atoms all random 0.01 0.02 0 42\n");
    bool moved = false;
    for (uint64_t id = 3; id <= 8; id++) {
        const double *y = p->xr[deck_row(d, id)];
        for (int q = 0; q < 3; q++) {
            const double off = fabs(fabs(y[q]) - 0.5);
            assert_true(off <= 0.01 * (q + 1) && (q < 2 || off < 1e-15));
            moved = moved || off > 0.001;
        }
    }
    assert_true(moved);
    deck_refuses(d, "displace_atoms all rotate 0 0 0 0 0 0 90\n", "the axis has no length");
}

static void test_delete(void **state)
{
    deck *d = *state;
    deck_run(
        d, CUBE
        "group low type 1\nregion left block -1 0 INF INF INF INF\ndelete_atoms region left compress no\n");
    const tsu_particles *p = deck_particles(d);
    assert_int_equal(p->count, 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_true(p->id[i] % 2 == 0);
    }
    deck_says(d, "Deleted 4 atoms, new total = 4");
    deck_run(d, "delete_atoms group low\n");
    assert_int_equal(p->count, 2);
    assert_true(p->id[0] + p->id[1] == 3); /* numbered 1 and 2 */
    deck_run(d, "clear\n" CUBE "create_atoms 1 single 0.55 0.5 0.5\ncreate_atoms 1 single -0.5 -0.5 -0.58\n"
                "group new id > 8\ngroup old id <= 8\ndelete_atoms overlap 0.06 old new compress no\n");
    p = deck_particles(d);
    assert_int_equal(p->count, 9); /* particle 8 is 0.05 from 9; 1 is 0.08 from 10 */
    assert_int_equal(tsu_session_row(d->session, 8), -1);
    deck_run(d, "clear\n" DECK_BEGIN "create_atoms 1 random 4000 3 NULL\nregion half block -1 0 -1 1 -1 1\n"
                "group half region half\nvariable n equal count(half)\ndelete_atoms porosity half 0.3 11\n");
    p = deck_particles(d);
    assert_in_range(p->count, 4000 - 600 - 130, 4000 - 600 + 130);
    deck_refuses(d, "delete_atoms overlap 0 all all\n", "the distance is 0");
    deck_run(d, "clear\n" DECK_BEGIN "delete_atoms group all\ncreate_atoms 1 single 0 0 0\n");
    assert_int_equal(deck_particles(d)->id[0], 1); /* of no particles none goes, and numbers begin with 1 */
}

/* Particles that overlap across a periodic face are found too; of each pair one goes. */
static void test_delete_periodic(void **state)
{
    deck *d = *state;
    deck_run(
        d,
        "boundary p p p\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.01 0.5 0.5\n"
        "create_atoms 1 single 0.99 0.5 0.5\nset group all diameter 0.1\ndelete_atoms overlap 0.05 all "
        "all\n");
    assert_int_equal(deck_particles(d)->count, 1);
    assert_true(deck_particles(d)->xr[0][0] == 0.01); /* the higher id goes */
}

static void test_change_box(void **state)
{
    deck *d = *state;
    deck_run(d, CUBE "change_box all x final -2 3 y delta -0.5 0.5 z scale 2\n");
    const tsu_box *b = &d->session->world->box;
    const double expected[6] = {-2, 3, -1.5, 1.5, -2, 2};
    for (int q = 0; q < 3; q++) {
        deck_near(b->lo[q], expected[2 * q], 1e-15);
        deck_near(b->hi[q], expected[2 * q + 1], 1e-15);
    }
    assert_true(deck_particles(d)->xr[deck_row(d, 1)][0] == -0.5);
    /* remap: twice as long in x, all places with it; y and z keep the volume */
    deck_run(d, "clear\n" CUBE "group up type 2\nchange_box up x scale 2 y volume z volume remap\n");
    b = &d->session->world->box;
    deck_near(deck_value(d, "lx"), 4.0, 1e-15);
    deck_near(deck_value(d, "ly"), sqrt(2.0), 1e-15);
    deck_near(deck_value(d, "vol"), 8.0, 1e-14);
    const tsu_particles *p = deck_particles(d);
    for (int32_t i = 0; i < p->count; i++) {
        deck_near(fabs(p->xr[i][0]), p->type[i] == 1 ? 1.0 : 0.5, 1e-15);
        deck_near(fabs(p->xr[i][1]), p->type[i] == 1 ? 0.5 / sqrt(2.0) : 0.5, 1e-15);
    }
    deck_run(d, "change_box all boundary p m f\n");
    assert_true(b->periodic[0] && !b->periodic[1] && d->session->world->boundary[1][0] == 'm');
    deck_refuses(d, "change_box all x final 1 0\n", "the box would reach from 1 to 0");
    deck_refuses(d, "change_box all xy final 0.1\n", "not rectangular");
    deck_refuses(d, "change_box all\n", "changes nothing");
}

/* A larger box lets a particle live that would leave the old one. */
static void test_change_box_acts(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "create_atoms 1 single 0.5 0 0\nset group all diameter 0.1 density 1000 vx 100\n"
             "fix n all nve/sphere\nchange_box all x delta 0 5\nrun 1000\n");
    deck_near(deck_value(d, "xcm(all,x)"), 1.5, 1e-12);
    deck_refuses(d, "thermo_modify lost error\nchange_box all x final -1 1.7\nrun 1000\n",
                 "left the fixed box");
}

static void test_time(void **state)
{
    deck *d = *state;
    char text[1024];
    snprintf(text, sizeof text,
             DECK_BEGIN DECK_LAWS
             "thermo_log %s/thermo.txt\nthermo_style custom step time\nthermo 5\nrun 10\n"
             "reset_timestep 100\nrun_time 1e-4\nthermo_log none\nrun 5\n",
             d->folder);
    deck_run(d, text);
    assert_true(deck_value(d, "step") == 115.0);
    deck_near(deck_value(d, "time"), 115e-5, 1e-15);
    snprintf(text, sizeof text, "%s/thermo.txt", d->folder);
    FILE *f = fopen(text, "r");
    assert_non_null(f);
    char line[256], all[2048] = "";
    while (fgets(line, sizeof line, f)) {
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s", line);
    }
    fclose(f);
    int steps[8], n = 0;
    for (char *at = strtok(all, "\n"); at; at = strtok(NULL, "\n")) {
        if (sscanf(at, "%d", &steps[n]) == 1 && n < 7) n++;
    }
    const int expected[] = {0, 5, 10, 100, 105, 110};
    assert_int_equal(n, 6);
    assert_memory_equal(steps, expected, sizeof expected);
    deck_run(d, "run_time 1.2e-3 upto\n");
    assert_true(deck_value(d, "step") == 120.0);
    deck_run(d, "modify_timing verbose\nrun_style verlet\nforce_dt_reset yes\n");
    deck_refuses(d, "reset_timestep -1\n", "the step must be at least 0");
    deck_refuses(d, "modify_timing maybe\n", "on, off or verbose");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_group),
        TEST(test_groups_are_many),
        TEST(test_set),
        TEST(test_set_fraction),
        TEST(test_set_image),
        TEST(test_velocity),
        TEST(test_velocity_zero_angular),
        TEST(test_displace),
        TEST(test_delete),
        TEST(test_delete_periodic),
        TEST(test_change_box),
        TEST(test_change_box_acts),
        TEST(test_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
