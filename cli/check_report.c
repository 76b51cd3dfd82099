/* SPDX-License-Identifier: Apache-2.0 */
/* check_report.c - the report of `tsubu check`: first what is wrong, by line, then what the deck would do. */
#include "base/team.h"
#include "check.h"
#include "cli.h"
#include "ranks/foresee.h"
#include "view/json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 12, PLACE = 20, FOLLOWS_MOST = 12 };

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

/* With JSON: a pair of it, where the lines that belong to a label each have it. */
static void put_row(tsu_json *json, const char *label, const char *text)
{
    char word_room[100], room[4096];
    const char *word = tsu_cli_say(label, word_room, sizeof word_room);
    text = tsu_cli_say(text, room, sizeof room);
    if (json) {
        tsu_json_open(json, '[');
        tsu_json_string(json, word);
        tsu_json_string(json, text);
        tsu_json_close(json, ']');
        return;
    }
    printf("  %s%*s", word, LABEL - tsu_cli_columns(word), "");
    tsu_cli_wrap(text, LABEL + 2, LABEL + 2);
}

/* A time in words: 3.2 s, 12 min, 5.1 h, 3 days. */
static void describe_time(double seconds, char *out, size_t size)
{
    static const struct {
        double unit;
        const char *word;
    } units[] = {{86400.0, "days"}, {3600.0, "h"}, {60.0, "min"}, {1.0, "s"}};
    int k = 0;
    while (k < 3 && seconds < 2.0 * units[k].unit) {
        k++;
    }
    if (seconds < 0.1)
        snprintf(out, size, "less than 0.1 s");
    else
        snprintf(out, size, "%.2g %s", seconds / units[k].unit, units[k].word);
    if (seconds / units[k].unit >= 99.5)
        snprintf(out, size, "%.0f %s", seconds / units[k].unit, units[k].word);
}

static void describe_memory(double bytes, char *out, size_t size)
{
    if (bytes < 1.0e9)
        snprintf(out, size, "%.0f MB", ceil(bytes / 1.0e6));
    else
        snprintf(out, size, "%.1f GB", bytes / 1.0e9);
}

/* ---- what is wrong ------------------------------------------------------------------------------------------------------- */

static int compare_findings(const void *a, const void *b)
{
    const tsu_finding *const *x = a, *const *y = b;
    const int file = strcmp((*x)->file, (*y)->file);
    if (file != 0) return file;
    if ((*x)->line != (*y)->line) return (*x)->line < (*y)->line ? -1 : 1;
    return (int)(*x)->kind - (int)(*y)->kind;
}

static const char *kind_word(tsu_finding_kind kind)
{
    static const char *const words[] = {"error", "error", "follows", "note", "warning"};
    return words[kind];
}

static const char *say_finding(const tsu_finding *f, char *room, size_t size)
{
    const char *note = f->kind == TSU_FINDING_UNREACHED ? " (not reached in the dry run)"
                       : f->kind == TSU_FINDING_OPEN    ? " (so far: it depends on the run)"
                                                        : "";
    char text[sizeof f->text + 64];
    snprintf(text, sizeof text, "%s%s", f->text, note);
    const char *said = tsu_cli_say(text, room, size);
    if (said == text) snprintf(room, size, "%s", text);
    return room;
}

static void put_finding(const tsu_finding *f, const char *deck)
{
    char place[300];
    if (f->line > 0)
        snprintf(place, sizeof place, "%s:%d", f->file, f->line);
    else
        snprintf(place, sizeof place, "%s", deck);
    if (strlen(place) > PLACE) { /* a line of its own */
        printf("  %s\n", place);
        place[0] = '\0';
    }
    char word[40], room[4 * sizeof f->text];
    const char *kind = tsu_cli_say(kind_word(f->kind), word, sizeof word);
    printf("  %-*s %s%*s  ", PLACE, place, kind, 7 - tsu_cli_columns(kind), "");
    const int at = PLACE + 12;
    tsu_cli_wrap(say_finding(f, room, sizeof room), at, at);
}

