/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_reference.c - `tsubu reference`: every command and style of a deck, out of the tables that run them; and the man page
 * and the completion of the program, out of its own tables. */
#include "cli.h"
#include "command/tables.h"
#include "deck/formula.h"
#include "manual.h"
#include "session/session.h"
#include "session/thermo.h"
#include "state/fields.h"
#include "step/wall/shape.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct section {
    const char *command; /* as in tsu_command_family */
    const char *title, *doc;
} section;

static const section sections[] = {
    {NULL, "Commands", "a line of a deck starts with one of these"},
    {"fix", "Fixes", "what acts during a run: `fix ID GROUP STYLE ...`"},
    {"compute", "Computes", "values of the current state: `compute ID GROUP STYLE ...`"},
    {"dump", "Dumps", "files written during a run: `dump ID GROUP STYLE EVERY FILE ...`"},
    {"region", "Regions", "volumes of space: `region NAME STYLE ...`"},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* ---- the rows of a section --------------------------------------------------------------------------- */

typedef struct rows {
    int count;
    const tsu_command **row; /* by name */
} rows;

static bool belongs(const tsu_command_family *family, const section *s)
{
    if (!family->command || !s->command) return family->command == s->command;
    return strcmp(family->command, s->command) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const tsu_command *const *)a)->name, (*(const tsu_command *const *)b)->name);
}

/* Fills rows->row if it is there, counts in any case. */
static void gather(const section *s, rows *r)
{
    r->count = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        if (!belongs(f, s)) continue;
        for (const tsu_command *c = f->table; c->name; c++, r->count++) {
            if (r->row) r->row[r->count] = c;
        }
    }
}

static rows rows_of(const section *s)
{
    rows r = {0};
    gather(s, &r);
    r.row = calloc((size_t)r.count + 1, sizeof *r.row);
    if (!r.row) return (rows){0};
    gather(s, &r);
    qsort(r.row, (size_t)r.count, sizeof *r.row, by_name);
    return r;
}

static void print_sentence(const char *text)
{
    const size_t length = strlen(text);
    printf("%c%s%s\n", toupper((unsigned char)text[0]), text + 1, text[length - 1] == '.' ? "" : ".");
}

/* ---- for the screen ------------------------------------------------------------------------------------ */

/* Words in lines of the screen, behind what a line begins with. */
static void print_word(const char *begin, const char *word, int *at)
{
    const int length = (int)strlen(word) + 2;
    if (*at + length > 94) *at = 0;
    printf("%s%s", *at ? "  " : begin, word);
    *at += length;
}

static void print_words(const char *title, const char *const *words)
{
    int at = 0;
    printf("  %s:", title);
    for (int k = 0; words[k]; k++) {
        print_word("\n    ", words[k], &at);
    }
    putchar('\n');
}

/* The words of fields that all particles have; with `set` those that can be set. */
static void print_fields(const char *title, bool set)
{
    char room[TSU_FIELD_ROOM];
    const char *word;
    int at = 0;
    printf("  %s (`tsubu reference fields`):", title);
    for (int k = 0; (word = tsu_fields_words(NULL, k, room)) != NULL; k++) {
        tsu_field_number n;
        tsu_fields_word(NULL, word, &n);
        if (!set || n.field.flags & TSU_FIELD_SETTABLE) print_word("\n    ", word, &at);
    }
    putchar('\n');
}

/* Shapes of walls, with the numbers that follow their names. */
static void print_shapes(void)
{
    printf("  shapes (SHAPE and its numbers):\n");
    for (int k = 0; tsu_wall_shapes[k]; k++) {
        const tsu_wall_shape *s = tsu_wall_shapes[k];
        char words[80] = "";
        for (int q = 0; q < s->parameters; q++) {
            const size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, " %s", s->parameter[q].name);
        }
        if (s->complete) printf("    %-9s%-27s %s\n", s->name, words, s->doc);
    }
}

