/* SPDX-License-Identifier: Apache-2.0 */
#include "api/definition.h"
#include "base/memory.h"
#include "step/mesh/freedom.h"
#include "step/wall/engine.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 2048 };

typedef struct reader {
    tsu_unpack u;
    const char *what;
    tsu_world *w;
    tsu_error *err;
} reader;

static tsu_status wrong(const reader *d)
{
    return tsu_error_set(d->err, TSU_ERROR_INPUT,
                         "%s cannot be used: its group `%s` is invalid or of another version of tsubu",
                         d->what, d->u.group);
}

static tsu_status read_laws(reader *d, tsu_lawset *laws)
{
    char words[WORDS];
    tsu_unpack_line(&d->u, "laws", words, sizeof words);
    if (d->u.bad) return wrong(d);
    return words[0] ? tsu_laws_parse(laws, words, d->err) : TSU_OK;
}

static tsu_status read_properties(reader *d, uint64_t count)
{
    tsu_status s = TSU_OK;
    for (uint64_t k = 0; k < count && s == TSU_OK; k++) {
        char name[64];
        tsu_unpack_group(&d->u, "definition/properties/%d", (int)k + 1);
        tsu_unpack_line(&d->u, "name", name, sizeof name);
        const tsu_property_shape shape =
            (tsu_property_shape)tsu_unpack_count(&d->u, "shape", TSU_PROPERTY_MATRIX);
        const tsu_section *value = tsu_unpack_find(&d->u, "value");
        if (d->u.bad || !value || value->type != TSU_SECTION_F64 || value->rows > INT32_MAX ||
            value->columns > INT32_MAX)
            return wrong(d);
        s = tsu_materials_set(&d->w->materials, name, shape, (int)value->rows, (int)value->columns,
                              (const double *)(const void *)value->data, NULL, d->err);
    }
    return s;
}

/* ---- meshes ------------------------------------------------------------------------------------------------------------- */

static tsu_status read_facets(reader *d, tsu_facets *f)
{
    const tsu_section *vertex = tsu_unpack_find(&d->u, "vertex"), *corner = tsu_unpack_find(&d->u, "corner"),
                      *origin = tsu_unpack_find(&d->u, "origin");
    tsu_status s = TSU_OK;
    const bool sound = vertex && corner && origin && vertex->type == TSU_SECTION_F64 &&
                       vertex->columns == 3 && corner->type == TSU_SECTION_I32 && corner->columns == 3 &&
                       origin->type == TSU_SECTION_I64 && origin->rows == corner->rows;
    if (!sound) return wrong(d);
    const double(*x)[3] = (const void *)vertex->data;
    const int32_t(*c)[3] = (const void *)corner->data;
    for (size_t t = 0; t < corner->rows && s == TSU_OK; t++) {
        double facet[3][3];
        for (int q = 0; q < 3; q++) {
            if (c[t][q] < 0 || (size_t)c[t][q] >= vertex->rows) return wrong(d);
            memcpy(facet[q], x[c[t][q]], sizeof facet[q]);
            if (!isfinite(facet[q][0] + facet[q][1] + facet[q][2])) return wrong(d);
        }
        s = tsu_facets_append(f, (const double(*)[3])facet, ((const int64_t *)(const void *)origin->data)[t],
                              d->err);
    }
    return s;
}

static tsu_status read_mover(reader *d, tsu_mesh_body *body, int mesh, int number)
{
    tsu_unpack *u = &d->u;
    tsu_mover m = {0};
    double times[3];
    tsu_unpack_group(u, "definition/meshes/%d/motions/%d", mesh, number);
    tsu_unpack_line(u, "name", m.name, sizeof m.name);
    m.kind = (tsu_mover_kind)tsu_unpack_count(u, "kind", TSU_MOVE_VIBROT);
    m.terms = (int)tsu_unpack_count(u, "terms", TSU_MOVER_TERMS);
    tsu_unpack_array(u, "vector", TSU_SECTION_F64, 3, 1, m.vector);
    tsu_unpack_array(u, "origin", TSU_SECTION_F64, 3, 1, m.origin);
    tsu_unpack_array(u, "value", TSU_SECTION_F64, 3, 1, m.value);
    tsu_unpack_array(u, "times", TSU_SECTION_F64, 3, 1, times);
    tsu_unpack_array(u, "term", TSU_SECTION_F64, TSU_MOVER_TERMS, 3, m.term);
    if (u->bad) return wrong(d);
    m.period = times[0];
    m.amplitude = times[1];
    return tsu_mesh_add_mover(d->w, body, &m, d->err); /* the time since it began comes with the state */
}

