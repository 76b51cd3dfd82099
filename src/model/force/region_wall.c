/* SPDX-License-Identifier: Apache-2.0 */
#include "model/force/region_wall.h"
#include "step/list/boundary.h"
#include <math.h>

typedef struct region_wall {
    tsu_region_wall_def def;
    double offset;   /* of the potential at the cutoff [J] */
    double energy;   /* of all particles, in the last step [J] */
    double force[3]; /* on the wall [N] */
} region_wall;

tsu_region_wall_def tsu_model_region_wall_default(void)
{
    return (tsu_region_wall_def){
        .group = TSU_GROUP_ALL, .potential = TSU_WALL_HARMONIC, .epsilon = 1.0, .cutoff = 1.0e-3};
}

static void preset(void *def)
{
    *(tsu_region_wall_def *)def = tsu_model_region_wall_default();
}

/* The potential before the offset, and the force away from the surface. */
static double potential(const tsu_region_wall_def *d, double r, double *force)
{
    const double e = d->epsilon;
    if (d->potential == TSU_WALL_HARMONIC) {
        *force = 2.0 * e * (d->cutoff - r);
        return e * (d->cutoff - r) * (d->cutoff - r);
    }
    const double s = d->sigma / r, s3 = s * s * s, s6 = s3 * s3;
    if (d->potential == TSU_WALL_LJ93) {
        *force = 3.0 * e * s3 * (0.4 * s6 - 1.0) / r;
        return e * s3 * (2.0 / 15.0 * s6 - 1.0);
    }
    *force = 24.0 * e * s6 * (2.0 * s6 - 1.0) / r;
    return 4.0 * e * s6 * (s6 - 1.0);
}

static tsu_status create(tsu_model *m, tsu_error *err)
{
    region_wall *f = m->state;
    double way[TSU_REGION_FACES][3], unused;
    const double anywhere[3] = {0.0, 0.0, 0.0};
    const tsu_region *region;
    const tsu_status s = tsu_model_place_now(&f->def.place, &region, err);
    if (s != TSU_OK) return s;
    if (!region)
        return tsu_error_set(err, TSU_ERROR_INPUT, "region_wall %s has no region; give it one", m->name);
    if (tsu_region_surface(region, anywhere, 0.0, way) < 0)
        return tsu_error_set(
            err, TSU_ERROR_UNSUPPORTED,
            "region_wall %s: walls are made of blocks, spheres, cylinders and planes that do not rotate",
            m->name);
    if (!(f->def.cutoff > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT, "region_wall %s: the cutoff is %g m; it must be positive",
                             m->name, f->def.cutoff);
    f->offset = f->def.potential == TSU_WALL_HARMONIC ? 0.0 : potential(&f->def, f->def.cutoff, &unused);
    return TSU_OK;
}

static void destroy(tsu_model *m)
{
    tsu_world_change(m->world);
}

static tsu_status outside(const tsu_model *m, const tsu_region *region, uint64_t id, tsu_error *err)
{
    return tsu_error_set(
        err, TSU_ERROR_INPUT,
        "particle %llu is outside region %s of wall/region %s, or on its surface; begin within "
        "it, and make the wall steeper or the time step shorter if it got through",
        (unsigned long long)id, region->name, m->name);
}

static tsu_status push_row(const tsu_model *m, const tsu_region *region, int32_t i, tsu_exact_sum sum[4],
                           tsu_error *err)
{
    const region_wall *f = m->state;
    tsu_particles *p = &m->world->particles;
    double way[TSU_REGION_FACES][3];
    const double x[3] = {tsu_boundary_inside(m->world, i, 0), tsu_boundary_inside(m->world, i, 1),
                         tsu_boundary_inside(m->world, i, 2)};
    if (!tsu_region_contains(region, x)) return outside(m, region, p->id[i], err);
    const int faces = tsu_region_surface(region, x, f->def.cutoff, way);
    for (int k = 0; k < faces; k++) {
        const double *w = way[k], r = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        double size;
        if (!(r > 0.0)) return outside(m, region, p->id[i], err);
        tsu_exact_add(&sum[3], potential(&f->def, r, &size) - f->offset);
        for (int q = 0; q < 3; q++) {
            p->force[i][q] += size * w[q] / r;
            tsu_exact_add(&sum[q], -(size * w[q] / r));
        }
    }
    return TSU_OK;
}

static tsu_status push(tsu_model *m, tsu_error *err)
{
    region_wall *f = m->state;
    const tsu_region *region;
    tsu_status s = tsu_model_place_now(&f->def.place, &region, err);
    tsu_exact_sum sum[4]; /* force and energy */
    for (int q = 0; q < 4; q++) {
        tsu_exact_init(&sum[q]);
    }
    for (int32_t i = 0; i < m->world->particles.count && s == TSU_OK; i++) {
        if (tsu_in_group(m->world, i, f->def.group)) s = push_row(m, region, i, sum, err);
    }
    for (int q = 0; q < 3; q++) {
        f->force[q] = tsu_exact_round(&sum[q]);
    }
    f->energy = tsu_exact_round(&sum[3]);
    return s;
}

static tsu_status energy(tsu_model *m, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const region_wall *)m->state)->energy;
    return TSU_OK;
}

static tsu_status number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = ((const region_wall *)m->state)->force[index];
    return TSU_OK;
}

static void save(const tsu_model *m, tsu_pack *pack)
{
    const region_wall *f = m->state;
    tsu_pack_f64(pack, f->energy);
    tsu_pack_numbers(pack, f->force, 3, sizeof *f->force);
}

static tsu_status load(tsu_model *m, tsu_cursor *saved, tsu_error *err)
{
    region_wall *f = m->state;
    (void)err;
    f->energy = tsu_cursor_f64(saved);
    tsu_cursor_numbers(saved, f->force, 3, sizeof *f->force);
    return TSU_OK;
}

const tsu_model_row tsu_model_region_wall = {
    .name = "region_wall",
    .names = &tsu_names_region_wall,
    .doc = "the surface of a region repels the centres of particles by a potential",
    .def_size = sizeof(tsu_region_wall_def),
    .state_size = sizeof(region_wall),
    .preset = preset,
    .create = create,
    .destroy = destroy,
    .phase[TSU_HOOK_FORCE] = push,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .save = save,
    .load = load,
    .scalar = energy,
    .scalar_is_energy = true,
    .numbers = 3,
    .number = number,
    .settles = true,
};
