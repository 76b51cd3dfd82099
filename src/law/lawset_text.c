/* SPDX-License-Identifier: Apache-2.0 */
/* lawset_text.c - laws and their history as words, as restart files keep them. */
#include "law/lawset.h"
#include <stdio.h>
#include <string.h>

/* Copies the next word of *text and moves behind it; false at the end. */
static bool next_word(const char **text, char *word, size_t size)
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    if (length == 0) return false;
    snprintf(word, size, "%.*s", (int)length, *text);
    *text += length;
    return true;
}

bool tsu_laws_text_unknown(const char *text, char *what, size_t size)
{
    char word[64], name[64];
    while (next_word(&text, word, sizeof word)) {
        for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
            if (strcmp(word, tsu_law_kind_word((tsu_law_kind)kind)) != 0) continue;
            if (!next_word(&text, name, sizeof name) || tsu_law_find((tsu_law_kind)kind, name)) break;
            snprintf(what, size, "%s %s", word, name);
            return true;
        }
    }
    return false;
}

void tsu_lawset_history_text(const tsu_lawset *s, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
        const tsu_law *law = s->law[kind];
        for (const tsu_law_history *h = law ? law->history : NULL; h && h->name && used < size; h++) {
            char wide[16] = "";
            if (h->width > 1) snprintf(wide, sizeof wide, ":%d", h->width);
            used += (size_t)snprintf(text + used, size - used, "%s%s.%s%s", used ? " " : "",
                                     tsu_law_kind_word((tsu_law_kind)kind), h->name, wide);
        }
    }
}
