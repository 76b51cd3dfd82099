/* SPDX-License-Identifier: Apache-2.0 */
/* live_answer.c - the side of the clients of a live run. */
#include "step/wall/wall.h"
#include "view/live_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double long_poll = 10.0, question_time = 2.0, wish_time = 5.0, stale = 1.0; /* [s] */

/* Under the lock: the simulation looks up at its next step, or wakes if it stands still. */
static void call(tsu_live *live)
{
    atomic_store(&live->attention, true);
    pthread_cond_signal(&live->orders);
}

/* Likewise, but at its very next step: somebody waits for the answer. Frames are not urgent: a run that looked up for each of
 * them would lose more than they cost. */
void tsu_live_call_at_once(tsu_live *live)
{
    atomic_store(&live->urgent, true);
    call(live);
}

/* ---- info and series ----------------------------------------------------------------------------------------------------- */

static void tell_moment(const tsu_live *live, tsu_json *j)
{
    const tsu_frame *f = live->frame;
    tsu_json_key_integer(j, "scene", (int64_t)f->scene->number);
    tsu_json_key_integer(j, "step", f->step);
    tsu_json_key_number(j, "time", f->time);
    tsu_frame_tell_box(f, live->periodic, j);
    tsu_json_raw(j, f->scene->info, strlen(f->scene->info));
    tsu_json_key(j, "frames");
    tsu_json_raw(j, "{\"count\":0,\"steps\":[],\"times\":[]}", 33);
}

/* The first who asks wakes the simulation, which leaves a frame and with it all there is to tell. */
static void wait_for_frame(tsu_live *live)
{
    const double until = tsu_clock_seconds() + 1.0;
    while (!live->frame && live->state != TSU_RUN_WAITING && !live->closing) {
        live->frame_wanted = true;
        tsu_live_call_at_once(live);
        if (!tsu_live_wait(live, &live->news, until)) return;
    }
}

static tsu_answer answer_info(void *context, const tsu_request *request)
{
    tsu_live *live = context;
    tsu_json j = {0};
    pthread_mutex_lock(&live->lock);
    live->asked = tsu_clock_seconds();
    wait_for_frame(live);
    tsu_json_open(&j, '{');
    tsu_json_key_string(&j, "version", tsu_version());
    tsu_json_key_integer(&j, "protocol", 1);
    tsu_json_key_string(&j, "title", live->title);
    tsu_json_key_string(&j, "mode", "live");
    if (request->paired) tsu_json_key_bool(&j, "beside", true);
    const bool told = live->frame || live->state >= TSU_RUN_DONE;
    tsu_json_key_string(&j, "status", tsu_run_state_word(told ? live->state : TSU_RUN_WAITING));
    if (live->state == TSU_RUN_FAILED) tsu_json_key_string(&j, "failure", live->failure);
    if (live->frame) tell_moment(live, &j);
    if (live->frame && live->journal[0]) tsu_live_tell_steered(live, &j);
    tsu_series_tell_tables((const tsu_series *[]){&live->energy, &live->thermo, &live->meshes}, &j);
    tsu_json_close(&j, '}');
    pthread_mutex_unlock(&live->lock);
    return tsu_answer_json(&j);
}

static tsu_answer answer_series(void *context, const tsu_request *request)
{
    tsu_live *live = context;
    tsu_series copy[TSU_TABLES] = {0};
    const tsu_series *const of[TSU_TABLES] = {&live->energy, &live->thermo, &live->meshes},
                            *const copies[TSU_TABLES] = {&copy[0], &copy[1], &copy[2]};
    const uint64_t all[TSU_TABLES] = {0};
    bool ok = true;
    pthread_mutex_lock(&live->lock);
    for (int k = 0; k < TSU_TABLES && ok; k++) {
        ok = tsu_series_copy(of[k], request->table_from[k], &copy[k], NULL) == TSU_OK;
    }
    pthread_mutex_unlock(&live->lock);
    const tsu_answer a = ok ? tsu_answer_series(copies, all) : tsu_answer_refuse(500);
    for (int k = 0; k < TSU_TABLES; k++) {
        tsu_series_free(&copy[k]);
    }
    return a;
}

