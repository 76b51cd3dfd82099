/* SPDX-License-Identifier: Apache-2.0 */
/* fused.h - all laws of a contact in one loop.
 *
 * The general path runs the stages of a contact one after the other over a block, and what one leaves for the next goes
 * through memory. For the combinations used most, the same inline functions also stand in one loop, in registers:
 * tsu_fused_loop() is compiled once for each of them (fused_*.c) with the laws as constants. A set of laws that
 * has such a loop takes it by itself (tsu_fused_find); both ways give the same bits, which a test demands. */
#ifndef TSU_LAW_FUSED_H
#define TSU_LAW_FUSED_H

#include "base/tally.h"
#include "law/lawset.h"
#include "law/surface_default.h"

/* Sums of energies over contacts: the accounts of what is dissipated, then these. */
enum {
    TSU_SUM_ELASTIC = TSU_ACCOUNT_COUNT, /* stored */
    TSU_LANE_SUMS,                       /* the laws leave so many */
    TSU_SUM_WALL_WORK = TSU_LANE_SUMS,   /* of moving walls */
    TSU_SUM_BULGE_WORK,                  /* of surfaces that bulge */
    TSU_SUM_ADDED_WORK,                  /* of forces that commands add */
    TSU_SUMS_OF_ENERGY
};

/* What a block of contacts leaves behind: for the records, which of them touch, and the energies of those sums that its laws
 * have. */
typedef struct tsu_outcome {
    tsu_lane fx, fy, fz;            /* force on i                                              [N] */
    tsu_lane half;                  /* half the overlap                                        [m] */
    tsu_lane tx, ty, tz;            /* n x F_t                                                 [N] */
    tsu_lane mx, my, mz;            /* rolling torque; not written without a rolling law       [N m] */
    tsu_lane touching;              /* 1 or 0 */
    tsu_lane energy[TSU_LANE_SUMS]; /* [J] */
} TSU_ALIGNED(64) tsu_outcome;

/* Loops go over so many contacts at a time. */
enum { TSU_SUM_LANES = TSU_TALLY_PARTS };

/* What a normal law, and after it a rolling law, know of two bodies before they look at their contact: numbers that follow from radii,
 * masses and coefficients alone. They are found once for all pairs that are alike, and otherwise ahead of the loop, whose lanes would
 * have to wait for them. */
enum { TSU_FUSED_KNOWN = 5 };

/* Finds them for the first `lanes` pairs of a block, of which radii and inverse masses are read, or for contacts at a wall. */
typedef void tsu_fused_know_fn(const tsu_block *b, const tsu_lane *coefficient, bool wall, tsu_lane *known,
                               int lanes);

/* Runs geometry, kinematics and laws over the first `lanes` pairs of a block, a multiple of TSU_SUM_LANES: of the block only
 * radii, inverse masses and dt are read. `next` is the history of the block that comes next: it is fetched meanwhile. */
typedef void tsu_fused_fn(const tsu_block *b, const tsu_bodies *g, const tsu_lane *coefficient,
                          const tsu_lane *known, tsu_lane *history, const tsu_lane *next, tsu_outcome *out,
                          tsu_tally *tally, int lanes);

/* What else is known of contacts with a wall: their geometry at the start of the step, and how deep the laws find them. */
typedef struct tsu_wall_before {
    tsu_lane nx, ny, nz, overlap; /* [-], [m] */
    tsu_lane depth;               /* the overlap now; far apart where the contact has ended [m] */
} TSU_ALIGNED(64) tsu_wall_before;

/* The same for contacts at a wall: of the block only normal, overlap, radius, inverse mass and dt are read. */
typedef void tsu_fused_wall_fn(const tsu_block *b, const tsu_bodies *g, const tsu_wall_before *before,
                               const tsu_lane *coefficient, const tsu_lane *known, tsu_lane *history,
                               tsu_outcome *out, tsu_tally *tally, int lanes);

typedef struct tsu_fused {
    const char *normal, *tangential, *rolling; /* names of laws, or off */
    int form; /* that the coefficients of the normal law must ask for: tsu_eepa_form, tsu_hooke_form */
    tsu_fused_fn *run;
    tsu_fused_wall_fn *wall;
    const char *cohesion;    /* NULL: off */
    tsu_fused_know_fn *know; /* NULL: nothing is known */
} tsu_fused;

/* The loops of these laws, whose coefficients are there; NULL if there are none. */
const tsu_fused *tsu_fused_find(const tsu_lawset *laws);

