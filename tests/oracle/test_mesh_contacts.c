/* SPDX-License-Identifier: Apache-2.0 */
/* Which contacts a sphere has with a mesh: the right number in corners, one on every convex feature, the same by the tree
 * and by trying all triangles, and each a minimum of the distance. */
#include "oracle/mesh_shapes.h"
#include "step/mesh/select.h"
#include "step/wall/wall.h"

static const double R = 0.01;

/* Steps a world with one sphere at x once, without gravity, and returns the number of contacts. */
static int contacts_at(tsu_facets *f, const double x[3], double normal[8][3])
{
    tsu_error err = {0};
    tsu_world *w = make_world("model hertz", 1.0, 0.0, 1);
    w->gravity[2] = 0.0;
    add_mesh(w, "mesh", f);
    add_sphere(w, R, x, NULL, NULL);
    REQUIRE(tsu_world_settle(w, &err));
    const tsu_contacts *c = &w->wall[0]->contacts;
    int count = 0;
    for (int64_t k = 0; k < c->count; k++) {
        if (!c->live[k]) continue;
        assert_true(count < 8);
        memcpy(normal[count++], w->wall[0]->forces.geometry[k], sizeof normal[0]);
    }
    tsu_world_destroy(w);
    return count;
}

static void point(double p[3], double x, double y, double z)
{
    p[0] = x;
    p[1] = y;
    p[2] = z;
}

/* A pit of n triangles around the origin, opening upwards; the sides fall at the angle `slope`. */
static void add_pit(tsu_facets *f, int n, double slope)
{
    const double pi = 3.14159265358979323846, top[3] = {0.0, 0.0, 0.0};
    const double inner = 0.1 * cos(pi / n); /* of the polygon at the rim */
    for (int k = 0; k < n; k++) {
        double a[3], b[3];
        point(a, 0.1 * cos(2 * pi * k / n), 0.1 * sin(2 * pi * k / n), inner * tan(slope));
        point(b, 0.1 * cos(2 * pi * (k + 1) / n), 0.1 * sin(2 * pi * (k + 1) / n), inner * tan(slope));
        add_triangle(f, top, a, b);
    }
}

static void test_corners(void **state)
{
    (void)state;
    double n[8][3];
    const int sides[] = {3, 4, 8};
    for (int k = 0; k < 3; k++) { /* a sphere on the axis of a pit touches all its sides */
        tsu_facets f = {0};
        add_pit(&f, sides[k], 0.8);
        const double x[3] = {0.0, 0.0, 0.999 * R / cos(0.8)};
        assert_int_equal(contacts_at(&f, x, n), sides[k]);
        for (int q = 0; q < sides[k]; q++) {
            assert_true(fabs(n[q][2] - cos(0.8)) < 1e-12);
        }
    }
    for (int bent = 0; bent < 2; bent++) { /* two triangles: a groove, or one plane */
        tsu_facets f = {0};
        const double a[3] = {0, -0.1, 0}, b[3] = {0, 0.1, 0}, left[3] = {-0.1, 0, 0.1 * bent},
                     right[3] = {0.1, 0, 0.1 * bent};
        add_triangle(&f, a, b, left);
        add_triangle(&f, a, right, b);
        const double x[3] = {0.0, 0.01, bent ? 0.999 * R * sqrt(2.0) : 0.999 * R};
        assert_int_equal(contacts_at(&f, x, n), bent ? 2 : 1);
    }
}

