/* SPDX-License-Identifier: Apache-2.0 */
/* couple.c - `fix couple/cfd` and its companions, as they are without a flow solver. A solver would fill properties of the
 * particles (dragforce, hdtorque, Ksl, uf, convectiveHeatFlux ...) from outside; that link does not exist here, and
 * `fix couple/cfd` says so. The properties exist, the deck may set and write them, and they act:
 *
 *   F += dragforce + Ksl (uf - v),   T += hdtorque,   m c dT/dt += convectiveHeatFlux + radiativeHeatFlux
 */
#include "fix/fix.h"
#include "model/force/flow.h"
#include "session/model_fix.h"
#include <stdio.h>
#include <string.h>

/* A property of particles as a fix of its own, unless the deck has it already. */
static tsu_status add_property(tsu_session *s, const char *name, int width, double value, tsu_error *err)
{
    char line[300];
    if (tsu_objects_find(&s->fixes, name)) return TSU_OK;
    snprintf(line, sizeof line,
             width == 1 ? "fix %s all property/atom %s scalar yes yes no %.17g"
                        : "fix %s all property/atom %s vector yes no no %.17g %.17g %.17g",
             name, name, value, value, value);
    return tsu_script_run_line(s->script, line, err);
}

static tsu_status init_companion(tsu_session *s, void *state, tsu_error *err)
{
    (void)state;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strcmp(s->fixes.object[k]->style, "couple/cfd") == 0) return TSU_OK;
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "the coupling needs a `fix ID all couple/cfd ...`");
}

/* ---- the connection ---------------------------------------------------------------------------------------------------------- */

static void destroy_couple(tsu_session *s, void *state)
{
    (void)state;
    if (s->world) tsu_world_change(s->world);
}

/* fix ID group couple/cfd [couple_every N] mpi */
static tsu_status fix_couple(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    int64_t every;
    bool files = false;
    words->loose = true;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    for (int k = 0; k < s->fixes.count && status == TSU_OK; k++) {
        if (strcmp(s->fixes.object[k]->style, fix.style) == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix couple/cfd (%s)",
                                   s->fixes.object[k]->id);
    }
    if (status == TSU_OK && (tsu_words_accept(words, "every") || tsu_words_accept(words, "couple_every")))
        status = tsu_words_integer_in(words, "the steps", 0, INT64_MAX, &every, err);
    if (status == TSU_OK) status = tsu_words_either(words, "the data exchange", "mpi", "file", &files, err);
    if (status == TSU_OK && files)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                               "exchange of data with a flow solver by files is not supported yet; the deck "
                               "is fine up to here");
    if (status == TSU_OK && tsu_words_accept(words, "regionmodel") && !tsu_words_accept(words, "none"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `regionmodel none`");
    if (status == TSU_OK) status = tsu_words_end(words, err);
    fix.destroy = destroy_couple;
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status == TSU_OK)
        tsu_script_warn(
            script, "coupling to a flow solver (CFD) is not supported yet: the run continues without a flow. "
                    "Particles feel only what the deck sets in their properties (dragforce and so on), as "
                    "in LIGGGHTS run on its own");
    return status;
}

/* ---- forces ------------------------------------------------------------------------------------------------------------------- */

/* transfer_stochastic and transfer_virtualMass have properties of their own, which only a flow solver reads; the other
 * transfers send what particles have anyway. */
static tsu_status read_transfers(tsu_session *s, tsu_words *words, tsu_flow_force_def *def, tsu_error *err)
{
    enum { TORQUE, DENSITY, TYPE, ID, STOCHASTIC, VIRTUAL_MASS, SUPERQUADRIC, FIBRE };
    static const char *const list[] = {[TORQUE] = "transfer_torque",
                                       [DENSITY] = "transfer_density",
                                       [TYPE] = "transfer_type",
                                       [ID] = "transfer_id",
                                       [STOCHASTIC] = "transfer_stochastic",
                                       [VIRTUAL_MASS] = "transfer_virtualMass",
                                       [SUPERQUADRIC] = "transfer_superquadric",
                                       [FIBRE] = "transfer_fiber_topology",
                                       NULL};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        bool on = false;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK) status = tsu_words_switch(words, "yes or no", &on, err);
        if (status == TSU_OK && key == TORQUE) def->torque = on;
        if (status == TSU_OK && key == STOCHASTIC && on)
            status = add_property(s, "dispersionTime", 1, 1e12, err);
        if (status == TSU_OK && key == STOCHASTIC && on)
            status = add_property(s, "dispersionVel", 3, 0.0, err);
        if (status == TSU_OK && key == VIRTUAL_MASS && on) status = add_property(s, "UrelOld", 3, 0.0, err);
        if (status == TSU_OK && key >= SUPERQUADRIC && on)
            return tsu_words_error(words, words->at - 2, TSU_ERROR_UNSUPPORTED, err,
                                   "non-spherical particles are not supported yet");
    }
    return status;
}

