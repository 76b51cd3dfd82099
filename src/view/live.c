/* SPDX-License-Identifier: Apache-2.0 */
/* live.c - the side of the simulation. What both sides share lies behind one lock, which is held for moments only: frames are
 * taken into buffers that no client sees yet, and clients copy what they send outside the lock. */
#include "step/hooks.h"
#include "step/world.h"
#include "view/live_state.h"
#include "view/run_series.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Frames may take this part of the time of the run, with somebody looking, and come no faster than this. */
static const double share_of_frames = 0.01, shortest_interval = 1.0 / 30.0;

/* Rows of energies, which are there for those who come later, are taken at every step until they have cost so much [s], then at
 * every second, fourth ... so that they cost this part of the run. With few particles they stay dense; with many, whose steps are long, the
 * beginning is cheaper by as much. Where several ranks take the steps, each row has the world put together, and there are fewer of them.
 * A row costs more than making it: the step before it ends with a half kick, and the one behind it begins with another pass over the
 * particles for half kick and drift, which otherwise go with the forces. That is this part of a step (0.09 to 0.16 measured). */
static const double free_of_energies = 0.2, share_of_energies = 0.003, part_of_halt = 0.12;
enum { FEW_PARTICLES = 100, FEW_STRIDE = 8, MANY_PARTICLES = 10000, RANKS_STRIDE = 128 };

/* Somebody who has asked within this time is still looking [s]. */
static const double look_time = 15.0;

/* A contact that nobody has asked for so long is no longer watched [s]. */
static const double path_time = 60.0;

/* The run looks up no more often than this for those who wait [s]. */
static const double urgent_interval = 0.1;

bool tsu_live_wait(tsu_live *live, pthread_cond_t *condition, double until)
{
    const struct timespec t = {.tv_sec = (time_t)until,
                               .tv_nsec = (long)((until - (double)(time_t)until) * 1.0e9)};
    return pthread_cond_timedwait(condition, &live->lock, &t) != ETIMEDOUT;
}

/* ---- life ------------------------------------------------------------------------------------------------------------------ */

tsu_status tsu_live_create(tsu_live **out, const char *title, tsu_error *err)
{
    tsu_live *live = calloc(1, sizeof *live);
    if (!live) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a live view");
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&live->lock, NULL);
    pthread_cond_init(&live->news, &monotonic);
    pthread_cond_init(&live->orders, &monotonic);
    pthread_condattr_destroy(&monotonic);
    snprintf(live->title, sizeof live->title, "%s", title);
    atomic_init(&live->attention, false);
    atomic_init(&live->urgent, false);
    *out = live;
    live->energy.extremes = live->thermo.extremes = live->meshes.extremes = true;
    const tsu_status status = tsu_energy_series_define(&live->energy, err);
    if (status == TSU_OK) return TSU_OK;
    tsu_live_destroy(live);
    *out = NULL;
    return status;
}

