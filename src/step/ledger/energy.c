/* SPDX-License-Identifier: Apache-2.0 */
/* energy.c - the audit: what the system holds, what it has dissipated, what was put in, and what is left unexplained. */
#include "step/ledger/energy.h"
#include "law/fused.h"
#include "step/clump/clumps.h"
#include "step/mesh/freedom.h"
#include "step/part/part.h"
#include "step/resume/resume.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

/* ---- what particles hold: spheres of clumps nothing by themselves -------------------------------------------------- */

static bool kinetic_of(const void *context, int64_t i, double *energy)
{
    const tsu_particles *p = &((const world *)context)->particles;
    const double *v = p->vm[i];
    if (tsu_clumps_hold(context, i)) return false;
    *energy = 0.5 * p->mass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return true;
}

static bool rotational_of(const void *context, int64_t i, double *energy)
{
    const tsu_particles *p = &((const world *)context)->particles;
    const double *o = p->wi[i], r = p->xr[i][3];
    if (tsu_clumps_hold(context, i)) return false;
    *energy = 0.2 * p->mass[i] * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    return true;
}

/* The three parts, so that nothing is lost where they cancel. */
static bool gravitational_of(const void *context, int64_t i, double *part)
{
    const world *w = context;
    const tsu_particles *p = &w->particles;
    if (tsu_clumps_hold(w, i)) return false;
    for (int q = 0; q < 3; q++) {
        const double x = p->xr[i][q] + p->image[i][q] * (w->box.hi[q] - w->box.lo[q]);
        part[q] = -p->mass[i] * w->gravity[q] * x;
    }
    return true;
}

static double norm2(const double *a)
{
    return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
}

double tsu_energy_kinetic(const world *w)
{
    double sum;
    tsu_exact_rows(w->particles.count, 1, w->threads, kinetic_of, w, &sum);
    return sum + tsu_clumps_kinetic(w);
}

double tsu_energy_rotational(const world *w)
{
    double sum;
    tsu_exact_rows(w->particles.count, 1, w->threads, rotational_of, w, &sum);
    return sum + tsu_clumps_rotational(w);
}

double tsu_energy_gravitational(const world *w)
{
    double part[3], of_clumps[3];
    tsu_exact_rows(w->particles.count, 3, w->threads, gravitational_of, w, part);
    tsu_clumps_gravitational(w, of_clumps);
    return (part[0] + of_clumps[0]) + (part[1] + of_clumps[1]) + (part[2] + of_clumps[2]);
}

double tsu_energy_of_particle(const world *w, int32_t i, double since)
{
    const tsu_particles *p = &w->particles;
    const double *o = p->wi[i], m = p->mass[i], r = p->xr[i][3];
    const double kick = p->group[i] & w->moving ? 0.5 * since : 0.0;
    if (tsu_clumps_hold(w, i)) return 0.0;
    double e = 0.2 * m * r * r * (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
    for (int q = 0; q < 3; q++) {
        const double v = p->vm[i][q] - kick * w->gravity[q];
        const double x = p->xr[i][q] + p->image[i][q] * (w->box.hi[q] - w->box.lo[q]) - since * p->vm[i][q];
        e += m * (0.5 * v * v - w->gravity[q] * x);
    }
    return e;
}

double tsu_energy_of_motion(const world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    const double m = p->mass[i], r = p->xr[i][3];
    if (tsu_clumps_hold(w, i)) return 0.0;
    return 0.5 * m * norm2(p->vm[i]) + 0.2 * m * r * r * norm2(p->wi[i]);
}

/* ---- accounts ------------------------------------------------------------------------------------------------------ */

tsu_accounts tsu_energy_accounts(const tsu_ledger *b)
{
    tsu_accounts a = {.elastic = b->elastic_now,
                      .wall_work = tsu_exact_round(&b->wall_work),
                      .external_work = tsu_exact_round(&b->external_work),
                      .given = tsu_exact_round(&b->given),
                      .kick = tsu_exact_round(&b->kick)};
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        a.dissipated[q] = tsu_exact_round(&b->dissipated[q]);
    }
    return a;
}

