/* SPDX-License-Identifier: Apache-2.0 */
/* A run that is stopped, written, read and continued, again and again and on other numbers of threads, has the bits of one
 * that never stopped; and a file that was altered anywhere is refused. */
#include "base/memory.h"
#include "format/restart_file.h"
#include "io/read_file.h"
#include "oracle/mesh_shapes.h"
#include "step/resume/resume.h"
#include <stdio.h>
#include <unistd.h>

static const char STICKY[] = "model hertz tangential history cohesion sjkr2 rolling_friction epsd2";

static char folder[64] = "/tmp/tsubu_restart_XXXXXX";
static char path[96];

/* Everything that a restart file does not hold: properties, laws, a plane, a bumpy floor that shakes and wears, and a drum
 * that turns about a point which moves. */
static void define(tsu_world *w, const char *laws)
{
    tsu_error err = {0};
    tsu_facets f = {0};
    const double young = 1e7, poisson = 0.3, e = 0.5, mu = 0.4, roll = 0.1, damp = 0.3, finnie = 1.5,
                 stick = 2e5, origin[3] = {0};
    REQUIRE(tsu_property_set_type(w, "youngsModulus", &young, &err));
    REQUIRE(tsu_property_set_type(w, "poissonsRatio", &poisson, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRestitution", &e, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientFriction", &mu, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRollingFriction", &roll, &err));
    REQUIRE(tsu_property_set_pair(w, "coefficientRollingViscousDamping", &damp, &err));
    REQUIRE(tsu_property_set_pair(w, "cohesionEnergyDensity", &stick, &err));
    REQUIRE(tsu_property_set_pair(w, "k_finnie", &finnie, &err));
    REQUIRE(tsu_laws_choose(w, laws, &err));
    add_bumps(&f, 0.0625, 20, 0.002, 4);
    tsu_mesh_body *floor = add_mesh(w, "floor", &f);
    add_cylinder(&f, 0.05, 0.06, 20, 6);
    tsu_mesh_body *drum = add_mesh(w, "drum", &f);
    tsu_wall_def side = tsu_wall_def_default();
    side.name = "side";
    side.shape = "yplane";
    side.position = -0.0215;
    side.velocity[0] = 0.1;
    REQUIRE(tsu_walls_add(w, &side, &err));
    const tsu_mover shake = {
        .name = "a", .kind = TSU_MOVE_WIGGLE, .vector = {0.001, 0, 0.001}, .period = 0.02};
    const tsu_mover drift = {.name = "b", .kind = TSU_MOVE_LINEAR, .vector = {0.01, 0, 0.02}};
    const tsu_mover turn = {.name = "c", .kind = TSU_MOVE_ROTATE, .vector = {0, 1, 0.1}, .period = 0.3};
    REQUIRE(tsu_mesh_add_mover(w, floor, &shake, &err));
    REQUIRE(tsu_mesh_add_mover(w, drum, &drift, &err));
    REQUIRE(tsu_mesh_add_mover(w, drum, &turn, &err));
    REQUIRE(tsu_mesh_keep_loads(floor, origin, true, &err));
}

static tsu_world *begin(int threads)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    uint32_t counter = 0;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = q == 0 ? -0.0625 : -1.0;
        def.hi[q] = q == 0 ? 0.0625 : 1.0;
    }
    def.boundary[0][0] = def.boundary[0][1] = 'p';
    def.gravity[2] = -9.81;
    def.timestep = 1e-5;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    define(w, STICKY);
    tsu_particle_column *c = tsu_particles_column(&w->particles, "colour", 2, 3.0, &err);
    assert_non_null(c);
    for (int k = 0; k < 400; k++) {
        const double r = 0.0015 + 0.001 * draw(8, &counter);
        const double x[3] = {0.0053 * (k % 10 - 4.5), 0.0051 * (k / 10 % 8 - 3.5),
                             0.0047 * (k / 80) + 0.0035};
        const double v[3] = {0.3 + draw(8, &counter), draw(8, &counter) - 0.5, -0.2};
        add_sphere(w, r, x, v, NULL);
        w->particles.column[0].value[2 * k] = k;
    }
    return w;
}

