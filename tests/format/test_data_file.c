/* SPDX-License-Identifier: Apache-2.0 */
/* Data files: what is read, what is refused with which line, and that a file written and read again is the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/data_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD  "first line 7 atoms\n\n 0 1 xlo xhi\n-2 2 ylo yhi # y\n3 atom types\n\n2 atoms\n0 3 zlo zhi\n"
#define ATOMS "\nAtoms # sphere\n\n9 3 0.2 2500 0.5 1e-1 .25 0 -1 2\n4 1 1e-3 1000 0 0 0\n\n"

static void test_read(void **state)
{
    (void)state;
    static const char text[] = HEAD ATOMS "Velocities\n\n4 1 2 3\n\n# a comment\n9 -1 -2 -3 7 8 9\n";
    tsu_data d;
    tsu_error err = {0};
    if (tsu_data_parse(text, strlen(text), "x.data", &d, &err) != TSU_OK) fail_msg("%s", err.message);
    assert_int_equal(d.count, 2);
    assert_int_equal(d.types, 3);
    assert_true(d.lo[1] == -2.0 && d.hi[2] == 3.0 && d.bounded[0] && d.bounded[1] && d.bounded[2]);
    const tsu_data_particle *a = &d.particle[0], *b = &d.particle[1];
    assert_true(a->id == 9 && a->type == 3 && a->diameter == 0.2 && a->density == 2500.0 && a->x[1] == 0.1);
    assert_true(a->image[0] == 0 && a->image[1] == -1 && a->image[2] == 2 && a->line == 12);
    assert_true(a->v[2] == -3.0 && a->omega[0] == 7.0 && a->omega[2] == 9.0);
    assert_true(b->id == 4 && b->diameter == 1e-3 && b->v[0] == 1.0 && b->omega[1] == 0.0);
    tsu_data_free(&d);
    static const char none[] = "no particles\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n1 atom types\n0 atoms\n";
    assert_int_equal(tsu_data_parse(none, strlen(none), "x.data", &d, &err), TSU_OK);
    assert_int_equal(d.count, 0);
    tsu_data_free(&d);
}

static void refuses(const char *text, const char *fragment)
{
    tsu_data d;
    tsu_error err = {0};
    assert_int_not_equal(tsu_data_parse(text, strlen(text), "x.data", &d, &err), TSU_OK);
    if (!strstr(err.message, fragment)) fail_msg("%s\nhas not: %s", err.message, fragment);
    assert_null(d.particle);
}

static void test_refused(void **state)
{
    (void)state;
    refuses(HEAD "Atoms\n\n1 1 1 1 0 0\n", "x.data:11: a line of Atoms has 7 values");
    refuses(HEAD "Atoms\n\n1 1 1 1 0 0 0\n", "Atoms ends after 1 lines; 2 are declared");
    refuses(HEAD "Atoms\n\n1 1 1 1 0 0 0\n1 1 1 1 0 0 0\n", "x.data:12: id 1 was used before, on line 11");
    refuses(HEAD "Atoms\n\n1 4 1 1 0 0 0\n", "type '4' of particle 1; there are 1 to 3");
    refuses(HEAD "Atoms\n\n0 1 1 1 0 0 0\n", "the id must be a whole number from 1");
    refuses(HEAD "Atoms\n\n1 1 -1 1 0 0 0\n", "the diameter must be a positive number");
    refuses(HEAD "Atoms\n\n1 1 1 0 0 0 0\n", "the density must be a positive number");
    refuses(HEAD "Atoms\n\n1 1 1 1 0 nan 0\n", "the position must be three numbers");
    refuses(HEAD "Atoms\n\n1 1 1 1 0 0 0 1 2 x\n", "the image must be three whole numbers");
    refuses(HEAD ATOMS "5 1 1 1 0 0 0\n", "one line more than the 2 that the header declares");
    refuses(HEAD ATOMS "Velocities\n\n4 1 2 3\n5 1 2 3\n", "there is no particle '5'");
    refuses(HEAD ATOMS "Velocities\n\n4 1 2\n", "a line of Velocities has 4 values");
    refuses(HEAD "Velocities\n\n4 1 2 3\n", "Velocities must come after Atoms");
    refuses(HEAD "Masses\n\n1 1\n", "the section 'Masses' is not supported");
    refuses(HEAD, "has no section Atoms");
    refuses("x\n0 1 xlo xhi\n1 0 ylo yhi\n", "x.data:3: the box has no extent along y: 1 to 0");
    refuses("x\n1 atom types\nAtoms\n", "does not say how many atoms");
    refuses("x\n1 atoms\nAtoms\n", "does not say how many atom types");
    refuses("x\n1000000000 atoms\n1 atom types\nAtoms\n", "bytes follow");
    refuses("x\n3 bonds\n", "the file declares 3 bonds; only spheres are supported");
    refuses("x\n1 2 3 xy xz yz\n", "not rectangular");
    refuses("x\n3 apples\n", "unknown header line");
    refuses("x\n0 atom types\n", "lies between 1 and 1000");
}

static void test_round_trip(void **state)
{
    (void)state;
    char path[] = "/tmp/tsubu_data_XXXXXX";
    const int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    tsu_data_particle p[2] = {{.id = 1,
                               .type = 2,
                               .diameter = 1.0 / 3.0,
                               .density = 1e4 / 7.0,
                               .x = {0.1, 1.0 / 9.0, -2e-300},
                               .image = {-1}},
                              {.id = 77,
                               .type = 1,
                               .diameter = 1e-9,
                               .density = 1,
                               .v = {1e300, -0.0, 0.3},
                               .omega = {1e-5, 0.7, 3}}};
    tsu_data d = {.lo = {-0.1}, .hi = {1.0 / 3.0, 1, 1}, .types = 2, .count = 2, .particle = p}, back;
    tsu_error err = {0};
    assert_int_equal(tsu_data_write(&d, path, "written", &err), TSU_OK);
    if (tsu_data_read(path, &back, &err) != TSU_OK) fail_msg("%s", err.message);
    unlink(path);
    assert_int_equal(back.count, 2);
    assert_int_equal(back.types, 2);
    assert_memory_equal(back.lo, d.lo, sizeof d.lo);
    assert_memory_equal(back.hi, d.hi, sizeof d.hi);
    for (int k = 0; k < 2; k++) {
        p[k].line = back.particle[k].line;
        assert_memory_equal(&back.particle[k], &p[k], sizeof p[k]);
    }
    tsu_data_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_round_trip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
