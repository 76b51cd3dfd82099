/* SPDX-License-Identifier: Apache-2.0 */
/* Where clumps lie in memory, and that nobody else has to move particles where all belong to clumps: nothing shows of either. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "tsubu/tsubu.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

enum { SIDE = 6, CLUMPS = SIDE * SIDE * SIDE };

static tsu_error err;

/* Clumps of two spheres on a lattice, whose numbers jump about in space, above a floor. */
static void add_clumps(tsu_world *w)
{
    static const double arm[2][3] = {{0.004, 0.0, 0.0}, {-0.004, 0.0, 0.0}}, radius[2] = {0.006, 0.006};
    static const int32_t type[2] = {0, 0};
    for (int n = 0; n < CLUMPS; n++) {
        const int at = n * 55 % CLUMPS, i = at % SIDE, j = at / SIDE % SIDE, k = at / (SIDE * SIDE);
        const double a = 0.3 * n, b = 0.1 * at;
        tsu_clump_def d = {.count = 2,
                           .arm = arm,
                           .radius = radius,
                           .type = type,
                           .mass = 0.004,
                           .moments = {6e-8, 1.2e-7, 1.2e-7},
                           .density = 2500.0,
                           .centre = {0.024 * i, 0.024 * j, 0.02 + 0.024 * k},
                           .velocity = {0.2 * cos(b), 0.2 * sin(b), -0.3},
                           .spin = {3.0, 20.0 * sin(b), -10.0},
                           .turn = {cos(a), 0.6 * sin(a), 0.0, 0.8 * sin(a)}};
        OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
    }
}

