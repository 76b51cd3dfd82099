/* SPDX-License-Identifier: Apache-2.0 */
#include "model/contact_visit.h"
#include "base/memory.h"
#include "state/particle_order.h"
#include "step/sum.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Force, torque, arms and contact point from the normal and the record of an entry. A zero has no sign: that would tell how i and j
 * stand in the list. */
static void fill(tsu_contact_seen *k, const tsu_world *w, const double normal[3])
{
    const double *record = k->forces->record[k->entry], *x = w->particles.xr[k->row_i];
    const double sign = k->turned ? -1.0 : 1.0;
    const double radius_j = k->row_j >= 0 ? w->particles.xr[k->row_j][3] : 0.0;
    k->overlap = 2.0 * record[3];
    for (int q = 0; q < 3; q++) {
        k->normal[q] = normal[q];
        k->force[q] = sign * record[q] + 0.0;
        k->torque[q] = k->forces->roll ? sign * k->forces->roll[k->entry][q] + 0.0 : 0.0;
        k->arm_i[q] = -tsu_contact_arm(x[3], record[3]) * normal[q];
        k->arm_j[q] = k->row_j >= 0 ? tsu_contact_arm(radius_j, record[3]) * normal[q] : 0.0;
        k->point[q] = tsu_boundary_inside(w, k->row_i, q) + k->arm_i[q];
    }
}

/* Whether the box as it is wrapped now lies between two particles; how they are wrapped in memory depends on when lists were made. */
static bool goes_across(const tsu_world *w, int32_t i, int32_t j, const int image[3])
{
    int own[3], other[3];
    bool across = false;
    tsu_boundary_wraps(w, i, own);
    tsu_boundary_wraps(w, j, other);
    for (int q = 0; q < 3; q++) {
        across = across || image[q] + other[q] - own[q] != 0;
    }
    return across;
}

static void visit_pair(const tsu_world *w, int64_t e, bool turned, tsu_contact_visitor *visit, void *context)
{
    const tsu_contacts *c = &w->contacts;
    const int32_t row = (int32_t)c->row[e], partner = (int32_t)(c->partner[e] & TSU_CONTACT_ROW_MASK);
    const int image = (int)(c->partner[e] >> TSU_CONTACT_ROW_BITS), way = turned ? -1 : 1;
    const int s[3] = {way * (image % 3 - 1), way * (image / 3 % 3 - 1), way * (image / 9 - 1)};
    tsu_contact_seen k = {.row_i = turned ? partner : row,
                          .row_j = turned ? row : partner,
                          .turned = turned,
                          .across = goes_across(w, turned ? partner : row, turned ? row : partner, s),
                          .list = c,
                          .forces = &w->forces,
                          .laws = &w->laws,
                          .entry = e};
    double n[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        n[q] =
            w->particles.xr[k.row_i][q] - w->particles.xr[k.row_j][q] - s[q] * (w->box.hi[q] - w->box.lo[q]);
        length2 += n[q] * n[q];
    }
    const double length = sqrt(length2);
    for (int q = 0; q < 3 && length2 > 0.0; q++) {
        n[q] /= length;
    }
    fill(&k, w, n);
    visit(context, &k);
}

static void visit_wall_entry(const tsu_world *w, const tsu_wall *wall, int64_t e, tsu_contact_visitor *visit,
                             void *context)
{
    const tsu_contacts *c = &wall->contacts;
    tsu_contact_seen k = {.row_i = (int32_t)c->row[e],
                          .row_j = -1,
                          .wall = wall,
                          .list = c,
                          .forces = &wall->forces,
                          .laws = &wall->laws,
                          .entry = e};
    double n[3];
    tsu_wall_distance(wall, e, w->particles.xr[k.row_i], n);
    fill(&k, w, n);
    visit(context, &k);
}

/* row: only the contacts of this particle; -1: of all */
static void visit_wall(const tsu_world *w, const tsu_wall *wall, int32_t row, tsu_contact_visitor *visit,
                       void *context)
{
    const tsu_contacts *c = &wall->contacts;
    for (int64_t e = 0; e < c->count; e++) {
        if (c->live[e] && (row < 0 || (int32_t)c->row[e] == row))
            visit_wall_entry(w, wall, e, visit, context);
    }
}