static void put_follows(const tsu_rehearsal *r)
{
    char text[512];
    int count = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < r->findings; k++) {
        const tsu_finding *f = &r->finding[k];
        if (f->kind != TSU_FINDING_FOLLOWS) continue;
        if (count++ < FOLLOWS_MOST && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", used ? ", " : "", f->line);
    }
    if (count == 0) return;
    char all[700];
    snprintf(all, sizeof all, "%d more command%s failed because of these: line%s %s%s", count,
             count == 1 ? "" : "s", count == 1 ? "" : "s", text, count > FOLLOWS_MOST ? ", ..." : "");
    char room[1400];
    const int at = printf("  %-*s %-7s  ", PLACE, "", "");
    tsu_cli_wrap(tsu_cli_say(all, room, sizeof room), at, at);
}

static void tell_finding(tsu_json *json, const tsu_finding *f)
{
    char room[4 * sizeof f->text];
    tsu_json_open(json, '{');
    tsu_json_key_string(json, "file", f->file);
    tsu_json_key_integer(json, "line", f->line);
    tsu_json_key_string(json, "kind", kind_word(f->kind));
    tsu_json_key_string(json, "text", say_finding(f, room, sizeof room));
    tsu_json_close(json, '}');
}

static void put_findings(tsu_json *json, const tsu_check *c)
{
    const tsu_rehearsal *r = &c->rehearsal;
    const tsu_finding **list = calloc((size_t)r->findings + 1, sizeof *list);
    int n = 0;
    for (int k = 0; list && k < r->findings; k++) {
        if (r->finding[k].kind != TSU_FINDING_FOLLOWS) list[n++] = &r->finding[k];
    }
    if (n > 0) qsort(list, (size_t)n, sizeof *list, compare_findings);
    for (int k = 0; k < n; k++) {
        if (json)
            tell_finding(json, list[k]);
        else
            put_finding(list[k], c->deck);
    }
    if (!json) put_follows(r);
    if (!json && r->findings > 0) printf("\n");
    free(list);
}

/* ---- what it would do ------------------------------------------------------------------------------------------------------ */

static void put_decks(tsu_json *json, const tsu_check *c, const tsu_session *s)
{
    char text[1024];
    int commands = 0, more = 0;
    const char *name = tsu_script_kept_deck(s->script, 0, &commands);
    size_t used = (size_t)snprintf(text, sizeof text, "%s, %d command%s", name ? name : c->deck, commands,
                                   commands == 1 ? "" : "s");
    for (size_t k = 1; (name = tsu_script_kept_deck(s->script, k, &more)) && used < sizeof text; k++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "; %s, %d", name, more);
    }
    if (c->unreached > 0 && used < sizeof text)
        snprintf(text + used, sizeof text - used,
                 "; %d not reached (after `quit`, or skipped by `jump`): only their names were checked",
                 c->unreached);
    put_row(json, "deck", text);
}

static void put_meshes(tsu_json *json, const tsu_rehearsal *r)
{
    for (int k = 0; k < r->meshes; k++) {
        const tsu_rehearsed_mesh *m = &r->mesh[k];
        char text[512];
        bool sound = true;
        size_t used =
            (size_t)snprintf(text, sizeof text, "%s: %d triangle%s, %.3g x %.3g x %.3g m", m->name,
                             m->triangles, m->triangles == 1 ? "" : "s", m->size[0], m->size[1], m->size[2]);
        for (int f = 0; f < TSU_MESH_FAULTS && used < sizeof text; f++) {
            const int64_t n = m->health.count[f];
            if (n == 0) continue;
            sound = sound && f == TSU_MESH_HOLE;
            used += (size_t)snprintf(text + used, sizeof text - used, "; %lld %s", (long long)n,
                                     tsu_mesh_fault_word((tsu_mesh_fault)f, n != 1));
        }
        if (sound && used < sizeof text)
            snprintf(text + used, sizeof text - used, "%s",
                     m->health.count[TSU_MESH_HOLE] ? "; no faults" : "; closed, no faults");
        put_row(json, k == 0 ? "meshes" : "", text);
    }
}

