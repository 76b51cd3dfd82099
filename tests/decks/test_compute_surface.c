/* SPDX-License-Identifier: Apache-2.0 */
/* What the surface model hands on, and what each contact stores, by the names of its document: in compute pair/gran/local and
 * wall/gran/local, and of each particle in compute elastic/atom. */
#include "decks/deck_fixture.h"

#define SPRINGS                                                                                              \
    "fix k1 all property/global kn peratomtypepair 1 1e4\nfix k2 all property/global kt peratomtypepair 1 "  \
    "4e3\n"                                                                                                  \
    "fix k3 all property/global gamman peratomtypepair 1 0\n"                                                \
    "fix k4 all property/global gammat peratomtypepair 1 0\n"                                                \
    "fix k5 all property/global coefficientFriction peratomtypepair 1 1e6\n"                                 \
    "fix k6 all property/global coefficientRollingFriction peratomtypepair 1 1e6\n"
#define LAWS   "model hooke/stiffness tangential history rolling_friction epsd2 torsionTorque on"
#define OUTPUT "id n overlap v_n v_tr omega_eff c_ri c_rj E_elas"

/* Nothing moves the spheres, so that overlaps stay and springs grow with the time. Across a periodic face is a contact too. */
static const char scene[] =
    "units si\natom_style granular\nboundary p f f\nnewton off\n"
    "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1\ncreate_box 1 box\n" SPRINGS "pair_style gran " LAWS
    "\npair_coeff * *\ntimestep 1e-5\n"
    "create_atoms 1 single 0.001 0.002 0.0048\ncreate_atoms 1 single 0.006 0.007 0.012\n"
    "create_atoms 1 single -0.0971 0.05 0.05\ncreate_atoms 1 single 0.0981 0.05 0.05\n"
    "set group all density 2500\nset atom 1 diameter 0.01\nset atom 2 diameter 0.012\n"
    "set atom 3 diameter 0.005\nset atom 4 diameter 0.005\n"
    "set atom 1 vx 0.3 vy -0.2 vz 0.1 omegax 3 omegay -4 omegaz 5\n"
    "set atom 2 vx -0.1 vy 0.05 vz 0.4 omegax -7 omegay 2 omegaz 1\n"
    "fix floor all wall/gran " LAWS " primitive type 1 zplane 0 shear x 0.25\n"
    "compute p all pair/gran/local " OUTPUT "\ncompute q all wall/gran/local " OUTPUT "\n"
    "compute e all elastic/atom\ncompute t all pe/atom\ncompute ew all elastic/atom fix\n";

enum { STEPS = 200 };
static const double dt = 1e-5;

typedef struct table {
    const tsu_object *object;
    const double *data;
    int64_t rows;
} table;

static table rows_of(deck *d, const char *id)
{
    table t = {.object = tsu_objects_find(&d->session->computes, id)};
    tsu_error err = {0};
    assert_non_null(t.object);
    if (t.object->values.local(d->session, t.object->state, &t.data, &t.rows, &err) != TSU_OK)
        fail_msg("%s", err.message);
    return t;
}

static const double *at(const table *t, int64_t row, const char *name)
{
    const tsu_values *v = &t->object->values;
    for (int k = 0; k < v->local_columns; k++) {
        if (strcmp(v->local_name(t->object->state, k), name) == 0)
            return t->data + row * v->local_columns + k;
    }
    fail_msg("no column %s", name);
    return NULL;
}

typedef struct body {
    double x[3], v[3], w[3], radius;
} body;

static const body bodies[] = {
    {{0.001, 0.002, 0.0048}, {0.3, -0.2, 0.1}, {3, -4, 5}, 0.005},
    {{0.006, 0.007, 0.012}, {-0.1, 0.05, 0.4}, {-7, 2, 1}, 0.006},
    {{-0.0971, 0.05, 0.05}, {0}, {0}, 0.0025},
    {{0.0981, 0.05, 0.05}, {0}, {0}, 0.0025},
};

static void near3(const double *got, const double *expected)
{
    for (int q = 0; q < 3; q++) {
        deck_near(got[q], expected[q], 1e-12 * (1.0 + fabs(expected[q])));
    }
}

static double size(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Equations (1) to (9) in components, with n from j to i; r is the distance of the centres or from the wall. Gives v_tr. */
static void check_kinematics(const table *t, int64_t row, const body *i, const body *j, bool wall,
                             double v_tr[3])
{
    double n[3], v[3], omega[3], r = 0.0, v_n = 0.0;
    for (int q = 0; q < 3; q++) {
        n[q] = i->x[q] - (wall && q < 2 ? i->x[q] : j->x[q]);
        v[q] = i->v[q] - j->v[q];
    }
    r = size(n);
    const double overlap = i->radius + j->radius - r; /* a wall has no radius */
    const double c_i = i->radius - 0.5 * overlap, c_j = wall ? 0.0 : j->radius - 0.5 * overlap;
    for (int q = 0; q < 3; q++) {
        n[q] /= r;
        v_n += v[q] * n[q];
        omega[q] = (c_i * i->w[q] + c_j * j->w[q]) / r;
    }
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        v_tr[q] = v[q] - v_n * n[q] + r * (n[a] * omega[b] - n[b] * omega[a]);
    }
    near3(at(t, row, "n"), n);
    deck_near(*at(t, row, "overlap"), overlap, 1e-15);
    deck_near(*at(t, row, "v_n"), v_n, 1e-13);
    near3(at(t, row, "v_tr"), v_tr);
    near3(at(t, row, "omega_eff"), omega);
    deck_near(*at(t, row, "c_ri"), c_i, 1e-15);
    deck_near(*at(t, row, "c_rj"), c_j, 1e-15);
}

