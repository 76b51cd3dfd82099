/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes that move freely (mesh/surface/stress/6dof): closed forms of flight, restitution and springs, what collisions conserve, restart. */
#include "fixes/stl_shapes.h"
#include "step/ledger/energy.h"
#include "step/mesh/freedom.h"

/* ---- decks --------------------------------------------------------------------------------------------------------- */

#define PROPERTIES(E)                                                                                        \
    "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"                                         \
    "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"                                         \
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 " E " " E " " E " " E "\n"          \
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0.4 0.4 0.4 0.4\n"                     \
    "fix m5 all property/global characteristicVelocity scalar 1\n"
#define LAWS(MODEL)                                                                                          \
    "pair_style gran model " MODEL "\npair_coeff * *\nfix w all wall/gran model " MODEL                      \
    " mesh n_meshes 1 meshes cad\n"

static double number(deck *d, int k)
{
    char formula[32];
    snprintf(formula, sizeof formula, "f_cad[%d]", k);
    return deck_value(d, formula);
}

/* ---- flight -------------------------------------------------------------------------------------------------------- */

/* Mass and inertia of a block, from its density, and a body that falls while it turns about an axis of its own. */
static void test_block_flies(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.2, 0.3, true);
    deck_run_here(d,
                  DECK_BEGIN PROPERTIES("0.5") "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 "
                                               "move 0.05 0 0.1 density 500 vel 0.3 0 2 omega 0 0 5\n" LAWS(
                                                   "hertz") "fix g all gravity 9.81 vector 0 0 -1\n"
                                                            "timestep 1e-4\nrun 1000\n");
    const double m = 500.0 * 0.1 * 0.2 * 0.3, izz = m / 12.0 * (0.01 + 0.04);
    const tsu_freedom *f = tsu_meshes_find(d->session->world, "cad")->freedom;
    deck_near(f->rigid.mass, m, 1e-15);
    deck_near(f->rigid.inertia.x, izz, 1e-16);
    deck_near(f->rigid.inertia.y, m / 12.0 * (0.01 + 0.09), 1e-16);
    deck_near(f->rigid.inertia.z, m / 12.0 * (0.04 + 0.09), 1e-16);
    deck_near(number(d, 7), 0.05 + 0.3 * 0.1, 1e-14);
    deck_near(number(d, 9), 0.1 + 2.0 * 0.1 - 0.5 * 9.81 * 0.01, 1e-12);
    deck_near(number(d, 12), 2.0 - 0.981, 1e-12);
    deck_near(number(d, 18), izz * 5.0, 1e-16);
    deck_near(number(d, 3), -m * 9.81, 1e-12);
    deck_near(number(d, 19), cos(0.25), 1e-13); /* by 0.5 rad about z */
    deck_near(number(d, 22), sin(0.25), 1e-13);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    deck_near(e.residual, 0.0, 1e-13);
    deck_near(e.step_error, 0.0, 1e-12);
}

/* A symmetric top: precession about L by |L|/I, turning about its own axis by L3 (1/I3 - 1/I). */
static void test_top(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.2, 0.2, 0.1, true);
    deck_run_here(
        d, DECK_BEGIN PROPERTIES("0.5") "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 "
                                        "density 1000 omega 2 0 7\n" LAWS("hertz") "timestep 1e-3\nrun 1\n");
    const double l[3] = {number(d, 16), number(d, 17), number(d, 18)};
    deck_run(d, "run 1499\n");
    const double m = 4.0, i1 = m / 12.0 * (0.04 + 0.01), i3 = m / 12.0 * 0.08, t = 1.5;
    const double size = sqrt(4.0 * i1 * i1 + 49.0 * i3 * i3);
    const tsu_vec3 axis = {2.0 * i1 / size, 0.0, 7.0 * i3 / size};
    const tsu_quaternion q = tsu_quaternion_times(
        tsu_quaternion_about(axis, size / i1 * t),
        tsu_quaternion_about((tsu_vec3){0.0, 0.0, 1.0}, 7.0 * i3 * (1.0 / i3 - 1.0 / i1) * t));
    const double sign = q.w * number(d, 19) + q.x * number(d, 20) < 0.0 ? -1.0 : 1.0;
    deck_near(number(d, 19), sign * q.w, 1e-11);
    deck_near(number(d, 20), sign * q.x, 1e-11);
    deck_near(number(d, 21), sign * q.y, 1e-11);
    deck_near(number(d, 22), sign * q.z, 1e-11);
    assert_true(l[0] == number(d, 16) && l[1] == number(d, 17) && l[2] == number(d, 18)); /* to the bit */
    deck_near(number(d, 24), 0.5 * (4.0 * i1 + 49.0 * i3), 1e-12);
}

