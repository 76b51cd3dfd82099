/* SPDX-License-Identifier: Apache-2.0 */
/* Clumps in a world: a clump of one sphere is a sphere, momentum and angular momentum stay, the energy is accounted for, and threads, lists and
 * restarts leave no trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "state/clump_shape.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"
#include "tsubu/tsubu.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        if ((call) != TSU_OK) fail_msg("%s: %s", #call, err.message);                                        \
    } while (0)

static tsu_error err;

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

typedef struct scene {
    const char *laws, *boundary;
    double friction, gravity;
    int threads;
    double skin;
} scene;

static tsu_world *make(scene s)
{
    const double young = 1e7, nu = 0.3, e = 0.6, mu = s.friction, roll = 0.2;
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1.0e-5;
    def.threads = s.threads > 0 ? s.threads : 1;
    def.skin = s.skin;
    def.gravity[2] = s.gravity;
    for (int q = 0; q < 3; q++) {
        memcpy(def.boundary[q], s.boundary ? s.boundary : "ff", 2);
        def.lo[q] = -1.0;
        def.hi[q] = 1.0;
    }
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) fail_msg("%s", err.message);
    OK(tsu_property_set_type(w, "youngsModulus", &young, &err));
    OK(tsu_property_set_type(w, "poissonsRatio", &nu, &err));
    OK(tsu_property_set_pair(w, "coefficientRestitution", &e, &err));
    OK(tsu_property_set_pair(w, "coefficientFriction", &mu, &err));
    if (s.laws && strstr(s.laws, "epsd")) {
        OK(tsu_property_set_pair(w, "coefficientRollingFriction", &roll, &err));
        OK(tsu_property_set_pair(w, "coefficientRollingViscousDamping", &roll, &err));
    }
    OK(tsu_laws_choose(w, s.laws ? s.laws : "model hertz tangential history", &err));
    return w;
}

static void add_floor(tsu_world *w, double z)
{
    tsu_wall_def d = tsu_wall_def_default();
    d.name = "floor";
    d.shape = "zplane";
    d.position = z;
    OK(tsu_walls_add(w, &d, &err));
}

/* A clump without symmetry, of three spheres; or a single sphere. */
static tsu_clump_def shape_of(int count, double density)
{
    static const double centre[3][3] = {{0.0, 0.0, 0.0}, {0.012, 0.002, 0.0}, {0.004, 0.011, 0.006}},
                        single[1][3] = {{0.0, 0.0, 0.0}};
    static const double radius[3] = {0.01, 0.007, 0.006};
    static const int32_t type[3] = {0};
    static double arm[3][3];
    tsu_solid solid;
    OK(tsu_clump_shape_measure(count, count == 1 ? single : centre, radius, &solid, &err));
    tsu_clump_def d = {.count = count,
                       .arm = (const double(*)[3])arm,
                       .radius = radius,
                       .type = type,
                       .mass = density * solid.volume,
                       .density = density,
                       .turn = {1.0, 0.0, 0.0, 0.0}};
    for (int k = 0; k < 3; k++) {
        d.moments[k] = density * solid.moments[k];
    }
    for (int k = 0; k < count; k++) {
        for (int q = 0; q < 3; q++) {
            arm[k][q] = 0.0;
            for (int c = 0; c < 3 && count > 1; c++) {
                arm[k][q] += solid.axes[q][c] * ((count == 1 ? single : centre)[k][c] - solid.centre[c]);
            }
        }
    }
    return d;
}

static void put(tsu_clump_def *d, double x, double y, double z, double vx, double vy, double vz)
{
    const double at[3] = {x, y, z}, v[3] = {vx, vy, vz};
    memcpy(d->centre, at, sizeof at);
    memcpy(d->velocity, v, sizeof v);
}

static void turn(tsu_clump_def *d, double a, double b, double c, double e)
{
    const double n = sqrt(a * a + b * b + c * c + e * e);
    const double q[4] = {a / n, b / n, c / n, e / n};
    memcpy(d->turn, q, sizeof q);
}

