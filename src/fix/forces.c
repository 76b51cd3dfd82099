/* SPDX-License-Identifier: Apache-2.0 */
/* forces.c - fixes that add or set forces on a group: freeze, setforce, addforce, aveforce, viscous, drag, enforce2d,
 * buoyancy, lineforce, planeforce. Their work is booked as external work. */
#include "base/memory.h"
#include "model/group_sum.h"
#include "model/rows.h"
#include "session/session.h"
#include "step/hooks.h"
#include "step/ledger/energy.h"
#include "step/list/boundary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum force_kind {
    FREEZE,
    SETFORCE,
    ADDFORCE,
    AVEFORCE,
    VISCOUS,
    DRAG,
    ENFORCE2D,
    BUOYANCY,
    LINEFORCE,
    PLANEFORCE,
} force_kind;

enum { ENERGY = 3 };

typedef struct force_fix {
    tsu_session *session;
    force_kind kind;
    int group;
    char region[TSU_NAME]; /* empty: everywhere */
    bool given[3];         /* the component is set, averaged or dragged along */
    tsu_quantity q[3];     /* setforce, addforce, aveforce: the force; viscous: the coefficient in q[0] */
    double *each[3];       /* setforce, addforce: the same for each particle, from variables of style atom */
    size_t each_capacity[3];
    double *scale;        /* viscous: by type */
    double point[3];      /* drag: towards it [m]; lineforce, planeforce: unit vector */
    double size;          /* drag: of the force [N] */
    double reach;         /* drag: no force nearer than this [m] */
    double density;       /* buoyancy: of the liquid [kg/m^3] */
    double level;         /* buoyancy: of its surface [m] */
    int axis;             /* buoyancy: normal of the surface; -1: where gravity points */
    double total[3];      /* f_ID[1..3] [N] */
    double energy;        /* addforce: potential energy of the added force [J] */
    tsu_exact_sum sum[4]; /* total and energy, while they are summed */
} force_fix;

static void hold_group(tsu_session *s, const force_fix *f, bool fast)
{
    tsu_particles *p = &s->world->particles;
    for (int32_t i = 0; i < p->count; i++) {
        if (!tsu_session_in_group(s, i, f->group) || (p->vm[i][3] == 0.0) == fast) continue;
        tsu_world_change(s->world); /* contacts feel another mass */
        tsu_particles_hold(p, i, fast);
    }
}

static void destroy_force(tsu_session *s, void *state)
{
    force_fix *f = state;
    if (s->world && f->kind == FREEZE) hold_group(s, f, false);
    if (s->world) tsu_world_change(s->world);
    for (int q = 0; q < 3; q++) {
        tsu_memory_release(&f->each[q]);
    }
    free(f->scale);
    free(f);
}

/* Contacts see infinite mass in a frozen particle, also in one that joined the group since. */
static tsu_status init_force(tsu_session *s, void *state, tsu_error *err)
{
    const force_fix *f = state;
    if (f->kind == FREEZE) hold_group(s, f, true);
    if (f->kind != BUOYANCY) return TSU_OK;
    const double *g = s->world->gravity;
    for (int q = 0; q < 3; q++) {
        if (q != f->axis && g[q] != 0.0)
            return tsu_error_set(err, TSU_ERROR_INPUT,
                                 "fix buoyancy acts along %c, but gravity points elsewhere", "xyz"[f->axis]);
    }
    return g[f->axis] != 0.0
               ? TSU_OK
               : tsu_error_set(err, TSU_ERROR_INPUT, "fix buoyancy needs gravity (`fix gravity`)");
}

/* ---- acting ------------------------------------------------------------------------------------------------------------- */

/* Volume of a sphere below a surface that lies `h` above its centre [m^3]. */
static double immersed(double radius, double h)
{
    const double pi = 3.14159265358979323846;
    if (h >= radius) return 4.0 / 3.0 * pi * radius * radius * radius;
    if (h <= -radius) return 0.0;
    const double depth = radius + h; /* height of the cap */
    return pi * depth * depth * (3.0 * radius - depth) / 3.0;
}

/* Over a periodic face, if that is shorter. */
static void pull_towards(force_fix *f, const tsu_world *w, int32_t i, double *force)
{
    double way[3], length2 = 0.0;
    for (int q = 0; q < 3; q++) {
        const double period = w->box.hi[q] - w->box.lo[q];
        way[q] = f->given[q] ? tsu_boundary_inside(w, i, q) - f->point[q] : 0.0;
        if (w->box.periodic[q]) way[q] -= period * round(way[q] / period);
        length2 += way[q] * way[q];
    }
    const double length = sqrt(length2);
    for (int q = 0; q < 3 && length > f->reach; q++) {
        tsu_exact_add(&f->sum[q], -(f->size * way[q] / length));
        force[q] -= f->size * way[q] / length;
    }
}

