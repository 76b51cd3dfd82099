/* SPDX-License-Identifier: Apache-2.0 */
/* Frames: what is written is read again; thinned ones keep links between particles that stayed; time series in bounded memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/frame.h"
#include "view/series.h"

enum { N = 1000 };

/* A chain of particles: each is linked to the next, and the force of a link is the id of its first particle. */
static tsu_frame *make_chain(void)
{
    tsu_frame *f = tsu_frame_create();
    assert_non_null(f);
    f->number = 7;
    f->step = 1234567890123;
    f->time = 0.1;
    f->total = N;
    uint32_t *id = tsu_frame_add(f, "id", TSU_ARRAY_U32, 1, N);
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, N);
    uint8_t *type = tsu_frame_add(f, "type", TSU_ARRAY_U8, 1, N);
    float *speed = tsu_frame_add(f, "speed", TSU_ARRAY_F32, 1, N);
    uint32_t(*link)[2] = tsu_frame_add(f, "chain", TSU_ARRAY_U32, 2, N - 1);
    float *force = tsu_frame_add(f, "chain_force", TSU_ARRAY_F32, 1, N - 1);
    for (uint32_t i = 0; i < N; i++) {
        id[i] = 10 * i + 3;
        type[i] = (uint8_t)(i % 7);
        speed[i] = (float)id[i];
        for (int q = 0; q < 3; q++) {
            position[3 * i + (uint32_t)q] = (float)id[i] + 0.25f * (float)q;
        }
        if (i + 1 == N) break;
        link[i][0] = i;
        link[i][1] = i + 1;
        force[i] = (float)id[i];
    }
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    assert_int_equal(tsu_frame_reserve_meshes(f, 1, NULL), TSU_OK);
    f->mesh[0] =
        (tsu_frame_mesh){.name = "drum", .version = 3, .moved = true, .pose = {[12] = 0.5, [15] = 1.0}};
    return f;
}

static tsu_frame *pass_on(const tsu_frame *f, const tsu_frame_selection *selection)
{
    tsu_bytes bytes;
    assert_int_equal(tsu_frame_encode(f, selection, &bytes, NULL), TSU_OK);
    tsu_frame *g = tsu_frame_create();
    assert_non_null(g);
    assert_int_equal(tsu_frame_decode(g, bytes.data, bytes.size, NULL), TSU_OK);
    tsu_frame *cut = tsu_frame_create();
    assert_int_not_equal(tsu_frame_decode(cut, bytes.data, bytes.size - 9, NULL), TSU_OK);
    tsu_frame_destroy(cut);
    free(bytes.data);
    return g;
}

static void test_whole(void **unused)
{
    (void)unused;
    tsu_frame *f = make_chain(), *g = pass_on(f, &(tsu_frame_selection){.fields = -1});
    assert_int_equal(g->number, 7);
    assert_int_equal(g->step, f->step);
    assert_true(g->time == f->time);
    assert_int_equal(g->arrays, f->arrays);
    for (int k = 0; k < f->arrays; k++) {
        const tsu_frame_array *a = &f->array[k], *b = tsu_frame_find(g, a->name);
        assert_non_null(b);
        assert_int_equal(b->count, a->count);
        assert_true(b->min == a->min && b->max == a->max);
        assert_memory_equal(a->data, b->data,
                            (size_t)(a->count * a->width) * (a->type == TSU_ARRAY_U8 ? 1 : 4));
    }
    assert_string_equal(g->mesh[0].name, "drum");
    assert_true(g->mesh[0].moved && g->mesh[0].version == 3 && g->mesh[0].pose[12] == 0.5);
    assert_true(tsu_frame_find(f, "speed")->min == 3.0 &&
                tsu_frame_find(f, "speed")->max == 10.0 * (N - 1) + 3.0);
    tsu_frame_destroy(f);
    tsu_frame_destroy(g);
}

