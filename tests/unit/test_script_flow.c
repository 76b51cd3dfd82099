/* SPDX-License-Identifier: Apache-2.0 */
/* Decisions, jumps, output, the shell, and how commands read their words. */
#include "unit/script_fixture.h"

/* ---- decisions and jumps ------------------------------------------------------------------------- */

static void test_if(void **state)
{
    fixture *x = *state;
    sees(x, "variable a equal 3\nif \"${a} > 2\" then 'see yes ${a}' 'see more' else 'see no'\n",
         "[yes|3]2[more]2");
    sees(x, "if \"${a} > 4\" then 'see yes' else 'see no' 'see never'\n", "[no]1[never]1");
    sees(x, "if $a==4 then 'see 4' elif \"$a == 3\" 'see 3' elif 1 'see one' else 'see none'\n", "[3]1");
    sees(x, "if 0 then 'see a' elif 0 'see b'\n", "");
    sees(x, "if 1 &\n then &\n 'see a'\nsee b\n", "[a]1[b]4");
    sees(x, "if 1 then \"if 1 then 'see deep ${a}'\" 'see flat'\n", "[deep|3]1[flat]1");
    sees(x,
         "if property_youngsModulus then 'see E' else 'see none'\nif property_no then 'see E' else 'see "
         "none'\n",
         "[E]1[none]2");
    fails(x, "if 1 'see a'\n", 1, "expected `then`");
    fails(x, "if 1 > 0 then 'see a'\n", 1, "must be in quotes");
    fails(x, "if 1\n", 1, "`then` is missing");
    fails(x, "if 1 then\n", 1, "commands of this branch are missing");
    fails(x, "if 0 then 'see a' else\n", 1, "commands of this branch are missing");
    fails(x, "if 1 then ''\n", 1, "an empty command");
    fails(x, "\nif 1 then 'sea a'\n", 2, "no command `sea`");
}

