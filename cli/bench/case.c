/* SPDX-License-Identifier: Apache-2.0 */
/* bench_case.c - a case measured: tsubu and, where they are installed, LIGGGHTS and LAMMPS, taking turns.
 *
 * A program's speed is the difference between a run of many and a run of few steps, so that reading and the first lists do not
 * count. Steps on a GPU are so many that they take two seconds and more. On one thread it is taken from CPU seconds, which a busy machine disturbs less; on more threads from the clock. One more
 * run of each, not timed, ends with its places, from which contacts and overlaps are told. */
#include "bench/bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 40, GPU_SECONDS = 2, STEPS_MOST = 2000000 };

/* ---- one run ------------------------------------------------------------------------------------------------------------ */

/* The words of a command line, kept together. */
typedef struct command {
    int count;
    char *word[WORDS_MAX];
    char text[4096];
    size_t used;
} command;

static void add_word(command *c, const char *word)
{
    const size_t size = strlen(word) + 1;
    if (c->count >= WORDS_MAX - 1 || c->used + size > sizeof c->text) return;
    memcpy(c->text + c->used, word, size);
    c->word[c->count++] = c->text + c->used;
    c->word[c->count] = NULL;
    c->used += size;
}

static void add_variable(command *c, const char *name, const char *value)
{
    add_word(c, "-var");
    add_word(c, name);
    add_word(c, value);
}

static void add_program(command *c, const tsu_bench *b, const tsu_bench_entry *e, bool gpu)
{
    char number[32];
    snprintf(number, sizeof number, "%d", b->threads);
    if (e->program != TSU_BENCH_SELF && b->threads > 1) {
        static const char *const with_mpi[] = {"mpirun", "--allow-run-as-root", "--oversubscribe", "-np"};
        for (size_t k = 0; k < sizeof with_mpi / sizeof *with_mpi; k++) {
            add_word(c, with_mpi[k]);
        }
        add_word(c, number);
    }
    add_word(c, e->program == TSU_BENCH_SELF       ? "/proc/self/exe"
                : e->program == TSU_BENCH_LIGGGHTS ? "liggghts"
                                                   : "lmp");
    if (e->program == TSU_BENCH_SELF) {
        add_word(c, "-threads");
        add_word(c, number);
        if (gpu) add_word(c, "-gpu");
    }
    add_word(c, "-log");
    add_word(c, "none");
}

/* Pairs of words of an entry's own variables. */
static int own_variables(const tsu_bench_entry *e, char text[256], const char *out[8])
{
    int n = 0;
    snprintf(text, 256, "%s", e->variables);
    for (char *save = NULL, *w = strtok_r(text, " ", &save); w && n < 8; w = strtok_r(NULL, " ", &save)) {
        out[n++] = w;
    }
    return n;
}

typedef struct files {
    char bed[1024], mesh[1024];
} files;

/* All variables of a run, names and values in turn; returns their number. `end`: the deck that it ends with. */
static int variables_of(const tsu_bench_result *r, const files *f, const char *steps, const char *end,
                        char own_text[256], char skin[32], const char *out[WORDS_MAX])
{
    int n = own_variables(r->entry, own_text, out);
    snprintf(skin, 32, "%g", r->of.skin);
    const char *const common[] = {"dat",  f->bed, "mesh",  f->mesh, "skin", skin,
                                  "warm", "1",    "steps", steps,   "end",  end};
    for (size_t w = 0; w < sizeof common / sizeof *common; w++) {
        out[n++] = common[w];
    }
    return n;
}

static const char end_timed[] = "in.stop";

static tsu_status run_once(const tsu_bench *b, const tsu_bench_result *r, const files *f, int steps,
                           const char *end, tsu_bench_sample *out)
{
    command c = {0};
    char number[32], own[256], skin[32];
    const char *variable[WORDS_MAX];
    snprintf(number, sizeof number, "%d", steps);
    add_program(&c, b, r->entry, r->gpu);
    add_word(&c, "-in");
    add_word(&c, r->entry->deck);
    const int n = variables_of(r, f, number, end, own, skin, variable);
    for (int v = 0; v + 1 < n; v += 2) {
        add_variable(&c, variable[v], variable[v + 1]);
    }
    return tsu_bench_run(b->folder, c.word, out, b->err);
}

