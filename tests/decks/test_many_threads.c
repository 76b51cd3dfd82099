/* SPDX-License-Identifier: Apache-2.0 */
/* A flow of a few thousand grains that leave the box through a hole in a mesh gives the same bits and books on one thread, on several and
 * on more than there is work for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "script/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A plate below the column, of two triangles, that leaves a gap at the high end. */
static const char plate[] =
    "solid plate\n"
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.07 0 0\nvertex 0.07 0.05 0\n"
    "endloop\nendfacet\n"
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.07 0.05 0\nvertex 0 0.05 0\n"
    "endloop\nendfacet\nendsolid plate\n";

static const char deck[] =
    "units si\natom_style granular\natom_modify map array\nboundary f p f\nnewton off\n"
    "communicate single vel yes\n"
    "region box block 0 0.1 0 0.05 -0.03 0.2 units box\ncreate_box 1 box\n"
    "neighbor 0.001 bin\nneigh_modify delay 0\nlattice sc 0.005\n"
    "region column block 0.0005 0.0999 0 0.0499 0.0005 0.1799 units box\ncreate_atoms 1 region column\n"
    "set group all diameter 0.0049 density 2500\n"
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.45\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.5\n"
    "pair_style gran model hertz tangential history rolling_friction epsd2\npair_coeff * *\n"
    "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1\n"
    "timestep 2e-5\nfix weight all gravity 40 vector 0.3 0.1 -1\n"
    "fix left all wall/gran model hertz tangential history primitive type 1 xplane 0\n"
    "fix right all wall/gran model hertz tangential history primitive type 1 xplane 0.1\n"
    "fix plate all mesh/surface file ${plate} type 1\n"
    "fix floor all wall/gran model hertz tangential history mesh n_meshes 1 meshes plate\n"
    "fix move all nve/sphere\nthermo 100\nthermo_modify lost ignore norm no\nrun 2200\n";

typedef struct outcome {
    uint64_t hash;
    tsu_books books;
    int64_t lost, builds;
    bool flowing;
} outcome;

static outcome run(const char *file, int threads)
{
    tsu_error err = {0};
    tsu_session *s = tsu_session_create(&(tsu_session_options){.threads = threads}, &err);
    assert_non_null(s);
    assert_int_equal(tsu_script_set_variable(s->script, "plate", 1, &file, &err), TSU_OK);
    if (tsu_script_run_string(s->script, "deck", deck, &err) != TSU_OK)
        fail_msg("deck:%d: %s", err.line, err.message);
    const tsu_world *w = s->world;
    const outcome o = {tsu_world_hash(w), w->books, w->lost, w->lists.builds, w->lists.flowing};
    tsu_session_destroy(s);
    return o;
}

static void test_many_threads(void **state)
{
    (void)state;
    static const int threads[] = {2, 7, 16, 70};
    char file[] = "/tmp/tsubu_plate_XXXXXX.stl";
    const int descriptor = mkstemps(file, 4);
    FILE *f = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    assert_non_null(f);
    assert_int_equal(fputs(plate, f) < 0 || fclose(f) != 0, 0);
    const outcome one = run(file, 1);
    assert_true(one.lost > 50 && one.builds > 10 && one.flowing);
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        const outcome many = run(file, threads[k]);
        assert_true(many.hash == one.hash);
        assert_int_equal(many.lost, one.lost);
        assert_memory_equal(&many.books, &one.books, sizeof one.books);
    }
    assert_int_equal(remove(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
