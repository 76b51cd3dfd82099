/* SPDX-License-Identifier: Apache-2.0 */
/* The group function omega() of particles that turn like a rigid body gives back the spin they turn with, also for particles
 * on a line, whose spin about the line no velocity shows. */
#include "decks/deck_fixture.h"

#define PLACE(x, y, z) "create_atoms 1 single " x " " y " " z "\n"
#define SIZES          "set group all diameter 0.01 density 1000\n"
/* v = omega x (r - r0) with omega = (1 2 3), r0 = (0.1 0.2 0.3) */
#define TURN                                                                                                 \
    "variable vx atom 2*(z-0.3)-3*(y-0.2)\nvariable vy atom 3*(x-0.1)-1*(z-0.3)\n"                           \
    "variable vz atom 1*(y-0.2)-2*(x-0.1)\nvelocity all set v_vx v_vy v_vz\n"

static void test_body(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN PLACE("0", "0", "0") PLACE("0.5", "0", "0") PLACE("0", "0.4", "0.1")
                    PLACE("-0.2", "0.1", "0.6") SIZES TURN);
    deck_near(deck_value(d, "omega(all,x)"), 1.0, 1e-12);
    deck_near(deck_value(d, "omega(all,y)"), 2.0, 1e-12);
    deck_near(deck_value(d, "omega(all,z)"), 3.0, 1e-12);
}

/* Along the unit vector u = (0.6 0.8 0) what is seen of omega is omega - u (u.omega), u.omega = 2.2. */
static void test_line(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN PLACE("0", "0", "0") PLACE("0.3", "0.4", "0") PLACE("-0.48", "-0.64", "0")
                    SIZES TURN);
    deck_near(deck_value(d, "omega(all,x)"), 1.0 - 0.6 * 2.2, 1e-12);
    deck_near(deck_value(d, "omega(all,y)"), 2.0 - 0.8 * 2.2, 1e-12);
    deck_near(deck_value(d, "omega(all,z)"), 3.0, 1e-12);
}

static void test_single(void **state)
{
    deck *d = *state;
    deck_run(d, DECK_BEGIN PLACE("0.1", "0", "0") SIZES TURN);
    deck_near(deck_value(d, "omega(all,z)"), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_body, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_line, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_single, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
