/* SPDX-License-Identifier: Apache-2.0 */
/* STL and VTK readers: what they read, what they refuse, and where they say it went wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "format/mesh_file.h"

static const char ONE[] = "solid a cube named facet\n"
                          "\n"
                          "  facet normal 0 0 1\n"
                          "    outer loop\n"
                          "      vertex 0 0 0\n"
                          "      vertex 1.5 0 -2e-3\n"
                          "      vertex 0 +1 0\n"
                          "    endloop\n"
                          "  endfacet\n"
                          "endsolid a cube\n";

static tsu_status parse(const char *text, size_t size, tsu_facets *f, tsu_error *err)
{
    char *copy = malloc(size + 1); /* of its own size, so that a sanitizer sees what is read beyond it */
    assert_non_null(copy);
    memcpy(copy, text, size);
    copy[size] = '\0';
    *f = (tsu_facets){0};
    const tsu_status s = tsu_mesh_file_parse(copy, size, "file", f, err);
    free(copy);
    return s;
}

static void check_one(const char *text, int64_t line)
{
    tsu_facets f;
    tsu_error err = {0};
    assert_int_equal(parse(text, strlen(text), &f, &err), TSU_OK);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.origin[0], line);
    assert_true(f.corner[0][1][0] == 1.5 && f.corner[0][1][2] == -2e-3 && f.corner[0][2][1] == 1.0);
    assert_string_equal(f.note, "");
    tsu_facets_free(&f);
}

static void refuse(const char *text, size_t size, const char *word)
{
    tsu_facets f;
    tsu_error err = {0};
    const tsu_status s = parse(text, size, &f, &err);
    if (s == TSU_OK || !strstr(err.message, word)) print_error("message: %s\n", err.message);
    assert_int_not_equal(s, TSU_OK);
    assert_non_null(strstr(err.message, word));
    assert_null(f.corner);
}

static void test_stl_text(void **state)
{
    (void)state;
    char other[1024];
    check_one(ONE, 3);
    size_t n = 0; /* the same in capitals with the line ends of DOS */
    for (const char *p = ONE; *p; p++) {
        if (*p == '\n') other[n++] = '\r';
        other[n++] = *p >= 'a' && *p <= 'z' && *p != 'e' ? (char)(*p - 32) : *p;
    }
    other[n] = '\0';
    check_one(other, 3);
    for (char *p = strcpy(other, ONE); *p; p++) { /* and with those of an old Macintosh */
        if (*p == '\n') *p = '\r';
    }
    check_one(other, 3);
    snprintf(other, sizeof other, "# drawn by hand\n\n  # solid? no\n%s", ONE); /* remarks before it */
    check_one(other, 6);
    check_one("solid\nfacet normal outer loop vertex 0 0 0 vertex 1.5 0 -2e-3 vertex 0 1 0 endloop endfacet "
              "endsolid",
              2);
    check_one(
        "solid\nfacet normal nan nan nan outer loop vertex 0 0 0 vertex 1.5 0 -2e-3 vertex 0 1 0 endloop "
        "endfacet endsolid\nsolid b\nendsolid b",
        2);
}

static void test_stl_text_wrong(void **state)
{
    (void)state;
    const char *const vertex = strstr(ONE, "vertex 1.5"), *const end = strstr(ONE, "endfacet");
    tsu_facets f;
    tsu_error err = {0};
    char other[1024];
    refuse("", 0, "empty");
    refuse("solid a\nendsolid a\n", 19, "no triangles");
    refuse(ONE, (size_t)(vertex - ONE) + 9, "truncated: it ends at line 6");
    refuse(ONE, (size_t)(end - ONE), "endfacet");
    strcpy(other, ONE);
    memcpy(strstr(other, "1.5"), "1,5", 3);
    refuse(other, strlen(other), "file:6: found '1,5'");
    strcpy(other, ONE);
    memcpy(strstr(other, "1.5"), "inf", 3);
    refuse(other, strlen(other), "file:6: found 'inf'");
    strcpy(other, ONE);
    memcpy(strstr(other, "endloop"), "vertex ", 7);
    refuse(other, strlen(other), "file:8: the facet has more than three");
    strcpy(other, ONE);
    memcpy(strstr(other, "outer loop"), "inner loop", 10);
    refuse(other, strlen(other), "file:4: found 'inner' where outer");
    const size_t whole = (size_t)(strstr(ONE, "endsolid") - ONE); /* readable, but odd */
    assert_int_equal(parse(ONE, whole, &f, &err), TSU_OK);
    assert_non_null(strstr(f.note, "truncated"));
    tsu_facets_free(&f);
}

