/* SPDX-License-Identifier: Apache-2.0 */
/* The energy accounts do not depend on how rows and lists are arranged: a deck with a moving plane, a cylinder, a mesh that turns,
 * insertion, particles that leave and forces that commands add prints the same energies to the last digit on any number of threads,
 * with any lists, stage by stage, and when it is stopped at random steps and goes on. */
#include "base/random.h"
#include "decks/deck_fixture.h"
#include "step/ledger/energy.h"

enum { STOPS = 6, END = 1600, PARTICLES_MOST = 4000 };

#define BOX                                                                                                  \
    "units si\nboundary p f f\nnewton off\nregion box block -0.03 0.03 -0.035 0.035 -0.01 0.08\ncreate_box " \
    "2 box\n"
#define WORDS "model hertz tangential history rolling_friction epsd2"
/* all that a restart file does not hold */
static const char REST[] = DECK_LAWS
    "fix m6 all property/global coefficientRollingFriction peratomtypepair 2 .1 .1 .1 .1\n"
    "pair_style gran " WORDS "\npair_coeff * *\ntimestep 4e-5\nfix g all gravity 9.81 vector 0.1 0 -1\n"
    "fix floor all wall/gran " WORDS " primitive type 1 zplane 0 shear y 0.3\n"
    "fix bar all wall/gran " WORDS " primitive type 2 xcylinder 0.006 0 -0.003\n"
    "fix blade all mesh/surface file blade.stl type 2\n"
    "fix stir all wall/gran " WORDS " mesh n_meshes 1 meshes blade\n"
    "fix turn all move/mesh mesh blade rotate origin 0 0 0.02 axis 0 0 1 period 0.1\n"
    "fix push all addforce 2e-4 0 1e-4\nfix drag all viscous 1e-4\n"
    "fix pts1 all particletemplate/sphere 15485863 atom_type 1 density constant 2500 "
    "radius constant 0.002\n"
    "fix pts2 all particletemplate/sphere 15485867 atom_type 2 density constant 2000 "
    "radius constant 0.003\n"
    "fix pdd all particledistribution/discrete 32452843 2 pts1 0.5 pts2 0.5\n"
    "region pour block -0.03 0.03 -0.03 0.03 0.02 0.07\n"
    "fix ins all insert/rate/region seed 32452867 distributiontemplate pdd mass INF "
    "particlerate 14000 insert_every 200 vel uniform 0 0 -1 0.1 0.1 0.1 region pour\n"
    "fix n all nve/sphere\nfix au all energy/audit\n"
    "thermo_style custom step atoms contacts ke erotate egrav eelastic edissipated ewall eexternal egiven "
    "eintegration eresidual eexchanged audit f_au[1] f_au[2] f_au[3] f_au[4] f_au[5] f_au[6] f_au[7] f_au[8] "
    "f_au[9] f_au[10] f_au[11] f_au[12] f_au[13] f_au[14] f_au[15] f_au[16] f_floor[1] f_floor[2] f_floor[3] "
    "f_bar[1] f_bar[2] f_bar[3] hash\n"
    "thermo_modify lost ignore norm no format float %.17g\nthermo 400\n";

/* The row of numbers that the last step has printed. */
static void last_row(const deck *d, char row[4096])
{
    char begin[32];
    const char *found = NULL;
    snprintf(begin, sizeof begin, "\n%8d ", (int)END);
    for (const char *at = d->screen; (at = strstr(at, begin)); at++) {
        found = at + 1;
    }
    if (!found) fail_msg("step %d is not printed\n%s", (int)END, d->screen);
    snprintf(row, 4096, "%.*s", (int)strcspn(found, "\n"), found);
}

/* The accounts of each particle, by id. */
static void losses_of(const deck *d, double (*loss)[TSU_ACCOUNT_COUNT])
{
    const tsu_particles *p = deck_particles(d);
    const tsu_particle_column *column = tsu_particles_find_column(p, "dissipated");
    memset(loss, 0, PARTICLES_MOST * sizeof *loss);
    for (int32_t i = 0; i < p->count && column; i++) {
        assert_true(p->id[i] < PARTICLES_MOST);
        memcpy(loss[p->id[i]], column->value + (size_t)i * TSU_ACCOUNT_COUNT, sizeof *loss);
    }
}

typedef struct way {
    const char *more; /* commands */
    int threads;
    bool staged;
} way;

static void begin(deck *d, const way *how)
{
    d->session->threads = how->threads;
    deck_run(d, BOX);
    deck_run(d, REST);
    deck_run(d, how->more);
    d->session->world->threads = how->threads;
    d->session->world->staged = how->staged;
}

