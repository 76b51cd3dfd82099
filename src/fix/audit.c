/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - who watches the energy audit: every run by itself, which warns, and `fix energy/audit`, which can stop it. */
#include "fix/fix.h"
#include "law/fused.h"
#include "step/ledger/energy.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- warnings of every run --------------------------------------------------------------------------------------------- */

static const double AUDIT_WARNED = 0.05;     /* of the energy exchanged */
static const double ROUNDING_ALLOWED = 1e-9; /* the same; sums of millions of contacts stay far below */

static void watch_accounts(tsu_session *s)
{
    const tsu_ledger *b = &s->world->ledger;
    const tsu_accounts a = tsu_energy_accounts(b);
    for (int q = 0; q < TSU_ACCOUNT_COUNT; q++) {
        const double gained = -a.dissipated[q];
        if (!tsu_account_only_loses(q) || s->warned_accounts >> q & 1u) continue;
        if (!(gained > ROUNDING_ALLOWED * b->exchanged)) continue;
        s->warned_accounts |= 1u << q;
        tsu_script_warn(
            s->script,
            "the account %s is negative at step %lld, %.3g J (%.1g of the energy exchanged): "
            "a mechanism that can only dissipate energy has gained some, so the time step %g is too long; "
            "take a shorter time step or less damping",
            tsu_account_names[q], (long long)s->world->step, a.dissipated[q], gained / b->exchanged,
            s->world->dt);
    }
}

static void watch_audit(tsu_session *s)
{
    const tsu_balance e = tsu_energy_balance(s->world);
    if (s->warned_audit || !(e.off > AUDIT_WARNED)) return;
    s->warned_audit = true;
    tsu_script_warn(s->script,
                    "the energies are off by %.1f %% of the %.3g J exchanged by step %lld (audit); above "
                    "%.0f %% the result is in doubt, and most likely the time step %g is too long for the "
                    "stiffness: take a shorter time step or softer particles",
                    100.0 * e.off, e.exchanged, (long long)s->world->step, 100.0 * AUDIT_WARNED,
                    s->world->dt);
}

/* The audit goes over all particles, so it is looked at some ten times in a run. */
void tsu_session_watch_energy(tsu_session *s, bool end)
{
    if (!TSU_FUSED_ACCOUNTS || !s->world->ledger.open || s->world->step == s->run_begin) return;
    watch_accounts(s);
    if (!end && s->world->step < s->audit_next) return;
    s->audit_next = s->world->step + (s->run_end - s->run_begin) / 10;
    watch_audit(s);
}

/* ---- the fix ----------------------------------------------------------------------------------------------------------- */

typedef struct audit {
    double stop, warn; /* fractions of the energy exchanged; 0: never */
    bool warned;
} audit;

static void destroy_audit(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static void describe(const tsu_session *s, const tsu_balance *e, double allowed, char *text, size_t size)
{
    snprintf(text, size,
             "the energies are off by %.3g of the %g J exchanged by step %lld (fix energy/audit allows %g; "
             "residual %g J, error of the time step %g J, gained by dashpots and sliders %g J); likely the "
             "time step %g is too long for stiffness or damping: take a shorter one",
             e->off, e->exchanged, (long long)s->world->step, allowed, e->residual, e->step_error, e->gained,
             s->world->dt);
}

static tsu_status check_audit(tsu_session *s, void *state, tsu_error *err)
{
    audit *a = state;
    char text[512];
    const tsu_balance e = tsu_energy_balance(s->world);
    if (a->stop > 0.0 && e.off > a->stop) {
        describe(s, &e, a->stop, text, sizeof text);
        return tsu_error_set(err, TSU_ERROR_UNSTABLE, "%s", text);
    }
    if (!(a->warn > 0.0) || !(e.off > a->warn) || a->warned) return TSU_OK;
    a->warned = true;
    describe(s, &e, a->warn, text, sizeof text);
    tsu_script_warn(s->script, "%s", text);
    return TSU_OK;
}

static tsu_status audit_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_energy_balance(s->world).residual;
    return TSU_OK;
}

enum { AUDIT_REST = 6 };

/* The accounts in the order of tsu_account, then elastic, wall work, external work, given, exchanged, audit. */
static tsu_status audit_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    const tsu_accounts a = tsu_energy_accounts(&s->world->ledger);
    const tsu_balance e = tsu_energy_balance(s->world);
    const double rest[AUDIT_REST] = {a.elastic, a.wall_work, a.external_work, a.given, e.exchanged, e.off};
    const double account = index < TSU_ACCOUNT_COUNT ? a.dissipated[index] : rest[index - TSU_ACCOUNT_COUNT];
    *out = index == TSU_ACCOUNT_INTEGRATION ? e.step_error : account;
    return TSU_OK;
}

static tsu_status read_audit(tsu_words *words, tsu_object *fix, audit *a, tsu_error *err)
{
    enum { STOP, WARN, EVERY };
    static const char *const list[] = {[STOP] = "stop", [WARN] = "warn", [EVERY] = "every", NULL};
    tsu_status status = TSU_OK;
    fix->every = 100;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) break;
        if (key == EVERY) {
            status = tsu_words_integer_in(words, "steps between checks", 1, INT64_MAX, &fix->every, err);
            continue;
        }
        double *const fraction = key == STOP ? &a->stop : &a->warn;
        status = tsu_words_number(words, "the fraction", fraction, err);
        if (status == TSU_OK && !(*fraction > 0.0))
            status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                     "`%s` needs a positive fraction, not %g", list[key], *fraction);
    }
    return status;
}

static tsu_status fix_energy_audit(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix energy/audit", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix '%s'", fix.id);
    audit *a = calloc(1, sizeof *a);
    if (!a) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    status = read_audit(words, &fix, a, err);
    fix.state = a;
    fix.destroy = destroy_audit;
    fix.output = check_audit;
    fix.values = (tsu_values){
        .scalar = audit_scalar, .vector_length = TSU_ACCOUNT_COUNT + AUDIT_REST, .vector = audit_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) free(a);
    return status;
}

const tsu_command tsu_fixes_audit[] = {
    {"energy/audit", "fix ID all energy/audit [stop FRACTION] [warn FRACTION] [every N]",
     "watch the energy audit: f_ID is the residual, f_ID[i] the accounts, then elastic, work of walls, of "
     "added forces, given, exchanged, audit; stop or warn when the audit exceeds a fraction of the energy "
     "exchanged",
     fix_energy_audit},
    {0}};
