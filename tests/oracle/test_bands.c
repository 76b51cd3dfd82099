/* SPDX-License-Identifier: Apache-2.0 */
/* A bed so wide that its rows go in bands: the same bits as in one piece, as stage by stage without rings, on any number of
 * threads, and after a stop. */
#include "format/restart_file.h"
#include "io/read_file.h"
#include "oracle/same_bits.h"
#include "search/pairs_near.h"
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

enum { ALONG = 72, ACROSS = 66, LAYERS = 4, COUNT = ALONG * ACROSS * LAYERS, STEPS = 30, SLAB = 64 };

static const double apart = 0.0039; /* of spheres of 4 mm [m] */

/* Bodies that overlap a little and fly about, periodic across the seams of bands and along them. */
static tsu_particle_def *grains(void)
{
    tsu_particle_def *p = calloc(COUNT, sizeof *p);
    assert_non_null(p);
    for (int k = 0; k < COUNT; k++) {
        const int at[3] = {k % ALONG, k / ALONG % ACROSS, k / (ALONG * ACROSS)};
        p[k] = tsu_particle_def_default();
        p[k].type = 1 + k % 2;
        p[k].radius = 0.002;
        for (int q = 0; q < 3; q++) {
            const double u = tsu_random_uniform(11, (uint64_t)k, 1, (uint64_t)q);
            p[k].position[q] = apart * (0.5 + at[q]) + 2.0e-4 * (u - 0.5);
            p[k].velocity[q] = tsu_random_uniform(11, (uint64_t)k, 2, (uint64_t)q) - 0.5;
            p[k].spin[q] = 100.0 * (u - 0.5);
        }
    }
    return p;
}

static void define(tsu_world *w, const char *laws, int32_t slab)
{
    tsu_error err = {0};
    same_bits_properties(w, 0);
    assert_int_equal(TSU_OK, tsu_laws_choose(w, laws, &err));
    w->lists.outer.slab = slab;
    w->lists.every = STEPS / 3;
}

static tsu_world *begin(const char *laws, int32_t slab, int threads)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    const double hi[3] = {apart * ALONG, apart * ACROSS, apart * (LAYERS + 2)};
    memcpy(def.hi, hi, sizeof hi);
    memcpy(def.boundary, "ppppmm", 6);
    def.materials = 2;
    def.timestep = 1.0e-5;
    def.skin = 4.0e-4;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    define(w, laws, slab);
    tsu_particle_def *p = grains();
    assert_int_equal(TSU_OK, tsu_particles_add(w, p, COUNT, &err));
    free(p);
    return w;
}

static void advance(tsu_world *w, int steps)
{
    tsu_error err = {0};
    if (tsu_world_advance(w, steps, &err) != TSU_OK) fail_msg("%s", err.message);
}

/* What a run ends with. */
static uint64_t run(const char *laws, int32_t slab, int threads, bool staged, tsu_energy *e)
{
    tsu_world *w = begin(laws, slab, threads);
    w->staged = staged;
    advance(w, STEPS);
    assert_true(w->schedule.ring > 0 && w->pool.kept > 0 && w->lists.builds >= 3 && w->touching > COUNT);
    assert_true((w->lists.outer.work->grid.level[0].bands > 1) == (slab < COUNT));
    const uint64_t hash = tsu_world_hash(w);
    assert_int_equal(TSU_OK, tsu_world_energy(w, e, NULL));
    tsu_world_destroy(w);
    return hash;
}

static void same_energies(const tsu_energy *a, const tsu_energy *b)
{
    assert_memory_equal(a->dissipated, b->dissipated, sizeof a->dissipated);
    assert_true(a->kinetic == b->kinetic && a->elastic == b->elastic && a->rotational == b->rotational);
}

static const char *const laws_of[] = {"model hertz tangential history",
                                      "model edinburgh/stiffness tangential jkr_tan rolling_friction epsd3"};

static void same_bits_in_bands(void **state)
{
    (void)state;
    static const int threads[] = {2, 3, 5};
    for (int k = 0; k < 2; k++) {
        tsu_energy slow, whole, one, more;
        const uint64_t hash = run(laws_of[k], COUNT, 1, true, &slow);
        assert_true(run(laws_of[k], COUNT, 1, false, &whole) == hash);
        assert_true(run(laws_of[k], SLAB, 1, false, &one) == hash);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            assert_true(run(laws_of[k], SLAB, threads[t], false, &more) == hash);
            same_energies(&one, &more);
        }
        assert_true(fabs(one.residual - slow.residual) <= 1.0e-12 * slow.exchanged);
        assert_true(fabs(one.elastic - slow.elastic) <= 1.0e-12 * slow.elastic);
    }
}

static tsu_world *through_a_file(const tsu_world *w)
{
    tsu_error err = {0};
    tsu_pack pack;
    tsu_sections sections;
    char path[] = "/tmp/tsubu_bands_XXXXXX", *data = NULL;
    size_t size = 0;
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(TSU_OK, tsu_pack_open(&pack, path, "si", &err));
    assert_int_equal(TSU_OK, tsu_restart_pack(&pack, w, &err));
    assert_int_equal(TSU_OK, tsu_pack_close(&pack, &err));
    assert_int_equal(TSU_OK, tsu_file_read(path, &data, &size, &err));
    unlink(path);
    assert_int_equal(TSU_OK, tsu_sections_open(&sections, data, size, "a file", &err));
    tsu_world *other = tsu_restart_unpack(&sections, "a file", &err);
    if (!other) fail_msg("%s", err.message);
    tsu_sections_free(&sections);
    free(data);
    return other;
}

static void same_bits_after_a_stop(void **state)
{
    (void)state;
    tsu_energy e;
    const uint64_t hash = run(laws_of[0], SLAB, 1, false, &e);
    tsu_world *w = begin(laws_of[0], SLAB, 2);
    advance(w, STEPS / 2);
    tsu_world *other = through_a_file(w);
    tsu_world_destroy(w);
    define(other, laws_of[0], SLAB);
    advance(other, STEPS - STEPS / 2);
    assert_true(tsu_world_hash(other) == hash);
    tsu_world_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits_in_bands),
                                       cmocka_unit_test(same_bits_after_a_stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
