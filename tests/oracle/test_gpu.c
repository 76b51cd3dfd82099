/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of a GPU, called on the processor in random order, give the bits of the steps of the processor: places, velocities,
 * histories, accounts. For all contact models that they know, and for scenes with everything else they know. */
#include "cuda/device.h"
#include "law/samples.h"
#include "oracle/same_bits.h"
#include "step/device.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SIDE = 4, GRAINS = SIDE * SIDE * SIDE, STEPS = 50 };

static const double cell = 0.00205; /* [m] */

static tsu_status with_device(tsu_world *w, tsu_error *err)
{
    return tsu_gpu_attach(w, &tsu_gpu_host, err);
}

static void compare(const tsu_world *a, const tsu_world *b, const char *what)
{
    const tsu_accounts x = tsu_energy_accounts(&a->ledger), y = tsu_energy_accounts(&b->ledger);
    if (tsu_world_hash(a) != tsu_world_hash(b)) fail_msg("%s: other bits", what);
    if (memcmp(&x, &y, sizeof x) != 0) fail_msg("%s: other accounts", what);
    if (memcmp(&a->ledger.quanta, &b->ledger.quanta, sizeof a->ledger.quanta) != 0)
        fail_msg("%s: other quanta", what);
    if (a->ledger.exchanged != b->ledger.exchanged) fail_msg("%s: another measure of the audit", what);
    assert_int_equal(a->touching, b->touching);
}

/* ---- all contact models ---------------------------------------------------------------------------------------------------- */

static tsu_shape_of_value shape_of(const char *name)
{
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)q); *law; law++) {
            for (const tsu_law_parameter *p = (*law)->parameters; p && p->name; p++) {
                if (strcmp(p->name, name) == 0) return p->shape;
            }
        }
    }
    return TSU_SCALAR;
}

static void set_samples(tsu_world *w)
{
    for (const tsu_sample *s = tsu_samples; s->name; s++) {
        const double by_type[] = {s->value, s->other != 0.0 ? s->other : 0.9 * s->value};
        const double by_pair[] = {s->value, 0.95 * s->value, 0.95 * s->value, 0.9 * s->value};
        const tsu_shape_of_value shape = shape_of(s->name);
        if (shape == TSU_PER_TYPE)
            tsu_property_set_type(w, s->name, by_type, NULL);
        else if (shape == TSU_PER_PAIR)
            tsu_property_set_pair(w, s->name, by_pair, NULL);
        else
            tsu_property_set(w, s->name, s->value, NULL);
    }
}

/* Spheres of two materials that just touch or do not, in a box that is periodic along x and y, on a running floor and beside a still
 * post. */
static tsu_world *make(const char *laws, bool device)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    tsu_particle_def p[GRAINS];
    for (int q = 0; q < 3; q++) {
        def.hi[q] = SIDE * cell;
    }
    memcpy(def.boundary, "ppppmm", 6);
    def.materials = 2;
    def.gravity[2] = -9.81;
    def.timestep = 2.0e-6;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    set_samples(w);
    tsu_wall_def floor = tsu_wall_def_default(), post = floor;
    floor.position = 0.1 * cell;
    floor.velocity[0] = 0.1;
    floor.type = 2;
    post.name = "post";
    post.shape = "sphere";
    post.radius = 0.4 * cell;
    post.centre[2] = 1.2 * SIDE * cell;
    for (int k = 0; k < GRAINS; k++) {
        p[k] = tsu_particle_def_default();
        p[k].type = 1 + k % 2;
        p[k].radius = 0.00101 + 0.00005 * tsu_random_uniform(3, (uint64_t)k, 1, 9);
        for (int q = 0; q < 3; q++) {
            const int at = q == 0 ? k % SIDE : q == 1 ? k / SIDE % SIDE : k / SIDE / SIDE;
            p[k].position[q] = cell * (0.5 + at);
            p[k].velocity[q] = 0.4 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)q) - 0.5);
            p[k].spin[q] = 300.0 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)(3 + q)) - 0.5);
        }
    }
    tsu_status s = tsu_laws_choose(w, laws, &err);
    if (s == TSU_OK) s = tsu_walls_add(w, &floor, &err);
    if (s == TSU_OK) s = tsu_walls_add(w, &post, &err);
    if (s == TSU_OK) s = tsu_particles_add(w, p, GRAINS, &err);
    if (s == TSU_OK && device) s = with_device(w, &err);
    if (s == TSU_OK) s = tsu_world_step(w, STEPS, &err);
    if (s != TSU_OK) fail_msg("%s: %s", laws, err.message);
    return w;
}

static int with_off(tsu_law_kind kind, const char *list[32])
{
    int n = 0;
    for (const tsu_law *const *law = tsu_laws_of_kind(kind); *law; law++) {
        if (tsu_gpu_stage_of(*law) > 0) list[n++] = (*law)->name;
    }
    if (kind != TSU_NORMAL) list[n++] = "off";
    return n;
}

static void all_combinations_give_the_bits_of_the_processor(void **state)
{
    (void)state;
    const char *list[4][32];
    int count[4], done = 0;
    for (int q = 0; q < 4; q++) {
        count[q] = with_off((tsu_law_kind)q, list[q]);
    }
    for (int k = 0; k < count[0] * count[1] * count[2] * count[3]; k++) {
        char laws[200];
        const int c = k / count[0], t = c / count[1], r = t / count[2];
        snprintf(laws, sizeof laws, "model %s cohesion %s tangential %s rolling_friction %s",
                 list[0][k % count[0]], list[1][c % count[1]], list[2][t % count[2]], list[3][r]);
        tsu_world *cpu = make(laws, false), *gpu = make(laws, true);
        assert_int_equal(STEPS, tsu_gpu_work_of(gpu)->steps);
        const tsu_accounts spent = tsu_energy_accounts(&cpu->ledger);
        if (spent.dissipated[TSU_ACCOUNT_INTEGRATION] == 0.0) fail_msg("%s: nothing has touched", laws);
        compare(cpu, gpu, laws);
        tsu_world_destroy(cpu);
        tsu_world_destroy(gpu);
        done++;
    }
    print_message("%d combinations of contact models\n", done);
    assert_int_equal(10 * 3 * 5 * 6, done);
}

