/* SPDX-License-Identifier: Apache-2.0 */
#include "step/multicontact.h"
#include "base/parallel.h"
#include "base/power.h"
#include "law/surface_multicontact.h"
#include "step/blocks.h"
#include "step/lanes.h"
#include "step/mesh/contacts.h"
#include "step/wall/wall.h"
#include <math.h>
#include <stdatomic.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 64, CONTACTS_MAX = 256 };

typedef struct job {
    world *w;
    double shift[32][4];
    atomic_int crowded; /* a particle has too many contacts */
} job;

/* A contact of the particle in hand. */
typedef struct place {
    tsu_vec3 at, out; /* from its centre [m]; outward normal there [-] */
    double load;      /* [N] */
    double *bulge;    /* where its displacement goes */
} place;

static double *history_of(const tsu_lawset *laws, const tsu_contacts *c, int row, int64_t entry)
{
    return tsu_contacts_history(c, laws->first_history[TSU_SURFACE] + row, entry);
}

/* The contact of particle i in an incident entry: while it touches in the middle of what overlaps, else on its own surface. */
static place pair_place(const job *j, int32_t i, uint32_t code)
{
    const world *w = j->w;
    const tsu_contacts *c = &w->contacts;
    const int64_t entry = tsu_incident_entry(code);
    const bool second = code & TSU_INCIDENT_SIDE;
    const uint32_t partner = c->partner[entry],
                   other = second ? c->row[entry] : partner & TSU_CONTACT_ROW_MASK;
    const double *x = w->particles.xr[i], *y = w->particles.xr[other], sign = second ? -1.0 : 1.0;
    const double *s = j->shift[partner >> TSU_CONTACT_ROW_BITS];
    const tsu_vec3 way = {y[0] - x[0] + sign * s[0], y[1] - x[1] + sign * s[1], y[2] - x[2] + sign * s[2]};
    const double r = tsu_vec3_norm(way);
    const double load = c->live[entry] ? *history_of(&w->laws, c, TSU_MULTICONTACT_LOAD, entry) : 0.0;
    const double difference = sign * *history_of(&w->laws, c, TSU_MULTICONTACT_DIFFERENCE, entry);
    const double arm = load > 0.0 ? 0.5 * (r + x[3] - y[3] + difference) : x[3];
    place p = {.load = load};
    p.out = tsu_vec3_scale(r > 0.0 ? 1.0 / r : 0.0, way);
    p.at = tsu_vec3_scale(arm, p.out);
    p.bulge = history_of(&w->laws, c, second ? TSU_MULTICONTACT_J : TSU_MULTICONTACT_I, entry);
    return p;
}

static place wall_place(const world *w, const tsu_wall *wall, int32_t i, int64_t entry)
{
    const double *x = w->particles.xr[i];
    const tsu_contacts *c = &wall->contacts;
    double n[3];
    const double distance = tsu_wall_distance(wall, entry, x, n);
    place p = {.load = c->live[entry] ? *history_of(&wall->laws, c, TSU_MULTICONTACT_LOAD, entry) : 0.0};
    p.out = tsu_vec3_make(-n[0], -n[1], -n[2]);
    p.at = tsu_vec3_scale(p.load > 0.0 ? distance : x[3], p.out);
    p.bulge = history_of(&wall->laws, c, TSU_MULTICONTACT_I, entry);
    return p;
}