/* A cloud of clumps that fly towards each other, here and there a sphere among them. */
static void add_cloud(tsu_world *w, int side, double speed)
{
    int n = 0;
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
            for (int k = 0; k < side; k++, n++) {
                const double x = 0.04 * (i - 0.5 * (side - 1)), y = 0.04 * (j - 0.5 * (side - 1)),
                             z = 0.04 * (k - 0.5 * (side - 1));
                const double pull = -speed / (0.04 * side);
                if (n % 5 == 4) {
                    tsu_particle_def p = tsu_particle_def_default();
                    const double at[3] = {x, y, z}, v[3] = {pull * x, pull * y, pull * z};
                    p.radius = 0.009;
                    memcpy(p.position, at, sizeof at);
                    memcpy(p.velocity, v, sizeof v);
                    OK(tsu_particles_add(w, &p, 1, &err));
                    continue;
                }
                tsu_clump_def d = shape_of(3, 2500.0);
                put(&d, x, y, z, pull * x + 0.1 * speed * (n % 3), pull * y, pull * z);
                turn(&d, 1.0, 0.3 * n, 0.7 - 0.2 * (n % 7), 0.1 * (n % 4));
                d.spin[0] = 40.0 * (n % 3) - 30.0;
                d.spin[1] = 25.0;
                d.spin[2] = -50.0 * (n % 2);
                OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
            }
        }
    }
}

/* Momentum and angular momentum of all: of clumps as bodies, of other particles as spheres. */
static void momenta(const tsu_world *w, double p[3], double l[3])
{
    tsu_vec3 sum = {0}, about = {0};
    for (int32_t k = 0; k < w->clumps->count; k++) {
        const tsu_rigid *b = &w->clumps->clump[k].body;
        sum = tsu_vec3_madd(sum, b->mass, b->velocity);
        about =
            tsu_vec3_add(about, tsu_vec3_madd(b->momentum, b->mass, tsu_vec3_cross(b->centre, b->velocity)));
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_clumps_hold(w, i)) continue;
        const double *x = w->particles.xr[i], *v = w->particles.vm[i], *o = w->particles.wi[i];
        const double m = w->particles.mass[i];
        const tsu_vec3 at = {x[0], x[1], x[2]}, u = {v[0], v[1], v[2]}, s = {o[0], o[1], o[2]};
        sum = tsu_vec3_madd(sum, m, u);
        about = tsu_vec3_madd(tsu_vec3_madd(about, m, tsu_vec3_cross(at, u)), 0.4 * m * x[3] * x[3], s);
    }
    memcpy(p, (double[3]){sum.x, sum.y, sum.z}, 3 * sizeof *p);
    memcpy(l, (double[3]){about.x, about.y, about.z}, 3 * sizeof *l);
}

/* A sphere bounces, slides and rolls on a floor and meets another one; so does a clump of one sphere, to the last bit while nothing turns it, then to
 * rounding: the clump keeps its angular momentum, the sphere its spin. */
static void one_is_sphere(double friction, double slant, bool local, double tolerance)
{
    tsu_world *a = make((scene){.friction = friction, .gravity = -9.81}),
              *b = make((scene){.friction = friction, .gravity = -9.81});
    add_floor(a, 0.0);
    add_floor(b, 0.0);
    for (int k = 0; k < 2; k++) {
        tsu_clump_def d = shape_of(1, 2500.0);
        tsu_particle_def p = tsu_particle_def_default();
        put(&d, 0.03 * k, 0.0, 0.0101 + 0.013 * k, k ? -0.9 : slant, 0.1 * slant, -0.4);
        p.radius = 0.01;
        memcpy(p.position, d.centre, sizeof p.position);
        memcpy(p.velocity, d.velocity, sizeof p.velocity);
        OK(tsu_clumps_add(a, &d, TSU_BETWEEN_STEPS, NULL, &err));
        OK(tsu_particles_add(b, &p, 1, &err));
        a->particles.mass[k] = b->particles.mass[k]; /* the volume of a sphere by another way, to rounding */
        a->clumps->clump[k].body.mass = a->clumps->clump[k].mass = b->particles.mass[k];
        a->clumps->clump[k].missing = 0.0;
        a->particles.vm[k][3] = b->particles.vm[k][3];
        a->particles.wi[k][3] = b->particles.wi[k][3];
    }
    tsu_clumps_set_local(a, local);
    OK(tsu_world_step(a, 5000, &err));
    OK(tsu_world_step(b, 5000, &err));
    for (int k = 0; k < 2; k++) {
        for (int q = 0; q < 3; q++) {
            near(a->particles.xr[k][q], b->particles.xr[k][q], tolerance * 0.01);
            near(a->particles.vm[k][q], b->particles.vm[k][q], tolerance);
            near(a->particles.wi[k][q], b->particles.wi[k][q], tolerance * 100.0);
        }
    }
    assert_true(fabs(b->particles.vm[0][0] - slant) > 1e-3); /* they have met */
    tsu_world_destroy(a);
    tsu_world_destroy(b);
}