/* ---- frames ------------------------------------------------------------------------------------------------------------------ */

static void wish(tsu_live *live, const char *name, double now)
{
    int oldest = 0;
    for (int k = 0; k < LIVE_WISHES; k++) {
        if (strcmp(live->wish[k].name, name) == 0) {
            live->wish[k].until = now + wish_time;
            return;
        }
        if (live->wish[k].until < live->wish[oldest].until) oldest = k;
    }
    snprintf(live->wish[oldest].name, TSU_REQUEST_NAME, "%s", name);
    live->wish[oldest].until = now + wish_time;
}

/* Whether the present frame is what the client waits for. */
static bool is_good(const tsu_live *live, const tsu_request *r, double now)
{
    const tsu_frame *f = live->frame;
    if (!f || f->number <= r->after) return false;
    if (live->state == TSU_RUN_RUNNING && now - f->taken > stale) return false;
    for (int k = 0; k < r->fields; k++) {
        const int at = tsu_setting_find_field(f->scene, r->field[k]);
        if (at >= 0 && !(f->fields >> at & 1)) return false;
    }
    return true;
}

/* Whether waiting makes the simulation leave another frame: not if it stands still and the client has what there is. */
static bool needs_frame(const tsu_live *live, const tsu_request *r)
{
    if (live->state == TSU_RUN_RUNNING || !live->frame) return true;
    tsu_request again = *r;
    again.after = 0;
    return !is_good(live, &again, 0.0);
}

static tsu_frame *get_frame(tsu_live *live, const tsu_request *r)
{
    const double until = tsu_clock_seconds() + long_poll;
    pthread_mutex_lock(&live->lock);
    for (;;) {
        const double now = live->asked = tsu_clock_seconds();
        for (int k = 0; k < r->fields; k++) {
            wish(live, r->field[k], now);
        }
        if (live->closing || is_good(live, r, now)) break;
        if (needs_frame(live, r)) {
            live->frame_wanted = true;
            call(live);
        }
        if (!tsu_live_wait(live, &live->news, now + 2.0 < until ? now + 2.0 : until) &&
            tsu_clock_seconds() >= until)
            break;
    }
    tsu_frame *frame = live->frame && live->frame->number > r->after ? live->frame : NULL;
    if (frame) frame->references++;
    pthread_mutex_unlock(&live->lock);
    return frame;
}

static tsu_answer answer_frame(void *context, const tsu_request *r)
{
    tsu_live *live = context;
    tsu_bytes bytes = {0};
    tsu_frame *frame = get_frame(live, r);
    if (!frame) return tsu_answer_refuse(204);
    const tsu_frame_selection selection = {
        .fields = r->fields, .field = r->field, .most = r->most, .corners = frame->scene, .since = r->after};
    const tsu_status status = tsu_frame_encode(frame, &selection, &bytes, NULL);
    pthread_mutex_lock(&live->lock);
    if (frame->number > live->delivered) live->delivered = frame->number;
    pthread_cond_signal(&live->orders);
    tsu_live_release(live, frame);
    pthread_mutex_unlock(&live->lock);
    return status == TSU_OK ? tsu_answer_bytes(bytes, "application/octet-stream") : tsu_answer_refuse(500);
}

/* ---- questions ------------------------------------------------------------------------------------------------------------- */

static live_question *free_question(tsu_live *live)
{
    for (int k = 0; k < LIVE_QUESTIONS; k++) {
        live_question *q = &live->question[k];
        if (q->state == LIVE_FREE) return q;
    }
    return NULL;
}

