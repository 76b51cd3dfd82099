/* SPDX-License-Identifier: Apache-2.0 */
#include "model/deform.h"
#include "base/power.h"
#include "base/trig.h"
#include "model/rows.h"
#include <math.h>
#include <string.h>

typedef struct deform {
    tsu_deform_def def;
    bool resumed;        /* begin, end and start are those of a run that a restart file cut in two */
    int64_t begin, end;  /* steps of the run */
    double lo[3], hi[3]; /* of the box when it began [m] */
    double first[2][3];  /* of the box when the model was created [m] */
} deform;

tsu_deform_def tsu_model_deform_default(void)
{
    return (tsu_deform_def){.group = TSU_GROUP_ALL, .every = 1, .remap = true};
}

static void preset(void *def)
{
    *(tsu_deform_def *)def = tsu_model_deform_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    deform *f = m->state;
    int changed = 0, keeping = 0;
    for (int q = 0; q < 3; q++) {
        changed += f->def.axis[q].kind != TSU_DEFORM_NONE;
        keeping += f->def.axis[q].kind == TSU_DEFORM_VOLUME;
    }
    if (f->def.every < 1 || changed == keeping)
        return tsu_error_set(
            err, TSU_ERROR_INPUT,
            "deform %s: give an axis that changes, and a positive number of steps between changes", m->name);
    m->every = f->def.every;
    memcpy(f->first[0], m->world->box.lo, sizeof f->first[0]);
    memcpy(f->first[1], m->world->box.hi, sizeof f->first[1]);
    return TSU_OK;
}

/* Where an axis is at a step; what keeps the volume comes later. */
static tsu_status target_of(const tsu_model *m, int q, int64_t step, double *lo, double *hi, tsu_error *err)
{
    const deform *f = m->state;
    const tsu_deform_axis *c = &f->def.axis[q];
    const double steps = (double)(step - f->begin), all = (double)(f->end - f->begin);
    const double share = all > 0.0 ? steps / all : 0.0, time = steps * m->world->dt;
    const double length = f->hi[q] - f->lo[q], middle = 0.5 * (f->lo[q] + f->hi[q]);
    double wider = 0.0; /* than at the beginning */
    tsu_status status = TSU_OK;
    *lo = f->lo[q];
    *hi = f->hi[q];
    switch (c->kind) {
    case TSU_DEFORM_FINAL:
    case TSU_DEFORM_DELTA:
        *lo += share * (c->kind == TSU_DEFORM_FINAL ? c->a - f->lo[q] : c->a);
        *hi += share * (c->kind == TSU_DEFORM_FINAL ? c->b - f->hi[q] : c->b);
        return TSU_OK;
    case TSU_DEFORM_SCALE: wider = share * (c->a - 1.0) * length; break;
    case TSU_DEFORM_VEL: wider = time * c->a; break;
    case TSU_DEFORM_ERATE: wider = time * c->a * length; break;
    case TSU_DEFORM_TRATE:
        *lo = middle - 0.5 * length * tsu_exp(c->a * time);
        *hi = middle + 0.5 * length * tsu_exp(c->a * time);
        return TSU_OK;
    case TSU_DEFORM_WIGGLE: wider = c->a * tsu_sincos_turns(time / c->b).sin; break;
    case TSU_DEFORM_VARIABLE: status = tsu_model_value_now(&c->by, &wider, err); break;
    default:
        *lo = m->world->box.lo[q];
        *hi = m->world->box.hi[q];
        return TSU_OK;
    }
    *lo -= 0.5 * wider;
    *hi += 0.5 * wider;
    return status;
}

/* An axis that keeps the volume: alone against the two others, or with a second one against the third. */
static void keep_volume(const deform *f, int q, double lo[3], double hi[3])
{
    double by = 1.0;
    int keepers = 0;
    for (int r = 0; r < 3; r++) {
        if (f->def.axis[r].kind == TSU_DEFORM_VOLUME)
            keepers++;
        else
            by *= (f->hi[r] - f->lo[r]) / (hi[r] - lo[r]);
    }
    if (keepers == 2) by = sqrt(by);
    const double middle = 0.5 * (f->lo[q] + f->hi[q]), half = 0.5 * by * (f->hi[q] - f->lo[q]);
    lo[q] = middle - half;
    hi[q] = middle + half;
}

