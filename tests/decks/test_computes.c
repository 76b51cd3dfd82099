/* SPDX-License-Identifier: Apache-2.0 */
/* Computes: numbers of a few particles against what follows from their masses, places, velocities and contacts. */
#include "decks/deck_fixture.h"

static const double pi = 3.14159265358979323846;

/* Three spheres of diameter 0.1: 1 and 2 overlap by 0.001 along x, 3 (type 2, twice as heavy) is far away. */
#define THREE                                                                                                \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.099 0 0\ncreate_atoms 2 single 0 0.5 0\n"      \
        "set group all diameter 0.1 density 1000\nset atom 3 density 2000\n"                                 \
        "set atom 1 vx 1 omegaz 4\nset atom 2 vx 1 vy 2\nset atom 3 vz 3\ngroup ab type 1\nfix n all "       \
        "nve/sphere\n"

static double mass_one(void)
{
    return pi / 6.0 * 1e-3 * 1000.0;
}

static void test_energies(void **state)
{
    deck *d = *state;
    const double m = mass_one();
    deck_run(d, THREE
             "compute k all ke\ncompute ka ab ke\ncompute r all erotate/sphere\ncompute each ab ke/atom\n"
             "compute spin all erotate/sphere/atom\n");
    deck_near(deck_value(d, "c_k") / m, 0.5 * (1.0 + 5.0 + 2.0 * 9.0), 1e-12);
    deck_near(deck_value(d, "c_ka") / m, 0.5 * 6.0, 1e-12);
    const double inertia = 0.4 * m * 0.05 * 0.05;
    deck_near(deck_value(d, "c_r") / inertia, 0.5 * 16.0, 1e-12);
    deck_near(deck_value(d, "c_each[2]") / m, 2.5, 1e-12);
    deck_near(deck_value(d, "c_each[3]"), 0.0, 0.0); /* not in the group */
    deck_near(deck_value(d, "c_spin[1]") / inertia, 8.0, 1e-12);
    deck_refuses(d, "compute k all ke\n", "there is already a compute 'k'");
    deck_refuses(d, "compute x none ke\n", "there is no group 'none'");
    deck_refuses(d, "compute x all ke halfstep\n", "halfstep");
}

/* Hertz: the energy of an overlap is 8/15 E* sqrt(R*) overlap^(5/2). */
static void test_pe(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), energy = 8.0 / 15.0 * e * sqrt(0.025) * pow(1e-3, 2.5);
    deck_run(d, THREE "compute p all pe\n");
    deck_near(deck_value(d, "c_p") / energy, 1.0, 1e-9);
    deck_refuses(d, "compute q ab pe\n", "for group all");
}

static void test_centres(void **state)
{
    deck *d = *state;
    deck_run(d, THREE "compute c all com\ncompute v ab vcm\ncompute g all gyration\n");
    const double x = 0.099 / 4.0, y = 2.0 * 0.5 / 4.0;
    deck_near(deck_value(d, "c_c[1]"), x, 1e-15);
    deck_near(deck_value(d, "c_c[2]"), y, 1e-15);
    deck_near(deck_value(d, "c_v[1]"), 1.0, 1e-15);
    deck_near(deck_value(d, "c_v[2]"), 1.0, 1e-15);
    const double xx = (3.0 * x * x + (0.099 - x) * (0.099 - x)) / 4.0, yy = (2.0 * y * y + 2.0 * y * y) / 4.0;
    const double xy = (x * y - (0.099 - x) * y - 2.0 * x * y) / 4.0;
    deck_near(deck_value(d, "c_g"), sqrt(xx + yy), 1e-15);
    deck_near(deck_value(d, "c_g[1]"), xx, 1e-16);
    deck_near(deck_value(d, "c_g[2]"), yy, 1e-16);
    deck_near(deck_value(d, "c_g[4]"), xy, 1e-16);
    deck_refuses(d, "compute c2 all com 3\n", "3");
}