/* Three planes that meet in a corner, each cut at random, and the corner of a box of eight triangles. */
static void test_corner_of_planes(void **state)
{
    (void)state;
    double n[8][3];
    tsu_facets f = {0}, part = {0};
    const double by[3] = {0.05, 0.05, 0.0}, axes[3][3] = {{0, 0, 1}, {1, 1, 1}, {1, 1, 1}};
    const double turn[3] = {0.0, 2.0943951023931953, -2.0943951023931953};
    tsu_error err = {0};
    for (int k = 0; k < 3; k++) {
        add_random_plane(&part, 0.05, 0.007, 5 + (uint64_t)k);
        tsu_facets_move(&part, by); /* the square 0 .. 0.1, turned into the planes of x and of y */
        REQUIRE(tsu_facets_rotate(&part, axes[k], turn[k], &err));
        for (int64_t t = 0; t < part.count; t++) {
            add_triangle(&f, part.corner[t][0], part.corner[t][1], part.corner[t][2]);
        }
        tsu_facets_free(&part);
    }
    const double x[3] = {0.999 * R, 0.998 * R, 0.997 * R};
    assert_int_equal(contacts_at(&f, x, n), 3);

    tsu_facets box = {0}; /* eight triangles at one corner: 2 + 3 + 3 of them on the three faces */
    const int cuts[3] = {2, 3, 3};
    for (int face = 0; face < 3; face++) {
        for (int c = 0; c < cuts[face]; c++) {
            const double origin[3] = {0};
            double a[3] = {0}, b[3] = {0};
            const double from = 1.5707963267948966 * c / cuts[face],
                         to = 1.5707963267948966 * (c + 1) / cuts[face];
            a[face] = 0.1 * cos(from);
            a[(face + 1) % 3] = 0.1 * sin(from);
            b[face] = 0.1 * cos(to);
            b[(face + 1) % 3] = 0.1 * sin(to);
            add_triangle(&box, origin, a, b);
        }
    }
    assert_int_equal(box.count, 8);
    assert_int_equal(contacts_at(&box, x, n), 3);
}

static void check_one(const double x[3], const double foot[3])
{
    double n[8][3];
    tsu_facets f = {0};
    add_pit(&f, 6, -0.6); /* a hill */
    assert_int_equal(contacts_at(&f, x, n), 1);
    double d = 0.0;
    for (int q = 0; q < 3; q++) {
        d += (x[q] - foot[q]) * (x[q] - foot[q]);
    }
    for (int q = 0; q < 3; q++) {
        assert_true(fabs(n[0][q] - (x[q] - foot[q]) / sqrt(d)) < 1e-12);
    }
}

static void test_convex_features(void **state)
{
    (void)state;
    double n[8][3];
    const double top[3] = {0}, above[3] = {0.0005, 0.0003, 0.995 * R};
    check_one(above, top);
    /* an edge of the hill runs along x, falling by tan(0.6) cos(30 degrees) */
    const double slope = -tan(0.6) * cos(0.5235987755982989), s = 0.03, l = sqrt(1.0 + slope * slope);
    const double foot[3] = {s, 0.0, slope * s},
                 x[3] = {s - 0.99 * R * slope / l, 0.0, slope * s + 0.99 * R / l};
    check_one(x, foot);
    /* corners in the middle of sides: three triangles make a plane without sharing their sides */
    tsu_facets f = {0};
    const double a[3] = {-0.1, 0, 0}, b[3] = {0.1, 0, 0}, c[3] = {0, 0.1, 0}, d[3] = {0, -0.1, 0},
                 m[3] = {0.001, 0, 0};
    add_triangle(&f, a, b, c);
    add_triangle(&f, a, d, m);
    add_triangle(&f, d, b, m);
    add_triangle(&f, a, b, c); /* one of them twice */
    for (int k = 0; k < 21; k++) {
        tsu_facets copy = {0};
        for (int64_t t = 0; t < f.count; t++) {
            add_triangle(&copy, f.corner[t][0], f.corner[t][1], f.corner[t][2]);
        }
        const double at[3] = {0.0005, 0.0002 * (k - 10), 0.98 * R};
        assert_int_equal(contacts_at(&copy, at, n), 1);
        assert_true(n[0][2] == 1.0);
    }
    tsu_facets_free(&f);
}

/* Distance from x to the mesh along directions around a contact: nowhere less than at the contact. */
static void check_minimum(const tsu_mesh_body *body, tsu_vec3 x, const tsu_mesh_hit *hit)
{
    const tsu_vec3 foot = tsu_foot_point(hit->foot, x);
    for (int32_t t = 0; t < body->mesh.triangles; t++) { /* no triangle at the foot comes nearer there */
        const tsu_foot other = tsu_triangle_foot(&body->triangle[t], foot);
        if (other.distance > 1e-9) continue;
        const tsu_foot here = tsu_triangle_foot(&body->triangle[t], x);
        assert_true(here.distance > hit->foot.distance - 1e-9);
    }
}

