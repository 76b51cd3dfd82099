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
    tsu_contact_fields field;
    bool forces;     /* something wants them */
    float *mu_count; /* [particles] contacts with mu */
    int mu_at;       /* in the history of the tangential law */
    uint32_t (*pair)[2];
    float *force;
    int64_t links;
} taking;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A force at the end of a lever along n: the symmetric part of their product, xx yy zz xy xz yz [N m]. On the other side both change
 * their sign. */
static void add_stress(float *to, const double force[3], const double n[3], double lever)
{
    static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        const int a = first[k], b = second[k];
        to[k] += (float)(0.5 * lever * (force[a] * n[b] + force[b] * n[a]));
    }
}

/* half: of the overlap [m]; n: from the other side to the particle. The pressure of a sphere is the sum of force times lever over
 * three volumes, a third of the trace of the stress. */
static void touch(const taking *t, int32_t row, double half, const double force[3], const double n[3])
{
    const tsu_contact_fields *f = &t->field;
    if (f->overlap && (float)(2.0 * half) > f->overlap[row]) f->overlap[row] = (float)(2.0 * half);
    if (f->coordination) f->coordination[row] += 1.0f;
    const double lever = t->world->particles.xr[row][3] - half;
    if (f->pressure) f->pressure[row] += (float)(dot(force, n) * lever);
    if (f->stress) add_stress(f->stress + 6 * (size_t)row, force, n, lever);
}

static void add_mu(const taking *t, int32_t row, float mu)
{
    t->field.mu[row] += mu;
    t->mu_count[row] += 1.0f;
}

/* Where the list of these laws has mu, or -1. */
static int place_of_mu(const taking *t, const tsu_lawset *laws)
{
    const bool same = laws->law[TSU_TANGENTIAL] == t->world->laws.law[TSU_TANGENTIAL];
    return t->field.mu && same ? laws->first_history[TSU_TANGENTIAL] + t->mu_at : -1;
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
    const int mu_at = place_of_mu(t, &w->laws), home = (1 + 3 + 9);
    for (int64_t e = 0; e < c->count; e++) {
        if (!c->live[e]) continue;
        const int32_t i = (int32_t)c->row[e], j = (int32_t)(c->partner[e] & TSU_CONTACT_ROW_MASK);
        const int image = (int)(c->partner[e] >> TSU_CONTACT_ROW_BITS);
        const double *record = w->forces.record[e];
        double n[3] = {0.0, 0.0, 0.0};
        if (t->forces) direction_of_pair(w, i, j, image, n);
        touch(t, i, record[3], record, n);
        touch(t, j, record[3], record, n); /* both turned round, which leaves the product */
        if (mu_at >= 0) {
            const float mu = (float)*tsu_contacts_history(c, mu_at, e);
            add_mu(t, i, mu);
            add_mu(t, j, mu);
        }
        if (!t->pair || image != home) continue; /* bars do not go round a periodic box */
        t->pair[t->links][0] = (uint32_t)i;
        t->pair[t->links][1] = (uint32_t)j;
        t->force[t->links++] = (float)dot(record, n);
    }
}

static void take_wall(const taking *t, const tsu_wall *wall)
{
    const tsu_contacts *c = &wall->contacts;
    const int mu_at = place_of_mu(t, &wall->laws);
    for (int64_t e = 0; e < c->count; e++) {
        if (!c->live[e]) continue;
        const int32_t i = (int32_t)c->row[e];
        double n[3] = {0.0, 0.0, 0.0};
        if (t->forces) tsu_wall_distance(wall, e, t->world->particles.xr[i], n);
        touch(t, i, wall->forces.record[e][3], wall->forces.record[e], n);
        if (mu_at >= 0) add_mu(t, i, (float)*tsu_contacts_history(c, mu_at, e));
    }
}

/* Sums become what they are sums for. */
static void finish(const taking *t)
{
    const tsu_particles *p = &t->world->particles;
    const double three_spheres = 4.0 * 3.14159265358979323846;
    for (int32_t i = 0; t->field.pressure && i < p->count; i++) {
        const double r = p->xr[i][3];
        t->field.pressure[i] = (float)(t->field.pressure[i] / (three_spheres * r * r * r));
    }
    for (int32_t i = 0; t->field.stress && i < p->count; i++) {
        const double r = p->xr[i][3];
        for (int k = 0; k < 6; k++) {
            float *at = &t->field.stress[6 * (size_t)i + (size_t)k];
            *at = (float)(3.0 * *at / (three_spheres * r * r * r));
        }
    }
    for (int32_t i = 0; t->field.mu && i < p->count; i++) {
        if (t->mu_count[i] > 0.0f) t->field.mu[i] /= t->mu_count[i];
    }
}

static int find_mu(const tsu_lawset *laws)
{
    const tsu_law *law = laws->law[TSU_TANGENTIAL];
    int at = 0;
    for (const tsu_law_history *h = law ? law->history : NULL; h && h->name; h++) {
        if (strcmp(h->name, "mu") == 0) return at;
        at += h->width;
    }
    return -1;
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

bool tsu_frame_take_contacts(tsu_frame *f, const tsu_world *w, const tsu_contact_fields *wanted)
{
    taking t = {.world = w, .field = *wanted, .mu_at = find_mu(&w->laws)};
    if (t.mu_at < 0) t.field.mu = NULL;
    t.forces = t.field.pressure || t.field.stress || t.field.chains;
    if (!t.field.overlap && !t.field.coordination && !t.field.mu && !t.forces) return true;
    if (t.field.mu) t.mu_count = calloc((size_t)w->particles.count + 1, sizeof *t.mu_count);
    if ((t.field.mu && !t.mu_count) || (t.field.chains && !add_chains(f, &t))) {
        free(t.mu_count);
        return false;
    }
    take_pairs(&t);
    for (int k = 0; k < w->walls; k++) {
        take_wall(&t, w->wall[k]);
    }
    finish(&t);
    for (int k = 0; t.field.chains && k < 2; k++) {
        f->array[f->arrays - 1 - k].count = t.links;
    }
    free(t.mu_count);
    return true;
}
