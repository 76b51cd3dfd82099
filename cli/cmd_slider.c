/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_slider.c - `tsubu slider`: runs a slider's deck, or asks for the stability of its steady sliding. */
#include "cli.h"
#include "slider/slider_deck.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_text(void *context, const char *text)
{
    *(bool *)context = true;
    fputs(text, stdout);
}

/* What a run without output has done, so that it does not end in silence. */
static void summarise(const tsu_slider_record *r)
{
    for (size_t k = 0; k < r->case_count; k++) {
        const tsu_slider_case *c = &r->cases[k];
        const double *force = c->value[TSU_SLIDER_FORCE_X];
        double least = INFINITY, most = -INFINITY;
        for (size_t q = 0; q < c->count; q++) {
            least = fmin(least, force[q]);
            most = fmax(most, force[q]);
        }
        if (c->count > 0)
            printf("case %s: %zu rows up to %g s, spring force from %.6g to %.6g N\n",
                   c->name[0] ? c->name : "1", c->count, c->value[TSU_SLIDER_TIME][c->count - 1], least,
                   most);
    }
    printf("--plot FILE.html shows what was recorded, --out FILE.csv writes it as a table\n");
}

/* Takes `-var NAME VALUE ...` out of the words and sets it; the other words move up. */
static tsu_status take_variables(tsu_script *script, int *argc, char **argv, tsu_error *err)
{
    int kept = 1;
    for (int k = 1; k < *argc; k++) {
        if (strcmp(argv[k], "-var") != 0 && strcmp(argv[k], "--var") != 0) {
            argv[kept++] = argv[k];
            continue;
        }
        const int first = k + 2;
        int end = first;
        double number;
        while (end < *argc && (argv[end][0] != '-' || tsu_parse_number(argv[end], &number))) {
            end++;
        }
        if (end <= first)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "option -var must be followed by a name and at least one value");
        const tsu_status status =
            tsu_script_set_variable(script, argv[k + 1], end - first, (const char *const *)argv + first, err);
        if (status != TSU_OK) return status;
        k = end - 1;
    }
    *argc = kept;
    return TSU_OK;
}

/* Behind the options: the commands of its decks, which are not those of a run. */
static void print_commands(const char *word)
{
    const bool table = strcmp(word, "--help=markdown") == 0;
    if (!table && strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0) return;
    printf(table ? "\n| command of a slider deck | |\n|---|---|\n"
                 : "\ncommands of a slider deck, beside variables, formulas, loops and print:\n");
    for (const tsu_command *c = tsu_commands_slider; c->name; c++) {
        if (!table) {
            printf("  %s\n        %s\n", c->usage, c->summary);
            continue;
        }
        printf("| `");
        for (const char *p = c->usage; *p; p++) {
            printf(*p == '|' ? "\\%c" : "%c", *p);
        }
        printf("` | %s |\n", c->summary);
    }
    printf("\nNumbers in formulas: time, u, force, mu and the other columns that are recorded; force_max, "
           "force_min, "
           "traction_max;\nmu_ss, growth, frequency, critical_velocity, critical_stiffness.\n");
}

typedef struct request {
    const char *deck, *out, *plot;
    bool printed; /* the deck has said something itself */
} request;

static tsu_status run_request(tsu_slider_deck *d, const request *r, tsu_error *err)
{
    tsu_status status = tsu_slider_deck_run(d, r->deck, err);
    const tsu_slider_record *record = tsu_slider_deck_record(d);
    if (status == TSU_OK && r->out) status = tsu_slider_record_write_table(record, r->out, err);
    if (status == TSU_OK && r->plot) status = tsu_slider_record_write_page(record, r->deck, r->plot, err);
    if (status == TSU_OK && !r->out && !r->plot && !r->printed) summarise(record);
    return status;
}

int tsu_cmd_slider(int argc, char **argv)
{
    request r = {0};
    const char *stability = NULL;
    const tsu_option options[] = {
        {"--out", 1, "FILE.csv", "write the recorded motion, or the stability map, as a table", &r.out, NULL,
         0},
        {"--plot", 1, "FILE.html", "write it as an interactive page", &r.plot, NULL, 0},
        {"--stability", 0, NULL, "do not run: growth, frequency, critical values and a map over (V, K)",
         &stability, NULL, 0},
        {0}};
    tsu_error err = {0};
    bool only = false; /* needed before the deck exists; the other options are read after its variables */
    for (int k = 1; k < argc; k++) {
        only = only || strcmp(argv[k], "--stability") == 0;
    }
    tsu_slider_deck *d = tsu_slider_deck_create(
        &(tsu_slider_deck_options){.print = print_text, .context = &r.printed, .stability_only = only});
    if (!d) {
        tsu_error_set(&err, TSU_ERROR_MEMORY, "there is no memory for a slider");
        return tsu_cli_fail(&err);
    }
    int rest = 0;
    bool help = false;
    tsu_status status = take_variables(tsu_slider_deck_script(d), &argc, argv, &err);
    if (status == TSU_OK)
        status = tsu_options_read("slider", options, argc, argv, &r.deck, 1, &rest, &help, &err);
    for (int k = 1; k < argc && help; k++) {
        print_commands(argv[k]);
    }
    if (status == TSU_OK && !help && rest == 0)
        status = tsu_error_set(
            &err, TSU_ERROR_INPUT,
            "`tsubu slider` needs a deck: tsubu slider in.slider --plot page.html (see --help)");
    if (status == TSU_OK && !help) status = run_request(d, &r, &err);
    int code = 0;
    const bool quit = tsu_script_quit(tsu_slider_deck_script(d), &code);
    tsu_slider_deck_destroy(d);
    if (status != TSU_OK) return tsu_cli_fail(&err);
    return quit ? code : 0;
}
