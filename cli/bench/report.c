/* SPDX-License-Identifier: Apache-2.0 */
/* bench_report.c - what `tsubu bench` found: on the screen, as a table in a file, as a page. */
#include "bench/bench.h"
#include "cuda/device.h"
#include "format/plot_page.h"
#include "tsubu/tsubu.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the screen ------------------------------------------------------------------------------------------------------------ */

static double all_stages(const tsu_bench_result *r)
{
    return tsu_bench_times_all(&r->stage);
}

static void print_result(const tsu_bench *b, const tsu_bench_result *r)
{
    const tsu_bench_result *self = &b->result[r->self];
    printf("  %-28s ", tsu_bench_label(r));
    if (r->runs > 0)
        printf("%8.2f  (%.2f to %.2f)", r->median, r->low, r->high);
    else
        printf("too short to be measured beside what else the machine does: more --steps or --repeat");
    if (r->entry->program != TSU_BENCH_SELF && r->runs > 0 && self->runs > 0)
        printf("  tsubu is %5.2f times as fast", self->median / r->median);
    if (r->gpu && r->runs > 0 && self->runs > 0)
        printf("  %.4g times as fast, %d steps", r->median / self->median, r->of.many - r->of.few);
    printf(
        "\n  %28s %8.0f bytes and %.3f contacts per particle, kinetic energy %.4g J, mean overlap %.4g m\n",
        "", r->bytes, r->end.contacts, r->ke, r->end.overlap);
}

static void print_stages(const tsu_bench_result *r)
{
    const double all = all_stages(r);
    printf("  stages of %s:", r->entry->label);
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        printf("  %s %.1f %%", tsu_stage_names[k], all > 0.0 ? 100.0 * r->stage.seconds[k] / all : 0.0);
    }
    printf("\n");
}

void tsu_bench_print(const tsu_bench *b, int first)
{
    for (int r = first; r < b->results; r++) {
        print_result(b, &b->result[r]);
    }
    for (int r = first; r < b->results; r++) {
        if (b->result[r].entry->program == TSU_BENCH_SELF && !b->result[r].gpu) print_stages(&b->result[r]);
    }
    fflush(stdout);
}

/* The results that stand beside this one: the same program at the same case on other numbers of threads. */
static int row_of_threads(const tsu_bench *b, const tsu_bench_result *one, const tsu_bench_result *out[32])
{
    int n = 0;
    for (int k = 0; k < b->results && n < 32; k++) {
        const tsu_bench_result *r = &b->result[k];
        if (r->one >= 0 && &b->result[r->one] == one) out[n++] = r;
    }
    return n;
}

static double per_step(const tsu_bench_result *r, double seconds)
{
    return 1.0e3 * seconds / (r->of.many - r->of.few); /* [ms] */
}

static void print_stage_scaling(const tsu_bench_result *const *row, int n, int stage)
{
    const double one = row[0]->stage.seconds[stage], all = all_stages(row[0]);
    const tsu_bench_result *most = row[n - 1];
    if (!(most->stage.seconds[stage] > 5.0e-4 * all_stages(most))) return;
    printf("  %-12s", tsu_stage_names[stage]);
    for (int k = 0; k < n; k++) {
        const double s = row[k]->stage.seconds[stage];
        printf("  %8.4f (%5.2f)", per_step(row[k], s), s > 0.0 ? one / s : 0.0);
    }
    printf("  %6.2f %%\n", all > 0.0 ? 100.0 * most->stage.serial[stage] / all : 0.0);
}

static void print_case_scaling(const tsu_bench_result *const *row, int n)
{
    double serial = 0.0;
    const double all = all_stages(row[0]);
    printf("%s, %s: milliseconds a step by threads, in brackets how many times as fast as on one;\n"
           "serial: with %d threads, in percent of a step on one\n  %-12s",
           row[0]->of.name, row[0]->entry->label, row[n - 1]->threads, "stage");
    for (int k = 0; k < n; k++) {
        printf("  %8d        ", row[k]->threads);
    }
    printf("  serial\n");
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        print_stage_scaling(row, n, k);
        serial += row[n - 1]->stage.serial[k];
    }
    printf("  %-12s", "all");
    for (int k = 0; k < n; k++) {
        printf("  %8.4f (%5.2f)", per_step(row[k], all_stages(row[k])), all / all_stages(row[k]));
    }
    printf("  %6.2f %%\n  %-12s", all > 0.0 ? 100.0 * serial / all : 0.0, "million/s");
    for (int k = 0; k < n; k++) {
        printf("  %8.2f (%5.2f)", row[k]->median, row[k]->median / row[0]->median);
    }
    printf("\n");
}

