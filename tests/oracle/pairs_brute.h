/* SPDX-License-Identifier: Apache-2.0 */
/* pairs_brute.h - the broad phase as a loop over all pairs and images: the slow twin of tsu_pairs_build, for tests. */
#ifndef TSU_TESTS_PAIRS_BRUTE_H
#define TSU_TESTS_PAIRS_BRUTE_H

#include "search/pairs.h"
#include <stdlib.h>

/* Whether (i, j, image) is close. */
static bool pairs_brute_close(const double *xi, const double *xj, const int s[3], const tsu_box *box,
                              double reach)
{
    double d2 = 0.0;
    for (int d = 0; d < 3; d++) {
        const double apart = (xi[d] - xj[d]) - s[d] * (box->hi[d] - box->lo[d]);
        d2 += apart * apart;
    }
    const double cut = (xi[3] + xj[3]) + reach;
    return d2 < cut * cut;
}

/* Appends the images of the pair (i, j) that are close; returns the new count. A particle meets its own image under the
 * shift whose first component that is not zero is positive. */
static int64_t pairs_brute_images(uint32_t *out, int64_t count, const double *xi, const double *xj, int32_t j,
                                  bool self, const tsu_box *box, double reach)
{
    const int px = box->periodic[0], py = box->periodic[1], pz = box->periodic[2];
    for (int sz = -pz; sz <= pz; sz++) {
        for (int sy = -py; sy <= py; sy++) {
            for (int sx = -px; sx <= px; sx++) {
                const int s[3] = {sx, sy, sz}, sign = sx ? sx : sy ? sy : sz;
                if ((self && sign <= 0) || !pairs_brute_close(xi, xj, s, box, reach)) continue;
                const uint32_t image = (uint32_t)((sx + 1) + 3 * (sy + 1) + 9 * (sz + 1));
                out[count++] = image << TSU_ROW_BITS | (uint32_t)j;
            }
        }
    }
    return count;
}

/* As tsu_pairs_build; the caller releases first and partner with free. */
static tsu_pairs tsu_pairs_brute(const double (*xr)[4], int32_t rows, const tsu_box *box, double reach)
{
    tsu_pairs out = {.rows = rows};
    size_t capacity = 64;
    out.first = malloc(sizeof *out.first * ((size_t)rows + 1));
    out.partner = malloc(sizeof *out.partner * capacity);
    for (int32_t i = 0; i < rows; i++) {
        out.first[i] = out.count;
        for (int32_t j = i; j < rows; j++) {
            if (capacity < (size_t)out.count + 27) {
                capacity *= 2;
                out.partner = realloc(out.partner, sizeof *out.partner * capacity);
            }
            out.count = pairs_brute_images(out.partner, out.count, xr[i], xr[j], j, i == j, box, reach);
        }
    }
    out.first[rows] = out.count;
    return out;
}

#endif
