/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_laws.c - `tsubu laws`: what the tables of the laws say, for a screen or for the manual. */
#include "cli.h"
#include "law/plugin.h"
#include "manual.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 128 };

typedef struct kind_text {
    tsu_law_kind kind;
    const char *title, *doc;
    const char *none; /* the word that stands for no law, NULL if there must be one */
} kind_text;

static const kind_text kinds[] = {
    {TSU_NORMAL, "Normal models", "force along the line of centres; one must be chosen", NULL},
    {TSU_COHESION, "Cohesion models", "attraction added to the normal force", "off"},
    {TSU_TANGENTIAL, "Tangential models", "friction and tangential stiffness", "off"},
    {TSU_ROLLING, "Rolling models", "resistance to relative spin", "off"},
    {TSU_SURFACE, "Surface models", "geometry and kinematics of a contact", "default"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A text of a table in the language of a page, or on the screen in that of its reader. */
enum { SAID = 6, SAID_ROOM = 600 };
static const char *say_in(const char *english, bool japanese)
{
    static char room[SAID][SAID_ROOM];
    static int turn;
    turn = (turn + 1) % SAID;
    return japanese ? tsu_cli_in_japanese(english, room[turn], SAID_ROOM) : english;
}

static const char *say(const char *english)
{
    return say_in(english, tsu_cli_japanese());
}

static const char *shape_text(tsu_shape_of_value shape)
{
    return shape == TSU_SCALAR ? "scalar" : shape == TSU_PER_TYPE ? "peratomtype" : "peratomtypepair";
}

/* "(0, 1]" */
static void range_text(const tsu_law_parameter *p, char *text, size_t size)
{
    char low[32] = "-inf", high[32] = "inf";
    if (!isinf(p->lowest)) snprintf(low, sizeof low, "%g", p->lowest);
    if (!isinf(p->highest)) snprintf(high, sizeof high, "%g", p->highest);
    snprintf(text, size, "%c%s, %s%c", p->lowest_open || isinf(p->lowest) ? '(' : '[', low, high,
             p->highest_open || isinf(p->highest) ? ')' : ']');
}

/* "required", "default 0", "with fixKc on" */
static void default_text(const tsu_law_parameter *p, char *text, size_t size)
{
    char when[80] = "";
    const char *equals = p->needed_with ? strchr(p->needed_with, '=') : NULL;
    if (equals)
        snprintf(when, sizeof when, " with %.*s %s", (int)(equals - p->needed_with), p->needed_with,
                 equals + 1);
    if (!p->optional)
        snprintf(text, size, "required%s", when);
    else if (p->fallback < p->lowest || p->fallback > p->highest) /* it stands for "not given" */
        snprintf(text, size, "optional%s", when);
    else
        snprintf(text, size, "default %g%s", p->fallback, when);
}

static void choices_text(const tsu_law_keyword *k, char *text, size_t size)
{
    text[0] = '\0';
    for (int c = 0; k->choices[c]; c++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", c ? "|" : "", k->choices[c]);
    }
}

/* ---- for the screen ------------------------------------------------------------------------------- */

static void print_parameters(const tsu_law *law)
{
    bool first = true;
    for (const tsu_law_parameter *p = law->parameters; p && p->name; p++) {
        char range[64], origin[128], right[512];
        range_text(p, range, sizeof range);
        default_text(p, origin, sizeof origin);
        const bool unit = strcmp(p->unit, "-") != 0;
        snprintf(right, sizeof right, "%s%s%s%s, %s, %s%s, %s", say(p->doc), unit ? " [" : "",
                 unit ? p->unit : "", unit ? "]" : "", shape_text(p->shape), tsu_cli_japanese() ? "" : "in ",
                 range, say(origin));
        if (first) printf("    %s\n", say("properties"));
        first = false;
        const int at = printf("      %-33s ", p->name);
        tsu_cli_wrap(right, at, 40);
    }
}

static void print_history(const tsu_law *law)
{
    bool first = true;
    for (const tsu_law_history *h = law->history; h && h->name; h++) {
        char right[512];
        snprintf(right, sizeof right, "%s [%s]%s%s", say(h->doc), h->unit,
                 h->width > 1 ? say(", vector") : "", h->internal ? say(", for the energy audit") : "");
        if (first) printf("    %s\n", say("history"));
        first = false;
        const int at = printf("      %-33s ", h->name);
        tsu_cli_wrap(right, at, 40);
    }
}

static void print_keywords(const tsu_law *law)
{
    bool first = true;
    for (const tsu_law_keyword *k = law->keywords; k && k->name; k++) {
        char left[160], choices[128], right[768], usual[80];
        choices_text(k, choices, sizeof choices);
        snprintf(left, sizeof left, "%s %s", k->name, choices);
        snprintf(usual, sizeof usual, " (default %s)", k->choices[0]);
        snprintf(right, sizeof right, "%s%s", say(k->doc), say(usual));
        if (first) printf("    %s\n", say("keywords"));
        first = false;
        int at = printf("      %-33s ", left);
        if (at > 40) at = printf("\n%40s", "") - 1;
        tsu_cli_wrap(right, at, 40);
    }
}

static void print_accounts(const tsu_law *law)
{
    char text[512] = "";
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        const size_t used = strlen(text);
        if (law->accounts & 1u << q)
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", tsu_account_names[q]);
    }
    if (!text[0]) return;
    const char *title = say("energy accounts");
    printf("    %s%*s", title, 36 - tsu_cli_columns(title), "");
    tsu_cli_wrap(text, 40, 40);
}

static void print_law(const tsu_law *law)
{
    char left[96];
    snprintf(left, sizeof left, "%s %s", tsu_law_kind_word(law->kind), law->name);
    int at = printf("  %-37s ", left);
    const tsu_plugin *plugin = tsu_plugin_of(law);
    char doc[700];
    snprintf(doc, sizeof doc, "%s%s%s%s", say(law->doc), plugin ? " (plugin " : "",
             plugin ? plugin->name : "", plugin ? ")" : "");
    tsu_cli_wrap(doc, at, 40);
    print_parameters(law);
    print_keywords(law);
    print_history(law);
    print_accounts(law);
    printf("\n");
}

/* What the reference says beyond its tables, of a model that was named. */
static void print_manual(const tsu_law *law)
{
    const char *word = tsu_law_kind_word(law->kind);
    const tsu_manual_entry *e = tsu_manual_find(word, law->name);
    if (e) tsu_manual_print(e, word, tsu_cli_japanese());
}

static const char *kind_none_doc(const kind_text *k)
{
    return k->kind == TSU_SURFACE ? "spheres and walls as they are; the default" : "none; the default";
}

static void print_overview(void)
{
    printf("%s\n"
           "  model NAME cohesion NAME tangential NAME rolling_friction NAME surface NAME KEYWORD VALUE...\n",
           say("Contact models, chosen by the words of pair_style and fix wall/gran:"));
    for (int q = 0; q < KINDS; q++) {
        const kind_text *k = &kinds[q];
        printf("\n%s (%s): %s\n", say(k->title), tsu_law_kind_word(k->kind), say(k->doc));
        if (k->none) printf("  %-24s %s\n", k->none, say(kind_none_doc(k)));
        for (const tsu_law *const *law = tsu_laws_of_kind(k->kind); *law; law++) {
            const int at = printf("  %-24s ", (*law)->name);
            tsu_cli_wrap(say((*law)->doc), at, 27);
        }
    }
    printf("\n%s\n%s\n",
           say("`tsubu laws NAME` shows properties, keywords and history of a model or of a kind of models;"),
           say("`tsubu laws all` of every model; `--plugin FILE` adds those of a plugin."));
}

/* ---- for the manual ------------------------------------------------------------------------------- */

static void mark_parameters(const tsu_law *law, bool japanese)
{
    if (!law->parameters || !law->parameters->name) return;
    printf(japanese ? "\n| 物性 | | 単位 | 与え方 | 範囲 | 既定値 |\n|---|---|---|---|---|---|\n"
                    : "\n| property | | unit | given as | range | default |\n|---|---|---|---|---|---|\n");
    for (const tsu_law_parameter *p = law->parameters; p->name; p++) {
        char range[64], origin[128];
        range_text(p, range, sizeof range);
        default_text(p, origin, sizeof origin);
        printf("| `%s` | %s | %s | %s | %s | %s |\n", p->name, say_in(p->doc, japanese), p->unit,
               shape_text(p->shape), range, say_in(origin, japanese));
    }
}

static void mark_keywords(const tsu_law *law, bool japanese)
{
    if (!law->keywords || !law->keywords->name) return;
    printf(japanese ? "\n| キーワード | 値 | 既定値 | |\n|---|---|---|---|\n"
                    : "\n| keyword | values | default | |\n|---|---|---|---|\n");
    for (const tsu_law_keyword *k = law->keywords; k->name; k++) {
        printf("| `%s` | ", k->name);
        for (int c = 0; k->choices[c]; c++) {
            printf("%s`%s`", c ? ", " : "", k->choices[c]);
        }
        printf(" | `%s` | %s |\n", k->choices[0], say_in(k->doc, japanese));
    }
}

static void mark_history(const tsu_law *law, bool japanese)
{
    if (!law->history || !law->history->name) return;
    printf(japanese ? "\n| 履歴 | | 単位 | 個数 |\n|---|---|---|---|\n"
                    : "\n| history | | unit | values |\n|---|---|---|---|\n");
    for (const tsu_law_history *h = law->history; h->name; h++) {
        printf("| `%s` | %s%s | %s | %d |\n", h->name, say_in(h->doc, japanese),
               !h->internal ? ""
               : japanese   ? "（エネルギー収支用）"
                            : " (for the energy audit)",
               h->unit, h->width);
    }
}

static void mark_accounts(const tsu_law *law, bool japanese)
{
    bool any = false;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (!(law->accounts & 1u << q)) continue;
        printf("%s`%s`",
               any        ? ", "
               : japanese ? "\nエネルギー内訳の項目："
                          : "\nEnergy accounts: ",
               tsu_account_names[q]);
        any = true;
    }
    if (any) printf(japanese ? "\n" : ".\n");
}

