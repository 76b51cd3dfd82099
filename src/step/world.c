/* SPDX-License-Identifier: Apache-2.0 */
/* world.c - creating, destroying and changing a world; the public interface over it. */
#include "step/world.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "law/property.h"
#include "law/registry.h"
#include "step/blocks.h"
#include "step/clump/clumps.h"
#include "step/device.h"
#include "step/list/boundary.h"
#include "step/list/lists.h"
#include "step/mesh/body.h"
#include "step/resume/resume.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64 };

tsu_world_def tsu_world_def_default(void)
{
    return (tsu_world_def){.hi = {1.0, 1.0, 1.0}, .boundary = {"ff", "ff", "ff"}, .materials = 1};
}

static tsu_status check_def(const tsu_world_def *def, tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const char lo = def->boundary[q][0], hi = def->boundary[q][1];
        if (!strchr("fpms", lo) || !strchr("fpms", hi) || !lo || !hi)
            return tsu_error_set(err, TSU_ERROR_INPUT, "boundary of %c must be made of f, p, m and s",
                                 "xyz"[q]);
        if ((lo == 'p') != (hi == 'p'))
            return tsu_error_set(err, TSU_ERROR_INPUT, "both faces of %c must be periodic, or none",
                                 "xyz"[q]);
        if (!(def->lo[q] < def->hi[q]) || !isfinite(def->hi[q] - def->lo[q]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "the box has no extent along %c: %g to %g", "xyz"[q],
                                 def -> lo[q], def -> hi[q]);
    }
    if (def->materials < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT, "the number of materials is %d; it must be at least 1",
                             def->materials);
    if (!(def->timestep >= 0.0) || !(def->skin >= 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "time step (%g) and skin (%g) must not be negative",
                             def->timestep, def->skin);
    return TSU_OK;
}

tsu_world *tsu_world_create(const tsu_world_def *def, tsu_error *err)
{
    if (!def) {
        tsu_error_null(err, "tsu_world_create", "def");
        return NULL;
    }
    if (check_def(def, err) != TSU_OK) return NULL;
    tsu_world *w = calloc(1, sizeof *w);
    if (!w) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a world");
        return NULL;
    }
    static atomic_uint_least64_t made; /* worlds never share a generation */
    w->generation = (atomic_fetch_add(&made, 1) + 1) << 40;
    tsu_particles_init(&w->particles);
    for (int q = 0; q < 3; q++) {
        w->box.lo[q] = w->box_minimum[q][0] = def->lo[q];
        w->box.hi[q] = w->box_minimum[q][1] = def->hi[q];
        w->box.periodic[q] = def->boundary[q][0] == 'p';
        memcpy(w->boundary[q], def->boundary[q], 2);
        w->gravity[q] = def->gravity[q];
    }
    w->materials.types = def->materials;
    w->dt = def->timestep;
    w->moving = w->turning = TSU_GROUP_ALL;
    w->lists.skin = def->skin;
    w->threads = def->threads > 0 ? def->threads : tsu_parallel_threads();
    return w;
}

void tsu_world_destroy(tsu_world *w)
{
    if (!w) return;
    if (w->api) w->destroy_api(w->api);
    if (w->models) w->free_models(w);
    tsu_particles_free(&w->particles);
    tsu_materials_free(&w->materials);
    tsu_lawset_free(&w->laws);
    tsu_contacts_free(&w->contacts);
    tsu_contacts_free(&w->previous);
    tsu_contact_forces_free(&w->forces);
    tsu_force_pool_free(&w->pool);
    tsu_schedule_free(&w->schedule);
    tsu_lists_free(&w->lists);
    for (int k = 0; k < w->walls; k++) {
        tsu_wall_destroy(w->wall[k]);
    }
    free(w->wall);
    tsu_meshes_free(w);
    free(w->hook);
    free(w->exclusion);
    tsu_memory_release(&w->external);
    tsu_spaces_free(w);
    tsu_memory_release(&w->partial);
    tsu_resume_destroy(w->resume);
    tsu_copies_destroy(w->copies);
    tsu_clumps_destroy(w->clumps);
    if (w->device) w->device->destroy(w->device);
    free(w);
}