static void put_particles(tsu_json *json, const tsu_rehearsal *r)
{
    char text[512];
    const double first = r->runs > 0 ? r->run[0].before : 0.0;
    size_t used = (size_t)snprintf(text, sizeof text, "%.15g at the first run", first);
    if (r->largest > first)
        used += (size_t)snprintf(text + used, sizeof text - used, ", about %.6g with those to be inserted",
                                 r->largest);
    if (r->endless)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "; an insertion has no end: those that leave are not counted");
    if (r->refilled && used < sizeof text)
        snprintf(text + used, sizeof text - used,
                 "; a region is filled up again and again: counted as filled once");
    put_row(json, "particles", text);
}

static void put_timestep(tsu_json *json, const tsu_rehearsal *r)
{
    const tsu_step_times *t = &r->step;
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%g s", t->dt);
    if (t->rayleigh > 0.0)
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            ": %.3g %% of the Rayleigh time %.3g s (radius %.3g m, material %d; 10 to 30 %% is usual)",
            100.0 * t->dt / t->rayleigh, t->rayleigh, t->radius, t->material);
    if (t->hertz > 0.0 && isfinite(t->hertz) && used < sizeof text)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 ", %.3g %% of the Hertz time %.3g s at %.3g m/s (%s)",
                                 100.0 * t->dt / t->hertz, t->hertz, t->speed,
                                 t->falling ? "a fall through the box" : "twice the largest speed");
    if (isfinite(t->contact.spring.time) && t->contact.spring.time > 0.0 && used < sizeof text)
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "%s%.3g %% of the contact time %.3g s (stiffest spring; up to 20 %% is usual)",
            t->rayleigh > 0.0 ? ", " : ": ", 100.0 * t->dt / t->contact.spring.time, t->contact.spring.time);
    else if (!(t->rayleigh > 0.0) && used < sizeof text)
        snprintf(text + used, sizeof text - used,
                 "; Rayleigh and Hertz time need particles, youngsModulus and poissonsRatio");
    put_row(json, "time step", text);
}

/* How many of the runs from k on are the same line with the same steps, in a loop. */
static int repeats(const tsu_rehearsal *r, int k)
{
    int n = 1;
    while (k + n < r->runs && r->run[k + n].line == r->run[k].line &&
           r->run[k + n].steps == r->run[k].steps && strcmp(r->run[k + n].file, r->run[k].file) == 0) {
        n++;
    }
    return n;
}

static void put_runs(tsu_json *json, const tsu_rehearsal *r)
{
    enum { SHOWN = 8 };
    char text[300], times[32] = "";
    double steps = 0.0;
    int shown = 0;
    for (int k = 0; k < r->runs; shown++) {
        const tsu_rehearsed_run *run = &r->run[k];
        const int n = repeats(r, k);
        steps += (double)run->steps * n;
        k += n;
        if (shown >= SHOWN) continue;
        times[0] = '\0';
        if (n > 1) snprintf(times, sizeof times, "%d times ", n);
        snprintf(text, sizeof text, "line %d: %s%lld step%s, %.6g s", run->line, times, (long long)run->steps,
                 run->steps == 1 ? "" : "s", (double)run->steps * run->dt);
        put_row(json, shown == 0 ? "runs" : "", text);
    }
    if (shown <= 1) return;
    snprintf(text, sizeof text, "%s%.15g steps in all", shown > SHOWN ? "and more; " : "", steps);
    put_row(json, "", text);
}

static void put_cost(tsu_json *json, const tsu_rehearsal *r)
{
    char text[400], size[64], time[64];
    describe_memory(tsu_rehearsal_memory(r), size, sizeof size);
    snprintf(text, sizeof text, "about %s", size);
    put_row(json, "memory", text);
    if (!(r->rate > 0.0)) return;
    describe_time(tsu_rehearsal_seconds(r), time, sizeof time);
    snprintf(text, sizeof text,
             "%s%s on %d thread%s, by %.3g million particle-steps/s measured here with these models on %d "
             "packed particles; meshes and output are not included",
             tsu_rehearsal_seconds(r) < 0.1 ? "" : "about ", time, r->threads, r->threads == 1 ? "" : "s",
             1.0e-6 * r->rate, r->rate_particles);
    put_row(json, "run time", text);
}