/* ---- a sphere made of triangles -------------------------------------------------------------------------------------- */

#define BALL DECK_BEGIN "create_atoms 1 single 0 0 -0.03\nset group all diameter 0.06 density 2500\n"

/* It bounces off a ball held fast with the restitution of the deck, and turns no bit. Its mass is what the contact sees: a heavier or lighter one
 * does the same. */
static void test_bounce(void **state)
{
    static const char *const densities[] = {"20", "1000", "30000"}, *const steps[] = {"1e-7", "5e-7", "2e-6"};
    deck *d = *state;
    char text[4096];
    write_sphere(d, "sphere.stl", 0.05, 3);
    for (int k = 0; k < 3; k++) {
        snprintf(text, sizeof text,
                 "%s" BALL PROPERTIES("0.6") "fix cad all mesh/surface/stress/6dof file %s/sphere.stl type 1 "
                                             "move 0 0 0.0501 density %s "
                                             "vel 0 0 -1\n" LAWS(
                                                 "hooke") "fix ice all freeze\ntimestep %s\nrun 40000\n",
                 k > 0 ? "clear\n" : "", d->folder, densities[k], steps[k]);
        deck_run(d, text);
        print_message("density %s: velocity %.9g\n", densities[k], number(d, 12));
        deck_near(number(d, 12), 0.6, 2e-4);
        deck_near(number(d, 10), 0.0, 1e-12);
        deck_near(number(d, 24), 0.0, 1e-18);
    }
}

/* It slides over the ball that is held fast: what friction does to velocity and spin is what it does to a sphere, the nearer the finer the triangles. */
#define HILL DECK_BEGIN "create_atoms 1 single 0 0 -0.5\nset group all diameter 1 density 2500\n"
#define SLIDE                                                                                                \
    "fix m1 all property/global youngsModulus peratomtype 1e9 1e9\nfix m4 all property/global "              \
    "coefficientFriction peratomtypepair 2 0.05 0.05 0.05 0.05\n"                                            \
    "fix ice held freeze\ntimestep 1e-7\n"
static void slide_mesh(deck *d, int times, double end[3])
{
    write_sphere(d, "sphere.stl", 0.05, times);
    deck_run_here(d,
                  HILL PROPERTIES(
                      "0.6") "group held id 1\nfix cad all mesh/surface/stress/6dof file @/sphere.stl type 1 "
                             "move 0 0 0.0501 density 1000 vel 0.5 0 -1\n" LAWS("hooke tangential history")
                                 SLIDE "run 20000\n");
    end[0] = number(d, 10);
    end[1] = number(d, 12);
    end[2] = number(d, 14);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    assert_true(fabs(e.residual) < 1e-12 * e.exchanged);
    deck_run(d, "clear\n");
}

static void test_slides(void **state)
{
    deck *d = *state;
    double sphere[3], mesh[3], off[3] = {0}, before = 1.0;
    deck_run_here(d, HILL "create_atoms 1 single 0 0 0.0501\ngroup held id 1\nset atom 2 diameter 0.1 "
                          "density 1000\n" PROPERTIES(
                              "0.6") "pair_style gran model hooke tangential history\npair_coeff * *\n" SLIDE
                                     "fix n all nve/sphere\nset atom 2 vx 0.5 vz -1\nrun 20000\n");
    const int32_t i = deck_row(d, 2);
    sphere[0] = deck_particles(d)->vm[i][0];
    sphere[1] = deck_particles(d)->vm[i][2];
    sphere[2] = deck_particles(d)->wi[i][1];
    print_message("sphere: velocity %g %g, spin %g\n", sphere[0], sphere[1], sphere[2]);
    deck_run(d, "clear\n");
    for (int times = 2; times <= 4; times++) {
        slide_mesh(d, times, mesh);
        for (int q = 0; q < 3; q++) {
            off[q] = fabs(mesh[q] - sphere[q]) / fabs(sphere[q]);
        }
        print_message("%d triangles: velocity %g %g and spin %g, off by %g, %g and %g\n", 8 << 2 * times,
                      mesh[0], mesh[1], mesh[2], off[0], off[1], off[2]);
        assert_true(off[0] < 2e-3 && off[1] < 1e-3 && off[2] < before / 2.0);
        before = off[2];
    }
    assert_true(off[2] < 1e-2);
}

