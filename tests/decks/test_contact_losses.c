/* SPDX-License-Identifier: Apache-2.0 */
/* E_diss of compute pair/gran/local and wall/gran/local: what a contact has lost since it began. */
#include "decks/deck_fixture.h"
#include "step/wall/wall.h"

typedef struct table {
    const tsu_object *object;
    const double *data;
    int64_t rows;
} table;

static table rows_of(tsu_session *s, const char *id)
{
    table t = {.object = tsu_objects_find(&s->computes, id)};
    tsu_error err = {0};
    assert_non_null(t.object);
    if (t.object->values.local(s, t.object->state, &t.data, &t.rows, &err) != TSU_OK)
        fail_msg("%s", err.message);
    return t;
}

static double at(const table *t, int64_t row, const char *name)
{
    const tsu_values *v = &t->object->values;
    for (int k = 0; k < v->local_columns; k++) {
        if (strcmp(v->local_name(t->object->state, k), name) == 0) return t->data[row * v->local_columns + k];
    }
    fail_msg("no column %s", name);
    return NAN;
}

/* ---- closed forms ---------------------------------------------------------------------------------------------------- */

#define SPRINGS(gamma)                                                                                       \
    "fix k1 all property/global kn peratomtypepair 1 1e4\n"                                                  \
    "fix k2 all property/global kt peratomtypepair 1 4e3\n"                                                  \
    "fix k3 all property/global gamman peratomtypepair 1 " gamma "\n"                                        \
    "fix k4 all property/global gammat peratomtypepair 1 0\n"                                                \
    "fix k5 all property/global coefficientFriction peratomtypepair 1 0.5\n"                                 \
    "fix k6 all property/global coefficientRollingFriction peratomtypepair 1 0.1\n"
#define ROLLING_LAWS "model hooke/stiffness tangential history rolling_friction epsd2"
#define BOX                                                                                                  \
    "units si\natom_style granular\nboundary p f f\nnewton off\n"                                            \
    "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1\ncreate_box 1 box\n"

/* Nothing moves the spheres of radius 5 mm: forces are those of the overlap 0.2 mm, F_n = kn d = 2 N. Pairs: 1-2 slides at v = 0.25 m/s,
 * 3-4 across the periodic face likewise, 5-6 approaches at 0.3 m/s, 7-8 rolls in opposite senses; 9 slides on the floor. Limits are reached
 * after a whole number of steps: mu F_n/kt = 0.25 mm is 100 steps; mu_r F_n R and kt R^2 with R* = 2.5 mm is an angle of
 * 0.02, 100 steps at w_r = 20 rad/s. */
static const char still[] =
    BOX SPRINGS("50") "pair_style gran " ROLLING_LAWS "\npair_coeff * *\ntimestep 1e-5\n"
                      "create_atoms 1 single 0 0 0.05\ncreate_atoms 1 single 0 0 0.0598\n"
                      "create_atoms 1 single -0.0971 0 0\ncreate_atoms 1 single 0.0931 0 0\n"
                      "create_atoms 1 single 0 0.05 0.05\ncreate_atoms 1 single 0 0.05 0.0598\n"
                      "create_atoms 1 single 0 -0.05 0.05\ncreate_atoms 1 single 0 -0.05 0.0598\n"
                      "create_atoms 1 single 0.05 0 -0.0952\nset group all diameter 0.01 density 2500\n"
                      "set atom 1 vx 0.25\nset atom 4 vz 0.25\nset atom 5 vz 0.3\nset atom 7 omegay 10\nset "
                      "atom 8 omegay -10\n"
                      "set atom 9 vy 0.25\nfix floor all wall/gran " ROLLING_LAWS
                      " primitive type 1 zplane -0.1\n";
static const char asked[] = "compute p all pair/gran/local id E_diss E_elas\n"
                            "compute q all wall/gran/local id E_diss E_elas\n";

