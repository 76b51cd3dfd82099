/* SPDX-License-Identifier: Apache-2.0 */
/* What frames and the path of a contact tell of a run, against closed forms: a sphere that slides down a slope, a stack at rest, a mesh
 * that moves. */
#include "decks/deck_fixture.h"
#include "step/hooks.h"
#include "view/frame.h"
#include "view/inspect.h"
#include "view/run_series.h"

static const double g = 9.81, pi = 3.14159265358979323846;

static const char materials[] =
    "fix m1 all property/global youngsModulus peratomtype 5e6\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 0.1\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 1 0.1\n"
    "pair_style gran model hertz tangential history\n"
    "pair_coeff * *\ntimestep 1e-5\nfix i all nve/sphere\n"
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0\n";

static void begin(deck *d, const char *place, const char *more)
{
    deck_run(d, "units si\natom_style granular\nboundary f f f\nnewton off\nregion box block -1 1 -1 1 0 1 "
                "units box\ncreate_box 1 box\n");
    deck_run(d, place);
    deck_run(d, "set group all diameter 0.02 density 2500\n");
    deck_run(d, materials);
    deck_run(d, more);
}

static tsu_status sample(tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    tsu_path_sample(context, w);
    return TSU_OK;
}

/* Friction mu m g cos slows the slide and spins the sphere: the point of contact slips with g sin - 3.5 mu g cos. */
static void test_slope(void **state)
{
    deck *d = *state;
    const double angle = pi / 4.0, mu = 0.1, gx = g * sin(angle), gz = g * cos(angle);
    char gravity[200];
    tsu_path path = {0};
    snprintf(gravity, sizeof gravity, "fix w all gravity %.17g vector 1 0 -1\n", g);
    begin(d, "create_atoms 1 single -0.9 0 0.01 units box\n", gravity);
    assert_int_equal(tsu_path_begin(&path, 1, 0, "floor", NULL), TSU_OK);
    deck_run(d, "run 1\n");
    const tsu_hook_def hook = {"test", TSU_HOOK_AFTER_STEP, sample, .context = &path};
    tsu_hook_handle handle;
    assert_int_equal(tsu_world_add_hook(d->session->world, &hook, &handle, NULL), TSU_OK);
    deck_run(d, "run 30000\n");
    tsu_world_remove_hook(d->session->world, &handle);
    const tsu_series *s = &path.series;
    double t[3], way[3];
    for (int k = 0; k < 3; k++) {
        const double *row = s->value + (size_t)((k + 1) * (s->rows / 4)) * TSU_PATH_COLUMNS;
        t[k] = row[1];
        way[k] = row[5];
        assert_true(fabs(row[3] / (2500.0 * 4.0 / 3.0 * pi * 1.0e-6 * gz) - 1.0) <
                    0.01);                                        /* fn carries the weight */
        assert_true(fabs(row[4] / (mu * row[3]) + 1.0) < 1.0e-6); /* friction against the slip */
    }
    const double a =
        2.0 * ((way[2] - way[1]) / (t[2] - t[1]) - (way[1] - way[0]) / (t[1] - t[0])) / (t[2] - t[0]);
    assert_true(fabs(a / (gx - 3.5 * mu * gz) - 1.0) < 0.005);
    tsu_series_free(&path.series);
}

