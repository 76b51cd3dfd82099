/* SPDX-License-Identifier: Apache-2.0 */
/* fix_motion.c - gravity and the integrators. */
#include "script/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gravity -------------------------------------------------------------------------------------------------------- */

static void destroy_gravity(tsu_session *s, void *state)
{
    (void)state;
    if (!s->world) return;
    tsu_world_change(s->world);
    memset(s->world->gravity, 0, sizeof s->world->gravity);
}

static tsu_status read_direction(tsu_words *words, double direction[3], tsu_error *err)
{
    static const char *const styles[] = {"vector", "chute", "spherical", NULL};
    const double radian = 3.14159265358979323846 / 180.0;
    int style;
    double a[3];
    tsu_status status = tsu_words_choice(words, "the style", styles, &style, err);
    if (status == TSU_OK)
        status = tsu_words_numbers(words, "the direction", style == 0 ? 3 : style == 1 ? 1 : 2, a, err);
    if (status != TSU_OK) return status;
    if (style == 0) memcpy(direction, a, sizeof a);
    if (style == 1) {
        direction[0] = sin(radian * a[0]);
        direction[1] = 0.0;
        direction[2] = -cos(radian * a[0]);
    }
    if (style == 2) {
        direction[0] = sin(radian * a[1]) * cos(radian * a[0]);
        direction[1] = sin(radian * a[1]) * sin(radian * a[0]);
        direction[2] = cos(radian * a[1]);
    }
    const double n =
        sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (!(n > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the direction has no length");
    for (int q = 0; q < 3; q++) {
        direction[q] /= n;
    }
    return TSU_OK;
}

static tsu_status replace(tsu_session *s, const tsu_words *words, const tsu_object *fix, tsu_error *err)
{
    const tsu_object *old = tsu_objects_find(&s->fixes, fix->id);
    if (!old) return TSU_OK;
    if (strcmp(old->style, fix->style) != 0)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                               "the ID '%s' belongs to a fix of style %s (%s)", fix->id, old->style,
                               old->origin);
    return tsu_objects_remove(s, &s->fixes, "fix", fix->id, err);
}

/* Gravity of one group only is a force like others; its work is booked as external. */
typedef struct group_gravity {
    tsu_session *session;
    int group;
    double g[3]; /* [m/s^2] */
} group_gravity;

static void destroy_group_gravity(tsu_session *s, void *state)
{
    if (s->world) tsu_world_change(s->world);
    free(state);
}

static tsu_status pull_group(struct tsu_world *w, void *context, tsu_error *err)
{
    const group_gravity *f = context;
    (void)err;
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_session_in_group(f->session, i, f->group)) continue;
        for (int q = 0; q < 3; q++) {
            w->particles.force[i][q] += w->particles.mass[i] * f->g[q];
        }
    }
    return TSU_OK;
}

static tsu_status add_group_gravity(tsu_session *s, tsu_object *fix, double size, const double direction[3],
                                    tsu_error *err)
{
    group_gravity *f = tsu_session_new_state(fix, sizeof *f, err);
    if (!f) return TSU_ERROR_MEMORY;
    *f = (group_gravity){.session = s, .group = fix->group};
    for (int q = 0; q < 3; q++) {
        f->g[q] = size * direction[q];
    }
    fix->state = f;
    fix->destroy = destroy_group_gravity;
    const tsu_status status = tsu_session_finish_fix(s, fix, TSU_OK, err);
    return status == TSU_OK ? tsu_world_add_hook(s->world, fix->id, TSU_HOOK_FORCE, pull_group, f, err)
                            : status;
}

static tsu_status gravity_energy(tsu_session *s, void *state, double *out, tsu_error *err)
{
    (void)state;
    (void)err;
    *out = tsu_energy_gravitational(s->world);
    return TSU_OK;
}

static tsu_status fix_gravity(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    double size, direction[3] = {0};
    tsu_status status = tsu_session_need_world(s, "fix gravity", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the acceleration [m/s^2]", &size, err);
    if (status == TSU_OK) status = read_direction(words, direction, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = replace(s, words, &fix, err);
    if (status != TSU_OK) return status;
    if (fix.group != 0) return add_group_gravity(s, &fix, size, direction, err);
    for (int k = 0; k < s->fixes.count; k++) {
        if (strcmp(s->fixes.object[k]->style, "gravity") == 0 && s->fixes.object[k]->group == 0)
            return tsu_words_error(words, 1, TSU_ERROR_INPUT, err,
                                   "there is already a fix gravity (%s); `unfix` it first",
                                   s->fixes.object[k]->id);
    }
    fix.destroy = destroy_gravity;
    fix.values = (tsu_values){.scalar = gravity_energy};
    fix.scalar_is_energy = true;
    if (!tsu_objects_add(&s->fixes, &fix, err)) return TSU_ERROR_MEMORY;
    tsu_world_change(s->world);
    for (int q = 0; q < 3; q++) {
        s->world->gravity[q] = size * direction[q];
    }
    return TSU_OK;
}

/* ---- integration ------------------------------------------------------------------------------------------------------ */

void tsu_session_mark_moving(tsu_session *s)
{
    tsu_world *w = s->world;
    w->moving = w->turning = w->coasting = 0;
    for (int k = 0; k < s->fixes.count; k++) {
        const tsu_object *o = s->fixes.object[k];
        const bool led = strcmp(o->style, "move") == 0;
        if (strncmp(o->style, "nve", 3) != 0 && !led) continue;
        if (strcmp(o->style, "nve/noforce") == 0 || led)
            w->coasting |= 1u << o->group;
        else
            w->moving |= 1u << o->group;
        if (strcmp(o->style, "nve/sphere") == 0) w->turning |= 1u << o->group;
    }
}

static tsu_status fix_nve(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_need_world(s, "fix nve/sphere", err);
    if (status == TSU_OK) status = tsu_session_begin_fix(s, words, &fix, err);
    if (status == TSU_OK) status = tsu_words_end(words, err);
    if (status == TSU_OK) status = replace(s, words, &fix, err);
    if (status != TSU_OK) return status;
    return tsu_objects_add(&s->fixes, &fix, err) ? TSU_OK : TSU_ERROR_MEMORY;
}

const tsu_command tsu_fixes_motion[] = {
    {"gravity", "fix ID all gravity G vector X Y Z | chute ANGLE | spherical PHI THETA", "gravity",
     fix_gravity},
    {"nve/sphere", "fix ID GROUP nve/sphere", "move and turn the particles of the group (velocity Verlet)",
     fix_nve},
    {0}};
