/* SPDX-License-Identifier: Apache-2.0 */
/* local.c - compute pair/gran/local and wall/gran/local: a row of numbers for each touching contact. Columns come in the
 * order of the list below, whatever the order of the words. `history` gives what the laws remember of a contact (shear, mu, R, ...),
 * without the memory of the energy audit. The words from `n` on are what the surface model hands to the other laws, and E_elas what
 * they store, by the names of docs/theory/surface_default.md. At a wall the first of the two is the wall, as LIGGGHTS has it: the point of contact, its
 * velocity there, and for ids mesh (from 0, -1: none), triangle and particle. */
#include "base/memory.h"
#include "model/heat/heat.h"
#include "session/contact_energy.h"
#include "session/define.h"
#include "session/groups.h"
#include "session/session.h"
#include "step/clump/clumps.h"
#include "step/ledger/losses.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include "step/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words_of[] = {"pos",
                                       "vel",
                                       "id",
                                       "force",
                                       "force_normal",
                                       "force_tangential",
                                       "torque",
                                       "torque_normal",
                                       "torque_tangential",
                                       "history",
                                       "contactArea",
                                       "delta",
                                       "contactPoint",
                                       "heatFlux",
                                       "n",
                                       "overlap",
                                       "v_n",
                                       "v_tr",
                                       "omega_eff",
                                       "c_ri",
                                       "c_rj",
                                       "E_elas",
                                       "E_diss",
                                       "ms_id",
                                       NULL};
enum {
    POS,
    VEL,
    ID,
    FORCE,
    FORCE_NORMAL,
    FORCE_TANGENTIAL,
    TORQUE,
    TORQUE_NORMAL,
    TORQUE_TANGENTIAL,
    HISTORY,
    AREA,
    DELTA,
    POINT,
    HEAT,
    NORMAL,
    OVERLAP,
    V_N,
    V_TR,
    OMEGA_EFF,
    C_RI,
    C_RJ,
    STORED,
    LOST,
    BODIES,
    KINDS
};
enum { COLUMNS_MAX = 64 };

typedef struct local_compute {
    tsu_session *session;
    char id[TSU_NAME];
    int group;
    bool walls;
    bool wanted[KINDS];
    int columns;
    const char *name[COLUMNS_MAX];
    const tsu_heat *heat; /* of the present use */
    tsu_stored *stored;   /* by entry of the list that is visited */
    size_t stored_capacity;
    const tsu_contacts *stored_of; /* that list */
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
    tsu_memory_release(&c->stored);
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
            add_columns(c, c->walls ? "mesh" : "id1", 1);
            add_columns(c, c->walls ? "triangle" : "id2", 1);
            add_columns(c, c->walls ? "id" : "is_periodic", 1);
            break;
        case HISTORY: add_history_columns(c); break;
        case AREA: add_columns(c, "contact_area", 1); break;
        case DELTA: add_columns(c, "delta", 1); break;
        case POINT: add_columns(c, "contact_point", 3); break;
        case HEAT: add_columns(c, "heat_flux", 1); break;
        case OVERLAP:
        case V_N:
        case C_RI:
        case C_RJ: add_columns(c, words_of[k], 1); break;
        case STORED:
            add_columns(c, "E_elas", 1);
            add_columns(c, "E_elas_n", 1);
            add_columns(c, "E_elas_t", 1);
            add_columns(c, "E_elas_r", 1);
            break;
        case LOST:
            add_columns(c, "E_diss", 1);
            add_columns(c, "E_diss_n", 1);
            add_columns(c, "E_diss_t", 1);
            add_columns(c, "E_diss_r", 1);
            break;
        case BODIES:
            add_columns(c, c->walls ? "ms_id" : "ms_id1", 1);
            if (!c->walls) add_columns(c, "ms_id2", 1);
            break;
        default: add_columns(c, words_of[k], 3);
        }
    }
}

static double *put3(double *to, const double *v)
{
    memcpy(to, v, 3 * sizeof *to);
    return to + 3;
}

/* Within the box, whenever it was wrapped. */
static double *put_place(double *to, const tsu_world *w, int32_t row)
{
    for (int q = 0; q < 3; q++) {
        *to++ = tsu_boundary_inside(w, row, q);
    }
    return to;
}