static void check_parts(const table *t, int64_t row, double normal, double tangential, double rolling)
{
    const double all = normal + tangential + rolling;
    deck_near(at(t, row, "E_diss"), all, 1e-12 * all);
    deck_near(at(t, row, "E_diss_n"), normal, 1e-12 * all);
    deck_near(at(t, row, "E_diss_t"), tangential, 1e-12 * all);
    deck_near(at(t, row, "E_diss_r"), rolling, 1e-12 * all);
}

/* After so many steps; contacts have counted for the last `counted` of them. */
static void check_still(deck *d, int steps, int counted)
{
    const double dt = 1e-5, pi = 3.14159265358979323846;
    const double sliding = 0.5 * 2.0 * 0.25 * dt, rolling = 0.1 * 2.0 * 0.0025 * 20.0 * dt;
    const double mass = 2500.0 * 4.0 / 3.0 * pi * 0.005 * 0.005 * 0.005;
    const double dashpot = 50.0 * 0.5 * mass * 0.3 * 0.3 * dt; /* gamma m* v^2 */
    const int slid = steps - 100 < counted ? steps - 100 : counted;
    const table p = rows_of(d->session, "p"), q = rows_of(d->session, "q");
    assert_int_equal(p.rows, 4);
    assert_int_equal(q.rows, 1);
    check_parts(&p, 0, 0.0, slid * sliding, 0.0);
    check_parts(&p, 1, 0.0, slid * sliding, 0.0);
    check_parts(&p, 2, counted * dashpot, 0.0, 0.0);
    check_parts(&p, 3, 0.0, 0.0, slid * rolling);
    check_parts(&q, 0, 0.0, slid * sliding, 0.0);
}

static void test_closed_forms(void **state)
{
    deck *d = *state;
    deck_run(d, still);
    deck_run(d, asked);
    deck_run(d, "run 400\n");
    check_still(d, 400, 400);
    double sum = 0.0;
    const table p = rows_of(d->session, "p"), q = rows_of(d->session, "q");
    for (int64_t k = 0; k < p.rows; k++) {
        sum += at(&p, k, "E_diss");
    }
    sum += at(&q, 0, "E_diss");
    deck_near(sum, deck_value(d, "edissipated"), 1e-12 * sum);
}

/* Contacts that last when the compute is defined begin with nothing, and lose no spring. */
static void test_asked_late(void **state)
{
    deck *d = *state;
    deck_run(d, still);
    deck_run(d, "run 250\n");
    assert_non_null(
        d->session->world->fused); /* nobody has asked: nothing is kept, and the loops are the usual ones */
    assert_int_equal(d->session->world->contacts.history_width, d->session->world->laws.history);
    const int width = d->session->world->contacts.history_width;
    deck_run(d, asked);
    deck_run(d, "run 150\n");
    assert_int_equal(d->session->world->contacts.history_width, width + TSU_SPENT_ROWS);
    check_still(d, 400, 150);
}

/* The keyword of the laws keeps it from the first step on, so that a compute may come later. */
static void test_keyword(void **state)
{
    deck *d = *state;
    deck_run(d, still);
    deck_run(d, "pair_style gran " ROLLING_LAWS " computeDissipatedEnergy on\npair_coeff * *\nunfix floor\n"
                "fix floor all wall/gran " ROLLING_LAWS
                " primitive type 1 zplane -0.1 computeDissipatedEnergy on\nrun 250\n");
    deck_run(d, asked);
    deck_run(d, "run 150\n");
    check_still(d, 400, 400);
}

/* ---- sliding over a mesh --------------------------------------------------------------------------------------------- */

