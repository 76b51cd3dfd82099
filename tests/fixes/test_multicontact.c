/* SPDX-License-Identifier: Apache-2.0 */
/* surface multicontact in a deck: three spheres in a row between two planes, pressed along the row. Each sphere has two loads on
 * opposite sides, so the bulge of a surface is (1 + nu)(3 - 2 nu)/(4 pi E R) times the load, and the chain comes to rest where
 * Hertz's force at the overlap that is larger by the bulges is the load everywhere. */
#include "decks/deck_fixture.h"

#define SOFT                                                                                                 \
    "units si\natom_style granular\nboundary f f f\nnewton off\nsoft_particles yes\n"                        \
    "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1 units box\ncreate_box 1 box\n"                              \
    "fix m1 all property/global youngsModulus peratomtype 2e4\n"                                             \
    "fix m2 all property/global poissonsRatio peratomtype 0.4\n"                                             \
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.3\n"                              \
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.1\n"                                 \
    "timestep 2e-5\nfix integr all nve/sphere\nfix slow all viscous 0.02\n"
#define LAWS "model hertz tangential history surface multicontact"
/* spheres of R = 10 mm, the planes 6 % nearer than touching */
#define ROW                                                                                                  \
    "create_atoms 1 single 0 0 0.0094 units box\ncreate_atoms 1 single 0 0 0.0282 units box\n"               \
    "create_atoms 1 single 0 0 0.0470 units box\nset group all diameter 0.02 density 1000\n"                 \
    "pair_style gran " LAWS "\npair_coeff * *\n"                                                             \
    "fix low all wall/gran " LAWS " primitive type 1 zplane 0\n"                                             \
    "fix high all wall/gran " LAWS " primitive type 1 zplane 0.0564\n"

static const double young = 2.0e4, nu = 0.4, radius = 0.01;

/* Overlap that Hertz needs for a load, with the curvature of radius r_eff. */
static double hertz(double load, double r_eff)
{
    const double e = 0.5 * young / (1.0 - nu * nu);
    return pow(0.75 * load / (e * sqrt(r_eff)), 2.0 / 3.0);
}

/* Length of the row under a load: the overlaps without what the bulges give. */
static double length(double load)
{
    const double w =
        1.125 * load * (1.0 + nu) * (3.0 - 2.0 * nu) / (4.0 * 3.14159265358979323846 * young * radius);
    double arms = radius, far = w;
    for (int k = 0; k < 50;
         k++) { /* the loads lie nearer to each other than the poles; the middle sphere's arms are longest */
        far = w * 2.0 * radius / (2.0 * arms);
        arms = radius + far - 0.5 * hertz(load, 0.5 * (radius + far));
    }
    const double pair = hertz(load, 0.5 * (radius + far)) - 2.0 * far, wall = hertz(load, radius + far) - far;
    return 6.0 * radius - 2.0 * pair - 2.0 * wall;
}

static void a_row_rests_where_hertz_and_bulges_balance(void **state)
{
    deck *d = *state;
    deck_run(d, SOFT ROW "fix mc all multicontact/halfspace geometric_prefactor 1.125\nrun 40000\n");
    const double load = -deck_value(d, "f_low[3]");
    deck_near(deck_value(d, "f_high[3]") / load, 1.0, 1e-12);
    deck_near(length(load), 0.0564, 6e-6);
    /* the bulges carry a good part of it: without them the load is far less */
    deck_run(d, "unfix mc\nfix mc all multicontact/halfspace geometric_prefactor 1e-9\nrun 40000\n");
    assert_true(load > 1.1 * -deck_value(d, "f_low[3]"));
}

/* ---- a cluster ------------------------------------------------------------------------------------------------------- */

enum { SPHERES = 8, PLANES = 6, CONTACTS = SPHERES * (SPHERES - 1) / 2 + SPHERES * PLANES };

/* Eight unlike spheres in a box of six planes: each touches three others and three planes. */
static const double cluster[SPHERES][4] = {
    {-0.0092, -0.0093, -0.0094, 0.0101}, {0.0094, -0.0092, -0.0093, 0.0098},
    {-0.0093, 0.0094, -0.0092, 0.0100},  {0.0093, 0.0092, -0.0094, 0.0103},
    {-0.0094, -0.0092, 0.0093, 0.0099},  {0.0092, -0.0094, 0.0092, 0.0102},
    {-0.0092, 0.0093, 0.0094, 0.0097},   {0.0094, 0.0093, 0.0092, 0.0100}};
static const double plane_at = 0.0189;

typedef struct touch { /* of the sphere i with the sphere j, or with a plane if j < 0 */
    int i, j;
    double out[3], distance; /* unit vector away from i, from centre to centre or plane [m] */
    double bulge[2], load;   /* of i and of j [m]; [N] */
} touch;

