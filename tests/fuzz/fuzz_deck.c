/* SPDX-License-Identifier: Apache-2.0 */
/* Decks of the whole engine fed with anything: no crash, no sanitizer report, and every refusal has a sentence. Shell and
 * files are off, runs are stopped after some steps. Built with TSU_FUZZ for libFuzzer; test_deck_smoke.c feeds changed decks
 * without it. */
#include "fuzz/fuzz_script.h"
#include "session/session.h"
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_DECK = 6000, DIGITS_MAX = 5, CHUNKS = 40, STEPS = 5, COMMANDS = 300 };

static void ignore(void *context, const char *text, bool screen, bool log)
{
    (void)context, (void)text, (void)screen, (void)log;
}

static int64_t few(void *context, const tsu_session *s)
{
    (void)context, (void)s;
    return STEPS;
}

static bool enough(void *context)
{
    return ++*(int *)context > CHUNKS;
}

/* Numbers of many figures ask for more particles or steps than a fuzzer has time for; nothing new is behind them. */
static bool too_much(const uint8_t *data, size_t size)
{
    int digits = 0;
    for (size_t k = 0; k < size; k++) {
        digits = data[k] >= '0' && data[k] <= '9' ? digits + 1 : 0;
        if (digits > DIGITS_MAX) return true;
    }
    return size > SIZE_MAX_DECK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (too_much(data, size)) return -1;
    int chunks = 0;
    char *text = malloc(size + 1);
    const tsu_session_options options = {.threads = 1,
                                         .print = ignore,
                                         .limit = few,
                                         .interrupted = enough,
                                         .context = &chunks,
                                         .foreground = true,
                                         .forbid_shell = true,
                                         .forbid_files = true,
                                         .max_commands = COMMANDS};
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&options, &err);
    if (text && s) {
        memcpy(text, data, size);
        text[size] = '\0';
        if (tsu_script_run_string(s->script, "deck", text, &err) != TSU_OK && !err.message[0]) abort();
    }
    tsu_session_destroy(s);
    free(text);
    return 0;
}
