/* SPDX-License-Identifier: Apache-2.0 */
/* check_report.c - the report of `tsubu check`: first what is wrong, by line, then what the deck would do. */
#include "check.h"
#include "cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 12, PLACE = 20, FOLLOWS_MOST = 12 };

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

static void put_row(const char *label, const char *text)
{
    printf("  %-*s", LABEL, label);
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
    const int at = printf("  %-*s %-7s  ", PLACE, place, kind_word(f->kind));
    const char *note = f->kind == TSU_FINDING_UNREACHED ? " (the dry run did not come here)"
                       : f->kind == TSU_FINDING_OPEN    ? " (so far: it depends on the run)"
                                                        : "";
    char text[sizeof f->text + 64];
    snprintf(text, sizeof text, "%s%s", f->text, note);
    tsu_cli_wrap(text, at, at);
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
    const int at = printf("  %-*s %-7s  ", PLACE, "", "");
    tsu_cli_wrap(all, at, at);
}

static void put_findings(const tsu_check *c)
{
    const tsu_rehearsal *r = &c->rehearsal;
    const tsu_finding **list = calloc((size_t)r->findings + 1, sizeof *list);
    int n = 0;
    for (int k = 0; list && k < r->findings; k++) {
        if (r->finding[k].kind != TSU_FINDING_FOLLOWS) list[n++] = &r->finding[k];
    }
    if (n > 0) qsort(list, (size_t)n, sizeof *list, compare_findings);
    for (int k = 0; k < n; k++) {
        put_finding(list[k], c->deck);
    }
    put_follows(r);
    if (r->findings > 0) printf("\n");
    free(list);
}

/* ---- what it would do ------------------------------------------------------------------------------------------------------ */

static void put_decks(const tsu_check *c, const tsu_session *s)
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
                 "; %d not reached (behind `quit`, or jumped over): only their names were looked at",
                 c->unreached);
    put_row("deck", text);
}

static void put_meshes(const tsu_rehearsal *r)
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
        put_row(k == 0 ? "meshes" : "", text);
    }
}

static void put_particles(const tsu_rehearsal *r)
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
    put_row("particles", text);
}

static void put_timestep(const tsu_rehearsal *r)
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
    put_row("time step", text);
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

static void put_runs(const tsu_rehearsal *r)
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
        put_row(shown == 0 ? "runs" : "", text);
    }
    if (shown <= 1) return;
    snprintf(text, sizeof text, "%s%.15g steps in all", shown > SHOWN ? "and more; " : "", steps);
    put_row("", text);
}

static void put_cost(const tsu_rehearsal *r)
{
    char text[400], size[64], time[64];
    describe_memory(tsu_rehearsal_memory(r), size, sizeof size);
    snprintf(text, sizeof text, "about %s", size);
    put_row("memory", text);
    if (!(r->rate > 0.0)) return;
    describe_time(tsu_rehearsal_seconds(r), time, sizeof time);
    snprintf(text, sizeof text,
             "%s%s on %d thread%s, by %.3g million particle-steps/s measured here with these laws on %d "
             "packed particles; meshes and output come on top",
             tsu_rehearsal_seconds(r) < 0.1 ? "" : "about ", time, r->threads, r->threads == 1 ? "" : "s",
             1.0e-6 * r->rate, r->rate_particles);
    put_row("run time", text);
}

static void put_verdict(const tsu_rehearsal *r)
{
    const int errors =
        tsu_rehearsal_count(r, TSU_FINDING_ERROR) + tsu_rehearsal_count(r, TSU_FINDING_UNREACHED);
    const int warnings = tsu_rehearsal_count(r, TSU_FINDING_WARNING);
    if (r->memory_failed) printf("  There was not enough memory to list everything.\n");
    printf("%d error%s, %d warning%s", errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
    const tsu_finding *first = NULL;
    for (int k = 0; k < r->findings && !first; k++) {
        if (r->finding[k].kind == TSU_FINDING_ERROR) first = &r->finding[k];
    }
    if (first)
        printf(": the run would stop at %s:%d\n", first->file, first->line);
    else
        printf(errors > 0 ? "\n" : ": the deck can be run\n");
}

void tsu_check_report(const tsu_check *c, const tsu_session *s)
{
    const tsu_rehearsal *r = &c->rehearsal;
    printf("check of %s\n\n", c->deck);
    put_findings(c);
    put_decks(c, s);
    if (r->runs > 0) {
        put_row("laws", r->laws[0] ? r->laws : "none");
        put_meshes(r);
        put_particles(r);
        put_timestep(r);
        put_runs(r);
        put_cost(r);
    } else {
        put_row("runs", "none: the deck has no `run`, or none was reached");
    }
    printf("\n");
    put_verdict(r);
}
