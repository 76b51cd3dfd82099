/* SPDX-License-Identifier: Apache-2.0 */
/* The broad phase against the loop over all pairs: the lists must be identical, entry by entry, on any number of threads,
 * for rows in any order. */
#include "base/random.h"
#include "pairs_brute.h"
#include "search/pairs_near.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS_MAX = 3000 };

static double xr[ROWS_MAX][4], sorted[ROWS_MAX][4];
static uint64_t draws;

static double uniform(double lo, double hi)
{
    return lo + (hi - lo) * tsu_random_uniform(20, draws++, TSU_RANDOM_TEST, 0);
}

static int32_t below(int32_t n)
{
    return (int32_t)uniform(0.0, n);
}

static tsu_box box_of(double lx, double ly, double lz, int periodic)
{
    return (tsu_box){
        {-0.3, 0.1, -2.0}, {-0.3 + lx, 0.1 + ly, -2.0 + lz}, {periodic & 1, periodic & 2, periodic & 4}};
}

static int32_t slab;  /* as of tsu_search_order */
static int32_t bands; /* of the last search */

static void same_lists(const tsu_pairs *fast, const tsu_pairs *slow, const char *what)
{
    if (fast->rows != slow->rows || fast->count != slow->count)
        fail_msg("%s: %d rows with %ld pairs, brute force %d with %ld", what, (int)fast->rows,
                 (long)fast->count, (int)slow->rows, (long)slow->count);
    for (int32_t i = 0; i <= slow->rows; i++) {
        if (fast->first[i] != slow->first[i])
            fail_msg("%s: the partners of row %d begin at %ld, not at %ld", what, (int)i,
                     (long)fast->first[i], (long)slow->first[i]);
    }
    for (int64_t k = 0; k < slow->count; k++) {
        if (fast->partner[k] != slow->partner[k])
            fail_msg("%s: partner %ld is %x, not %x", what, (long)k, fast->partner[k], slow->partner[k]);
    }
}

/* Compares as given, and again in the order that the search recommends. Returns the number of pairs. */
static int64_t compare(int32_t rows, const tsu_box *box, double reach, const char *what)
{
    static const int threads[] = {1, 2, 3, 8};
    static tsu_pairs fast; /* kept from case to case: scratch of another size must not matter */
    static int32_t order[ROWS_MAX];
    tsu_error err;
    double cell;
    int64_t count = 0;
    fast.slab = slab;
    assert_int_equal(tsu_search_cell(&cell, xr, rows, reach, 2, &err), TSU_OK);
    for (int pass = 0; pass < 2; pass++) {
        tsu_pairs slow = tsu_pairs_brute(xr, rows, box, reach);
        count = slow.count;
        for (int t = 0; t < 4; t++) {
            if (tsu_pairs_build(&fast, xr, rows, box, reach, threads[t], &err) != TSU_OK)
                fail_msg("%s: %s", what, err.message);
            same_lists(&fast, &slow, what);
        }
        free(slow.first);
        free(slow.partner);
        if (!(cell > 0.0) || rows == 0) break;
        assert_int_equal(tsu_search_order(order, xr, rows, box, cell, fast.slab, 3, &err), TSU_OK);
        for (int32_t i = 0; i < rows; i++) {
            memcpy(sorted[i], xr[order[i]], sizeof sorted[i]);
        }
        memcpy(xr, sorted, sizeof sorted[0] * (size_t)rows);
    }
    bands = rows > 0 ? fast.work->grid.level[0].bands : 0;
    assert_true(bands <= 1 || fast.work->grid.in_order);
    if (rows == 0) tsu_pairs_free(&fast);
    return count;
}

static void fill_uniform(int32_t rows, const tsu_box *box, double r_lo, double r_hi, double outside)
{
    for (int32_t i = 0; i < rows; i++) {
        for (int d = 0; d < 3; d++) {
            const double out = box->periodic[d] ? 0.0 : outside;
            xr[i][d] = uniform(box->lo[d] - out, box->hi[d] + out);
        }
        /* even in the logarithm, so that every level is populated */
        xr[i][3] = r_lo * exp(uniform(0.0, log(r_hi / r_lo)));
    }
}