/* A binary file of n triangles; corner c of triangle t is (t, c, 0.5). */
static size_t make_binary(unsigned char *out, uint32_t n)
{
    memset(out, 0, 84);
    memcpy(out, "solid but binary", 16);
    for (int k = 0; k < 4; k++) {
        out[80 + k] = (unsigned char)(n >> (8 * k));
    }
    for (uint32_t t = 0; t < n; t++) {
        float values[12] = {9.0f, 9.0f, 9.0f};
        for (int c = 0; c < 3; c++) {
            values[3 + 3 * c] = (float)t;
            values[4 + 3 * c] = (float)c;
            values[5 + 3 * c] = 0.5f;
        }
        for (int q = 0; q < 12; q++) {
            uint32_t bits;
            memcpy(&bits, &values[q], 4);
            for (int k = 0; k < 4; k++) {
                out[84 + 50 * t + 4 * (uint32_t)q + (uint32_t)k] = (unsigned char)(bits >> (8 * k));
            }
        }
        memset(out + 84 + 50 * t + 48, 0, 2);
    }
    return 84 + 50 * (size_t)n;
}

static void test_stl_binary(void **state)
{
    (void)state;
    unsigned char file[84 + 50 * 3 + 8];
    tsu_facets f;
    tsu_error err = {0};
    size_t size = make_binary(file, 3);
    assert_int_equal(parse((char *)file, size, &f, &err), TSU_OK);
    assert_int_equal(f.count, 3);
    for (int t = 0; t < 3; t++) {
        assert_int_equal(f.origin[t], t + 1);
        for (int c = 0; c < 3; c++) {
            assert_true(f.corner[t][c][0] == t && f.corner[t][c][1] == c && f.corner[t][c][2] == 0.5);
        }
    }
    tsu_facets_free(&f);
    file[0] = 0; /* no `solid` at the beginning: binary even if its length is wrong */
    memset(file + size, 0, 8);
    assert_int_equal(parse((char *)file, size + 8, &f, &err), TSU_OK);
    assert_non_null(strstr(f.note, "8 bytes after"));
    tsu_facets_free(&f);
    refuse((char *)file, size - 1, "declares 3 triangles but contains 2");
    refuse((char *)file, 40, "too short (40 bytes)");
    memset(file + 84 + 50 + 12 + 8, 0xff, 4); /* not a number: z of the first corner of the second triangle */
    refuse((char *)file, size, "coordinate 3 of triangle 2 (byte 154)");
    make_binary(file, 3);
    file[0] = 0;
    memset(file + 80, 0xff, 4);
    refuse((char *)file, size, "declares 4294967295");
    make_binary(file, 0);
    refuse((char *)file, 84, "no triangles");
}

static const char GRID[] = "# vtk DataFile Version 3.0\n"
                           "title\n"
                           "ASCII\n"
                           "DATASET UNSTRUCTURED_GRID\n"
                           "FIELD FieldData 1\n"
                           "TIME 1 1 double\n"
                           "0.5\n"
                           "POINTS 5 float\n"
                           "0 0 0 1 0 0\n"
                           "1 1 0 0 1 0 7 7 7\n"
                           "\n"
                           "CELLS 3 12\n"
                           "3 0 1 2\n"
                           "4 0 1 2 3\n"
                           "2 0 4\n"
                           "CELL_TYPES 3\n"
                           "5 9 3\n"
                           "CELL_DATA 3\n"
                           "anything";

static void test_vtk_text(void **state)
{
    (void)state;
    tsu_facets f;
    tsu_error err = {0};
    char other[1024];
    assert_int_equal(parse(GRID, sizeof GRID - 1, &f, &err), TSU_OK);
    assert_int_equal(f.count, 3); /* a triangle, and a square cut in two */
    assert_true(f.corner[2][0][0] == 0 && f.corner[2][1][0] == 1 && f.corner[2][2][1] == 1);
    assert_int_equal(f.origin[0], 13);
    assert_int_equal(f.origin[1], 14);
    assert_int_equal(f.origin[2], 14);
    assert_non_null(strstr(f.note, "1 cells that are not triangles"));
    tsu_facets_free(&f);
    refuse(GRID, (size_t)(strstr(GRID, "CELL_TYPES") - GRID), "no triangles");
    refuse(GRID, (size_t)(strstr(GRID, "0 1 0 7") - GRID), "file:10: expected a number");
    strcpy(other, GRID);
    memcpy(strstr(other, "3 0 1 2"), "3 0 1 9", 7);
    refuse(other, strlen(other), "cell 1 uses point 9");
    strcpy(other, GRID);
    memcpy(strstr(other, "3 0 1 2"), "9 0 1 2", 7);
    refuse(other, strlen(other), "file:");
    strcpy(other, GRID);
    memcpy(strstr(other, "CELL_TYPES 3"), "CELL_TYPES 2", 12);
    refuse(other, strlen(other), "as many types as cells");
    strcpy(other, GRID);
    memcpy(strstr(other, "UNSTRUCTURED_GRID"), "RECTILINEAR_GRID ", 17);
    refuse(other, strlen(other), "UNSTRUCTURED_GRID or POLYDATA");
    refuse("# vtk DataFile Version 2\nx\nASCII\nDATASET POLYDATA\nPOINTS 9999999 float\n0 0 0", 77,
           "29999997 coordinates are declared");
}

