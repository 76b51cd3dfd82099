/* SPDX-License-Identifier: Apache-2.0 */
/* page.c - the live page of a world or a session. */
#include "api/api.h"
#include "base/clock.h"
#include "step/onlooker.h"
#include "view/live.h"
#include "view/server.h"
#include <stdlib.h>
#include <unistd.h>

struct tsu_page {
    tsu_live *live;
    tsu_server *server;
    pid_t owner;                /* a child process has no server */
    tsu_world *world;           /* that is shown; NULL: none */
    tsu_onlooker onlooker;      /* of the world */
    tsu_session *own;           /* has the world while it is looked at */
    tsu_session *session;       /* that is shown; NULL: none */
    tsu_session_options before; /* of the session, without this page */
    double begun;               /* of the run [s] */
    bool stopped;
};

/* ---- worlds ------------------------------------------------------------------------------------------------------------- */

/* Frames are taken of sessions: one that has the world for a moment. */
static tsu_session *lend(tsu_page *p)
{
    p->own->world = p->world;
    p->own->loop_seconds = tsu_clock_seconds() - p->begun;
    return p->own;
}

static void take_back(tsu_page *p)
{
    p->own->world = NULL;
}

static void begin(void *context, int64_t steps)
{
    tsu_page *p = context;
    p->own->run_begin = p->world->step;
    p->own->run_end = p->world->step + steps;
    p->begun = tsu_clock_seconds();
    p->stopped = false;
}

static int64_t limit(void *context)
{
    tsu_page *p = context;
    const int64_t most = tsu_live_limit(p->live, lend(p));
    take_back(p);
    return most;
}

static bool wanted(void *context)
{
    return tsu_live_wanted(((tsu_page *)context)->live);
}

static bool look(void *context, tsu_until *until)
{
    tsu_page *p = context;
    tsu_live_poll(p->live, lend(p), tsu_until_ask, until);
    take_back(p);
    p->stopped = tsu_live_stopped(p->live);
    return p->stopped;
}

static void rest(void *context)
{
    tsu_page *p = context;
    if (p->owner != getpid()) return;
    tsu_live_rest(p->live, lend(p));
    take_back(p);
}

/* ---- sessions: the page stands between a session and who has made it ------------------------------------------------------- */

static void session_print(void *context, const char *text, bool screen, bool log)
{
    const tsu_session_options *o = &((tsu_page *)context)->before;
    if (o->print) o->print(o->context, text, screen, log);
}

static tsu_status session_open_log(void *context, const char *path, bool append, tsu_error *err)
{
    const tsu_session_options *o = &((tsu_page *)context)->before;
    return o->open_log ? o->open_log(o->context, path, append, err) : TSU_OK;
}

static void session_warning(void *context, const char *file, int line, const char *sentence)
{
    const tsu_session_options *o = &((tsu_page *)context)->before;
    if (o->warning) o->warning(o->context, file, line, sentence);
}

static void session_thermo(void *context, const tsu_session *s, const double *value)
{
    tsu_page *p = context;
    tsu_live_thermo(p->live, s, value);
    if (p->before.thermo) p->before.thermo(p->before.context, s, value);
}

static bool session_interrupted(void *context)
{
    tsu_page *p = context;
    if (tsu_live_stopped(p->live)) p->stopped = true;
    return p->stopped || (p->before.interrupted && p->before.interrupted(p->before.context));
}

static void session_progress(void *context, const tsu_session *s)
{
    tsu_page *p = context;
    tsu_live_poll(p->live, s, session_interrupted, p);
    if (p->before.progress) p->before.progress(p->before.context, s);
}

static bool session_wanted(void *context)
{
    tsu_page *p = context;
    const bool mine = tsu_live_wanted(p->live);
    return (p->before.wanted && p->before.wanted(p->before.context)) || mine;
}

static int64_t session_limit(void *context, const tsu_session *s)
{
    tsu_page *p = context;
    const int64_t mine = tsu_live_limit(p->live, s),
                  other = p->before.limit ? p->before.limit(p->before.context, s) : 0;
    return other > 0 && other < mine ? other : mine;
}

static void session_gone(void *context)
{
    tsu_page *p = context;
    p->session->options = p->before;
    p->session = NULL;
}

void tsu_page_rest_session(const tsu_session *s)
{
    if (s->options.gone != session_gone) return;
    tsu_page *p = s->options.context;
    if (p->owner == getpid()) tsu_live_rest(p->live, s);
}