/* The velocity out of the plane goes, and with it its energy. */
static void flatten(tsu_world *w, int32_t i)
{
    tsu_particles *p = &w->particles;
    const double r = p->xr[i][3], *o = p->wi[i];
    const double energy =
        0.5 * p->mass[i] * p->vm[i][2] * p->vm[i][2] + 0.2 * p->mass[i] * r * r * (o[0] * o[0] + o[1] * o[1]);
    tsu_ledger_give(w, -energy);
    p->force[i][2] = p->vm[i][2] = 0.0;
    for (int q = 0; q < 2; q++) {
        p->torque[i][q] = p->wi[i][q] = 0.0;
    }
}

static void lift(force_fix *f, tsu_world *w, int32_t i)
{
    const double g = w->gravity[f->axis], x = tsu_boundary_inside(w, i, f->axis);
    const double below = (f->level - x) * (g < 0.0 ? 1.0 : -1.0);
    const double force = -g * f->density * immersed(w->particles.xr[i][3], below);
    w->particles.force[i][f->axis] += force;
    tsu_exact_add(&f->sum[f->axis], force);
}

/* Only the force along a direction is left, or only that across it. */
static void project(const force_fix *f, double *force)
{
    const double *n = f->point, along = force[0] * n[0] + force[1] * n[1] + force[2] * n[2];
    for (int q = 0; q < 3; q++) {
        force[q] = f->kind == LINEFORCE ? along * n[q] : force[q] - along * n[q];
    }
}

static void act(force_fix *f, tsu_world *w, int32_t i, const double value[3])
{
    double *force = w->particles.force[i], x[3];
    const double *v = w->particles.vm[i];
    if (f->kind == DRAG) pull_towards(f, w, i, force);
    if (f->kind == ENFORCE2D) flatten(w, i);
    if (f->kind == BUOYANCY) lift(f, w, i);
    if (f->kind >= LINEFORCE) project(f, force);
    if (f->kind == ADDFORCE) tsu_world_unwrapped(f->session->world, i, x);
    for (int q = 0; q < 3; q++) {
        if (f->kind <= ADDFORCE)
            tsu_exact_add(&f->sum[q], force[q]); /* before the change, as LIGGGHTS tells it */
        if (f->kind == FREEZE) force[q] = w->particles.torque[i][q] = 0.0;
        if (f->kind == SETFORCE && f->given[q]) force[q] = value[q];
        if (f->kind == ADDFORCE) {
            force[q] += value[q];
            tsu_exact_add(&f->sum[ENERGY], -(value[q] * x[q]));
        }
        if (f->kind == VISCOUS) force[q] -= value[0] * f->scale[w->particles.type[i]] * v[q];
    }
}

typedef struct chosen_rows {
    const tsu_world *world;
    const uint8_t *chosen;
} chosen_rows;

static bool force_of(const void *context, int64_t i, double *value)
{
    const chosen_rows *c = context;
    memcpy(value, c->world->particles.force[i], 3 * sizeof *value);
    return c->chosen[i] != 0;
}

/* Each particle of the group gets the mean force of the group, and what is added to it. */
static void average(force_fix *f, tsu_world *w, const uint8_t *chosen, const double value[3])
{
    const double n = (double)tsu_exact_rows(w->particles.count, 3, w->threads, force_of,
                                            &(chosen_rows){w, chosen}, f->total);
    for (int32_t i = 0; i < w->particles.count; i++) {
        for (int q = 0; q < 3 && chosen[i]; q++) {
            if (f->given[q]) w->particles.force[i][q] = f->total[q] / n + value[q];
        }
    }
}

