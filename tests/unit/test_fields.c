/* SPDX-License-Identifier: Apache-2.0 */
/* The table of fields: names and words stand once, numbers are where the arrays have them, and a world is told from another by hash
 * and by the list of differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "state/fields.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

static tsu_world *make(int count, uint64_t first_id)
{
    tsu_world_def def = tsu_world_def_default();
    tsu_error err = {0};
    def.timestep = 1.0e-6;
    def.materials = 2;
    memset(def.boundary[0], 'p', 2);
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    for (int k = 0; k < count; k++) {
        tsu_particle_def d = {
            .id = first_id + (uint64_t)k, .type = 1 + k % 2, .radius = 0.01, .density = 2000.0};
        for (int q = 0; q < 3; q++) {
            d.position[q] = 0.1 + 0.05 * k + 0.01 * q;
            d.velocity[q] = 1.0 + k + 10.0 * q;
            d.spin[q] = -2.0 - k - 10.0 * q;
        }
        assert_int_equal(tsu_particles_add(w, &d, 1, &err), TSU_OK);
    }
    return w;
}

static double get(const tsu_world *w, const char *word, int32_t row)
{
    tsu_field_number n;
    if (!tsu_fields_word(&w->particles, word, &n)) fail_msg("no word '%s'", word);
    return tsu_field_get(&w->particles, &w->box, &n.field, row, n.q);
}

static void test_table(void **state)
{
    (void)state;
    char room[TSU_FIELD_ROOM], other[TSU_FIELD_ROOM];
    const tsu_field *f;
    for (int k = 0; (f = tsu_field_row(k)) != NULL; k++) {
        assert_true(f->name && f->doc && f->doc[0] && f->unit && f->width > 0);
        assert_true(f->store != TSU_STORE_NONE || f->read);       /* it comes from somewhere */
        assert_true(!(f->flags & TSU_FIELD_SAVED) || f->store);   /* what is made is not saved */
        assert_true(!(f->flags & TSU_FIELD_GHOSTED) || f->store); /* nor sent */
        assert_true(!(f->flags & (TSU_FIELD_COLOURED | TSU_FIELD_FRAMED)) || f->page);
        assert_true(!(f->flags & TSU_FIELD_SETTABLE) || f->write || f->type == TSU_NUMBER_F64);
        if (f->store && f->store != TSU_STORE_COLUMN) {
            assert_int_equal(tsu_particle_arrays[f->store - 1].type, f->type);
            assert_true(f->first + f->width <= tsu_particle_arrays[f->store - 1].width);
        }
        for (int n = 0; n < k; n++) {
            if (strcmp(tsu_field_row(n)->name, f->name) == 0) fail_msg("%s stands twice", f->name);
        }
    }
    const char *word;
    for (int k = 0; (word = tsu_fields_words(NULL, k, room)) != NULL; k++) {
        for (int n = 0; n < k; n++) {
            if (strcmp(word, tsu_fields_words(NULL, n, other)) == 0) fail_msg("word %s stands twice", word);
        }
    }
    assert_true(tsu_fields_nearest(NULL, "omgax", false, room));
    assert_string_equal(room, "omegax");
}

static void test_numbers(void **state)
{
    (void)state;
    tsu_world *w = make(3, 5);
    tsu_particles *p = &w->particles;
    p->xr[1][0] = 1.25; /* beyond the periodic face */
    p->image[1][0] = 2;
    const struct {
        const char *word;
        double value;
    } expected[] = {{"id", 6},
                    {"type", 2},
                    {"element", 2},
                    {"x", 0.25},
                    {"y", 0.16},
                    {"xu", 3.25},
                    {"xs", 0.25},
                    {"xsu", 3.25},
                    {"ix", 3},
                    {"vx", 2},
                    {"vz", 22},
                    {"omegay", -13},
                    {"radius", 0.01},
                    {"r", 0.01},
                    {"diameter", 0.02},
                    {"density", 2000},
                    {"mass", p->mass[1]},
                    {"fx", 0},
                    {"tqz", 0},
                    {"inertiay", 0.4 * p->mass[1] * 1e-4},
                    {"volume", p->mass[1] / 2000}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        const double value = get(w, expected[k].word, 1);
        if (!(fabs(value - expected[k].value) <= 1.0e-14 * fabs(expected[k].value)))
            fail_msg("%s is %.17g", expected[k].word, value);
    }
    /* what is lent is what is read */
    for (int k = 0; k < tsu_fields_count(p); k++) {
        const tsu_field f = tsu_fields_at(p, k);
        for (int q = 0; q < f.width; q++) {
            size_t stride;
            const double *lent = tsu_field_lent(p, &w->box, &f, q, &stride);
            for (int32_t i = 0; lent && i < p->count; i++) {
                if (lent[(size_t)i * stride] != tsu_field_get(p, &w->box, &f, i, q)) fail_msg("%s", f.name);
            }
        }
    }
    tsu_world_destroy(w);
}

