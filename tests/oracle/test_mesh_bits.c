/* SPDX-License-Identifier: Apache-2.0 */
/* Particles that fall into a moving mesh give the same bits on any number of threads and for any lists; a mesh that ends at
 * periodic faces goes on behind them, when it turns too. */
#include "oracle/mesh_shapes.h"
#include "step/wall/wall.h"
#include <stdio.h>

static const char ALL[] = "model hertz tangential history rolling_friction epsd2";

/* Rows whose triangles were found when the particle was elsewhere; or none will be taken from before when lists are made next. */
static int64_t count_kept(const tsu_world *w, bool forget)
{
    int64_t kept = 0;
    for (int k = 0; k < w->walls; k++) {
        tsu_mesh_list *list = w->wall[k]->list;
        for (int32_t i = 0; i < list->places; i++) {
            kept += list->from[i] >= 0 && list->place[i].count > 0 &&
                    memcmp(list->place[i].centre, list->place_old[list->from[i]].centre,
                           sizeof list->place[i].centre) == 0;
        }
        if (forget) list->places = 0;
    }
    return kept;
}

/* Grains on a bumpy floor that shakes, in a drum that turns. `pieces`: calls of 4000 steps in all; `forget`: lists are made from
 * nothing before each. */
static uint64_t pour_in(int threads, double skin, int64_t every, int pieces, bool forget)
{
    tsu_error err = {0};
    tsu_facets f = {0};
    tsu_world *w = make_world(ALL, 0.6, 0.4, threads);
    uint32_t counter = 0;
    w->lists.skin = skin;
    w->lists.every = every;
    add_bumps(&f, 0.06, 30, 0.002, 4);
    tsu_mesh_body *floor = add_mesh(w, "floor", &f);
    add_cylinder(&f, 0.05, 0.06, 20, 6);
    tsu_mesh_body *drum = add_mesh(w, "drum", &f);
    const tsu_mover shake = {
        .name = "a", .kind = TSU_MOVE_WIGGLE, .vector = {0.001, 0, 0.001}, .period = 0.02};
    const tsu_mover turn = {.name = "b", .kind = TSU_MOVE_ROTATE, .vector = {0, 1, 0.1}, .period = 0.3};
    REQUIRE(tsu_mesh_add_mover(w, floor, &shake, &err));
    REQUIRE(tsu_mesh_add_mover(w, drum, &turn, &err));
    for (int k = 0; k < 600; k++) {
        const double r = 0.0015 + 0.001 * draw(8, &counter);
        const double x[3] = {0.0053 * (k % 10 - 4.5), 0.0053 * (k / 10 % 10 - 4.5),
                             0.0051 * (k / 100) + 0.004};
        const double v[3] = {draw(8, &counter) - 0.5, draw(8, &counter) - 0.5, -0.2};
        add_sphere(w, r, x, v, NULL);
    }
    int64_t felt = 0, kept = 0;
    for (int k = 0; k < pieces; k++) {
        REQUIRE(tsu_world_step(w, 4000 / pieces, &err));
        felt += touching(w);
        kept += count_kept(w, forget);
    }
    assert_true(felt > 4 * pieces && (forget || kept > 20 * pieces));
    const uint64_t hash = tsu_world_hash(w);
    tsu_world_destroy(w);
    return hash;
}

static uint64_t pour(int threads, double skin, int64_t every)
{
    return pour_in(threads, skin, every, 10, false);
}

static void test_threads_and_lists(void **state)
{
    (void)state;
    const uint64_t one = pour(1, 0.0, 0);
    assert_true(pour(2, 0.0, 0) == one);
    assert_true(pour(3, 0.0, 0) == one);
    assert_true(pour(8, 0.0, 0) == one);
    assert_true(pour(2, 0.0002, 0) == one);
    assert_true(pour(2, 0.002, 0) == one);
    assert_true(pour(1, 0.0, 7) == one);
    assert_true(pour_in(1, 0.0, 4, 1000, true) == one);
}

/* A sphere that goes round and round along x over a bumpy floor that fits its box, once in a small box and once on a floor
 * that repeats itself in a large one. */
