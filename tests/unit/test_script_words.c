/* SPDX-License-Identifier: Apache-2.0 */
/* Words, substitution and variables of decks; expected values are counted by hand. */
#include "unit/script_fixture.h"

/* ---- words --------------------------------------------------------------------------------------- */

static void test_words(void **state)
{
    fixture *x = *state;
    sees(x, "see a b\tc  d", "[a|b|c|d]1"); /* no newline at the end */
    sees(x, "\n\n  see a\r\nsee b\r\n", "[a]3[b]4");
    sees(x, "see a # b c\n#see d\n   # see e\nsee f#g\n", "[a]1[f]4");
    sees(x, "see a & \n  b &\n c\nsee d\n", "[a|b|c]1[d]4");
    sees(x, "see a&\nb\n", "[ab]1");
    sees(x, "see a &\n\n", "[a]1");
    sees(x, "see a # comment &\n see b\nsee c\n", "[a]1[c]3"); /* the comment goes on */
    sees(x, "see 'a b' \"c d\" 'e \"f\" g' \"h's\"\n", "[a b|c d|e \"f\" g|h's]1");
    sees(x, "see '' \"\" x\n", "[||x]1");
    sees(x, "see 'a # b' \"#\" c # d\n", "[a # b|#|c]1");
    sees(x, "see don't stop\n", "[don't|stop]1");
    sees(x, "see a\"b c\"d\n", "[a\"b|c\"d]1"); /* a quote inside a word is a character */
    sees(x, "see \"\"\"a \"b\" 'c'\"\"\" d\n", "[a \"b\" 'c'|d]1");
    sees(x, "see \"\"\"one\ntwo # three\n\"\"\" d\nsee e\n", "[one\ntwo # three\n|d]1[e]4");
    sees(x, "see 'a &\n b'\n", "[a  b]1");
    sees(x, "", "");
    sees(x, "&\n&\n\n", "");
    sees(x, "see a\n# see b &", "[a]1");
}

