/* SPDX-License-Identifier: Apache-2.0 */
/* Requests, orders and frames of the live page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz/fuzz_view.c"

#include "fuzz/smoke.h"

enum { SIZE = 4096, ROUNDS = 40000 };

#define PATH "/0123456789abcdef0123456789abcdef/"
static const char *const TEXTS[] = {
    "0GET\n" PATH "frame?after=12&fields=speed,chain&max=100\n127.0.0.1:8080\nhttp://127.0.0.1:8080\n",
    "0GET\n" PATH "contact?i=1&j=wall%3Afloor&from=7\nlocalhost:8080\n\n",
    "0GET\n" PATH "frame?index=3&fields=surface%3Awear,surface%3Apressure\nlocalhost:8080\n\n",
    "0GET\n" PATH "series?energy=5&thermo=1&meshes=7\nlocalhost:8080\n\n",
    "0POST\n" PATH "run?name=demo&keep=my_run-1\nlocalhost:8080\n\nunits si\n",
    "0POST\n" PATH "check?name=demo&language=ja\nlocalhost:8080\n\nrun 5\n",
    "0GET\n" PATH "deck?name=demo\nlocalhost:8080\n\n",
    "0GET\n" PATH "picture?name=demo\nlocalhost:8080\n\n",
    "0GET\n" PATH "kept\nlocalhost:8080\n\n",
    "0GET\n" PATH "particle?run=1&id=3&index=2\nlocalhost:8080\n\n",
    "0POST\n" PATH "control\nlocalhost:8080\n\n{\"do\":\"pause\"}",
    "1{\"do\":\"move\",\"name\":\"gate\",\"value\":[0,0.5,-1e-3],\"time\":0.25}",
    "1{\"do\":\"open\",\"name\":\"a\",\"beside\":\"b\"}",
    "1{\"do\":\"friction\",\"i\":1,\"j\":2,\"value\":[0.5]}",
    "1{\"do\":\"step\",\"steps\":10,\"name\":\"a\",\"x\":[1,{\"y\":null}]}",
};
static const char *const WORDS[] = {"%00",  "%",   "%zz", "&", "=",     "99999999999999999999",
                                    "-1",   "nan", "..",  "/", "{",     "[",
                                    "\"",   "\\",  "]",   "}", "1e999", "\n",
                                    "\xff", ",,",  "?"};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, N_WORDS = sizeof WORDS / sizeof *WORDS };

/* A frame with two particles and a link. */
static size_t make_frame(char *text)
{
    tsu_frame *f = tsu_frame_create();
    tsu_bytes bytes = {0};
    assert_non_null(f);
    f->total = 2;
    uint32_t *id = tsu_frame_add(f, "id", TSU_ARRAY_U32, 1, 2);
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, 2);
    uint32_t *chain = tsu_frame_add(f, "chain", TSU_ARRAY_U32, 2, 1);
    float *force = tsu_frame_add(f, "chain_force", TSU_ARRAY_F32, 1, 1);
    float *wear = tsu_frame_add(f, "surface:wear", TSU_ARRAY_F32, 1, 2);
    assert_int_equal(tsu_frame_reserve_meshes(f, 1, NULL), TSU_OK);
    f->mesh[0] = (tsu_frame_mesh){.name = "m", .triangles = 2};
    wear[0] = wear[1] = 1.0f;
    id[0] = 1, id[1] = 2, chain[0] = 0, chain[1] = 1, force[0] = 3.0f;
    memset(position, 0, 6 * sizeof *position);
    assert_int_equal(tsu_frame_encode(f, &(tsu_frame_selection){.fields = -1}, &bytes, NULL), TSU_OK);
    text[0] = '2';
    memcpy(text + 1, bytes.data, bytes.size);
    free(bytes.data);
    tsu_frame_destroy(f);
    return bytes.size + 1;
}

/* Every path of the server, by either method, with a query and a body. */
static size_t make_request(smoke *s, char *text)
{
    static const char *const queries[] = {"", "?run=1&index=2", "?id=7&i=1&j=wall%3Afloor&name=demo&keep=a-1",
                                          "?after=1&max=2&fields=speed"};
    enum { QUERIES = sizeof queries / sizeof *queries };
    uint32_t paths = 0;
    while (tsu_request_paths[paths]) {
        paths++;
    }
    assert_int_equal(paths, TSU_ASK_KEPT + 1);
    const char *method = smoke_draw(s, 2) ? "GET" : "POST", *path = tsu_request_paths[smoke_draw(s, paths)],
               *query = queries[smoke_draw(s, QUERIES)];
    return (size_t)snprintf(text, SIZE, "0%s\n" PATH "%s%s\nlocalhost:8080\n\nunits si\n", method, path,
                            query);
}

static void test_smoke(void **unused)
{
    (void)unused;
    smoke s = {7, SIZE, WORDS, N_WORDS};
    char frame[SIZE];
    const size_t frame_size = make_frame(frame);
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE];
        const uint32_t which = smoke_draw(&s, N_TEXTS + 2 + N_TEXTS);
        size_t size = which < N_TEXTS ? strlen(TEXTS[which]) : frame_size;
        memcpy(text, which < N_TEXTS ? TEXTS[which] : frame, size);
        if (which >= N_TEXTS + 2) size = make_request(&s, text);
        smoke_feed(&s, text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
