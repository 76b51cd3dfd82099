/* SPDX-License-Identifier: Apache-2.0 */
/* Commands that change clumps as wholes: velocity, displace_atoms, set, freeze, heat, fluid that is dragged along; what computes and dumps tell of them. */
#include "decks/insert_fixture.h"
#include "step/clump/clumps.h"
#include "step/ledger/energy.h"

/* Two spheres of different size, lopsided; mass 0.01 kg, given moments. */
#define TEMPLATE_OF_TWO(rest)                                                                                \
    "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 2 ntry 1 "        \
    "spheres 0 0 0 0.005 0.006 0 0 0.004 type 7 mass 0.01 inertia_tensor 2e-7 0 0 3e-7 0 4e-7 use_volume\n"  \
    "fix pdd all particledistribution/discrete 8 1 pts 1.0\n"                                                \
    "region room block -0.08 0.08 -0.08 0.08 0.05 0.35\n"                                                    \
    "fix ins all insert/pack seed 5 distributiontemplate pdd insert_every once overlapcheck yes all_in yes " \
    "region room particles_in_region 6 " rest "\n"
#define SIX(options, rest) BOX("f f f") "fix ms all multisphere " options "\n" TEMPLATE_OF_TWO(rest) "run 1\n"

static tsu_clumps *clumps(const deck *d)
{
    return d->session->world->clumps;
}

static void closes(const deck *d, double tolerance)
{
    const tsu_balance b = tsu_energy_balance(d->session->world);
    deck_near(b.residual, 0.0, tolerance * b.exchanged);
}

/* Momentum and angular momentum of all, by hand, about the point `at`. */
static void momenta(const deck *d, double mass[4], double l[3])
{
    tsu_vec3 p = {0}, turning = {0}, at = {0};
    double m = 0.0;
    for (int32_t k = 0; k < clumps(d)->count; k++) {
        const tsu_rigid *b = &clumps(d)->clump[k].body;
        m += b->mass;
        p = tsu_vec3_madd(p, b->mass, b->velocity);
        at = tsu_vec3_madd(at, b->mass, b->centre);
    }
    for (int32_t k = 0; k < clumps(d)->count; k++) {
        const tsu_rigid *b = &clumps(d)->clump[k].body;
        const tsu_vec3 way = tsu_vec3_madd(b->centre, -1.0 / m, at);
        turning =
            tsu_vec3_add(tsu_vec3_madd(turning, b->mass, tsu_vec3_cross(way, b->velocity)), b->momentum);
    }
    memcpy(mass, (double[]){p.x, p.y, p.z, m}, 4 * sizeof *mass);
    memcpy(l, (double[]){turning.x, turning.y, turning.z}, 3 * sizeof *l);
}

static void test_velocity(void **state)
{
    deck *d = *state;
    double p[4], l[3];
    deck_run(d, SIX("", "orientation random omega constant 30 20 -10") "velocity all set 1 NULL -0.5\n");
    for (int32_t k = 0; k < 6; k++) {
        const tsu_rigid *b = &clumps(d)->clump[k].body;
        assert_true(b->velocity.x == 1.0 && b->velocity.y == 0.0 && b->velocity.z == -0.5);
        deck_near(tsu_rigid_spin(b).x, 30.0, 1e-12);
    }
    deck_run(d, "velocity all ramp vy 0 2 z 0.05 0.35\nvelocity all set 0 NULL NULL sum yes\n");
    for (int32_t k = 0; k < 6; k++) {
        const tsu_rigid *b = &clumps(d)->clump[k].body;
        deck_near(b->velocity.y, 2.0 * (b->centre.z - 0.05) / 0.3, 1e-14);
        deck_near(b->velocity.x, 1.0, 0.0);
    }
    deck_run(d, "run 10\nvelocity all zero linear\n");
    momenta(d, p, l);
    for (int q = 0; q < 3; q++) {
        deck_near(p[q], 0.0, 1e-16);
    }
    deck_run(d, "velocity all zero angular\n");
    momenta(d, p, l);
    for (int q = 0; q < 3; q++) {
        deck_near(l[q], 0.0, 1e-18);
    }
    deck_run(d, "velocity all zero angularIndividual\nrun 10\n");
    for (int32_t k = 0; k < 6; k++) {
        deck_near(tsu_vec3_norm(clumps(d)->clump[k].body.momentum), 0.0, 0.0);
    }
    closes(d, 1e-13);
}

