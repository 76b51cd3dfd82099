/* SPDX-License-Identifier: Apache-2.0 */
/* print.c - `fix print`: a line of text with variables every N steps, on the screen and into a file. */
#include "session/define.h"
#include "session/files.h"
#include "session/outputs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
    char *text;
    tsu_growing_file *file; /* NULL: none */
    bool screen;
    char path[512];
} printer;

static void destroy_printer(tsu_session *s, void *state)
{
    printer *p = state;
    (void)tsu_session_close_output(s, p->file);
    free(p->text);
    free(p);
}

static bool write_text(const printer *p, const char *line)
{
    FILE *part = p->file ? tsu_growing_file_begin(p->file) : NULL;
    return !p->file || (part && fprintf(part, "%s\n", line) >= 0 && tsu_growing_file_end(p->file, true));
}

static tsu_status not_written(const printer *p, tsu_error *err)
{
    return tsu_error_set(err, TSU_ERROR_IO, "fix print could not write %s: is the disk full?", p->path);
}

static tsu_status output_printer(tsu_session *s, void *state, tsu_error *err)
{
    printer *p = state;
    char *line = NULL;
    const tsu_status status = tsu_script_substitute(s->script, p->text, &line, err);
    if (status != TSU_OK) return status;
    if (p->screen) tsu_script_say(s->script, "%s\n", line);
    const bool written = write_text(p, line);
    free(line);
    return written ? TSU_OK : not_written(p, err);
}

static tsu_status read_printer(tsu_session *s, tsu_words *words, tsu_object *fix, printer *p, tsu_error *err)
{
    enum { PATH, APPEND, SCREEN, TITLE };
    static const char *const list[] = {
        [PATH] = "file", [APPEND] = "append", [SCREEN] = "screen", [TITLE] = "title", NULL};
    const char *text, *path = NULL, *title = NULL;
    int key;
    bool append = false;
    tsu_status status = tsu_words_integer_in(words, "steps between lines", 1, INT64_MAX, &fix->every, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the text", &text, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) break;
        if (key == PATH || key == APPEND) {
            append = key == APPEND;
            status = tsu_words_text(words, "the file", &path, err);
        } else if (key == SCREEN) {
            status = tsu_words_switch(words, "yes or no", &p->screen, err);
        } else {
            status = tsu_words_text(words, "the title", &title, err);
        }
    }
    if (status != TSU_OK) return status;
    p->text = strdup(text);
    if (!p->text) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix print");
    if (!path) return TSU_OK;
    snprintf(p->path, sizeof p->path, "%s", path);
    bool titles;
    char usual[128];
    p->file = tsu_session_open_output(s, path, append, &titles, err);
    if (!p->file) return TSU_ERROR_IO;
    snprintf(usual, sizeof usual, "# Fix print output for fix %s", fix->id);
    if (!titles || (title && strcmp(title, "none") == 0)) return TSU_OK;
    return write_text(p, title ? title : usual) ? TSU_OK : not_written(p, err);
}

static tsu_status fix_print(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    printer *p = calloc(1, sizeof *p);
    if (!p) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    p->screen = true;
    status = read_printer(s, words, &fix, p, err);
    fix.state = p;
    fix.destroy = destroy_printer;
    fix.output = output_printer;
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_printer(s, p);
    return status;
}

const tsu_command tsu_fixes_print[] = {
    {"print", "fix ID GROUP print N \"text\" [file NAME|append NAME] [screen yes|no] [title \"text\"]",
     "print a line with variables every N steps", fix_print},
    {0}};
