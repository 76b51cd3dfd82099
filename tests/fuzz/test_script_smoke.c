/* SPDX-License-Identifier: Apache-2.0 */
/* A short deterministic run of the fuzz target: good decks, cut, spliced and sprinkled with words of the language. What
 * it proves is that nothing crashes; run it under the sanitizers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz/fuzz_script.c"
#include <string.h>

static const char *const SEEDS[] = {
    "variable i loop 3\nlabel top\nprint \"$i ${i} $(v_i^2)\"\nnext i\njump SELF top\n",
    "variable a index one two three # values\nif \"$a == one\" then 'print x' elif 1 'print y' else 'quit'\n",
    "variable e equal \"sqrt(x[1])*ramp(0,1)+c_vec[2]-f_arr[1][2]\"\nvariable f atom "
    "gmask(odd)*x^2-c_per\nprint ${e}\n",
    "see vector 1 2 3 switch on &\n count 3 run \"see text v_q\" \"\"\"a\nb\"\"\"\nvariable q equal "
    "random(0,1,5)\n",
    "partition yes 1 print 'a b' screen no newline no\necho both\nvariable d string $d$d\nvariable d "
    "delete\nclear\n",
    "stagger(100,10)+logfreq(1,2,10)-stride(0,5,1)%7&&!sum(c_vec)||min(f_arr[1])<=xcm(all,x,left)",
    "(abc == abd || 1e-3 < 2) && !(5 != 5)",
};
static const char *const WORDS[] = {"$",          "${",
                                    "}",          "$(",
                                    ")",          "(",
                                    "\"",         "'",
                                    "\"\"\"",     "&\n",
                                    "#",          "\n",
                                    "v_a",        "c_",
                                    "[1]",        "[",
                                    "]",          "1e",
                                    "e-",         "^",
                                    "-",          "!",
                                    "==",         "&&",
                                    ",",          "if ",
                                    "then ",      "else ",
                                    "jump SELF ", "label ",
                                    "next ",      "variable ",
                                    " loop ",     " equal ",
                                    "\r\n",       " ",
                                    "\t",         "999999999999999999999",
                                    "-1",         "0",
                                    "NaN",        "\xff",
                                    "next(",      "random(",
                                    "see run "};
enum { N_SEEDS = sizeof SEEDS / sizeof *SEEDS, N_WORDS = sizeof WORDS / sizeof *WORDS, SIZE = 1024 };

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % below;
}

static size_t insert_text(char *text, size_t size, size_t at, const char *piece, size_t length)
{
    if (size + length >= SIZE) return size;
    memmove(text + at + length, text + at, size - at);
    memcpy(text + at, piece, length);
    return size + length;
}

static size_t mutate(char *text, size_t size, uint64_t *state)
{
    const size_t at = draw(state, (uint32_t)size + 1);
    const char *word = WORDS[draw(state, N_WORDS)], *seed = SEEDS[draw(state, N_SEEDS)];
    switch (draw(state, 5)) {
    case 0: return insert_text(text, size, at, word, strlen(word));
    case 1: return insert_text(text, size, at, seed, draw(state, (uint32_t)strlen(seed) + 1));
    case 2:
        if (at < size) text[at] = (char)(1 + draw(state, 255));
        return size;
    case 3: {
        const size_t cut = draw(state, (uint32_t)(size - at) + 1);
        memmove(text + at, text + at + cut, size - at - cut);
        return size - cut;
    }
    default: return insert_text(text, size, at, text, draw(state, (uint32_t)(at < 60 ? at : 60) + 1));
    }
}

static void test_mutations(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int round = 0; round < 100000; round++) {
        char text[SIZE];
        const char *seed = SEEDS[draw(&state, N_SEEDS)];
        size_t size = strlen(seed);
        memcpy(text, seed, size);
        for (uint32_t k = draw(&state, 12); k > 0; k--) {
            size = mutate(text, size, &state);
        }
        assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)text, size), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
