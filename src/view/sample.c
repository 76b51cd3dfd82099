/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c - takes a frame of a session between two steps. Reads only. */
#include "script/contact_visit.h"
#include "step/mesh_body.h"
#include "view/frame.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- particles ------------------------------------------------------------------------------------------------------- */

static float length(const double v[3])
{
    return (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static bool add_standard(tsu_frame *f, const tsu_particles *p, const double origin[3])
{
    const int32_t n = p->count;
    uint32_t *id = tsu_frame_add(f, "id", TSU_ARRAY_U32, 1, n);
    float *position = tsu_frame_add(f, "position", TSU_ARRAY_F32, 3, n),
          *radius = tsu_frame_add(f, "radius", TSU_ARRAY_F32, 1, n);
    uint8_t *type = tsu_frame_add(f, "type", TSU_ARRAY_U8, 1, n);
    if (!id || !position || !radius || !type) return false;
    for (int32_t i = 0; i < n; i++) {
        for (int q = 0; q < 3; q++) {
            position[3 * i + q] = (float)(p->xr[i][q] - origin[q]);
        }
        radius[i] = (float)p->xr[i][3];
        id[i] = (uint32_t)p->id[i];
        type[i] = (uint8_t)(p->type[i] < 254 ? p->type[i] + 1 : 255);
    }
    return true;
}

static void fill_column(const tsu_particles *p, const char *name, int width, float *to)
{
    const tsu_particle_column *c = tsu_particles_find_column(p, name);
    const bool there = c && c->width == width;
    for (int64_t k = 0; k < (int64_t)p->count * width; k++) {
        to[k] = there ? (float)c->value[k] : 0.0f;
    }
}

static void fill_velocity(const tsu_particles *p, float *to)
{
    for (int32_t i = 0; i < p->count; i++) {
        for (int q = 0; q < 3; q++) {
            to[3 * i + q] = (float)p->vm[i][q];
        }
    }
}

static void fill_field(const tsu_setting_field *field, const tsu_particles *p, float *to)
{
    const int32_t n = p->count;
    switch (field->source) {
    case TSU_FIELD_SPEED:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->vm[i]);
        }
        break;
    case TSU_FIELD_SPIN:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->wi[i]);
        }
        break;
    case TSU_FIELD_FORCE:
        for (int32_t i = 0; i < n; i++) {
            to[i] = length(p->force[i]);
        }
        break;
    case TSU_FIELD_RANK:
        for (int32_t i = 0; i < n; i++) {
            to[i] = (float)i;
        }
        break;
    case TSU_FIELD_VELOCITY: fill_velocity(p, to); break;
    case TSU_FIELD_TEMPERATURE: fill_column(p, "Temp", 1, to); break;
    case TSU_FIELD_COLUMN: fill_column(p, field->name, field->width, to); break;
    default: memset(to, 0, (size_t)n * sizeof *to); /* by contact, below */
    }
}

/* ---- contacts --------------------------------------------------------------------------------------------------------- */

typedef struct by_contact {
    const tsu_particles *particles;
    float *overlap, *coordination, *pressure, *mu; /* NULL: not wanted */
    float *mu_count;
    const tsu_lawset *laws; /* whose history has mu, at ... */
    int mu_at;
    bool chains;
    uint32_t (*pair)[2];
    float *force;
    int64_t links, capacity;
    bool failed;
} by_contact;

static void add_link(by_contact *b, const tsu_contact_seen *k, double normal_force)
{
    if (k->row_j < 0 || k->across || b->failed) return;
    if (b->links == b->capacity) {
        const int64_t capacity = b->capacity + b->capacity / 2 + 1024;
        void *pair = realloc(b->pair, (size_t)capacity * sizeof *b->pair);
        if (pair) b->pair = pair;
        void *force = realloc(b->force, (size_t)capacity * sizeof *b->force);
        if (force) b->force = force;
        b->failed = !pair || !force;
        if (b->failed) return;
        b->capacity = capacity;
    }
    b->pair[b->links][0] = (uint32_t)k->row_i;
    b->pair[b->links][1] = (uint32_t)k->row_j;
    b->force[b->links++] = (float)normal_force;
}

