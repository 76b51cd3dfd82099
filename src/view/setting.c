/* SPDX-License-Identifier: Apache-2.0 */
#include "view/setting.h"
#include "base/hash.h"
#include "state/fields.h"
#include "state/region.h"
#include "step/mesh/body.h"
#include "step/wall/shape.h"
#include "step/wall/wall.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields ---------------------------------------------------------------------------------------------------------- */

const tsu_surface_field tsu_surface_fields[TSU_SURFACE_FIELDS] = {
    {"surface:pressure", "normal stress on meshes", "Pa"},
    {"surface:shear", "shear stress on meshes", "Pa"},
    {"surface:force", "force on triangles", "N"},
    {"surface:wear", "depth worn off meshes", "m"},
};

bool tsu_is_surface_field(const char *name)
{
    return strncmp(name, "surface:", 8) == 0;
}

/* Whether a mesh has what this field tells. */
static bool has_surface_field(const tsu_setting *scene, int field)
{
    for (int k = 0; k < scene->meshes; k++) {
        if (field == TSU_SURFACE_WEAR ? scene->mesh[k].wear : scene->mesh[k].loads) return true;
    }
    return false;
}

static void add_field(tsu_setting *scene, const tsu_setting_field *field)
{
    if (scene->fields < TSU_SETTING_FIELDS) scene->field[scene->fields++] = *field;
}

static void add_contact_field(tsu_setting *scene, const tsu_contact_field *f)
{
    tsu_setting_field field = {.width = f->width, .by_contact = f};
    snprintf(field.name, sizeof field.name, "%s", f->name);
    snprintf(field.label, sizeof field.label, "%s", f->label);
    snprintf(field.unit, sizeof field.unit, "%s", f->unit);
    add_field(scene, &field);
}

static void add_particle_field(tsu_setting *scene, const tsu_field *f)
{
    const bool length = f->flags & TSU_FIELD_LENGTH;
    tsu_setting_field field = {.width = length ? 1 : f->width, .length = length};
    if (!(f->flags & TSU_FIELD_COLOURED) || !f->page || field.width == 2 || field.width > 4) return;
    snprintf(field.name, sizeof field.name, "%s", f->page);
    snprintf(field.label, sizeof field.label, "%s", f->label ? f->label : f->page);
    snprintf(field.unit, sizeof field.unit, "%s", f->unit);
    snprintf(field.field, sizeof field.field, "%s", f->name);
    if (tsu_setting_find_field(scene, field.name) < 0) add_field(scene, &field);
    if (!length || f->width != 3) return;
    field.width = 3;
    field.length = false;
    field.vector = true;
    snprintf(field.name, sizeof field.name, "%.40s_vector", f->page);
    add_field(scene, &field);
}

/* Where a moving region is, its variables say; asking them is not for those who only look. */
static bool stands_still(const tsu_region *r)
{
    bool still = !r->rotate[0];
    for (int q = 0; q < 3; q++) {
        still = still && !r->move[q][0];
    }
    for (int k = 0; k < r->parts && still; k++) {
        still = stands_still(r->part[k]);
    }
    return still;
}

static void add_regions(tsu_setting *scene, const tsu_session *s)
{
    enum { MOST = 8 };
    int added = 0;
    for (int k = 0; k < s->regions && added < MOST; k++) {
        const tsu_region *r = s->region[k];
        tsu_setting_field field = {.width = 1, .region = true};
        if (!stands_still(r) || strlen(r->name) + sizeof "region:" > sizeof field.name) continue;
        snprintf(field.name, sizeof field.name, "region:%.50s", r->name);
        snprintf(field.label, sizeof field.label, "region %.50s", r->name);
        snprintf(field.field, sizeof field.field, "%s", r->name);
        add_field(scene, &field);
        added++;
    }
}

