/* SPDX-License-Identifier: Apache-2.0 */
/* Words that are no numbers, and what is taken of them. What LIGGGHTS 3.8.0 does was looked at by running it: atof and atoi take
 * what a word begins with; elsewhere letters that no number has are refused. */
#include "unit/script_fixture.h"

static const char *WORD[1];

static tsu_words words_of(fixture *x, const char *word, bool loose)
{
    WORD[0] = word;
    return (tsu_words){.count = 1, .word = WORD, .script = x ? x->script : NULL, .loose = loose};
}

static void number_is(fixture *x, const char *word, bool loose, double expected, const char *says)
{
    tsu_error err = {0};
    tsu_words w = words_of(x, word, loose);
    double value = -1.0;
    x->fake.warning[0] = '\0';
    if (tsu_words_number(&w, "the radius", &value, &err) != TSU_OK) fail_msg("%s: %s", word, err.message);
    if (value != expected || w.at != 1) fail_msg("%s is %g, not %g", word, value, expected);
    if (says ? !strstr(x->fake.warning, says) : x->fake.warning[0] != '\0')
        fail_msg("%s says '%s', not '%s'", word, x->fake.warning, says ? says : "");
}

static void integer_is(fixture *x, const char *word, bool loose, int64_t expected, const char *says)
{
    tsu_error err = {0};
    tsu_words w = words_of(x, word, loose);
    int64_t value = -1;
    x->fake.warning[0] = '\0';
    if (tsu_words_integer(&w, "the steps", &value, &err) != TSU_OK) fail_msg("%s: %s", word, err.message);
    if (value != expected) fail_msg("%s is %lld", word, (long long)value);
    if (says ? !strstr(x->fake.warning, says) : x->fake.warning[0] != '\0')
        fail_msg("%s says '%s', not '%s'", word, x->fake.warning, says ? says : "");
}

static void refused(fixture *x, const char *word, bool loose, bool integer, const char *says)
{
    tsu_error err = {0};
    tsu_words w = words_of(x, word, loose);
    double number;
    int64_t n;
    const tsu_status status =
        integer ? tsu_words_integer(&w, "the steps", &n, &err) : tsu_words_number(&w, "it", &number, &err);
    if (status == TSU_OK) fail_msg("%s was accepted", word);
    if (!strstr(err.message, says)) fail_msg("%s says '%s', not '%s'", word, err.message, says);
    assert_int_equal(w.at, 0);
}

static void test_loose(void **state)
{
    fixture *x = *state;
    number_is(x, "4.05/2", true, 4.05, "is read as 4.05, as LIGGGHTS does");
    number_is(x, "4.05/2", true, 4.05, "if 2.025 is meant");
    number_is(x, "-0.5*2", true, -0.5, "if -1 is meant");
    number_is(x, ".5mm", true, 0.5, "is read as .5");
    number_is(x, "5e-3", true, 5e-3, NULL);
    integer_is(x, "10.7", true, 10, "is read as 10,");
    integer_is(x, "1e3", true, 1, "if 1000 is meant");
    integer_is(x, "300000/100", true, 300000, "if 3000 is meant");
    integer_is(x, "12", true, 12, NULL);
}

/* These have only letters of numbers, which LIGGGHTS does not refuse anywhere. */
static void test_strict(void **state)
{
    fixture *x = *state;
    number_is(x, "0.5-0.1", false, 0.5, "if 0.4 is meant");
    integer_is(x, "5-3", false, 5, "if 2 is meant");
    refused(x, "4.05/2", false, false, "a formula goes into a variable");
    refused(x, "10.7", false, true, "an integer");
    refused(x, "1e3", false, true, "an integer");
}

static void test_never(void **state)
{
    fixture *x = *state;
    for (int loose = 0; loose < 2; loose++) {
        refused(x, "5d6", loose, false, "an exponent has the letter e: write 5e6");
        refused(x, "1d5", loose, true, "write 100000");
        refused(x, "-2.5D-3", loose, false, "write -2.5e-3");
        refused(x, "0,025", loose, false, "not a comma");
        refused(x, "abc", loose, false, "a number");
        refused(x, "0x10", loose, true, "an integer");
        refused(x, "--5", loose, true, "an integer");
        refused(x, "v_r", loose, true, "an integer");
        refused(x, "", loose, false, "a number");
        refused(x, "99999999999999999999/2", loose, true, "an integer");
    }
}

/* ---- names ---------------------------------------------------------------------------------------- */

static void test_capitals(void **state)
{
    fixture *x = *state;
    fails(x, "SEE a\n", 1, "did you mean `see`?");
    fails(x, "fix 1 all GRAVITY 9.81\n", 1, "did you mean `gravity`?");
    fails(x, "fix 1 all gravity 9.81 VECTOR 0 0 1\n", 1, "did you mean `vector`?");
    fails(x, "Variable a equal 1\n", 1, "did you mean `variable`?");
}

static void given(fixture *x, const char *name, const char *text, const char *says)
{
    tsu_error err = {0};
    const char *value = "1";
    char path[128], command[64];
    put_file(x, "main", text, path);
    x->fake.warning[0] = '\0';
    assert_int_equal(tsu_script_set_variable(x->script, name, 1, &value, &err), TSU_OK);
    if (tsu_script_run_file(x->script, path, &err) != TSU_OK) fail_msg("%s", err.message);
    if (says ? !strstr(x->fake.warning, says) : x->fake.warning[0] != '\0')
        fail_msg("-var %s says '%s', not '%s'", name, x->fake.warning, says ? says : "");
    snprintf(command, sizeof command, "variable %s delete\n", name);
    assert_int_equal(tsu_script_run_line(x->script, command, &err), TSU_OK);
}

/* Wherever a deck may name a variable, it is found; where it does not, the nearest is named. */
static void test_given(void **state)
{
    fixture *x = *state;
    char inner[128], text[256];
    given(x, "radus", "variable radius index 5\nsee ${radius}\n", "did you mean `radius`?");
    given(x, "radus", "variable radius index 5\nsee ${radius}\n", "-var radus: the deck names no variable");
    given(x, "n", "see nothing\n", "has no effect");
    given(x, "n", "# ${n}\nsee a # $n\n", "has no effect");
    given(x, "radius", "variable radius index 5\n", NULL);
    given(x, "n", "see $n\n", NULL);
    given(x, "name", "see a${name}b\n", NULL);
    given(x, "name", "variable b equal 2*v_name\n", NULL);
    given(x, "name", "see $(v_name+1)\n", NULL);
    given(x, "name", "next name\n", NULL);
    given(x, "name", "if '${name} > 2' then 'see a'\n", NULL);
    put_file(x, "inner", "see ${deep}\n", inner);
    snprintf(text, sizeof text, "include %s\n", inner);
    given(x, "deep", text, NULL);
    given(x, "deeep", "variable p equal 3\nif '$p > 4' then 'include in.$p'\n",
          NULL); /* not known beforehand */
    put_file(x, "inner", "see a\n", inner);
    given(x, "deep", text, "has no effect");
}

static void test_empty(void **state)
{
    fixture *x = *state;
    char path[128];
    tsu_error err = {0};
    const char *const texts[] = {"", "\n\n", "# only a comment\n  \t\n"};
    for (int k = 0; k < 3; k++) {
        put_file(x, "empty", texts[k], path);
        assert_int_equal(tsu_script_run_file(x->script, path, &err), TSU_ERROR_INPUT);
        assert_non_null(strstr(err.message, "holds no command"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_loose, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strict, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_never, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_capitals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_given, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_empty, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
