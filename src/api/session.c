/* SPDX-License-Identifier: Apache-2.0 */
/* session.c - sessions as the public interface has them. */
#include "api/api.h"
#include "picture/deck_pictures.h"
#include "step/ledger/energy.h"
#include "step/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tsu_session_def tsu_session_def_default(void)
{
    return (tsu_session_def){0};
}

tsu_session *tsu_session_create(const tsu_session_def *d, tsu_error *err)
{
    if (!d) {
        tsu_error_null(err, "tsu_session_create", "def");
        return NULL;
    }
    return tsu_session_open(&(tsu_session_options){.threads = d->threads,
                                                   .print = d->print,
                                                   .open_log = d->open_log,
                                                   .warning = d->warning,
                                                   .progress = d->progress,
                                                   .draw = tsu_deck_draw,
                                                   .thermo = d->thermo,
                                                   .interrupted = d->interrupted,
                                                   .wanted = d->wanted,
                                                   .limit = d->limit,
                                                   .context = d->context,
                                                   .rescue = d->rescue,
                                                   .lean = d->lean,
                                                   .foreground = d->foreground,
                                                   .forbid_shell = d->forbid_shell,
                                                   .forbid_files = d->forbid_files,
                                                   .max_commands = d->max_commands},
                            err);
}

/* Commands may have changed anything, columns of the particles too. */
static tsu_status outdate(const tsu_session *s, tsu_status status)
{
    if (s->world) s->world->generation++;
    tsu_page_rest_session(s);
    return status;
}

/* Within a run only the run itself goes on. */
static tsu_status need_rest(const tsu_session *s, const char *what, tsu_error *err)
{
    if (!s->running) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "%s cannot be called while the session runs; wait for its end",
                         what);
}

tsu_status tsu_session_run_file(tsu_session *s, const char *path, tsu_error *err)
{
    if (!s || !path) return tsu_error_null(err, "tsu_session_run_file", "session and path");
    const tsu_status status = need_rest(s, "tsu_session_run_file", err);
    return status == TSU_OK ? outdate(s, tsu_script_run_file(s->script, path, err)) : status;
}

tsu_status tsu_session_run_text(tsu_session *s, const char *text, tsu_error *err)
{
    if (!s || !text) return tsu_error_null(err, "tsu_session_run_text", "session and text");
    const tsu_status status = need_rest(s, "tsu_session_run_text", err);
    return status == TSU_OK ? outdate(s, tsu_script_run_string(s->script, "text", text, err)) : status;
}

bool tsu_session_quit(const tsu_session *s, int *exit_status)
{
    if (!s) return false;
    return tsu_script_quit(s->script, exit_status);
}

tsu_status tsu_session_set_variable(tsu_session *s, const char *name, int count, const char *const *values,
                                    tsu_error *err)
{
    if (!s || !name || !values)
        return tsu_error_null(err, "tsu_session_set_variable", "session, name and values");
    return tsu_script_set_variable(s->script, name, count, values, err);
}

tsu_status tsu_session_evaluate(tsu_session *s, const char *formula, double *value, tsu_error *err)
{
    if (!s || !formula || !value)
        return tsu_error_null(err, "tsu_session_evaluate", "session, formula and value");
    double found;
    const tsu_status status = tsu_script_evaluate(s->script, formula, &found, err);
    if (status == TSU_OK) *value = found;
    return status;
}

tsu_status tsu_session_expand(tsu_session *s, const char *text, char *out, size_t size, tsu_error *err)
{
    if (!s || !text || !out) return tsu_error_null(err, "tsu_session_expand", "session, text and out");
    char *found = NULL;
    tsu_status status = tsu_script_substitute(s->script, text, &found, err);
    if (status == TSU_OK && strlen(found) >= size)
        status = tsu_error_set(err, TSU_ERROR_INPUT, "the text has %zu bytes, but the buffer has %zu",
                               strlen(found) + 1, size);
    if (status == TSU_OK) memcpy(out, found, strlen(found) + 1);
    free(found);
    return status;
}

tsu_world *tsu_session_world(const tsu_session *s)
{
    if (!s) return NULL;
    struct tsu_api *a = s->world ? tsu_api_of(s->world, NULL) : NULL;
    if (a) a->session = (tsu_session *)s; /* its groups are the world's */
    return s->world;
}

void tsu_session_progress(const tsu_session *s, tsu_progress *p)
{
    if (!s || !p) return;
    const tsu_world *w = s->world;
    *p = (tsu_progress){
        .run_begin = s->run_begin, .run_end = s->run_end, .seconds = s->loop_seconds, .running = s->running};
    if (!w) return;
    p->step = w->step;
    p->here = w->step - s->loop_begin;
    p->time = w->time;
    p->particles = (size_t)w->particles.count;
    p->contacts = (size_t)w->touching;
    p->audit = tsu_energy_balance(w).off;
}
