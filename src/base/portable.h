/* SPDX-License-Identifier: Apache-2.0 */
/* portable.h - compiler-specific words that only the engine needs. Those that a contact law needs as well are in
 * tsubu/law/compiler.h; no other file has any. */
#ifndef TSU_BASE_PORTABLE_H
#define TSU_BASE_PORTABLE_H

#include "tsubu/law/compiler.h"

#if defined(__GNUC__)
#define TSU_LIKELY(x)         __builtin_expect(!!(x), 1)
#define TSU_UNLIKELY(x)       __builtin_expect(!!(x), 0)
#define TSU_PREFETCH(p)       __builtin_prefetch(p)
#define TSU_PREFETCH_WRITE(p) __builtin_prefetch(p, 1)
#define TSU_PREFETCH_NEXT(p)  __builtin_prefetch(p, 1, 2) /* into the second cache, for a little later */
#define TSU_NOINLINE          __attribute__((noinline))
#else
#define TSU_LIKELY(x)         (x)
#define TSU_UNLIKELY(x)       (x)
#define TSU_PREFETCH(p)       ((void)(p))
#define TSU_PREFETCH_WRITE(p) ((void)(p))
#define TSU_PREFETCH_NEXT(p)  ((void)(p))
#define TSU_NOINLINE
#endif

/* Four doubles that move together; elementwise + and - give the bits of the scalar operations. In C++ without vector types they
 * are a struct (quads.h), which TSU_PLAIN_QUADS asks for in tests. */
#if defined(__cplusplus) && (defined(TSU_PLAIN_QUADS) || defined(__CUDACC__))
#include "base/quads.h"
#elif defined(__GNUC__)
typedef double tsu_v4 __attribute__((vector_size(32), aligned(32)));
typedef long long tsu_mask4
    __attribute__((vector_size(32), aligned(32))); /* all bits or none, of four doubles */
#define TSU_V4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)

/* Eight doubles, and eight words; a cast from one to the other keeps the bits. */
typedef double tsu_v8 __attribute__((vector_size(64), aligned(64)));
typedef unsigned long long tsu_words8 __attribute__((vector_size(64), aligned(64)));
#define TSU_V8_SHUFFLE(a, b, ...)        __builtin_shufflevector(a, b, __VA_ARGS__)

/* Turns four rows into four columns. */
static inline __attribute__((always_inline, unused)) void tsu_v4_transpose(tsu_v4 *a, tsu_v4 *b, tsu_v4 *c,
                                                                           tsu_v4 *d)
{
    const tsu_v4 ab_lo = TSU_V4_SHUFFLE(*a, *b, 0, 4, 2, 6), ab_hi = TSU_V4_SHUFFLE(*a, *b, 1, 5, 3, 7);
    const tsu_v4 cd_lo = TSU_V4_SHUFFLE(*c, *d, 0, 4, 2, 6), cd_hi = TSU_V4_SHUFFLE(*c, *d, 1, 5, 3, 7);
    *a = TSU_V4_SHUFFLE(ab_lo, cd_lo, 0, 1, 4, 5);
    *b = TSU_V4_SHUFFLE(ab_hi, cd_hi, 0, 1, 4, 5);
    *c = TSU_V4_SHUFFLE(ab_lo, cd_lo, 2, 3, 6, 7);
    *d = TSU_V4_SHUFFLE(ab_hi, cd_hi, 2, 3, 6, 7);
}

/* Two rows of four as one of eight, and back. */
#define TSU_V8_OF(a, b)                  __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define TSU_V8_FIRST(a)                  __builtin_shufflevector(a, a, 0, 1, 2, 3)
#define TSU_V8_SECOND(a)                 __builtin_shufflevector(a, a, 4, 5, 6, 7)

