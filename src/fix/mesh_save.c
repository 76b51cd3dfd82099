/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_save.c - a mesh in a restart file: its temperature, where that changes; and its servo: what its controller remembers, and what fix_modify has changed. */
#include "fix/mesh_fix.h"

enum { TARGET, SPEED_MAX, KP, KI, KD, RATIO, SETTINGS };

static void settings_of(const tsu_servo *v, double out[SETTINGS])
{
    const double all[SETTINGS] = {
        [TARGET] = v->target, [SPEED_MAX] = v->speed_max, [KP] = v->kp, [KI] = v->ki,
        [KD] = v->kd,         [RATIO] = v->ratio};
    for (int k = 0; k < SETTINGS; k++) {
        out[k] = all[k];
    }
}

void tsu_mesh_fix_asked(tsu_mesh_fix *m)
{
    if (!m->servo) return;
    settings_of(m->servo, m->asked);
    if (m->target.variable[0]) m->asked[0] = 0.0; /* a variable is read anew anyway */
}

void tsu_mesh_fix_save(tsu_session *s, const void *state, tsu_pack *pack)
{
    (void)s;
    const tsu_mesh_fix *m = state;
    double now[SETTINGS];
    if (m->body->thermal_mass > 0.0) tsu_pack_f64(pack, m->body->temperature);
    if (m->servo) {
        settings_of(m->servo, now);
        tsu_pack_numbers(pack, m->asked, SETTINGS, sizeof *now);
        tsu_pack_numbers(pack, now, SETTINGS, sizeof *now);
        tsu_pack_f64(pack, m->servo->sum);
        tsu_pack_f64(pack, m->servo->last);
        tsu_pack_u64(pack, m->servo->running);
    }
    if (m->body->thermal_mass > 0.0) tsu_pack_f64(pack, m->body->heat_waiting);
}

/* Files of 0.1 end before it. */
static void load_waiting(tsu_mesh_body *body, tsu_cursor *saved)
{
    if (body->thermal_mass > 0.0 && saved->left > 0) body->heat_waiting = tsu_cursor_f64(saved);
}

/* A number that the deck now gives otherwise than before is the deck's; one that it gives as before is what it was when the
 * file was written. The sum of errors belongs to target and gains. */
tsu_status tsu_mesh_fix_load(tsu_session *s, void *state, tsu_cursor *saved, tsu_error *err)
{
    (void)s;
    (void)err;
    tsu_mesh_fix *m = state;
    tsu_servo *v = m->servo;
    if (m->body->thermal_mass > 0.0) m->body->temperature = tsu_cursor_f64(saved);
    if (!v) {
        load_waiting(m->body, saved);
        return TSU_OK;
    }
    double asked[SETTINGS], then[SETTINGS];
    tsu_cursor_numbers(saved, asked, SETTINGS, sizeof *asked);
    tsu_cursor_numbers(saved, then, SETTINGS, sizeof *then);
    const double sum = tsu_cursor_f64(saved), last = tsu_cursor_f64(saved);
    const uint64_t running = tsu_cursor_u64(saved);
    if (running > 1) saved->bad = true;
    if (saved->bad) return TSU_OK;
    double *const setting[SETTINGS] = {
        [TARGET] = &v->target, [SPEED_MAX] = &v->speed_max, [KP] = &v->kp, [KI] = &v->ki,
        [KD] = &v->kd,         [RATIO] = &v->ratio};
    bool same = true;
    for (int k = 0; k < SETTINGS; k++) {
        if (m->asked[k] == asked[k])
            *setting[k] = then[k];
        else
            same = same && k == SPEED_MAX; /* another highest speed does not touch the sum */
    }
    v->running = running == 1;
    v->last = last;
    if (same) v->sum = sum;
    load_waiting(m->body, saved);
    return TSU_OK;
}
