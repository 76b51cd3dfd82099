/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include <string.h>

uint64_t tsu_hash_words(uint64_t h, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        h = tsu_hash_word(h, words[i]);
    }
    return h;
}

uint64_t tsu_hash_doubles(uint64_t h, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        h = tsu_hash_word(h, word);
    }
    return h;
}

/* Bytes are packed low byte first whatever the machine; the length closes the hash, so that trailing zeros
 * count. */
uint64_t tsu_hash_bytes(uint64_t h, const void *bytes, size_t count)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8 && i + j < count; j++) {
            word |= (uint64_t)b[i + j] << (8 * j);
        }
        h = tsu_hash_word(h, word);
    }
    return tsu_hash_word(h, count);
}
