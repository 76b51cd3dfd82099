/* SPDX-License-Identifier: Apache-2.0 */
#include "run_summary.h"
#include "base/clock.h"
#include "deck/text.h"
#include "session/continue.h"
#include "step/world.h"
#include <stdio.h>
#include <string.h>

void tsu_run_summary_begin(tsu_run_summary *r)
{
    *r = (tsu_run_summary){.begin = tsu_clock_seconds()};
}

void tsu_run_summary_warn(tsu_run_summary *r, const char *file, int line, const char *sentence)
{
    char text[sizeof r->warning[0].text];
    if (line > 0)
        snprintf(text, sizeof text, "%s:%d: %s", file, line, sentence);
    else
        snprintf(text, sizeof text, "%s", sentence);
    for (int k = 0; k < r->warnings; k++) {
        if (strcmp(r->warning[k].text, text) != 0) continue;
        r->warning[k].times++;
        return;
    }
    if (r->warnings == TSU_WARNINGS_KEPT) {
        r->others++;
        return;
    }
    tsu_run_warning *w = &r->warning[r->warnings++];
    memcpy(w->text, text, sizeof w->text);
    w->times = 1;
}

static void add_times(tsu_text *t, const tsu_run_summary *r, const tsu_session *s, double all)
{
    char line[160];
    double sum = r->page_seconds, stage[TSU_STAGE_COUNT];
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        stage[k] = s->spent[k] + (s->world ? s->world->times.seconds[k] : 0.0);
        sum += stage[k];
    }
    if (!(stage[TSU_STAGE_INTEGRATE] > 0.0)) return; /* nothing has run */
    /* Short steps are timed by samples (step/times.h), which in a run of a millisecond may add up to more than it took. */
    const double scale = sum > all ? all / sum : 1.0;
    snprintf(line, sizeof line, "Time spent: %.3g s in all\n", all);
    tsu_text_add_string(t, line);
    for (int k = 0; k < TSU_STAGE_COUNT; k++) {
        const double part = scale * stage[k];
        if (!(part > 0.0005 * all)) continue;
        snprintf(line, sizeof line, "  %-10s %10.3g s %6.1f %%\n", tsu_stage_names[k], part,
                 100.0 * part / all);
        tsu_text_add_string(t, line);
    }
    if (r->page_frames > 0 || r->page_seconds > 0.0005 * all) {
        snprintf(line, sizeof line, "  %-10s %10.3g s %6.1f %%  (frames: %lld)\n", "page", r->page_seconds,
                 100.0 * r->page_seconds / all, (long long)r->page_frames);
        tsu_text_add_string(t, line);
    }
    const double rest = all - scale * sum;
    if (rest > 0.0005 * all) {
        snprintf(line, sizeof line, "  %-10s %10.3g s %6.1f %%  (deck, set-up, waiting for other programs)\n",
                 "the rest", rest, 100.0 * rest / all);
        tsu_text_add_string(t, line);
    }
}

static void add_warnings(tsu_text *t, const tsu_run_summary *r)
{
    char line[640];
    if (r->warnings == 0) return;
    snprintf(line, sizeof line, "Warnings: %d\n", r->warnings + r->others);
    tsu_text_add_string(t, line);
    for (int k = 0; k < r->warnings; k++) {
        const tsu_run_warning *w = &r->warning[k];
        char times[32] = "";
        if (w->times > 1) snprintf(times, sizeof times, " (%d times)", w->times);
        snprintf(line, sizeof line, "  %s%s\n", w->text, times);
        tsu_text_add_string(t, line);
    }
    if (r->others > 0) {
        snprintf(line, sizeof line, "  and %d more, listed above\n", r->others);
        tsu_text_add_string(t, line);
    }
}

char *tsu_run_summary_text(const tsu_run_summary *r, const tsu_session *s)
{
    tsu_text t = {0};
    const double all = tsu_clock_seconds() - r->begin;
    if (s) add_times(&t, r, s, all);
    add_warnings(&t, r);
    return tsu_text_take(&t);
}

char *tsu_run_summary_how_to_go_on(const tsu_session *s, const char *program)
{
    tsu_text t = {0};
    char line[4600];
    const long long step = s && s->world ? (long long)s->world->step : 0;
    snprintf(line, sizeof line, "\nThe run was stopped at step %lld on request.\n", step);
    tsu_text_add_string(&t, line);
    if (s && s->rescued[0]) {
        snprintf(line, sizeof line,
                 "The state is in %s. To continue to the end of the deck with bitwise identical results:\n"
                 "  %s -continue %s\n"
                 "Or in your own deck, instead of the commands that create box and particles:\n"
                 "  read_restart %s\n  ...\n  run %lld upto\n",
                 s->rescued, program, s->rescued, s->rescued, (long long)s->run_end);
        tsu_text_add_string(&t, line);
    } else {
        tsu_text_add_string(&t, "Nothing was written: no run had begun, or the file could not be written.\n");
    }
    return tsu_text_take(&t);
}
