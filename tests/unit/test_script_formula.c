/* SPDX-License-Identifier: Apache-2.0 */
/* Formulas: every expected number is arithmetic, a closed form of the function's definition, or a number of
 * the fake host. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/script_fake.h"
#include <math.h>
#include <stdlib.h>

typedef struct fixture {
    fake fake;
    tsu_script *script;
} fixture;

static int set_up(void **state)
{
    fixture *x = calloc(1, sizeof *x);
    if (!x) return -1;
    const tsu_script_host host = fake_host(&x->fake);
    x->script = tsu_script_create(&(tsu_script_options){.host = &host});
    *state = x;
    return x->script ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *x = *state;
    tsu_script_destroy(x->script);
    free(x);
    return 0;
}

typedef struct example {
    const char *formula;
    double value;
} example;

static void check(fixture *x, const example *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double got = NAN;
        tsu_error err = {0};
        const tsu_status status = tsu_script_evaluate(x->script, list[i].formula, &got, &err);
        if (status != TSU_OK) fail_msg("`%s`: %s", list[i].formula, err.message);
        if (!(fabs(got - list[i].value) <= 1e-14 * fabs(list[i].value)))
            fail_msg("`%s` is %.17g, expected %.17g", list[i].formula, got, list[i].value);
    }
}

#define CHECK(x, list) check(x, list, sizeof(list) / sizeof *(list))

static void test_arithmetic(void **state)
{
    const example list[] = {
        {"1", 1},
        {" 1.5e3 ", 1500},
        {".5", 0.5},
        {"2.", 2},
        {"1E-2", 0.01},
        {"1+2*3", 7},
        {"(1+2)*3", 9},
        {"10-4-3", 3},
        {"100/10/5", 2},
        {"17%5", 2},
        {"-7%4", -3},
        {"2*3%4", 2},
        {"2^10", 1024},
        {"2^3^2", 64}, /* groups from the left */
        {"-2^2", 4},   /* the sign binds tighter than the power */
        {"0-2^2", -4},
        {"2^-1", 0.5},
        {"2*-3", -6},
        {"--3", 3},
        {"- - 3", 3},
        {"5^0", 1},
        {"1-(2-(3-4))", -2},
        {"\t( ( 2 ) )\n", 2},
        {"PI", 3.14159265358979323846},
        {"1e3*1e-3", 1},
        {"3-2", 1},
    };
    CHECK(*state, list);
}

static void test_logic(void **state)
{
    const example list[] = {
        {"1<2", 1},       {"2<1", 0},  {"2<=2", 1}, {"3>=4", 0},    {"4>3", 1},  {"1==1.0", 1},
        {"1!=1", 0},      {"!0", 1},   {"!5", 0},   {"!!5", 1},     {"-!0", -1}, {"!1==0", 1}, /* (!1)==0 */
        {"1&&0", 0},      {"2&&3", 1}, {"0||0", 0}, {"1||0&&0", 1}, /* && before || */
        {"1==2<3", 1},                                              /* < before == : 1==(2<3) */
        {"1+1==2", 1},                                              /* + before == */
        {"2<3==1", 1},                                              /* (2<3)==1 */
        {"1<2<0.5", 0},                                             /* (1<2)<0.5 */
        {"0&&1||1", 1},                                             /* (0&&1)||1 */
        {"(1>2)*5+3", 3},
    };
    CHECK(*state, list);
}

static void test_functions(void **state)
{
    const double pi = 3.14159265358979323846;
    const example list[] = {
        {"sqrt(16)", 4},       {"sqrt(sqrt(16))", 2},
        {"exp(0)", 1},         {"ln(exp(2))", 2},
        {"log(1000)", 3},      {"abs(-3.5)", 3.5},
        {"sin(PI/2)", 1},      {"cos(0)", 1},
        {"cos(PI)", -1},       {"tan(0)", 0},
        {"asin(1)", pi / 2},   {"acos(-1)", pi},
        {"atan(1)", pi / 4},   {"atan2(1,-1)", 3 * pi / 4},
        {"atan2( 0 , 1 )", 0}, {"ceil(1.2)", 2},
        {"ceil(-1.2)", -1},    {"floor(1.8)", 1},
        {"floor(-1.2)", -2},   {"round(2.4)", 2},
        {"round(2.5)", 3},     {"round(-2.5)", -2}, /* a half goes up */
        {"round(-2.6)", -3},   {"sqrt((1+2)*3)+abs(min(c_vec))", 4},
    };
    CHECK(*state, list);
}