static void test_set(void **state)
{
    (void)state;
    tsu_world *w = make(2, 1);
    tsu_particles *p = &w->particles;
    tsu_field_number n;
    assert_true(tsu_fields_word(p, "diameter", &n));
    tsu_field_set(p, &n.field, 0, n.q, 0.04);
    assert_true(p->xr[0][3] == 0.02 && p->mass[0] == tsu_sphere_mass(0.02, 2000.0) &&
                p->vm[0][3] == 1.0 / p->mass[0]);
    assert_true(tsu_fields_word(p, "omegaz", &n));
    tsu_field_set(p, &n.field, 1, n.q, 7.0);
    assert_true(p->wi[1][2] == 7.0);
    assert_true(tsu_fields_word(p, "type", &n));
    tsu_field_set(p, &n.field, 1, n.q, 1.0);
    assert_int_equal(p->type[1], 0);
    tsu_particles_hold(p, 1, true);
    assert_true(tsu_fields_word(p, "mass", &n));
    tsu_field_set(p, &n.field, 1, n.q, 3.0);
    assert_true(p->mass[1] == 3.0 && p->vm[1][3] == 0.0); /* still held */
    tsu_world_destroy(w);
}

/* All that neighbours read is ghosted: copies of these alone make the same contact. */
static void test_ghosted(void **state)
{
    (void)state;
    static const char *const read[] = {
        "x",    "radius", "v",    "inverse_mass",         "omega",         "inverse_inertia", "id",
        "type", "group",  "Temp", "surfaceLiquidContent", "id_multisphere"};
    int ghosted = 0;
    const tsu_field *f;
    for (int k = 0; (f = tsu_field_row(k)) != NULL; k++) {
        bool expected = false;
        for (size_t n = 0; n < sizeof read / sizeof *read; n++) {
            expected = expected || strcmp(read[n], f->name) == 0;
        }
        if (expected != ((f->flags & TSU_FIELD_GHOSTED) != 0)) fail_msg("%s", f->name);
        ghosted += expected;
    }
    assert_int_equal(ghosted, sizeof read / sizeof *read);
}

static void test_diff(void **state)
{
    (void)state;
    tsu_world *a = make(4, 1), *b = make(4, 1);
    tsu_difference d[8];
    size_t count = 99;
    tsu_error err = {0};
    char text[200];
    assert_int_equal(tsu_world_diff(a, b, d, 8, &count, &err), TSU_OK);
    assert_int_equal(count, 0);
    assert_true(tsu_world_hash(a) == tsu_world_hash(b));
    /* another order of rows, a position outside the box: the same state */
    assert_int_equal(tsu_particles_reorder(&b->particles, (const int32_t[]){2, 0, 3, 1}, 4, 1, &err), TSU_OK);
    assert_true(b->particles.id[0] == 3);
    b->particles.xr[0][0] += 0.0;
    assert_int_equal(tsu_world_diff(a, b, d, 8, &count, &err), TSU_OK);
    assert_int_equal(count, 0);
    b->particles.vm[0][2] = -0.5;
    b->particles.force[3][1] = 2.0; /* of particle 2; no part of the hash */
    assert_non_null(tsu_particles_column(&b->particles, "extra", 2, 0.0, &err));
    assert_int_equal(tsu_world_diff(a, b, d, 8, &count, &err), TSU_OK);
    assert_int_equal(count, 3);
    assert_int_equal(d[0].kind, TSU_DIFFERS_FIELD_SECOND);
    assert_string_equal(d[0].field, "extra");
    assert_true(d[1].id == 2 && strcmp(d[1].field, "f") == 0 && d[1].number == 1 && d[1].first == 0.0 &&
                d[1].second == 2.0);
    assert_true(d[2].id == 3 && strcmp(d[2].field, "v") == 0 && d[2].number == 2);
    tsu_difference_tell(&d[2], text, sizeof text);
    assert_string_equal(text, "particle 3: v[2] is 23 and -0.5");
    assert_true(tsu_world_hash(a) != tsu_world_hash(b));
    tsu_world *c = make(4, 3);                                          /* 3 to 6 */
    assert_int_equal(tsu_world_diff(a, c, d, 1, &count, &err), TSU_OK); /* counts beyond the room */
    assert_true(count > 4);
    assert_int_equal(d[0].kind, TSU_DIFFERS_ONLY_FIRST);
    assert_true(d[0].id == 1);
    tsu_world_destroy(a);
    tsu_world_destroy(b);
    tsu_world_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),   cmocka_unit_test(test_numbers), cmocka_unit_test(test_set),
        cmocka_unit_test(test_ghosted), cmocka_unit_test(test_diff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