tsu_status tsu_world_need_rest(const tsu_world *w, const char *what, tsu_error *err)
{
    if (!w->calling) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "%s cannot be called within a callback; call it between two steps", what);
}

/* ---- materials and laws ---------------------------------------------------------------------------------------- */

/* A name that no law, mesh or model reads is misspelt: it would have no effect. */
static tsu_status check_property_name(const char *name, tsu_error *err)
{
    if (tsu_property_is_known(name, NULL)) return TSU_OK;
    const char *near = tsu_property_nearest(name);
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "no contact model has a property '%.80s'%s%s%s (`tsubu laws` lists them)", name,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static tsu_status set_property(tsu_world *w, const char *name, tsu_property_shape shape, int rows,
                               int columns, const double *value, tsu_error *err)
{
    if (tsu_world_need_rest(w, "tsu_property_set", err) != TSU_OK) return TSU_ERROR_INPUT;
    if (check_property_name(name, err) != TSU_OK) return TSU_ERROR_INPUT;
    for (int k = 0; k < rows * columns; k++) {
        if (!isfinite(value[k]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "value %d of property %s is %g; it must be finite",
                                 k + 1, name, value[k]);
    }
    const tsu_status s = tsu_materials_set(&w->materials, name, shape, rows, columns, value, NULL, err);
    if (s != TSU_OK) return s;
    tsu_world_change(w);
    tsu_world_lose(w, TSU_CURRENT_LAWS);
    return TSU_OK;
}

tsu_status tsu_property_set(tsu_world *w, const char *name, double value, tsu_error *err)
{
    if (!w || !name) return tsu_error_null(err, "tsu_property_set", "world and name");
    return set_property(w, name, TSU_PROPERTY_SCALAR, 1, 1, &value, err);
}

tsu_status tsu_property_set_type(tsu_world *w, const char *name, const double *by_type, tsu_error *err)
{
    if (!w || !name || !by_type)
        return tsu_error_null(err, "tsu_property_set_type", "world, name and by_type");
    return set_property(w, name, TSU_PROPERTY_TYPE, w->materials.types, 1, by_type, err);
}

tsu_status tsu_property_set_pair(tsu_world *w, const char *name, const double *by_pair, tsu_error *err)
{
    if (!w || !name || !by_pair)
        return tsu_error_null(err, "tsu_property_set_pair", "world, name and by_pair");
    return set_property(w, name, TSU_PROPERTY_PAIR, w->materials.types, w->materials.types, by_pair, err);
}

/* A number that leads from 1 to the materials, or is 0 where the property is not by material. */
static bool leads(int type, bool by_material, int types)
{
    return by_material ? type >= 1 && type <= types : type == 0;
}

tsu_status tsu_property_get(const tsu_world *w, const char *name, int i, int j, double *value, tsu_error *err)
{
    if (!w || !name || !value) return tsu_error_null(err, "tsu_property_get", "world, name and value");
    if (check_property_name(name, err) != TSU_OK) return TSU_ERROR_INPUT;
    const tsu_property *p = tsu_materials_find(&w->materials, name);
    if (!p) return tsu_error_set(err, TSU_ERROR_INPUT, "property %s has not been given a value yet", name);
    const bool pair = p->shape == TSU_PROPERTY_PAIR, material = pair || p->shape == TSU_PROPERTY_TYPE;
    if (p->shape == TSU_PROPERTY_VECTOR || p->shape == TSU_PROPERTY_MATRIX)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "property %s is %s, not one number for a material",
                             name, tsu_property_shape_word(p->shape));
    if (!leads(i, material, p->rows) || !leads(j, pair, p->columns))
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "property %s is %s: it has no value for %d and %d; types count from 1 to %d, and a "
            "place that it does not need is 0",
            name, tsu_property_shape_word(p->shape), i, j, w->materials.types);
    *value = p->value[(material ? i - 1 : 0) * p->columns + (pair ? j - 1 : 0)];
    return TSU_OK;
}