/* Functions of the step, from their definitions. */
static void test_step_functions(void **state)
{
    fixture *x = *state;
    x->fake.clock = (tsu_clock){.step = 250, .begin = 100, .end = 400, .dt = 0.01, .running = true};
    const example running[] = {
        {"step", 250},
        {"ramp(2,8)", 5}, /* half of the run */
        {"vdisplace(1,2)", 1 + 2 * 150 * 0.01},
        {"swiggle(1,2,6)", 3},    /* t = 1.5 is a quarter of the period */
        {"cwiggle(1,2,3)", 5},    /* half of the period: 1 + 2 (1 - cos pi) */
        {"stagger(100,10)", 300}, /* 0 10 100 110 200 210 300 */
        {"stagger(100,60)", 260},
        {"logfreq(100,4,10)", 300}, /* 100 200 300 400 1000 */
        {"logfreq(10,2,10)", 1000}, /* .. 100 200 1000 */
        {"logfreq(1000,4,10)", 1000},
        {"stride(0,1000,60)", 300},
        {"stride(300,1000,60)", 300},
        {"stride(0,260,60)", 9e18},
        {"stride(0,100,60)", 9e18},
    };
    CHECK(x, running);
    x->fake.clock.step = 100;
    const example at_begin[] = {{"ramp(2,8)", 2}, {"swiggle(1,2,6)", 1}, {"stagger(100,10)", 110}};
    CHECK(x, at_begin);
    x->fake.clock.begin = x->fake.clock.end = 100; /* a run of no steps */
    const example no_steps[] = {{"ramp(2,8)", 2}};
    CHECK(x, no_steps);
}

static void test_references(void **state)
{
    const example list[] = {
        {"atoms", 5},
        {"c_one", 42},
        {"f_one", -42},
        {"c_vec[3]", 4},
        {"f_vec[2]", -1},
        {"c_arr[2][2]", 20},
        {"x[5]", 4},
        {"y[8]", 2.5},
        {"x[4]", 0}, /* no such particle */
        {"x[1]+y[1]", 1.5},
        {"sum(c_vec)", 7.5},
        {"min(c_vec)", -1},
        {"max(c_vec)", 4},
        {"ave(c_vec)", 1.875},
        {"trap(c_vec)", 1.5 - 1 + 4 + 0.75},
        {"sum(f_arr[2])", 90},
        {"max(c_arr[1])", 3},
        {"sum(c_empty)", 0},
        {"mass(all)", 1000.0 * 'm'},
        {"mass(all,left)", 1000.0 * 'm' + 1},
        {"xcm(all,z)", 1000.0 * 'x' + 10.0 * 'z'},
        {"xcm( all , y , left )", 1000.0 * 'x' + 10.0 * 'y' + 1},
        {"bound(all,zmax)", 1000.0 * 'b' + 10.0 * 'x'},
        {"inertia(all,xz,left)", 1000.0 * 'i' + 10.0 * 'z' + 1},
        {"ke(all)/2", 500.0 * 'k'},
        {"countMS(all)", 1000.0 * 'c'},
    };
    CHECK(*state, list);
}

