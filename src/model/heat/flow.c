/* SPDX-License-Identifier: Apache-2.0 */
/* flow.c - heat through contacts. Between particles each contact is computed once and then summed by both, in the order of
 * their partners' ids, so that threads and the arrangement of lists leave no trace. */
#include "base/exact_sum.h"
#include "base/parallel.h"
#include "base/power.h"
#include "model/heat/state.h"
#include "step/clump/clumps.h"
#include "step/ledger/heating.h"
#include "step/mesh/body.h"
#include "step/part/part.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* ---- one contact ----------------------------------------------------------------------------------------------------------- */

static double stiffness_ratio(const tsu_heat *h, int a, int b)
{
    const double pa = 1.0 - h->nu[a] * h->nu[a], pb = 1.0 - h->nu[b] * h->nu[b];
    const double soft = 1.0 / (pa / h->young[a] + pb / h->young[b]);
    const double hard = 1.0 / (pa / h->true_young[a] + pb / h->true_young[b]);
    return tsu_pow(soft / hard, 1.0 / h->exponent);
}

static tsu_heat_material material_of(const tsu_heat *h, int a, int b)
{
    const double ka = h->conductivity[a], kb = h->conductivity[b];
    return (tsu_heat_material){ka > 0.0 && kb > 0.0 ? 4.0 * ka * kb / (ka + kb) : 0.0,
                               h->def.corrected ? stiffness_ratio(h, a, b) : 1.0};
}

/* Area of the circle in which two spheres intersect [m^2]. */
TSU_FN double lens_area(double ri, double rj, double overlap)
{
    const double pi = 3.14159265358979323846, r = ri + rj - overlap;
    /* by size, not by i and j: which of two is i depends on the lists */
    const double less = ri < rj ? ri : rj, more = ri < rj ? rj : ri;
    const double lens =
        -0.25 * pi * (r - less - more) * (r + less - more) * (r - less + more) * (r + less + more) / (r * r);
    return r < more ? pi * less * less : lens;
}

TSU_FN double pair_area(const tsu_heat_mode mode, double size, double ri, double rj, double overlap)
{
    const double pi = 3.14159265358979323846, most = ri > rj ? ri : rj;
    if (mode == TSU_HEAT_CONSTANT) return size;
    return mode == TSU_HEAT_PROJECTION ? pi * most * most : lens_area(ri, rj, overlap);
}

/* At a wall rj is not used. */
TSU_FN double contact_area(const tsu_heat_area *a, double ri, double rj, double overlap, bool wall)
{
    const double pi = 3.14159265358979323846;
    if (wall && a->mode == TSU_HEAT_PROJECTION) return pi * ri * ri;
    if (wall && a->mode != TSU_HEAT_CONSTANT) return pi * overlap * (2.0 * ri - overlap);
    return pair_area(a->mode, a->size, ri, rj, overlap);
}

static bool is_warm(const tsu_wall *wall)
{
    return wall->mesh ? wall->mesh->warm : wall->warm;
}

/* Whether a contact carries heat, and the temperature of the other side [K]. */
static bool other_side(const tsu_heat *h, const tsu_contact_seen *k, double *temperature)
{
    if (!(k->overlap > 0.0)) return false;
    const bool first = tsu_in_group(h->world, k->row_i, h->def.group);
    if (!k->wall) {
        *temperature = h->temperature[k->row_j];
        return first || tsu_in_group(h->world, k->row_j, h->def.group);
    }
    const tsu_mesh_body *mesh = k->wall->mesh;
    *temperature = mesh ? mesh->temperature : k->wall->temperature;
    return first && is_warm(k->wall);
}

/* [m^2]; *conductance of the contact [W/K] */
static double seen_area(const tsu_heat *h, const tsu_contact_seen *k, double *conductance)
{
    const tsu_particles *p = &h->world->particles;
    const tsu_heat_material m =
        material_of(h, p->type[k->row_i], k->wall ? k->wall->type : p->type[k->row_j]);
    const double area =
        contact_area(k->wall ? &k->wall->heat_area : &h->def.area, p->xr[k->row_i][3],
                     k->wall ? 0.0 : p->xr[k->row_j][3], m.stiffness * k->overlap, k->wall != NULL);
    *conductance = m.conductance * sqrt(area);
    return area;
}

double tsu_heat_flux(const tsu_heat *h, const tsu_contact_seen *k)
{
    double other, conductance;
    if (!other_side(h, k, &other)) return 0.0;
    seen_area(h, k, &conductance);
    return conductance * (other - h->temperature[k->row_i]);
}

