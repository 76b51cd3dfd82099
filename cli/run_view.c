/* SPDX-License-Identifier: Apache-2.0 */
/* run_view.c - a run that is looked at: what `--view` and `--record` add to `tsubu DECK`. */
#include "run_view.h"
#include "base/system.h"
#include "base/team.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tsu_cli_open_browser(const char *address)
{
    if (!tsu_system_open_browser(address))
        fprintf(stderr, "tsubu: no browser could be opened (xdg-open is missing); the address is above\n");
}

tsu_status tsu_cli_open_recording(tsu_recording **out, const char *const *path, int paths, tsu_error *err)
{
    tsu_import_note note;
    *out = NULL;
    const tsu_status status = tsu_import(out, path, paths, &note, err);
    if (status == TSU_OK && note.assumed_radius > 0.0)
        printf("tsubu: %s has no radii: %.3g is assumed\n", path[0], note.assumed_radius);
    return status;
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
    /* mpirun gives its ranks a terminal of its own, whoever reads it */
    const bool seen = isatty(STDOUT_FILENO) && tsu_team_size() == 1;
    *v = (tsu_run_view){.keep = o->view_keep, .expected = o->open || seen};
    tsu_status status = TSU_OK;
    if (o->replay) status = tsu_steer_load(&v->replay, o->replay, err);
    if (status == TSU_OK && o->record)
        status = tsu_recorder_create(&v->recorder, o->record, title_of(o), o->record_every, err);
    if (status == TSU_OK && o->beside) status = tsu_cli_open_recording(&v->beside, &o->beside, 1, err);
    if (status != TSU_OK || !o->view) return status;
    status = tsu_live_create(&v->live, title_of(o), err);
    if (status != TSU_OK) return status;
    char journal[300];
    snprintf(journal, sizeof journal, "%.290s.journal", title_of(o));
    tsu_live_let_steer(v->live, o->journal ? o->journal : journal);
    tsu_view_source source = tsu_live_source(v->live);
    if (v->beside) {
        v->other = tsu_recording_source(v->beside);
        source.beside = &v->other;
    }
    status = tsu_server_start(&v->server, &source, o->port, err);
    if (status != TSU_OK) return status;
    printf("tsubu: the run can be seen at %s\n", tsu_server_address(v->server));
    fflush(stdout);
    if (o->open) tsu_cli_open_browser(tsu_server_address(v->server));
    return TSU_OK;
}

/* One that cannot be made stops the run: it would be another than the one that is repeated. */
static void make_again(tsu_run_view *v, const tsu_session *s)
{
    if (v->replay.next == v->replay.count || !s->world || v->replayed.status != TSU_OK) return;
    if (tsu_team_size() > 1)
        tsu_error_set(&v->replayed, TSU_ERROR_UNSUPPORTED,
                      "a run on several ranks cannot be changed while it runs");
    else
        (void)tsu_steer_due(&v->replay, s->world, &v->replayed);
}

void tsu_run_view_poll(tsu_run_view *v, const tsu_session *s)
{
    make_again(v, s);
    if (v->recorder) tsu_recorder_poll(v->recorder, s, false);
    if (v->live) tsu_live_poll(v->live, s, s->options.interrupted, s->options.context);
}

int64_t tsu_run_view_limit(tsu_run_view *v, const tsu_session *s)
{
    const int64_t frames = v->recorder ? tsu_recorder_limit(v->recorder, s) : 0,
                  orders = v->live ? tsu_live_limit(v->live, s) : 0;
    const int64_t changes = s->world ? tsu_steer_left(&v->replay, s->world) : 0;
    const int64_t least = frames == 0 || (orders > 0 && orders < frames) ? orders : frames;
    return least == 0 || (changes > 0 && changes < least) ? changes : least;
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
    return v->replayed.status != TSU_OK || (v->live && tsu_live_stopped(v->live));
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
        printf("tsubu: the run has ended and its page was never opened; --view-keep keeps it available\n");
        return TSU_LIVE_GO;
    }
    printf("tsubu: the page has not been opened yet: waiting %d s for a viewer (Ctrl-C ends it; "
           "--view-keep keeps it)\n",
           TSU_LIVE_AWAIT_SECONDS);
    return TSU_LIVE_AWAIT;
}

bool tsu_run_view_end(tsu_run_view *v, const tsu_session *s, const tsu_error *failure)
{
    tsu_error err = {0};
    if (v->recorder && s) tsu_recorder_poll(v->recorder, s, true);
    bool whole = tsu_recorder_close(v->recorder, &err) == TSU_OK;
    if (!whole) tsu_cli_fail(&err);
    if (v->replayed.status != TSU_OK) {
        tsu_cli_fail(&v->replayed);
        whole = false;
    } else if (v->replay.next < v->replay.count) {
        fprintf(stderr, "tsubu: %d changes of the journal come after the end of this run\n",
                v->replay.count - v->replay.next);
    }
    tsu_steer_free(&v->replay);
    v->recorder = NULL;
    const tsu_live_stay stay = v->server ? say_stay(v, failure) : TSU_LIVE_GO;
    fflush(stdout);
    if (v->live)
        tsu_live_finish(v->live, s, failure, stay, s ? s->options.interrupted : NULL,
                        s ? s->options.context : NULL);
    tsu_server_stop(v->server);
    tsu_live_destroy(v->live);
    tsu_recording_close(v->beside);
    *v = (tsu_run_view){0};
    return whole;
}