static int find_touches(touch *t)
{
    int n = 0;
    for (int i = 0; i < SPHERES; i++) {
        for (int j = i + 1; j < SPHERES; j++, n++) {
            t[n] = (touch){.i = i, .j = j};
            for (int q = 0; q < 3; q++) {
                t[n].out[q] = cluster[j][q] - cluster[i][q];
                t[n].distance += t[n].out[q] * t[n].out[q];
            }
            t[n].distance = sqrt(t[n].distance);
            for (int q = 0; q < 3; q++) {
                t[n].out[q] /= t[n].distance;
            }
        }
        for (int k = 0; k < PLANES; k++, n++) {
            const double sign = k < 3 ? 1.0 : -1.0;
            t[n] = (touch){.i = i, .j = -1, .distance = plane_at - sign * cluster[i][k % 3]};
            t[n].out[k % 3] = sign;
        }
    }
    return n;
}

static void load_touches(touch *t, int n)
{
    for (int k = 0; k < n; k++) {
        const double ri = cluster[t[k].i][3] + t[k].bulge[0];
        const double rj = t[k].j < 0 ? 0.0 : cluster[t[k].j][3] + t[k].bulge[1];
        const double r_eff = t[k].j < 0 ? ri : ri * rj / (ri + rj), overlap = ri + rj - t[k].distance;
        const double e = 0.5 * young / (1.0 - nu * nu);
        t[k].load = overlap > 0.0 ? 4.0 / 3.0 * e * sqrt(r_eff) * pow(overlap, 1.5) : 0.0;
    }
}

/* Where sphere s is touched, seen from its centre, and the unit vector outwards there. */
static bool place(const touch *t, int s, double at[3], double out[3])
{
    if (t->i != s && t->j != s) return false;
    const int own = t->j == s, other = own ? t->i : t->j;
    double arm = t->distance;
    if (t->j >= 0)
        arm = 0.5 * (t->distance + cluster[s][3] + t->bulge[own] - cluster[other][3] - t->bulge[!own]);
    if (!(t->load > 0.0)) arm = cluster[s][3];
    for (int q = 0; q < 3; q++) {
        out[q] = (own ? -1.0 : 1.0) * t->out[q];
        at[q] = arm * out[q];
    }
    return true;
}

/* Boussinesq's displacement at one touch of sphere s by the load of another, outwards. */
static double displaced(const touch *at, const touch *by, int s)
{
    double x[3], y[3], mx[3], my[3], d = 0.0, dot = 0.0, ux = 0.0, uy = 0.0;
    if (!place(at, s, x, mx) || !place(by, s, y, my)) return 0.0;
    for (int q = 0; q < 3; q++) {
        d += (x[q] - y[q]) * (x[q] - y[q]);
        dot += mx[q] * my[q];
    }
    d = sqrt(d);
    for (int q = 0; q < 3; q++) { /* the inward normals are -mx, -my */
        ux -= (x[q] - y[q]) / d * mx[q];
        uy -= (x[q] - y[q]) / d * my[q];
    }
    const double bracket = (3.0 - 4.0 * nu) * dot + ux * uy - (1.0 - 2.0 * nu) * (dot + ux) / (1.0 + uy);
    return -1.125 * by->load * (1.0 + nu) / (2.0 * 3.14159265358979323846 * young * d) * bracket;
}

static void bulge_touches(touch *t, int n)
{
    static double sum[CONTACTS][2];
    for (int k = 0; k < n; k++) {
        for (int side = 0; side < 2; side++) {
            const int s = side ? t[k].j : t[k].i;
            sum[k][side] = 0.0;
            for (int m = 0; m < n && s >= 0; m++) {
                if (m != k && t[m].load > 0.0) sum[k][side] += displaced(&t[k], &t[m], s);
            }
        }
    }
    for (int k = 0; k < n; k++) {
        t[k].bulge[0] = sum[k][0];
        t[k].bulge[1] = sum[k][1];
    }
}

