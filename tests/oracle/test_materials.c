/* SPDX-License-Identifier: Apache-2.0 */
/* Each contact of a mixture has the stiffness of its own two materials, however many there are. */
#include "step/world.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 6 };
static const double young[MOST] = {1e6, 2e6, 5e6, 7e6, 1.1e7, 1.3e7};
static const double poisson[MOST] = {0.1, 0.15, 0.2, 0.25, 0.3, 0.35};
static const double radius = 0.01, overlap = 1e-4, cell = 0.05; /* [m] */

static void set_properties(tsu_world *w, int types)
{
    double friction[MOST * MOST];
    tsu_error err = {0};
    for (int k = 0; k < types * types; k++) {
        friction[k] = 0.5;
    }
    assert_int_equal(tsu_property_set_type(w, "youngsModulus", young, &err), TSU_OK);
    assert_int_equal(tsu_property_set_type(w, "poissonsRatio", poisson, &err), TSU_OK);
    assert_int_equal(tsu_property_set_pair(w, "coefficientRestitution", friction, &err), TSU_OK);
    assert_int_equal(tsu_property_set_pair(w, "coefficientFriction", friction, &err), TSU_OK);
}

/* Pairs of all materials in either order, at rest and far from each other. */
static tsu_world *make(int types, bool staged)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.lo[0] = def.lo[1] = def.lo[2] = -cell;
    def.hi[0] = def.hi[1] = (types + 1) * cell;
    def.hi[2] = cell;
    def.materials = types;
    def.timestep = 1e-6;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    w->staged = staged;
    set_properties(w, types);
    for (int k = 0; k < 2 * types * types; k++) {
        const int i = k / 2 / types, j = k / 2 % types;
        tsu_particle_def p = tsu_particle_def_default();
        p.type = 1 + (k % 2 == 0 ? i : j);
        p.radius = radius;
        p.position[0] = i * cell + (k % 2) * (2.0 * radius - overlap);
        p.position[1] = j * cell;
        assert_int_equal(tsu_particles_add(w, &p, 1, &err), TSU_OK);
    }
    assert_int_equal(tsu_laws_choose(w, "model hertz tangential history", &err), TSU_OK);
    assert_int_equal(tsu_world_settle(w, &err), TSU_OK);
    return w;
}

static double hertz(int i, int j)
{
    const double give =
        (1.0 - poisson[i] * poisson[i]) / young[i] + (1.0 - poisson[j] * poisson[j]) / young[j];
    return 4.0 / 3.0 / give * sqrt(0.5 * radius * overlap) * overlap;
}

static void every_pair_has_its_own_stiffness(void **state)
{
    (void)state;
    for (int types = 2; types <= MOST; types++) {
        for (int staged = 0; staged < 2; staged++) {
            tsu_world *w = make(types, staged != 0);
            assert_int_equal(w->touching, types * types);
            for (int32_t k = 0; k < w->particles.count; k++) {
                const int first = (int)(w->particles.id[k] - 1) / 2,
                          side = (w->particles.id[k] - 1) % 2 == 0 ? -1 : 1;
                const double f = side * w->particles.force[k][0];
                assert_true(fabs(f / hertz(first / types, first % types) - 1.0) < 1e-9);
            }
            tsu_world_destroy(w);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pair_has_its_own_stiffness)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