/* Free flight through a periodic face: the way counts, not the place. */
static void test_displacements(void **state)
{
    deck *d = *state;
    deck_run(
        d, "units si\natom_style granular\nboundary p p p\nnewton off\nregion box block -1 1 -1 1 -1 1\n"
           "create_box 2 box\n" DECK_LAWS "create_atoms 1 single 0.9 0 0\ncreate_atoms 1 single -0.5 0.5 0\n"
           "set group all diameter 0.1 density 1000\nset atom 1 vx 3\nset atom 2 vy -4\n"
           "group one id 1\nfix n all nve/sphere\n"
           "compute m all msd\ncompute mc all msd com yes\ncompute m1 one msd\ncompute u all displace/atom\n"
           "compute p all property/atom xu ix diameter volume xs id\n"
           "timestep 1e-3\nrun 100\ncreate_atoms 1 single 0 0 0.5\nset atom 3 diameter 0.1 density 1000 vz "
           "1\nrun 100\n");
    deck_near(deck_value(d, "c_m[1]"), 0.5 * 0.36, 1e-12);
    deck_near(deck_value(d, "c_m[2]"), 0.5 * 0.64, 1e-12);
    deck_near(deck_value(d, "c_m[4]"), 0.5, 1e-12);
    deck_near(deck_value(d, "c_mc[4]"), 0.25, 1e-12); /* each is half of (0.6, 0.8) from the centre's way */
    deck_near(deck_value(d, "c_m1[4]"), 0.36, 1e-12);
    deck_near(deck_value(d, "c_u[1][1]"), 0.6, 1e-12);
    deck_near(deck_value(d, "c_u[2][4]"), 0.8, 1e-12);
    deck_near(deck_value(d, "c_u[3][4]"), 0.0, 0.0); /* came later */
    deck_near(deck_value(d, "c_p[1][1]"), 1.5, 1e-12);
    deck_near(deck_value(d, "c_p[1][2]"), 1.0, 0.0);
    deck_near(deck_value(d, "c_p[1][3]"), 0.1, 1e-15);
    deck_near(deck_value(d, "c_p[1][4]"), pi / 6.0 * 1e-3, 1e-17);
    deck_near(deck_value(d, "c_p[1][5]"), 0.25, 1e-12);
    deck_near(deck_value(d, "c_p[2][6]"), 2.0, 0.0);
    deck_run(d, "uncompute m\ncompute m all msd\n");
    deck_near(deck_value(d, "c_m[4]"), 0.0, 0.0);
    deck_refuses(d, "compute w all property/atom quatw\n", "quatw");
    deck_refuses(d, "compute w all property/atom\n", "no property is named");
    deck_refuses(d, "compute w all msd com maybe\n", "maybe");
}