static void test_conditions(void **state)
{
    fixture *x = *state;
    const struct {
        const char *text;
        bool holds;
    } list[] = {
        {"1", true},
        {"0", false},
        {"-1", true},
        {"0.0", false},
        {"1 < 2", true},
        {"2<=1", false},
        {"-5 < -4", true},
        {"1e3>=1000", true},
        {"1==1 && 2==3", false},
        {"1==1 || 2==3", true},
        {"1 || 0 && 0", true},
        {"(1||0) && 0", false},
        {"!0", true},
        {"!(1==1)", false},
        {"! 1 == 0", true},
        {"((1))", true},
        {"abc == abc", true},
        {"abc == abd", false},
        {"abc != abd", true},
        {"abc == ab", false},
        {"post/x.txt==post/x.txt", true},
        {"5 == five", false},
        {"a == a && 3 > 2", true},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        bool holds = !list[i].holds;
        tsu_error err = {0};
        if (tsu_script_evaluate_condition(x->script, list[i].text, &holds, &err) != TSU_OK)
            fail_msg("%s", err.message);
        if (holds != list[i].holds) fail_msg("`%s` is %d", list[i].text, holds);
    }
    const struct {
        const char *text, *says;
    } bad[] = {
        {"", "ends where"},
        {"1 <", "ends where"},
        {"1 2", "operator is expected"},
        {"(1", "`)` is missing"},
        {"1 = 1", "write =="},
        {"abc", "`abc` is not a number"},
        {"abc < abd", "not a number"},
        {"v_x > 3", "write ${x}"},
        {"c_t > 3", "write $(c_t)"},
        {"1+1 == 2", "write $(1+1)"},
        {"1 + 1 == 2", "does not calculate here"},
        {"!abc", "not a number"},
        {"1 & 1", "operator is expected"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool holds;
        tsu_error err = {0};
        if (tsu_script_evaluate_condition(x->script, bad[i].text, &holds, &err) == TSU_OK)
            fail_msg("accepted: %s", bad[i].text);
        if (!strstr(err.message, bad[i].says)) fail_msg("`%s` says `%s`", bad[i].text, err.message);
    }
}

static void test_loops(void **state)
{
    fixture *x = *state;
    sees(x, "variable i loop 3\nlabel top\nsee $i\nnext i\njump SELF top\nsee end\n", "[1]3[2]3[3]3[end]6");
    sees(x, "variable i index a b\nsee $i\nnext i\njump SELF\nsee end\n", "[a]2[b]2[end]5");
    sees(
        x,
        "variable i loop 2\nlabel outer\nvariable j loop 2\nlabel inner\nsee $i $j\nnext j\njump SELF inner\n"
        "next i\njump SELF outer\n",
        "[1|1]5[1|2]5[2|1]5[2|2]5");
    sees(
        x,
        "label loop\nvariable k loop 9\nif '$k == 3' then 'see break' 'jump SELF break' 'see never'\nsee $k\n"
        "next k\njump SELF loop\nlabel break\nsee end\nvariable k delete\n",
        "[1]4[2]4[break]3[end]8");
    sees(x, "jump SELF b\nlabel a\nsee a\njump SELF c\nlabel b\nsee b\njump SELF a\nlabel c # here\nsee c\n",
         "[b]6[a]3[c]9");
    sees(x, "variable z loop 1\nnext z\njump SELF nowhere\nsee end\n", "[end]4"); /* the skipped jump */
    fails(x, "label here\njump SELF her\n", 2, "did you mean `here`?");
    fails(x, "jump SELF away\n", 1, "add `label away`");
    fails(x, "jump\n", 1, "is missing");
    fails(x, "jump SELF a b\n", 1, "nothing more is expected");
    fails(x, "label\n", 1, "is missing");
    sees(x, "variable c loop 200000\nlabel go\nnext c\njump SELF go\nsee done\n", "[done]5");
}

static void test_files(void **state)
{
    fixture *x = *state;
    char inner[128], other[128], self[128], text[512];
    put_file(x, "inner", "see inner\nvariable q loop 2\nlabel a\nsee $q\nnext q\njump SELF a\n", inner);
    snprintf(text, sizeof text, "see before\ninclude %s\nsee after\n", inner);
    sees(x, text, "[before]1[inner]1[1]4[2]4[after]3");
    snprintf(text, sizeof text, "if 1 then 'include %s' 'see list'\nsee after\n", inner);
    sees(x, text, "[inner]1[1]4[2]4[list]1[after]2");
    put_file(x, "other", "see skipped\nlabel there\nsee other\n", other);
    snprintf(text, sizeof text, "jump %s there\nsee never\n", other);
    sees(x, text, "[other]3");
    put_file(x, "self", "", self);
    snprintf(text, sizeof text, "include %s\n", self);
    put_file(x, "self", text, self);
    fails(x, "include /nonexistent\n", 1, "cannot open the deck `/nonexistent`");
    tsu_error err = {0};
    assert_int_equal(tsu_script_run_file(x->script, self, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "includes itself endlessly"));
    snprintf(text, sizeof text, "include %s/two\n", x->folder);
    put_file(x, "self", text, self);
    snprintf(text, sizeof text, "see two\ninclude %s/./self\n", x->folder);
    put_file(x, "two", text, other);
    x->seen[0] = '\0';
    assert_int_equal(tsu_script_run_file(x->script, self, &(tsu_error){0}), TSU_ERROR_INPUT);
    assert_string_equal(x->seen, "[two]1"); /* at once, not after 200 turns */
    snprintf(text, sizeof text,
             "if '$n > 2' then 'jump SELF end'\nvariable n equal $n+1\nsee $n\ninclude %s/again\nlabel end\n",
             x->folder);
    put_file(x, "again", text, other); /* one that ends is no mistake */
    snprintf(text, sizeof text, "variable n equal 0\ninclude %s\n", other);
    sees(x, text, "[1]3[2]3[3]3");
    fails(x, "see a\nlabel l\nsee b\njump SELF l\n", 4, "the loop from line 3 to here");
    put_file(x, "inner", "\n\nsea a\n", inner);
    snprintf(text, sizeof text, "include %s\n", inner);
    assert_int_equal(tsu_script_run_string(x->script, "deck", text, &err), TSU_ERROR_INPUT);
    assert_string_equal(err.file, inner); /* the place is that of the inner deck */
    assert_int_equal(err.line, 3);
}

static void test_end(void **state)
{
    fixture *x = *state;
    int code = -1;
    sees(x, "see a\nif 1 then 'quit' 'see list'\nsee b\n", "[a]1");
    assert_true(tsu_script_quit(x->script, &code));
    assert_int_equal(code, 0);
    sees(x, "quit 3\nsee b\n", "");
    assert_true(tsu_script_quit(x->script, &code));
    assert_int_equal(code, 3);
    sees(x, "see on\n", "[on]1"); /* a new deck runs again */
    assert_false(tsu_script_quit(x->script, NULL));
    fails(x, "quit now\n", 1, "an integer");
    x->fake.interrupt_after = 3;
    sees(x, "see 1\nsee 2\nsee 3\nsee 4\n", "[1]1[2]2");
    x->fake.interrupt_after = 0;
    sees(x, "twice 'see a'\nsee b\n", "[a]1[a]1[b]2");
    fails(x, "see a\ntwice 'sea'\n", 2, "no command `sea`");
    sees(x, "clear\n", "");
    assert_int_equal(x->fake.cleared, 1);
    sees(x,
         "partition yes 1 see a 'b c'\npartition no 1 see d\npartition yes 2*3 see e\npartition no 2 see f\n"
         "partition yes * see g\n",
         "[a|b c]1[f]4[g]5");
    fails(x, "partition maybe 1 see a\n", 1, "yes or no");
    fails(x, "partition yes x see a\n", 1, "not a range of partitions");
    const tsu_script_host host = fake_host(&x->fake);
    tsu_script *limited = tsu_script_create(&(tsu_script_options){.host = &host,
                                                                  .families = FAMILIES,
                                                                  .engine = x,
                                                                  .forbid_shell = true,
                                                                  .forbid_files = true,
                                                                  .max_commands = 50});
    assert_non_null(limited);
    tsu_error err = {0};
    assert_int_equal(
        tsu_script_run_string(limited, "deck", "label a\nvariable k equal 1\njump SELF a\n", &err),
        TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "50 commands"));
    tsu_script_destroy(limited);
}

