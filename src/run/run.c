/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the `run` command: steps, with thermo and other output when it is due. */
#include "run/run.h"
#include "deck/internal.h"
#include "dump/dump.h"
#include "fix/fix.h"
#include "io/writer.h"
#include "law/fused.h"
#include "model/model.h"
#include "session/continue.h"
#include "session/files.h"
#include "session/rehearsal.h"
#include "session/restart.h"
#include "session/thermo.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int64_t next_multiple(int64_t step, int64_t every)
{
    return every > 0 ? (step / every + 1) * every : INT64_MAX;
}

/* The next step at which something is to be written. */
static int64_t next_event(const tsu_session *s, int64_t step)
{
    int64_t next = next_multiple(step, s->thermo->every);
    const int64_t restart = tsu_session_restart_next(s, step);
    next = restart < next ? restart : next;
    const tsu_objects *lists[] = {&s->fixes, &s->computes, &s->dumps};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            const tsu_object *o = lists[q]->object[k];
            const int64_t due = o->output ? next_multiple(step, o->every) : INT64_MAX;
            next = due < next ? due : next;
        }
    }
    return next;
}

static tsu_status write_due(tsu_session *s, bool start, tsu_error *err)
{
    tsu_objects *lists[] = {&s->fixes, &s->computes, &s->dumps};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            tsu_object *o = lists[q]->object[k];
            const bool due = start ? o->at_start : o->every > 0 && s->world->step % o->every == 0;
            if (!o->output || !due) continue;
            const tsu_status status = o->output(s, o->state, err);
            if (status != TSU_OK) return status;
        }
    }
    return TSU_OK;
}

static tsu_status call_objects(tsu_session *s, bool finish, tsu_error *err)
{
    tsu_objects *lists[] = {&s->fixes, &s->computes, &s->dumps};
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < lists[q]->count; k++) {
            tsu_object *o = lists[q]->object[k];
            tsu_status (*call)(tsu_session *, void *, tsu_error *) = finish ? o->finish : o->init;
            const tsu_status status = call ? call(s, o->state, err) : TSU_OK;
            if (status != TSU_OK) return status;
        }
    }
    return TSU_OK;
}

/* When the run looks up between two events, to show how far it is. A step after which somebody looks costs more than the
 * others, so with large runs it happens only every so many steps; an interruption is seen at once. */
typedef struct lookout {
    const tsu_session *s;
    double last;             /* time of the last look [s] */
    int64_t steps;           /* since then */
    int64_t stride, unasked; /* the clock is asked every `stride` steps; steps since it was */
    double ended,
        cost; /* when it was told that it is time to look, and how long it took then to put a divided world together [s] */
} lookout;

/* A divided world is put together for who watches, and so seldom that it hardly costs anything. */
static bool worth_gathering(const lookout *o, double gone)
{
    enum { SHARE = 50 };
    static const double soonest = 5.0; /* [s] */
    const tsu_session_options *options = &o->s->options;
    if (options->watched && !options->watched(options->context)) return false;
    return gone > soonest && gone > SHARE * o->cost;
}

static bool time_to_look(void *context)
{
    enum { STEPS_LEAST = 20, STEPS_ENOUGH = 100 };
    static const double soonest = 0.05, late = 0.5, moment = 1.0e-3; /* [s] */
    lookout *o = context;
    const tsu_session_options *options = &o->s->options;
    if (options->interrupted && options->interrupted(options->context)) return true;
    if (options->wanted && options->wanted(options->context)) return true;
    o->steps++;
    if (++o->unasked < o->stride) return false;
    o->unasked = 0;
    if (tsu_writer_failed(o->s->writer)) return true;
    const double now = tsu_clock_seconds(), gone = now - o->last;
    if (gone < moment * (double)o->steps / (double)o->stride) o->stride *= 2;
    if (options->advance && !worth_gathering(o, gone)) return false;
    const bool look = gone > soonest && o->steps >= STEPS_LEAST && (gone > late || o->steps >= STEPS_ENOUGH);
    if (look) o->ended = now;
    return look;
}

/* Alone, or with other ranks, which may have something to say. */
static tsu_status take_steps(tsu_session *s, int64_t steps, lookout *o, tsu_error *err)
{
    char note[400] = "";
    if (!s->options.advance) return tsu_world_advance_until(s->world, steps, time_to_look, o, err);
    o->ended = 0.0;
    const tsu_status status = s->options.advance(s->world, steps, time_to_look, o, note, sizeof note, err);
    if (o->ended > 0.0) o->cost = tsu_clock_seconds() - o->ended;
    if (note[0]) tsu_script_warn(s->script, "%s", note);
    return status;
}