static void compare(const deck *d, const char *row, double (*loss)[TSU_ACCOUNT_COUNT], const char *what)
{
    static double own[PARTICLES_MOST][TSU_ACCOUNT_COUNT];
    char here[4096];
    last_row(d, here);
    if (strcmp(here, row) != 0) fail_msg("%s:\n%s\nis not\n%s", what, here, row);
    losses_of(d, own);
    if (memcmp(own, loss, sizeof own) != 0) fail_msg("%s: a particle has lost something else", what);
}

static void run_way(const way *how, const char *row, double (*loss)[TSU_ACCOUNT_COUNT])
{
    void *other = NULL;
    char line[64];
    assert_int_equal(deck_set_up(&other), 0);
    begin(other, how);
    snprintf(line, sizeof line, "run %d\n", (int)END);
    deck_run(other, line);
    snprintf(line, sizeof line, "%d threads%s", how->threads, how->staged ? ", in stages" : "");
    compare(other, row, loss, line);
    assert_int_equal(deck_tear_down(&other), 0);
}

static void go_on(const char *more, int k, int64_t stop, const char *row, double (*loss)[TSU_ACCOUNT_COUNT])
{
    void *other = NULL;
    char line[128];
    assert_int_equal(deck_set_up(&other), 0);
    deck *o = other;
    o->session->threads = k % 4 + 1;
    snprintf(line, sizeof line, "read_restart at.%d\n", k);
    deck_run(o, line);
    deck_run(o, REST);
    deck_run(o, more);
    if (k % 2) deck_run(o, "neighbor 0.003 bin\n");
    snprintf(line, sizeof line, "run %d upto\n", (int)END);
    deck_run(o, line);
    snprintf(line, sizeof line, "stopped at step %lld", (long long)stop);
    compare(o, row, loss, line);
    if (strstr(o->screen, "WARNING")) fail_msg("%s", strstr(o->screen, "WARNING"));
    assert_int_equal(deck_tear_down(&other), 0);
}

static void try_all(deck *d, const char *more, const way *ways, int count)
{
    static double loss[PARTICLES_MOST][TSU_ACCOUNT_COUNT];
    char line[128], row[4096];
    int64_t stop[STOPS];
    deck_file(
        d, "blade.stl",
        "solid blade\nfacet normal 0 1 0\nouter loop\nvertex -0.025 0.01 0.004\nvertex 0.025 0.01 0.004\n"
        "vertex 0.025 0.012 0.03\nendloop\nendfacet\nfacet normal 0 1 0\nouter loop\nvertex -0.025 0.01 "
        "0.004\n"
        "vertex 0.025 0.012 0.03\nvertex -0.025 0.012 0.03\nendloop\nendfacet\nendsolid blade\n");
    assert_int_equal(chdir(d->folder), 0);
    begin(d, &(way){more, 1, false});
    for (int k = 0; k < STOPS; k++) {
        const double u = tsu_random_uniform(11, 1, TSU_RANDOM_TEST, (uint32_t)k);
        stop[k] = (int64_t)((k + u) * END / STOPS);
        snprintf(line, sizeof line, "run %lld upto\nwrite_restart at.%d\n", (long long)stop[k], k);
        deck_run(d, line);
    }
    snprintf(line, sizeof line, "run %d upto\n", (int)END);
    deck_run(d, line);
    last_row(d, row);
    losses_of(d, loss);
    const tsu_world *w = d->session->world;
    const tsu_accounts a = tsu_energy_accounts(&w->ledger);
    if (w->particles.count < 150 || w->touching < 100 || w->lost < 5 || a.wall_work == 0.0 ||
        a.given == 0.0 || a.external_work == 0.0)
        fail_msg("too little happens: %d particles, %lld contacts, %lld lost\n%s", w->particles.count,
                 (long long)w->touching, (long long)w->lost, row);
    for (int k = 0; k < count; k++) {
        run_way(&ways[k], row, loss);
    }
    for (int k = 0; k < STOPS; k++) {
        go_on(more, k, stop[k], row, loss);
    }
    assert_int_equal(chdir("/"), 0);
}

static void test_accounts(void **state)
{
    static const way ways[] = {
        {"neighbor 0.004 bin\n", 3, false},
        {"neighbor 0.0005 bin\nneigh_modify every 1 delay 0 check yes\n", 8, false},
        {"neigh_modify every 7 delay 0 check no\n", 2, false},
        {"neighbor 0.002 bin\n", 5, true},
    };
    try_all(*state, "", ways, (int)(sizeof ways / sizeof *ways));
}

static void test_losses(void **state)
{
    static const way ways[] = {{"compute l all dissipated/atom\nneighbor 0.004 bin\n", 4, false}};
    try_all(*state, "compute l all dissipated/atom\n", ways, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_accounts, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_losses, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
