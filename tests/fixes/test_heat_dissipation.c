/* SPDX-License-Identifier: Apache-2.0 */
/* The heat of dissipation: what sliding, dashpots, plasticity and rolling lose warms the bodies, half each. */
#include "base/exact_sum.h"
#include "decks/deck_fixture.h"
#include "law/samples.h"
#include "step/ledger/energy.h"
#include "step/mesh/body.h"

static const double pi = 3.14159265358979323846;

/* nothing is conducted; c = 10 and 20 J/(kg K) */
#define THERMAL                                                                                              \
    "fix k all property/global thermalConductivity peratomtype 0 0\n"                                        \
    "fix c all property/global thermalCapacity peratomtype 10 20\n"
#define HEAT "fix h all heat/gran initial_temperature 300\n"
#define ON   "model hertz tangential history heating_tangential_history on"
#define G    "fix g all gravity 9.81 vector 0 0 -1\n"

/* Heat in the particles above 300 K, with what rounding has left waiting [J]. */
static double heat_in_particles(const deck *d)
{
    const tsu_particles *p = deck_particles(d);
    const double *t = tsu_particles_find_column(p, "Temp")->value;
    const tsu_particle_column *rest = tsu_particles_find_column(p, "heatOfContacts");
    const double *c = tsu_materials_find(&d->session->world->materials, "thermalCapacity")->value;
    tsu_exact_sum sum;
    tsu_exact_init(&sum);
    for (int32_t i = 0; i < p->count; i++) {
        tsu_exact_add(&sum, p->mass[i] * c[p->type[i]] * (t[i] - 300.0));
        tsu_exact_add(&sum, rest ? rest->value[2 * i] : 0.0);
    }
    return tsu_exact_round(&sum);
}

static double mass(double radius)
{
    return 4.0 / 3.0 * pi * radius * radius * radius * 2500.0;
}

/* Overlap at which a Hertz contact with a plane carries the weight; E* = E/(2 (1 - nu^2)). */
static double resting(double radius)
{
    const double young = 1e7 / (2.0 * 0.91);
    return cbrt(pow(mass(radius) * 9.81 / (4.0 / 3.0 * young * sqrt(radius)), 2.0));
}

/* A sphere that begins with sliding at u ends rolling. With P = u/(1/m + c^2/I), the impulse of friction at the arm
 * c = R - d/2, it has lost u P/2: m u^2/7 for a stiff one. */
static double sliding_loss(double radius, double u)
{
    const double m = mass(radius), arm = radius - 0.5 * resting(radius);
    return 0.5 * u * u / (1.0 / m + arm * arm / (0.4 * m * radius * radius));
}

static void slide(deck *d, const char *wall)
{
    char text[2048];
    snprintf(text, sizeof text,
             DECK_BEGIN DECK_LAWS THERMAL
             "%s" G "create_atoms 1 single 0 0 %.17g\nset group all diameter 0.02 density 2500\n"
             "fix n all nve/sphere\nvelocity all set 1 0 0\n" HEAT "timestep 1e-5\nrun 20000\n",
             wall, 0.01 - resting(0.01));
    deck_run_here(d, text);
}

static double warmed(deck *d, int id, double capacity)
{
    char name[32];
    snprintf(name, sizeof name, "f_Temp[%d]", id);
    return (deck_value(d, name) - 300.0) * capacity;
}

static void test_plane(void **state)
{
    deck *d = *state;
    slide(d, "fix w all wall/gran " ON " primitive type 2 zplane 0\n");
    const double lost = sliding_loss(0.01, 1.0), c = 10.0 * mass(0.01);
    const tsu_accounts all = tsu_energy_accounts(&d->session->world->ledger);
    const double *account = all.dissipated;
    deck_near(lost / (mass(0.01) / 7.0), 1.0, 1e-2);
    deck_near(warmed(d, 1, c) / (0.5 * lost), 1.0, 1e-4);
    deck_near(deck_value(d, "f_w[4]") / (0.5 * lost), 1.0, 1e-4);
    const double booked = account[TSU_ACCOUNT_SLIDING] + account[TSU_ACCOUNT_TANGENTIAL_DASHPOT];
    deck_near((heat_in_particles(d) + deck_value(d, "f_w[4]")) / booked, 1.0, 1e-13);
    deck_near(deck_value(d, "eheat") / (0.5 * booked), 1.0, 1e-13);
    deck_near(deck_value(d, "eheatwall") / deck_value(d, "f_w[4]"), 1.0, 0.0);
    deck_says(d, "heat");
}

