/* SPDX-License-Identifier: Apache-2.0 */
/* field.c - forces that follow from the place or the velocity of a particle. */
#include "base/memory.h"
#include "model/force/force.h"
#include "model/rows.h"
#include "step/world.h"
#include <math.h>
#include <string.h>

static void stir(tsu_model *m)
{
    tsu_world_change(m->world);
}

/* ---- viscous ------------------------------------------------------------------------------------------------------------------ */

typedef struct viscous {
    tsu_viscous_def def;
    double *scale; /* [materials] */
} viscous;

tsu_viscous_def tsu_model_viscous_default(void)
{
    return (tsu_viscous_def){.group = TSU_GROUP_ALL};
}

static void preset_viscous(void *def)
{
    *(tsu_viscous_def *)def = tsu_model_viscous_default();
}

static tsu_status create_viscous(tsu_model *m, tsu_error *err)
{
    viscous *f = m->state;
    const size_t types = (size_t)m->world->materials.types;
    if (f->def.coefficient.ask_each)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "viscous %s takes one coefficient for all, not one for each particle", m->name);
    const tsu_status s = tsu_memory_allocate(&f->scale, types, sizeof *f->scale, "materials", err);
    for (size_t k = 0; k < types && s == TSU_OK; k++) {
        f->scale[k] = f->def.scale ? f->def.scale[k] : 1.0;
    }
    f->def.scale = NULL; /* lent until now */
    return s;
}

static void destroy_viscous(tsu_model *m)
{
    stir(m);
    tsu_memory_release(&((viscous *)m->state)->scale);
}

static tsu_status slow(tsu_model *m, tsu_error *err)
{
    const viscous *f = m->state;
    tsu_particles *p = &m->world->particles;
    double coefficient;
    const tsu_status s = tsu_model_value_now(&f->def.coefficient, &coefficient, err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        if (!tsu_in_group(m->world, i, f->def.group)) continue;
        for (int q = 0; q < 3; q++) {
            p->force[i][q] -= coefficient * f->scale[p->type[i]] * p->vm[i][q];
        }
    }
    return s;
}

static bool can_part_viscous(const tsu_model *m)
{
    const viscous *f = m->state;
    bool scaled = false;
    for (int k = 0; k < m->world->materials.types; k++) {
        scaled = scaled || f->scale[k] != 1.0;
    }
    return !scaled; /* factors were lent, and are not among the parameters any more */
}

static const tsu_model_parts parts_viscous = {.can = can_part_viscous,
                                              .value_at = {offsetof(tsu_viscous_def, coefficient)}};

const tsu_model_row tsu_model_viscous = {
    .name = "viscous",
    .names = &tsu_names_viscous,
    .doc = "a drag against the velocity of each particle",
    .def_size = sizeof(tsu_viscous_def),
    .state_size = sizeof(viscous),
    .preset = preset_viscous,
    .create = create_viscous,
    .destroy = destroy_viscous,
    .phase[TSU_HOOK_FORCE] = slow,
    .parts = &parts_viscous,
    .stirs = true,
    .reads = TSU_FIELDS_VELOCITY | TSU_FIELDS_TYPE | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
};

/* ---- drag --------------------------------------------------------------------------------------------------------------------- */

typedef struct drag {
    tsu_drag_def def;
    tsu_exact_sum total[3]; /* [N] */
} drag;

tsu_drag_def tsu_model_drag_default(void)
{
    return (tsu_drag_def){.group = TSU_GROUP_ALL};
}

static void preset_drag(void *def)
{
    *(tsu_drag_def *)def = tsu_model_drag_default();
}

/* Over a periodic face, if that is shorter. */
static void pull_towards(const tsu_drag_def *d, const tsu_world *w, int32_t i, double *force,
                         tsu_exact_sum sum[3])
{
    double way[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double period = w->box.hi[q] - w->box.lo[q];
        way[q] = d->free[q] ? 0.0 : tsu_boundary_inside(w, i, q) - d->point[q];
        if (w->box.periodic[q]) way[q] -= period * round(way[q] / period);
        length2 += way[q] * way[q];
    }
    const double length = sqrt(length2);
    for (int q = 0; q < 3 && length > d->reach; q++) {
        tsu_exact_add(&sum[q], -(d->force * way[q] / length));
        force[q] -= d->force * way[q] / length;
    }
}

static tsu_status pull(tsu_model *m, tsu_error *err)
{
    drag *f = m->state;
    tsu_world *w = m->world;
    (void)err;
    for (int q = 0; q < 3; q++) {
        tsu_exact_init(&f->total[q]);
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (tsu_in_group(w, i, f->def.group)) pull_towards(&f->def, w, i, w->particles.force[i], f->total);
    }
    return TSU_OK;
}

static tsu_status drag_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    (void)err;
    *out = tsu_exact_round(&((const drag *)m->state)->total[index]);
    return TSU_OK;
}

static const tsu_model_parts parts_drag = {.sums_at = offsetof(drag, total), .sums = 3};

const tsu_model_row tsu_model_drag = {
    .name = "drag",
    .names = &tsu_names_drag,
    .doc = "a force of given size on each particle towards a point",
    .def_size = sizeof(tsu_drag_def),
    .state_size = sizeof(drag),
    .preset = preset_drag,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = pull,
    .parts = &parts_drag,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = drag_number,
    .settles = true,
};

/* ---- buoyancy ----------------------------------------------------------------------------------------------------------------- */

typedef struct buoyancy {
    tsu_buoyancy_def def;
    tsu_exact_sum total; /* along the axis [N] */
} buoyancy;