static void test_bad_formulas(void **state)
{
    fixture *x = *state;
    const struct {
        const char *formula, *says;
    } list[] = {
        {"", "ends where"},
        {"1+", "ends where"},
        {"1 2", "operator is expected at `2`"},
        {"(1", "`)` of `(` is missing at the end"},
        {"1)", "operator is expected at `)`"},
        {"1.2.3", "`1.2.3` is not a number"},
        {"2e", "`2e` is not a number"},
        {"1e999", "is not a number"},
        {"1=1", "write =="},
        {"1&1", "operator is expected at `&1`"},
        {"+1", "expected at `+1`"},
        {"1/0", "divides by zero"},
        {"5%0", "divides by zero"},
        {"(0-8)^0.5", "no real value"},
        {"0^-1", "no real value"},
        {"sqrt(-1)", "sqrt(-1) has no value: the argument must not be negative"},
        {"ln(0)", "must be positive"},
        {"log(-1)", "must be positive"},
        {"asin(1.5)", "-1..1"},
        {"acos(-2)", "-1..1"},
        {"sqrt(1,2)", "takes 1 argument, not 2"},
        {"atan2(1)", "takes 2 arguments, not 1"},
        {"sqr(2)", "did you mean `sqrt()`"},
        {"zzzzzz(2)", "no function `zzzzzz()`"},
        {"stagger(10,20)", "x > y > 0"},
        {"logfreq(1,5,5)", "z > y > 0"},
        {"stride(5,1,1)", "0 <= x <= y"},
        {"ramp(0,1)", "only during a run"},
        {"vdisplace(0,1)", "only during a run"},
        {"normal(0,-1,7)", "must not be negative"},
        {"random(0,1,1.5)", "one integer"},
        {"x", "one value per particle"},
        {"c_per", "one value per particle"},
        {"gmask(all)", "one value per particle"},
        {"c_vec[0]", "positive integer"},
        {"c_vec[]", "positive integer"},
        {"c_vec[1", "positive integer"},
        {"c_vec[v_i]", "positive integer"},
        {"c_arr[1][1][1]", "too many brackets"},
        {"c_", "name is missing"},
        {"c_nobody", "names nothing"},
        {"v_nobody", "no variable `nobody`"},
        {"stepp", "no thermo keyword `stepp`"},
        {"vz[1", "positive integer"},
        {"radios[1]", "did you mean `radius`"},
        {"mass(none)", "no group `none`"},
        {"mass()", "written mass(group)"},
        {"mass(all,left,x)", "written mass(group)"},
        {"xcm(all)", "written xcm(group,component)"},
        {"xcm(all,w)", "not a component of `xcm()`"},
        {"bound(all,xmix)", "did you mean `xmi"},
        {"sum(3)", "one global vector"},
        {"sum(c_vec", "never closed"},
        {"sum(c_vec[1)", "positive integer"},
        {"sum(c_arr[1][1])", "too many brackets"},
        {"min(c_empty)", "empty vector"},
        {"next(zz)", "no variable `zz`"},
        {"${a}", "write v_NAME"},
        {"3*$a", "write v_NAME"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double got;
        tsu_error err = {0};
        const tsu_status status = tsu_script_evaluate(x->script, list[i].formula, &got, &err);
        if (status == TSU_OK) fail_msg("`%s` was accepted", list[i].formula);
        if (!strstr(err.message, list[i].says))
            fail_msg("`%s` says `%s`, expected `%s`", list[i].formula, err.message, list[i].says);
    }
}

static void deck(fixture *x, const char *text)
{
    tsu_error err = {0};
    if (tsu_script_run_string(x->script, "test", text, &err) != TSU_OK)
        fail_msg("%d: %s", err.line, err.message);
}

static void test_variables_in_formulas(void **state)
{
    fixture *x = *state;
    deck(x, "variable a equal 3\nvariable b equal v_a^2+1\nvariable s string 2.5\nvariable i loop 5 9\n"
            "variable c equal v_d\nvariable d equal v_c\nvariable word string hello\n"
            "variable third equal 1/3\n");
    const example list[] = {{"v_a", 3}, {"v_b*2", 20}, {"v_s+1", 3.5}, {"v_i", 5}, {"3*v_third-1", 0}};
    CHECK(x, list);
    tsu_error err = {0};
    double got;
    assert_int_equal(tsu_script_evaluate(x->script, "v_c", &got, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "refers to itself"));
    assert_int_equal(tsu_script_evaluate(x->script, "v_word", &got, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "`hello`, which is not a number"));
    deck(x, "variable a equal 4\n"); /* the new formula counts, also inside b */
    const example after[] = {{"v_b", 17}};
    CHECK(x, after);
}

static void check_particles(fixture *x, const char *formula, const uint8_t *selected,
                            const double expected[FAKE_COUNT])
{
    double got[FAKE_COUNT];
    tsu_error err = {0};
    if (tsu_script_evaluate_particles(x->script, formula, selected, FAKE_COUNT, got, &err) != TSU_OK)
        fail_msg("`%s`: %s", formula, err.message);
    for (int i = 0; i < FAKE_COUNT; i++) {
        if (!(fabs(got[i] - expected[i]) <= 1e-14 * fabs(expected[i])))
            fail_msg("`%s` of row %d is %.17g, expected %.17g", formula, i, got[i], expected[i]);
    }
}

static void test_particles(void **state)
{
    fixture *x = *state;
    deck(x, "variable r2 atom x^2+y^2\nvariable k equal 2\nvariable twice atom v_k*v_r2\n");
    check_particles(x, "x+y", NULL, (double[]){1.5, 3, 4.5, 6, 7.5});
    check_particles(x, "3", NULL, (double[]){3, 3, 3, 3, 3});
    check_particles(x, "-x*10", NULL, (double[]){-10, -20, -30, -40, -50});
    check_particles(x, "!(x>2)", NULL, (double[]){1, 1, 0, 0, 0});
    check_particles(x, "sqrt(x*4)*sqrt(x)", NULL, (double[]){2, 4, 6, 8, 10});
    check_particles(x, "id-x", NULL, (double[]){0, 0, 0, 1, 3});
    check_particles(x, "c_per+c_xy[2]", NULL, (double[]){1.5, 3, 4.5, 6, 7.5});
    check_particles(x, "gmask(odd)", NULL, (double[]){1, 0, 1, 1, 0});
    check_particles(x, "rmask(left)*x", NULL, (double[]){1, 2, 0, 0, 0});
    check_particles(x, "grmask(odd,left)", NULL, (double[]){1, 0, 0, 0, 0});
    check_particles(x, "v_twice", NULL, (double[]){2.5, 10, 22.5, 40, 62.5});
    check_particles(x, "x-x[8]+c_one", NULL, (double[]){38, 39, 40, 41, 42});
    check_particles(x, "atan2(y,x)", NULL,
                    (double[]){atan2(0.5, 1), atan2(1, 2), atan2(1.5, 3), atan2(2, 4), atan2(2.5, 5)});
    double one;
    assert_int_equal(tsu_script_evaluate(x->script, "v_twice[3]+v_r2[77]", &one, NULL), TSU_OK);
    assert_true(one == 22.5);
    assert_int_equal(tsu_script_evaluate(x->script, "v_twice", &one, NULL), TSU_ERROR_INPUT);
}

/* Rows that are not selected are zero and cannot fail. */
static void test_selected_particles(void **state)
{
    fixture *x = *state;
    const uint8_t selected[FAKE_COUNT] = {0, 1, 0, 1, 1};
    check_particles(x, "1/(x-1)", selected, (double[]){0, 1, 0, 1.0 / 3, 0.25});
    check_particles(x, "sqrt(x-2)", selected, (double[]){0, 0, 0, sqrt(2), sqrt(3)});
    check_particles(x, "7", selected, (double[]){0, 7, 0, 7, 7});
    double got[FAKE_COUNT];
    tsu_error err = {0};
    assert_int_equal(tsu_script_evaluate_particles(x->script, "1/(x-4)", selected, FAKE_COUNT, got, &err),
                     TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "divides by zero"));
}