static void random_beds(void **state)
{
    (void)state;
    int64_t pairs = 0;
    for (int periodic = 0; periodic < 8; periodic++) {
        const tsu_box box = box_of(1.0, 0.8, 1.3, periodic);
        fill_uniform(1000, &box, 0.03, 0.03, 0.0);
        pairs += compare(1000, &box, 0.012, "one size");
        fill_uniform(1000, &box, 0.02, 0.04, 0.0);
        pairs += compare(1000, &box, 0.0, "1:2, no skin");
        fill_uniform(1000, &box, 0.01, 0.1, 0.0);
        pairs += compare(1000, &box, 0.01, "1:10");
    }
    assert_true(pairs > 20000);
}

static void wide_sizes(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 8; periodic += 7) {
        const tsu_box box = box_of(1.0, 0.8, 1.3, periodic);
        for (int k = 0; k < 3; k++) {
            const double ratio = k == 0 ? 20.0 : k == 1 ? 100.0 : 30000.0;
            fill_uniform(1200, &box, 0.3 / ratio, 0.3, 0.0);
            assert_true(compare(1200, &box, 0.003, "wide sizes") > 1000);
            for (int32_t i = 0; i < 1200; i++) { /* two sizes, few large */
                xr[i][3] = i % 200 == 7 ? 0.2 : 0.2 / ratio;
            }
            assert_true(compare(1200, &box, 0.0, "two sizes") > 100);
        }
        fill_uniform(500, &box, 0.05, 0.05, 0.0);
        for (int32_t i = 0; i < 500; i += 3) {
            xr[i][3] = 0.0; /* points */
        }
        compare(500, &box, 0.0, "points among spheres");
    }
}

/* Small particles in shells around large ones, just inside and just outside the cutoff in all directions. */
static void shells(void **state)
{
    (void)state;
    for (int k = 0; k < 16; k++) {
        const double reach = k % 2 ? 0.0 : 0.01;
        const tsu_box box = box_of(1.2, 1.2, 1.2, k / 2);
        fill_uniform(1000, &box, 0.03, 0.03, 0.0);
        for (int32_t i = 0; i < 1000; i++) {
            if (i < 5) {
                xr[i][3] = uniform(0.2, 0.3);
                continue;
            }
            const double u = uniform(-1.0, 1.0), turn = uniform(0.0, 6.283185307179586),
                         s = sqrt(1.0 - u * u);
            const double step = pow(10.0, uniform(-15.0, -2.0)), *centre = xr[i % 5];
            const double d = (centre[3] + xr[i][3] + reach) * (i % 3 ? 1.0 - step : 1.0 + step);
            const double way[3] = {s * cos(turn), s * sin(turn), u};
            for (int a = 0; a < 3; a++) {
                xr[i][a] = centre[a] + d * way[a];
                const double length = box.hi[a] - box.lo[a];
                if (box.periodic[a]) xr[i][a] -= length * floor((xr[i][a] - box.lo[a]) / length);
            }
        }
        assert_true(compare(1000, &box, reach, "shells") > 500);
    }
}

/* Boxes of one to four cells along each axis, down to the largest cutoff itself. */
static void small_boxes(void **state)
{
    (void)state;
    static const double sides[] = {1.0 + 1e-14, 1.0 + 1e-12, 1.3, 1.999, 2.0, 2.4, 3.0, 3.5};
    int64_t pairs = 0;
    for (int k = 0; k < 160; k++) {
        const int periodic = k % 8;
        const double reach = k % 3 == 0 ? 0.0 : 0.2;
        const tsu_box box = box_of(sides[below(8)], sides[below(8)], sides[below(8)], periodic);
        const int32_t rows = 1 + below(60);
        fill_uniform(rows, &box, k % 5 ? 0.25 : 0.025, 0.5 * (1.0 - reach), 0.0);
        xr[0][3] = 0.5 * (1.0 - reach);
        pairs += compare(rows, &box, reach, "small box");
    }
    assert_true(pairs > 10000);
}

