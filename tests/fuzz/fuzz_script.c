/* SPDX-License-Identifier: Apache-2.0 */
/* The deck language fed with anything: no crash, no sanitizer report, no endless run. The host is the fake one; shell
 * and files are off. Built with TSU_FUZZ for libFuzzer; test_script_smoke.c feeds the same function. */
#include "fuzz/fuzz_script.h"
#include "unit/script_fake.h"
#include <stdlib.h>

static tsu_status run_see(tsu_script *s, tsu_words *w, tsu_error *err)
{
    static const char *const keywords[] = {"vector", "switch", "count", "run", "text", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(w)) {
        int keyword = 0;
        double v[3];
        bool on;
        int64_t n;
        const char *text;
        tsu_quantity q;
        status = tsu_words_choice(w, "a keyword", keywords, &keyword, err);
        if (status != TSU_OK) break;
        switch (keyword) {
        case 0: status = tsu_words_numbers(w, "three numbers", 3, v, err); break;
        case 1: status = tsu_words_switch(w, "a switch", &on, err); break;
        case 2: status = tsu_words_integer_in(w, "an integer", -5, 5, &n, err); break;
        case 3:
            status = tsu_words_text(w, "a command", &text, err);
            if (status == TSU_OK) status = tsu_script_run_line(s, text, err);
            break;
        default:
            status = tsu_words_quantity(w, "a quantity", &q, err);
            if (status == TSU_OK) status = tsu_script_quantity(s, &q, v, err);
            break;
        }
    }
    return status;
}

static const tsu_command COMMANDS[] = {{"see", "see KEYWORD ...", "Reads words of every kind.", run_see},
                                       {NULL, NULL, NULL, NULL}};
static const tsu_command_family FAMILIES[] = {
    {NULL, tsu_commands_language}, {NULL, tsu_commands_shell}, {NULL, COMMANDS}, {NULL, NULL}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096) return 0;
    fake f = {.clock = {.step = 7, .begin = 0, .end = 10, .dt = 0.1, .running = size % 2 == 0}};
    const tsu_script_host host = fake_host(&f);
    char *text = malloc(size + 1);
    tsu_script *s = tsu_script_create(&(tsu_script_options){.host = &host,
                                                            .families = FAMILIES,
                                                            .forbid_shell = true,
                                                            .forbid_files = true,
                                                            .max_commands = 200});
    if (text && s) {
        memcpy(text, data, size);
        text[size] = '\0';
        tsu_error err = {0};
        double rows[FAKE_COUNT];
        bool holds;
        (void)tsu_script_run_string(s, "fuzz", text, &err);
        (void)tsu_script_evaluate_particles(s, text, NULL, FAKE_COUNT, rows, &err);
        (void)tsu_script_evaluate_condition(s, text, &holds, &err);
    }
    tsu_script_destroy(s);
    free(text);
    return 0;
}