/* The run of many steps; on a GPU it is made longer until it takes long enough beside the other one. */
static tsu_status run_many(const tsu_bench *b, tsu_bench_result *r, const files *f, double few,
                           tsu_bench_sample *out)
{
    tsu_status status = run_once(b, r, f, r->of.many, end_timed, out);
    while (status == TSU_OK && r->gpu && b->steps == 0 && out->wall - few < GPU_SECONDS &&
           r->of.many < STEPS_MOST) {
        r->of.many *= 4;
        status = run_once(b, r, f, r->of.many, end_timed, out);
    }
    return status;
}

static tsu_status measure(tsu_bench *b, tsu_bench_result *r, const files *f)
{
    tsu_bench_sample few = {0}, many;
    const tsu_bench_case *k = &r->of;
    tsu_status status = k->few > 0 ? run_once(b, r, f, k->few, end_timed, &few) : TSU_OK;
    if (status == TSU_OK) status = run_many(b, r, f, few.wall, &many);
    if (status != TSU_OK) return status;
    const double seconds = b->threads > 1 || b->gpu ? many.wall - few.wall : many.cpu - few.cpu;
    r->particles = many.particles;
    r->ke = many.ke;
    const int ranks =
        r->entry->program == TSU_BENCH_SELF ? 1 : b->threads; /* alike, and the largest is known */
    const double bytes = many.peak_bytes - b->base[r->entry->program];
    r->bytes = many.particles > 0.0 ? ranks * bytes / many.particles : 0.0;
    if (seconds <= 0.0) return TSU_OK; /* the machine was so busy that the short run took longer: no result */
    r->rate[r->runs++] = 1e-6 * many.particles * (k->many - k->few) / seconds;
    return TSU_OK;
}

static tsu_status find_end(tsu_bench *b, tsu_bench_result *r, const files *f)
{
    char path[1024];
    tsu_bench_sample s;
    const char *end = r->entry->program == TSU_BENCH_LAMMPS ? "in.end_lammps" : "in.end";
    snprintf(path, sizeof path, "%s/end.dump", b->folder);
    remove(path);
    tsu_status status = run_once(b, r, f, r->of.many, end, &s);
    if (status == TSU_OK) status = tsu_bench_end_read(path, &r->end, b->err);
    remove(path);
    return status;
}

static tsu_status find_stages(const tsu_bench *b, tsu_bench_result *r, const files *f)
{
    char path[1024], stop[1024], own[256], skin[32], few[32];
    const char *variable[WORDS_MAX];
    const tsu_bench_case *k = &r->of;
    snprintf(path, sizeof path, "%s/%s", b->folder, r->entry->deck);
    snprintf(stop, sizeof stop, "%s/%s", b->folder, end_timed);
    snprintf(few, sizeof few, "%d", k->few);
    const int n = variables_of(r, f, few, stop, own, skin, variable);
    return tsu_bench_stages(path, variable, n, k->many - k->few, b->threads, b->repeats, &r->stage, b->err);
}

/* ---- one case ----------------------------------------------------------------------------------------------------------- */

static bool installed(const tsu_bench *b, const tsu_bench_entry *e)
{
    if (e->program == TSU_BENCH_SELF) return true;
    if (b->alone || (b->threads > 1 && !tsu_bench_has("mpirun"))) return false;
    return tsu_bench_has(e->program == TSU_BENCH_LIGGGHTS ? "liggghts" : "lmp");
}

/* What a program calls itself in its first lines: "LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled ...)", "LAMMPS (29 Sep 2021)". */
static void find_version(tsu_bench *b, tsu_bench_program program)
{
    char line[512] = "";
    const char *name = program == TSU_BENCH_LIGGGHTS ? "LIGGGHTS (" : "LAMMPS (", *skip = "Version ";
    if (program == TSU_BENCH_SELF || !tsu_bench_said(b->folder, name, line, sizeof line)) return;
    const char *text = line + strlen(name);
    if (strncmp(text, skip, strlen(skip)) == 0) text += strlen(skip);
    const int named = (int)strlen(name) - 1;
    snprintf(b->version[program], sizeof b->version[program], "%.*s%.*s",
             strncmp(text, name, (size_t)named - 1) == 0 ? 0 : named, name, (int)strcspn(text, ",)"), text);
}

