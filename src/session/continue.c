/* SPDX-License-Identifier: Apache-2.0 */
#include "session/continue.h"
#include "base/memory.h"
#include "deck/internal.h"
#include "io/atomic_file.h"
#include "io/read_file.h"
#include "session/outputs.h"
#include "session/restart.h"
#include "step/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the journal --------------------------------------------------------------------------------------------------------- */

/* Commands of the language, whose effect is in the variables and in the place in the deck, and commands whose effect is in the
 * particles and the box: all that a restart file holds. Every other command is said again. */
static const char *const NOT_KEPT[] = {
    "variable",     "next",           "if",        "jump",     "include",        "label",
    "quit",         "partition",      "print",     "clear", /* language */
    "create_atoms", "delete_atoms",   "set",       "velocity", "displace_atoms", "change_box",
    "group",        "reset_timestep", "replicate", "rotate",   "read_dump", /* particles and box */
    "run",          "run_time",       "rerun",     "minimize", "write_data",     "write_restart",
    "write_dump",   "info",           NULL};
static const char *const MAKE_BOX[] = {"create_box", "read_data", "read_restart", NULL};

static bool is_in(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) return true;
    }
    return false;
}

bool tsu_journal_keeps(const char *command, const char *second)
{
    if (strcmp(command, "shell") == 0) return strcmp(second, "cd") == 0 || strcmp(second, "putenv") == 0;
    return !is_in(command, NOT_KEPT) && !is_in(command, MAKE_BOX);
}

void tsu_journal_cut(tsu_journal *j, size_t count)
{
    while (j->count > count) {
        free(j->line[--j->count]);
    }
}

void tsu_journal_free(tsu_journal *j)
{
    tsu_journal_cut(j, 0);
    free(j->line);
    free(j->run);
    *j = (tsu_journal){0};
}

static void add_line(tsu_journal *j, const char *line)
{
    void *lines = j->line;
    char *copy = line ? tsu_text_copy(line) : NULL;
    if ((line && !copy) || !tsu_array_reserve(&lines, &j->capacity, j->count + 1, sizeof *j->line)) {
        free(copy);
        j->failed = true;
        return;
    }
    j->line = lines;
    j->line[j->count++] = copy;
}

/* What belongs to the program and not to the simulation outlives `clear`. */
static void clear(tsu_journal *j)
{
    static const char *const stays[] = {"log ", "echo ", "shell ", "thermo_log ", NULL};
    size_t kept = 0;
    for (size_t k = 0; k < j->count; k++) {
        bool stay = false;
        for (int q = 0; stays[q] && j->line[k]; q++) {
            stay = stay || strncmp(j->line[k], stays[q], strlen(stays[q])) == 0;
        }
        if (stay)
            j->line[kept++] = j->line[k];
        else
            free(j->line[k]);
    }
    j->count = kept;
}

void tsu_journal_ran(void *ctx, const tsu_words *words)
{
    tsu_session *s = ctx;
    const char *command = words->word[0], *second = words->count > 1 ? words->word[1] : "";
    if (s->options.rehearsal) return;
    if (strcmp(command, "clear") == 0) clear(s->journal);
    if (is_in(command, MAKE_BOX) && strcmp(words->word[words->count - 1], "add") != 0)
        add_line(s->journal, NULL);
    else if (tsu_journal_keeps(command, second))
        add_line(s->journal, words->raw);
}

void tsu_journal_run(tsu_session *s, const char *line)
{
    tsu_journal *j = s->journal;
    free(j->run);
    j->run = line ? tsu_text_copy(line) : NULL;
    j->failed = j->failed || (line && !j->run);
    if (!s->again) j->run_start = s->world ? s->world->step : 0;
}

/* ---- stopping ------------------------------------------------------------------------------------------------------------ */

tsu_status tsu_session_rescue(tsu_session *s, tsu_error *err)
{
    if (!s->options.rescue || s->rescued[0] || !s->world) return TSU_OK;
    if (!s->world->laws.law[TSU_NORMAL]) return TSU_OK; /* nothing has moved yet */
    const int n = snprintf(s->rescued, sizeof s->rescued, "%s.%lld.restart", s->options.rescue,
                           (long long)s->world->step);
    if (n < 0 || (size_t)n >= sizeof s->rescued) s->rescued[0] = '\0';
    const tsu_status status = s->rescued[0] ? tsu_session_write_restart(s, s->rescued, err) : TSU_OK;
    if (status != TSU_OK) s->rescued[0] = '\0';
    return status;
}

