/* SPDX-License-Identifier: Apache-2.0 */
/* restart_file.c - writing a world. Reading is in restart_read.c. */
#include "format/restart_file.h"
#include "format/restart_layout.h"
#include "law/fused.h"
#include "state/fields.h"
#include "step/ledger/energy.h"
#include "step/resume/resume.h"
#include "step/wall/wall.h"

static void pack_contacts(tsu_pack *p, const tsu_saved_contacts *c)
{
    const size_t n = (size_t)c->count;
    tsu_pack_line(p, "name", c->name);
    tsu_pack_line(p, "laws", c->laws);
    tsu_pack_line(p, "history_names", c->names);
    tsu_pack_array(p, "force_on_wall", TSU_SECTION_F64, 3, 1, "N", c->force);
    tsu_pack_array(p, "id", TSU_SECTION_U64, n, 1, NULL, c->id);
    tsu_pack_array(p, "other", TSU_SECTION_U64, n, 1, NULL, c->other);
    tsu_pack_array(p, "code", TSU_SECTION_U32, n, 1, NULL, c->code);
    if (c->history_width > 0)
        tsu_pack_array(p, "history", TSU_SECTION_F64, n, (size_t)c->history_width, NULL, c->history);
    tsu_pack_array(p, "record", TSU_SECTION_F64, n, 8, "N, m, N", c->record);
    if (c->rolling) tsu_pack_array(p, "rolling_torque", TSU_SECTION_F64, n, 4, "N m", c->roll);
    if (c->with_geometry) tsu_pack_array(p, "normal_overlap", TSU_SECTION_F64, n, 4, "m", c->geometry);
}

static tsu_status pack_all_contacts(tsu_pack *p, const tsu_world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    for (int k = -1; k < w->walls && s == TSU_OK; k++) {
        tsu_saved_contacts c;
        tsu_pack_group(p, k < 0 ? "contacts" : "walls/%d", k + 1);
        s = tsu_resume_save_contacts(w, k < 0 ? NULL : w->wall[k], &c, err);
        if (s == TSU_OK) pack_contacts(p, &c);
        tsu_saved_contacts_free(&c);
    }
    return s;
}

static void pack_movers(tsu_pack *p, int mesh, const tsu_mesh_body *body)
{
    for (int k = 0; k < body->movers; k++) {
        const tsu_mover *m = &body->mover[k];
        tsu_pack_group(p, "meshes/%d/motions/%d", mesh, k + 1);
        tsu_pack_line(p, "name", m->name);
        tsu_pack_count(p, "kind", (uint64_t)m->kind);
        tsu_pack_array(p, "origin", TSU_SECTION_F64, 3, 1, "m", m->origin);
        tsu_pack_array(p, "value", TSU_SECTION_F64, 3, 1, NULL, m->value);
        tsu_pack_real(p, "elapsed", m->elapsed, "s");
    }
}

static void pack_freedom(tsu_pack *p, int mesh, const tsu_freedom *f)
{
    double constant[TSU_FREEDOM_CONSTANTS], state[TSU_FREEDOM_STATE];
    if (!f) return;
    tsu_freedom_constants(f, constant);
    tsu_freedom_state(f, state);
    tsu_pack_group(p, "meshes/%d/free_body", mesh);
    tsu_pack_array(p, "constants", TSU_SECTION_F64, TSU_FREEDOM_CONSTANTS, 1, NULL, constant);
    tsu_pack_array(p, "state", TSU_SECTION_F64, TSU_FREEDOM_STATE, 1, NULL, state);
}

static void pack_loads(tsu_pack *p, int mesh, const tsu_mesh_loads *loads, size_t triangles)
{
    if (!loads) return;
    tsu_pack_group(p, "meshes/%d/loads", mesh);
    tsu_pack_array(p, "reference", TSU_SECTION_F64, 3, 1, "m", loads->reference);
    tsu_pack_array(p, "force", TSU_SECTION_F64, 3, 1, "N", loads->force);
    tsu_pack_array(p, "torque", TSU_SECTION_F64, 3, 1, "N m", loads->torque);
    tsu_pack_count(p, "contacts", (uint64_t)loads->contacts);
    tsu_pack_array(p, "force_on_triangle", TSU_SECTION_F64, triangles, 3, "N", loads->on_triangle);
    if (loads->depth) tsu_pack_array(p, "wear_depth", TSU_SECTION_F64, triangles, 1, "m", loads->depth);
}

