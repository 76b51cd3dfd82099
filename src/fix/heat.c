/* SPDX-License-Identifier: Apache-2.0 */
/* heat.c - `fix heat/gran` (or heat/gran/conduction): particles have a temperature, and heat flows where they touch.
 *
 *   Q = h (T_j - T_i),   h = 4 k_i k_j/(k_i + k_j) sqrt(A),   dT/dt = (sum Q + source)/(m c)
 *
 * with the contact area A; at a wall or mesh with a temperature of its own T_j is that and A = pi (R^2 - r^2), r the distance. A mesh
 * with mass_temperature m takes or gives that heat: its temperature changes by -Q/(m c). The properties Temp, heatFlux and heatSource of particles are fixes of their own, so f_Temp and the
 * others can be written and `set ... property/atom Temp 400` sets them. */
#include "fix/heat_flow.h"
#include "io/sections.h"
#include "model/group_sum.h"
#include "step/hooks.h"
#include "step/ledger/heating.h"
#include "step/wall/wall.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stored_names[TSU_HEAT_STORED] = {"contactAreaConduction", "nContactsConduction",
                                                          "wallHeattransferCoeff", "wallTemp"};

static void destroy_heat(tsu_session *s, void *state)
{
    tsu_heat *h = state;
    if (s->world) tsu_heating_end(s->world);
    tsu_memory_release(&h->carried);
    tsu_memory_release(&h->material);
    tsu_memory_release(&h->drain);
    free(h);
}

/* ---- properties ------------------------------------------------------------------------------------------------------------ */

static tsu_status find_property(tsu_session *s, const char *name, bool positive, const double **value,
                                tsu_error *err)
{
    tsu_property *p = tsu_materials_find(&s->world->materials, name);
    if (!p || p->shape != TSU_PROPERTY_TYPE)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "fix heat/gran needs `fix ID all property/global %s peratomtype ...`", name);
    for (int k = 0; k < s->world->materials.types; k++) {
        if (positive ? !(p->value[k] > 0.0) : !(p->value[k] >= 0.0))
            return tsu_error_set(err, TSU_ERROR_INPUT, "%s of material %d is %g; it must %s", name, k + 1,
                                 p->value[k], positive ? "be positive" : "not be negative");
    }
    p->used = true;
    *value = p->value;
    return TSU_OK;
}

static tsu_status find_exponent(tsu_heat *h, tsu_error *err)
{
    const tsu_law *law = h->session->world->laws.law[TSU_NORMAL];
    h->exponent = law ? law->overlap_power : 0.0;
    if (h->exponent > 0.0) return TSU_OK;
    char names[256] = "";
    for (const tsu_law *const *l = tsu_laws_of_kind(TSU_NORMAL); *l; l++) {
        const size_t used = strlen(names);
        if ((*l)->overlap_power > 0.0)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", (*l)->name);
    }
    return tsu_error_set(
        err, TSU_ERROR_UNSUPPORTED,
        "area_correction is known where the force is one power of the overlap (%s), not for %s", names,
        law ? law->name : "none");
}

static tsu_status find_properties(tsu_heat *h, tsu_error *err)
{
    tsu_session *s = h->session;
    tsu_status status = find_property(s, "thermalConductivity", false, &h->conductivity, err);
    if (status == TSU_OK) status = find_property(s, "thermalCapacity", true, &h->capacity, err);
    if (status != TSU_OK || !h->corrected) return status;
    status = find_property(s, "youngsModulus", true, &h->young, err);
    if (status == TSU_OK) status = find_property(s, "youngsModulusOriginal", true, &h->true_young, err);
    if (status == TSU_OK) status = find_property(s, "poissonsRatio", false, &h->nu, err);
    return status == TSU_OK ? find_exponent(h, err) : status;
}

static tsu_status find_columns(tsu_heat *h, double **source, tsu_error *err)
{
    static const char *const names[] = {"Temp", "heatFlux", "heatSource"};
    double **const to[] = {&h->temperature, &h->flux, source};
    for (int k = 0; k < 3; k++) {
        const tsu_particle_column *c = tsu_particles_find_column(&h->session->world->particles, names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property %s", names[k]);
        *to[k] = c->value;
    }
    const tsu_particle_column *way =
        tsu_particles_find_column(&h->session->world->particles, "directionalHeatFlux");
    if (!way || way->width != 3)
        return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property directionalHeatFlux");
    h->direction = way->value;
    h->waiting = tsu_heating_column(h->session->world);
    for (int k = 0; k < TSU_HEAT_STORED && h->store; k++) {
        const tsu_particle_column *c =
            tsu_particles_find_column(&h->session->world->particles, stored_names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "fix heat/gran has lost the property %s",
                                 stored_names[k]);
        h->stored[k] = c->value;
    }
    return TSU_OK;
}

const tsu_heat *tsu_heat_find(tsu_session *s, tsu_error *err)
{
    double *source;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strncmp(s->fixes.object[k]->style, "heat/gran", 9) != 0) continue;
        tsu_heat *h = s->fixes.object[k]->state;
        tsu_status status = find_properties(h, err);
        if (status == TSU_OK) status = find_columns(h, &source, err);
        return status == TSU_OK ? h : NULL;
    }
    tsu_error_set(err, TSU_ERROR_INPUT, "heat flows only with a `fix heat/gran`");
    return NULL;
}

/* ---- steps ----------------------------------------------------------------------------------------------------------------- */