void tsu_bench_print_scaling(const tsu_bench *b)
{
    for (int k = 0; k < b->results; k++) {
        const tsu_bench_result *row[32];
        const int n = b->result[k].one == k ? row_of_threads(b, &b->result[k], row) : 0;
        if (n > 1 && row[0]->entry->program == TSU_BENCH_SELF) print_case_scaling(row, n);
    }
}

/* Of a particle and step [ns], within the program and so without what reading and the first lists take: CPU time on one thread, time
 * by the clock on more. */
static double cost_of(const tsu_bench_result *r)
{
    const double seconds = r->threads > 1 ? all_stages(r) : r->stage.cpu;
    return 1.0e9 * seconds / (r->particles * (r->of.many - r->of.few));
}

void tsu_bench_print_sizes(const tsu_bench *b)
{
    const tsu_bench_result *middle = NULL;
    for (const tsu_bench_result *r = b->result; r < b->result + b->results; r++) {
        const double off = fabs(log10(r->particles) - 5.0);
        if (r->entry->program != TSU_BENCH_SELF) continue;
        if (!middle || off < fabs(log10(middle->particles) - 5.0)) middle = r;
    }
    if (!middle) return;
    printf("%10s   nanoseconds of %s a particle and step, and times that with %.0f\n", "particles",
           b->threads > 1 ? "the clock" : "CPU time", middle->particles);
    for (const tsu_bench_result *r = b->result; r < b->result + b->results; r++) {
        if (r->entry->program == TSU_BENCH_SELF)
            printf("%10.0f %10.1f %8.2f   %s, %d thread%s\n", r->particles, cost_of(r),
                   cost_of(r) / cost_of(middle), r->of.name, r->threads, r->threads > 1 ? "s" : "");
    }
}

/* ---- the table -------------------------------------------------------------------------------------------------------------- */

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

/* The GPU and its driver, behind the processor. */
static void write_gpu(FILE *f)
{
    tsu_gpu_about about;
    char line[256] = "";
    if (tsu_gpu_look(&about, NULL) != TSU_OK) return;
    FILE *driver = fopen("/proc/driver/nvidia/version", "r");
    if (driver && !fgets(line, sizeof line, driver)) line[0] = '\0';
    if (driver) fclose(driver);
    fprintf(f, "; %s, %.4g GB, %.*s", about.name, 1e-9 * about.bytes, (int)strcspn(line, "\n"), line);
}

static void write_head(const tsu_bench *b, FILE *f)
{
    char machine[256];
    machine_name(machine, sizeof machine);
    fprintf(f, "# tsubu %s, compiler %s", tsu_version(), __VERSION__);
    for (int k = 0; k < TSU_BENCH_PROGRAMS; k++) {
        if (b->version[k][0]) fprintf(f, "; %s", b->version[k]);
    }
    fprintf(f, "; %s, %ld cores", machine, sysconf(_SC_NPROCESSORS_ONLN));
    if (b->gpu) write_gpu(f);
    fprintf(f, "; medians of %d runs taking turns\n", b->repeats);
    fprintf(f,
            "case,program,threads,particles,steps,median_million_particle_steps_per_s,lowest,highest,ratio,"
            "times_one_thread,bytes_per_particle,contacts_per_particle,mean_overlap_m,kinetic_energy,"
            "nanoseconds_per_particle_step");
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        fprintf(f, ",%s_s", tsu_stage_names[k]);
    }
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        fprintf(f, ",%s_serial_s", tsu_stage_names[k]);
    }
    fprintf(f, "\n");
}

static void write_stages(bool known, const double seconds[TSU_STAGE_COUNT], FILE *f)
{
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        if (known)
            fprintf(f, ",%.4g", seconds[k]);
        else
            fprintf(f, ",");
    }
}