/* A stack of three at rest: contacts 1 or 2, pressures and chains that carry the weight above. */
static void test_stack(void **state)
{
    deck *d = *state;
    begin(d,
          "create_atoms 1 single 0 0 0.00999 units box\ncreate_atoms 1 single 0 0 0.02998 units "
          "box\ncreate_atoms 1 single 0 0 0.04997 units box\n",
          "fix w all gravity 9.81 vector 0 0 -1\nfix slow all viscous 0.5\n"
          "region shell sphere 0 0 0.03 0.005 side out units box\nvariable rise equal 0.1*time\n"
          "region moving sphere 0 0 0.03 0.005 units box move NULL NULL v_rise\nrun 60000\n");
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_non_null(setting);
    assert_non_null(f);
    assert_int_equal(
        tsu_frame_take(f, d->session, setting, (UINT64_C(1) << (TSU_SETTING_FIELDS + 1)) - 1, NULL), TSU_OK);
    const uint32_t *id = tsu_frame_find(f, "id")->data, (*link)[2] = tsu_frame_find(f, "chain")->data;
    const float *contacts = tsu_frame_find(f, "coordination")->data,
                *pressure = tsu_frame_find(f, "pressure")->data,
                *force = tsu_frame_find(f, "chain_force")->data, *stress = tsu_frame_find(f, "stress")->data,
                *mass = tsu_frame_find(f, "mass")->data, *pull = tsu_frame_find(f, "force_vector")->data,
                *size = tsu_frame_find(f, "force")->data, *position = tsu_frame_find(f, "position")->data;
    const double volume = 4.0 / 3.0 * pi * 1.0e-6, weight = 2500.0 * volume * g;
    assert_int_equal(tsu_frame_find(f, "chain")->count, 2);
    for (int k = 0; k < 2; k++) { /* the link between 1 and 2 carries two spheres, that between 2 and 3 one */
        const uint32_t lower = id[link[k][0]] < id[link[k][1]] ? id[link[k][0]] : id[link[k][1]];
        assert_true(fabs((double)force[k] / weight - (3.0 - lower)) < 0.01);
    }
    for (int i = 0; i < 3; i++) {
        /* the trace of the stress: force times lever at both ends, over three volumes */
        const double below = 4.0 - id[i], above = 3.0 - id[i],
                     expected = weight * 0.01 * (below + above) / (3.0 * volume);
        assert_true(contacts[i] == (id[i] == 3 ? 1.0f : 2.0f));
        assert_true(fabs((double)pressure[i] / expected - 1.0) < 0.01);
        assert_true(fabs((double)position[3 * i] - 1.0) < 1.0e-6); /* from the corner of the box */
        /* all of it along the stack: zz is the whole trace, the others are nothing */
        for (int k = 0; k < 6; k++) {
            assert_true(fabs((double)stress[6 * i + k] / (3.0 * expected) - (k == 2)) < 0.01);
        }
        assert_true(fabs((double)mass[i] / (2500.0 * volume) - 1.0) < 1.0e-6);
        const double square = (double)pull[3 * i] * pull[3 * i] + (double)pull[3 * i + 1] * pull[3 * i + 1] +
                              (double)pull[3 * i + 2] * pull[3 * i + 2];
        assert_true(fabs(sqrt(square) - (double)size[i]) <= 1.0e-6 * (double)size[i]);
    }
    const float *in_box = tsu_frame_find(f, "region:box")->data,
                *in_shell = tsu_frame_find(f, "region:shell")->data;
    for (int i = 0; i < 3; i++) { /* centres at 1, 3 and 5 cm */
        assert_true(in_box[i] == 1.0f);
        assert_true(in_shell[i] == (id[i] == 2 ? 0.0f : 1.0f));
    }
    assert_null(tsu_frame_find(f, "region:moving")); /* its variable is not asked by those who only look */
    tsu_json j = {0};
    assert_true(tsu_inspect_particle(d->session, 2, &j));
    assert_non_null(strstr(j.text, "\"contacts\":[{\"kind\":\"particle\""));
    tsu_json_free(&j);
    assert_false(tsu_inspect_particle(d->session, 4, &j));
    tsu_frame_destroy(f);
    tsu_setting_release(setting);
}

/* Corners at rest and a pose: together where the engine has the mesh. */
static void test_moving_mesh(void **state)
{
    deck *d = *state;
    char path[128], text[1024];
    snprintf(path, sizeof path, "%s/one.stl", d->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0.1 0.2 0.3\nvertex 0.4 0.2 0.3\nvertex 0.4 0.5 "
          "0.35\nendloop\nendfacet\nendsolid s\n",
          file);
    fclose(file);
    begin(d, "create_atoms 1 single 0 0 0.9 units box\n", "");
    snprintf(text, sizeof text,
             "fix cad all mesh/surface file %s type 1\nfix mw all wall/gran model hertz tangential history "
             "mesh n_meshes 1 meshes cad\n"
             "fix move all move/mesh mesh cad rotate origin 0.1 0.1 0. axis 0. 0. 1. period 0.1\nrun 2500\n",
             path);
    deck_run(d, text);
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_int_equal(tsu_frame_take(f, d->session, setting, 0, NULL), TSU_OK);
    assert_true(f->meshes == 1 && f->mesh[0].moved && setting->mesh[0].triangles == 1);
    /* a quarter turn about (0.1, 0.1): (x, y) goes to (0.1 - (y - 0.1), 0.1 + (x - 0.1)); the box begins at (-1, -1, 0) */
    static const double given[3][3] = {{0.1, 0.2, 0.3}, {0.4, 0.2, 0.3}, {0.4, 0.5, 0.35}};
    for (int k = 0; k < 3; k++) {
        const double turned[3] = {0.2 - given[k][1] + 1.0, given[k][0] + 1.0, given[k][2]};
        const float *c = setting->mesh[0].corner + 3 * k;
        for (int q = 0; q < 3; q++) {
            const double *p = f->mesh[0].pose, x = p[q] * (double)c[0] + p[4 + q] * (double)c[1] +
                                                   p[8 + q] * (double)c[2] + p[12 + q];
            assert_true(fabs(x - turned[q]) < 1.0e-5);
        }
    }
    assert_null(tsu_setting_renew(setting, d->session, 2, &key)); /* nothing has changed */
    tsu_frame_destroy(f);
    tsu_setting_release(setting);
}

