/* SPDX-License-Identifier: Apache-2.0 */
/* nve.c - integrators beside nve/sphere: nve (no turning), nve/noforce (forces do not act), nve/limit (no faster than a way
 * per step); and fix momentum, which takes off the motion of a group as a whole. */
#include "model/rows.h"
#include "session/session.h"
#include "step/hooks.h"
#include "step/ledger/energy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct motion_fix {
    tsu_session *session;
    int group;
    bool relative;         /* nve/limit: the way is a multiple of the radius */
    double way;            /* nve/limit: in a step [m or radii] */
    int64_t cut;           /* nve/limit: velocities cut in this run */
    int64_t every;         /* momentum */
    bool linear[3], turns; /* momentum: what is taken off */
} motion_fix;

static void destroy_motion(tsu_session *s, void *state)
{
    (void)s;
    free(state);
}

/* ---- nve/limit ----------------------------------------------------------------------------------------------------------- */

/* Scales u = v + add to the largest speed and takes `add` off again, so that the half kick to come ends at the limit. */
static void limit(motion_fix *f, tsu_world *w, int32_t i, double half)
{
    tsu_particles *p = &w->particles;
    const double most = f->way * (f->relative ? p->xr[i][3] : 1.0) / w->dt;
    double u[3], size2 = 0.0, before = 0.0, after = 0.0;
    for (int q = 0; q < 3; q++) {
        u[q] = p->vm[i][q] + half * p->vm[i][3] * p->force[i][q];
        size2 += u[q] * u[q];
    }
    if (!(size2 > most * most)) return;
    f->cut++;
    for (int q = 0; q < 3; q++) {
        before += p->vm[i][q] * p->vm[i][q];
        p->vm[i][q] += u[q] * (most / sqrt(size2) - 1.0);
        after += p->vm[i][q] * p->vm[i][q];
    }
    tsu_ledger_give(w, 0.5 * p->mass[i] * (after - before));
}

static void limit_group(motion_fix *f, tsu_world *w, double half)
{
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_session_in_group(f->session, i, f->group)) limit(f, w, i, half);
    }
}

static tsu_status limit_before(struct tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    limit_group(context, w, 0.5 * w->dt);
    return TSU_OK;
}

static tsu_status limit_after(struct tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    limit_group(context, w, 0.0);
    return TSU_OK;
}

static tsu_status limit_scalar(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)s;
    (void)err;
    *out = (double)((const motion_fix *)state)->cut;
    return TSU_OK;
}

static tsu_status init_limit(tsu_session *s, void *state, tsu_error *err)
{
    (void)s;
    (void)err;
    ((motion_fix *)state)->cut = 0;
    return TSU_OK;
}

