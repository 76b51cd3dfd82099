/* SPDX-License-Identifier: Apache-2.0 */
/* compute_local.c - compute pair/gran/local and wall/gran/local: a row of numbers for each touching contact. Columns come in the
 * order of the list below, whatever the order of the words. `history` gives what the laws remember of a contact (shear, mu, R, ...),
 * without the memory of the energy audit. */
#include "base/memory.h"
#include "script/contact_visit.h"
#include "script/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words_of[] = {
    "pos",    "vel",     "id",          "force", "force_normal", "force_tangential",
    "torque", "history", "contactArea", "delta", "contactPoint", NULL};
enum { POS, VEL, ID, FORCE, FORCE_NORMAL, FORCE_TANGENTIAL, TORQUE, HISTORY, AREA, DELTA, POINT, KINDS };
enum { COLUMNS_MAX = 64 };

typedef struct local_compute {
    tsu_session *session;
    char id[TSU_NAME];
    int group;
    bool walls;
    bool wanted[KINDS];
    int columns;
    const char *name[COLUMNS_MAX];
    int64_t rows;
    double *value; /* [rows][columns] */
    size_t capacity;
    tsu_status status;
    tsu_error *err;
} local_compute;

static void destroy_local(tsu_session *s, void *state)
{
    (void)s;
    local_compute *c = state;
    tsu_memory_release(&c->value);
    free(c);
}

/* The laws whose history is shown: those between particles, or of the first wall. */
static const tsu_lawset *shown_laws(const local_compute *c)
{
    const tsu_world *w = c->session->world;
    return !c->walls ? &w->laws : w->walls > 0 ? &w->wall[0]->laws : NULL;
}

static void add_columns(local_compute *c, const char *name, int count)
{
    for (int k = 0; k < count && c->columns < COLUMNS_MAX; k++) {
        c->name[c->columns++] = name;
    }
}

static void add_history_columns(local_compute *c)
{
    const tsu_lawset *laws = shown_laws(c);
    for (int k = 0; laws && k < TSU_LAW_KINDS; k++) {
        for (const tsu_law_history *h = laws->law[k] ? laws->law[k]->history : NULL; h && h->name; h++) {
            if (!h->internal) add_columns(c, h->name, h->width);
        }
    }
}

/* Lays out the columns; again at each use, since laws may have been chosen since. */
static void lay_out(local_compute *c)
{
    c->columns = 0;
    for (int k = 0; k < KINDS; k++) {
        if (!c->wanted[k]) continue;
        switch (k) {
        case POS:
            add_columns(c, "pos1", 3);
            add_columns(c, "pos2", 3);
            break;
        case VEL:
            add_columns(c, "vel1", 3);
            add_columns(c, "vel2", 3);
            break;
        case ID:
            add_columns(c, "id1", 1);
            add_columns(c, "id2", 1);
            add_columns(c, "is_periodic", 1);
            break;
        case HISTORY: add_history_columns(c); break;
        case AREA: add_columns(c, "contact_area", 1); break;
        case DELTA: add_columns(c, "delta", 1); break;
        case POINT: add_columns(c, "contact_point", 3); break;
        default: add_columns(c, words_of[k], 3);
        }
    }
}

static double *put3(double *to, const double *v)
{
    memcpy(to, v, 3 * sizeof *to);
    return to + 3;
}

static double *put_history(double *to, const tsu_contact_seen *k, const tsu_lawset *shown)
{
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        int at = k->laws->first_history[q];
        for (const tsu_law_history *h = shown->law[q] ? shown->law[q]->history : NULL; h && h->name; h++) {
            const bool same =
                k->laws->law[q] == shown->law[q]; /* a wall with other laws has nothing to show here */
            for (int n = 0; n < h->width; n++, at++) {
                if (!h->internal) *to++ = same ? k->list->history[at * k->list->capacity + k->entry] : 0.0;
            }
        }
    }
    return to;
}

/* Area of the circle in which two spheres, or a sphere and a plane, intersect [m^2]. */
static double area_of(const tsu_world *w, const tsu_contact_seen *k)
{
    const double d = k->overlap > 0.0 ? k->overlap : 0.0, ri = w->particles.xr[k->row_i][3],
                 pi = 3.14159265358979323846;
    if (k->row_j < 0) return pi * d * (2.0 * ri - d);
    const double rj = w->particles.xr[k->row_j][3], r = ri + rj - d;
    return pi * d * (2.0 * ri - d) * (2.0 * rj - d) * (2.0 * (ri + rj) - d) / (4.0 * r * r);
}