static void map_particles(const deform *f, tsu_world *w, const double lo[3], const double hi[3])
{
    tsu_particles *p = &w->particles;
    for (int32_t i = 0; i < p->count && f->def.remap; i++) {
        for (int q = 0; q < 3 && tsu_in_group(w, i, f->def.group); q++) {
            if (f->def.axis[q].kind == TSU_DEFORM_NONE) continue;
            const double part = (p->xr[i][q] - w->box.lo[q]) / (w->box.hi[q] - w->box.lo[q]);
            p->xr[i][q] = lo[q] + part * (hi[q] - lo[q]);
        }
    }
}

static tsu_status change_box(tsu_model *m, tsu_error *err)
{
    deform *f = m->state;
    tsu_world *w = m->world;
    double lo[3], hi[3];
    for (int q = 0; q < 3; q++) {
        const tsu_status status = target_of(m, q, w->step, &lo[q], &hi[q], err);
        if (status != TSU_OK) return status;
    }
    for (int q = 0; q < 3; q++) {
        if (f->def.axis[q].kind == TSU_DEFORM_VOLUME) keep_volume(f, q, lo, hi);
    }
    for (int q = 0; q < 3; q++) {
        if (!(lo[q] < hi[q]) || !isfinite(hi[q] - lo[q]))
            return tsu_error_set(err, TSU_ERROR_INPUT, "deform: the box would reach from %g to %g along %c",
                                 lo[q], hi[q], "xyz"[q]);
    }
    const tsu_status status = tsu_world_wrap(w, err);
    if (status != TSU_OK) return status;
    tsu_world_change(w);
    map_particles(f, w, lo, hi);
    for (int q = 0; q < 3; q++) {
        if (f->def.axis[q].kind == TSU_DEFORM_NONE) continue;
        w->box.lo[q] = w->box_minimum[q][0] = lo[q];
        w->box.hi[q] = w->box_minimum[q][1] = hi[q];
    }
    return tsu_world_settle(w, err);
}

/* A run begins: from the box as it is, or, in a run that is one of several (`run start stop`), as it was at first. */
static tsu_status begin(tsu_model *m, tsu_error *err)
{
    deform *f = m->state;
    const tsu_world *w = m->world;
    const tsu_box *b = &w->box;
    const tsu_run_span span = tsu_models_span(w);
    for (int q = 0; q < 3; q++) {
        if (f->def.axis[q].kind != TSU_DEFORM_NONE && w->boundary[q][0] != 'p' &&
            (w->boundary[q][0] != 'f' || w->boundary[q][1] != 'f'))
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "deform changes axis %c, whose faces follow the particles; give it "
                                 "boundary p or f",
                                 "xyz"[q]);
    }
    const bool same = f->resumed && span.last == f->end;
    const bool rates_only = f->resumed && !same;
    f->resumed = false;
    if (same) return TSU_OK;
    for (int q = 0; q < 3; q++) {
        const bool linear =
            f->def.axis[q].kind >= TSU_DEFORM_FINAL && f->def.axis[q].kind <= TSU_DEFORM_SCALE;
        if (rates_only && !linear) continue;
        const bool several = span.first != w->step;
        f->lo[q] = several ? f->first[0][q] : b->lo[q];
        f->hi[q] = several ? f->first[1][q] : b->hi[q];
    }
    if (!rates_only) f->begin = span.first;
    f->end = span.last;
    return TSU_OK;
}

/* A run that is cut in two by a restart file goes on; its state is that of the first part. */
static void save(const tsu_model *m, tsu_pack *pack)
{
    const deform *f = m->state;
    tsu_pack_u64(pack, (uint64_t)f->begin);
    tsu_pack_u64(pack, (uint64_t)f->end);
    tsu_pack_numbers(pack, f->lo, 3, sizeof(double));
    tsu_pack_numbers(pack, f->hi, 3, sizeof(double));
    tsu_pack_numbers(pack, f->first, 6, sizeof(double));
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    deform *f = m->state;
    f->begin = (int64_t)tsu_cursor_u64(saved);
    f->end = (int64_t)tsu_cursor_u64(saved);
    tsu_cursor_numbers(saved, f->lo, 3, sizeof(double));
    tsu_cursor_numbers(saved, f->hi, 3, sizeof(double));
    tsu_cursor_numbers(saved, f->first, 6, sizeof(double));
    f->resumed = f->end > m->world->step;
    return TSU_OK;
}

const tsu_model_row tsu_model_deform = {
    .name = "deform",
    .doc = "changes the size of the box, and the places of particles with it",
    .def_size = sizeof(tsu_deform_def),
    .state_size = sizeof(deform),
    .preset = preset,
    .create = create,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_POSITION | TSU_FIELDS_BOX,
    .account = TSU_MODEL_GIVEN,
    .begin = begin,
    .between = change_box,
    .save = save,
    .load = load,
};
