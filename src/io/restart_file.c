/* SPDX-License-Identifier: Apache-2.0 */
/* restart_file.c - writing a world. Reading is in restart_read.c. */
#include "io/restart_file.h"
#include "io/restart_layout.h"
#include "step/resume.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pack_contacts(tsu_pack *p, const char *section, const tsu_saved_contacts *c)
{
    const size_t n = (size_t)c->count;
    tsu_pack_begin(p, section);
    tsu_pack_text(p, c->name);
    tsu_pack_text(p, c->laws);
    tsu_pack_numbers(p, c->force, 3, 8);
    tsu_pack_u64(p, (uint64_t)c->history_width);
    tsu_pack_u64(p, (c->rolling ? 1u : 0u) + (c->with_geometry ? 2u : 0u));
    tsu_pack_u64(p, n);
    tsu_pack_numbers(p, c->id, n, 8);
    tsu_pack_numbers(p, c->other, n, 8);
    tsu_pack_numbers(p, c->code, n, 4);
    tsu_pack_numbers(p, c->history, n * (size_t)c->history_width, 8);
    tsu_pack_numbers(p, c->record, 8 * n, 8);
    if (c->rolling) tsu_pack_numbers(p, c->roll, 4 * n, 8);
    if (c->with_geometry) tsu_pack_numbers(p, c->geometry, 4 * n, 8);
    tsu_pack_end(p);
}

static tsu_status pack_all_contacts(tsu_pack *p, const tsu_world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = -1; k < w->walls && s == TSU_OK; k++) {
        tsu_saved_contacts c;
        char section[TSU_SECTION_NAME] = "pairs";
        if (k >= 0) snprintf(section, sizeof section, "wall %d", k + 1);
        s = tsu_resume_save_contacts(w, k < 0 ? NULL : w->wall[k], &c, err);
        if (s == TSU_OK) pack_contacts(p, section, &c);
        tsu_saved_contacts_free(&c);
    }
    return s;
}

static void pack_movers(tsu_pack *p, const tsu_mesh_body *body)
{
    tsu_pack_u64(p, (uint64_t)body->movers);
    for (int k = 0; k < body->movers; k++) {
        const tsu_mover *m = &body->mover[k];
        tsu_pack_text(p, m->name);
        tsu_pack_u64(p, (uint64_t)m->kind);
        tsu_pack_numbers(p, m->origin, 3, 8);
        tsu_pack_numbers(p, m->value, 3, 8);
        tsu_pack_f64(p, m->elapsed);
    }
}

static void pack_mesh(tsu_pack *p, int number, const tsu_mesh_body *body)
{
    char section[TSU_SECTION_NAME];
    const tsu_pose *pose = &body->pose;
    const tsu_twist *t = &body->twist;
    const double twist[9] = {t->velocity.x, t->velocity.y, t->velocity.z, t->spin.x,  t->spin.y,
                             t->spin.z,     t->centre.x,   t->centre.y,   t->centre.z};
    const tsu_mesh_loads *loads = body->loads;
    const size_t n = (size_t)body->mesh.triangles;
    snprintf(section, sizeof section, "mesh %d", number);
    tsu_pack_begin(p, section);
    tsu_pack_text(p, body->name);
    tsu_pack_u64(p, tsu_resume_mesh_shape(body));
    tsu_pack_u64(p, n);
    tsu_pack_numbers(p, pose->turn, 4, 8);
    tsu_pack_numbers(p, pose->matrix, 9, 8);
    tsu_pack_numbers(p, pose->shift, 3, 8);
    tsu_pack_u64(p, pose->moved);
    tsu_pack_numbers(p, twist, 9, 8);
    pack_movers(p, body);
    tsu_pack_u64(p, (loads ? 1u : 0u) + (loads && loads->depth ? 2u : 0u));
    if (loads) {
        tsu_pack_numbers(p, loads->reference, 3, 8);
        tsu_pack_numbers(p, loads->force, 3, 8);
        tsu_pack_numbers(p, loads->torque, 3, 8);
        tsu_pack_u64(p, (uint64_t)loads->contacts);
        tsu_pack_numbers(p, loads->on_triangle, 3 * n, 8);
        if (loads->depth) tsu_pack_numbers(p, loads->depth, n, 8);
    }
    tsu_pack_end(p);
}