/* The work mu m g s over the way s of a sphere that cannot turn. */
static void test_work_of_friction(void **state)
{
    deck *d = *state;
    char text[2048];
    snprintf(text, sizeof text,
             DECK_BEGIN DECK_LAWS THERMAL
             "fix w all wall/gran " ON " primitive type 2 zplane 0\n" G
             "create_atoms 1 single -0.5 0 %.17g\nset group all diameter 0.02 density 2500\n"
             "fix n all nve\nvelocity all set 1 0 0\n" HEAT "timestep 1e-5\nrun 1000\n"
             "variable x equal xcm(all,x)\nvariable from equal $(v_x)\nvariable was equal $(f_Temp[1])\nrun "
             "10000\n",
             0.01 - resting(0.01));
    deck_run(d, text);
    const double way = deck_value(d, "v_x-v_from"), work = 0.5 * mass(0.01) * 9.81 * way;
    assert_true(way > 0.05);
    deck_near((deck_value(d, "f_Temp[1]-v_was") * 10.0 * mass(0.01)) / (0.5 * work), 1.0, 1e-11);
}

#define PLATE                                                                                                \
    "solid p\nfacet normal 0 0 1\nouter loop\nvertex -0.9 -0.9 0\nvertex 0.9 -0.9 0\nvertex 0 0.9 0\n"       \
    "endloop\nendfacet\nendsolid p\n"

/* A mesh with a mass to warm takes its half; one without is booked. */
static void test_mesh(void **state)
{
    deck *d = *state;
    deck_file(d, "plate.stl", PLATE);
    slide(d, "fix p all mesh/surface file @/plate.stl type 2 temperature 300 mass_temperature 0.5\n"
             "fix w all wall/gran " ON " mesh n_meshes 1 meshes p\n");
    const double lost = sliding_loss(0.01, 1.0);
    const tsu_mesh_body *mesh = d->session->world->mesh[0];
    const double taken = (mesh->temperature - 300.0) * 0.5 * 20.0 + mesh->heat_waiting;
    deck_near(warmed(d, 1, 10.0 * mass(0.01)) / (0.5 * lost), 1.0, 1e-4);
    deck_near(taken / (0.5 * lost), 1.0, 1e-4);
    deck_near(deck_value(d, "f_w[4]") / taken, 1.0, 1e-10); /* 300 K has 13 digits */
    deck_run(d, "clear\n");
    slide(d, "fix p all mesh/surface file @/plate.stl type 2\nfix w all wall/gran " ON
             " mesh n_meshes 1 meshes p\n");
    deck_near(deck_value(d, "f_w[4]") / (0.5 * lost), 1.0, 1e-4);
    deck_near(d->session->world->mesh[0]->temperature, 0.0, 0.0); /* it has none */
}

/* Two equal spheres, e = 1, that slide over each other through the whole impact: friction gives the impulse
 * J = 2 mu m* v_n, which takes 7/2 J/m* off the sliding and the energy J (v_t - 7/4 J/m*). */
static void test_two_spheres(void **state)
{
    deck *d = *state;
    deck_run(
        d, DECK_BEGIN DECK_LAWS THERMAL
        "fix m1 all property/global youngsModulus peratomtype 1e12 1e12\n"
        "fix m3 all property/global coefficientRestitution peratomtypepair 2 1 1 1 1\n"
        "fix m4 all property/global coefficientFriction peratomtypepair 2 .05 .05 .05 .05\n"
        "pair_style gran " ON "\npair_coeff * *\n"
        "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 0.0200001 0 0\n"
        "set group all diameter 0.02 density 2500\nset atom 1 vx 0.5 vy 0.25\nset atom 2 vx -0.5 vy -0.25\n"
        "fix n all nve/sphere\n" HEAT "timestep 1e-8\nrun 5000\n");
    const double m = 0.5 * mass(0.01), j = 2.0 * 0.05 * m * 1.0, lost = j * (0.5 - 1.75 * j / m);
    assert_int_equal(d->session->world->touching, 0);
    deck_near(warmed(d, 1, 10.0 * mass(0.01)) / (0.5 * lost), 1.0,
              1e-3); /* arms are less than R while they touch */
    deck_near(warmed(d, 2, 20.0 * mass(0.01)) / warmed(d, 1, 10.0 * mass(0.01)), 1.0, 1e-8);
    const tsu_accounts all = tsu_energy_accounts(&d->session->world->ledger);
    const double *account = all.dissipated;
    deck_near(heat_in_particles(d) / (account[TSU_ACCOUNT_SLIDING] + account[TSU_ACCOUNT_TANGENTIAL_DASHPOT]),
              1.0, 1e-13);
}

/* ---- every law ------------------------------------------------------------------------------------------------------------- */