/* The forces in a cluster that hardly moves, against the sum over all contacts done here, contact by contact. */
static void forces_in_a_cluster_are_the_sum_of_all_loads(void **state)
{
    deck *d = *state;
    static touch t[CONTACTS];
    deck_run(d, SOFT "timestep 1e-9\npair_style gran " LAWS "\npair_coeff * *\n");
    for (int k = 0; k < SPHERES; k++) {
        char line[256];
        snprintf(line, sizeof line,
                 "create_atoms 1 single %.6g %.6g %.6g units box\nset atom %d diameter %.6g density 1000\n",
                 cluster[k][0], cluster[k][1], cluster[k][2], k + 1, 2.0 * cluster[k][3]);
        deck_run(d, line);
    }
    for (int k = 0; k < PLANES; k++) {
        char line[256];
        snprintf(line, sizeof line, "fix w%d all wall/gran " LAWS " primitive type 1 %cplane %.6g\n", k,
                 "xyz"[k % 3], k < 3 ? plane_at : -plane_at);
        deck_run(d, line);
    }
    deck_run(d, "fix mc all multicontact/halfspace geometric_prefactor 1.125\nrun 60\n");
    const int n = find_touches(t);
    for (int round = 0; round < 60; round++) {
        load_touches(t, n);
        bulge_touches(t, n);
    }
    double expected[SPHERES][3] = {{0}}, most = 0.0, bulge = 0.0;
    for (int k = 0; k < n; k++) {
        for (int q = 0; q < 3; q++) {
            expected[t[k].i][q] -= t[k].load * t[k].out[q];
            if (t[k].j >= 0) expected[t[k].j][q] += t[k].load * t[k].out[q];
        }
        most = fmax(most, t[k].load);
        bulge = fmax(bulge, t[k].bulge[0]);
    }
    assert_true(bulge > 2e-5); /* it matters: overlaps are some 1e-4 m */
    const tsu_particles *p = deck_particles(d);
    assert_int_equal(p->count, SPHERES);
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3; q++) {
            deck_near(p->force[i][q] / most, expected[p->id[i] - 1][q] / most, 2e-4);
        }
    }
}

static void what_is_missing_is_named(void **state)
{
    deck *d = *state;
    deck_run(d, SOFT ROW);
    deck_refuses(d, "run 1\n",
                 "needs the model multicontact, which is missing; add `fix ID all multicontact/halfspace");
    deck_refuses(d, "fix mc all multicontact/halfspace geometric_prefactor 0\n", "must be positive");
    deck_run(d, "fix mc all multicontact/halfspace\n"
                "fix side all wall/gran model hertz tangential history primitive type 1 xplane -0.05\n");
    deck_refuses(d, "run 1\n", "wall side does not");
}

/* Spheres that fall upon each other: what the bulges put in is booked, so that the audit closes as it does without them. */
static void the_audit_closes(void **state)
{
    static const char *const laws[] = {"hertz tangential off",
                                       "hertz tangential history",
                                       "hooke tangential off",
                                       "hooke tangential history rolling_friction epsd2",
                                       "hertz tangential history cohesion sjkr",
                                       "hooke/hysteresis tangential history rolling_friction epsd2"};
    deck *d = *state;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        char text[2048];
        snprintf(text, sizeof text,
                 SOFT
                 "unfix slow\nfix m1 all property/global youngsModulus peratomtype 2e5\n"
                 "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.7\n"
                 "fix m5 all property/global characteristicVelocity scalar 1.0\n"
                 "fix m6 all property/global coefficientRollingFriction peratomtypepair 1 0.1\n"
                 "fix m7 all property/global cohesionEnergyDensity peratomtypepair 1 1e3\n"
                 "fix m8 all property/global coefficientMaxElasticStiffness peratomtypepair 1 5\n"
                 "fix m9 all property/global coefficientAdhesionStiffness peratomtypepair 1 0.1\n"
                 "fix m10 all property/global coefficientPlasticityDepth peratomtypepair 1 0.2\n"
                 "lattice sc 0.0195\nregion in block -0.029 0.029 -0.029 0.029 0.005 0.075\n"
                 "create_atoms 1 region in\nset group all diameter 0.02 density 1000\n"
                 "displace_atoms all random 0.0005 0.0005 0.0005 98765\n"
                 "pair_style gran model %s surface multicontact\npair_coeff * *\n"
                 "fix low all wall/gran model %s surface multicontact primitive type 1 zplane 0\n"
                 "fix mc all multicontact/halfspace\nfix g all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n"
                 "run 8000\n",
                 laws[k], laws[k]);
        deck_run(d, text);
        const double put_in = deck_value(d, "eexternal"), lost = deck_value(d, "edissipated"),
                     residual = deck_value(d, "eresidual"), error = deck_value(d, "eintegration");
        print_message("%s: bulges put in %.3g of what is lost; residual %.1e, error of the step %.1e of it\n",
                      laws[k], put_in / lost, residual / lost, error / lost);
        assert_true(put_in > 0.01 * lost);
        assert_true(fabs(residual) < 1e-11 * lost);
        /* a law with memory does not tell yielding from bulging */
        assert_true(fabs(error) < (strstr(laws[k], "hysteresis") ? 0.1 : 3e-4) * lost);
        deck_run(d, "clear\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_rests_where_hertz_and_bulges_balance, deck_set_up,
                                        deck_tear_down),
        cmocka_unit_test_setup_teardown(forces_in_a_cluster_are_the_sum_of_all_loads, deck_set_up,
                                        deck_tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_named, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(the_audit_closes, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