/* Those that all particles have, those by contact, columns, regions. */
static void add_fields(tsu_setting *scene, const tsu_session *s)
{
    const tsu_world *w = s->world;
    const tsu_particles *p = &w->particles;
    const int own = tsu_fields_count(NULL), all = tsu_fields_count(p);
    for (int k = 0; k < own; k++) {
        add_particle_field(scene, tsu_field_row(k));
    }
    for (const tsu_contact_field *f = tsu_contact_fields; f->name; f++) {
        if (tsu_contact_field_known(f, &w->laws)) add_contact_field(scene, f);
    }
    for (int k = own; k < all; k++) {
        const tsu_field f = tsu_fields_at(p, k);
        add_particle_field(scene, &f);
    }
    static const tsu_setting_field turns = {.name = "orientation", .label = "orientation", .width = 4};
    if (w->clumps && tsu_setting_find_field(scene, turns.name) < 0) add_field(scene, &turns);
    add_regions(scene, s);
}

int tsu_setting_find_field(const tsu_setting *scene, const char *name)
{
    if (strcmp(name, "chain") == 0) return TSU_SETTING_FIELDS;
    for (int k = 0; k < scene->fields; k++) {
        if (strcmp(scene->field[k].name, name) == 0) return k;
    }
    for (int k = 0; k < TSU_SURFACE_FIELDS; k++) {
        if (strcmp(tsu_surface_fields[k].name, name) == 0 && has_surface_field(scene, k))
            return TSU_SETTING_FIELDS + 1 + k;
    }
    return -1;
}

/* ---- meshes ---------------------------------------------------------------------------------------------------------- */

/* Corners at rest; the pose of a frame says where they are. */
static bool fill_mesh(tsu_setting_mesh *m, const tsu_mesh_body *body, const double origin[3])
{
    const tsu_mesh *mesh = &body->mesh;
    snprintf(m->name, sizeof m->name, "%s", body->name);
    m->triangles = mesh->triangles;
    m->moving = tsu_mesh_moves(body) || body->pose.moved;
    m->loads = body->loads != NULL;
    m->wear = m->loads && body->loads->depth;
    m->corner = malloc((size_t)mesh->triangles * 9 * sizeof *m->corner + 1);
    if (!m->corner) return false;
    float *to = m->corner;
    for (int32_t t = 0; t < mesh->triangles; t++) {
        for (int k = 0; k < 9; k++) {
            *to++ = (float)(mesh->vertex[mesh->corner[t][k / 3]][k % 3] - origin[k % 3]);
        }
    }
    m->hash = tsu_hash_bytes(0, m->corner, (size_t)mesh->triangles * 9 * sizeof *m->corner);
    return true;
}

static bool add_meshes(tsu_setting *scene, const tsu_world *w, const tsu_setting *before, uint64_t frame)
{
    scene->mesh = calloc((size_t)w->meshes + 1, sizeof *scene->mesh);
    if (!scene->mesh) return false;
    for (int k = 0; k < w->meshes; k++) {
        tsu_setting_mesh *m = &scene->mesh[scene->meshes++];
        if (!fill_mesh(m, w->mesh[k], scene->origin)) return false;
        m->version = 1;
        m->since = frame;
        for (int q = 0; before && q < before->meshes; q++) {
            const tsu_setting_mesh *old = &before->mesh[q];
            const bool same = old->hash == m->hash && old->triangles == m->triangles;
            if (strcmp(old->name, m->name) != 0) continue;
            m->version = old->version + (same ? 0 : 1);
            m->since = same ? old->since : frame;
        }
    }
    return true;
}

/* ---- info ------------------------------------------------------------------------------------------------------------- */

