/* SPDX-License-Identifier: Apache-2.0 */
#include "api/definition.h"
#include "step/mesh/freedom.h"
#include <string.h>

/* The words that choose these laws: all of them, then keywords that are not the default. */
static void pack_laws(tsu_pack *p, const tsu_lawset *laws)
{
    char words[2048] = "";
    size_t used = 0;
    for (int keywords = 0; keywords < 2; keywords++) {
        for (int kind = 0; kind < TSU_LAW_KINDS; kind++) {
            const tsu_law *law = laws->law[kind];
            if (law && !keywords)
                used += (size_t)snprintf(words + used, sizeof words - used, "%s %s ",
                                         tsu_law_kind_word((tsu_law_kind)kind), law->name);
            const tsu_law_keyword *keyword = law && keywords ? law->keywords : NULL;
            for (int k = 0; keyword && keyword[k].name && used < sizeof words; k++) {
                if (laws->keyword[kind][k] != 0)
                    used += (size_t)snprintf(words + used, sizeof words - used, "%s %s ", keyword[k].name,
                                             keyword[k].choices[laws->keyword[kind][k]]);
            }
            if (used >= sizeof words) used = sizeof words - 1;
        }
    }
    tsu_pack_line(p, "laws", words);
}

static void pack_properties(tsu_pack *p, const tsu_materials *m)
{
    for (int k = 0; k < m->count; k++) {
        const tsu_property *q = &m->property[k];
        tsu_pack_group(p, "definition/properties/%d", k + 1);
        tsu_pack_line(p, "name", q->name);
        tsu_pack_count(p, "shape", (uint64_t)q->shape);
        tsu_pack_array(p, "value", TSU_SECTION_F64, (size_t)q->rows, (size_t)q->columns, NULL, q->value);
    }
}

static void pack_mesh(tsu_pack *p, int number, const tsu_mesh_body *body)
{
    const tsu_mesh *m = &body->mesh;
    const tsu_surface_motion *f = &body->surface;
    const double surface[12] = {f->linear,      f->turning,   f->velocity[0], f->velocity[1],
                                f->velocity[2], f->origin[0], f->origin[1],   f->origin[2],
                                f->axis[0],     f->axis[1],   f->axis[2],     f->omega};
    tsu_pack_group(p, "definition/meshes/%d", number);
    tsu_pack_line(p, "name", body->name);
    tsu_pack_array(p, "vertex", TSU_SECTION_F64, (size_t)m->vertices, 3, "m", m->vertex);
    tsu_pack_array(p, "corner", TSU_SECTION_I32, (size_t)m->triangles, 3, NULL, m->corner);
    tsu_pack_array(p, "origin", TSU_SECTION_I64, (size_t)m->triangles, 1, NULL, m->origin);
    tsu_pack_real(p, "precision", m->precision, "m");
    tsu_pack_real(p, "same", body->same, NULL);
    tsu_pack_array(p, "surface", TSU_SECTION_F64, 12, 1, NULL, surface);
    if (body->freedom) {
        double constant[TSU_FREEDOM_CONSTANTS];
        tsu_freedom_constants(body->freedom, constant);
        tsu_pack_array(p, "free_body", TSU_SECTION_F64, TSU_FREEDOM_CONSTANTS, 1, NULL, constant);
    }
    tsu_pack_count(p, "loads", body->loads ? 1 + (uint64_t)body->loads->wear : 0);
    tsu_pack_count(p, "motions_count", (uint64_t)body->movers);
    for (int k = 0; k < body->movers; k++) {
        const tsu_mover *v = &body->mover[k];
        const double number_of[3] = {v->period, v->amplitude, v->elapsed};
        tsu_pack_group(p, "definition/meshes/%d/motions/%d", number, k + 1);
        tsu_pack_line(p, "name", v->name);
        tsu_pack_count(p, "kind", (uint64_t)v->kind);
        tsu_pack_count(p, "terms", (uint64_t)v->terms);
        tsu_pack_array(p, "vector", TSU_SECTION_F64, 3, 1, NULL, v->vector);
        tsu_pack_array(p, "origin", TSU_SECTION_F64, 3, 1, "m", v->origin);
        tsu_pack_array(p, "value", TSU_SECTION_F64, 3, 1, NULL, v->value);
        tsu_pack_array(p, "times", TSU_SECTION_F64, 3, 1, NULL, number_of);
        tsu_pack_array(p, "term", TSU_SECTION_F64, TSU_MOVER_TERMS, 3, NULL, v->term);
    }
}

