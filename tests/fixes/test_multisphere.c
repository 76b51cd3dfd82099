/* SPDX-License-Identifier: Apache-2.0 */
/* Clumps in decks: templates, insertion by pack, rate and stream, orientation, locked axes, restart, deletion, and what is refused. */
#include "decks/insert_fixture.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"

/* Two spheres of radius 5 mm, 6 mm apart along x. */
#define PAIR(rest)                                                                                           \
    "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 2 ntry 1000000 "  \
    "spheres 0.010 0.02 0.03 0.005 0.016 0.02 0.03 0.005 type 1 " rest "\n"                                  \
    "fix pdd all particledistribution/discrete 8 1 pts 1.0\n"
#define ROOM "region room block -0.08 0.08 -0.08 0.08 0.05 0.35\n"
#define PACK(rest)                                                                                           \
    "fix ins all insert/pack seed 5 distributiontemplate pdd insert_every once overlapcheck yes all_in yes " \
    "region room " rest "\n"
#define FLOOR                                                                                                \
    "fix grav all gravity 9.81 vector 0 0 -1\n"                                                              \
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.04\n"
#define MOVE "fix ms all multisphere\n"

static const tsu_clumps *clumps(const deck *d)
{
    return d->session->world->clumps;
}

/* Volume and principal moments, over the density, of two spheres of radius r whose centres are 2 a apart: slices across the axis. */
static void lens(double r, double a, double *volume, double moments[2])
{
    const double pi = 3.14159265358979323846;
    const int n = 200000;
    double axial = 0.0, across = 0.0, sum = 0.0;
    for (int k = 0; k < n; k++) { /* the half x > 0; midpoints, the integrand is a polynomial of x on it */
        const double x = (a + r) * (k + 0.5) / n, s2 = r * r - (x - a) * (x - a), dx = (a + r) / n;
        sum += pi * s2 * dx;
        axial += 0.5 * pi * s2 * s2 * dx;
        across += pi * s2 * (0.25 * s2 + x * x) * dx;
    }
    *volume = 2.0 * sum;
    moments[0] = 2.0 * axial;
    moments[1] = 2.0 * across;
}

static void test_template(void **state)
{
    deck *d = *state;
    double volume, moments[2];
    lens(0.005, 0.003, &volume, moments);
    deck_run(d, BOX("f f f") PAIR("") ROOM MOVE PACK("particles_in_region 20 orientation random") "run 1\n");
    assert_int_equal(clumps(d)->count, 20);
    assert_int_equal(deck_particles(d)->count, 40);
    deck_near(deck_value(d, "f_ins[1]"), 20.0, 0.0);
    deck_near(deck_value(d, "f_ins[2]"), 20.0 * 2500.0 * volume, 1e-9 * 2500.0 * volume);
    deck_near(total_mass(deck_particles(d)), 20.0 * 2500.0 * volume, 1e-9 * 2500.0 * volume);
    const tsu_rigid *b = &clumps(d)->clump[3].body;
    deck_near(b->inertia.x, 2500.0 * moments[0], 1e-9 * b->inertia.x);
    deck_near(b->inertia.y, 2500.0 * moments[1], 1e-9 * b->inertia.y);
    deck_near(b->inertia.z, 2500.0 * moments[1], 1e-9 * b->inertia.z);
    assert_int_equal(overlaps(d->session->world), 20); /* each with its own */
    double lo, hi;
    extent(deck_particles(d), 0, true, &lo, &hi);
    assert_true(lo >= -0.08 && hi <= 0.08);
    deck_says(d, "Template pts: 2 spheres");
}

