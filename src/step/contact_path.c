/* SPDX-License-Identifier: Apache-2.0 */
#include "step/contact_path.h"
#include "base/memory.h"
#include "state/particles.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct tsu_contact_path {
    tsu_contact_path_def def;
    tsu_block block; /* lane 0 counts, the others repeat it */
    tsu_lane coefficient[TSU_COEFFICIENT_MAX];
    tsu_lane history[TSU_HISTORY_MAX];
    tsu_contact_row last;
    int64_t steps; /* rows taken so far */
    bool live;     /* touched at the last row */
    double account[TSU_ACCOUNT_COUNT];
};

tsu_contact_path_def tsu_contact_path_def_default(void)
{
    return (tsu_contact_path_def){.type_i = 1,
                                  .type_j = 1,
                                  .radius_i = 1.0e-3,
                                  .radius_j = 1.0e-3,
                                  .density_i = 2500.0,
                                  .density_j = 2500.0};
}

static tsu_status check_positive(const char *what, double value, tsu_error *err)
{
    if (value > 0.0 && isfinite(value)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "the %s of a contact path is %g; it must be positive", what,
                         value);
}

static tsu_status check_def(const tsu_contact_path_def *d, tsu_error *err)
{
    if (!d->laws || d->laws->types < 1)
        return tsu_error_set(err, TSU_ERROR_INPUT, "a contact path needs models that are prepared");
    const int type[2] = {d->type_i, d->type_j};
    for (int q = 0; q < 2; q++) {
        if (type[q] < 1 || type[q] > d->laws->types)
            return tsu_error_set(err, TSU_ERROR_INPUT, "there is no material %d; there are 1 to %d", type[q],
                                 d->laws->types);
    }
    tsu_status s = check_positive("time step", d->dt, err);
    if (s == TSU_OK) s = check_positive("radius of i", d->radius_i, err);
    if (s == TSU_OK) s = check_positive("density of i", d->density_i, err);
    if (s == TSU_OK && !d->wall) s = check_positive("radius of j", d->radius_j, err);
    if (s == TSU_OK && !d->wall) s = check_positive("density of j", d->density_j, err);
    return s;
}

static void fill(tsu_lane lane, double value)
{
    for (int l = 0; l < TSU_LANES; l++) {
        lane[l] = value;
    }
}

/* What does not change along the path. */
static void fill_bodies(tsu_contact_path *p)
{
    const tsu_contact_path_def *d = &p->def;
    const double ri = d->radius_i, rj = d->wall ? ri : d->radius_j;
    const double inv_i = 1.0 / tsu_sphere_mass(ri, d->density_i);
    const double inv_j = d->wall ? 0.0 : 1.0 / tsu_sphere_mass(rj, d->density_j);
    fill(p->block.wall, d->wall ? 1.0 : 0.0);
    fill(p->block.radius_i, ri);
    fill(p->block.radius_j, rj);
    fill(p->block.r_eff, d->wall ? ri : ri * rj / (ri + rj));
    fill(p->block.inv_mass_i, inv_i);
    fill(p->block.inv_mass_j, inv_j);
    fill(p->block.m_eff, 1.0 / (inv_i + inv_j));
    fill(p->block.nz, 1.0);
    double liquid = 0.0;
    tsu_lawset_column(d->laws, &liquid);
    fill(p->block.liquid_i, liquid);
    fill(p->block.liquid_j, d->wall ? 0.0 : liquid);
    const double *c = tsu_lawset_coefficients(d->laws, d->type_i - 1, d->type_j - 1);
    for (int q = 0; q < d->laws->coefficients; q++) {
        fill(p->coefficient[q], c[q]);
    }
}

tsu_contact_path *tsu_contact_path_create(const tsu_contact_path_def *def, tsu_error *err)
{
    if (check_def(def, err) != TSU_OK) return NULL;
    tsu_contact_path *p = NULL;
    if (tsu_memory_allocate(&p, 1, sizeof *p, "contact path", err) != TSU_OK) return NULL;
    p->def = *def;
    fill_bodies(p);
    return p;
}

void tsu_contact_path_destroy(tsu_contact_path *p)
{
    tsu_memory_release(&p);
}

void tsu_contact_path_assign(tsu_contact_path *p, const tsu_contact_path *other)
{
    *p = *other;
}

/* Kinematics of this row; the first one has no velocity. */
static void fill_motion(tsu_contact_path *p, const tsu_contact_row *row)
{
    const bool first = p->steps == 0;
    const double rate = first ? 0.0 : 1.0 / p->def.dt;
    const tsu_contact_row *o = &p->last;
    tsu_block *b = &p->block;
    b->dt = first ? 0.0 : p->def.dt;
    fill(b->overlap, row->overlap);
    fill(b->touching, row->overlap > 0.0 ? 1.0 : 0.0);
    fill(b->v_n, (o->overlap - row->overlap) * rate);
    fill(b->vtx, (row->sx - o->sx) * rate);
    fill(b->vty, (row->sy - o->sy) * rate);
    fill(b->wrx, (row->rx - o->rx) * rate);
    fill(b->wry, (row->ry - o->ry) * rate);
    fill(b->wrz, (row->rz - o->rz) * rate);
    /* the normal does not turn, so the old forces worked along the same velocities */
    fill(b->overlap_before, first ? row->overlap : o->overlap);
    fill(b->v_n_before, b->v_n[0]);
    fill(b->vtx_before, b->vtx[0]);
    fill(b->vty_before, b->vty[0]);
    fill(b->w_n_before, b->wrz[0]);
}