/* Who has found an array by its name must have found the only one. */
static void test_name_twice(void **unused)
{
    (void)unused;
    tsu_bytes bytes;
    tsu_frame *f = make_chain(), *g = tsu_frame_create();
    assert_non_null(tsu_frame_add(f, "speed", TSU_ARRAY_U32, 1, N));
    assert_int_equal(tsu_frame_encode(f, &(tsu_frame_selection){.fields = -1}, &bytes, NULL), TSU_OK);
    assert_int_not_equal(tsu_frame_decode(g, bytes.data, bytes.size, NULL), TSU_OK);
    free(bytes.data);
    tsu_frame_destroy(f);
    tsu_frame_destroy(g);
}

/* A number for each triangle of the meshes: whole also where particles are left out; another count is no frame. */
static void test_surfaces(void **unused)
{
    (void)unused;
    tsu_bytes bytes;
    tsu_frame *f = make_chain();
    f->mesh[0].triangles = 5;
    float *wear = tsu_frame_add(f, "surface:wear", TSU_ARRAY_F32, 1, 5);
    for (int k = 0; k < 5; k++) {
        wear[k] = k < 3 ? (float)k : NAN;
    }
    tsu_frame_measure(&f->array[f->arrays - 1]);
    tsu_frame *g = pass_on(f, &(tsu_frame_selection){.fields = -1, .most = 400});
    const tsu_frame_array *a = tsu_frame_find(g, "surface:wear");
    assert_int_equal(a->count, 5);
    assert_memory_equal(a->data, wear, 5 * sizeof *wear);
    assert_true(a->min == 0.0 && a->max == 2.0 && !tsu_frame_is_by_particle(g, a));
    assert_int_equal(g->mesh[0].triangles, 5);
    tsu_frame_destroy(g);
    f->mesh[0].triangles = 4;
    g = tsu_frame_create();
    assert_int_equal(tsu_frame_encode(f, &(tsu_frame_selection){.fields = -1}, &bytes, NULL), TSU_OK);
    assert_int_not_equal(tsu_frame_decode(g, bytes.data, bytes.size, NULL), TSU_OK);
    free(bytes.data);
    tsu_frame_destroy(f);
    tsu_frame_destroy(g);
}

static void test_chosen(void **unused)
{
    (void)unused;
    const char field[1][TSU_REQUEST_NAME] = {"speed"};
    tsu_frame *f = make_chain(), *g = pass_on(f, &(tsu_frame_selection){.fields = 1, .field = field});
    assert_non_null(tsu_frame_find(g, "speed"));
    assert_non_null(tsu_frame_find(g, "position"));
    assert_null(tsu_frame_find(g, "chain"));
    assert_null(tsu_frame_find(g, "chain_force"));
    tsu_frame_destroy(f);
    tsu_frame_destroy(g);
}

static void test_thinned(void **unused)
{
    (void)unused;
    tsu_frame *f = make_chain(), *g = pass_on(f, &(tsu_frame_selection){.fields = -1, .most = 400});
    const tsu_frame_array *id = tsu_frame_find(g, "id"), *chain = tsu_frame_find(g, "chain");
    const uint32_t *name = id->data, (*link)[2] = chain->data;
    const float *speed = tsu_frame_find(g, "speed")->data, *position = tsu_frame_find(g, "position")->data,
                *force = tsu_frame_find(g, "chain_force")->data;
    assert_true(id->count > 300 && id->count <= 400);
    for (int64_t i = 0; i < id->count; i++) {
        assert_true(speed[i] == (float)name[i] && position[3 * i + 1] == (float)name[i] + 0.25f);
    }
    assert_true(chain->count > 0);
    for (int64_t k = 0; k < chain->count; k++) {
        assert_int_equal(name[link[k][1]], name[link[k][0]] + 10);
        assert_true(force[k] == (float)name[link[k][0]]);
    }
    tsu_frame_destroy(f);
    tsu_frame_destroy(g);
}