typedef struct id_entry {
    uint64_t id;
    int64_t entry;
} id_entry;

static int compare_entries(const void *a, const void *b)
{
    const id_entry *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : (x->entry > y->entry) - (x->entry < y->entry);
}

static tsu_status visit_wall_by_id(const tsu_world *w, const tsu_wall *wall, tsu_contact_visitor *visit,
                                   void *context, tsu_error *err)
{
    const tsu_contacts *c = &wall->contacts;
    id_entry *all = NULL;
    size_t count = 0;
    const tsu_status s =
        tsu_memory_allocate(&all, (size_t)c->count, sizeof *all, "the order of contacts", err);
    if (s != TSU_OK) return s;
    for (int64_t e = 0; e < c->count; e++) {
        if (c->live[e]) all[count++] = (id_entry){w->particles.id[c->row[e]], e};
    }
    if (count > 1) qsort(all, count, sizeof *all, compare_entries);
    for (size_t k = 0; k < count; k++) {
        visit_wall_entry(w, wall, all[k].entry, visit, context);
    }
    tsu_memory_release(&all);
    return TSU_OK;
}

/* The contacts of a particle that it shall tell of: those with a higher id, each in the order of the partners' ids. */
static void visit_row(const tsu_world *w, int32_t row, tsu_contact_visitor *visit, void *context)
{
    const tsu_contacts *c = &w->contacts;
    const tsu_incidence *in = &w->schedule.incidence;
    const uint64_t *id = w->particles.id;
    for (int64_t q = in->first[row]; q < in->first[row + 1]; q++) {
        const int64_t e = tsu_incident_entry(in->code[q]);
        if (e >= c->count || !c->live[e]) continue;
        const bool second = in->code[q] & TSU_INCIDENT_SIDE;
        const int32_t other = (int32_t)(second ? c->row[e] : c->partner[e] & TSU_CONTACT_ROW_MASK);
        if (id[row] < id[other] || (row == other && !second)) visit_pair(w, e, second, visit, context);
    }
}

tsu_status tsu_contacts_visit(tsu_world *w, tsu_contact_visitor *visit, void *context, tsu_error *err)
{
    const int32_t n = w->particles.count;
    int32_t *order = NULL;
    tsu_world_watch(w);
    tsu_status s = tsu_world_look(w, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&order, (size_t)n, sizeof *order, "the order of contacts", err);
    if (s == TSU_OK) s = tsu_particles_by_id(&w->particles, order, err);
    for (int32_t k = 0; k < n && s == TSU_OK; k++) {
        if (order[k] < w->schedule.incidence.rows) visit_row(w, order[k], visit, context);
    }
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = visit_wall_by_id(w, w->wall[k], visit, context, err);
    }
    tsu_memory_release(&order);
    return s;
}

tsu_status tsu_contacts_visit_any(tsu_world *w, tsu_contact_visitor *visit, void *context, tsu_error *err)
{
    tsu_world_watch(w);
    const tsu_status s = tsu_world_look(w, err);
    if (s != TSU_OK) return s;
    for (int64_t e = 0; e < w->contacts.count; e++) {
        if (w->contacts.live[e]) visit_pair(w, e, false, visit, context);
    }
    for (int k = 0; k < w->walls; k++) {
        visit_wall(w, w->wall[k], -1, visit, context);
    }
    return TSU_OK;
}

void tsu_contacts_visit_wall(const tsu_world *w, const tsu_wall *wall, tsu_contact_visitor *visit,
                             void *context)
{
    visit_wall(w, wall, -1, visit, context);
}

void tsu_contacts_visit_particle(const tsu_world *w, int32_t row, tsu_contact_visitor *visit, void *context)
{
    const tsu_contacts *c = &w->contacts;
    const tsu_incidence *in = &w->schedule.incidence;
    const bool listed = row < in->rows;
    for (int64_t q = listed ? in->first[row] : 0; listed && q < in->first[row + 1]; q++) {
        const int64_t e = tsu_incident_entry(in->code[q]);
        if (e < c->count && c->live[e]) visit_pair(w, e, false, visit, context);
    }
    for (int k = 0; k < w->walls; k++) {
        visit_wall(w, w->wall[k], row, visit, context);
    }
}
