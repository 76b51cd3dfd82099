/* SPDX-License-Identifier: Apache-2.0 */
/* hash.h - fingerprints of 64 bits for the state of a run.
 *
 * Words are hashed by value, so the result is the same on machines of either byte order. Doubles are hashed
 * by their bits: 0.0 and -0.0 differ. The hash of a set does not depend on the order of its members:
 * particles hashed by id give the same number however they are sorted in memory. It guards against accident,
 * not against malice. */
#ifndef TSU_BASE_HASH_H
#define TSU_BASE_HASH_H

#include "base/portable.h"
#include <stddef.h>
#include <stdint.h>

/* A bijection of 64 bits in which every input bit moves about half of the output bits. */
TSU_FN uint64_t tsu_hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    return x;
}

/* Continues the hash `h` with one more word; the order of words matters. */
TSU_FN uint64_t tsu_hash_word(uint64_t h, uint64_t word)
{
    return tsu_hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + word + 1);
}

uint64_t tsu_hash_words(uint64_t h, const uint64_t *words, size_t count);
uint64_t tsu_hash_doubles(uint64_t h, const double *values, size_t count);
uint64_t tsu_hash_bytes(uint64_t h, const void *bytes, size_t count);

/* A set under construction: start from {0}, add the hash of each member, take the value. Sets add up. */
typedef struct tsu_hash_set {
    uint64_t sum;   /* of the mixed hashes of the members */
    uint64_t count; /* members */
} tsu_hash_set;

TSU_FN void tsu_hash_set_add(tsu_hash_set *set, uint64_t member)
{
    set->sum += tsu_hash_mix(member ^ UINT64_C(0x5851f42d4c957f2d));
    set->count++;
}

TSU_FN tsu_hash_set tsu_hash_set_join(tsu_hash_set a, tsu_hash_set b)
{
    const tsu_hash_set made = {a.sum + b.sum, a.count + b.count};
    return made;
}

TSU_FN uint64_t tsu_hash_set_value(tsu_hash_set set)
{
    return tsu_hash_word(tsu_hash_word(0, set.count), set.sum);
}

#endif
