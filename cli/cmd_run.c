/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - runs a deck: screen, log file, progress line, interruption. */
#include "base/clock.h"
#include "base/system.h"
#include "base/team.h"
#include "cli.h"
#include "cuda/device.h"
#include "foresight.h"
#include "io/atomic_file.h"
#include "io/file_lock.h"
#include "io/folder.h"
#include "ranks/crew.h"
#include "run_summary.h"
#include "run_view.h"
#include "session/continue.h"
#include "step/ledger/energy.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct front {
    FILE *screen; /* NULL: none */
    FILE *log;    /* NULL: none */
    int log_lock;
    const char *program; /* as it was called */
    bool terminal;
    bool line_shown; /* a progress line stands on the terminal */
    bool over;       /* the run has ended; its page may still be there */
    bool gpu;        /* takes the steps */
    bool lost;       /* something that was to be in the log or on the screen is not */
    double last_progress;
    tsu_foresight foresight;
    tsu_run_view view;
    tsu_run_summary summary;
} front;

enum {
    SIGNALLED = 128, /* and the number of the signal: the exit code of a run that was stopped */
    SIGNAL_PIPE = 13 /* not all systems have it */
};

static volatile sig_atomic_t stop_signal;

/* A pipe that nobody reads any more (own): the run learns of it when it writes, and not again when it says good-bye. */
static void on_signal(int signal_number, bool own)
{
    if (own && signal_number == SIGNAL_PIPE) return;
    if (stop_signal == 0) {
        stop_signal = signal_number;
        return;
    }
    tsu_atomic_file_discard_all(); /* the second time at once, without half files */
    _exit(SIGNALLED + signal_number);
}

/* By a signal, or by a reader of the page: who stops the run there still wants to see it. */
static bool front_interrupted(void *context)
{
    front *f = context;
    return stop_signal != 0 || (!f->over && tsu_run_view_stopped(&f->view));
}

static void clear_line(front *f)
{
    if (f->line_shown) fputs("\r\033[K", f->screen);
    f->line_shown = false;
}

/* Whoever watches a file wants to see it grow. */
static void put(front *f, FILE *file, const char *text)
{
    errno = 0;
    if (fputs(text, file) >= 0 && fflush(file) == 0) return;
    f->lost = true;
    if (errno == EPIPE && stop_signal == 0) stop_signal = SIGNAL_PIPE;
}

static void front_print(void *context, const char *text, bool screen, bool log)
{
    front *f = context;
    if (screen && f->screen) {
        char room[8192];
        clear_line(f);
        put(f, f->screen, strlen(text) < sizeof room / 4 ? tsu_cli_say(text, room, sizeof room) : text);
    }
    if (log && f->log) put(f, f->log, text);
}

static tsu_status hint_log(tsu_error *err)
{
    const size_t used = strlen(err->message);
    snprintf(err->message + used, sizeof err->message - used, " (`-log FILE` names the log)");
    return TSU_ERROR_IO;
}

static tsu_status front_open_log(void *context, const char *path, bool append, tsu_error *err)
{
    front *f = context;
    int lock = -1;
    if (path && tsu_folders_make(path, err) != TSU_OK) return TSU_ERROR_IO;
    if (path && tsu_file_lock(path, &lock, err) != TSU_OK) return hint_log(err);
    FILE *file = path ? fopen(path, append ? "a" : "w") : NULL;
    if (path && !file) tsu_file_unlock(lock);
    if (path && !file)
        return tsu_error_set(
            err, TSU_ERROR_IO,
            "the log file %s cannot be written: %s; run where you may write, or say `-log FILE` "
            "or `-log none`",
            path, strerror(errno));
    if (f->log) fclose(f->log);
    tsu_file_unlock(f->log_lock);
    f->log = file;
    f->log_lock = lock;
    return TSU_OK;
}

/* As many columns as the terminal has; a longer line would not be overwritten. */
static int columns(void)
{
    enum { USUAL = 80, LINE_MAX_COLUMNS = 255 };
    const int width = tsu_system_columns();
    return width <= 0 ? USUAL : width < LINE_MAX_COLUMNS ? width : LINE_MAX_COLUMNS;
}

static void put_time(double seconds, char *out, size_t size)
{
    const long long s = seconds > 0.0 && seconds < 1.0e12 ? (long long)(seconds + 0.5) : 0;
    if (s < 60)
        snprintf(out, size, "%lld s", s);
    else if (s < 3600)
        snprintf(out, size, "%lld:%02lld min", s / 60, s % 60);
    else
        snprintf(out, size, "%lld:%02lld h", s / 3600, s / 60 % 60);
}

