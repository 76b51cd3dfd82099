/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_calibrate.c - `tsubu calibrate STUDY`: the process goes on as the Python program tsubu.calibrate, which does the work. */
#include "base/system.h"
#include "cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A package that is missing is told in one sentence. The folder from which tsubu was called is no place for modules. */
static const char *const program_of_python =
    "import sys\n"
    "if sys.path[:1] == ['']: del sys.path[0]\n"
    "try:\n"
    "    from tsubu.calibrate.__main__ import main\n"
    "except ImportError as error:\n"
    "    sys.exit('tsubu: `tsubu calibrate` needs the Python package of tsubu, which %s does not find (%s); "
    "install python3-tsubu or say `make python` in the source tree, or name a Python that has it in "
    "TSUBU_PYTHON' % (sys.executable, error))\n"
    "sys.exit(main(sys.argv[1:]))\n";

/* TSUBU_PYTHON, the one of an environment that is active, the one that Debian's package is for, or any. */
static const char *find_python(void)
{
    const char *named = getenv("TSUBU_PYTHON"), *environment = getenv("VIRTUAL_ENV");
    if (named && *named) return named;
    if (environment && *environment) return "python3";
    return access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

/* In a build tree the package lies beside the program. */
static void show_package(void)
{
    char program[2048], folder[2100], both[6300];
    const char *slash = tsu_system_program(program, sizeof program) ? strrchr(program, '/') : NULL;
    const char *before = getenv("PYTHONPATH");
    if (!slash) return;
    snprintf(folder, sizeof folder, "%.*s/python/tsubu", (int)(slash - program), program);
    if (access(folder, R_OK) != 0) return;
    const int length = snprintf(both, sizeof both, "%.*s/python%s%s", (int)(slash - program), program,
                                before && *before ? ":" : "", before ? before : "");
    if (length < (int)sizeof both) (void)tsu_system_set_variable("PYTHONPATH", both);
}

static tsu_status check_words(const char *study, const char *cores, const char *budget, bool list,
                              tsu_error *err)
{
    int n;
    if (!study && !list)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "`tsubu calibrate` needs a study, as in `tsubu calibrate glass.toml`; "
                             "docs/calibration.md shows how to write one");
    if (cores && tsu_option_integer("--cores", cores, 1, 4096, &n, err) != TSU_OK) return err->status;
    if (budget && tsu_option_integer("--budget", budget, 1, 1000000, &n, err) != TSU_OK) return err->status;
    return TSU_OK;
}

int tsu_cmd_calibrate(int argc, char **argv)
{
    enum { OWN = 3, MOST = 16 };
    const char *study = NULL, *out = NULL, *cores = NULL, *budget = NULL, *list = NULL;
    const tsu_option options[] = {
        {"--out", 1, "FOLDER",
         "where runs and report go (default STUDY_calibration); runs that are there are used", &out, NULL, 0},
        {"--cores", 1, "N",
         "runs side by side (default: what the study says, or all of the machine; with mpirun 1 of each "
         "rank)",
         &cores, NULL, 0},
        {"--budget", 1, "N", "runs at most (default: what the study says)", &budget, NULL, 0},
        {"--list", 0, NULL, "lists the bulk tests of the package", &list, NULL, 0},
        {0}};
    tsu_error err = {0};
    int words;
    bool help;
    if (tsu_options_read("calibrate", options, argc, argv, &study, 1, &words, &help, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    if (help) return 0;
    if (check_words(study, cores, budget, list != NULL, &err) != TSU_OK) return tsu_cli_fail(&err);
    const char *python[OWN + MOST] = {find_python(), "-c", program_of_python};
    for (int k = 1; k < argc && k < MOST; k++) {
        python[OWN + k - 1] = argv[k];
    }
    show_package();
    fflush(stdout);
    const int code = tsu_system_become(python);
    if (code >= 0) return code;
    tsu_error_set(&err, TSU_ERROR_IO,
                  "`tsubu calibrate` needs Python, and %s cannot be started: %s; install python3, or name "
                  "another one in TSUBU_PYTHON",
                  python[0], strerror(errno));
    return tsu_cli_fail(&err);
}
