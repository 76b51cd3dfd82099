/* SPDX-License-Identifier: Apache-2.0 */
/* Who may ask the server of the page, and for what; JSON as it is written and read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "view/json.h"
#include "view/request.h"

static const tsu_gate gate = {.token = "0123456789abcdef0123456789abcdef", .port = 8080};
#define OWN "/0123456789abcdef0123456789abcdef/"

static int ask_as(const char *method, const char *path, const char *host, const char *origin, tsu_request *r)
{
    return tsu_request_read(&gate, &(tsu_request_line){method, path, host, origin}, r);
}

static int ask(const char *path, tsu_request *r)
{
    return ask_as("GET", path, "127.0.0.1:8080", NULL, r);
}

static void test_hosts(void **unused)
{
    (void)unused;
    tsu_request r;
    assert_int_equal(ask_as("GET", OWN, "127.0.0.1:8080", NULL, &r), 200);
    assert_int_equal(ask_as("GET", OWN, "localhost:8080", "http://localhost:8080", &r), 200);
    static const char *const strangers[] = {
        "",          "127.0.0.1",        "127.0.0.1:80", "evil.example:8080",
        "localhost", "127.0.0.1:8080.x", "0.0.0.0:8080", " 127.0.0.1:8080"};
    for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++) {
        assert_int_equal(ask_as("GET", OWN, strangers[k], NULL, &r), 403);
    }
    assert_int_equal(ask_as("GET", OWN, NULL, NULL, &r), 403);
    static const char *const origins[] = {"null",
                                          "",
                                          "http://evil.example",
                                          "https://127.0.0.1:8080",
                                          "http://127.0.0.1:8081",
                                          "http://127.0.0.1:8080.evil.example"};
    for (size_t k = 0; k < sizeof origins / sizeof *origins; k++) {
        assert_int_equal(ask_as("GET", OWN, "127.0.0.1:8080", origins[k], &r), 403);
    }
}

static void test_tokens_and_paths(void **unused)
{
    (void)unused;
    tsu_request r;
    static const char *const wrong[] = {"/",
                                        "",
                                        "*",
                                        "/info",
                                        "/0123456789abcdef0123456789abcdee/",
                                        "/0123456789abcdef0123456789abcde/",
                                        "/0123456789abcdef0123456789abcdef",
                                        "/0123456789ABCDEF0123456789ABCDEF/",
                                        OWN "../etc/passwd",
                                        OWN "./info",
                                        OWN "%69nfo",
                                        OWN "info/",
                                        "//0123456789abcdef0123456789abcdef/info",
                                        "http://127.0.0.1:8080" OWN};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_int_equal(ask(wrong[k], &r), 404);
    }
    char path[TSU_REQUEST_PATH + 10];
    memset(path, 'a', sizeof path);
    memcpy(path, OWN, strlen(OWN));
    path[TSU_REQUEST_PATH + 1] = '\0';
    assert_int_equal(ask(path, &r), 414);
}

static void test_methods(void **unused)
{
    (void)unused;
    tsu_request r;
    assert_int_equal(ask_as("POST", OWN "info", "localhost:8080", NULL, &r), 405);
    assert_int_equal(ask_as("GET", OWN "control", "localhost:8080", NULL, &r), 405);
    assert_int_equal(ask_as("DELETE", OWN, "localhost:8080", NULL, &r), 405);
    assert_int_equal(ask_as("POST", OWN "control", "localhost:8080", NULL, &r), 200);
    assert_int_equal(r.kind, TSU_ASK_CONTROL);
}

static void test_queries(void **unused)
{
    (void)unused;
    tsu_request r;
    assert_int_equal(ask(OWN "frame?after=12&fields=speed,chain&max=100&later=x", &r), 200);
    assert_int_equal(r.after, 12);
    assert_int_equal(r.most, 100);
    assert_int_equal(r.index, -1);
    assert_int_equal(r.fields, 2);
    assert_string_equal(r.field[1], "chain");
    assert_int_equal(ask(OWN "contact?i=3&j=wall%3Aa%20b", &r), 200);
    assert_string_equal(r.wall, "a b");
    assert_int_equal(ask(OWN "picture?name=..%2F01+a", &r), 200);
    assert_int_equal(r.kind, TSU_ASK_PICTURE);
    assert_string_equal(r.name, "../01 a"); /* as it is: whoever answers compares it whole */
    char longer[200] = OWN "picture?name=a&name=";
    memset(longer + strlen(longer), 'b', TSU_REQUEST_NAME);
    assert_int_equal(ask(longer, &r), 200);
    assert_string_equal(r.name, "");
    assert_int_equal(ask(OWN "series?run=1&energy=4", &r), 200);
    assert_int_equal(r.run, 1);
    assert_int_equal(ask(OWN "series?run=2", &r), 400);
    static const char *const bad[] = {"frame?after=-1",
                                      "frame?after=1x",
                                      "frame?after=",
                                      "frame?after",
                                      "frame?after=99999999999999999999",
                                      "frame?fields=%",
                                      "frame?fields=%0a",
                                      "frame?fields=%g0",
                                      "frame?fields=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q",
                                      "particle",
                                      "particle?id=0",
                                      "contact?i=1",
                                      "contact?i=1&j=1",
                                      "contact?i=1&j=wall:"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char path[256];
        snprintf(path, sizeof path, OWN "%s", bad[k]);
        assert_int_equal(ask(path, &r), 400);
    }
}