/* `template`: as given; `constant`: turned by a quaternion, here by 90 degrees about z. */
static void test_orientation(void **state)
{
    static const char *const quaternions[] = {"0.70710678118654752 0 0 0.70710678118654752",
                                              "0.7071 0.0 0.0 0.7071", "-0.707 0 0 -0.707"};
    deck *d = *state;
    deck_run(d, BOX("f f f") PAIR("") ROOM MOVE PACK("particles_in_region 5 orientation template") "run 1\n");
    for (uint64_t k = 0; k < 5; k++) {
        const double *a = deck_particles(d)->xr[deck_row(d, 2 * k + 1)],
                     *b = deck_particles(d)->xr[deck_row(d, 2 * k + 2)];
        deck_near(b[0] - a[0], 0.006, 1e-15);
        deck_near(b[1] - a[1], 0.0, 1e-15);
    }
    for (int n = 0; n < 3; n++) {
        char line[256];
        deck_run(d, "clear\n" BOX("f f f") PAIR("") ROOM MOVE);
        snprintf(line, sizeof line, PACK("particles_in_region 5 orientation constant %s"), quaternions[n]);
        deck_run(d, line);
        deck_run(d, "run 1\n");
        for (uint64_t k = 0; k < 5; k++) {
            const double *a = deck_particles(d)->xr[deck_row(d, 2 * k + 1)],
                         *b = deck_particles(d)->xr[deck_row(d, 2 * k + 2)];
            deck_near(b[0] - a[0], 0.0, 1e-15);
            deck_near(b[1] - a[1], 0.006, 1e-15);
        }
    }
    deck_run(d, "clear\n" BOX("f f f") PAIR("") ROOM MOVE);
    deck_refuses(d, PACK("particles_in_region 5 orientation constant 0.7 0 0 0.7"),
                 "the quaternion W X Y Z has length 0.989949; it must be 1");
}

/* Random orientations are all equally likely: the mean square of each component of the axis is 1/3. */
static void test_random(void **state)
{
    deck *d = *state;
    double square[3] = {0};
    deck_run(d, BOX("f f f") PAIR("") ROOM MOVE PACK("particles_in_region 900 orientation random") "run 1\n");
    for (uint64_t k = 0; k < 900; k++) {
        const double *a = deck_particles(d)->xr[deck_row(d, 2 * k + 1)],
                     *b = deck_particles(d)->xr[deck_row(d, 2 * k + 2)];
        for (int q = 0; q < 3; q++) {
            square[q] += (b[q] - a[q]) * (b[q] - a[q]) / (0.006 * 0.006) / 900.0;
        }
    }
    for (int q = 0; q < 3; q++) {
        deck_near(square[q], 1.0 / 3.0, 4.0 * sqrt(4.0 / 45.0 / 900.0)); /* four deviations */
    }
}

/* Given mass and tensor. With use_density the origin of the spheres is the centre of mass. */
static void test_given(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") PAIR("mass 0.01 inertia_tensor 2e-7 0 0 3e-7 0 4e-7 use_volume")
                    ROOM MOVE PACK("particles_in_region 1 orientation template") "run 1\n");
    const tsu_clump *c = &clumps(d)->clump[0];
    deck_near(c->body.mass, 0.01, 0.0);
    deck_near(c->body.inertia.y, 3e-7, 0.0);
    deck_near(clumps(d)->arm[0].x, -0.003, 1e-12);
    deck_near(deck_particles(d)->density[0],
              0.01 / (total_mass(deck_particles(d)) / deck_particles(d)->density[0]), 1e-9);
    deck_run(d, "clear\n" BOX("f f f") PAIR("mass 0.01 inertia_tensor 2e-7 0 0 3e-7 0 4e-7 use_density")
                    ROOM MOVE PACK("particles_in_region 1 orientation template") "run 1\n");
    deck_near(clumps(d)->arm[0].x, 0.010, 1e-15);
    deck_near(deck_particles(d)->density[0], 2500.0, 0.0);
    /* contacts see the whole mass with each sphere */
    deck_near(deck_particles(d)->vm[0][3], 100.0, 1e-12);
}

/* Energies of bodies: M v^2/2 and w.I.w/2 of all clumps. */
static void test_computes(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") PAIR("mass 0.01 inertia_tensor 2e-7 0 0 3e-7 0 4e-7 use_volume") ROOM MOVE PACK(
                    "particles_in_region 4 orientation template vel constant 1 2 -2 omega constant "
                    "10 20 30") "compute k all ke/multisphere\ncompute r all erotate/multisphere\nrun 1\n");
    deck_near(deck_value(d, "c_k"), 4.0 * 0.5 * 0.01 * 9.0, 1e-12);
    deck_near(deck_value(d, "c_r"), 4.0 * 0.5 * (2e-7 * 100.0 + 3e-7 * 400.0 + 4e-7 * 900.0), 1e-12);
}

/* fflag and tflag: gravity along a locked axis does not move it. */
static void test_flags(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") PAIR("fflag on on off tflag off off off") ROOM MOVE PACK(
                    "particles_in_region 3 vel constant 0.1 0 0.2 omega constant 0 0 5") FLOOR "run 500\n");
    for (int32_t k = 0; k < 3; k++) {
        deck_near(clumps(d)->clump[k].body.velocity.z, 0.2, 0.0);
        deck_near(clumps(d)->clump[k].body.velocity.x, 0.1, 0.0);
    }
}