static void store_contact(void *context, const tsu_contact_seen *k)
{
    const tsu_heat *h = context;
    double other, conductance;
    if (!other_side(h, k, &other)) return;
    const double area = seen_area(h, k, &conductance);
    if (k->wall) {
        h->stored[TSU_HEAT_STORED_WALL_CONDUCTANCE][k->row_i] = conductance;
        h->stored[TSU_HEAT_STORED_WALL_TEMPERATURE][k->row_i] = other;
        return;
    }
    h->stored[TSU_HEAT_STORED_AREA][k->row_i] += area;
    h->stored[TSU_HEAT_STORED_AREA][k->row_j] += area;
    h->stored[TSU_HEAT_STORED_COUNT][k->row_i] += 1.0;
    h->stored[TSU_HEAT_STORED_COUNT][k->row_j] += 1.0;
}

/* ---- between particles ------------------------------------------------------------------------------------------------------ */

enum { ENTRIES = 1024, ROWS = 512, SOME = 64 };

typedef struct job {
    const tsu_heat *h;
    const tsu_particles *p;
    const tsu_contacts *c;
    const tsu_contact_forces *forces;
    const tsu_incidence *in;
    const double *source;
    atomic_bool *bad; /* a temperature is not finite */
    int types;
    double shift[32][4] TSU_ALIGNED(32); /* by image */
} job;

/* Conductance of an entry; 0 if no heat flows there [W/K]. */
TSU_FN double conductance_of(const job *j, int64_t e)
{
    const tsu_heat *h = j->h;
    const tsu_particles *p = j->p;
    const uint32_t i = j->c->row[e], other = j->c->partner[e] & TSU_CONTACT_ROW_MASK;
    const tsu_heat_material *m = &h->material[p->type[i] * j->types + p->type[other]];
    const double overlap = 2.0 * j->forces->record[e][3];
    const bool flows = overlap > 0.0 && ((p->group[i] | p->group[other]) & h->def.group);
    const double area =
        contact_area(&h->def.area, p->xr[i][3], p->xr[other][3], m->stiffness * overlap, false);
    return flows ? m->conductance * sqrt(area) : 0.0;
}

/* What the flux through some entries follows from. */
typedef struct some_entries {
    double ri[SOME], rj[SOME], overlap[SOME]; /* [m], the overlap as it is with the true stiffness */
    double conductance[SOME];                 /* over the root of the area [W/(m K)] */
    double flows[SOME];                       /* 1 or 0 */
    double warmer[SOME];                      /* j than i [K] */
    double flux[SOME];                        /* into i [W] */
    tsu_v4 way[SOME];                         /* from j to i [m] */
} TSU_ALIGNED(64) some_entries;

/* `plain`: one material, and heat flows between all particles. */
TSU_FN void gather_entries(const job *j, some_entries *s, int64_t first, int count, const bool plain)
{
    const tsu_heat *h = j->h;
    const tsu_particles *p = j->p;
    const tsu_heat_material *m = h->material;
    const tsu_v4 *x = (const tsu_v4 *)p->xr, *shift = (const tsu_v4 *)j->shift;
    for (int l = 0; l < count; l++) {
        const int64_t e = first + l;
        const uint32_t i = j->c->row[e], partner = j->c->partner[e], other = partner & TSU_CONTACT_ROW_MASK;
        const tsu_v4 xi = x[i], xj = x[other];
        const double overlap = 2.0 * j->forces->record[e][3];
        const bool carries = plain || ((p->group[i] | p->group[other]) & h->def.group);
        const bool flows = carries & (overlap > 0.0) & (j->c->live[e] != 0);
        if (!plain) m = &h->material[p->type[i] * j->types + p->type[other]];
        s->ri[l] = xi[3];
        s->rj[l] = xj[3];
        s->way[l] = xi - xj - shift[partner >> TSU_CONTACT_ROW_BITS];
        s->overlap[l] = m->stiffness * overlap;
        s->conductance[l] = m->conductance;
        s->warmer[l] = h->temperature[other] - h->temperature[i];
        s->flows[l] = flows ? 1.0 : 0.0;
    }
}

