/* SPDX-License-Identifier: Apache-2.0 */
/* A deck that is continued says again what is in no restart file. Every command is one of three kinds, and a new one must be
 * put to its kind here and in src/session/continue.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session/continue.h"
#include <string.h>

/* what they do is in the particles, the box, the variables or the place in the deck, or happens once */
static const char *const DONE[] = {"variable",     "next",           "if",           "jump",
                                   "include",      "label",          "quit",         "partition",
                                   "print",        "clear",          "create_atoms", "delete_atoms",
                                   "set",          "velocity",       "group",        "displace_atoms",
                                   "change_box",   "reset_timestep", "run",          "run_time",
                                   "write_data",   "write_restart",  "create_box",   "read_data",
                                   "read_restart", "write_dump",     "info",         NULL};
/* what they set up is in no file */
static const char *const SAID_AGAIN[] = {"echo",
                                         "log",
                                         "units",
                                         "atom_style",
                                         "boundary",
                                         "dimension",
                                         "newton",
                                         "communicate",
                                         "processors",
                                         "atom_modify",
                                         "neighbor",
                                         "neigh_modify",
                                         "timestep",
                                         "hard_particles",
                                         "soft_particles",
                                         "pair_style",
                                         "pair_coeff",
                                         "lattice",
                                         "region",
                                         "thermo",
                                         "thermo_style",
                                         "thermo_modify",
                                         "thermo_log",
                                         "modify_timing",
                                         "force_dt_reset",
                                         "run_style",
                                         "fix",
                                         "unfix",
                                         "fix_modify",
                                         "plugin",
                                         "compute",
                                         "uncompute",
                                         "compute_modify",
                                         "dump",
                                         "undump",
                                         "dump_modify",
                                         "restart",
                                         NULL};

static bool is_in(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) return true;
    }
    return false;
}

static void test_every_command_has_its_kind(void **state)
{
    (void)state;
    int count = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        for (const tsu_command *row = f->table; !f->command && row->name; row++) {
            if (!row->run || strcmp(row->name, "shell") == 0) continue;
            count++;
            const bool done = is_in(row->name, DONE), again = is_in(row->name, SAID_AGAIN);
            if (done == again)
                fail_msg("is `%s` said again when a deck is continued? put it to its kind", row->name);
            if (tsu_journal_keeps(row->name, "") != again)
                fail_msg("`%s` is treated in another way", row->name);
        }
    }
    assert_true(count > 50);
    assert_true(tsu_journal_keeps("shell", "cd") && tsu_journal_keeps("shell", "putenv"));
    assert_false(tsu_journal_keeps("shell", "mkdir") || tsu_journal_keeps("shell", "mail"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_command_has_its_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