static void test_single(void **state)
{
    (void)state;
    one_is_sphere(0.0, 0.0, false, 0.0);
    one_is_sphere(0.5, 0.3, false, 1e-10);
    one_is_sphere(0.5, 0.3, true, 1e-10);
}

static void test_cluster(void **state)
{
    (void)state;
    tsu_world *w =
        make((scene){.friction = 0.4, .laws = "model hertz tangential history rolling_friction epsd2"});
    double p0[3], l0[3], p1[3], l1[3], size = 0.0, turning = 0.0;
    add_cloud(w, 4, 1.0);
    momenta(w, p0, l0);
    for (int32_t k = 0; k < w->clumps->count; k++) {
        const tsu_rigid *b = &w->clumps->clump[k].body;
        size += b->mass * tsu_vec3_norm(b->velocity);
        turning += tsu_vec3_norm(b->momentum);
    }
    OK(tsu_world_step(w, 4000, &err));
    assert_true(w->touching >= 0 && tsu_energy_dissipated(&w->ledger) > 1e-3);
    momenta(w, p1, l1);
    for (int q = 0; q < 3; q++) {
        near(p1[q], p0[q], 1e-13 * size);
        near(l1[q], l0[q], 1e-12 * turning);
    }
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    near(e.residual, 0.0, 1e-13 * e.exchanged);
    tsu_world_destroy(w);
}

/* The energy closes with weight, a floor and any law; without losses it is there at the end. */
static void test_energy(void **state)
{
    (void)state;
    static const char *const laws[] = {"model hooke tangential history", "model hertz tangential no_history",
                                       "model hertz tangential history rolling_friction cdt",
                                       "model hertz tangential history rolling_friction epsd",
                                       "model hertz tangential history rolling_friction epsd"};
    double dissipated[5];
    for (int k = 0; k < 5; k++) {
        tsu_world *w = make((scene){.friction = 0.4, .gravity = -9.81, .laws = laws[k]});
        const double v = 2.0, roll = 0.2;
        OK(tsu_property_set(w, "characteristicVelocity", v, &err));
        OK(tsu_property_set_pair(w, "coefficientRollingFriction", &roll, &err));
        add_floor(w, -0.1);
        add_cloud(w, 3, 0.5);
        if (k == 4) tsu_clumps_set_local(w, true); /* `contact_inertia local` */
        OK(tsu_world_step(w, 15000, &err));
        tsu_energy e;
        OK(tsu_world_energy(w, &e, &err));
        assert_true(e.dissipated_total > 0.1 * e.exchanged);
        near(e.residual, 0.0, 2e-13 * e.exchanged);
        assert_true(fabs(e.integration) < 1e-3 * e.exchanged);
        dissipated[k] = e.dissipated_total;
        tsu_world_destroy(w);
    }
    assert_true(dissipated[4] != dissipated[3]);
}

/* Two clumps that meet across a periodic face do what they do in the middle of the box. */
static void test_periodic(void **state)
{
    (void)state;
    double v[2][2][3], l[2][2][3];
    for (int where = 0; where < 2; where++) {
        tsu_world *w = make((scene){.friction = 0.4, .boundary = "pp"});
        for (int k = 0; k < 2; k++) {
            tsu_clump_def d = shape_of(3, 2500.0);
            put(&d, (where ? 1.0 : 0.0) + (k ? 0.025 : -0.025), 0.004 * k, 0.0, k ? -1.0 : 1.0, 0.0, 0.0);
            turn(&d, 1.0, 0.5 * k, 0.2, -0.3);
            d.spin[1] = 60.0;
            OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
        }
        OK(tsu_world_step(w, 3000, &err));
        for (int k = 0; k < 2; k++) {
            const tsu_rigid *b = &w->clumps->clump[k].body;
            memcpy(v[where][k], &b->velocity, sizeof v[where][k]);
            memcpy(l[where][k], &b->momentum, sizeof l[where][k]);
        }
        tsu_energy e;
        OK(tsu_world_energy(w, &e, &err));
        assert_true(e.dissipated_total > 1e-4);
        near(e.residual, 0.0,
             2e-11 * e.exchanged); /* places are rounded to the lattice, as those of spheres */
        tsu_world_destroy(w);
    }
    for (int k = 0; k < 6; k++) {
        near(v[1][k / 3][k % 3], v[0][k / 3][k % 3], 1e-9);
        near(l[1][k / 3][k % 3], l[0][k / 3][k % 3], 1e-14);
    }
}

