/* SPDX-License-Identifier: Apache-2.0 */
/* manual_pages.c - a page for each command, style and contact model, in both languages: what the tables say and what cli/reference/ says. */
#include "cli.h"
#include "command/tables.h"
#include "law/law.h"
#include "manual.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, LINK = 160 };

typedef struct topic {
    const char *command; /* of entries; NULL: commands */
    const char *title, *title_ja;
    tsu_law_kind kind; /* of contact models */
} topic;

static const topic topics[] = {{.title = "Commands", .title_ja = "コマンド"},
                               {.command = "fix", .title = "Fixes", .title_ja = "fix"},
                               {.command = "compute", .title = "Computes", .title_ja = "compute"},
                               {.command = "dump", .title = "Dumps", .title_ja = "dump"},
                               {.command = "region", .title = "Regions", .title_ja = "region"}};
static const topic model_topics[] = {
    {"model", "Normal models", "法線方向の接触モデル", TSU_NORMAL},
    {"cohesion", "Cohesion models", "付着モデル", TSU_COHESION},
    {"tangential", "Tangential models", "接線方向の接触モデル", TSU_TANGENTIAL},
    {"rolling_friction", "Rolling models", "転がり摩擦モデル", TSU_ROLLING},
    {"surface", "Surface models", "表面モデル", TSU_SURFACE}};
enum { TOPICS = sizeof topics / sizeof *topics, MODEL_TOPICS = sizeof model_topics / sizeof *model_topics };

typedef struct page {
    const char *command, *name, *usage, *summary;
    const tsu_law *law; /* of a contact model */
    const tsu_manual_entry *entry;
    bool japanese;
} page;

/* ---- names --------------------------------------------------------------------------------------------------------------- */

/* `fix insert/pack` becomes fix_insert_pack. */
static void file_name(const char *command, const char *name, char *out)
{
    snprintf(out, LINK, "%s%s%s", command ? command : "", command ? "_" : "", name);
    for (char *c = out; *c; c++) {
        if (*c == '/' || *c == ' ') *c = '_';
    }
}

static const char *ending(bool japanese)
{
    return japanese ? ".ja.md" : ".md";
}