/* Steps until the next event, looking up in between. */
static tsu_status advance_to(tsu_session *s, int64_t target, double begin, tsu_error *err)
{
    lookout o = {.s = s, .stride = 1};
    while (s->world->step < target) {
        const int64_t limit = s->options.limit ? s->options.limit(s->options.context, s) : 0;
        const int64_t left = target - s->world->step, n = limit > 0 && limit < left ? limit : left;
        o.last = tsu_clock_seconds();
        o.steps = o.unasked = 0;
        const tsu_status status = take_steps(s, n, &o, err);
        s->loop_seconds = tsu_clock_seconds() - begin;
        if (status != TSU_OK) return status;
        if (s->options.progress) s->options.progress(s->options.context, s);
        if (s->options.interrupted && s->options.interrupted(s->options.context)) break;
        if (tsu_writer_failed(s->writer)) break; /* draining tells why */
    }
    return TSU_OK;
}

static void say_loop(tsu_session *s)
{
    const int64_t steps = s->world->step - s->run_begin;
    tsu_script_say(s->script, "Loop time of %g on %d procs for %lld steps with %d atoms\n", s->loop_seconds,
                   s->world->threads, (long long)steps, s->world->particles.count);
}

static void say_energy(tsu_session *s)
{
    const tsu_world *w = s->world;
    const tsu_accounts a = tsu_energy_accounts(&w->ledger);
    const tsu_balance e = tsu_energy_balance(w);
    tsu_script_say(
        s->script,
        TSU_FUSED_ACCOUNTS
            ? "Energy audit [J]\n"
            : "Energy audit [J]: invalid, this program keeps no accounts (TSU_WITHOUT_ACCOUNTS)\n");
    tsu_script_say(s->script,
                   "  held       kinetic %-13.6g rotational %-13.6g gravity %-13.6g elastic %.6g\n",
                   e.kinetic, e.rotational, e.gravitational, a.elastic);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (a.dissipated[q] != 0.0 && q != TSU_ACCOUNT_INTEGRATION)
            tsu_script_say(s->script, "  dissipated %-20s %.6g\n", tsu_account_names[q], a.dissipated[q]);
    }
    const tsu_heating *g = &w->heating;
    if (g->particles != 0.0 || g->walls != 0.0)
        tsu_script_say(s->script, "  heat       in particles         %.6g, in walls %.6g\n", g->particles,
                       g->walls);
    if (g->outside != 0.0) tsu_script_say(s->script, "  heat       outside the group    %.6g\n", g->outside);
    if (a.wall_work != 0.0)
        tsu_script_say(s->script, "  put in     by moving walls      %.6g\n", a.wall_work);
    if (a.external_work != 0.0)
        tsu_script_say(s->script, "  put in     by added forces      %.6g\n", a.external_work);
    if (a.given != 0.0) tsu_script_say(s->script, "  put in     by commands          %.6g\n", a.given);
    const double exchanged = e.exchanged, unit = exchanged > 0.0 ? exchanged : 1.0;
    tsu_script_say(s->script, "  error      of the time step     %.3g (%.1g of the %.6g exchanged)\n",
                   e.step_error, e.step_error / unit, exchanged);
    tsu_script_say(s->script, "  residual   %.3g (%.1g)\n", e.residual, e.residual / unit);
}

static tsu_status prepare(tsu_session *s, tsu_error *err)
{
    tsu_models_mark(s->world, true);
    tsu_models_set_span(s->world, (tsu_run_span){s->first_step, s->last_step});
    tsu_status status = tsu_world_settle(s->world, err);
    if (status == TSU_OK) status = tsu_session_prepare_liquid(s, err);
    if (status == TSU_OK) status = call_objects(s, false, err);
    if (status == TSU_OK) status = tsu_world_settle(s->world, err); /* if an object has changed the world */
    return status;
}

static void foresee(const tsu_session *s)
{
    char text[400] = "";
    if (s->options.foresee && !s->options.rehearsal) s->options.foresee(s->world, text, sizeof text);
    if (text[0]) tsu_script_say(s->script, "%s\n", text);
}

tsu_status tsu_session_begin_run(tsu_session *s, tsu_error *err)
{
    if (s->idle[0])
        tsu_script_say(s->script, "Read without effect, as threads share memory and lists: %s\n", s->idle);
    s->idle[0] = '\0';
    tsu_status status = prepare(s, err);
    if (status == TSU_OK) status = tsu_session_check(s, err);
    if (status == TSU_OK) foresee(s);
    if (status == TSU_OK) status = tsu_thermo_write_header(s, err);
    if (status == TSU_OK) (void)tsu_session_box(s);
    if (status == TSU_OK && !s->options.rehearsal) status = write_due(s, true, err);
    if (status == TSU_OK) status = tsu_thermo_write_line(s, err);
    return status;
}