/* ---- output and shell ---------------------------------------------------------------------------- */

static void test_output(void **state)
{
    fixture *x = *state;
    char path[128], text[512];
    snprintf(path, sizeof path, "%s/out", x->folder);
    sees(x, "echo none\nvariable a equal 2\nprint \"a is ${a}, twice $(2*v_a)\"\nprint plain\n", "");
    assert_string_equal(x->fake.screen, "a is 2, twice 4\nplain\n");
    assert_string_equal(x->fake.log, "echo none\na is 2, twice 4\nplain\n"); /* the echo of the first line */
    snprintf(text, sizeof text,
             "print \"it's $a\" file %s screen no\nprint '\"q\" $a' append %s screen no newline no\n", path,
             path);
    sees(x, text, "");
    char content[64] = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(content, 1, sizeof content - 1, file) > 0);
    fclose(file);
    assert_string_equal(content, "it's 2\n\"q\" 2");
    x->fake.screen[0] = x->fake.log[0] = '\0';
    sees(x, "echo both\nsee $a # note\necho screen\nsee b\necho log\nsee c\n", "[2]2[b]4[c]6");
    assert_string_equal(x->fake.screen, "see $a # note\nsee 2 \necho screen\nsee b\necho log\n");
    assert_string_equal(x->fake.log, "see $a # note\nsee 2 \necho screen\nsee c\n");
    sees(x, "log none\n", "");
    assert_string_equal(x->fake.opened, "(none)");
    sees(x, "log my.log append\n", "");
    assert_string_equal(x->fake.opened, "my.log");
    assert_true(x->fake.appended);
    fails(x, "print hello world\n", 1, "must be in quotes");
    fails(x, "print\n", 1, "the text is missing");
    fails(x, "print a file\n", 1, "the file is missing after `file`");
    fails(x, "print a screen maybe\n", 1, "yes or no");
    fails(x, "print a file /dev/null/b\n", 1, "cannot write");
    fails(x, "log\n", 1, "is missing");
    fails(x, "log a b\n", 1, "nothing more");
    fails(x, "echo everywhere\n", 1, "known: none, screen, log, both");
}

static void test_shell(void **state)
{
    fixture *x = *state;
    char text[1024], path[128], cwd[512];
    assert_non_null(getcwd(cwd, sizeof cwd));
    snprintf(
        text, sizeof text,
        "variable d string %s\nshell mkdir $d/a $d/b $d/a\nshell mkdir -p $d/c/d/e\nshell echo hi '>' "
        "$d/a/f\n"
        "shell mv $d/a/f $d/b/g\nshell rmdir $d/a\nshell cd $d/b\nvariable f file g\nsee $f\nshell rm g\n",
        x->folder);
    sees(x, text, "[hi]9");
    assert_string_equal(x->fake.warning, "");
    snprintf(path, sizeof path, "%s/c/d/e", x->folder);
    assert_int_equal(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/b/g", x->folder);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(chdir(cwd), 0);
    sees(x, "\nshell rm /nonexistent/x\n", "");
    assert_non_null(strstr(x->fake.warning, "deck:2: `shell rm /nonexistent/x` had no effect"));
    snprintf(text, sizeof text, "shell rm -r %s/c\n", x->folder);
    sees(x, text, "");
    assert_non_null(strstr(x->fake.warning, "`shell \"rm -r FOLDER\"` asks the system"));
    snprintf(path, sizeof path, "%s/c/d", x->folder);
    assert_int_equal(access(path, F_OK), 0);
    snprintf(text, sizeof text, "shell \"rm -r %s/c\"\n", x->folder);
    sees(x, text, "");
    assert_int_not_equal(access(path, F_OK), 0);
    sees(x, "shell exit 3\n", "");
    assert_non_null(strstr(x->fake.warning, "ended with status"));
    fails(x, "shell\n", 1, "the command is missing");
    fails(x, "shell mv a\n", 1, "its new name is missing");
    fails(x, "shell cd\n", 1, "the folder is missing");
    fails(x, "shell mkdir\n", 1, "expected 1 more word after `mkdir`");
}

static void test_forbidden(void **state)
{
    fixture *x = *state;
    const char *const decks[] = {"shell true\n", "include a\n",      "jump a\n",
                                 "log a\n",      "print a file b\n", "variable a file b\n"};
    const tsu_script_host host = fake_host(&x->fake);
    tsu_script *s = tsu_script_create(&(tsu_script_options){
        .host = &host, .families = FAMILIES, .engine = x, .forbid_shell = true, .forbid_files = true});
    assert_non_null(s);
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++) {
        tsu_error err = {0};
        assert_int_equal(tsu_script_run_string(s, "deck", decks[i], &err), TSU_ERROR_INPUT);
        assert_true(strstr(err.message, "may not be opened") || strstr(err.message, "not allowed here"));
    }
    tsu_script_destroy(s);
    s = tsu_script_create(NULL); /* no host at all: sentences, not crashes */
    assert_non_null(s);
    tsu_error err = {0};
    assert_int_equal(tsu_script_run_string(s, "deck", "print hello\nvariable a equal step\nprint $a\n", &err),
                     TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "needs a simulation"));
    assert_int_equal(err.line, 3);
    tsu_script_destroy(s);
}