/* Springs of k d^2/2: kn and the overlap; kt and v_tr t; kt R*^2 and the angle (w_i - w_j) t. */
static void check_energies(const table *t, int64_t row, const body *i, const body *j, bool wall,
                           const double v_tr[3], double stored[4])
{
    const double r_eff = wall ? i->radius : i->radius * j->radius / (i->radius + j->radius),
                 time = STEPS * dt;
    const double d = *at(t, row, "overlap"), s = size(v_tr) * time;
    const double w[3] = {i->w[0] - j->w[0], i->w[1] - j->w[1], i->w[2] - j->w[2]};
    stored[1] = 0.5 * 1e4 * d * d;
    stored[2] = 0.5 * 4e3 * s * s;
    stored[3] = 0.5 * 4e3 * r_eff * r_eff * size(w) * size(w) * time * time;
    stored[0] = stored[1] + stored[2] + stored[3];
    static const char *const name[] = {"E_elas", "E_elas_n", "E_elas_t", "E_elas_r"};
    for (int q = 0; q < 4; q++) {
        deck_near(*at(t, row, name[q]), stored[q], 1e-12 * stored[q]);
    }
}

static void test_names(void **state)
{
    deck *d = *state;
    deck_run(d, scene);
    deck_run(d, "run 200\n"); /* STEPS */
    const table p = rows_of(d, "p"), q = rows_of(d, "q");
    double of_particle[4][4] = {{0}};
    assert_int_equal(p.rows, 2);
    assert_int_equal(q.rows, 1);
    for (int64_t row = 0; row < 2; row++) {
        const int a = (int)*at(&p, row, "id1") - 1, b = (int)*at(&p, row, "id2") - 1;
        const bool across = at(&p, row, "id1")[2] != 0.0;
        body j = bodies[b];
        double v_tr[3], stored[4];
        assert_int_equal(across, a >= 2);
        j.x[0] += across ? (a == 2 ? -0.2 : 0.2) : 0.0; /* the nearest image */
        check_kinematics(&p, row, &bodies[a], &j, false, v_tr);
        check_energies(&p, row, &bodies[a], &j, false, v_tr, stored);
        for (int k = 0; k < 4; k++) {
            of_particle[a][k] += 0.5 * stored[k];
            of_particle[b][k] += 0.5 * stored[k];
        }
    }
    const body floor = {{0}, {0.25, 0.0, 0.0}, {0}, 0.0};
    double v_tr[3], stored[4];
    check_kinematics(&q, 0, &bodies[0], &floor, true, v_tr);
    check_energies(&q, 0, &bodies[0], &floor, true, v_tr, stored);
    for (int id = 1; id <= 4; id++) {
        for (int k = 0; k < 4; k++) {
            char formula[64];
            const double expected = of_particle[id - 1][k] + (id == 1 ? stored[k] : 0.0);
            snprintf(formula, sizeof formula, "c_e[%d][%d]", id, k + 1);
            deck_near(deck_value(d, formula), expected, 1e-12 * expected);
            snprintf(formula, sizeof formula, "c_ew[%d][%d]", id, k + 1);
            deck_near(deck_value(d, formula), id == 1 ? stored[k] : 0.0, 1e-12 * stored[k]);
        }
        char total[64];
        snprintf(total, sizeof total, "c_t[%d]-c_e[%d][1]", id, id);
        assert_true(deck_value(d, total) == 0.0);
    }
}

/* The integral of the elastic normal force over the overlap (10): Hertz, pressed from nothing, 8/15 E* sqrt(R*) d^(5/2). And over
 * all particles the parts add up to what the balance of the run holds. */
static void test_in_motion(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "create_atoms 1 single 0 0 0.0099\ncreate_atoms 1 single 0.015 0 0.0225\n"
             "set group all diameter 0.02 density 2000\nset atom 2 vx -0.4 vz -0.7 omegay 11\n"
             "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0\n"
             "fix move all nve/sphere\ncompute p all pair/gran/local E_elas overlap\n"
             "compute q all wall/gran/local E_elas overlap\ncompute e all elastic/atom\n"
             "compute sum all reduce sum c_e[1] c_e[2] c_e[3] c_e[4]\nrun 250\n");
    const double young = 1e7 / (1.0 - 0.09);
    const table p = rows_of(d, "p"), q = rows_of(d, "q");
    assert_int_equal(p.rows, 1);
    assert_int_equal(q.rows, 1);
    const double pair = 8.0 / 15.0 * 0.5 * young * sqrt(0.005) * pow(*at(&p, 0, "overlap"), 2.5);
    const double wall = 8.0 / 15.0 * 0.5 * young * sqrt(0.01) * pow(*at(&q, 0, "overlap"), 2.5);
    deck_near(*at(&p, 0, "E_elas_n"), pair, 1e-12 * pair);
    deck_near(*at(&q, 0, "E_elas_n"), wall, 1e-12 * wall);
    assert_true(*at(&p, 0, "E_elas_t") > 0.0 && *at(&p, 0, "E_elas_r") == 0.0);
    tsu_energy energy;
    tsu_error err = {0};
    assert_int_equal(tsu_world_energy(d->session->world, &energy, &err), TSU_OK);
    deck_near(deck_value(d, "c_sum[1]"), energy.elastic, 1e-12 * energy.elastic);
    deck_near(deck_value(d, "c_sum[2]"), pair + wall, 1e-12 * (pair + wall));
    deck_near(deck_value(d, "c_sum[2]+c_sum[3]+c_sum[4]"), energy.elastic, 1e-12 * energy.elastic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_in_motion, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
