/* SPDX-License-Identifier: Apache-2.0 */
/* fix_audit.c - `fix energy/audit`: watches the energy audit and can stop the run. */
#include "script/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct audit {
    double stop; /* fraction of the energy turned over; 0: never */
} audit;

static void destroy_audit(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

static tsu_status check_audit(tsu_session *s, void *state, tsu_error *err)
{
    const audit *a = state;
    const tsu_balance e = tsu_energy_balance(s->world);
    if (!(a->stop > 0.0) || !(e.off > a->stop)) return TSU_OK;
    return tsu_error_set(
        err, TSU_ERROR_UNSTABLE,
        "the energy audit is off by %.3g of the %g J turned over at step %lld (fix energy/audit allows %g; "
        "residual %g J, error of the time step %g J); likely the time step is too large for the stiffness",
        e.off, e.turnover, (long long)s->world->step, a->stop, e.residual, e.step_error);
}

static tsu_status audit_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_energy_balance(s->world).residual;
    return TSU_OK;
}

/* The accounts in the order of tsu_account, then elastic, wall work, external work, given, turnover. */
static tsu_status audit_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    const tsu_books *b = &s->world->books;
    const tsu_balance e = tsu_energy_balance(s->world);
    const double rest[] = {b->elastic, b->wall_work, b->external_work, b->given, e.turnover};
    const double account = index < TSU_ACCOUNT_COUNT ? b->dissipated[index] : rest[index - TSU_ACCOUNT_COUNT];
    *out = index == TSU_ACCOUNT_INTEGRATION ? e.step_error : account;
    return TSU_OK;
}

static tsu_status fix_energy_audit(tsu_script *script, tsu_words *words, tsu_error *err)
{
    static const char *const list[] = {"stop", "every", NULL};
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix energy/audit", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (tsu_objects_find(&s->fixes, fix.id))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a fix '%s'", fix.id);
    audit *a = calloc(1, sizeof *a);
    if (!a) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    fix.every = 100;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status == TSU_OK && key == 0) status = tsu_words_number(words, "the fraction", &a->stop, err);
        if (status == TSU_OK && key == 0 && !(a->stop > 0.0))
            status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                     "`stop` needs a positive fraction, not %g", a->stop);
        if (status == TSU_OK && key == 1)
            status = tsu_words_integer_in(words, "steps between checks", 1, INT64_MAX, &fix.every, err);
    }
    fix.state = a;
    fix.destroy = destroy_audit;
    fix.output = check_audit;
    fix.values =
        (tsu_values){.scalar = audit_scalar, .vector_length = TSU_ACCOUNT_COUNT + 5, .vector = audit_vector};
    if (status == TSU_OK && !tsu_objects_add(&s->fixes, &fix, err)) status = TSU_ERROR_MEMORY;
    if (status != TSU_OK) free(a);
    return status;
}

const tsu_command tsu_fixes_audit[] = {{"energy/audit", "fix ID all energy/audit [stop FRACTION] [every N]",
                                        "watch the energy audit: f_ID is the residual, f_ID[i] the accounts; "
                                        "stop when it exceeds a fraction of the energy turned over",
                                        fix_energy_audit},
                                       {0}};