static void test_vtk_polydata(void **state)
{
    (void)state;
    static const char poly[] = "# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 double\n"
                               "0 0 0 1 0 0 0 1 0 1 1 0\nMETADATA\nINFORMATION 0\n\n"
                               "LINES 2 2\nOFFSETS vtktypeint64\n0 2\nCONNECTIVITY vtktypeint64\n0 1\n"
                               "POLYGONS 2 3\nOFFSETS vtktypeint64\n0 3\nCONNECTIVITY vtktypeint64\n0 1 2\n"
                               "TRIANGLE_STRIPS 1 5\n4 0 1 2 3\n";
    tsu_facets f;
    tsu_error err = {0};
    const tsu_status s = parse(poly, sizeof poly - 1, &f, &err);
    if (s != TSU_OK) print_error("%s\n", err.message);
    assert_int_equal(s, TSU_OK);
    assert_int_equal(f.count, 3);
    /* the second triangle of a strip is turned so that all look the same way: 2 1 3 */
    assert_true(f.corner[2][0][1] == 1 && f.corner[2][0][0] == 0 && f.corner[2][1][0] == 1 &&
                f.corner[2][1][1] == 0);
    tsu_facets_free(&f);
}

static size_t put_big(char *out, const void *value, int bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, value, (size_t)bytes);
    for (int k = 0; k < bytes; k++) {
        out[k] = (char)(bits >> (8 * (bytes - 1 - k)));
    }
    return (size_t)bytes;
}

static void test_vtk_binary(void **state)
{
    (void)state;
    char file[1024];
    tsu_facets f;
    tsu_error err = {0};
    size_t n = (size_t)sprintf(
        file, "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 float\n");
    for (int k = 0; k < 9; k++) {
        const float x = 0.25f * (float)k;
        uint32_t bits;
        memcpy(&bits, &x, 4);
        n += put_big(file + n, &bits, 4);
    }
    n += (size_t)sprintf(file + n, "\nCELLS 1 4\n");
    const int32_t cell[4] = {3, 2, 1, 0}, type = 5;
    for (int k = 0; k < 4; k++) {
        n += put_big(file + n, &cell[k], 4);
    }
    n += (size_t)sprintf(file + n, "\nCELL_TYPES 1\n");
    n += put_big(file + n, &type, 4);
    assert_int_equal(parse(file, n, &f, &err), TSU_OK);
    assert_int_equal(f.count, 1);
    assert_true(f.corner[0][0][0] == 1.5 && f.corner[0][0][2] == 2.0 && f.corner[0][2][1] == 0.25);
    tsu_facets_free(&f);
    refuse(file, n - 1, "1 cell types are declared, but only 3 bytes");
}

static void test_files_on_disk(void **state)
{
    (void)state;
    char path[] = "/tmp/tsubu_mesh_XXXXXX";
    const int handle = mkstemp(path);
    tsu_facets f = {0};
    tsu_error err = {0};
    assert_true(handle >= 0 && write(handle, ONE, sizeof ONE - 1) == (ssize_t)sizeof ONE - 1);
    assert_int_equal(tsu_mesh_file_read(path, &f, &err), TSU_OK);
    assert_int_equal(f.count, 1);
    int64_t *origins, removed;
    size_t count;
    assert_int_equal(tsu_exclusion_list_read(path, &origins, &count, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, ":1: 'solid'"));
    assert_int_equal(ftruncate(handle, 0), 0);
    assert_true(pwrite(handle, "5\r\n 3\n", 6, 0) == 6);
    assert_int_equal(tsu_exclusion_list_read(path, &origins, &count, &err), TSU_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tsu_facets_exclude(&f, origins, count, &removed, &err), TSU_OK);
    assert_int_equal(removed, 1);
    assert_int_equal(f.count, 0);
    tsu_memory_release(&origins);
    tsu_facets_free(&f);
    close(handle);
    unlink(path);
    assert_int_equal(tsu_mesh_file_read(path, &f, &err), TSU_ERROR_IO);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(tsu_mesh_file_read("/tmp", &f, &err), TSU_ERROR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stl_text),     cmocka_unit_test(test_stl_text_wrong),
        cmocka_unit_test(test_stl_binary),   cmocka_unit_test(test_vtk_text),
        cmocka_unit_test(test_vtk_polydata), cmocka_unit_test(test_vtk_binary),
        cmocka_unit_test(test_files_on_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