static void pack_mesh(tsu_pack *p, int number, const tsu_mesh_body *body)
{
    const tsu_pose *pose = &body->pose;
    const tsu_twist *t = &body->twist;
    const double twist[9] = {t->velocity.x, t->velocity.y, t->velocity.z, t->spin.x,  t->spin.y,
                             t->spin.z,     t->centre.x,   t->centre.y,   t->centre.z};
    const size_t n = (size_t)body->mesh.triangles;
    tsu_pack_group(p, "meshes/%d", number);
    tsu_pack_line(p, "name", body->name);
    tsu_pack_count(p, "shape_hash", tsu_resume_mesh_shape(body));
    tsu_pack_count(p, "triangles", n);
    tsu_pack_array(p, "turn", TSU_SECTION_F64, 4, 1, NULL, pose->turn);
    tsu_pack_array(p, "matrix", TSU_SECTION_F64, 9, 1, NULL, pose->matrix);
    tsu_pack_array(p, "shift", TSU_SECTION_F64, 3, 1, "m", pose->shift);
    tsu_pack_count(p, "moved", pose->moved);
    tsu_pack_array(p, "velocity_spin_centre", TSU_SECTION_F64, 3, 3, "m/s, rad/s, m", twist);
    tsu_pack_count(p, "motions_count", (uint64_t)body->movers);
    pack_freedom(p, number, body->freedom);
    pack_movers(p, number, body);
    pack_loads(p, number, body->loads, n);
}

static void pack_world(tsu_pack *p, const tsu_world *w)
{
    uint64_t part[TSU_PARTS];
    tsu_resume_fingerprint(w, part);
    tsu_pack_group(p, "world");
    tsu_pack_count(p, "step", (uint64_t)w->step);
    tsu_pack_real(p, "time", w->time, "s");
    tsu_pack_real(p, "timestep", w->dt, "s");
    tsu_pack_array(p, "box_lo", TSU_SECTION_F64, 3, 1, "m", w->box.lo);
    tsu_pack_array(p, "box_hi", TSU_SECTION_F64, 3, 1, "m", w->box.hi);
    tsu_pack_array(p, "box_minimum", TSU_SECTION_F64, 3, 2, "m", w->box_minimum);
    tsu_pack_array(p, "lattice", TSU_SECTION_F64, 3, 1, "m", w->lattice);
    tsu_pack_array(p, "gravity", TSU_SECTION_F64, 3, 1, "m/s^2", w->gravity);
    tsu_pack_array(p, "boundary", TSU_SECTION_U8, 3, 2, NULL, w->boundary);
    tsu_pack_count(p, "materials", (uint64_t)w->materials.types);
    tsu_pack_count(p, "moving_groups", w->moving);
    tsu_pack_count(p, "lost", (uint64_t)w->lost);
    tsu_pack_count(p, "touching", (uint64_t)w->touching);
    tsu_pack_count(p, "walls", (uint64_t)w->walls);
    tsu_pack_count(p, "meshes", (uint64_t)w->meshes);
    tsu_pack_count(p, "forces_current", tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS));
    tsu_pack_array(p, "fingerprint", TSU_SECTION_U64, TSU_PARTS, 1, NULL, part);
}

