/* SPDX-License-Identifier: Apache-2.0 */
/* A short deterministic run of the fuzz target of restart files. What it proves is that nothing crashes; run it under the
 * sanitizers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz/fuzz_restart.c"

enum { ROUNDS = 2000, EDITS = 3 };

static uint8_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(*state >> 40);
}

static void test_smoke(void **unused)
{
    (void)unused;
    uint64_t state = 7;
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t edit[1 + EDIT * EDITS];
        for (size_t k = 0; k < sizeof edit; k++) {
            edit[k] = draw(&state);
        }
        const size_t edits = 1 + draw(&state) % EDITS;
        assert_int_equal(LLVMFuzzerTestOneInput(edit, 1 + EDIT * edits), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