/* Where the terminal is narrow a line ends before the piece that has no room, so that no number stands without its unit. */
static void cut(char *line, size_t width)
{
    size_t end = strlen(line);
    while (end > width) {
        do {
            end--;
        } while (end > 1 && !(line[end] == ' ' && line[end - 1] == ' '));
        if (end > 1) end--;
        line[end] = '\0';
        if (end <= 1) return;
    }
}

/* A line that is overwritten, on a terminal only. */
static void front_progress(void *context, const tsu_session *s)
{
    enum { PER_SECOND = 5 };
    front *f = context;
    const tsu_deck_view deck = tsu_foresight_look(&f->foresight, s);
    if (f->view.live) tsu_live_foresee(f->view.live, &deck);
    tsu_run_view_poll(&f->view, s);
    const double now = tsu_clock_seconds();
    if (!f->terminal || now - f->last_progress < 1.0 / PER_SECOND) return;
    f->last_progress = now;
    tsu_progress p;
    tsu_session_progress(s, &p);
    const double here = (double)p.here, left = (double)(p.run_end - p.step);
    const double done = (double)(p.step - p.run_begin), all = (double)(p.run_end - p.run_begin);
    const double rate = p.seconds > 0.0 ? here * (double)p.particles / p.seconds : 0.0;
    const bool foreseen = deck.runs > 0 && deck.left >= 0.0;
    const double part = foreseen ? deck.part : all > 0.0 ? done / all : 1.0;
    char line[256], remaining[32], which[48] = "";
    put_time(foreseen ? deck.left : here > 0.0 ? p.seconds * left / here : 0.0, remaining, sizeof remaining);
    if (foreseen && deck.runs > 1) snprintf(which, sizeof which, "  run %d of %d", deck.run, deck.runs);
    snprintf(line, sizeof line,
             " %3.0f %%  left %s%s  step %lld  t %.4g s  %zu particles  %zu contacts  %.2f M "
             "particle-steps/s  audit %.1e",
             100.0 * part, remaining, which, (long long)p.step, p.time, p.particles, p.contacts,
             1.0e-6 * rate, p.audit);
    cut(line, (size_t)(columns() - 1));
    fprintf(f->screen, "\r\033[K%s", line);
    fflush(f->screen);
    f->line_shown = true;
}

static int64_t front_limit(void *context, const tsu_session *s)
{
    return tsu_run_view_limit(&((front *)context)->view, s);
}

static bool front_wanted(void *context)
{
    return tsu_run_view_wanted(&((front *)context)->view);
}

static bool front_watched(void *context)
{
    const front *f = context;
    return f->terminal || f->view.live || f->view.recorder;
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
        return tsu_error_set(err, TSU_ERROR_IO, "the screen file %s cannot be written: %s", o->screen,
                             strerror(errno));
    f->terminal = f->screen == stdout && isatty(STDOUT_FILENO);
    if (o->log && strcmp(o->log, "none") == 0) return TSU_OK;
    return front_open_log(f, o->log ? o->log : "log.tsubu", o->unfinished != NULL, err);
}

static void front_warning(void *context, const char *file, int line, const char *sentence)
{
    tsu_run_summary_warn(&((front *)context)->summary, file, line, sentence);
}

static tsu_status run_deck(tsu_session *s, const tsu_run_options *o, tsu_error *err)
{
    if (o->echo_given) tsu_script_set_echo(s->script, o->echo_screen, o->echo_log);
    if (o->unfinished) return tsu_session_continue(s, o->unfinished, err);
    for (int k = 0; k < o->variables; k++) {
        const tsu_run_variable *v = &o->variable[k];
        const tsu_status status = tsu_session_set_variable(s, v->name, v->count, v->value, err);
        if (status != TSU_OK) return status;
    }
    return tsu_session_run_file(s, strcmp(o->deck, "-") == 0 ? "/dev/stdin" : o->deck, err);
}

static void say_and_free(front *f, char *text)
{
    if (text) front_print(f, text, true, true);
    free(text);
}

static void say_ranks(front *f)
{
    char text[300];
    if (tsu_team_size() == 1 && !f->gpu) return;
    if (f->gpu)
        tsu_gpu_report(text, sizeof text);
    else
        tsu_crew_report(text, sizeof text);
    if (text[0]) front_print(f, text, true, true);
}