extern const tsu_fused tsu_fused_hertz[], tsu_fused_hooke[], tsu_fused_edinburgh[],
    tsu_fused_cohesive[]; /* end with run NULL */

/* The record of a contact, from what the laws left. */
TSU_FN void tsu_outcome_store(tsu_outcome *out, int l, double f_total, double overlap, tsu_vec3 n,
                              tsu_vec3 f_t)
{
    const tsu_vec3 t = tsu_vec3_cross(n, f_t);
    out->fx[l] = f_total * n.x + f_t.x;
    out->fy[l] = f_total * n.y + f_t.y;
    out->fz[l] = f_total * n.z + f_t.z;
    out->half[l] = 0.5 * overlap;
    out->tx[l] = t.x;
    out->ty[l] = t.y;
    out->tz[l] = t.z;
}

/* A build with TSU_WITHOUT_ACCOUNTS, made only to measure what the energy accounts cost (bench/accounts), sums no accounts here and leaves
 * the history alone that only they need; what it tells of energies is wrong. */
#ifdef TSU_WITHOUT_ACCOUNTS
enum { TSU_FUSED_ACCOUNTS = 0 };
#else
enum { TSU_FUSED_ACCOUNTS = 1 };
#endif

/* Whether a value of a law's history is kept: all of them are, unless there are no accounts. Without a loop over the table, so that
 * it is a constant wherever law and value are. */
TSU_FN bool tsu_fused_keeps(const tsu_law *law, int value)
{
    if (TSU_FUSED_ACCOUNTS) return true;
    const tsu_law_history *h = law->history;
    if (value < h[0].width) return !h[0].internal;
    if (value < h[0].width + h[1].width) return !h[1].internal;
    if (value < h[0].width + h[1].width + h[2].width) return !h[2].internal;
    return !h[3].internal; /* no law of a fused loop has more */
}

/* One law of a fused loop: its function, its table, how many history values it has and how many numbers it knows. Coefficients and
 * history lie in the rows from p and h on; the law finds what it knows behind its coefficients. */
TSU_FN void tsu_fused_law(tsu_law_fn *run, const tsu_law *law, const int values, const int knows,
                          const tsu_lane *p, const tsu_lane *known, tsu_lane *h, int l, tsu_contact *c)
{
    double coefficient[TSU_COEFFICIENT_MAX + TSU_FUSED_KNOWN], history[TSU_HISTORY_MAX];
    TSU_UNROLLED
    for (int q = 0; q < law->coefficients; q++) {
        coefficient[q] = p[q][l];
    }
    TSU_UNROLLED
    for (int q = 0; q < knows; q++) {
        coefficient[law->coefficients + q] = known[q][l];
    }
    TSU_UNROLLED
    for (int q = 0; q < values; q++) {
        history[q] = tsu_fused_keeps(law, q) ? h[q][l] : 0.0;
    }
    run(coefficient, c, history);
    TSU_UNROLLED
    for (int q = 0; q < values; q++) {
        if (tsu_fused_keeps(law, q)) h[q][l] = c->touching ? history[q] : 0.0;
    }
}

/* Asks for an eighth of the history of a law in the block that comes next. */
TSU_FN void tsu_fused_fetch(const tsu_law *law, const int values, const tsu_lane *next, int first)
{
    TSU_UNROLLED
    for (int q = 0; q < values; q++) {
        if (tsu_fused_keeps(law, q)) TSU_PREFETCH_NEXT(&next[q][first]);
    }
}

/* Accounts of the laws, as a mask. */
TSU_FN unsigned tsu_fused_accounts(const tsu_law *law_n, const tsu_law *law_t, const tsu_law *law_r)
{
    return TSU_FUSED_ACCOUNTS ? law_n->accounts | law_t->accounts | law_r->accounts : 0u;
}

