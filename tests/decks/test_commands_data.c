/* SPDX-License-Identifier: Apache-2.0 */
/* read_data and write_data in decks: a run that goes through a file goes on as if it had not. */
#include "decks/deck_fixture.h"

static void test_read_data(void **state)
{
    deck *d = *state;
    char text[1024];
    deck_file(d, "a.data",
              "beds\n2 atoms\n2 atom types\n-1 1 xlo xhi\n-1 1 ylo yhi\n0 4 zlo zhi\nAtoms\n\n"
              "3 1 0.2 2500 0.5 0 1.5\n8 2 0.1 1000 -1.25 0 0.5\nVelocities\n\n3 1 0 0\n8 0 0 2 0 0 5\n");
    deck_file(d, "b7.data", "more\n1 atoms\n1 atom types\nAtoms\n\n9 1 0.3 100 0 0 3\n");
    snprintf(text, sizeof text,
             "boundary p f f\nread_data %s/a.data\nreset_timestep 7\nread_data %s/b*.data add\n", d->folder,
             d->folder);
    deck_run(d, text);
    const tsu_particles *p = deck_particles(d);
    const int32_t a = deck_row(d, 3), b = deck_row(d, 8), c = deck_row(d, 9);
    assert_int_equal(p->count, 3);
    assert_true(p->xr[a][3] == 0.1 && p->density[a] == 2500.0 && p->vm[a][0] == 1.0 && p->type[a] == 0);
    assert_true(p->xr[b][0] == 0.75 && p->image[b][0] == -1 && p->wi[b][2] == 5.0 && p->type[b] == 1);
    assert_true(p->xr[c][3] == 0.15 && p->next_id == 10);
    assert_true(d->session->world->box.hi[2] == 4.0 && d->session->world->materials.types == 2);
    snprintf(text, sizeof text, "read_data %s/b*.data add\n", d->folder);
    deck_refuses(d, text, "id 9 may be in use");
    snprintf(text, sizeof text, "read_data %s/a.data\n", d->folder);
    deck_refuses(d, text, "there is a simulation box already");
    deck_file(d, "c.data", "x\n1 atoms\n1 atom types\nAtoms\n\n19 1 0.3 100 0 5 3\n");
    snprintf(text, sizeof text, "read_data %s/c.data add\n", d->folder);
    deck_refuses(d, text, "c.data:6: particle 19 at y = 5 is outside the box (-1 to 1)");
    deck_refuses(d, "clear\nread_data no/such.data\n", "cannot open no/such.data");
}

/* Particles that fall freely and spin have no contacts: the file holds all there is. */
static void test_round_trip(void **state)
{
    deck *d = *state;
    char text[1024];
    static const char run[] = "fix g all gravity 9.81 vector 1 0 -1\nfix n all nve/sphere\nrun 100\n";
    snprintf(
        text, sizeof text,
        "boundary p p p\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n" DECK_LAWS
        "lattice sc 0.25\ncreate_atoms 1 box\nset group all diameter 0.2 density 2000\n"
        "variable v atom 20*y\nvelocity all set v_v 1 30\nset group all omegay 3 type/fraction 2 0.5 1\n%s"
        "write_data %s/half.data\nrun 100\n",
        run, d->folder);
    deck_run(d, text);
    const uint64_t straight = tsu_world_hash_state(d->session->world);
    const double x = deck_value(d, "xcm(all,x)");
    snprintf(text, sizeof text, "clear\nboundary p p p\nread_data %s/half.data\n" DECK_LAWS "%s", d->folder,
             run);
    deck_run(d, text);
    assert_true(tsu_world_hash_state(d->session->world) == straight);
    deck_near(deck_value(d, "xcm(all,x)"), x, 1e-12);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, deck_set_up, deck_tear_down)
    const struct CMUnitTest tests[] = {TEST(test_read_data), TEST(test_round_trip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