double tsu_energy_dissipated(const tsu_ledger *b)
{
    tsu_exact_sum total;
    tsu_exact_init(&total);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (q != TSU_ACCOUNT_INTEGRATION) tsu_exact_merge(&total, &b->dissipated[q]);
    }
    return tsu_exact_round(&total);
}

bool tsu_energy_measures(const world *w)
{
    return w->step % TSU_MEASURE_STRIDE == 0;
}

void tsu_energy_enter(tsu_ledger *b, const tsu_tally *t)
{
    const double before = b->elastic_now;
    b->flow += fabs(tsu_tally_total(t, TSU_SUM_WALL_WORK));
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        tsu_tally_enter(t, q, &b->dissipated[q]);
        b->flow += q == TSU_ACCOUNT_INTEGRATION ? 0.0 : fabs(tsu_tally_total(t, q));
    }
    tsu_exact_init(&b->elastic);
    tsu_tally_enter(t, TSU_SUM_ELASTIC, &b->elastic);
    tsu_tally_enter(t, TSU_SUM_WALL_WORK, &b->wall_work);
    tsu_tally_enter(t, TSU_SUM_BULGE_WORK, &b->external_work);
    b->elastic_now = tsu_tally_total(t, TSU_SUM_ELASTIC);
    b->flow += fabs(b->elastic_now - before);
    tsu_quanta_review(&b->quanta, t);
}

double tsu_energy_known(const world *w)
{
    const tsu_ledger *b = &w->ledger;
    const tsu_freedom_energies m = tsu_freedoms_energies(w);
    const double held =
        tsu_energy_kinetic(w) + tsu_energy_rotational(w) + tsu_energy_gravitational(w) + b->elastic_now;
    const double bodies = m.kinetic + m.rotational + m.gravitational;
    return held + bodies + tsu_energy_dissipated(b) +
           tsu_exact_round(&b->dissipated[TSU_ACCOUNT_INTEGRATION]);
}

/* What kicks do to the energy of motion and of rotation beyond the work of force and torque, over dt^2/8. */
static double kick_of_motion(const world *w, int32_t i, double g2)
{
    const tsu_particles *p = &w->particles;
    const bool moves = p->group[i] & w->moving && p->vm[i][3] > 0.0 && !tsu_clumps_hold(w, i);
    return moves ? p->vm[i][3] * norm2(p->force[i]) - p->mass[i] * g2 : 0.0;
}

static double kick_of_rotation(const world *w, int32_t i)
{
    const tsu_particles *p = &w->particles;
    return p->group[i] & w->turning && !tsu_clumps_hold(w, i) ? p->wi[i][3] * norm2(p->torque[i]) : 0.0;
}

double tsu_energy_kick_of(const world *w, int32_t i)
{
    return 0.125 * w->dt * w->dt * (kick_of_motion(w, i, norm2(w->gravity)) + kick_of_rotation(w, i));
}

static bool kick_row(const void *context, int64_t i, double *part)
{
    const world *w = context;
    part[0] = kick_of_motion(w, (int32_t)i, norm2(w->gravity));
    part[1] = kick_of_rotation(w, (int32_t)i);
    return true;
}

double tsu_energy_kicks(const world *w)
{
    double part[2], of_clumps[2];
    tsu_exact_rows(w->particles.count, 2, w->threads, kick_row, w, part);
    tsu_clumps_kicks(w, of_clumps);
    return 0.125 * w->dt * w->dt * ((part[0] + of_clumps[0]) + (part[1] + of_clumps[1]));
}

/* ---- the balance --------------------------------------------------------------------------------------------------- */

bool tsu_account_only_loses(int account)
{
    const unsigned losing = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_SLIDING |
                            1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT | 1u << TSU_ACCOUNT_ROLLING_SLIP |
                            1u << TSU_ACCOUNT_ROLLING_DASHPOT;
    return losing >> account & 1u;
}

static double gained(const tsu_accounts *a)
{
    double total = 0.0;
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        if (tsu_account_only_loses(q)) total += fmax(0.0, -a->dissipated[q]);
    }
    return total;
}