static void clustered_and_sparse(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 8; periodic++) {
        /* clumps in a box of 1e12 cells and a stray far away: the grid is folded */
        const tsu_box box = box_of(1000.0, 1200.0, 900.0, periodic);
        fill_uniform(1000, &box, 0.05, periodic & 1 ? 0.05 : 0.5, 0.0);
        for (int32_t i = 0; i < 1000; i++) {
            const int32_t to = i % 25; /* the first 25 are the centres of clumps */
            for (int d = 0; d < 3; d++) {
                if (i >= 25) xr[i][d] = xr[to][d] + uniform(-0.2, 0.2);
            }
        }
        for (int d = 0; d < 3; d++) {
            if (!box.periodic[d]) xr[3][d] = 3e8;
            xr[5][d] = box.lo[d] + 1e-3; /* a pair across each periodic face */
            xr[6][d] = box.periodic[d] ? box.hi[d] - 1e-3 : box.lo[d];
            xr[7][d] = 0.5 * (box.lo[d] + box.hi[d]);
        }
        for (int32_t i = 25; i < 1000; i++) {
            for (int d = 0; d < 3; d++) {
                if (!box.periodic[d]) continue;
                xr[i][d] = fmin(fmax(xr[i][d], box.lo[d] - 0.01), box.hi[d] + 0.01);
            }
        }
        assert_true(compare(1000, &box, 0.02, "clumps") > 1000);
    }
}

/* A periodic axis folded: a needle with many cells, where a pair across the face must carry its image. */
static void folded_periodic(void **state)
{
    (void)state;
    for (int k = 0; k < 20; k++) {
        const int periodic = 1 + below(7);
        const tsu_box box = box_of(300.0 + k, 300.0, 3.0, periodic);
        fill_uniform(400, &box, 0.2, k % 2 ? 0.2 : 1.0, 0.0);
        for (int32_t i = 0; i < 400; i++) { /* half of them near the faces */
            for (int d = 0; d < 2; d++) {
                const double side = box.hi[d] - box.lo[d];
                if (i % 2) xr[i][d] = box.lo[d] + (i % 4 == 1 ? uniform(0.0, 1.0) : side - uniform(0.0, 1.0));
            }
        }
        assert_true(compare(400, &box, 0.1, "folded") > 50);
    }
}

static void degenerate(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 8; periodic++) {
        const tsu_box box = box_of(1.0, 1.0, 1.0, periodic);
        fill_uniform(300, &box, 0.1, 0.1, 0.0);
        assert_int_equal(compare(1, &box, 0.1, "one particle"), 0);
        for (int32_t i = 0; i < 300; i++) { /* all in one place */
            memcpy(xr[i], xr[0], sizeof xr[0]);
        }
        assert_int_equal(compare(300, &box, 0.0, "coincident"), 300 * 299 / 2);
        for (int32_t i = 0; i < 300; i++) { /* all in one cell */
            for (int d = 0; d < 3; d++) {
                xr[i][d] = 0.4 - 2.0 * (d == 2) + uniform(0.0, 0.01);
            }
        }
        assert_int_equal(compare(300, &box, 0.0, "one cell"), 300 * 299 / 2);
        for (int32_t i = 0; i < 300; i++) {
            xr[i][3] = 0.0;
        }
        assert_int_equal(compare(300, &box, 0.0, "points without skin"), 0);
        fill_uniform(300, &box, 0.01, 0.05, 40.0);
        compare(300, &box, 0.3, "outside a fixed box");
        for (int32_t i = 0; i < 300; i++) { /* a lattice: many distances exactly at the cutoff */
            xr[i][0] = -0.25 + 0.125 * (i % 7);
            xr[i][1] = 0.125 + 0.125 * (i / 7 % 7);
            xr[i][2] = -2.0 + 0.125 * (i / 49);
            xr[i][3] = 0.03125;
        }
        compare(300, &box, 0.0625, "lattice at the cutoff");
    }
    const tsu_box box = box_of(1.0, 1.0, 1.0, 7);
    assert_int_equal(compare(0, &box, 0.1, "no particle"), 0);
}

/* Beds so wide, for so small a slab, that rows go in bands: with seams, faces and folds in all combinations. */
static void banded(void **state)
{
    (void)state;
    int64_t pairs = 0, cut = 0;
    for (int k = 0; k < 48; k++) {
        const int periodic = k % 8;
        const tsu_box box = box_of(0.3, k < 24 ? 4.0 : 6.0, k < 24 ? 5.0 : 0.3, periodic);
        slab = 1 + below(12);
        fill_uniform(1500, &box, k % 3 ? 0.03 : 0.02, k % 3 ? 0.03 : 0.04, 0.0);
        pairs += compare(1500, &box, k % 2 ? 0.0 : 0.02, "bands");
        cut += bands > 1;
    }
    slab = 2;
    const tsu_box needle = box_of(0.3, 300.0, 1.0, 2); /* folded */
    fill_uniform(400, &needle, 0.05, 0.05, 0.0);
    compare(400, &needle, 0.01, "bands of a folded axis");
    assert_true(bands > 1 && pairs > 5000 && cut > 40);
    slab = 0;
}

