/* SPDX-License-Identifier: Apache-2.0 */
/* restart_read.c - a world from a restart file. Contents are checked as if anybody had written them. */
#include "base/memory.h"
#include "io/restart_file.h"
#include "io/restart_layout.h"
#include "step/resume.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const tsu_sections *sections;
    const char *what;
    tsu_world *w;
    tsu_resume *r;
    tsu_error *err;
} reader;

static tsu_status wrong(const reader *d, const char *section)
{
    return tsu_error_set(d->err, TSU_ERROR_INPUT,
                         "%s cannot be used: its section `%s` is missing or makes no sense", d->what,
                         section);
}

/* Whether a section still holds n times so many bytes. */
static bool holds(const tsu_cursor *c, uint64_t n, uint64_t bytes)
{
    return !c->bad && (bytes == 0 || n <= c->left / bytes);
}

/* ---- the world ----------------------------------------------------------------------------------------------------- */

typedef struct head {
    tsu_world_def def;
    uint64_t walls, meshes;
} head;

static tsu_status read_world(reader *d, head *h)
{
    tsu_cursor c = tsu_sections_find(d->sections, "world");
    double minimum[6], lattice[3];
    const uint64_t step = tsu_cursor_count(&c, INT64_MAX / 4);
    const double time = tsu_cursor_f64(&c), dt = tsu_cursor_f64(&c);
    h->def = tsu_world_def_default();
    h->def.timestep = dt;
    tsu_cursor_numbers(&c, h->def.lo, 3, 8);
    tsu_cursor_numbers(&c, h->def.hi, 3, 8);
    tsu_cursor_numbers(&c, minimum, 6, 8);
    tsu_cursor_numbers(&c, lattice, 3, 8);
    tsu_cursor_numbers(&c, h->def.gravity, 3, 8);
    for (int q = 0; q < 3; q++) {
        tsu_cursor_numbers(&c, h->def.boundary[q], 2, 1);
    }
    tsu_cursor_lend(&c, 2);
    h->def.materials = (int)tsu_cursor_count(&c, 1000);
    const uint64_t moving = tsu_cursor_count(&c, UINT32_MAX), lost = tsu_cursor_count(&c, INT64_MAX),
                   touching = tsu_cursor_count(&c, INT64_MAX);
    h->walls = tsu_cursor_count(&c, TSU_SECTIONS_MAX);
    h->meshes = tsu_cursor_count(&c, TSU_SECTIONS_MAX);
    d->r->forces_current = tsu_cursor_count(&c, 1) == 1;
    d->r->held = tsu_cursor_f64(&c);
    tsu_cursor_numbers(&c, d->r->part, TSU_PARTS, 8);
    if (c.bad || !isfinite(time) || !isfinite(dt)) return wrong(d, "world");
    d->w = tsu_world_create(&h->def, d->err);
    if (!d->w) return wrong(d, "world");
    d->w->step = (int64_t)step;
    d->w->time = time;
    d->w->moving = (uint32_t)moving;
    d->w->lost = (int64_t)lost;
    d->w->touching = (int64_t)touching;
    memcpy(d->w->box_minimum, minimum, sizeof minimum);
    memcpy(d->w->lattice, lattice, sizeof lattice);
    return TSU_OK;
}

static tsu_status read_energy(reader *d)
{
    tsu_cursor c = tsu_sections_find(d->sections, "energy");
    tsu_books *b = &d->w->books;
    double rest[6];
    tsu_cursor_numbers(&c, b->dissipated, TSU_ACCOUNT_COUNT, 8);
    tsu_cursor_numbers(&c, rest, 6, 8);
    const uint64_t flags = tsu_cursor_count(&c, 3);
    if (c.bad) return wrong(d, "energy");
    b->elastic = rest[0];
    b->wall_work = rest[1];
    b->external_work = rest[2];
    b->given = rest[3];
    b->start = rest[4];
    b->before = rest[5];
    b->open = flags & 1;
    b->changing = (flags >> 1) & 1;
    return TSU_OK;
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
    char section[TSU_SECTION_NAME], name[64];
    snprintf(section, sizeof section, "column %d", number);
    tsu_cursor c = tsu_sections_find(d->sections, section);
    tsu_particles *p = &d->w->particles;
    tsu_cursor_text(&c, name, sizeof name);
    const uint64_t width = tsu_cursor_count(&c, 1000);
    const double initial = tsu_cursor_f64(&c);
    const uint64_t each = tsu_cursor_count(&c, 1), values = ((uint64_t)p->count + each) * width;
    if (width == 0 || !name[0] || tsu_particles_find_column(p, name) || !holds(&c, values, 8))
        return wrong(d, section);
    tsu_particle_column *column = tsu_particles_column(p, name, (int)width, initial, d->err);
    if (!column) return TSU_ERROR_MEMORY;
    if (each) {
        double defaults[1000];
        tsu_cursor_numbers(&c, defaults, width, 8);
        const tsu_status s = tsu_particles_column_defaults(p, column, defaults, d->err);
        if (s != TSU_OK) return s;
    }
    tsu_cursor_numbers(&c, column->value, (size_t)p->count * width, 8);
    return c.bad ? wrong(d, section) : TSU_OK;
}