/* Functions of groups take clumps as bodies: their centres, velocities and spins. */
static void test_functions(void **state)
{
    deck *d = *state;
    double p[4], l[3];
    deck_run(
        d,
        SIX("",
            "orientation random vel uniform 0 0 0 1 1 1 omega constant 30 20 -10") "variable v equal "
                                                                                   "vcm(all,y)\nvariable l "
                                                                                   "equal "
                                                                                   "angmom(all,z)\nvariable "
                                                                                   "m equal mass(all)\n");
    momenta(d, p, l);
    deck_near(deck_value(d, "v_m"), p[3], 1e-16);
    deck_near(deck_value(d, "v_v"), p[1] / p[3], 1e-14);
    deck_near(deck_value(d, "v_l"), l[2], 1e-12 * fabs(l[2]));
    /* a single clump turns as a group as it does as a body */
    deck_run(d, "group one id 1 2\nvariable w equal omega(one,x)\n");
    deck_near(deck_value(d, "v_w"), 30.0, 1e-11);
}

static void test_displace(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("", "orientation random omega constant 0 0 40"));
    const tsu_rigid before = clumps(d)->clump[2].body;
    deck_run(d, "displace_atoms all move 0.01 0 -0.02\ndisplace_atoms all rotate 0 0 0.2 1 0 0 90\n");
    const tsu_rigid *b = &clumps(d)->clump[2].body;
    deck_near(b->centre.x, before.centre.x + 0.01, 1e-16);
    deck_near(b->centre.y, -(before.centre.z - 0.02 - 0.2), 1e-16);
    deck_near(b->centre.z, before.centre.y + 0.2, 1e-16);
    deck_near(tsu_rigid_spin(b).y, -40.0, 1e-12); /* it turns with its spin */
    /* spheres lie where the body says */
    const tsu_clump *c = &clumps(d)->clump[2];
    for (int32_t k = c->first; k < c->first + 2; k++) {
        const tsu_vec3 at = tsu_vec3_add(b->centre, tsu_quaternion_out(b->turn, clumps(d)->arm[k]));
        deck_near(deck_particles(d)->xr[clumps(d)->row[k]][0], at.x, 1e-16);
        deck_near(deck_particles(d)->xr[clumps(d)->row[k]][2], at.z, 1e-16);
    }
    deck_run(d, "group half id 1 2 3\n");
    deck_refuses(d, "displace_atoms half move 0.01 0 0\n", "1 of the 2 spheres of clump 2 are in the group");
    deck_refuses(d, "velocity half set 1 0 0\n", "1 of the 2 spheres of clump 2");
    deck_run(d, "run 5\n");
    closes(d, 1e-13);
}

static void test_set(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("", ""));
    deck_refuses(d, "set group all type 2\n", "add `allow_group_and_set yes`");
    deck_run(d, "clear\n" SIX("allow_group_and_set yes",
                              "") "fix tag all property/atom tag scalar no no no 0\n"
                                  "set mol 2 type 2\nset mol 3*4 property/atom tag 5\nset atom 1 type 2\n");
    deck_refuses(d, "set group all vx 1\n", "follows from its clump");
    deck_refuses(d, "set group all diameter 0.01\n", "follows from its clump");
    deck_refuses(d, "set group all image 0 0 0\n", "follows from its clump");
    deck_refuses(d, "set group all property/atom id_multisphere 1\n", "id_multisphere");
    for (int32_t i = 0; i < 12; i++) {
        const uint64_t id = deck_particles(d)->id[i];
        assert_int_equal(deck_particles(d)->type[i], id == 1 || id == 3 || id == 4);
        deck_near(tsu_particles_find_column(deck_particles(d), "tag")->value[i],
                  id >= 5 && id <= 8 ? 5.0 : 0.0, 0.0);
    }
    deck_run(d, "delete_atoms group all mol yes\nrun 1\n");
    assert_int_equal(clumps(d)->count, 0);
}

#define FALL   "fix grav all gravity 9.81 vector 0 0 -1\n"
#define GROUND "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.04\n"

