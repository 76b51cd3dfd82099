/* SPDX-License-Identifier: Apache-2.0 */
/* live_steer.c - changes of a run that clients ask for. They are made by the thread of the simulation between two steps, and each is in the
 * journal before the next step. */
#include "step/mesh/body.h"
#include "step/world.h"
#include "view/live_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double change_time = 5.0; /* a client waits no longer [s] */

void tsu_live_let_steer(tsu_live *live, const char *journal)
{
    snprintf(live->journal, sizeof live->journal, "%s", journal);
}

/* ---- the side of the simulation ------------------------------------------------------------------------------------------------ */

static tsu_status open_journal(tsu_live *live, tsu_error *err)
{
    if (live->journal_file) return TSU_OK;
    FILE *file = fopen(live->journal, "w");
    if (!file)
        return tsu_error_set(err, TSU_ERROR_IO,
                             "the journal %s cannot be written, and without it nothing is changed",
                             live->journal);
    fprintf(file, "# changes of %s; `tsubu ... -replay FILE` makes them again\n", live->title);
    live->journal_file = file;
    return TSU_OK;
}

static tsu_status make(tsu_live *live, const tsu_session *s, tsu_steer *c, tsu_error *err)
{
    char line[TSU_STEER_LINE];
    if (s->options.advance)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                             "a run on several ranks cannot be changed while it runs");
    c->step = s->world->step;
    tsu_status status = open_journal(live, err);
    if (status == TSU_OK) status = tsu_steer_apply(s->world, c, err);
    if (status != TSU_OK) return status;
    tsu_steer_write(c, line, sizeof line);
    fprintf(live->journal_file, "%s\n", line);
    fflush(live->journal_file);
    live->changes++;
    live->seen = (tsu_setting_key){0}; /* the scene tells of gravity and of what moves */
    return TSU_OK;
}

static void drop_end(tsu_live *live, const char *mesh)
{
    int kept = 0;
    for (int k = 0; k < live->ends; k++) {
        if (strcmp(live->end[k].mesh, mesh) != 0) live->end[kept++] = live->end[k];
    }
    live->ends = kept;
}

/* A way in a time becomes a velocity for a whole number of steps. */
static tsu_status begin_move(tsu_live *live, const tsu_session *s, live_change *asked, tsu_error *err)
{
    tsu_steer *c = &asked->change;
    const double steps = fmax(1.0, round(asked->time / s->world->dt));
    if (live->ends == LIVE_CHANGES)
        return tsu_error_set(err, TSU_ERROR_INPUT, "at most %d meshes can be moved at once", LIVE_CHANGES);
    for (int q = 0; q < 3; q++) {
        c->value[q] /= steps * s->world->dt;
    }
    drop_end(live, c->mesh);
    const tsu_status status = make(live, s, c, err);
    if (status != TSU_OK || (c->value[0] == 0.0 && c->value[1] == 0.0 && c->value[2] == 0.0)) return status;
    live->end[live->ends].step = s->world->step + (int64_t)steps;
    snprintf(live->end[live->ends++].mesh, sizeof live->end[0].mesh, "%s", c->mesh);
    return TSU_OK;
}

static void end_moves(tsu_live *live, const tsu_session *s)
{
    for (int k = 0; k < live->ends;) {
        tsu_steer c = {.kind = TSU_STEER_MOVE};
        if (live->end[k].step > s->world->step) {
            k++;
            continue;
        }
        snprintf(c.mesh, sizeof c.mesh, "%s", live->end[k].mesh);
        drop_end(live, c.mesh);
        (void)make(live, s, &c, NULL); /* the mesh may be gone */
    }
}

static void look_at_meshes(live_steered *now, const tsu_world *w)
{
    for (int k = 0; k < w->meshes && now->meshes < LIVE_MESHES; k++) {
        const tsu_mesh_body *body = w->mesh[k];
        snprintf(now->mesh[now->meshes].name, sizeof now->mesh[0].name, "%s", body->name);
        now->mesh[now->meshes].held = body->freedom || body->surface.linear || body->surface.turning;
        for (int m = body->movers - 1; m >= 0; m--) {
            const tsu_mover *mover = &body->mover[m];
            if (mover->kind == TSU_MOVE_ROTATE) {
                now->mesh[now->meshes].spins = true;
                now->mesh[now->meshes].spin =
                    fabs(mover->period) > 1.0e29 ? 0.0 : 6.28318530717958647692 / mover->period;
            }
            if (mover->kind != TSU_MOVE_LINEAR || strcmp(mover->name, "steered by hand") == 0) continue;
            now->mesh[now->meshes].moves = true;
            memcpy(now->mesh[now->meshes].velocity, mover->vector, sizeof mover->vector);
        }
        now->meshes++;
    }
}

static void look(live_steered *now, const tsu_world *w)
{
    const tsu_property *p = tsu_materials_find(&w->materials, "coefficientFriction");
    *now = (live_steered){0};
    memcpy(now->gravity, w->gravity, sizeof now->gravity);
    if (p && p->shape == TSU_PROPERTY_PAIR && w->materials.types <= LIVE_TYPES) {
        now->types = w->materials.types;
        memcpy(now->friction, p->value, (size_t)(now->types * now->types) * sizeof *now->friction);
    }
    look_at_meshes(now, w);
}