TSU_FN void find_fluxes(const tsu_heat_mode mode, double size, some_entries *s, int count)
{
    for (int l = 0; l < count; l++) {
        const double area = pair_area(mode, size, s->ri[l], s->rj[l], s->overlap[l]);
        const double flux = s->conductance[l] * sqrt(area) * s->warmer[l];
        s->flux[l] = s->flows[l] != 0.0 ? flux : 0.0;
    }
}

/* Half of flux times the way from j to i, and the flux into i. */
TSU_FN void carry_fluxes(const job *j, const some_entries *s, int64_t first, int count)
{
    tsu_v4 *carried = (tsu_v4 *)j->h->carried[first];
    for (int l = 0; l < count; l++) {
        const double flux = s->flux[l];
        const tsu_v4 way = 0.5 * flux * s->way[l], last = {flux, flux, flux, flux};
        carried[l] = TSU_V4_SHUFFLE(way, last, 0, 1, 2, 7);
    }
}

/* Whether some of them touch. */
TSU_FN bool some_touch(const tsu_contacts *c, int64_t first, int count)
{
    uint8_t any = 0;
    for (int l = 0; l < count; l++) {
        any |= c->live[first + l];
    }
    return any != 0;
}

/* In three loops, of which the one with root and division is vectorised. */
static TSU_CLONES void carry_entries(const job *j, tsu_range entries)
{
    const tsu_heat_area *area = &j->h->def.area;
    const bool plain = j->types == 1 && (j->h->def.group & TSU_GROUP_ALL);
    some_entries s;
    for (int64_t first = entries.begin; first < entries.end; first += SOME) {
        const int count = entries.end - first < SOME ? (int)(entries.end - first) : SOME;
        if (!some_touch(j->c, first, count)) {
            memset(j->h->carried[first], 0, (size_t)count * sizeof *j->h->carried);
            continue;
        }
        if (plain)
            gather_entries(j, &s, first, count, true);
        else
            gather_entries(j, &s, first, count, false);
        if (area->mode == TSU_HEAT_CONSTANT)
            find_fluxes(TSU_HEAT_CONSTANT, area->size, &s, count);
        else if (area->mode == TSU_HEAT_PROJECTION)
            find_fluxes(TSU_HEAT_PROJECTION, 0.0, &s, count);
        else
            find_fluxes(TSU_HEAT_OVERLAP, 0.0, &s, count);
        carry_fluxes(j, &s, first, count);
    }
}

static void carry(void *context, int64_t block, int thread)
{
    const job *j = context;
    (void)thread;
    carry_entries(j, tsu_parallel_block(block, j->c->count, ENTRIES));
}

static TSU_CLONES void sum_rows(const job *j, tsu_range rows)
{
    static const tsu_v4 side[2] = {{1.0, 1.0, 1.0, 1.0}, {1.0, 1.0, 1.0, -1.0}};
    const tsu_contacts *c = j->c;
    const tsu_incidence *in = j->in;
    const tsu_v4 *carried = (const tsu_v4 *)j->h->carried;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const bool listed = i < in->rows;
        tsu_v4 all = {0};
        for (int64_t q = listed ? in->first[i] : 0; listed && q < in->first[i + 1]; q++) {
            const int64_t e = tsu_incident_entry(in->code[q]);
            if (e < c->count) all += side[in->code[q] & TSU_INCIDENT_SIDE] * carried[e];
        }
        j->h->flux[i] = all[3];
        for (int k = 0; k < 3; k++) {
            j->h->direction[3 * i + k] = all[k];
        }
    }
}

static void sum(void *context, int64_t block, int thread)
{
    const job *j = context;
    (void)thread;
    sum_rows(j, tsu_parallel_block(block, j->p->count, ROWS));
}

/* Many small amounts would be lost in the last digit of a temperature: what rounding leaves over waits for the next step. */
static void warm(void *context, int64_t block, int thread)
{
    const job *j = context;
    const tsu_heat *h = j->h;
    const tsu_range r = tsu_parallel_block(block, j->p->count, ROWS);
    (void)thread;
    for (int64_t i = r.begin; i < r.end; i++) {
        if (!tsu_in_group(h->world, (int32_t)i, h->def.group) || tsu_clumps_hold(h->world, i)) continue;
        const double capacity = j->p->mass[i] * h->capacity[j->p->type[i]], before = h->temperature[i];
        const double taken = tsu_heat_taken(h, j->source, i), after = before + taken / capacity;
        double *waiting = tsu_heat_waiting(h, i);
        if (!isfinite(after)) {
            atomic_store_explicit(j->bad, true, memory_order_relaxed);
            continue;
        }
        if (waiting) *waiting = taken - (after - before) * capacity;
        h->temperature[i] = after;
    }
}