/* A deck without `timestep` has the one LIGGGHTS begins with in these units. */
static tsu_status default_timestep(tsu_session *s, tsu_error *err)
{
    static const char *const usual[][2] = {
        {"si", "1e-8"}, {"cgs", "1e-8"}, {"micro", "2"}, {"lj", "0.005"}, {NULL, NULL}};
    int k = 0;
    if (s->world->dt > 0.0) return TSU_OK;
    while (usual[k][0] && strcmp(usual[k][0], s->units) != 0) {
        k++;
    }
    if (!usual[k][0]) return TSU_OK;
    char line[64];
    snprintf(line, sizeof line, "timestep %s", usual[k][1]);
    tsu_script_warn(s->script, "the deck sets no time step; %s is used, as in LIGGGHTS: add `timestep DT`",
                    usual[k][1]);
    return tsu_script_run_line(s->script, line, err);
}

/* The same in the middle of a run that was interrupted, without what was written at its start. */
static tsu_status begin_again(tsu_session *s, tsu_error *err)
{
    s->again = false;
    s->run_begin = s->journal->run_start;
    tsu_status status = prepare(s, err);
    struct tsu_growing_file *const log = s->thermo->log; /* goes on with its table */
    s->thermo->log = NULL;
    if (status == TSU_OK) status = tsu_thermo_write_header(s, err);
    s->thermo->log = log;
    return status;
}

tsu_status tsu_session_run(tsu_session *s, int64_t end, bool setup, bool finish, tsu_error *err)
{
    tsu_status status = default_timestep(s, err);
    if (status != TSU_OK) return status;
    if (s->property_removed) {
        tsu_world_change(s->world);
        tsu_world_lose(s->world, TSU_CURRENT_LAWS);
        s->property_removed = false;
    }
    s->run_begin = s->loop_begin = s->world->step;
    s->run_end = end;
    s->loop_seconds = 0.0;
    s->running = true;
    if (s->options.rehearsal) {
        const tsu_status rehearsed = tsu_session_rehearse(s, end, setup, err);
        s->running = false;
        return rehearsed;
    }
    status = tsu_session_resume(s, err);
    if (status == TSU_OK)
        status = s->again ? begin_again(s, err)
                 : setup  ? tsu_session_begin_run(s, err)
                          : tsu_world_settle(s->world, err);
    const double begin = tsu_clock_seconds();
    while (status == TSU_OK && s->world->step < end) {
        const int64_t next = next_event(s, s->world->step), target = next < end ? next : end;
        status = advance_to(s, target, begin, err);
        if (status != TSU_OK || s->world->step < target) break; /* failed or interrupted */
        const double before = tsu_clock_seconds();
        (void)tsu_session_box(s); /* files tell of it */
        status = write_due(s, false, err);
        const bool due = s->thermo->every > 0 && s->world->step % s->thermo->every == 0;
        if (status == TSU_OK && (due || s->world->step == end)) status = tsu_thermo_write_line(s, err);
        if (status == TSU_OK) status = tsu_session_restart_due(s, err); /* all of the step is written */
        tsu_times_add(&s->world->times, TSU_STAGE_OUTPUT, tsu_clock_seconds() - before);
    }
    const double before = tsu_clock_seconds();
    status = tsu_session_drain(s, status, err);
    if (status == TSU_OK) status = tsu_dumps_sync(s, err);
    tsu_times_add(&s->world->times, TSU_STAGE_OUTPUT, tsu_clock_seconds() - before);
    const bool stopped = status == TSU_OK && s->world->step < end;
    if (stopped) status = tsu_session_rescue(s, err);
    if (status == TSU_OK && !stopped) status = call_objects(s, true, err);
    s->running = false;
    if (status == TSU_OK && finish) {
        say_loop(s);
        say_energy(s);
        tsu_session_watch_energy(s, true);
    }
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------------- */

typedef struct run_words {
    int64_t end, start, stop, every;
    bool upto, pre, post;
    int first_command; /* index of the first quoted command of `every`; 0: none */
} run_words;

static tsu_status read_run(tsu_session *s, tsu_words *words, run_words *r, tsu_error *err)
{
    enum { UPTO, START, STOP, PRE, POST, EVERY };
    static const char *const list[] = {[UPTO] = "upto",
                                       [START] = "start",
                                       [STOP] = "stop",
                                       [PRE] = "pre",
                                       [POST] = "post",
                                       [EVERY] = "every",
                                       NULL};
    int64_t n;
    words->loose = true;
    tsu_status status = tsu_words_integer_in(words, "the number of steps", 0, INT64_MAX / 4, &n, err);
    *r = (run_words){.pre = true, .post = true, .start = -1, .stop = -1};
    while (status == TSU_OK && tsu_words_left(words) && !r->first_command) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) break;
        if (key == UPTO) r->upto = true;
        if (key == START)
            status = tsu_words_integer_in(words, "the first step", 0, INT64_MAX, &r->start, err);
        if (key == STOP) status = tsu_words_integer_in(words, "the last step", 0, INT64_MAX, &r->stop, err);
        if (key == PRE) status = tsu_words_switch(words, "set-up before the run", &r->pre, err);
        if (key == POST) status = tsu_words_switch(words, "report after the run", &r->post, err);
        if (key == EVERY) {
            words->loose = false;
            status = tsu_words_integer_in(words, "steps between commands", 1, INT64_MAX, &r->every, err);
            r->first_command = words->at;
        }
    }
    if (status != TSU_OK) return status;
    const int64_t now = s->again ? s->journal->run_start : s->world->step;
    r->end = r->upto ? n : now + n;
    if (r->end < now)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "`run %lld upto` ends before the present step %lld", (long long)n,
                               (long long)now);
    s->first_step = r->start >= 0 ? r->start : now;
    s->last_step = r->stop >= 0 ? r->stop : r->end;
    return TSU_OK;
}

