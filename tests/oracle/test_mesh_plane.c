/* SPDX-License-Identifier: Apache-2.0 */
/* A sphere on a plane cut into triangles at random follows a plane wall, whatever the size of the triangles: it never feels
 * an edge or a vertex, and keeps its history. */
#include "oracle/mesh_shapes.h"

static const double RADIUS = 5e-3;

/* Runs a sphere over both; `tilt` turns plane, gravity and all by an angle about a skew axis. */
static void follow(const char *laws, double size, uint64_t seed, double tilt, double allowed)
{
    tsu_error err = {0};
    tsu_world *plane = make_world(laws, 0.5, 0.4, 1), *mesh = make_world(laws, 0.5, 0.4, 1);
    tsu_facets f = {0};
    const double axis[3] = {1.0, 2.0, 0.5}, speed = 1.0;
    add_random_plane(&f, 8.0 * RADIUS, size, seed);
    if (tilt != 0.0) REQUIRE(tsu_facets_rotate(&f, axis, tilt, &err));
    add_mesh(mesh, "mesh", &f);
    add_plane(plane, "zplane");
    const double x[3] = {-6.0 * RADIUS, -4.0 * RADIUS, 1.02 * RADIUS}, v[3] = {0.8, 0.6, -0.1};
    const double spin[3] = {30.0, -20.0, 70.0};
    add_sphere(plane, RADIUS, x, v, spin);
    tsu_pose pose = tsu_pose_identity();
    const double length = sqrt(5.25);
    tsu_pose_rotate(&pose, tsu_vec3_make(0, 0, 0), tsu_vec3_make(1 / length, 2 / length, 0.5 / length), tilt);
    const tsu_vec3 turned[4] = {tsu_pose_vector(&pose, tsu_vec3_make(x[0], x[1], x[2])),
                                tsu_pose_vector(&pose, tsu_vec3_make(v[0], v[1], v[2])),
                                tsu_pose_vector(&pose, tsu_vec3_make(spin[0], spin[1], spin[2])),
                                tsu_pose_vector(&pose, tsu_vec3_make(0, 0, -9.81))};
    add_sphere(mesh, RADIUS, (const double *)&turned[0], (const double *)&turned[1],
               (const double *)&turned[2]);
    memcpy(mesh->gravity, &turned[3], sizeof mesh->gravity);
    double most = 0.0;
    int64_t felt = 0;
    for (int k = 0; k < 60; k++) {
        REQUIRE(tsu_world_step(plane, 100, &err));
        REQUIRE(tsu_world_step(mesh, 100, &err));
        assert_in_range(touching(mesh), 0, 1);
        assert_int_equal(touching(mesh), touching(plane));
        felt += touching(mesh);
        for (int q = 0; q < 3; q++) { /* turn the mesh's sphere back */
            double *field = q == 0   ? mesh->particles.xr[0]
                            : q == 1 ? mesh->particles.vm[0]
                                     : mesh->particles.wi[0];
            const double *other = q == 0   ? plane->particles.xr[0]
                                  : q == 1 ? plane->particles.vm[0]
                                           : plane->particles.wi[0];
            const tsu_vec3 back = tsu_pose_point_back(&pose, tsu_vec3_make(field[0], field[1], field[2]));
            const double unit = q == 0 ? RADIUS : q == 1 ? speed : speed / RADIUS;
            most = fmax(most, fabs(back.x - other[0]) / unit);
            most = fmax(most, fabs(back.y - other[1]) / unit);
            most = fmax(most, fabs(back.z - other[2]) / unit);
        }
    }
    assert_true(felt > 30);
    if (!(most <= allowed)) print_error("size %g tilt %g: %.3g\n", size, tilt, most);
    assert_true(most <= allowed);
    tsu_world_destroy(plane);
    tsu_world_destroy(mesh);
}

static const double SIZES[] = {7.3, 1.9, 0.6, 0.13, 0.045}; /* of the triangles, in radii */

static void test_sliding_and_rolling(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 5; k++) {
        follow("model hertz tangential history rolling_friction epsd2", SIZES[k] * RADIUS, 10 + k, 0.0,
               1e-10);
    }
}

static void test_tilted(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 5; k++) {
        follow("model hertz tangential history", SIZES[k] * RADIUS, 20 + k, 0.7, 1e-10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sliding_and_rolling),
                                       cmocka_unit_test(test_tilted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
