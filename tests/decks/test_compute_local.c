/* SPDX-License-Identifier: Apache-2.0 */
/* compute pair/gran/local and wall/gran/local: forces, geometry and the state of the laws, contact by contact. */
#include "session/session.h"
#include "step/world.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char deck[] =
    "units si\natom_style granular\nboundary m m m\nnewton off\ncommunicate single vel yes\n"
    "region b block -0.5 0.5 -0.5 0.5 -0.5 0.5\ncreate_box 1 b\n"
    "create_atoms 1 single 0 0 0.0249\ncreate_atoms 1 single 0 0 0.0747\nset group all diameter 0.05 density "
    "1000\n"
    "fix m1 all property/global youngsModulus peratomtype 5.e6\nfix m2 all property/global poissonsRatio "
    "peratomtype 0.45\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.3\n"
    "fix m4 all property/global coefficientFrictionStatic peratomtypepair 1 0.6\n"
    "fix m5 all property/global coefficientFrictionKinetic peratomtypepair 1 0.3\n"
    "fix m6 all property/global frictionDecay peratomtypepair 1 1000\n"
    "fix m7 all property/global frictionRecovery peratomtypepair 1 0.1\n"
    "fix m8 all property/global frictionSubloading peratomtypepair 1 1.e5\n"
    "pair_style gran model hertz tangential elastoplastic\npair_coeff * *\ntimestep 1e-5\n"
    "fix g all gravity 9.81 vector 0 0 -1\nfix i all nve/sphere\n"
    "fix w all wall/gran model hertz tangential elastoplastic primitive type 1 zplane 0\n"
    "compute p all pair/gran/local delta id force history force_normal\n"
    "compute q all wall/gran/local pos id force contactArea delta contactPoint history\n";

static const tsu_object *find(tsu_session *s, const char *id, const double **data, int64_t *rows)
{
    tsu_object *o = tsu_objects_find(&s->computes, id);
    assert_non_null(o);
    assert_int_equal(TSU_OK, o->values.local(s, o->state, data, rows, NULL));
    return o;
}

static int column(const tsu_object *o, const char *name)
{
    for (int k = 0; k < o->values.local_columns; k++) {
        if (strcmp(o->values.local_name(o->state, k), name) == 0) return k;
    }
    fail_msg("no column %s", name);
    return -1;
}

static tsu_session *start(const char *more)
{
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1}, &err);
    tsu_status status = tsu_script_run_string(s->script, "deck", deck, &err);
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "more", more, &err);
    if (status != TSU_OK) print_message("%s\n", err.message);
    assert_int_equal(TSU_OK, status);
    return s;
}

/* A pile of two at rest: the lower contact carries both weights, the upper one. */
static void forces_and_geometry(void **state)
{
    (void)state;
    tsu_session *s = start("run 30000\n");
    const double weight = s->world->particles.mass[0] * 9.81, *data;
    int64_t rows;
    const tsu_object *p = find(s, "p", &data, &rows);
    assert_int_equal(1, (int)rows);
    const int id = column(p, "id1"), f = column(p, "force");
    const double up = data[id] == 1.0 ? -1.0 : 1.0; /* the force is that on id1 */
    assert_true(data[id] + data[id + 1] == 3.0 && data[id + 2] == 0.0);
    assert_true(fabs(data[f + 2] - up * weight) < 1.0e-6 * weight);
    assert_true(fabs(data[column(p, "force_normal") + 2] - up * weight) < 1.0e-6 * weight);
    assert_true(data[column(p, "delta")] > 0.0);
    const tsu_object *q = find(s, "q", &data, &rows);
    assert_int_equal(1, (int)rows);
    const double d = data[column(q, "delta")];
    assert_true(data[column(q, "mesh")] == -1.0 && data[column(q, "id")] == 1.0);
    assert_true(fabs(data[column(q, "force") + 2] - 2.0 * weight) < 1.0e-6 * weight);
    assert_true(fabs(data[column(q, "contact_area")] - 3.14159265358979 * d * (0.05 - d)) < 1.0e-12);
    assert_true(fabs(data[column(q, "contact_point") + 2] + 0.5 * d) < 1.0e-12);
    assert_true(fabs(data[column(q, "pos2") + 2] - (0.025 - d)) < 1.0e-12);
    tsu_session_destroy(s);
}

/* The friction coefficient of a contact that has not slipped is the static one; sliding wears it down and R goes to 1. */
static void state_of_ageing_friction(void **state)
{
    (void)state;
    tsu_session *s = start("group upper id 2\ndelete_atoms group upper\nset atom 1 vx 0.5\nrun 1000\n");
    const double *data;
    int64_t rows;
    const tsu_object *q = find(s, "q", &data, &rows);
    assert_int_equal(1, (int)rows);
    assert_true(data[column(q, "mu")] < 0.35 && data[column(q, "mu")] > 0.29);
    assert_true(data[column(q, "R")] > 0.95 && data[column(q, "R")] <= 1.0);
    assert_true(data[column(q, "shear")] > 0.0);
    tsu_session_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forces_and_geometry),
                                       cmocka_unit_test(state_of_ageing_friction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