static void pack_wall(tsu_pack *p, int number, const tsu_wall *wall)
{
    tsu_pack_group(p, "definition/walls/%d", number);
    tsu_pack_line(p, "name", wall->name);
    tsu_pack_line(p, "shape", wall->shape->name);
    tsu_pack_line(p, "mesh", wall->mesh ? wall->mesh->name : "");
    tsu_pack_array(p, "form", TSU_SECTION_F64, sizeof wall->form / sizeof(double), 1, NULL, &wall->form);
    tsu_pack_count(p, "type", (uint64_t)wall->type);
    tsu_pack_count(p, "group", wall->group);
    tsu_pack_array(p, "velocity", TSU_SECTION_F64, 3, 1, "m/s", wall->velocity);
    tsu_pack_real(p, "spin", wall->spin, "rad/s");
    pack_laws(p, &wall->laws);
}

static void pack_rest(tsu_pack *p, const tsu_world *w)
{
    const tsu_particles *q = &w->particles;
    const struct tsu_api *a = w->api;
    const char *group[TSU_GROUPS_MAX] = {"all"};
    const int groups = !a ? 1 : a->session ? a->session->groups : a->groups;
    for (int k = 0; a && k < groups; k++) {
        group[k] = a->session ? a->session->group[k] : a->group[k];
    }
    tsu_pack_group(p, "session"); /* so that `read_restart` takes the file as well */
    tsu_pack_line(p, "units", "si");
    tsu_pack_texts(p, "groups", (size_t)groups, group);
    tsu_pack_begin(p, "random_streams");
    tsu_pack_end(p);
    tsu_pack_group(p, "definition");
    tsu_pack_count(p, "properties_count", (uint64_t)w->materials.count);
    tsu_pack_count(p, "turning_groups", w->turning);
    tsu_pack_count(p, "coasting_groups", w->coasting);
    tsu_pack_count(p, "losses", w->losses);
    tsu_pack_count(p, "lost_policy", (uint64_t)w->lost_policy);
    tsu_pack_real(p, "skin", w->lists.skin, "m");
    pack_laws(p, &w->laws);
    tsu_pack_begin(p, "held");
    for (int32_t i = 0; i < q->count; i++) {
        if (!(q->vm[i][3] > 0.0)) tsu_pack_u64(p, q->id[i]);
    }
    tsu_pack_end(p);
    tsu_pack_begin(p, "exclusions");
    for (int k = 0; k < w->exclusions; k++) {
        const tsu_exclusion *e = &w->exclusion[k];
        tsu_pack_u64(p, e->by_type);
        for (int side = 0; side < 2; side++) {
            tsu_pack_u64(p, (uint64_t)e->type[side]);
            tsu_pack_u64(p, e->group[side]);
        }
    }
    tsu_pack_end(p);
}

void tsu_definition_pack(tsu_pack *p, const tsu_world *w)
{
    pack_rest(p, w);
    pack_properties(p, &w->materials);
    for (int k = 0; k < w->meshes; k++) {
        pack_mesh(p, k + 1, w->mesh[k]);
    }
    for (int k = 0; k < w->walls; k++) {
        pack_wall(p, k + 1, w->wall[k]);
    }
    tsu_definition_pack_models(p, w);
}