/* A heap: energy closes, nothing depends on a restart or on threads. */
#define HEAP                                                                                                 \
    BOX("f f f")                                                                                             \
    PAIR("") ROOM MOVE FLOOR PACK("volumefraction_region 0.1 orientation random vel constant 0 0 -1")
static void test_heap(void **state)
{
    deck *d = *state;
    deck_run(d, HEAP "run 1500\nrun 3000\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    const tsu_balance b = tsu_energy_balance(d->session->world);
    assert_true(tsu_energy_dissipated(&d->session->world->ledger) > 0.1 * b.exchanged);
    deck_near(b.residual, 0.0, 1e-12 * b.exchanged);
    deck_run_here(d, "clear\n" HEAP "run 1500\nwrite_restart @/half\n");
    deck_run_here(d,
                  "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
                  "read_restart @/half\n" DECK_LAWS "fix move all nve/sphere\n" PAIR("") ROOM MOVE FLOOR PACK(
                      "volumefraction_region 0.1 orientation random vel constant 0 0 -1") "run 3000\n");
    assert_true(tsu_world_hash(d->session->world) == hash);
}

#define FACE                                                                                                 \
    "solid face\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\nvertex 0.05 -0.05 0.3\n"            \
    "vertex 0.05 0.05 0.3\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0.05 -0.05 0.3\n"      \
    "vertex 0.05 0.05 0.3\nvertex -0.05 0.05 0.3\nendloop\nendfacet\nendsolid face\n"
#define STREAM                                                                                               \
    "fix ins all insert/stream seed 31 distributiontemplate pdd insertion_face face nparticles 30 "          \
    "particlerate 500 vel constant 0 0 -2 omega constant 0 30 0 extrude_length 0.04 orientation random "     \
    "verbose no\n"

/* Clumps of a stream come to the face without turning, whatever pulls, and are free and turn from there on. */
static void test_stream(void **state)
{
    deck *d = *state;
    deck_file(d, "face.stl", FACE);
    deck_run_here(d, BOX("f f f") PAIR("") MOVE FLOOR
                  "fix face all mesh/surface file @/face.stl type 1\n" STREAM "run 800\n");
    assert_int_equal(clumps(d)->count, 10);
    int led = 0;
    for (int32_t k = 0; k < 10; k++) {
        const tsu_clump *c = &clumps(d)->clump[k];
        led += c->release > 0;
        if (c->release > 0) deck_near(c->body.velocity.z, -2.0, 0.0);
        if (c->release > 0) deck_near(tsu_vec3_norm(c->body.momentum), 0.0, 0.0);
        if (c->release == 0) assert_true(c->body.centre.z < 0.3 && tsu_rigid_spin(&c->body).y != 0.0);
    }
    assert_true(led > 0 && led < 10);
    deck_run_here(d, "write_restart @/on_the_way\nrun 9000\n");
    assert_int_equal(clumps(d)->count, 30);
    const uint64_t hash = tsu_world_hash(d->session->world);
    const tsu_balance b = tsu_energy_balance(d->session->world);
    deck_near(b.residual, 0.0, 1e-11 * b.exchanged);
    deck_run_here(d, "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
                     "read_restart @/on_the_way\n" DECK_LAWS "fix move all nve/sphere\n" PAIR("") MOVE FLOOR
                  "fix face all mesh/surface file @/face.stl type 1\n" STREAM "run 9000\n");
    assert_true(tsu_world_hash(d->session->world) == hash);
}

/* At a rate into a region, mixed with spheres, of two materials in one clump. */
static void test_rate(void **state)
{
    deck *d = *state;
    deck_file(d, "pair.txt", "# x y z r type\n0 0 0 5 1\n\n6 0 0 4 2 # the small one\n");
    deck_run_here(
        d,
        BOX("f f f") "fix a all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 2 "
                     "ntry 1000 spheres_different_types file @/pair.txt scale 0.001 type 1\n"
                     "fix b all particletemplate/sphere 9 atom_type 2 density constant 2500 radius constant "
                     "0.004\n"
                     "fix pdd all particledistribution/discrete 8 2 a 0.5 b 0.5\n" ROOM MOVE
                     "fix ins all insert/rate/region seed 5 distributiontemplate pdd nparticles 60 "
                     "particlerate "
                     "1e5 insert_every 10 overlapcheck yes region room orientation random\nrun 2000\n");
    deck_near(deck_value(d, "f_ins[1]"), 60.0, 0.0);
    const int32_t bodies = clumps(d)->count;
    assert_true(bodies > 10 && bodies < 50);
    assert_int_equal(deck_particles(d)->count, 60 + bodies);
    const tsu_clump *c = &clumps(d)->clump[0];
    deck_near(deck_particles(d)->xr[clumps(d)->row[c->first + 1]][3], 0.004, 1e-18);
    assert_int_equal(deck_particles(d)->type[clumps(d)->row[c->first + 1]], 1);
    /* whoever loses a sphere is gone */
    deck_run(
        d,
        "region low block INF INF INF INF INF 0.2\ngroup low region low\ndelete_atoms group low\nrun 10\n");
    int32_t left = 0;
    for (int32_t i = 0; i < deck_particles(d)->count; i++) {
        left += tsu_clumps_hold(d->session->world, i);
        assert_true(deck_particles(d)->xr[i][2] > 0.199);
    }
    assert_int_equal(left, 2 * clumps(d)->count);
}

/* The spheres of multiplespheres come together and are free. */
static void test_loose(void **state)
{
    deck *d = *state;
    deck_run(
        d, BOX("f f f") "fix pts all particletemplate/multiplespheres 7 atom_type 1 density constant 2500 "
                        "nspheres 2 ntry "
                        "1000 spheres 0 0 0 0.005 0.012 0 0 0.004\nfix pdd all particledistribution/discrete "
                        "8 1 pts 1.0\n" ROOM PACK("particles_in_region 10 orientation random") "run 1\n");
    assert_int_equal(deck_particles(d)->count, 20);
    assert_int_equal(clumps(d)->count, 0);
    assert_int_equal(overlaps(d->session->world), 0);
    deck_near(deck_particles(d)->mass[deck_row(d, 2)], 2500.0 * SPHERE * 6.4e-8, 1e-15);
}

static void test_refused(void **state)
{
    deck *d = *state;
    static const char *const wrong[][2] = {
        {"nspheres 2 ntry 9 spheres 0 0 0 1 3 0 0 1 type 1", "are not connected"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 0 0 0 1 type 1", "are identical"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 0 type 1", "radius 0"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1", "add `type N`"},
        {"nspheres 2 ntry 9 type 1", "spheres are not given"},
        {"ntry 9 spheres 0 0 0 1 1 0 0 1 nspheres 2 type 1", "put `nspheres N` before"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1 type 1 mass 1", "go together"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1 type 1 mass 1 inertia_tensor 1 0 0 1 0 1",
         "`use_volume`"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1 type 1 mass 1 inertia_tensor 1 0 0 1 0 3 use_volume",
         "no body has one larger"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1 type 1 mass 0 inertia_tensor 1 0 0 1 0 1 use_volume",
         "mass 0"},
        {"nspheres 2 ntry 9 spheres 0 0 0 1 1 0 0 1 type 1 radius constant 1", "belong to its `spheres`"},
        {"nspheres 2 ntry 9 spheres file no_such_file scale 1 type 1", "no_such_file"},
    };
    char text[1200];
    deck_run(d, BOX("f f f") ROOM);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        snprintf(text, sizeof text,
                 "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 %s\n",
                 wrong[k][0]);
        deck_refuses(d, text, wrong[k][1]);
    }
    snprintf(text, sizeof text,
             "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 3 ntry 9 "
             "spheres file "
             "%s type 1\n",
             deck_file(d, "two.txt", "0 0 0 1\n1 0 0 1\n"));
    deck_refuses(d, text, "has 2 spheres, and `nspheres` says 3");
    deck_run(d, PAIR("") PACK("particles_in_region 3"));
    deck_refuses(d, "run 1\n", "add `fix ID all multisphere`");
    deck_run(d, "clear\n" BOX("f f f") ROOM PAIR("") MOVE PACK("particles_in_region 3") "run 1\n");
    deck_refuses(d, "fix again all multisphere\n", "already");
    deck_refuses(d, "fix old all deform 1 x scale 1.1\nrun 1\n", "does not support clumps");
    deck_refuses(d,
                 "create_multisphere_clump dmin absolute 0.0002 rmin 0.002 pmax 1 seed 5 surfacefile a.vtk\n",
                 "`tsubu clump MESH -n 20 --out FILE`");
    deck_refuses(d, "unfix old\nunfix ins\nunfix ms\nrun 1\n", "there are 3 clumps, and nothing moves them");
}

#define WET                                                                                                  \
    "fix l1 all property/global surfaceLiquidContentInitial scalar 0.01\n"                                   \
    "fix l2 all property/global surfaceTension scalar 0.02\n"                                                \
    "fix l3 all property/global fluidViscosity scalar 0.002\n"                                               \
    "fix l4 all property/global contactAngle peratomtype 20 20\n"                                            \
    "fix l5 all property/global minSeparationDistanceRatio scalar 1.01\n"                                    \
    "fix l6 all property/global maxSeparationDistanceRatio scalar 1.05\n"                                    \
    "pair_style gran model hertz tangential history cohesion easo/capillary/viscous\npair_coeff * *\n"
#define EGG                                                                                                  \
    "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 2 ntry 1 "        \
    "spheres 0 0 0 0.005 0.006 0 0 0.004 type 1\nfix pdd all particledistribution/discrete 8 1 pts 1.0\n"
#define WET_FLOOR                                                                                            \
    "fix grav all gravity 9.81 vector 0 0 -1\nfix floor all wall/gran model hertz tangential history "       \
    "cohesion easo/capillary/viscous primitive type 1 zplane 0.04\n"
#define WET_PACK PACK("volumefraction_region 0.1 orientation random vel constant 0 0 -1")

static double liquid(const deck *d)
{
    const tsu_particles *p = deck_particles(d);
    const double *content = tsu_particles_find_column(p, "surfaceLiquidContent")->value;
    double sum = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        sum += content[i] * p->xr[i][3] * p->xr[i][3] * p->xr[i][3];
    }
    return sum;
}