/* Frozen clumps stay, others bounce off them; unfrozen they fall. */
static void test_freeze(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("", "orientation random") "group low id 1 2 3 4\nfix hold low freeze\n" FALL);
    const tsu_rigid before = clumps(d)->clump[0].body;
    deck_run(d, "displace_atoms low move 0 0 0\nrun 2000\n");
    const tsu_rigid *b = &clumps(d)->clump[0].body;
    deck_near(b->centre.z, before.centre.z, 0.0);
    assert_true(memcmp(&b->turn, &before.turn, sizeof b->turn) == 0);
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][3], 0.0, 0.0);
    assert_true(clumps(d)->clump[4].body.velocity.z < -0.1);
    deck_run(d, "unfix hold\nrun 100\n");
    deck_near(clumps(d)->clump[0].body.velocity.z, -9.81 * 100 * d->session->world->dt, 1e-12);
    deck_near(deck_particles(d)->vm[deck_row(d, 1)][3], 100.0, 1e-12);
    deck_run(d, "group half id 1\nfix hold half freeze\n");
    deck_refuses(d, "run 1\n", "1 of the 2 spheres of clump 1");
}

/* A body in a fluid falls with M g/(M + C rho V), as in LIGGGHTS; nothing else changes, and the accounts close. */
static void test_fluid(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("CAddRhoFluid 0.5 1000", "orientation random") FALL GROUND "run 100\n");
    const tsu_clump *c = &clumps(d)->clump[3];
    const double rho = deck_particles(d)->density[0], dt = d->session->world->dt;
    deck_near(c->body.velocity.z, -9.81 / (1.0 + 500.0 / rho) * 100 * dt, 1e-12);
    deck_near(c->mass, 0.01, 0.0);
    deck_near(deck_particles(d)->vm[0][3], 100.0, 1e-12);
    deck_run_here(d, "velocity all set NULL NULL -2\nrun 5000\nwrite_restart @/in_fluid\nrun 3000\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    assert_true(tsu_energy_dissipated(&d->session->world->ledger) > 0.0);
    closes(d, 1e-12);
    deck_run_here(d, "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
                     "read_restart @/in_fluid\n" DECK_LAWS "fix move all nve/sphere\n"
                     "fix ms all multisphere CAddRhoFluid 0.5 1000\n" TEMPLATE_OF_TWO("orientation random")
                         FALL GROUND "run 3000\n");
    assert_true(tsu_world_hash(d->session->world) == hash);
    deck_refuses(d, "unfix ms\nfix ms all multisphere CAddRhoFluid -1 1000\n", "can be negative");
}

/* `contact_inertia local` damps a tilted body less, goes on with the same bits after a restart, and refuses models that cannot have it. */
static void test_local(void **state)
{
    deck *d = *state;
    double left[2];
    for (int k = 0; k < 2; k++) {
        deck_run(d, k ? "clear\n" SIX("contact_inertia local", "orientation random") FALL GROUND
                        "velocity all set NULL NULL -2\nrun 8000\n"
                      : SIX("contact_inertia sphere", "orientation random") FALL GROUND
                        "velocity all set NULL NULL -2\nrun 8000\n");
        left[k] = tsu_energy_dissipated(&d->session->world->ledger);
        closes(d, 1e-12);
    }
    assert_true(left[0] > 0.0 && fabs(left[1] - left[0]) > 1e-3 * left[0]);
    deck_run_here(d, "write_restart @/local\nrun 2000\n");
    const uint64_t hash = tsu_world_hash(d->session->world);
    deck_run_here(d, "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\nneighbor 0.002 bin\n"
                     "read_restart @/local\n" DECK_LAWS "fix move all nve/sphere\n"
                     "fix ms all multisphere contact_inertia local\n" TEMPLATE_OF_TWO("orientation random")
                         FALL GROUND "run 2000\n");
    assert_true(tsu_world_hash(d->session->world) == hash);
    deck_refuses(d,
                 "fix v all property/global characteristicVelocity scalar 2\n"
                 "pair_style gran model hooke tangential history\npair_coeff * *\nrun 1\n",
                 "take model hooke/stiffness or hertz");
    deck_refuses(d, "unfix ms\nfix ms all multisphere contact_inertia whole\n", "sphere");
}

#define WARM                                                                                                 \
    "fix c1 all property/global thermalConductivity peratomtype 100 100\n"                                   \
    "fix c2 all property/global thermalCapacity peratomtype 10 10\n"                                         \
    "fix warm all heat/gran initial_temperature 300\n"

