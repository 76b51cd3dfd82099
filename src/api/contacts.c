/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.c - the contacts that touch, as rows that a program reads. */
#include "api/api.h"
#include "base/memory.h"
#include "model/contact_visit.h"
#include <string.h>

typedef struct listing {
    const tsu_world *w;
    struct tsu_api *a;
    size_t count, numbers;
    tsu_status status;
    tsu_error *err;
} listing;

static int64_t number_of(const tsu_world *w, const tsu_wall *wall)
{
    for (int k = 0; k < w->walls; k++) {
        if (w->wall[k] == wall) return k;
    }
    return -1;
}

/* What changes its sign with the order of the particles does so here, too. */
static void put_history(double *to, const tsu_contact_seen *k)
{
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        int at = k->laws->first_history[q];
        for (const tsu_law_history *h = k->laws->law[q] ? k->laws->law[q]->history : NULL; h && h->name;
             h++) {
            const double sign = k->turned && h->antisymmetric ? -1.0 : 1.0;
            for (int c = 0; c < h->width; c++, at++) {
                to[at] = sign * *tsu_contacts_history(k->list, at, k->entry) + 0.0;
            }
        }
    }
}

static void take(void *context, const tsu_contact_seen *k)
{
    listing *l = context;
    struct tsu_api *a = l->a;
    const size_t width = (size_t)k->laws->history;
    if (l->status == TSU_OK)
        l->status = tsu_memory_grow(&a->contact, &a->contact_capacity, l->count + 1, sizeof *a->contact,
                                    "contacts", l->err);
    if (l->status == TSU_OK)
        l->status = tsu_memory_grow(&a->history, &a->history_capacity, l->numbers + width + 1,
                                    sizeof *a->history, "contacts", l->err);
    if (l->status != TSU_OK) return;
    tsu_contact_record *c = &a->contact[l->count++];
    const uint64_t *id = l->w->particles.id;
    *c = (tsu_contact_record){.id = {id[k->row_i], k->row_j >= 0 ? id[k->row_j] : 0},
                              .wall = k->wall ? number_of(l->w, k->wall) : -1,
                              .overlap = k->overlap,
                              .history = l->numbers,
                              .history_width = width};
    memcpy(c->point, k->point, sizeof c->point);
    memcpy(c->normal, k->normal, sizeof c->normal);
    memcpy(c->force, k->force, sizeof c->force);
    for (int q = 0; q < 3; q++) {
        c->torque[q] = 0.0 - k->torque[q];
    }
    memset(a->history + l->numbers, 0, width * sizeof *a->history);
    put_history(a->history + l->numbers, k);
    l->numbers += width;
}

tsu_status tsu_contacts_list(tsu_world *w, tsu_contacts_view *view, tsu_error *err)
{
    if (!w || !view) return tsu_error_null(err, "tsu_contacts_list", "world and view");
    listing l = {.w = w, .a = tsu_api_of(w, err), .err = err};
    tsu_status s = l.a ? TSU_OK : TSU_ERROR_MEMORY;
    if (s == TSU_OK && !w->calling && !tsu_world_is(w, TSU_CURRENT_FORCES | TSU_CURRENT_LAWS))
        s = tsu_world_settle(w, err);
    if (s == TSU_OK) s = tsu_contacts_visit(w, take, &l, err);
    if (s == TSU_OK) s = l.status;
    if (s == TSU_OK) *view = (tsu_contacts_view){l.a->contact, l.count, l.a->history, w->generation};
    return s;
}

const char *tsu_contact_history_name(const tsu_world *w, int64_t wall, int k)
{
    if (!w) return NULL;
    if (wall >= w->walls || k < 0) return NULL;
    const tsu_lawset *laws = wall < 0 ? &w->laws : &w->wall[wall]->laws;
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        int at = laws->first_history[q];
        for (const tsu_law_history *h = laws->law[q] ? laws->law[q]->history : NULL; h && h->name; h++) {
            if (k >= at && k < at + h->width) return h->name;
            at += h->width;
        }
    }
    return NULL;
}

const char *tsu_wall_name(const tsu_world *w, int64_t wall)
{
    if (!w) return NULL;
    return wall >= 0 && wall < w->walls ? w->wall[wall]->name : NULL;
}
