/* SPDX-License-Identifier: Apache-2.0 */
/* restart_read.c - a world from a restart file. Contents are checked as if anybody had written them. */
#include "base/memory.h"
#include "format/restart_file.h"
#include "format/restart_layout.h"
#include "law/fused.h"
#include "step/resume/resume.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_MAX = 1000 }; /* numbers of a particle */

typedef struct reader {
    tsu_unpack u;
    const char *what;
    tsu_world *w;
    tsu_resume *r;
    tsu_error *err;
} reader;

static tsu_status wrong(const reader *d)
{
    return tsu_error_set(d->err, TSU_ERROR_INPUT,
                         "%s cannot be used: its group `%s` is missing, invalid or of another "
                         "version of tsubu; use a whole file of this version",
                         d->what, d->u.group);
}

/* The rows of an array; bad if there is none or it has more than `most`. */
static size_t rows_of(reader *d, const char *name, size_t most)
{
    const tsu_section *s = tsu_unpack_find(&d->u, name);
    if (s && s->rows <= most) return s->rows;
    d->u.bad = true;
    return 0;
}

/* ---- the world ----------------------------------------------------------------------------------------------------- */

typedef struct head {
    tsu_world_def def;
    uint64_t walls, meshes;
} head;

static void read_box(tsu_unpack *u, head *h)
{
    h->def = tsu_world_def_default();
    h->def.timestep = tsu_unpack_real(u, "timestep");
    tsu_unpack_array(u, "box_lo", TSU_SECTION_F64, 3, 1, h->def.lo);
    tsu_unpack_array(u, "box_hi", TSU_SECTION_F64, 3, 1, h->def.hi);
    tsu_unpack_array(u, "gravity", TSU_SECTION_F64, 3, 1, h->def.gravity);
    tsu_unpack_array(u, "boundary", TSU_SECTION_U8, 3, 2, h->def.boundary);
    h->def.materials = (int)tsu_unpack_count(u, "materials", 1000);
    h->walls = tsu_unpack_count(u, "walls", TSU_SECTIONS_MAX);
    h->meshes = tsu_unpack_count(u, "meshes", TSU_SECTIONS_MAX);
}

static tsu_status read_world(reader *d, head *h)
{
    tsu_unpack *u = &d->u;
    tsu_unpack_group(u, "world");
    read_box(u, h);
    const uint64_t step = tsu_unpack_count(u, "step", INT64_MAX / 4),
                   moving = tsu_unpack_count(u, "moving_groups", UINT32_MAX);
    const double time = tsu_unpack_real(u, "time");
    d->r->forces_current = tsu_unpack_count(u, "forces_current", 1) == 1;
    tsu_unpack_array(u, "fingerprint", TSU_SECTION_U64, TSU_PARTS, 1, d->r->part);
    if (u->bad || !isfinite(time) || !isfinite(h->def.timestep)) return wrong(d);
    d->w = tsu_world_create(&h->def, d->err);
    if (!d->w) return wrong(d);
    d->w->step = (int64_t)step;
    d->w->time = time;
    d->w->moving = (uint32_t)moving;
    d->w->lost = (int64_t)tsu_unpack_count(u, "lost", INT64_MAX);
    d->w->touching = (int64_t)tsu_unpack_count(u, "touching", INT64_MAX);
    tsu_unpack_array(u, "box_minimum", TSU_SECTION_F64, 3, 2, d->w->box_minimum);
    tsu_unpack_array(u, "lattice", TSU_SECTION_F64, 3, 1, d->w->lattice);
    return u->bad ? wrong(d) : TSU_OK;
}

/* Whether a sum is one that was settled. */
static bool is_settled(const tsu_exact_sum *sum)
{
    for (int k = 0; k < TSU_EXACT_LIMBS - 1; k++) {
        if (sum->limb[k] < 0 || sum->limb[k] > (int64_t)UINT32_MAX) return false;
    }
    return llabs(sum->limb[TSU_EXACT_LIMBS - 1]) <= (int64_t)UINT32_MAX && sum->nan >= 0 && sum->above >= 0 &&
           sum->below >= 0 && sum->added == 0;
}