/* ---- styles and arguments ------------------------------------------------------------------------ */

static void test_arguments(void **state)
{
    fixture *x = *state;
    sees(x, "fix g all gravity 9.81 vector 0 0 -1\nfix h all gravity 1e1 ramped yes chute 30 ramped off\n",
         "<g 9.81 0 0 -1 0 0><h 10 0 0 0 0 30>");
    fails(x, "fix g all gravty 9.81\n", 1, "`fix` has no style `gravty`; did you mean `gravity`?");
    fails(x, "fix g all multisphere\n", 1, "`fix multisphere` is not supported: clumps come later");
    fails(x, "fix g all\n", 1, "expected 3 more words after `fix` (ID, group and style), found 2");
    fails(x, "fix g all gravity\n", 1,
          "the acceleration [m/s2] is missing after `gravity` (usage: fix ID GROUP gravity");
    fails(x, "fix g all gravity 9.81x\n", 1,
          "at word 5, `9.81x`: expected the acceleration [m/s2], a number");
    fails(x, "fix g all gravity nan\n", 1, "a number");
    fails(x, "fix g all gravity 0x10\n", 1, "a number");
    fails(x, "fix g all gravity 1e999\n", 1, "a number");
    fails(x, "fix g all gravity 1 vector 0 0\n", 1,
          "expected 3 more words after `vector` (the direction), found 2");
    fails(x, "fix g all gravity 1 vectr 0 0 1\n", 1, "did you mean `vector`?");
    fails(x, "fix g all gravity 1 zzz\n", 1, "known: vector, ramped, chute");
    fails(x, "fix g all gravity 1 ramped maybe\n", 1, "yes or no, on or off");
    fails(x, "fix g all gravity 1 chute 91\n", 1, "must lie between 0 and 90");
    fails(x, "fix g all gravity 1 chute 9.5\n", 1, "an integer");
    const char *const word[] = {"set", "3.5", "v_speed"};
    tsu_words w = {.count = 3, .word = word, .at = 1};
    tsu_quantity q;
    double value;
    sees(x, "variable speed equal 2*3\n", "");
    assert_int_equal(tsu_words_quantity(&w, "the speed", &q, NULL), TSU_OK);
    assert_int_equal(tsu_script_quantity(x->script, &q, &value, NULL), TSU_OK);
    assert_true(value == 3.5);
    assert_int_equal(tsu_words_quantity(&w, "the speed", &q, NULL), TSU_OK);
    assert_int_equal(tsu_script_quantity(x->script, &q, &value, NULL), TSU_OK);
    assert_true(value == 6);
    assert_int_equal(tsu_words_quantity(&w, "the speed", &q, NULL), TSU_ERROR_INPUT);
}

/* Every command says how it is used and what it does. */
static void test_tables(void **state)
{
    (void)state;
    for (const tsu_command_family *family = tsu_command_families; family->table; family++) {
        for (const tsu_command *row = family->table; row->name; row++) {
            assert_true(row->name[0] && row->usage && row->usage[0] && row->summary && row->summary[0]);
            /* a row that is not done may stay behind when another does it */
            const tsu_command *found = tsu_command_find(tsu_command_families, family->command, row->name);
            if (found != row && (row->run || !found->run)) fail_msg("%s is there twice", row->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_if, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_conditions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_loops, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_output, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_forbidden, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_arguments, set_up, tear_down),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
