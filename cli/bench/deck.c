/* SPDX-License-Identifier: Apache-2.0 */
/* bench_deck.c - a deck of the user's run from beginning to end, by tsubu and LIGGGHTS in turns, each time in a fresh copy of its
 * folder, so that what they write does not meet. The copies stay until all runs are done: a file system may need longer to make
 * new files while it remembers deleted ones (ext4 without a journal: 0.6 ms a file). */
#include "bench/bench.h"
#include "step/wall/wall.h"
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROGRAMS = 2, WORDS = 10 };

typedef struct deck_program {
    const char *label;
    char folder[1280];
    char *command[WORDS];
    int runs;
    double cpu[TSU_BENCH_REPEATS], wall[TSU_BENCH_REPEATS]; /* [s] */
    double ke;
} deck_program;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, by_size);
    return 0.5 * (value[(count - 1) / 2] + value[count / 2]);
}

/* A copy of the folder `from`, without what ran there before. */
static tsu_status copy_folder(const char *folder, char *from, char *to, tsu_error *err)
{
    tsu_bench_sample s;
    char *const remove[] = {"rm", "-rf", to, NULL}, *const copy[] = {"cp", "-R", from, to, NULL};
    const tsu_status status = tsu_bench_run(folder, remove, &s, err);
    return status == TSU_OK ? tsu_bench_run(folder, copy, &s, err) : status;
}

static tsu_status run_program(const tsu_bench_deck_options *o, deck_program *p, char *from, tsu_error *err)
{
    tsu_bench_sample s;
    snprintf(p->folder, sizeof p->folder, "%s/deck_%s_%d", o->folder, p->label, p->runs + 1);
    tsu_status status = copy_folder(o->folder, from, p->folder, err);
    if (status == TSU_OK) status = tsu_bench_run(p->folder, p->command, &s, err);
    if (status != TSU_OK) return status;
    p->cpu[p->runs] = s.cpu;
    p->wall[p->runs++] = s.wall;
    p->ke = s.ke;
    return TSU_OK;
}

static tsu_status report(const tsu_bench_deck_options *o, deck_program *p, int programs, const char *deck,
                         tsu_error *err)
{
    FILE *f = o->csv ? fopen(o->csv, "w") : NULL;
    if (o->csv && !f) return tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written", o->csv);
    if (f)
        fprintf(
            f, "deck,program,threads,runs,median_cpu_s,lowest_cpu_s,highest_cpu_s,median_wall_s,cpu_ratio\n");
    double self = 0.0, self_wall = 0.0;
    for (int k = 0; k < programs; k++) {
        const double wall = median(p[k].wall, p[k].runs), cpu = median(p[k].cpu, p[k].runs);
        if (k == 0) self = cpu;
        if (k == 0) self_wall = wall;
        printf("  %-12s %8.2f s of CPU time (%.2f to %.2f), %.2f s of wall time", p[k].label, cpu,
               p[k].cpu[0], p[k].cpu[p[k].runs - 1], wall);
        if (k > 0) printf("; tsubu needs %.2f times less, %.2f by the clock", cpu / self, wall / self_wall);
        printf("\n");
        if (f)
            fprintf(f, "%s,%s,%d,%d,%.4g,%.4g,%.4g,%.4g,%.3f\n", deck, p[k].label, o->threads, p[k].runs, cpu,
                    p[k].cpu[0], p[k].cpu[p[k].runs - 1], wall, cpu / self);
    }
    return !f || fclose(f) == 0 ? TSU_OK : tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written", o->csv);
}

static tsu_status take_turns(const tsu_bench_deck_options *o, char *from, char *deck, tsu_error *err)
{
    char number[32];
    snprintf(number, sizeof number, "%d", o->threads);
    deck_program p[PROGRAMS] = {
        {.label = "tsubu", .command = {"/proc/self/exe", "-threads", number, "-in", deck}},
        {.label = "LIGGGHTS", .command = {"liggghts", "-in", deck}}};
    char *const with_mpi[] = {
        "mpirun", "--allow-run-as-root", "--oversubscribe", "-np", number, "liggghts", "-in", deck, NULL};
    if (o->threads > 1) memcpy(p[1].command, with_mpi, sizeof with_mpi);
    const bool peer = !o->alone && tsu_bench_has("liggghts") && (o->threads == 1 || tsu_bench_has("mpirun"));
    const int programs = peer ? PROGRAMS : 1;
    tsu_status status = TSU_OK;
    printf("%s from beginning to end, %d thread%s\n", deck, o->threads, o->threads > 1 ? "s" : "");
    fflush(stdout);
    for (int turn = 0; turn < o->repeats; turn++) {
        for (int k = 0; k < programs && status == TSU_OK; k++) {
            status = run_program(o, &p[k], from, err);
        }
    }
    return status == TSU_OK ? report(o, p, programs, deck, err) : status;
}

/* A folder of our own, gone afterwards, unless one is given. */
static tsu_status run_aside(tsu_bench_deck_options o, char *from, char *deck, tsu_error *err)
{
    tsu_bench_sample s;
    char own[PATH_MAX];
    const char *temporary = getenv("TMPDIR");
    if (o.folder) return take_turns(&o, from, deck, err);
    snprintf(own, sizeof own, "%s/tsubu-bench-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(own)) return tsu_error_set(err, TSU_ERROR_IO, "the folder %s cannot be created", own);
    o.folder = own;
    const tsu_status status = take_turns(&o, from, deck, err);
    char *const remove[] = {"rm", "-rf", own, NULL};
    tsu_error ignored = {0};
    (void)tsu_bench_run("/", remove, &s, &ignored);
    return status;
}

tsu_status tsu_bench_own_deck(const tsu_bench_deck_options *o, const char *path, tsu_error *err)
{
    char full[PATH_MAX], second[PATH_MAX];
    if (!realpath(path, full)) return tsu_error_set(err, TSU_ERROR_IO, "the deck %s is missing", path);
    snprintf(second, sizeof second, "%s", full);
    char *deck = basename(second), *from = dirname(full);
    const size_t length = strlen(from);
    if (o->folder && strncmp(o->folder, from, length) == 0 &&
        (o->folder[length] == '/' || o->folder[length] == '\0'))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%s lies in the folder of the deck, which is copied; choose a --folder outside",
                             o->folder);
    return run_aside(*o, from, deck, err);
}