/* Who takes the steps. */
static tsu_status choose_machine(front *f, tsu_session *s, const tsu_run_options *o, tsu_error *err)
{
    tsu_gpu_about about;
    f->gpu = o->gpu;
    s->options.watched = front_watched;
    if (o->gpu && tsu_team_size() > 1)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "several ranks and -gpu do not go together yet; run without mpirun, or without "
                             "-gpu");
    if (tsu_team_size() > 1) s->options.advance = tsu_crew_advance;
    if (!o->gpu) return TSU_OK;
    s->options.advance = tsu_gpu_advance;
    s->options.foresee = tsu_gpu_foresee;
    return tsu_gpu_look(&about, err);
}

/* What is said when the run is over, before a page that stays is waited for; returns the exit code. */
static int close_up(front *f, const tsu_session *s, tsu_status status, const tsu_error *err)
{
    int asked = 0;
    f->view.stopped = front_interrupted(f);
    f->over = true;
    const tsu_live_cost cost = tsu_run_view_cost(&f->view);
    f->summary.page_seconds = cost.frames_seconds + cost.rows_seconds + cost.answers_seconds;
    f->summary.page_frames = cost.frames;
    clear_line(f);
    say_ranks(f);
    say_and_free(f, tsu_run_summary_text(&f->summary, s));
    if (status != TSU_OK && f->log) fprintf(f->log, "ERROR: %s:%d: %s\n", err->file, err->line, err->message);
    if (status != TSU_OK) return tsu_cli_fail(err);
    if (f->view.stopped) {
        char *text = tsu_run_summary_how_to_go_on(s, f->program);
        if (stop_signal == SIGNAL_PIPE && text) fputs(text, stderr); /* nobody reads the screen */
        say_and_free(f, text);
        return SIGNALLED + (stop_signal != 0 ? stop_signal : SIGINT);
    }
    if (f->lost) {
        tsu_error lost = {0};
        tsu_error_set(&lost, TSU_ERROR_IO,
                      "the log or the output could not be written to the end (is the disk full?)");
        return tsu_cli_fail(&lost);
    }
    return s && tsu_session_quit(s, &asked) ? asked : 0;
}

static void catch_signals(void)
{
    tsu_system_on_stop(on_signal);
}

/* Ranks share the cores of a machine: each has one unless it is told otherwise. */
static int threads_of(const tsu_run_options *o)
{
    return o->threads == 0 && tsu_team_size() > 1 ? 1 : o->threads;
}

/* Whether forces of single contacts are kept only where somebody reads them. A recording has them in each frame, and ranks hand
 * over what they keep; a page makes them when it is asked for them. */
static bool is_lean(const tsu_run_options *o)
{
    return !o->record && (!o->view || tsu_team_size() == 1);
}

int tsu_cmd_run(const tsu_run_options *o)
{
    front f = {.program = o->program, .log_lock = -1, .foresight.from = -1};
    tsu_error err = {0};
    tsu_run_summary_begin(&f.summary);
    if (open_files(&f, o, &err) != TSU_OK) return tsu_cli_fail(&err);
    if ((f.terminal || o->view) && tsu_team_size() == 1) tsu_foresight_begin(&f.foresight, o);
    catch_signals();
    tsu_session *s = tsu_session_create(&(tsu_session_def){.threads = threads_of(o),
                                                           .print = front_print,
                                                           .open_log = front_open_log,
                                                           .progress = front_progress,
                                                           .interrupted = front_interrupted,
                                                           .wanted = front_wanted,
                                                           .warning = front_warning,
                                                           .rescue = "interrupted",
                                                           .lean = is_lean(o),
                                                           .limit = front_limit,
                                                           .thermo = front_thermo,
                                                           .context = &f},
                                        &err);
    tsu_status status = s ? choose_machine(&f, s, o, &err) : err.status;
    if (status == TSU_OK) status = tsu_run_view_begin(&f.view, o, &err);
    if (status == TSU_OK) status = run_deck(s, o, &err);
    tsu_foresight_end(&f.foresight);
    int code = close_up(&f, s, status, &err);
    if (code == 0 && o->ended) o->ended(o);
    if (stop_signal != 0) f.view.keep = false;
    if (!tsu_run_view_end(&f.view, s, status == TSU_OK ? NULL : &err) && code == 0) code = EXIT_FAILURE;
    tsu_session_destroy(s);
    if (f.log) fclose(f.log);
    tsu_file_unlock(f.log_lock);
    if (f.screen && f.screen != stdout) fclose(f.screen);
    return code;
}
