/* SPDX-License-Identifier: Apache-2.0 */
/* sample_contacts.c - what a frame tells of contacts. The run waits meanwhile, so the lists are gone through once and as they lie. */
#include "step/wall/wall.h"
#include "step/world.h"
#include "view/frame.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct taking {
    const tsu_world *world;
    int fields;
    const tsu_contact_wanted *field;
    float *count[TSU_SETTING_FIELDS]; /* [particles] contacts, of a mean; else NULL */
    int history[TSU_SETTING_FIELDS];  /* place of the number that a field reads, among those of its law */
    bool directions;                  /* something wants them */
    uint32_t (*pair)[2];
    float *force;
    int64_t links;
} taking;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Entry e of contacts with these laws, as the particle in `row` sees it. */
static void touch(const taking *t, const tsu_lawset *laws, const tsu_contacts *c, int64_t e, int32_t row,
                  const double record[4], const double n[3])
{
    const bool same = laws->law[TSU_TANGENTIAL] == t->world->laws.law[TSU_TANGENTIAL];
    tsu_contact_look look = {.overlap = 2.0 * record[3],
                             .lever = t->world->particles.xr[row][3] - record[3],
                             .force = record,
                             .n = n};
    for (int k = 0; k < t->fields; k++) {
        const tsu_contact_field *f = t->field[k].row;
        if (f->history && (!same || t->history[k] < 0)) continue;
        if (f->history)
            look.history = *tsu_contacts_history(c, laws->first_history[TSU_TANGENTIAL] + t->history[k], e);
        f->add(t->field[k].to + (size_t)row * (size_t)f->width, &look);
        if (t->count[k]) t->count[k][row] += 1.0f;
    }
}

/* The direction from j to i; no direction where they are at one place. */
static void direction_of_pair(const tsu_world *w, int32_t i, int32_t j, int image, double n[3])
{
    const double *a = w->particles.xr[i], *b = w->particles.xr[j];
    const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    for (int q = 0; q < 3; q++) {
        n[q] = a[q] - b[q] - shift[q] * (w->box.hi[q] - w->box.lo[q]);
    }
    const double length = sqrt(dot(n, n));
    for (int q = 0; q < 3; q++) {
        n[q] = length > 0.0 ? n[q] / length : 0.0;
    }
}

static void take_pairs(taking *t)
{
    const tsu_world *w = t->world;
    const tsu_contacts *c = &w->contacts;
    const int home = (1 + 3 + 9);
    if (w->lean && !tsu_world_is(w, TSU_CURRENT_RECORDS)) return; /* a run that has failed */
    for (int64_t e = 0; e < c->count; e++) {
        if (!c->live[e]) continue;
        const int32_t i = (int32_t)c->row[e], j = (int32_t)(c->partner[e] & TSU_CONTACT_ROW_MASK);
        const int image = (int)(c->partner[e] >> TSU_CONTACT_ROW_BITS);
        const double *record = w->forces.record[e];
        double n[3] = {0.0, 0.0, 0.0};
        if (t->directions) direction_of_pair(w, i, j, image, n);
        touch(t, &w->laws, c, e, i, record, n);
        touch(t, &w->laws, c, e, j, record, n);
        if (!t->pair || image != home) continue; /* bars do not go round a periodic box */
        t->pair[t->links][0] = (uint32_t)i;
        t->pair[t->links][1] = (uint32_t)j;
        t->force[t->links++] = (float)dot(record, n);
    }
}

static void take_wall(const taking *t, const tsu_wall *wall)
{
    const tsu_contacts *c = &wall->contacts;
    for (int64_t e = 0; e < c->count; e++) {
        if (!c->live[e]) continue;
        const int32_t i = (int32_t)c->row[e];
        double n[3] = {0.0, 0.0, 0.0};
        if (t->directions) tsu_wall_distance(wall, e, t->world->particles.xr[i], n);
        touch(t, &wall->laws, c, e, i, wall->forces.record[e], n);
    }
}

/* Sums become what they are sums for. */
static void finish(const taking *t)
{
    const tsu_particles *p = &t->world->particles;
    for (int k = 0; k < t->fields; k++) {
        const tsu_contact_field *f = t->field[k].row;
        for (int32_t i = 0; i < p->count; i++) {
            float *to = t->field[k].to + (size_t)i * (size_t)f->width;
            for (int q = 0; q < f->width && t->count[k] && t->count[k][i] > 0.0f; q++) {
                to[q] /= t->count[k][i];
            }
            if (f->finish) f->finish(to, p->xr[i][3]);
        }
    }
}

static int find_history(const tsu_lawset *laws, const char *name)
{
    const tsu_law *law = laws->law[TSU_TANGENTIAL];
    int at = 0;
    for (const tsu_law_history *h = law ? law->history : NULL; h && h->name; h++) {
        if (strcmp(h->name, name) == 0) return at;
        at += h->width;
    }
    return -1;
}

bool tsu_contact_field_known(const tsu_contact_field *field, const tsu_lawset *laws)
{
    return !field->history || find_history(laws, field->history) >= 0;
}

static bool add_chains(tsu_frame *f, taking *t)
{
    const tsu_contacts *c = &t->world->contacts;
    int64_t most = 0;
    for (int64_t e = 0; e < c->count; e++) {
        most += c->live[e] != 0;
    }
    t->pair = tsu_frame_add(f, "chain", TSU_ARRAY_U32, 2, most);
    t->force = tsu_frame_add(f, "chain_force", TSU_ARRAY_F32, 1, most);
    return t->pair && t->force;
}

static bool prepare(taking *t)
{
    const size_t rows = (size_t)t->world->particles.count;
    for (int k = 0; k < t->fields; k++) {
        const tsu_contact_field *f = t->field[k].row;
        memset(t->field[k].to, 0, rows * (size_t)f->width * sizeof(float));
        t->directions = t->directions || f->directions;
        if (f->history) t->history[k] = find_history(&t->world->laws, f->history);
        if (f->mean) t->count[k] = calloc(rows + 1, sizeof *t->count[k]);
        if (f->mean && !t->count[k]) return false;
    }
    return true;
}

bool tsu_frame_take_contacts(tsu_frame *f, const tsu_world *w, const tsu_contact_wanted *wanted, int fields,
                             bool chains)
{
    taking t = {.world = w, .fields = fields, .field = wanted, .directions = chains};
    if (fields == 0 && !chains) return true;
    const bool ready = prepare(&t) && (!chains || add_chains(f, &t));
    if (ready) {
        take_pairs(&t);
        for (int k = 0; k < w->walls; k++) {
            take_wall(&t, w->wall[k]);
        }
        finish(&t);
    }
    for (int k = 0; k < 2 && ready && chains; k++) {
        f->array[f->arrays - 1 - k].count = t.links;
    }
    for (int k = 0; k < fields; k++) {
        free(t.count[k]);
    }
    return ready;
}