/* Three in a row and a wall under the first: contacts of particles only; frictionless forces, so stress along x alone. */
static void test_contacts(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), f = 4.0 / 3.0 * e * sqrt(0.025) * pow(1e-3, 1.5);
    deck_run(d, THREE
             "set group all vx 0 vy 0 vz 0 omegaz 0\ncreate_atoms 1 single 0.198 0 0\nset atom 4 diameter "
             "0.1 density 1000\n"
             "group edge id 1 4\ncompute n all contact/atom\ncompute ne edge coord/gran\n"
             "compute s all stress/atom\ncompute sw all stress/atom fix\ncompute sp all stress/atom pair\n"
             "fix w all wall/gran model hertz tangential history primitive type 1 xplane -0.0495\nrun 0\n");
    deck_near(deck_value(d, "c_n[1]"), 1.0, 0.0); /* the wall does not count */
    deck_near(deck_value(d, "c_n[2]"), 2.0, 0.0);
    deck_near(deck_value(d, "c_n[3]"), 0.0, 0.0);
    deck_near(deck_value(d, "c_ne[1]"), 1.0, 0.0); /* of any partner, but only for the group */
    deck_near(deck_value(d, "c_ne[2]"), 0.0, 0.0);
    const double arm = 0.0495, wall = 4.0 / 3.0 * e * sqrt(0.05) * pow(5e-4, 1.5);
    deck_near(deck_value(d, "c_s[2][1]") / (-2.0 * f * arm), 1.0, 1e-9); /* compression is negative */
    deck_near(deck_value(d, "c_s[4][1]") / (-f * arm), 1.0, 1e-9);
    deck_near(deck_value(d, "c_s[2][2]"), 0.0, 1e-12);
    deck_near(deck_value(d, "c_sp[1][1]") / (-f * arm), 1.0, 1e-9);
    deck_near(deck_value(d, "c_sw[1][1]") / (-wall * arm), 1.0,
              0.02); /* the arm of the wall: R less half or all of the overlap */
    deck_near(deck_value(d, "c_s[1][1]-c_sp[1][1]-c_sw[1][1]"), 0.0, 1e-12);
    deck_near(deck_value(d, "c_sw[2][1]"), 0.0, 0.0);
    deck_refuses(d, "compute t all stress/atom bond\n", "bond");
}

/* Springs of Hertz hold 8/15 E* sqrt(R*) d^2.5, half of it at each of two spheres, all of it at the one on a wall. */
static void test_potential(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), pair = 8.0 / 15.0 * e * sqrt(0.025) * pow(1e-3, 2.5),
                 wall = 8.0 / 15.0 * e * sqrt(0.05) * pow(5e-4, 2.5);
    deck_run(d, THREE
             "set group all vx 0 vy 0 vz 0 omegaz 0\ncreate_atoms 1 single 0.198 0 0\nset atom 4 diameter "
             "0.1 density 1000\n"
             "group edge id 1 4\ncompute e all pe/atom\ncompute ew all pe/atom fix\ncompute ep edge pe/atom "
             "pair\ncompute sum all reduce sum c_e\n"
             "fix w all wall/gran model hertz tangential history primitive type 1 xplane -0.0495\nrun 0\n");
    deck_near(deck_value(d, "c_e[1]") / (0.5 * pair + wall), 1.0, 1e-9);
    deck_near(deck_value(d, "c_e[2]") / pair, 1.0, 1e-9);
    deck_near(deck_value(d, "c_e[3]") / wall, 1.0, 1e-9); /* alone on the wall */
    deck_near(deck_value(d, "c_ew[1]") / wall, 1.0, 1e-9);
    deck_near(deck_value(d, "c_ew[2]"), 0.0, 0.0);
    deck_near(deck_value(d, "c_ep[4]") / (0.5 * pair), 1.0, 1e-9);
    deck_near(deck_value(d, "c_ep[2]"), 0.0, 0.0); /* not of the group */
    deck_near(deck_value(d, "c_sum") / deck_value(d, "eelastic"), 1.0, 1e-12);
    deck_refuses(d, "compute t all pe/atom bond\n", "bond");
}

/* In motion, sliding and rolling, the particles together hold what the accounts say; asking changes no bit. */
#define MOVING                                                                                               \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "lattice sc .1\nregion in block -.31 .31 -.31 .31 -.31 .31\ncreate_atoms 1 region in\n"              \
        "set group all diameter .1005 density 1000\nvelocity all ramp vy -.1 .1 x -.3 .3\n"                  \
        "fix n all nve/sphere\n"

static void test_potential_in_motion(void **state)
{
    deck *d = *state;
    deck_run(d, MOVING "run 60\n");
    const double hash = deck_value(d, "hash");
    deck_run(d, "clear\n" MOVING "compute e all pe/atom\ncompute sum all reduce sum c_e\n"
                "thermo_style custom step c_sum\nthermo 7\nrun 60\n");
    deck_near(deck_value(d, "hash"), hash, 0.0);
    assert_true(deck_value(d, "eelastic") > 1e-6);
    deck_near(deck_value(d, "c_sum") / deck_value(d, "eelastic"), 1.0, 1e-12);
}

