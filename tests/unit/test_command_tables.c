/* SPDX-License-Identifier: Apache-2.0 */
/* Every command and style stands in one table only: a second row would never be found. */
#include "deck/script.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int rows_named(const char *command, const char *name)
{
    int count = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        const bool fits = !f->command || !command ? f->command == command : strcmp(f->command, command) == 0;
        for (const tsu_command *row = f->table; fits && row->name; row++) {
            count += strcmp(row->name, name) == 0;
        }
    }
    return count;
}

static void each_name_stands_once(void **state)
{
    (void)state;
    int twice = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        for (const tsu_command *row = f->table; row->name; row++) {
            if (rows_named(f->command, row->name) == 1) continue;
            print_message("%s %s stands more than once\n", f->command ? f->command : "command", row->name);
            twice++;
        }
    }
    assert_int_equal(0, twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_name_stands_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