/* A floor at z = 0 of small triangles. */
static void write_floor(const char *folder, int n)
{
    const double half = 0.1;
    char path[128];
    snprintf(path, sizeof path, "%s/floor.stl", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    const double step = 2.0 * half / n;
    fputs("solid floor\n", f);
    for (int k = 0; k < 2 * n * n; k++) {
        const double x = -half + step * (k / 2 % n), y = -half + step * (k / 2 / n);
        const double a[3][2] = {{x, y}, {x + step, k % 2 ? y + step : y}, {k % 2 ? x : x + step, y + step}};
        fputs("facet normal 0 0 1\nouter loop\n", f);
        for (int c = 0; c < 3; c++) {
            fprintf(f, "vertex %.9f %.9f 0\n", a[c][0], a[c][1]);
        }
        fputs("endloop\nendfacet\n", f);
    }
    fputs("endsolid floor\n", f);
    fclose(f);
}

/* A sphere that cannot turn slides over a floor under its weight m g = kn d, against mu m g from the end of the first step on. In n steps
 * it goes d = n u0 dt - mu g dt^2 n (n - 1)/2, and has lost mu m g d, less half of that in the first step u0 dt, in which the force
 * begins, and less what the spring holds, (mu m g)^2/(2 kt). On a mesh the history goes from triangle to triangle, and
 * across the periodic face. */
static void check_sliding(deck *d, bool mesh, int steps)
{
    const double pi = 3.14159265358979323846, dt = 1e-5, u0 = 2.0, mu = 0.5, g = 9.81;
    const double mass = 2500.0 * 4.0 / 3.0 * pi * 0.005 * 0.005 * 0.005, limit = mu * mass * g;
    const double way = steps * u0 * dt - 0.5 * mu * g * dt * dt * steps * (steps - 1.0);
    const double lost = limit * (way - 0.5 * u0 * dt) - limit * limit / (2.0 * 4e3);
    const table q = rows_of(d->session, "q");
    assert_int_equal(q.rows, 1);
    check_parts(&q, 0, 0.0, lost, 0.0);
    deck_near(at(&q, 0, "E_diss"), deck_value(d, "edissipated"), 1e-12 * lost);
    if (mesh) assert_true(at(&q, 0, "triangle") > 0.0);
}

static void slide(deck *d, bool mesh)
{
    char text[2048];
    write_floor(d->folder, 10);
    const double pi = 3.14159265358979323846, weight = 2500.0 * 4.0 / 3.0 * pi * 0.005 * 0.005 * 0.005 * 9.81;
    snprintf(text, sizeof text,
             BOX SPRINGS("0") "pair_style gran model hooke/stiffness tangential history\npair_coeff * *\n"
                              "timestep 1e-5\ncreate_atoms 1 single 0.033 0.012 %.17g\n"
                              "set group all diameter 0.01 density 2500\nset atom 1 vx 2\n"
                              "fix cad all mesh/surface file %s/floor.stl type 1\n"
                              "fix floor all wall/gran model hooke/stiffness tangential history %s\n"
                              "fix g all gravity 9.81 vector 0 0 -1\nfix move all nve\n",
             0.005 - weight / 1e4, d->folder,
             mesh ? "mesh n_meshes 1 meshes cad" : "primitive type 1 zplane 0");
    deck_run(d, text);
    deck_run(d, asked);
    deck_run(d, "run 6000\n");
    check_sliding(d, mesh, 6000);
    assert_true(deck_particles(d)->xr[0][0] < 0.033); /* it has been around */
}

static void test_sliding(void **state)
{
    slide(*state, false);
}

static void test_sliding_on_mesh(void **state)
{
    slide(*state, true);
}

/* ---- ended contacts ------------------------------------------------------------------------------------------------- */

/* A sphere bounces: in its second contact the floor has lost what the accounts have gained since it flew. */
static void test_begins_anew(void **state)
{
    deck *d = *state;
    deck_run(d,
             BOX SPRINGS("300") "pair_style gran model hooke/stiffness tangential history\npair_coeff * *\n"
                                "timestep 1e-5\ncreate_atoms 1 single 0 0 0.0051\nset group all diameter "
                                "0.01 density 2500\n"
                                "set atom 1 vx 0.2 vz -0.3\nfix floor all wall/gran model hooke/stiffness "
                                "tangential history "
                                "primitive type 1 zplane 0\nfix g all gravity 9.81 vector 0 0 -1\nfix move "
                                "all nve/sphere\n");
    deck_run(d, asked);
    double flying = 0.0;
    int contacts = 0;
    bool before = false;
    for (int k = 0; k < 20000 && contacts < 3; k++) {
        deck_run(d, "run 1\n");
        d->screen[0] = '\0';
        const table q = rows_of(d->session, "q");
        const double all = deck_value(d, "edissipated");
        contacts += q.rows > 0 && !before;
        before = q.rows > 0;
        if (before)
            deck_near(at(&q, 0, "E_diss"), all - flying, 1e-12 * all);
        else
            flying = all;
    }
    assert_int_equal(contacts, 3);
    assert_true(flying > 0.0);
}

/* ---- many grains ------------------------------------------------------------------------------------------------------ */

#define GRAINS_MAX 400

#define GRAIN_LAWS                                                                                           \
    "fix m1 all property/global youngsModulus peratomtype 1e6\n"                                             \
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"                                             \
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.2\n"                              \
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.4\n"                                 \
    "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.05\n"                         \
    "pair_style gran model hertz tangential history rolling_friction epsd2\npair_coeff * *\n"                \
    "fix floor all wall/gran model hertz tangential history rolling_friction epsd2 "                         \
    "mesh n_meshes 1 meshes cad\n"                                                                           \
    "fix g all gravity 30 vector 0.3 0 -1\nfix move all nve/sphere\n"

static void command(tsu_session *s, const char *text)
{
    tsu_error err = {0};
    if (tsu_script_run_string(s->script, "deck", text, &err) != TSU_OK)
        fail_msg("%d: %s", err.line, err.message);
}

static void grains(tsu_session *s, const char *folder, bool with_losses)
{
    char text[1024];
    write_floor(folder, 6);
    snprintf(text, sizeof text,
             "units si\natom_style granular\nboundary p p f\nnewton off\n"
             "region box block -0.1 0.1 -0.1 0.1 -0.1 0.3\ncreate_box 1 box\ntimestep 5e-5\n"
             "fix cad all mesh/surface file %s/floor.stl type 1\n",
             folder);
    command(s, text);
    command(s, GRAIN_LAWS "lattice sc 0.0206\nregion fill block -0.09 0.09 -0.09 0.09 0.009 0.06\n"
                          "create_atoms 1 region fill\nset group all diameter 0.021 density 2000\n"
                          "velocity all set 0.6 0.3 -0.3\nset atom 5*30 vx -0.5\n");
    if (with_losses) command(s, asked);
}

static void silent(void *context, const char *text, bool screen, bool log)
{
    (void)context;
    (void)text;
    (void)screen;
    (void)log;
}

static tsu_session *session_of(int threads)
{
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.print = silent, .threads = threads}, &err);
    assert_non_null(s);
    return s;
}