/* Liquid bridges hang between spheres of clumps: their liquid is shared out, and none is lost. */
static void test_bridges(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") WET EGG ROOM MOVE WET_FLOOR WET_PACK "run 1\n");
    const double before = liquid(d);
    const double first = tsu_particles_find_column(deck_particles(d), "surfaceLiquidContent")->value[0];
    deck_run_here(d, "run 2000\nwrite_restart @/half\nrun 2000\n");
    const uint64_t hash = tsu_world_hash_state(d->session->world);
    const tsu_balance b = tsu_energy_balance(d->session->world);
    deck_near(first, 0.01, 0.0);
    assert_true(d->session->world->touching > 20);
    deck_near(liquid(d), before, 1e-12 * before);
    int changed = 0;
    for (int32_t i = 0; i < deck_particles(d)->count; i++) {
        changed += tsu_particles_find_column(deck_particles(d), "surfaceLiquidContent")->value[i] != first;
    }
    assert_true(changed > 10);
    deck_near(b.residual, 0.0, 1e-12 * b.exchanged);
    deck_run_here(d, "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
                     "read_restart @/half\n" DECK_LAWS
                     "fix move all nve/sphere\n" WET EGG ROOM MOVE WET_FLOOR WET_PACK "run 2000\n");
    assert_true(tsu_world_hash_state(d->session->world) == hash);
}

