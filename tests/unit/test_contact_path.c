/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "step/contact_path.h"
#include "tsubu/tsubu.h"

/* Laws between two materials; the second is stiffer, has more friction and more rolling friction. */
typedef struct bench {
    tsu_materials materials;
    tsu_lawset laws;
} bench;

static void set(bench *b, const char *name, tsu_property_shape shape, double first, double second)
{
    const double type[2] = {first, second},
                 pair[4] = {first, 0.5 * (first + second), 0.5 * (first + second), second};
    const bool is_pair = shape == TSU_PROPERTY_PAIR, scalar = shape == TSU_PROPERTY_SCALAR;
    assert_int_equal(tsu_materials_set(&b->materials, name, shape, scalar ? 1 : 2, is_pair ? 2 : 1,
                                       is_pair ? pair : type, NULL, NULL),
                     TSU_OK);
}

static void prepare(bench *b, int words, const char *const *word)
{
    int used;
    memset(b, 0, sizeof *b);
    b->materials.types = 2;
    set(b, "LoadingStiffness", TSU_PROPERTY_PAIR, 1e5, 2e5);
    set(b, "UnloadingStiffness", TSU_PROPERTY_PAIR, 3.0, 3.0);
    set(b, "coefficientRestitution", TSU_PROPERTY_PAIR, 0.5, 0.5);
    set(b, "overlapExponent", TSU_PROPERTY_SCALAR, 1.0, 1.0);
    set(b, "adhesionExponent", TSU_PROPERTY_SCALAR, 1.0, 1.0);
    set(b, "surfaceEnergy", TSU_PROPERTY_PAIR, 1.0, 1.0);
    set(b, "pullOffForce", TSU_PROPERTY_PAIR, -0.01, -0.01);
    set(b, "coefficientFriction", TSU_PROPERTY_PAIR, 0.3, 0.6);
    set(b, "coefficientRollingFriction", TSU_PROPERTY_PAIR, 0.1, 0.2);
    set(b, "coefficientRollingViscousDamping", TSU_PROPERTY_PAIR, 0.3, 0.3);
    set(b, "rollingStiffness", TSU_PROPERTY_SCALAR, 2.0, 2.0);
    assert_int_equal(tsu_lawset_choose(&b->laws, words, word, &used, NULL), TSU_OK);
    assert_int_equal(tsu_lawset_prepare(&b->laws, &b->materials, NULL), TSU_OK);
}

static void release(bench *b)
{
    tsu_lawset_free(&b->laws);
    tsu_materials_free(&b->materials);
}

static const char *const all[] = {"model",   "edinburgh/stiffness", "tangential",
                                  "history", "rolling_friction",    "epsd3"};

static tsu_contact_path *path_of(const bench *b, int type_i, int type_j, bool wall)
{
    tsu_contact_path_def def = tsu_contact_path_def_default();
    def.laws = &b->laws;
    def.type_i = type_i;
    def.type_j = type_j;
    def.radius_i = 2e-3;
    def.radius_j = 3e-3;
    def.dt = 1e-6;
    def.wall = wall;
    tsu_contact_path *p = tsu_contact_path_create(&def, NULL);
    assert_non_null(p);
    return p;
}

static tsu_contact_answer go(tsu_contact_path *p, tsu_contact_row row)
{
    tsu_contact_answer a;
    tsu_error err = {0};
    if (tsu_contact_path_step(p, &row, &a, &err) != TSU_OK) fail_msg("%s", err.message);
    return a;
}

static void test_names_of_the_history(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    tsu_contact_path *p = path_of(&b, 1, 1, false);
    char name[96];
    assert_int_equal(tsu_contact_path_history_count(p), b.laws.history);
    tsu_contact_path_history_name(p, 0, name, sizeof name);
    assert_string_equal(name, "dp");
    const int shear = tsu_contact_path_history_find(p, "shear_x");
    assert_true(shear > 0);
    assert_int_equal(tsu_contact_path_history_find(p, "shear_y"), shear + 1);
    assert_int_equal(tsu_contact_path_history_find(p, "shear_z"), shear + 2);
    assert_int_equal(tsu_contact_path_history_find(p, "shear"), -1);
    tsu_contact_path_history_name(p, b.laws.history, name, sizeof name);
    assert_string_equal(name, "");
    for (int k = 0; k < b.laws.history; k++) { /* names are unique */
        tsu_contact_path_history_name(p, k, name, sizeof name);
        assert_int_equal(tsu_contact_path_history_find(p, name), k);
    }
    tsu_contact_path_destroy(p);
    release(&b);
}