static void same_tables(tsu_session *a, tsu_session *b, const char *id)
{
    const table p = rows_of(a, id), q = rows_of(b, id);
    assert_int_equal(p.rows, q.rows);
    assert_true(p.rows > 20);
    double sum = 0.0;
    for (int64_t k = 0; k < p.rows; k++) {
        sum += at(&p, k, "E_diss");
    }
    assert_true(sum > 0.0);
    assert_memory_equal(p.data, q.data, (size_t)(p.rows * p.object->values.local_columns) * sizeof *p.data);
}

/* Another session goes on from a restart file. */
static tsu_session *continued(const char *folder, const char *file, bool with_losses)
{
    char text[1024];
    tsu_session *s = session_of(2);
    snprintf(text, sizeof text,
             "read_restart %s/%s\nfix cad all mesh/surface file %s/floor.stl type 1\ntimestep 5e-5\n", folder,
             file, folder);
    command(s, text);
    command(s, GRAIN_LAWS);
    if (with_losses) command(s, asked);
    command(s, "run 500\n");
    return s;
}

/* The same bits on any number of threads and after a restart file, and nothing of it changes a bit of the motion or the accounts. A
 * file with these losses serves a deck that does not ask for them, and the other way round. */
static void test_same_bits(void **state)
{
    deck *d = *state;
    tsu_session *s[] = {session_of(2), session_of(1), session_of(4), NULL, NULL, NULL};
    for (int k = 0; k < 3; k++) {
        char text[128];
        grains(s[k], d->folder, k > 0);
        command(s[k], "run 400\n");
        snprintf(text, sizeof text, "write_restart %s/half%d\n", d->folder, k);
        if (k != 1) command(s[k], text);
        command(s[k], "run 500\n");
    }
    s[3] = continued(d->folder, "half2", true);
    s[4] = continued(d->folder, "half2", false);
    s[5] = continued(d->folder, "half0", true);
    tsu_energy first, energy;
    assert_int_equal(tsu_world_energy(s[0]->world, &first, NULL), TSU_OK);
    for (int k = 1; k < 6; k++) {
        assert_true(tsu_world_hash_state(s[k]->world) == tsu_world_hash_state(s[0]->world));
        assert_int_equal(tsu_world_energy(s[k]->world, &energy, NULL), TSU_OK);
        assert_memory_equal(energy.dissipated, first.dissipated, sizeof first.dissipated);
    }
    for (int k = 2; k < 4; k++) {
        same_tables(s[1], s[k], "p");
        same_tables(s[1], s[k], "q");
    }
    for (int k = 0; k < 6; k++) {
        tsu_session_destroy(s[k]);
    }
}

