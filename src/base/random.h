/* SPDX-License-Identifier: Apache-2.0 */
/* random.h - random numbers that are a function, not a sequence.
 *
 * A number depends only on (seed, id, purpose, counter): the seed of the deck, the global id of the particle
 * or of the command that asks, what the number is for, and how many were drawn before for that purpose.
 * Nothing is shared, so the numbers are the same on any number of threads and after a restart, and adding a
 * new use does not disturb the others. The mixing is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel
 * random numbers: as easy as 1, 2, 3, SC 2011), which passes the usual batteries of statistical tests. */
#ifndef TSU_BASE_RANDOM_H
#define TSU_BASE_RANDOM_H

#include "base/power.h"
#include "base/trig.h"

/* What a number is for. Append only: the values are part of the meaning of a seed. */
typedef enum tsu_random_purpose {
    TSU_RANDOM_POSITION = 1,
    TSU_RANDOM_VELOCITY = 2,
    TSU_RANDOM_SIZE = 3,
    TSU_RANDOM_ORIENTATION = 4,
    TSU_RANDOM_TYPE = 5,
    TSU_RANDOM_VARIABLE = 6, /* random() in an expression of the deck */
    TSU_RANDOM_TEST = 7,
    TSU_RANDOM_SIEVE = 8 /* whether a particle falls through a sieve */
} tsu_random_purpose;

typedef struct tsu_random_words {
    uint32_t w[4];
} tsu_random_words;

/* Philox4x32-10: ten rounds on a counter of 128 bits under a key of 64 bits. */
TSU_FN tsu_random_words tsu_random_philox(tsu_random_words counter, uint32_t key0, uint32_t key1)
{
    tsu_random_words c = counter;
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = (uint64_t)0xD2511F53u * c.w[0];
        const uint64_t p1 = (uint64_t)0xCD9E8D57u * c.w[2];
        const tsu_random_words next = {{(uint32_t)(p1 >> 32) ^ c.w[1] ^ key0, (uint32_t)p1,
                                        (uint32_t)(p0 >> 32) ^ c.w[3] ^ key1, (uint32_t)p0}};
        c = next;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

/* Two independent words of 64 bits. */
TSU_FN tsu_random_words tsu_random_draw(uint64_t seed, uint64_t id, tsu_random_purpose purpose,
                                        uint32_t counter)
{
    const tsu_random_words c = {{(uint32_t)id, (uint32_t)(id >> 32), (uint32_t)purpose, counter}};
    return tsu_random_philox(c, (uint32_t)seed, (uint32_t)(seed >> 32));
}

/* The 53 leading bits of two words as a number in [0, 1). */
TSU_FN double tsu_random_unit(uint32_t high, uint32_t low)
{
    const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
    return (double)(int64_t)bits * 0x1p-53;
}

/* Uniform in [0, 1). */
TSU_FN double tsu_random_uniform(uint64_t seed, uint64_t id, tsu_random_purpose purpose, uint32_t counter)
{
    const tsu_random_words r = tsu_random_draw(seed, id, purpose, counter);
    return tsu_random_unit(r.w[0], r.w[1]);
}

/* Normal with mean 0 and variance 1, by the method of Box and Muller. */
TSU_FN double tsu_random_normal(uint64_t seed, uint64_t id, tsu_random_purpose purpose, uint32_t counter)
{
    const tsu_random_words r = tsu_random_draw(seed, id, purpose, counter);
    const double radius = sqrt(-2.0 * tsu_log(1.0 - tsu_random_unit(r.w[0], r.w[1])));
    return radius * tsu_sincos_turns(tsu_random_unit(r.w[2], r.w[3])).cos;
}

#endif