/* The first row has no velocity: no dashpot, no displacement yet, whatever it says. */
static void test_first_row_is_a_start(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    tsu_contact_path *p = path_of(&b, 1, 1, false);
    const tsu_contact_answer a = go(p, (tsu_contact_row){.overlap = 1e-5, .sx = 1e-3, .rx = 1.0});
    assert_true(a.step == 0 && a.t == 0.0 && a.overlap == 1e-5 && a.touching);
    assert_true(fabs(a.fn - (1e5 * 1e-5 - 0.01)) < 1e-15);
    assert_true(a.fn == a.fn_elastic);
    assert_true(a.ftx == 0.0 && a.fty == 0.0 && a.mr[0] == 0.0 && a.dissipated == 0.0);
    const tsu_contact_answer c = go(p, (tsu_contact_row){.overlap = 2e-5, .sx = 1e-3, .rx = 1.0});
    assert_true(c.step == 1 && c.t == 1e-6 && c.ftx == 0.0);
    assert_true(c.fn > c.fn_elastic); /* approaching: the dashpot pushes */
    assert_true(fabs(c.fn_elastic - (1e5 * 2e-5 - 0.01)) < 1e-15);
    tsu_contact_path_destroy(p);
    release(&b);
}

/* The pair of materials decides; at a wall R* is the radius. */
static void test_materials_and_wall(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    const double k[3] = {1e5, 1.5e5, 2e5};
    for (int q = 0; q < 3; q++) {
        tsu_contact_path *p = path_of(&b, q == 2 ? 2 : 1, q == 0 ? 1 : 2, false);
        assert_true(fabs(go(p, (tsu_contact_row){.overlap = 1e-5}).fn - (k[q] * 1e-5 - 0.01)) < 1e-14);
        tsu_contact_path_destroy(p);
    }
    for (int wall = 0; wall < 2; wall++) { /* rolling torque at its limit mu_r F_n R* */
        tsu_contact_path *p = path_of(&b, 1, 1, wall);
        go(p, (tsu_contact_row){.overlap = 1e-5});
        const tsu_contact_answer a = go(p, (tsu_contact_row){.overlap = 1e-5, .rx = 3.0});
        assert_true(fabs(a.mr[0] / (0.1 * a.fn * (wall ? 2e-3 : 1.2e-3)) - 1.0) < 1e-14);
        tsu_contact_path_destroy(p);
    }
    release(&b);
}

/* Opening forgets everything; what was stored is dissipated, and a new touch starts afresh. */
static void test_opening_forgets(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    tsu_contact_path *p = path_of(&b, 1, 1, false), *fresh = path_of(&b, 1, 1, false);
    go(p, (tsu_contact_row){.overlap = 1e-5});
    go(p, (tsu_contact_row){.overlap = 1e-5, .sx = 1e-7, .ry = 1e-3});
    tsu_contact_answer a = go(p, (tsu_contact_row){.overlap = 0.0, .sx = 1e-7, .ry = 1e-3});
    assert_true(!a.touching && a.fn == 0.0 && a.ftx == 0.0 && a.mr[1] == 0.0 && a.elastic == 0.0);
    assert_true(a.dissipated > 0.0);
    for (int k = 0; k < tsu_contact_path_history_count(p); k++) {
        assert_true(tsu_contact_path_history(p, k) == 0.0);
    }
    const double lost = a.dissipated;
    a = go(p, (tsu_contact_row){.overlap = -1e-3, .sx = 5.0, .ry = 7.0});
    assert_true(a.dissipated == lost); /* apart nothing happens */
    a = go(p, (tsu_contact_row){.overlap = -1e-6});
    const tsu_contact_answer again = go(p, (tsu_contact_row){.overlap = 1e-6});
    go(fresh, (tsu_contact_row){.overlap = -1e-6});
    const tsu_contact_answer new = go(fresh, (tsu_contact_row){.overlap = 1e-6});
    assert_true(again.fn == new.fn &&again.elastic == new.elastic);
    tsu_contact_path_destroy(p);
    tsu_contact_path_destroy(fresh);
    release(&b);
}

