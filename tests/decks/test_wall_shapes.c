/* SPDX-License-Identifier: Apache-2.0 */
/* Walls of any shape in decks: the same bits as shapes named after an axis, restart, forces and heat at a tilted plane, what the page and
 * pictures are told. */
#include "decks/deck_fixture.h"
#include "picture/snapshot_parts.h"
#include "step/wall/wall.h"

#define LAWS            "model hertz tangential history"
#define WALL(id, shape) "fix " id " all wall/gran " LAWS " primitive type 1 " shape "\n"
#define G               9.81

/* ---- a hopper over a chute ---------------------------------------------------------------------------------------- */

#define HOPPER                                                                                               \
    WALL("hopper", "cone 0 0 0 0.02 0 0 0.1 0.08")                                                           \
    WALL("bin", "cylinder 0 0 0 0 0 2 0.08 spin 2")                                                          \
    WALL("chute", "plane 0 0 -0.05 0.3 0.1 1 shear x 1 shear z -0.3")                                        \
    WALL("core", "sphere 0.01 0 0.1 0.02")
#define REST DECK_LAWS "fix i all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\n" HOPPER

static void fill(deck *d)
{
    char line[128];
    deck_run(d, DECK_BEGIN);
    for (int k = 0; k < 75; k++) {
        snprintf(line, sizeof line, "create_atoms 1 single %g %g %g units box\n", 0.0221 * (k % 5 - 2),
                 0.0223 * (k / 5 % 5 - 2), 0.15 + 0.022 * (k / 25));
        deck_run(d, line);
    }
    deck_run(d, "set group all diameter 0.02 density 2500\n");
}

/* Grains in a hopper, interrupted: the bits of the run that was not, and another wall is noticed. */
static void test_restart(void **state)
{
    deck *d = *state;
    fill(d);
    deck_run_here(d, REST "run 9000\nwrite_restart @/a\nrun 9000\n");
    assert_true(d->session->world->touching > 20);
    const uint64_t whole = tsu_world_hash_state(d->session->world);
    const double on_cone = deck_value(d, "f_hopper[3]");
    assert_true(on_cone < 0.0);
    d->screen[0] = '\0';
    deck_run_here(d, "clear\nread_restart @/a\n" REST "run 9000\n");
    assert_null(strstr(d->screen, "the setup differs"));
    assert_true(tsu_world_hash_state(d->session->world) == whole);
    assert_true(deck_value(d, "f_hopper[3]") == on_cone);
    deck_run_here(d, "clear\nread_restart @/a\n" REST
                     "unfix core\n" WALL("core", "sphere 0.01 0 0.1 0.0201") "run 1\n");
    deck_says(d, "changed: the walls");
}

/* ---- bits --------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(deck *d, const char *wall)
{
    deck_run(d, "clear\n");
    fill(d);
    deck_run(d, DECK_LAWS "fix i all nve/sphere\nfix g all gravity 9.81 vector 2 1 -3\n");
    deck_run(d, wall);
    deck_run(d, "run 15000\n");
    return tsu_world_hash_state(d->session->world);
}

static void test_same_bits(void **state)
{
    deck *d = *state;
    assert_true(hash_of(d, "") != hash_of(d, WALL("w", "zplane 0.1")));
    assert_true(hash_of(d, WALL("w", "plane 0 0 0.1 0 0 1")) == hash_of(d, WALL("w", "zplane 0.1")));
    assert_true(hash_of(d, WALL("w", "plane 3 -2 0.1 0 0 -4 shear x 2")) ==
                hash_of(d, WALL("w", "zplane 0.1 shear x 2")));
    assert_true(hash_of(d, WALL("w", "cylinder 0 0 0.15 0 1 0 0.09 shear x 3")) ==
                hash_of(d, WALL("w", "ycylinder 0.09 0.15 0 shear z 3")));
    assert_true(hash_of(d, WALL("w", "cylinder 0 0 0.15 1 0 0 0.09 spin 3")) ==
                hash_of(d, WALL("w", "xcylinder 0.09 0 0.15 shear y 3")));
}

/* ---- forces and heat ---------------------------------------------------------------------------------------------- */

#define WARM                                                                                                 \
    "fix k all property/global thermalConductivity peratomtype 50 50\n"                                      \
    "fix c all property/global thermalCapacity peratomtype 10 10\n"                                          \
    "fix h all heat/gran initial_temperature 300\n"

/* A sphere that rolls down a warm incline of 3 : 4, given as a plane under vertical gravity or as a floor under tilted gravity. */
static void roll(deck *d, const char *place, const char *gravity, const char *wall)
{
    deck_run(d, "clear\n" DECK_BEGIN);
    deck_run(d, place);
    deck_run(d, "set group all diameter 0.02 density 2500\n" DECK_LAWS "fix i all nve/sphere\n" WARM);
    deck_run(d, gravity);
    deck_run(d, wall);
    deck_run(d, "run 20000\n");
}