static tsu_status read_fields(reader *d)
{
    tsu_particles *p = &d->w->particles;
    tsu_restart_field field[TSU_RESTART_FIELDS];
    tsu_restart_fields(p, field);
    for (int k = 0; k < TSU_RESTART_FIELDS; k++) {
        tsu_cursor c = tsu_sections_find(d->sections, field[k].name);
        tsu_cursor_numbers(&c, field[k].data, (size_t)p->count * field[k].count, field[k].width);
        if (c.bad || c.left >= 8) return wrong(d, field[k].name);
    }
    for (int32_t i = 0; i < p->count; i++) {
        if (!is_sound(d->w, i))
            return tsu_error_set(d->err, TSU_ERROR_INPUT,
                                 "%s cannot be used: particle %llu has no sound id, type, size or place",
                                 d->what, (unsigned long long)p->id[i]);
        tsu_particles_hold(p, i, false); /* who holds it fast does so again */
    }
    return TSU_OK;
}

static tsu_status read_particles(reader *d)
{
    tsu_cursor c = tsu_sections_find(d->sections, "particles"), ids = tsu_sections_find(d->sections, "id");
    tsu_particles *p = &d->w->particles;
    const uint64_t count = tsu_cursor_count(&c, TSU_CONTACT_ROW_MASK), next = tsu_cursor_u64(&c),
                   columns = tsu_cursor_count(&c, TSU_SECTIONS_MAX), external = tsu_cursor_count(&c, count);
    if (c.bad || !holds(&ids, count, 8) || next == 0) return wrong(d, "particles");
    tsu_status s = tsu_particles_reserve(p, (int64_t)count, d->err);
    if (s != TSU_OK) return s;
    p->count = (int32_t)count;
    p->next_id = next;
    s = read_fields(d);
    for (uint64_t k = 0; k < columns && s == TSU_OK; k++) {
        s = read_column(d, (int)k + 1);
    }
    if (s != TSU_OK || external == 0) return s;
    tsu_cursor e = tsu_sections_find(d->sections, "external");
    if (!holds(&e, external, 64)) return wrong(d, "external");
    s = tsu_memory_grow(&d->w->external, &d->w->external_capacity, 2 * (size_t)count + 2,
                        sizeof *d->w->external, "forces added by commands", d->err);
    if (s != TSU_OK) return s;
    tsu_cursor_numbers(&e, d->w->external, 8 * (size_t)external, 8);
    d->w->external_rows = (int32_t)external;
    return TSU_OK;
}

/* ---- contacts ------------------------------------------------------------------------------------------------------ */

static bool codes_are_sound(const tsu_saved_contacts *c, bool pairs)
{
    for (int64_t k = 0; k < c->count; k++) {
        if ((pairs ? c->code[k] : c->code[k] >> TSU_CONTACT_ROW_BITS) >= 27) return false;
    }
    return true;
}

static tsu_status read_contacts(reader *d, const char *section, tsu_saved_contacts *to)
{
    tsu_cursor c = tsu_sections_find(d->sections, section);
    tsu_cursor_text(&c, to->name, sizeof to->name);
    tsu_cursor_text(&c, to->laws, sizeof to->laws);
    tsu_cursor_numbers(&c, to->force, 3, 8);
    to->history_width = (int)tsu_cursor_count(&c, TSU_HISTORY_MAX);
    const uint64_t flags = tsu_cursor_count(&c, 3), count = tsu_cursor_count(&c, INT32_MAX);
    to->rolling = flags & 1;
    to->with_geometry = (flags >> 1) & 1;
    const uint64_t numbers =
        (uint64_t)to->history_width + 8 + (to->rolling ? 4 : 0) + (to->with_geometry ? 4 : 0);
    if (!holds(&c, count, 20 + 8 * numbers)) return wrong(d, section);
    to->count = (int64_t)count;
    const tsu_status s = tsu_saved_contacts_reserve(to, d->err);
    if (s != TSU_OK) return s;
    const size_t n = (size_t)count;
    tsu_cursor_numbers(&c, to->id, n, 8);
    tsu_cursor_numbers(&c, to->other, n, 8);
    tsu_cursor_numbers(&c, to->code, n, 4);
    tsu_cursor_numbers(&c, to->history, n * (size_t)to->history_width, 8);
    tsu_cursor_numbers(&c, to->record, 8 * n, 8);
    if (to->rolling) tsu_cursor_numbers(&c, to->roll, 4 * n, 8);
    if (to->with_geometry) tsu_cursor_numbers(&c, to->geometry, 4 * n, 8);
    return c.bad || !codes_are_sound(to, to == &d->r->pairs) ? wrong(d, section) : TSU_OK;
}