void tsu_laws_mark_tables(const tsu_law *law, bool japanese)
{
    mark_parameters(law, japanese);
    mark_keywords(law, japanese);
    mark_history(law, japanese);
    mark_accounts(law, japanese);
}

static void mark_law(const tsu_law *law)
{
    printf("\n### `%s %s`\n\n%c%s.\n", tsu_law_kind_word(law->kind), law->name,
           toupper((unsigned char)law->doc[0]), law->doc + 1);
    tsu_laws_mark_tables(law, false);
}

static void mark_kind(const kind_text *k)
{
    printf("\n## %s: `%s`\n\n%c%s.%s%s%s\n", k->title, tsu_law_kind_word(k->kind),
           toupper((unsigned char)k->doc[0]), k->doc + 1, k->none ? " Without it: `" : "",
           k->none ? k->none : "", k->none ? "`." : "");
}

/* ---- choosing -------------------------------------------------------------------------------------- */

/* Whether `name` names the law `own` of a kind: its name, its kind's word, or all. */
static bool is_meant(tsu_law_kind kind, const char *own, const char *name)
{
    return own && (!name || strcmp(name, "all") == 0 || strcmp(name, own) == 0 ||
                   strcmp(name, tsu_law_kind_word(kind)) == 0);
}

static void print_title(const kind_text *k, bool none, bool markdown)
{
    if (markdown) {
        mark_kind(k);
        return;
    }
    printf("%s (%s): %s\n\n", say(k->title), tsu_law_kind_word(k->kind), say(k->doc));
    char left[96];
    snprintf(left, sizeof left, "%s %s", tsu_law_kind_word(k->kind), none ? k->none : "");
    if (none) printf("  %-37s %s\n\n", left, say(kind_none_doc(k)));
}