static void save(const tsu_world *w)
{
    tsu_error err = {0};
    tsu_pack p;
    REQUIRE(tsu_pack_open(&p, path, "si", &err));
    REQUIRE(tsu_restart_pack(&p, w, &err));
    REQUIRE(tsu_pack_close(&p, &err));
}

static tsu_world *load_from(const char *data, size_t size, tsu_error *err)
{
    tsu_sections sections;
    if (tsu_sections_open(&sections, data, size, "a file", err) != TSU_OK) return NULL;
    tsu_world *w = tsu_restart_unpack(&sections, "a file", err);
    tsu_sections_free(&sections);
    return w;
}

static tsu_world *load(void)
{
    tsu_error err = {0};
    char *data = NULL;
    size_t size = 0;
    REQUIRE(tsu_file_read(path, &data, &size, &err));
    tsu_world *w = load_from(data, size, &err);
    if (!w) print_error("%s\n", err.message);
    assert_non_null(w);
    tsu_memory_release(&data);
    return w;
}

static void count_notes(void *context, const char *sentence)
{
    (*(int *)context)++;
    print_message("%s\n", sentence);
}

/* Adopts what waits and counts what could not be used. */
static int adopt(tsu_world *w)
{
    tsu_error err = {0};
    int notes = 0;
    REQUIRE(tsu_world_prepare_laws(w, &err));
    REQUIRE(tsu_resume_adopt(w, count_notes, &notes, &err));
    return notes;
}

static tsu_world *save_and_load(tsu_world *w, int threads)
{
    save(w);
    tsu_world_destroy(w);
    w = load();
    w->threads = threads;
    define(w, STICKY);
    assert_int_equal(adopt(w), 0);
    assert_true(tsu_world_is(w, TSU_CURRENT_FORCES));
    return w;
}

static void compare(tsu_world *a, tsu_world *b)
{
    tsu_error err = {0};
    tsu_energy x, y;
    assert_int_equal(a->step, b->step);
    assert_true(a->time == b->time);
    assert_true(tsu_world_hash(a) == tsu_world_hash(b));
    REQUIRE(tsu_world_energy(a, &x, &err));
    REQUIRE(tsu_world_energy(b, &y, &err));
    const double unit = 1e-10 * x.exchanged;
    assert_true(fabs(x.dissipated_total - y.dissipated_total) < unit && fabs(x.elastic - y.elastic) < unit);
    assert_true(fabs(x.wall_work - y.wall_work) < unit && fabs(x.given - y.given) < unit);
    assert_true(fabs(x.residual - y.residual) < unit);
    const tsu_mesh_body *p = tsu_meshes_find(a, "floor"), *q = tsu_meshes_find(b, "floor");
    double worn = 0.0;
    for (int32_t t = 0; t < p->mesh.triangles; t++) {
        worn += p->loads->depth[t];
        assert_true(fabs(p->loads->depth[t] - q->loads->depth[t]) <= 1e-12 * p->loads->depth[t]);
    }
    assert_true(a->step < 1000 || worn > 0.0);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(p->loads->force[k] - q->loads->force[k]) <= 1e-9 * fabs(p->loads->force[k]) + 1e-15);
    }
}

static void test_twenty_stops(void **state)
{
    (void)state;
    tsu_error err = {0};
    uint32_t counter = 0;
    tsu_world *straight = begin(2), *broken = begin(1);
    for (int k = 0; k < 20; k++) {
        const int64_t steps = 1 + (int64_t)(240.0 * draw(3, &counter));
        REQUIRE(tsu_world_step(straight, steps, &err));
        REQUIRE(tsu_world_step(broken, steps, &err));
        broken = save_and_load(broken, k % 4 + 1);
        compare(straight, broken);
    }
    assert_true(straight->step > 1500 && straight->touching > 300);
    for (int32_t i = 0; i < broken->particles.count; i++) {
        const double *c = tsu_particles_find_column(&broken->particles, "colour")->value + 2 * (size_t)i;
        assert_true(c[0] == (double)(broken->particles.id[i] - 1) && c[1] == 3.0);
    }
    tsu_world_destroy(straight);
    tsu_world_destroy(broken);
}

