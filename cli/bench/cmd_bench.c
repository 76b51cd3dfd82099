/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_bench.c - `tsubu bench`: tsubu and, where they are installed, LIGGGHTS and LAMMPS on the same beds, taking turns. */
#include "base/parallel.h"
#include "bench/bench.h"
#include "cli.h"
#include "cuda/device.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CASES_MAX = 16 };

static int list_cases(void)
{
    for (const tsu_bench_case *k = tsu_bench_cases; k->name; k++) {
        printf("  %-16s %s\n", k->name, k->summary);
    }
    return 0;
}

static const tsu_bench_case *find_case(const char *name)
{
    for (const tsu_bench_case *k = tsu_bench_cases; k->name; k++) {
        if (strcmp(k->name, name) == 0) return k;
    }
    return NULL;
}

static bool is_deck(const char *name)
{
    struct stat s;
    return !find_case(name) && stat(name, &s) == 0 && S_ISREG(s.st_mode);
}

static tsu_status make_folder(const char *folder, char full[PATH_MAX], tsu_error *err)
{
    if ((mkdir(folder, 0755) != 0 && access(folder, W_OK) != 0) || !realpath(folder, full))
        return tsu_error_set(err, TSU_ERROR_IO, "the folder %s cannot be created or written", folder);
    return TSU_OK;
}

/* What is asked for on the command line. */
typedef struct wishes {
    const char *cases[CASES_MAX], *repeat, *threads, *steps, *folder, *csv, *plot, *alone, *list, *scaling,
        *sizes, *gpu;
    int count;
} wishes;

/* Settled beds of all sizes, in place of cases. */
static tsu_status choose_sizes(wishes *w, tsu_error *err)
{
    static const char *const beds[] = {"hertz_1k", "hertz_10k", "hertz_100k", "hertz_1m", "hertz_4m"};
    if (w->count > 0)
        return tsu_error_set(err, TSU_ERROR_INPUT, "--sizes chooses its own cases; remove %s", w->cases[0]);
    for (size_t k = 0; k < sizeof beds / sizeof *beds; k++) {
        w->cases[w->count++] = beds[k];
    }
    return TSU_OK;
}

