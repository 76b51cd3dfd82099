/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tracer.h"
#include "model/rows.h"

typedef struct tracer {
    tsu_tracer_def def;
    bool done;           /* dirac: they are marked */
    double marked, told; /* particles marked so far; of which the scalar has told */
} tracer;

static const tsu_model_column mark[] = {{"", 1, 0.0, true}, {0}};

tsu_tracer_def tsu_model_tracer_default(void)
{
    return (tsu_tracer_def){.group = TSU_GROUP_ALL, .marking = TSU_MARK_DIRAC, .every = 10};
}

static void preset(void *def)
{
    *(tsu_tracer_def *)def = tsu_model_tracer_default();
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    tracer *t = m->state;
    m->every = t->def.every;
    t->done = t->def.marking == TSU_MARK_DIRAC && t->def.from < m->world->step; /* too late */
    if (t->def.every >= 1 && (t->def.region.region || t->def.region.ask)) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "tracer %s needs a region, and a positive number of steps between looks", m->name);
}

static double *marks_of(const tsu_model *m)
{
    return tsu_particles_find_column(&m->world->particles, m->name)->value;
}

static tsu_status look(tsu_model *m, tsu_error *err)
{
    tracer *t = m->state;
    const tsu_world *w = m->world;
    const tsu_region *region;
    if (w->step < t->def.from || t->def.marking == TSU_MARK_NONE || t->done) return TSU_OK;
    const tsu_status status = tsu_model_place_now(&t->def.region, &region, err);
    if (status != TSU_OK) return status;
    double *marks = marks_of(m);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_in_group(w, i, t->def.group) || marks[i] == 1.0 || !tsu_world_in_region(w, i, region))
            continue;
        marks[i] = 1.0;
        t->marked += 1.0;
    }
    t->done = t->def.marking == TSU_MARK_DIRAC;
    return TSU_OK;
}

static tsu_status newly_marked(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    tracer *t = m->state;
    *out = t->marked - t->told;
    t->told = t->marked;
    return TSU_OK;
}

static const double *marks(const tsu_model *m)
{
    return marks_of(m);
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    const tracer *t = m->state;
    tsu_pack_u64(pack, t->done);
    tsu_pack_f64(pack, t->marked);
    tsu_pack_f64(pack, t->told);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    (void)err;
    tracer *t = m->state;
    t->done = tsu_cursor_u64(saved) == 1;
    t->marked = tsu_cursor_f64(saved);
    t->told = tsu_cursor_f64(saved);
    return TSU_OK;
}

const tsu_model_row tsu_model_tracer = {
    .name = "tracer",
    .names = &tsu_names_tracer,
    .doc = "marks the particles that are in a region",
    .def_size = sizeof(tsu_tracer_def),
    .state_size = sizeof(tracer),
    .preset = preset,
    .create = create,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_COLUMNS,
    .column = mark,
    .between = look,
    .save = save,
    .load = load,
    .scalar = newly_marked,
    .particle_numbers = 1,
    .particles = marks,
};
