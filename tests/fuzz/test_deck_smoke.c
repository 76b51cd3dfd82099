/* SPDX-License-Identifier: Apache-2.0 */
/* Decks of the whole engine with words left out, doubled, exchanged and replaced: nothing crashes, and every failure has a
 * sentence and a line. Run it under the sanitizers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/session.h"
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 8000, LINES_MAX = 64, WORDS_MAX = 512 };

static const char TEXT[] =
    "units si\natom_style granular\nboundary p f m\nnewton off\ncommunicate single vel yes\nprocessors 2 * "
    "1\n"
    "lattice custom 0.5 a1 1 0 0 a2 0 1 0 a3 0 0 1 basis 0.1 0.2 0.3 basis 0.5 0.5 0.5 orient x 1 0 0 "
    "spacing 1 1 1\n"
    "variable a equal 0.1*step\nvariable b atom x+id\n"
    "region box block -1 1 -1 1 -1 1 units box\nregion s sphere 0 0 0 0.7 side out move v_a NULL NULL\n"
    "region c cylinder z 0 0 0.5 INF 1\nregion w wedge axis z center 0 0 radius 1 bounds -1 1 angle0 0 "
    "angle 90\n"
    "region k cone x 0 0 0.1 0.5 -1 1\nregion p prism -1 0 -1 0 -1 0 0.1 0.1 0.1\nregion l plane 0 0 0 0 0 "
    "1\n"
    "region u union 2 c s\nregion i intersect 2 box u\ncreate_box 2 box\nneighbor 0.05 bin\n"
    "neigh_modify delay 0 exclude type 1 2\n"
    "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5\n"
    "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep 1e-5\n"
    "create_atoms 1 region i basis 1 2\ncreate_atoms 2 single 0.5 0.5 0.5 remap yes units box\n"
    "create_atoms 1 random 5 17 c\ngroup g type 1\ngroup h id 1:5:2 7\ngroup j region u\ngroup d subtract "
    "all g h\n"
    "fix pa all property/atom heat scalar yes no no 1\nfix pv all property/atom vec vector yes no no 1 2 3\n"
    "set group all diameter 0.05 density 2500\nset atom 1*3 vx v_b omegaz 3 property/atom vec 1 2 v_b\n"
    "set type 1 type/fraction 2 0.5 12 image 1 NULL NULL\nvelocity g set 1 NULL v_a sum yes\n"
    "velocity all ramp vx 0 1 z -1 1\nvelocity all zero angular\ndisplace_atoms h move 0.01 0 0 units "
    "lattice\n"
    "displace_atoms all rotate 0 0 0 0 0 1 0.1\ndisplace_atoms all random 0.001 0.001 0.001 3\n"
    "delete_atoms overlap 0.06 all all compress yes\ndelete_atoms porosity c 0.3 12\nchange_box all z delta "
    "-0.1 0.1 remap\n"
    "fix w1 all wall/gran model hertz tangential history primitive type 1 zplane -1.0\n"
    "fix g1 all gravity 9.81 vector 0 0 -1\nfix n1 all nve/sphere\n"
    "thermo_style custom step atoms ke f_m1[1] v_a\nthermo_modify lost ignore norm no\n"
    "run 5\nreset_timestep 3\nrun_time 2e-5\nrun 10 upto\ngroup g delete\nunfix pa\n";

static const char *const WORDS[] = {"-1",    "0",
                                    "1e300", "-1e-300",
                                    "all",   "NULL",
                                    "INF",   "*",
                                    "v_a",   "v_b",
                                    "f_pa",  "region",
                                    "group", "type",
                                    "box",   "none",
                                    "2",     "3*",
                                    "units", "lattice",
                                    "yes",   "99999999999999999999",
                                    "1:0",   "x",
                                    ""};
enum { N_WORDS = sizeof WORDS / sizeof *WORDS };

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % below;
}

static void ignore(void *context, const char *text, bool screen, bool log)
{
    (void)context, (void)text, (void)screen, (void)log;
}

/* Copies the deck word by word with a few changes. */
static void change(char *out, size_t size, uint64_t *state)
{
    uint32_t left = draw(state, 4);
    const uint32_t total = sizeof TEXT - 1;
    uint32_t at[4];
    for (uint32_t k = 0; k < left; k++) {
        at[k] = draw(state, total);
    }
    size_t used = 0;
    for (uint32_t k = 0; k < total && used < size - 64;) {
        uint32_t end = k;
        while (end < total && TEXT[end] != ' ' && TEXT[end] != '\n') {
            end++;
        }
        uint32_t hits = 0;
        for (uint32_t q = 0; q < left; q++) {
            hits += at[q] >= k && at[q] <= end;
        }
        const uint32_t how = hits > 0 ? draw(state, 3) : 3; /* leave out, double, replace, keep */
        const char *word = how == 2 ? WORDS[draw(state, N_WORDS)] : "";
        const int length = (int)(end - k);
        if (how == 1 || how == 3) used += (size_t)snprintf(out + used, size - used, "%.*s", length, TEXT + k);
        if (how == 1) used += (size_t)snprintf(out + used, size - used, " %.*s", length, TEXT + k);
        if (how == 2) used += (size_t)snprintf(out + used, size - used, "%s", word);
        if (end < total) out[used++] = TEXT[end];
        k = end + 1;
    }
    out[used] = '\0';
}

static void test_smoke(void **unused)
{
    (void)unused;
    uint64_t state = 77;
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static char text[2 * sizeof TEXT];
        tsu_error err = {0};
        const tsu_session_options options = {
            .threads = 1, .print = ignore, .forbid_shell = true, .forbid_files = true, .max_commands = 500};
        change(text, sizeof text, &state);
        tsu_session *s = tsu_session_open(&options, &err);
        assert_non_null(s);
        const tsu_status status = tsu_script_run_string(s->script, "deck", text, &err);
        accepted += status == TSU_OK;
        if (status != TSU_OK && (!err.message[0] || err.line < 1)) fail_msg("no sentence or line:\n%s", text);
        tsu_session_destroy(s);
    }
    assert_in_range(accepted, ROUNDS / 50, ROUNDS); /* the deck itself is good */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