/* Older files have the accounts as doubles only. */
static void read_exact(tsu_unpack *u, tsu_ledger *b)
{
    tsu_exact_sum sum[TSU_RESTART_SUMS];
    if (!tsu_unpack_find(u, "exact") || u->bad) return;
    tsu_unpack_array(u, "exact", TSU_SECTION_I64, TSU_RESTART_SUMS, TSU_RESTART_WORDS, sum);
    tsu_unpack_array(u, "quanta", TSU_SECTION_F64, TSU_SUMS_OF_ENERGY, 1, b->quanta.of);
    for (int k = 0; k < TSU_RESTART_SUMS && !u->bad; k++) {
        if (!is_settled(&sum[k])) u->bad = true;
        *tsu_restart_sum(b, k) = sum[k];
    }
    for (int k = 0; k < TSU_SUMS_OF_ENERGY && !u->bad; k++) {
        if (!tsu_quantum_is_sound(b->quanta.of[k])) u->bad = true;
    }
}

static tsu_status read_energy(reader *d)
{
    tsu_unpack *u = &d->u;
    tsu_ledger *b = &d->w->ledger;
    double account[TSU_RESTART_SUMS];
    tsu_unpack_group(u, "energy");
    tsu_unpack_array(u, "dissipated", TSU_SECTION_F64, TSU_ACCOUNT_COUNT, 1, account);
    static const char *const rest[] = {"elastic", "wall_work", "external_work", "given", "kick"};
    for (int k = TSU_ACCOUNT_COUNT; k < TSU_RESTART_SUMS; k++) {
        account[k] = tsu_unpack_real(u, rest[k - TSU_ACCOUNT_COUNT]);
    }
    for (int k = 0; k < TSU_RESTART_SUMS && !u->bad; k++) {
        tsu_exact_add(tsu_restart_sum(b, k), account[k]);
    }
    read_exact(u, b);
    b->elastic_now = account[TSU_ACCOUNT_COUNT];
    b->start = tsu_unpack_real(u, "start");
    b->before = tsu_unpack_real(u, "before");
    d->r->known = tsu_unpack_real(u, "known");
    b->kick_before = tsu_unpack_real(u, "kick_before");
    d->r->kicks = tsu_unpack_real(u, "kicks");
    b->exchanged = tsu_unpack_real(u, "exchanged");
    b->gravity_power = tsu_unpack_real(u, "gravity_power");
    b->open = tsu_unpack_count(u, "open", 1) == 1;
    b->changing = tsu_unpack_count(u, "changing", 1) == 1;
    return u->bad ? wrong(d) : TSU_OK;
}

/* ---- particles ----------------------------------------------------------------------------------------------------- */

static bool is_sound(const tsu_world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    const double *x = p->xr[i], *v = p->vm[i], *o = p->wi[i];
    const bool finite =
        isfinite(x[0] + x[1] + x[2]) && isfinite(v[0] + v[1] + v[2]) && isfinite(o[0] + o[1] + o[2]);
    const bool body =
        x[3] > 0.0 && isfinite(x[3]) && p->mass[i] > 0.0 && isfinite(p->mass[i]) && p->density[i] > 0.0;
    return finite && body && p->id[i] >= 1 && p->id[i] < p->next_id && p->type[i] >= 0 &&
           p->type[i] < w->materials.types;
}

static tsu_status read_column(reader *d, int number)
{
    tsu_unpack *u = &d->u;
    tsu_particles *p = &d->w->particles;
    char name[64];
    tsu_unpack_group(u, "particles/columns/%d", number);
    tsu_unpack_line(u, "name", name, sizeof name);
    const size_t width = (size_t)tsu_unpack_count(u, "width", COLUMN_MAX);
    const double initial = tsu_unpack_real(u, "initial");
    if (u->bad || width == 0 || !name[0] || tsu_particles_find_column(p, name)) return wrong(d);
    tsu_particle_column *column = tsu_particles_column(p, name, (int)width, initial, d->err);
    if (!column) return TSU_ERROR_MEMORY;
    if (tsu_unpack_find(u, "initial_of_each")) {
        double defaults[COLUMN_MAX];
        tsu_unpack_array(u, "initial_of_each", TSU_SECTION_F64, width, 1, defaults);
        const tsu_status s = tsu_particles_column_defaults(p, column, defaults, d->err);
        if (s != TSU_OK) return s;
    }
    tsu_unpack_array(u, "value", TSU_SECTION_F64, (size_t)p->count, width, column->value);
    return u->bad ? wrong(d) : TSU_OK;
}