/* Of the particles whose temperature would not be finite, that of the lowest id. */
static tsu_status tell_bad(tsu_heat *h, const job *j, tsu_error *err)
{
    int32_t found = -1;
    double value = 0.0;
    for (int32_t i = 0; i < j->p->count; i++) {
        const double capacity = j->p->mass[i] * h->capacity[j->p->type[i]];
        const double after = h->temperature[i] + tsu_heat_taken(h, j->source, i) / capacity;
        if (isfinite(after) || !tsu_in_group(h->world, i, h->def.group) || tsu_clumps_hold(h->world, i))
            continue;
        if (found >= 0 && j->p->id[found] < j->p->id[i]) continue;
        found = i;
        value = after;
    }
    return found >= 0 ? tsu_heat_not_finite(h, found, NULL, value, err) : TSU_OK;
}

static tsu_status mix_materials(tsu_heat *h, tsu_error *err)
{
    const int types = h->world->materials.types;
    const tsu_status s = tsu_memory_grow(&h->material, &h->material_capacity, (size_t)types * (size_t)types,
                                         sizeof *h->material, "pairs of materials", err);
    for (int k = 0; k < types * types && s == TSU_OK; k++) {
        h->material[k] = material_of(h, k / types, k % types);
    }
    return s;
}

static tsu_status flow_between_particles(tsu_heat *h, tsu_error *err)
{
    const tsu_world *w = h->world;
    job j = {.h = h,
             .p = &w->particles,
             .c = &w->contacts,
             .forces = &w->forces,
             .in = &w->schedule.incidence,
             .types = w->materials.types};
    tsu_status s = tsu_memory_grow(&h->carried, &h->carried_capacity, (size_t)j.c->count, sizeof *h->carried,
                                   "heat through contacts", err);
    if (s == TSU_OK) s = mix_materials(h, err);
    if (s != TSU_OK) return s;
    tsu_box_shifts(&w->box, j.shift);
    tsu_parallel_for(tsu_parallel_blocks(j.c->count, ENTRIES), w->threads, carry, &j);
    tsu_parallel_for(tsu_parallel_blocks(j.p->count, ROWS), w->threads, sum, &j);
    return TSU_OK;
}

/* ---- all of it -------------------------------------------------------------------------------------------------------------- */

static void add_wall_flux(void *context, const tsu_contact_seen *k)
{
    const tsu_heat *h = context;
    const double flux = tsu_heat_flux(h, k);
    h->flux[k->row_i] += flux;
    /* a mesh that warms gives what the particle takes; its own capacity is that of its material */
    tsu_mesh_body *mesh = k->wall->mesh;
    if (mesh && mesh->thermal_mass > 0.0) tsu_exact_add(&mesh->heat, -flux);
}

static tsu_status store_contacts(tsu_heat *h, tsu_error *err)
{
    const int32_t n = h->world->particles.count;
    for (int k = 0; k < TSU_HEAT_STORED; k++) {
        memset(h->stored[k], 0, (size_t)n * sizeof *h->stored[k]);
    }
    const tsu_status s = tsu_contacts_visit(h->world, store_contact, h, err);
    for (int32_t i = 0; i < n && s == TSU_OK; i++) {
        const double count = h->stored[TSU_HEAT_STORED_COUNT][i];
        if (count > 0.0) h->stored[TSU_HEAT_STORED_AREA][i] /= count;
    }
    return s;
}

/* A mesh of a divided world takes what all parts give it; who has failed here has no memory. */
static void share_mesh_heat(const tsu_heat *h, tsu_status status)
{
    const tsu_world *w = h->world;
    tsu_part_need(w, status);
    for (int k = 0; k < w->meshes; k++) {
        if (w->mesh[k]->thermal_mass > 0.0) tsu_part_add(w, &w->mesh[k]->heat);
    }
}

tsu_status tsu_heat_flow(tsu_heat *h, tsu_error *err)
{
    tsu_world *w = h->world;
    tsu_world_watch(w);
    tsu_status s = tsu_world_look(w, err);
    if (s == TSU_OK) s = flow_between_particles(h, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (is_warm(w->wall[k])) tsu_contacts_visit_wall(w, w->wall[k], add_wall_flux, h);
    }
    if (w->part) share_mesh_heat(h, s);
    return s == TSU_OK && h->def.store ? store_contacts(h, err) : s;
}