/* Without its contacts a run goes on with other bits: the test above can fail. */
static void test_history_matters(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world *w = begin(2);
    REQUIRE(tsu_world_step(w, 1500, &err));
    save(w);
    REQUIRE(tsu_world_step(w, 50, &err));
    tsu_world *other = load();
    define(other, STICKY);
    other->resume->pairs.count = 0;
    REQUIRE(tsu_world_step(other, 50, &err));
    assert_true(tsu_world_hash(other) != tsu_world_hash(w));
    tsu_world_destroy(other);
    other = load(); /* other laws: what cannot be used is told, and forces are made anew */
    define(other, "model hertz tangential no_history");
    assert_true(adopt(other) >= 4);
    assert_false(tsu_world_is(other, TSU_CURRENT_FORCES));
    assert_true(other->ledger.changing && other->contacts.count == 0);
    REQUIRE(tsu_world_step(other, 50, &err));
    tsu_world_destroy(other);
    tsu_world_destroy(w);
}

/* A change between reading and going on acts as in the run that never stopped: histories stay, forces are made anew. */
static void test_change_after_reading(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_world *w = begin(2), *other;
    REQUIRE(tsu_world_step(w, 1500, &err));
    save(w);
    other = load();
    define(other, STICKY);
    const uint64_t gone[3] = {17, 230, 399};
    for (int k = 0; k < 2; k++) {
        tsu_world *one = k == 0 ? w : other;
        REQUIRE(tsu_particles_remove_ids(one, gone, 3, &err));
        REQUIRE(tsu_world_step(one, 200, &err));
    }
    assert_true(tsu_world_hash(other) == tsu_world_hash(w));
    tsu_world_destroy(other);
    tsu_world_destroy(w);
}

/* ---- damaged files ------------------------------------------------------------------------------------------------- */

static char *small_file(size_t *size)
{
    tsu_error err = {0};
    char *data = NULL;
    tsu_world *w = begin(1);
    REQUIRE(tsu_world_step(w, 300, &err));
    uint8_t *remove = calloc((size_t)w->particles.count, 1);
    assert_non_null(remove);
    for (int32_t i = 0; i < w->particles.count; i++) {
        remove[i] = w->particles.id[i] % 13 != 0;
    }
    tsu_world_change(w);
    REQUIRE(tsu_world_remove(w, remove, TSU_BETWEEN_STEPS, &err));
    free(remove);
    REQUIRE(tsu_world_step(w, 100, &err));
    save(w);
    tsu_world_destroy(w);
    REQUIRE(tsu_file_read(path, &data, size, &err));
    return data;
}

static void test_mutations(void **state)
{
    (void)state;
    size_t size;
    char *data = small_file(&size), *copy = malloc(size + 64);
    uint32_t counter = 0;
    assert_non_null(copy);
    for (int k = 0; k < 10000; k++) {
        tsu_error err = {0};
        size_t length = size;
        memcpy(copy, data, size);
        memset(copy + size, 0, 64);
        const size_t at = (size_t)(draw(11, &counter) * (double)size);
        if (k % 4 < 2) copy[at] ^= (char)(1 << (int)(8.0 * draw(11, &counter))); /* a bit */
        if (k % 4 == 2) length = at;                                             /* cut */
        if (k % 4 == 3 && k % 8 == 3) length = size + 1 + at % 64;               /* grown */
        if (k % 8 == 7) memmove(copy + at, copy + at + 1 + at % 7, size - at > 8 ? size - at - 8 : 0);
        if (length == size && memcmp(copy, data, size) == 0) continue;
        tsu_world *w = load_from(copy, length, &err);
        if (w) fail_msg("mutation %d at byte %zu of %zu was not noticed", k, at, size);
        assert_true(err.status != TSU_OK && strstr(err.message, "a file"));
    }
    free(copy);
    tsu_memory_release(&data);
}