static void read_answer(const tsu_contact_path *p, bool computed, tsu_contact_answer *a)
{
    const tsu_block *b = &p->block;
    *a = (tsu_contact_answer){.step = p->steps, .t = (double)p->steps * p->def.dt, .overlap = b->overlap[0]};
    memcpy(a->account, p->account, sizeof a->account);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (computed) a->account[q] += b->account[q][0];
        if (q != TSU_ACCOUNT_INTEGRATION) a->dissipated += a->account[q];
    }
    if (!computed || b->touching[0] == 0.0) return;
    a->touching = true;
    a->fn = b->f_total[0];
    a->fn_elastic = b->f_total[0] - b->f_damp[0];
    a->ftx = b->ftx[0] + 0.0; /* no -0 */
    a->fty = b->fty[0] + 0.0;
    a->mr[0] = b->mrx[0] + 0.0;
    a->mr[1] = b->mry[0] + 0.0;
    a->mr[2] = b->mrz[0] + 0.0;
    a->elastic = b->elastic[0];
}

static bool row_is_finite(const tsu_contact_row *r)
{
    return isfinite(r->overlap + r->sx + r->sy + r->rx + r->ry + r->rz);
}

tsu_status tsu_contact_path_step(tsu_contact_path *p, const tsu_contact_row *row, tsu_contact_answer *answer,
                                 tsu_error *err)
{
    if (!row_is_finite(row))
        return tsu_error_set(err, TSU_ERROR_INPUT, "step %lld of the path is not finite",
                             (long long)p->steps);
    tsu_lane before[TSU_HISTORY_MAX];
    memcpy(before, p->history, sizeof before);
    fill_motion(p, row);
    /* as the engine: a contact that neither touches nor touched has nothing to compute or to forget */
    const bool matters = p->live || p->block.touching[0] != 0.0 || p->def.laws->apart;
    if (matters) tsu_lawset_run(p->def.laws, &p->block, (const tsu_lane *)p->coefficient, p->history);
    tsu_contact_answer a;
    read_answer(p, matters, &a);
    if (!isfinite(a.fn + a.fn_elastic + a.ftx + a.fty + a.mr[0] + a.mr[1] + a.mr[2] + a.elastic +
                  a.dissipated)) {
        memcpy(p->history, before, sizeof before);
        return tsu_error_set(err, TSU_ERROR_UNSTABLE,
                             "the answer to step %lld of the path (overlap %g, radius %g) is not finite",
                             (long long)p->steps, row->overlap, p->def.radius_i);
    }
    memcpy(p->account, a.account, sizeof p->account);
    p->live = a.touching;
    p->last = *row;
    p->steps++;
    *answer = a;
    return TSU_OK;
}

/* ---- history by name ------------------------------------------------------------------------------------------- */

typedef struct place {
    const tsu_law *law;
    const tsu_law_history *history;
    int part;
} place;

/* The laws in the order in which their history lies in the rows. */
static place place_of(const tsu_lawset *s, int index)
{
    int row = 0;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        for (const tsu_law_history *h = s->law[k] ? s->law[k]->history : NULL; h && h->name; h++) {
            if (index < row + h->width) return (place){s->law[k], h, index - row};
            row += h->width;
        }
    }
    return (place){0};
}

static bool is_shared(const tsu_lawset *s, const char *name)
{
    int laws = 0;
    for (int k = 0; k < TSU_LAW_KINDS; k++) {
        for (const tsu_law_history *h = s->law[k] ? s->law[k]->history : NULL; h && h->name; h++) {
            if (strcmp(h->name, name) == 0) laws++;
        }
    }
    return laws > 1;
}

int tsu_contact_path_history_count(const tsu_contact_path *p)
{
    return p->def.laws->history;
}

void tsu_contact_path_history_name(const tsu_contact_path *p, int index, char *name, size_t size)
{
    const place at = place_of(p->def.laws, index);
    if (!at.law) {
        snprintf(name, size, "%s", "");
        return;
    }
    const bool shared = is_shared(p->def.laws, at.history->name);
    char suffix[16] = "";
    if (at.history->width == 3) snprintf(suffix, sizeof suffix, "_%c", "xyz"[at.part]);
    if (at.history->width != 3 && at.history->width > 1) snprintf(suffix, sizeof suffix, "_%d", at.part + 1);
    snprintf(name, size, "%s%s%s%s", shared ? tsu_law_kind_word(at.law->kind) : "", shared ? "_" : "",
             at.history->name, suffix);
}

double tsu_contact_path_history(const tsu_contact_path *p, int index)
{
    return p->history[index][0];
}

int tsu_contact_path_history_find(const tsu_contact_path *p, const char *name)
{
    char known[96];
    for (int k = 0; k < p->def.laws->history; k++) {
        tsu_contact_path_history_name(p, k, known, sizeof known);
        if (strcmp(known, name) == 0) return k;
    }
    return -1;
}
