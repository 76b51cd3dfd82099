/* SPDX-License-Identifier: Apache-2.0 */
/* multisphere.c - `fix multisphere`: clumps move as rigid bodies. */
#include "deck/arguments.h"
#include "model/clumps.h"
#include "session/define.h"
#include "session/model_fix.h"

typedef struct clump_options {
    bool group_and_set, heat_source, local;
    double added[2]; /* coefficient of the added mass, density of the fluid */
} clump_options;

static tsu_status read_added(void *to, tsu_words *words, tsu_error *err)
{
    clump_options *o = to;
    const tsu_status status = tsu_words_numbers(
        words, "the coefficient of the added mass and the density of the fluid [kg/m^3]", 2, o->added, err);
    if (status == TSU_OK && !(o->added[0] * o->added[1] >= 0.0))
        return tsu_words_error(words, words->at - 2, TSU_ERROR_INPUT, err,
                               "neither the coefficient nor the density can be negative");
    return status;
}

static const char *const inertias[] = {"sphere", "local", NULL};

const tsu_argument tsu_arguments_multisphere[] = {
    {.keyword = "allow_group_and_set",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = offsetof(clump_options, group_and_set),
     .what = "yes or no: whether `set` may change material and properties of spheres of clumps"},
    {.keyword = "allow_heatsource",
     .kind = TSU_ARGUMENT_SWITCH,
     .at = offsetof(clump_options, heat_source),
     .what = "yes or no: whether spheres of clumps may have a heatSource"},
    {.keyword = "CAddRhoFluid",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "C RHO: clumps drag C times their volume of a fluid of density RHO [kg/m^3] along",
     .read = read_added},
    {.keyword = "contact_inertia",
     .kind = TSU_ARGUMENT_EITHER,
     .at = offsetof(clump_options, local),
     .words = inertias,
     .what = "sphere: a contact sees the whole mass, and a sphere of it; local: what the body opposes at the "
             "contact"},
    {0}};

static tsu_status fix_multisphere(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    clump_options o = {0};
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_clumps_model_def def = {.group = 1u << fix.group};
    status = tsu_arguments_read(words, tsu_arguments_multisphere, &o, err);
    def.fluid = o.added[0] * o.added[1];
    def.set = o.group_and_set;
    def.heat_source = o.heat_source;
    def.local = o.local;
    if (status == TSU_OK && tsu_models_of(s->world, &tsu_model_clumps))
        status = tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                                 "there is a fix multisphere already; one moves all clumps");
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_clumps, &def, err);
}

/* ---- nve/nonspherical ---------------------------------------------------------------------------------------------- */

/* A fork has integrator and bodies in two fixes. Here `fix multisphere` is both: this one makes sure that it is there. */
static tsu_status init_nonspherical(tsu_session *s, void *state, tsu_error *err)
{
    (void)state;
    if (tsu_models_of(s->world, &tsu_model_clumps)) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_UNSUPPORTED,
        "`fix nve/nonspherical` moves clumps together with `fix multisphere`, and there is no "
        "such fix: add `fix ID all multisphere`; other non-spherical particles are not "
        "supported");
}

static tsu_status fix_nonspherical(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    fix.init = init_nonspherical;
    status = tsu_words_end(words, err);
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    return status;
}

const tsu_command tsu_fixes_multisphere[] = {
    {"multisphere",
     "fix ID GROUP multisphere [allow_group_and_set yes|no] [allow_heatsource yes|no] [CAddRhoFluid C RHO] "
     "[contact_inertia sphere|local]",
     "move clumps as rigid bodies", fix_multisphere},
    {"nve/nonspherical", "fix ID GROUP nve/nonspherical",
     "checks that there is a `fix multisphere`, which moves clumps; in a fork it is their integrator",
     fix_nonspherical},
    {0}};