/* What `thermo_style custom` and the dumps of particles may have for columns, and formulas for functions. */
static void print_choice(const tsu_command *c)
{
    const char *doc, *word;
    if (strcmp(c->name, "thermo_style") == 0) {
        printf("  columns, also in formulas; and c_ID, f_ID, v_NAME:\n");
        for (int k = 0; (word = tsu_thermo_keyword(k, &doc)) != NULL; k++) {
            printf("    %-13s %s\n", word, doc);
        }
    } else if (strstr(c->usage, "FILE COLUMN")) {
        print_fields("columns, beside c_ID, f_ID and v_NAME", false);
    } else if (strcmp(c->name, "variable") == 0) {
        printf("  formulas (equal, atom): numbers, + - * / %% ^ == != < <= > >= && ||, PI, v_NAME, c_ID, "
               "f_ID, the "
               "columns\n  of thermo_style, x[ID] and the like\n");
        print_words("functions", tsu_function_words);
        print_fields("of particles (atom, or of one as in x[7])", false);
    } else if (strcmp(c->name, "wall/gran") == 0) {
        print_shapes();
    } else if (strcmp(c->name, "set") == 0) {
        print_fields("fields", true);
    }
}

/* Keywords that are read by tables, with what follows them; entries of the manual have more to say. */
static void print_arguments(const section *s, const tsu_command *c)
{
    const tsu_argument *row;
    for (int k = 0; (row = tsu_command_arguments(s->command, c->name, k)) != NULL; k++) {
        if (k == 0) printf("  keywords:\n");
        for (; row->keyword; row++) {
            char form[64];
            tsu_argument_form(row, form, sizeof form);
            printf("    %-22s %-14s %s\n", row->keyword, form, row->doc ? row->doc : row->what);
        }
    }
}

/* The sentence of a row in the language of the user. */
static void print_summary(const tsu_command *c, const tsu_manual_entry *e)
{
    const char *ja = e && tsu_cli_japanese() ? tsu_manual_line(e, "ja", 0) : NULL;
    char text[600];
    snprintf(text, sizeof text, "%s%s", c->run ? "" : "Not supported: ", c->summary);
    if (c->run) text[0] = (char)toupper((unsigned char)text[0]);
    printf("  ");
    tsu_cli_wrap(ja ? ja : text, 2, 2);
}

static void print_row(const section *s, const tsu_command *c)
{
    const tsu_manual_entry *e = c->run ? tsu_manual_find(s->command, c->name) : NULL;
    printf("%s%s%s\n", s->command ? s->command : "", s->command ? " " : "", c->name);
    print_summary(c, e);
    if (!c->run) return;
    const int at =
        tsu_cli_japanese() ? printf("  書式: ") - 2 : printf("  usage: "); /* two columns wide each */
    tsu_cli_wrap(c->usage, at, at);
    if (!e) print_arguments(s, c);
    print_choice(c);
    if (e) tsu_manual_print(e, s->command, tsu_cli_japanese());
}

/* With `command` only styles of it. */
static int print_named(const char *command, const char *name)
{
    int found = 0;
    for (int q = 0; q < SECTIONS; q++) {
        if (command && (!sections[q].command || strcmp(sections[q].command, command) != 0)) continue;
        const rows r = rows_of(&sections[q]);
        for (int k = 0; k < r.count; k++) {
            if (strcmp(r.row[k]->name, name) != 0) continue;
            if (found++) putchar('\n');
            print_row(&sections[q], r.row[k]);
        }
        free(r.row);
    }
    const char *doc, *word;
    for (int k = 0; !command && (word = tsu_thermo_keyword(k, &doc)) != NULL; k++) {
        if (strcmp(word, name) != 0) continue;
        printf("%scolumn of thermo_style, and in formulas: %s\n  ", found++ ? "\n" : "", word);
        print_sentence(doc);
    }
    return found;
}

static void print_names(const rows *r, bool done)
{
    int at = 0;
    for (int k = 0; k < r->count; k++) {
        if ((r->row[k]->run != NULL) == done) print_word("\n  ", r->row[k]->name, &at);
    }
    putchar('\n');
}

static void print_overview(void)
{
    for (int q = 0; q < SECTIONS; q++) {
        const rows r = rows_of(&sections[q]);
        printf("%s%s: %s", q ? "\n" : "", sections[q].title, sections[q].doc);
        print_names(&r, true);
        free(r.row);
    }
    printf("\n`tsubu reference NAME` shows one; thermo_style, custom, set and variable with their words;\n"
           "`tsubu reference fields` lists the fields of particles,\n"
           "`tsubu laws` lists the contact models.\n");
}

/* ---- for the manual ------------------------------------------------------------------------------------- */

static void mark_row(const section *s, const tsu_command *c)
{
    printf("\n### `%s%s%s`\n\n", s->command ? s->command : "", s->command ? " " : "", c->name);
    print_sentence(c->summary);
    printf("\n```text\n%s\n```\n", c->usage);
}