/* The laws of lane l, whose kinematics are in *c. */
TSU_FN void tsu_fused_lane(tsu_contact *c, int l, const tsu_lane *TSU_RESTRICT p,
                           const tsu_lane *TSU_RESTRICT known, tsu_lane *TSU_RESTRICT h,
                           tsu_outcome *TSU_RESTRICT out, tsu_law_fn *normal, const tsu_law *law_n,
                           const int values_n, const int knows_n, tsu_law_fn *tangential,
                           const tsu_law *law_t, const int values_t, tsu_law_fn *rolling,
                           const tsu_law *law_r, const int values_r, const int knows_r)
{
    const unsigned accounts = tsu_fused_accounts(law_n, law_t, law_r);
    c->adhesion = 0.0;
    tsu_fused_law(normal, law_n, values_n, knows_n, p, known, h, l, c);
    tsu_contact_close_normal(c);
    double elastic = c->touching ? c->elastic : 0.0;
    tsu_vec3 f_t = {0.0, 0.0, 0.0};
    p += law_n->coefficients;
    h += values_n;
    if (tangential) {
        tsu_fused_law(tangential, law_t, values_t, 0, p, NULL, h, l, c);
        f_t = tsu_vec3_make(c->touching ? c->f_t.x : 0.0, c->touching ? c->f_t.y : 0.0,
                            c->touching ? c->f_t.z : 0.0);
        elastic += c->touching ? c->elastic : 0.0;
    }
    if (rolling) {
        tsu_fused_law(rolling, law_r, values_r, knows_r, p + law_t->coefficients, known + knows_n,
                      h + values_t, l, c);
        out->mx[l] = c->touching ? c->m_r.x : 0.0;
        out->my[l] = c->touching ? c->m_r.y : 0.0;
        out->mz[l] = c->touching ? c->m_r.z : 0.0;
        elastic += c->touching ? c->elastic : 0.0;
    }
    tsu_outcome_store(out, l, c->f_total, c->overlap, c->n, f_t);
    out->touching[l] = c->touching ? 1.0 : 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (accounts & 1u << q) out->energy[q][l] = c->account[q];
    }
    out->energy[TSU_SUM_ELASTIC][l] = elastic;
}

/* Adds what the lanes have left. */
TSU_FN void tsu_fused_tally(tsu_tally *tally, const tsu_outcome *out, unsigned accounts, int lanes)
{
    tsu_tally_add(tally, accounts | 1u << TSU_SUM_ELASTIC, out->energy[0], TSU_LANES, lanes);
}

TSU_FN tsu_touch tsu_fused_touch(const tsu_block *b, const tsu_bodies *g, int l)
{
    return tsu_sphere_sphere(tsu_vec3_make(g->dx[l], g->dy[l], g->dz[l]), b->radius_i[l], b->radius_j[l]);
}

/* Reduced radii and masses of eight pairs. Where all particles are alike nothing is divided: they are known. */
typedef struct tsu_reduced {
    double r_eff[TSU_SUM_LANES], m_eff[TSU_SUM_LANES];
} TSU_ALIGNED(64) tsu_reduced;

TSU_FN void tsu_reduced_find(tsu_reduced *r, const tsu_block *b, int first)
{
    TSU_ROLLED
    for (int part = 0; part < TSU_SUM_LANES; part++) {
        const int l = first + part;
        tsu_contact c = {.radius_i = b->radius_i[l],
                         .radius_j = b->radius_j[l],
                         .inv_mass_i = b->inv_mass_i[l],
                         .inv_mass_j = b->inv_mass_j[l]};
        tsu_surface_reduce(&c);
        r->r_eff[part] = c.r_eff;
        r->m_eff[part] = c.m_eff;
    }
}

TSU_FN void tsu_reduced_known(tsu_reduced *r, const tsu_block *b)
{
    for (int part = 0; part < TSU_SUM_LANES; part++) {
        r->r_eff[part] = b->r_eff[part];
        r->m_eff[part] = b->m_eff[part];
    }
}

/* The geometry of eight pairs. */
typedef struct tsu_touches {
    double nx[TSU_SUM_LANES], ny[TSU_SUM_LANES], nz[TSU_SUM_LANES];
    double overlap[TSU_SUM_LANES], inverse[TSU_SUM_LANES];
} TSU_ALIGNED(64) tsu_touches;

TSU_FN void tsu_touches_put(tsu_touches *t, int part, tsu_touch touch)
{
    t->nx[part] = touch.n.x;
    t->ny[part] = touch.n.y;
    t->nz[part] = touch.n.z;
    t->overlap[part] = touch.overlap;
    t->inverse[part] = touch.inverse;
}

TSU_FN tsu_touch tsu_touches_get(const tsu_touches *t, int part)
{
    const tsu_touch made = {t->overlap[part], t->inverse[part], {t->nx[part], t->ny[part], t->nz[part]}};
    return made;
}

