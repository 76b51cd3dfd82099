/* SPDX-License-Identifier: Apache-2.0 */
/* Keywords read by a table: every kind sets its member and no other, errors name the culprit, and the reference shows what follows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "deck/arguments.h"
#include <stdio.h>
#include <string.h>

typedef struct parameters {
    int64_t count;
    bool open, shut, flag, said;
    int colour;
    double size, loose, corner[3];
    const char *name;
    tsu_quantity rate;
    int other;
} parameters;

static tsu_status read_other(void *to, tsu_words *words, tsu_error *err)
{
    double x;
    const tsu_status status = tsu_words_number(words, "a number", &x, err);
    ((parameters *)to)->other = (int)x;
    return status;
}

static const char *const colours[] = {"red", "green", "blue", NULL}, *const states[] = {"open", "closed",
                                                                                        NULL};

#define AT(NAME) offsetof(parameters, NAME)
static const tsu_argument rows[] = {
    {.keyword = "count",
     .kind = TSU_ARGUMENT_INTEGER,
     .at = AT(count),
     .what = "a count",
     .low = 1,
     .high = 5},
    {.keyword = "open", .kind = TSU_ARGUMENT_SWITCH, .at = AT(open), .what = "yes or no"},
    {.keyword = "state", .kind = TSU_ARGUMENT_EITHER, .at = AT(shut), .what = "a state", .words = states},
    {.keyword = "flag", .kind = TSU_ARGUMENT_FLAG, .at = AT(flag)},
    {.keyword = "colour", .kind = TSU_ARGUMENT_WORD, .at = AT(colour), .what = "a colour", .words = colours},
    {.keyword = "size",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = AT(size),
     .given = AT(said),
     .what = "the size [m]"},
    {.keyword = "loose", .kind = TSU_ARGUMENT_LOOSE, .at = AT(loose), .what = "a number"},
    {.keyword = "corner", .kind = TSU_ARGUMENT_VECTOR, .at = AT(corner), .what = "the corner [m]"},
    {.keyword = "name", .kind = TSU_ARGUMENT_TEXT, .at = AT(name), .what = "a name"},
    {.keyword = "rate", .kind = TSU_ARGUMENT_QUANTITY, .at = AT(rate), .what = "the rate"},
    {.keyword = "unused",
     .kind = TSU_ARGUMENT_INTEGER,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "a count",
     .high = INT64_MAX},
    {.keyword = "other", .kind = TSU_ARGUMENT_OTHER, .what = "a number", .read = read_other},
    {0}};

static tsu_status read_line(char *line, parameters *p, tsu_error *err)
{
    const char *word[64];
    static size_t starts[64];
    int count = 0;
    for (char *w = strtok(line, " "); w; w = strtok(NULL, " ")) {
        word[count++] = w;
    }
    tsu_words words = {.count = count,
                       .word = word,
                       .at = 1,
                       .file = "deck",
                       .line = 1,
                       .usage = "test ...",
                       .raw = "test",
                       .raw_start = starts};
    return tsu_arguments_read(&words, rows, p, err);
}

static void test_every_kind_sets_its_member(void **state)
{
    (void)state;
    parameters p = {.count = 2, .colour = 1};
    tsu_error err = {0};
    char line[] = "test corner 1 2 3 open yes state closed flag colour blue size 0.5 loose 7 name box rate 4 "
                  "unused 9 other 6 count 5";
    assert_int_equal(read_line(line, &p, &err), TSU_OK);
    assert_int_equal(p.count, 5);
    assert_true(p.open && p.shut && p.flag && p.said);
    assert_int_equal(p.colour, 2);
    assert_true(p.size == 0.5 && p.loose == 7.0 && p.rate.value == 4.0);
    assert_true(p.corner[0] == 1.0 && p.corner[1] == 2.0 && p.corner[2] == 3.0);
    assert_string_equal(p.name, "box");
    assert_int_equal(p.other, 6);
}

static void test_what_is_not_said_stays(void **state)
{
    (void)state;
    parameters p = {.count = 2, .size = 3.0};
    tsu_error err = {0};
    char line[] = "test state open colour red";
    assert_int_equal(read_line(line, &p, &err), TSU_OK);
    assert_int_equal(p.count, 2);
    assert_true(p.size == 3.0 && !p.said && !p.shut && p.colour == 0);
}

static void test_errors_name_the_culprit(void **state)
{
    (void)state;
    static const struct {
        const char *line, *sentence;
    } cases[] = {{"test sise 1", "size"},
                 {"test count 6", "5"},
                 {"test corner 1 2", "the corner [m]"},
                 {"test colour pink", "pink"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parameters p = {0};
        tsu_error err = {0};
        char line[64];
        snprintf(line, sizeof line, "%s", cases[k].line);
        assert_int_equal(read_line(line, &p, &err), TSU_ERROR_INPUT);
        if (!strstr(err.message, cases[k].sentence)) fail_msg("%s: %s", cases[k].line, err.message);
    }
}

static void test_form(void **state)
{
    (void)state;
    static const char *const forms[] = {"N=1..5",         "yes|no",   "open|closed", "",
                                        "red|green|blue", "X",        "X",           "X Y Z",
                                        "NAME",           "X|v_NAME", "N>=0",        "..."};
    for (int k = 0; rows[k].keyword; k++) {
        char form[64];
        tsu_argument_form(&rows[k], form, sizeof form);
        assert_string_equal(form, forms[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_sets_its_member), cmocka_unit_test(test_what_is_not_said_stays),
        cmocka_unit_test(test_errors_name_the_culprit), cmocka_unit_test(test_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
