/* SPDX-License-Identifier: Apache-2.0 */
/* Commands whose sums over particles or contacts steer particles, or are printed: 729 grains, run in one go, then with other
 * threads and another skin of the lists, then stopped at random steps and continued from a restart file on other threads with
 * another skin. The state and every number that is printed, with all its digits, are the same each time. */
#include "base/random.h"
#include "decks/deck_fixture.h"

enum { END = 900, EVERY = 100, STOPS = 2, LINES_MAX = 32, LINE = 3000, GRAINS = 729 };

typedef struct scenario {
    const char *name;
    const char *begin;   /* before the particles: the box */
    const char *rest;    /* all that a restart file does not hold */
    const char *columns; /* of thermo, besides those that all have */
} scenario;

#define ALL_PERIODIC "units si\nboundary p p p\nregion box block 0 0.09 0 0.09 0 0.09\ncreate_box 2 box\n"
#define WITH_FLOOR   "units si\nboundary p p f\nregion box block 0 0.09 0 0.09 -0.01 0.15\ncreate_box 2 box\n"
static const char GRAINS_TEXT[] =
    "lattice sc 0.01 origin 0.5 0.5 0.5\nregion fill block 0 0.09 0 0.09 0 0.09\ncreate_atoms 1 region fill\n"
    "set group all diameter 0.0095\nset group all density 2500\nset group all type/fraction 2 0.3 4711\n"
    "set type 2 diameter 0.0081\nset type 2 density 1100\nvariable any atom normal(0,0.5,12321)\n"
    "variable other atom normal(0.1,0.4,777)\nvariable third atom normal(-0.1,0.6,4242)\n"
    "velocity all set v_any v_other v_third\ngroup half id < 365\ngroup light type 2\n";
static const char LAWS[] = DECK_LAWS "timestep 2e-5\nfix n all nve/sphere\n";
#define FLOOR_AT(temperature)                                                                                \
    "fix g all gravity 9.81 vector 0 0 -1\nfix floor all wall/gran model hertz tangential history "          \
    "primitive "                                                                                             \
    "type 1 zplane 0" temperature "\n"
#define FLOOR FLOOR_AT("")
#define HEAT                                                                                                 \
    "fix h1 all property/global thermalConductivity peratomtype 50 20\n"                                     \
    "fix h2 all property/global thermalCapacity peratomtype 0.5 0.9\n"                                       \
    "fix h all heat/gran initial_temperature 300\n"
#define COLUMNS                                                                                              \
    "compute red all reduce sum vx fz omegax\ncompute ave half reduce ave x vy\n"                            \
    "compute sq all reduce sumsq vz\ncompute tmp all temp\ncompute_modify tmp dynamic yes\ncompute prs all " \
    "pressure tmp\n"                                                                                         \
    "compute com half com\ncompute gyr all gyration\ncompute kin light ke\ncompute rot all erotate/sphere\n" \
    "compute sts all stress/atom\ncompute sum all reduce sum c_sts[1] c_sts[5]\n"                            \
    "compute one light reduce max c_sts[3]\ncompute grp half group/group light\n"                            \
    "variable ang equal angmom(half,x)\nvariable tor equal torque(light,y)\n"                                \
    "variable ine equal inertia(half,xy)\nvariable omg equal omega(light,z)\nvariable fcm equal "            \
    "fcm(half,x)\nvariable bnd equal bound(half,zmin)\nvariable mas equal mass(light)\nvariable ken equal "  \
    "ke(half)\n"
static const char COLUMN_NAMES[] =
    "density fnorm c_red[1] c_red[2] c_red[3] c_ave[1] c_ave[2] c_sq c_tmp c_prs c_prs[4] c_com[1] c_com[3] "
    "c_gyr c_gyr[5] c_kin c_rot c_sum[1] c_sum[2] c_one c_grp[1] v_ang v_tor v_ine v_omg v_fcm v_bnd v_mas "
    "v_ken ke erotate egrav eelastic edissipated eexternal egiven eresidual eexchanged audit";

#define PLATE                                                                                                \
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex .09 0 0\nvertex .09 .09 0\nendloop\n"     \
    "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex .09 .09 0\nvertex 0 .09 0\nendloop\n"    \
    "endfacet\nendsolid\n"

