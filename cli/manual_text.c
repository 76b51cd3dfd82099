/* SPDX-License-Identifier: Apache-2.0 */
/* manual_text.c - an entry of the reference for the screen. */
#include "cli.h"
#include "manual.h"
#include <stdio.h>
#include <string.h>

/* "meaning (type [unit], range; default value)" */
static void describe(const tsu_manual_argument *a, bool japanese, char *out, size_t size)
{
    const char *part[TSU_MANUAL_ARGUMENT_PARTS];
    for (int q = 0; q < TSU_MANUAL_ARGUMENT_PARTS; q++) {
        part[q] = strcmp(a->part[q], "-") == 0 ? "" : tsu_manual_word(a->part[q], japanese);
    }
    const char *unit = part[TSU_MANUAL_UNIT], *range = part[TSU_MANUAL_RANGE],
               *usual = part[TSU_MANUAL_DEFAULT];
    const bool needed = strncmp(a->part[TSU_MANUAL_DEFAULT], "required", 8) == 0;
    snprintf(out, size, "%s (%s%s%s%s%s%s%s%s%s)",
             part[japanese ? TSU_MANUAL_MEANING_JA : TSU_MANUAL_MEANING], part[TSU_MANUAL_TYPE],
             *unit ? " [" : "", unit, *unit ? "]" : "", *range ? ", " : "", range, *usual ? "; " : "",
             *usual && !needed ? japanese ? "既定値 " : "default " : "", usual);
}

static void print_arguments(const tsu_manual_entry *e, bool japanese)
{
    enum { INDENT = 29 };
    tsu_manual_argument a;
    for (int k = 0; tsu_manual_argument_at(e, k, &a); k++) {
        char line[1400];
        if (k == 0) printf(japanese ? "\n  引数\n" : "\n  arguments\n");
        const int at = printf("    %s", a.part[TSU_MANUAL_NAME]);
        printf(at < INDENT ? "%*s" : "\n%*s", at < INDENT ? INDENT - at : INDENT, "");
        describe(&a, japanese, line, sizeof line);
        tsu_cli_wrap(line, INDENT, INDENT);
    }
}

/* A line of a deck; a long one is continued with &. */
static void print_deck_line(const char *line)
{
    enum { WIDTH = 90, INDENT = 8 };
    int room = WIDTH;
    printf("    ");
    while ((int)strlen(line) > room) {
        int cut = room - 2;
        while (cut > 0 && line[cut] != ' ') {
            cut--;
        }
        if (cut == 0) break;
        printf("%.*s &\n%*s", cut, line, INDENT, "");
        line += cut + 1;
        room = WIDTH - INDENT + 4;
    }
    printf("%s\n", line);
}

static void print_example(const tsu_manual_entry *e, bool japanese)
{
    const char *line;
    for (int k = 0; (line = tsu_manual_line(e, "example line", k)) != NULL; k++) {
        if (k == 0) printf(japanese ? "\n  例\n" : "\n  example\n");
        print_deck_line(line);
    }
}

static void print_note(const tsu_manual_entry *e, const char *command, const char *key, const char *title,
                       bool japanese)
{
    const char *text = tsu_manual_note(e, command, key, japanese);
    if (!text) return;
    printf("\n  %s\n    ", title);
    tsu_cli_wrap(text, 4, 4);
}

/* What LIGGGHTS does and what tsubu does, topic by topic. */
static void print_differences(const tsu_manual_entry *e, const char *command, bool japanese)
{
    const char *text = tsu_manual_note(e, command, "differs", japanese);
    tsu_manual_difference d;
    bool any = tsu_manual_difference_at(e, 0, japanese, &d);
    if (text || any) printf(japanese ? "\n  LIGGGHTS との違い\n" : "\n  differences from LIGGGHTS\n");
    if (text) {
        printf("    ");
        tsu_cli_wrap(text, 4, 4);
    }
    for (int k = 0; tsu_manual_difference_at(e, k, japanese, &d); k++) {
        printf("    - ");
        tsu_cli_wrap(d.topic, 6, 6);
        printf("      LIGGGHTS 3.8.0: ");
        tsu_cli_wrap(d.theirs, 22, 8);
        printf("      tsubu: ");
        tsu_cli_wrap(d.ours, 13, 8);
    }
}

void tsu_manual_print(const tsu_manual_entry *e, const char *command, bool japanese)
{
    const char *line;
    for (int k = 0; (line = tsu_manual_line(e, japanese ? "text-ja" : "text", k)) != NULL; k++) {
        printf("\n  ");
        tsu_cli_wrap(line, 2, 2);
    }
    print_arguments(e, japanese);
    print_example(e, japanese);
    print_note(e, command, "ranks", japanese ? "複数プロセス" : "several ranks", japanese);
    print_note(e, command, "gpu", "GPU", japanese);
    print_note(e, command, "clumps", japanese ? "クランプ" : "clumps", japanese);
    print_note(e, command, "audit", japanese ? "エネルギー内訳" : "energy audit", japanese);
    print_note(e, command, "restart", japanese ? "リスタート" : "restart", japanese);
    print_differences(e, command, japanese);
    line = tsu_manual_line(e, "see", 0);
    if (!line) return;
    printf(japanese ? "\n  関連項目\n    " : "\n  see also\n    ");
    tsu_cli_wrap(line, 4, 4);
}
