/* SPDX-License-Identifier: Apache-2.0 */
#include "view/inspect.h"
#include "model/contact_visit.h"
#include "state/fields.h"
#include "step/clump/clumps.h"
#include "step/mesh/body.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Takes away the part of v along the unit vector n. */
static void flatten(double v[3], const double n[3])
{
    const double along = dot(v, n);
    for (int q = 0; q < 3; q++) {
        v[q] -= along * n[q];
    }
}

/* ---- a particle -------------------------------------------------------------------------------------------------------- */

typedef struct telling {
    const tsu_world *world;
    tsu_json *json;
    int32_t row;
} telling;

static void tell_history(tsu_json *j, const tsu_contact_seen *k, double sign)
{
    tsu_json_key(j, "history");
    tsu_json_open(j, '[');
    for (int q = 0; q < TSU_LAW_KINDS; q++) {
        int at = k->laws->first_history[q];
        const tsu_law *law = k->laws->law[q];
        for (const tsu_law_history *h = law ? law->history : NULL; h && h->name; at += h->width, h++) {
            double value[3] = {0};
            for (int n = 0; n < h->width && n < 3; n++) {
                value[n] = *tsu_contacts_history(k->list, at + n, k->entry) * (h->antisymmetric ? sign : 1.0);
            }
            if (h->internal) continue;
            tsu_json_open(j, '{');
            tsu_json_key_string(j, "name", h->name);
            tsu_json_key_string(j, "unit", h->unit ? h->unit : "");
            tsu_json_key_numbers(j, "value", value, h->width < 3 ? (size_t)h->width : 3);
            tsu_json_close(j, '}');
        }
    }
    tsu_json_close(j, ']');
}

static void tell_contact(void *context, const tsu_contact_seen *k)
{
    const telling *t = context;
    tsu_json *j = t->json;
    const double sign = k->row_i == t->row ? 1.0 : -1.0, fn = dot(k->force, k->normal);
    double ft[3] = {k->force[0], k->force[1], k->force[2]},
           normal[3] = {sign * k->normal[0], sign * k->normal[1], sign * k->normal[2]};
    flatten(ft, k->normal);
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "kind", k->wall ? "wall" : "particle");
    if (k->wall) tsu_json_key_string(j, "wall", k->wall->name);
    if (!k->wall)
        tsu_json_key_integer(j, "id",
                             (int64_t)t->world->particles.id[k->row_i == t->row ? k->row_j : k->row_i]);
    tsu_json_key_number(j, "overlap", k->overlap);
    tsu_json_key_number(j, "fn", fn);
    tsu_json_key_number(j, "ft", sqrt(dot(ft, ft)));
    tsu_json_key_number(j, "torque", sqrt(dot(k->torque, k->torque)));
    tsu_json_key_numbers(j, "normal", normal, 3);
    tsu_json_key_numbers(j, "point", k->point, 3);
    tell_history(j, k, sign);
    tsu_json_close(j, '}');
}

static void tell_field(const tsu_particles *p, const tsu_field *f, int32_t row, tsu_json *j)
{
    const char *name = f->page ? f->page : f->name;
    const double *value = tsu_field_stored(p, f, row); /* places as frames have them */
    if (!value)
        tsu_json_key_integer(j, name, (int64_t)tsu_field_get(p, NULL, f, row, 0));
    else if (f->width == 1)
        tsu_json_key_number(j, name, value[0]);
    else
        tsu_json_key_numbers(j, name, value, (size_t)f->width);
}

/* What all particles have and the page shows, then the columns. */
static void tell_fields(const tsu_particles *p, int32_t row, tsu_json *j)
{
    const int own = tsu_fields_count(NULL);
    for (int k = 0; k < tsu_fields_count(p); k++) {
        const tsu_field f = tsu_fields_at(p, k);
        if (k < own && f.page && f.store) tell_field(p, &f, row, j);
    }
    tsu_json_key(j, "values");
    tsu_json_open(j, '{');
    for (int k = own; k < tsu_fields_count(p); k++) {
        const tsu_field f = tsu_fields_at(p, k);
        tell_field(p, &f, row, j);
    }
    tsu_json_close(j, '}');
}