/* The values of variables: one for all, or in f->each. */
static tsu_status evaluate(force_fix *f, int32_t count, double value[3], tsu_error *err)
{
    tsu_script *script = f->session->script;
    for (int q = 0; q < 3; q++) {
        const char *name = f->q[q].variable;
        tsu_status status = TSU_OK;
        if (!f->each[q]) {
            status = tsu_script_quantity(script, &f->q[q], &value[q], err);
        } else {
            status = tsu_memory_grow(&f->each[q], &f->each_capacity[q], (size_t)count + 1, sizeof(double),
                                     "forces", err);
            if (status == TSU_OK)
                status = tsu_script_variable_particles(script, name, NULL, count, f->each[q], err);
        }
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status choose(const force_fix *f, const tsu_world *w, uint8_t *chosen, tsu_error *err)
{
    tsu_region *region;
    const tsu_status status = tsu_session_named_region(f->session, f->region, &region, err);
    for (int32_t i = 0; i < w->particles.count && status == TSU_OK; i++) {
        chosen[i] = tsu_session_in_group(f->session, i, f->group) &&
                    (!region || tsu_world_in_region(f->session->world, i, region));
    }
    return status;
}

static tsu_status apply(struct tsu_world *w, void *context, tsu_error *err)
{
    force_fix *f = context;
    double common[3] = {0};
    uint8_t *chosen = NULL;
    const int32_t n = w->particles.count;
    tsu_status status = tsu_memory_allocate(&chosen, (size_t)n + 1, sizeof *chosen, "a group", err);
    if (status == TSU_OK) status = choose(f, w, chosen, err);
    if (status == TSU_OK) status = evaluate(f, n, common, err);
    for (int q = 0; q <= ENERGY; q++) {
        tsu_exact_init(&f->sum[q]);
    }
    for (int32_t i = 0; i < n && status == TSU_OK && f->kind != AVEFORCE; i++) {
        double value[3];
        for (int q = 0; q < 3; q++) {
            value[q] = f->each[q] ? f->each[q][i] : common[q];
        }
        if (chosen[i]) act(f, w, i, value);
    }
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        f->total[q] = tsu_exact_round(&f->sum[q]);
    }
    if (status == TSU_OK) f->energy = tsu_exact_round(&f->sum[ENERGY]);
    if (status == TSU_OK && f->kind == AVEFORCE) average(f, w, chosen, common);
    tsu_memory_release(&chosen);
    return status;
}

static tsu_status force_vector(tsu_session *s, void *state, int64_t index, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const force_fix *)state)->total[index];
    return status;
}

static tsu_status force_energy(tsu_session *s, void *state, double *out, tsu_error *err)
{
    const tsu_status status = tsu_session_settle(s, err);
    *out = ((const force_fix *)state)->energy;
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

static tsu_status read_components(const tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    static const char *const names[] = {"fx", "fy", "fz"};
    for (int q = 0; q < 3; q++) {
        f->given[q] = !tsu_words_accept(words, "NULL");
        if (!f->given[q] && f->kind != ADDFORCE) continue;
        if (!f->given[q])
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "NULL has no meaning here; write 0");
        tsu_status status = tsu_words_quantity(words, names[q], &f->q[q], err);
        const bool each = status == TSU_OK && f->q[q].variable[0] &&
                          tsu_script_variable_style(s->script, f->q[q].variable) == TSU_VARIABLE_ATOM;
        if (each && f->kind == AVEFORCE)
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "the mean force takes one value for all; %s is one for each particle",
                                   f->q[q].variable);
        if (each)
            status = tsu_memory_grow(&f->each[q], &f->each_capacity[q], 1, sizeof(double), "forces", err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

static tsu_status read_viscous(const tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    const int types = s->world->materials.types;
    tsu_status status = tsu_words_quantity(words, "the coefficient [kg/s]", &f->q[0], err);
    f->scale = malloc((size_t)types * sizeof *f->scale);
    if (!f->scale) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix viscous");
    for (int k = 0; k < types; k++) {
        f->scale[k] = 1.0;
    }
    while (status == TSU_OK && tsu_words_left(words)) {
        int64_t type;
        double ratio;
        if (!tsu_words_accept(words, "scale"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "expected `scale TYPE RATIO`");
        status = tsu_words_integer_in(words, "the material", 1, types, &type, err);
        if (status == TSU_OK) status = tsu_words_number(words, "the ratio", &ratio, err);
        if (status == TSU_OK) f->scale[type - 1] = ratio;
    }
    return status;
}

static tsu_status read_drag(tsu_words *words, force_fix *f, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        f->given[q] = !tsu_words_accept(words, "NULL");
        if (f->given[q]) status = tsu_words_number(words, "a coordinate [m] or NULL", &f->point[q], err);
    }
    if (status == TSU_OK) status = tsu_words_number(words, "the force [N]", &f->size, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the distance [m]", &f->reach, err);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status read_buoyancy(const tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    static const char *const list[] = {"density", "level", "dim", "region", NULL};
    static const char *const axes[] = {"x", "y", "z", NULL};
    bool has[4] = {false};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        int key;
        status = tsu_words_choice(words, "a keyword", list, &key, err);
        if (status != TSU_OK) return status;
        has[key] = true;
        if (key == 0) status = tsu_words_loose_number(words, "the density of the liquid", &f->density, err);
        if (key == 1) status = tsu_words_loose_number(words, "the level of the liquid [m]", &f->level, err);
        if (key == 2) status = tsu_words_choice(words, "the axis", axes, &f->axis, err);
        if (key == 3) status = tsu_session_read_region(s, words, f->region, err);
    }
    if (status != TSU_OK) return status;
    for (int k = 0; k < 3; k++) {
        if (!has[k]) return tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "`%s` is missing", list[k]);
    }
    return f->density > 0.0
               ? TSU_OK
               : tsu_words_error(words, -1, TSU_ERROR_INPUT, err, "the density must be positive");
}

static tsu_status read_direction(tsu_words *words, force_fix *f, tsu_error *err)
{
    const tsu_status status = tsu_words_numbers(words, "the direction", 3, f->point, err);
    const double *n = f->point, length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (status != TSU_OK) return status;
    if (!(length > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err, "the direction has no length");
    for (int q = 0; q < 3; q++) {
        f->point[q] /= length;
    }
    return tsu_words_end(words, err);
}

static tsu_status read_force(tsu_session *s, tsu_words *words, force_fix *f, tsu_error *err)
{
    tsu_status status = TSU_OK;
    if (f->kind == VISCOUS) return read_viscous(s, words, f, err);
    if (f->kind == DRAG) return read_drag(words, f, err);
    if (f->kind == BUOYANCY) return read_buoyancy(s, words, f, err);
    if (f->kind >= LINEFORCE) return read_direction(words, f, err);
    if (f->kind == FREEZE || f->kind == ENFORCE2D) return tsu_words_end(words, err);
    status = read_components(s, words, f, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        if (!tsu_words_accept(words, "region"))
            return tsu_words_error(words, words->at, TSU_ERROR_INPUT, err, "unknown keyword '%s'",
                                   tsu_words_peek(words));
        status = tsu_session_read_region(s, words, f->region, err);
    }
    return status;
}

static tsu_status define(tsu_script *script, tsu_words *words, force_kind kind, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_session_new_fix(s, words, &fix, err);
    if (status != TSU_OK) return status;
    force_fix *f = calloc(1, sizeof *f);
    if (!f) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for fix %s", fix.id);
    f->session = s;
    f->kind = kind;
    f->group = fix.group;
    status = read_force(s, words, f, err);
    fix.state = f;
    fix.destroy = destroy_force;
    fix.init = init_force;
    if (kind != VISCOUS && kind != ENFORCE2D && kind < LINEFORCE)
        fix.values = (tsu_values){.vector_length = 3, .vector = force_vector};
    if (kind == ADDFORCE) fix.values.scalar = force_energy;
    fix.scalar_is_energy = kind == ADDFORCE;
    const tsu_hook_def hook = {.phase = TSU_HOOK_FORCE, .run = apply, .context = f};
    if (status == TSU_OK) status = tsu_session_hook(s, &fix, hook, err);
    f->kind = VISCOUS; /* nobody is held yet */
    status = tsu_session_finish_fix(s, &fix, status, err);
    if (status != TSU_OK) return status;
    f->kind = kind;
    if (kind == FREEZE) hold_group(s, f, true);
    tsu_world_change(s->world);
    return TSU_OK;
}

static tsu_status fix_freeze(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, FREEZE, err);
}
static tsu_status fix_setforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, SETFORCE, err);
}
static tsu_status fix_addforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, ADDFORCE, err);
}
static tsu_status fix_aveforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, AVEFORCE, err);
}
static tsu_status fix_viscous(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, VISCOUS, err);
}
static tsu_status fix_drag(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, DRAG, err);
}
static tsu_status fix_enforce2d(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, ENFORCE2D, err);
}
static tsu_status fix_buoyancy(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, BUOYANCY, err);
}
static tsu_status fix_lineforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, LINEFORCE, err);
}
static tsu_status fix_planeforce(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return define(script, words, PLANEFORCE, err);
}

