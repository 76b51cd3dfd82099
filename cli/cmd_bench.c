/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_bench.c - `tsubu bench`: tsubu and, where they are installed, LIGGGHTS and LAMMPS on the same beds, taking turns.
 *
 * A program's speed is the difference between a run of many and a run of few steps, so that reading and the first lists do not
 * count. On one thread it is taken from CPU seconds, which a busy machine disturbs less; on more threads from the clock. */
#include "bench.h"
#include "cli.h"
#include "io/plot_page.h"
#include "tsubu/tsubu.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REPEATS_MAX = TSU_BENCH_REPEATS, WORDS_MAX = 40, RESULTS_MAX = 64 };

typedef struct result {
    const tsu_bench_case *of;
    const tsu_bench_entry *entry;
    int threads;
    int runs;
    double rate[REPEATS_MAX]; /* [million particle-steps/s] */
    double median, low, high;
    double bytes;    /* per particle */
    double contacts; /* per particle; of tsubu */
    double particles, ke;
    double stage[TSU_STAGE_COUNT]; /* of tsubu [s] */
} result;

typedef struct bench {
    const char *folder;
    int repeats, threads;
    bool alone;
    double base[3]; /* memory of each program with nothing in it [byte] */
    int results;
    result result[RESULTS_MAX];
    tsu_error *err;
} bench;

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

static void add_program(command *c, const bench *b, const tsu_bench_entry *e)
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

/* All variables of a run, names and values in turn; returns their number. */
static int variables_of(const tsu_bench_case *k, const tsu_bench_entry *e, const files *f, const char *steps,
                        char own_text[256], char skin[32], const char *out[WORDS_MAX])
{
    int n = own_variables(e, own_text, out);
    snprintf(skin, 32, "%g", k->skin);
    const char *const common[] = {"dat", f->bed, "mesh", f->mesh, "skin", skin, "warm", "1", "steps", steps};
    for (size_t w = 0; w < sizeof common / sizeof *common; w++) {
        out[n++] = common[w];
    }
    return n;
}

static tsu_status run_once(const bench *b, const tsu_bench_case *k, const tsu_bench_entry *e, const files *f,
                           int steps, tsu_bench_sample *out)
{
    command c = {0};
    char number[32], own[256], skin[32];
    const char *variable[WORDS_MAX];
    snprintf(number, sizeof number, "%d", steps);
    add_program(&c, b, e);
    add_word(&c, "-in");
    add_word(&c, e->deck);
    const int n = variables_of(k, e, f, number, own, skin, variable);
    for (int v = 0; v + 1 < n; v += 2) {
        add_variable(&c, variable[v], variable[v + 1]);
    }
    return tsu_bench_run(b->folder, c.word, out, b->err);
}

static tsu_status measure(bench *b, result *r, const files *f)
{
    tsu_bench_sample few = {0}, many;
    const tsu_bench_case *k = r->of;
    tsu_status status = k->few > 0 ? run_once(b, k, r->entry, f, k->few, &few) : TSU_OK;
    if (status == TSU_OK) status = run_once(b, k, r->entry, f, k->many, &many);
    if (status != TSU_OK) return status;
    const double seconds = b->threads > 1 ? many.wall - few.wall : many.cpu - few.cpu;
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

/* ---- one case ----------------------------------------------------------------------------------------------------------- */

static bool installed(const bench *b, const tsu_bench_entry *e)
{
    if (e->program == TSU_BENCH_SELF) return true;
    if (b->alone || (b->threads > 1 && !tsu_bench_has("mpirun"))) return false;
    return tsu_bench_has(e->program == TSU_BENCH_LIGGGHTS ? "liggghts" : "lmp");
}

/* What a program takes with nothing to do. */
static void measure_base(bench *b, const tsu_bench_entry *e)
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
    add_program(&c, b, e);
    add_word(&c, "-in");
    add_word(&c, "in.nothing");
    if (tsu_bench_run(b->folder, c.word, &s, b->err) == TSU_OK) b->base[e->program] = s.peak_bytes;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(result *r)
{
    r->low = r->high = r->median = NAN;
    if (r->runs == 0) return;
    qsort(r->rate, (size_t)r->runs, sizeof *r->rate, by_size);
    r->low = r->rate[0];
    r->high = r->rate[r->runs - 1];
    r->median = 0.5 * (r->rate[(r->runs - 1) / 2] + r->rate[r->runs / 2]);
}

static void print_result(const bench *b, const result *r, const result *self)
{
    printf("  %-28s %8.2f  (%.2f to %.2f)", r->entry->label, r->median, r->low, r->high);
    if (r != self) printf("  tsubu is %5.2f times as fast", self->median / r->median);
    printf("%*s%6.0f bytes per particle, kinetic energy %.4g J\n", r == self ? 31 : 2, "", r->bytes, r->ke);
    (void)b;
}

static void print_stages(const result *r)
{
    double all = 0.0;
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        all += r->stage[k];
    }
    printf("  stages of tsubu:");
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        printf("  %s %.1f %%", tsu_stage_names[k], all > 0.0 ? 100.0 * r->stage[k] / all : 0.0);
    }
    printf("\n  contacts per particle: %.2f\n", r->contacts);
}

