/* SPDX-License-Identifier: Apache-2.0 */
#include "model/clumps.h"
#include "model/group_sum.h"
#include "model/heat/state.h"
#include "step/hooks.h"
#include "step/ledger/heating.h"
#include <stdio.h>
#include <string.h>

const char *const tsu_heat_stored_names[TSU_HEAT_STORED] = {"contactAreaConduction", "nContactsConduction",
                                                            "wallHeattransferCoeff", "wallTemp"};

/* ---- properties ------------------------------------------------------------------------------------------------------------ */

static tsu_status find_property(tsu_world *w, const char *name, bool positive, const double **value,
                                tsu_error *err)
{
    tsu_property *p = tsu_materials_find(&w->materials, name);
    if (!p || p->shape != TSU_PROPERTY_TYPE)
        return tsu_error_lacks_named(
            err, TSU_LACKS_PROPERTY, name,
            tsu_error_set(err, TSU_ERROR_INPUT,
                          "heat needs the property %s of each material, which is not given", name));
    for (int k = 0; k < w->materials.types; k++) {
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
    const tsu_law *law = h->world->laws.law[TSU_NORMAL];
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
    tsu_status status = find_property(h->world, "thermalConductivity", false, &h->conductivity, err);
    if (status == TSU_OK) status = find_property(h->world, "thermalCapacity", true, &h->capacity, err);
    if (status != TSU_OK || !h->def.corrected) return status;
    status = find_property(h->world, "youngsModulus", true, &h->young, err);
    if (status == TSU_OK)
        status = find_property(h->world, "youngsModulusOriginal", true, &h->true_young, err);
    if (status == TSU_OK) status = find_property(h->world, "poissonsRatio", false, &h->nu, err);
    return status == TSU_OK ? find_exponent(h, err) : status;
}

static tsu_status find_columns(tsu_heat *h, double **source, tsu_error *err)
{
    static const char *const names[] = {"Temp", "heatFlux", "heatSource"};
    double **const to[] = {&h->temperature, &h->flux, source};
    for (int k = 0; k < 3; k++) {
        const tsu_particle_column *c = tsu_particles_find_column(&h->world->particles, names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "heat: the particles have lost the property %s",
                                 names[k]);
        *to[k] = c->value;
    }
    const tsu_particle_column *way = tsu_particles_find_column(&h->world->particles, "directionalHeatFlux");
    if (!way || way->width != 3)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "heat: the particles have lost the property directionalHeatFlux");
    h->direction = way->value;
    h->waiting = tsu_heating_column(h->world);
    for (int k = 0; k < TSU_HEAT_STORED && h->def.store; k++) {
        const tsu_particle_column *c =
            tsu_particles_find_column(&h->world->particles, tsu_heat_stored_names[k]);
        if (!c || c->width != 1)
            return tsu_error_set(err, TSU_ERROR_INPUT, "heat: the particles have lost the property %s",
                                 tsu_heat_stored_names[k]);
        h->stored[k] = c->value;
    }
    return TSU_OK;
}

const tsu_heat *tsu_heat_find(const tsu_world *w, tsu_error *err)
{
    double *source;
    tsu_model *m = tsu_models_of(w, &tsu_model_heat);
    if (!m) {
        tsu_error_lacks_named(
            err, TSU_LACKS_KIND, "heat",
            tsu_error_set(err, TSU_ERROR_INPUT, "heat flows only with the model heat, which is missing"));
        return NULL;
    }
    tsu_status status = find_properties(m->state, err);
    if (status == TSU_OK) status = find_columns(m->state, &source, err);
    return status == TSU_OK ? m->state : NULL;
}

/* ---- steps ----------------------------------------------------------------------------------------------------------------- */

static tsu_status flow(tsu_model *m, tsu_error *err)
{
    enum { CHECK_EVERY = 100 };
    tsu_heat *h = m->state;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    if (status == TSU_OK) status = tsu_heat_flow(h, err);
    if (status == TSU_OK && m->world->step % CHECK_EVERY == 0) status = tsu_heat_check_step(h, err);
    return status == TSU_OK ? tsu_heat_warm(h, source, err) : status;
}

static tsu_status begin_heat(tsu_model *m, tsu_error *err)
{
    tsu_heat *h = m->state;
    double *source;
    tsu_status status = tsu_model_clumps_whole(m->world, h->def.group, m->name, err);
    if (status == TSU_OK) status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    tsu_world_watch(m->world);
    if (status == TSU_OK) status = tsu_world_look(m->world, err);
    return status == TSU_OK ? tsu_heat_check_step(h, err) : status;
}

/* What has been given so far; what waits and what is kept of it is a column of the particles. */
static void save_heat(const tsu_model *m, tsu_pack *pack)
{
    const tsu_heating *g = &m->world->heating;
    tsu_pack_f64(pack, g->particles);
    tsu_pack_f64(pack, g->walls);
    tsu_pack_f64(pack, g->outside);
}

