/* SPDX-License-Identifier: Apache-2.0 */
/* Computes of who is near whom, on places where that is known; and against all pairs. */
#include "decks/deck_fixture.h"

/* A row along x: 1 and 2 overlap, 3 is 1 mm from 2, 4 further off; 5 stands across the periodic face from 1. */
#define ROW                                                                                                  \
    "units si\nboundary p f f\nregion box block 0 1 0 1 0 1\ncreate_box 2 box\n" DECK_LAWS                   \
    "create_atoms 1 single 0.02 0.5 0.5\ncreate_atoms 2 single 0.1195 0.5 0.5\n"                             \
    "create_atoms 1 single 0.2205 0.5 0.5\ncreate_atoms 2 single 0.45 0.5 0.5\n"                             \
    "create_atoms 2 single 0.93 0.5 0.5\nset group all diameter 0.1 density 1000\n"                          \
    "group a id 1 3\ngroup b id 2 5\nfix n all nve/sphere\n"

static void counts(deck *d, const char *compute, double a, double b, double c, double e, double f)
{
    const double expected[] = {a, b, c, e, f};
    for (int k = 0; k < 5; k++) {
        char name[64];
        snprintf(name, sizeof name, "c_%s[%d]", compute, k + 1);
        deck_near(deck_value(d, name), expected[k], 0.0);
    }
}

static void test_counts(void **state)
{
    deck *d = *state;
    deck_run(d, ROW "compute t all contact/atom\ncompute s all contact/atom skin 0.0011\n"
                    "compute g a contact/atom/gran skin 0.0011\ncompute h all contact/atom/gran\n"
                    "compute c all coord/atom 0.105\ncompute m all coord/atom 0.105 mix yes\n"
                    "compute w all coord/atom 0.3 1 2*2 *\ncompute k all cluster/atom 0.105\n"
                    "compute l all cluster/atom 0.0999\nrun 0\n");
    counts(d, "t", 2, 1, 0, 0, 1);
    counts(d, "h", 2, 1, 0, 0, 1);
    counts(d, "s", 2, 2, 1, 0, 1);
    counts(d, "g", 2, 0, 1, 0, 0); /* of the group only, but counting all */
    counts(d, "c", 2, 2, 1, 0, 1);
    counts(d, "m", 2, 2, 1, 0, 1);                   /* neighbours are all of the other material */
    deck_near(deck_value(d, "c_w[1][1]"), 1.0, 0.0); /* 3 */
    deck_near(deck_value(d, "c_w[1][2]"), 2.0, 0.0); /* 2 and 5 */
    deck_near(deck_value(d, "c_w[3][3]"), 4.0, 0.0); /* 1, 2, 4 and 5 */
    counts(d, "k", 1, 1, 1, 4, 1);
    counts(d, "l", 1, 1, 3, 4, 1);
    deck_run(d, "set atom 2 type 1\n");
    counts(d, "m", 1, 0, 0, 0, 1);
    deck_refuses(d, "compute q all coord/atom 0\n", "positive");
    deck_refuses(d, "compute q all coord/atom 0.1 3\n", "names no materials");
    deck_refuses(d, "compute q all cluster/atom\n", "distance");
    deck_refuses(d, "compute q all contact/atom skin\n", "skin");
    deck_refuses(d, "compute q all contact/atom near 1\n", "near");
}

/* Force between groups, by Hertz; pairs that touch. */
static void test_pairs(void **state)
{
    deck *d = *state;
    deck_run(
        d, ROW
        "compute f a group/group b\ncompute o b group/group a\ncompute z a group/group b pair no\n"
        "compute p all property/local patom1 patom2 ptype2\ncompute n all reduce sum c_p[1] c_p[2]\nrun 0\n");
    const double e = 1e7 / (2.0 * 0.91), one = 4.0 / 3.0 * e * sqrt(0.025) * pow(0.0005, 1.5),
                 two = 4.0 / 3.0 * e * sqrt(0.025) * pow(0.01, 1.5);
    deck_near(deck_value(d, "c_f[1]"), two - one, 1e-9 * two);
    deck_near(deck_value(d, "c_o[1]"), one - two, 1e-9 * two);
    deck_near(deck_value(d, "c_f[2]"), 0.0, 1e-12);
    deck_near(deck_value(d, "c_z[1]"), 0.0, 0.0);
    deck_near(deck_value(d, "c_n[1]") + deck_value(d, "c_n[2]"), 1 + 2 + 1 + 5, 0.0);
    deck_refuses(d, "compute q all property/local natom1\n", "neighbour lists");
    deck_refuses(d, "compute q all property/local\n", "no property");
    deck_refuses(d, "compute q all group/group nobody\n", "nobody");
    deck_refuses(d, "compute q all group/group a kspace yes\n", "long-range");
    deck_run(d, "set group all omegax 3\ncompute e all erotate\ncompute s all erotate/sphere\n");
    assert_true(deck_value(d, "c_e") > 0.0 && deck_value(d, "c_e") == deck_value(d, "c_s"));
}

/* Many places, by all pairs. */
static void test_all_pairs(void **state)
{
    deck *d = *state;
    deck_run(d, "units si\nboundary p p f\nregion box block 0 1 0 2 0 1.5\ncreate_box 2 box\n" DECK_LAWS
                "create_atoms 1 random 400 4711 NULL\nset group all diameter 1e-3 density 1000\nfix n all "
                "nve/sphere\n"
                "compute c all coord/atom 0.13\nrun 0\n");
    const tsu_particles *p = deck_particles(d);
    static const double length[] = {1.0, 2.0, 0.0};
    int64_t all = 0;
    for (int32_t i = 0; i < p->count; i++) {
        int expected = 0;
        for (int32_t j = 0; j < p->count; j++) {
            double r2 = 0.0;
            for (int q = 0; q < 3; q++) {
                double way = fabs(p->xr[i][q] - p->xr[j][q]);
                if (length[q] > 0.0 && way > 0.5 * length[q]) way = length[q] - way;
                r2 += way * way;
            }
            expected += j != i && r2 < 0.13 * 0.13;
        }
        char name[64];
        snprintf(name, sizeof name, "c_c[%d]", (int)p->id[i]);
        deck_near(deck_value(d, name), expected, 0.0);
        all += expected;
    }
    assert_true(all > 400);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_counts), TEST(test_pairs), TEST(test_all_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