static tsu_status find_stages(const bench *b, result *r, const files *f)
{
    char path[1024], own[2][256], skin[2][32], few[32], many[32];
    const char *va[WORDS_MAX], *vb[WORDS_MAX];
    snprintf(path, sizeof path, "%s/%s", b->folder, r->entry->deck);
    snprintf(few, sizeof few, "%d", r->of->few);
    snprintf(many, sizeof many, "%d", r->of->many);
    const int n = variables_of(r->of, r->entry, f, few, own[0], skin[0], va);
    variables_of(r->of, r->entry, f, many, own[1], skin[1], vb);
    return tsu_bench_stages(path, va, vb, n, b->threads, b->repeats, r->stage, &r->contacts, b->err);
}

static tsu_status prepare(const bench *b, const tsu_bench_case *k, files *f)
{
    tsu_status status = TSU_OK;
    snprintf(f->bed, sizeof f->bed, "none");
    snprintf(f->mesh, sizeof f->mesh, "none");
    for (int e = 0; status == TSU_OK && e < k->entries; e++) {
        status = tsu_bench_deck(b->folder, k->entry[e].deck, b->err);
    }
    if (status == TSU_OK && k->sizes)
        status = tsu_bench_bed(b->folder, k->sizes, k->tiles, f->bed, sizeof f->bed, b->err);
    if (status == TSU_OK && k->mesh) status = tsu_bench_rotor(b->folder, f->mesh, sizeof f->mesh, b->err);
    return status;
}

static tsu_status run_case(bench *b, const tsu_bench_case *k)
{
    files f;
    const int first = b->results;
    tsu_status status = prepare(b, k, &f);
    printf("%s: %s; million particle-steps per %s, %d thread%s\n", k->name, k->summary,
           b->threads > 1 ? "second" : "CPU second", b->threads, b->threads > 1 ? "s" : "");
    for (int e = 0; e < k->entries; e++) {
        if (!installed(b, &k->entry[e]) || b->results == RESULTS_MAX) continue;
        measure_base(b, &k->entry[e]);
        b->result[b->results++] = (result){.of = k, .entry = &k->entry[e], .threads = b->threads};
    }
    for (int turn = 0; turn < b->repeats; turn++) {
        for (int r = first; status == TSU_OK && r < b->results; r++) {
            status = measure(b, &b->result[r], &f);
        }
    }
    if (status == TSU_OK) status = find_stages(b, &b->result[first], &f);
    for (int r = first; status == TSU_OK && r < b->results; r++) {
        summarise(&b->result[r]);
        print_result(b, &b->result[r], &b->result[first]);
    }
    if (status == TSU_OK) print_stages(&b->result[first]);
    fflush(stdout);
    return status;
}

/* ---- reports -------------------------------------------------------------------------------------------------------------- */

static void machine_name(char *out, size_t size)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "unknown processor");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (f) fclose(f);
}