static double *put_history(double *to, const tsu_contact_seen *k, const tsu_lawset *shown)
{
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        int at = k->laws->first_history[q];
        for (const tsu_law_history *h = shown->law[q] ? shown->law[q]->history : NULL; h && h->name; h++) {
            const bool same =
                k->laws->law[q] == shown->law[q]; /* a wall with other laws has nothing to show here */
            for (int n = 0; n < h->width; n++, at++) {
                const double sign = k->turned && h->antisymmetric ? -1.0 : 1.0;
                if (h->internal) continue;
                *to++ = same ? sign * *tsu_contacts_history(k->list, at, k->entry) + 0.0 : 0.0;
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

static void wall_velocity(const tsu_world *w, const tsu_contact_seen *k, double velocity[3])
{
    tsu_wall_velocity(k->wall, w->particles.xr[k->row_i], k->point, k->normal, velocity);
}

static double *put_wall(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    const tsu_world *w = c->session->world;
    double velocity[3], mesh = -1.0;
    if (c->wanted[POS]) to = put_place(put3(to, k->point), w, k->row_i);
    if (c->wanted[VEL]) wall_velocity(w, k, velocity);
    if (c->wanted[VEL]) to = put3(put3(to, velocity), w->particles.vm[k->row_i]);
    if (!c->wanted[ID]) return to;
    for (int q = 0; q < w->meshes; q++) {
        if (w->mesh[q] == k->wall->mesh) mesh = q;
    }
    const double triangle = mesh >= 0.0 ? (double)(k->list->partner[k->entry] & TSU_CONTACT_ROW_MASK) : -1.0;
    return put3(to, (const double[]){mesh, triangle, (double)w->particles.id[k->row_i]});
}

static double *put_pair(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    const tsu_world *w = c->session->world;
    const tsu_particles *p = &w->particles;
    if (c->wanted[POS]) to = put_place(put_place(to, w, k->row_i), w, k->row_j);
    if (c->wanted[VEL]) to = put3(put3(to, p->vm[k->row_i]), p->vm[k->row_j]);
    if (!c->wanted[ID]) return to;
    return put3(to, (const double[]){(double)p->id[k->row_i], (double)p->id[k->row_j], k->across});
}

/* A vector, its part along the normal and the rest, as far as they are wanted from column `first` on. */
static double *put_parts(double *to, const local_compute *c, int first, const double v[3], const double n[3])
{
    double normal[3], tangential[3];
    const double along = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
    for (int q = 0; q < 3; q++) {
        normal[q] = along * n[q];
        tangential[q] = v[q] - normal[q];
    }
    if (c->wanted[first]) to = put3(to, v);
    if (c->wanted[first + 1]) to = put3(to, normal);
    return c->wanted[first + 2] ? put3(to, tangential) : to;
}

static double *put_forces(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    const double *a = k->arm_i, *f = k->force;
    const double torque[3] = {a[1] * f[2] - a[2] * f[1] - k->torque[0],
                              a[2] * f[0] - a[0] * f[2] - k->torque[1],
                              a[0] * f[1] - a[1] * f[0] - k->torque[2]};
    to = put_parts(to, c, FORCE, k->force, k->normal);
    return put_parts(to, c, TORQUE, torque, k->normal);
}

/* What the surface model hands on, from the present velocities. At a wall there is no c_rj, and r is the distance of the centre. */
static double *put_kinematics(double *to, const local_compute *c, const tsu_contact_seen *k)
{
    const tsu_particles *p = &c->session->world->particles;
    const bool wall = k->row_j < 0;
    const double half = 0.5 * k->overlap, c_i = p->xr[k->row_i][3] - half;
    const double c_j = wall ? 0.0 : p->xr[k->row_j][3] - half, r = wall ? c_i - half : c_i + c_j;
    const double *n = k->normal, *w_i = p->wi[k->row_i], *w_j = wall ? w_i : p->wi[k->row_j];
    double v[3], other[3], turn[3], omega[3], v_n = 0.0;
    if (wall) wall_velocity(c->session->world, k, other);
    for (int q = 0; q < 3; q++) {
        v[q] = p->vm[k->row_i][q] - (wall ? other[q] : p->vm[k->row_j][q]);
        turn[q] = c_i * w_i[q] + c_j * w_j[q];
        omega[q] = turn[q] / r;
        v_n += v[q] * n[q];
    }
    const double v_tr[3] = {v[0] - v_n * n[0] + (n[1] * turn[2] - n[2] * turn[1]),
                            v[1] - v_n * n[1] + (n[2] * turn[0] - n[0] * turn[2]),
                            v[2] - v_n * n[2] + (n[0] * turn[1] - n[1] * turn[0])};
    if (c->wanted[NORMAL]) to = put3(to, n);
    if (c->wanted[OVERLAP]) *to++ = k->overlap;
    if (c->wanted[V_N]) *to++ = v_n;
    if (c->wanted[V_TR]) to = put3(to, v_tr);
    if (c->wanted[OMEGA_EFF]) to = put3(to, omega);
    if (c->wanted[C_RI]) *to++ = c_i;
    if (c->wanted[C_RJ]) *to++ = c_j;
    return to;
}

/* The contacts of a list come one after the other: its energies are found at the first. */
static double *put_stored(double *to, local_compute *c, const tsu_contact_seen *k)
{
    if (c->stored_of != k->list)
        c->status = tsu_contact_energies(c->session->world, k->wall, &c->stored, &c->stored_capacity, c->err);
    c->stored_of = k->list;
    if (c->status == TSU_OK) memcpy(to, c->stored[k->entry], sizeof *c->stored);
    return to + TSU_STORED_PARTS;
}

/* In total, then its parts. */
static double *put_lost(double *to, const tsu_contact_seen *k)
{
    const int first = k->laws->history - TSU_SPENT_ROWS;
    to[0] = 0.0;
    for (int q = 0; q < TSU_SPENT_ROWS; q++) {
        to[1 + q] = k->laws->spent ? *tsu_contacts_history(k->list, first + q, k->entry) : 0.0;
        to[0] += to[1 + q];
    }
    return to + 1 + TSU_SPENT_ROWS;
}

/* The numbers of the clumps to which the particles belong; 0: none, and a wall. */
static void put_bodies(double *to, const tsu_world *w, const tsu_contact_seen *k)
{
    const tsu_clump *a = tsu_clumps_of(w, k->row_i), *b = k->row_j < 0 ? NULL : tsu_clumps_of(w, k->row_j);
    to[0] = a ? (double)a->id : 0.0;
    if (k->row_j >= 0) to[1] = b ? (double)b->id : 0.0;
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
    to = k->wall ? put_wall(to, c, k) : put_pair(to, c, k);
    to = put_forces(to, c, k);
    if (c->wanted[HISTORY]) to = put_history(to, k, shown_laws(c));
    if (c->wanted[AREA]) *to++ = area_of(c->session->world, k);
    if (c->wanted[DELTA]) *to++ = k->overlap;
    if (c->wanted[POINT]) to = put3(to, k->point);
    if (c->wanted[HEAT]) *to++ = tsu_heat_flux(c->heat, k);
    to = put_kinematics(to, c, k);
    if (c->wanted[STORED]) to = put_stored(to, c, k);
    if (c->wanted[LOST]) to = put_lost(to, k);
    if (c->wanted[BODIES]) put_bodies(to, c->session->world, k);
}

static tsu_status local_values(tsu_session *s, void *state, const double **data, int64_t *rows,
                               tsu_error *err)
{
    local_compute *c = state;
    const tsu_status status = tsu_session_settle(s, err);
    if (status != TSU_OK) return status;
    if (c->wanted[HEAT]) c->heat = tsu_heat_find(s->world, err);
    if (c->wanted[HEAT] && !c->heat) return err ? err->status : TSU_ERROR_INPUT;
    c->rows = 0;
    c->stored_of = NULL;
    c->status = TSU_OK;
    c->err = err;
    lay_out(c);
    tsu_objects_find(&s->computes, c->id)->values.local_columns = c->columns;
    const tsu_status visited = tsu_contacts_visit(s->world, add_row, c, err);
    if (visited != TSU_OK) return visited;
    *data = c->value;
    *rows = c->rows;
    return c->status;
}

static const char *local_name(const void *state, int column)
{
    return ((const local_compute *)state)->name[column];
}

static tsu_status read_words(tsu_session *s, tsu_words *words, local_compute *c, tsu_error *err)
{
    static const int usual[] = {POS, VEL, ID, FORCE, TORQUE, HISTORY, AREA};
    for (size_t q = 0; q < sizeof usual / sizeof *usual && !tsu_words_left(words); q++) {
        c->wanted[usual[q]] = true;
    }
    while (tsu_words_left(words)) {
        int k = 0;
        const tsu_status status = tsu_words_choice(words, "what to give", words_of, &k, err);
        if (status != TSU_OK) return status;
        c->wanted[k] = true;
    }
    return c->wanted[HEAT] && !tsu_heat_find(s->world, err) ? TSU_ERROR_INPUT : TSU_OK;
}

static tsu_status define(tsu_script *script, tsu_words *words, bool walls, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object o;
    tsu_status status = tsu_session_new_compute(s, words, &o, err);
    if (status != TSU_OK) return status;
    local_compute *c = calloc(1, sizeof *c);
    if (!c) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for compute %s", o.id);
    tsu_session_watch(s);
    c->session = s;
    snprintf(c->id, sizeof c->id, "%s", o.id);
    c->group = o.group;
    c->walls = walls;
    status = read_words(s, words, c, err);
    if (status == TSU_OK && c->wanted[LOST]) status = tsu_losses_of_contacts(s->world, walls, err);
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
    "[pos] [vel] [id] [force] [force_normal] [force_tangential] [torque] [torque_normal] "                   \
    "[torque_tangential] [history] [contactArea] [delta] "                                                   \
    "[contactPoint] [heatFlux] [n] [overlap] [v_n] [v_tr] [omega_eff] [c_ri] [c_rj] [E_elas] [E_diss] "      \
    "[ms_id]"
const tsu_command tsu_computes_local[] = {
    {"pair/gran/local", "compute ID GROUP pair/gran/local " WHAT, "a row for each contact between particles",
     compute_pair_local},
    {"wall/gran/local", "compute ID GROUP wall/gran/local " WHAT,
     "a row for each contact with a wall; the ids are mesh, triangle, particle", compute_wall_local},
    {0}};