static tsu_status read_all_contacts(reader *d, uint64_t walls)
{
    tsu_status s = read_contacts(d, "pairs", &d->r->pairs);
    d->r->wall = calloc((size_t)walls + 1, sizeof *d->r->wall);
    if (s == TSU_OK && !d->r->wall) s = tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for saved walls");
    for (uint64_t k = 0; k < walls && s == TSU_OK; k++) {
        char section[TSU_SECTION_NAME];
        snprintf(section, sizeof section, "wall %d", (int)k + 1);
        d->r->walls++;
        s = read_contacts(d, section, &d->r->wall[k]);
    }
    return s;
}

/* ---- meshes -------------------------------------------------------------------------------------------------------- */

static tsu_status read_movers(reader *d, tsu_cursor *c, tsu_mesh_body *body)
{
    const uint64_t count = tsu_cursor_count(c, TSU_SECTIONS_MAX);
    if (!holds(c, count, 72)) return TSU_ERROR_INPUT;
    body->mover = calloc((size_t)count + 1, sizeof *body->mover);
    if (!body->mover) return tsu_error_set(d->err, TSU_ERROR_MEMORY, "no memory for saved motions");
    body->movers = (int)count;
    for (uint64_t k = 0; k < count; k++) {
        tsu_mover *m = &body->mover[k];
        tsu_cursor_text(c, m->name, sizeof m->name);
        m->kind = (tsu_mover_kind)tsu_cursor_count(c, TSU_MOVE_VIBROT);
        tsu_cursor_numbers(c, m->origin, 3, 8);
        tsu_cursor_numbers(c, m->value, 3, 8);
        m->elapsed = tsu_cursor_f64(c);
    }
    return TSU_OK;
}

static void read_pose(tsu_cursor *c, tsu_mesh_body *body)
{
    double t[9];
    tsu_cursor_numbers(c, body->pose.turn, 4, 8);
    tsu_cursor_numbers(c, body->pose.matrix, 9, 8);
    tsu_cursor_numbers(c, body->pose.shift, 3, 8);
    body->pose.moved = tsu_cursor_count(c, 1) == 1;
    tsu_cursor_numbers(c, t, 9, 8);
    body->twist = (tsu_twist){{t[0], t[1], t[2]}, {t[3], t[4], t[5]}, {t[6], t[7], t[8]}};
}

static tsu_status read_loads(reader *d, tsu_cursor *c, tsu_saved_mesh *to)
{
    tsu_mesh_loads *loads = &to->loads;
    const uint64_t flags = tsu_cursor_count(c, 3);
    const size_t n = (size_t)to->triangles;
    to->loaded = flags & 1;
    to->wear = to->loaded && (flags >> 1) & 1;
    if (!to->loaded) return TSU_OK;
    tsu_cursor_numbers(c, loads->reference, 3, 8);
    tsu_cursor_numbers(c, loads->force, 3, 8);
    tsu_cursor_numbers(c, loads->torque, 3, 8);
    loads->contacts = (int64_t)tsu_cursor_count(c, INT64_MAX);
    if (!holds(c, n, to->wear ? 32 : 24)) return TSU_ERROR_INPUT;
    tsu_status s =
        tsu_memory_allocate(&loads->on_triangle, n, sizeof *loads->on_triangle, "saved loads", d->err);
    if (s == TSU_OK && to->wear)
        s = tsu_memory_allocate(&loads->depth, n, sizeof *loads->depth, "saved wear", d->err);
    if (s != TSU_OK) return s;
    tsu_cursor_numbers(c, loads->on_triangle, 3 * n, 8);
    if (to->wear) tsu_cursor_numbers(c, loads->depth, n, 8);
    return TSU_OK;
}

static tsu_status read_mesh(reader *d, int number, tsu_saved_mesh *to)
{
    char section[TSU_SECTION_NAME];
    snprintf(section, sizeof section, "mesh %d", number);
    tsu_cursor c = tsu_sections_find(d->sections, section);
    tsu_cursor_text(&c, to->name, sizeof to->name);
    to->shape = tsu_cursor_u64(&c);
    to->triangles = (int32_t)tsu_cursor_count(&c, INT32_MAX);
    read_pose(&c, &to->body);
    tsu_status s = read_movers(d, &c, &to->body);
    if (s == TSU_OK) s = read_loads(d, &c, to);
    if (s == TSU_ERROR_MEMORY) return s;
    return s != TSU_OK || c.bad ? wrong(d, section) : TSU_OK;
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
    reader d = {.sections = sections, .what = what, .err = err, .r = calloc(1, sizeof *d.r)};
    if (!d.r) {
        tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a restart");
        return NULL;
    }
    tsu_status s = read_world(&d, &h);
    if (s == TSU_OK) s = read_energy(&d);
    if (s == TSU_OK) s = read_particles(&d);
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