static double value_of(const char *name)
{
    int k = 0;
    while (tsu_samples[k].name && strcmp(tsu_samples[k].name, name) != 0) {
        k++;
    }
    if (!tsu_samples[k].name) fail_msg("no value for the property %s in law/samples.h", name);
    return tsu_samples[k].value;
}

static void give_properties(deck *d, const tsu_law *law)
{
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++) {
        const char *const shape[] = {"scalar", "peratomtype", "peratomtypepair 1"};
        char line[256];
        if (p->optional) continue;
        snprintf(line, sizeof line, "fix p_%s all property/global %s %s %.17g\n", p->name, p->name,
                 shape[p->shape], value_of(p->name));
        deck_run(d, line);
    }
}

#define SMALL                                                                                                \
    "units si\natom_style granular\nboundary f f f\nnewton off\nregion box block -.01 .01 -.01 .01 -.01 "    \
    ".01\n"                                                                                                  \
    "create_box 1 box\nfix k all property/global thermalConductivity peratomtype 0\n"                        \
    "fix c all property/global thermalCapacity peratomtype 10\n"

/* Eight grains thrown against each other and a floor and a side. */
static void throw_grains(deck *d, const char *laws, int steps)
{
    char text[4096];
    size_t n = 0;
    for (int k = 0; k < 8; k++) {
        const int x = k & 1, y = k >> 1 & 1, z = k >> 2;
        n += (size_t)snprintf(text + n, sizeof text - n, "create_atoms 1 single %g %g %g\n",
                              -0.00102 + 0.00204 * x + 1e-4 * z, -0.00102 + 0.00204 * y,
                              0.00102 + 0.00204 * z);
    }
    n += (size_t)snprintf(text + n, sizeof text - n, "set group all diameter 0.002 density 2500\n");
    for (int k = 0; k < 8; k++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "set atom %d vx %g vy %g vz %g omegax %d omegay %d omegaz %d\n", k + 1,
                              k & 1 ? -0.4 : 0.5, k & 2 ? -0.3 : 0.2, -0.5, 100 - 30 * k, 20 * k - 80, 60);
    }
    deck_run(d, text);
    snprintf(text, sizeof text,
             "pair_style gran %s\npair_coeff * *\nfix floor all wall/gran %s primitive type 1 zplane 0\n"
             "fix side all wall/gran %s primitive type 1 xplane -0.0025\n"
             "fix n all nve/sphere\n" HEAT "timestep 1e-6\nrun %d\n",
             laws, laws, laws, steps);
    deck_run(d, text);
}

static double booked_by(const deck *d, unsigned accounts)
{
    double sum = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (accounts & 1u << q) sum += tsu_exact_round(&d->session->world->ledger.dissipated[q]);
    }
    return sum;
}

static void check_law(deck *d, const tsu_law *law)
{
    char laws[512];
    const tsu_law *with[TSU_LAW_KINDS] = {[TSU_NORMAL] = tsu_law_find(TSU_NORMAL, "hertz"),
                                          [TSU_TANGENTIAL] = tsu_law_find(TSU_TANGENTIAL, "history")};
    with[law->kind] = law;
    deck_run(d, "clear\n" SMALL);
    size_t n = 0;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        if (!with[k]) continue;
        give_properties(d, with[k]);
        n += (size_t)snprintf(laws + n, sizeof laws - n, "%s %s ", tsu_law_kind_word((tsu_law_kind)k),
                              with[k]->name);
    }
    snprintf(laws + n, sizeof laws - n, "%s on", law->heating);
    throw_grains(d, laws, 3000);
    const double given = heat_in_particles(d) + deck_value(d, "f_floor[4]") + deck_value(d, "f_side[4]");
    const double booked = booked_by(d, d->session->world->laws.heating);
    if (!(booked > 1e-12)) fail_msg("%s: %g J booked", laws, booked);
    if (!(fabs(given / booked - 1.0) < 1e-12))
        fail_msg("%s: %.17g J given, %.17g J booked", laws, given, booked);
    if (deck_value(d, "f_floor[4]") == 0.0 && law->kind != TSU_COHESION)
        fail_msg("%s: nothing for the floor", laws);
}

static void test_every_law(void **state)
{
    deck *d = *state;
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        for (const tsu_law *const *law = tsu_laws_of_kind((tsu_law_kind)kind); *law; law++) {
            const unsigned losses = (*law)->accounts & ~(1u << TSU_ACCOUNT_INTEGRATION);
            if (losses && !(*law)->heating)
                fail_msg("%s dissipates and has no keyword heating_...", (*law)->name);
            if ((*law)->heating) check_law(d, *law);
        }
    }
}

/* ---- the rest ----------------------------------------------------------------------------------------------------------------- */