static void pack_world(tsu_pack *p, const tsu_world *w)
{
    uint64_t part[TSU_PARTS];
    tsu_resume_fingerprint(w, part);
    tsu_pack_begin(p, "world");
    tsu_pack_u64(p, (uint64_t)w->step);
    tsu_pack_f64(p, w->time);
    tsu_pack_f64(p, w->dt);
    tsu_pack_numbers(p, w->box.lo, 3, 8);
    tsu_pack_numbers(p, w->box.hi, 3, 8);
    tsu_pack_numbers(p, w->box_minimum, 6, 8);
    tsu_pack_numbers(p, w->lattice, 3, 8);
    tsu_pack_numbers(p, w->gravity, 3, 8);
    tsu_pack_bytes(p, w->boundary, 6);
    tsu_pack_bytes(p, "\0", 2);
    tsu_pack_u64(p, (uint64_t)w->materials.types);
    tsu_pack_u64(p, w->moving);
    tsu_pack_u64(p, (uint64_t)w->lost);
    tsu_pack_u64(p, (uint64_t)w->touching);
    tsu_pack_u64(p, (uint64_t)w->walls);
    tsu_pack_u64(p, (uint64_t)w->meshes);
    tsu_pack_u64(p, w->forces_current && w->laws_current);
    tsu_pack_f64(p, tsu_energy_held(w));
    tsu_pack_numbers(p, part, TSU_PARTS, 8);
    tsu_pack_end(p);
    const tsu_books *b = &w->books;
    const double rest[] = {b->elastic, b->wall_work, b->external_work, b->given, b->start, b->before};
    tsu_pack_begin(p, "energy");
    tsu_pack_numbers(p, b->dissipated, TSU_ACCOUNT_COUNT, 8);
    tsu_pack_numbers(p, rest, 6, 8);
    tsu_pack_u64(p, (b->open ? 1u : 0u) + (b->changing ? 2u : 0u));
    tsu_pack_end(p);
}

static void pack_particles(tsu_pack *p, const tsu_world *w)
{
    const tsu_particles *q = &w->particles;
    tsu_restart_field field[TSU_RESTART_FIELDS];
    tsu_restart_fields(q, field);
    tsu_pack_begin(p, "particles");
    tsu_pack_u64(p, (uint64_t)q->count);
    tsu_pack_u64(p, q->next_id);
    tsu_pack_u64(p, (uint64_t)q->columns);
    tsu_pack_u64(p, (uint64_t)w->external_rows);
    tsu_pack_end(p);
    for (int k = 0; k < TSU_RESTART_FIELDS; k++) {
        tsu_pack_begin(p, field[k].name);
        tsu_pack_numbers(p, field[k].data, (size_t)q->count * field[k].count, field[k].width);
        tsu_pack_end(p);
    }
    if (w->external_rows > 0) {
        tsu_pack_begin(p, "external");
        tsu_pack_numbers(p, w->external, 8 * (size_t)w->external_rows, 8);
        tsu_pack_end(p);
    }
    for (int k = 0; k < q->columns; k++) {
        const tsu_particle_column *c = &q->column[k];
        char section[TSU_SECTION_NAME];
        snprintf(section, sizeof section, "column %d", k + 1);
        tsu_pack_begin(p, section);
        tsu_pack_text(p, c->name);
        tsu_pack_u64(p, (uint64_t)c->width);
        tsu_pack_f64(p, c->initial);
        tsu_pack_u64(p, c->each != NULL);
        if (c->each) tsu_pack_numbers(p, c->each, (size_t)c->width, 8);
        tsu_pack_numbers(p, c->value, (size_t)q->count * (size_t)c->width, 8);
        tsu_pack_end(p);
    }
}

tsu_status tsu_restart_pack(tsu_pack *p, const tsu_world *w, tsu_error *err)
{
    pack_world(p, w);
    pack_particles(p, w);
    const tsu_status s = pack_all_contacts(p, w, err);
    for (int k = 0; k < w->meshes; k++) {
        pack_mesh(p, k + 1, w->mesh[k]);
    }
    return s;
}