/* Numbers stay, the newest rows are all there, memory is bounded. */
static void test_series(void **unused)
{
    (void)unused;
    static const tsu_series_column columns[] = {{"a", "a", ""}, {"b", "b", "m"}};
    enum { ROWS = 10 * TSU_SERIES_ROWS };
    tsu_series s = {0}, late;
    assert_int_equal(tsu_series_define(&s, 2, columns, NULL), TSU_OK);
    for (int k = 0; k < ROWS; k++) {
        tsu_series_add(&s, (const double[]){k, -k});
    }
    assert_true(s.rows <= TSU_SERIES_ROWS && s.next == ROWS);
    for (int k = 0; k < s.rows; k++) {
        assert_true(s.value[2 * k] == (double)s.number[k] && s.value[2 * k + 1] == -(double)s.number[k]);
        assert_true(k == 0 || s.number[k] > s.number[k - 1]);
    }
    assert_int_equal(s.number[0], 0);
    assert_int_equal(tsu_series_copy(&s, ROWS - 100, &late, NULL), TSU_OK);
    assert_int_equal(late.rows, 100);
    tsu_series_free(&late);
    tsu_series_free(&s);
}

/* However much is thinned: one peak and one dip of a single row are still there, at about their time, rows go forward, memory is bounded,
 * and a client that has rows of before gets all anew. */
static void test_series_extremes(void **unused)
{
    (void)unused;
    static const tsu_series_column columns[] = {{"step", "step", ""}, {"b", "b", "m"}, {"c", "c", ""}};
    enum { ROWS = 30 * TSU_SERIES_ROWS, PEAK = 5003, DIP = 77777, BLOCK = ROWS / TSU_SERIES_ROWS * 4 };
    tsu_series s = {.extremes = true}, late;
    assert_int_equal(tsu_series_define(&s, 3, columns, NULL), TSU_OK);
    for (int k = 0; k < ROWS; k++) {
        tsu_series_add(&s, (const double[]){k, k == PEAK ? 9.0 : k == DIP ? -9.0 : k % 2, -2.0 * k});
    }
    tsu_series_flush(&s);
    int peaks = 0, dips = 0;
    for (int k = 0; k < s.rows; k++) {
        const double *row = s.value + 3 * k;
        peaks += row[1] == 9.0 && fabs(row[0] - PEAK) < BLOCK;
        dips += row[1] == -9.0 && fabs(row[0] - DIP) < BLOCK;
        assert_true(row[2] == -2.0 * row[0]); /* what only falls stays what it was */
        assert_true(k == 0 || (row[0] > row[-3] && s.number[k] > s.number[k - 1]));
    }
    assert_true(peaks == 1 && dips == 1 && s.rows <= TSU_SERIES_ROWS && s.rows > TSU_SERIES_ROWS / 4);
    assert_true(s.value[0] == 0.0 && s.value[3 * (s.rows - 1)] == ROWS - 1);
    assert_int_equal(tsu_series_copy(&s, s.thinned - 1, &late, NULL), TSU_OK);
    assert_int_equal(late.rows, s.rows);
    tsu_series_free(&late);
    assert_int_equal(tsu_series_copy(&s, s.next - 10, &late, NULL), TSU_OK);
    assert_int_equal(late.rows, 10);
    tsu_series_free(&late);
    tsu_series_free(&s);
}

/* Runs that begin anew are not mixed, however short they are. */
static void test_series_runs(void **unused)
{
    (void)unused;
    static const tsu_series_column columns[] = {{"step", "step", ""}, {"run", "run", ""}};
    tsu_series s = {.extremes = true};
    assert_int_equal(tsu_series_define(&s, 2, columns, NULL), TSU_OK);
    for (int run = 0; run < 3 * TSU_SERIES_ROWS; run++) {
        for (int k = 0; k < 1 + run % 7; k++) {
            tsu_series_add(&s, (const double[]){k, run});
        }
    }
    for (int k = 1; k < s.rows; k++) {
        const double *row = s.value + 2 * k;
        assert_true(row[1] > row[-1] || (row[1] == row[-1] && row[0] > row[-2]));
    }
    tsu_series_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),           cmocka_unit_test(test_name_twice),
        cmocka_unit_test(test_surfaces),        cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_thinned),         cmocka_unit_test(test_series),
        cmocka_unit_test(test_series_extremes), cmocka_unit_test(test_series_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