/* The motion counts as pressure: -m v v. */
static void test_stress_of_motion(void **state)
{
    deck *d = *state;
    deck_run(d, THREE "set atom 3 vx 2\ncompute s all stress/atom ke\n");
    deck_near(deck_value(d, "c_s[3][3]") / mass_one(), -2.0 * 9.0, 1e-12);
    deck_near(deck_value(d, "c_s[3][5]") / mass_one(), -2.0 * 6.0, 1e-12);
    deck_near(deck_value(d, "c_s[2][1]") / mass_one(), -1.0, 1e-12); /* without its contact */
}

/* Two particles collide: each has lost half of what the accounts say. */
static void test_dissipated(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.101 0 0\n"
             "set group all diameter 0.1 density 1000\nset atom 2 vx -1\nfix n all nve/sphere\n"
             "compute l all dissipated/atom\nrun 2000\n");
    const double all = deck_value(d, "edissipated");
    assert_true(all > 0.01 * 0.5 * mass_one());
    deck_near(deck_value(d, "c_l[1][1]") / all, 0.5, 1e-9);
    deck_near(deck_value(d, "c_l[2][1]") / all, 0.5, 1e-9);
}

static void test_reduce(void **state)
{
    deck *d = *state;
    deck_run(
        d, THREE
        "variable a atom vx+vy+10*vz\nregion right block 0.05 1 INF INF INF INF\n"
        "compute k all ke/atom\ncompute s all reduce sum v_a\ncompute lo all reduce min v_a\n"
        "compute hi ab reduce max v_a\ncompute mean all reduce ave v_a\ncompute two all reduce sumsq vx vy\n"
        "compute msq all reduce avesq vz\ncompute r all reduce/region right sum v_a\n"
        "compute where all reduce max id v_a replace 1 2\ncompute kk all reduce sum c_k\n");
    deck_near(deck_value(d, "c_s"), 34.0, 1e-13);
    deck_near(deck_value(d, "c_lo"), 1.0, 0.0);
    deck_near(deck_value(d, "c_hi"), 3.0, 0.0); /* 30 belongs to the other group */
    deck_near(deck_value(d, "c_mean"), 34.0 / 3.0, 1e-13);
    deck_near(deck_value(d, "c_two[1]"), 2.0, 0.0);
    deck_near(deck_value(d, "c_two[2]"), 4.0, 0.0);
    deck_near(deck_value(d, "c_msq"), 3.0, 1e-15);
    deck_near(deck_value(d, "c_r"), 3.0, 0.0);
    deck_near(deck_value(d, "c_where[1]"), 3.0, 0.0);
    deck_near(deck_value(d, "c_kk"), deck_value(d, "ke"), 1e-12);
    deck_refuses(d, "compute q all reduce sum c_nothing\n", "there is no compute for 'c_nothing'");
    deck_refuses(d, "compute q all reduce sum\n", "no input is named");
    deck_refuses(d, "compute q all reduce total vx\n", "total");
    deck_refuses(d, "compute q all reduce sum vx vy replace 1 2\n", "needs the mode min or max");
    deck_refuses(d, "compute q all reduce/region nowhere sum vx\n", "there is no region 'nowhere'");
}