/* On a winding path the work of the mean forces is what is stored, dissipated and booked as error of integration. The
 * dashpots of friction and rolling, whose accounts take the force of the last step for parallel to the motion, are off. */
static void test_energy_closes(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    set(&b, "coefficientRollingViscousDamping", TSU_PROPERTY_PAIR, 0.0, 0.0);
    assert_int_equal(tsu_lawset_set_keyword(&b.laws, "tangential_damping", "off", NULL), TSU_OK);
    assert_int_equal(tsu_lawset_prepare(&b.laws, &b.materials, NULL), TSU_OK);
    tsu_contact_path *p = path_of(&b, 1, 2, false);
    tsu_contact_row row = {0};
    tsu_contact_answer old = go(p, row);
    double work = 0.0, turned = 0.0;
    for (uint64_t k = 0; k < 3000; k++) {
        const tsu_contact_row last = row;
        row.overlap = 1e-5 * (0.8 * sin(0.01 * (double)k) + 0.4 * sin(0.031 * (double)k));
        row.sx += 4e-9 * sin(0.02 * (double)k);
        row.sy += 3e-9 * cos(0.05 * (double)k);
        row.rx += 1e-5 * sin(0.03 * (double)k);
        row.ry -= 2e-5 * cos(0.017 * (double)k);
        const tsu_contact_answer a = go(p, row);
        const double step = 0.5 * (a.fn + old.fn) * (row.overlap - last.overlap) -
                            0.5 * (a.ftx + old.ftx) * (row.sx - last.sx) -
                            0.5 * (a.fty + old.fty) * (row.sy - last.sy) +
                            0.5 * (a.mr[0] + old.mr[0]) * (row.rx - last.rx) +
                            0.5 * (a.mr[1] + old.mr[1]) * (row.ry - last.ry);
        work += step;
        turned += fabs(step);
        const double booked = a.elastic + a.dissipated + a.account[TSU_ACCOUNT_INTEGRATION];
        if (!(fabs(booked - work) <= 1e-12 * turned))
            fail_msg("step %d: %g booked, %g done", (int)k, booked, work);
        old = a;
    }
    assert_true(turned > 1e-5);
    tsu_contact_path_destroy(p);
    release(&b);
}

