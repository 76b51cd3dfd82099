/* SPDX-License-Identifier: Apache-2.0 */
/* reference_tools.c - what the program says of itself out of its tables of options: man page, completion, a page for the manual. */
#include "cli.h"
#include <stdio.h>

/* Lets every sub-command print its options in a form (cli.h). */
static void print_tools(const char *form)
{
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        char name[32], option[32];
        char *argv[] = {name, option, NULL};
        snprintf(name, sizeof name, "%s", c->name);
        snprintf(option, sizeof option, "--help=%s", form);
        c->run(2, argv);
    }
}

void tsu_reference_man(void)
{
    printf(".TH TSUBU 1 \"\" \"tsubu %s\" \"User Commands\"\n.SH NAME\ntsubu \\- discrete element engine\n"
           ".SH SYNOPSIS\n.B tsubu\n.I DECK\n[options]\n.br\n.B tsubu\n.I TOOL\n[options]\n.br\n.B tsubu "
           "\\-continue\n.I FILE\n[options]\n.SH DESCRIPTION\n"
           "tsubu runs LIGGGHTS input scripts: discrete element simulations of granular materials. Results "
           "are bitwise identical on any number of threads, and an audit accounts for all energy exchanged.\n"
           ".SH OPTIONS OF A RUN\n",
           tsu_version());
    tsu_run_options_print("man");
    printf(".SH TOOLS\n");
    print_tools("man");
    printf(".SH EXIT STATUS\n0 on success, 1 on an error, which is explained on standard error, or the value "
           "given to\n.B quit\n"
           "said.\n.SH SEE ALSO\nThe manual is in /usr/share/doc/tsubu/ or beside the sources in docs/;\n"
           ".B tsubu reference\nand\n.B tsubu laws\nlist the commands and contact models of a deck.\n");
}

void tsu_reference_completion(void)
{
    printf(
        "# SPDX-License-Identifier: Apache-2.0\n# Completion of tsubu for bash, written by `tsubu reference "
        "--completion`.\n_tsubu() {\n    local word=${COMP_WORDS[COMP_CWORD]} words run='");
    tsu_run_options_print("words");
    printf("'\n    case $word in --*) run='"); /* one dash or two, as the word begins */
    tsu_run_options_print("long words");
    printf("' ;; esac\n    case $COMP_CWORD:${COMP_WORDS[1]} in\n    1:*) words=\"$run ");
    for (const tsu_subcommand *c = tsu_subcommands; c->name; c++) {
        printf("%s ", c->name);
    }
    printf("--help --version\" ;;\n");
    print_tools("words");
    printf(
        "    *) words=$run ;;\n    esac\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n}\n"
        "complete -o filenames -F _tsubu tsubu\n");
}

void tsu_reference_tools(void)
{
    printf("# The program\n\nWritten by `tsubu reference --tools`. `tsubu DECK` runs a deck:\n\n"
           "| option | |\n|---|---|\n");
    tsu_run_options_print("markdown");
    print_tools("markdown");
}
