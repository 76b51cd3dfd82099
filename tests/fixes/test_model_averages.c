/* SPDX-License-Identifier: Apache-2.0 */
/* Averages made by a program, without words of a deck: the same numbers as the fixes. What is averaged comes through callbacks. */
#include "decks/deck_fixture.h"
#include "model/average/ave_atom.h"
#include "model/average/ave_correlate.h"
#include "model/average/ave_euler.h"
#include "model/average/ave_histo.h"
#include "model/average/ave_spatial.h"
#include "model/average/ave_time.h"

/* Spheres that fall on a floor, in a periodic box. */
#define GRAINS                                                                                               \
    "clear\nunits si\natom_style granular\nboundary p p f\nnewton off\nneighbor 0.002 bin\n"                 \
    "region box block -0.05 0.05 -0.05 0.05 0 0.2\ncreate_box 2 box\n" DECK_LAWS                             \
    "lattice sc 0.011\nregion heap block -0.05 0.05 -0.05 0.05 0.01 0.06 units box\n"                        \
    "create_atoms 1 region heap\nset group all diameter 0.01 density 2500\nfix move all nve/sphere\n"        \
    "velocity all ramp vz -0.2 0.1 x -0.05 0.05 units box\nfix grav all gravity 9.81 vector 0 0 "            \
    "-1\ntimestep 1e-5\n"                                                                                    \
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0\n"

static tsu_model *make(const deck *d, const tsu_model_row *row, const char *name, const void *def)
{
    tsu_error err = {0};
    tsu_model *m = NULL;
    if (tsu_model_create(d->session->world, row, name, def, &m, &err) != TSU_OK) fail_msg("%s", err.message);
    return m;
}

static void refuses(const deck *d, const tsu_model_row *row, const void *def, const char *fragment)
{
    tsu_error err = {0};
    tsu_model *m = NULL;
    assert_int_not_equal(tsu_model_create(d->session->world, row, "m", def, &m, &err), TSU_OK);
    if (!strstr(err.message, fragment)) fail_msg("%s\nhas not: %s", err.message, fragment);
}

static void advance(const deck *d, int64_t steps)
{
    tsu_error err = {0};
    tsu_models_mark(d->session->world, true);
    if (tsu_models_advance(d->session->world, steps, NULL, NULL, &err) != TSU_OK) fail_msg("%s", err.message);
}

enum { KEPT = 4000 };

/* The table of a fix, as the deck sees it. */
static int64_t keep_table(deck *d, const char *id, int64_t rows, int columns, double *to)
{
    char word[64];
    assert_true(rows * columns <= KEPT);
    for (int64_t k = 0; k < rows * columns; k++) {
        snprintf(word, sizeof word, "f_%s[%lld][%d]", id, (long long)(k / columns) + 1,
                 (int)(k % columns) + 1);
        to[k] = deck_value(d, word);
    }
    return rows * columns;
}

static void same_table(tsu_model *m, const double *expected, int64_t count)
{
    tsu_error err = {0};
    double value = NAN;
    assert_int_equal(m->row->table_rows(m) * m->table_columns, count);
    for (int64_t k = 0; k < count; k++) {
        assert_int_equal(m->row->table(m, k / m->table_columns, (int)(k % m->table_columns), &value, &err),
                         TSU_OK);
        deck_near(value, expected[k], 0.0);
    }
}

/* ---- what is asked for --------------------------------------------------------------------------------------------------- */

static tsu_status ask_time(void *context, double *out, tsu_error *err)
{
    const tsu_world *w = context;
    (void)err;
    *out = (double)w->step * w->dt;
    return TSU_OK;
}

static tsu_status ask_height(void *context, double *out, tsu_error *err)
{
    const tsu_particles *p = &((const tsu_world *)context)->particles;
    (void)err;
    *out = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        if (p->id[i] == 1) *out = p->xr[i][2];
    }
    return TSU_OK;
}

static tsu_status ask_vz(void *context, int32_t rows, double *out, tsu_error *err)
{
    const tsu_particles *p = &((const tsu_world *)context)->particles;
    (void)err;
    for (int32_t i = 0; i < rows; i++) {
        out[i] = p->vm[i][2];
    }
    return TSU_OK;
}

/* ---- tests ---------------------------------------------------------------------------------------------------------------- */

static tsu_status count_means(void *context, const tsu_model *m, const tsu_average *a, tsu_error *err)
{
    (void)m;
    (void)err;
    *(int64_t *)context = a->means;
    return TSU_OK;
}