static tsu_status read_fields(reader *d)
{
    tsu_particles *p = &d->w->particles;
    for (int k = 0; k < TSU_PARTICLE_ARRAYS; k++) {
        const tsu_particle_array *a = &tsu_particle_arrays[k];
        tsu_unpack_array(&d->u, a->name, tsu_restart_type(a->type), (size_t)p->count, (size_t)a->width,
                         tsu_particles_array(p, k));
    }
    if (d->u.bad) return wrong(d);
    for (int32_t i = 0; i < p->count; i++) {
        if (!is_sound(d->w, i))
            return tsu_error_set(d->err, TSU_ERROR_INPUT,
                                 "%s cannot be used: particle %llu has no sound id, type, size or place",
                                 d->what, (unsigned long long)p->id[i]);
        tsu_particles_hold(p, i, false); /* who holds it fast does so again */
    }
    return TSU_OK;
}

static tsu_status read_added(reader *d)
{
    const size_t count = (size_t)d->w->particles.count, rows = rows_of(d, "added_force_torque", count);
    if (d->u.bad) return wrong(d);
    const tsu_status s = tsu_memory_grow(&d->w->external, &d->w->external_capacity, 2 * count + 2,
                                         sizeof *d->w->external, "forces added by commands", d->err);
    if (s != TSU_OK) return s;
    tsu_unpack_array(&d->u, "added_force_torque", TSU_SECTION_F64, rows, 8, d->w->external);
    d->w->external_rows = (int32_t)rows;
    return d->u.bad ? wrong(d) : TSU_OK;
}

static tsu_status read_particles(reader *d)
{
    tsu_particles *p = &d->w->particles;
    tsu_unpack_group(&d->u, "particles");
    const size_t count = rows_of(d, "id", TSU_CONTACT_ROW_MASK);
    const uint64_t next = tsu_unpack_count(&d->u, "next_id", UINT64_MAX),
                   columns = tsu_unpack_count(&d->u, "columns_count", TSU_SECTIONS_MAX);
    if (d->u.bad || next == 0) return wrong(d);
    tsu_status s = tsu_particles_reserve(p, (int64_t)count, d->err);
    if (s != TSU_OK) return s;
    p->count = (int32_t)count;
    p->next_id = next;
    s = read_fields(d);
    if (s == TSU_OK) s = read_added(d);
    for (uint64_t k = 0; k < columns && s == TSU_OK; k++) {
        s = read_column(d, (int)k + 1);
    }
    return s;
}

static tsu_status read_clumps(reader *d)
{
    bool sound;
    const tsu_status s = tsu_restart_unpack_clumps(&d->u, d->w, &sound, d->err);
    return s == TSU_OK && !sound ? wrong(d) : s;
}

/* ---- contacts ------------------------------------------------------------------------------------------------------ */

static bool codes_are_sound(const tsu_saved_contacts *c, bool pairs)
{
    for (int64_t k = 0; k < c->count; k++) {
        if ((pairs ? c->code[k] : c->code[k] >> TSU_CONTACT_ROW_BITS) >= 27) return false;
    }
    return true;
}