tsu_status tsu_bench_write_csv(const tsu_bench *b, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f) return tsu_error_set(b->err, TSU_ERROR_IO, "%s cannot be written", path);
    write_head(b, f);
    for (const tsu_bench_result *r = b->result; r < b->result + b->results; r++) {
        fprintf(f, "%s,%s,%d,%.0f,%d,%.4g,%.4g,%.4g,%.3f,", r->of.name, tsu_bench_label(r), r->threads,
                r->particles, r->of.many - r->of.few, r->median, r->low, r->high,
                b->result[r->self].median / r->median);
        if (r->one >= 0) fprintf(f, "%.3f", r->median / b->result[r->one].median);
        fprintf(f, ",%.0f,%.4f,%.5g,%.4g,", r->bytes, r->end.contacts, r->end.overlap, r->ke);
        const bool own = r->entry->program == TSU_BENCH_SELF && !r->gpu;
        if (own) fprintf(f, "%.4g", cost_of(r));
        write_stages(own, r->stage.seconds, f);
        write_stages(own && r->threads > 1, r->stage.serial, f);
        fprintf(f, "\n");
    }
    return fclose(f) == 0 ? TSU_OK : tsu_error_set(b->err, TSU_ERROR_IO, "%s cannot be written", path);
}

/* ---- the page --------------------------------------------------------------------------------------------------------------- */

static tsu_status add_program_points(const tsu_bench *b, tsu_plot_page *page, const char *label)
{
    double x[TSU_BENCH_RESULTS], y[TSU_BENCH_RESULTS];
    size_t n = 0;
    int at = 0;
    for (int k = 0; k < b->results; k++) {
        const tsu_bench_result *r = &b->result[k];
        if (r->self == k) at++;
        if (strcmp(tsu_bench_label(r), label) != 0) continue;
        x[n] = at;
        y[n++] = r->median;
    }
    tsu_plot_series series = tsu_plot_series_default(label);
    series.style = TSU_PLOT_POINTS;
    return n > 0 ? tsu_plot_page_add_series(page, &series, x, y, n, b->err) : TSU_OK;
}

static tsu_status add_table(const tsu_bench *b, tsu_plot_page *page)
{
    enum { COLUMNS = 10 };
    static const char *const headers[COLUMNS] = {"case",
                                                 "program",
                                                 "threads",
                                                 "million/s",
                                                 "lowest",
                                                 "highest",
                                                 "bytes per particle",
                                                 "contacts per particle",
                                                 "mean overlap [m]",
                                                 "kinetic energy [J]"};
    static char text[TSU_BENCH_RESULTS][COLUMNS][64];
    static const char *cells[TSU_BENCH_RESULTS * COLUMNS];
    for (int k = 0; k < b->results; k++) {
        const tsu_bench_result *r = &b->result[k];
        snprintf(text[k][0], 64, "%s", r->of.name);
        snprintf(text[k][1], 64, "%s", tsu_bench_label(r));
        snprintf(text[k][2], 64, "%d", r->threads);
        const double number[] = {r->median, r->low, r->high};
        for (int c = 0; c < 3; c++) {
            snprintf(text[k][3 + c], 64, "%.2f", number[c]);
        }
        snprintf(text[k][6], 64, "%.0f", r->bytes);
        snprintf(text[k][7], 64, "%.3f", r->end.contacts);
        snprintf(text[k][8], 64, "%.4g", r->end.overlap);
        snprintf(text[k][9], 64, "%.4g", r->ke);
        for (int c = 0; c < COLUMNS; c++) {
            cells[k * COLUMNS + c] = text[k][c];
        }
    }
    return tsu_plot_page_add_table(page, "Medians", NULL, COLUMNS, headers, (size_t)b->results, cells,
                                   b->err);
}

tsu_status tsu_bench_write_page(const tsu_bench *b, const char *path)
{
    static const char *const labels[] = {
        "tsubu",           "LIGGGHTS",     "LAMMPS gran/hertz/history", "LAMMPS gran/hooke/history",
        "LAMMPS granular", "tsubu to 0.55"};
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