/* The change that a client waits for, or NULL. */
static live_change *next_change(tsu_live *live)
{
    live_change *found = NULL;
    pthread_mutex_lock(&live->lock);
    for (int k = 0; k < LIVE_CHANGES && live->state < TSU_RUN_DONE; k++) {
        if (live->change[k].state == CHANGE_ASKED) found = &live->change[k];
    }
    pthread_mutex_unlock(&live->lock);
    return found;
}

void tsu_live_steer(tsu_live *live, const tsu_session *s)
{
    live_steered now;
    if (!live->journal[0]) return;
    end_moves(live, s);
    for (live_change *c = next_change(live); c; c = next_change(live)) {
        tsu_error err = {0};
        live_change asked = *c; /* its client may give up meanwhile */
        const tsu_status status = asked.change.kind == TSU_STEER_MOVE ? begin_move(live, s, &asked, &err)
                                                                      : make(live, s, &asked.change, &err);
        look(&now, s->world); /* who is answered reads the new values */
        pthread_mutex_lock(&live->lock);
        live->steered = now;
        c->made = status == TSU_OK;
        snprintf(c->sentence, sizeof c->sentence, "%s", err.message);
        if (c->state == CHANGE_ASKED) c->state = CHANGE_ANSWERED;
        live->frame_wanted = true;
        pthread_cond_broadcast(&live->news);
        pthread_mutex_unlock(&live->lock);
    }
    look(&now, s->world);
    pthread_mutex_lock(&live->lock);
    live->steered = now;
    pthread_mutex_unlock(&live->lock);
}

int64_t tsu_live_steer_left(const tsu_live *live, const tsu_session *s)
{
    int64_t least = 0;
    for (int k = 0; k < live->ends; k++) {
        const int64_t left = live->end[k].step > s->world->step ? live->end[k].step - s->world->step : 1;
        least = least == 0 || left < least ? left : least;
    }
    return least;
}

/* ---- the side of the clients --------------------------------------------------------------------------------------------------- */

void tsu_live_tell_steered(const tsu_live *live, tsu_json *j)
{
    const live_steered *now = &live->steered;
    tsu_json_key(j, "steer");
    tsu_json_open(j, '{');
    tsu_json_key_string(j, "journal", live->journal);
    tsu_json_key_integer(j, "changes", live->changes);
    tsu_json_key_numbers(j, "gravity", now->gravity, 3);
    tsu_json_key_numbers(j, "friction", now->friction, (size_t)(now->types * now->types));
    tsu_json_key(j, "meshes");
    tsu_json_open(j, '[');
    for (int k = 0; k < now->meshes; k++) {
        tsu_json_open(j, '{');
        tsu_json_key_string(j, "name", now->mesh[k].name);
        tsu_json_key_bool(j, "movable", !now->mesh[k].held);
        if (now->mesh[k].spins) tsu_json_key_number(j, "spin", now->mesh[k].spin);
        if (now->mesh[k].moves) tsu_json_key_numbers(j, "velocity", now->mesh[k].velocity, 3);
        tsu_json_close(j, '}');
    }
    tsu_json_close(j, ']');
    tsu_json_close(j, '}');
}

/* Waits for the simulation; 200, or the status of the refusal, with the sentence. Under the lock. */
static int ask(tsu_live *live, const tsu_control *control, char *sentence, size_t size)
{
    const double until = tsu_clock_seconds() + change_time;
    live_change *c = NULL;
    for (int k = 0; k < LIVE_CHANGES; k++) {
        if (live->change[k].state == CHANGE_FREE) c = &live->change[k];
    }
    if (!c || live->state == TSU_RUN_WAITING) return 503;
    *c = (live_change){.state = CHANGE_ASKED, .change = control->change, .time = control->time};
    tsu_live_call_at_once(live);
    while (c->state == CHANGE_ASKED && !live->closing && tsu_live_wait(live, &live->news, until)) {
    }
    const int status = c->state != CHANGE_ANSWERED ? 503 : c->made ? 200 : 400;
    snprintf(sentence, size, "%s", c->sentence);
    *c = (live_change){0};
    return status;
}

tsu_answer tsu_live_answer_steer(tsu_live *live, const tsu_control *control)
{
    char sentence[sizeof(tsu_error)] = "";
    if (!live->journal[0]) return tsu_answer_refuse(400);
    pthread_mutex_lock(&live->lock);
    const int status = live->state >= TSU_RUN_DONE ? 400 : ask(live, control, sentence, sizeof sentence);
    const char *state = tsu_run_state_word(live->state);
    pthread_mutex_unlock(&live->lock);
    if (status != 200) {
        tsu_answer a = tsu_answer_refuse(status);
        if (status != 400 || !sentence[0]) return a;
        free(a.body.data);
        a.body.data = (uint8_t *)strdup(sentence);
        a.body.size = a.body.data ? strlen(sentence) : 0;
        return a;
    }
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_bool(&j, "ok", true);
    tsu_json_key_string(&j, "status", state);
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}