/* Numbers of contacts, through their sums: all of two contacts, of which one is with a wall. */
static void test_local(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), f = 4.0 / 3.0 * e * sqrt(0.025) * pow(1e-3, 1.5);
    const double wall = 4.0 / 3.0 * e * sqrt(0.05) * pow(5e-4, 1.5);
    deck_run(
        d, THREE
        "set group all vx 0 vy 0 vz 0 omegaz 0\nset atom 1 vy 0.25\nset atom 3 x 0.3\n"
        "fix w all wall/gran model hertz tangential history primitive type 1 xplane -0.0495\n"
        "compute a all pair/gran/local pos id force force_normal force_tangential delta contactArea "
        "contactPoint\n"
        "compute b all wall/gran/local pos vel id force delta contactArea\ncompute all all pair/gran/local\n"
        "compute v all pair/gran/local vel torque torque_normal torque_tangential history\n"
        "compute none ab pair/gran/local delta\ncompute n1 all reduce sum c_none\n"
        "compute ra all reduce max c_a[1] c_a[4] c_a[7] c_a[8] c_a[9] c_a[10] c_a[13] c_a[19] c_a[20] "
        "c_a[21]\n"
        "compute rb all reduce max c_b[1] c_b[4] c_b[11] c_b[13] c_b[15] c_b[16] c_b[19] c_b[20]\n"
        "compute rv all reduce sum c_v[2] c_v[5]\nrun 0\n");
    const double first = deck_value(d, "c_ra[1]"),
                 sign = first == 0.0 ? -1.0 : 1.0; /* which of the two is i */
    deck_near(deck_value(d, "c_ra[1]") + deck_value(d, "c_ra[2]"), 0.099, 1e-15);
    deck_near(deck_value(d, "c_ra[3]") + deck_value(d, "c_ra[4]"), 3.0, 0.0);
    deck_near(deck_value(d, "c_ra[5]"), 0.0, 0.0); /* not across a face */
    deck_near(deck_value(d, "c_ra[6]") / (sign * f), 1.0, 1e-9);
    deck_near(deck_value(d, "c_ra[7]") / (sign * f), 1.0, 1e-9);
    deck_near(deck_value(d, "c_ra[8]") / (pi * (0.05 * 0.05 - 0.0495 * 0.0495)), 1.0, 1e-9);
    deck_near(deck_value(d, "c_ra[9]"), 1e-3, 1e-12);
    deck_near(deck_value(d, "c_ra[10]"), 0.0495, 1e-12);
    deck_near(deck_value(d, "c_n1"), 1e-3, 1e-12);
    deck_near(deck_value(d, "c_rv[1]") + deck_value(d, "c_rv[2]"), 0.25, 0.0);
    deck_near(deck_value(d, "c_rb[3]"), 0.25, 0.0); /* vy of the particle */
    deck_near(deck_value(d, "c_rb[5]"), 1.0, 0.0);  /* its id */
    deck_near(deck_value(d, "c_rb[6]") / wall, 1.0, 1e-9);
    deck_near(deck_value(d, "c_rb[8]"), 5e-4, 1e-12);
    deck_near(deck_value(d, "c_rb[7]") / (pi * (0.05 * 0.05 - 0.0495 * 0.0495)), 1.0, 1e-9);
    const tsu_object *all = tsu_objects_find(&d->session->computes, "all");
    assert_int_equal(all->values.local_columns, 6 + 6 + 3 + 3 + 3 + 3 + 1); /* with the shear of history */
    deck_refuses(d, "compute x all pair/gran/local heatFlux\n",
                 "the model heat, which is missing; add `fix ID all heat/gran");
    deck_run(d, "compute ms all pair/gran/local ms_id\ncompute rms all reduce max c_ms[1] c_ms[2]\n"
                "run 0\n"); /* without clumps nobody has one */
    deck_near(deck_value(d, "c_rms[1]"), 0.0, 0.0);
    deck_near(deck_value(d, "c_rms[2]"), 0.0, 0.0);
    deck_refuses(d, "compute x all pair/gran/local forces\n", "force");
    deck_run(d, "fix k all property/global thermalConductivity peratomtype 100 100\n"
                "fix cc all property/global thermalCapacity peratomtype 10 10\n"
                "fix h all heat/gran initial_temperature 300\nset atom 1 property/atom Temp 301\n"
                "compute q all pair/gran/local heatFlux\ncompute rq all reduce sumsq c_q\n");
    deck_near(sqrt(deck_value(d, "c_rq")) / (200.0 * sqrt(pi * (0.05 * 0.05 - 0.0495 * 0.0495))), 1.0, 1e-9);
}