static double *put_bodies(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    const tsu_particles *p = &c->session->world->particles;
    static const double rest[3] = {0};
    if (c->wanted[POS]) to = put3(put3(to, p->xr[k->row_i]), k->row_j >= 0 ? p->xr[k->row_j] : k->point);
    if (c->wanted[VEL]) to = put3(put3(to, p->vm[k->row_i]), k->row_j >= 0 ? p->vm[k->row_j] : rest);
    if (!c->wanted[ID]) return to;
    double other = 0.0;
    for (int q = 0; k->wall && q < c->session->world->walls; q++) {
        if (c->session->world->wall[q] == k->wall) other = q + 1; /* a wall has its number, from 1 */
    }
    *to++ = (double)p->id[k->row_i];
    *to++ = k->row_j >= 0 ? (double)p->id[k->row_j] : other;
    *to++ = k->across;
    return to;
}

static double *put_forces(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    double along = 0.0, normal[3], tangential[3];
    for (int q = 0; q < 3; q++) {
        along += k->force[q] * k->normal[q];
    }
    for (int q = 0; q < 3; q++) {
        normal[q] = along * k->normal[q];
        tangential[q] = k->force[q] - normal[q];
    }
    const double *a = k->arm_i, *f = tangential;
    const double torque[3] = {a[1] * f[2] - a[2] * f[1] - k->torque[0],
                              a[2] * f[0] - a[0] * f[2] - k->torque[1],
                              a[0] * f[1] - a[1] * f[0] - k->torque[2]};
    if (c->wanted[FORCE]) to = put3(to, k->force);
    if (c->wanted[FORCE_NORMAL]) to = put3(to, normal);
    if (c->wanted[FORCE_TANGENTIAL]) to = put3(to, tangential);
    return c->wanted[TORQUE] ? put3(to, torque) : to;
}

static void add_row(void *context, const tsu_contact_seen *k)
{
    local_compute *c = context;
    const bool in = tsu_session_in_group(c->session, k->row_i, c->group) &&
                    (k->row_j < 0 || tsu_session_in_group(c->session, k->row_j, c->group));
    if ((k->wall != NULL) != c->walls || !in || c->status != TSU_OK) return;
    c->status = tsu_memory_grow(&c->value, &c->capacity, (size_t)(c->rows + 1) * (size_t)c->columns + 1,
                                sizeof *c->value, "a compute of contacts", c->err);
    if (c->status != TSU_OK) return;
    double *to = c->value + c->rows++ * c->columns;
    to = put_forces(put_bodies(to, c, k), c, k);
    if (c->wanted[HISTORY]) to = put_history(to, k, shown_laws(c));
    if (c->wanted[AREA]) *to++ = area_of(c->session->world, k);
    if (c->wanted[DELTA]) *to++ = k->overlap;
    if (c->wanted[POINT]) put3(to, k->point);
}

static tsu_status local_values(tsu_session *s, void *state, const double **data, int64_t *rows,
                               tsu_error *err)
{
    local_compute *c = state;
    c->rows = 0;
    c->status = TSU_OK;
    c->err = err;
    lay_out(c);
    tsu_objects_find(&s->computes, c->id)->values.local_columns = c->columns;
    tsu_contacts_visit(s->world, add_row, c);
    *data = c->value;
    *rows = c->rows;
    return c->status;
}

static const char *local_name(const void *state, int column)
{
    return ((const local_compute *)state)->name[column];
}

static tsu_status define(tsu_script *script, tsu_words *words, bool walls, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_need_world(s, "compute pair/gran/local", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &o, err);
    if (status == TSU_OK && tsu_objects_find(&s->computes, o.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a compute '%s'", o.id);
    if (status != TSU_OK) return status;
    local_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    c->session = s;
    snprintf(c->id, sizeof c->id, "%s", o.id);
    c->group = o.group;
    c->walls = walls;
    if (!tsu_words_left(words)) /* as LIGGGHTS: everything */
        memset(c->wanted, true, sizeof c->wanted);
    while (status == TSU_OK && tsu_words_left(words)) {
        int k = 0;
        status = tsu_words_choice(words, "what to give", words_of, &k, err);
        if (status == TSU_OK) c->wanted[k] = true;
    }
    lay_out(c);
    o.state = c;
    o.destroy = destroy_local;
    o.values = (tsu_values){.local_columns = c->columns, .local = local_values, .local_name = local_name};
    if (status == TSU_OK && !tsu_objects_add(&s->computes, &o, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) destroy_local(s, c);
    return status;
}

static tsu_status compute_pair_local(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, false, err);
}

static tsu_status compute_wall_local(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, true, err);
}

#define WHAT                                                                                                 \
    "[pos] [vel] [id] [force] [force_normal] [force_tangential] [torque] [history] [contactArea] [delta] "   \
    "[contactPoint]"
const tsu_command tsu_computes_local[] = {
    {"pair/gran/local", "compute ID GROUP pair/gran/local " WHAT, "a row for each contact between particles",
     compute_pair_local},
    {"wall/gran/local", "compute ID GROUP wall/gran/local " WHAT,
     "a row for each contact with a wall; id2 is the number of the wall", compute_wall_local},
    {0}};