static void touch(by_contact *b, int32_t row, double overlap, double virial)
{
    if (b->overlap && (float)overlap > b->overlap[row]) b->overlap[row] = (float)overlap;
    if (b->coordination) b->coordination[row] += 1.0f;
    if (b->pressure) b->pressure[row] += (float)virial;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void see(void *context, const tsu_contact_seen *k)
{
    by_contact *b = context;
    /* The force on i pushes it away from the contact, which lies along its arm; that on j is the opposite. */
    touch(b, k->row_i, k->overlap, -dot(k->force, k->arm_i));
    if (k->row_j >= 0) touch(b, k->row_j, k->overlap, dot(k->force, k->arm_j));
    if (b->mu && k->laws->law[TSU_TANGENTIAL] == b->laws->law[TSU_TANGENTIAL]) {
        const int at = k->laws->first_history[TSU_TANGENTIAL] + b->mu_at;
        const float mu = (float)*tsu_contacts_history(k->list, at, k->entry);
        const int32_t rows[2] = {k->row_i, k->row_j};
        for (int q = 0; q < 2 && rows[q] >= 0; q++) {
            b->mu[rows[q]] += mu;
            b->mu_count[rows[q]] += 1.0f;
        }
    }
    if (b->chains) add_link(b, k, dot(k->force, k->normal));
}

/* Sums become what they are sums for. */
static void finish(by_contact *b)
{
    const double sphere = 4.0 / 3.0 * 3.14159265358979323846;
    for (int32_t i = 0; b->pressure && i < b->particles->count; i++) {
        const double r = b->particles->xr[i][3];
        b->pressure[i] = (float)(b->pressure[i] / (3.0 * sphere * r * r * r));
    }
    for (int32_t i = 0; b->mu && i < b->particles->count; i++) {
        if (b->mu_count[i] > 0.0f) b->mu[i] /= b->mu_count[i];
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

static bool add_chains(tsu_frame *f, by_contact *b)
{
    uint32_t *pair = tsu_frame_add(f, "chain", TSU_ARRAY_U32, 2, b->links);
    float *force = tsu_frame_add(f, "chain_force", TSU_ARRAY_F32, 1, b->links);
    if (!pair || !force) return false;
    if (b->links > 0) memcpy(pair, b->pair, (size_t)b->links * sizeof *b->pair);
    if (b->links > 0) memcpy(force, b->force, (size_t)b->links * sizeof *b->force);
    return true;
}

static bool add_contact_fields(tsu_frame *f, const tsu_world *w, by_contact *b)
{
    b->particles = &w->particles;
    b->laws = &w->laws;
    b->mu_at = find_mu(&w->laws);
    if (b->mu && b->mu_at < 0) b->mu = NULL;
    if (b->mu) b->mu_count = calloc((size_t)w->particles.count + 1, sizeof *b->mu_count);
    const bool wanted = b->overlap || b->coordination || b->pressure || b->mu || b->chains;
    bool ok = !b->mu || b->mu_count;
    if (ok && wanted) tsu_contacts_visit(w, see, b);
    if (ok) finish(b);
    if (ok && b->chains) ok = !b->failed && add_chains(f, b);
    free(b->mu_count);
    free(b->pair);
    free(b->force);
    return ok;
}

static bool add_fields(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, uint64_t fields)
{
    by_contact b = {.chains = fields >> TSU_SETTING_FIELDS & 1};
    for (int k = 0; k < scene->fields; k++) {
        const tsu_setting_field *field = &scene->field[k];
        if (!(fields >> k & 1)) continue;
        float *to = tsu_frame_add(f, field->name, TSU_ARRAY_F32, field->width, w->particles.count);
        if (!to) return false;
        fill_field(field, &w->particles, to);
        if (field->source == TSU_FIELD_OVERLAP) b.overlap = to;
        if (field->source == TSU_FIELD_COORDINATION) b.coordination = to;
        if (field->source == TSU_FIELD_PRESSURE) b.pressure = to;
        if (field->source == TSU_FIELD_MU) b.mu = to;
    }
    return add_contact_fields(f, w, &b);
}

/* ---- meshes ------------------------------------------------------------------------------------------------------------ */

/* x = M X + s with X = Y + o, x = y + o: y = M Y + (M o + s - o). */
static void set_pose(tsu_frame_mesh *m, const tsu_pose *pose, const double o[3])
{
    const tsu_pose identity = tsu_pose_identity(), *p = pose->moved ? pose : &identity;
    m->moved = pose->moved;
    memset(m->pose, 0, sizeof m->pose);
    for (int row = 0; row < 3; row++) {
        double shift = (pose->moved ? p->shift[row] : 0.0) - o[row];
        for (int column = 0; column < 3; column++) {
            m->pose[4 * column + row] = p->matrix[row][column];
            shift += p->matrix[row][column] * o[column];
        }
        m->pose[12 + row] = shift;
    }
    m->pose[15] = 1.0;
}

static tsu_status add_meshes(tsu_frame *f, const tsu_setting *scene, const tsu_world *w, tsu_error *err)
{
    const tsu_status status = tsu_frame_reserve_meshes(f, scene->meshes, err);
    for (int k = 0; status == TSU_OK && k < scene->meshes; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(w, scene->mesh[k].name);
        const tsu_pose identity = tsu_pose_identity();
        snprintf(f->mesh[k].name, sizeof f->mesh[k].name, "%s", scene->mesh[k].name);
        f->mesh[k].version = scene->mesh[k].version;
        set_pose(&f->mesh[k], body ? &body->pose : &identity, scene->origin);
    }
    return status;
}

/* ---- frames ------------------------------------------------------------------------------------------------------------- */

tsu_status tsu_frame_take(tsu_frame *f, const tsu_session *s, tsu_setting *scene, uint64_t fields,
                          tsu_error *err)
{
    const tsu_world *w = s->world;
    const double done = (double)(w->step - s->run_begin);
    f->arrays = 0;
    f->scene_number = scene->number;
    f->fields = fields;
    f->step = w->step;
    f->time = w->time;
    f->total = w->particles.count;
    f->contacts = w->touching;
    f->run_begin = s->run_begin;
    f->run_end = s->run_end;
    f->rate = s->loop_seconds > 0.0 ? done * w->particles.count / s->loop_seconds : 0.0;
    f->residual = tsu_energy_error(w);
    memcpy(f->lo, w->box.lo, sizeof f->lo);
    memcpy(f->hi, w->box.hi, sizeof f->hi);
    if (!add_standard(f, &w->particles, scene->origin) || !add_fields(f, scene, w, fields))
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a frame of %lld particles",
                             (long long)f->total);
    for (int k = 0; k < f->arrays; k++) {
        tsu_frame_measure(&f->array[k]);
    }
    return add_meshes(f, scene, w, err);
}