/* The integrator of a fork, which here only makes sure that clumps are moved. */
static void test_nonspherical(void **state)
{
    deck *d = *state;
    deck_run(d, HEAP "run 300\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    deck_run(d, "clear\n" HEAP "fix both all nve/nonspherical\nrun 300\n");
    assert_true(tsu_world_hash(d->session->world) == hash);
    deck_run(d, "clear\n" BOX("f f f") "fix both all nve/nonspherical\n");
    deck_refuses(d, "run 1\n", "add `fix ID all multisphere`");
    deck_refuses(d, "fix more all nve/nonspherical 1\n", "1");
}

/* Spheres of clumps decide on the time step, not the sphere about the whole: pi 0.005 sqrt(2500/3.846e6)/0.9255 s. */
static void test_time_step(void **state)
{
    deck *d = *state;
    deck_run(d, BOX("f f f") PAIR("") ROOM MOVE PACK("particles_in_region 3") "timestep 2e-4\nrun 1\n");
    deck_says(d, "the time step 0.0002 s is 46 % of the Rayleigh time 0.000433 s (radius 0.005, material 1)");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, deck_set_up, deck_tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_template),     CASE(test_orientation), CASE(test_random),
                                       CASE(test_given),        CASE(test_computes),    CASE(test_flags),
                                       CASE(test_heap),         CASE(test_stream),      CASE(test_rate),
                                       CASE(test_loose),        CASE(test_refused),     CASE(test_bridges),
                                       CASE(test_nonspherical), CASE(test_time_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