static tsu_status read_details(reader *d, tsu_mesh_body *body, int number)
{
    tsu_unpack *u = &d->u;
    double f[12], reference[3] = {0.0, 0.0, 0.0};
    const double same = tsu_unpack_real(u, "same");
    const uint64_t loads = tsu_unpack_count(u, "loads", 2),
                   motions = tsu_unpack_count(u, "motions_count", TSU_SECTIONS_MAX);
    tsu_unpack_array(u, "surface", TSU_SECTION_F64, 12, 1, f);
    if (u->bad || !(same > 0.0) || !(same <= 1.0)) return wrong(d);
    body->same = same;
    body->surface = (tsu_surface_motion){.linear = f[0] != 0.0,
                                         .turning = f[1] != 0.0,
                                         .velocity = {f[2], f[3], f[4]},
                                         .origin = {f[5], f[6], f[7]},
                                         .axis = {f[8], f[9], f[10]},
                                         .omega = f[11]};
    tsu_status s = loads > 0 ? tsu_mesh_keep_loads(body, reference, loads == 2, d->err) : TSU_OK;
    double constant[TSU_FREEDOM_CONSTANTS];
    const bool free_body = tsu_unpack_find(u, "free_body");
    if (free_body) tsu_unpack_array(u, "free_body", TSU_SECTION_F64, TSU_FREEDOM_CONSTANTS, 1, constant);
    if (u->bad) return wrong(d);
    if (s == TSU_OK && free_body) s = tsu_freedom_restore(d->w, body, constant, d->err);
    for (uint64_t k = 0; k < motions && s == TSU_OK; k++) {
        s = read_mover(d, body, number, (int)k + 1);
    }
    return s;
}

static tsu_status read_mesh(reader *d, int number)
{
    char name[64];
    tsu_facets facets = {0};
    tsu_mesh mesh = {0};
    tsu_mesh_body *body = NULL;
    tsu_unpack_group(&d->u, "definition/meshes/%d", number);
    tsu_unpack_line(&d->u, "name", name, sizeof name);
    const double precision = tsu_unpack_real(&d->u, "precision");
    tsu_status s = d->u.bad || !(precision >= 0.0) ? wrong(d) : read_facets(d, &facets);
    if (s == TSU_OK) s = tsu_mesh_build(&mesh, &facets, precision, d->err);
    if (s == TSU_OK) s = tsu_meshes_adopt(d->w, name, &mesh, &body, d->err);
    if (s == TSU_OK) s = read_details(d, body, number);
    tsu_facets_free(&facets);
    tsu_mesh_free(&mesh);
    return s;
}

/* ---- walls -------------------------------------------------------------------------------------------------------------- */

static tsu_status read_wall(reader *d, int number)
{
    tsu_unpack *u = &d->u;
    char shape[64], mesh[64];
    tsu_wall *wall = calloc(1, sizeof *wall);
    if (!wall) return tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for a wall");
    tsu_unpack_group(u, "definition/walls/%d", number);
    tsu_unpack_line(u, "name", wall->name, sizeof wall->name);
    tsu_unpack_line(u, "shape", shape, sizeof shape);
    tsu_unpack_line(u, "mesh", mesh, sizeof mesh);
    wall->shape = tsu_wall_shape_find(shape);
    wall->type = (int32_t)tsu_unpack_count(u, "type", (uint64_t)d->w->materials.types - 1);
    wall->group = (uint32_t)tsu_unpack_count(u, "group", UINT32_MAX);
    tsu_unpack_array(u, "velocity", TSU_SECTION_F64, 3, 1, wall->velocity);
    wall->spin = tsu_unpack_real(u, "spin");
    const tsu_wall_def def = {.name = wall->name, .mesh = mesh};
    tsu_status s = u->bad || !wall->shape ? wrong(d) : TSU_OK;
    if (s == TSU_OK && mesh[0]) s = wall->shape->engine->attach(d->w, wall, &def, d->err);
    if (s == TSU_OK) s = read_laws(d, &wall->laws);
    if (s == TSU_OK && !mesh[0])
        tsu_unpack_array(u, "form", TSU_SECTION_F64, sizeof wall->form / sizeof(double), 1, &wall->form);
    if (s == TSU_OK && u->bad) s = wrong(d);
    if (s == TSU_OK) s = tsu_world_add_wall(d->w, wall, d->err);
    if (s != TSU_OK) tsu_wall_destroy(wall);
    return s;
}

/* ---- the rest ------------------------------------------------------------------------------------------------------------ */

