/* SPDX-License-Identifier: Apache-2.0 */
/* outputs_ahead.c - files that the rest of a deck may append to. A restart file says how long they are, though the deck has not opened
 * them yet: if the run is killed when it has, the one that goes on from there must not append the same once more. */
#include "base/memory.h"
#include "deck/internal.h"
#include "session/outputs.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 1024 };

/* The word behind `append`, wherever in the line and in which quotes it stands; NULL: there is none. */
static const char *word_behind(const char *at, char out[PATH_LENGTH])
{
    static const char ends[] = " \t\"'";
    at += strspn(at, ends);
    const size_t length = strcspn(at, ends);
    if (length == 0 || length >= PATH_LENGTH) return NULL;
    memcpy(out, at, length);
    out[length] = '\0';
    return out;
}

/* Variables have their present values; a name that cannot be made of them yet is left out. */
static void look_at(tsu_session *s, const char *line)
{
    static const char key[] = "append";
    char word[PATH_LENGTH], *path = NULL;
    tsu_error err;
    for (const char *at = strstr(line, key); at; at = strstr(at + 1, key)) {
        const char *behind = at + sizeof key - 1;
        const bool alone = (at == line || !isgraph((unsigned char)at[-1]) || at[-1] == '"') &&
                           isspace((unsigned char)*behind);
        if (!alone || !word_behind(behind, word)) continue;
        if (strcmp(word, "yes") == 0 || strcmp(word, "no") == 0) continue;
        if (tsu_script_substitute(s->script, word, &path, &err) != TSU_OK) continue;
        tsu_outputs_foresee(s->outputs, path);
        free(path);
    }
}

void tsu_outputs_look_ahead(tsu_session *s)
{
    for (size_t k = 0; k < s->script->n_frame; k++) {
        const tsu_deck *deck = s->script->frame[k].deck;
        for (size_t q = 0; q < deck->n_line; q++) {
            look_at(s, deck->line[q].text);
        }
    }
}
