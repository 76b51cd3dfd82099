/* SPDX-License-Identifier: Apache-2.0 */
/* One sphere against runs of particles: the innermost loop of the broad phase.
 *
 * A run has five or six particles and one of them is close, so the work is to drop the others without a branch. Compilers
 * do not find the instructions for that, hence the versions by hand; the plain one says what they do. They read up to 7
 * particles beyond the end of a run and drop them. */
#include "search/pairs_near.h"
#if TSU_X86
#include <immintrin.h>
#endif

static int64_t compare_plain(const tsu_grid *g, const double sphere[4], int32_t behind,
                             const tsu_near_run *run, int runs, uint32_t *out)
{
    int64_t n = 0;
    for (int k = 0; k < runs; k++) {
        const double *shift = run[k].shift;
        for (int32_t q = run[k].begin > behind ? run[k].begin : behind + 1; q < run[k].end; q++) {
            const double dx = (sphere[0] - g->x[q]) - shift[0], dy = (sphere[1] - g->y[q]) - shift[1],
                         dz = (sphere[2] - g->z[q]) - shift[2], cut = (sphere[3] + g->r[q]) + g->reach;
            out[n] = run[k].code | (uint32_t)q;
            n += dx * dx + dy * dy + dz * dz < cut * cut;
        }
    }
    return n;
}

#if TSU_X86
TSU_TARGET("avx512f,avx512vl,popcnt")
static int64_t compare_avx512(const tsu_grid *g, const double sphere[4], int32_t behind,
                              const tsu_near_run *run, int runs, uint32_t *out)
{
    const __m512d x = _mm512_set1_pd(sphere[0]), y = _mm512_set1_pd(sphere[1]), z = _mm512_set1_pd(sphere[2]);
    const __m512d r = _mm512_set1_pd(sphere[3]), reach = _mm512_set1_pd(g->reach);
    const __m256i steps = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    uint32_t *at = out;
    for (int k = 0; k < runs; k++) {
        const __m512d sx = _mm512_set1_pd(run[k].shift[0]), sy = _mm512_set1_pd(run[k].shift[1]),
                      sz = _mm512_set1_pd(run[k].shift[2]);
        const int32_t end = run[k].end;
        for (int32_t q = run[k].begin > behind ? run[k].begin : behind + 1; q < end; q += 8) {
            const __m512d dx = _mm512_sub_pd(_mm512_sub_pd(x, _mm512_loadu_pd(g->x + q)), sx);
            const __m512d dy = _mm512_sub_pd(_mm512_sub_pd(y, _mm512_loadu_pd(g->y + q)), sy);
            const __m512d dz = _mm512_sub_pd(_mm512_sub_pd(z, _mm512_loadu_pd(g->z + q)), sz);
            const __m512d cut = _mm512_add_pd(_mm512_add_pd(r, _mm512_loadu_pd(g->r + q)), reach);
            const __m512d d2 = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(dx, dx), _mm512_mul_pd(dy, dy)),
                                             _mm512_mul_pd(dz, dz));
            const unsigned inside = end - q >= 8 ? 0xffu : (1u << (end - q)) - 1u;
            const unsigned hit = _mm512_cmp_pd_mask(d2, _mm512_mul_pd(cut, cut), _CMP_LT_OQ) & inside;
            const __m256i codes = _mm256_or_si256(_mm256_set1_epi32((int)run[k].code),
                                                  _mm256_add_epi32(_mm256_set1_epi32(q), steps));
            _mm256_storeu_si256((__m256i *)(void *)at, _mm256_maskz_compress_epi32((__mmask8)hit, codes));
            at += _mm_popcnt_u32(hit);
        }
    }
    return at - out;
}

/* Bytes that bring the marked ones of four 32-bit numbers to the front. */
static const TSU_ALIGNED(16) uint8_t to_front[16][16] = {
    {0},
    {0, 1, 2, 3},
    {4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {8, 9, 10, 11},
    {0, 1, 2, 3, 8, 9, 10, 11},
    {4, 5, 6, 7, 8, 9, 10, 11},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {12, 13, 14, 15},
    {0, 1, 2, 3, 12, 13, 14, 15},
    {4, 5, 6, 7, 12, 13, 14, 15},
    {0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15},
    {8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15},
    {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
};

TSU_TARGET("avx2,popcnt")
static int64_t compare_avx2(const tsu_grid *g, const double sphere[4], int32_t behind,
                            const tsu_near_run *run, int runs, uint32_t *out)
{
    const __m256d x = _mm256_set1_pd(sphere[0]), y = _mm256_set1_pd(sphere[1]), z = _mm256_set1_pd(sphere[2]);
    const __m256d r = _mm256_set1_pd(sphere[3]), reach = _mm256_set1_pd(g->reach);
    const __m128i steps = _mm_setr_epi32(0, 1, 2, 3);
    uint32_t *at = out;
    for (int k = 0; k < runs; k++) {
        const __m256d sx = _mm256_set1_pd(run[k].shift[0]), sy = _mm256_set1_pd(run[k].shift[1]),
                      sz = _mm256_set1_pd(run[k].shift[2]);
        const int32_t end = run[k].end;
        for (int32_t q = run[k].begin > behind ? run[k].begin : behind + 1; q < end; q += 4) {
            const __m256d dx = _mm256_sub_pd(_mm256_sub_pd(x, _mm256_loadu_pd(g->x + q)), sx);
            const __m256d dy = _mm256_sub_pd(_mm256_sub_pd(y, _mm256_loadu_pd(g->y + q)), sy);
            const __m256d dz = _mm256_sub_pd(_mm256_sub_pd(z, _mm256_loadu_pd(g->z + q)), sz);
            const __m256d cut = _mm256_add_pd(_mm256_add_pd(r, _mm256_loadu_pd(g->r + q)), reach);
            const __m256d d2 = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy)),
                                             _mm256_mul_pd(dz, dz));
            const unsigned inside = end - q >= 4 ? 0xfu : (1u << (end - q)) - 1u;
            const unsigned close =
                (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(d2, _mm256_mul_pd(cut, cut), _CMP_LT_OQ));
            const unsigned hit = close & inside;
            const __m128i codes =
                _mm_or_si128(_mm_set1_epi32((int)run[k].code), _mm_add_epi32(_mm_set1_epi32(q), steps));
            const __m128i order = _mm_load_si128((const __m128i *)(const void *)to_front[hit]);
            _mm_storeu_si128((__m128i *)(void *)at, _mm_shuffle_epi8(codes, order));
            at += _mm_popcnt_u32(hit);
        }
    }
    return at - out;
}
#endif

int tsu_near_versions(tsu_near_fn *out[TSU_NEAR_VERSIONS])
{
    int n = 0;
#if TSU_X86
    if (TSU_CPU_HAS("avx512f") && TSU_CPU_HAS("avx512vl")) out[n++] = compare_avx512;
    if (TSU_CPU_HAS("avx2")) out[n++] = compare_avx2;
#endif
    out[n++] = compare_plain;
    return n;
}
