/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - runs a deck. */
#include "cli.h"

int tsu_cmd_run(const tsu_run_options *options)
{
    tsu_error err = {0};
    tsu_error_set(&err, TSU_ERROR_UNSUPPORTED,
                  "cannot run %s: the deck commands of the engine are not there yet", options->deck);
    return tsu_cli_fail(&err);
}