/* Text up to a length, with < > | safe in Markdown and tables; what stands in backquotes stays. */
static void put_marked(const char *text, bool table)
{
    bool code = false;
    for (; *text; text++) {
        if (*text == '`') code = !code;
        if (*text == '|' && table)
            printf("\\|");
        else if (!code && (*text == '<' || *text == '>'))
            printf(*text == '<' ? "&lt;" : "&gt;");
        else if (!code && (*text == '*' || *text == '_'))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void put_sentence(const char *text)
{
    char first[2] = {(char)toupper((unsigned char)text[0]), '\0'};
    put_marked(first, false);
    put_marked(text + 1, false);
    printf("%s\n", text[strlen(text) - 1] == '.' ? "" : ".");
}

/* ---- parts of a page ------------------------------------------------------------------------------------------------------- */

static void put_arguments(const page *p)
{
    static const tsu_manual_argument_part columns[] = {TSU_MANUAL_TYPE, TSU_MANUAL_UNIT, TSU_MANUAL_DEFAULT,
                                                       TSU_MANUAL_RANGE};
    tsu_manual_argument a;
    for (int k = 0; tsu_manual_argument_at(p->entry, k, &a); k++) {
        if (k == 0)
            printf(
                p->japanese
                    ? "\n## 引数\n\n| 引数 | 型 | 単位 | 既定値 | 範囲 | 意味 |\n|---|---|---|---|---|---|\n"
                    : "\n## Arguments\n\n| argument | type | unit | default | range | meaning "
                      "|\n|---|---|---|---|---|---|\n");
        printf("| `%s`", a.part[TSU_MANUAL_NAME]);
        for (size_t q = 0; q < sizeof columns / sizeof *columns; q++) {
            printf(" | ");
            put_marked(tsu_manual_word(a.part[columns[q]], p->japanese), true);
        }
        printf(" | ");
        put_marked(a.part[p->japanese ? TSU_MANUAL_MEANING_JA : TSU_MANUAL_MEANING], true);
        printf(" |\n");
    }
}

static void put_example(const page *p)
{
    const char *line;
    for (int k = 0; (line = tsu_manual_line(p->entry, "example line", k)) != NULL; k++) {
        if (k == 0) printf(p->japanese ? "\n## 例\n\n```text\n" : "\n## Example\n\n```text\n");
        printf("%s\n", line);
        if (tsu_manual_line(p->entry, "example line", k + 1)) continue;
        const char *alone = tsu_manual_line(p->entry, "example", 0);
        printf("```\n");
        if (alone && strcmp(alone, "alone") == 0)
            printf(p->japanese ? "\nこのままで動く入力ファイルです。\n" : "\nA complete deck.\n");
        else
            printf(p->japanese ? "\n[例の前提](index.ja.md#setting) の入力ファイルに続けて実行できます。\n"
                               : "\nIt runs after the [setting of the examples](index.md#setting).\n");
    }
}

static void put_note(const page *p, const char *key, const char *title, const char *title_ja)
{
    const char *text = tsu_manual_note(p->entry, p->command, key, p->japanese);
    if (!text || !*text) return;
    printf("\n## %s\n\n", p->japanese ? title_ja : title);
    put_marked(text, false);
    putchar('\n');
}

static void put_differences(const page *p)
{
    tsu_manual_difference d;
    const char *text = tsu_manual_note(p->entry, p->command, "differs", p->japanese);
    const bool rows = tsu_manual_difference_at(p->entry, 0, p->japanese, &d);
    if (!text && !rows) text = p->japanese ? "知られているものはありません。" : "None known.";
    printf(p->japanese ? "\n## LIGGGHTS との違い\n" : "\n## Differences from LIGGGHTS\n");
    if (text) {
        putchar('\n');
        put_marked(text, false);
        putchar('\n');
    }
    if (rows) printf("\n| | LIGGGHTS 3.8.0 | tsubu |\n|---|---|---|\n");
    for (int k = 0; tsu_manual_difference_at(p->entry, k, p->japanese, &d); k++) {
        printf("| ");
        put_marked(d.topic, true);
        printf(" | ");
        put_marked(d.theirs, true);
        printf(" | ");
        put_marked(d.ours, true);
        printf(" |\n");
    }
}

/* Restrictions: ranks, GPU and clumps. */
static void put_limits(const page *p)
{
    static const struct {
        const char *key, *title, *title_ja;
    } note[] = {
        {"ranks", "Several ranks", "複数プロセス"}, {"gpu", "GPU", "GPU"}, {"clumps", "Clumps", "クランプ"}};
    for (size_t k = 0, told = 0; k < sizeof note / sizeof *note; k++) {
        const char *text = tsu_manual_note(p->entry, p->command, note[k].key, p->japanese);
        if (!text) continue;
        if (told++ == 0) printf(p->japanese ? "\n## 制限\n" : "\n## Restrictions\n");
        printf("\n%s: ", p->japanese ? note[k].title_ja : note[k].title);
        put_marked(text, false);
        putchar('\n');
    }
}

/* `fix insert/pack, theory normal_hertz` as links. */
static void put_links(const page *p)
{
    const char *see = tsu_manual_line(p->entry, "see", 0);
    if (!see) return;
    printf(p->japanese ? "\n## 関連項目\n\n" : "\n## See also\n\n");
    for (bool first = true; *see; first = false) {
        char item[LINK], file[LINK];
        const size_t n = strcspn(see, ",");
        snprintf(item, sizeof item, "%.*s", (int)n, see);
        see += n + (see[n] == ',');
        see += strspn(see, " ");
        const bool theory = strncmp(item, "theory ", 7) == 0, guide = strncmp(item, "page ", 5) == 0;
        file_name(NULL, theory ? item + 7 : guide ? item + 5 : item, file);
        printf("%s[`%s`](%s%s%s)", first ? "" : ", ",
               theory  ? item + 7
               : guide ? item + 5
                       : item,
               theory  ? "../theory/"
               : guide ? "../"
                       : "",
               file, ending(p->japanese));
    }
    putchar('\n');
}

static void put_head(const page *p)
{
    char file[LINK];
    file_name(p->command, p->name, file);
    printf("# `%s%s%s`\n\n", p->command ? p->command : "", p->command ? " " : "", p->name);
    printf(p->japanese ? "[English](%s.md) · [一覧](index.ja.md)\n\n"
                       : "[日本語](%s.ja.md) · [all](index.md)\n\n",
           file);
    const char *ja = tsu_manual_line(p->entry, "ja", 0);
    if (p->japanese && ja) {
        put_marked(ja, false);
        putchar('\n');
    } else {
        put_sentence(p->summary);
    }
}

static void put_page(const page *p)
{
    const char *text;
    put_head(p);
    printf(p->japanese ? "\n## 書式\n\n```text\n%s\n```\n" : "\n## Syntax\n\n```text\n%s\n```\n", p->usage);
    for (int k = 0; (text = tsu_manual_line(p->entry, p->japanese ? "text-ja" : "text", k)) != NULL; k++) {
        putchar('\n');
        put_marked(text, false);
        putchar('\n');
    }
    put_arguments(p);
    if (p->law) tsu_laws_mark_tables(p->law, p->japanese);
    put_example(p);
    put_limits(p);
    put_note(p, "audit", "Energy audit", "エネルギー内訳");
    put_note(p, "restart", "Restart", "リスタート");
    put_differences(p);
    put_links(p);
}

/* ---- files ----------------------------------------------------------------------------------------------------------------- */

static bool begin_file(const char *folder, const char *name, bool japanese)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending(japanese));
    const FILE *file = freopen(path, "w", stdout);
    return file != NULL;
}

