/* SPDX-License-Identifier: Apache-2.0 */
/* compiler.h - compiler-specific words of contact laws.
 *
 * TSU_FN        a pure inline function of the physics: always inlined, so that a block loop over it vectorises; for CUDA a function of
 *               host and device
 * TSU_CLONES    the function is compiled for several instruction sets and the best is chosen when the program starts; all
 *               of them give the same bits because floating-point contraction is off everywhere
 * TSU_RESTRICT  the pointer is the only way to its memory within the function
 * TSU_UNROLLED  the loop that follows has a constant number of turns and is written out: gcc itself does so up to 16 turns only, and
 *               a loop over contacts around one that is left is not vectorised
 * TSU_ROLLED    the loop that follows is not written out: what is written out before the vectoriser comes to it stays with single numbers
 * TSU_ALIGNED   objects of the type begin at a multiple of so many bytes
 * TSU_PRINTF    the arguments are checked as those of printf */
#ifndef TSUBU_LAW_COMPILER_H
#define TSUBU_LAW_COMPILER_H

#if defined(__MINGW32__)
#define TSU_PRINTF_KIND gnu_printf /* Windows has a printf of its own */
#else
#define TSU_PRINTF_KIND printf
#endif

#if defined(__CUDACC__)
#define TSU_FN           static inline __host__ __device__ __attribute__((unused))
#define TSU_RESTRICT     __restrict__
#define TSU_ALIGNED(n)   __attribute__((aligned(n)))
#define TSU_PRINTF(f, a) __attribute__((format(TSU_PRINTF_KIND, f, a)))
#elif defined(__GNUC__)
#define TSU_FN           static inline __attribute__((always_inline, unused))
#define TSU_RESTRICT     __restrict__
#define TSU_ALIGNED(n)   __attribute__((aligned(n)))
#define TSU_PRINTF(f, a) __attribute__((format(TSU_PRINTF_KIND, f, a)))
#else
#define TSU_FN static inline
#define TSU_RESTRICT
#define TSU_ALIGNED(n)
#define TSU_PRINTF(f, a)
#endif

/* The choice between clones is made by the loader when the program starts (ifunc). glibc does this; musl and Windows do not. */
#include <limits.h> /* tells which C library this is */
#if defined(__CUDACC__)
#define TSU_UNROLLED _Pragma("unroll")
#define TSU_ROLLED
#elif defined(__GNUC__) && !defined(__clang__)
#define TSU_UNROLLED _Pragma("GCC unroll 64")
#define TSU_ROLLED   _Pragma("GCC unroll 1")
#else
#define TSU_UNROLLED
#define TSU_ROLLED
#endif

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__OPTIMIZE__) &&              \
    defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                 \
    !defined(TSU_NO_CLONES)
#define TSU_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define TSU_CLONES
#endif

#endif