/* ---- going on ------------------------------------------------------------------------------------------------------------ */

/* A command of the journal; NULL: the one that made the box. */
static tsu_status say_again(tsu_session *s, const char *line, const char *path, tsu_error *err)
{
    char sentence[sizeof err->message];
    if (!line && s->world)
        return tsu_error_set(err, TSU_ERROR_INPUT, "cannot continue from %s: it creates the box twice", path);
    const tsu_status status =
        line ? tsu_script_run_line(s->script, line, err) : tsu_session_read_restart(s, path, err);
    if (status == TSU_OK || !line) return status;
    snprintf(sentence, sizeof sentence, "%s", err->message);
    return tsu_error_set(err, status, "cannot continue from %s: the command `%.100s` fails now: %.700s", path,
                         line, sentence);
}

/* What a killed run has left of files that it was just writing. */
static void sweep(const tsu_session *s, const char *path)
{
    tsu_atomic_file_sweep(path);
    tsu_dumps_sweep(s);
}

static tsu_status replay(tsu_session *s, const char *path, tsu_error *err)
{
    const tsu_journal then = *s->journal; /* replaying writes the journal anew */
    tsu_status status = TSU_OK;
    *s->journal = (tsu_journal){0};
    s->replaying = true;
    for (size_t k = 0; k < then.count && status == TSU_OK; k++) {
        status = say_again(s, then.line[k], path, err);
        if (!then.line[k]) add_line(s->journal, NULL);
    }
    s->replaying = false;
    if (status == TSU_OK && s->world) tsu_outputs_tell(s, path);
    for (int k = 0; k < s->fixes.count && status == TSU_OK; k++) {
        status = tsu_session_load_fix(s, s->fixes.object[k]->id, err);
    }
    for (int k = 0; k < s->computes.count && status == TSU_OK && then.run; k++) {
        status = tsu_session_load_compute(s, s->computes.object[k]->id, err);
    }
    if (status == TSU_OK) sweep(s, path);
    if (status == TSU_OK) status = tsu_dumps_return_indices(s, err);
    if (status == TSU_OK) status = tsu_session_resume(s, err); /* before other commands change something */
    if (status == TSU_OK && s->journal->failed)
        status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to continue from %s", path);
    s->journal->run = then.run ? tsu_text_copy(then.run) : NULL;
    s->journal->run_start = then.run_start;
    tsu_journal saved = then;
    tsu_journal_free(&saved);
    return status;
}

/* The command that was under way comes first. */
static tsu_status push_run(tsu_session *s, tsu_error *err)
{
    const char *const line = s->journal->run;
    tsu_deck *deck;
    if (!line) return TSU_OK;
    const tsu_frame *top = s->script->n_frame > 0 ? &s->script->frame[s->script->n_frame - 1] : NULL;
    const bool known = top && top->next > 0 && top->next <= top->deck->n_line;
    const int number = known ? top->deck->line[top->next - 1].line : 0;
    tsu_status status = tsu_deck_from_commands(top ? top->deck->name : "", number, 1, &line, &deck, err);
    if (status == TSU_OK) status = tsu_script_push(s->script, deck, true, err);
    s->again = status == TSU_OK;
    return status;
}

static tsu_status open_saved(tsu_session *s, const char *path, tsu_error *err)
{
    tsu_sections sections;
    tsu_status status = tsu_session_read_sections(s, path, &sections, err);
    if (status == TSU_OK) status = tsu_continue_unpack(s, &sections, path, err);
    tsu_sections_free(&sections);
    return status;
}

tsu_status tsu_session_continue(tsu_session *s, const char *path, tsu_error *err)
{
    tsu_frame frame[TSU_FRAMES_MAX];
    s->outputs->continued = true;
    tsu_status status = open_saved(s, path, err);
    const size_t frames = s->script->n_frame;
    memcpy(frame, s->script->frame, frames * sizeof *frame);
    s->script->n_frame = 0; /* not to be run before the set-up is said again */
    if (status == TSU_OK) status = replay(s, path, err);
    memcpy(s->script->frame, frame, frames * sizeof *frame);
    s->script->n_frame = frames;
    s->restart->turn = s->restart_turn;
    s->particles_placed = s->placed_then;
    if (status == TSU_OK) status = push_run(s, err);
    if (status == TSU_OK) status = tsu_script_resume(s->script, err);
    if (status == TSU_OK) tsu_outputs_end(s);
    return status;
}
