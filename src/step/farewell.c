/* SPDX-License-Identifier: Apache-2.0 */
#include "step/farewell.h"
#include "step/aside.h"

typedef struct tsu_world world;

typedef struct parting {
    const uint8_t *gone;
    bool walls; /* contacts are with a wall */
} parting;

static bool ends(const void *context, const tsu_contacts *c, int64_t k)
{
    const parting *p = context;
    return p->gone[c->row[k]] || (!p->walls && p->gone[c->partner[k] & TSU_CONTACT_ROW_MASK]);
}

static tsu_vec3 vector_of(const double *v)
{
    return tsu_vec3_make(v[0], v[1], v[2]);
}

/* Work of a force and a torque on particle i over the half step that comes next, by the way that the books of contacts take. */
static double kick_of(const world *w, uint32_t i, tsu_vec3 force, tsu_vec3 torque)
{
    const tsu_particles *p = &w->particles;
    const double half = 0.5 * w->dt;
    const tsu_vec3 v = tsu_vec3_madd(vector_of(p->vm[i]), half * p->vm[i][3], vector_of(p->force[i]));
    const tsu_vec3 o = tsu_vec3_madd(vector_of(p->wi[i]), half * p->wi[i][3], vector_of(p->torque[i]));
    const double moved = p->group[i] & w->moving ? tsu_vec3_dot(force, v) : 0.0;
    const double turned = p->group[i] & w->turning ? tsu_vec3_dot(torque, o) : 0.0;
    return 0.5 * w->dt * (moved + turned);
}

/* The forces on those who stay act once more. */
static double kick_behind(const tsu_aside *a, const uint8_t *gone, int64_t k)
{
    const tsu_contacts *c = &a->list;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    const double half = c->record[k][3];
    const bool first = !gone[i]; /* it is the first one that stays */
    if (gone[i] && gone[j]) return 0.0;
    const uint32_t who = first ? i : j;
    const double side = first ? 1.0 : -1.0;
    const tsu_vec3 roll = c->roll ? vector_of(c->roll[k]) : tsu_vec3_make(0.0, 0.0, 0.0);
    const tsu_vec3 arm = tsu_vec3_scale(half - a->w->particles.xr[who][3], vector_of(c->record[k] + 4));
    return kick_of(a->w, who, tsu_vec3_scale(side, vector_of(c->record[k])), tsu_vec3_madd(arm, -side, roll));
}

/* What a moving wall has done over the half of the step. */
static double work_of_wall(const tsu_aside *a, int64_t k)
{
    const tsu_contacts *c = &a->list;
    tsu_vec3 n, v, w;
    double overlap;
    tsu_aside_look_at_wall(a, k, &n, &overlap, &v, &w);
    const double rolled = c->roll ? tsu_vec3_dot(vector_of(c->roll[k]), w) : 0.0;
    return a->back * (tsu_vec3_dot(vector_of(c->record[k]), v) - rolled);
}

static void book(const tsu_aside *a, const uint8_t *gone)
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
            b->given += kick_behind(a, gone, k);
    }
}

static tsu_status part(world *w, const uint8_t *gone, const tsu_wall *wall, double back, tsu_error *err)
{
    tsu_aside a;
    const double kick = back == 0.0 ? 0.5 * w->dt : 0.0; /* since when the forces were found */
    const tsu_status s = tsu_aside_run(&a, w, wall, back, kick, ends, &(parting){gone, wall != NULL}, err);
    if (s == TSU_OK) book(&a, gone);
    tsu_aside_free(&a);
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
        if (gone[i] && moment == TSU_BETWEEN_STEPS && w->forces_current)
            w->books.kick -= tsu_energy_kick_of(w, i);
    }
    return s;
}