tsu_status tsu_laws_parse(tsu_lawset *laws, const char *text, tsu_error *err)
{
    char *copy = strdup(text), *rest = copy;
    const char *word[WORDS_MAX];
    int words = 0;
    if (!copy) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for the names of models");
    for (char *w = strtok_r(copy, " \t\n", &rest); w && words < WORDS_MAX;
         w = strtok_r(NULL, " \t\n", &rest)) {
        word[words++] = w;
    }
    int used = 0;
    tsu_lawset chosen = {0};
    tsu_status s = tsu_lawset_choose(&chosen, words, word, &used, err);
    for (int k = used; k < words && s == TSU_OK; k += 2) {
        s = k + 1 < words
                ? tsu_lawset_set_keyword(&chosen, word[k], word[k + 1], err)
                : tsu_error_set(err, TSU_ERROR_INPUT, "keyword %s must be followed by its value", word[k]);
    }
    if (s == TSU_OK) {
        tsu_lawset_free(laws);
        *laws = chosen;
    } else {
        tsu_lawset_free(&chosen);
    }
    free(copy);
    return s;
}

tsu_status tsu_laws_choose(tsu_world *w, const char *words, tsu_error *err)
{
    if (!w || !words) return tsu_error_null(err, "tsu_laws_choose", "world and words");
    tsu_lawset chosen = {0};
    tsu_status s = tsu_world_need_rest(w, "tsu_laws_choose", err);
    if (s == TSU_OK) s = tsu_laws_parse(&chosen, words, err);
    if (s == TSU_OK) tsu_world_set_laws(w, &chosen);
    return s;
}

void tsu_world_set_laws(tsu_world *w, tsu_lawset *laws)
{
    tsu_world_change(w);
    tsu_world_lose(w, TSU_CURRENT_LAWS);
    tsu_lawset_free(&w->laws);
    w->laws = *laws;
    *laws = (tsu_lawset){0};
    /* history of other laws means nothing to these */
    tsu_contacts_free(&w->contacts);
    tsu_contacts_free(&w->previous);
    tsu_contact_forces_free(&w->forces);
    tsu_force_pool_free(&w->pool);
    tsu_schedule_free(&w->schedule);
}

