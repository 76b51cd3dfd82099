/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes on a GPU, whose kernels are called on the processor in random order, give the bits of the steps of the processor: meshes that
 * stand, run within themselves and move, through periodic faces, with more contacts of a particle than there is room for at first, and with
 * steps that change places. */
#include "cuda/device.h"
#include "oracle/mesh_shapes.h"
#include "step/device.h"
#include "step/ledger/energy.h"

enum { GRAINS = 260, STEPS = 7200, SCENES = 4 };

static const double half = 0.02; /* of the box, which is periodic along x and y [m] */

static const char *const laws_of[SCENES] = {
    "model hertz tangential history rolling_friction epsd2",
    "model edinburgh/stiffness tangential jkr_tan rolling_friction epsd3",
    "model jkr tangential history",
    "model hooke tangential history rolling_friction cdt",
};

static void set_properties(tsu_world *w)
{
    tsu_error err = {0};
    const double young = 6.0e6, poisson = 0.3;
    static const struct {
        const char *name;
        double value;
    } pair[] = {{"coefficientRestitution", 0.6},
                {"coefficientFriction", 0.4},
                {"coefficientRollingFriction", 0.1},
                {"coefficientRollingViscousDamping", 0.3},
                {"LoadingStiffness", 900.0},
                {"UnloadingStiffness", 4.0},
                {"pullOffForce", 0.0},
                {"surfaceEnergy", 0.2},
                {"workOfAdhesion", 0.05},
                {"k_finnie", 1.5}};
    REQUIRE(tsu_property_set_type(w, "youngsModulus", &young, &err));
    REQUIRE(tsu_property_set_type(w, "poissonsRatio", &poisson, &err));
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        REQUIRE(tsu_property_set_pair(w, pair[k].name, &pair[k].value, &err));
    }
    REQUIRE(tsu_property_set(w, "characteristicVelocity", 1.0, &err));
    REQUIRE(tsu_property_set(w, "overlapExponent", 1.0, &err));
    REQUIRE(tsu_property_set(w, "adhesionExponent", 1.0, &err));
    REQUIRE(tsu_property_set(w, "rollingStiffness", 2.25, &err));
}

static void move(tsu_world *w, tsu_mesh_body *body, const tsu_mover *mover)
{
    tsu_error err = {0};
    REQUIRE(tsu_mesh_add_mover(w, body, mover, &err));
}

static void shift_facets(tsu_facets *f, double dx, double dz)
{
    for (int64_t t = 0; t < f->count; t++) {
        for (int k = 0; k < 3; k++) {
            f->corner[t][k][0] += dx;
            f->corner[t][k][2] += dz;
        }
    }
}

/* A rough floor; what moves in it differs. */
static void add_surfaces(tsu_world *w, int scene)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    tsu_error err = {0};
    tsu_facets floor = {0}, other = {0};
    const int cells = scene == 3 ? 70 : 12;
    add_bumps(&floor, half, cells, scene == 3 ? 0.0005 : 0.003, 5);
    tsu_mesh_body *ground = add_mesh(w, "ground", &floor);
    REQUIRE(tsu_mesh_keep_loads(ground, none, scene > 0, &err));
    if (scene == 0) { /* a belt across the periodic faces */
        add_random_plane(&other, half, 0.007, 3);
        shift_facets(&other, 0.3 * half, 0.004);
        tsu_mesh_body *belt = add_mesh(w, "belt", &other);
        const tsu_surface_motion surface = {.linear = true, .velocity = {0.4, 0.1, 0.0}};
        REQUIRE(tsu_mesh_set_surface(belt, &surface, &err));
    }
    if (scene == 1 || scene == 2) { /* a drum that turns and shakes */
        add_cylinder(&other, 0.006, 0.8 * half, 14, 3);
        shift_facets(&other, scene == 1 ? 0.9 * half : 0.0, 0.011);
        tsu_mesh_body *drum = add_mesh(w, "drum", &other);
        const tsu_mover turn = {.name = "turn",
                                .kind = TSU_MOVE_ROTATE,
                                .vector = {0.0, 1.0, 0.1},
                                .origin = {0.001, 0.0, 0.011},
                                .period = 0.05},
                        shake = {.name = "shake",
                                 .kind = TSU_MOVE_WIGGLE,
                                 .vector = {0.001, 0.0, 0.0005},
                                 .period = 0.01};
        move(w, drum, &turn);
        move(w, drum, &shake);
        REQUIRE(tsu_mesh_keep_loads(drum, none, true, &err));
    }
    if (scene == 3) {
        const tsu_mover lift = {.name = "lift",
                                .kind = TSU_MOVE_VIBLIN,
                                .vector = {0.0, 0.3, 1.0},
                                .terms = 2,
                                .term = {{0.0006, 0.02, 0.3}, {0.0002, 0.007, 0.0}}};
        move(w, ground, &lift);
    }
}

static tsu_world *make(int scene, int threads, bool device)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.lo[q] = q < 2 ? -half : -0.005;
        def.hi[q] = q < 2 ? half : 0.06;
    }
    memcpy(def.boundary, "ppppff", 6);
    def.gravity[2] = scene == 3 ? -500.0 : -9.81;
    def.gravity[0] = 1.5;
    def.timestep = 1.0e-5;
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    w->lost_policy = TSU_LOST_IGNORE;
    set_properties(w);
    REQUIRE(tsu_laws_choose(w, laws_of[scene], &err));
    add_surfaces(w, scene);
    for (int k = 0; k < GRAINS; k++) {
        uint32_t counter = 0;
        const double cell = 0.005, u = draw((uint64_t)k + 40, &counter);
        double x[3] = {cell * (0.5 + k % 8) - half, cell * (0.5 + k / 8 % 8) - half,
                       (scene % 3 == 0 ? 0.009 : 0.0195) + cell * (k / 64)},
               v[3], spin[3];
        for (int q = 0; q < 3; q++) {
            x[q] += 0.0004 * (draw((uint64_t)k, &counter) - 0.5);
            v[q] = draw((uint64_t)k, &counter) - 0.5 - 1.5 * (q == 2);
            spin[q] = 60.0 * (draw((uint64_t)k, &counter) - 0.5);
        }
        add_sphere(w, 0.0011 + 0.0011 * u * u, x, v, spin);
    }
    if (device) REQUIRE(tsu_gpu_attach(w, &tsu_gpu_host, &err));
    return w;
}

