/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - `tsubu in.deck` runs a deck; `tsubu NAME ...` runs one of the sub-commands below. */
#include "base/system.h"
#include "base/team.h"
#include "cli.h"
#include "ranks/crew.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

enum { NAMES_MAX = 64 };

const tsu_subcommand tsu_subcommands[] = {
    {"bench",
     "bench CASE... | DECK | --sizes [--scaling] [--repeat N] [--threads N] [--steps N] [--csv FILE] [--plot "
     "FILE.html] | --list",
     "Measures speed: tsubu and, where installed, LIGGGHTS and LAMMPS on the same beds, alternately.",
     tsu_cmd_bench},
    {"calibrate", "calibrate STUDY [--out FOLDER] [--cores N] [--budget N] | --list",
     "Finds the parameters that reproduce measured bulk tests, with their uncertainty.", tsu_cmd_calibrate},
    {"check", "check DECK [-var NAME VALUE...] [-threads N]",
     "Checks a deck without running it: all errors with their lines, and what the run needs.", tsu_cmd_check},
    {"clump", "clump MESH -n N [--density D] [--scale S] [--least R] [--out FILE] [--png FILE.png]",
     "Makes a template of spheres for a closed mesh, with mass and inertia of the mesh, and reports how well "
     "it fits.",
     tsu_cmd_clump},
    {"contact", "contact DECK --path PATH.csv --out OUT.csv [--radius RI RJ | --wall RI] [options]",
     "Drives one contact along a prescribed path with the deck's models and writes the response.",
     tsu_cmd_contact},
    {"demo", "demo [--out FOLDER] [--view | --view-keep] [--threads N]",
     "Runs the demonstration that comes with the program, a rotating drum.", tsu_cmd_demo},
    {"laws", "laws [NAME] [--plugin FILE] [--markdown]",
     "Lists the contact models, their parameters with units and defaults, history and keywords.",
     tsu_cmd_laws},
    {"new", "new NAME [--kind hopper|drum|pile|compression]",
     "Writes a folder with a commented deck to start from.", tsu_cmd_new},
    {"plot", "plot LOG... [--columns A,B,...] [-o FILE.html]",
     "Draws the thermo columns of a log of tsubu, LIGGGHTS or LAMMPS as one interactive page.", tsu_cmd_plot},
    {"reference", "reference [NAME | --markdown | --tools | --man | --completion]",
     "Lists the commands and styles of a deck, or shows one with its usage.", tsu_cmd_reference},
    {"slider", "slider DECK [--out FILE.csv] [--plot FILE.html] [--stability] [-var NAME VALUE ...]",
     "Runs a stick-slip slider with ageing friction, or finds whether its steady sliding is stable.",
     tsu_cmd_slider},
    {"snapshot", "snapshot FILE... --png FILE.png|--film FILE.gif [--color FIELD] [--view VIEW] [options]",
     "Draws a recorded run, dumps, VTK and HDF5 files of particles or a restart file as a picture or a film, "
     "without a display.",
     tsu_cmd_snapshot},
    {"verify", "verify [GROUP...] [--plugin FILE] [--markdown]",
     "Runs the verification suite: analytical solutions, published values, conservation.", tsu_cmd_verify},
    {"view", "view [FILE... [--beside FILE] | --examples FOLDER] [--port P] [--open]",
     "Shows a recorded run (`tsubu DECK --record RUN`), dumps, VTK and HDF5 files of particles or a restart "
     "file in the browser, or without one a gallery of the examples.",
     tsu_cmd_view},
    {0}};

static int print_help(void)
{
    char text[300], room[600];
    snprintf(text, sizeof text,
             "tsubu %s - discrete element engine\n\n"
             "usage: tsubu DECK [options]      run a deck\n"
             "       tsubu NAME ...            run a tool; `tsubu NAME --help` says more\n\n"
             "options of a run:\n",
             tsu_version());
    fputs(tsu_cli_say(text, room, sizeof room), stdout);
    tsu_run_options_print("text");
    tsu_option_print("text", "-help, -h", NULL, "this text");
    tsu_option_print("text", "-version", NULL, "the version");
    printf("\n%s\n", tsu_cli_say("tools:", room, sizeof room));
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        printf("  %-10s %s\n", c->name, tsu_cli_say(c->summary, room, sizeof room));
    }
    return 0;
}

static bool is_any(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) return true;
    }
    return false;
}

/* A first word that is neither a sub-command nor a file: name the nearest sub-command if it could be meant. */
static int no_such_thing(const char *word)
{
    tsu_error err = {0};
    const char *names[NAMES_MAX] = {0};
    int n = 0;
    for (const tsu_subcommand *c = tsu_subcommands; c->name && n < NAMES_MAX - 1; c++) {
        names[n++] = c->name;
    }
    const char *near = tsu_nearest_word(word, names);
    tsu_error_set(&err, TSU_ERROR_INPUT, "there is no deck and no tool named '%s'%s%s%s (see `tsubu --help`)",
                  word, near ? "; did you mean `tsubu " : "", near ? near : "", near ? "`?" : "");
    return tsu_cli_fail(&err);
}

/* Large arrays come from the system one by one and go back to it, whatever was there before: otherwise the C library keeps
 * them for later once it has seen a larger one, and a run holds what only its beginning has needed. */
static void return_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 512 << 10);
#endif
}

static int run(int argc, char **argv)
{
    static const char *const help[] = {"-h", "-help", "--help", "help", NULL};
    static const char *const version[] = {"-version", "--version", "version", NULL};
    const char *first = argc > 1 ? argv[1] : "";
    if (is_any(first, help)) return print_help();
    if (is_any(first, version)) return printf("tsubu %s\n", tsu_version()) < 0;
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        if (strcmp(c->name, first) == 0) return c->run(argc - 1, argv + 1);
    }
    for (int k = 2; k < argc; k++) {
        if (strcmp(argv[k], "--help") == 0) return print_help(); /* behind a deck */
    }
    if (argc > 1 && first[0] != '-' && access(first, F_OK) != 0) return no_such_thing(first);
    tsu_error err = {0};
    tsu_run_options options;
    if (tsu_run_options_read(&options, argc, argv, &err) != TSU_OK) return tsu_cli_fail(&err);
    return tsu_cmd_run(&options);
}

/* A build that cannot be one of several would run the deck that many times, over the same files. */
static int refuse_team(int launched)
{
    tsu_error err = {0};
    tsu_error_set(&err, TSU_ERROR_INPUT,
                  "%d copies of this program were started together (mpirun, srun), but it was built without "
                  "MPI and they would overwrite each other's files; start one, with -threads N, or build "
                  "with -DTSUBU_MPI=ON (`make mpi`)",
                  launched);
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (!rank) rank = getenv("PMI_RANK");
    return !rank || strcmp(rank, "0") == 0 ? tsu_cli_fail(&err) : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    tsu_system_start();
    return_memory();
    /* Ranks of a calibration each make runs of their own: it becomes a program of Python, which starts MPI itself. */
    if (argc > 1 && strcmp(argv[1], "calibrate") == 0) return run(argc, argv);
    const int launched = tsu_team_start(&argc, &argv);
    if (launched > 1 && tsu_team_size() == 1) return refuse_team(launched);
    if (tsu_team_rank() > 0) {
        const int code = tsu_crew_serve();
        tsu_team_end();
        return code;
    }
    const int code = run(argc, argv);
    if (tsu_team_size() > 1) tsu_crew_dismiss();
    tsu_team_end();
    return code;
}
