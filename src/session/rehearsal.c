/* SPDX-License-Identifier: Apache-2.0 */
/* rehearsal.c - the list of what a dry run finds. An error that only follows from an earlier one (a region that could not be
 * made is not there) is told apart, so that the list names the mistakes and not their echo. */
#include "session/rehearsal.h"
#include "base/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

void tsu_rehearsal_free(tsu_rehearsal *r)
{
    tsu_memory_release(&r->finding);
    tsu_memory_release(&r->run);
    tsu_memory_release(&r->mesh);
    tsu_memory_release(&r->name);
    *r = (tsu_rehearsal){0};
}

static tsu_finding *add_finding(tsu_rehearsal *r, tsu_finding_kind kind, const char *file, int line,
                                const char *sentence)
{
    for (int k = 0; k < r->findings; k++) { /* the same run again, or another turn of a loop */
        const tsu_finding *old = &r->finding[k];
        const bool same_place = old->line == line && strcmp(old->file, file) == 0;
        const bool repeats = kind == TSU_FINDING_ERROR || same_place;
        if (repeats && strncmp(old->text, sentence, sizeof old->text - 1) == 0) return NULL;
    }
    tsu_error err;
    if (tsu_memory_grow(&r->finding, &r->finding_capacity, (size_t)r->findings + 1, sizeof *r->finding,
                        "findings", &err) != TSU_OK) {
        r->memory_failed = true;
        return NULL;
    }
    tsu_finding *f = &r->finding[r->findings++];
    *f = (tsu_finding){.kind = kind, .line = line};
    snprintf(f->file, sizeof f->file, "%s", file);
    snprintf(f->text, sizeof f->text, "%s", sentence);
    return f;
}

void tsu_rehearsal_note(tsu_rehearsal *r, tsu_finding_kind kind, const char *file, int line,
                        const char *sentence)
{
    (void)add_finding(r, kind, file, line, sentence);
}

int tsu_rehearsal_count(const tsu_rehearsal *r, tsu_finding_kind kind)
{
    int count = 0;
    for (int k = 0; k < r->findings; k++) {
        count += r->finding[k].kind == kind;
    }
    return count;
}

/* ---- echoes ---------------------------------------------------------------------------------------------------------- */

static void add_name(tsu_rehearsal *r, const char *name, size_t length, const tsu_error *err)
{
    tsu_error none;
    if (length == 0 || length >= TSU_NAME) return;
    if (tsu_memory_grow(&r->name, &r->name_capacity, (size_t)r->names + 1, sizeof *r->name, "names", &none) !=
        TSU_OK) {
        r->memory_failed = true;
        return;
    }
    tsu_failed_name *n = &r->name[r->names++];
    snprintf(n->name, sizeof n->name, "%.*s", (int)length, name);
    snprintf(n->file, sizeof n->file, "%s", err->file);
    n->line = err->line;
}

static bool is_name(int c)
{
    return isalnum(c) || c == '_' || c == '/' || c == '-' || c == '.';
}

/* Whether `name` stands in the text as a word, perhaps behind v_, c_ or f_. */
static bool mentions(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const size_t before = (size_t)(at - text);
        const bool reference = before >= 2 && at[-1] == '_' && strchr("vcf", at[-2]) != NULL &&
                               (before == 2 || !is_name((unsigned char)at[-3]));
        const bool starts = before == 0 || !is_name((unsigned char)at[-1]) || reference;
        if (starts && !is_name((unsigned char)at[length])) return true;
    }
    return false;
}

/* The n-th word of a line, from 0. */
static const char *word_at(const char *line, int n, size_t *length)
{
    for (;; n--) {
        line += strspn(line, " \t\r");
        *length = strcspn(line, " \t\r");
        if (n == 0 || *length == 0) return line;
        line += *length;
    }
}

static bool is_word(const char *word, size_t length, const char *const *list)
{
    for (; *list; list++) {
        if (strlen(*list) == length && strncmp(word, *list, length) == 0) return true;
    }
    return false;
}

/* What a fix makes besides itself: the properties of heat. */
static void remember_fix(tsu_rehearsal *r, const char *style, size_t length, const char *line,
                         const tsu_error *err)
{
    static const char *const heat[] = {"Temp", "heatFlux", "heatSource"};
    size_t more;
    const char *property = word_at(line, 4, &more);
    if (length == 15 && strncmp(style, "property/global", length) == 0) add_name(r, property, more, err);
    for (int k = 0; k < 3 && length > 5 && strncmp(style, "heat/", 5) == 0; k++) {
        add_name(r, heat[k], strlen(heat[k]), err);
    }
    r->led = true;
    r->filled |= strncmp(style, "insert/", 7) == 0;
}

/* What later commands will miss: the ID, the name of a property, the box, the laws. */
static void remember(tsu_rehearsal *r, const char *line, const tsu_error *err)
{
    static const char *const made[] = {"create_atoms", "read_data", "read_restart", "read_dump", NULL};
    static const char *const named[] = {"fix", "compute", "dump", "region", "group", "variable", NULL};
    static const char *const box[] = {"create_box", "read_data", "read_restart", NULL};
    static const char *const laws[] = {"pair_style", NULL}, *const fix[] = {"fix", NULL};
    static const char *const decks[] = {"include", "jump", NULL};
    size_t length, more;
    const char *command = word_at(line, 0, &length), *style = word_at(line, 3, &more);
    if (is_word(command, length, box)) add_name(r, "box", 3, err);
    if (is_word(command, length, laws)) add_name(r, "contact model", 13, err);
    if (is_word(command, length, fix)) remember_fix(r, style, more, line, err);
    r->filled |= is_word(command, length, made);
    if (is_word(command, length, decks)) {
        r->missing.line = err->line;
        r->filled = r->led = true;
    }
    if (is_word(command, length, named)) {
        const char *id = word_at(line, 1, &length);
        add_name(r, id, length, err);
    }
}

/* The earlier error that this one follows from, or NULL: what the error misses, or what the command names, was to be made there. */
static const tsu_failed_name *cause_of(const tsu_rehearsal *r, const char *line, const tsu_error *err)
{
    for (int k = 0; k < r->names; k++) {
        const tsu_failed_name *n = &r->name[k];
        const bool box = strcmp(n->name, "box") == 0;
        const bool laws = strcmp(n->name, "contact model") == 0;
        if (box && err->lacks == TSU_LACKS_BOX) return n;
        if (laws && err->lacks == TSU_LACKS_MODEL) return n;
        if (box || laws) continue;
        if (mentions(line, n->name) || strcmp(err->missing, n->name) == 0) return n;
    }
    const bool elsewhere = err->lacks != TSU_LACKS_NOTHING && err->lacks != TSU_LACKS_VALUE;
    return r->missing.line > 0 && elsewhere ? &r->missing : NULL;
}

bool tsu_rehearsal_failed(void *ctx, const char *line, const tsu_error *err)
{
    const tsu_session *s = ctx;
    tsu_rehearsal *r = s->options.rehearsal;
    line += strspn(line, " \t\r");
    const tsu_failed_name *cause = cause_of(r, line, err);
    if (err->status == TSU_ERROR_MEMORY) return false;
    const bool open = r->runs > 0 && err->lacks == TSU_LACKS_VALUE;
    const tsu_finding_kind kind = cause ? TSU_FINDING_FOLLOWS : open ? TSU_FINDING_OPEN : TSU_FINDING_ERROR;
    tsu_finding *f = add_finding(r, kind, err->file, err->line, err->message);
    if (f && cause) f->cause = cause->line;
    if (f) remember(r, line, err);
    return true;
}