/* Half a skin outside a periodic box, as particles are between two builds. */
static void drifted(void **state)
{
    (void)state;
    int64_t pairs = 0;
    for (int k = 0; k < 40; k++) {
        const double reach = 0.2, size = 0.5 + reach;
        const tsu_box box = box_of(uniform(size + reach, 4.0), uniform(size + reach, 2.0),
                                   uniform(size + reach, 6.0), 1 + below(7));
        for (int32_t i = 0; i < 300; i++) {
            for (int d = 0; d < 3; d++) {
                xr[i][d] = uniform(box.lo[d] - 0.5 * reach, box.hi[d] + 0.5 * reach);
            }
            xr[i][3] = k % 2 ? 0.25 : 0.25 / (1 + i % 30);
        }
        pairs += compare(300, &box, reach, "drifted");
    }
    assert_true(pairs > 10000);
}

/* Particles on the move without re-sorting: the rows get out of order step by step. */
static void moving(void **state)
{
    (void)state;
    const tsu_box box = box_of(1.0, 1.0, 1.0, 3);
    fill_uniform(1000, &box, 0.02, 0.06, 0.0);
    for (int step = 0; step < 10; step++) {
        for (int32_t i = 0; i < 1000; i++) {
            for (int d = 0; d < 3; d++) {
                xr[i][d] += uniform(-0.02, 0.02);
                if (!box.periodic[d]) continue;
                if (xr[i][d] < box.lo[d]) xr[i][d] += 1.0;
                if (xr[i][d] >= box.hi[d]) xr[i][d] -= 1.0;
            }
        }
        assert_true(compare(1000, &box, 0.01, "moving") > 1000);
    }
}

static void many_blocks(void **state)
{
    (void)state;
    enum { MANY = 9000 };
    static double bed[MANY][4];
    const tsu_box box = box_of(1.0, 1.0, 1.0, 5);
    for (int32_t i = 0; i < MANY; i++) {
        for (int d = 0; d < 3; d++) {
            bed[i][d] = uniform(box.lo[d], box.hi[d]);
        }
        bed[i][3] = i % 50 ? 0.013 : 0.07;
    }
    tsu_error err;
    tsu_pairs slow = tsu_pairs_brute(bed, MANY, &box, 0.002);
    for (int threads = 1; threads <= 8; threads++) {
        tsu_pairs fast = {0};
        assert_int_equal(tsu_pairs_build(&fast, bed, MANY, &box, 0.002, threads, &err), TSU_OK);
        same_lists(&fast, &slow, "many blocks");
        tsu_pairs_free(&fast);
    }
    free(slow.first);
    free(slow.partner);
}

/* The versions of the inner loop for other machines, on runs of every length. */
static void inner_loops(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    static double x[COUNT + TSU_GRID_PAD], y[COUNT + TSU_GRID_PAD], z[COUNT + TSU_GRID_PAD],
        r[COUNT + TSU_GRID_PAD];
    const tsu_grid grid = {.rows = COUNT, .reach = 0.3, .x = x, .y = y, .z = z, .r = r};
    for (int k = 0; k < COUNT + TSU_GRID_PAD; k++) {
        x[k] = uniform(0.0, 1.0);
        y[k] = uniform(0.0, 1.0);
        z[k] = uniform(0.0, 1.0);
        r[k] = uniform(0.0, 0.2);
    }
    tsu_near_fn *version[TSU_NEAR_VERSIONS];
    const int versions = tsu_near_versions(version);
    for (int k = 0; k < 2000; k++) {
        const double sphere[4] = {uniform(0.0, 1.0), uniform(0.0, 1.0), uniform(0.0, 1.0), uniform(0.0, 0.3)};
        const int32_t a = below(COUNT), b = below(COUNT - 20), c = below(20);
        const tsu_near_run run[] = {{a, a + below(COUNT - a), 5u << TSU_ROW_BITS, {0.0, 0.0, 0.0}},
                                    {b, b + c, 26u << TSU_ROW_BITS, {0.5, -0.5, 0.25}}};
        uint32_t want[2 * COUNT + TSU_GRID_PAD], got[2 * COUNT + TSU_GRID_PAD];
        const int32_t behind = below(COUNT) - 1;
        const int64_t count = version[versions - 1](&grid, sphere, behind, run, 2, want);
        for (int v = 0; v < versions - 1; v++) {
            assert_int_equal(version[v](&grid, sphere, behind, run, 2, got), count);
            assert_memory_equal(got, want, sizeof *got * (size_t)count);
        }
    }
}