static tsu_status read_limit(tsu_words *words, motion_fix *f, tsu_error *err)
{
    static const char *const list[] = {"absolute", "radius_ratio", NULL};
    int key = 0;
    tsu_status status = tsu_words_choice(words, "`absolute` or `radius_ratio`", list, &key, err);
    if (status == TSU_OK) status = tsu_words_loose_number(words, "the way in a step", &f->way, err);
    if (status == TSU_OK && !(f->way > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the way must be positive");
    f->relative = key == 1;
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

/* ---- momentum ------------------------------------------------------------------------------------------------------------ */

static tsu_status group_vector(const motion_fix *f, const char *function, double out[3], tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z"};
    for (int q = 0; q < 3; q++) {
        const tsu_status status = tsu_group_function(f->session, function, f->session->group[f->group],
                                                     axes[q], NULL, &out[q], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status take_off(struct tsu_world *w, void *context, tsu_error *err)
{
    motion_fix *f = context;
    double v[3], spin[3] = {0}, centre[3] = {0};
    if (w->step % f->every != 0) return TSU_OK;
    tsu_status status = group_vector(f, "vcm", v, err);
    if (status == TSU_OK && f->turns) status = group_vector(f, "omega", spin, err);
    if (status == TSU_OK && f->turns) status = group_vector(f, "xcm", centre, err);
    for (int32_t i = 0; i < w->particles.count && status == TSU_OK; i++) {
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        double x[3], *u = w->particles.vm[i];
        tsu_world_unwrapped(f->session->world, i, x);
        const double before = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        for (int q = 0; q < 3; q++) {
            const int r = (q + 1) % 3, t = (q + 2) % 3;
            u[q] -= (f->linear[q] ? v[q] : 0.0) + spin[r] * (x[t] - centre[t]) - spin[t] * (x[r] - centre[r]);
        }
        const double after = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        tsu_ledger_give(w, 0.5 * w->particles.mass[i] * (after - before));
    }
    return status;
}

static tsu_status read_momentum(tsu_words *words, motion_fix *f, tsu_error *err)
{
    static const char *const list[] = {"linear", "angular", NULL};
    bool something = false;
    tsu_status status = tsu_words_integer_in(words, "steps between", 1, INT64_MAX, &f->every, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        for (int q = 0; q < 3 && status == TSU_OK && key == 0; q++) {
            int64_t on;
            status = tsu_words_integer_in(words, "0 or 1 for x, y, z", 0, 1, &on, err);
            f->linear[q] = on == 1;
        }
        if (status == TSU_OK && key == 1) f->turns = true;
        something = true;
    }
    if (status != TSU_OK || something) return status;
    return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "say `linear 1 1 1`, `angular` or both");
}

/* ---- the commands --------------------------------------------------------------------------------------------------------- */

/* NULL with the status if it fails. */
static motion_fix *begin(tsu_session *s, const tsu_words *words, tsu_object *fix, tsu_status *status,
                         tsu_error *err)
{
    *status = tsu_session_new_fix(s, words, fix, err);
    if (*status != TSU_OK) return NULL;
    motion_fix *f = calloc(1, sizeof *f);
    if (!f) {
        *status = tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix->id);
        return NULL;
    }
    f->session = s;
    f->group = fix->group;
    fix->state = f;
    fix->destroy = destroy_motion;
    return f;
}

/* nve and nve/noforce: run.c and motion.c know them by their style. */
static tsu_status fix_nve_plain(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status;
    if (!begin(s, words, &fix, &status, err)) return status;
    return tsu_session_finish_fix(s, &fix, tsu_words_end(words, err), err);
}

static tsu_status fix_nve_limit(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status;
    motion_fix *f = begin(s, words, &fix, &status, err);
    if (!f) return status;
    fix.init = init_limit;
    fix.values = (tsu_values){.scalar = limit_scalar};
    const tsu_hook_def before = {.phase = TSU_HOOK_BEFORE_STEP, .run = limit_before, .context = f};
    const tsu_hook_def after = {.phase = TSU_HOOK_AFTER_STEP, .run = limit_after, .context = f};
    status = read_limit(words, f, err);
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, before, err);
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, after, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

static tsu_status fix_momentum(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status;
    motion_fix *f = begin(s, words, &fix, &status, err);
    if (!f) return status;
    const tsu_hook_def hook = {.phase = TSU_HOOK_AFTER_STEP, .run = take_off, .context = f};
    status = read_momentum(words, f, err);
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, hook, err);
    return tsu_session_finish_fix(s, &fix, status, err);
}

const tsu_command tsu_fixes_nve[] = {
    {"nve", "fix ID GROUP nve", "move the particles of the group; their spin stays", fix_nve_plain},
    {"nve/noforce", "fix ID GROUP nve/noforce", "move the particles of the group; forces do not act on them",
     fix_nve_plain},
    {"nve/limit", "fix ID GROUP nve/limit absolute WAY | radius_ratio RATIO",
     "move the particles of the group, no further in a step than a way; f_ID counts how often",
     fix_nve_limit},
    {"momentum", "fix ID GROUP momentum N [linear 0|1 0|1 0|1] [angular]",
     "take off the motion of the group as a whole every N steps", fix_momentum},
    {0}};
