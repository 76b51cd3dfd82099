/* SPDX-License-Identifier: Apache-2.0 */
/* Files of meshes, of every kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz/fuzz_mesh_file.c"

#include "fuzz/smoke.h"

enum { SIZE = 2048, ROUNDS = 20000 };

static const char *const TEXTS[] = {
    "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 "
    "1\n"
    "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n",
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
    "a\n",
    "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 "
    "0\n"
    "CELLS 2 9\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 2\n5 9\n",
    "# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 1 1 "
    "0\nMETADATA\n"
    "INFORMATION 0\n\nPOLYGONS 2 3\nOFFSETS vtktypeint64\n0 3\nCONNECTIVITY vtktypeint64\n0 1 2\n"
    "TRIANGLE_STRIPS 1 5\n4 0 1 2 3\n",
    "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nFIELD a 1\nb 1 1 int\nabcd\nPOINTS 3 "
    "float\n????????@@@@@@@@AAAAAAAABBBBBBBBCCCC\nPOLYGONS 1 4\nabcdefghijklmnop\n",
};
static const char *const WORDS[] = {"vertex ",
                                    "facet ",
                                    "endloop\n",
                                    "nan",
                                    "1e400",
                                    "-1",
                                    "99999999999",
                                    "solid ",
                                    "endsolid\n",
                                    "CELLS ",
                                    "OFFSETS int\n",
                                    "POINTS ",
                                    "3e39 ",
                                    "\r\n",
                                    "\n",
                                    "4294967295",
                                    "9223372036854775807 ",
                                    "double",
                                    "\xff\xff\xff\xff",
                                    "BINARY",
                                    "METADATA\n",
                                    "FIELD x "};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, N_WORDS = sizeof WORDS / sizeof *WORDS };

static size_t start(char *text, smoke *s)
{
    const uint32_t kind = smoke_draw(s, N_TEXTS + 1);
    if (kind < N_TEXTS) {
        strcpy(text, TEXTS[kind]);
        return strlen(text);
    }
    const uint32_t n = smoke_draw(s, 8); /* a binary STL file */
    memset(text, 0, 84 + 50 * n);
    text[80] = (char)n;
    for (uint32_t k = 84; k < 84 + 50 * n; k++) {
        text[k] = (char)(k % 4 == 3 ? 0x3f : (int)smoke_draw(s, 256));
    }
    return 84 + 50 * n;
}

static void test_smoke(void **unused)
{
    (void)unused;
    smoke s = {20240, SIZE, WORDS, N_WORDS};
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        const size_t size = start(text, &s);
        smoke_feed(&s, text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