static tsu_status flow(struct tsu_world *w, void *context, tsu_error *err)
{
    enum { CHECK_EVERY = 100 };
    tsu_heat *h = context;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    if (status == TSU_OK) status = tsu_heat_flow(h, err);
    if (status == TSU_OK && w->step % CHECK_EVERY == 0) status = tsu_heat_check_step(h, err);
    return status == TSU_OK ? tsu_heat_warm(h, source, err) : status;
}

static tsu_status init_heat(tsu_session *s, void *state, tsu_error *err)
{
    tsu_heat *h = state;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    tsu_world_watch(s->world);
    if (status == TSU_OK) status = tsu_world_look(s->world, err);
    return status == TSU_OK ? tsu_heat_check_step(h, err) : status;
}

/* What has been given so far; what waits and what is kept of it is a column of the particles. */
static void save_heat(tsu_session *s, const void *state, tsu_pack *pack)
{
    const tsu_heating *g = &s->world->heating;
    (void)state;
    tsu_pack_f64(pack, g->particles);
    tsu_pack_f64(pack, g->walls);
    tsu_pack_f64(pack, g->outside);
}

static tsu_status load_heat(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    tsu_heating *g = &s->world->heating;
    (void)state;
    (void)err;
    g->particles = tsu_cursor_f64(saved);
    g->walls = tsu_cursor_f64(saved);
    g->outside = tsu_cursor_f64(saved);
    return TSU_OK;
}

static void heat_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const tsu_heat *h = context;
    const tsu_particles *p = &w->particles;
    value[0] = p->mass[i] * h->capacity[p->type[i]] * h->temperature[i];
}

/* Heat in all particles [J]. */
static tsu_status heat_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    tsu_heat *h = state;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    if (status == TSU_OK) tsu_group_sum(s->world, TSU_GROUP_ALL, NULL, 1, heat_of, h, out);
    return status;
}

static tsu_status heat_particles(tsu_session *s, void *state, const double **data, tsu_error *err)
{
    tsu_heat *h = state;
    double *source;
    (void)s;
    const tsu_status status = find_columns(h, &source, err);
    *data = h->temperature;
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------------------ */

tsu_status tsu_heat_read_area(tsu_words *words, tsu_heat_area *area, tsu_error *err)
{
    static const char *const modes[] = {"overlap", "constant", "projection", NULL};
    int mode;
    tsu_status status = tsu_words_choice(words, "the area", modes, &mode, err);
    if (status != TSU_OK) return status;
    area->mode = (tsu_heat_mode)mode;
    if (mode != TSU_HEAT_CONSTANT) return TSU_OK;
    status = tsu_words_number(words, "the area [m^2]", &area->size, err);
    if (status == TSU_OK && !(area->size > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the area must be positive");
    return status;
}

static tsu_status read_heat(tsu_words *words, tsu_heat *h, tsu_error *err)
{
    static const char *const list[] = {"contact_area", "area_correction", "store_contact_data", NULL};
    if (!tsu_words_accept(words, "initial_temperature"))
        return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `initial_temperature T`");
    tsu_status status = tsu_words_loose_number(words, "the temperature", &h->initial, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK && key == 0) status = tsu_heat_read_area(words, &h->area, err);
        if (status == TSU_OK && key == 1) status = tsu_words_switch(words, "yes or no", &h->corrected, err);
        if (status == TSU_OK && key == 2) status = tsu_words_switch(words, "yes or no", &h->store, err);
    }
    if (status == TSU_OK && h->corrected && h->area.mode != TSU_HEAT_OVERLAP)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "area_correction needs `contact_area overlap`");
    return status;
}

/* The properties as fixes of their own, unless the deck has them already. */
static tsu_status add_columns(tsu_session *s, const tsu_heat *h, tsu_error *err)
{
    tsu_status status = tsu_session_start_property(s, "Temp", h->initial, "fix heat/gran", err);
    for (int k = 0; k < TSU_HEAT_STORED && h->store && status == TSU_OK; k++) {
        status = tsu_session_need_property(s, stored_names[k], 0.0, err);
    }
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatFlux", 0.0, err);
    if (status == TSU_OK) status = tsu_session_need_property(s, "heatSource", 0.0, err);
    if (status == TSU_OK && !tsu_objects_find(&s->fixes, "directionalHeatFlux"))
        status = tsu_script_run_line(
            s->script,
            "fix directionalHeatFlux all property/atom directionalHeatFlux vector yes yes no 0 0 0", err);
    return status;
}

static tsu_status fix_heat(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    for (int k = 0; k < s->fixes.count; k++) {
        if (strncmp(s->fixes.object[k]->style, "heat/gran", 9) == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix heat/gran (%s)",
                                   s->fixes.object[k]->id);
    }
    tsu_heat *h = calloc(1, sizeof *h);
    if (!h) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    tsu_session_watch(s);
    h->session = s;
    h->group = fix.group;
    status = read_heat(words, h, err);
    if (status == TSU_OK) status = add_columns(s, h, err);
    tsu_heating_begin(s->world, 1u << fix.group);
    fix.state = h;
    fix.save = save_heat;
    fix.load = load_heat;
    fix.destroy = destroy_heat;
    fix.init = init_heat;
    fix.values = (tsu_values){.scalar = heat_scalar, .particle_columns = 1, .particles = heat_particles};
    const tsu_hook_def hook = {.phase = TSU_HOOK_AFTER_STEP, .run = flow, .context = h};
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, hook, err);
    return tsu_session_finish_fix(s, &fix, status, err);
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