static void test_bad_words(void **state)
{
    fixture *x = *state;
    fails(x, "see ok\nsee 'a b\n", 2, "never closed");
    fails(x, "see \"a b'\n", 1, "never closed");
    fails(x, "see \"a\"b\n", 1, "put a space behind the quote");
    fails(x, "see a &\n b &\n 'c\n", 1, "never closed");
    fails(x, "see a\nsee b &", 2, "the deck ends with `&`");
    fails(x, "see a &\n b & \n", 2, "the deck ends with `&`");
    fails(x, "\nsea a\n", 2, "no command `sea`; did you mean `see`?");
    fails(x, "qwertyuiop a\n", 1, "no command `qwertyuiop`");
    fails(x, "dihedral_style harmonic\n", 1,
          "`dihedral_style` is not supported: dihedrals belong to molecules");
    tsu_error err = {0};
    char path[128];
    put_file(x, "nul", "see a\n", path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite("see a\nsee \0 b\n", 1, 14, file);
    fclose(file);
    assert_int_equal(tsu_script_run_file(x->script, path, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "NUL byte"));
    assert_int_equal(err.line, 2);
    assert_int_equal(tsu_script_run_file(x->script, "/nonexistent/deck", &err), TSU_ERROR_IO);
    assert_non_null(strstr(err.message, "/nonexistent/deck"));
    assert_int_equal(tsu_script_run_file(x->script, x->folder, &err), TSU_ERROR_IO);
}

static void test_long_lines(void **state)
{
    fixture *x = *state;
    enum { LONG = 300000 };
    char *text = malloc(4 * LONG + 100);
    assert_non_null(text);
    memcpy(text, "variable a string ", 18);
    memset(text + 18, 'x', LONG);
    strcpy(text + 18 + LONG, "\nsee end\n");
    sees(x, text, "[end]2");
    memset(text + 18, 'x', 4 * LONG);
    strcpy(text + 18 + 4 * LONG, "\n");
    fails(x, text, 1, "longer than");
    free(text);
    fails(x, "variable d string xxxxxxxxxxxxxxxx\nlabel l\nvariable d string $d$d\njump SELF l\n", 3,
          "longer than");
}

/* ---- substitution -------------------------------------------------------------------------------- */

static void test_substitution(void **state)
{
    fixture *x = *state;
    sees(x,
         "variable a string 5\nvariable name string 'b c'\nvariable e equal 1/4\n"
         "see $a ${a} x${a}y $ay ${name} ${e} $(v_e*2) $((1+2)*3)\n",
         "[5|5|x5y|5y|b|c|0.25|0.5|9]4");
    sees(x, "see '$a' \"${a}\" '$(1)'\n", "[$a|${a}|$(1)]1"); /* quotes keep the dollar */
    sees(x, "see $(1/3)\nvariable t equal 1/3\nsee ${t}\n", "[0.33333333333333331483]1[0.333333333333333]3");
    sees(x, "variable d string '$a'\nsee ${d}\n", "[$a]2"); /* what is put in is not looked at again */
    sees(x, "variable h string '#'\nsee a${h}b\n", "[a#b]2");
    sees(x, "see it's $a\n", "[it's|5]1");
    fails(x, "see $z\n", 1, "no variable `z`");
    fails(x, "see ${nam}\n", 1, "did you mean `name`?");
    fails(x, "see ${a\n", 1, "`}` of ${NAME} is missing");
    fails(x, "see $(1+(2)\n", 1, "`)` of $(FORMULA) is missing");
    fails(x, "see $(1+)\n", 1, "ends where");
    fails(x, "see $\n", 1, "without a name");
    fails(x, "variable p atom x\nsee ${p}\n", 2, "one value per particle");
}

/* ---- variables ----------------------------------------------------------------------------------- */

static void test_variable_styles(void **state)
{
    fixture *x = *state;
    sees(x, "variable a index one two three\nsee $a\nnext a\nsee $a\nnext a\nsee $a\n",
         "[one]2[two]4[three]6");
    sees(x, "variable a index four\nsee $a\n", "[three]2"); /* an index variable that exists stays */
    sees(x, "variable a delete\nvariable a index four\nsee $a\nvariable none delete\n", "[four]3");
    sees(x, "variable n loop 3\nsee $n\nnext n\nsee $n\n", "[1]2[2]4");
    sees(x, "variable m loop 8 12 pad\nsee $m\nnext m\nnext m\nsee $m\n", "[08]2[10]5");
    sees(x, "variable o loop 100 pad\nsee $o\n", "[001]2");
    sees(x, "variable u uloop 12 pad\nnext u\nsee $u\n", "[02]3");
    sees(x, "variable w world here\nsee $w\n", "[here]2");
    sees(x, "variable v universe a b\nsee $v\nnext v\nsee $v\n", "[a]2[b]4");
    sees(x, "variable s string a\nvariable s string b\nsee $s\n", "[b]3");
    sees(x, "variable q equal 1\nvariable q equal 2\nsee $q\n", "[2]3");
    sees(x, "shell putenv TSUBU_TEST=hello\nvariable g getenv TSUBU_TEST\nsee $g\n", "[hello]3");
    sees(x, "shell putenv TSUBU_TEST\nsee x$g\n", "[x]2");
    tsu_error err = {0};
    const char *values[] = {"7", "8"};
    assert_int_equal(tsu_script_set_variable(x->script, "cmd", 2, values, &err), TSU_OK);
    sees(x, "variable cmd index 1\nsee ${cmd}\nnext cmd\nsee ${cmd}\n", "[7]2[8]4");
    fails(x, "variable cmd equal 1\n", 1, "already a variable of style index");
    assert_int_equal(tsu_script_set_variable(x->script, "no-name", 2, values, &err), TSU_ERROR_INPUT);
    assert_int_equal(tsu_script_set_variable(x->script, "empty", 0, values, &err), TSU_ERROR_INPUT);
}

static void test_bad_variables(void **state)
{
    fixture *x = *state;
    fails(x, "variable\n", 1, "the name of the variable is missing");
    fails(x, "variable a\n", 1, "a style of variable is missing");
    fails(x, "variable a equals 3\n", 1, "did you mean `equal`?");
    fails(x, "variable a-b equal 3\n", 1, "letters, digits and underscores");
    fails(x, "variable a equal\n", 1, "the value is missing");
    fails(x, "variable a equal 1 + 2\n", 1, "in quotes");
    fails(x, "variable a index\n", 1, "expected 1 more word after `index`");
    fails(x, "variable a loop 0\n", 1, "empty or negative");
    fails(x, "variable a loop 5 2\n", 1, "empty or negative");
    fails(x, "variable a loop x\n", 1, "an integer");
    fails(x, "variable a loop 3 pad 4\n", 1, "nothing more is expected");
    fails(x, "variable a world p q\n", 1, "one partition");
    fails(x, "variable a file /nonexistent\n", 1, "cannot open");
    fails(x, "next\n", 1, "the name of a variable");
    fails(x, "next nobody\n", 1, "no variable `nobody`");
    fails(x, "variable e equal 1\nnext e\n", 2, "style equal has no next value");
    fails(x, "variable i index 1 2\nvariable l loop 2\nnext i l\n", 3, "same style");
}

static void test_file_variables(void **state)
{
    fixture *x = *state;
    char list[128], atoms[128], text[512];
    put_file(x, "list", "# head\n\n first second\n  2.5 # two\n\nlast", list);
    snprintf(text, sizeof text,
             "variable f file %s\nsee $f\nnext f\nsee $f $(next(f)*2)\nsee $f\nnext f\njump SELF\n", list);
    sees(x, text, "[first]2[2.5|5]4[last]5");
    assert_int_equal(tsu_script_variable_style(x->script, "f"), TSU_VARIABLE_NONE);
    put_file(x, "atoms", "# ids\n3\n8 80\n1 10\n 4 40\n1\n2 0.5\n", atoms);
    snprintf(text, sizeof text,
             "variable af atomfile %s\nvariable s atom v_af+x\nsee $(v_af[8]) $(v_s[1]) $(v_af[2])\n", atoms);
    sees(x, text, "[80|11|0]3");
    double got[FAKE_COUNT];
    assert_int_equal(tsu_script_evaluate_particles(x->script, "next(af)", NULL, FAKE_COUNT, got, NULL),
                     TSU_OK);
    assert_true(got[0] == 10 && got[1] == 0 && got[4] == 80);
    assert_int_equal(tsu_script_variable_particles(x->script, "af", NULL, FAKE_COUNT, got, NULL), TSU_OK);
    assert_true(got[0] == 0 && got[1] == 0.5 && got[4] == 0);
    put_file(x, "atoms", "2\n1 10\n", atoms);
    snprintf(text, sizeof text, "variable ag atomfile %s\n", atoms);
    fails(x, text, 1, "ends after 1 of 2 lines");
    put_file(x, "atoms", "1\n1 ten\n", atoms);
    fails(x, text, 1, "a particle id and a number are expected");
    put_file(x, "list", "# nothing\n", list);
    snprintf(text, sizeof text, "variable fe file %s\n", list);
    fails(x, text, 1, "holds no value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_substitution, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_variable_styles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_file_variables, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