/* Turns four rows into four columns, in each half. */
static inline __attribute__((always_inline, unused)) void tsu_v8_transpose(tsu_v8 *a, tsu_v8 *b, tsu_v8 *c,
                                                                           tsu_v8 *d)
{
    const tsu_v8 ab_lo = TSU_V8_SHUFFLE(*a, *b, 0, 8, 2, 10, 4, 12, 6, 14),
                 ab_hi = TSU_V8_SHUFFLE(*a, *b, 1, 9, 3, 11, 5, 13, 7, 15),
                 cd_lo = TSU_V8_SHUFFLE(*c, *d, 0, 8, 2, 10, 4, 12, 6, 14),
                 cd_hi = TSU_V8_SHUFFLE(*c, *d, 1, 9, 3, 11, 5, 13, 7, 15);
    *a = TSU_V8_SHUFFLE(ab_lo, cd_lo, 0, 1, 8, 9, 4, 5, 12, 13);
    *b = TSU_V8_SHUFFLE(ab_hi, cd_hi, 0, 1, 8, 9, 4, 5, 12, 13);
    *c = TSU_V8_SHUFFLE(ab_lo, cd_lo, 2, 3, 10, 11, 6, 7, 14, 15);
    *d = TSU_V8_SHUFFLE(ab_hi, cd_hi, 2, 3, 10, 11, 6, 7, 14, 15);
}

/* Four rows side by side, turned into columns and stored at lane l of four arrays. */
static inline __attribute__((always_inline, unused)) void
tsu_v4_store_columns(tsu_v4 row[4], int l, double *x, double *y, double *z, double *w)
{
    tsu_v4_transpose(&row[0], &row[1], &row[2], &row[3]);
    __builtin_memcpy(x + l, &row[0], sizeof *row);
    __builtin_memcpy(y + l, &row[1], sizeof *row);
    __builtin_memcpy(z + l, &row[2], sizeof *row);
    __builtin_memcpy(w + l, &row[3], sizeof *row);
}

/* The same without the last column. */
static inline __attribute__((always_inline, unused)) void tsu_v4_store_three(tsu_v4 row[4], int l, double *x,
                                                                             double *y, double *z)
{
    tsu_v4_transpose(&row[0], &row[1], &row[2], &row[3]);
    __builtin_memcpy(x + l, &row[0], sizeof *row);
    __builtin_memcpy(y + l, &row[1], sizeof *row);
    __builtin_memcpy(z + l, &row[2], sizeof *row);
}

/* Four columns of four as rows, `stride` apart. */
static inline __attribute__((always_inline, unused)) void
tsu_v4_store_rows(const double *x, const double *y, const double *z, const double *w, double *row, int stride)
{
    tsu_v4 a, b, c, d;
    __builtin_memcpy(&a, x, sizeof a);
    __builtin_memcpy(&b, y, sizeof b);
    __builtin_memcpy(&c, z, sizeof c);
    __builtin_memcpy(&d, w, sizeof d);
    tsu_v4_transpose(&a, &b, &c, &d);
    __builtin_memcpy(row, &a, sizeof a);
    __builtin_memcpy(row + stride, &b, sizeof b);
    __builtin_memcpy(row + 2 * stride, &c, sizeof c);
    __builtin_memcpy(row + 3 * stride, &d, sizeof d);
}
#endif

/* A hint to the processor that this thread only waits. */
#if defined(__GNUC__) && defined(__x86_64__)
#define TSU_RELAX() __builtin_ia32_pause()
#elif defined(__GNUC__) && defined(__aarch64__)
#define TSU_RELAX() __asm__ volatile("yield")
#else
#define TSU_RELAX() ((void)0)
#endif

/* Where a loop is written for an instruction set by hand, a plain version of it stands beside it and gives the same:
 * TSU_TARGET compiles a function for the set, TSU_CPU_HAS says whether this machine has it. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(TSU_NO_CLONES)
#define TSU_X86           1
#define TSU_TARGET(isa)   __attribute__((target(isa)))
#define TSU_CPU_HAS(name) __builtin_cpu_supports(name)
#else
#define TSU_X86 0
#endif

#endif