void tsu_live_destroy(tsu_live *live)
{
    if (!live) return;
    if (live->frame) tsu_live_release(live, live->frame);
    if (live->journal_file) fclose(live->journal_file);
    for (int k = 0; k < LIVE_SPARES; k++) {
        tsu_frame_destroy(live->spare[k]);
    }
    tsu_setting_release(live->scene);
    for (int k = 0; k < LIVE_PATHS; k++) {
        tsu_series_free(&live->path[k].series);
    }
    tsu_series_free(&live->energy);
    tsu_series_free(&live->thermo);
    tsu_series_free(&live->meshes);
    pthread_cond_destroy(&live->news);
    pthread_cond_destroy(&live->orders);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

/* Under the lock. */
void tsu_live_release(tsu_live *live, tsu_frame *frame)
{
    if (--frame->references > 0) return;
    tsu_setting_release(frame->scene);
    frame->scene = NULL;
    for (int k = 0; k < LIVE_SPARES; k++) {
        if (live->spare[k]) continue;
        live->spare[k] = frame;
        return;
    }
    tsu_frame_destroy(frame);
}

static tsu_frame *get_spare(tsu_live *live)
{
    for (int k = 0; k < LIVE_SPARES; k++) {
        tsu_frame *frame = live->spare[k];
        live->spare[k] = NULL;
        if (frame) return frame;
    }
    return tsu_frame_create();
}

/* ---- frames ------------------------------------------------------------------------------------------------------------------ */

static bool renew_scene(tsu_live *live, const tsu_session *s)
{
    tsu_setting *made = tsu_setting_renew(live->scene, s, live->frames + 1, &live->seen);
    if (!made) return live->scene != NULL;
    pthread_mutex_lock(&live->lock);
    tsu_setting_release(live->scene);
    live->scene = made;
    memcpy(live->periodic, s->world->box.periodic, sizeof live->periodic);
    pthread_mutex_unlock(&live->lock);
    return true;
}

static uint64_t wanted_fields(tsu_live *live, double now)
{
    uint64_t fields = 0;
    for (int k = 0; k < LIVE_WISHES; k++) {
        const int at =
            live->wish[k].until > now ? tsu_setting_find_field(live->scene, live->wish[k].name) : -1;
        if (at >= 0) fields |= UINT64_C(1) << at;
    }
    return fields;
}

/* Of this thread: what the run loses, also on a machine where it often has to wait for its turn. */
static double own_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

/* Takes a frame and shows it. If memory runs out there is no frame, and the run goes on. */
static void take_frame(tsu_live *live, const tsu_session *s)
{
    tsu_error err = {0};
    const double begin = own_seconds();
    if (!renew_scene(live, s)) return;
    pthread_mutex_lock(&live->lock);
    tsu_frame *frame = get_spare(live);
    const uint64_t fields = wanted_fields(live, tsu_clock_seconds());
    pthread_mutex_unlock(&live->lock);
    const bool taken = frame && tsu_frame_take(frame, s, live->scene, fields, &err) == TSU_OK;
    pthread_mutex_lock(&live->lock);
    live->frame_wanted = false;
    if (taken) {
        frame->number = ++live->frames;
        frame->deck = live->deck;
        frame->state = live->state;
        frame->failure = live->state == TSU_RUN_FAILED ? live->failure : NULL;
        frame->scene = live->scene;
        frame->references = 1;
        live->scene->references++;
        frame->taken = tsu_clock_seconds();
        if (live->frame) tsu_live_release(live, live->frame);
        live->frame = frame;
        pthread_cond_broadcast(&live->news);
    } else {
        tsu_frame_destroy(frame);
    }
    pthread_mutex_unlock(&live->lock);
    const double end = own_seconds();
    live->next_frame = tsu_clock_seconds() + shortest_interval;
    live->next_work = end + (end - begin) / share_of_frames;
    live->cost.frames_seconds += end - begin;
    live->cost.frames++;
}

/* ---- series ------------------------------------------------------------------------------------------------------------------- */

/* Steps from one row to the next, a power of two, so that rows are at round steps. */
static int64_t row_stride(const tsu_live *live, const tsu_session *s, double work)
{
    const tsu_world *w = s->world;
    const tsu_live_rows *r = &live->rows;
    const double many = (double)w->particles.count / MANY_PARTICLES,
                 free_part = many > 1.0 ? 1.0 / many : 1.0;
    int64_t stride = s->options.advance ? RANKS_STRIDE : 1;
    if (r->steps < 1) return stride;
    const double step = (work - r->begun) / (double)r->steps,
                 row = live->cost.rows_seconds / (double)r->taken + part_of_halt * step,
                 most = w->particles.count <= FEW_PARTICLES ? FEW_STRIDE : 1 << 30;
    if (row * (double)r->taken < free_part * free_of_energies) return stride;
    while ((double)stride * share_of_energies * step < row && (double)stride < most) {
        stride *= 2;
    }
    return stride;
}

static void add_energy(tsu_live *live, const tsu_session *s)
{
    double row[TSU_ENERGY_COLUMNS];
    tsu_live_rows *r = &live->rows;
    const int64_t step = s->world->step;
    const double begin = own_seconds();
    tsu_energy_series_row(s, row);
    pthread_mutex_lock(&live->lock);
    tsu_series_add(&live->energy, row);
    tsu_mesh_series_add(&live->meshes, s);
    pthread_mutex_unlock(&live->lock);
    const double end = own_seconds();
    live->cost.rows_seconds += end - begin;
    if (r->taken++ == 0) r->begun = begin;
    if (r->taken > 1 && step > r->last) r->steps += step - r->last;
    const int64_t stride = row_stride(live, s, end);
    r->last = step;
    r->next = (step / stride + 1) * stride;
}

/* One who looks at a run that stands still wants to see where it stands. */
static void show_rows(tsu_live *live, const tsu_session *s)
{
    if (live->rows.taken == 0 || s->world->step != live->rows.last) add_energy(live, s);
    pthread_mutex_lock(&live->lock);
    tsu_series_flush(&live->energy);
    tsu_series_flush(&live->thermo);
    tsu_series_flush(&live->meshes);
    pthread_mutex_unlock(&live->lock);
}

void tsu_live_foresee(tsu_live *live, const tsu_deck_view *deck)
{
    live->deck = *deck;
}

void tsu_live_thermo(tsu_live *live, const tsu_session *s, const double *value)
{
    pthread_mutex_lock(&live->lock);
    tsu_thermo_series_add(&live->thermo, s, value);
    pthread_mutex_unlock(&live->lock);
}

/* ---- questions and orders --------------------------------------------------------------------------------------------------- */

static tsu_status watch_paths(tsu_world *w, void *context, tsu_error *err)
{
    (void)err;
    tsu_live *live = context;
    const double begin = own_seconds();
    pthread_mutex_lock(&live->lock);
    for (int k = 0; k < LIVE_PATHS; k++) {
        if (live->path[k].i > 0) tsu_path_sample(&live->path[k], w);
    }
    pthread_mutex_unlock(&live->lock);
    live->cost.answers_seconds += own_seconds() - begin;
    return TSU_OK;
}

/* Contacts are watched at every step, by a hook that the world has only while it is needed: with a hook every step must be
 * brought to its end before the next. */
static void place_hook(tsu_live *live, const tsu_session *s)
{
    bool needed = false;
    const double now = tsu_clock_seconds();
    pthread_mutex_lock(&live->lock);
    for (int k = 0; k < LIVE_PATHS; k++) {
        tsu_path *p = &live->path[k];
        if (p->i > 0 && now - p->asked > path_time) {
            tsu_series_free(&p->series);
            *p = (tsu_path){0};
        }
        needed = needed || p->i > 0;
    }
    pthread_mutex_unlock(&live->lock);
    if (needed == tsu_world_has_hook(s->world, live->hook)) return;
    const tsu_hook_def hook = {"view of contacts", TSU_HOOK_AFTER_STEP, watch_paths, .context = live};
    if (needed) tsu_world_watch(s->world);
    if (!needed)
        tsu_world_remove_hook(s->world, &live->hook);
    else
        (void)tsu_world_add_hook(s->world, &hook, &live->hook, NULL); /* without memory nothing is watched */
}

static void answer_questions(tsu_live *live, const tsu_session *s)
{
    const double begin = own_seconds();
    pthread_mutex_lock(&live->lock);
    live->questions = 0;
    for (int k = 0; k < LIVE_QUESTIONS; k++) {
        live_question *q = &live->question[k];
        if (q->state != LIVE_ASKED) continue;
        q->found = tsu_inspect_particle(s, q->id, &q->json);
        q->state = LIVE_ANSWERED;
        pthread_cond_broadcast(&live->news);
    }
    pthread_mutex_unlock(&live->lock);
    live->cost.answers_seconds += own_seconds() - begin;
}

tsu_live_cost tsu_live_spent(const tsu_live *live)
{
    return live->cost;
}

/* Steps taken since the last look count against those that were allowed. */
static void count_steps(tsu_live *live, const tsu_session *s)
{
    pthread_mutex_lock(&live->lock);
    if (live->steps_allowed > 0) {
        const int64_t taken = s->world->step - live->last_step;
        if (taken > 0) live->steps_allowed -= taken < live->steps_allowed ? taken : live->steps_allowed;
        if (live->steps_allowed == 0) live->pausing = true;
    }
    live->last_step = s->world->step;
    const tsu_run_state before = live->state;
    live->state = live->pausing ? TSU_RUN_PAUSED : TSU_RUN_RUNNING;
    live->frame_wanted = live->frame_wanted || before != live->state;
    pthread_mutex_unlock(&live->lock);
}

static void serve(tsu_live *live, const tsu_session *s)
{
    tsu_live_steer(live, s);
    answer_questions(live, s);
    place_hook(live, s);
    pthread_mutex_lock(&live->lock);
    const bool rested = tsu_clock_seconds() >= live->next_frame && own_seconds() >= live->next_work;
    const bool due = live->frame_wanted && (rested || live->state != TSU_RUN_RUNNING);
    pthread_mutex_unlock(&live->lock);
    if (due) take_frame(live, s);
    pthread_mutex_lock(&live->lock);
    atomic_store(&live->attention,
                 live->frame_wanted || live->questions > 0 || live->pausing || live->steps_allowed > 0);
    pthread_mutex_unlock(&live->lock);
}

/* Under the lock: whether a run that is over is still shown. One that is awaited has come when it has asked. */
static bool stays(const tsu_live *live)
{
    const double until = live->asked > 0.0 ? live->asked + look_time : live->await_until;
    return live->stay == TSU_LIVE_KEEP || (live->stay == TSU_LIVE_AWAIT && tsu_clock_seconds() < until);
}

/* Serves without going on, until told to. */
static void stand_still(tsu_live *live, const tsu_session *s, bool (*interrupted)(void *context),
                        void *context)
{
    for (bool still = true; still;) {
        pthread_mutex_lock(&live->lock);
        const bool quiet = !live->frame_wanted && !live->questions;
        if (quiet && live->pausing && !live->stop)
            tsu_live_wait(live, &live->orders, tsu_clock_seconds() + 0.1);
        still = live->state >= TSU_RUN_DONE ? stays(live) : live->pausing && !live->stop;
        pthread_mutex_unlock(&live->lock);
        if (s && s->world) serve(live, s);
        if (interrupted && interrupted(context)) return;
    }
}

void tsu_live_poll(tsu_live *live, const tsu_session *s, bool (*interrupted)(void *context), void *context)
{
    if (!s->world) return;
    if (live->ends > 0) tsu_live_steer(live, s);
    atomic_store(&live->urgent, false);
    live->next_look = tsu_clock_seconds() + urgent_interval;
    const int64_t step = s->world->step;
    if (live->rows.taken == 0 || step >= live->rows.next || step < live->rows.last) add_energy(live, s);
    if (live->hook.number > 0) place_hook(live, s);
    if (!atomic_load(&live->attention) && live->state == TSU_RUN_RUNNING) return;
    count_steps(live, s);
    serve(live, s);
    if (live->state != TSU_RUN_PAUSED) return;
    show_rows(live, s);
    stand_still(live, s, interrupted, context);
    count_steps(live, s);
    serve(live, s);
}

void tsu_live_rest(tsu_live *live, const tsu_session *s)
{
    if (!s->world) return;
    pthread_mutex_lock(&live->lock);
    const bool moved = live->last_step != s->world->step;
    live->frame_wanted = live->frame_wanted || live->state != TSU_RUN_PAUSED || moved || !live->frame;
    live->state = TSU_RUN_PAUSED;
    live->last_step = s->world->step;
    live->stop = false;
    live->steps_allowed = 0;
    atomic_store(&live->stop_seen, false);
    pthread_mutex_unlock(&live->lock);
    if (moved || live->rows.taken == 0) show_rows(live, s);
    serve(live, s);
}

bool tsu_live_watched(tsu_live *live)
{
    pthread_mutex_lock(&live->lock);
    const bool watched = live->asked > 0.0 && tsu_clock_seconds() - live->asked < look_time;
    pthread_mutex_unlock(&live->lock);
    return watched;
}

bool tsu_live_wanted(tsu_live *live)
{
    return atomic_load(&live->urgent) && tsu_clock_seconds() >= live->next_look;
}

int64_t tsu_live_limit(tsu_live *live, const tsu_session *s)
{
    const int64_t left = live->rows.next - s->world->step, ends = tsu_live_steer_left(live, s),
                  rows = left > 0 ? left : 1, row = ends > 0 && ends < rows ? ends : rows;
    if (!atomic_load(&live->attention)) return row;
    pthread_mutex_lock(&live->lock);
    const int64_t allowed = live->steps_allowed;
    pthread_mutex_unlock(&live->lock);
    return allowed > 0 && allowed < row ? allowed : row;
}

bool tsu_live_stopped(tsu_live *live)
{
    if (!atomic_load(&live->stop_seen)) return false;
    pthread_mutex_lock(&live->lock);
    const bool stop = live->stop;
    pthread_mutex_unlock(&live->lock);
    return stop;
}

static void note_failure(tsu_live *live, const tsu_error *e)
{
    if (e->line > 0)
        snprintf(live->failure, sizeof live->failure, "%s:%d: %s", e->file, e->line, e->message);
    else
        snprintf(live->failure, sizeof live->failure, "%s", e->message);
}

bool tsu_live_opened(tsu_live *live)
{
    pthread_mutex_lock(&live->lock);
    const bool opened = live->asked > 0.0;
    pthread_mutex_unlock(&live->lock);
    return opened;
}

/* Under the lock: a client that has just been there gets the last frame even if it is slow to ask for it, and others a moment. */
static void wait_for_last_look(tsu_live *live)
{
    const double here = 3.0, patience = 5.0, moment = 0.3; /* [s] */
    const double now = tsu_clock_seconds(), late = now + patience;
    while (now - live->asked < here && live->frame && live->delivered < live->frame->number &&
           tsu_clock_seconds() < late) {
        tsu_live_wait(live, &live->orders, late);
    }
    const double until = tsu_clock_seconds() + moment;
    while (tsu_clock_seconds() < until) {
        tsu_live_wait(live, &live->orders, until);
    }
}

void tsu_live_finish(tsu_live *live, const tsu_session *s, const tsu_error *failure, tsu_live_stay stay,
                     bool (*interrupted)(void *context), void *context)
{
    if (s && s->world) tsu_world_remove_hook(s->world, &live->hook);
    if (s && s->world) show_rows(live, s);
    pthread_mutex_lock(&live->lock);
    live->state = failure ? TSU_RUN_FAILED : live->stop ? TSU_RUN_STOPPED : TSU_RUN_DONE;
    if (failure) note_failure(live, failure);
    live->pausing = stay != TSU_LIVE_GO;
    live->stop = false; /* it was of the run, which has ended */
    live->stay = stay;
    live->await_until = tsu_clock_seconds() + TSU_LIVE_AWAIT_SECONDS;
    live->steps_allowed = 0;
    const bool looked_at = tsu_clock_seconds() - live->asked < look_time;
    pthread_mutex_unlock(&live->lock);
    if (s && s->world && (looked_at || stay != TSU_LIVE_GO)) take_frame(live, s);
    if (stay != TSU_LIVE_GO) stand_still(live, s, interrupted, context);
    pthread_mutex_lock(&live->lock);
    pthread_cond_broadcast(&live->news);
    if (looked_at) wait_for_last_look(live);
    live->closing = true;
    pthread_cond_broadcast(&live->news);
    pthread_mutex_unlock(&live->lock);
}
