/* SPDX-License-Identifier: Apache-2.0 */
/* contact_deck.c - what a deck says about its contacts, without running it.
 *
 * The deck is read with a command table of its own: the language, units, timestep, pair_style and the fixes
 * property/global and wall/gran work as ever; everything else that tsubu knows is passed over, so that no box is made,
 * nothing runs and no file is written. */
#include "api/contact_deck.h"
#include "command/tables.h"
#include "session/read.h"
#include "session/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATERIALS_MAX = 10000 };

typedef struct reader {
    tsu_lawset wall; /* of the first wall */
    bool has_wall;
    int wall_type; /* from 1; 0: unknown */
    tsu_command *table;
    tsu_command_family families[3];
} reader;

static tsu_status pass_over(tsu_script *script, tsu_words *words, tsu_error *err)
{
    (void)script;
    (void)err;
    words->at = words->count;
    return TSU_OK;
}

/* ---- walls ------------------------------------------------------------------------------------------ */

/* `mesh n_meshes N meshes ID ...` */
static tsu_status read_mesh(tsu_words *words, tsu_error *err)
{
    int64_t n = 0;
    tsu_words_accept(words, "n_meshes");
    tsu_status s = tsu_words_integer_in(words, "the number of meshes", 1, 10000, &n, err);
    tsu_words_accept(words, "meshes");
    for (int64_t k = 0; k < n && s == TSU_OK; k++) {
        const char *id;
        s = tsu_words_text(words, "the ID of a mesh", &id, err);
    }
    return s;
}

/* Words of a wall that say nothing about its laws; false if the next word is none of them. */
static bool skip_other(tsu_words *words, tsu_status *s, tsu_error *err)
{
    const char *word;
    int skip = -1;
    if (tsu_words_accept(words, "shear")) skip = 2;
    if (skip < 0 && tsu_words_accept(words, "spin")) skip = 1;
    if (skip < 0 &&
        (tsu_words_accept(words, "store_force") || tsu_words_accept(words, "store_force_contact") ||
         tsu_words_accept(words, "temperature")))
        skip = 1;
    if (skip < 0 && tsu_words_accept(words, "track_energy")) skip = 0;
    for (int k = 0; k < skip && *s == TSU_OK; k++) {
        *s = tsu_words_text(words, "its value", &word, err);
    }
    return skip >= 0;
}

static tsu_status read_wall(tsu_script *script, tsu_words *words, tsu_error *err)
{
    reader *r = tsu_session_of(script)->options.context;
    tsu_lawset laws = {0};
    tsu_wall_def def = {0}; /* the material counts, the geometry does not */
    tsu_status s = tsu_session_read_laws(words, &laws, err);
    while (s == TSU_OK && tsu_words_left(words)) {
        if (tsu_words_accept(words, "primitive"))
            s = tsu_session_read_primitive(words, MATERIALS_MAX, &def, err);
        else if (tsu_words_accept(words, "mesh"))
            s = read_mesh(words, err);
        else if (!skip_other(words, &s, err))
            s = tsu_session_read_law_keyword(words, &laws, err);
    }
    if (s != TSU_OK || r->has_wall) {
        tsu_lawset_free(&laws);
        return s;
    }
    r->wall = laws;
    r->wall_type = def.type;
    r->has_wall = true;
    return TSU_OK;
}

static tsu_status read_fix(tsu_script *script, tsu_words *words, tsu_error *err)
{
    if (words->count < 4) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the style is missing");
    const char *style = words->word[3];
    words->at = strcmp(style, "wall/gran") == 0 ? 4 : 3;
    if (words->at == 4) return read_wall(script, words, err);
    return strcmp(style, "property/global") == 0 ? tsu_script_run_style(script, words, err)
                                                 : pass_over(script, words, err);
}

/* A fix that was passed over cannot be removed, and need not. */
static tsu_status read_unfix(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *id;
    const tsu_status status = tsu_words_text(words, "the ID", &id, err);
    if (status != TSU_OK || !tsu_objects_find(&s->fixes, id)) return status;
    return tsu_objects_remove(s, &s->fixes, "fix", id, err);
}

/* ---- the command table --------------------------------------------------------------------------------- */

