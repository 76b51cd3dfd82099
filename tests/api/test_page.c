/* SPDX-License-Identifier: Apache-2.0 */
/* Runs that are looked at and runs that are ended: the same bits with a page and without, with models and without; the page answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static tsu_error err;

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

enum { MODELS = 1 };

static tsu_world *make(unsigned what)
{
    static const double young = 1e7, poisson = 0.3, half = 0.5;
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1e-5;
    def.gravity[2] = -9.81;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    OK(tsu_property_set_type(w, "youngsModulus", &young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", &poisson, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", &half, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", &half, &err));
    OK(tsu_laws_choose(w, "model hertz tangential history", &err));
    const tsu_parameter pack[] = {{.name = "templates", .text = "radius 0.04 density 2500"},
                                  {.name = "region", .text = "block 0 1 0 1 0.6 1"},
                                  {.name = "region_particles", .number = {20}},
                                  {.name = "every", .number = {100}},
                                  {.name = "seed", .number = {4711}}};
    if (what & MODELS) OK(tsu_models_add(w, "insert_pack", "grains", pack, 5, &err));
    for (int k = 0; k < 20; k++) {
        tsu_particle_def p = tsu_particle_def_default();
        p.radius = 0.05;
        p.position[0] = 0.1 + 0.09 * (k % 5);
        p.position[1] = 0.1 + 0.09 * (k / 5);
        p.position[2] = 0.3;
        OK(tsu_particles_add(w, &p, 1, &err));
    }
    return w;
}

static bool after_few(void *context)
{
    int *left = context;
    return --*left < 0;
}

/* Models act in runs that can be ended, too, and where such a run is ended the next one goes on with the same bits. */
static void test_models_until(void **state)
{
    (void)state;
    tsu_world *a = make(MODELS), *b = make(MODELS);
    OK(tsu_world_step(a, 450, &err));
    OK(tsu_world_step_until(b, 450, NULL, NULL, &err));
    assert_true(tsu_particles_count(a) > 20);
    assert_int_equal(tsu_particles_count(a), tsu_particles_count(b));
    assert_true(tsu_world_hash(a) == tsu_world_hash(b));
    int left = 120;
    OK(tsu_world_step_until(b, 1000, after_few, &left, &err));
    assert_int_equal(tsu_world_step_count(b), 450 + 121);
    tsu_world_destroy(a);
    tsu_world_destroy(b);
}

/* ---- the page -------------------------------------------------------------------------------------------------------------- */

typedef struct reader {
    char address[128];
    atomic_bool over;
    atomic_int answers;
    const char *method, *what, *body;
} reader;

/* The status line of an answer, then all of it as far as there is room; 0: none came. */
static int get(const char *address, const char *method, const char *what, const char *body, char *out,
               size_t size)
{
    unsigned port = 0;
    char token[64] = "", request[512];
    assert_int_equal(sscanf(address, "http://127.0.0.1:%u/%63[0-9a-f]/", &port, token), 2);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&to, sizeof to) != 0) return 0;
    const int n = snprintf(
        request, sizeof request,
        "%s /%s/%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
        method, token, what, port, strlen(body), body);
    size_t used = 0;
    if (send(s, request, (size_t)n, MSG_NOSIGNAL) == n) {
        ssize_t more;
        while (used < size - 1 && (more = recv(s, out + used, size - 1 - used, 0)) > 0) {
            used += (size_t)more;
        }
    }
    out[used] = '\0';
    close(s);
    return used > 12 ? atoi(out + 9) : 0;
}

static void *ask(void *context)
{
    reader *r = context;
    char *answer = malloc(1 << 20);
    while (!atomic_load(&r->over)) {
        if (get(r->address, r->method, r->what, r->body, answer, 1 << 20) == 200)
            atomic_fetch_add(&r->answers, 1);
    }
    free(answer);
    return NULL;
}

static void look_at(unsigned what)
{
    tsu_world *plain = make(what), *shown = make(what);
    tsu_page *page = tsu_page_open("test", 0, &err);
    if (!page && strstr(err.message, "libmicrohttpd")) skip();
    assert_non_null(page);
    OK(tsu_page_show(page, shown, &err));
    reader r = {.method = "GET", .what = "frame?fields=speed", .body = ""};
    snprintf(r.address, sizeof r.address, "%s", tsu_page_address(page));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask, &r), 0);
    OK(tsu_world_step(plain, 3000, &err));
    OK(tsu_world_step(shown, 3000, &err));
    for (int k = 0; k < 2000 && atomic_load(&r.answers) < 3; k++) { /* between runs it is served as well */
        tsu_page_serve(page);
        usleep(5000);
    }
    atomic_store(&r.over, true);
    tsu_page_serve(page);
    tsu_page_close(page);
    pthread_join(thread, NULL);
    assert_true(atomic_load(&r.answers) >= 3);
    assert_true(tsu_world_hash(plain) == tsu_world_hash(shown));
    OK(tsu_world_step(plain, 100, &err));
    OK(tsu_world_step(shown, 100, &err)); /* nobody looks any more */
    assert_true(tsu_world_hash(plain) == tsu_world_hash(shown));
    tsu_world_destroy(plain);
    tsu_world_destroy(shown);
}

