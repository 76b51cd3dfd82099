/* SPDX-License-Identifier: Apache-2.0 */
#include "foresight.h"
#include "session/rehearsal.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

#ifndef _WIN32

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the other process: goes through the deck and writes its runs, or nothing. */
static void foresee(const tsu_run_options *o, int to)
{
    tsu_rehearsal found = {0};
    tsu_error err = {0};
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1, .rehearsal = &found}, &err);
    tsu_status status = s ? TSU_OK : TSU_ERROR_MEMORY;
    for (int k = 0; k < o->variables && status == TSU_OK; k++) {
        const tsu_run_variable *v = &o->variable[k];
        status = tsu_script_set_variable(s->script, v->name, v->count, v->value, &err);
    }
    if (status == TSU_OK) status = tsu_script_run_file(s->script, o->deck, &err);
    const bool known = status == TSU_OK && tsu_rehearsal_count(&found, TSU_FINDING_ERROR) == 0 &&
                       !found.memory_failed && !found.jumped && found.runs <= TSU_FORESIGHT_RUNS;
    for (int k = 0; k < found.runs && known; k++) {
        const tsu_foresight_run run = {found.run[k].steps, found.run[k].before, found.run[k].after};
        if (write(to, &run, sizeof run) != sizeof run) break;
    }
}

void tsu_foresight_begin(tsu_foresight *a, const tsu_run_options *o)
{
    int ends[2];
    *a = (tsu_foresight){.from = -1};
    if (o->unfinished || !o->deck || strcmp(o->deck, "-") == 0 || pipe(ends) != 0) return;
    a->child = fork();
    if (a->child == 0) {
        const int nothing = open("/dev/null", O_RDWR);
        for (int k = 0; k < 3 && nothing >= 0; k++) {
            dup2(nothing, k);
        }
        signal(SIGINT, SIG_DFL);
        close(ends[0]);
        foresee(o, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (a->child < 0) {
        close(ends[0]);
        return;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    a->from = ends[0];
}

static void finish(tsu_foresight *a)
{
    close(a->from);
    a->from = -1;
    waitpid(a->child, NULL, 0);
}

/* What has been written meanwhile; the runs are known when all of them are. */
static void take(tsu_foresight *a)
{
    while (a->from >= 0) {
        const size_t room = sizeof a->run - a->got;
        const ssize_t more = room > 0 ? read(a->from, (char *)a->run + a->got, room) : 0;
        if (more < 0) return;
        a->got += (size_t)more;
        if (more > 0) continue;
        finish(a);
        a->runs = (int)(a->got / sizeof *a->run);
    }
}

void tsu_foresight_end(tsu_foresight *a)
{
    if (a->from < 0) return;
    kill(a->child, SIGKILL);
    finish(a);
}

#else

void tsu_foresight_begin(tsu_foresight *a, const tsu_run_options *o)
{
    (void)o;
    *a = (tsu_foresight){.from = -1};
}

static void take(tsu_foresight *a)
{
    (void)a;
}

void tsu_foresight_end(tsu_foresight *a)
{
    (void)a;
}

#endif

/* Steps times particles of a run after this part of it, with insertions spread over all of it. */
static double work_of(const tsu_foresight_run *r, double part)
{
    return (double)r->steps * part * (r->before + 0.5 * part * (r->after - r->before));
}

/* Which of the runs that were foreseen the present one is: runs without steps may have passed unseen. */
static int find_present(const tsu_foresight *a)
{
    int k = -1;
    for (int n = 0; n < a->seen; n++) {
        do {
            k++;
        } while (k < a->runs && a->run[k].steps != a->length[n]);
        if (k >= a->runs) return -1;
    }
    return k;
}

static void follow(tsu_foresight *a, const tsu_session *s)
{
    if (a->seen > 0 && s->run_begin == a->begin && s->run_end == a->end) return;
    a->begin = s->run_begin;
    a->end = s->run_end;
    if (a->seen < TSU_FORESIGHT_RUNS) a->length[a->seen] = a->end - a->begin;
    a->seen++;
    a->at = a->seen <= TSU_FORESIGHT_RUNS ? find_present(a) : -1;
}

tsu_deck_view tsu_foresight_look(tsu_foresight *a, const tsu_session *s)
{
    const tsu_world *w = s->world;
    const tsu_deck_view unknown = {.runs = 0};
    const int before = a->runs;
    if (a->from >= 0) take(a);
    follow(a, s);
    if (a->runs != before) a->at = find_present(a);
    if (!w || a->runs == 0 || a->at < 0) return unknown;
    const double steps = (double)(a->end - a->begin), here = (double)(w->step - s->loop_begin);
    const double part = steps > 0.0 ? (double)(w->step - a->begin) / steps : 1.0;
    double all = 0.0, done = 0.0;
    for (int k = 0; k < a->runs; k++) {
        const double work = work_of(&a->run[k], 1.0);
        all += work;
        done += k < a->at ? work : k == a->at ? work_of(&a->run[k], part) : 0.0;
    }
    if (!(all > 0.0)) return unknown;
    const double rate = s->loop_seconds > 0.0 ? here * w->particles.count / s->loop_seconds : 0.0;
    return (tsu_deck_view){.part = done / all,
                           .left = rate > 0.0 ? (all - done) / rate : NAN,
                           .run = a->at + 1,
                           .runs = a->runs};
}
