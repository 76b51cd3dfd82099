/* SPDX-License-Identifier: Apache-2.0 */
/* OBJ and PLY readers: the same two triangles in every form, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format/mesh_file.h"

static tsu_status parse(const void *text, size_t size, tsu_facets *f, tsu_error *err)
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

/* A square of corners (0,0,1) (2,0,1) (2,0.5,1) (0,0.5,1). */
static void check_square(const void *text, size_t size)
{
    static const double x[4][3] = {{0, 0, 1}, {2, 0, 1}, {2, 0.5, 1}, {0, 0.5, 1}};
    static const int corner[2][3] = {{0, 1, 2}, {0, 2, 3}};
    tsu_facets f;
    tsu_error err = {0};
    if (parse(text, size, &f, &err) != TSU_OK) fail_msg("%s", err.message);
    assert_int_equal(f.count, 2);
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++) {
            assert_memory_equal(f.corner[t][k], x[corner[t][k]], sizeof x[0]);
        }
    }
    tsu_facets_free(&f);
}

static void refuse(const char *text, const char *word)
{
    tsu_facets f;
    tsu_error err = {0};
    const tsu_status s = parse(text, strlen(text), &f, &err);
    if (s == TSU_OK || !strstr(err.message, word)) fail_msg("'%s' has not '%s'", err.message, word);
    assert_null(f.corner);
}

#define SQUARE "v 0 0 1\nv 2 0 1 0.5 0.5 0.5\nv 2 0.5 1\nv 0 0.5 1\n"

static void test_obj(void **state)
{
    (void)state;
    static const char *const texts[] = {"# made by hand\no square\n" SQUARE "f 1 2 3 4\n",
                                        SQUARE "vt 0 0\nvn 0 0 1\ns off\nf 1/1/1 2//1 3/1 4\r\n",
                                        "mtllib x.mtl\n" SQUARE "f -4 -3 -2\nf -4 -2 -1",
                                        "\n\n#\n" SQUARE "g one\nf 1 2 3\ng two\nf 1 3 4\n"};
    for (int k = 0; k < 4; k++) {
        check_square(texts[k], strlen(texts[k]));
    }
    refuse(SQUARE, "no polygons");
    refuse(SQUARE "f 1 2\n", "file:5: a polygon has 2 corners");
    refuse(SQUARE "f 1 2 5\n", "vertex 5; there are 4");
    refuse(SQUARE "f 1 2 0\n", "'0' is not a number of a vertex");
    refuse(SQUARE "f -5 2 1\n", "file:5");
    refuse("v 0 1\nf 1 1 1\n", "file:1: a vertex needs three");
    refuse("v 0 1 nan\nf 1 1 1\n", "'nan' is not a coordinate");
}

static const char text_ply[] =
    "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property uchar red\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\n"
    "element edge 1\nproperty int vertex1\nend_header\n"
    "0 0 255 1\n2 0 0 1\n2 0.5 0 1\n0 0.5 9 1\n3 0 1 2\n3 0 2 3\n7\n";

/* The same in binary: doubles or floats, little or big. */
static size_t binary(char *to, bool big, bool wide)
{
    static const double x[4][3] = {{0, 0, 1}, {2, 0, 1}, {2, 0.5, 1}, {0, 0.5, 1}};
    size_t n =
        (size_t)sprintf(to,
                        "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty %s x\nproperty %s y\n"
                        "property %s z\nelement face 1\nproperty short flag\n"
                        "property list uint8 int32 vertex_index\nend_header\n",
                        big ? "big" : "little", wide ? "double" : "float32", wide ? "double" : "float32",
                        wide ? "double" : "float32");
    for (int k = 0; k < 12; k++) {
        unsigned char byte[8];
        const float single = (float)x[k / 3][k % 3];
        const size_t width = wide ? 8 : 4;
        memcpy(byte, wide ? (const void *)&x[k / 3][k % 3] : (const void *)&single, width);
        for (size_t b = 0; b < width; b++) {
            to[n++] = (char)byte[big ? width - 1 - b : b];
        }
    }
    to[n++] = 0;
    to[n++] = 0;
    to[n++] = 4;
    for (int k = 0; k < 4; k++) {
        for (int b = 0; b < 4; b++) {
            to[n++] = (char)(b == (big ? 3 : 0) ? k : 0);
        }
    }
    return n;
}

static void test_ply(void **state)
{
    (void)state;
    char data[1024];
    tsu_facets f;
    tsu_error err = {0};
    check_square(text_ply, strlen(text_ply));
    for (int k = 0; k < 4; k++) {
        const size_t size = binary(data, k & 1, k & 2);
        check_square(data, size);
        for (size_t cut = 4; cut < size; cut++) { /* every shorter file is refused */
            assert_int_not_equal(parse(data, cut, &f, &err), TSU_OK);
            assert_null(f.corner);
        }
    }
    refuse("ply\nformat ascii 2.0\nelement vertex 1\n", "no end_header");
    refuse("ply\nformat utf 1.0\nend_header\n", "unknown format");
    refuse("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\nend_header\n1\n", "a type unknown");
    refuse("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nend_header\n1\n", "vertex 2");
    refuse("ply\nformat ascii 1.0\nend_header\n", "no polygons");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_obj), cmocka_unit_test(test_ply)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
