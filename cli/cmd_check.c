/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_check.c - `tsubu check DECK`: a dry run, which goes on behind errors, and a report of all it found (check_report.c). */
#include "base/system.h"
#include "check.h"
#include "cli.h"
#include <stdio.h>
#include <string.h>

static void take_unreached(void *context, const char *file, int line, const tsu_error *err)
{
    tsu_check *c = context;
    c->unreached++;
    if (err->status != TSU_OK)
        tsu_rehearsal_note(&c->rehearsal, TSU_FINDING_UNREACHED, file, line, err->message);
}

static tsu_status set_variables(tsu_session *s, const tsu_run_options *o, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < o->variables && status == TSU_OK; k++) {
        const tsu_run_variable *v = &o->variable[k];
        status = tsu_script_set_variable(s->script, v->name, v->count, v->value, err);
    }
    return status;
}

/* Warns of a run that needs more memory than the machine has, where the system tells how much that is. */
static void weigh(tsu_check *c)
{
    tsu_rehearsal *r = &c->rehearsal;
    const double needed = tsu_rehearsal_memory(r);
    const double there = tsu_system_memory();
    char text[200];
    if (r->runs == 0 || !(there > 0.0) || needed <= there) return;
    snprintf(text, sizeof text,
             "the run needs about %.3g GB of memory, this machine has %.3g GB; use fewer particles or a "
             "larger machine",
             1.0e-9 * needed, 1.0e-9 * there);
    tsu_rehearsal_note(r, TSU_FINDING_WARNING, c->deck, r->run[0].line, text);
}

static int check_deck(tsu_check *c, const tsu_run_options *o, tsu_error *err)
{
    tsu_session *s = tsu_session_open(
        &(tsu_session_options){.threads = o->threads, .rehearsal = &c->rehearsal, .context = c}, err);
    tsu_status status = s ? set_variables(s, o, err) : TSU_ERROR_MEMORY;
    if (status == TSU_OK) {
        c->deck = o->deck;
        status = tsu_script_run_file(s->script, strcmp(o->deck, "-") == 0 ? "/dev/stdin" : o->deck, err);
    }
    if (status == TSU_OK) {
        tsu_script_visit_unreached(s->script, take_unreached, c);
        if (tsu_rehearsal_count(&c->rehearsal, TSU_FINDING_ERROR) == 0)
            tsu_rehearsal_measure(&c->rehearsal, s);
        weigh(c);
        if (c->json)
            tsu_check_tell(c, s);
        else
            tsu_check_report(c, s);
    }
    tsu_session_destroy(s);
    if (status != TSU_OK) return tsu_cli_fail(err);
    const int errors = tsu_rehearsal_count(&c->rehearsal, TSU_FINDING_ERROR) +
                       tsu_rehearsal_count(&c->rehearsal, TSU_FINDING_UNREACHED);
    return errors > 0 || c->rehearsal.memory_failed;
}

/* Help in the form that the word asks for. The options themselves are those of a run (run_options.c). */
static int print_help(char *word)
{
    const char *none[2];
    const tsu_option options[] = {
        {"-var", 2, "NAME VALUE...", "an index variable, as in a run", none, NULL, 0},
        {"-threads", 1, "N", "threads, for the estimate of the run time", none, NULL, 0},
        {"-json", 0, NULL, "the report as JSON on one line, for editors and other programs", none, NULL, 0},
        {0}};
    char name[] = "check", *words[] = {name, word};
    tsu_error err = {0};
    int rest;
    bool help;
    return tsu_options_read(name, options, 2, words, none, 1, &rest, &help, &err) == TSU_OK
               ? 0
               : tsu_cli_fail(&err);
}

int tsu_cmd_check(int argc, char **argv)
{
    tsu_error err = {0};
    tsu_run_options o;
    tsu_check c = {0};
    int words = 0;
    for (int k = 0; k < argc; k++) { /* what a run has not got is taken out */
        if (k > 0 && (strncmp(argv[k], "--help", 6) == 0 || strcmp(argv[k], "-h") == 0))
            return print_help(argv[k]);
        if (k > 0 && (strcmp(argv[k], "-json") == 0 || strcmp(argv[k], "--json") == 0))
            c.json = true;
        else
            argv[words++] = argv[k];
    }
    argc = words;
    if (argc < 2) {
        tsu_error_set(&err, TSU_ERROR_INPUT, "`tsubu check` needs a deck: tsubu check in.deck (see --help)");
        return tsu_cli_fail(&err);
    }
    if (tsu_run_options_read(&o, argc, argv, &err) != TSU_OK) return tsu_cli_fail(&err);
    const int code = check_deck(&c, &o, &err);
    tsu_rehearsal_free(&c.rehearsal);
    return code;
}
