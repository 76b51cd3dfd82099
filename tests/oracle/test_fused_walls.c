/* SPDX-License-Identifier: Apache-2.0 */
/* At walls too, laws in one loop and laws stage by stage give the same bits, accounts included: planes and cylinders at rest and in
 * motion, a mesh that turns, one whose surface runs, and one at rest. */
#include "oracle/fused_laws.h"
#include "oracle/mesh_shapes.h"
#include "step/ledger/energy.h"
#include "step/wall/wall.h"
#include <stdio.h>

enum { PARTICLES = 160, STEPS = 400 };

static void add_sheet(tsu_world *w, const char *name, double z, const tsu_mover *mover, double running)
{
    tsu_error err = {0};
    tsu_facets f = {0};
    add_random_plane(&f, 0.02, 0.003, 5);
    for (int64_t k = 0; k < f.count; k++) {
        for (int q = 0; q < 3; q++) {
            f.corner[k][q][2] += z;
        }
    }
    tsu_mesh_body *body = add_mesh(w, name, &f);
    if (mover) REQUIRE(tsu_mesh_add_mover(w, body, mover, &err));
    const tsu_surface_motion surface = {.linear = true, .velocity = {running, 0.1, 0.0}};
    if (running != 0.0) REQUIRE(tsu_mesh_set_surface(body, &surface, &err));
}

static void add_walls(tsu_world *w, int other)
{
    static const tsu_mover turn = {
        .name = "turn", .kind = TSU_MOVE_ROTATE, .vector = {0.0, 0.0, 1.0}, .period = 0.02};
    tsu_error err = {0};
    tsu_wall_def d = tsu_wall_def_default();
    d.name = "floor";
    d.shape = "zplane";
    d.type = 1;
    REQUIRE(tsu_walls_add(w, &d, &err));
    d.name = "side";
    d.shape = "xplane";
    d.position = -0.012;
    d.velocity[2] = 0.7;
    d.velocity[1] = 0.2;
    REQUIRE(tsu_walls_add(w, &d, &err));
    d = tsu_wall_def_default();
    d.name = "drum";
    d.shape = "zcylinder";
    d.radius = 0.0125;
    d.spin = 40.0;
    d.type = other;
    REQUIRE(tsu_walls_add(w, &d, &err));
    add_sheet(w, "disc", 0.0101, &turn, 0.0);
    add_sheet(w, "belt", 0.0001, NULL, 0.4);
    add_sheet(w, "lid", 0.0102, NULL, 0.0);
}

/* Spheres between a floor and a lid, all of which touch something soon. */
/* alike: they have one radius, one mass and one material. */
static tsu_world *make(const char *laws, double exponent, int threads, bool alike, bool staged)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -0.03;
        def.hi[q] = 0.03;
    }
    memcpy(def.boundary, "ffffff", 6);
    def.materials = alike ? 1 : 2;
    def.timestep = 2.0e-6;
    def.skin = 4.0e-4;
    def.gravity[0] = -500.0;
    def.gravity[2] = -2000.0; /* so that many touch in the end */
    def.threads = threads;
    tsu_world *w = tsu_world_create(&def, &err);
    assert_non_null(w);
    w->staged = staged;
    set_properties(w, exponent);
    REQUIRE(tsu_laws_choose(w, laws, &err));
    tsu_particle_def p[PARTICLES];
    for (int k = 0; k < PARTICLES; k++) {
        p[k] = tsu_particle_def_default();
        p[k].type = alike ? 1 : 1 + k % 2;
        p[k].radius = 0.0010 + (alike ? 0.00002 : 0.00004 * tsu_random_uniform(3, (uint64_t)k, 1, 9));
        p[k].position[0] = 0.0023 * (k % 8 - 3.9);
        p[k].position[1] = 0.0023 * (k / 8 % 5 - 2);
        p[k].position[2] = 0.00112 + 0.0026 * (k / 40);
        for (int q = 0; q < 3; q++) {
            p[k].velocity[q] = 4.0 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)q) - 0.5);
            p[k].spin[q] = 300.0 * (tsu_random_uniform(3, (uint64_t)k, 1, (uint64_t)(3 + q)) - 0.5);
        }
    }
    add_walls(w, alike ? 1 : 2);
    REQUIRE(tsu_particles_add(w, p, PARTICLES, &err));
    REQUIRE(tsu_world_step(w, STEPS, &err));
    return w;
}

static void assert_same_walls(const tsu_world *a, const tsu_world *b)
{
    for (int k = 0; k < a->walls; k++) {
        const tsu_contacts *x = &a->wall[k]->contacts, *y = &b->wall[k]->contacts;
        assert_int_equal(x->count, y->count);
        assert_memory_equal(x->live, y->live, (size_t)x->count);
        double on_a[3], on_b[3];
        tsu_wall_load(a->wall[k], on_a);
        tsu_wall_load(b->wall[k], on_b);
        assert_memory_equal(on_a, on_b, sizeof on_a);
        for (int64_t e = 0; e < x->count; e++) {
            for (int q = 0; q < 7; q++) {
                if (q != 3 || x->live[e])
                    assert_true(a->wall[k]->forces.record[e][q] == b->wall[k]->forces.record[e][q]);
            }
            for (int q = 0; q < x->history_width; q++) {
                assert_true(*tsu_contacts_history(x, q, e) == *tsu_contacts_history(y, q, e));
            }
        }
    }
}

static void compare(const char *laws, double exponent, int threads, bool alike, bool loops)
{
    tsu_world *fused = make(laws, exponent, threads, alike, false),
              *staged = make(laws, exponent, 1, alike, true);
    int64_t touching = 0;
    for (int k = 0; k < fused->walls; k++) {
        assert_true((fused->wall[k]->fused != NULL) == loops);
        assert_null(staged->wall[k]->fused);
        for (int64_t e = 0; e < fused->wall[k]->contacts.count; e++) {
            touching += fused->wall[k]->contacts.live[e];
        }
    }
    if (touching == 0) fail_msg("%s: nothing touches a wall", laws);
    if (tsu_world_hash(fused) != tsu_world_hash(staged)) fail_msg("%s: other bits", laws);
    const tsu_accounts a = tsu_energy_accounts(&fused->ledger), b = tsu_energy_accounts(&staged->ledger);
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%s: other accounts", laws);
    assert_true(a.wall_work != 0.0);
    assert_same_walls(fused, staged);
    tsu_world_destroy(fused);
    tsu_world_destroy(staged);
}

static void compare_loop(const char *laws, double exponent, const tsu_fused *loop, bool first)
{
    assert_non_null(loop->wall);
    compare(laws, exponent, first ? 3 : 1, false, true);
    if (loop->know) compare(laws, exponent, 1, true, true);
}

static void every_loop_gives_the_bits_of_the_stages(void **state)
{
    (void)state;
    for_every_loop(compare_loop);
}

static void others_go_stage_by_stage(void **state)
{
    (void)state;
    compare("model hertz tangential no_history rolling_friction epsd2", 1.0, 1, false, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_loop_gives_the_bits_of_the_stages),
                                       cmocka_unit_test(others_go_stage_by_stage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