static void tell_fields(tsu_json *j, const tsu_setting *scene)
{
    tsu_json_key(j, "fields");
    tsu_json_open(j, '[');
    for (int k = 0; k < scene->fields; k++) {
        const tsu_setting_field *f = &scene->field[k];
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", f->name);
        tsu_json_key_string(j, "label", f->label);
        tsu_json_key_string(j, "unit", f->unit);
        tsu_json_key_integer(j, "width", f->width);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static void tell_meshes(tsu_json *j, const tsu_setting *scene)
{
    tsu_json_key(j, "meshes");
    tsu_json_open(j, '[');
    for (int k = 0; k < scene->meshes; k++) {
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", scene->mesh[k].name);
        tsu_json_key_integer(j, "triangles", scene->mesh[k].triangles);
        tsu_json_key_bool(j, "moving", scene->mesh[k].moving);
        tsu_json_key_bool(j, "loads", scene->mesh[k].loads);
        tsu_json_key_bool(j, "wear", scene->mesh[k].wear);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static void tell_surface_fields(tsu_json *j, const tsu_setting *scene)
{
    tsu_json_key(j, "surface_fields");
    tsu_json_open(j, '[');
    for (int k = 0; k < TSU_SURFACE_FIELDS; k++) {
        if (!has_surface_field(scene, k)) continue;
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", tsu_surface_fields[k].name);
        tsu_json_key_string(j, "label", tsu_surface_fields[k].label);
        tsu_json_key_string(j, "unit", tsu_surface_fields[k].unit);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static void tell_walls(tsu_json *j, const tsu_world *w)
{
    tsu_json_key(j, "walls");
    tsu_json_open(j, '[');
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        if (!wall->shape->outline) continue;
        tsu_wall_outline o = {0};
        wall->shape->outline(&wall->form, &o);
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", wall->name);
        tsu_json_key_string(j, "shape", wall->shape->name);
        tsu_json_key_numbers(j, "axis", o.axis, 3);
        if (o.rings == 0) tsu_json_key_numbers(j, "point", o.point, 3);
        if (o.rings > 0) tsu_json_key_bool(j, "endless", o.endless);
        if (o.rings > 0) tsu_json_key_numbers(j, "rings", &o.ring[0][0], 4 * (size_t)o.rings);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
}

static bool tell(tsu_setting *scene, const tsu_world *w)
{
    tsu_json j = {0};
    tsu_json_key_number(&j, "dt", w->dt);
    tsu_json_key_numbers(&j, "origin", scene->origin, 3);
    tsu_json_key_numbers(&j, "gravity", w->gravity, 3);
    tsu_json_key_integer(&j, "types", w->materials.types);
    tell_fields(&j, scene);
    tell_meshes(&j, scene);
    tell_surface_fields(&j, scene);
    tell_walls(&j, w);
    scene->info = j.text;
    return !j.failed;
}

/* ---- life ---------------------------------------------------------------------------------------------------------------- */

static tsu_setting *create(const tsu_session *s, const tsu_setting *before, uint64_t frame)
{
    const tsu_world *w = s->world;
    tsu_setting *scene = calloc(1, sizeof *scene);
    if (!scene) return NULL;
    scene->references = 1;
    scene->number = before ? before->number + 1 : 1;
    memcpy(scene->origin, w->box.lo, sizeof scene->origin);
    /* A box that follows its particles: stay where we were as long as that is near, for pictures that do not jump. */
    for (int q = 0; before && q < 3; q++) {
        const double size = w->box.hi[q] - w->box.lo[q], off = before->origin[q] - w->box.lo[q];
        if (off * off <= size * size) scene->origin[q] = before->origin[q];
    }
    add_fields(scene, s);
    if (add_meshes(scene, w, before, frame) && tell(scene, w)) return scene;
    tsu_setting_release(scene);
    return NULL;
}

static bool is_same(const tsu_setting *a, const tsu_setting *b)
{
    bool same = strcmp(a->info, b->info) == 0 && a->meshes == b->meshes;
    for (int k = 0; same && k < a->meshes; k++) {
        same = a->mesh[k].version == b->mesh[k].version;
    }
    return same;
}

tsu_setting *tsu_setting_renew(const tsu_setting *before, const tsu_session *s, uint64_t frame,
                               tsu_setting_key *key)
{
    const tsu_setting_key now = {s->world, s->run_begin, s->run_end, s->world->particles.columns};
    const bool same_run = key->world == now.world && key->begin == now.begin && key->end == now.end &&
                          key->columns == now.columns;
    if (before && same_run) return NULL;
    tsu_setting *made = create(s, before, frame);
    if (made) *key = now;
    if (!made || !before || !is_same(made, before)) return made;
    tsu_setting_release(made);
    return NULL;
}

void tsu_setting_release(tsu_setting *scene)
{
    if (!scene || --scene->references > 0) return;
    for (int k = 0; k < scene->meshes; k++) {
        free(scene->mesh[k].corner);
    }
    free(scene->mesh);
    free(scene->info);
    free(scene);
}
