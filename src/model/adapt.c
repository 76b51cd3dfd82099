/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapt.h"
#include "base/memory.h"
#include "step/ledger/energy.h"

typedef struct adapt {
    tsu_adapt_def def;
    bool resumed; /* the run goes on from a restart file: it does not begin */
    double given; /* energy put in so far [J] */
    double *value;
    size_t capacity;
} adapt;

tsu_adapt_def tsu_model_adapt_default(void)
{
    return (tsu_adapt_def){
        .group = TSU_GROUP_ALL, .scale = true, .diameter = {.constant = 1.0}, .source = "the value"};
}

static void preset(void *def)
{
    *(tsu_adapt_def *)def = tsu_model_adapt_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    const tsu_adapt_def *d = m->state;
    m->every = d->every;
    if (d->every >= 0) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "adapt %s: %lld steps between changes; it must not be negative", m->name,
                         (long long)d->every);
}

static void destroy(tsu_model *m)
{
    tsu_memory_release(&((adapt *)m->state)->value);
}

static tsu_status check_diameter(const adapt *f, uint64_t id, double diameter, tsu_error *err)
{
    if (diameter > 0.0 && diameter < 1.0e30) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "adapt: %s gives particle %llu the diameter %g; it must be positive", f->def.source,
                         (unsigned long long)id, diameter);
}

static tsu_status ask(adapt *f, int32_t rows, tsu_error *err)
{
    const tsu_model_value *v = &f->def.diameter;
    double one;
    tsu_status s =
        tsu_memory_grow(&f->value, &f->capacity, (size_t)rows + 1, sizeof *f->value, "diameters", err);
    if (s != TSU_OK) return s;
    if (v->ask_each) return v->ask_each(v->context, rows, f->value, err);
    s = tsu_model_value_now(v, &one, err);
    for (int32_t i = 0; i < rows && s == TSU_OK; i++) {
        f->value[i] = one;
    }
    return s;
}

static tsu_status change(tsu_model *m, tsu_error *err)
{
    adapt *f = m->state;
    tsu_world *w = m->world;
    tsu_particles *p = &w->particles;
    tsu_status s = ask(f, p->count, err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        if (!tsu_in_group(w, i, f->def.group)) continue;
        if (f->def.scale) f->value[i] *= 2.0 * p->xr[i][3];
        s = check_diameter(f, p->id[i], f->value[i], err);
    }
    if (s != TSU_OK) return s;
    tsu_world_change(w);
    const double before = tsu_ledger_given(w);
    for (int32_t i = 0; i < p->count; i++) {
        if (tsu_in_group(w, i, f->def.group)) tsu_particles_set_size(p, i, 0.5 * f->value[i], p->density[i]);
    }
    s = tsu_world_settle(w, err);
    f->given += tsu_ledger_given(w) - before;
    return s;
}

/* As in LIGGGHTS, also when a run begins. */
static tsu_status begin(tsu_model *m, tsu_error *err)
{
    adapt *f = m->state;
    if (!f->resumed) return change(m, err);
    f->resumed = false;
    return TSU_OK;
}

static tsu_status given(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const adapt *)m->state)->given;
    return TSU_OK;
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    tsu_pack_f64(pack, ((const adapt *)m->state)->given);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    adapt *f = m->state;
    (void)err;
    f->given = tsu_cursor_f64(saved);
    f->resumed = !m->between_runs;
    return TSU_OK;
}

const tsu_model_row tsu_model_adapt = {
    .name = "adapt",
    .names = &tsu_names_adapt,
    .doc = "sets diameters every so many steps; the density stays",
    .def_size = sizeof(tsu_adapt_def),
    .state_size = sizeof(adapt),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .between = change,
    .reads = TSU_FIELDS_GROUP | TSU_FIELDS_SIZE,
    .writes = TSU_FIELDS_SIZE,
    .account = TSU_MODEL_GIVEN,
    .save = save,
    .load = load,
    .scalar = given,
};