/* ---- collisions ----------------------------------------------------------------------------------------------------- */

#define DISC                                                                                                 \
    "fix cad all mesh/surface/stress/6dof file @/block.stl type 2 density 700 vel 0.1 0.05 0.2 omega 3 -1 "  \
    "4\n"
#define THROWN                                                                                               \
    DECK_BEGIN "create_atoms 1 single 0.03 0.04 0.09\nset group all diameter 0.04 density 2500\n"            \
               "velocity all set 0.2 -0.1 -2.0\nset group all omegax 11 omegay -7\n"

static void momenta(deck *d, double linear[3], double angular[3])
{
    const tsu_particles *p = deck_particles(d);
    const double m = p->mass[0], *x = p->xr[0], *v = p->vm[0], *w = p->wi[0], inertia = 0.4 * m * x[3] * x[3];
    const double mass = tsu_meshes_find(d->session->world, "cad")->freedom->rigid.mass;
    for (int q = 0; q < 3; q++) {
        const int r = (q + 1) % 3, s = (q + 2) % 3;
        linear[q] = m * v[q] + mass * number(d, 10 + q);
        angular[q] = m * (x[r] * v[s] - x[s] * v[r]) + inertia * w[q] +
                     mass * (number(d, 7 + r) * number(d, 10 + s) - number(d, 7 + s) * number(d, 10 + r)) +
                     number(d, 16 + q);
    }
}

/* A ball that spins hits a block that turns, off its centre and with friction: momentum, angular momentum and energy. */
static void test_collision(void **state)
{
    deck *d = *state;
    double linear[2][3], angular[2][3];
    write_block(d, "block.stl", 0.2, 0.24, 0.1, true);
    deck_run_here(d,
                  THROWN PROPERTIES("0.5") DISC LAWS(
                      "hertz tangential history rolling_friction epsd2") "fix m6 all property/global "
                                                                         "coefficientRollingFriction "
                                                                         "peratomtypepair 2 0.1 0.1 0.1 0.1\n"
                                                                         "fix n all nve/sphere\ntimestep "
                                                                         "2e-6\nrun 0\n");
    momenta(d, linear[0], angular[0]);
    const double before = number(d, 12);
    int touched = 0;
    for (int k = 0; k < 40; k++) {
        deck_run(d, "run 500\n");
        momenta(d, linear[1], angular[1]);
        touched += d->session->world->touching > 0;
        for (int q = 0; q < 3; q++) {
            deck_near(linear[1][q], linear[0][q], 1e-14);
            deck_near(angular[1][q], angular[0][q], 2e-14);
        }
        const tsu_balance e = tsu_energy_balance(d->session->world);
        assert_true(fabs(e.residual) < 1e-13 * e.exchanged);
        assert_true(e.off < 1e-3);
    }
    assert_true(touched > 0 && before - number(d, 12) > 0.03);
    const tsu_accounts a = tsu_energy_accounts(&d->session->world->ledger);
    deck_near(a.wall_work, 0.0, 0.0);
    deck_near(a.external_work, 0.0, 0.0);
    assert_true(tsu_energy_dissipated(&d->session->world->ledger) > 0.0);
}

/* Without losses the energy comes back, and what it is off by goes with the square of the time step: a known error. */
static double lost_in_bounce(deck *d, const char *dt, int steps)
{
    char text[256];
    deck_run_here(d, "clear\n" THROWN PROPERTIES("1.0")
                         DISC LAWS("hertz tangential off") "fix n all nve/sphere\n");
    snprintf(text, sizeof text, "timestep %s\nrun 0\n", dt);
    deck_run(d, text);
    const tsu_particles *p = deck_particles(d);
    const double *v = p->vm[0];
    const double start =
        0.5 * p->mass[0] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + number(d, 23) + number(d, 24);
    snprintf(text, sizeof text, "run %d\n", steps);
    deck_run(d, text);
    v = deck_particles(d)->vm[0];
    const double end = 0.5 * deck_particles(d)->mass[0] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
                       number(d, 23) + number(d, 24);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    assert_true(d->session->world->touching == 0 && v[2] > -1.0);
    assert_true(fabs(e.residual) < 1e-13 * e.exchanged);
    deck_near(e.step_error, start - end, 1e-13);
    return fabs(start - end) / start;
}

