/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of pairs that cannot have come to touch are passed over without a look: the same bits as with lists made anew in every
 * step, where each pair stands at its own gap. */
#include "oracle/same_bits.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SIDE = 12, COUNT = SIDE * SIDE * SIDE, STEPS = 80 };

static const double radius = 0.002, widest = 8.0e-5; /* gaps are below that [m] */

/* Bodies apart that fly to and fro with one speed [m/s], along x or anywhere: each meets another head-on. */
static void fill(tsu_particle_def *p, double speed, bool straight)
{
    for (int k = 0; k < COUNT; k++) {
        const int at[3] = {k % SIDE, k / SIDE % SIDE, k / (SIDE * SIDE)};
        p[k] = tsu_particle_def_default();
        p[k].type = 1;
        p[k].radius = radius;
        for (int q = 0; q < 3; q++) {
            const double u = tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)q);
            p[k].position[q] = (2.0 * radius + widest) * (0.5 + at[q]) + 0.5 * widest * (u - 0.5);
            if (!straight) p[k].velocity[q] = 2.0 * speed * (u - 0.5);
        }
        if (straight) p[k].velocity[0] = k % 2 ? speed : -speed;
    }
}

static tsu_world *make(double speed, bool straight, int64_t every)
{
    static tsu_particle_def p[COUNT];
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.hi[q] = (2.0 * radius + widest) * SIDE;
    }
    memcpy(def.boundary, "pppppp", 6);
    def.materials = 2;
    def.timestep = 1.0e-5;
    def.skin = 1.0e-3;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    same_bits_properties(w, 0);
    fill(p, speed, straight);
    assert_int_equal(TSU_OK, tsu_laws_choose(w, "model hertz tangential history", &err));
    assert_int_equal(TSU_OK, tsu_particles_add(w, p, COUNT, &err));
    w->lists.every = every;
    return w;
}

/* Whether some blocks are passed over now, by the rule of step/pair/block.c. */
static bool passes_over(const tsu_world *w)
{
    const int64_t blocks = (w->contacts.count + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK;
    for (int64_t b = 0; b < blocks; b++) {
        if ((w->schedule.cold[b] - 1) * w->schedule.gap > 2.0 * w->lists.moved_inner) return true;
    }
    return false;
}

/* Each step by itself, so that no contact that comes late is made up for. */
static void compare(double speed, bool straight, bool flows)
{
    tsu_error err = {0};
    tsu_world *lasting = make(speed, straight, 0), *anew = make(speed, straight, 1);
    int64_t passed = 0, before = 0;
    for (int step = 0; step < STEPS; step++) {
        assert_int_equal(TSU_OK, tsu_world_step(lasting, 1, &err));
        assert_int_equal(TSU_OK, tsu_world_step(anew, 1, &err));
        if (step == 0) before = lasting->touching;
        passed += passes_over(lasting);
        if (tsu_world_hash(lasting) != tsu_world_hash(anew)) fail_msg("speed %g: step %d", speed, step);
    }
    assert_true(lasting->lists.flowing == flows && lasting->lists.builds < STEPS / 4);
    assert_true(passed > STEPS / 4 && lasting->touching > before + COUNT / 20);
    tsu_world_destroy(lasting);
    tsu_world_destroy(anew);
}

static void contacts_are_not_missed_where_particles_stay(void **state)
{
    (void)state;
    compare(0.05, true, false);
}

static void contacts_are_not_missed_where_particles_flow(void **state)
{
    (void)state;
    compare(0.5, false, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(contacts_are_not_missed_where_particles_stay),
                                       cmocka_unit_test(contacts_are_not_missed_where_particles_flow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
