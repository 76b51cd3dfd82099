/* SPDX-License-Identifier: Apache-2.0 */
/* write_dump.c - `write_dump`: one snapshot now, with the styles and words of `dump`. */
#include "dump/dump.h"
#include "session/continue.h"
#include "session/define.h"
#include "step/world.h"
#include <stdio.h>
#include <string.h>

enum { LINE = 8192 };

static const char ID[] = "WRITE_DUMP";

/* Adds words from `from` up to `to` to a line, in quotes where they hold blanks. */
static tsu_status add_words(char line[LINE], const tsu_words *words, int from, int to, tsu_error *err)
{
    size_t used = strlen(line);
    for (int k = from; k < to; k++) {
        const char *quote = strpbrk(words->word[k], " \t#&") ? "\"" : "";
        const int n = snprintf(line + used, LINE - used, " %s%s%s", quote, words->word[k], quote);
        if (n < 0 || (size_t)n >= LINE - used)
            return tsu_words_error(words, k, TSU_ERROR_INPUT, err, "the command is too long");
        used += (size_t)n;
    }
    return TSU_OK;
}

static int find_modify(const tsu_words *words)
{
    int k = 3;
    while (k < words->count && strcmp(words->word[k], "modify") != 0) {
        k++;
    }
    return k;
}

/* After `unfix` of a property the laws cannot be evaluated: what needs no forces is still written. */
static tsu_status settle(tsu_session *s, tsu_error *err)
{
    tsu_error missing;
    const tsu_status status = tsu_session_settle(s, err);
    if (status == TSU_OK || !tsu_lawset_missing(&s->world->laws, &s->world->materials, 0, &missing))
        return status;
    tsu_session_remedy(s, &missing);
    tsu_script_warn(s->script, "forces are not computed for this snapshot: %s", missing.message);
    return TSU_OK;
}

static tsu_status write_now(tsu_session *s, const tsu_words *words, int modify, tsu_error *err)
{
    char line[LINE];
    tsu_status status = TSU_OK;
    if (modify < words->count) {
        snprintf(line, sizeof line, "dump_modify %s", ID);
        status = add_words(line, words, modify + 1, words->count, err);
        if (status == TSU_OK) status = tsu_script_run_line(s->script, line, err);
    }
    if (status != TSU_OK || s->options.rehearsal) return status;
    status = settle(s, err);
    tsu_dump *d = tsu_objects_find(&s->dumps, ID)->state;
    return status == TSU_OK ? d->write(s, d, err) : status;
}

/* write_dump GROUP STYLE FILE ... [modify ...] */
static tsu_status run_write_dump(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    char line[LINE];
    tsu_status status = tsu_session_need_world(s, "write_dump", err);
    if (status == TSU_OK) status = tsu_words_need(words, 3, "group, style and file", err);
    if (status != TSU_OK) return status;
    const int modify = find_modify(words);
    const size_t mark = s->journal->count;
    snprintf(line, sizeof line, "dump %s %s %s 1", ID, words->word[1], words->word[2]);
    status = add_words(line, words, 3, modify, err);
    if (status == TSU_OK) status = tsu_script_run_line(script, line, err);
    if (status != TSU_OK) return status;
    status = write_now(s, words, modify, err);
    tsu_journal_cut(s->journal, mark); /* it is gone again */
    tsu_error ignored = {0};
    const tsu_status removed =
        tsu_objects_remove(s, &s->dumps, "dump", ID, status == TSU_OK ? err : &ignored);
    return status == TSU_OK ? removed : status;
}

const tsu_command tsu_commands_write_dump[] = {
    {"write_dump", "write_dump GROUP STYLE FILE ... [modify KEYWORD VALUE ...]",
     "writes one snapshot now; the words are those of `dump` and `dump_modify`", run_write_dump},
    {0}};
