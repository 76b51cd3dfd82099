/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - `tsubu in.deck` runs a deck; `tsubu NAME ...` runs one of the sub-commands below. */
#include "base/system.h"
#include "cli.h"
#include <stdio.h>
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
     "Measures speed: tsubu and, where installed, LIGGGHTS and LAMMPS on the same beds, taking turns.",
     tsu_cmd_bench},
    {"check", "check DECK [-var NAME VALUE...] [-threads N]",
     "Looks a deck over without running it: every error with its line, and what the run would need.",
     tsu_cmd_check},
    {"contact", "contact DECK --path PATH.csv --out OUT.csv [--radius RI RJ | --wall RI] [options]",
     "Drives one contact along a prescribed path with the deck's laws and writes what it answers.",
     tsu_cmd_contact},
    {"demo", "demo [--out FOLDER] [--view | --view-keep] [--threads N]",
     "Runs the demonstration that comes with the program, a rotating drum.", tsu_cmd_demo},
    {"laws", "laws [NAME] [--plugin FILE] [--markdown]",
     "Lists the contact laws, their parameters with units and defaults, history and keywords.", tsu_cmd_laws},
    {"new", "new NAME [--kind hopper|drum|pile|compression]",
     "Writes a folder with a commented deck to start from.", tsu_cmd_new},
    {"plot", "plot LOG [--columns A,B,...] [-o FILE.html]",
     "Draws the thermo columns of a log of tsubu, LIGGGHTS or LAMMPS as one interactive page.", tsu_cmd_plot},
    {"reference", "reference [NAME | --markdown | --tools | --man | --completion]",
     "Lists the commands and styles of a deck, or shows one with its usage.", tsu_cmd_reference},
    {"slider", "slider DECK [--out FILE.csv] [--plot FILE.html] [--stability] [-var NAME VALUE ...]",
     "Runs a stick-slip slider with ageing friction, or finds whether its steady sliding is stable.",
     tsu_cmd_slider},
    {"snapshot", "snapshot RUN|DUMP|RESTART --png FILE.png [--color FIELD] [--view VIEW] [options]",
     "Draws a recorded run, a text dump or a restart file as a picture, without a display.",
     tsu_cmd_snapshot},
    {"verify", "verify [GROUP...] [--plugin FILE] [--markdown]",
     "Runs the verification card: closed forms, published numbers, conservation.", tsu_cmd_verify},
    {"view", "view [RUN | --examples FOLDER] [--port P] [--open]",
     "Shows a recorded run (`tsubu DECK --record RUN`) in the browser, or without one a gallery of the "
     "examples.",
     tsu_cmd_view},
    {0}};

static int print_help(void)
{
    printf("tsubu %s - discrete element engine\n\n"
           "usage: tsubu DECK [options]      run a deck\n"
           "       tsubu NAME ...            run a tool; `tsubu NAME --help` says more\n\n"
           "options of a run:\n",
           tsu_version());
    tsu_run_options_print("text");
    printf("  %-22s %s\n  %-22s %s\n\ntools:\n", "-help, -h", "this text", "-version", "the version");
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        printf("  %-10s %s\n", c->name, c->summary);
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

int main(int argc, char **argv)
{
    tsu_system_start();
    return_memory();
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