static void order_is_a_sort(void **state)
{
    (void)state;
    const tsu_box box = box_of(1.0, 1.0, 1.0, 0);
    static int32_t order[ROWS_MAX], again[ROWS_MAX];
    bool seen[ROWS_MAX] = {false};
    tsu_error err;
    fill_uniform(ROWS_MAX, &box, 0.05, 0.05, 0.0);
    assert_int_equal(tsu_search_order(order, xr, ROWS_MAX, &box, 0.125, 0, 1, &err), TSU_OK);
    assert_int_equal(tsu_search_order(again, xr, ROWS_MAX, &box, 0.125, 0, 8, &err), TSU_OK);
    assert_memory_equal(order, again, sizeof order);
    double lo[3] = {1e9, 1e9, 1e9};
    for (int32_t i = 0; i < ROWS_MAX; i++) {
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
        for (int d = 0; d < 3; d++) {
            lo[d] = fmin(lo[d], xr[i][d]);
        }
    }
    for (int32_t k = 1; k < ROWS_MAX; k++) { /* z first, then y, then x, then the old row */
        int64_t key[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            const int32_t i = order[k - 1 + side];
            for (int d = 2; d >= 0; d--) {
                key[side] = 1000 * key[side] + (int64_t)floor((xr[i][d] - lo[d]) / (0.125 * (1.0 + 1e-9)));
            }
            key[side] = 1000000 * key[side] + i;
        }
        assert_true(key[0] < key[1]);
    }
}

static void expect_error(int32_t rows, const tsu_box *box, double reach, const char *word)
{
    tsu_pairs pairs = {0};
    tsu_error err = {0};
    assert_int_equal(tsu_pairs_build(&pairs, xr, rows, box, reach, 2, &err), TSU_ERROR_INPUT);
    if (!strstr(err.message, word)) fail_msg("'%s' does not say '%s'", err.message, word);
    assert_int_equal(pairs.count, 0);
    tsu_pairs_free(&pairs);
}

static void errors(void **state)
{
    (void)state;
    const tsu_box box = box_of(1.0, 0.5, 1.0, 3);
    fill_uniform(10, &box, 0.2, 0.2, 0.0);
    expect_error(10, &box, 0.11, "side y is 0.5 m long");
    xr[2][1] = box.hi[1] + 0.02;
    expect_error(10, &box, 0.09, "needs at least 0.51 m");
    xr[2][1] = box.lo[1];
    expect_error(10, &box, -1.0, "skin");
    expect_error(10, &box, NAN, "skin");
    xr[7][2] = NAN;
    expect_error(10, &box, 0.0, "row 7");
    xr[7][2] = -INFINITY;
    expect_error(10, &box, 0.0, "row 7");
    xr[7][2] = -2.0;
    xr[4][3] = -0.1;
    expect_error(10, &box, 0.0, "row 4");
    expect_error(-1, &box, 0.0, "-1 particles");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_beds),
        cmocka_unit_test(wide_sizes),
        cmocka_unit_test(shells),
        cmocka_unit_test(small_boxes),
        cmocka_unit_test(clustered_and_sparse),
        cmocka_unit_test(folded_periodic),
        cmocka_unit_test(moving),
        cmocka_unit_test(drifted),
        cmocka_unit_test(banded),
        cmocka_unit_test(many_blocks),
        cmocka_unit_test(order_is_a_sort),
        cmocka_unit_test(inner_loops),
        cmocka_unit_test(errors),
        cmocka_unit_test(degenerate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