static void test_elastic(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.2, 0.24, 0.1, true);
    const double coarse = lost_in_bounce(d, "1.6e-5", 2500), fine = lost_in_bounce(d, "4e-6", 10000);
    print_message("energy off by %g and %g\n", coarse, fine);
    assert_true(coarse < 1e-3 && fine < coarse / 8.0);
}

/* ---- suspension, given forces, axes held ------------------------------------------------------------------------------- */

static void test_springs(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.1, 0.1, true);
    /* m = 1 kg, I = 1/600 kg m^2: periods 2 pi sqrt(m/k) with k = 4 pi^2 and 2 pi sqrt(I/k) with k = 16 pi^2 I; a quarter and a whole */
    deck_run_here(
        d,
        DECK_BEGIN PROPERTIES(
            "0.5") "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 mass 1 vel 0 "
                   "0.6283185307179586 0 "
                   "omega 0 0.3 0 suspension k_t 39.47841760435743 c_t 0 k_r 0.2631894506957162 c_r 0\n" LAWS(
                       "hertz") "timestep 1e-4\nrun 2500\n");
    deck_near(number(d, 8), 0.1, 1e-8);
    deck_near(number(d, 11), 0.0, 1e-6);
    deck_near(2.0 * asin(number(d, 21)), 0.0, 1e-7); /* half its period: upright, and turning back */
    deck_near(number(d, 14), -0.3, 1e-7);
    deck_run(d, "run 7500\n");
    deck_near(number(d, 8), 0.0, 1e-6);
    deck_near(number(d, 11), 0.6283185307179586, 1e-7);
    deck_near(number(d, 14), 0.3, 1e-6);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    assert_true(fabs(e.residual) < 1e-13 * e.exchanged && e.off < 1e-6);
    deck_refuses(d, "fix mv all move/mesh mesh cad linear 0 0 1\n", "moves freely");
}

/* A constant force and torque on axes that are free; the others keep velocity and angular momentum, and what holds them is booked. */
static void test_axes(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.1, 0.1, true);
    deck_run_here(d,
                  DECK_BEGIN PROPERTIES(
                      "0.5") "variable f equal 2*step*dt\n"
                             "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 mass 2 vel 0.1 0 "
                             "-0.5 forceflags 1 1 0 "
                             "torqueflags 0 0 1 force 4 v_f 0 torque 1 0 0.001\n" LAWS(
                                 "hertz") "fix g all gravity 9.81 vector 0 0 -1\ntimestep 1e-4\nrun 5000\n");
    deck_near(number(d, 10), 0.1 + 2.0 * 0.5, 1e-12);
    deck_near(number(d, 11), 0.5 * 0.25, 2e-4);
    deck_near(number(d, 9), -0.25, 1e-13);
    deck_near(number(d, 16), 0.0, 0.0);
    deck_near(number(d, 18), 0.0005, 1e-15);
    deck_near(number(d, 6), 0.001, 0.0);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    assert_true(fabs(e.residual) < 1e-13 * e.exchanged && e.off < 1e-9);
    /* 1/2 m (v^2 - v0^2) + 1/2 L^2/I, and the weight that was let down */
    const double vx = number(d, 10), vy = number(d, 11), spin = number(d, 24);
    deck_near(tsu_energy_accounts(&d->session->world->ledger).external_work,
              vx * vx + vy * vy - 0.01 + spin - 2.0 * 9.81 * 0.25, 1e-8);
}

/* fix_modify stops a body, turns it otherwise and holds an axis, and the work of that is booked; a run that was stopped behind it and is told
 * the same goes on with the same bits. */
