/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_verify.c - `tsubu verify`: runs the groups of checks and prints a line for each. */
#include "cli.h"
#include "verify/verify.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { GROUPS_MAX = 32 };

typedef struct group {
    const char *name, *title;
    tsu_verify_fn *run;
} group;

static const group groups[] = {{"hertz", "Hertz impacts", tsu_verify_hertz},
                               {"oblique", "Oblique and spinning impacts", tsu_verify_oblique},
                               {"edinburgh", "Edinburgh normal model", tsu_verify_edinburgh},
                               {"adhesion", "Edinburgh adhesion", tsu_verify_adhesion},
                               {"tangential", "Tangential models", tsu_verify_tangential},
                               {"jkr", "JKR", tsu_verify_jkr},
                               {"rolling", "Rolling models", tsu_verify_rolling},
                               {"conservation", "Momentum and energy", tsu_verify_conservation},
                               {"audit", "Energy audit", tsu_verify_audit},
                               {"friction", "Ageing friction and the slider", tsu_verify_friction},
                               {"bodies", "Non-spherical bodies", tsu_verify_bodies},
                               {0}};

struct tsu_card {
    int rows, failed;
    bool markdown;
};

/* ---- rows ------------------------------------------------------------------------------------------- */

/* Prints a row; `error` is what is held against `tolerance`. */
static void print_row(tsu_card *card, const char *what, const char *source, double expected, double got,
                      double error, double tolerance, bool pass)
{
    card->rows++;
    card->failed += !pass;
    if (card->markdown)
        printf("| %s | %s | %.9g | %.9g | %.1e | %.2g | %s |\n", what, source, expected, got, error,
               tolerance, pass ? "pass" : "**FAIL**");
    else
        printf("  %s  %-56s %-20s %14.8g %14.8g %8.1e %7.2g\n", pass ? "pass" : "FAIL", what, source,
               expected, got, error, tolerance);
    fflush(stdout);
}

void tsu_card_relative(tsu_card *card, const char *what, const char *source, double expected, double got,
                       double tolerance)
{
    const double error = fabs(got - expected) / fabs(expected);
    print_row(card, what, source, expected, got, error, tolerance, error <= tolerance);
}

void tsu_card_absolute(tsu_card *card, const char *what, const char *source, double expected, double got,
                       double tolerance)
{
    const double error = fabs(got - expected);
    print_row(card, what, source, expected, got, error, tolerance, error <= tolerance);
}

void tsu_card_at_most(tsu_card *card, const char *what, const char *source, double limit, double got)
{
    print_row(card, what, source, 0.0, got, fabs(got), limit, fabs(got) <= limit);
}

void tsu_card_broken(tsu_card *card, const char *what, const char *source, const tsu_error *err)
{
    print_row(card, what, source, NAN, NAN, NAN, 0.0, false);
    printf("        %s\n", err->message);
}

/* ---- the card ----------------------------------------------------------------------------------------- */

static void print_title(const tsu_card *card, const group *g)
{
    if (card->markdown)
        printf("\n## %s\n\n| check | source | expected | got | error | allowed | |\n"
               "|---|---|---|---|---|---|---|\n",
               g->title);
    else
        printf("%s\n", g->title);
}

static const group *find_group(const char *name)
{
    for (const group *g = groups; g->name; g++) {
        if (strcmp(g->name, name) == 0) return g;
    }
    return NULL;
}

_Static_assert(sizeof groups / sizeof *groups <= GROUPS_MAX, "GROUPS_MAX is too small");

static tsu_status unknown_group(const char *name, tsu_error *err)
{
    const char *names[GROUPS_MAX] = {0};
    char all[256] = "";
    for (int k = 0; groups[k].name; k++) {
        const size_t used = strlen(all);
        names[k] = groups[k].name;
        snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = tsu_nearest_word(name, names);
    return tsu_error_set(err, TSU_ERROR_INPUT, "there is no group of checks '%s'%s%s%s there are: %s", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ";", all);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_asked(const group *g, int count, const char *const *name)
{
    bool asked = count == 0;
    for (int k = 0; k < count; k++) {
        asked = asked || strcmp(g->name, name[k]) == 0;
    }
    return asked;
}

static int run_groups(tsu_card *card, int count, const char *const *name)
{
    const double began = seconds();
    if (!card->markdown)
        printf("tsubu %s verification suite\n"
               "        %-56s %-20s %14s %14s %8s %7s\n",
               tsu_version(), "check", "source", "expected", "got", "error", "allow");
    for (const group *g = groups; g->name; g++) {
        if (!is_asked(g, count, name)) continue;
        print_title(card, g);
        g->run(card);
    }
    printf("%s%d checks, %d passed, %d failed, %.1f s\n", card->markdown ? "\n" : "", card->rows,
           card->rows - card->failed, card->failed, seconds() - began);
    return card->failed > 0;
}

int tsu_cmd_verify(int argc, char **argv)
{
    const char *markdown = NULL, *plugin[TSU_CLI_PLUGINS], *name[GROUPS_MAX];
    int plugins = 0;
    const tsu_option options[] = {{"--markdown", 0, NULL, "a table for the manual", &markdown, NULL, 0},
                                  TSU_OPTION_PLUGIN(plugin, &plugins),
                                  {0}};
    tsu_error err = {0};
    int count;
    bool help;
    tsu_status s = tsu_options_read("verify", options, argc, argv, name, GROUPS_MAX, &count, &help, &err);
    for (int k = 0; k < count && s == TSU_OK; k++) {
        if (!find_group(name[k])) s = unknown_group(name[k], &err);
    }
    if (s == TSU_OK && !help) s = tsu_cli_load_plugins(plugins, plugin, &err);
    if (s != TSU_OK) return tsu_cli_fail(&err);
    if (help) return 0;
    tsu_card card = {.markdown = markdown != NULL};
    return run_groups(&card, count, name);
}