static bool write_page(const char *folder, page *p)
{
    char file[LINK];
    p->entry = tsu_manual_find(p->command, p->name);
    if (!p->entry) return true; /* tests/docs demands one of each */
    file_name(p->command, p->name, file);
    for (int k = 0; k < 2; k++) {
        p->japanese = k == 1;
        if (!begin_file(folder, file, p->japanese)) return false;
        put_page(p);
    }
    return true;
}

static bool is_of(const tsu_command_family *f, const topic *t)
{
    return f->command && t->command ? strcmp(f->command, t->command) == 0 : f->command == t->command;
}

static void put_row(const char *command, const char *name, const char *summary, bool japanese)
{
    char file[LINK];
    const tsu_manual_entry *e = tsu_manual_find(command, name);
    const char *ja = e ? tsu_manual_line(e, "ja", 0) : NULL;
    file_name(command, name, file);
    printf("| [`%s`](%s%s) | ", name, file, ending(japanese));
    put_marked(japanese && ja ? ja : summary, true);
    printf(" |\n");
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const tsu_command *const *)a)->name, (*(const tsu_command *const *)b)->name);
}

/* Calls `each` for the rows of a topic that are done, by name. */
static bool visit(const topic *t, bool (*each)(const topic *t, const tsu_command *c, void *context),
                  void *context)
{
    const tsu_command *row[256];
    int n = 0;
    bool good = true;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        for (const tsu_command *c = f->table; is_of(f, t) && c->name; c++) {
            if (c->run && n < 256) row[n++] = c;
        }
    }
    qsort(row, (size_t)n, sizeof *row, by_name);
    for (int k = 0; k < n && good; k++) {
        good = each(t, row[k], context);
    }
    return good;
}

static bool write_row(const topic *t, const tsu_command *c, void *context)
{
    page p = {.command = t->command, .name = c->name, .usage = c->usage, .summary = c->summary};
    return write_page(context, &p);
}

static bool list_row(const topic *t, const tsu_command *c, void *context)
{
    put_row(t->command, c->name, c->summary, *(const bool *)context);
    return true;
}

static bool write_model(const char *folder, const topic *t, const tsu_law *law)
{
    char usage[LINK];
    snprintf(usage, sizeof usage, "pair_style gran%s %s %s ...", law->kind == TSU_NORMAL ? "" : " model NAME",
             t->command, law->name);
    page p = {.command = t->command, .name = law->name, .usage = usage, .summary = law->doc, .law = law};
    return write_page(folder, &p);
}

