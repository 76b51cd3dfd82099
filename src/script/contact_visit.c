/* SPDX-License-Identifier: Apache-2.0 */
#include "script/contact_visit.h"
#include <math.h>
#include <string.h>

/* Force, torque, arms and contact point from the normal and the record of an entry. */
static void fill(tsu_contact_seen *k, const tsu_world *w, const double normal[3])
{
    const double *record = k->list->record[k->entry], *x = w->particles.xr[k->row_i];
    const double radius_j = k->row_j >= 0 ? w->particles.xr[k->row_j][3] : 0.0;
    k->overlap = 2.0 * record[3];
    for (int q = 0; q < 3; q++) {
        k->normal[q] = normal[q];
        k->force[q] = record[q];
        k->torque[q] = k->list->roll ? k->list->roll[k->entry][q] : 0.0;
        k->arm_i[q] = -(x[3] - record[3]) * normal[q];
        k->arm_j[q] = k->row_j >= 0 ? (radius_j - record[3]) * normal[q] : 0.0;
        k->point[q] = x[q] + k->arm_i[q];
    }
}

static void visit_pair(const tsu_world *w, int64_t e, tsu_contact_visitor *visit, void *context)
{
    const tsu_contacts *c = &w->contacts;
    const int image = (int)(c->partner[e] >> TSU_CONTACT_ROW_BITS);
    const int s[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    tsu_contact_seen k = {.row_i = (int32_t)c->row[e],
                          .row_j = (int32_t)(c->partner[e] & TSU_CONTACT_ROW_MASK),
                          .across = s[0] != 0 || s[1] != 0 || s[2] != 0,
                          .list = c,
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

/* row: only the contacts of this particle; -1: of all */
static void visit_wall(const tsu_world *w, const tsu_wall *wall, int32_t row, tsu_contact_visitor *visit,
                       void *context)
{
    const tsu_contacts *c = &wall->contacts;
    for (int64_t e = 0; e < c->count; e++) {
        if (!c->live[e] || (row >= 0 && (int32_t)c->row[e] != row)) continue;
        tsu_contact_seen k = {.row_i = (int32_t)c->row[e],
                              .row_j = -1,
                              .wall = wall,
                              .list = c,
                              .laws = &wall->laws,
                              .entry = e};
        double n[3];
        if (c->geometry)
            memcpy(n, c->geometry[e], sizeof n);
        else
            tsu_wall_distance(wall, w->particles.xr[k.row_i], n);
        fill(&k, w, n);
        visit(context, &k);
    }
}

tsu_status tsu_contacts_visit(tsu_world *w, tsu_contact_visitor *visit, void *context, tsu_error *err)
{
    tsu_world_watch(w);
    const tsu_status s = tsu_world_look(w, err);
    if (s != TSU_OK) return s;
    for (int64_t e = 0; e < w->contacts.count; e++) {
        if (w->contacts.live[e]) visit_pair(w, e, visit, context);
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
    const bool listed = c->incident_first && row < c->rows;
    for (int64_t q = listed ? c->incident_first[row] : 0; listed && q < c->incident_first[row + 1]; q++) {
        const int64_t e = tsu_incident_entry(c->incident[q]);
        if (e < c->count && c->live[e]) visit_pair(w, e, visit, context);
    }
    for (int k = 0; k < w->walls; k++) {
        visit_wall(w, w->wall[k], row, visit, context);
    }
}
