/* SPDX-License-Identifier: Apache-2.0 */
/* smoke.h - a short deterministic run of a fuzz target: good inputs with bytes changed, cut, pieces left out and words put in. What it
 * proves is that nothing crashes; run it under the sanitizers. The target is included before. */
#ifndef TSU_TESTS_FUZZ_SMOKE_H
#define TSU_TESTS_FUZZ_SMOKE_H

#include <string.h>

typedef struct smoke {
    uint64_t state;          /* of the random numbers */
    size_t room;             /* for a text [byte] */
    const char *const *word; /* that may be put in */
    uint32_t words;
} smoke;

static inline uint32_t smoke_draw(smoke *s, uint32_t below)
{
    s->state = s->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(s->state >> 33) % below;
}

static inline size_t smoke_edit(smoke *s, char *text, size_t size)
{
    const size_t at = smoke_draw(s, (uint32_t)size + 1);
    const char *word = s->word[smoke_draw(s, s->words)];
    const size_t length = strlen(word), cut = smoke_draw(s, (uint32_t)(size - at) + 1) % 40;
    switch (smoke_draw(s, 4)) {
    case 0:
        if (at < size) text[at] = (char)smoke_draw(s, 256);
        return size;
    case 1: return at > 0 ? at : size; /* cut off */
    case 2: memmove(text + at, text + at + cut, size - at - cut); return size - cut;
    default:
        if (size + length >= s->room) return size;
        memmove(text + at + length, text + at, size - at);
        memcpy(text + at, word, length);
        return size + length;
    }
}

/* Feeds the text after up to five edits. */
static inline void smoke_feed(smoke *s, char *text, size_t size)
{
    for (uint32_t k = smoke_draw(s, 6); k > 0; k--) {
        size = smoke_edit(s, text, size);
    }
    assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)text, size), 0);
}

#endif