/* The index: tables of all pages; the setting of the examples; then what has no page of its own. */
static bool write_index(const char *folder, bool japanese)
{
    if (!begin_file(folder, "index", japanese)) return false;
    printf(japanese ? "# リファレンス\n\n[English](index.md)\n\n`tsubu reference 名前` "
                      "で同じ内容を端末に表示できます。各ページの「制限」に、複数プロセス、GPU、クランプでの"
                      "違いがあります。GPU "
                      "で計算できるステップの一覧は [GPU](../gpu.ja.md) "
                      "のページにあります。粒子は球と、球からなる剛体（クランプ）です。\n"
                    : "# Reference\n\n[日本語](index.ja.md)\n\n`tsubu reference NAME` prints the same on the "
                      "screen. What differs on several ranks, on a GPU and for clumps is under Restrictions; "
                      "the page "
                      "[GPU](../gpu.md) lists the steps that a GPU can take. Particles are spheres and rigid "
                      "clumps of "
                      "spheres.\n");
    for (int q = 0; q < TOPICS; q++) {
        printf("\n## %s\n\n| | |\n|---|---|\n", japanese ? topics[q].title_ja : topics[q].title);
        visit(&topics[q], list_row, &japanese);
    }
    for (int q = 0; q < MODEL_TOPICS; q++) {
        printf("\n## %s: `%s`\n\n| | |\n|---|---|\n",
               japanese ? model_topics[q].title_ja : model_topics[q].title, model_topics[q].command);
        for (const tsu_law *const *law = tsu_laws_of_kind(model_topics[q].kind); *law; law++) {
            put_row(model_topics[q].command, (*law)->name, (*law)->doc, japanese);
        }
    }
    printf(japanese ? "\n## 例の前提 "
                      "{#setting}\n\n例は、次の入力ファイルに続けて書いた形で試験されています。\n\n```text\n"
                    : "\n## Setting of the examples {#setting}\n\nExamples are parts of a deck. The tests "
                      "run each behind "
                      "these lines:\n\n```text\n");
    tsu_manual_put_setting();
    printf("```\n");
    tsu_reference_mark_tables();
    return true;
}

bool tsu_manual_write_pages(const char *folder)
{
    bool good = true;
    for (int q = 0; q < TOPICS && good; q++) {
        good = visit(&topics[q], write_row, (void *)folder);
    }
    for (int q = 0; q < MODEL_TOPICS && good; q++) {
        for (const tsu_law *const *law = tsu_laws_of_kind(model_topics[q].kind); *law && good; law++) {
            good = write_model(folder, &model_topics[q], *law);
        }
    }
    return good && write_index(folder, false) && write_index(folder, true) && fflush(stdout) == 0;
}

/* ---- one page that lies in the tree ------------------------------------------------------------------------------------------ */

static bool sum_up_row(const topic *t, const tsu_command *c, void *context)
{
    const bool japanese = *(const bool *)context;
    const tsu_manual_entry *e = tsu_manual_find(t->command, c->name);
    const char *ja = e ? tsu_manual_line(e, "ja", 0) : NULL;
    printf("\n### `%s%s%s`\n\n", t->command ? t->command : "", t->command ? " " : "", c->name);
    if (japanese && ja) {
        put_marked(ja, false);
        putchar('\n');
    } else {
        put_sentence(c->summary);
    }
    printf("\n```text\n%s\n```\n", c->usage);
    return true;
}

/* A link to the part of the page, by the rule of the sites that show it: small letters, no signs but - and _. */
static bool link_row(const topic *t, const tsu_command *c, void *context)
{
    char title[LINK];
    bool *first = context;
    snprintf(title, sizeof title, "%s%s%s", t->command ? t->command : "", t->command ? " " : "", c->name);
    printf("%s[`%s`](#", *first ? "\n" : " · ", c->name);
    for (const char *l = title; *l; l++) {
        if (isalnum((unsigned char)*l) || *l == '_' || *l == '-') putchar(tolower((unsigned char)*l));
        if (*l == ' ') putchar('-');
    }
    putchar(')');
    *first = false;
    return true;
}

void tsu_manual_sum_up(bool japanese)
{
    printf(japanese
               ? "# リファレンスの要約\n\n[English](reference.md)\n\n"
                 "入力ファイルのコマンドとスタイルの書式です。引数の意味と既定値、例、制限は `tsubu "
                 "reference 名前` "
                 "とサイトの各ページにあります。接触モデルは[別のページ](theory/"
                 "index.ja.md)にあります。このページは `tsubu "
                 "reference --summary` の出力です。\n"
               : "# Reference in short\n\n[日本語](reference.ja.md)\n\n"
                 "The syntax of all commands and styles of a deck. What the arguments mean, with units and "
                 "defaults, examples and "
                 "restrictions are printed by `tsubu reference NAME`, and are on the pages of the site "
                 "(`make docs`). "
                 "Contact models have [their own pages](theory/index.md). This page is the output of `tsubu "
                 "reference --summary`.\n");
    for (int q = 0; q < TOPICS; q++) {
        bool first = true;
        printf("\n## %s\n", japanese ? topics[q].title_ja : topics[q].title);
        visit(&topics[q], link_row, &first);
        putchar('\n');
        visit(&topics[q], sum_up_row, &japanese);
    }
}
