/* SPDX-License-Identifier: Apache-2.0 */
#include "step/resume/resume.h"
#include "base/memory.h"
#include "state/id_rows.h"
#include "step/list/pair_list.h"
#include "step/mesh/contacts.h"
#include "step/resume/resume_parts.h"
#include "step/wall/contacts.h"
#include "step/wall/engine.h"
#include "step/wall/wall.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- life ---------------------------------------------------------------------------------------------------------- */

void tsu_saved_contacts_free(tsu_saved_contacts *c)
{
    tsu_memory_release(&c->id);
    tsu_memory_release(&c->other);
    tsu_memory_release(&c->code);
    tsu_memory_release(&c->history);
    tsu_memory_release(&c->record);
    tsu_memory_release(&c->roll);
    tsu_memory_release(&c->geometry);
}

tsu_status tsu_saved_contacts_reserve(tsu_saved_contacts *c, tsu_error *err)
{
    const size_t n = (size_t)c->count, width = (size_t)c->history_width;
    tsu_status s = tsu_memory_allocate(&c->id, n, sizeof *c->id, "saved contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->other, n, sizeof *c->other, "saved contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->code, n, sizeof *c->code, "saved contacts", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&c->history, n * width, sizeof *c->history, "saved contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->record, n, sizeof *c->record, "saved contacts", err);
    if (s == TSU_OK && c->rolling)
        s = tsu_memory_allocate(&c->roll, n, sizeof *c->roll, "saved contacts", err);
    if (s == TSU_OK && c->with_geometry)
        s = tsu_memory_allocate(&c->geometry, n, sizeof *c->geometry, "saved contacts", err);
    return s;
}

void tsu_resume_destroy(tsu_resume *r)
{
    if (!r) return;
    tsu_saved_contacts_free(&r->pairs);
    for (int k = 0; k < r->walls; k++) {
        tsu_saved_contacts_free(&r->wall[k]);
    }
    for (int k = 0; k < r->meshes; k++) {
        free(r->mesh[k].body.mover);
        tsu_memory_release(&r->mesh[k].loads.on_triangle);
        tsu_memory_release(&r->mesh[k].loads.depth);
    }
    free(r->wall);
    free(r->mesh);
    free(r);
}

/* ---- contacts ------------------------------------------------------------------------------------------------------ */

typedef struct adoption {
    world *w;
    const tsu_resume *r;
    tsu_id_rows rows;
    tsu_resume_note *note;
    void *context;
} adoption;

static void tell(const adoption *a, const char *sentence)
{
    if (a->note) a->note(a->context, sentence);
}

/* History and force of a contact that was saved; `f`: NULL if forces are not kept. */
static void set_entry(tsu_contacts *c, tsu_contact_forces *f, int64_t at, const tsu_saved_contacts *from,
                      int64_t k)
{
    c->live[at] = 1;
    for (int q = 0; q < c->history_width; q++) {
        *tsu_contacts_history(c, q, at) =
            q < from->history_width ? from->history[k * from->history_width + q] : 0.0;
    }
    if (f) memcpy(f->record[at], from->record[k], sizeof *f->record);
    if (f && f->roll && from->roll) memcpy(f->roll[at], from->roll[k], sizeof *f->roll);
    if (f && f->geometry && from->geometry) memcpy(f->geometry[at], from->geometry[k], sizeof *f->geometry);
}

/* The contacts saved of which the particles are still there, in the order they were saved. */
static int64_t take_entries(const adoption *a, const tsu_saved_contacts *from, bool pairs, tsu_contacts *c,
                            tsu_contact_forces *f)
{
    int64_t at = 0;
    for (int64_t k = 0; k < from->count; k++) {
        const int32_t i = tsu_id_rows_find(&a->rows, from->id[k]),
                      j = pairs ? tsu_id_rows_find(&a->rows, from->other[k]) : 0;
        if (i < 0 || j < 0) continue;
        c->row[at] = (uint32_t)i;
        c->partner[at] = pairs ? (uint32_t)j | from->code[k] << TSU_CONTACT_ROW_BITS : from->code[k];
        set_entry(c, f, at++, from, k);
    }
    return at;
}

/* Makes a list of contacts from those saved. It is only good to be carried over. */
static tsu_status install_pairs(adoption *a, const tsu_saved_contacts *from, tsu_error *err)
{
    world *w = a->w;
    const tsu_status s = tsu_pair_list_room(w, from->count, err);
    if (s != TSU_OK) return s;
    return tsu_pair_list_take(w, take_entries(a, from, true, &w->contacts, w->lean ? NULL : &w->forces), err);
}

static tsu_status install_wall(adoption *a, const tsu_saved_contacts *from, tsu_wall *wall, tsu_error *err)
{
    const tsu_status s = tsu_wall_contacts_prepare(wall, from->count, err);
    if (s != TSU_OK) return s;
    tsu_wall_contacts_swap(wall);
    wall->contacts.count = take_entries(a, from, false, &wall->contacts, &wall->forces);
    tsu_wall_contacts_pad(wall);
    return TSU_OK;
}

/* What contacts have lost may have been kept then and not now, or the other way round. */
static bool fits(const tsu_saved_contacts *from, const tsu_lawset *laws)
{
    const int least = laws->history - (laws->spent ? TSU_SPENT_ROWS : 0);
    const bool wide = from->history_width == least + TSU_SPENT_ROWS;
    char text[TSU_LAWS_TEXT], names[TSU_HISTORY_TEXT];
    tsu_resume_laws_text(laws, text);
    tsu_lawset_history_text(laws, names, sizeof names);
    return strcmp(from->laws, text) == 0 && (!from->names[0] || strcmp(from->names, names) == 0) &&
           (from->count == 0 || wide || from->history_width == least);
}

/* Why contacts whose laws do not fit are dropped. */
static void explain(const tsu_saved_contacts *from, const tsu_lawset *laws, char *text, size_t size)
{
    char now[TSU_LAWS_TEXT], unknown[128];
    tsu_resume_laws_text(laws, now);
    if (tsu_laws_text_unknown(from->laws, unknown, sizeof unknown))
        snprintf(text, size,
                 "they belong to `%s`, which is not known here; if it comes from a plugin, use `plugin load "
                 "FILE` first",
                 unknown);
    else if (strcmp(from->laws, now) == 0)
        snprintf(text, size,
                 "the contact models `%s` keep another history now than when they were saved (`%.400s`)", now,
                 from->names);
    else
        snprintf(text, size, "they belong to the contact models `%s`, not to `%s`", from->laws, now);
}

static tsu_status adopt_pairs(adoption *a, tsu_error *err)
{
    const tsu_saved_contacts *from = &a->r->pairs;
    world *w = a->w;
    char text[1400], why[1200];
    if (from->count == 0 || fits(from, &w->laws)) return install_pairs(a, from, err);
    explain(from, &w->laws, why, sizeof why);
    snprintf(text, sizeof text, "the states of %lld contacts between particles are dropped: %s",
             (long long)from->count, why);
    tell(a, text);
    return TSU_OK;
}

/* An element beyond the mesh cannot come from the mesh it was saved with. */
static bool elements_fit(const tsu_saved_contacts *from, const tsu_wall *wall)
{
    const uint32_t elements = wall->shape->engine->elements(wall);
    for (int64_t k = 0; k < from->count; k++) {
        const uint32_t image = from->code[k] >> TSU_CONTACT_ROW_BITS;
        if ((from->code[k] & TSU_CONTACT_ROW_MASK) >= elements || image >= 27) return false;
    }
    return true;
}

static tsu_status adopt_wall(adoption *a, const tsu_saved_contacts *from, tsu_error *err)
{
    world *w = a->w;
    tsu_wall *wall = NULL;
    char text[1400], other[1200] = "";
    for (int k = 0; k < w->walls; k++) {
        if (strcmp(w->wall[k]->name, from->name) == 0) wall = w->wall[k];
    }
    if (wall && !fits(from, &wall->laws)) explain(from, &wall->laws, other, sizeof other);
    const char *why =
        !wall      ? "there is no such wall any more"
        : other[0] ? other
        : !elements_fit(from, wall) || (wall->forces.with_geometry && from->count > 0 && !from->with_geometry)
            ? "it has another shape"
            : NULL;
    if (!why) return install_wall(a, from, wall, err);
    if (from->count == 0) return TSU_OK;
    snprintf(text, sizeof text, "the states of %lld contacts with wall %s are dropped: %s",
             (long long)from->count, from->name, why);
    tell(a, text);
    return TSU_OK;
}

/* ---- meshes -------------------------------------------------------------------------------------------------------- */

static void adopt_movers(adoption *a, const tsu_saved_mesh *from, tsu_mesh_body *body)
{
    char text[400];
    for (int k = 0; k < from->body.movers; k++) {
        const tsu_mover *saved = &from->body.mover[k];
        tsu_mover *m = tsu_mesh_find_mover(body, saved->name);
        if (m && m->kind == saved->kind) {
            m->elapsed = saved->elapsed;
            memcpy(m->origin, saved->origin, sizeof m->origin);
            memcpy(m->value, saved->value, sizeof m->value);
            continue;
        }
        snprintf(text, sizeof text, "mesh %s keeps its position, but its motion %s is not defined again",
                 body->name, saved->name);
        tell(a, text);
    }
}

static void adopt_freedom(adoption *a, const tsu_saved_mesh *from, tsu_mesh_body *body)
{
    char text[400];
    if (body->freedom && from->free) tsu_freedom_adopt(body, from->constant, from->state);
    if (body->freedom && !from->free) tsu_freedom_follow(body);
    if (body->freedom || !from->free) return;
    snprintf(text, sizeof text, "mesh %s keeps its position, but no longer moves freely", body->name);
    tell(a, text);
}

static tsu_status adopt_loads(const tsu_saved_mesh *from, tsu_mesh_body *body, tsu_error *err)
{
    tsu_mesh_loads *to = body->loads;
    const size_t n = (size_t)body->mesh.triangles;
    if (!to || !from->loaded) return TSU_OK;
    tsu_status s =
        tsu_memory_grow(&to->touched, &to->touched_capacity, n, sizeof *to->touched, "loads of a mesh", err);
    if (s != TSU_OK) return s;
    memcpy(to->reference, from->loads.reference, sizeof to->reference);
    memcpy(to->force, from->loads.force, sizeof to->force);
    memcpy(to->torque, from->loads.torque, sizeof to->torque);
    to->contacts = from->loads.contacts;
    memcpy(to->on_triangle, from->loads.on_triangle, n * sizeof *to->on_triangle);
    if (to->depth && from->wear) memcpy(to->depth, from->loads.depth, n * sizeof *to->depth);
    to->touched_count = 0;
    for (int32_t t = 0; t < body->mesh.triangles; t++) {
        const double *f = to->on_triangle[t];
        if (f[0] != 0.0 || f[1] != 0.0 || f[2] != 0.0) to->touched[to->touched_count++] = t;
    }
    return TSU_OK;
}

static tsu_status adopt_mesh(adoption *a, const tsu_saved_mesh *from, tsu_error *err)
{
    tsu_mesh_body *body = tsu_meshes_find(a->w, from->name);
    char text[400];
    if (!body || from->triangles != body->mesh.triangles || from->shape != tsu_resume_mesh_shape(body)) {
        snprintf(text, sizeof text, "place, loads and wear of mesh %s are dropped: %s", from->name,
                 body ? "it has another shape" : "it is not defined again");
        tell(a, text);
        return TSU_OK;
    }
    body->pose = from->body.pose;
    body->twist = from->body.twist;
    adopt_movers(a, from, body);
    adopt_freedom(a, from, body);
    return adopt_loads(from, body, err);
}

/* ---- all ----------------------------------------------------------------------------------------------------------- */

/* Whether everything forces depend on is as it was; tells what is not. */
static bool unchanged(const adoption *a)
{
    static const char *const names[TSU_PARTS] = {"the particles",
                                                 "the box",
                                                 "gravity",
                                                 "the contact models between particles or their properties",
                                                 "the walls, their order, contact models or properties",
                                                 "the meshes or their motions",
                                                 "the excluded pairs",
                                                 "the fixes that add forces"};
    uint64_t now[TSU_PARTS];
    char text[600];
    size_t used = 0;
    tsu_resume_fingerprint(a->w, now);
    for (int k = 0; k < TSU_PARTS; k++) {
        if (now[k] != a->r->part[k])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", names[k]);
    }
    if (used == 0) return true;
    char sentence[800];
    snprintf(sentence, sizeof sentence,
             "the setup differs from that of the restart file, so forces are recomputed; changed: %s", text);
    tell(a, sentence);
    return false;
}

static tsu_status adopt_all(adoption *a, tsu_error *err)
{
    tsu_status s = tsu_id_rows_make(&a->rows, &a->w->particles, err);
    for (int k = 0; k < a->r->meshes && s == TSU_OK; k++) {
        s = adopt_mesh(a, &a->r->mesh[k], err);
    }
    if (s == TSU_OK) s = adopt_pairs(a, err);
    for (int k = 0; k < a->r->walls && s == TSU_OK; k++) {
        s = adopt_wall(a, &a->r->wall[k], err);
    }
    return s;
}

tsu_status tsu_resume_adopt(world *w, tsu_resume_note *note, void *context, tsu_error *err)
{
    tsu_resume *r = w->resume;
    if (!r) return TSU_OK;
    adoption a = {.w = w, .r = r, .note = note, .context = context};
    const tsu_status s = adopt_all(&a, err);
    tsu_id_rows_free(&a.rows);
    if (s != TSU_OK) return s;
    tsu_world_lose(w, TSU_CURRENT_LISTS);
    if (r->forces_current && (r->trusted || unchanged(&a))) {
        tsu_world_gain(w, TSU_CURRENT_FORCES);
        tsu_world_lose(w, TSU_CURRENT_RECORDS);
        if (!w->lean) tsu_world_gain(w, TSU_CURRENT_RECORDS);
    } else if (r->forces_current && w->ledger.open) {
        w->ledger.before = r->known;
        w->ledger.kick_before = r->kicks;
        w->ledger.changing = true;
    }
    tsu_resume_destroy(r);
    w->resume = NULL;
    return TSU_OK;
}