static tsu_answer answer_particle(void *context, const tsu_request *r)
{
    tsu_live *live = context;
    tsu_json j = {0};
    const double until = tsu_clock_seconds() + question_time;
    pthread_mutex_lock(&live->lock);
    live_question *q = free_question(live);
    bool found = false, answered = false;
    if (q && !live->closing) {
        *q = (live_question){.state = LIVE_ASKED, .id = r->id};
        live->questions++;
        tsu_live_call_at_once(live);
        while (q->state == LIVE_ASKED && !live->closing && tsu_live_wait(live, &live->news, until)) {
        }
        answered = q->state == LIVE_ANSWERED;
        found = q->found;
        j = q->json;
        *q = (live_question){0};
    }
    pthread_mutex_unlock(&live->lock);
    if (answered && found) return tsu_answer_json(&j);
    tsu_json_free(&j);
    return tsu_answer_refuse(answered ? 404 : 503);
}

static tsu_path *find_path(tsu_live *live, const tsu_request *r)
{
    tsu_path *oldest = &live->path[0];
    for (int k = 0; k < LIVE_PATHS; k++) {
        tsu_path *p = &live->path[k];
        if (p->i == r->i && p->j == r->j && strcmp(p->wall, r->wall) == 0) return p;
        if (p->asked < oldest->asked) oldest = p;
    }
    return tsu_path_begin(oldest, r->i, r->j, r->wall, NULL) == TSU_OK ? oldest : NULL;
}

static tsu_answer answer_contact(void *context, const tsu_request *r)
{
    tsu_live *live = context;
    tsu_series rows = {0};
    pthread_mutex_lock(&live->lock);
    tsu_path *path = find_path(live, r);
    if (path) path->asked = tsu_clock_seconds();
    const bool ok = path && tsu_series_copy(&path->series, r->from, &rows, NULL) == TSU_OK;
    call(live);
    pthread_mutex_unlock(&live->lock);
    tsu_json j = {.failed = !ok};
    char partner[TSU_REQUEST_NAME + 8];
    if (r->wall[0])
        snprintf(partner, sizeof partner, "wall:%s", r->wall);
    else
        snprintf(partner, sizeof partner, "%llu", (unsigned long long)r->j);
    tsu_json_open(&j, '{');
    tsu_json_key_integer(&j, "i", (int64_t)r->i);
    tsu_json_key_string(&j, "j", partner);
    tsu_series_tell_members(&rows, 0, &j);
    tsu_json_close(&j, '}');
    tsu_series_free(&rows);
    return tsu_answer_json(&j);
}

/* ---- orders --------------------------------------------------------------------------------------------------------------------- */

static tsu_answer answer_control(void *context, const tsu_control *c)
{
    tsu_live *live = context;
    if (c->word == TSU_CONTROL_STEER) return tsu_live_answer_steer(live, c);
    pthread_mutex_lock(&live->lock);
    const bool over = live->state >= TSU_RUN_DONE; /* the page is closed where the run was started */
    if (!over && c->word < TSU_CONTROL_START) {
        live->pausing = c->word == TSU_CONTROL_PAUSE;
        live->steps_allowed = c->word == TSU_CONTROL_STEP ? c->steps : 0;
        live->stop = live->stop || c->word == TSU_CONTROL_STOP;
        atomic_store(&live->stop_seen, live->stop);
        tsu_live_call_at_once(live);
    }
    const bool held = live->state == TSU_RUN_WAITING || live->state >= TSU_RUN_DONE;
    const char *state = tsu_run_state_word(held            ? live->state
                                           : live->pausing ? TSU_RUN_PAUSED
                                                           : TSU_RUN_RUNNING);
    pthread_mutex_unlock(&live->lock);
    if (over || c->word >= TSU_CONTROL_START) return tsu_answer_refuse(400);
    tsu_json j = {0};
    tsu_json_open(&j, '{');
    tsu_json_key_bool(&j, "ok", true);
    tsu_json_key_string(&j, "status", state);
    tsu_json_close(&j, '}');
    return tsu_answer_json(&j);
}

tsu_view_source tsu_live_source(tsu_live *live)
{
    return (tsu_view_source){.context = live,
                             .info = answer_info,
                             .frame = answer_frame,
                             .series = answer_series,
                             .particle = answer_particle,
                             .contact = answer_contact,
                             .control = answer_control};
}