/* Cases that do not exist are named before the first is measured. */
static tsu_status check_cases(const wishes *w, tsu_error *err)
{
    if (w->count == 0)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "`tsubu bench` needs a case, such as hertz_100k (`--list` shows them)");
    for (int k = 0; k < w->count; k++) {
        if (!find_case(w->cases[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "there is no case '%s' (`tsubu bench --list` shows them)", w->cases[k]);
    }
    return TSU_OK;
}

static tsu_status read_numbers(tsu_bench *b, const wishes *w)
{
    tsu_status status = TSU_OK;
    if (w->repeat)
        status = tsu_option_integer("--repeat", w->repeat, 1, TSU_BENCH_REPEATS, &b->repeats, b->err);
    if (status == TSU_OK && w->threads)
        status = tsu_option_integer("--threads", w->threads, 1, 1024, &b->threads, b->err);
    if (status == TSU_OK && w->steps)
        status = tsu_option_integer("--steps", w->steps, 1, 100000000, &b->steps, b->err);
    b->alone = w->alone != NULL;
    b->gpu = w->gpu != NULL;
    tsu_gpu_about about;
    return status == TSU_OK && b->gpu ? tsu_gpu_look(&about, b->err) : status;
}

/* All cases on 1, 2, 4 ... threads up to those asked for or, if none are, those of the machine. */
static tsu_status run_scaling(tsu_bench *b, const wishes *w)
{
    tsu_status status = TSU_OK;
    const int most = w->threads ? b->threads : tsu_parallel_threads();
    for (int k = 0; k < w->count; k++) {
        for (int threads = 1; status == TSU_OK; threads = 2 * threads < most ? 2 * threads : most) {
            b->threads = threads;
            status = tsu_bench_case_run(b, find_case(w->cases[k]));
            if (threads == most) break;
        }
    }
    if (status == TSU_OK) tsu_bench_print_scaling(b);
    return status;
}

static tsu_status run_cases(tsu_bench *b, const wishes *w)
{
    tsu_status status = TSU_OK;
    if (w->scaling) {
        status = run_scaling(b, w);
    } else {
        for (int k = 0; status == TSU_OK && k < w->count; k++) {
            status = tsu_bench_case_run(b, find_case(w->cases[k]));
        }
    }
    if (status == TSU_OK && w->sizes) tsu_bench_print_sizes(b);
    if (status == TSU_OK && w->csv) status = tsu_bench_write_csv(b, w->csv);
    if (status == TSU_OK && w->plot) status = tsu_bench_write_page(b, w->plot);
    return status;
}

static tsu_status run_deck(const tsu_bench *b, const wishes *w)
{
    const tsu_bench_deck_options own = {w->folder ? b->folder : NULL, w->csv, b->repeats, b->threads,
                                        b->alone};
    if (w->count > 1)
        return tsu_error_set(b->err, TSU_ERROR_INPUT, "a deck is measured alone; remove %s", w->cases[1]);
    if (w->scaling || w->steps || w->plot || w->gpu)
        return tsu_error_set(b->err, TSU_ERROR_INPUT, "a deck runs from beginning to end; %s is for cases",
                             w->scaling ? "--scaling"
                             : w->steps ? "--steps"
                             : w->gpu   ? "--gpu"
                                        : "--plot");
    return tsu_bench_own_deck(&own, w->cases[0], b->err);
}

int tsu_cmd_bench(int argc, char **argv)
{
    static tsu_bench b;
    tsu_error err = {0};
    bool help;
    char full[PATH_MAX];
    wishes w = {0};
    const tsu_option options[] = {
        {"--list", 0, "", "the cases", &w.list, NULL, 0},
        {"--repeat", 1, "N", "runs of each program, taking turns (3)", &w.repeat, NULL, 0},
        {"--threads", 1, "N", "threads of tsubu, MPI ranks of the others (1)", &w.threads, NULL, 0},
        {"--steps", 1, "N", "steps that count, in place of each case's own", &w.steps, NULL, 0},
        {"--alone", 0, "", "tsubu only", &w.alone, NULL, 0},
        {"--scaling", 0, "",
         "on 1, 2, 4 ... threads up to N or all of the machine: stages, and what is serial", &w.scaling, NULL,
         0},
        {"--sizes", 0, "", "cost of a particle and step in beds of 1000 to 4,000,000; takes no case",
         &w.sizes, NULL, 0},
        {"--gpu", 0, "", "also with -gpu: steps by the clock, so many that they take 2 s and more", &w.gpu,
         NULL, 0},
        {"--folder", 1, "DIR", "for beds and decks (tsubu-bench); beds that are there are used again",
         &w.folder, NULL, 0},
        {"--csv", 1, "FILE", "the results as a table", &w.csv, NULL, 0},
        {"--plot", 1, "FILE.html", "the results as a page", &w.plot, NULL, 0},
        {0}};
    b = (tsu_bench){.repeats = 3, .threads = 1, .folder = full, .err = &err};
    tsu_status status =
        tsu_options_read("bench", options, argc, argv, w.cases, CASES_MAX, &w.count, &help, &err);
    if (help) return 0;
    if (w.list) return list_cases();
    if (status == TSU_OK && w.sizes) status = choose_sizes(&w, &err);
    if (status == TSU_OK) status = read_numbers(&b, &w);
    const bool deck = status == TSU_OK && w.count > 0 && is_deck(w.cases[0]);
    if (status == TSU_OK && !deck) status = check_cases(&w, &err);
    if (status == TSU_OK && (w.folder || !deck))
        status = make_folder(w.folder ? w.folder : "tsubu-bench", full, &err);
    if (status == TSU_OK) status = deck ? run_deck(&b, &w) : run_cases(&b, &w);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