static tsu_status run_commands(tsu_session *s, const tsu_words *words, int first, tsu_error *err)
{
    tsu_status status = TSU_OK;
    s->between = true;
    for (int k = first; k < words->count && status == TSU_OK; k++) {
        if (strcmp(words->word[k], "NULL") != 0) status = tsu_script_run_line(s->script, words->word[k], err);
    }
    s->between = false;
    return status;
}

static tsu_status run_every(tsu_session *s, tsu_words *words, const run_words *r, tsu_error *err)
{
    const tsu_script_host *host = &s->script->host;
    int code;
    tsu_status status = TSU_OK;
    bool first = true;
    const int64_t done = s->world->step - s->journal->run_start;
    /* a restart file of the last step of a piece, before its commands */
    bool ended = s->again && done > 0 && (done % r->every == 0 || s->world->step == r->end);
    while (status == TSU_OK && (ended || s->world->step < r->end)) {
        const int64_t past = (s->world->step - s->journal->run_start) % r->every;
        const int64_t next = ended ? s->world->step : s->world->step - past + r->every,
                      end = next < r->end ? next : r->end;
        status = tsu_session_run(s, end, first && r->pre, end == r->end && r->post, err);
        first = ended = false;
        if (status != TSU_OK || s->world->step < end) break;          /* failed or interrupted */
        if (host->interrupted && host->interrupted(host->ctx)) break; /* in the last step of a piece */
        status = run_commands(s, words, r->first_command, err);
        if (tsu_script_quit(s->script, &code)) break;
    }
    return status;
}

/* `run_time T [upto]`: as `run` with the least number of steps that take the time. */
static tsu_status run_run_time(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    double time;
    tsu_status status = tsu_session_need_world(s, "run_time", err);
    if (status == TSU_OK) status = tsu_session_need_pause(s, "run_time", err);
    if (status == TSU_OK) status = tsu_words_number(words, "the time [s]", &time, err);
    const bool upto = status == TSU_OK && tsu_words_accept(words, "upto");
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status != TSU_OK) return status;
    const double steps = ceil(time / s->world->dt * (1.0 - 1.0e-12)); /* 1e-4 / 1e-5 is not quite 10 */
    if (!(s->world->dt > 0.0) || !(steps >= 0.0) || steps > 1.0e18)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "%g s are %g steps of %g s (set by `timestep`); that cannot be run", time,
                               steps, s->world->dt);
    const int64_t now = s->again ? s->journal->run_start : s->world->step;
    const int64_t end = (int64_t)steps + (upto ? 0 : now);
    if (end < s->world->step)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "it ends before the present step %lld",
                               (long long)s->world->step);
    s->first_step = now;
    s->last_step = end;
    tsu_journal_run(s, words->raw);
    status = tsu_session_run(s, end, true, true, err);
    tsu_journal_run(s, NULL);
    return status;
}

static tsu_status run_run(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    run_words r;
    tsu_status status = tsu_session_need_world(s, "run", err);
    if (status == TSU_OK) status = tsu_session_need_pause(s, "run", err);
    if (status == TSU_OK) status = read_run(s, words, &r, err);
    if (status != TSU_OK) return status;
    tsu_journal_run(s, words->raw);
    status =
        r.first_command > 0 ? run_every(s, words, &r, err) : tsu_session_run(s, r.end, r.pre, r.post, err);
    tsu_journal_run(s, NULL);
    return status;
}

const tsu_command tsu_commands_run[] = {
    {"run", "run N [upto] [start N] [stop N] [pre yes|no] [post yes|no] [every M \"command\" ...]",
     "take N time steps", run_run},
    {"run_time", "run_time TIME [upto]", "take as many time steps as fill a time", run_run_time},
    {0}};