static void run_round(bool periodic, double to[3], double *way)
{
    tsu_error err = {0};
    tsu_world *w = make_world("model hertz tangential history", 0.5, 0.3, 1);
    const double length = 0.125; /* exact in binary */
    tsu_facets f = {0}, one = {0};
    add_random_plane(&one, 0.5 * length, 0.02, 6);
    for (int64_t t = 0; t < one.count; t++) { /* waves along x, flat in y; the same at both ends */
        for (int c = 0; c < 3; c++) {
            one.corner[t][c][2] = 0.004 * cos(2.0 * 3.14159265358979323846 * one.corner[t][c][0] / length);
        }
    }
    const int copies = periodic ? 0 : 3;
    for (int k = -copies; k <= copies; k++) {
        for (int64_t t = 0; t < one.count; t++) {
            double p[3][3];
            memcpy(p, one.corner[t], sizeof p);
            for (int c = 0; c < 3; c++) {
                p[c][0] += k * length;
            }
            add_triangle(&f, p[0], p[1], p[2]);
        }
    }
    tsu_facets_free(&one);
    add_mesh(w, "mesh", &f);
    if (periodic) {
        w->box.lo[0] = -0.5 * length;
        w->box.hi[0] = 0.5 * length;
        w->box.periodic[0] = true;
        memcpy(w->boundary[0], "pp", 2);
    }
    const double x[3] = {0.01, 0.003, 0.0095}, v[3] = {1.5, 0.01, 0.0};
    add_sphere(w, 0.005, x, v, NULL);
    REQUIRE(tsu_world_step(w, 20000, &err));
    for (int q = 0; q < 3; q++) {
        to[q] = w->particles.vm[0][q];
    }
    *way = w->particles.xr[0][0] + (periodic ? w->particles.image[0][0] * length : 0.0);
    tsu_world_destroy(w);
}

static void test_periodic(void **state)
{
    (void)state;
    double round[3], straight[3], way[2];
    run_round(true, round, &way[0]);
    run_round(false, straight, &way[1]);
    print_message("way %.6f and %.6f m\n", way[0], way[1]);
    assert_true(way[0] > 0.1875);
    assert_true(fabs(way[0] - way[1]) < 1e-9);
    for (int q = 0; q < 3; q++) {
        assert_true(fabs(round[q] - straight[q]) < 1e-8);
    }
}

static void make_periodic(tsu_world *w, int q, double half)
{
    w->box.lo[q] = -half;
    w->box.hi[q] = half;
    w->box.periodic[q] = true;
    memcpy(w->boundary[q], "pp", 2);
}

/* Grains on a plate that turns in a box that is periodic across the axis: they lie on its next images too, which go around it. `forget`:
 * triangles are searched anew for each list, otherwise they may be taken from the list before. */
static uint64_t tilt(int threads, double skin, bool forget)
{
    enum { STEPS = 2400, EVERY = 4, ACROSS = 8 };
    const double half = 0.02;
    tsu_error err = {0};
    tsu_facets f = {0};
    tsu_world *w = make_world(ALL, 0.6, 0.4, threads);
    uint32_t counter = 0;
    make_periodic(w, 0, half);
    make_periodic(w, 1, half);
    w->lists.skin = skin;
    w->lists.every = forget ? EVERY : 0;
    add_random_plane(&f, 0.95 * half, 0.01, 5);
    tsu_mesh_body *plate = add_mesh(w, "plate", &f);
    const tsu_mover turn = {.name = "a", .kind = TSU_MOVE_ROTATE, .vector = {1, 0.3, 0.1}, .period = 0.5};
    REQUIRE(tsu_mesh_add_mover(w, plate, &turn, &err));
    for (int k = 0; k < 2 * ACROSS * ACROSS; k++) {
        const double r = 0.0015 + 0.0005 * draw(9, &counter), cell = 2.0 * half / ACROSS;
        const double x[3] = {cell * (k % ACROSS + 0.5) - half, cell * (k / ACROSS % ACROSS + 0.5) - half,
                             cell * (k / (ACROSS * ACROSS)) + 0.002};
        const double v[3] = {draw(9, &counter) - 0.5, draw(9, &counter) - 0.5, -0.5};
        add_sphere(w, r, x, v, NULL);
    }
    int64_t felt = 0, kept = 0;
    for (int k = 0; k < STEPS; k += EVERY) {
        REQUIRE(tsu_world_step(w, EVERY, &err));
        felt += touching(w);
        kept += count_kept(w, forget);
    }
    assert_true(felt > 2 * STEPS / EVERY && (forget || kept > STEPS / EVERY));
    const uint64_t hash = tsu_world_hash(w);
    tsu_world_destroy(w);
    return hash;
}

static void test_turning_images(void **state)
{
    (void)state;
    const uint64_t searched = tilt(1, 0.0, true);
    static const double SKIN[] = {0.0, 0.00001, 0.0001, 0.0004, 0.002};
    for (size_t k = 0; k < sizeof SKIN / sizeof *SKIN; k++) {
        assert_true(tilt(1, SKIN[k], false) == searched);
        assert_true(tilt(2, SKIN[k], false) == searched);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads_and_lists),
                                       cmocka_unit_test(test_periodic),
                                       cmocka_unit_test(test_turning_images)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