tsu_balance tsu_energy_balance(const world *w)
{
    const tsu_ledger *b = &w->ledger;
    const tsu_accounts a = tsu_energy_accounts(b);
    const tsu_freedom_energies m = tsu_freedoms_energies(w);
    tsu_balance e = {.kinetic = tsu_energy_kinetic(w) + m.kinetic,
                     .rotational = tsu_energy_rotational(w) + m.rotational,
                     .gravitational = tsu_energy_gravitational(w) + m.gravitational};
    const double held = e.kinetic + e.rotational + e.gravitational + a.elastic;
    const double put_in = a.wall_work + a.external_work + a.given;
    e.step_error = a.dissipated[TSU_ACCOUNT_INTEGRATION] + (a.kick - tsu_energy_kicks(w));
    e.residual = held + (tsu_energy_dissipated(b) + e.step_error - put_in) - b->start;
    /* what is in motion now was exchanged, if the power of gravity was found too long ago */
    e.exchanged = fmax(b->exchanged, e.kinetic + e.rotational);
    e.gained = gained(&a);
    e.off = e.exchanged > 0.0 ? (fabs(e.residual) + fabs(e.step_error) + e.gained) / e.exchanged : 0.0;
    return e;
}

void tsu_energy_open(world *w)
{
    tsu_ledger *b = &w->ledger;
    const double kicks = tsu_energy_kicks(w);
    const bool changed = b->changing || !b->open; /* something may have been set in motion */
    if (b->changing) tsu_exact_add(&b->given, tsu_energy_known(w) - b->before);
    if (b->changing) tsu_exact_add(&b->kick, kicks - b->kick_before);
    b->changing = false;
    if (changed) {
        const tsu_freedom_energies m = tsu_freedoms_energies(w);
        b->exchanged = fmax(b->exchanged, tsu_energy_kinetic(w) + tsu_energy_rotational(w) +
                                              fabs(b->elastic_now) + m.kinetic + m.rotational);
    }
    if (b->open) return;
    b->open = true;
    b->gravity_power = -1.0;
    tsu_exact_init(&b->kick);
    tsu_exact_add(&b->kick, kicks);
    b->start = 0.0;
    b->start = tsu_energy_balance(w).residual;
}

void tsu_ledger_give(world *w, double energy)
{
    if (!w->ledger.changing)
        tsu_exact_add(w->part ? tsu_part_book(w, TSU_PART_GIVEN) : &w->ledger.given, energy);
}

void tsu_ledger_work(world *w, double energy)
{
    tsu_exact_add(w->part ? tsu_part_book(w, TSU_PART_WORK) : &w->ledger.external_work, energy);
}

void tsu_ledger_works(world *w, double energy, int times)
{
    tsu_exact_add_times(w->part ? tsu_part_book(w, TSU_PART_WORK) : &w->ledger.external_work, energy, times);
}

void tsu_ledger_kick(world *w, double energy)
{
    tsu_exact_add(w->part ? tsu_part_book(w, TSU_PART_KICK) : &w->ledger.kick, energy);
}

void tsu_ledger_body(world *w, double grown, double work)
{
    tsu_ledger *b = &w->ledger;
    const double rest = grown - work;
    if (work != 0.0) tsu_exact_add(&b->external_work, work);
    if (rest != 0.0) tsu_exact_add(&b->dissipated[TSU_ACCOUNT_INTEGRATION], -rest);
    b->flow += fabs(rest);
}

double tsu_ledger_given(const world *w)
{
    return tsu_exact_round(&w->ledger.given);
}

void tsu_world_set_g(world *w, const double g[3])
{
    tsu_world_change(w);
    memcpy(w->gravity, g, sizeof w->gravity);
}

void tsu_world_set_dt(world *w, double dt)
{
    const double larger =
        w->dt > 0.0 ? dt * dt / (w->dt * w->dt) : 1.0; /* energies of kicks go by its square */
    if (w->resume) {
        tsu_exact_add(&w->ledger.kick, (larger - 1.0) * w->resume->kicks);
        w->resume->kicks *= larger;
    } else if (w->ledger.open && !w->ledger.changing && tsu_world_is(w, TSU_CURRENT_FORCES)) {
        tsu_exact_add(&w->ledger.kick, (larger - 1.0) * tsu_energy_kicks(w));
    }
    w->dt = dt;
}
