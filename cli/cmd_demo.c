/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_demo.c - `tsubu demo`: runs the demonstration that comes with the program, a rotating drum. */
#include "base/system.h"
#include "cli.h"
#include "examples.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static tsu_status make_folder(const char *path, tsu_error *err)
{
    if (tsu_system_make_folder(path) || errno == EEXIST) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "the folder %s cannot be created: %s; use --out FOLDER", path,
                         strerror(errno));
}

/* How to call this program from here: by its way from this folder if it lies below it, else by its name. */
static void find_program(char *out, size_t size)
{
    char program[PATH_MAX] = "", here[PATH_MAX];
    const bool known = tsu_system_program(program, sizeof program);
    const size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    const bool below = known && n > 0 && strncmp(program, here, n) == 0 && program[n] == '/';
    snprintf(out, size, "%s", below ? program + n + 1 : "tsubu");
}

static void say_what_is_there(const tsu_run_options *o)
{
    int files = 0;
    char deck[PATH_MAX], program[PATH_MAX];
    const char *folder = o->variable[0].value[0];
    DIR *d = opendir(folder);
    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        files += e->d_name[0] != '.';
    }
    if (d) closedir(d);
    find_program(program, sizeof program);
    tsu_cli_put("\nThe deck is %s.\nIts %d output files are in %s/: log.tsubu and grains_STEP.txt.\n"
                "Next: `%s new silo` writes your own deck.\n",
                tsu_system_full_path(o->deck, deck, sizeof deck) ? deck : o->deck, files, folder, program);
}

int tsu_cmd_demo(int argc, char **argv)
{
    const char *folder = NULL, *threads = NULL, *view = NULL, *stay = NULL, *out[1], *none = NULL;
    const tsu_option options[] = {
        {"--out", 1, "FOLDER", "where the output goes (default tsubu_demo)", &folder, NULL, 0},
        {"--view", 0, NULL, "a page in the browser that shows the run; its address is printed", &view, NULL,
         0},
        {"--view-keep", 0, NULL, "the same, and the page stays after the run, until Ctrl-C", &stay, NULL, 0},
        {"--threads", 1, "N", "threads; the result is the same for any number", &threads, NULL, 0},
        {0}};
    tsu_error err = {0};
    int words;
    bool help;
    if (tsu_options_read("demo", options, argc, argv, &none, 0, &words, &help, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    if (help) return 0;
    char examples[2048], deck[4096], log[4096];
    tsu_run_options o = {.program = "tsubu"};
    out[0] = folder ? folder : "tsubu_demo";
    if (threads && tsu_option_integer("--threads", threads, 1, 1024, &o.threads, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    const bool found = tsu_find_examples(examples, sizeof examples);
    snprintf(deck, sizeof deck, "%s/demo/in.demo", examples);
    if (!found || access(deck, R_OK) != 0) {
        tsu_error_set(&err, TSU_ERROR_IO,
                      "the demonstration deck %s is missing; install tsubu with its examples", deck);
        return tsu_cli_fail(&err);
    }
    if (make_folder(out[0], &err) != TSU_OK) return tsu_cli_fail(&err);
    snprintf(log, sizeof log, "%s/log.tsubu", out[0]);
    o.deck = deck;
    o.log = log;
    o.variables = 1;
    o.variable[0] = (tsu_run_variable){"out", 1, out};
    o.view = view || stay;
    o.view_keep = stay != NULL;
    o.ended = say_what_is_there;
    return tsu_cmd_run(&o);
}
