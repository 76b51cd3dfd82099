/* SPDX-License-Identifier: Apache-2.0 */
#include "step/farewell.h"
#include "law/surface_default.h"
#include "step/blocks.h"
#include "step/liquid.h"
#include "step/mesh_body.h"
#include "step/multicontact.h"
#include <string.h>

typedef struct tsu_world world;

typedef struct parting {
    world *w;
    const uint8_t *gone;
    const tsu_wall *wall; /* NULL: contacts between particles */
    const tsu_lawset *laws;
    const double *liquid; /* column of the particles that the laws read; or NULL */
    double back;          /* so much before the present places [s] */
    double shift[32][4];  /* by image */
    tsu_contacts list;    /* copies of the contacts that end */
    double sum[TSU_SUMS];
} parting;

/* ---- which contacts ------------------------------------------------------------------------------------------------ */

static bool ends(const parting *a, const tsu_contacts *c, int64_t k)
{
    if (!c->live[k]) return false;
    return a->gone[c->row[k]] || (!a->wall && a->gone[c->partner[k] & TSU_CONTACT_ROW_MASK]);
}

static tsu_status copy_ending(parting *a, const tsu_contacts *c, tsu_error *err)
{
    int64_t count = 0;
    for (int64_t k = 0; k < c->count; k++) {
        count += ends(a, c, k);
    }
    tsu_contacts *to = &a->list;
    to->with_geometry = c->geometry != NULL;
    const tsu_status s =
        tsu_contacts_prepare(to, count, 0, c->history_width, a->laws->law[TSU_ROLLING] != NULL, false, err);
    int64_t at = 0;
    for (int64_t k = 0; k < c->count && s == TSU_OK; k++) {
        if (!ends(a, c, k)) continue;
        to->row[at] = c->row[k];
        to->partner[at] = c->partner[k];
        to->live[at] = 1;
        if (c->geometry) memcpy(to->geometry[at], c->geometry[k], sizeof *to->geometry);
        for (int q = 0; q < c->history_width; q++) {
            *tsu_contacts_history(to, q, at) = *tsu_contacts_history(c, q, k);
        }
        at++;
    }
    return s;
}

/* ---- the two bodies ------------------------------------------------------------------------------------------------ */

static tsu_vec3 place_of(const parting *a, uint32_t i)
{
    const double *x = a->w->particles.xr[i], *v = a->w->particles.vm[i];
    return tsu_vec3_make(x[0] - a->back * v[0], x[1] - a->back * v[1], x[2] - a->back * v[2]);
}

static tsu_vec3 vector_of(const double *v)
{
    return tsu_vec3_make(v[0], v[1], v[2]);
}

static void put(double *x, double *y, double *z, tsu_vec3 v)
{
    *x = v.x;
    *y = v.y;
    *z = v.z;
}

static void set_first(const parting *a, tsu_lane_space *s, int l, uint32_t i)
{
    const tsu_particles *p = &a->w->particles;
    tsu_block *b = &s->block;
    b->radius_i[l] = p->xr[i][3];
    b->inv_mass_i[l] = p->vm[i][3];
    b->liquid_i[l] = a->liquid ? a->liquid[i] : 0.0;
    put(&s->bodies.wix[l], &s->bodies.wiy[l], &s->bodies.wiz[l], vector_of(p->wi[i]));
}

static void gather_pair(const parting *a, tsu_lane_space *s, int l, int64_t k)
{
    const tsu_particles *p = &a->w->particles;
    const uint32_t i = a->list.row[k], j = a->list.partner[k] & TSU_CONTACT_ROW_MASK;
    const tsu_vec3 shift = vector_of(a->shift[a->list.partner[k] >> TSU_CONTACT_ROW_BITS]);
    const tsu_vec3 delta = tsu_vec3_sub(tsu_vec3_sub(place_of(a, i), place_of(a, j)), shift);
    tsu_bodies *g = &s->bodies;
    set_first(a, s, l, i);
    s->block.radius_j[l] = p->xr[j][3];
    s->block.inv_mass_j[l] = p->vm[j][3];
    s->block.liquid_j[l] = a->liquid ? a->liquid[j] : 0.0;
    put(&g->dx[l], &g->dy[l], &g->dz[l], delta);
    put(&g->vx[l], &g->vy[l], &g->vz[l], tsu_vec3_sub(vector_of(p->vm[i]), vector_of(p->vm[j])));
    put(&g->wjx[l], &g->wjy[l], &g->wjz[l], vector_of(p->wi[j]));
    tsu_block_coefficients(a->laws, s, l, p->type[i], p->type[j]);
}

