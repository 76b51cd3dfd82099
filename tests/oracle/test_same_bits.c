/* SPDX-License-Identifier: Apache-2.0 */
/* The same bits on 1, 2, 3 and 8 threads, with lists made anew every step, every hundred, or when needed. With an argument
 * it prints the hashes instead, for the comparison of compilers. */
#include "oracle/same_bits.h"
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void same_on_any_threads_and_lists(void **state)
{
    (void)state;
    static const int threads[] = {2, 3, 8, 1, 2};
    static const int64_t every[] = {0, 0, 100, 1, 1};
    for (int scene = 0; scene < SAME_BITS_SCENES; scene++) {
        const uint64_t one = same_bits_hash(scene, 1, 0);
        assert_true(one != 0);
        for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
            assert_true(same_bits_hash(scene, threads[k], every[k]) == one);
        }
    }
}

/* A hash that did not notice a change would prove nothing. */
static void hash_notices_the_last_bit(void **state)
{
    (void)state;
    tsu_world *w = same_bits_scene(0, 1, 0);
    assert_non_null(w);
    const uint64_t before = tsu_world_hash(w);
    w->particles.wi[17][1] = nextafter(w->particles.wi[17][1], 1.0e9);
    assert_true(tsu_world_hash(w) != before);
    tsu_world_destroy(w);
}

/* The accounts of the particles add up to those of the world, walls included. */
static void losses_of_particles_add_up(void **state)
{
    (void)state;
    tsu_world *w = same_bits_scene(2, 1, 0);
    tsu_energy before, after;
    tsu_view view;
    assert_non_null(w);
    w->boundary[1][0] = w->boundary[1][1] = 'm'; /* nobody leaves and takes an account along */
    assert_int_equal(TSU_OK, tsu_world_energy(w, &before, NULL));
    assert_int_equal(TSU_OK, tsu_world_track_losses(w, NULL));
    assert_int_equal(TSU_OK, tsu_world_step(w, 300, NULL));
    assert_int_equal(TSU_OK, tsu_world_energy(w, &after, NULL));
    assert_int_equal(TSU_OK, tsu_field_view(w, "dissipated", &view, NULL));
    assert_int_equal(TSU_ACCOUNT_COUNT, (int)view.width);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        double sum = 0.0;
        for (size_t i = 0; i < view.count; i++) {
            sum += view.data[i * view.stride + (size_t)q];
        }
        assert_true(fabs(sum - (after.dissipated[q] - before.dissipated[q])) <= 1.0e-12 * after.exchanged);
    }
    assert_true(after.dissipated[TSU_ACCOUNT_SLIDING] > before.dissipated[TSU_ACCOUNT_SLIDING]);
    tsu_world_destroy(w);
}

/* Scene 2 is so soft that the centres of some spheres pass through the floor, where the normal turns round within a step: with
 * ten times its stiffness the residual is 3e-14 of what is exchanged. */
static void energy_audit_closes(void **state)
{
    static const double allowed[SAME_BITS_SCENES] = {5.0e-12, 2.0e-9, 5.0e-5, 3.0e-13};
    (void)state;
    for (int scene = 0; scene < SAME_BITS_SCENES; scene++) {
        tsu_energy e;
        tsu_world *w = same_bits_scene(scene, 1, 0);
        assert_non_null(w);
        assert_int_equal(TSU_OK, tsu_world_energy(w, &e, NULL));
        print_message("scene %d: %lld contacts, residual %.2g of %.3g J exchanged\n", scene,
                      (long long)w->touching, e.residual / e.exchanged, e.exchanged);
        assert_true(w->touching > 50);
        assert_true(fabs(e.residual) < allowed[scene] * e.exchanged);
        tsu_world_destroy(w);
    }
}

/* Every stage that did something took time, and all of them together not more than passed. */
static void stages_take_their_time(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        const double begin = tsu_clock_seconds();
        tsu_world *w = same_bits_scene(2, threads, 0);
        assert_non_null(w);
        const double passed = tsu_clock_seconds() - begin;
        double sum = 0.0;
        for (int k = 0; k < TSU_STAGE_COUNT; k++) {
            const bool idle = k == TSU_STAGE_OUTPUT || k == TSU_STAGE_COMMANDS;
            assert_true(idle ? w->times.seconds[k] >= 0.0 : w->times.seconds[k] > 0.0);
            sum += w->times.seconds[k];
        }
        if (w->particles.count >= 512) assert_true(sum <= passed);
        tsu_world_destroy(w);
    }
}

/* Where nothing ever touches there are no laws to take time, and no stage is a number that is none. */
static void stages_without_contacts(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1.0e-5;
    def.threads = 2;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    same_bits_properties(w, 0);
    assert_int_equal(TSU_OK, tsu_laws_choose(w, same_bits_laws[0], &err));
    const tsu_particle_def lone = tsu_particle_def_default();
    assert_int_equal(TSU_OK, tsu_particles_add(w, &lone, 1, &err));
    assert_int_equal(TSU_OK, tsu_world_advance(w, 4000, &err));
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        assert_true(w->times.seconds[k] >= 0.0);
    }
    assert_true(w->times.seconds[TSU_STAGE_LAWS] == 0.0 && w->times.seconds[TSU_STAGE_SUM] > 0.0);
    tsu_world_destroy(w);
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int scene = 0; scene < SAME_BITS_SCENES && argc > 1; scene++) {
        printf("scene %d %016" PRIx64 "\n", scene, same_bits_hash(scene, 2, 0));
    }
    if (argc > 1) return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_on_any_threads_and_lists), cmocka_unit_test(hash_notices_the_last_bit),
        cmocka_unit_test(losses_of_particles_add_up),    cmocka_unit_test(energy_audit_closes),
        cmocka_unit_test(stages_take_their_time),        cmocka_unit_test(stages_without_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
