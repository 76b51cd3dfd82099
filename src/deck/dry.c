/* SPDX-License-Identifier: Apache-2.0 */
/* dry.c - what the language does in a dry run: decks are kept, so that afterwards it is known which commands never ran; of
 * those at least the names of command and style are looked at; loops end after so many turns, since what would end them may
 * be the state of a run that is not taken. */
#include "base/clock.h"
#include "deck/internal.h"
#include "deck/lexer.h"
#include "deck/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tsu_status tsu_script_load_deck(tsu_script *s, const char *path, tsu_deck **out, tsu_error *err)
{
    for (size_t k = 0; k < s->n_kept; k++) {
        if (strcmp(s->kept[k]->name, path) != 0) continue;
        *out = tsu_deck_hold(s->kept[k]);
        return TSU_OK;
    }
    const tsu_status status = tsu_deck_load(path, out, err);
    if (status != TSU_OK || !s->options.dry) return status;
    void *kept = s->kept;
    if (!tsu_array_reserve(&kept, &s->max_kept, s->n_kept + 1, sizeof *s->kept)) {
        tsu_deck_release(*out);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory for the deck `%.120s`", path);
    }
    s->kept = kept;
    s->kept[s->n_kept++] = tsu_deck_hold(*out);
    return TSU_OK;
}

const char *tsu_script_kept_deck(const tsu_script *s, size_t k, int *commands)
{
    if (k >= s->n_kept) return NULL;
    *commands = 0;
    for (size_t i = 0; i < s->kept[k]->n_line; i++) {
        const char *text = s->kept[k]->line[i].text;
        text += strspn(text, " \t\r");
        *commands += *text != '\0' && *text != '#';
    }
    return s->kept[k]->name;
}

/* Whether a `next` of a variable with so many values stands between the label and the jump: then the loop ends. */
static bool is_counted(const tsu_script *s, const tsu_frame *frame, const char *label)
{
    size_t first = 0;
    if (label && !tsu_deck_find_label(frame->deck, label, &first)) return false;
    for (size_t i = first; i + 1 < frame->next; i++) {
        char name[80] = "", command[8] = "";
        if (sscanf(frame->deck->line[i].text, " %7s %79s", command, name) != 2 ||
            strcmp(command, "next") != 0)
            continue;
        const tsu_variable *v = tsu_variables_find(&s->variables, name);
        const tsu_variable_style style = v ? v->style : TSU_VARIABLE_NONE;
        if (style == TSU_VARIABLE_INDEX || style == TSU_VARIABLE_LOOP || style == TSU_VARIABLE_UNIVERSE ||
            style == TSU_VARIABLE_ULOOP || style == TSU_VARIABLE_FILE)
            return true;
    }
    return false;
}

bool tsu_script_turned_enough(tsu_script *s, const tsu_frame *frame, const char *label)
{
    static const double PATIENCE = 10.0; /* for all loops of a deck that are counted [s] */
    if (!frame || frame->next == 0) return false;
    tsu_deck_line *line = &frame->deck->line[frame->next - 1];
    if (s->dry_begin == 0.0) s->dry_begin = tsu_clock_seconds();
    const bool patient = tsu_clock_seconds() - s->dry_begin < PATIENCE;
    if (line->runs >= TSU_DRY_TURNS && patient && is_counted(s, frame, label)) return false;
    if (line->runs > TSU_DRY_TURNS && !s->dry_cut)
        line->runs = TSU_DRY_TURNS; /* of a counted loop: said below */
    s->dry_cut = s->dry_cut || line->runs >= TSU_DRY_TURNS;
    if (line->runs == TSU_DRY_TURNS)
        tsu_script_warn(s,
                        "the dry run has taken this jump %d times and continues after it; what ends the loop "
                        "depends on the run, or comes later",
                        (int)TSU_DRY_TURNS);
    return line->runs >= TSU_DRY_TURNS;
}

bool tsu_script_left_loop(const tsu_script *s)
{
    return s->dry_cut;
}

/* ---- names ------------------------------------------------------------------------------------- */

/* The position of the style among the words of a command that has styles; 0: it has none. */
static int style_place(const char *command)
{
    static const char *const with_id[] = {"fix", "compute", "dump", NULL};
    for (int k = 0; with_id[k]; k++) {
        if (strcmp(command, with_id[k]) == 0) return 3;
    }
    return 0;
}

static tsu_status check_name(const tsu_script *s, const char *command, const char *name, tsu_error *err)
{
    const tsu_command *row;
    return strchr(name, '$') ? TSU_OK : tsu_script_find_row(s, command, name, &row, err);
}

tsu_status tsu_script_check_names(const tsu_script *s, const char *line, tsu_error *err)
{
    tsu_split split = {0};
    char *bare = tsu_text_copy(line);
    if (!bare) return tsu_error_set(err, TSU_ERROR_MEMORY, "out of memory");
    tsu_strip_comment(bare);
    tsu_status status = tsu_split_line(bare, &split, err);
    if (status == TSU_OK && split.count > 0) {
        const size_t style = (size_t)style_place(split.word[0]);
        status = check_name(s, NULL, split.word[0], err);
        if (status == TSU_OK && style > 0 && style < split.count)
            status = check_name(s, split.word[0], split.word[style], err);
    }
    tsu_split_free(&split);
    return status;
}

void tsu_script_check_branch(tsu_script *s, const tsu_words *w, int first, int end)
{
    tsu_error err = {0};
    for (int i = first; i < end && s->host.failed; i++) {
        const bool branch = strcmp(w->word[i], "elif") == 0 || strcmp(w->word[i], "else") == 0;
        if (branch) {
            i += w->word[i][2] == 'i'; /* the condition of elif */
            continue;
        }
        if (tsu_script_check_names(s, w->word[i], &err) == TSU_OK) continue;
        tsu_error_locate(&err, w->file, w->line);
        (void)s->host.failed(s->host.ctx, w->word[i], &err);
    }
}

void tsu_script_visit_unreached(tsu_script *s, tsu_unreached *visit, void *ctx)
{
    for (size_t k = 0; k < s->n_kept; k++) {
        const tsu_deck *deck = s->kept[k];
        for (size_t i = 0; i < deck->n_line; i++) {
            const tsu_deck_line *line = &deck->line[i];
            const char *text = line->text + strspn(line->text, " \t\r");
            if (line->runs > 0 || *text == '\0' || *text == '#') continue;
            tsu_error err = {0};
            (void)tsu_script_check_names(s, text, &err);
            visit(ctx, deck->name, line->line, &err);
        }
    }
}