static void advance(tsu_world *w, int64_t steps)
{
    tsu_error err = {0};
    REQUIRE(tsu_world_step(w, steps, &err));
}

static void compare_loads(const tsu_mesh_body *a, const tsu_mesh_body *b, int scene)
{
    if (!a->loads) return;
    if (memcmp(a->loads->force, b->loads->force, sizeof a->loads->force) != 0 ||
        memcmp(a->loads->torque, b->loads->torque, sizeof a->loads->torque) != 0)
        fail_msg("scene %d: other loads on mesh %s", scene, a->name);
    for (int32_t t = 0; t < a->mesh.triangles; t++) {
        if (memcmp(a->loads->on_triangle[t], b->loads->on_triangle[t], sizeof *a->loads->on_triangle) != 0)
            fail_msg("scene %d: another force on triangle %d of mesh %s", scene, t, a->name);
        if (a->loads->depth && memcmp(&a->loads->depth[t], &b->loads->depth[t], sizeof *a->loads->depth) != 0)
            fail_msg("scene %d: triangle %d of mesh %s is worn otherwise", scene, t, a->name);
    }
}

static void compare(const tsu_world *a, const tsu_world *b, int scene)
{
    const tsu_accounts x = tsu_energy_accounts(&a->ledger), y = tsu_energy_accounts(&b->ledger);
    if (tsu_world_hash(a) != tsu_world_hash(b)) fail_msg("scene %d: other bits", scene);
    if (memcmp(&x, &y, sizeof x) != 0) fail_msg("scene %d: other accounts", scene);
    if (a->ledger.exchanged != b->ledger.exchanged) fail_msg("scene %d: another measure of the audit", scene);
    assert_int_equal(a->touching, b->touching);
    for (int k = 0; k < a->meshes; k++) {
        compare_loads(a->mesh[k], b->mesh[k], scene);
    }
}

/* All that has been worn off. */
static double worn(const tsu_world *w)
{
    double all = 0.0;
    for (int k = 0; k < w->meshes; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        for (int32_t t = 0; t < body->mesh.triangles && body->loads && body->loads->depth; t++) {
            all += body->loads->depth[t];
        }
    }
    return all;
}

/* Contacts that touch a mesh, and how many a grain has at most with one. */
static int count_contacts(const tsu_world *w, int *most)
{
    int count = 0;
    for (int q = 0; q < w->walls; q++) {
        const tsu_contacts *c = &w->wall[q]->contacts;
        int now = 0;
        for (int64_t k = 0; k < c->count; k++) {
            now = (k > 0 && c->row[k] == c->row[k - 1] ? now : 0) + c->live[k];
            *most = now > *most ? now : *most;
            count += c->live[k];
        }
    }
    return count;
}

static void meshes_give_the_bits_of_the_processor(void **state)
{
    (void)state;
    enum { PIECES = 6 };
    for (int scene = 0; scene < SCENES; scene++) {
        tsu_world *cpu = make(scene, 2, false), *gpu = make(scene, 1, true);
        int most = 0, touched = 0;
        for (int k = 0; k < PIECES; k++) {
            advance(cpu, STEPS / PIECES);
            advance(gpu, STEPS / PIECES);
            compare(cpu, gpu, scene);
            touched += count_contacts(cpu, &most);
        }
        const tsu_gpu_work *work = tsu_gpu_work_of(gpu);
        print_message("scene %d: %lld steps there, brought %lld times, %lld lists, up to %d contacts of a "
                      "grain, %d in all\n",
                      scene, (long long)work->steps, (long long)work->uploads, (long long)work->lists, most,
                      touched);
        assert_int_equal(STEPS, work->steps);
        assert_true(work->lists > work->uploads + 3);
        assert_true(touched > 100);
        assert_true(scene == 0 || worn(cpu) > 0.0);
        if (scene == 3) assert_true(most > 4); /* more than there is room for at first */
        tsu_world_destroy(cpu);
        tsu_world_destroy(gpu);
    }
}

static void steps_with_meshes_may_change_places(void **state)
{
    (void)state;
    enum { PIECES = 16 };
    tsu_error err = {0};
    tsu_world *cpu = make(1, 1, false), *both = make(1, 1, false);
    int64_t there = 0;
    for (int k = 0; k < PIECES; k++) {
        const int64_t steps = 40 + (int64_t)(160.0 * tsu_random_uniform(11, (uint64_t)k, 1, 1));
        if (k % 3 == 0) REQUIRE(tsu_gpu_attach(both, &tsu_gpu_host, &err));
        if (k % 3 == 2) {
            there += tsu_gpu_work_of(both)->steps;
            both->device->destroy(both->device);
            both->device = NULL;
            both->threads = 1 + k % 2;
        }
        advance(cpu, steps);
        advance(both, steps);
        compare(cpu, both, 1);
    }
    assert_true(there > 800);
    tsu_world_destroy(cpu);
    tsu_world_destroy(both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meshes_give_the_bits_of_the_processor),
                                       cmocka_unit_test(steps_with_meshes_may_change_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
