/* SPDX-License-Identifier: Apache-2.0 */
/* The public interface alone: slips are refused and change nothing, and views stay within their memory (under AddressSanitizer
 * one that does not ends the test). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu.h"
#include <stdlib.h>
#include <string.h>

static tsu_world *make(void)
{
    tsu_world_def def = tsu_world_def_default();
    tsu_error err = {0};
    def.timestep = 1.0e-6;
    def.materials = 2;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    return w;
}

static tsu_status add(tsu_world *w, uint64_t id, double radius, tsu_error *err)
{
    tsu_particle_def d = tsu_particle_def_default();
    d.id = id;
    d.radius = radius;
    d.position[0] = 0.1 + 0.05 * (double)tsu_particles_count(w);
    d.position[1] = d.position[2] = 0.5;
    return tsu_particles_add(w, &d, 1, err);
}

static void refused(tsu_status status, const tsu_error *err, const char *says)
{
    assert_int_equal(status, TSU_ERROR_INPUT);
    if (!strstr(err->message, says)) fail_msg("'%s' has not '%s'", err->message, says);
}

static void test_properties(void **state)
{
    (void)state;
    tsu_world *w = make();
    tsu_error err = {0};
    const double type[2] = {1e7, 2e7}, pair[4] = {0.5, 0.4, 0.4, 0.3};
    refused(tsu_property_set_type(w, "youngsModulos", type, &err), &err, "did you mean 'youngsModulus'?");
    refused(tsu_property_set_pair(w, "coeficientFriction", pair, &err), &err, "'coefficientFriction'");
    refused(tsu_property_set(w, "charVelocity", 1.0, &err), &err,
            "no contact model has a property 'charVelocity'");
    refused(tsu_property_set(w, "", 1.0, &err), &err, "no contact model has a property ''");
    assert_int_equal(tsu_property_set_type(w, "youngsModulus", type, &err), TSU_OK);
    assert_int_equal(tsu_property_set_pair(w, "coefficientFriction", pair, &err), TSU_OK);
    assert_int_equal(tsu_property_set(w, "characteristicVelocity", 1.0, &err), TSU_OK);
    assert_int_equal(tsu_property_set_pair(w, "k_finnie", pair, &err), TSU_OK); /* wear of meshes */
    double value = 0.0;
    assert_int_equal(tsu_property_get(w, "youngsModulus", 2, 0, &value, &err), TSU_OK);
    assert_true(value == 2e7);
    assert_int_equal(tsu_property_get(w, "coefficientFriction", 2, 1, &value, &err), TSU_OK);
    assert_true(value == 0.4);
    assert_int_equal(tsu_property_get(w, "characteristicVelocity", 0, 0, &value, &err), TSU_OK);
    assert_true(value == 1.0);
    refused(tsu_property_get(w, "youngsModulos", 1, 0, &value, &err), &err, "did you mean 'youngsModulus'?");
    refused(tsu_property_get(w, "poissonsRatio", 1, 0, &value, &err), &err, "has not been given a value");
    refused(tsu_property_get(w, "youngsModulus", 3, 0, &value, &err), &err, "types count from 1 to 2");
    refused(tsu_property_get(w, "youngsModulus", 1, 1, &value, &err), &err, "no value for 1 and 1");
    refused(tsu_property_get(w, "coefficientFriction", 1, 0, &value, &err), &err, "no value for 1 and 0");
    assert_true(value == 1.0);
    tsu_world_destroy(w);
}

/* What is missing is told in words of this interface: no command of a script is named. */
static void test_lacks(void **state)
{
    (void)state;
    tsu_world *w = make();
    tsu_error err = {0};
    const double type[2] = {1e7, 2e7};
    const tsu_parameter none = {.name = NULL};
    assert_int_equal(tsu_laws_choose(w, "model hertz", &err), TSU_OK);
    refused(tsu_world_step(w, 1, &err), &err, "needs the property youngsModulus");
    assert_int_equal(err.lacks, TSU_LACKS_PROPERTY);
    assert_string_equal(err.missing, "youngsModulus");
    assert_null(strstr(err.message, "fix"));
    assert_int_equal(tsu_property_set_type(w, "youngsModulus", type, &err), TSU_OK);
    assert_int_equal(tsu_models_add(w, "heat", "warmth", &none, 0, &err), TSU_OK);
    refused(tsu_world_step(w, 1, &err), &err, "which is not given");
    assert_int_equal(err.lacks, TSU_LACKS_PROPERTY);
    assert_null(strstr(err.message, "fix"));
    tsu_world_destroy(w);
}

static void test_ids(void **state)
{
    (void)state;
    tsu_world *w = make();
    tsu_error err = {0};
    assert_int_equal(add(w, 7, 0.01, &err), TSU_OK);
    assert_int_equal(add(w, 0, 0.01, &err), TSU_OK); /* 8 */
    assert_int_equal(add(w, 3, 0.01, &err), TSU_OK);
    refused(add(w, 7, 0.01, &err), &err, "already a particle 7");
    refused(add(w, 8, 0.01, &err), &err, "already a particle 8");
    tsu_particle_def d[3] = {tsu_particle_def_default(), tsu_particle_def_default(),
                             tsu_particle_def_default()};
    d[0].id = 20;
    d[2].id = 20;
    refused(tsu_particles_add(w, d, 3, &err), &err, "two of the new particles have id 20");
    d[0].id = 0; /* 9 */
    d[2].id = 9;
    refused(tsu_particles_add(w, d, 3, &err), &err, "two of the new particles have id 9");
    d[2].id = 3;
    refused(tsu_particles_add(w, d, 3, &err), &err, "already a particle 3");
    assert_int_equal(tsu_particles_count(w), 3); /* nothing has changed */
    assert_int_equal(add(w, 0, 0.01, &err), TSU_OK);
    assert_int_equal(tsu_particle_ids(w)[3], 9);
    tsu_world_destroy(w);
}

/* All count * stride numbers, as a caller copies them who knows no better. */
static double *copy_view(tsu_world *w, const char *name, tsu_view *v)
{
    tsu_error err = {0};
    if (tsu_field_view(w, name, v, &err) != TSU_OK) fail_msg("%s: %s", name, err.message);
    double *all = malloc(v->count * v->stride * sizeof *all + 1);
    assert_non_null(all);
    if (v->count > 0) memcpy(all, v->data, v->count * v->stride * sizeof *all);
    return all;
}

static void test_views(void **state)
{
    (void)state;
    static const char *const names[] = {"id", "x", "v", "omega", "f", "torque", "radius", "mass", "density"};
    tsu_world *w = make();
    tsu_error err = {0};
    tsu_view v;
    for (int n = 0; n <= 200; n++) { /* whatever the capacity is, it is met exactly now and then */
        free(copy_view(w, names[n % 9], &v));
        free(copy_view(w, "radius", &v));
        assert_int_equal(v.count, n);
        assert_int_equal(add(w, (uint64_t)(1000 - n), 0.001 + 1e-5 * n, &err), TSU_OK);
    }
    double *id = copy_view(w, "id", &v);
    assert_int_equal(v.width, 1);
    tsu_view r;
    double *radius = copy_view(w, "radius", &r);
    for (size_t k = 0; k < v.count; k++) {
        assert_true(id[k * v.stride] == (double)tsu_particle_ids(w)[k]);
        assert_true(radius[k * r.stride] == 0.001 + 1e-5 * (1000.0 - id[k * v.stride]));
    }
    free(id);
    free(radius);
    refused(tsu_field_view(w, "radus", &v, &err), &err, "did you mean 'radius'?");
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_lacks),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