/* What contacts of a list that have ended in the last step lost in it. */
static double last_losses(const tsu_contacts *c, const tsu_contact_forces *f)
{
    double sum = 0.0;
    for (int64_t k = 0; k < c->count; k++) {
        for (int q = 0; q < TSU_ACCOUNT_COUNT && !c->live[k]; q++) {
            if (q != TSU_ACCOUNT_INTEGRATION) sum += f->loss[q * f->capacity + k];
        }
    }
    return sum;
}

static double total(const table *t, bool walls, double now[GRAINS_MAX][GRAINS_MAX])
{
    double sum = 0.0;
    for (int64_t k = 0; k < t->rows; k++) {
        const double *id = t->data + k * t->object->values.local_columns;
        const int i = (int)(walls ? id[2] : id[0]), j = (int)(walls ? 0.0 : id[1]);
        assert_true(i < GRAINS_MAX && j < GRAINS_MAX);
        now[i][j] += at(t, k, "E_diss");
        sum += at(t, k, "E_diss");
    }
    return sum;
}

/* Contacts that last and those that have ended make up the accounts, in every step. */
static void test_ledger(void **state)
{
    static double now[GRAINS_MAX][GRAINS_MAX], before[GRAINS_MAX][GRAINS_MAX];
    deck *d = *state;
    tsu_session *s = session_of(2);
    double ended = 0.0;
    int64_t endings = 0;
    grains(s, d->folder, true);
    command(s, "compute each all dissipated/atom\nrun 0\n");
    memset(before, 0, sizeof before);
    for (int step = 0; step < 600; step++) {
        command(s, "run 1\n");
        memset(now, 0, sizeof now);
        const table p = rows_of(s, "p"), q = rows_of(s, "q");
        const double lasting = total(&p, false, now) + total(&q, true, now);
        ended += last_losses(&s->world->contacts, &s->world->forces) +
                 last_losses(&s->world->wall[0]->contacts, &s->world->wall[0]->forces);
        for (int k = 0; k < GRAINS_MAX * GRAINS_MAX; k++) {
            const int i = k / GRAINS_MAX, j = k % GRAINS_MAX;
            if (before[i][j] == 0.0 || now[i][j] != 0.0) continue;
            ended += before[i][j];
            endings++;
        }
        memcpy(before, now, sizeof before);
        double all = 0.0;
        assert_int_equal(tsu_script_evaluate(s->script, "edissipated", &all, NULL), TSU_OK);
        deck_near(lasting + ended, all, 1e-12 * fabs(all));
    }
    print_message("%lld contacts have ended; %.3g J in them\n", (long long)endings, ended);
    assert_true(endings > 50 && ended > 0.0);
    tsu_session_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_closed_forms, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_asked_late, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_keyword, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_sliding, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_sliding_on_mesh, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_begins_anew, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_same_bits, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_ledger, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