/* 2 KE = freedom kB T, and the pressure of a gas of grains that do not touch. */
static void test_temperature(void **state)
{
    deck *d = *state;
    const double kb = 1.3806504e-23, m = mass_one();
    deck_run(d, THREE "set atom 2 x -0.5\ncompute t ab temp\ncompute p all pressure thermo_temp\ncompute q "
                      "all pressure t virial\n");
    deck_near(deck_value(d, "c_thermo_temp") * kb * 6.0 / (m * 24.0), 1.0, 1e-12);
    deck_near(deck_value(d, "c_t") * kb * 3.0 / (m * 6.0), 1.0, 1e-12);
    deck_near(deck_value(d, "c_t[4]") / (m * 2.0), 1.0, 1e-12);
    deck_near(deck_value(d, "c_p") / (m * 24.0 / 3.0 / 8.0), 1.0, 1e-12);
    deck_near(deck_value(d, "c_p[3]") / (m * 18.0 / 8.0), 1.0, 1e-12);
    deck_near(deck_value(d, "c_thermo_press"), deck_value(d, "c_p"), 0.0);
    deck_near(deck_value(d, "c_thermo_pe"), 0.0, 0.0);
    deck_near(deck_value(d, "c_q"), 0.0, 0.0);
    deck_run(d, "compute_modify t extra 1\n");
    deck_near(deck_value(d, "c_t") * kb * 5.0 / (m * 6.0), 1.0, 1e-12);
    /* without `dynamic yes` particles are counted when a run starts */
    deck_run(d,
             "run 0\ncreate_atoms 1 single 0 0.8 0\nset atom 4 diameter 0.1 density 1000\ngroup ab id 4\n");
    deck_near(deck_value(d, "c_t") * kb * 5.0 / (m * 6.0), 1.0, 1e-12);
    deck_run(d, "compute_modify t dynamic yes\ncompute_modify thermo_temp dynamic yes\n");
    deck_near(deck_value(d, "c_t") * kb * 8.0 / (m * 6.0), 1.0, 1e-12);
    deck_run(d, "compute k all ke\ncompute_modify k dynamic yes\nfix_modify n energy no\n");
    deck_refuses(d, "compute_modify k dynamic no\n", "whenever");
    deck_refuses(d, "compute_modify k extra 3\n", "cannot be modified");
    deck_refuses(d, "compute_modify thermo_temp\n", "there is no keyword");
    deck_refuses(d, "fix_modify n energy yes\n", "no potential energy");
    deck_refuses(d, "compute_modify nobody dynamic yes\n", "there is no compute with ID 'nobody'");
    deck_refuses(d, "compute r all pressure nobody\n", "thermo_temp is always there");
}

/* Pressed together: -p V is the sum of distance times force. */
static void test_pressure_of_contacts(void **state)
{
    deck *d = *state;
    const double e = 1e7 / (2.0 * (1.0 - 0.09)), f = 4.0 / 3.0 * e * sqrt(0.025) * pow(1e-3, 1.5);
    deck_run(d, THREE "compute p all pressure thermo_temp pair\n");
    deck_near(deck_value(d, "c_p[1]") / (0.099 * f / 8.0), 1.0, 0.5); /* the dashpot adds to it */
    deck_run(d, "set group all vx 0 vy 0 vz 0 omegaz 0\n");
    deck_near(deck_value(d, "c_p[1]") / (0.099 * f / 8.0), 1.0, 1e-9);
    deck_near(deck_value(d, "c_p") / (0.099 * f / 24.0), 1.0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_energies, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_pe, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_centres, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_displacements, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_contacts, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_potential, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_potential_in_motion, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_stress_of_motion, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_dissipated, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_local, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_temperature, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_pressure_of_contacts, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_reduce, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
