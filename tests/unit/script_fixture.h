/* SPDX-License-Identifier: Apache-2.0 */
/* script_fixture.h - a script over the fake host with a few commands of its own, which record what reaches them. */
#ifndef TSU_TESTS_UNIT_SCRIPT_FIXTURE_H
#define TSU_TESTS_UNIT_SCRIPT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "step/world.h"
#include "unit/script_fake.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct fixture {
    fake fake;
    tsu_script *script;
    char seen[4096]; /* every `see` command: [word|word|...]@line */
    char folder[64];
} fixture;

static inline tsu_status run_see(tsu_script *s, tsu_words *w, tsu_error *err)
{
    fixture *x = tsu_script_engine(s);
    char place[80];
    (void)err;
    for (int i = 1; i < w->count; i++) {
        fake_append(x->seen, sizeof x->seen, i > 1 ? "|" : "[");
        fake_append(x->seen, sizeof x->seen, w->word[i]);
    }
    snprintf(place, sizeof place, "]%d", w->line);
    fake_append(x->seen, sizeof x->seen, place);
    return TSU_OK;
}

static inline tsu_status run_twice(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const char *line;
    tsu_status status = tsu_words_text(w, "the command", &line, err);
    for (int i = 0; i < 2 && status == TSU_OK; i++) {
        status = tsu_script_run_line(s, line, err);
    }
    return status;
}

static inline tsu_status run_fix(tsu_script *s, tsu_words *w, tsu_error *err)
{
    const tsu_status status = tsu_words_need(w, 3, "ID, group and style", err);
    w->at += 2;
    return status == TSU_OK ? tsu_script_run_style(s, w, err) : status;
}

static inline tsu_status run_gravity(tsu_script *s, tsu_words *w, tsu_error *err)
{
    static const char *const keywords[] = {"vector", "ramped", "chute", NULL};
    fixture *x = tsu_script_engine(s);
    double size = 0, v[3] = {0};
    bool ramped = false;
    int64_t angle = 0;
    char text[160];
    tsu_status status = tsu_words_number(w, "the acceleration [m/s2]", &size, err);
    while (status == TSU_OK && tsu_words_left(w)) {
        int k;
        status = tsu_words_choice(w, "a keyword", keywords, &k, err);
        if (status != TSU_OK) return status;
        if (k == 0) status = tsu_words_numbers(w, "the direction", 3, v, err);
        if (k == 1) status = tsu_words_switch(w, "ramped", &ramped, err);
        if (k == 2) status = tsu_words_integer_in(w, "the angle", 0, 90, &angle, err);
    }
    snprintf(text, sizeof text, "<%s %g %g %g %g %d %d>", w->word[1], size, v[0], v[1], v[2], ramped,
             (int)angle);
    fake_append(x->seen, sizeof x->seen, text);
    return status;
}

static const tsu_command COMMANDS[] = {
    {"see", "see WORD ...", "Remembers its words.", run_see},
    {"twice", "twice COMMAND", "Runs a command two times.", run_twice},
    {"fix", "fix ID GROUP STYLE ...", "Dispatches.", run_fix},
    {"dihedral_style", "dihedral_style STYLE", "dihedrals belong to molecules", NULL},
    {NULL, NULL, NULL, NULL},
};
static const tsu_command FIXES[] = {
    {"gravity", "fix ID GROUP gravity G [vector X Y Z] [ramped yes|no] [chute A]", "Weight.", run_gravity},
    {"multisphere", "fix ID GROUP multisphere", "clumps come later", NULL},
    {NULL, NULL, NULL, NULL},
};
static const tsu_command_family FAMILIES[] = {{NULL, tsu_commands_language},
                                              {NULL, tsu_commands_shell},
                                              {NULL, COMMANDS},
                                              {"fix", FIXES},
                                              {NULL, NULL}};

static inline int set_up(void **state)
{
    fixture *x = calloc(1, sizeof *x);
    if (!x) return -1;
    const tsu_script_host host = fake_host(&x->fake);
    x->script = tsu_script_create(&(tsu_script_options){.host = &host, .families = FAMILIES, .engine = x});
    snprintf(x->folder, sizeof x->folder, "/tmp/tsubu_test_XXXXXX");
    *state = x;
    return x->script && mkdtemp(x->folder) ? 0 : -1;
}

static inline int tear_down(void **state)
{
    fixture *x = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", x->folder);
    tsu_script_destroy(x->script);
    free(x);
    return system(command);
}

/* Runs a deck and compares what its `see` commands saw. */
static inline void sees(fixture *x, const char *text, const char *expected)
{
    tsu_error err = {0};
    x->seen[0] = '\0';
    if (tsu_script_run_string(x->script, "deck", text, &err) != TSU_OK)
        fail_msg("%s:%d: %s\nin: %s", err.file, err.line, err.message, text);
    assert_string_equal(x->seen, expected);
}

static inline void fails(fixture *x, const char *text, int line, const char *says)
{
    tsu_error err = {0};
    if (tsu_script_run_string(x->script, "deck", text, &err) == TSU_OK) fail_msg("accepted: %s", text);
    if (!strstr(err.message, says)) fail_msg("`%s` says `%s`, expected `%s`", text, err.message, says);
    if (err.line != line) fail_msg("`%s` is at line %d, expected %d (%s)", text, err.line, line, err.message);
    assert_string_equal(err.file, "deck");
}

static inline void put_file(fixture *x, const char *name, const char *text, char path[128])
{
    snprintf(path, 128, "%s/%s", x->folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#endif
