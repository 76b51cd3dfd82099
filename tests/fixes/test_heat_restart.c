/* SPDX-License-Identifier: Apache-2.0 */
/* Which temperature particles have after read_restart, by where fix heat/gran stands. Each number is what LIGGGHTS 3.8.0 has in
 * c_t for the same lines. */
#include "decks/deck_fixture.h"

#define BEGIN "units si\natom_style granular\nboundary f f f\nnewton off\n"
#define BOX   "region box block -1 1 -1 1 -1 1\ncreate_box 2 box\n"
#define BODY                                                                                                 \
    DECK_LAWS "fix k all property/global thermalConductivity peratomtype 5 5\n"                              \
              "fix c all property/global thermalCapacity peratomtype 10 10\nfix n all nve/sphere\n"
#define READ    BEGIN "read_restart @/r.restart\n" BODY
#define HEAT(T) "fix h all heat/gran initial_temperature " T "\n"

static void write_restart(deck *d)
{
    deck_run_here(d, BEGIN BOX BODY
                  "create_atoms 1 single 0 0 0\nset group all diameter 0.02 density 2500\n" HEAT(
                      "263") "run 1\nwrite_restart @/r.restart\n");
}

static double temperature(deck *d)
{
    return deck_value(d, "f_Temp[1]");
}

/* Lines after a restart file with 263 K, and the temperature they end with. */
static void after(deck *d, const char *lines, double expected)
{
    deck_run_here(d, "clear\n");
    d->screen[0] = '\0';
    deck_run_here(d, READ);
    deck_run(d, lines);
    if (temperature(d) != expected) fail_msg("%g K, not %g K after\n%s", temperature(d), expected, lines);
}

static void test_order(void **state)
{
    deck *d = *state;
    write_restart(d);
    after(d, HEAT("600") "run 1\n", 263.0); /* before the first run: the file's */
    after(d, "fix other all heat/gran initial_temperature 600\nrun 1\n", 263.0); /* whatever the ID */
    assert_null(strstr(d->screen, "begins at"));
    after(d, "run 0\n" HEAT("600") "run 1\n", 600.0); /* after it: its own, and that is said */
    deck_says(d, "property Temp begins at 600 for all particles, as in LIGGGHTS");
    after(d, "run 1\n" HEAT("600") "run 1\n", 600.0);
    after(d, HEAT("600") "unfix h\n" HEAT("700") "run 1\n", 263.0);
    after(d, HEAT("600") "run 1\nunfix h\n" HEAT("700") "run 1\n", 263.0); /* the property has stayed */
    after(d, "run 0\n" HEAT("600") "run 1\nunfix h\n" HEAT("700") "run 1\n", 600.0);
    after(d, "variable e equal ke\nprint \"${e}\"\n" HEAT("600") "run 1\n", 263.0); /* output is no run */
}

#define OWN "fix Temp all property/atom Temp scalar yes yes no 555\n"

/* A property that the deck makes itself is set by the fix, but not what the file holds. */
static void test_own_property(void **state)
{
    deck *d = *state;
    write_restart(d);
    after(d, OWN "run 1\n", 263.0);
    after(d, OWN "run 1\n" HEAT("600") "run 1\n", 600.0);
    deck_says(d, "fix heat/gran sets Temp of all particles to 600, as in LIGGGHTS");
    after(d, OWN HEAT("600") "run 1\nrun 1\n", 263.0);
    after(d, "run 0\n" OWN HEAT("600") "run 1\n", 600.0);
    deck_run_here(d,
                  "clear\n" BEGIN BOX BODY
                  "create_atoms 1 single 0 0 0\nset group all diameter 0.02 density 2500\n" OWN HEAT("600"));
    deck_run(d, "run 1\n");
    deck_near(temperature(d), 600.0, 0.0);
    deck_run(d, "set group all property/atom Temp 444\nrun 1\nunfix h\n" HEAT("700") "run 1\n");
    deck_near(temperature(d), 444.0, 0.0); /* LIGGGHTS: the second definition does not touch it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_own_property, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