/* Before the first step nothing has been exchanged that could be missing: what particles hold then is no residual. */
static void test_rows_before_the_run(void **state)
{
    double row[TSU_ENERGY_COLUMNS];
    begin(*state, "create_atoms 1 single 0 0 0.5 units box\n", "fix w all gravity 9.81 vector 0 0 -1\n");
    tsu_energy_series_row(((deck *)*state)->session, row);
    assert_true(row[6] > 0.01 && row[13] == 0.0); /* gravity, residual */
}

/* A bed with more contacts than are kept at a time. */
static tsu_frame *take_bed(deck *d, bool lean)
{
    deck_run(d, "clear\nunits si\natom_style granular\nboundary f f f\nnewton off\n"
                "region box block -0.01 0.3 -0.01 0.3 0 0.3 units box\ncreate_box 1 box\nlattice sc 0.0099\n"
                "region bed block 0 0.25 0 0.25 0.004 0.2 units box\ncreate_atoms 1 region bed\n"
                "set group all diameter 0.01 density 2500\n");
    deck_run(d, materials);
    deck_run(d, "fix w all gravity 9.81 vector 0 0 -1\n");
    d->session->world->lean = lean;
    deck_run(d, "run 20\n");
    tsu_setting_key key = {0};
    tsu_setting *setting = tsu_setting_renew(NULL, d->session, 1, &key);
    tsu_frame *f = tsu_frame_create();
    assert_true(setting && f);
    assert_int_equal(tsu_world_is(d->session->world, TSU_CURRENT_RECORDS), !lean);
    assert_int_equal(
        tsu_frame_take(f, d->session, setting, (UINT64_C(1) << (TSU_SETTING_FIELDS + 1)) - 1, NULL), TSU_OK);
    assert_int_equal(d->session->world->lean, lean); /* the next steps keep no more than before */
    tsu_setting_release(setting);
    return f;
}

/* Who looks at a run that keeps no forces of single contacts gets them all the same: those with the velocities of now instead of half
 * a step ago. */
static void test_forces_not_kept(void **state)
{
    tsu_frame *kept = take_bed(*state, false), *made = take_bed(*state, true);
    static const char *const name[] = {"chain_force", "pressure", "overlap"};
    const tsu_frame_array *a = tsu_frame_find(kept, "chain"), *b = tsu_frame_find(made, "chain");
    assert_true(a->count > 30000 && a->count == b->count);
    assert_memory_equal(a->data, b->data, (size_t)a->count * 8);
    for (int q = 0; q < 3; q++) {
        const tsu_frame_array *x = tsu_frame_find(kept, name[q]), *y = tsu_frame_find(made, name[q]);
        assert_true(x->max > 0.0 && x->count == y->count);
        for (int64_t k = 0; k < x->count; k++) {
            const double difference =
                (double)((const float *)x->data)[k] - (double)((const float *)y->data)[k];
            assert_true(fabs(difference) < 0.02 * x->max);
        }
    }
    tsu_json j = {0};
    assert_true(tsu_inspect_particle(((deck *)*state)->session, 4000, &j));
    assert_non_null(strstr(j.text, "\"contacts\":[{\"kind\":\"particle\""));
    tsu_json_free(&j);
    tsu_frame_destroy(kept);
    tsu_frame_destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_slope, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_stack, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_moving_mesh, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_rows_before_the_run, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_forces_not_kept, deck_set_up, deck_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