/* Velocity and spin of the wall's surface at a contact; also normal and overlap, those of a mesh as they were at the last
 * evaluation and have changed since by the motion. */
static void look_at_wall(const parting *a, int64_t k, tsu_vec3 *n, double *overlap, tsu_vec3 *v, tsu_vec3 *w)
{
    const uint32_t i = a->list.row[k];
    const tsu_vec3 at = place_of(a, i);
    const double radius = a->w->particles.xr[i][3];
    if (a->wall->shape != TSU_WALL_MESH) {
        const double x[3] = {at.x, at.y, at.z};
        double normal[3], surface[3], spin[3];
        const double distance = tsu_wall_distance(a->wall, x, normal);
        tsu_wall_motion(a->wall, x, normal, distance, surface, spin);
        *overlap = radius - distance;
        *n = vector_of(normal);
        *v = vector_of(surface);
        *w = vector_of(spin);
        return;
    }
    const double *geometry = a->list.geometry[k];
    *n = vector_of(geometry);
    const tsu_vec3 shift = vector_of(a->shift[a->list.partner[k] >> TSU_CONTACT_ROW_BITS]);
    const tsu_vec3 foot = tsu_vec3_madd(tsu_vec3_sub(at, shift), geometry[3] - radius, *n);
    tsu_mesh_surface(a->wall->mesh, foot, *n, v, w);
    const tsu_vec3 motion = tsu_vec3_sub(vector_of(a->w->particles.vm[i]), *v);
    *overlap = geometry[3] - a->back * tsu_vec3_dot(motion, *n);
}

static void gather_wall(const parting *a, tsu_lane_space *s, int l, int64_t k)
{
    const tsu_particles *p = &a->w->particles;
    const uint32_t i = a->list.row[k];
    tsu_vec3 n, v, w;
    tsu_block *b = &s->block;
    tsu_bodies *g = &s->bodies;
    set_first(a, s, l, i);
    look_at_wall(a, k, &n, &b->overlap[l], &v, &w);
    b->wall[l] = 1.0;
    b->radius_j[l] = b->radius_i[l];
    put(&b->nx[l], &b->ny[l], &b->nz[l], n);
    put(&g->vx[l], &g->vy[l], &g->vz[l], tsu_vec3_sub(vector_of(p->vm[i]), v));
    put(&g->wjx[l], &g->wjy[l], &g->wjz[l], w);
    tsu_block_coefficients(a->laws, s, l, p->type[i], a->wall->type);
}

/* ---- the laws ------------------------------------------------------------------------------------------------------ */

/* Lanes that are not filled hold a contact that does not touch. */
static void run_block(parting *a, tsu_lane_space *s, int64_t first)
{
    const tsu_contacts *c = &a->list;
    const int n = c->count - first < TSU_LANES ? (int)(c->count - first) : TSU_LANES;
    tsu_block_begin(s, a->back);
    memset(&s->bodies, 0, sizeof s->bodies);
    for (int l = 0; l < TSU_LANES; l++) {
        const int64_t k = first + (l < n ? l : 0);
        if (a->wall)
            gather_wall(a, s, l, k);
        else
            gather_pair(a, s, l, k);
        if (l < n) continue;
        s->bodies.dx[l] = 1.0e30;
        s->block.overlap[l] = -1.0e30;
    }
    if (!a->wall) tsu_surface_spheres(&s->block, &s->bodies);
    tsu_surface_kinematics(&s->block, &s->bodies);
    const bool bulging = tsu_multicontact_on(a->laws);
    if (bulging) tsu_multicontact_enlarge(a->laws, c, &s->block, first);
    tsu_block_run(a->laws, &a->list, s, first);
    if (bulging) tsu_multicontact_end(a->laws, &a->list, &s->block, first, a->sum);
    tsu_block_add(a->laws, &a->list, s, first);
}

/* ---- what is left to be done by the forces --------------------------------------------------------------------------- */

