/* SPDX-License-Identifier: Apache-2.0 */
/* The deck tests/oracle/language/in.language prints what LIGGGHTS 3.8.0 prints for it (recorded beside it, without
 * LIGGGHTS' own headings). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "deck/script.h"
#include <stdio.h>
#include <string.h>

typedef struct page {
    char text[8192];
    size_t used;
} page;

static void keep(void *ctx, const char *text)
{
    page *p = ctx;
    const size_t length = strlen(text);
    assert_true(p->used + length < sizeof p->text);
    memcpy(p->text + p->used, text, length + 1);
    p->used += length;
}

static void test_same_output(void **state)
{
    (void)state;
    static page got, expected;
    const tsu_script_host host = {.ctx = &got, .screen = keep};
    tsu_script *s = tsu_script_create(&(tsu_script_options){.host = &host});
    assert_non_null(s);
    tsu_error err = {0};
    if (tsu_script_run_file(s, TSU_SOURCE_DIR "/tests/oracle/language/in.language", &err) != TSU_OK)
        fail_msg("%s:%d: %s", err.file, err.line, err.message);
    tsu_script_destroy(s);
    FILE *file = fopen(TSU_SOURCE_DIR "/tests/oracle/language/liggghts-3.8.0.txt", "r");
    assert_non_null(file);
    expected.used = fread(expected.text, 1, sizeof expected.text - 1, file);
    fclose(file);
    assert_true(expected.used > 200);
    assert_string_equal(got.text, expected.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_output)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