/* The first entry of a wall's list that belongs to particle i or a later one. */
static int64_t first_entry(const tsu_contacts *c, int32_t i)
{
    int64_t low = 0, high = c->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (c->row[middle] < (uint32_t)i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int collect(const job *j, int32_t i, place place_of[CONTACTS_MAX])
{
    const world *w = j->w;
    const tsu_incidence *in = &w->schedule.incidence;
    int n = 0;
    for (int64_t q = in->first[i]; q < in->first[i + 1]; q++) {
        if (tsu_incident_entry(in->code[q]) == w->contacts.capacity) continue; /* no contact */
        if (n == CONTACTS_MAX) return CONTACTS_MAX + 1;
        place_of[n++] = pair_place(j, i, in->code[q]);
    }
    for (int k = 0; k < w->walls; k++) {
        const tsu_wall *wall = w->wall[k];
        if (!tsu_multicontact_on(&wall->laws)) continue;
        for (int64_t e = first_entry(&wall->contacts, i); e < wall->contacts.count; e++) {
            if (wall->contacts.row[e] != (uint32_t)i) break;
            if (wall->list && wall->list->mark[e] == TSU_MESH_CLOSING) continue;
            if (n == CONTACTS_MAX) return CONTACTS_MAX + 1;
            place_of[n++] = wall_place(w, wall, i, e);
        }
    }
    return n;
}

static void bulge_particle(job *j, int32_t i)
{
    place place_of[CONTACTS_MAX];
    const world *w = j->w;
    const int n = collect(j, i, place_of);
    if (n > CONTACTS_MAX) {
        atomic_store(&j->crowded, 1);
        return;
    }
    const int type = w->particles.type[i];
    const double *p = tsu_lawset_coefficients(&w->laws, type, type) + w->laws.first_coefficient[TSU_SURFACE];
    const double radius = w->particles.xr[i][3], most = tsu_multicontact_most * radius;
    const double least =
        1.0e-14 * radius * radius / p[TSU_MULTICONTACT_SOFTNESS]; /* loads below it are rounding */
    const bool bulges = w->particles.group[i] & w->multicontact_group;
    for (int c = 0; c < n; c++) {
        double sum = 0.0;
        for (int k = 0; k < n && bulges; k++) {
            if (k == c || !(place_of[k].load > least)) continue;
            sum += place_of[k].load * tsu_multicontact_displacement(p, place_of[k].at, place_of[k].out,
                                                                    place_of[c].at, place_of[c].out);
        }
        sum *= w->multicontact_factor;
        *place_of[c].bulge = sum > most ? most : sum < -most ? -most : sum;
    }
}

static void bulge_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->w->particles.count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        bulge_particle(j, (int32_t)i);
    }
}

static tsu_status check(const world *w, tsu_error *err)
{
    if (!(w->multicontact_factor > 0.0))
        return tsu_error_lacks_named(
            err, TSU_LACKS_KIND, "multicontact",
            tsu_error_set(err, TSU_ERROR_INPUT,
                          "surface multicontact needs the model multicontact, which is missing"));
    for (int k = 0; k < w->walls; k++) {
        if (!tsu_multicontact_on(&w->wall[k]->laws))
            return tsu_error_set(
                err, TSU_ERROR_INPUT,
                "the particles have `surface multicontact`, but wall %s does not; add it there",
                w->wall[k]->name);
    }
    return TSU_OK;
}

tsu_status tsu_multicontact_begin(world *w, tsu_error *err)
{
    if (!tsu_multicontact_on(&w->laws)) {
        for (int k = 0; k < w->walls; k++) {
            if (tsu_multicontact_on(&w->wall[k]->laws))
                return tsu_error_set(
                    err, TSU_ERROR_INPUT,
                    "wall %s has `surface multicontact`, but pair_style does not; add it there",
                    w->wall[k]->name);
        }
        return TSU_OK;
    }
    const tsu_status status = check(w, err);
    if (status != TSU_OK) return status;
    job j = {.w = w};
    tsu_box_shifts(&w->box, j.shift);
    tsu_parallel_for(tsu_parallel_blocks(w->particles.count, ROWS_PER_CHUNK), w->threads, bulge_chunk, &j);
    if (atomic_load(&j.crowded))
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "a particle has more than %d neighbours within the reach of surface multicontact", CONTACTS_MAX);
    return TSU_OK;
}

/* R* of the last step over that of now: laws take what was stored, and the springs of then, at the R* of now. */
static double earlier(const tsu_lawset *laws, const tsu_contacts *c, const tsu_block *b, int l, int64_t entry,
                      double own, double other)
{
    const double sum = *history_of(laws, c, TSU_MULTICONTACT_SUM, entry),
                 difference = *history_of(laws, c, TSU_MULTICONTACT_DIFFERENCE, entry);
    const double r_i = b->radius_i[l] - own + 0.5 * (sum + difference),
                 r_j = b->radius_j[l] - other + 0.5 * (sum - difference);
    const double before = b->wall[l] != 0.0 ? r_i : r_i * r_j / (r_i + r_j);
    return before / b->r_eff[l];
}