static tsu_status read_contacts(reader *d, tsu_saved_contacts *to)
{
    tsu_unpack *u = &d->u;
    const tsu_section *history = tsu_unpack_find(u, "history");
    tsu_unpack_line(u, "name", to->name, sizeof to->name);
    tsu_unpack_line(u, "laws", to->laws, sizeof to->laws);
    if (tsu_unpack_find(u, "history_names")) tsu_unpack_line(u, "history_names", to->names, sizeof to->names);
    tsu_unpack_array(u, "force_on_wall", TSU_SECTION_F64, 3, 1, to->force);
    const size_t n = rows_of(d, "id", INT32_MAX);
    to->rolling = tsu_unpack_find(u, "rolling_torque") != NULL;
    to->with_geometry = tsu_unpack_find(u, "normal_overlap") != NULL;
    if (u->bad || (history && history->columns > TSU_HISTORY_ROWS)) return wrong(d);
    to->history_width = history ? (int)history->columns : 0;
    to->count = (int64_t)n;
    const tsu_status s = tsu_saved_contacts_reserve(to, d->err);
    if (s != TSU_OK) return s;
    tsu_unpack_array(u, "id", TSU_SECTION_U64, n, 1, to->id);
    tsu_unpack_array(u, "other", TSU_SECTION_U64, n, 1, to->other);
    tsu_unpack_array(u, "code", TSU_SECTION_U32, n, 1, to->code);
    if (history) tsu_unpack_array(u, "history", TSU_SECTION_F64, n, history->columns, to->history);
    tsu_unpack_array(u, "record", TSU_SECTION_F64, n, 8, to->record);
    if (to->rolling) tsu_unpack_array(u, "rolling_torque", TSU_SECTION_F64, n, 4, to->roll);
    if (to->with_geometry) tsu_unpack_array(u, "normal_overlap", TSU_SECTION_F64, n, 4, to->geometry);
    return u->bad || !codes_are_sound(to, to == &d->r->pairs) ? wrong(d) : TSU_OK;
}

static tsu_status read_all_contacts(reader *d, uint64_t walls)
{
    tsu_unpack_group(&d->u, "contacts");
    tsu_status s = read_contacts(d, &d->r->pairs);
    d->r->wall = calloc((size_t)walls + 1, sizeof *d->r->wall);
    if (s == TSU_OK && !d->r->wall) s = tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for saved walls");
    for (uint64_t k = 0; k < walls && s == TSU_OK; k++) {
        tsu_unpack_group(&d->u, "walls/%d", (int)k + 1);
        d->r->walls++;
        s = read_contacts(d, &d->r->wall[k]);
    }
    return s;
}

/* ---- meshes -------------------------------------------------------------------------------------------------------- */

static tsu_status read_movers(reader *d, int mesh, uint64_t count, tsu_mesh_body *body)
{
    tsu_unpack *u = &d->u;
    body->mover = calloc((size_t)count + 1, sizeof *body->mover);
    if (!body->mover) return tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for saved motions");
    body->movers = (int)count;
    for (uint64_t k = 0; k < count; k++) {
        tsu_mover *m = &body->mover[k];
        tsu_unpack_group(u, "meshes/%d/motions/%d", mesh, (int)k + 1);
        tsu_unpack_line(u, "name", m->name, sizeof m->name);
        m->kind = (tsu_mover_kind)tsu_unpack_count(u, "kind", TSU_MOVE_VIBROT);
        tsu_unpack_array(u, "origin", TSU_SECTION_F64, 3, 1, m->origin);
        tsu_unpack_array(u, "value", TSU_SECTION_F64, 3, 1, m->value);
        m->elapsed = tsu_unpack_real(u, "elapsed");
        if (u->bad) return wrong(d);
    }
    return TSU_OK;
}

static tsu_status read_freedom(reader *d, int mesh, tsu_saved_mesh *to)
{
    tsu_unpack *u = &d->u;
    tsu_unpack_group(u, "meshes/%d/free_body", mesh);
    to->free = tsu_unpack_find(u, "state") != NULL;
    if (!to->free) return TSU_OK;
    tsu_unpack_array(u, "constants", TSU_SECTION_F64, TSU_FREEDOM_CONSTANTS, 1, to->constant);
    tsu_unpack_array(u, "state", TSU_SECTION_F64, TSU_FREEDOM_STATE, 1, to->state);
    return u->bad ? wrong(d) : TSU_OK;
}

static void read_pose(tsu_unpack *u, tsu_mesh_body *body)
{
    double t[9];
    tsu_unpack_array(u, "turn", TSU_SECTION_F64, 4, 1, body->pose.turn);
    tsu_unpack_array(u, "matrix", TSU_SECTION_F64, 9, 1, body->pose.matrix);
    tsu_unpack_array(u, "shift", TSU_SECTION_F64, 3, 1, body->pose.shift);
    body->pose.moved = tsu_unpack_count(u, "moved", 1) == 1;
    tsu_unpack_array(u, "velocity_spin_centre", TSU_SECTION_F64, 3, 3, t);
    body->twist = (tsu_twist){{t[0], t[1], t[2]}, {t[3], t[4], t[5]}, {t[6], t[7], t[8]}};
}