static tsu_status write_csv(const bench *b, const char *path)
{
    char machine[256];
    machine_name(machine, sizeof machine);
    FILE *f = fopen(path, "w");
    if (!f) return tsu_error_set(b->err, TSU_ERROR_IO, "%s cannot be written", path);
    fprintf(f, "# tsubu %s, compiler %s; %s, %ld cores; medians of %d runs taking turns\n", tsu_version(),
            __VERSION__, machine, sysconf(_SC_NPROCESSORS_ONLN), b->repeats);
    fprintf(f, "case,program,threads,particles,median_million_particle_steps_per_s,lowest,highest,ratio,"
               "bytes_per_particle,"
               "kinetic_energy");
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        fprintf(f, ",%s_s", tsu_stage_names[k]);
    }
    fprintf(f, "\n");
    const result *self = b->result;
    for (const result *r = b->result; r < b->result + b->results; r++) {
        if (r->entry->program == TSU_BENCH_SELF) self = r;
        fprintf(f, "%s,%s,%d,%.0f,%.4g,%.4g,%.4g,%.3f,%.0f,%.4g", r->of->name, r->entry->label, r->threads,
                r->particles, r->median, r->low, r->high, self->median / r->median, r->bytes, r->ke);
        for (int k = 0; k < TSU_STAGE_COUNT; k++) {
            if (r == self)
                fprintf(f, ",%.4g", r->stage[k]);
            else
                fprintf(f, ",");
        }
        fprintf(f, "\n");
    }
    return fclose(f) == 0 ? TSU_OK : tsu_error_set(b->err, TSU_ERROR_IO, "%s cannot be written", path);
}

static tsu_status add_program_points(const bench *b, tsu_plot_page *page, const char *label)
{
    double x[RESULTS_MAX], y[RESULTS_MAX];
    size_t n = 0;
    int at = 0;
    const tsu_bench_case *last = NULL;
    for (int k = 0; k < b->results; k++) {
        const result *r = &b->result[k];
        if (r->of != last) at++;
        last = r->of;
        if (strcmp(r->entry->label, label) != 0) continue;
        x[n] = at;
        y[n++] = r->median;
    }
    tsu_plot_series series = tsu_plot_series_default(label);
    series.style = TSU_PLOT_POINTS;
    return n > 0 ? tsu_plot_page_add_series(page, &series, x, y, n, b->err) : TSU_OK;
}

static tsu_status add_table(const bench *b, tsu_plot_page *page)
{
    enum { COLUMNS = 6 };
    static const char *const headers[COLUMNS] = {"case",   "program", "million/s",
                                                 "lowest", "highest", "bytes per particle"};
    static char text[RESULTS_MAX][COLUMNS][64];
    static const char *cells[RESULTS_MAX * COLUMNS];
    for (int k = 0; k < b->results; k++) {
        const result *r = &b->result[k];
        snprintf(text[k][0], 64, "%s", r->of->name);
        snprintf(text[k][1], 64, "%s", r->entry->label);
        snprintf(text[k][2], 64, "%.2f", r->median);
        snprintf(text[k][3], 64, "%.2f", r->low);
        snprintf(text[k][4], 64, "%.2f", r->high);
        snprintf(text[k][5], 64, "%.0f", r->bytes);
        for (int c = 0; c < COLUMNS; c++) {
            cells[k * COLUMNS + c] = text[k][c];
        }
    }
    return tsu_plot_page_add_table(page, "Medians", NULL, COLUMNS, headers, (size_t)b->results, cells,
                                   b->err);
}

