/* SPDX-License-Identifier: Apache-2.0 */
/* session.c - sessions: a script runs in one, speaks to our functions and is asked for numbers. To be started where the folder
 * `examples` is. */
#include <math.h>
#include <stdio.h>
#include <tsubu/tsubu.h>

static void progress(void *context, const tsu_session *session)
{
    tsu_progress p;
    tsu_session_progress(session, &p);
    *(int64_t *)context = p.step;
}

int main(void)
{
    tsu_error err = {0};
    tsu_session_def def = tsu_session_def_default();
    int64_t last = 0;
    double lost = 0.0, energy = 0.0;
    tsu_view v = {0};
    def.progress = progress;
    def.context = &last;
    tsu_session *s = tsu_session_create(&def, &err);
    const bool done =
        s && tsu_session_run_file(s, "examples/api/drop.in", &err) == TSU_OK &&
        tsu_session_run_text(s, "compute v all property/atom vx vy vz\nrun 1000", &err) == TSU_OK &&
        tsu_session_evaluate(s, "c_energy", &energy, &err) == TSU_OK &&
        tsu_session_evaluate(s, "1-(ke+mass(all)*9.81*xcm(all,z))/(mass(all)*9.81*0.1)", &lost, &err) ==
            TSU_OK &&
        tsu_session_table(s, "c_v", TSU_TABLE_PARTICLES, &v, &err) == TSU_OK;
    if (!done) return fprintf(stderr, "%s:%d: %s\n", err.file, err.line, err.message), 1;
    const double mass = 4.0 / 3.0 * 3.14159265358979 * 1.25e-7 * 2500.0, speed = fabs(v.data[2]);
    printf("step %lld: %.4g m/s, %.4g J; the ball has lost %.1f %% of its energy\n", (long long)last, speed,
           energy, 100.0 * lost);
    const bool right = last == 21000 && fabs(energy - 0.5 * mass * speed * speed) < 1e-9 * energy &&
                       lost > 0.1 && lost < 0.9;
    tsu_session_destroy(s);
    return right ? 0 : 1;
}