static void test_time(void **state)
{
    deck *d = *state;
    deck_run(d, GRAINS "variable t equal step*dt\nvariable h equal z[1]\n"
                       "fix a all ave/time 10 3 100 v_t v_h ave window 4\n"
                       "fix c all ave/correlate 10 5 100 v_t v_h type full\nrun 600\n");
    const double mean[2] = {deck_value(d, "f_a[1]"), deck_value(d, "f_a[2]")};
    double table[KEPT];
    const int64_t count = keep_table(d, "c", 5, 6, table);
    deck_run(d, GRAINS);
    tsu_world *w = d->session->world;
    int64_t means = 0;
    tsu_ave_time_def def = tsu_model_ave_time_default();
    def.average = (tsu_average_def){.every = 10,
                                    .repeat = 30,
                                    .often = 100,
                                    .mode = TSU_AVERAGE_WINDOW,
                                    .window = 4,
                                    .told = count_means,
                                    .context = &means};
    def.values = 2;
    def.value[0].value = (tsu_model_value){.ask = ask_time, .context = w};
    def.value[1].value = (tsu_model_value){.ask = ask_height, .context = w};
    refuses(d, &tsu_model_ave_time, &def, "do not fit into averages every 100 steps");
    def.average.repeat = 3;
    tsu_model *a = make(d, &tsu_model_ave_time, "a", &def);
    tsu_ave_correlate_def pairs = tsu_model_ave_correlate_default();
    pairs.average = (tsu_average_def){.every = 10, .repeat = 5, .often = 100, .window = 1};
    pairs.values = 2;
    pairs.value[0] = def.value[0].value;
    pairs.value[1] = def.value[1].value;
    refuses(d, &tsu_model_ave_correlate, &pairs, "pairs of them");
    for (int k = 0; k < 4; k++) {
        pairs.first[k] = k / 2;
        pairs.second[k] = k % 2;
    }
    pairs.pairs = 4;
    tsu_model *c = make(d, &tsu_model_ave_correlate, "c", &pairs);
    advance(d, 600);
    assert_int_equal(means, 6);
    for (int k = 0; k < 2; k++) {
        double value = NAN;
        assert_int_equal(a->row->number(a, k, &value, NULL), TSU_OK);
        deck_near(value, mean[k], 0.0);
    }
    same_table(c, table, count);
}

static void test_particles(void **state)
{
    deck *d = *state;
    double bins[KEPT], histogram[KEPT], cells[KEPT];
    deck_run(
        d, GRAINS
        "fix s all ave/spatial 10 3 100 x lower 0.05 z lower 0.02 vz density/number norm sample ave running\n"
        "fix h all ave/histo 10 3 100 -0.3 0.1 8 vz mode vector beyond extra ave running\n"
        "fix m all ave/atom 10 3 100 vz\nfix e all ave/euler nevery 100 cell_size_relative 3\n"
        "compute m all reduce sum f_m\nrun 300\n");
    const int64_t bin_count = keep_table(d, "s", 20, 5, bins),
                  histogram_count = keep_table(d, "h", 10, 3, histogram);
    const int64_t cell_count = keep_table(d, "e", 54, TSU_EULER_SHOWN, cells);
    const double counted = deck_value(d, "f_h[1]"), sum = deck_value(d, "c_m");
    assert_true(counted > 100.0 && sum != 0.0);
    deck_run(d, GRAINS);
    tsu_world *w = d->session->world;
    const tsu_average_def times = {
        .every = 10, .repeat = 3, .often = 100, .mode = TSU_AVERAGE_RUNNING, .window = 1};
    const tsu_model_value vz = {.ask_each = ask_vz, .context = w};
    tsu_ave_spatial_def s = tsu_model_ave_spatial_default();
    s.average = times;
    s.axes = 2;
    s.axis[1] = 2;
    s.width[0] = 0.05;
    s.by_sample = true;
    s.values = 2;
    s.value[0].value = vz;
    s.value[1] = (tsu_bin_value){.value.constant = 1.0, .density = true};
    refuses(d, &tsu_model_ave_spatial, &s, "bins of some width");
    s.width[1] = 0.02;
    tsu_model *spatial = make(d, &tsu_model_ave_spatial, "s", &s);
    tsu_ave_histo_def h = tsu_model_ave_histo_default();
    h.average = times;
    h.lo = -0.3;
    h.hi = 0.1;
    h.bins = 8;
    h.beyond = TSU_HISTO_EXTRA;
    refuses(d, &tsu_model_ave_histo, &h, "for 0 values");
    h.values = 1;
    h.value[0].value = vz;
    tsu_model *histo = make(d, &tsu_model_ave_histo, "h", &h);
    tsu_ave_atom_def m = tsu_model_ave_atom_default();
    m.average = times;
    refuses(d, &tsu_model_ave_atom, &m, "0 values are to be averaged");
    m.values = 1;
    m.value[0] = vz;
    tsu_model *atom = make(d, &tsu_model_ave_atom, "m", &m);
    tsu_ave_euler_def e = tsu_model_ave_euler_default();
    e.every = 100;
    tsu_model *euler = make(d, &tsu_model_ave_euler, "e", &e);
    advance(d, 300);
    same_table(spatial, bins, bin_count);
    same_table(histo, histogram, histogram_count);
    same_table(euler, cells, cell_count);
    tsu_exact_sum total;
    tsu_exact_init(&total);
    for (int32_t i = 0; i < w->particles.count; i++) {
        tsu_exact_add(&total, atom->row->particles(atom)[i]);
    }
    deck_near(tsu_exact_round(&total), sum, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_time, deck_set_up, deck_tear_down),
        cmocka_unit_test_setup_teardown(test_particles, deck_set_up, deck_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
