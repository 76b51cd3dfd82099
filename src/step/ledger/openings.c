/* SPDX-License-Identifier: Apache-2.0 */
#include "step/ledger/openings.h"
#include "step/mesh/contacts.h"
#include "step/sum.h"
#include "step/trial_contacts.h"
#include "step/wall/engine.h"
#include "step/wall/shape.h"

typedef struct tsu_world world;

typedef struct opening {
    const world *w;
    const tsu_wall *wall; /* NULL: between particles */
    double shift[32][4];  /* by image */
} opening;

/* ---- which contacts ------------------------------------------------------------------------------------------------ */

static bool is_new(const world *w, uint32_t i)
{
    return w->particles.id[i] >= w->inserted;
}

static bool pair_opens(const void *context, const tsu_contacts *c, int64_t k)
{
    const opening *o = context;
    const world *w = o->w;
    const uint32_t i = c->row[k], j = c->partner[k] & TSU_CONTACT_ROW_MASK;
    if (!is_new(w, i) && !is_new(w, j)) return false;
    if (w->laws.apart || w->multicontact_factor > 0.0) return true; /* the laws will say */
    const double *x = w->particles.xr[i], *y = w->particles.xr[j];
    const double *shift = o->shift[c->partner[k] >> TSU_CONTACT_ROW_BITS];
    const tsu_vec3 d = {x[0] - y[0] - shift[0], x[1] - y[1] - shift[1], x[2] - y[2] - shift[2]};
    const double sum = x[3] + y[3];
    return tsu_vec3_norm2(d) < (1.0 + 1e-9) * (sum * sum); /* with a margin for rounding */
}

static bool wall_opens(const void *context, const tsu_contacts *c, int64_t k)
{
    const opening *o = context;
    const tsu_wall *wall = o->wall;
    const uint32_t i = c->row[k];
    if (!is_new(o->w, i)) return false;
    if (!wall->mesh) return true;
    return !wall->list->steady && wall->list->mark[k] == TSU_MESH_FRESH;
}

/* ---- what they bring ------------------------------------------------------------------------------------------------ */

static tsu_vec3 vector_of(const double *v)
{
    return tsu_vec3_make(v[0], v[1], v[2]);
}

/* Power of force and torque of contact k on its particle i; on the second one of two the force is the opposite. */
static double power_on(const tsu_trial *a, int64_t k, uint32_t i, double side)
{
    const tsu_particles *p = &a->w->particles;
    const tsu_contact_forces *f = &a->forces;
    const tsu_vec3 roll = f->roll ? vector_of(f->roll[k]) : tsu_vec3_make(0.0, 0.0, 0.0);
    const double arm = tsu_contact_arm(p->xr[i][3], f->record[k][3]);
    const tsu_vec3 torque = tsu_vec3_madd(tsu_vec3_scale(-arm, vector_of(f->record[k] + 4)), -side, roll);
    return side * tsu_vec3_dot(vector_of(f->record[k]), vector_of(p->vm[i])) +
           tsu_vec3_dot(torque, vector_of(p->wi[i]));
}

/* Power that the evaluation books as that of a wall. */
static double power_of_wall(const tsu_trial *a, int64_t k)
{
    const tsu_contact_forces *f = &a->forces;
    tsu_vec3 n, v, w;
    double overlap;
    if (a->wall->shape->engine->still(a->wall)) return 0.0;
    tsu_trial_look_at_wall(a, k, &n, &overlap, &v, &w);
    return tsu_vec3_dot(vector_of(f->record[k]), v) -
           (f->roll ? tsu_vec3_dot(vector_of(f->roll[k]), w) : 0.0);
}

/* Each number depends on its contact alone, so their order leaves no trace. Without a way there is no error of a step. */
static void book(const tsu_trial *a, tsu_ledger *ledger)
{
    const tsu_contacts *c = &a->list;
    const double half = 0.5 * a->w->dt;
    tsu_exact_sum *given = &ledger->given;
    if (c->count == 0) return;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (q == TSU_ACCOUNT_INTEGRATION)
            tsu_exact_add(&ledger->dissipated[q], -tsu_exact_round(&a->sum[q]));
        else
            tsu_exact_merge(given, &a->sum[q]);
    }
    tsu_exact_merge(given, &a->sum[TSU_SUM_ELASTIC]);
    tsu_exact_add(given, -tsu_exact_round(&a->sum[TSU_SUM_BULGE_WORK]));
    for (int64_t k = 0; k < c->count; k++) {
        if (!c->live[k]) continue;
        tsu_exact_add(given, half * power_on(a, k, c->row[k], 1.0));
        if (a->wall)
            tsu_exact_add(given, -half * power_of_wall(a, k));
        else
            tsu_exact_add(given, half * power_on(a, k, c->partner[k] & TSU_CONTACT_ROW_MASK, -1.0));
    }
}

tsu_status tsu_openings_book(world *w, double dt, tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (!w->ledger.open || w->ledger.changing || !(dt > 0.0)) return TSU_OK;
    opening o = {.w = w};
    tsu_box_shifts(&w->box, o.shift);
    for (int k = -1; k < w->walls && s == TSU_OK; k++) {
        tsu_trial a;
        o.wall = k < 0 ? NULL : w->wall[k];
        s = tsu_trial_open(&a, w, o.wall, o.wall ? wall_opens : pair_opens, &o, err);
        if (s == TSU_OK) book(&a, &w->ledger);
        tsu_trial_free(&a);
    }
    return s;
}
