/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that end when they are told to, and pictures of worlds, through the public interface alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tsubu/tsubu.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static tsu_error err;

static tsu_world *make(void)
{
    static const double young = 1e7, nu = 0.3, e = 0.5;
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1.0e-5;
    def.threads = 1;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    OK(tsu_property_set_type(w, "youngsModulus", &young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", &nu, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", &e, &err));
    OK(tsu_laws_choose(w, "model hertz", &err));
    tsu_particle_def p[2] = {tsu_particle_def_default(), tsu_particle_def_default()};
    for (int k = 0; k < 2; k++) {
        p[k].type = 1;
        p[k].radius = 0.05;
        p[k].density = 2500.0;
        p[k].position[0] = 0.4 + 0.2 * k;
        p[k].position[1] = p[k].position[2] = 0.5;
        p[k].velocity[0] = k ? -1.0 : 1.0;
    }
    OK(tsu_particles_add(w, p, 2, &err));
    return w;
}

static bool third(void *context)
{
    return ++*(int *)context == 3;
}

/* Told to stop before the third step it takes that one and no more; the rest leads to the bits of an unbroken run. */
static void test_until(void **state)
{
    (void)state;
    int asked = 0;
    tsu_world *a = make(), *b = make();
    OK(tsu_world_step_until(a, 100, third, &asked, &err));
    assert_int_equal(tsu_world_step_count(a), 3);
    OK(tsu_world_step_until(a, 97, NULL, NULL, &err));
    OK(tsu_world_step(b, 100, &err));
    assert_int_equal(tsu_world_step_count(a), 100);
    assert_true(tsu_world_hash(a) == tsu_world_hash(b));
    tsu_world_destroy(a);
    tsu_world_destroy(b);
}

/* A PNG file says its size in its head; a picture leaves the state as it was. */
static void test_picture(void **state)
{
    (void)state;
    static const uint8_t head[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t found[24] = {0};
    char path[] = "/tmp/tsubu_pictureXXXXXX";
    close(mkstemp(path));
    tsu_world *w = make();
    const uint64_t before = tsu_world_hash(w);
    tsu_picture_def d = tsu_picture_def_default();
    d.width = 320;
    d.height = 200;
    const tsu_status s = tsu_world_picture(w, &d, path, &err);
    if (s == TSU_ERROR_UNSUPPORTED) skip();
    if (s != TSU_OK) fail_msg("%s", err.message);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fread(found, 1, sizeof found, f), sizeof found);
    fclose(f);
    assert_memory_equal(found, head, sizeof head);
    assert_int_equal(found[18] * 256 + found[19], 320);
    assert_int_equal(found[22] * 256 + found[23], 200);
    assert_true(tsu_world_hash(w) == before);
    d.width = 1;
    assert_int_equal(tsu_world_picture(w, &d, path, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "1 by 200"));
    d.width = 320;
    d.color = "no such";
    assert_int_equal(tsu_world_picture(w, &d, path, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "no such"));
    /* letters of Japanese where a font has them; those that no font has are refused by name */
    d = tsu_picture_def_default();
    d.width = 320;
    d.height = 200;
    d.title = "粒子の流れ";
    const tsu_status japanese = tsu_world_picture(w, &d, path, &err);
    if (japanese != TSU_OK) assert_non_null(strstr(err.message, "fonts-ipaexfont-gothic"));
    d.title = "\xf4\x8f\xbf\xbd"; /* nobody's letter */
    assert_int_equal(tsu_world_picture(w, &d, path, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, d.title));
    remove(path);
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_until), cmocka_unit_test(test_picture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