static const scenario scenarios[] = {
    {"fix spring", ALL_PERIODIC,
     "fix t half spring tether 200 0.04 0.05 0.03 0.01\n"
     "fix d light spring drive 300 0.05 0.05 NULL from 0 0.5 0 0 from 0.005 0 1 0\n",
     "f_t f_t[1] f_t[4] f_d f_d[2]"},
    {"fix spring/self", ALL_PERIODIC, "fix s light spring/self 5\n", "f_s"},
    {"fix aveforce", ALL_PERIODIC,
     "region low block INF INF INF INF INF 0.05\nfix a light aveforce 0 NULL 0.001\n"
     "fix b half aveforce NULL 0 NULL region low\n",
     "f_a[1] f_a[3] f_b[2]"},
    {"fix momentum", ALL_PERIODIC,
     "fix m half momentum 7 linear 1 1 0 angular\nfix l light momentum 13 linear 1 1 1\n", ""},
    {"fix addforce by xcm", ALL_PERIODIC,
     "variable p equal -0.02*(xcm(half,x)-0.04)\nvariable q equal -0.01*vcm(light,y)-1e-3*gyration(half)\n"
     "fix a half addforce v_p v_q 0\n",
     "f_a f_a[1] f_a[2]"},
    {"fix addforce by reduce", ALL_PERIODIC,
     "compute s all stress/atom\ncompute r all reduce ave c_s[1] vx\ncompute z all reduce sum fx\n"
     "variable p equal c_r[1]-0.01*c_r[2]\nvariable q equal 1e-3*c_z\nfix a light addforce v_p v_q v_q\n",
     "f_a f_a[3]"},
    {"fix heat/gran", WITH_FLOOR, FLOOR_AT(" temperature 900") HEAT "compute t all reduce sumsq f_h\n",
     "f_h c_t"},
    {"heat of a mesh", WITH_FLOOR,
     FLOOR HEAT
     "fix cad all mesh/surface/stress file plate.stl type 1 temperature 800 mass_temperature 0.01 wear "
     "finnie\nfix k all property/global k_finnie peratomtypepair 2 1 2 2 3\n"
     "fix top all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\n",
     "f_h f_cad[1] f_cad[6]"},
    {"insertion", WITH_FLOOR,
     FLOOR
     "fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius uniform 0.003 "
     "0.004\nfix pdd all particledistribution/discrete 32452843 1 pts 1.0\n"
     "region over block 0 0.09 0 0.09 0.07 0.14\n"
     "fix ins all insert/pack seed 32452867 distributiontemplate pdd insert_every 150 overlapcheck yes "
     "vel constant 0 0 -0.5 region over volumefraction_region 0.25\n",
     "atoms f_ins[1] f_ins[2]"},
    {"fix deform 7", ALL_PERIODIC, "fix d all deform 7 x erate -8 y erate 6 z wiggle 0.004 0.01\n",
     "lx ly lz"},
    {"fix deform 5 without remap", ALL_PERIODIC, "fix d all deform 5 x scale 1.1 y vel 0.3 remap none\n",
     "lx ly"},
    {"servo", WITH_FLOOR,
     FLOOR
     "fix cad all mesh/surface/stress/servo file plate.stl type 1 move 0 0 0.0975 com 0.045 0.045 0.0975 "
     "ctrlPV force axis 0 0 -1 target_val 3 vel_max 0.5 kp 0.2 ki 10 kd 1e-6\n"
     "fix top all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad\n",
     "f_cad[1] f_cad[2] f_cad[3] f_cad[4] f_cad[5] f_cad[6] f_cad[9]"},
    {"other forces", WITH_FLOOR,
     FLOOR "fix v all viscous 0.001\nfix d light drag 0.04 0.04 NULL 0.002 0.02\n"
           "fix b all buoyancy density 1000 level 0.05 dim z\nfix s half setforce NULL 0.001 NULL\n"
           "region in block -1 1 -1 1 -0.02 0.14\nfix w all wall/region in harmonic 1 1 0.02\n",
     "f_d[1] f_d[2] f_b[3] f_s[1] f_s[3] f_w f_w[3]"},
    {"fix move", ALL_PERIODIC,
     "unfix n\ngroup still id <> 1 40\ngroup free subtract all still\nfix n free nve/sphere\n"
     "fix w still move wiggle 0.002 0 0.001 0.01\n",
     ""},
    {"averages", WITH_FLOOR,
     FLOOR "fix e all ave/euler nevery 10 cell_size_relative 3\n"
           "fix p all ave/spatial 5 4 50 z lower 0.02 vx fz density/mass units box\n"
           "fix t all ave/time 10 5 50 c_red[1] c_tmp\nfix y half ave/atom 5 4 50 vx\n"
           "compute ya half reduce sum f_y\n"
           "compute gr all rdf 20\n"
           "compute pe all pe/atom\ncompute pes all reduce sum c_pe\n"
           "compute lo all pair/gran/local pos id force history contactPoint\n"
           "compute los all reduce sum c_lo[1] c_lo[4] c_lo[7] c_lo[10] c_lo[14] c_lo[17]\n",
     "f_e[5][4] f_e[11][9] f_e[8][6] f_p[2][2] f_p[2][3] f_p[3][4] f_t[1] f_t[2] c_ya c_gr[19][2] "
     "c_pes c_los[1] c_los[2] c_los[3] c_los[4] c_los[5] c_los[6]"},
};

