/* SPDX-License-Identifier: Apache-2.0 */
/* A sphere that rolls, slides and bounces over the edges and vertices of a cylinder with flat facets, outside and inside:
 * the energy audit stays closed, and nothing is gained or lost at an edge. */
#include "oracle/mesh_shapes.h"
#include "step/wall/wall.h"

static const double R = 5e-3;

typedef struct outcome {
    tsu_energy energy;
    int edges; /* changes of the triangle touched */
    int most;  /* contacts at once */
} outcome;

static int32_t triangle_touched(const tsu_world *w)
{
    const tsu_contacts *c = &w->wall[0]->contacts;
    for (int64_t k = 0; k < c->count; k++) {
        if (c->live[k]) return (int32_t)(c->partner[k] & TSU_CONTACT_ROW_MASK);
    }
    return -1;
}

static outcome run(const char *laws, double e, double mu, bool inside, int facets, double dt, double duration)
{
    tsu_error err = {0};
    tsu_facets f = {0};
    tsu_world *w = make_world(laws, e, mu, 1);
    outcome o = {0};
    const double big = inside ? 0.05 : 0.03, apothem = big * cos(3.14159265358979 / facets);
    w->dt = dt;
    add_cylinder(&f, big, 0.04, facets, 12);
    add_mesh(w, "mesh", &f);
    const double x[3] = {inside ? 0.02 : 0.0005, 0.001,
                         inside ? -(sqrt(apothem * apothem - 4e-4) - 1.2 * R) : big + R},
                 v[3] = {0.1, 0.05, 0.0}, spin[3] = {5.0, 10.0, 3.0};
    add_sphere(w, R, x, v, spin);
    int32_t last = -1;
    for (int k = 0; k < (int)(duration / (20 * dt)); k++) {
        REQUIRE(tsu_world_step(w, 20, &err));
        const int32_t now = triangle_touched(w);
        o.edges += now >= 0 && last >= 0 && now != last;
        if (now >= 0) last = now;
        o.most = touching(w) > o.most ? touching(w) : o.most;
    }
    REQUIRE(tsu_world_energy(w, &o.energy, &err));
    tsu_world_destroy(w);
    return o;
}

static const char ALL[] = "model hertz tangential history rolling_friction epsd2";
static const double SCALE = 1e-4; /* about the energy that moves about [J] */

/* Without damping and friction nothing may be lost or gained where the contact goes over edges, or from facet to facet. */
static void check_elastic(bool inside, int facets)
{
    const outcome coarse = run("model hertz", 1.0, 0.0, inside, facets, 1e-5, inside ? 0.5 : 0.1);
    const double error = coarse.energy.dissipated[TSU_ACCOUNT_INTEGRATION];
    print_message("%d facets %s: %d edges, %d contacts at most, residual %.1e, integration %.1e J\n", facets,
                  inside ? "inside" : "outside", coarse.edges, coarse.most, coarse.energy.residual, error);
    assert_true(coarse.edges >= (inside ? 5 : 2));
    assert_true(inside || coarse.most == 1);
    assert_true(fabs(coarse.energy.residual) < 1e-9 * SCALE);
    assert_true(fabs(error) < 1e-3 * SCALE);
}

static void test_elastic(void **state)
{
    (void)state;
    check_elastic(false, 24);
    check_elastic(true, 12);
    check_elastic(true, 24);
    check_elastic(true, 48);
    check_elastic(true, 96);
}

/* With everything, the audit closes to rounding. */
static void check_audit(bool inside, int facets)
{
    const double duration = inside ? 0.5 : 0.1;
    const outcome coarse = run(ALL, 0.5, 0.4, inside, facets, 1e-5, duration);
    const outcome fine = run(ALL, 0.5, 0.4, inside, facets, 5e-6, duration);
    const double a = fabs(coarse.energy.residual), b = fabs(fine.energy.residual);
    print_message("%d facets %s: %d edges, %d contacts at most, residual %.1e and %.1e of %.1e J\n", facets,
                  inside ? "inside" : "outside", coarse.edges, coarse.most, a, b, coarse.energy.exchanged);
    assert_true(coarse.edges > 0);
    assert_true(a < 1e-11 * coarse.energy.exchanged);
    assert_true(b < 1e-11 * fine.energy.exchanged);
}

static void test_audit(void **state)
{
    (void)state;
    check_audit(false, 24);
    check_audit(true, 12);
    check_audit(true, 24);
    check_audit(true, 96);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_elastic), cmocka_unit_test(test_audit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