/* ---- what it shows ---------------------------------------------------------------------------------------------------------- */

void tsu_page_leave(tsu_page *p)
{
    p->world = NULL;
}

static void show_nothing(tsu_page *p)
{
    if (p->world) {
        p->world->onlooker = NULL;
        p->world->api->page = NULL;
        p->world = NULL;
    }
    if (p->session) session_gone(p);
}

tsu_status tsu_page_show(tsu_page *p, tsu_world *w, tsu_error *err)
{
    if (!p || !w) return tsu_error_null(err, "tsu_page_show", "page and world");
    tsu_status s = tsu_world_need_rest(w, "tsu_page_show", err);
    struct tsu_api *api = s == TSU_OK ? tsu_api_of(w, err) : NULL;
    if (!api) return s == TSU_OK ? TSU_ERROR_MEMORY : s;
    if (api->session)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "this world belongs to a session; show that (tsu_page_show_session)");
    if (!tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS)) s = tsu_world_settle(w, err);
    if (s != TSU_OK) return s;
    if (api->page) show_nothing(api->page);
    show_nothing(p);
    p->world = w;
    p->own->run_begin = p->own->run_end = w->step;
    p->onlooker = (tsu_onlooker){begin, limit, wanted, look, rest, p};
    api->page = p;
    w->onlooker = &p->onlooker;
    rest(p);
    return TSU_OK;
}

tsu_status tsu_page_show_session(tsu_page *p, tsu_session *s, tsu_error *err)
{
    if (!p || !s) return tsu_error_null(err, "tsu_page_show_session", "page and session");
    if (s->running)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "tsu_page_show_session cannot be called while the session runs; wait for its end");
    if (s->options.gone == session_gone) show_nothing(s->options.context);
    show_nothing(p);
    p->session = s;
    p->before = s->options;
    s->options.print = session_print;
    s->options.open_log = p->before.open_log ? session_open_log : NULL;
    s->options.warning = session_warning;
    s->options.thermo = session_thermo;
    s->options.interrupted = session_interrupted;
    s->options.progress = session_progress;
    s->options.wanted = session_wanted;
    s->options.limit = session_limit;
    s->options.gone = session_gone;
    s->options.context = p;
    tsu_page_rest_session(s);
    return TSU_OK;
}

bool tsu_page_serve(tsu_page *p)
{
    if (!p || p->owner != getpid()) return false;
    if (p->world && !p->world->calling) rest(p);
    if (p->session && !p->session->running) tsu_page_rest_session(p->session);
    return tsu_live_watched(p->live);
}

bool tsu_page_stopped(const tsu_page *p)
{
    return p && p->stopped;
}

/* ---- life ------------------------------------------------------------------------------------------------------------------- */

tsu_page *tsu_page_open(const char *title, int port, tsu_error *err)
{
    if (!title) {
        tsu_error_null(err, "tsu_page_open", "title");
        return NULL;
    }
    if (port < 0 || port > 65535) {
        tsu_error_set(err, TSU_ERROR_INPUT, "the port is %d; it must be 0 (any) to 65535", port);
        return NULL;
    }
    tsu_page *p = calloc(1, sizeof *p);
    if (!p) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a page");
        return NULL;
    }
    p->owner = getpid();
    p->own = tsu_session_open(&(tsu_session_options){.threads = 1}, err);
    tsu_status s = p->own ? tsu_live_create(&p->live, title, err) : TSU_ERROR_MEMORY;
    if (s == TSU_OK) {
        tsu_view_source source = tsu_live_source(p->live);
        source.framed = true;
        s = tsu_server_start(&p->server, &source, port, err);
    }
    if (s == TSU_OK) return p;
    tsu_page_close(p);
    return NULL;
}

void tsu_page_close(tsu_page *p)
{
    if (!p) return;
    const bool shown = p->world || p->session, here = p->owner == getpid();
    if (here && shown)
        tsu_live_finish(p->live, p->session ? p->session : lend(p), NULL, TSU_LIVE_GO, NULL, NULL);
    if (p->own) take_back(p);
    show_nothing(p);
    if (here) {
        tsu_server_stop(p->server);
        tsu_live_destroy(p->live);
    }
    tsu_session_destroy(p->own);
    free(p);
}

const char *tsu_page_address(const tsu_page *p)
{
    return p ? tsu_server_address(p->server) : NULL;
}