/* Under mpirun: how the particles would be divided, and what each rank needs. */
static void put_ranks(tsu_json *json, const tsu_rehearsal *r, const tsu_session *s)
{
    tsu_ranks_plan plan;
    tsu_error err;
    char text[600], whole[64], part[64];
    const double memory = tsu_rehearsal_memory(r);
    if (tsu_team_size() == 1 || !s->world) return;
    if (tsu_ranks_foresee(s->world, tsu_team_size(), &plan, &err) != TSU_OK) return;
    if (!plan.cuts[0]) {
        snprintf(text, sizeof text, "%d; too few particles yet for cuts", plan.ranks);
        put_row(json, "ranks", text);
        return;
    }
    snprintf(text, sizeof text, "%d; cuts at the start: %s", plan.ranks, plan.cuts);
    put_row(json, "ranks", text);
    describe_memory(memory * (1.0 + plan.share), whole, sizeof whole);
    describe_memory(memory * plan.share, part, sizeof part);
    snprintf(text, sizeof text, "at most %lld particles and %lld guests each; rank 0 needs %s, the others %s",
             (long long)plan.own_most, (long long)plan.guests_most, whole, part);
    put_row(json, "", text);
}

static void say_verdict(const tsu_rehearsal *r, char *room, size_t size)
{
    const int errors =
        tsu_rehearsal_count(r, TSU_FINDING_ERROR) + tsu_rehearsal_count(r, TSU_FINDING_UNREACHED);
    const int warnings = tsu_rehearsal_count(r, TSU_FINDING_WARNING);
    const tsu_finding *first = NULL;
    for (int k = 0; k < r->findings && !first; k++) {
        if (r->finding[k].kind == TSU_FINDING_ERROR) first = &r->finding[k];
    }
    char text[600];
    size_t used = (size_t)snprintf(text, sizeof text, "%d error%s, %d warning%s", errors,
                                   errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
    if (first)
        snprintf(text + used, sizeof text - used, ": the run would stop at %s:%d", first->file, first->line);
    else if (errors == 0)
        snprintf(text + used, sizeof text - used, ": the deck can be run");
    if (tsu_cli_say(text, room, size) == text) snprintf(room, size, "%s", text);
}

static void put_rows(tsu_json *json, const tsu_check *c, const tsu_session *s)
{
    const tsu_rehearsal *r = &c->rehearsal;
    put_decks(json, c, s);
    if (r->runs == 0) {
        put_row(json, "runs", "none: the deck has no `run`, or none was reached");
        return;
    }
    put_row(json, "models", r->laws[0] ? r->laws : "none");
    put_meshes(json, r);
    put_particles(json, r);
    put_timestep(json, r);
    put_runs(json, r);
    put_cost(json, r);
    put_ranks(json, r, s);
}

void tsu_check_report(const tsu_check *c, const tsu_session *s)
{
    const tsu_rehearsal *r = &c->rehearsal;
    char text[400], room[1200];
    snprintf(text, sizeof text, "check of %s", c->deck);
    printf("%s\n\n", tsu_cli_say(text, room, sizeof room));
    put_findings(NULL, c);
    put_rows(NULL, c, s);
    printf("\n");
    if (r->memory_failed) printf("  There was not enough memory to list everything.\n");
    say_verdict(r, room, sizeof room);
    puts(room);
}

void tsu_check_tell(const tsu_check *c, const tsu_session *s)
{
    const tsu_rehearsal *r = &c->rehearsal;
    char room[1200];
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key(&j, "findings");
    tsu_json_open(&j, '[');
    put_findings(&j, c);
    tsu_json_close(&j, ']');
    tsu_json_key(&j, "report");
    tsu_json_open(&j, '[');
    put_rows(&j, c, s);
    tsu_json_close(&j, ']');
    if (r->rate > 0.0 && r->runs > 0) {
        tsu_json_key_number(&j, "seconds", tsu_rehearsal_seconds(r));
        tsu_json_key_integer(&j, "threads", r->threads);
    }
    say_verdict(r, room, sizeof room);
    tsu_json_key_string(&j, "verdict", room);
    tsu_json_close(&j, '}');
    if (!j.failed) puts(j.text);
    tsu_json_free(&j);
}