static void test_heat_and_force(void **state)
{
    deck *d = *state;
    const double weight = 2500.0 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6 * G;
    roll(d, "create_atoms 1 single 0 0 0.0099995 units box\n", "fix g all gravity 9.81 vector 0.6 0 -0.8\n",
         WALL("w", "zplane 0 temperature 400"));
    const double flat[4] = {deck_value(d, "f_w[1]"), deck_value(d, "f_w[3]"), deck_value(d, "vx[1]"),
                            tsu_particles_find_column(deck_particles(d), "Temp")->value[0]};
    roll(d, "create_atoms 1 single 0.0059997 0 0.0079996 units box\n",
         "fix g all gravity 9.81 vector 0 0 -1\n", WALL("w", "plane 0 0 0 3 0 4 temperature 400"));
    const double fx = deck_value(d, "f_w[1]"), fz = deck_value(d, "f_w[3]");
    deck_near(0.8 * fx - 0.6 * fz, flat[0], 1e-9);
    deck_near(0.6 * fx + 0.8 * fz, flat[1], 1e-9);
    deck_near(0.8 * deck_value(d, "vx[1]") - 0.6 * deck_value(d, "vz[1]"), flat[2], 1e-9);
    deck_near(tsu_particles_find_column(deck_particles(d), "Temp")->value[0], flat[3], 1e-9);
    assert_true(flat[3] > 300.1);
    deck_near(0.6 * fx + 0.8 * fz, -0.8 * weight, 1e-3 * weight);            /* the weight across, */
    deck_near(0.8 * fx - 0.6 * fz, 2.0 / 7.0 * 0.6 * weight, 2e-3 * weight); /* and what makes it roll */
}

/* ---- pictures ----------------------------------------------------------------------------------------------------- */

static void told(const tsu_setting *setting, const char *wall)
{
    if (!strstr(setting->info, wall)) fail_msg("%s has not %s", setting->info, wall);
}

/* All corners that are drawn lie on the wall. */
static void lies_on(const tsu_render_surface *s, const tsu_wall *wall, const double origin[3])
{
    for (int64_t k = 0; k < 3 * s->triangles; k++) {
        double x[3], n[3];
        for (int q = 0; q < 3; q++) {
            x[q] = (double)s->corner[3 * k + q] + origin[q];
            assert_true(fabs(x[q]) < 1.0 + 1e-6); /* within the box */
        }
        deck_near(wall->shape->distance(&wall->form, x, n), 0.0, 1e-6);
    }
}

static void test_pictures(void **state)
{
    deck *d = *state;
    fill(d);
    deck_run(d, REST "run 1\n");
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_non_null(setting);
    assert_int_equal(tsu_frame_take(f, d->session, setting, 0, NULL), TSU_OK);
    told(setting, "{\"name\":\"hopper\",\"shape\":\"cone\",\"axis\":[0,0,1],\"endless\":false,\"rings\":[0,0,"
                  "0,0.02,0,0,");
    told(setting,
         "{\"name\":\"bin\",\"shape\":\"cylinder\",\"axis\":[0,0,1],\"endless\":true,\"rings\":[0,0,0,0.08,");
    told(setting, "{\"name\":\"core\",\"shape\":\"sphere\"");
    const tsu_snapshot_options options = {.toward = {0.3, -0.8, 0.5}};
    tsu_snapshot s = {.frame = f, .setting = setting, .options = &options};
    tsu_error err = {0};
    assert_int_equal(tsu_snapshot_add_surfaces(&s, &err), TSU_OK);
    assert_int_equal(s.surfaces, d->session->world->walls);
    for (int k = 0; k < s.surfaces; k++) {
        assert_true(s.surface[k].triangles >= 2);
        lies_on(&s.surface[k], d->session->world->wall[k], setting->origin);
    }
    for (int k = 0; k < s.own_corners; k++) {
        free(s.own_corner[k]);
    }
    free(s.own_corner);
    free(s.surface);
    tsu_frame_destroy(f);
    tsu_setting_release(setting);
}

/* ---- slips -------------------------------------------------------------------------------------------------------- */

static void test_slips(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS);
    deck_refuses(d, WALL("w", "plane 0 0 0 0 0 0"), "the normal 0 0 0 of wall w has no direction");
    deck_refuses(d, WALL("w", "plane 0 0 0 0 1"), "nz of plane");
    deck_refuses(d, WALL("w", "mesh"), "is not a shape");
    deck_refuses(d, WALL("w", "cylinder 0 0 0 1 1 0 -2"),
                 "radius of the cylinder is -2; it must be positive");
    deck_refuses(d, WALL("w", "cone 0 0 0 1 0 0 0 2"), "they must differ");
    deck_refuses(d, WALL("w", "cone 0 0 0 -1 0 0 1 2"), "r1 of the cone is -1; it must not be negative");
    deck_refuses(d, WALL("w", "cylinder 0 0 0 1 1 0 2 shear x 1"),
                 "use `spin W` to rotate it about its axis");
    deck_refuses(d, WALL("w", "plane 0 0 0 1 0 1 shear x 1"), "cannot have the surface velocity");
    deck_refuses(d, WALL("w", "sphere 0 0 0 1 spin 2"), "a sphere has no axis of rotation");
    assert_int_equal(d->session->world->walls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_same_bits, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_heat_and_force, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_pictures, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_slips, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
