/* SPDX-License-Identifier: Apache-2.0 */
#include "model/clumps.h"
#include "step/clump/clumps.h"
#include "step/wall/wall.h"
#include <string.h>

tsu_clumps_model_def tsu_model_clumps_default(void)
{
    return (tsu_clumps_model_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_clumps_model_def *)def = tsu_model_clumps_default();
}

static bool has_clumps(const tsu_world *w)
{
    return w->clumps && w->clumps->count > 0;
}

/* What acts by forces on spheres, or only looks at them. Others set positions, velocities, sizes or temperatures sphere by sphere. */
static bool knows_clumps(const tsu_model_row *row)
{
    static const char *const fit[] = {
        "clumps",  "integrate",   "insert_pack",   "insert_rate", "insert_stream", "add_force",
        "viscous", "drag",        "massflow",      "move_mesh",   "store_state",   "store_force",
        "tracer",  "region_wall", "freeze",        "heat",        "ave_atom",      "buoyancy",
        "gravity", "orientation", "liquid_source", NULL};
    for (int k = 0; fit[k]; k++) {
        if (strcmp(row->name, fit[k]) == 0) return true;
    }
    return strncmp(row->name, "ave_", 4) == 0 || strncmp(row->name, "average", 7) == 0;
}

static tsu_status check_group(const tsu_world *w, const tsu_model *m, tsu_error *err)
{
    const tsu_clumps_model_def *d = m->state;
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; k < w->clumps->count; k++) {
        const tsu_clump *c = tsu_clumps_in_order(w->clumps, k);
        if (!(w->particles.group[w->clumps->row[c->first]] & d->group))
            return tsu_error_set(
                err, TSU_ERROR_UNSUPPORTED,
                "clump %llu does not belong to the group of %s, which moves clumps; clumps at "
                "rest are not supported yet: give the group `all`",
                (unsigned long long)c->id, m->name);
    }
    return TSU_OK;
}

/* Laws that cannot follow a mass that changes as the body turns, or take none. */
static tsu_status check_local(const tsu_lawset *laws, tsu_error *err)
{
    const tsu_law *normal = laws->law[TSU_NORMAL], *rolling = laws->law[TSU_ROLLING];
    if (normal && strncmp(normal->name, "hooke", 5) == 0 && strcmp(normal->name, "hooke/stiffness") != 0)
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "`contact_inertia local` does not go with model %s, whose stiffness follows from "
            "the mass; take model hooke/stiffness or hertz",
            normal->name);
    for (int k = 0; rolling && rolling->keywords && rolling->keywords[k].name; k++) {
        if (strcmp(rolling->keywords[k].name, "reducedInertia") == 0 && laws->keyword[TSU_ROLLING][k] != 0)
            return tsu_error_set(
                err, TSU_ERROR_UNSUPPORTED,
                "`reducedInertia centre` is a form for spheres; with `contact_inertia local` "
                "say `reducedInertia contact`");
    }
    return TSU_OK;
}

static tsu_status check_laws(const tsu_world *w, const tsu_model *own, tsu_error *err)
{
    if (!((const tsu_clumps_model_def *)own->state)->local) return TSU_OK;
    tsu_status status = check_local(&w->laws, err);
    for (int k = 0; k < w->walls && status == TSU_OK; k++) {
        status = check_local(&w->wall[k]->laws, err);
    }
    return status;
}

tsu_status tsu_model_clumps_check(const tsu_world *w, tsu_error *err)
{
    const tsu_model *own = tsu_models_of(w, &tsu_model_clumps);
    if (!has_clumps(w) && !own) return TSU_OK;
    if (!own)
        return tsu_error_lacks_named(err, TSU_LACKS_KIND, "clumps",
                                     tsu_error_set(err, TSU_ERROR_INPUT,
                                                   "there are %d clumps, and nothing moves them",
                                                   w->clumps->count));
    for (int k = 0; k < tsu_models_count(w); k++) {
        const tsu_model *m = tsu_models_at(w, k);
        if (!knows_clumps(m->row))
            return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                                 "%s (%s) does not support clumps yet: it would act on each of their spheres "
                                 "separately; remove it where there are clumps",
                                 m->name, m->row->name);
    }
    const tsu_status status = check_laws(w, own, err);
    return status == TSU_OK && has_clumps(w) ? check_group(w, own, err) : status;
}

tsu_status tsu_model_clumps_refuse(const tsu_world *w, const char *what, tsu_error *err)
{
    if (!has_clumps(w)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "%s does not support clumps yet, and there are %d: use it before they are inserted",
                         what, w->clumps->count);
}

tsu_status tsu_model_clumps_whole(const tsu_world *w, uint32_t group, const char *what, tsu_error *err)
{
    const tsu_clumps *all = w->clumps;
    if (!has_clumps(w)) return TSU_OK;
    tsu_clumps_find_rows(w);
    for (int32_t k = 0; k < all->count; k++) {
        const tsu_clump *c = tsu_clumps_in_order(all, k);
        int32_t in = 0;
        for (int32_t q = c->first; q < c->first + c->count; q++) {
            in += (w->particles.group[all->row[q]] & group) != 0;
        }
        if (in > 0 && in < c->count)
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "%s: %d of the %d spheres of clump %llu are in the group, and a clump moves as a "
                "whole; choose all of them (`tsubu reference fields`: id_multisphere) or none",
                what, in, c->count, (unsigned long long)c->id);
    }
    return TSU_OK;
}

/* From here on the world has clumps, if only none. */
static tsu_status create(tsu_model *m, tsu_error *err)
{
    const tsu_clumps_model_def *d = m->state;
    const tsu_status s = tsu_clumps_begin(m->world, err);
    if (s == TSU_OK)
        m->world->clumps->fluid = m->world->clumps->count > 0 ? m->world->clumps->fluid : d->fluid;
    return s;
}

static tsu_status begin(tsu_model *m, tsu_error *err)
{
    const tsu_clumps_model_def *d = m->state;
    (void)err;
    tsu_clumps_drag_fluid(m->world, d->fluid);
    tsu_clumps_set_local(m->world, d->local);
    return TSU_OK;
}

/* Clumps on their way to the face of a stream are let go in a certain step. */
static void renumber(tsu_model *m, int64_t by)
{
    const tsu_clumps *all = m->world->clumps;
    for (int32_t k = 0; all && k < all->count; k++) {
        tsu_clump *c = &all->clump[k];
        if (c->release == 0) continue;
        c->release = c->release + by > 1 ? c->release + by : 1;
    }
}

const tsu_model_row tsu_model_clumps = {
    .name = "clumps",
    .doc = "moves clumps of spheres as rigid bodies",
    .def_size = sizeof(tsu_clumps_model_def),
    .state_size = sizeof(tsu_clumps_model_def),
    .preset = preset,
    .create = create,
    .begin = begin,
    .renumber = renumber,
    .reads = TSU_FIELDS_FORCE | TSU_FIELDS_TORQUE | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_POSITION | TSU_FIELDS_VELOCITY | TSU_FIELDS_SPIN,
};
