/* SPDX-License-Identifier: Apache-2.0 */
/* portable.h - the only place with compiler-specific words.
 *
 * TSU_FN        a pure inline function of the physics: always inlined, so that a block loop over it
 * vectorises TSU_CLONES    the function is compiled for several instruction sets and the best is chosen when
 * the program starts; all of them give the same bits because floating-point contraction is off everywhere
 * TSU_RESTRICT  the pointer is the only way to its memory within the function */
#ifndef TSU_BASE_PORTABLE_H
#define TSU_BASE_PORTABLE_H

#if defined(__GNUC__)
#define TSU_FN           static inline __attribute__((always_inline, unused))
#define TSU_RESTRICT     __restrict__
#define TSU_LIKELY(x)    __builtin_expect(!!(x), 1)
#define TSU_UNLIKELY(x)  __builtin_expect(!!(x), 0)
#define TSU_PREFETCH(p)  __builtin_prefetch(p)
#define TSU_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define TSU_ALIGNED(n)   __attribute__((aligned(n)))
#define TSU_NOINLINE     __attribute__((noinline))
#else
#define TSU_FN static inline
#define TSU_RESTRICT
#define TSU_LIKELY(x)   (x)
#define TSU_UNLIKELY(x) (x)
#define TSU_PREFETCH(p) ((void)(p))
#define TSU_PRINTF(f, a)
#define TSU_ALIGNED(n)
#define TSU_NOINLINE
#endif

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__OPTIMIZE__) &&              \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(TSU_NO_CLONES)
#define TSU_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define TSU_CLONES
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