static void pack_energy(tsu_pack *p, const tsu_world *w)
{
    const tsu_ledger *b = &w->ledger;
    const tsu_accounts a = tsu_energy_accounts(b);
    tsu_exact_sum sum[TSU_RESTART_SUMS];
    tsu_pack_group(p, "energy");
    tsu_pack_texts(p, "accounts", TSU_ACCOUNT_COUNT, tsu_account_names);
    tsu_pack_array(p, "dissipated", TSU_SECTION_F64, TSU_ACCOUNT_COUNT, 1, "J", a.dissipated);
    tsu_pack_real(p, "elastic", a.elastic, "J");
    tsu_pack_real(p, "wall_work", a.wall_work, "J");
    tsu_pack_real(p, "external_work", a.external_work, "J");
    tsu_pack_real(p, "given", a.given, "J");
    tsu_pack_real(p, "start", b->start, "J");
    tsu_pack_real(p, "before", b->before, "J");
    tsu_pack_real(p, "known", tsu_energy_known(w), "J");
    tsu_pack_real(p, "kick", a.kick, "J");
    tsu_pack_real(p, "kick_before", b->kick_before, "J");
    tsu_pack_real(p, "kicks", tsu_energy_kicks(w), "J");
    tsu_pack_real(p, "exchanged", b->exchanged, "J");
    tsu_pack_real(p, "gravity_power", b->gravity_power, "W");
    tsu_pack_count(p, "open", b->open);
    tsu_pack_count(p, "changing", b->changing);
    for (int k = 0; k < TSU_RESTART_SUMS; k++) {
        sum[k] = *tsu_restart_sum((tsu_ledger *)b, k);
        tsu_exact_settle(&sum[k]);
    }
    tsu_pack_array(p, "exact", TSU_SECTION_I64, TSU_RESTART_SUMS, TSU_RESTART_WORDS, NULL, sum);
    tsu_pack_array(p, "quanta", TSU_SECTION_F64, TSU_SUMS_OF_ENERGY, 1, "J", b->quanta.of);
}

static void pack_columns(tsu_pack *p, const tsu_particles *q)
{
    for (int k = 0, number = 0; k < q->columns; k++) {
        const tsu_particle_column *c = &q->column[k];
        const size_t width = (size_t)c->width;
        if (!(c->flags & TSU_FIELD_SAVED)) continue;
        tsu_pack_group(p, "particles/columns/%d", ++number);
        tsu_pack_line(p, "name", c->name);
        tsu_pack_count(p, "width", width);
        tsu_pack_real(p, "initial", c->initial, NULL);
        if (c->each) tsu_pack_array(p, "initial_of_each", TSU_SECTION_F64, width, 1, NULL, c->each);
        tsu_pack_array(p, "value", TSU_SECTION_F64, (size_t)q->count, width, NULL, c->value);
    }
}

static void pack_particles(tsu_pack *p, const tsu_world *w)
{
    const tsu_particles *q = &w->particles;
    uint64_t saved = 0;
    for (int k = 0; k < q->columns; k++) {
        saved += (q->column[k].flags & TSU_FIELD_SAVED) != 0;
    }
    tsu_pack_group(p, "particles");
    tsu_pack_count(p, "next_id", q->next_id);
    tsu_pack_count(p, "columns_count", saved);
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        const tsu_particle_array *a = &tsu_particle_arrays[k];
        tsu_pack_array(p, a->name, tsu_restart_type(a->type), (size_t)q->count, (size_t)a->width, a->unit,
                       tsu_particles_array(q, k));
    }
    tsu_pack_array(p, "added_force_torque", TSU_SECTION_F64, (size_t)w->external_rows, 8, NULL, w->external);
    pack_columns(p, q);
}

tsu_status tsu_restart_pack(tsu_pack *p, const tsu_world *w, tsu_error *err)
{
    tsu_world sorted;
    tsu_status s = tsu_restart_rows(w, &sorted, err);
    if (s != TSU_OK) return s;
    pack_world(p, &sorted);
    pack_energy(p, w);
    pack_particles(p, &sorted);
    tsu_restart_rows_free(&sorted);
    s = tsu_restart_pack_clumps(p, w, err);
    if (s == TSU_OK) s = pack_all_contacts(p, w, err);
    for (int k = 0; k < w->meshes; k++) {
        pack_mesh(p, k + 1, w->mesh[k]);
    }
    return s;
}