static tsu_status read_loads(reader *d, int mesh, tsu_saved_mesh *to)
{
    tsu_unpack *u = &d->u;
    tsu_mesh_loads *loads = &to->loads;
    const size_t n = (size_t)to->triangles;
    tsu_unpack_group(u, "meshes/%d/loads", mesh);
    to->loaded = tsu_unpack_find(u, "force") != NULL;
    to->wear = to->loaded && tsu_unpack_find(u, "wear_depth");
    if (!to->loaded) return TSU_OK;
    tsu_unpack_array(u, "reference", TSU_SECTION_F64, 3, 1, loads->reference);
    tsu_unpack_array(u, "force", TSU_SECTION_F64, 3, 1, loads->force);
    tsu_unpack_array(u, "torque", TSU_SECTION_F64, 3, 1, loads->torque);
    loads->contacts = (int64_t)tsu_unpack_count(u, "contacts", INT64_MAX);
    if (rows_of(d, "force_on_triangle", n) != n || u->bad) return wrong(d);
    tsu_status s =
        tsu_memory_allocate(&loads->on_triangle, n, sizeof *loads->on_triangle, "saved loads", d->err);
    if (s == TSU_OK && to->wear)
        s = tsu_memory_allocate(&loads->depth, n, sizeof *loads->depth, "saved wear", d->err);
    if (s != TSU_OK) return s;
    tsu_unpack_array(u, "force_on_triangle", TSU_SECTION_F64, n, 3, loads->on_triangle);
    if (to->wear) tsu_unpack_array(u, "wear_depth", TSU_SECTION_F64, n, 1, loads->depth);
    return u->bad ? wrong(d) : TSU_OK;
}

static tsu_status read_mesh(reader *d, int number, tsu_saved_mesh *to)
{
    tsu_unpack *u = &d->u;
    tsu_unpack_group(u, "meshes/%d", number);
    tsu_unpack_line(u, "name", to->name, sizeof to->name);
    to->shape = tsu_unpack_count(u, "shape_hash", UINT64_MAX);
    to->triangles = (int32_t)tsu_unpack_count(u, "triangles", INT32_MAX);
    const uint64_t movers = tsu_unpack_count(u, "motions_count", TSU_SECTIONS_MAX);
    read_pose(u, &to->body);
    if (u->bad) return wrong(d);
    tsu_status s = read_movers(d, number, movers, &to->body);
    if (s == TSU_OK) s = read_freedom(d, number, to);
    return s == TSU_OK ? read_loads(d, number, to) : s;
}

static tsu_status read_meshes(reader *d, uint64_t meshes)
{
    tsu_status s = TSU_OK;
    d->r->mesh = calloc((size_t)meshes + 1, sizeof *d->r->mesh);
    if (!d->r->mesh) return tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for saved meshes");
    for (uint64_t k = 0; k < meshes && s == TSU_OK; k++) {
        d->r->meshes++;
        s = read_mesh(d, (int)k + 1, &d->r->mesh[k]);
    }
    return s;
}

/* ---- all ----------------------------------------------------------------------------------------------------------- */

tsu_world *tsu_restart_unpack(const tsu_sections *sections, const char *what, tsu_error *err)
{
    head h = {0};
    reader d = {.u.sections = sections, .what = what, .err = err, .r = calloc(1, sizeof *d.r)};
    if (!d.r) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a restart");
        return NULL;
    }
    tsu_status s = read_world(&d, &h);
    if (s == TSU_OK) s = read_energy(&d);
    if (s == TSU_OK) s = read_particles(&d);
    if (s == TSU_OK) s = read_clumps(&d);
    if (s == TSU_OK) s = read_all_contacts(&d, h.walls);
    if (s == TSU_OK) s = read_meshes(&d, h.meshes);
    if (s != TSU_OK) {
        tsu_resume_destroy(d.r);
        tsu_world_destroy(d.w);
        return NULL;
    }
    d.w->resume = d.r;
    return d.w;
}
