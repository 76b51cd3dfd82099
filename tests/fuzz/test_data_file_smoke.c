/* SPDX-License-Identifier: Apache-2.0 */
/* A short deterministic run of the fuzz target: good files, cut, spliced and with bytes changed. What it proves is that
 * nothing crashes; run it under the sanitizers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz/fuzz_data_file.c"

enum { SIZE = 2048, ROUNDS = 40000 };

static const char *const TEXTS[] = {
    "first\n\n2 atoms\n2 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n0 0 0 xy xz yz\n\nAtoms\n\n"
    "1 1 0.1 2500 0.5 0.5 0.5\n2 2 0.2 1000 0.1 0.2 0.3 0 1 -1\n\nVelocities\n\n2 1 2 3\n1 1 2 3 4 5 6\n",
    "# vtk DataFile Version 2.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0 1 0 0 0 1 0 0 0 "
    "1 1 1 1\n"
    "CELLS 3 14\n4 0 1 2 3\n4 1 2 3 4\n3 0 1 2\nCELL_TYPES 3\n10 10 5\n",
};
static const char *const WORDS[] = {
    "nan",     "1e400",   "-1",           "99999999999999999999", "0",     "\n", "\r\n",
    "#",       "Atoms\n", "Velocities\n", "1000000 atoms\n",      "0x1p3", " ",  "\xff",
    "Bodies\n"};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, N_WORDS = sizeof WORDS / sizeof *WORDS };

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % below;
}

static size_t mutate(char *text, size_t size, uint64_t *state)
{
    const size_t at = draw(state, (uint32_t)size + 1);
    const char *word = WORDS[draw(state, N_WORDS)];
    const size_t length = strlen(word), cut = draw(state, (uint32_t)(size - at) + 1) % 40;
    switch (draw(state, 4)) {
    case 0:
        if (at < size) text[at] = (char)draw(state, 256);
        return size;
    case 1: return at > 0 ? at : size; /* cut off */
    case 2: memmove(text + at, text + at + cut, size - at - cut); return size - cut;
    default:
        if (size + length >= SIZE) return size;
        memmove(text + at + length, text + at, size - at);
        memcpy(text + at, word, length);
        return size + length;
    }
}

static void test_smoke(void **unused)
{
    (void)unused;
    uint64_t state = 5;
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        strcpy(text, TEXTS[draw(&state, N_TEXTS)]);
        size_t size = strlen(text);
        for (uint32_t k = draw(&state, 6); k > 0; k--) {
            size = mutate(text, size, &state);
        }
        assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)text, size), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