const tsu_command tsu_fixes_forces[] = {
    {"freeze", "fix ID GROUP freeze", "forces do not act on the group; contacts see infinite mass",
     fix_freeze},
    {"setforce", "fix ID GROUP setforce FX FY FZ [region R]",
     "replace the force (NULL: leave it); v_NAME is a variable", fix_setforce},
    {"addforce", "fix ID GROUP addforce FX FY FZ [region R]", "add a force; v_NAME is a variable",
     fix_addforce},
    {"aveforce", "fix ID GROUP aveforce FX FY FZ [region R]",
     "each particle gets the mean force of the group plus this (NULL: its own)", fix_aveforce},
    {"viscous", "fix ID GROUP viscous GAMMA [scale TYPE RATIO ...]", "a drag against the velocity",
     fix_viscous},
    {"drag", "fix ID GROUP drag X Y Z FORCE DISTANCE",
     "pull each particle towards a point (NULL: not along this axis) unless it is nearer than the distance",
     fix_drag},
    {"enforce2d", "fix ID GROUP enforce2d", "no motion along z, no spin about x and y", fix_enforce2d},
    {"buoyancy", "fix ID GROUP buoyancy density RHO level L dim x|y|z [region R]",
     "the lift of a liquid at rest below a level", fix_buoyancy},
    {"lineforce", "fix ID GROUP lineforce X Y Z", "only the force along a direction acts", fix_lineforce},
    {"planeforce", "fix ID GROUP planeforce X Y Z", "only the force across a direction acts", fix_planeforce},
    {0}};
