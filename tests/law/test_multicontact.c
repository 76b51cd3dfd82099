/* SPDX-License-Identifier: Apache-2.0 */
/* surface multicontact: the displacement by a load against Boussinesq's formulas in closed form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "law/surface_multicontact.h"

static const double pi = 3.14159265358979323846, young = 2.0e4, radius = 9.0e-3;

static void prepare(double nu, double *p)
{
    const double value[2][2] = {{young, young}, {nu, nu}};
    const tsu_law_inputs in = {.value = value};
    tsu_error err = {0};
    assert_int_equal(TSU_OK, tsu_law_surface_multicontact.prepare(&in, p, &err));
}

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-12 * fabs(expected))) fail_msg("%.17g is not %.17g", value, expected);
}

/* At the surface of a half-space a load sinks points at the distance r by F (1 - nu^2)/(pi E r). */
static void a_flat_surface_sinks(void **state)
{
    (void)state;
    for (int k = 0; k <= 5; k++) {
        double p[TSU_MULTICONTACT_COEFFICIENTS];
        const double nu = 0.1 * k, r = 0.3 * radius;
        const tsu_vec3 up = {0.0, 0.0, 1.0};
        prepare(nu, p);
        near(tsu_multicontact_displacement(p, tsu_vec3_make(0.0, 0.0, radius), up,
                                           tsu_vec3_make(r, 0.0, radius), up),
             -(1.0 - nu * nu) / (pi * young * r));
    }
}

/* Below the load, at depth z, points move along it by F (1 + nu)(3 - 2 nu)/(2 pi E z); there the far pole of a sphere lies, and
 * it bulges by that. */
static void the_far_pole_bulges(void **state)
{
    (void)state;
    for (int k = 0; k <= 5; k++) {
        double p[TSU_MULTICONTACT_COEFFICIENTS];
        const double nu = 0.1 * k;
        const tsu_vec3 up = {0.0, 0.0, 1.0}, down = {0.0, 0.0, -1.0};
        prepare(nu, p);
        near(tsu_multicontact_displacement(p, tsu_vec3_scale(radius, up), up, tsu_vec3_scale(radius, down),
                                           down),
             (1.0 + nu) * (3.0 - 2.0 * nu) / (4.0 * pi * young * radius));
    }
}

/* At the side, 45 degrees below the load: u_r = F (1 + nu)/(2 pi E d) [r z/d^2 - (1 - 2 nu) r/(d + z)], r = z = radius. */
static void the_side_bulges(void **state)
{
    (void)state;
    for (int k = 0; k <= 5; k++) {
        double p[TSU_MULTICONTACT_COEFFICIENTS];
        const double nu = 0.1 * k, d = sqrt(2.0) * radius;
        prepare(nu, p);
        near(tsu_multicontact_displacement(p, tsu_vec3_make(0.0, 0.0, radius), tsu_vec3_make(0.0, 0.0, 1.0),
                                           tsu_vec3_make(radius, 0.0, 0.0), tsu_vec3_make(1.0, 0.0, 0.0)),
             (1.0 + nu) / (2.0 * pi * young * d) * (0.5 - (1.0 - 2.0 * nu) * radius / (d + radius)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_surface_sinks),
        cmocka_unit_test(the_far_pole_bulges),
        cmocka_unit_test(the_side_bulges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