static void tell_vector(tsu_json *j, const char *key, tsu_vec3 v)
{
    tsu_json_key_numbers(j, key, (const double[3]){v.x, v.y, v.z}, 3);
}

/* The body that a sphere belongs to. */
static void tell_clump(const tsu_world *w, int32_t row, tsu_json *j)
{
    const tsu_clump *c = tsu_clumps_of(w, row);
    if (!c) return;
    const tsu_rigid *b = &c->body;
    tsu_clumps_find_rows(w);
    tsu_json_key(j, "clump");
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "id", (int64_t)c->id);
    tsu_json_key_number(j, "mass", c->mass);
    tell_vector(j, "inertia", b->inertia);
    tell_vector(j, "centre", b->centre);
    tell_vector(j, "velocity", b->velocity);
    tell_vector(j, "spin", tsu_rigid_spin(b));
    tsu_json_key_numbers(j, "turn", (const double[4]){b->turn.w, b->turn.x, b->turn.y, b->turn.z}, 4);
    tsu_json_key(j, "spheres");
    tsu_json_open(j, '[');
    for (int32_t k = c->first; k < c->first + c->count; k++) {
        tsu_json_integer(j, (int64_t)w->particles.id[w->clumps->row[k]]);
    }
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
}

bool tsu_inspect_particle(const tsu_session *s, uint64_t id, tsu_json *j)
{
    const tsu_world *w = s->world;
    const int32_t row = w ? tsu_session_row(s, id) : -1;
    if (row < 0) return false;
    tsu_json_open(j, '{');
    tsu_json_key_integer(j, "step", w->step);
    tsu_json_key_number(j, "time", w->time);
    tell_fields(&w->particles, row, j);
    tell_clump(w, row, j);
    tsu_json_key(j, "contacts");
    tsu_json_open(j, '[');
    if (tsu_world_look(s->world, NULL) == TSU_OK && (!w->lean || tsu_world_is(w, TSU_CURRENT_RECORDS)))
        tsu_contacts_visit_particle(w, row, tell_contact, &(telling){w, j, row});
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
    return true;
}

/* ---- the path of a contact ------------------------------------------------------------------------------------------------ */

tsu_status tsu_path_begin(tsu_path *p, uint64_t i, uint64_t j, const char *wall, tsu_error *err)
{
    static const tsu_series_column columns[TSU_PATH_COLUMNS] = {
        {"step", "step", ""},        {"time", "time", "s"},           {"overlap", "overlap", "m"},
        {"fn", "normal force", "N"}, {"ft", "tangential force", "N"}, {"displacement", "displacement", "m"}};
    tsu_series series = {0};
    const tsu_status status = tsu_series_define(&series, TSU_PATH_COLUMNS, columns, err);
    if (status != TSU_OK) return status;
    tsu_series_free(&p->series);
    *p = (tsu_path){.i = i, .j = j, .row_i = -1, .row_j = -1, .series = series};
    snprintf(p->wall, sizeof p->wall, "%s", wall);
    return TSU_OK;
}

/* Rows change only when particles are sorted: look where it was first. */
static int32_t find_row(const tsu_particles *p, uint64_t id, int32_t guess)
{
    if (guess >= 0 && guess < p->count && p->id[guess] == id) return guess;
    for (int32_t i = 0; i < p->count; i++) {
        if (p->id[i] == id) return i;
    }
    return -1;
}

/* The entry of a particle in the list of a wall, or -1. */
static int64_t find_wall_entry(const tsu_contacts *c, int32_t row)
{
    for (int64_t e = 0; e < c->count; e++) {
        if (c->live[e] && (int32_t)c->row[e] == row) return e;
    }
    return -1;
}

/* The entry of a pair, or -1. *turned: the list has j first. */
static int64_t find_pair_entry(const tsu_contacts *c, int32_t i, int32_t j, bool *turned)
{
    for (int64_t e = 0; e < c->count; e++) {
        const int32_t first = (int32_t)c->row[e], second = (int32_t)(c->partner[e] & TSU_CONTACT_ROW_MASK);
        *turned = first == j && second == i;
        if (c->live[e] && (*turned || (first == i && second == j))) return e;
    }
    return -1;
}

