/* SPDX-License-Identifier: Apache-2.0 */
/* heat.c - `fix heat/gran` (or heat/gran/conduction): the model of heat (model/heat/heat.h). The properties Temp, heatFlux and heatSource
 * of particles are fixes of their own, so f_Temp and the others can be written and `set ... property/atom Temp 400` sets them. */
#include "fix/heat.h"
#include "deck/arguments.h"
#include "model/heat/heat.h"
#include "session/model_fix.h"
#include <string.h>

tsu_status tsu_heat_read_area(tsu_words *words, tsu_heat_area *area, tsu_error *err)
{
    static const char *const modes[] = {[TSU_HEAT_OVERLAP] = "overlap",
                                        [TSU_HEAT_CONSTANT] = "constant",
                                        [TSU_HEAT_PROJECTION] = "projection",
                                        NULL};
    int mode;
    tsu_status status = tsu_words_choice(words, "an area", modes, &mode, err);
    if (status != TSU_OK) return status;
    area->mode = (tsu_heat_mode)mode;
    if (mode != TSU_HEAT_CONSTANT) return TSU_OK;
    status = tsu_words_number(words, "the area [m^2]", &area->size, err);
    if (status == TSU_OK && !(area->size > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the area must be positive");
    return status;
}

static tsu_status read_contact_area(void *to, tsu_words *words, tsu_error *err)
{
    return tsu_heat_read_area(words, &((tsu_heat_def *)to)->area, err);
}

static tsu_status read_heat(tsu_words *words, tsu_heat_def *def, tsu_error *err)
{
    static const tsu_argument rows[] = {{.keyword = "contact_area",
                                         .kind = TSU_ARGUMENT_OTHER,
                                         .what = "the area",
                                         .read = read_contact_area},
                                        {.keyword = "area_correction",
                                         .kind = TSU_ARGUMENT_SWITCH,
                                         .at = offsetof(tsu_heat_def, corrected),
                                         .what = "yes or no"},
                                        {.keyword = "store_contact_data",
                                         .kind = TSU_ARGUMENT_SWITCH,
                                         .at = offsetof(tsu_heat_def, store),
                                         .what = "yes or no"},
                                        {0}};
    if (!tsu_words_accept(words, "initial_temperature"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `initial_temperature T`");
    tsu_status status = tsu_words_loose_number(words, "the temperature", &def->initial, err);
    if (status == TSU_OK) status = tsu_arguments_read(words, rows, def, err);
    if (status == TSU_OK && def->corrected && def->area.mode != TSU_HEAT_OVERLAP)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "area_correction needs `contact_area overlap`");
    return status;
}

/* The properties as fixes of their own, unless the deck has them already. */
static tsu_status add_columns(tsu_session *s, const tsu_heat_def *def, tsu_error *err)
{
    tsu_status status = tsu_session_start_property(s, "Temp", def->initial, "fix heat/gran", err);
    for (int k = 0; k < TSU_HEAT_STORED && def->store && status == TSU_OK; k++) {
        status = tsu_session_need_property(s, tsu_heat_stored_names[k], 0.0, err);
    }
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatFlux", 0.0, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatSource", 0.0, err);
    if (status == TSU_OK && !tsu_objects_find(&s->fixes, "directionalHeatFlux"))
        status = tsu_script_run_line(
            s->script,
            "fix directionalHeatFlux all property/atom directionalHeatFlux vector yes yes no 0 0 0", err);
    return status;
}

static tsu_status temperatures(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    (void)s;
    return tsu_heat_temperatures(tsu_model_of_state(state), data, err);
}

static tsu_status fix_heat(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_heat_def def = {.group = 1u << fix.group, .si = strcmp(s->units, "si") == 0};
    const tsu_model *other = tsu_models_of(s->world, &tsu_model_heat);
    if (other)
        status = tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix heat/gran (%s)",
                                 other->name);
    if (status == TSU_OK) status = read_heat(words, &def, err);
    if (status == TSU_OK) status = add_columns(s, &def, err);
    fix.values = (tsu_values){.particle_columns = 1, .particles = temperatures};
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_heat, &def, err);
}

#define HEAT_USAGE                                                                                           \
    " initial_temperature T [contact_area overlap|constant A|projection] [area_correction yes|no] "          \
    "[store_contact_data yes|no]"
const tsu_command tsu_fixes_heat[] = {
    {"heat/gran", "fix ID GROUP heat/gran" HEAT_USAGE,
     "heat flows through contacts; f_Temp, f_heatFlux, f_heatSource, f_directionalHeatFlux[1-3] for "
     "each particle, f_ID is the heat in all",
     fix_heat},
    {"heat/gran/conduction", "fix ID GROUP heat/gran/conduction" HEAT_USAGE, "the same as heat/gran",
     fix_heat},
    {0}};