static tsu_status write_page(const bench *b, const char *path)
{
    static const char *const labels[] = {"tsubu", "LIGGGHTS", "LAMMPS gran/hertz/history",
                                         "LAMMPS gran/hooke/history", "LAMMPS granular"};
    tsu_plot_page *page = NULL;
    char machine[256];
    machine_name(machine, sizeof machine);
    tsu_status status = tsu_plot_page_create(&page, "tsubu bench", machine, b->err);
    const tsu_plot_chart chart = tsu_plot_chart_default("Speed", "case, in the order of the table",
                                                        "million particle-steps per second");
    if (status == TSU_OK) status = tsu_plot_page_add_chart(page, &chart, b->err);
    for (size_t k = 0; status == TSU_OK && k < sizeof labels / sizeof *labels; k++) {
        status = add_program_points(b, page, labels[k]);
    }
    if (status == TSU_OK) status = add_table(b, page);
    if (status == TSU_OK) status = tsu_plot_page_write(page, path, b->err);
    if (page) tsu_plot_page_destroy(page);
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------------------ */

static int list_cases(void)
{
    for (const tsu_bench_case *k = tsu_bench_cases; k->name; k++) {
        printf("  %-16s %s\n", k->name, k->summary);
    }
    return 0;
}

static tsu_status run_named(bench *b, const char *name)
{
    for (const tsu_bench_case *k = tsu_bench_cases; k->name; k++) {
        if (strcmp(k->name, name) == 0) return run_case(b, k);
    }
    return tsu_error_set(b->err, TSU_ERROR_INPUT, "there is no case '%s' (`tsubu bench --list` shows them)",
                         name);
}

static bool is_deck(const char *name)
{
    for (const tsu_bench_case *k = tsu_bench_cases; k->name; k++) {
        if (strcmp(k->name, name) == 0) return false;
    }
    struct stat s;
    return stat(name, &s) == 0 && S_ISREG(s.st_mode);
}

static tsu_status make_folder(const char *folder, char full[PATH_MAX], tsu_error *err)
{
    if ((mkdir(folder, 0755) != 0 && access(folder, W_OK) != 0) || !realpath(folder, full))
        return tsu_error_set(err, TSU_ERROR_IO, "the folder %s cannot be made or written", folder);
    return TSU_OK;
}

int tsu_cmd_bench(int argc, char **argv)
{
    enum { CASES_MAX = 16 };
    const char *cases[CASES_MAX] = {0}, *repeat = NULL, *threads = NULL, *folder = NULL, *csv = NULL,
               *plot = NULL, *alone = NULL, *list = NULL;
    const tsu_option options[] = {
        {"--list", 0, "", "the cases", &list, NULL, 0},
        {"--repeat", 1, "N", "runs of each program, taking turns (3)", &repeat, NULL, 0},
        {"--threads", 1, "N", "threads of tsubu, MPI ranks of the others (1)", &threads, NULL, 0},
        {"--alone", 0, "", "tsubu only", &alone, NULL, 0},
        {"--folder", 1, "DIR", "for beds and decks (tsubu-bench); beds that are there are used again",
         &folder, NULL, 0},
        {"--csv", 1, "FILE", "the results as a table", &csv, NULL, 0},
        {"--plot", 1, "FILE.html", "the results as a page", &plot, NULL, 0},
        {0}};
    static bench b;
    tsu_error err = {0};
    bool help;
    int n = 0;
    char full[PATH_MAX];
    b = (bench){.repeats = 3, .threads = 1, .err = &err};
    tsu_status status = tsu_options_read("bench", options, argc, argv, cases, CASES_MAX, &n, &help, &err);
    if (help) return 0;
    if (list) return list_cases();
    if (status == TSU_OK && n == 0)
        status = tsu_error_set(&err, TSU_ERROR_INPUT,
                               "`tsubu bench` needs a case, such as hertz_100k (`--list` shows them)");
    if (status == TSU_OK && repeat)
        status = tsu_option_integer("--repeat", repeat, 1, REPEATS_MAX, &b.repeats, &err);
    if (status == TSU_OK && threads)
        status = tsu_option_integer("--threads", threads, 1, 1024, &b.threads, &err);
    b.alone = alone != NULL;
    const bool deck = status == TSU_OK && is_deck(cases[0]);
    if (status == TSU_OK && (folder || !deck))
        status = make_folder(folder ? folder : "tsubu-bench", full, &err);
    b.folder = full;
    if (status == TSU_OK && deck) {
        const tsu_bench_deck_options own = {folder ? full : NULL, csv, b.repeats, b.threads, b.alone};
        status = n == 1 ? tsu_bench_own_deck(&own, cases[0], &err)
                        : tsu_error_set(&err, TSU_ERROR_INPUT, "a deck is measured by itself; %s is too much",
                                        cases[1]);
        return status == TSU_OK ? 0 : tsu_cli_fail(&err);
    }
    for (int k = 0; status == TSU_OK && k < n; k++) {
        status = run_named(&b, cases[k]);
    }
    if (status == TSU_OK && csv) status = write_csv(&b, csv);
    if (status == TSU_OK && plot) status = write_page(&b, plot);
    return status == TSU_OK ? 0 : tsu_cli_fail(&err);
}
