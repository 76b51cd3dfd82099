/* SPDX-License-Identifier: Apache-2.0 */
/* sums.h - values into sums that do not depend on their order (base/tally.h), where many threads add at once. Threads of a GPU add what a
 * warp has found together; a processor adds value by value. */
#ifndef TSU_CUDA_SUMS_H
#define TSU_CUDA_SUMS_H

#include "cuda/view.h"
#include <math.h>

/* What threads change together: additions of whole numbers, unions of bits, greatest numbers. */
TSU_FN void tsu_gpu_add(int64_t *to, int64_t number)
{
#if defined(__CUDA_ARCH__)
    atomicAdd((unsigned long long *)to, (unsigned long long)number);
#else
    *to += number;
#endif
}

TSU_FN void tsu_gpu_join(uint64_t *to, uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    atomicOr((unsigned long long *)to, (unsigned long long)bits);
#else
    *to |= bits;
#endif
}

TSU_FN void tsu_gpu_raise(int64_t *to, int64_t number)
{
#if defined(__CUDA_ARCH__)
    atomicMax((long long *)to, (long long)number);
#else
    *to = number > *to ? number : *to;
#endif
}

TSU_FN void tsu_gpu_highest(uint64_t *to, uint64_t number)
{
#if defined(__CUDA_ARCH__)
    if (number > *(volatile uint64_t *)to) atomicMax((unsigned long long *)to, (unsigned long long)number);
#else
    *to = number > *to ? number : *to;
#endif
}

TSU_FN uint64_t tsu_gpu_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The quanta in a value of sum s; false if it is too large for that. */
TSU_FN bool tsu_gpu_quanta(const tsu_gpu_view *g, int s, double a, int64_t *quanta)
{
    const double magic = g->magic[s];
    *quanta = (int64_t)(tsu_gpu_bits(a + magic) - tsu_gpu_bits(magic));
    return fabs(a) < g->limit[s];
}

/* Adds quanta, of not more than 2^11 values. */
TSU_FN void tsu_gpu_add_quanta(tsu_gpu_sums *to, int s, int64_t quanta)
{
    const int64_t low = (int64_t)((uint64_t)quanta & UINT32_MAX);
    tsu_gpu_add(&to->low[s], low);
    tsu_gpu_add(&to->high[s], (quanta - low) / (INT64_C(1) << 32));
}

/* Adds a value as tsu_exact_add does, but 32 bits at a time, so that limbs hold those of 2^31 values. */
TSU_FN void tsu_gpu_add_exact(tsu_gpu_exact *to, double x)
{
    const uint64_t bits = tsu_gpu_bits(x);
    const int exponent = (int)(bits >> 52 & 2047);
    if (exponent == 2047) {
        tsu_gpu_add(&to->nan, x != x);
        tsu_gpu_add(&to->above, x > 0.0);
        tsu_gpu_add(&to->below, x < 0.0);
        return;
    }
    const uint64_t hidden = exponent > 0 ? 1 : 0,
                   mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | hidden << 52;
    const int place = exponent - (int)hidden, shift = place & 31;
    const int64_t sign = bits >> 63 ? -1 : 1;
    const uint64_t high = mantissa >> (32 - shift);
    int64_t *limb = &to->limb[place >> 5];
    tsu_gpu_add(limb, sign * (int64_t)(mantissa << shift & UINT32_MAX));
    tsu_gpu_add(limb + 1, sign * (int64_t)(high & UINT32_MAX));
    tsu_gpu_add(limb + 2, sign * (int64_t)(high >> 32));
}

/* Adds a value that is too large for its quantum, rounded by the same rule. */
TSU_FN void tsu_gpu_add_large(const tsu_gpu_view *g, int s, double a)
{
    const double limit = g->magic[s] / 1.5, far = a < 0.0 ? -limit : limit; /* 2^52 quanta */
    int exponent;
    tsu_gpu_join(&g->sums->exact, UINT64_C(1) << s);
    tsu_gpu_add_exact(&g->large[s], fabs(a) < limit ? (a + far) - far : a);
    if (!isfinite(a)) return;
    frexp(a, &exponent);
    tsu_gpu_raise(&g->sums->largest[s], exponent + TSU_GPU_EXPONENT);
}

/* The bits of its magnitude, where sizes are measured. */
TSU_FN uint64_t tsu_gpu_size(const tsu_gpu_view *g, int s, double a)
{
    return tsu_gpu_bits(fabs(a) + g->magic[s]);
}

/* A step has been taken, unless it was stopped: whether the next one may be. */
TSU_FN void tsu_gpu_turn_over(const tsu_gpu_view *g)
{
    tsu_gpu_turn *t = g->turn;
    double furthest2;
    if (t->stop) return;
    memcpy(&furthest2, &g->sums->furthest2, sizeof furthest2);
    t->moved += sqrt(furthest2);
    t->stop = g->sums->outside | g->sums->not_finite | g->sums->exact | (t->moved <= t->most ? 0u : 1u);
    g->sums->done = 1;
}

#endif