static void test_modify(void **state)
{
    const char
        *body =
            "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 mass 2 vel 0.1 0 -0.5 force 4 0 0 "
            "omega 1 0 0\n" LAWS("hertz") "timestep 1e-4\n",
        *change = "variable f equal 6*step*dt\nfix_modify cad vel 0 0 0.25 angmom 0 0 0.002 forceflags 0 1 1 "
                  "force 9 v_f 1\n";
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.1, 0.1, true);
    deck_run_here(d, DECK_BEGIN PROPERTIES("0.5"));
    deck_run_here(d, body);
    deck_run(d, "run 1000\n");
    deck_near(number(d, 10), 0.3, 1e-12);
    deck_run(d, change);
    deck_near(number(d, 10), 0.0, 0.0);
    deck_near(number(d, 12), 0.25, 0.0);
    deck_near(number(d, 18), 0.002, 0.0);
    deck_run_here(d, "run 500\nwrite_restart @/changed\nrun 500\n");
    deck_near(number(d, 10), 0.0, 0.0);
    deck_near(number(d, 11), 0.5 * 3.0 * (0.04 - 0.01), 1e-4);
    deck_near(number(d, 12), 0.25 + 0.5 * 0.1, 1e-12);
    deck_near(number(d, 15), 0.002 / (2.0 * 0.02 / 12.0), 1e-12);
    const uint64_t hash = tsu_world_hash_state(d->session->world);
    const tsu_balance e = tsu_energy_balance(d->session->world);
    assert_true(fabs(e.residual) < 1e-13 * e.exchanged && e.off < 1e-8);
    deck_refuses(d, "fix_modify cad mass 3\n", "can be changed");
    deck_refuses(d, "fix_modify cad angmom 0 0 1 omega 0 0 1\n", "give one of them");
    deck_refuses(d, "fix_modify cad vel 0 0\n", "velocity");
    assert_true(tsu_world_hash_state(d->session->world) == hash);
    deck_run_here(d, "clear\nread_restart @/changed\n" PROPERTIES("0.5"));
    deck_run_here(d, body);
    deck_run(d, change);
    deck_run(d, "run 500\n");
    assert_true(tsu_world_hash_state(d->session->world) == hash);
    assert_true(tsu_energy_balance(d->session->world).residual == e.residual);
}

/* ---- same bits ------------------------------------------------------------------------------------------------------- */

#define BED                                                                                                  \
    DECK_BEGIN                                                                                               \
    "lattice sc 0.021\nregion bed block 0 0.12 0 0.12 0 0.06 units box\ncreate_atoms 1 region bed\n"         \
    "set group all diameter 0.02 density 2500\n"
#define BED_REST                                                                                             \
    PROPERTIES("0.3")                                                                                        \
    "fix cad all mesh/surface/stress/6dof file @/block.stl type 2 move 0.055 0.06 0.11 density 3000 omega "  \
    "4 1 2 "                                                                                                 \
    "vel 0 0 -1 suspension k_t 20 c_t 0.1 k_r 0.01 c_r 1e-4\n"                                               \
    "pair_style gran model hertz tangential history\npair_coeff * *\n"                                       \
    "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\n"                        \
    "fix f all wall/gran model hertz tangential history primitive type 1 zplane -0.01\n"                     \
    "fix g all gravity 9.81 vector 0 0 -1\nfix n all nve/sphere\ntimestep 2e-5\n"

static void test_restart(void **state)
{
    deck *d = *state;
    char text[256];
    write_block(d, "block.stl", 0.06, 0.05, 0.03, true);
    deck_run_here(d, BED BED_REST "run 3000\n");
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    const double energy = tsu_energy_balance(d->session->world).residual;
    assert_true(d->session->world->touching > 10 && number(d, 12) > -1.0);
    uint64_t seed = 88172645463325252u;
    for (int k = 0; k < 4; k++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        const int at = 1 + (int)(seed % 2998);
        print_message("restart at step %d\n", at);
        deck_run_here(d, "clear\n" BED BED_REST);
        d->session->world->threads = 1 + k % 3;
        snprintf(text, sizeof text, "run %d\nwrite_restart @/a\nclear\nread_restart @/a\n", at);
        deck_run_here(d, text);
        deck_run_here(d, BED_REST);
        d->session->world->threads = 1 + (k + 1) % 3;
        snprintf(text, sizeof text, "run %d\n", 3000 - at);
        deck_run(d, text);
        assert_true(tsu_world_hash_state(d->session->world) == straight);
        assert_true(tsu_energy_balance(d->session->world).residual == energy);
    }
}