static void test_tree_and_brute_force(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_facets f = {0};
    tsu_world *w = make_world("model hertz", 1.0, 0.0, 2);
    uint32_t counter = 0;
    int64_t several = 0;
    add_bumps(&f, 0.1, 30, 0.004, 3);
    tsu_mesh_body *body = add_mesh(w, "mesh", &f);
    for (int k = 0; k < 400; k++) { /* spheres of different sizes, no matter that they overlap */
        const double size = 0.001 + 0.009 * draw(7, &counter);
        const double x[3] = {0.18 * (draw(7, &counter) - 0.5), 0.18 * (draw(7, &counter) - 0.5),
                             0.002 + size * (0.9 + 0.2 * draw(7, &counter))};
        add_sphere(w, size, x, NULL, NULL);
    }
    REQUIRE(tsu_world_settle(w, &err));
    const tsu_contacts *c = &w->wall[0]->contacts;
    const int32_t all = body->mesh.triangles;
    uint32_t *every = calloc((size_t)all, sizeof *every);
    tsu_mesh_hit *hit = calloc((size_t)all, sizeof *hit);
    const tsu_mesh_old none = {0};
    const tsu_mesh_candidates brute = {.count = all, .code = every};
    double shift[32][4];
    tsu_box_shifts(&w->box, shift);
    assert_true(every && hit);
    for (int32_t t = 0; t < all; t++) {
        every[t] = (uint32_t)t | 13u << TSU_CONTACT_ROW_BITS;
    }
    int64_t at = 0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const double *x = w->particles.xr[i];
        const tsu_mesh_form form = tsu_mesh_form_of(body);
        const int32_t n = tsu_mesh_select(&form, &brute, (const double(*)[4])shift, x, x[3], 0.0, &none, hit);
        several += n > 1;
        for (int32_t k = 0; k < n; k++, at++) {
            assert_true(at < c->count && c->row[at] == (uint32_t)i && c->partner[at] == hit[k].code);
            assert_true(w->wall[0]->forces.geometry[at][3] == x[3] - hit[k].foot.distance &&
                        w->wall[0]->forces.geometry[at][0] == hit[k].foot.n.x);
            if (i % 8 == 0) check_minimum(body, tsu_vec3_make(x[0], x[1], x[2]), &hit[k]);
        }
    }
    assert_int_equal(at, c->count);
    assert_true(several > 20);
    free(every);
    free(hit);
    tsu_world_destroy(w);
}

/* The work does not depend on how large the mesh is where no particle is. */
static void test_cost(void **state)
{
    (void)state;
    tsu_error err = {0};
    int64_t candidates[2];
    for (int large = 0; large < 2; large++) {
        tsu_facets f = {0};
        tsu_world *w = make_world("model hertz", 1.0, 0.0, 1);
        add_random_plane(&f, 0.05, 0.004, 1);
        if (large) { /* 100,000 triangles elsewhere */
            tsu_facets far = {0};
            const double by[3] = {0.0, 0.0, -0.5};
            add_random_plane(&far, 0.5, 0.006, 2);
            tsu_facets_move(&far, by);
            assert_true(far.count > 80000);
            for (int64_t t = 0; t < far.count; t++) {
                add_triangle(&f, far.corner[t][0], far.corner[t][1], far.corner[t][2]);
            }
            tsu_facets_free(&far);
        }
        add_mesh(w, "mesh", &f);
        for (int k = 0; k < 100; k++) {
            const double x[3] = {0.008 * (k % 10 - 4.5), 0.008 * (k / 10 - 4.5), k < 50 ? 0.004 : 0.3};
            add_sphere(w, 0.004, x, NULL, NULL);
        }
        REQUIRE(tsu_world_step(w, 3, &err));
        assert_int_equal(w->wall[0]->list->near, 50);
        candidates[large] = w->wall[0]->list->first[50];
        tsu_world_destroy(w);
    }
    assert_int_equal(candidates[0], candidates[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners), cmocka_unit_test(test_corner_of_planes),
        cmocka_unit_test(test_convex_features), cmocka_unit_test(test_tree_and_brute_force),
        cmocka_unit_test(test_cost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