static tsu_world *heap(int threads, double skin, const char *boundary)
{
    tsu_world *w = make(
        (scene){.friction = 0.4, .gravity = -9.81, .threads = threads, .skin = skin, .boundary = boundary});
    add_floor(w, -0.12);
    add_cloud(w, 5, 0.8);
    return w;
}

static void test_same_bits(void **state)
{
    (void)state;
    tsu_world *one = heap(1, 0.002, "ff");
    OK(tsu_world_step(one, 1500, &err));
    for (int k = 2; k <= 3; k++) {
        tsu_world *more = heap(k, 0.002 + 0.003 * k, "ff");
        for (int q = 0; q < 1500; q += 100 * k) {
            OK(tsu_world_step(more, 1500 - q < 100 * k ? 1500 - q : 100 * k, &err));
        }
        assert_true(tsu_world_hash(more) == tsu_world_hash(one));
        tsu_world_destroy(more);
    }
    tsu_world_destroy(one);
}

static void test_restart(void **state)
{
    (void)state;
    char path[] = "/tmp/tsubu_clumps_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    uint64_t seed = 88172645463325252u;
    for (int periodic = 0; periodic < 2; periodic++) {
        tsu_world *whole = heap(2, 0.004, periodic ? "pp" : "ff");
        OK(tsu_world_step(whole, 1200, &err));
        tsu_world *part = heap(1, 0.004, periodic ? "pp" : "ff");
        int done = 0;
        for (int k = 0; done < 1200; k++) { /* stops at random, two of them one step apart */
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const int drawn = k == 2 ? 1 : 1 + (int)((seed >> 33) % 350);
            const int next = drawn < 1200 - done ? drawn : 1200 - done;
            OK(tsu_world_step(part, next, &err));
            done += next;
            OK(tsu_world_save(part, path, &err));
            tsu_world_destroy(part);
            part = tsu_world_load(path, 1 + k % 3, &err);
            if (!part) fail_msg("%s", err.message);
        }
        assert_true(tsu_world_hash(part) == tsu_world_hash(whole));
        tsu_energy a, b;
        OK(tsu_world_energy(whole, &a, &err));
        OK(tsu_world_energy(part, &b, &err));
        assert_true(a.residual == b.residual && a.integration == b.integration && a.kinetic == b.kinetic);
        tsu_world_destroy(whole);
        tsu_world_destroy(part);
    }
    unlink(path);
}

/* With one sphere its clump goes, at rest or in the middle of contacts, and takes its energy along. */
static void test_removal(void **state)
{
    (void)state;
    tsu_world *w = heap(2, 0.004, "ff");
    OK(tsu_world_step(w, 15000, &err));
    const int32_t clumps = w->clumps->count, particles = w->particles.count;
    for (int round = 0; round < 5; round++) {
        int32_t row = -1;
        for (int k = 0; k < 400 && row < 0; k++) {
            OK(tsu_world_step(w, 20, &err));
            for (int32_t i = 0; i < w->particles.count && row < 0; i++) {
                const double *f = w->particles.force[i];
                if (tsu_clumps_hold(w, i) && fabs(f[0]) > 1e-6) row = i;
            }
        }
        uint8_t *gone = calloc((size_t)w->particles.count, 1);
        assert_true(row >= 0);
        gone[row] = 1;
        OK(tsu_world_remove(w, gone, TSU_BETWEEN_STEPS, &err));
        free(gone);
        assert_int_equal(w->clumps->count, clumps - round - 1);
        assert_int_equal(w->particles.count, particles - 3 * (round + 1));
        OK(tsu_world_step(w, 50, &err));
    }
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    /* who stays is kicked once more: that work is booked with the velocity before the turn, off by its second order */
    near(e.residual, 0.0, 1e-6 * e.exchanged);
    tsu_world_destroy(w);
}