void tsu_multicontact_enlarge(const tsu_lawset *laws, const tsu_contacts *c, tsu_lane_space *s, int64_t k)
{
    tsu_block *b = &s->block;
    for (int l = 0; l < TSU_LANES; l++) {
        s->softer[0][l] = s->softer[1][l] = 1.0;
        if (c->partner[k + l] >> TSU_CONTACT_ROW_BITS == TSU_IMAGE_NEVER) continue;
        const bool wall = b->wall[l] != 0.0;
        const double own = *history_of(laws, c, TSU_MULTICONTACT_I, k + l);
        const double other = wall ? 0.0 : *history_of(laws, c, TSU_MULTICONTACT_J, k + l);
        const double before = c->live[k + l] ? *history_of(laws, c, TSU_MULTICONTACT_SUM, k + l) : 0.0;
        b->overlap[l] += own + other;
        b->overlap_before[l] += before;
        /* a surface that was pressed in had no contact, though the bodies overlapped */
        if (b->dt > 0.0 && !c->live[k + l]) b->overlap_before[l] = fmin(b->overlap_before[l], 0.0);
        b->radius_i[l] += own;
        b->radius_j[l] += wall ? own : other;
        b->r_eff[l] =
            wall ? b->radius_i[l] : b->radius_i[l] * b->radius_j[l] / (b->radius_i[l] + b->radius_j[l]);
        b->touching[l] = b->overlap[l] > 0.0 ? 1.0 : 0.0;
        if (!(b->dt > 0.0) || !c->live[k + l]) continue;
        const double ratio = earlier(laws, c, b, l, k + l, own, other);
        s->softer[0][l] = tsu_pow(ratio, laws->law[TSU_NORMAL]->curvature);
        s->softer[1][l] = ratio * ratio; /* stiffnesses of rolling are k R*^2 */
    }
}

/* The account of integration of forces along the normal, anew: their work less what they store and lose, with the forces and the energy
 * of the last step as they were. Bridges between bodies apart have their own. */
static double integration(const tsu_block *b, int l, double force_was, double force, double stored_was,
                          double stored)
{
    const double work = -0.5 * b->dt * (force_was * b->v_n_before[l] + force * b->v_n[l]);
    return work - (stored - stored_was) - b->account[TSU_ACCOUNT_PLASTIC][l] -
           b->account[TSU_ACCOUNT_COHESION][l];
}

void tsu_multicontact_run(const tsu_lawset *laws, tsu_contacts *c, tsu_contact_forces *f, tsu_lane_space *s,
                          int64_t k)
{
    tsu_block *b = &s->block;
    tsu_block_run_parts(laws, c, f, s, k);
    memset(s->bulge, 0, sizeof s->bulge);
    for (int l = 0; l < TSU_LANES; l++) {
        if (c->partner[k + l] >> TSU_CONTACT_ROW_BITS == TSU_IMAGE_NEVER) continue;
        double *load = history_of(laws, c, TSU_MULTICONTACT_LOAD, k + l);
        double *was = history_of(laws, c, TSU_MULTICONTACT_SUM, k + l);
        const double own = *history_of(laws, c, TSU_MULTICONTACT_I, k + l);
        const double other = b->wall[l] != 0.0 ? 0.0 : *history_of(laws, c, TSU_MULTICONTACT_J, k + l);
        double *force_was = history_of(laws, c, TSU_MULTICONTACT_STORED, k + l);
        double *stored_was = history_of(laws, c, TSU_MULTICONTACT_ENERGY, k + l);
        const bool on = b->touching[l] != 0.0;
        const double now = on ? fabs(b->f_total[l]) : 0.0, force = on ? b->f_total[l] - b->f_damp[l] : 0.0;
        const double stored = on ? s->stored[TSU_NORMAL][l] + s->stored[TSU_COHESION][l] : 0.0;
        if (b->dt > 0.0) {
            /* a contact that begins or ends has no overlap there, so its force does no work by the bulge */
            const double work = on && *load > 0.0 ? 0.5 * (*force_was + force) * (own + other - *was) : 0.0;
            s->bulge[l] = work + *stored_was * (1.0 / s->softer[0][l] - 1.0);
            if (laws->apart)
                b->account[TSU_ACCOUNT_INTEGRATION][l] += work;
            else
                b->account[TSU_ACCOUNT_INTEGRATION][l] =
                    s->bulge[l] + integration(b, l, *force_was, force, *stored_was, stored);
        }
        f->record[k + l][3] -= 0.5 * (own + other);
        *load = now;
        *force_was = force;
        *stored_was = stored;
        *was = on ? own + other : 0.0;
        *history_of(laws, c, TSU_MULTICONTACT_DIFFERENCE, k + l) = on ? own - other : 0.0;
    }
}
