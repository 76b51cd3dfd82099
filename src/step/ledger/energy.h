/* SPDX-License-Identifier: Apache-2.0 */
/* energy.h - the audit: energies held, the accounts, and what the balance of both leaves unexplained. */
#ifndef TSU_STEP_LEDGER_ENERGY_H
#define TSU_STEP_LEDGER_ENERGY_H

#include "step/ledger/ledger.h"
#include <stdbool.h>
#include <stdint.h>

struct tsu_world;

double tsu_energy_kinetic(const struct tsu_world *w);
double tsu_energy_rotational(const struct tsu_world *w);
double tsu_energy_gravitational(const struct tsu_world *w);
/* What particle i holds by itself; `since`: at the start of a step that long whose first half kick and drift are taken, but for
 * what forces other than gravity have given it since [s]. */
double tsu_energy_of_particle(const struct tsu_world *w, int32_t i, double since);
/* What it holds by moving and turning. */
double tsu_energy_of_motion(const struct tsu_world *w, int32_t i);
/* Opens the accounts at the present state, if they are not open. */
void tsu_energy_open(struct tsu_world *w);
tsu_accounts tsu_energy_accounts(const tsu_ledger *b);
/* All that was dissipated; the error of the steps is no part of it [J]. */
double tsu_energy_dissipated(const tsu_ledger *b);
enum { TSU_MEASURE_STRIDE = 64 }; /* steps */
/* Whether the largest energies are looked at in an evaluation now, to choose the quanta of the next ones. */
bool tsu_energy_measures(const struct tsu_world *w);
/* Enters the energies of an evaluation of all contacts; `elastic` is set. */
void tsu_energy_enter(tsu_ledger *b, const tsu_tally *t);
/* Energy held (kinetic, rotational, gravitational, elastic; also by meshes that move freely) and dissipated, with the error of elastic forces: by so much as this
 * changes a command has given energy, for what contacts let go when forces are evaluated anew is booked as dissipated [J]. */
double tsu_energy_known(const struct tsu_world *w);
/* A step of velocity Verlet changes the kinetic energy by the work of the mean of the old and the new force over the way, and by
 * the change of this sum of dt^2 (F^2/m - m g^2)/8 and the like for torques: exactly, whatever the forces are. The weight, which
 * stays as it is, is left out, so that free particles come and go without a trace here. Forces must be there [J]. */
double tsu_energy_kicks(const struct tsu_world *w);
/* The part of one particle. */
double tsu_energy_kick_of(const struct tsu_world *w, int32_t i);
/* The only ways to the ledger for who is not part of src/step/. What a model or command has put into particles beside forces in
 * TSU_HOOK_FORCE and beside a change (tsu_world_change), which the step finds itself: given, as by setting velocities (while a change
 * is under way the step finds that too); done as work, by leading particles against their forces; and energy of kicks
 * (tsu_energy_kicks) that will be missed when a particle is no longer kicked, or kicked again [J]. */
void tsu_ledger_give(struct tsu_world *w, double energy);
void tsu_ledger_work(struct tsu_world *w, double energy);
void tsu_ledger_works(struct tsu_world *w, double energy,
                      int times); /* so many times, TSU_EXACT_TIMES at most */
void tsu_ledger_kick(struct tsu_world *w, double energy);
/* The energy of a mesh that moves freely has grown by so much over a step, of which `work` was done by others than contacts and weight;
 * freedom.h says what becomes of the rest. */
void tsu_ledger_body(struct tsu_world *w, double grown, double work);
/* All that was given so far [J]. */
double tsu_ledger_given(const struct tsu_world *w);
/* The audit [J]. */
typedef struct tsu_balance {
    double kinetic, rotational, gravitational;
    double
        step_error;   /* known error of the time steps taken: of elastic forces over the ways, and of kicks */
    double residual;  /* what cannot be explained */
    double gained;    /* by dashpots and sliders, which can only lose: the step is too long for them */
    double exchanged; /* energy exchanged so far, its measure */
    double
        off; /* how far the run is off: residual and error of the steps together, over the energy exchanged [-] */
} tsu_balance;
/* Whether this account cannot be negative but by errors of the time step: it belongs to a dashpot or a slider. */
bool tsu_account_only_loses(int account);
tsu_balance tsu_energy_balance(const struct tsu_world *w);

#endif