static void run_text(deck *d, const char *text, int threads)
{
    d->session->threads = threads;
    if (d->session->world) d->session->world->threads = threads;
    deck_run(d, text);
}

static void add_rest(deck *d, const scenario *c, int threads, double skin)
{
    char line[LINE];
    run_text(d, LAWS, threads);
    deck_run(d, COLUMNS);
    deck_run(d, c->rest);
    snprintf(line, sizeof line,
             "neighbor %g bin\nthermo %d\nthermo_style custom step %s %s hash\nthermo_modify format float "
             "%%.17g\n",
             skin, (int)EVERY, COLUMN_NAMES, c->columns);
    deck_run(d, line);
}

/* A grain world: made, or from a restart file. */
static deck *begin(const scenario *c, const char *restart, int threads, double skin)
{
    void *state = NULL;
    assert_int_equal(deck_set_up(&state), 0);
    deck *d = state;
    d->session->threads = threads;
    if (restart) {
        char line[600];
        snprintf(line, sizeof line, "read_restart %s\n", restart);
        deck_run(d, line);
    } else {
        deck_run(d, c->begin);
        run_text(d, GRAINS_TEXT, threads);
        assert_int_equal(deck_particles(d)->count, GRAINS);
    }
    add_rest(d, c, threads, skin);
    return d;
}

static void run_upto(deck *d, int64_t step)
{
    char line[64];
    snprintf(line, sizeof line, "run %lld upto start 0 stop %d\n", (long long)step, (int)END);
    deck_run(d, line);
}

/* The line of thermo at a step, of a table on the screen; NULL: there is none. */
static const char *line_at(const deck *d, int64_t step, size_t *length)
{
    const char *found = NULL;
    for (const char *p = d->screen; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        char *end;
        const long long n = strtoll(p, &end, 10);
        if (end != p && *end == ' ' && n == step) found = p;
    }
    *length = found ? strcspn(found, "\n") : 0;
    return found;
}

static void tell(const scenario *c, const char *how, int64_t step, const char *a, const char *b, size_t n)
{
    size_t at = 0;
    int column = 0;
    for (; at < n && a[at] == b[at]; at++) {
        column += a[at] == ' ' && a[at + 1] != ' ';
    }
    while (at > 0 && a[at - 1] != ' ')
        at--;
    fail_msg("%s, %s: at step %lld column %d is %.24s, not %.24s", c->name, how, (long long)step, column,
             b + at, a + at);
}

/* Every line of thermo from a step on is that of the run in one go. */
static void compare(const scenario *c, const char *how, const deck *straight, const deck *d, int64_t from)
{
    for (int64_t step = (from + EVERY - 1) / EVERY * EVERY; step <= END; step += EVERY) {
        size_t n, m;
        const char *a = line_at(straight, step, &n), *b = line_at(d, step, &m);
        if (!a || !b) fail_msg("%s, %s: no line at step %lld", c->name, how, (long long)step);
        if (n != m || strncmp(a, b, n) != 0) tell(c, how, step, a, b, n < m ? n : m);
    }
    assert_true(tsu_world_hash_state(straight->session->world) == tsu_world_hash_state(d->session->world));
}

static void end(deck *d)
{
    void *state = d;
    assert_int_equal(deck_tear_down(&state), 0);
}

static void run_scenario(const scenario *c, const char *folder)
{
    char how[128], path[512], line[600];
    deck *const straight = begin(c, NULL, 2, 0.004);
    run_upto(straight, END);
    if (straight->session->world->touching < 50) fail_msg("%s: too few contacts to tell", c->name);
    deck *d = begin(c, NULL, 3, 0.0015);
    run_upto(d, END);
    compare(c, "with other threads and lists", straight, d, 0);
    end(d);
    for (int k = 0; k < STOPS; k++) {
        const double u = tsu_random_uniform(3, (uint64_t)(c - scenarios), TSU_RANDOM_TEST, (uint32_t)k);
        const int64_t stop = (int64_t)((k + u) * END / STOPS);
        snprintf(path, sizeof path, "%s/at", folder);
        snprintf(line, sizeof line, "write_restart %s\n", path);
        snprintf(how, sizeof how, "stopped at step %lld", (long long)stop);
        d = begin(c, NULL, 1 + k, 0.004);
        run_upto(d, stop);
        deck_run(d, line);
        end(d);
        d = begin(c, path, 4 - k, 0.002);
        run_upto(d, END);
        compare(c, how, straight, d, stop + 1);
        end(d);
    }
    end(straight);
}

static void test_scenarios(void **state)
{
    deck *d = *state;
    deck_file(d, "plate.stl", PLATE);
    assert_int_equal(chdir(d->folder), 0);
    for (size_t k = 0; k < sizeof scenarios / sizeof *scenarios; k++) {
        run_scenario(&scenarios[k], d->folder);
    }
    assert_int_equal(chdir("/"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_scenarios, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