static tsu_status fix_force(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_flow_force_def def = tsu_model_flow_force_default();
    def.group = 1u << fix.group;
    def.implicit = strstr(fix.style, "implicit") != NULL;
    status = read_transfers(s, words, &def, err);
    if (status == TSU_OK) status = add_property(s, "dragforce", 3, 0.0, err);
    if (status == TSU_OK && def.torque) status = add_property(s, "hdtorque", 3, 0.0, err);
    if (status == TSU_OK && def.implicit) status = add_property(s, "Ksl", 1, 0.0, err);
    if (status == TSU_OK && def.implicit) status = add_property(s, "uf", 3, 0.0, err);
    fix.init = init_companion;
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_flow_force, &def, err);
}

/* ---- heat and species ----------------------------------------------------------------------------------------------------------- */

static tsu_status init_feed(tsu_session *s, void *state, tsu_error *err)
{
    tsu_model *m = tsu_model_of_state(state);
    const tsu_status status = tsu_model_begin(m, err);
    return status == TSU_OK ? init_companion(s, state, err) : status;
}

static tsu_status add_feed(tsu_session *s, tsu_object *fix, tsu_status status, tsu_feed_def *def,
                           tsu_error *err)
{
    def->group = 1u << fix->group;
    if (status == TSU_OK) status = add_property(s, def->name[TSU_FEED_QUANTITY], 1, def->initial, err);
    for (int k = TSU_FEED_TOTAL; k < TSU_FEED_CAPACITY && status == TSU_OK; k++) {
        status = add_property(s, def->name[k], 1, 0.0, err);
    }
    fix->init = init_feed;
    return tsu_model_fix_finish(s, fix, status, &tsu_model_feed, def, err);
}

/* The keyword `key` and the value it has at the start. */
static tsu_status read_initial(tsu_words *words, const char *key, double *initial, tsu_error *err)
{
    if (!tsu_words_accept(words, key))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `%s VALUE`", key);
    const tsu_status status = tsu_words_loose_number(words, "the value at the start", initial, err);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

/* fix ID group couple/cfd/convection|radiation T0 T */
static tsu_status fix_heat(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_feed_def def = tsu_model_feed_default();
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    status = read_initial(words, "T0", &def.initial, err);
    if (strstr(fix.style, "radiation"))
        snprintf(def.name[TSU_FEED_FLUX], sizeof def.name[TSU_FEED_FLUX], "radiativeHeatFlux");
    return add_feed(s, &fix, status, &def, err);
}

static tsu_status read_species(tsu_words *words, tsu_feed_def *def, tsu_error *err)
{
    static const char *const endings[TSU_FEED_NAMES] = {"", "TotalFlux", "Source", "Flux", "Capacity"};
    const char *name;
    if (!tsu_words_accept(words, "speciesName"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `speciesName NAME`");
    tsu_status status = tsu_words_text(words, "the name of the species", &name, err);
    if (status == TSU_OK && strlen(name) > TSU_NAME - 16)
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    if (status == TSU_OK) status = read_initial(words, "species0", &def->initial, err);
    for (int k = 0; k < TSU_FEED_NAMES && status == TSU_OK; k++) {
        snprintf(def->name[k], sizeof def->name[k], "%.*s%s", TSU_NAME - 16, name, endings[k]);
    }
    def->capacity = strcmp(def->name[TSU_FEED_CAPACITY], "thermalCapacity") == 0;
    return status;
}

/* fix ID group couple/cfd/speciesConvection speciesName NAME species0 C */
static tsu_status fix_species(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_feed_def def = {0};
    const tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    return add_feed(s, &fix, read_species(words, &def, err), &def, err);
}

#define FORCE_USAGE                                                                                          \
    " [transfer_torque yes|no] [transfer_density yes|no] [transfer_type yes|no] [transfer_id yes|no]"
const tsu_command tsu_fixes_couple[] = {
    {"couple/cfd", "fix ID GROUP couple/cfd [couple_every N] mpi",
     "where a flow solver would be connected; there is none yet", fix_couple},
    {"couple/cfd/force", "fix ID GROUP couple/cfd/force" FORCE_USAGE,
     "force and torque of a flow: the properties dragforce and hdtorque; f_ID[1-6] in all", fix_force},
    {"couple/cfd/dragforce", "fix ID GROUP couple/cfd/dragforce" FORCE_USAGE, "the same as couple/cfd/force",
     fix_force},
    {"couple/cfd/force/implicit", "fix ID GROUP couple/cfd/force/implicit" FORCE_USAGE,
     "as couple/cfd/force, and the force Ksl (uf - v) of the properties Ksl and uf", fix_force},
    {"couple/cfd/convection", "fix ID GROUP couple/cfd/convection T0 TEMPERATURE",
     "heat of a flow: the property convectiveHeatFlux [W]", fix_heat},
    {"couple/cfd/speciesConvection", "fix ID GROUP couple/cfd/speciesConvection speciesName NAME species0 C",
     "a species NAME in particles, fed by the properties NAMEFlux and NAMESource", fix_species},
    {"couple/cfd/radiation", "fix ID GROUP couple/cfd/radiation T0 TEMPERATURE",
     "heat of radiation: the property radiativeHeatFlux [W]", fix_heat},
    {0}};
