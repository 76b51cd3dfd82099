/* SPDX-License-Identifier: Apache-2.0 */
#include "model/orientation.h"
#include "base/parallel.h"
#include "base/trig.h"
#include "step/clump/clumps.h"
#include <math.h>
#include <string.h>

enum { ROWS_PER_BLOCK = 1024 };

typedef struct orientation {
    tsu_orientation_def def;
    bool keeps; /* the column goes with this model */
} orientation;

tsu_orientation_def tsu_model_orientation_default(void)
{
    return (tsu_orientation_def){.group = TSU_GROUP_ALL};
}

static void preset(void *def)
{
    *(tsu_orientation_def *)def = tsu_model_orientation_default();
}

void tsu_quaternion_turn(double q[4], const double turn[3])
{
    const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (!(angle > 0.0)) return;
    const tsu_sincos_pair half = tsu_sincos(0.5 * angle);
    const double by = half.sin / angle, a = half.cos, b = by * turn[0], c = by * turn[1], d = by * turn[2];
    const double r[4] = {a * q[0] - b * q[1] - c * q[2] - d * q[3], a * q[1] + b * q[0] + c * q[3] - d * q[2],
                         a * q[2] - b * q[3] + c * q[0] + d * q[1],
                         a * q[3] + b * q[2] - c * q[1] + d * q[0]};
    const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int k = 0; k < 4; k++) {
        q[k] = r[k] / length;
    }
}

/* A sphere of a clump turns as its clump has. */
static void turn_with(double q[4], tsu_quaternion step)
{
    const tsu_quaternion now = {q[0], q[1], q[2], q[3]},
                         r = tsu_quaternion_unit(tsu_quaternion_times(step, now));
    const double all[4] = {r.w, r.x, r.y, r.z};
    memcpy(q, all, sizeof all);
}

static tsu_particle_column *column_of(const tsu_model *m)
{
    return tsu_particles_find_column(&m->world->particles, TSU_ORIENTATION_COLUMN);
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    static const double none[4] = {1.0, 0.0, 0.0, 0.0};
    orientation *o = m->state;
    const tsu_model *other = tsu_models_of(m->world, m->row);
    if (other)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "orientations are kept by %s already; one of them can follow all particles",
                             other->name);
    tsu_particle_column *c = tsu_particles_column(&m->world->particles, TSU_ORIENTATION_COLUMN, 4, 0.0, err);
    if (!c) return err ? err->status : TSU_ERROR_MEMORY;
    o->keeps = true;
    return tsu_particles_column_defaults(&m->world->particles, c, none,
                                         err); /* that of a restart file keeps its values */
}

static void destroy(tsu_model *m)
{
    const orientation *o = m->state;
    if (o->keeps) tsu_particles_remove_column(&m->world->particles, TSU_ORIENTATION_COLUMN);
}

static void turn_rows(void *context, int64_t block, int thread)
{
    const tsu_model *m = context;
    const orientation *o = m->state;
    const tsu_particles *p = &m->world->particles;
    double(*q)[4] = (double(*)[4])column_of(m)->value;
    const double dt = m->world->dt;
    (void)thread;
    const tsu_range r = tsu_parallel_block(block, p->count, ROWS_PER_BLOCK);
    for (int64_t i = r.begin; i < r.end; i++) {
        const double *w = p->wi[i], turn[3] = {dt * w[0], dt * w[1], dt * w[2]};
        if (!(p->group[i] & o->def.group)) continue;
        const tsu_clump *c = tsu_clumps_of(m->world, (int32_t)i);
        if (c)
            turn_with(q[i], c->step);
        else
            tsu_quaternion_turn(q[i], turn);
    }
}

static tsu_status turn(tsu_model *m, tsu_error *err)
{
    (void)err;
    tsu_parallel_for(tsu_parallel_blocks(m->world->particles.count, ROWS_PER_BLOCK), m->world->threads,
                     turn_rows, m);
    return TSU_OK;
}

static const double *quaternions(const tsu_model *m)
{
    return column_of(m)->value;
}

const tsu_model_row tsu_model_orientation = {
    .name = "orientation",
    .names = &tsu_names_group,
    .doc = "records the rotation of particles as a quaternion",
    .def_size = sizeof(tsu_orientation_def),
    .state_size = sizeof(orientation),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase = {[TSU_HOOK_AFTER_DRIFT] = turn},
    .reads = TSU_FIELDS_SPIN | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_COLUMNS,
    .particle_numbers = 4,
    .particles = quaternions,
};
