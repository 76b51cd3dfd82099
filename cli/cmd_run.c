/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - runs a deck: screen, log file, progress line, interruption. */
#include "cli.h"
#include "run_view.h"
#include "script/session.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct front {
    FILE *screen; /* NULL: none */
    FILE *log;    /* NULL: none */
    bool terminal;
    bool line_shown; /* a progress line stands on the terminal */
    double last_progress;
    const tsu_session *session;
    tsu_run_view view;
} front;

static volatile sig_atomic_t stop_requests;

static void on_signal(int signal_number)
{
    (void)signal_number;
    if (++stop_requests > 1) _exit(130); /* the second time at once */
}

static bool front_interrupted(void *context)
{
    front *f = context;
    if (tsu_run_view_stopped(&f->view) && stop_requests == 0) stop_requests = 1;
    return stop_requests > 0;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

static void clear_line(front *f)
{
    if (f->line_shown) fputs("\r\033[K", f->screen);
    f->line_shown = false;
}

static void front_print(void *context, const char *text, bool screen, bool log)
{
    front *f = context;
    if (screen && f->screen) {
        clear_line(f);
        fputs(text, f->screen);
        fflush(f->screen); /* whoever watches a file wants to see it grow */
    }
    if (log && f->log) {
        fputs(text, f->log);
        fflush(f->log);
    }
}

static tsu_status front_open_log(void *context, const char *path, bool append, tsu_error *err)
{
    front *f = context;
    FILE *file = path ? fopen(path, append ? "a" : "w") : NULL;
    if (path && !file) return tsu_error_set(err, TSU_ERROR_IO, "the log file %s cannot be written", path);
    if (f->log) fclose(f->log);
    f->log = file;
    return TSU_OK;
}

/* A line that is overwritten, on a terminal only. */
static void front_progress(void *context, const tsu_session *s)
{
    enum { PER_SECOND = 5 };
    front *f = context;
    tsu_run_view_poll(&f->view, s);
    const double now = seconds();
    if (!f->terminal || now - f->last_progress < 1.0 / PER_SECOND) return;
    f->last_progress = now;
    const tsu_world *w = s->world;
    const double done = (double)(w->step - s->run_begin), all = (double)(s->run_end - s->run_begin);
    const double rate = s->loop_seconds > 0.0 ? done * w->particles.count / s->loop_seconds : 0.0;
    const double left = done > 0.0 ? s->loop_seconds * (all - done) / done : 0.0;
    fprintf(f->screen,
            "\r\033[K  step %lld  t = %.4g s  %3.0f %%  %d particles  %lld contacts  %.2f M/s  audit %.1e  "
            "%.0f s left",
            (long long)w->step, w->time, all > 0.0 ? 100.0 * done / all : 100.0, w->particles.count,
            (long long)w->touching, 1.0e-6 * rate, tsu_energy_error(w), left);
    fflush(f->screen);
    f->line_shown = true;
}

static int64_t front_limit(void *context, const tsu_session *s)
{
    return tsu_run_view_limit(&((front *)context)->view, s);
}

static void front_thermo(void *context, const tsu_session *s, const double *value)
{
    tsu_run_view_thermo(&((front *)context)->view, s, value);
}

static tsu_status open_files(front *f, const tsu_run_options *o, tsu_error *err)
{
    const bool no_screen = o->screen && strcmp(o->screen, "none") == 0;
    f->screen = no_screen ? NULL : o->screen ? fopen(o->screen, "w") : stdout;
    if (o->screen && !no_screen && !f->screen)
        return tsu_error_set(err, TSU_ERROR_IO, "the screen file %s cannot be written", o->screen);
    f->terminal = f->screen == stdout && isatty(STDOUT_FILENO);
    if (o->log && strcmp(o->log, "none") == 0) return TSU_OK;
    return front_open_log(f, o->log ? o->log : "log.tsubu", false, err);
}

static tsu_status run_deck(front *f, tsu_session *s, const tsu_run_options *o, tsu_error *err)
{
    (void)f;
    if (o->echo_given) tsu_script_set_echo(s->script, o->echo_screen, o->echo_log);
    for (int k = 0; k < o->variables; k++) {
        const tsu_run_variable *v = &o->variable[k];
        const tsu_status status = tsu_script_set_variable(s->script, v->name, v->count, v->value, err);
        if (status != TSU_OK) return status;
    }
    return tsu_script_run_file(s->script, strcmp(o->deck, "-") == 0 ? "/dev/stdin" : o->deck, err);
}

int tsu_cmd_run(const tsu_run_options *o)
{
    front f = {0};
    tsu_error err = {0};
    if (open_files(&f, o, &err) != TSU_OK) return tsu_cli_fail(&err);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    tsu_session *s = tsu_session_create(&(tsu_session_options){.threads = o->threads,
                                                               .print = front_print,
                                                               .open_log = front_open_log,
                                                               .progress = front_progress,
                                                               .interrupted = front_interrupted,
                                                               .limit = front_limit,
                                                               .thermo = front_thermo,
                                                               .context = &f},
                                        &err);
    f.session = s;
    tsu_status status = s ? tsu_run_view_begin(&f.view, o, &err) : err.status;
    if (status == TSU_OK) status = run_deck(&f, s, o, &err);
    clear_line(&f);
    tsu_run_view_end(&f.view, s);
    int code = status == TSU_OK ? 0 : tsu_cli_fail(&err), asked = 0;
    if (status != TSU_OK && f.log) fprintf(f.log, "ERROR: %s:%d: %s\n", err.file, err.line, err.message);
    if (status == TSU_OK && s && tsu_script_quit(s->script, &asked)) code = asked;
    if (stop_requests > 0) {
        fprintf(stderr, "tsubu: stopped at step %lld on request\n",
                s && s->world ? (long long)s->world->step : 0LL);
        code = 130;
    }
    tsu_session_destroy(s);
    if (f.log) fclose(f.log);
    if (f.screen && f.screen != stdout) fclose(f.screen);
    return code;
}
