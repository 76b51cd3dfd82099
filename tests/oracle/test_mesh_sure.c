/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a sphere over a face holds: wherever it goes within the way that is sure, trying all triangles finds the face
 * or nothing. */
#include "oracle/mesh_shapes.h"
#include "step/mesh/sure.h"

enum { SPHERES = 3000, WAYS = 12 };

typedef struct trial {
    const tsu_mesh_body *body;
    int32_t all;
    uint32_t *every;
    float *gap;
    tsu_mesh_hit *hit;
    double shift[32][4];
} trial;

static void make_trial(trial *t, tsu_world *w, const tsu_mesh_body *body)
{
    t->body = body;
    t->all = body->mesh.triangles;
    t->every = calloc((size_t)t->all, sizeof *t->every);
    t->gap = calloc((size_t)t->all, sizeof *t->gap);
    t->hit = calloc((size_t)t->all, sizeof *t->hit);
    assert_true(t->every && t->gap && t->hit);
    tsu_box_shifts(&w->box, t->shift);
    for (int32_t k = 0; k < t->all; k++) {
        t->every[k] = (uint32_t)k | 13u << TSU_CONTACT_ROW_BITS;
    }
}

static void free_trial(trial *t)
{
    free(t->every);
    free(t->gap);
    free(t->hit);
}

/* Contacts at x, the first of which is t->hit[0]. */
static int32_t contacts_of(const trial *t, const double x[4])
{
    const tsu_mesh_old none = {0};
    const tsu_mesh_candidates brute = {.count = t->all, .code = t->every};
    const tsu_mesh_form form = tsu_mesh_form_of(t->body);
    return tsu_mesh_select(&form, &brute, (const double(*)[4])t->shift, x, x[3], 0.0, &none, t->hit);
}

static void random_way(double way[3], double length, uint32_t *counter)
{
    double size = 0.0;
    for (int q = 0; q < 3; q++) {
        way[q] = draw(5, counter) - 0.5;
        size += way[q] * way[q];
    }
    for (int q = 0; q < 3; q++) {
        way[q] *= length / sqrt(size);
    }
}

/* Tells how many of the places where the sphere was looked at had a contact. */
static int follow(const trial *t, const double x[4], uint32_t code, double way, uint32_t *counter)
{
    int touching = 0;
    for (int k = 0; k < WAYS; k++) {
        double by[3];
        random_way(by, (k < WAYS / 2 ? 0.9999 : draw(5, counter)) * way, counter);
        const double to[4] = {x[0] + by[0], x[1] + by[1], x[2] + by[2], x[3]};
        const int32_t n = contacts_of(t, to);
        const tsu_triangle *face = &t->body->triangle[code & TSU_CONTACT_ROW_MASK];
        tsu_foot foot;
        const bool expected =
            tsu_triangle_foot_on_face(face, tsu_vec3_make(to[0], to[1], to[2]), x[3], &foot);
        assert_int_equal(n, expected);
        if (n == 0) continue;
        assert_int_equal(t->hit[0].code, code);
        assert_int_equal(t->hit[0].foot.feature, TSU_FEATURE_FACE);
        assert_true(t->hit[0].foot.distance == foot.distance && t->hit[0].foot.n.z == foot.n.z);
        touching++;
    }
    return touching;
}

/* The nearest triangle, and the gap of every one. */
static int32_t measure(trial *t, const double x[4])
{
    int32_t nearest = 0;
    for (int32_t k = 0; k < t->all; k++) {
        const tsu_foot foot = tsu_triangle_foot(&t->body->triangle[k], tsu_vec3_make(x[0], x[1], x[2]));
        t->gap[k] = tsu_mesh_gap(foot.distance, x[3], 0.0);
        if (t->gap[k] < t->gap[nearest]) nearest = k;
    }
    return nearest;
}

/* Spheres on a surface of bumps `high`, or on a plane cut at random. */
static void check(double high, int sure_least, int touching_least)
{
    tsu_facets f = {0};
    tsu_world *w = make_world("model hertz", 1.0, 0.0, 1);
    uint32_t counter = 0;
    if (high > 0.0)
        add_bumps(&f, 0.1, 12, high, 3);
    else
        add_random_plane(&f, 0.1, 0.02, 4);
    trial t;
    make_trial(&t, w, add_mesh(w, "mesh", &f));
    int sure = 0, touching = 0;
    for (int k = 0; k < SPHERES; k++) {
        const double size = 0.001 + 0.005 * draw(7, &counter);
        const double x[4] = {0.18 * (draw(7, &counter) - 0.5), 0.18 * (draw(7, &counter) - 0.5),
                             high * draw(7, &counter) + size * (0.9 + 0.3 * draw(7, &counter)), size};
        const uint32_t code = t.every[measure(&t, x)];
        const tsu_mesh_candidates c = {.count = t.all, .code = t.every, .gap = t.gap};
        const double way = tsu_mesh_sure(t.body, &c, (const double(*)[4])t.shift, x, 0.0, code);
        assert_true(way >= 0.0);
        if (!(way > 0.0)) continue;
        sure++;
        touching += follow(&t, x, code, way, &counter);
    }
    assert_true(sure > sure_least && touching > touching_least);
    free_trial(&t);
    tsu_world_destroy(w);
}

static void test_bumps(void **state)
{
    (void)state;
    check(0.004, 200, 500);
    check(0.02, 100, 100);
}

static void test_plane(void **state)
{
    (void)state;
    check(0.0, 1000, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bumps), cmocka_unit_test(test_plane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