/* The laws are constants of the caller: once this is inlined there it is one plain loop. Root and division of the distance, for
 * which all else has to wait, are done eight pairs ahead. */
TSU_FN void tsu_fused_loop(const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g,
                           const tsu_lane *TSU_RESTRICT p, const tsu_lane *TSU_RESTRICT known,
                           tsu_lane *TSU_RESTRICT h, const tsu_lane *next, tsu_outcome *TSU_RESTRICT out,
                           tsu_tally *tally, const int lanes, tsu_law_fn *normal, const tsu_law *law_n,
                           const int values_n, const int knows_n, tsu_law_fn *tangential,
                           const tsu_law *law_t, const int values_t, tsu_law_fn *rolling,
                           const tsu_law *law_r, const int values_r, const int knows_r)
{
    tsu_touches ahead;
    tsu_reduced reduced;
    tsu_reduced_known(&reduced, b);
    for (int part = 0; part < TSU_SUM_LANES; part++) {
        tsu_touches_put(&ahead, part, tsu_fused_touch(b, g, part));
    }
    for (int first = 0; first < lanes; first += TSU_SUM_LANES) {
        tsu_fused_fetch(law_n, values_n, next, first);
        tsu_fused_fetch(law_t, values_t, next + values_n, first);
        tsu_fused_fetch(law_r, values_r, next + values_n + values_t, first);
        if (!b->same) tsu_reduced_find(&reduced, b, first);
        const int then =
            first + TSU_SUM_LANES < lanes ? first + TSU_SUM_LANES : first; /* the last ones twice */
        for (int part = 0; part < TSU_SUM_LANES; part++) {
            const int l = first + part;
            const tsu_touch touch = tsu_touches_get(&ahead, part);
            tsu_contact c = {.overlap = touch.overlap,
                             .radius_i = b->radius_i[l],
                             .radius_j = b->radius_j[l],
                             .r_eff = reduced.r_eff[part],
                             .m_eff = reduced.m_eff[part],
                             .inverse = touch.inverse,
                             .inv_mass_i = b->inv_mass_i[l],
                             .inv_mass_j = b->inv_mass_j[l],
                             .dt = b->dt,
                             .n = touch.n};
            tsu_touches_put(&ahead, part, tsu_fused_touch(b, g, then + part));
            const tsu_motion m = tsu_bodies_motion(g, l);
            tsu_surface_contact(&c, &m);
            tsu_fused_lane(&c, l, p, known, h, out, normal, law_n, values_n, knows_n, tangential, law_t,
                           values_t, rolling, law_r, values_r, knows_r);
        }
    }
    tsu_fused_tally(tally, out, tsu_fused_accounts(law_n, law_t, law_r), lanes);
}

/* The same at a wall. */
TSU_FN void tsu_fused_wall_loop(const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g,
                                const tsu_wall_before *TSU_RESTRICT before, const tsu_lane *TSU_RESTRICT p,
                                const tsu_lane *TSU_RESTRICT known, tsu_lane *TSU_RESTRICT h,
                                tsu_outcome *TSU_RESTRICT out, tsu_tally *tally, const int lanes,
                                tsu_law_fn *normal, const tsu_law *law_n, const int values_n,
                                const int knows_n, tsu_law_fn *tangential, const tsu_law *law_t,
                                const int values_t, tsu_law_fn *rolling, const tsu_law *law_r,
                                const int values_r, const int knows_r)
{
    for (int first = 0; first < lanes; first += TSU_SUM_LANES) {
        for (int part = 0; part < TSU_SUM_LANES; part++) {
            const int l = first + part;
            tsu_contact c = {.overlap = b->overlap[l],
                             .radius_i = b->radius_i[l],
                             .radius_j = b->radius_i[l],
                             .inv_mass_i = b->inv_mass_i[l],
                             .dt = b->dt,
                             .n = {b->nx[l], b->ny[l], b->nz[l]},
                             .wall = true};
            const tsu_motion m = tsu_bodies_motion(g, l);
            tsu_surface_at_wall(&c, &m, tsu_vec3_make(before->nx[l], before->ny[l], before->nz[l]),
                                before->overlap[l], before->depth[l]);
            tsu_fused_lane(&c, l, p, known, h, out, normal, law_n, values_n, knows_n, tangential, law_t,
                           values_t, rolling, law_r, values_r, knows_r);
        }
    }
    tsu_fused_tally(tally, out, tsu_fused_accounts(law_n, law_t, law_r), lanes);
}

#endif