/* A body that the deck now gives another mass keeps place and velocities. */
static void test_deck_decides(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.2, 0.3, true);
#define FLY(DENSITY)                                                                                         \
    PROPERTIES("0.5")                                                                                        \
    "fix cad all mesh/surface/stress/6dof file @/block.stl type 1 density " DENSITY                          \
    " vel 1 0 0 omega 0 0 3\n" LAWS("hertz") "timestep 1e-4\n"
    deck_run_here(d, DECK_BEGIN FLY("500") "run 100\nwrite_restart @/a\nclear\nread_restart @/a\n");
    deck_run_here(d, FLY("1000") "run 100\n");
    deck_near(number(d, 7), 0.02, 1e-14);
    deck_near(number(d, 15), 3.0, 1e-13);
    deck_near(number(d, 23), 3.0, 1e-13);
    deck_near(2.0 * asin(number(d, 22)), 0.06, 1e-13);
}

/* ---- mistakes --------------------------------------------------------------------------------------------------------- */

static void test_refuses(void **state)
{
    static const struct {
        const char *words, *message;
    } slip[] = {
        {"open.stl type 1 density 1000", "is not closed"},
        {"open.stl type 1 mass 1 com 0 0 0", "is not closed"},
        {"block.stl type 1", "needs `mass M`"},
        {"block.stl type 1 mass 0 com 0 0 0 moi 1 1 1 0 0 0", "must be positive"},
        {"block.stl type 1 mass -2", "must be positive"},
        {"block.stl type 1 density 0", "must be positive"},
        {"block.stl type 1 mass 1 com 0 0 0 moi 1 0 1 0 0 0", "larger than 0"},
        {"block.stl type 1 mass 1 com 0 0 0 moi 1 1 3 0 0 0", "no body has one larger"},
        {"block.stl type 1 mass 1 com 0 0 0 moi 1 1 1 2 0 0", "larger than 0"},
        {"block.stl type 1 mass 1 moi 1 1 1 0 0 0", "without `com`"},
        {"block.stl type 1 density 1 mass 1", "follow from it"},
        {"block.stl type 1 density 1 angmom 0 0 1 omega 0 0 1", "both `angmom` and `omega`"},
        {"block.stl type 1 density 1 forceflags 1 2 0", "force flag"},
        {"block.stl type 1 density 1 suspension k_t 1 k_r 1", "expected `c_t`"},
        {"block.stl type 1 density 1 suspension k_t -1 c_t 0 k_r 1 c_r 1", "none may be negative"},
        {"block.stl type 1 density 1 rot_flip angle 3", "rot_flip is not supported"},
        {"block.stl type 1 density 1 surface_vel 1 0 0", "has a surface velocity"},
    };
    deck *d = *state;
    char text[1024];
    write_block(d, "block.stl", 0.1, 0.2, 0.3, true);
    write_block(d, "open.stl", 0.1, 0.2, 0.3, false);
    deck_run(d, DECK_BEGIN);
    for (size_t k = 0; k < sizeof slip / sizeof *slip; k++) {
        snprintf(text, sizeof text, "fix cad all mesh/surface/stress/6dof file %s/%s\n", d->folder,
                 slip[k].words);
        deck_refuses(d, text, slip[k].message);
        assert_null(tsu_meshes_find(d->session->world, "cad"));
    }
    snprintf(
        text, sizeof text,
        "fix cad all mesh/surface/stress/6dof file %s/open.stl type 1 mass 1 com 0 0 0 moi 1 1 1 0 0 0\n",
        d->folder);
    deck_run(d, text); /* an open one is fine if all is said */
}

/* A body that leaves through a periodic face stops the run. */
static void test_leaves(void **state)
{
    deck *d = *state;
    write_block(d, "block.stl", 0.1, 0.1, 0.1, true);
    deck_run_here(
        d, "units si\natom_style granular\nboundary p f f\nnewton off\nregion box block -1 1 -1 1 -1 1\n"
           "create_box 2 box\n" PROPERTIES("0.5") "fix cad all mesh/surface/stress/6dof file @/block.stl "
                                                  "type 1 density 100 vel 10 0 0\n" LAWS(
                                                      "hertz") "timestep 1e-3\nrun 50\n");
    deck_refuses(d, "run 100\n", "has left the box through its periodic face in x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_block_flies, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_top, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_bounce, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_slides, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_collision, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_elastic, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_springs, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_axes, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_modify, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_restart, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_deck_decides, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_refuses, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_leaves, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