/* The folder of a run is one word, whatever is tried. */
static void test_folders(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"..",    "../a", "a/b", "%2e%2e", "%2Fetc",
                                      "a%00b", "-rf",  "a.b", "a b",    "~"};
    char path[256];
    tsu_request r;
    assert_int_equal(ask_as("POST", OWN "run?name=demo&keep=my_run-1", "localhost:8080", NULL, &r), 200);
    assert_string_equal(r.keep, "my_run-1");
    assert_int_equal(ask_as("POST", OWN "check?name=demo&language=ja", "localhost:8080", NULL, &r), 200);
    assert_true(r.japanese);
    assert_int_equal(ask_as("POST", OWN "check?name=demo&language=en", "localhost:8080", NULL, &r), 200);
    assert_false(r.japanese);
    assert_int_equal(ask_as("POST", OWN "check?name=demo&language=fr", "localhost:8080", NULL, &r), 400);
    assert_int_equal(tsu_request_room(&r), TSU_REQUEST_DECK);
    assert_int_equal(ask_as("GET", OWN "run?name=demo&keep=a", "localhost:8080", NULL, &r), 405);
    assert_int_equal(ask_as("GET", OWN "check?name=demo", "localhost:8080", NULL, &r), 405);
    assert_int_equal(ask_as("POST", OWN "deck?name=demo", "localhost:8080", NULL, &r), 405);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        snprintf(path, sizeof path, OWN "run?name=demo&keep=%s", bad[k]);
        assert_int_equal(ask_as("POST", path, "localhost:8080", NULL, &r), 400);
    }
}

static bool order(const char *text, tsu_control *c)
{
    return tsu_control_read(text, strlen(text), c);
}

static void test_orders(void **unused)
{
    (void)unused;
    tsu_control c;
    assert_true(order("{\"do\":\"step\",\"steps\":25}", &c));
    assert_int_equal(c.word, TSU_CONTROL_STEP);
    assert_int_equal(c.steps, 25);
    assert_true(order(" {\"more\":[1,{}],\"do\" : \"pause\"} ", &c));
    assert_int_equal(c.word, TSU_CONTROL_PAUSE);
    assert_true(order("{\"do\":\"friction\",\"i\":1,\"j\":2,\"value\":[0.25]}", &c));
    assert_int_equal(c.word, TSU_CONTROL_STEER);
    assert_int_equal(c.change.pair[1], 2);
    assert_true(c.change.value[0] == 0.25);
    assert_true(order("{\"do\":\"move\",\"name\":\"gate\",\"value\":[1,2,-3],\"time\":0.5}", &c));
    assert_string_equal(c.change.mesh, "gate");
    assert_true(c.change.value[2] == -3.0 && c.time == 0.5);
    static const char *const bad[] = {"{\"do\":\"gravity\",\"value\":[1,2]}",
                                      "{\"do\":\"gravity\",\"value\":[1,2,3,4]}",
                                      "{\"do\":\"gravity\",\"value\":[1,[2],3]}",
                                      "{\"do\":\"gravity\",\"value\":{\"a\":1}}",
                                      "{\"do\":\"friction\",\"i\":1e9,\"j\":1,\"value\":[1]}",
                                      "{\"do\":\"spin\",\"value\":[1]}",
                                      "{\"do\":\"spin\",\"name\":\"a b\",\"value\":[1]}",
                                      "{\"do\":\"move\",\"name\":\"g\",\"value\":[1,2,3],\"time\":-1}",
                                      "",
                                      "{}",
                                      "[]",
                                      "{\"do\":\"fly\"}",
                                      "{\"do\":\"step\",\"steps\":0}",
                                      "{\"do\":\"step\",\"steps\":1e30}",
                                      "{\"do\":\"start\"}",
                                      "{\"do\":\"pause\"",
                                      "{\"do\":\"pause\"}x",
                                      "{\"do\":\"pa\\u0075se\"}"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_false(order(bad[k], &c));
    }
}

static void test_tokens_differ(void **unused)
{
    (void)unused;
    tsu_gate a, b;
    assert_int_equal(tsu_gate_init(&a, NULL), TSU_OK);
    assert_int_equal(tsu_gate_init(&b, NULL), TSU_OK);
    assert_int_equal(strlen(a.token), TSU_TOKEN_LENGTH);
    assert_string_not_equal(a.token, b.token);
}

static void test_json_written(void **unused)
{
    (void)unused;
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "a\"b", "line\nend\\");
    tsu_json_key_number(&j, "n", 0.0 / 0.0);
    tsu_json_key_numbers(&j, "v", (const double[]){1.0, 0.5}, 2);
    tsu_json_key_bool(&j, "t", true);
    tsu_json_close(&j, '}');
    assert_string_equal(j.text, "{\"a\\\"b\":\"line\\u000aend\\\\\",\"n\":null,\"v\":[1,0.5],\"t\":true}");
    tsu_json_value value[16];
    assert_int_equal(tsu_json_read(j.text, j.used, value, 16), 11);
    assert_int_equal(tsu_json_read(j.text, j.used, value, 10), -1);
    tsu_json_free(&j);
}

static void test_json_nested(void **unused)
{
    (void)unused;
    char text[64];
    tsu_json_value value[64];
    memset(text, '[', 20);
    memset(text + 20, ']', 20);
    assert_int_equal(tsu_json_read(text, 40, value, 64), -1);
    assert_int_equal(tsu_json_read(text + 5, 30, value, 64), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),         cmocka_unit_test(test_tokens_and_paths),
        cmocka_unit_test(test_methods),       cmocka_unit_test(test_queries),
        cmocka_unit_test(test_folders),       cmocka_unit_test(test_orders),
        cmocka_unit_test(test_tokens_differ), cmocka_unit_test(test_json_written),
        cmocka_unit_test(test_json_nested)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