static tsu_status read_groups(reader *d)
{
    tsu_unpack_group(&d->u, "session");
    const tsu_section *rows = tsu_unpack_find(&d->u, "groups");
    tsu_cursor names = tsu_unpack_cursor(&d->u, "groups", TSU_SECTION_TEXT);
    struct tsu_api *a = tsu_api_of(d->w, d->err);
    if (!a) return TSU_ERROR_MEMORY;
    if (names.bad || rows->rows < 1 || rows->rows > TSU_GROUPS_MAX) return wrong(d);
    for (a->groups = 0; a->groups < (int)rows->rows; a->groups++) {
        const char *name = tsu_cursor_line(&names);
        if (!name || strlen(name) >= TSU_NAME) return wrong(d);
        snprintf(a->group[a->groups], TSU_NAME, "%s", name);
    }
    return TSU_OK;
}

static tsu_status read_held(reader *d)
{
    tsu_cursor held = tsu_unpack_cursor(&d->u, "held", TSU_SECTION_U8);
    const size_t count = held.left / 8;
    uint64_t *id = NULL;
    int32_t *row = NULL;
    tsu_status s = held.bad ? wrong(d) : tsu_memory_allocate(&id, count + 1, sizeof *id, "particles", d->err);
    if (s == TSU_OK) tsu_cursor_numbers(&held, id, count, 8);
    if (s == TSU_OK) s = tsu_api_rows(d->w, id, count, &row, d->err);
    for (size_t k = 0; k < count && s == TSU_OK; k++) {
        tsu_particles_hold(&d->w->particles, row[k], true);
    }
    tsu_memory_release(&id);
    tsu_memory_release(&row);
    return s;
}

static tsu_status read_exclusions(reader *d)
{
    tsu_cursor c = tsu_unpack_cursor(&d->u, "exclusions", TSU_SECTION_U8);
    tsu_status s = c.bad ? wrong(d) : TSU_OK;
    while (s == TSU_OK && c.left >= 40) {
        tsu_exclusion e = {.by_type = tsu_cursor_u64(&c) != 0};
        for (int side = 0; side < 2; side++) {
            e.type[side] = (int32_t)tsu_cursor_count(&c, INT32_MAX);
            e.group[side] = (uint32_t)tsu_cursor_count(&c, UINT32_MAX);
        }
        s = c.bad ? wrong(d) : tsu_world_exclude(d->w, &e, d->err);
    }
    return s;
}

static tsu_status read_rest(reader *d)
{
    tsu_unpack *u = &d->u;
    tsu_world *w = d->w;
    tsu_lawset laws = {0};
    w->turning = (uint32_t)tsu_unpack_count(u, "turning_groups", UINT32_MAX);
    w->coasting = (uint32_t)tsu_unpack_count(u, "coasting_groups", UINT32_MAX);
    const bool losses = tsu_unpack_count(u, "losses", 1) == 1;
    w->lost_policy = (tsu_lost_policy)tsu_unpack_count(u, "lost_policy", TSU_LOST_IGNORE);
    w->lists.skin = tsu_unpack_real(u, "skin");
    if (u->bad || !(w->lists.skin >= 0.0)) return wrong(d);
    tsu_status s = read_held(d);
    if (s == TSU_OK) s = read_exclusions(d);
    if (s == TSU_OK) s = read_laws(d, &laws);
    if (s == TSU_OK && laws.law[TSU_NORMAL]) tsu_world_set_laws(w, &laws);
    tsu_lawset_free(&laws);
    return s == TSU_OK && losses ? tsu_world_track_losses(w, d->err) : s;
}

tsu_status tsu_definition_unpack(const tsu_sections *sections, const char *what, tsu_world *w, tsu_error *err)
{
    reader d = {.u.sections = sections, .what = what, .w = w, .err = err};
    tsu_unpack_group(&d.u, "world");
    const uint64_t walls = tsu_unpack_count(&d.u, "walls", TSU_SECTIONS_MAX),
                   meshes = tsu_unpack_count(&d.u, "meshes", TSU_SECTIONS_MAX);
    tsu_status s = read_groups(&d);
    tsu_unpack_group(&d.u, "definition");
    if (s != TSU_OK || !tsu_unpack_find(&d.u, "laws")) return s;
    const uint64_t properties = tsu_unpack_count(&d.u, "properties_count", TSU_SECTIONS_MAX);
    s = read_rest(&d);
    if (s == TSU_OK) s = read_properties(&d, properties);
    for (uint64_t k = 0; k < meshes && s == TSU_OK; k++) {
        s = read_mesh(&d, (int)k + 1);
    }
    for (uint64_t k = 0; k < walls && s == TSU_OK; k++) {
        s = read_wall(&d, (int)k + 1);
    }
    if (s == TSU_OK) s = tsu_definition_unpack_models(&d.u, w, err);
    return d.u.bad ? wrong(&d) : s;
}