static void mark_keywords(const section *s, const tsu_command *c)
{
    const tsu_argument *row;
    bool any = false;
    for (int k = 0; (row = tsu_command_arguments(s->command, c->name, k)) != NULL; k++) {
        for (; row->keyword; row++, any = true) {
            printf("%s`%s`", any ? ", " : "\nKeywords: ", row->keyword);
        }
    }
    if (any) printf(".\n");
}

static void mark_unsupported(const rows *r)
{
    bool any = false;
    for (int k = 0; k < r->count; k++) {
        if (r->row[k]->run) continue;
        if (!any) printf("\n### Known but not supported\n\n| name | |\n|---|---|\n");
        any = true;
        printf("| `%s` | %s |\n", r->row[k]->name, r->row[k]->summary);
    }
}

static void mark_thermo(void)
{
    const char *doc = NULL, *word;
    printf(
        "\n## Thermo keywords\n\nFor `thermo_style custom`, and in formulas.\n\n| keyword | |\n|---|---|\n");
    for (int k = 0; (word = tsu_thermo_keyword(k, &doc)) != NULL; k++) {
        printf("| `%s` | %s |\n", word, doc);
    }
}

/* What a row of the table of fields is for; 0 behind the last. */
static const char *field_use(const tsu_field *f, int k)
{
    const char *const uses[] = {f->flags & TSU_FIELD_SETTABLE ? "set" : "",
                                f->flags & TSU_FIELD_SAVED ? "saved" : "",
                                f->flags & TSU_FIELD_GHOSTED ? "ghosted" : "",
                                f->hash ? "hashed" : "",
                                f->page ? "shown" : "",
                                NULL};
    return uses[k];
}

/* Words and uses, with what goes before and behind each. */
static void field_words(const tsu_field *f, const char *mark, char *out, size_t size)
{
    char room[TSU_FIELD_ROOM];
    size_t used = 0;
    out[0] = '\0';
    for (int q = 0; q < f->width && used < size; q++) {
        const char *word = tsu_field_word_of(f, q, room);
        if (!word || (q > 0 && q < f->width - 1 && f->width > 3)) continue; /* many: the first and the last */
        used += (size_t)snprintf(out + used, size - used, "%s%s%s%s", q ? f->width > 3 ? " ... " : " " : "",
                                 mark, word, mark);
    }
    if (f->alias && used < size) snprintf(out + used, size - used, " %s%s%s", mark, f->alias, mark);
}

static void field_uses(const tsu_field *f, const char *mark, char *out, size_t size)
{
    size_t used = 0;
    const char *use;
    out[0] = '\0';
    for (int k = 0; (use = field_use(f, k)) != NULL && used < size; k++) {
        if (use[0])
            used += (size_t)snprintf(out + used, size - used, "%s%s%s%s", used ? " " : "", mark, use, mark);
    }
}

static void print_field_table(void)
{
    const tsu_field *f;
    char words[120], uses[80];
    printf("fields of particles, for views, formulas, dumps, `set`, restart files and the page\n");
    printf("%-20s %-27s %-10s %s\n", "field", "words in decks", "unit", "uses");
    for (int k = 0; (f = tsu_field_row(k)) != NULL; k++) {
        field_words(f, "", words, sizeof words);
        field_uses(f, "", uses, sizeof uses);
        printf("%-20s %-27s %-10s %s\n    %s\n", f->name, words, f->unit, uses, f->doc);
    }
    printf("Those from Temp on are there where something has added them; `fix property/atom` adds more. "
           "Number k of a\n"
           "field NAME with several that is added is NAME_k.\n");
}

static void mark_fields(void)
{
    const tsu_field *f;
    char words[120], uses[80];
    printf("\n## Fields of particles\n\nFor formulas, dumps, computes, `set` and views; [a "
           "page](../fields.md) has more.\n\n"
           "| field | words | numbers | unit | uses | |\n|---|---|---|---|---|---|\n");
    for (int k = 0; (f = tsu_field_row(k)) != NULL; k++) {
        field_words(f, "`", words, sizeof words);
        field_uses(f, "`", uses, sizeof uses);
        printf("| `%s` | %s | %d | %s | %s | %s |\n", f->name, words, f->width, f->unit, uses, f->doc);
    }
}