/* Unit normal towards i. */
static void find_normal(const tsu_path *p, const tsu_world *w, const tsu_wall *wall, int64_t e, double n[3])
{
    const double *x = w->particles.xr[p->row_i];
    if (wall) {
        tsu_wall_distance(wall, e, x, n);
        return;
    }
    double length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double size = w->box.hi[q] - w->box.lo[q];
        n[q] = x[q] - w->particles.xr[p->row_j][q];
        if (w->box.periodic[q]) n[q] -= size * round(n[q] / size);
        length2 += n[q] * n[q];
    }
    for (int q = 0; q < 3 && length2 > 0.0; q++) {
        n[q] /= sqrt(length2);
    }
}

/* Velocity of i relative to j where they touch. */
static void relative_velocity(const tsu_path *p, const tsu_world *w, const tsu_wall *wall, const double n[3],
                              double half, double v[3])
{
    const tsu_particles *s = &w->particles;
    const int32_t i = p->row_i, j = p->row_j;
    double arm[3], point[3], turn[3], other[3];
    for (int q = 0; q < 3; q++) {
        arm[q] = -(s->xr[i][3] - half) * n[q];
        point[q] = s->xr[i][q] + arm[q];
    }
    cross(s->wi[i], arm, turn);
    if (wall) {
        tsu_wall_velocity(wall, s->xr[i], n, point, other);
    } else {
        const double arm_j[3] = {(s->xr[j][3] - half) * n[0], (s->xr[j][3] - half) * n[1],
                                 (s->xr[j][3] - half) * n[2]};
        cross(s->wi[j], arm_j, other);
        for (int q = 0; q < 3; q++) {
            other[q] += s->vm[j][q];
        }
    }
    for (int q = 0; q < 3; q++) {
        v[q] = s->vm[i][q] + turn[q] - other[q];
    }
}

/* Ways and forces are told along the direction of the first slip, which turns with the contact. */
static void turn_direction(tsu_path *p, const double n[3], const double v[3])
{
    if (dot(p->direction, p->direction) == 0.0) memcpy(p->direction, v, sizeof p->direction);
    flatten(p->direction, n);
    flatten(p->way, n);
    const double length = sqrt(dot(p->direction, p->direction));
    for (int q = 0; q < 3; q++) {
        p->direction[q] = length > 1.0e-12 ? p->direction[q] / length : 0.0;
    }
}

static const tsu_wall *find_wall(const tsu_world *w, const char *name)
{
    for (int k = 0; k < w->walls; k++) {
        if (strcmp(w->wall[k]->name, name) == 0) return w->wall[k];
    }
    return NULL;
}

void tsu_path_sample(tsu_path *p, const tsu_world *w)
{
    const tsu_wall *wall = p->wall[0] ? find_wall(w, p->wall) : NULL;
    bool turned = false;
    p->row_i = find_row(&w->particles, p->i, p->row_i);
    p->row_j = p->wall[0] ? -1 : find_row(&w->particles, p->j, p->row_j);
    if (p->row_i < 0 || (p->wall[0] ? !wall : p->row_j < 0)) return;
    const int64_t e = wall ? find_wall_entry(&wall->contacts, p->row_i)
                           : find_pair_entry(&w->contacts, p->row_i, p->row_j, &turned);
    if (e < 0) return;
    const double *record = wall ? wall->forces.record[e] : w->forces.record[e], sign = turned ? -1.0 : 1.0;
    double n[3], v[3], force[3] = {sign * record[0], sign * record[1], sign * record[2]};
    find_normal(p, w, wall, e, n);
    relative_velocity(p, w, wall, n, record[3], v);
    flatten(v, n);
    turn_direction(p, n, v);
    for (int q = 0; q < 3; q++) {
        p->way[q] += v[q] * w->dt;
    }
    const double fn = dot(force, n),
                 row[TSU_PATH_COLUMNS] = {(double)w->step,          w->time,
                                          2.0 * record[3],          fn,
                                          dot(force, p->direction), dot(p->way, p->direction)};
    tsu_series_add(&p->series, row);
}
