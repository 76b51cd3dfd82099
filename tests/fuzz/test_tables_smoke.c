/* SPDX-License-Identifier: Apache-2.0 */
/* Particles in VTK files, whole and broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz/fuzz_tables.c"

#include "fuzz/smoke.h"

enum { SIZE = 2048, ROUNDS = 20000 };

static const char *const TEXTS[] = {
    "# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 2 float\n0 0 0 1 0 0\nVERTICES 3 "
    "2\nOFFSETS "
    "vtktypeint64\n0 1 2\nCONNECTIVITY vtktypeint64\n0 1\nPOINT_DATA 2\nFIELD FieldData 3\nv 3 2 double\n1 2 "
    "3 4 5 "
    "6\nradius 1 2 double\n1 2\nname 1 2 string\na\nb\n",
    "# vtk DataFile Version 2.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 2 double\n0 0 0 1 0 0\nVERTICES 2 4\n1 0 "
    "1 "
    "1\nPOINT_DATA 2\nSCALARS radius float 1\nLOOKUP_TABLE default\n1 2\nVECTORS v float\n1 2 3 4 5 6\n",
    "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 1 float\nabcdefghijkl\nPOINT_DATA "
    "1\nFIELD a "
    "1\nb 1 1 int\nabcd\n",
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" header_type=\"UInt64\"><PolyData><Piece "
    "NumberOfPoints=\"2\"><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 "
    "0 1 0 0"
    "</DataArray></Points><PointData><DataArray type=\"Float64\" Name=\"radius\" format=\"binary\">"
    "EAAAAAAAAAAAAAAAAADwPwAAAAAAAABA</DataArray></PointData></Piece></PolyData></VTKFile>",
};
static const char *const WORDS[] = {"POINTS ",
                                    "nan",
                                    "1e400",
                                    "-1",
                                    "99999999999",
                                    "\n",
                                    "FIELD x ",
                                    "string",
                                    "double",
                                    "BINARY",
                                    "CELLS",
                                    "SCALARS",
                                    "\xff\xff",
                                    "<Piece ",
                                    "DataArray",
                                    "\"",
                                    ">",
                                    "format=\"",
                                    "=====",
                                    "AAAA",
                                    "CELL_TYPES ",
                                    "int",
                                    "NumberOfComponents=\""};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, N_WORDS = sizeof WORDS / sizeof *WORDS };

static void test_smoke(void **unused)
{
    (void)unused;
    smoke s = {11, SIZE, WORDS, N_WORDS};
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        const char *from = TEXTS[smoke_draw(&s, N_TEXTS)];
        memcpy(text, from, strlen(from));
        smoke_feed(&s, text, strlen(from));
    }
}

/* Untouched they are read, each number where it belongs. */
static void test_whole(void **unused)
{
    (void)unused;
    for (int k = 0; k < N_TEXTS; k++) {
        tsu_dump_frame f = {0};
        tsu_error err = {0};
        char text[SIZE];
        snprintf(text, sizeof text, "%s", TEXTS[k]);
        const tsu_status status = TEXTS[k][0] == '<'
                                      ? tsu_vtk_points_parse_xml(text, strlen(text), "t", &f, &err)
                                      : tsu_vtk_points_parse(text, strlen(text), "t", &f, &err);
        assert_int_equal(status, TSU_OK);
        assert_int_equal(f.rows, k == 2 ? 1 : 2);
        assert_string_equal(f.name[0], "x");
        for (int c = 3; c < f.columns; c++) {
            const double *second = f.value + f.columns + c;
            if (strcmp(f.name[c], "radius") == 0) assert_true(f.value[c] == 1.0 && *second == 2.0);
            if (strcmp(f.name[c], "vz") == 0) assert_true(f.value[c] == 3.0 && *second == 6.0);
            if (strcmp(f.name[c], "b") == 0) assert_true(f.value[c] == 0x61626364);
        }
        assert_int_equal(f.columns, k == 0 || k == 1 ? 7 : 4);
        tsu_dump_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke), cmocka_unit_test(test_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