tsu_status tsu_world_exclude(tsu_world *w, const tsu_exclusion *exclusion, tsu_error *err)
{
    tsu_world_change(w);
    if (!exclusion) {
        w->exclusions = 0;
        return TSU_OK;
    }
    tsu_exclusion *larger = realloc(w->exclusion, (size_t)(w->exclusions + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for an exclusion");
    w->exclusion = larger;
    w->exclusion[w->exclusions++] = *exclusion;
    return TSU_OK;
}

/* ---- walls -------------------------------------------------------------------------------------------------------- */

tsu_wall_def tsu_wall_def_default(void)
{
    tsu_wall_def def = {.name = "wall", .shape = "zplane", .type = 1};
    for (int k = 0; tsu_wall_shapes[k]; k++) {
        for (int q = 0; q < tsu_wall_shapes[k]->parameters; q++) {
            const tsu_wall_parameter *p = &tsu_wall_shapes[k]->parameter[q];
            tsu_wall_parameter_set(p, &def, p->initial);
        }
    }
    return def;
}

static tsu_wall *find_wall(const tsu_world *w, const char *name, int *index)
{
    for (int k = 0; k < w->walls; k++) {
        if (index) *index = k;
        if (strcmp(w->wall[k]->name, name) == 0) return w->wall[k];
    }
    return NULL;
}

static tsu_status unknown_shape(const char *shape, tsu_error *err)
{
    char known[256] = "";
    for (int k = 0; tsu_wall_shapes[k]; k++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", k > 0 ? ", " : "", tsu_wall_shapes[k]->name);
    }
    return tsu_error_set(err, TSU_ERROR_INPUT, "unknown wall '%s'; known are %s", shape, known);
}

static tsu_status check_wall(const tsu_world *w, const tsu_wall_def *def, tsu_error *err)
{
    if (!tsu_wall_shape_find(def->shape)) return unknown_shape(def->shape, err);
    if (def->type < 1 || def->type > w->materials.types)
        return tsu_error_set(err, TSU_ERROR_INPUT, "wall %s has material %d; there are 1 to %d", def->name,
                             def->type, w->materials.types);
    if (find_wall(w, def->name, NULL))
        return tsu_error_set(err, TSU_ERROR_INPUT, "there is already a wall named %s", def->name);
    return TSU_OK;
}

/* A copy of the words that choose laws, with the keyword settings, without coefficients. */
static tsu_status copy_laws(tsu_lawset *to, const tsu_lawset *from, tsu_error *err)
{
    if (!from->law[TSU_NORMAL])
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "choose the contact models between particles before a wall that uses them");
    *to = *from;
    to->table = NULL;
    to->types = 0;
    tsu_lawset_set_spent(to, false);
    return TSU_OK;
}

tsu_status tsu_walls_add(tsu_world *w, const tsu_wall_def *def, tsu_error *err)
{
    if (!w || !def || !def->shape || !def->name)
        return tsu_error_null(err, "tsu_walls_add", "world, def, def->name and def->shape");
    tsu_status s = tsu_world_need_rest(w, "tsu_walls_add", err);
    if (s == TSU_OK) s = check_wall(w, def, err);
    if (s != TSU_OK) return s;
    tsu_wall *wall = calloc(1, sizeof *wall);
    if (!wall) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", def->name);
    snprintf(wall->name, sizeof wall->name, "%s", def->name);
    wall->shape = tsu_wall_shape_find(def->shape);
    wall->type = def->type - 1;
    wall->group = TSU_GROUP_ALL;
    s = tsu_wall_attach(w, wall, def, err);
    if (s == TSU_OK)
        s = def->laws ? tsu_laws_parse(&wall->laws, def->laws, err) : copy_laws(&wall->laws, &w->laws, err);
    if (s == TSU_OK) s = tsu_world_add_wall(w, wall, err);
    if (s != TSU_OK) tsu_wall_destroy(wall);
    return s;
}

tsu_status tsu_world_add_wall(tsu_world *w, tsu_wall *wall, tsu_error *err)
{
    tsu_wall **larger = realloc(w->wall, (size_t)(w->walls + 1) * sizeof *larger);
    if (!larger) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for wall %s", wall->name);
    tsu_world_change(w);
    tsu_world_lose(w, TSU_CURRENT_LAWS);
    w->wall = larger;
    w->wall[w->walls++] = wall;
    return TSU_OK;
}

tsu_status tsu_walls_remove(tsu_world *w, const char *name, tsu_error *err)
{
    if (!w || !name) return tsu_error_null(err, "tsu_walls_remove", "world and name");
    int k = 0;
    if (tsu_world_need_rest(w, "tsu_walls_remove", err) != TSU_OK) return TSU_ERROR_INPUT;
    tsu_wall *wall = find_wall(w, name, &k);
    if (!wall) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no wall named %s", name);
    tsu_world_change(w);
    tsu_wall_destroy(wall);
    memmove(w->wall + k, w->wall + k + 1, (size_t)(w->walls - k - 1) * sizeof *w->wall);
    w->walls--;
    return TSU_OK;
}

tsu_status tsu_wall_force(const tsu_world *w, const char *name, double force[3], tsu_error *err)
{
    if (!w || !name || !force) return tsu_error_null(err, "tsu_wall_force", "world, name and force");
    const tsu_wall *wall = find_wall(w, name, NULL);
    if (!wall) return tsu_error_set(err, TSU_ERROR_INPUT, "there is no wall named %s", name);
    tsu_wall_load(wall, force);
    return TSU_OK;
}