static int print_laws(const char *name, bool markdown)
{
    int found = 0;
    for (int q = 0; q < KINDS; q++) {
        const bool none = is_meant(kinds[q].kind, kinds[q].none, name);
        bool titled = none;
        if (none) print_title(&kinds[q], true, markdown);
        found += none;
        for (const tsu_law *const *law = tsu_laws_of_kind(kinds[q].kind); *law; law++) {
            if (!is_meant((*law)->kind, (*law)->name, name)) continue;
            if (!titled) print_title(&kinds[q], false, markdown);
            titled = true;
            if (markdown)
                mark_law(*law);
            else
                print_law(*law);
            if (!markdown && name && strcmp(name, (*law)->name) == 0) print_manual(*law);
            found++;
        }
    }
    return found;
}

static tsu_status unknown_law(const char *name, tsu_error *err)
{
    const char *names[NAMES_MAX] = {"all"};
    int n = 1;
    for (int q = 0; q < KINDS; q++) {
        names[n++] = tsu_law_kind_word(kinds[q].kind);
        for (const tsu_law *const *law = tsu_laws_of_kind(kinds[q].kind); *law && n < NAMES_MAX - 2; law++) {
            names[n++] = (*law)->name;
        }
    }
    names[n] = NULL;
    const char *near = tsu_nearest_word(name, names);
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "there is no contact model named '%s'%s%s%s (`tsubu laws` lists them)", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int tsu_cmd_laws(int argc, char **argv)
{
    const char *markdown = NULL, *plugin[TSU_CLI_PLUGINS], *name = NULL;
    int plugins = 0;
    const tsu_option options[] = {
        {"--markdown", 0, NULL, "tables for the manual instead of text", &markdown, NULL, 0},
        TSU_OPTION_PLUGIN(plugin, &plugins),
        {0}};
    tsu_error err = {0};
    int words;
    bool help;
    if (tsu_options_read("laws", options, argc, argv, &name, 1, &words, &help, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    if (help) return 0;
    if (tsu_cli_load_plugins(plugins, plugin, &err) != TSU_OK) return tsu_cli_fail(&err);
    if (!name && !markdown) {
        print_overview();
        return 0;
    }
    if (print_laws(name, markdown != NULL) > 0) return 0;
    unknown_law(name, &err);
    return tsu_cli_fail(&err);
}