static tsu_command_run role_of(const tsu_command *row)
{
    static const char *const kept[] = {
        "clear",          "echo",           "if",         "include",  "jump",  "label",
        "next",           "partition",      "quit",       "variable", "units", "timestep",
        "hard_particles", "soft_particles", "pair_style", "plugin",   NULL};
    for (int k = 0; kept[k]; k++) {
        if (strcmp(kept[k], row->name) == 0) return row->run;
    }
    if (strcmp(row->name, "fix") == 0) return read_fix;
    return strcmp(row->name, "unfix") == 0 ? read_unfix : pass_over;
}

static tsu_status make_table(reader *r, tsu_error *err)
{
    size_t rows = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        for (const tsu_command *c = f->table; c->name && !f->command; c++) {
            rows++;
        }
    }
    r->table = calloc(rows + 1, sizeof *r->table);
    if (!r->table) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for %zu commands", rows);
    rows = 0;
    for (const tsu_command_family *f = tsu_command_families; f->table; f++) {
        for (const tsu_command *c = f->table; c->name && !f->command; c++) {
            r->table[rows] = *c;
            r->table[rows++].run = role_of(c);
        }
    }
    r->families[0] = (tsu_command_family){NULL, r->table};
    r->families[1] = (tsu_command_family){"fix", tsu_fixes_material};
    return TSU_OK;
}

/* ---- the deck ------------------------------------------------------------------------------------------- */

static void name_laws(tsu_contact_deck *deck)
{
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        const size_t used = strlen(deck->words);
        if (deck->laws.law[k])
            snprintf(deck->words + used, sizeof deck->words - used, "%s%s %s", used ? ", " : "",
                     tsu_law_kind_word((tsu_law_kind)k), deck->laws.law[k]->name);
    }
}

static tsu_status take(tsu_contact_deck *deck, reader *r, tsu_session *s, const char *path, bool wall,
                       tsu_error *err)
{
    tsu_lawset *from = wall && r->has_wall ? &r->wall : &s->pair_laws;
    if (!from->law[TSU_NORMAL])
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s chooses no contact model; add `pair_style gran model hertz tangential history` "
            "or the like",
            path);
    if (!(s->def.timestep > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "%s sets no time step; add `timestep DT`", path);
    if (s->materials.types < 1) s->materials.types = 1;
    deck->laws = *from;
    *from = (tsu_lawset){0};
    deck->dt = s->def.timestep;
    deck->wall_type = wall ? r->wall_type : 0;
    snprintf(deck->units, sizeof deck->units, "%s", s->units);
    name_laws(deck);
    return tsu_lawset_prepare(&deck->laws, &s->materials, err);
}

static tsu_status run_deck(reader *r, tsu_contact_deck *deck, const char *path, bool wall,
                           const tsu_contact_variables *v, tsu_error *err)
{
    const tsu_session_options options = {
        .threads = 1, .context = r, .families = r->families, .forbid_shell = true};
    tsu_session *s = tsu_session_open(&options, err);
    if (!s) return err->status;
    tsu_status status = TSU_OK;
    for (int k = 0; k < v->count && status == TSU_OK; k++) {
        status = tsu_script_set_variable(s->script, v->word[2 * k], 1, &v->word[2 * k + 1], err);
    }
    if (status == TSU_OK) status = tsu_script_run_file(s->script, path, err);
    if (status == TSU_OK) status = take(deck, r, s, path, wall, err);
    tsu_session_destroy(s);
    return status;
}

tsu_status tsu_contact_deck_load(tsu_contact_deck *deck, const char *path, bool wall,
                                 const tsu_contact_variables *variables, tsu_error *err)
{
    reader r = {0};
    *deck = (tsu_contact_deck){0};
    tsu_status s = make_table(&r, err);
    if (s == TSU_OK) s = run_deck(&r, deck, path, wall, variables, err);
    if (s != TSU_OK) tsu_contact_deck_free(deck);
    tsu_lawset_free(&r.wall);
    free(r.table);
    return s;
}

void tsu_contact_deck_free(tsu_contact_deck *deck)
{
    tsu_lawset_free(&deck->laws);
}
