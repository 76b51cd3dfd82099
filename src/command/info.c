/* SPDX-License-Identifier: Apache-2.0 */
/* info.c - `info`: what the deck has defined so far, to the screen, the log or a file. */
#include "base/system.h"
#include "command/command.h"
#include "deck/internal.h"
#include "session/files.h"
#include "state/region.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALL, COMMUNICATION, COMPUTES, CONFIG, DUMPS, FIXES, GROUPS, REGIONS, SYSTEM, TIME, VARIABLES, OUT };
enum { SCREEN, LOG, APPEND, OVERWRITE };

typedef struct info_request {
    bool wanted[OUT];
    int where;
    const char *path; /* of APPEND and OVERWRITE */
} info_request;

static void put_objects(FILE *to, const tsu_session *s, const char *what, const tsu_objects *list)
{
    fprintf(to, "\n%s:\n", what);
    for (int k = 0; k < list->count; k++) {
        const tsu_object *o = list->object[k];
        fprintf(to, "  %s, style %s, group %s%s%s%s\n", o->id, o->style, s->group[o->group],
                o->origin[0] ? " (" : "", o->origin, o->origin[0] ? ")" : "");
    }
}

static void put_system(FILE *to, const tsu_session *s)
{
    fprintf(to, "\nSystem: units %s, ", s->units);
    if (!s->world) {
        fputs("no box yet\n", to);
        return;
    }
    const tsu_world *w = s->world;
    fprintf(to, "%d particles of %d types\n", w->particles.count, w->materials.types);
    for (int q = 0; q < 3; q++) {
        fprintf(to, "  %c from %g to %g, faces %c %c\n", "xyz"[q], w -> box.lo[q], w->box.hi[q],
                w->boundary[q][0], w->boundary[q][1]);
    }
}

static void put_names(FILE *to, const tsu_session *s, const info_request *r)
{
    if (r->wanted[GROUPS]) {
        fputs("\nGroups:", to);
        for (int k = 0; k < s->groups; k++) {
            fprintf(to, " %s", s->group[k]);
        }
        fputc('\n', to);
    }
    if (r->wanted[REGIONS]) {
        fputs("\nRegions:", to);
        for (int k = 0; k < s->regions; k++) {
            fprintf(to, " %s", s->region[k]->name);
        }
        fputc('\n', to);
    }
    if (r->wanted[VARIABLES]) {
        fputs("\nVariables:\n", to);
        for (size_t k = 0; k < s->script->variables.count; k++) {
            const tsu_variable *v = s->script->variables.list[k];
            fprintf(to, "  %s = %s\n", v->name,
                    v->n_value > 0 ? v->value[v->n_value > 1 ? v->which : 0] : "");
        }
    }
}

static void put_all(FILE *to, const tsu_session *s, const info_request *r)
{
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm local;
    if (tsu_system_local_time(now, &local)) strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
    fprintf(to, "Info, %s\n", text);
    if (r->wanted[CONFIG]) fprintf(to, "\nConfiguration: tsubu, numbers of %zu bytes\n", sizeof(double));
    if (r->wanted[COMMUNICATION]) fprintf(to, "\nCommunication: 1 process, %d threads\n", s->threads);
    if (r->wanted[SYSTEM]) put_system(to, s);
    put_names(to, s, r);
    if (r->wanted[COMPUTES]) put_objects(to, s, "Computes", &s->computes);
    if (r->wanted[DUMPS]) put_objects(to, s, "Dumps", &s->dumps);
    if (r->wanted[FIXES]) put_objects(to, s, "Fixes", &s->fixes);
    if (r->wanted[TIME]) fprintf(to, "\nTime: the last run took %g s\n", s->loop_seconds);
}

static tsu_status read_request(tsu_words *words, info_request *r, tsu_error *err)
{
    static const char *const what[] = {[ALL] = "all",
                                       [COMMUNICATION] = "communication",
                                       [COMPUTES] = "computes",
                                       [CONFIG] = "config",
                                       [DUMPS] = "dumps",
                                       [FIXES] = "fixes",
                                       [GROUPS] = "groups",
                                       [REGIONS] = "regions",
                                       [SYSTEM] = "system",
                                       [TIME] = "time",
                                       [VARIABLES] = "variables",
                                       [OUT] = "out",
                                       NULL};
    static const char *const where[] = {
        [SCREEN] = "screen", [LOG] = "log", [APPEND] = "append", [OVERWRITE] = "overwrite", NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "what to tell", what, &key, err);
        if (status != TSU_OK) return status;
        if (key == OUT) status = tsu_words_choice(words, "where to", where, &r->where, err);
        if (status == TSU_OK && key == OUT && r->where >= APPEND)
            status = tsu_words_text(words, "the file", &r->path, err);
        for (int k = 0; k < OUT && key < OUT; k++) {
            r->wanted[k] = r->wanted[k] || key == ALL || key == k;
        }
    }
    return status;
}

static tsu_status put_file(const tsu_session *s, const info_request *r, const char *text, tsu_error *err)
{
    const tsu_status status = tsu_session_reach_output(s, r->path, err);
    if (status != TSU_OK || s->options.rehearsal) return status;
    FILE *file = fopen(r->path, r->where == APPEND ? "a" : "w");
    const bool written = file && fputs(text, file) >= 0;
    if (file && fclose(file) == 0 && written) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "cannot write '%.200s': %s", r->path, strerror(errno));
}

static tsu_status run_info(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    info_request r = {.where = SCREEN};
    char *text = NULL;
    size_t size = 0;
    tsu_status status = read_request(words, &r, err);
    if (status != TSU_OK) return status;
    FILE *to = tsu_memory_stream_open(&text, &size);
    if (to) put_all(to, s, &r);
    const bool whole = to && tsu_memory_stream_sync(to, &text, &size);
    if (!to || fclose(to) != 0 || !whole || !text) {
        free(text);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the text of `info`");
    }
    if (r.where >= APPEND)
        status = put_file(s, &r, text, err);
    else if (r.where == LOG)
        tsu_script_log(script, "%s", text);
    else if (s->options.print)
        s->options.print(s->options.context, text, true, false);
    free(text);
    return status;
}

const tsu_command tsu_commands_info[] = {
    {"info",
     "info [all] [communication] [computes] [config] [dumps] [fixes] [groups] [regions] [system] [time] "
     "[variables] [out screen|log|append FILE|overwrite FILE]",
     "prints what the deck has defined so far", run_info},
    {0}};
