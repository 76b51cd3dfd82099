/* SPDX-License-Identifier: Apache-2.0 */
/* A flow of a few thousand grains that leave the box through a hole in a mesh gives the same bits and accounts on one thread, on several and
 * on more than there is work for; so does heat that flows through them. A run on one thread starts no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "session/session.h"
#include "step/ledger/energy.h"
#include "step/world.h"
#include <dirent.h>
#include <math.h>
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
    "fix move all nve/sphere\nthermo 100\nthermo_modify lost ignore norm no\n";

static const char heat[] = "fix c all property/global thermalConductivity peratomtype 5000\n"
                           "fix d all property/global thermalCapacity peratomtype 10\n"
                           "fix h all heat/gran initial_temperature 300\n"
                           "region hot block INF INF INF INF INF 0.02 units box\n"
                           "set region hot property/atom Temp 800\nrun ";

typedef struct outcome {
    uint64_t hash;
    tsu_accounts accounts;
    int64_t lost, builds;
    bool flowing;
    double warmth;   /* sum of temperatures [K] */
    double middle;   /* particles that are neither hot nor cold any more */
    double sideways; /* flux along the periodic axis, weighted by ids [W m] */
} outcome;

static void look_at_heat(const tsu_particles *p, outcome *o)
{
    const tsu_particle_column *t = tsu_particles_find_column(p, "Temp");
    const tsu_particle_column *way = tsu_particles_find_column(p, "directionalHeatFlux");
    for (int32_t i = 0; i < p->count && t; i++) {
        o->warmth += t->value[i];
        o->middle += t->value[i] > 301.0 && t->value[i] < 799.0 ? 1.0 : 0.0;
        o->sideways += way->value[3 * i + 1] * p->id[i];
    }
}

static outcome run(const char *file, const char *then, int threads)
{
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = threads}, &err);
    assert_non_null(s);
    assert_int_equal(tsu_script_set_variable(s->script, "plate", 1, &file, &err), TSU_OK);
    if (tsu_script_run_string(s->script, "deck", deck, &err) != TSU_OK)
        fail_msg("deck:%d: %s", err.line, err.message);
    if (tsu_script_run_string(s->script, "then", then, &err) != TSU_OK)
        fail_msg("then:%d: %s", err.line, err.message);
    const tsu_world *w = s->world;
    outcome o = {.hash = tsu_world_hash(w),
                 .accounts = tsu_energy_accounts(&w->ledger),
                 .lost = w->lost,
                 .builds = w->lists.builds,
                 .flowing = w->lists.flowing};
    look_at_heat(&w->particles, &o);
    tsu_session_destroy(s);
    return o;
}

static void write_plate(char *file)
{
    const int descriptor = mkstemps(file, 4);
    FILE *f = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    assert_non_null(f);
    assert_int_equal(fputs(plate, f) < 0 || fclose(f) != 0, 0);
}

/* Threads of this program; 0 where the system does not list them. */
static int living_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    while (folder && readdir(folder)) {
        count++;
    }
    if (folder) closedir(folder);
    return count;
}

/* It goes first: threads that were started once stay. */
static void test_one_thread(void **state)
{
    (void)state;
    char file[] = "/tmp/tsubu_plate_XXXXXX.stl";
    write_plate(file);
    tsu_parallel_set_threads(3);
    const int before = living_threads();
    run(file,
        "compute k all reduce sum vx\nvariable m equal xcm(all,x)\n"
        "thermo_style custom step ke c_k v_m\nthermo 10\nrun 200\n",
        1);
    assert_int_equal(living_threads(), before);
    tsu_parallel_set_threads(0);
    assert_int_equal(remove(file), 0);
}

static void test_many_threads(void **state)
{
    (void)state;
    static const int threads[] = {2, 7, 16, 70};
    char file[] = "/tmp/tsubu_plate_XXXXXX.stl";
    write_plate(file);
    const outcome one = run(file, "run 2200\n", 1);
    assert_true(one.lost > 50 && one.builds > 10 && one.flowing);
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        const outcome many = run(file, "run 2200\n", threads[k]);
        assert_true(many.hash == one.hash);
        assert_int_equal(many.lost, one.lost);
        assert_memory_equal(&many.accounts, &one.accounts, sizeof one.accounts);
    }
    assert_int_equal(remove(file), 0);
}

/* Nothing is lost in so few steps, and all have the same mass: temperatures change, their sum does not. */
static void test_heat(void **state)
{
    (void)state;
    char file[] = "/tmp/tsubu_plate_XXXXXX.stl";
    write_plate(file);
    char begin[512], end[512];
    snprintf(begin, sizeof begin, "%s0\n", heat);
    snprintf(end, sizeof end, "%s1000\n", heat);
    const outcome before = run(file, begin, 1), one = run(file, end, 1), many = run(file, end, 5);
    assert_int_equal(one.lost, 0);
    assert_true(one.middle > 100.0);
    assert_true(fabs(one.warmth / before.warmth - 1.0) < 1e-12);
    assert_true(many.hash == one.hash && many.warmth == one.warmth && many.middle == one.middle);
    assert_true(one.sideways != 0.0 && many.sideways == one.sideways);
    assert_int_equal(remove(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_thread), cmocka_unit_test(test_many_threads),
                                       cmocka_unit_test(test_heat)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
