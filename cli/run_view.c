/* SPDX-License-Identifier: Apache-2.0 */
/* run_view.c - a run that is looked at: what `--view` and `--record` add to `tsubu DECK`. */
#include "run_view.h"
#include "base/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tsu_cli_open_browser(const char *address)
{
    if (!tsu_system_open_browser(address))
        fprintf(stderr, "tsubu: no browser could be opened (xdg-open is not there); the address is above\n");
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A run that goes on has no deck of its own: it is called after the file from which it does. */
static const char *title_of(const tsu_run_options *o)
{
    return name_of(o->deck ? o->deck : o->unfinished);
}

tsu_status tsu_run_view_begin(tsu_run_view *v, const tsu_run_options *o, tsu_error *err)
{
    *v = (tsu_run_view){.keep = o->view_keep, .expected = o->open || isatty(STDOUT_FILENO)};
    tsu_status status = TSU_OK;
    if (o->record) status = tsu_recorder_create(&v->recorder, o->record, title_of(o), o->record_every, err);
    if (status != TSU_OK || !o->view) return status;
    status = tsu_live_create(&v->live, title_of(o), err);
    if (status != TSU_OK) return status;
    const tsu_view_source source = tsu_live_source(v->live);
    status = tsu_server_start(&v->server, &source, o->port, err);
    if (status != TSU_OK) return status;
    printf("tsubu: the run can be seen at %s\n", tsu_server_address(v->server));
    fflush(stdout);
    if (o->open) tsu_cli_open_browser(tsu_server_address(v->server));
    return TSU_OK;
}

void tsu_run_view_poll(tsu_run_view *v, const tsu_session *s)
{
    if (v->recorder) tsu_recorder_poll(v->recorder, s, false);
    if (v->live) tsu_live_poll(v->live, s, s->options.interrupted, s->options.context);
}

int64_t tsu_run_view_limit(tsu_run_view *v, const tsu_session *s)
{
    const int64_t frames = v->recorder ? tsu_recorder_limit(v->recorder, s) : 0,
                  orders = v->live ? tsu_live_limit(v->live, s) : 0;
    return frames == 0 || (orders > 0 && orders < frames) ? orders : frames;
}

void tsu_run_view_thermo(tsu_run_view *v, const tsu_session *s, const double *value)
{
    if (v->recorder) tsu_recorder_thermo(v->recorder, s, value);
    if (v->live) tsu_live_thermo(v->live, s, value);
}

bool tsu_run_view_wanted(const tsu_run_view *v)
{
    return v->live && tsu_live_wanted(v->live);
}

bool tsu_run_view_stopped(const tsu_run_view *v)
{
    return v->live && tsu_live_stopped(v->live);
}

tsu_live_cost tsu_run_view_cost(const tsu_run_view *v)
{
    return v->live ? tsu_live_spent(v->live) : (tsu_live_cost){0};
}

/* How long the page is there after the run, told to whoever has started it. A script is never held up by a page that nobody opens. */
static tsu_live_stay say_stay(const tsu_run_view *v, const tsu_error *failure)
{
    if (v->keep) {
        printf("tsubu: the page stays until Ctrl-C\n");
        return TSU_LIVE_KEEP;
    }
    if (failure || v->stopped || tsu_live_opened(v->live)) return TSU_LIVE_GO;
    if (!v->expected) {
        printf("tsubu: the run has ended and nobody has opened its page; --view-keep keeps it\n");
        return TSU_LIVE_GO;
    }
    printf("tsubu: nobody has opened the page yet: it waits %d s for a reader (Ctrl-C ends it; --view-keep "
           "keeps it)\n",
           TSU_LIVE_AWAIT_SECONDS);
    return TSU_LIVE_AWAIT;
}

bool tsu_run_view_end(tsu_run_view *v, const tsu_session *s, const tsu_error *failure)
{
    tsu_error err = {0};
    if (v->recorder && s) tsu_recorder_poll(v->recorder, s, true);
    const bool whole = tsu_recorder_close(v->recorder, &err) == TSU_OK;
    if (!whole) tsu_cli_fail(&err);
    v->recorder = NULL;
    const tsu_live_stay stay = v->server ? say_stay(v, failure) : TSU_LIVE_GO;
    fflush(stdout);
    if (v->live)
        tsu_live_finish(v->live, s, failure, stay, s ? s->options.interrupted : NULL,
                        s ? s->options.context : NULL);
    tsu_server_stop(v->server);
    tsu_live_destroy(v->live);
    *v = (tsu_run_view){0};
    return whole;
}
