/* SPDX-License-Identifier: Apache-2.0 */
/* bench_measure.c - one run of one program: its times, its memory, the last row of its table. */
#include "base/clock.h"
#include "bench/bench.h"
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

bool tsu_bench_has(const char *program)
{
    const char *path = getenv("PATH");
    char file[1024];
    while (path && *path) {
        const int length = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", length, path, program);
        if (access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

static void become(const char *folder, char *const *command)
{
    if (chdir(folder) != 0) _exit(126);
    const int out = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0) _exit(126);
    execvp(command[0], command);
    _exit(127);
}

/* The last line that holds numbers only is the last row of the table: step, particles, kinetic energy. */
static void read_table(const char *folder, tsu_bench_sample *out)
{
    char path[1024], line[512];
    snprintf(path, sizeof path, "%s/said", folder);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        double step, n, ke;
        const bool words = strpbrk(line, "abcdfghijklmnopqrstuvwxyz") != NULL;
        if (!words && sscanf(line, "%lf %lf %lf", &step, &n, &ke) == 3) {
            out->particles = n;
            out->ke = ke;
        }
    }
    if (f) fclose(f);
}

bool tsu_bench_said(const char *folder, const char *beginning, char *line, size_t size)
{
    char path[1024], next[512];
    bool found = false;
    snprintf(path, sizeof path, "%s/said", folder);
    FILE *f = fopen(path, "r");
    while (f && !found && fgets(next, sizeof next, f)) {
        next[strcspn(next, "\n")] = '\0';
        found = strncmp(next, beginning, strlen(beginning)) == 0;
    }
    if (f) fclose(f);
    if (found) snprintf(line, size, "%s", next);
    return found;
}

static void last_line(const char *folder, char *line, size_t size)
{
    char path[1024], next[512];
    snprintf(path, sizeof path, "%s/said", folder);
    FILE *f = fopen(path, "r");
    snprintf(line, size, "it said nothing");
    while (f && fgets(next, sizeof next, f)) {
        next[strcspn(next, "\n")] = '\0';
        if (strspn(next, " -\t") < strlen(next)) snprintf(line, size, "%.300s", next);
    }
    if (f) fclose(f);
}

tsu_status tsu_bench_run(const char *folder, char *const *command, tsu_bench_sample *out, tsu_error *err)
{
    int state = 0;
    struct rusage used;
    *out = (tsu_bench_sample){0};
    fflush(stdout);
    const double begin = tsu_clock_seconds();
    const pid_t child = fork();
    if (child < 0) return tsu_error_set(err, TSU_ERROR_MEMORY, "no process could be started");
    if (child == 0) become(folder, command);
    if (wait4(child, &state, 0, &used) < 0)
        return tsu_error_set(err, TSU_ERROR_IO, "%s was lost", command[0]);
    out->wall = tsu_clock_seconds() - begin;
    out->cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    out->peak_bytes = 1024.0 * (double)used.ru_maxrss;
    if (!WIFEXITED(state) || WEXITSTATUS(state) != 0) {
        char line[320];
        last_line(folder, line, sizeof line);
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s failed: %s", command[0], line);
    }
    read_table(folder, out);
    return TSU_OK;
}