static tsu_status load_heat(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    tsu_heating *g = &m->world->heating;
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
static tsu_status heat_scalar(tsu_model *m, double *out, tsu_error *err)
{
    tsu_heat *h = m->state;
    double *source;
    tsu_status status = find_properties(h, err);
    if (status == TSU_OK) status = find_columns(h, &source, err);
    if (status == TSU_OK) tsu_group_sum(m->world, TSU_GROUP_ALL, NULL, 1, heat_of, h, out);
    return status;
}

tsu_status tsu_heat_temperatures(tsu_model *m, const double **data, tsu_error *err)
{
    tsu_heat *h = m->state;
    double *source;
    const tsu_status status = find_columns(h, &source, err);
    *data = h->temperature;
    return status;
}

/* ---- life ---------------------------------------------------------------------------------------------------------------------- */

tsu_heat_def tsu_model_heat_default(void)
{
    return (tsu_heat_def){.group = TSU_GROUP_ALL, .initial = 293.15, .si = true};
}

static void preset_heat(void *def)
{
    *(tsu_heat_def *)def = tsu_model_heat_default();
}

static tsu_status add_column(tsu_world *w, const char *name, double initial, tsu_error *err)
{
    if (tsu_particles_column(&w->particles, name, 1, initial, err)) return TSU_OK;
    return err ? err->status : TSU_ERROR_MEMORY;
}

static tsu_status create_heat(tsu_model *m, tsu_error *err)
{
    tsu_heat *h = m->state;
    const tsu_model *other = tsu_models_of(m->world, &tsu_model_heat);
    h->model = m;
    h->world = m->world;
    if (other)
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a model of heat (%s)", other->name);
    if (h->def.area.mode == TSU_HEAT_CONSTANT && !(h->def.area.size > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "heat %s: the area of contacts is %g m^2; it must be positive", m->name,
                             h->def.area.size);
    if (h->def.corrected && h->def.area.mode != TSU_HEAT_OVERLAP)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "heat %s: overlaps can be corrected only where the area follows from them",
                             m->name);
    tsu_status status = add_column(m->world, "Temp", h->def.initial, err);
    for (int k = 0; k < TSU_HEAT_STORED && h->def.store && status == TSU_OK; k++) {
        status = add_column(m->world, tsu_heat_stored_names[k], 0.0, err);
    }
    if (status != TSU_OK) return status;
    tsu_heating_begin(m->world, h->def.group);
    h->begun = true;
    return TSU_OK;
}

static void destroy_heat(tsu_model *m)
{
    tsu_heat *h = m->state;
    if (h->begun) tsu_heating_end(m->world);
    tsu_memory_release(&h->carried);
    tsu_memory_release(&h->material);
    tsu_memory_release(&h->drain);
}

static const tsu_model_column columns[] = {
    {"Temp", 1, 0.0, false},
    {"heatFlux", 1, 0.0, false},
    {"heatSource", 1, 0.0, false},
    {"directionalHeatFlux", 3, 0.0, false},
    {0},
};

static bool contacts_warm(const tsu_world *w)
{
    bool some = tsu_heating_by(w, &w->laws);
    for (int k = 0; k < w->walls; k++) {
        some = some || tsu_heating_by(w, &w->wall[k]->laws);
    }
    return some;
}

/* Guests are in no group; what contacts lose as particles leave the box is booked by rank 0. */
static bool can_part(const tsu_model *m)
{
    const bool leave = m->world->lost_policy != TSU_LOST_ERROR;
    return (((const tsu_heat_def *)m->state)->group & TSU_GROUP_ALL) && !(leave && contacts_warm(m->world));
}

static const tsu_model_parts parts = {
    .can = can_part, .begins_at = offsetof(tsu_heat, warned), .begins = sizeof((tsu_heat *)0)->warned};

const tsu_model_row tsu_model_heat = {
    .name = "heat",
    .names = &tsu_names_heat,
    .doc = "particles have a temperature, and heat flows through contacts",
    .def_size = sizeof(tsu_heat_def),
    .state_size = sizeof(tsu_heat),
    .preset = preset_heat,
    .create = create_heat,
    .destroy = destroy_heat,
    .begin = begin_heat,
    .phase[TSU_HOOK_AFTER_STEP] = flow,
    .parts = &parts,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_TYPE | TSU_FIELDS_GROUP | TSU_FIELDS_COLUMNS |
             TSU_FIELDS_CONTACTS | TSU_FIELDS_WALLS | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_COLUMNS | TSU_FIELDS_WALLS,
    .column = columns,
    .save = save_heat,
    .load = load_heat,
    .scalar = heat_scalar,
};