/* Work of a force and a torque on particle i over the half kick that comes next. */
static double kick_of(const world *w, uint32_t i, tsu_vec3 force, tsu_vec3 torque)
{
    const tsu_particles *p = &w->particles;
    const double quarter = 0.25 * w->dt;
    const tsu_vec3 v = tsu_vec3_madd(vector_of(p->vm[i]), quarter * p->vm[i][3], vector_of(p->force[i]));
    const tsu_vec3 o = tsu_vec3_madd(vector_of(p->wi[i]), quarter * p->wi[i][3], vector_of(p->torque[i]));
    const double moved = p->group[i] & w->moving ? tsu_vec3_dot(force, v) : 0.0;
    const double turned = p->group[i] & w->turning ? tsu_vec3_dot(torque, o) : 0.0;
    return 0.5 * w->dt * (moved + turned);
}

/* The forces on those who stay act once more. */
static double kick_behind(const parting *a, int64_t k)
{
    const tsu_contacts *c = &a->list;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    const double half = c->record[k][3];
    const bool first = !a->gone[i]; /* it is the first one that stays */
    if (a->gone[i] && a->gone[j]) return 0.0;
    const uint32_t who = first ? i : j;
    const double side = first ? 1.0 : -1.0;
    const tsu_vec3 roll = c->roll ? vector_of(c->roll[k]) : tsu_vec3_make(0.0, 0.0, 0.0);
    const tsu_vec3 arm = tsu_vec3_scale(half - a->w->particles.xr[who][3], vector_of(c->record[k] + 4));
    return kick_of(a->w, who, tsu_vec3_scale(side, vector_of(c->record[k])), tsu_vec3_madd(arm, -side, roll));
}

/* What a moving wall has done over the half of the step. */
static double work_of_wall(const parting *a, int64_t k)
{
    const tsu_contacts *c = &a->list;
    tsu_vec3 n, v, w;
    double overlap;
    look_at_wall(a, k, &n, &overlap, &v, &w);
    const double rolled = c->roll ? tsu_vec3_dot(vector_of(c->roll[k]), w) : 0.0;
    return a->back * (tsu_vec3_dot(vector_of(c->record[k]), v) - rolled);
}

static void book(const parting *a)
{
    tsu_books *b = &a->w->books;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        b->dissipated[q] += a->sum[q];
    }
    b->external_work += a->sum[TSU_SUM_BULGE_WORK];
    b->given -= a->sum[TSU_SUM_ELASTIC];
    for (int64_t k = 0; k < a->list.count; k++) {
        if (a->wall)
            b->wall_work += work_of_wall(a, k);
        else if (a->back == 0.0)
            b->given += kick_behind(a, k);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

static tsu_status part(world *w, const uint8_t *gone, const tsu_wall *wall, double back, tsu_error *err)
{
    parting a = {.w = w, .gone = gone, .wall = wall, .laws = wall ? &wall->laws : &w->laws, .back = back};
    tsu_box_shifts(&w->box, a.shift);
    tsu_status s = copy_ending(&a, wall ? &wall->contacts : &w->contacts, err);
    if (s == TSU_OK && a.list.count > 0) {
        a.liquid = tsu_liquid_begin(w, a.laws);
        s = tsu_blocks_reserve(w, 1, err);
    }
    for (int64_t k = 0; k < a.list.count && s == TSU_OK; k += TSU_LANES) {
        run_block(&a, &w->space[0], k);
    }
    if (s == TSU_OK && a.list.count > 0) {
        tsu_block_sum(&w->space[0], a.sum);
        book(&a);
    }
    tsu_contacts_free(&a.list);
    return s;
}

tsu_status tsu_farewell_book(world *w, const uint8_t *gone, tsu_moment moment, tsu_error *err)
{
    const double since = moment == TSU_MIDWAY ? w->dt : 0.0, back = 0.5 * since;
    if (!w->books.open || w->books.changing) return TSU_OK;
    tsu_status s = part(w, gone, NULL, back, err);
    for (int k = 0; k < w->walls && s == TSU_OK; k++) {
        s = part(w, gone, w->wall[k], back, err);
    }
    for (int32_t i = 0; i < w->particles.count && s == TSU_OK; i++) {
        if (gone[i]) w->books.given -= tsu_energy_of_particle(w, i, since);
    }
    return s;
}