/* Contents that were altered by somebody who makes the checksums fit: refused or taken, but never a crash. */
static void test_contents(void **state)
{
    (void)state;
    size_t size;
    char *data = small_file(&size);
    tsu_sections sections;
    tsu_error err = {0};
    uint32_t counter = 0;
    int refused = 0;
    REQUIRE(tsu_sections_open(&sections, data, size, "a file", &err));
    for (int k = 0; k < 20000; k++) {
        tsu_section *s = &sections.section[(int)(draw(12, &counter) * sections.count)];
        const tsu_section before = *s;
        if (s->size == 0) continue;
        uint8_t *byte = s->data + (size_t)(draw(12, &counter) * (double)s->size), was = *byte;
        if (k % 8 < 5) *byte = k % 3 == 0 ? 0xff : (uint8_t)(was ^ (1u << (k % 8)));
        if (k % 8 == 5) s->type = (tsu_section_type)((s->type + 1) % TSU_SECTION_TYPES);
        if (k % 8 == 6) s->rows++;
        if (k % 8 == 7) s->name[0] = 'x';          /* it is missing */
        if (k % 8 == 6 || k % 8 == 5) s->size = 0; /* what is not there must not be read */
        tsu_world *w = tsu_restart_unpack(&sections, "a file", &err);
        refused += w == NULL;
        tsu_world_destroy(w);
        *byte = was;
        *s = before;
    }
    assert_true(refused > 1000 && refused < 19000);
    tsu_sections_free(&sections);
    tsu_memory_release(&data);
}

/* The same state gives the same file, whenever it is written. */
static void test_same_file(void **state)
{
    (void)state;
    tsu_error err = {0};
    char *data[2] = {NULL, NULL};
    size_t size[2];
    tsu_world *w = begin(2);
    REQUIRE(tsu_world_step(w, 100, &err));
    for (int k = 0; k < 2; k++) {
        save(w);
        REQUIRE(tsu_file_read(path, &data[k], &size[k], &err));
        if (k == 0) sleep(1);
    }
    tsu_world_destroy(w);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(data[0], data[1], size[0]);
    for (int k = 0; k < 2; k++) {
        tsu_memory_release(&data[k]);
    }
}

static void test_foreign(void **state)
{
    (void)state;
    static const char liggghts[] = "\0\0\0\0\x2c\0\0\0Version LIGGGHTS-PUBLIC 3.8.0, compiled by someone";
    static const struct {
        const char *data;
        size_t size;
        const char *says;
    } files[] = {{liggghts, sizeof liggghts, "was written by LIGGGHTS or LAMMPS"},
                 {"LammpS RestartT\0\1\0\0\0", 20, "was written by LIGGGHTS or LAMMPS"},
                 {"# vtk DataFile Version 2.0\nof LIGGGHTS\n", 39, "is not a restart file"},
                 {"", 0, "is not a restart file"},
                 {"ITEM: TIMESTEP\n0\n", 17, "is not a restart file"},
                 {"\x89tsubu\r\n", 8, "is truncated after 8 bytes"},
                 {"\x89tsubu\r\n\1\0\0\0\0\0\0\0........", 32, "has version 1 of the format"},
                 {"\x89HDF\r\n\x1a\n", 8, "is not a restart file"}};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        tsu_error err = {0};
        assert_null(load_from(files[k].data, files[k].size, &err));
        if (!strstr(err.message, files[k].says)) fail_msg("%s", err.message);
    }
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.restart", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twenty_stops),
                                       cmocka_unit_test(test_history_matters),
                                       cmocka_unit_test(test_change_after_reading),
                                       cmocka_unit_test(test_mutations),
                                       cmocka_unit_test(test_contents),
                                       cmocka_unit_test(test_same_file),
                                       cmocka_unit_test(test_foreign)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