/* Models of the tree that kernels do not have: those that share a liquid, and those that read all contacts of a body. */
static void models_that_are_left_out_are_these(void **state)
{
    (void)state;
    static const char *const out[] = {"easo/capillary/viscous", "washino/capillary/viscous", "multicontact"};
    size_t n = 0;
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)q); *law; law++) {
            if (tsu_gpu_stage_of(*law) >= 0) continue;
            assert_true(n < 3);
            assert_string_equal(out[n++], (*law)->name);
        }
    }
    assert_int_equal(3, n);
}

/* ---- scenes ---------------------------------------------------------------------------------------------------------------- */

/* Several rebuilds of the lists, a running floor, a turning drum, particles that are lost. */
static void scenes_give_the_bits_of_the_processor(void **state)
{
    (void)state;
    for (int scene = 0; scene < SAME_BITS_SCENES; scene++) {
        same_bits_prepare = NULL;
        tsu_world *cpu = same_bits_scene(scene, 2, 0);
        same_bits_prepare = with_device;
        tsu_world *gpu = same_bits_scene(scene, 1, scene == 1 ? 100 : 0);
        same_bits_prepare = NULL;
        assert_non_null(cpu);
        assert_non_null(gpu);
        const tsu_gpu_work *work = tsu_gpu_work_of(gpu);
        print_message("scene %d: %lld steps there, brought %lld times, %lld lists made there\n", scene,
                      (long long)work->steps, (long long)work->uploads, (long long)work->lists);
        assert_true(work->steps >= SAME_BITS_STEPS - 1);
        assert_true(work->lists > work->uploads + 3);
        compare(cpu, gpu, same_bits_laws[scene]);
        tsu_world_destroy(cpu);
        tsu_world_destroy(gpu);
    }
}

/* From the processor to the device and back at random, and on several threads in between. */
static void steps_may_change_places(void **state)
{
    (void)state;
    enum { PIECES = 12 };
    tsu_error err = {0};
    tsu_world *cpu = same_bits_scene(1, 1, 0), *both = same_bits_scene(1, 1, 0);
    assert_non_null(cpu);
    assert_non_null(both);
    int64_t there = 0;
    for (int k = 0; k < PIECES; k++) {
        const int64_t steps = 1 + (int64_t)(60.0 * tsu_random_uniform(11, (uint64_t)k, 1, 1));
        if (k % 3 == 0) assert_int_equal(TSU_OK, with_device(both, &err));
        if (k % 3 == 2) {
            there += tsu_gpu_work_of(both)->steps;
            both->device->destroy(both->device);
            both->device = NULL;
            both->threads = 1 + k % 2;
        }
        assert_int_equal(TSU_OK, tsu_world_step(cpu, steps, &err));
        assert_int_equal(TSU_OK, tsu_world_step(both, steps, &err));
        compare(cpu, both, "changing places");
    }
    assert_true(there > 100);
    tsu_world_destroy(cpu);
    tsu_world_destroy(both);
}

/* Two spheres that part so fast that after one step they are further apart than lists of the device look: that their contact has ended must
 * be noticed all the same. */
static void contacts_end_however_fast(void **state)
{
    (void)state;
    enum { TRIALS = 12, STEPS_FAST = 12 };
    int64_t taken = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        tsu_world *w[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++) {
            tsu_error err = {0};
            tsu_world_def def = tsu_world_def_default();
            tsu_particle_def p[2] = {tsu_particle_def_default(), tsu_particle_def_default()};
            for (int q = 0; q < 3; q++) {
                def.hi[q] = 0.1;
            }
            def.timestep = 1.0e-6;
            def.skin = 0.005;
            def.threads = 1;
            w[k] = tsu_world_create(&def, &err);
            assert_non_null(w[k]);
            set_samples(w[k]);
            for (int side = 0; side < 2; side++) {
                p[side].radius = 0.0025;
                for (int q = 0; q < 3; q++) {
                    p[side].position[q] = 0.05;
                }
                p[side].position[0] += (side ? 1.0 : -1.0) * (0.0026 + 1.0e-5 * trial);
                p[side].position[1] += (side ? 1.0 : -1.0) * 0.0008;
                p[side].velocity[0] = (side ? -1.0 : 1.0) * 1200.0;
            }
            assert_int_equal(TSU_OK, tsu_laws_choose(w[k], "model hertz tangential history", &err));
            assert_int_equal(TSU_OK, tsu_particles_add(w[k], p, 2, &err));
            if (k == 1) assert_int_equal(TSU_OK, with_device(w[k], &err));
            if (tsu_world_step(w[k], STEPS_FAST, &err) != TSU_OK) fail_msg("%s", err.message);
        }
        compare(w[0], w[1], "fast spheres");
        taken += tsu_gpu_work_of(w[1])->steps;
        tsu_world_destroy(w[0]);
        tsu_world_destroy(w[1]);
    }
    assert_int_equal(TRIALS * STEPS_FAST, taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_combinations_give_the_bits_of_the_processor),
                                       cmocka_unit_test(models_that_are_left_out_are_these),
                                       cmocka_unit_test(scenes_give_the_bits_of_the_processor),
                                       cmocka_unit_test(steps_may_change_places),
                                       cmocka_unit_test(contacts_end_however_fast)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