/* One head-on impact in the engine, and the same overlaps as a path, give the same forces. */
static void test_agrees_with_the_engine(void **state)
{
    (void)state;
    const double r = 2e-3, young = 1e8, poisson = 0.3, e = 0.6, dt = 1e-6;
    tsu_world_def def = tsu_world_def_default();
    def.timestep = dt;
    tsu_world *w = tsu_world_create(&def, NULL);
    tsu_particle_def s[2] = {tsu_particle_def_default(), tsu_particle_def_default()};
    for (int k = 0; k < 2; k++) {
        s[k].radius = r;
        s[k].position[0] = 0.5 + (k ? r : -r) * 0.9999;
        s[k].velocity[0] = k ? -0.3 : 0.3;
    }
    assert_int_equal(tsu_property_set_type(w, "youngsModulus", &young, NULL), TSU_OK);
    assert_int_equal(tsu_property_set_type(w, "poissonsRatio", &poisson, NULL), TSU_OK);
    assert_int_equal(tsu_property_set_pair(w, "coefficientRestitution", &e, NULL), TSU_OK);
    assert_int_equal(tsu_laws_choose(w, "model hertz", NULL), TSU_OK);
    assert_int_equal(tsu_particles_add(w, s, 2, NULL), TSU_OK);

    bench b = {.materials.types = 1};
    const char *const words[] = {"model", "hertz"};
    int used;
    tsu_materials_set(&b.materials, "youngsModulus", TSU_PROPERTY_TYPE, 1, 1, &young, NULL, NULL);
    tsu_materials_set(&b.materials, "poissonsRatio", TSU_PROPERTY_TYPE, 1, 1, &poisson, NULL, NULL);
    tsu_materials_set(&b.materials, "coefficientRestitution", TSU_PROPERTY_PAIR, 1, 1, &e, NULL, NULL);
    assert_int_equal(tsu_lawset_choose(&b.laws, 2, words, &used, NULL), TSU_OK);
    assert_int_equal(tsu_lawset_prepare(&b.laws, &b.materials, NULL), TSU_OK);
    tsu_contact_path_def at = tsu_contact_path_def_default();
    at.laws = &b.laws;
    at.radius_i = at.radius_j = r;
    at.dt = dt;
    tsu_contact_path *p = tsu_contact_path_create(&at, NULL);
    assert_int_equal(tsu_world_step(w, 0, NULL), TSU_OK);
    go(p, (tsu_contact_row){.overlap = 2.0 * r * 0.0001});
    int compared = 0;
    for (int k = 0; k < 300; k++) {
        tsu_view x, f;
        assert_int_equal(tsu_world_step(w, 1, NULL), TSU_OK);
        assert_int_equal(tsu_field_view(w, "x", &x, NULL), TSU_OK);
        assert_int_equal(tsu_field_view(w, "f", &f, NULL), TSU_OK);
        const double d = 2.0 * r - fabs(x.data[0] - x.data[x.stride]);
        const tsu_contact_answer a = go(p, (tsu_contact_row){.overlap = d});
        const double fn = x.data[0] > x.data[x.stride] ? f.data[0] : -f.data[0];
        if (!(fabs(a.fn - fn) < 1e-6)) fail_msg("step %d: %g, %g", k, a.fn, fn);
        compared += a.fn > 0.1;
    }
    assert_true(compared > 20);
    tsu_contact_path_destroy(p);
    tsu_world_destroy(w);
    release(&b);
}

static void test_bad_requests_are_refused(void **state)
{
    (void)state;
    bench b;
    prepare(&b, 6, all);
    tsu_error err = {0};
    tsu_contact_path_def def = tsu_contact_path_def_default();
    assert_null(tsu_contact_path_create(&def, &err));
    def.laws = &b.laws;
    assert_null(tsu_contact_path_create(&def, &err)); /* no time step */
    assert_non_null(strstr(err.message, "time step"));
    def.dt = 1e-6;
    def.type_j = 3;
    assert_null(tsu_contact_path_create(&def, &err));
    assert_non_null(strstr(err.message, "no material 3"));
    def.type_j = 1;
    def.radius_j = -1.0;
    assert_null(tsu_contact_path_create(&def, &err));
    assert_non_null(strstr(err.message, "radius of j"));
    def.wall = true; /* then there is no radius of j */
    tsu_contact_path *p = tsu_contact_path_create(&def, &err);
    assert_non_null(p);
    tsu_contact_answer a = go(p, (tsu_contact_row){.overlap = 1e-6}), same;
    assert_int_equal(tsu_contact_path_step(p, &(tsu_contact_row){.overlap = NAN}, &same, &err),
                     TSU_ERROR_INPUT);
    assert_int_equal(tsu_contact_path_step(p, &(tsu_contact_row){.overlap = 1e300}, &same, &err),
                     TSU_ERROR_UNSTABLE);
    const tsu_contact_answer b_again = go(p, (tsu_contact_row){.overlap = 1e-6}); /* nothing was taken over */
    assert_true(b_again.step == a.step + 1 && b_again.fn == a.fn && b_again.elastic == a.elastic);
    tsu_contact_path_destroy(p);
    tsu_contact_path_destroy(NULL);
    release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_the_history),
        cmocka_unit_test(test_first_row_is_a_start),
        cmocka_unit_test(test_materials_and_wall),
        cmocka_unit_test(test_opening_forgets),
        cmocka_unit_test(test_energy_closes),
        cmocka_unit_test(test_agrees_with_the_engine),
        cmocka_unit_test(test_bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