/* What a program takes with nothing to do. */
static void measure_base(tsu_bench *b, const tsu_bench_entry *e)
{
    char path[1024];
    tsu_bench_sample s;
    if (b->base[e->program] > 0.0) return;
    snprintf(path, sizeof path, "%s/in.nothing", b->folder);
    FILE *f = fopen(path, "w");
    if (!f) return;
    fprintf(f, "units si\n");
    fclose(f);
    command c = {0};
    add_program(&c, b, e, false);
    add_word(&c, "-in");
    add_word(&c, "in.nothing");
    if (tsu_bench_run(b->folder, c.word, &s, b->err) != TSU_OK) return;
    b->base[e->program] = s.peak_bytes;
    find_version(b, e->program);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(tsu_bench_result *r)
{
    r->low = r->high = r->median = NAN;
    if (r->runs == 0) return;
    qsort(r->rate, (size_t)r->runs, sizeof *r->rate, by_size);
    r->low = r->rate[0];
    r->high = r->rate[r->runs - 1];
    r->median = 0.5 * (r->rate[(r->runs - 1) / 2] + r->rate[r->runs / 2]);
}

static tsu_status prepare(const tsu_bench *b, const tsu_bench_case *k, files *f)
{
    static const char *const ends[] = {"in.end", "in.end_lammps", end_timed};
    tsu_status status = TSU_OK;
    snprintf(f->bed, sizeof f->bed, "none");
    snprintf(f->mesh, sizeof f->mesh, "none");
    for (int e = 0; status == TSU_OK && e < k->entries; e++) {
        status = tsu_bench_deck(b->folder, k->entry[e].deck, b->err);
    }
    for (size_t e = 0; status == TSU_OK && e < sizeof ends / sizeof *ends; e++) {
        status = tsu_bench_deck(b->folder, ends[e], b->err);
    }
    if (status == TSU_OK && k->sizes)
        status = tsu_bench_bed(b->folder, k->sizes, k->tiles, f->bed, sizeof f->bed, b->err);
    if (status == TSU_OK && k->mesh) status = tsu_bench_rotor(b->folder, f->mesh, sizeof f->mesh, b->err);
    return status;
}

/* The result of the same program at the same case on one thread; -1 if there is none. */
static int on_one_thread(const tsu_bench *b, const tsu_bench_case *k, const tsu_bench_entry *e)
{
    for (int r = 0; r < b->results; r++) {
        const tsu_bench_result *of = &b->result[r];
        if (of->threads == 1 && of->entry == e && strcmp(of->of.name, k->name) == 0) return r;
    }
    return -1;
}

static void add_result(tsu_bench *b, const tsu_bench_case *k, const tsu_bench_entry *e, int first, bool gpu)
{
    if (b->results >= TSU_BENCH_RESULTS) return;
    tsu_bench_result *r = &b->result[b->results];
    *r = (tsu_bench_result){.of = *k, .entry = e, .threads = b->threads, .gpu = gpu, .self = first};
    if (b->steps > 0) r->of.many = k->few + b->steps;
    b->results++;
    r->one = gpu ? -1 : on_one_thread(b, k, r->entry);
}

static void add_results(tsu_bench *b, const tsu_bench_case *k)
{
    const int first = b->results;
    for (int e = 0; e < k->entries; e++) {
        if (!installed(b, &k->entry[e])) continue;
        measure_base(b, &k->entry[e]);
        add_result(b, k, &k->entry[e], first, false);
        if (b->gpu && k->entry[e].program == TSU_BENCH_SELF) add_result(b, k, &k->entry[e], first, true);
    }
}

const char *tsu_bench_label(const tsu_bench_result *r)
{
    return r->gpu ? "tsubu -gpu" : r->entry->label;
}

tsu_status tsu_bench_case_run(tsu_bench *b, const tsu_bench_case *k)
{
    files f;
    const int first = b->results;
    tsu_status status = prepare(b, k, &f);
    printf("%s: %s; million particle-steps per %s, %d thread%s\n", k->name, k->summary,
           b->threads > 1 || b->gpu ? "second" : "CPU second", b->threads, b->threads > 1 ? "s" : "");
    add_results(b, k);
    for (int turn = 0; turn < b->repeats; turn++) {
        for (int r = first; status == TSU_OK && r < b->results; r++) {
            status = measure(b, &b->result[r], &f);
        }
    }
    for (int r = first; status == TSU_OK && r < b->results; r++) {
        summarise(&b->result[r]);
        status = find_end(b, &b->result[r], &f);
        if (status == TSU_OK && b->result[r].entry->program == TSU_BENCH_SELF && !b->result[r].gpu)
            status = find_stages(b, &b->result[r], &f);
    }
    if (status == TSU_OK) tsu_bench_print(b, first);
    return status;
}