static void test_same_bits(void **state)
{
    (void)state;
    look_at(0);
    look_at(MODELS);
}

static void test_answers(void **state)
{
    (void)state;
    tsu_page *page = tsu_page_open("what it is called", 0, &err);
    if (!page && strstr(err.message, "libmicrohttpd")) skip();
    tsu_world *w = make(0);
    char answer[20000], address[128];
    OK(tsu_page_show(page, w, &err));
    snprintf(address, sizeof address, "%s", tsu_page_address(page));
    assert_int_equal(get(address, "GET", "info", "", answer, sizeof answer), 200);
    assert_non_null(strstr(answer, "\"title\":\"what it is called\""));
    assert_non_null(strstr(answer, "\"status\":\"paused\""));
    assert_non_null(
        strstr(answer, "frame-ancestors http://localhost:* http://127.0.0.1:*")); /* a notebook may show it */
    tsu_world_destroy(w); /* the page stays, and shows what it has */
    assert_int_equal(get(address, "GET", "info", "", answer, sizeof answer), 200);
    tsu_page_serve(page);
    tsu_page_close(page);
    assert_int_equal(get(address, "GET", "info", "", answer, sizeof answer), 0);
}

/* Somebody at the page stops a run. */
static void test_stop(void **state)
{
    (void)state;
    tsu_page *page = tsu_page_open("stop", 0, &err);
    if (!page && strstr(err.message, "libmicrohttpd")) skip();
    tsu_world *w = make(0);
    OK(tsu_page_show(page, w, &err));
    reader r = {.method = "POST", .what = "control", .body = "{\"do\":\"stop\"}"};
    snprintf(r.address, sizeof r.address, "%s", tsu_page_address(page));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask, &r), 0);
    OK(tsu_world_step(w, INT64_C(1) << 40, &err));
    assert_true(tsu_page_stopped(page));
    atomic_store(&r.over, true);
    pthread_join(thread, NULL);
    assert_true(tsu_world_step_count(w) < INT64_C(1) << 40);
    tsu_page_serve(page);
    OK(tsu_world_step(w, 10, &err));
    assert_false(tsu_page_stopped(page));
    tsu_page_close(page);
    tsu_world_destroy(w);
}

static void count_thermo(void *context, const tsu_session *s, const double *value)
{
    (void)s;
    (void)value;
    ++*(int *)context;
}

/* A session speaks to its program as before, and may go before its page. */
static void test_session(void **state)
{
    (void)state;
    int lines = 0;
    tsu_session_def def = tsu_session_def_default();
    def.threads = 1;
    def.thermo = count_thermo;
    def.context = &lines;
    tsu_page *page = tsu_page_open("session", 0, &err);
    if (!page && strstr(err.message, "libmicrohttpd")) skip();
    tsu_session *s = tsu_session_create(&def, &err);
    OK(tsu_page_show_session(page, s, &err));
    OK(tsu_session_run_text(s,
                            "units si\natom_style granular\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\n"
                            "fix 1 all property/global youngsModulus peratomtype 1e7\nfix 2 all "
                            "property/global poissonsRatio peratomtype 0.3\n"
                            "fix 3 all property/global coefficientRestitution peratomtypepair 1 "
                            "0.5\npair_style gran model hertz\n"
                            "pair_coeff * *\ntimestep 1e-5\ncreate_atoms 1 single 0.5 0.5 0.5\nset group all "
                            "diameter 0.1 density 2500\n"
                            "fix n all nve/sphere\nthermo 10\nrun 100\n",
                            &err));
    assert_int_equal(lines, 11);
    char answer[20000];
    assert_int_equal(get(tsu_page_address(page), "GET", "series", "", answer, sizeof answer), 200);
    assert_non_null(strstr(answer, "\"thermo\""));
    assert_int_equal(tsu_page_show(page, tsu_session_world(s), &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "belongs to a session"));
    tsu_session_destroy(s);
    tsu_page_serve(page);
    tsu_page_close(page);
    assert_null(tsu_page_open("port", -1, &err));
    assert_non_null(strstr(err.message, "port is -1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_models_until), cmocka_unit_test(test_same_bits),
                                       cmocka_unit_test(test_answers), cmocka_unit_test(test_stop),
                                       cmocka_unit_test(test_session)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