/* Mean and variance of 20,000 draws against the distribution, at five standard errors. */
static void test_random(void **state)
{
    fixture *x = *state;
    enum { N = 20000 };
    double sum = 0, sum2 = 0, nsum = 0, nsum2 = 0, first = 0;
    for (int i = 0; i < N; i++) {
        double u, n;
        assert_int_equal(tsu_script_evaluate(x->script, "random(2,6,7)", &u, NULL), TSU_OK);
        assert_int_equal(tsu_script_evaluate(x->script, "normal(10,3,-5)", &n, NULL), TSU_OK);
        assert_true(u >= 2 && u < 6);
        if (i == 0) first = u;
        sum += u, sum2 += u * u, nsum += n, nsum2 += n * n;
    }
    const double mean = sum / N, nmean = nsum / N;
    assert_true(fabs(mean - 4) < 5 * sqrt(16.0 / 12 / N));
    assert_true(fabs(sum2 / N - mean * mean - 16.0 / 12) < 0.05);
    assert_true(fabs(nmean - 10) < 5 * 3 / sqrt(N));
    assert_true(fabs(nsum2 / N - nmean * nmean - 9) < 0.5);
    fixture *again = NULL; /* another script with the same seed draws the same numbers */
    assert_int_equal(set_up((void **)&again), 0);
    double u;
    assert_int_equal(tsu_script_evaluate(again->script, "random(2,6,7)", &u, NULL), TSU_OK);
    assert_true(u == first);
    double rows[FAKE_COUNT];
    assert_int_equal(tsu_script_evaluate_particles(x->script, "random(0,1,9)", NULL, FAKE_COUNT, rows, NULL),
                     TSU_OK);
    for (int i = 1; i < FAKE_COUNT; i++) {
        assert_true(rows[i] != rows[i - 1] && rows[i] >= 0 && rows[i] < 1);
    }
    tear_down((void **)&again);
}

/* Depth and work are bounded: an error, not a crash and not an endless evaluation. */
static void test_limits(void **state)
{
    fixture *x = *state;
    char *deep = calloc(1, 40010);
    assert_non_null(deep);
    memset(deep, '(', 20000);
    strcat(deep, "1");
    double got;
    assert_int_equal(tsu_script_evaluate(x->script, deep, &got, NULL), TSU_ERROR_INPUT);
    memset(deep, '-', 20000);
    assert_int_equal(tsu_script_evaluate(x->script, deep, &got, NULL), TSU_ERROR_INPUT);
    for (int i = 0; i < 20000; i++) {
        memcpy(deep + 2 * i, "1+", 2);
    }
    deep[39999] = '\0';
    assert_int_equal(tsu_script_evaluate(x->script, deep, &got, NULL), TSU_ERROR_INPUT);
    free(deep);
    char line[80];
    deck(x, "variable a0 equal 1\n");
    for (int i = 1; i < 64; i++) {
        snprintf(line, sizeof line, "variable a%d equal v_a%d+v_a%d\n", i, i - 1, i - 1);
        deck(x, line);
    }
    const example small[] = {{"v_a10", 1024}};
    CHECK(x, small);
    tsu_error err = {0};
    assert_int_equal(tsu_script_evaluate(x->script, "v_a63", &got, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "too many others"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_arithmetic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_logic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_step_functions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_references, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_formulas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_variables_in_formulas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_particles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_selected_particles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