/* Whoever leaves the box goes as a whole, midway in a step. */
static void test_leaving(void **state)
{
    (void)state;
    tsu_world *w = make((scene){.gravity = -9.81});
    w->lost_policy = TSU_LOST_IGNORE;
    for (int k = 0; k < 3; k++) {
        tsu_clump_def d = shape_of(3, 2500.0);
        put(&d, 0.0, 0.0, -0.97 + 0.1 * k, 0.0, 0.0, -1.0);
        d.spin[0] = 30.0;
        OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
    }
    OK(tsu_world_step(w, 6000, &err));
    assert_int_equal(w->clumps->count, 2);
    assert_int_equal(w->particles.count, 6);
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    near(e.residual, 0.0, 1e-11 * e.exchanged);
    tsu_world_destroy(w);
}

/* Locked axes: the velocity stays as it is, what holds it does work. */
static void test_locked(void **state)
{
    (void)state;
    tsu_world *w = make((scene){.friction = 0.4, .gravity = -9.81});
    add_floor(w, 0.0);
    tsu_clump_def d = shape_of(3, 2500.0);
    put(&d, 0.0, 0.0, 0.03, 0.2, 0.0, 0.0);
    turn(&d, 1.0, 0.2, -0.4, 0.3);
    d.locked = TSU_CLUMP_LOCKED_X | 2 * TSU_CLUMP_LOCKED_TURN;
    OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
    OK(tsu_world_step(w, 20000, &err));
    const tsu_rigid *b = &w->clumps->clump[0].body;
    assert_true(b->velocity.x == 0.2);
    assert_true(b->momentum.y == 0.0 && b->momentum.x != 0.0);
    tsu_energy e;
    OK(tsu_world_energy(w, &e, &err));
    assert_true(e.external_work > 1e-6);
    near(e.residual, 0.0, 1e-12 * e.exchanged);
    tsu_world_destroy(w);
}

/* Gravity acts at the centre of mass: a lopsided clump falls without turning, exactly as a point. */
static void test_falls(void **state)
{
    (void)state;
    tsu_world *w = make((scene){.gravity = -9.81});
    tsu_clump_def d = shape_of(3, 2500.0);
    put(&d, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0);
    OK(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err));
    OK(tsu_world_step(w, 20000, &err));
    const tsu_rigid *b = &w->clumps->clump[0].body;
    near(b->centre.z, 0.5 - 0.5 * 9.81 * 0.04, 1e-12);
    near(tsu_vec3_norm(b->momentum), 0.0, 1e-20);
    tsu_world_destroy(w);
}

static void test_refused(void **state)
{
    (void)state;
    tsu_world *w = make((scene){0});
    static const int32_t wrong[3] = {0, 4, 0};
    tsu_clump_def d = shape_of(3, 2500.0);
    d.mass = 0.0;
    assert_int_not_equal(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err), TSU_OK);
    assert_non_null(strstr(err.message, "mass 0"));
    d = shape_of(3, 2500.0);
    d.moments[2] = 10.0 * d.moments[1];
    assert_int_not_equal(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err), TSU_OK);
    assert_non_null(strstr(err.message, "no body has one larger"));
    d = shape_of(3, 2500.0);
    d.type = wrong;
    assert_int_not_equal(tsu_clumps_add(w, &d, TSU_BETWEEN_STEPS, NULL, &err), TSU_OK);
    assert_non_null(strstr(err.message, "sphere 2 of a clump has type 5"));
    assert_int_equal(w->particles.count, 0);
    tsu_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single),   cmocka_unit_test(test_cluster),   cmocka_unit_test(test_energy),
        cmocka_unit_test(test_periodic), cmocka_unit_test(test_same_bits), cmocka_unit_test(test_restart),
        cmocka_unit_test(test_removal),  cmocka_unit_test(test_leaving),   cmocka_unit_test(test_locked),
        cmocka_unit_test(test_falls),    cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
