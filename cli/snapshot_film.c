/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot_film.c - `tsubu snapshot RUN --film FILM`: pictures at equal times, with one range of colours and one size for all. */
#include "snapshot_film.h"
#include "picture/film.h"
#include <math.h>
#include <string.h>

enum { USUAL_MOST = 200 };

typedef struct filming {
    const tsu_recording *run;
    const tsu_film_plan *plan;
    tsu_snapshot_options look;
    int pictures;
    double from, to; /* [s], or numbers of frames where these have no time */
    bool timed;
} filming;

static double time_of(const filming *f, int64_t frame)
{
    return f->timed ? tsu_recording_time(f->run, frame) : (double)frame;
}

static tsu_status find_times(filming *f, tsu_error *err)
{
    const int64_t frames = tsu_recording_frames(f->run);
    f->timed = true;
    for (int64_t k = 0; k < frames; k++) {
        f->timed = f->timed && isfinite(tsu_recording_time(f->run, k)) &&
                   (k == 0 || tsu_recording_time(f->run, k) >= tsu_recording_time(f->run, k - 1));
    }
    if (!f->timed && (f->plan->has_from || f->plan->has_to))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the frames have no times that rise, so --from and --to mean nothing");
    f->from = f->plan->has_from ? f->plan->from : time_of(f, 0);
    f->to = f->plan->has_to ? f->plan->to : time_of(f, frames - 1);
    if (!(f->to >= f->from) || f->from > time_of(f, frames - 1) || f->to < time_of(f, 0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "no frame lies from %g to %g s; there are some from %g to %g s", f->from, f->to,
                             time_of(f, 0), time_of(f, frames - 1));
    f->pictures = f->plan->frames > 0 ? f->plan->frames : frames < USUAL_MOST ? (int)frames : USUAL_MOST;
    return TSU_OK;
}

/* The frame that is nearest in time to picture k. */
static int64_t frame_of(const filming *f, int k)
{
    const double part = f->pictures > 1 ? (double)k / (f->pictures - 1) : 1.0,
                 at = f->from + part * (f->to - f->from);
    int64_t best = 0;
    for (int64_t n = 1; n < tsu_recording_frames(f->run); n++) {
        if (fabs(time_of(f, n) - at) <= fabs(time_of(f, best) - at)) best = n;
    }
    return best;
}

/* ---- the eye -------------------------------------------------------------------------------------------------------------- */

static void turn_about_z(double v[3], double degrees)
{
    const double a = degrees * 3.14159265358979 / 180.0, x = v[0], y = v[1];
    v[0] = cos(a) * x - sin(a) * y;
    v[1] = sin(a) * x + cos(a) * y;
}

static void normalise(const double v[3], double out[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int q = 0; q < 3; q++) {
        out[q] = v[q] / length;
    }
}

/* On the way from one direction to another, at an even pace. */
static void between(const double from[3], const double to[3], double part, double out[3])
{
    double a[3], b[3];
    normalise(from, a);
    normalise(to, b);
    const double along = fmax(-1.0, fmin(1.0, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])), angle = acos(along),
                 all = sin(angle);
    for (int q = 0; q < 3; q++) {
        out[q] = all < 1.0e-6 ? (part < 0.5 ? a[q] : b[q])
                              : (sin((1.0 - part) * angle) * a[q] + sin(part * angle) * b[q]) / all;
    }
}

static void place_eye(const filming *f, int k, double toward[3])
{
    const tsu_film_plan *p = f->plan;
    const double part = f->pictures > 1 ? (double)k / (f->pictures - 1) : 0.0;
    if (p->views > 1) {
        const double at = part * (p->views - 1);
        const int leg = (int)at < p->views - 2 ? (int)at : p->views - 2;
        between(p->view[leg], p->view[leg + 1], at - leg, toward);
    }
    turn_about_z(toward, part * p->turn);
}

/* ---- pictures -------------------------------------------------------------------------------------------------------------- */

/* What all pictures have in common: size and colours do not jump. */
static tsu_status find_extent(filming *f, tsu_error *err)
{
    tsu_snapshot_extent e = tsu_snapshot_extent_none;
    tsu_status status = TSU_OK;
    for (int k = 0; k < f->pictures && status == TSU_OK; k++) {
        tsu_frame *frame = NULL;
        const tsu_setting *setting;
        if (k > 0 && frame_of(f, k) == frame_of(f, k - 1)) continue;
        status = tsu_recording_frame(f->run, frame_of(f, k), &frame, &setting, err);
        if (status == TSU_OK) status = tsu_snapshot_measure(frame, setting, &f->look, &e, err);
        tsu_frame_destroy(frame);
    }
    if (status != TSU_OK) return status;
    tsu_snapshot_options *o = &f->look;
    o->focused = e.lo[0] <= e.hi[0];
    o->round = f->plan->turn != 0.0 || f->plan->views > 1;
    memcpy(o->lo, e.lo, sizeof o->lo);
    memcpy(o->hi, e.hi, sizeof o->hi);
    if (!o->range && e.low <= e.high) {
        tsu_snapshot_round_range(&e.low, &e.high);
        o->range = true;
        o->low = e.low;
        o->high = e.high;
    }
    o->surface_range = o->surface != NULL;
    o->surface_high = e.surface_high;
    o->no_edges = true;
    o->ground = TSU_GROUND_FLAT;
    return TSU_OK;
}

static tsu_status draw_one(filming *f, int k, tsu_film *film, tsu_error *err)
{
    tsu_frame *frame = NULL;
    const tsu_setting *setting;
    tsu_canvas canvas = {0};
    double toward[3];
    memcpy(toward, f->look.toward, sizeof toward);
    tsu_snapshot_options o = f->look;
    place_eye(f, k, toward);
    memcpy(o.toward, toward, sizeof toward);
    tsu_status status = tsu_recording_frame(f->run, frame_of(f, k), &frame, &setting, err);
    if (status == TSU_OK) status = tsu_snapshot_draw(frame, setting, &o, &canvas, err);
    if (status == TSU_OK) status = tsu_film_add(film, &canvas, err);
    tsu_canvas_free(&canvas);
    tsu_frame_destroy(frame);
    return status;
}

tsu_status tsu_cli_film(const tsu_recording *run, const tsu_film_plan *plan, const tsu_snapshot_options *look,
                        tsu_error *err)
{
    filming f = {.run = run, .plan = plan, .look = *look};
    tsu_film *film = NULL;
    if (!(plan->rate >= 0.1 && plan->rate <= 120.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "option --fps needs 0.1 to 120 pictures a second, not %g",
                             plan->rate);
    tsu_status status = find_times(&f, err);
    if (status == TSU_OK)
        status = tsu_film_create(&film, plan->path, look->width, look->height, plan->rate, err);
    if (status == TSU_OK) status = find_extent(&f, err);
    for (int k = 0; k < f.pictures && status == TSU_OK; k++) {
        status = draw_one(&f, k, film, err);
    }
    if (status == TSU_OK) return tsu_film_finish(film, err);
    tsu_film_abandon(film);
    return status;
}
