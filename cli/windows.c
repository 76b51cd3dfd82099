/* SPDX-License-Identifier: Apache-2.0 */
/* windows.c - the tools that start and watch other processes as POSIX systems do, and so are not in a program for Windows. */
#include "cli.h"

static int not_here(const char *tool)
{
    tsu_error err = {0};
    tsu_error_set(&err, TSU_ERROR_INPUT, "`tsubu %s` is not in the program for Windows; use it on Linux",
                  tool);
    return tsu_cli_fail(&err);
}

int tsu_cmd_bench(int argc, char **argv)
{
    (void)argc;
    return not_here(argv[0]);
}

int tsu_cmd_view(int argc, char **argv)
{
    (void)argc;
    return not_here(argv[0]);
}