/* One temperature a clump; heat is kept; a source of one sphere warms all of it, if that is allowed. */
static void test_heat(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("allow_group_and_set yes", "orientation random vel constant 0 0 -1") WARM FALL GROUND
             "set mol 1*3 property/atom Temp 400\n");
    const double before = deck_value(d, "f_warm");
    deck_run(d, "run 12000\n");
    const double *t = tsu_particles_find_column(deck_particles(d), "Temp")->value;
    for (int32_t k = 0; k < 6; k++) {
        const tsu_clump *c = &clumps(d)->clump[k];
        assert_true(t[clumps(d)->row[c->first]] == t[clumps(d)->row[c->first + 1]]);
    }
    deck_near(deck_value(d, "f_warm"), before, 1e-12 * before);
    deck_run(d, "set atom 1 property/atom heatSource 3\n");
    deck_refuses(d, "run 1\n", "allow_heatsource yes");
    deck_run(d, "unfix ms\nfix ms all multisphere allow_heatsource yes\nrun 1000\n");
    deck_near(deck_value(d, "f_warm"), before + 3.0 * 1000.0 * d->session->world->dt, 1e-11 * before);
}

static void test_tell(void **state)
{
    deck *d = *state;
    const double *row;
    int64_t rows;
    tsu_error err = {0};
    deck_run_here(
        d, SIX("", "orientation random vel constant 1 2 3 omega constant 30 20 -10") FALL
        "compute b all multisphere property id_multisphere xcm vcm quat omega masstotal inertia clumptype "
        "atomtype nspheres angmom fcm density ex_space\ncompute r all rigid property ez_space\n"
        "compute one all multisphere/single id 4 property omega\n"
        "compute m all multisphere/single id 4 property masstotal\n"
        "dump t all local 1 @/bodies.txt c_b[1] c_b[8] c_b[9]\n"
        "dump v all multisphere/vtk 1 @/bodies*.vtk b\nrun 0\nundump t\nundump v\n");
    const tsu_object *o = tsu_objects_find(&d->session->computes, "b");
    assert_int_equal(o->values.local(d->session, o->state, &row, &rows, &err), TSU_OK);
    assert_int_equal(rows, 6);
    assert_int_equal(o->values.local_columns, 31);
    row += 3 * 31;
    const tsu_rigid *b = &clumps(d)->clump[3].body;
    deck_near(row[0], 4.0, 0.0);
    deck_near(row[1], b->centre.x, 0.0);
    deck_near(row[6], 3.0, 1e-3);
    deck_near(row[7], b->turn.w, 0.0);
    deck_near(row[10], b->turn.z, 0.0);
    deck_near(row[11], 30.0, 1e-2);
    deck_near(row[14], 0.01, 0.0);
    deck_near(row[16], 3e-7, 0.0);
    deck_near(row[18], 7.0, 0.0);
    deck_near(row[20], 2.0, 0.0);
    deck_near(row[21], b->momentum.x, 0.0);
    deck_near(row[26], -0.0981, 1e-15);
    deck_near(deck_value(d, "c_one[1]"), tsu_rigid_spin(b).x, 0.0);
    deck_near(deck_value(d, "c_m"), 0.01, 0.0);
    deck_file_has(d, "bodies.txt", "ITEM: NUMBER OF ENTRIES\n6\n");
    deck_file_has(d, "bodies1.vtk", "quat 4 6 double");
    deck_refuses(d, "compute x all multisphere property speed\n", "a quantity of clumps");
    deck_refuses(d, "compute x all multisphere\n", "property");
    deck_run(d, "compute y all multisphere/single id 99 property omega\n");
    deck_refuses(d, "print \"$(c_y[1])\"\n", "there is no clump 99");
    deck_refuses(d, "dump w all multisphere/vtk 1 w.vtk r\n", "property xcm");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, deck_set_up, deck_tear_down)
/* The Hertz time of a sphere of a clump is that of the sphere alone, as in LIGGGHTS; the smaller one decides. */
static void test_time_step(void **state)
{
    deck *d = *state;
    deck_run(d, SIX("", "") "fix c all check/timestep/gran 1 1 1 vmax 20\nrun 0\n");
    const tsu_particles *p = deck_particles(d);
    const double r = 0.004, m = p->density[0] * SPHERE * r * r * r, stiff = 1e7 / (2.0 * (1.0 - 0.09));
    deck_near(deck_value(d, "f_c[2]"),
              d->session->world->dt / (2.87 * pow(m * m / (0.5 * r * stiff * stiff * 40.0), 0.2)), 1e-12);
    assert_true(p->mass[0] < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_velocity), CASE(test_functions), CASE(test_displace),
                                       CASE(test_set),      CASE(test_freeze),    CASE(test_fluid),
                                       CASE(test_heat),     CASE(test_local),     CASE(test_tell),
                                       CASE(test_time_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