/* All mechanisms at once, particles deleted while they touch, and a group of four that is warmed. */
static void test_all_together(void **state)
{
    deck *d = *state;
    const char *laws = "model hertz tangential history rolling_friction epsd3 heating_normal_hertz on "
                       "heating_tangential_history on heating_rolling_friction on";
    deck_run(d, SMALL);
    give_properties(d, tsu_law_find(TSU_NORMAL, "hertz"));
    give_properties(d, tsu_law_find(TSU_TANGENTIAL, "history"));
    give_properties(d, tsu_law_find(TSU_ROLLING, "epsd3"));
    throw_grains(d, laws, 100);
    const tsu_heating *g = &d->session->world->heating;
    const unsigned all = d->session->world->laws.heating;
    deck_near((heat_in_particles(d) + g->walls) / booked_by(d, all), 1.0, 1e-12);
    assert_true(d->session->world->touching > 2);
    deck_run(d, "group gone id 1 2\ndelete_atoms group gone\nrun 500\n");
    deck_near((g->particles + g->walls) / booked_by(d, all), 1.0, 1e-12);
    const double before = booked_by(d, all);
    deck_run(d, "unfix h\nset group all property/atom Temp 300\ngroup some id 3 4 5\n"
                "fix h some heat/gran initial_temperature 300\nrun 3000\n");
    assert_true(g->outside > 0.0 && g->particles > 0.0);
    deck_near((g->particles + g->walls + g->outside) / (booked_by(d, all) - before), 1.0, 1e-11);
    deck_near(heat_in_particles(d) / g->particles, 1.0, 1e-12);
    deck_near(deck_value(d, "f_Temp[6]"), 300.0, 0.0);
}

/* Grains that leave the box while they touch others: their dashpots act to the last half step. */
static void test_leaving(void **state)
{
    deck *d = *state;
    deck_run(d, SMALL);
    give_properties(d, tsu_law_find(TSU_NORMAL, "hertz"));
    give_properties(d, tsu_law_find(TSU_TANGENTIAL, "history"));
    deck_run(d, "pair_style gran model hertz tangential history heating_normal_hertz on "
                "heating_tangential_history on\npair_coeff * *\n"
                "create_atoms 1 single 0.0096 -0.001 0\ncreate_atoms 1 single 0.0091 0.0009 0\n"
                "create_atoms 1 single 0.0096 -0.0009 0.00195\n"
                "set group all diameter 0.002 density 2500\nset group all vx 20\nset atom 2 vx 20 vy -0.5 "
                "omegaz 300\n"
                "fix n all nve/sphere\nthermo_modify lost ignore\n" HEAT "timestep 1e-6\nrun 10\n");
    const tsu_heating *g = &d->session->world->heating;
    assert_int_equal(d->session->world->touching, 2);
    deck_run(d, "run 25\n");
    assert_int_equal(deck_particles(d)->count, 1);
    const double booked = booked_by(d, d->session->world->laws.heating);
    assert_true(booked > 0.0);
    deck_near(g->particles / booked, 1.0, 1e-12);
}

/* Amounts far below the last digit of the temperature add up all the same. */
static void test_small_amounts(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS THERMAL
             "fix c all property/global thermalCapacity peratomtype 1e15 1e15\n"
             "fix w all wall/gran " ON " primitive type 2 zplane 0\n" G
             "create_atoms 1 single 0 0 0.009999\nset group all diameter 0.02 density 2500\n"
             "fix n all nve/sphere\nvelocity all set 1 0 0\n" HEAT "timestep 1e-5\nrun 5000\n");
    const double c = 1e15 * mass(0.01);
    assert_true(deck_value(d, "eheat") / c < 0.25 * 5.7e-14); /* a quarter of the spacing of doubles at 300 */
    const double *waiting = tsu_particles_find_column(deck_particles(d), "heatOfContacts")->value;
    deck_near(deck_value(d, "f_Temp[1]"), 300.0, 0.0);
    deck_near(waiting[0] / deck_value(d, "eheat"), 1.0, 1e-12);
}

static void test_warning(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN DECK_LAWS
             "pair_style gran " ON "\npair_coeff * *\ncreate_atoms 1 single 0 0 0\n"
             "set group all diameter 0.02 density 2500\nfix n all nve/sphere\nrun 1\nrun 1\n");
    const char *sentence = "`heating_tangential_history on` has no effect without a `fix ID all heat/gran";
    const char *first = strstr(d->screen, sentence);
    deck_says(d, sentence);
    assert_null(strstr(first + 1, sentence));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plane, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_work_of_friction, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_mesh, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_two_spheres, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_every_law, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_all_together, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_leaving, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_small_amounts, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_warning, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