/* The table of shapes of walls, a row for each number. */
static void mark_shapes(void)
{
    printf("\n## Shapes of walls\n\n"
           "For `fix wall/gran ... primitive type N SHAPE`, which is followed by the numbers in this order. "
           "A particle touches such a wall "
           "in one place at most, the nearest.\n\n"
           "| shape | | number | unit | |\n|---|---|---|---|---|\n");
    for (int k = 0; tsu_wall_shapes[k]; k++) {
        const tsu_wall_shape *s = tsu_wall_shapes[k];
        for (int q = 0; q < s->parameters; q++) {
            const tsu_wall_parameter *p = &s->parameter[q];
            if (q == 0)
                printf("| `%s` | %s ", s->name, s->doc);
            else
                printf("| | ");
            printf("| `%s` | %s | %s |\n", p->name, p->unit, p->doc);
        }
    }
}

static void mark_words(const char *title, const char *doc, const char *const *words)
{
    printf("\n## %s\n\n%s:", title, doc);
    for (int k = 0; words[k]; k++) {
        printf("%s`%s`", k ? ", " : " ", words[k]);
    }
    printf(".\n");
}

void tsu_reference_mark_tables(void)
{
    mark_thermo();
    mark_fields();
    mark_shapes();
    mark_words("Functions of formulas", "For `variable NAME equal` and `atom`", tsu_function_words);
}

static void mark_all(void)
{
    printf("# Deck reference\n\nWritten by `tsubu reference --markdown` from the tables that define the "
           "commands "
           "(tsubu %s). The contact models, with their properties and keywords, have [a page of their "
           "own](laws.md).\n",
           tsu_version());
    for (int q = 0; q < SECTIONS; q++) {
        const rows r = rows_of(&sections[q]);
        printf("\n## %s\n\n", sections[q].title);
        print_sentence(sections[q].doc);
        for (int k = 0; k < r.count; k++) {
            if (!r.row[k]->run) continue;
            mark_row(&sections[q], r.row[k]);
            mark_keywords(&sections[q], r.row[k]);
        }
        mark_unsupported(&r);
        free(r.row);
    }
    tsu_reference_mark_tables();
}

static tsu_status unknown(const char *name, tsu_error *err)
{
    const char *near = NULL;
    for (int q = 0; q < SECTIONS && !near; q++) {
        near = tsu_command_nearest(tsu_command_families, sections[q].command, name);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "there is no command or style '%s'%s%s%s (`tsubu reference` lists them)", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int tsu_cmd_reference(int argc, char **argv)
{
    const char *markdown = NULL, *tools = NULL, *man = NULL, *completion = NULL, *pages = NULL,
               *summary = NULL, *rest[2] = {NULL};
    const tsu_option options[] = {
        {"--markdown", 0, NULL, "the whole reference as a page for the manual", &markdown, NULL, 0},
        {"--pages", 1, "FOLDER", "a page of each entry, in English and Japanese", &pages, NULL, 0},
        {"--summary", 0, NULL, "summaries and syntax of all, as a page", &summary, NULL, 0},
        {"--tools", 0, NULL, "the program's own options as a page for the manual", &tools, NULL, 0},
        {"--man", 0, NULL, "the man page of the program", &man, NULL, 0},
        {"--completion", 0, NULL, "the completion of the program for bash", &completion, NULL, 0},
        {0}};
    tsu_error err = {0};
    int words;
    bool help;
    if (tsu_options_read("reference", options, argc, argv, rest, 2, &words, &help, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    if (help) return 0;
    const bool forms = markdown || tools || man || completion || pages || summary;
    const char *command = words == 2 ? rest[0] : NULL, *name = words == 2 ? rest[1] : rest[0];
    if (name && strcmp(name, "fields") == 0) {
        print_field_table();
    } else if (name && print_named(command, name) == 0) {
        unknown(name, &err);
        return tsu_cli_fail(&err);
    }
    if (pages && !tsu_manual_write_pages(pages)) {
        tsu_error_set(&err, TSU_ERROR_IO, "the pages could not be written to %s: is the folder there?",
                      pages);
        return tsu_cli_fail(&err);
    }
    if (summary) tsu_manual_sum_up(tsu_cli_japanese());
    if (markdown) mark_all();
    if (tools) tsu_reference_tools();
    if (man) tsu_reference_man();
    if (completion) tsu_reference_completion();
    if (!name && !forms) print_overview();
    return 0;
}