static tsu_world *make_empty(int threads, double skin)
{
    const double young = 1e7, nu = 0.3, e = 0.6, mu = 0.4;
    tsu_world_def def = tsu_world_def_default();
    tsu_wall_def floor = tsu_wall_def_default();
    def.timestep = 2.0e-5;
    def.threads = threads;
    def.skin = skin;
    def.gravity[2] = -9.81;
    for (int q = 0; q < 3; q++) {
        memcpy(def.boundary[q], q < 2 ? "pp" : "ff", 2);
        def.lo[q] = -0.012;
        def.hi[q] = q < 2 ? 0.132 : 1.0;
    }
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    OK(tsu_property_set_type(w, "youngsModulus", &young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", &nu, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", &e, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", &mu, &err));
    OK(tsu_laws_choose(w, "model hertz tangential history", &err));
    floor.name = "floor";
    floor.shape = "zplane";
    OK(tsu_walls_add(w, &floor, &err));
    return w;
}

static tsu_world *make(int threads, double skin)
{
    tsu_world *w = make_empty(threads, skin);
    add_clumps(w);
    return w;
}

/* Every clump is found by its number and by its spheres; numbers rise. */
static void check_names(const tsu_world *w)
{
    const tsu_clumps *all = w->clumps;
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; k < all->count; k++) {
        const tsu_clump *c = tsu_clumps_in_order(all, k);
        assert_true(k == 0 || c->id > tsu_clumps_in_order(all, k - 1)->id);
        assert_ptr_equal(tsu_clumps_of_id(all, c->id), c);
        for (int32_t q = c->first; q < c->first + c->count; q++) {
            assert_ptr_equal(tsu_clumps_of(w, all->row[q]), c);
            assert_true(tsu_clumps_follows(w, all->row[q]) == (q > c->first));
        }
    }
}

static void remove_some(tsu_world *w)
{
    uint8_t *gone = calloc((size_t)w->particles.count, 1);
    assert_non_null(gone);
    for (int32_t i = 0; i < w->particles.count; i++) {
        gone[i] = (uint64_t)tsu_clumps_number(w, i) % 7 == 3 && tsu_clumps_follows(w, i);
    }
    OK(tsu_world_remove(w, gone, TSU_BETWEEN_STEPS, &err));
    free(gone);
}

/* After lists have been made, clumps lie as their first spheres do; some of them go. */
static void test_order(void **state)
{
    (void)state;
    tsu_world *w = make(1, 0.002);
    OK(tsu_world_step(w, 1, &err));
    const tsu_clumps *all = w->clumps;
    int jumps = 0;
    for (int32_t k = 1; k < all->count; k++) {
        assert_true(all->row[all->clump[k].first] > all->row[all->clump[k - 1].first]);
        assert_int_equal(all->clump[k].first, all->clump[k - 1].first + 2);
        jumps += all->clump[k].id != all->clump[k - 1].id + 1;
    }
    assert_true(jumps > CLUMPS / 2);
    check_names(w);
    remove_some(w);
    assert_int_equal(all->count, CLUMPS - (CLUMPS + 3) / 7);
    check_names(w);
    assert_null(tsu_clumps_of_id(all, 3));
    OK(tsu_world_step(w, 500, &err));
    check_names(w);
    tsu_world_destroy(w);
}

/* Threads, lists and a file leave no trace, with some removed on the way. */
static void test_same_bits(void **state)
{
    (void)state;
    uint64_t hash[3];
    for (int k = 0; k < 3; k++) {
        char path[] = "/tmp/tsubu_arranged_XXXXXX";
        tsu_world *w = make(1 + k, 0.001 + 0.0015 * k);
        OK(tsu_world_step(w, 1500, &err));
        remove_some(w);
        if (k == 1) {
            close(mkstemp(path));
            OK(tsu_world_save(w, path, &err));
            tsu_world_destroy(w);
            w = tsu_world_load(path, 2, &err);
            if (!w) fail_msg("%s", err.message);
            unlink(path);
            check_names(w);
        }
        OK(tsu_world_step(w, 1500, &err));
        hash[k] = tsu_world_hash(w);
        tsu_world_destroy(w);
    }
    assert_true(hash[1] == hash[0] && hash[2] == hash[0]);
}

/* A free sphere far away has all particles kicked and moved as spheres first: clumps do not notice. */
static void test_alone(void **state)
{
    (void)state;
    tsu_world *w[2] = {make(2, 0.002), make(1, 0.002)};
    tsu_particle_def p = tsu_particle_def_default();
    p.radius = 0.005;
    p.position[2] = 0.9;
    OK(tsu_particles_add(w[1], &p, 1, &err));
    for (int k = 0; k < 2; k++) {
        assert_true(tsu_clumps_hold_all(w[k]) == (k == 0));
        OK(tsu_world_step(w[k], 3000, &err));
    }
    tsu_energy e;
    OK(tsu_world_energy(w[0], &e, &err));
    assert_true(e.dissipated_total > 0.1 * e.exchanged);
    assert_true(fabs(e.residual) < 1e-11 * e.exchanged); /* places are rounded along periodic axes */
    for (int32_t k = 0; k < CLUMPS; k++) {
        const tsu_clump *a = tsu_clumps_in_order(w[0]->clumps, k), *b = tsu_clumps_in_order(w[1]->clumps, k);
        assert_memory_equal(&a->body, &b->body, sizeof a->body);
    }
    tsu_world_destroy(w[0]);
    tsu_world_destroy(w[1]);
}

enum { OTHERS = 21 };

/* The n-th of some clumps that have nothing in common: 1 to 6 spheres, with equal moments or not, slow or so fast that they turn far in a step. Some are
 * locked along and about axes, some cross periodic faces. They never meet. */
static void add_another(tsu_world *w, int n)
{
    double arm[6][3] = {{0.0}}, radius[6];
    int32_t type[6] = {0};
    const int count = 1 + n % 6;
    for (int k = 0; k < count; k++) {
        radius[k] = 0.001 + 0.0001 * k;
        arm[k][k % 3] = k % 2 ? -0.002 : 0.002 + 0.0001 * n;
    }
    const double fast = n < 8 && n % 5 == 3 ? 3e4 : 1.0, a = 0.3 * n;
    const tsu_clump_def d = {.count = count,
                             .arm = (const double(*)[3])arm,
                             .radius = radius,
                             .type = type,
                             .mass = 0.001 + 0.0001 * n,
                             .moments = {1e-9 + 1e-11 * n, 1.5e-9, n % 4 == 3 ? 1.5e-9 : 1.9e-9},
                             .density = 2500.0,
                             .centre = {-0.01 + 0.02 * (n % 7), 0.03 * (n / 7), 0.5},
                             .velocity = {0.3, 0.1 * n - 1.0, -0.3},
                             .spin = {3.0 * fast, -20.0, n == 6 ? 0.0 : 2.0 * fast},
                             .turn = {cos(a), 0.6 * sin(a), 0.0, 0.8 * sin(a)},
                             .locked = n % 10 == 9 ? TSU_CLUMP_LOCKED_X | TSU_CLUMP_LOCKED_TURN : 0};
    OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
}

static void go(tsu_world *w)
{
    OK(tsu_world_step(w, 40, &err)); /* one step right behind the other */
    for (int k = 0; k < 10; k++) {
        OK(tsu_world_step(w, 1, &err));
    }
}

/* Bodies that lie side by side have the bits of each one alone. */
static void test_side(void **state)
{
    (void)state;
    tsu_world *all = make_empty(2, 0.002);
    for (int n = 0; n < OTHERS; n++) {
        add_another(all, n);
    }
    go(all);
    for (int n = 0; n < OTHERS; n++) {
        tsu_world *one = make_empty(1, 0.002);
        add_another(one, n);
        go(one);
        const tsu_clump *a = tsu_clumps_in_order(all->clumps, n), *b = tsu_clumps_in_order(one->clumps, 0);
        assert_memory_equal(&a->body, &b->body, sizeof a->body);
        assert_memory_equal(&a->step, &b->step, sizeof a->step);
        for (int32_t k = 0; k < a->count; k++) {
            const int32_t i = all->clumps->row[a->first + k], j = one->clumps->row[b->first + k];
            assert_memory_equal(all->particles.vm[i], one->particles.vm[j], sizeof(tsu_four));
            assert_memory_equal(all->particles.wi[i], one->particles.wi[j], sizeof(tsu_four));
        }
        tsu_world_destroy(one);
    }
    tsu_world_destroy(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_same_bits),
                                       cmocka_unit_test(test_alone), cmocka_unit_test(test_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