/* Without dissipation what rounding leaves over is left to itself, as with particles. */
static tsu_status warm_mesh(tsu_heat *h, const tsu_wall *wall, tsu_error *err)
{
    tsu_mesh_body *mesh = wall->mesh;
    const double taken = h->world->dt * tsu_exact_round(&mesh->heat) + mesh->heat_waiting;
    const double capacity = mesh->thermal_mass * h->capacity[wall->type], before = mesh->temperature;
    tsu_exact_init(&mesh->heat);
    if (!(mesh->thermal_mass > 0.0)) mesh->heat_waiting = 0.0;
    if (taken == 0.0 || !(mesh->thermal_mass > 0.0)) return TSU_OK;
    const double after = before + taken / capacity;
    if (!isfinite(after)) return tsu_heat_not_finite(h, -1, wall, after, err);
    mesh->heat_waiting = h->waiting ? taken - (after - before) * capacity : 0.0;
    mesh->temperature = after;
    return TSU_OK;
}

tsu_status tsu_heat_warm(tsu_heat *h, const double *source, tsu_error *err)
{
    const tsu_world *w = h->world;
    atomic_bool bad = false;
    job j = {.h = h, .p = &w->particles, .source = source, .bad = &bad};
    tsu_status s = TSU_OK;
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        if (w->wall[k]->mesh) s = warm_mesh(h, w->wall[k], err);
    }
    if (s != TSU_OK) return s;
    tsu_parallel_for(tsu_parallel_blocks(j.p->count, ROWS), w->threads, warm, &j);
    return bad ? tell_bad(h, &j, err) : tsu_heat_warm_clumps(h, source, err);
}

/* ---- conductances of bodies --------------------------------------------------------------------------------------------------- */

static void drain_rows(void *context, int64_t block, int thread)
{
    const job *j = context;
    const tsu_contacts *c = j->c;
    const tsu_incidence *in = j->in;
    const tsu_range r = tsu_parallel_block(block, j->p->count, ROWS);
    (void)thread;
    for (int64_t i = r.begin; i < r.end; i++) {
        const bool listed = i < in->rows;
        double all = 0.0;
        for (int64_t q = listed ? in->first[i] : 0; listed && q < in->first[i + 1]; q++) {
            const int64_t e = tsu_incident_entry(in->code[q]);
            if (e < c->count && c->live[e]) all += conductance_of(j, e);
        }
        j->h->drain[i] = all;
    }
}

static void add_drain(void *context, const tsu_contact_seen *k)
{
    const tsu_heat *h = context;
    double other, conductance;
    if (!other_side(h, k, &other)) return;
    seen_area(h, k, &conductance);
    h->drain[k->row_i] += conductance;
}

typedef struct mesh_drain {
    const tsu_heat *h;
    tsu_exact_sum all; /* [W/K] */
} mesh_drain;

static void add_mesh_drain(void *context, const tsu_contact_seen *k)
{
    mesh_drain *f = context;
    double other, conductance;
    if (!other_side(f->h, k, &other)) return;
    seen_area(f->h, k, &conductance);
    tsu_exact_add(&f->all, conductance);
}

double tsu_heat_mesh_drain(const tsu_heat *h, const tsu_wall *wall)
{
    mesh_drain f = {.h = h};
    tsu_exact_init(&f.all);
    tsu_contacts_visit_wall(h->world, wall, add_mesh_drain, &f);
    if (h->world->part) tsu_part_add(h->world, &f.all);
    return tsu_exact_round(&f.all);
}

tsu_status tsu_heat_drain(tsu_heat *h, tsu_error *err)
{
    const tsu_world *w = h->world;
    job j = {.h = h,
             .p = &w->particles,
             .c = &w->contacts,
             .forces = &w->forces,
             .in = &w->schedule.incidence,
             .types = w->materials.types};
    tsu_status s = tsu_memory_grow(&h->drain, &h->drain_capacity, (size_t)j.p->count + 1, sizeof *h->drain,
                                   "conductances of particles", err);
    if (s == TSU_OK) s = mix_materials(h, err);
    if (s != TSU_OK) return s;
    tsu_parallel_for(tsu_parallel_blocks(j.p->count, ROWS), w->threads, drain_rows, &j);
    for (int k = 0; k < w->walls; k++) {
        if (is_warm(w->wall[k])) tsu_contacts_visit_wall(w, w->wall[k], add_drain, h);
    }
    return TSU_OK;
}
