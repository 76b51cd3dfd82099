/* SPDX-License-Identifier: Apache-2.0 */
/* What the page learns of clumps: how they have turned, and the body that a sphere belongs to; and `fix orientation` with clumps. */
#include "decks/insert_fixture.h"
#include "model/orientation.h"
#include "step/clump/clumps.h"
#include "view/frame.h"
#include "view/inspect.h"

/* Twelve clumps of two spheres that turn as they fly, and a sphere that is free. */
#define TWELVE                                                                                               \
    BOX("f f f")                                                                                             \
    "create_atoms 1 single 0 0 0.39 units box\nset group all diameter 0.01 density 2500\n"                   \
    "fix ms all multisphere\n"                                                                               \
    "fix pts all particletemplate/multisphere 7 atom_type 1 density constant 2500 nspheres 2 ntry 1 "        \
    "spheres 0 0 0 0.005 0.006 0 0 0.004 type 7 mass 0.01 inertia_tensor 2e-7 0 0 3e-7 0 4e-7 use_volume\n"  \
    "fix pdd all particledistribution/discrete 8 1 pts 1.0\nregion room block -0.08 0.08 -0.08 0.08 0.05 "   \
    "0.35\n"                                                                                                 \
    "fix ins all insert/pack seed 5 distributiontemplate pdd insert_every once overlapcheck yes all_in yes " \
    "region room particles_in_region 12 orientation random omega constant 300 200 -100\nrun 1\n"

static const tsu_clumps *clumps(const deck *d)
{
    return d->session->world->clumps;
}

/* Spheres of clumps have turned by what takes their clump from where it was to where it is. */
static void test_fix(void **state)
{
    deck *d = *state;
    tsu_quaternion was[12];
    deck_run(d, TWELVE "fix o all orientation\n");
    for (int k = 0; k < 12; k++) {
        was[k] = tsu_clumps_in_order(clumps(d), k)->body.turn;
    }
    deck_run(d, "run 3000\n");
    const tsu_particles *p = deck_particles(d);
    const double(*q)[4] = (const double(*)[4])tsu_particles_find_column(p, TSU_ORIENTATION_COLUMN)->value;
    for (int k = 0; k < 12; k++) {
        const tsu_clump *c = tsu_clumps_in_order(clumps(d), k);
        const tsu_quaternion back = {was[k].w, -was[k].x, -was[k].y, -was[k].z},
                             by = tsu_quaternion_times(c->body.turn, back);
        assert_true(fabs(by.w) < 0.9);
        for (int n = 0; n < 2; n++) {
            const double *own = q[clumps(d)->row[c->first + n]];
            const double sign = own[0] * by.w < 0.0 ? -1.0 : 1.0;
            deck_near(own[0], sign * by.w, 1e-12);
            deck_near(own[1], sign * by.x, 1e-12);
            deck_near(own[2], sign * by.y, 1e-12);
            deck_near(own[3], sign * by.z, 1e-12);
        }
    }
}

/* Frames have the quaternion of its clump for each sphere. */
static void test_frame(void **state)
{
    deck *d = *state;
    deck_run(d, TWELVE "run 500\n");
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_non_null(setting);
    assert_non_null(f);
    const int field = tsu_setting_find_field(setting, "orientation");
    assert_true(field >= 0);
    assert_int_equal(tsu_frame_take(f, d->session, setting, UINT64_C(1) << field, NULL), TSU_OK);
    const tsu_frame_array *a = tsu_frame_find(f, "orientation");
    assert_non_null(a);
    assert_int_equal(a->width, 4);
    const float(*q)[4] = (const float(*)[4])a->data;
    const tsu_world *w = d->session->world;
    int free = 0;
    for (int32_t i = 0; i < w->particles.count; i++) {
        const tsu_clump *c = tsu_clumps_of(w, i);
        free += c == NULL;
        assert_true(q[i][0] == (c ? (float)c->body.turn.w : 1.0f));
        assert_true(q[i][3] == (c ? (float)c->body.turn.z : 0.0f));
    }
    assert_int_equal(free, 1);
    tsu_frame_destroy(f);
    tsu_setting_release(setting);
}

/* The particle that was clicked tells of its body; a free one has none. */
static void test_inspect(void **state)
{
    deck *d = *state;
    char spheres[64], mass[64];
    deck_run(d, TWELVE "run 500\n");
    const tsu_clump *c = tsu_clumps_of_id(clumps(d), 3);
    const tsu_particles *p = deck_particles(d);
    const int32_t *row = clumps(d)->row + c->first;
    snprintf(spheres, sizeof spheres, "\"spheres\":[%d,%d]", (int)p->id[row[0]], (int)p->id[row[1]]);
    snprintf(mass, sizeof mass, "\"clump\":{\"id\":3,\"mass\":0.01,");
    tsu_json j = {0};
    assert_true(tsu_inspect_particle(d->session, p->id[row[1]], &j));
    assert_non_null(strstr(j.text, spheres));
    assert_non_null(strstr(j.text, mass));
    tsu_json_free(&j);
    assert_true(tsu_inspect_particle(d->session, 1, &j));
    assert_null(strstr(j.text, "\"clump\":{"));
    tsu_json_free(&j);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, deck_set_up, deck_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_fix), CASE(test_frame), CASE(test_inspect)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