tsu_buoyancy_def tsu_model_buoyancy_default(void)
{
    return (tsu_buoyancy_def){.group = TSU_GROUP_ALL, .density = 1000.0, .axis = 2};
}

static void preset_buoyancy(void *def)
{
    *(tsu_buoyancy_def *)def = tsu_model_buoyancy_default();
}

static tsu_status create_buoyancy(tsu_model *m, tsu_error *err)
{
    const tsu_buoyancy_def *d = m->state;
    if (!(d->density > 0.0))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "buoyancy %s: the density of the liquid is %g kg/m^3; it must be positive",
                             m->name, d->density);
    if (d->axis < 0 || d->axis > 2)
        return tsu_error_set(err, TSU_ERROR_INPUT, "buoyancy %s: the axis is %d; it must be 0, 1 or 2",
                             m->name, d->axis);
    return TSU_OK;
}

static tsu_status begin_buoyancy(tsu_model *m, tsu_error *err)
{
    const int axis = ((const tsu_buoyancy_def *)m->state)->axis;
    const double *g = m->world->gravity;
    for (int q = 0; q < 3; q++) {
        if (q != axis && g[q] != 0.0)
            return tsu_error_set(err, TSU_ERROR_INPUT, "buoyancy acts along %c, but gravity points elsewhere",
                                 "xyz"[axis]);
    }
    return g[axis] != 0.0 ? TSU_OK : tsu_error_set(err, TSU_ERROR_INPUT, "buoyancy needs gravity");
}

/* Volume of a sphere below a surface that lies `h` above its centre [m^3]. */
static double immersed(double radius, double h)
{
    const double pi = 3.14159265358979323846;
    if (h >= radius) return 4.0 / 3.0 * pi * radius * radius * radius;
    if (h <= -radius) return 0.0;
    const double depth = radius + h; /* height of the cap */
    return pi * depth * depth * (3.0 * radius - depth) / 3.0;
}

static tsu_status lift(tsu_model *m, tsu_error *err)
{
    buoyancy *f = m->state;
    const tsu_buoyancy_def *d = &f->def;
    tsu_world *w = m->world;
    const double g = w->gravity[d->axis];
    const tsu_region *region;
    const tsu_status s = tsu_model_place_now(&d->place, &region, err);
    if (s != TSU_OK) return s;
    tsu_exact_init(&f->total);
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (!tsu_chosen(w, i, d->group, region)) continue;
        const double x = tsu_boundary_inside(w, i, d->axis);
        const double below = (d->level - x) * (g < 0.0 ? 1.0 : -1.0);
        const double force = -g * d->density * immersed(w->particles.xr[i][3], below);
        w->particles.force[i][d->axis] += force;
        tsu_exact_add(&f->total, force);
    }
    return TSU_OK;
}

static tsu_status buoyancy_number(tsu_model *m, int index, double *out, tsu_error *err)
{
    const buoyancy *f = m->state;
    (void)err;
    *out = index == f->def.axis ? tsu_exact_round(&f->total) : 0.0;
    return TSU_OK;
}

static const tsu_model_parts parts_buoyancy = {
    .place_at = offsetof(tsu_buoyancy_def, place), .sums_at = offsetof(buoyancy, total), .sums = 1};

const tsu_model_row tsu_model_buoyancy = {
    .name = "buoyancy",
    .names = &tsu_names_buoyancy,
    .doc = "the buoyancy in a liquid at rest below a level",
    .def_size = sizeof(tsu_buoyancy_def),
    .state_size = sizeof(buoyancy),
    .preset = preset_buoyancy,
    .create = create_buoyancy,
    .destroy = stir,
    .begin = begin_buoyancy,
    .phase[TSU_HOOK_FORCE] = lift,
    .parts = &parts_buoyancy,
    .stirs = true,
    .reads = TSU_FIELDS_POSITION | TSU_FIELDS_SIZE | TSU_FIELDS_GROUP | TSU_FIELDS_BOX,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
    .numbers = 3,
    .number = buoyancy_number,
    .settles = true,
};

/* ---- gravity of a group --------------------------------------------------------------------------------------------------------- */

tsu_gravity_def tsu_model_gravity_default(void)
{
    return (tsu_gravity_def){.group = TSU_GROUP_ALL, .g = {0.0, 0.0, -9.81}};
}

static void preset_gravity(void *def)
{
    *(tsu_gravity_def *)def = tsu_model_gravity_default();
}

static tsu_status fall(tsu_model *m, tsu_error *err)
{
    const tsu_gravity_def *d = m->state;
    tsu_particles *p = &m->world->particles;
    double g[3];
    memcpy(g, d->g, sizeof g);
    const tsu_status s = d->ask.ask ? d->ask.ask(d->ask.context, g, err) : TSU_OK;
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        if (!tsu_in_group(m->world, i, d->group)) continue;
        for (int q = 0; q < 3; q++) {
            p->force[i][q] += p->mass[i] * g[q];
        }
    }
    return s;
}

static const tsu_model_parts parts_gravity = {.vector_at = offsetof(tsu_gravity_def, ask)};

const tsu_model_row tsu_model_gravity = {
    .name = "gravity",
    .names = &tsu_names_gravity,
    .doc = "gravity of one group, or one that turns or grows",
    .def_size = sizeof(tsu_gravity_def),
    .state_size = sizeof(tsu_gravity_def),
    .preset = preset_gravity,
    .destroy = stir,
    .phase[TSU_HOOK_FORCE] = fall,
    .parts = &parts_gravity,
    .reads = TSU_FIELDS_SIZE | TSU_FIELDS_GROUP,
    .writes = TSU_FIELDS_FORCE,
    .account = TSU_MODEL_WORK,
};
