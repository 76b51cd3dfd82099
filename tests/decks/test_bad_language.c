/* SPDX-License-Identifier: Apache-2.0 */
/* Every tests/decks/bad/lang_*.in fails where and as its first line says: `# expect LINE: part of the sentence`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "deck/script.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tsu_command_family FAMILIES[] = {
    {NULL, tsu_commands_language}, {NULL, tsu_commands_shell}, {NULL, NULL}};

static void check_deck(const char *path)
{
    char expect[256];
    int line = 0, at = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(expect, sizeof expect, file));
    fclose(file);
    expect[strcspn(expect, "\n")] = '\0';
    assert_int_equal(sscanf(expect, "# expect %d: %n", &line, &at), 1);
    tsu_script *s = tsu_script_create(&(tsu_script_options){.families = FAMILIES});
    assert_non_null(s);
    tsu_error err = {0};
    if (tsu_script_run_file(s, path, &err) == TSU_OK) fail_msg("%s was accepted", path);
    tsu_script_destroy(s);
    assert_string_equal(err.file, path);
    if (err.line != line || !strstr(err.message, expect + at))
        fail_msg("%s:%d: %s\nexpected %s", path, err.line, err.message, expect);
}

static void test_bad_decks(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(TSU_SOURCE_DIR "/tests/decks/bad/lang_*.in", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 20);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        check_deck(found.gl_pathv[i]);
    }
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bad_decks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
