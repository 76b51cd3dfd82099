/* SPDX-License-Identifier: Apache-2.0 */
/* Data files and meshes of tetrahedra. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz/fuzz_data_file.c"

#include "fuzz/smoke.h"

enum { SIZE = 2048, ROUNDS = 40000 };

static const char *const TEXTS[] = {
    "first\n\n2 atoms\n2 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n0 0 0 xy xz yz\n\nAtoms\n\n"
    "1 1 0.1 2500 0.5 0.5 0.5\n2 2 0.2 1000 0.1 0.2 0.3 0 1 -1\n\nVelocities\n\n2 1 2 3\n1 1 2 3 4 5 6\n",
    "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0 1 0 0 0 1 0 0 0 "
    "1 1 1 1\n"
    "CELLS 3 14\n4 0 1 2 3\n4 1 2 3 4\n3 0 1 2\nCELL_TYPES 3\n10 10 5\n",
};
static const char *const WORDS[] = {
    "nan",     "1e400",   "-1",           "99999999999999999999", "0",     "\n", "\r\n",
    "#",       "Atoms\n", "Velocities\n", "1000000 atoms\n",      "0x1p3", " ",  "\xff",
    "Bodies\n"};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, N_WORDS = sizeof WORDS / sizeof *WORDS };

static void test_smoke(void **unused)
{
    (void)unused;
    smoke s = {5, SIZE, WORDS, N_WORDS};
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        strcpy(text, TEXTS[smoke_draw(&s, N_TEXTS)]);
        smoke_feed(&s, text, strlen(text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
