/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - fix, compute, dump and their removal and modification: the styles are in families of their own. */
#include "command/command.h"
#include "session/restart.h"
#include <string.h>

/* ID and group come before the style, which finds them again at word[1] and word[2]. */
static tsu_status run_style(tsu_script *script, tsu_words *words, tsu_error *err)
{
    const char *id, *group;
    tsu_status status = tsu_words_text(words, "the ID", &id, err);
    if (status == TSU_OK) status = tsu_words_text(words, "the group", &group, err);
    if (status != TSU_OK) return status;
    status = tsu_script_run_style(script, words, err);
    if (status != TSU_OK || strcmp(words->word[0], "fix") != 0) return status;
    return tsu_session_load_fix(tsu_session_of(script), words->word[1], err);
}

static tsu_objects *list_of(tsu_session *s, const char *command, const char **what)
{
    if (strstr(command, "fix")) {
        *what = "fix";
        return &s->fixes;
    }
    *what = strstr(command, "compute") ? "compute" : "dump";
    return strstr(command, "compute") ? &s->computes : &s->dumps;
}

/* unfix, uncompute, undump */
static tsu_status run_remove(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *id, *what;
    tsu_objects *list = list_of(s, words->word[0], &what);
    tsu_status status = tsu_words_text(words, "the ID", &id, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    return status == TSU_OK ? tsu_objects_remove(s, list, what, id, err) : status;
}

/* What any compute or fix takes: computes are dynamic already; the energy of a fix is added to pe. */
static tsu_status modify_any(tsu_words *words, const char *what, tsu_object *o, tsu_error *err)
{
    const char *style = o->style;
    bool on;
    const bool compute = strcmp(what, "compute") == 0;
    const char *word = compute ? "dynamic" : "energy";
    if (strcmp(what, "dump") == 0 || !tsu_words_accept(words, word))
        return tsu_words_error(words, words->at, TSU_ERROR_UNSUPPORTED, err,
                               "%s style %s cannot be modified%s", what, style,
                               tsu_words_left(words) ? " that way" : "");
    const tsu_status status = tsu_words_switch(words, "yes or no", &on, err);
    if (status != TSU_OK) return status;
    if (compute && !on)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "particles are counted whenever a %s is evaluated (dynamic yes)", style);
    if (!compute && on && !o->scalar_is_energy)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "fix %s has no potential energy that could be added to pe", style);
    if (!compute) o->adds_energy = on;
    return tsu_words_end(words, err);
}

/* fix_modify, compute_modify, dump_modify */
static tsu_status run_modify(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *id, *what;
    tsu_objects *list = list_of(s, words->word[0], &what);
    tsu_status status = tsu_words_text(words, "the ID", &id, err);
    if (status != TSU_OK) return status;
    tsu_object *o = tsu_objects_find(list, id);
    if (!o) return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is no %s with ID '%s'", what, id);
    if (!o->modify) return modify_any(words, what, o, err);
    return o->modify(s, o->state, words, err);
}

const tsu_command tsu_commands_objects[] = {
    {"fix", "fix ID GROUP STYLE ...", "add something that acts during a run", run_style},
    {"unfix", "unfix ID", "remove a fix", run_remove},
    {"fix_modify", "fix_modify ID KEYWORD VALUE ...", "change a fix", run_modify},
    {"compute", "compute ID GROUP STYLE ...", "define a quantity", run_style},
    {"uncompute", "uncompute ID", "remove a compute", run_remove},
    {"compute_modify", "compute_modify ID KEYWORD VALUE ...", "change a compute", run_modify},
    {"dump", "dump ID GROUP STYLE N FILE ...", "write particles or meshes every N steps", run_style},
    {"undump", "undump ID", "stop a dump", run_remove},
    {"dump_modify", "dump_modify ID KEYWORD VALUE ...", "change a dump", run_modify},
    {0}};
